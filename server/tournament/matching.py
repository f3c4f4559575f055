"""Can these players all be paired? Largest matchings by augmenting paths through blossoms (Edmonds), on bit sets.

A graph is a list of integers: bit j of ``edges[i]`` is set where i and j may meet. The graphs of a round are dense
("everyone but a few"), so whole rows are handled as one integer.
"""

from collections.abc import Sequence


def bits(mask: int) -> list[int]:
    """The places of the set bits, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Matching:
    """A largest matching of the vertices in ``alive``, kept up to date while vertices leave.

    ``mate[v]`` is the partner of v or -1; ``free`` the set of vertices without one.
    """

    def __init__(self, edges: Sequence[int], alive: int) -> None:
        self.edges = edges
        self.alive = alive
        self.mate = [-1] * len(edges)
        self.free = alive
        for v in bits(alive):
            if self.mate[v] < 0 and (candidates := edges[v] & self.free):
                self._join(v, (candidates & -candidates).bit_length() - 1)
        for v in bits(self.free):
            if self.free >> v & 1:
                self._augment(v)

    @property
    def perfect(self) -> bool:
        """Whether everyone has a partner."""
        return not self.free

    @property
    def exposed(self) -> int:
        """How many are left without a partner in every largest matching."""
        return self.free.bit_count()

    def can_pair(self, p: int, q: int) -> bool:
        """Whether p and q may be paired with everyone else still paired too; the matching must be perfect.

        Where the answer is yes, p and q become partners in the matching; where it is no, nothing changes.
        """
        if not self.edges[p] >> q & 1:
            return False
        a, b = self.mate[p], self.mate[q]
        if a == q:
            return True
        self._join(p, q)
        if self.edges[a] >> b & 1:
            self._join(a, b)
            return True
        self.mate[a] = self.mate[b] = -1
        self.free |= 1 << a | 1 << b
        self.alive &= ~(1 << p | 1 << q)
        found = self._augment(a)
        self.alive |= 1 << p | 1 << q
        if not found:
            self._join(p, a)
            self._join(q, b)
        return found

    def remove(self, *gone: int) -> None:
        """Take vertices out and mend the matching so that it is largest again."""
        for v in gone:
            self.alive &= ~(1 << v)
            self.free &= ~(1 << v)
            w = self.mate[v]
            if w >= 0:
                self.mate[v] = self.mate[w] = -1
                self.free |= 1 << w
                # One vertex fewer opens at most one augmenting path, and it ends at the partner left behind.
                self._augment(w)

    def drop(self, p: int, q: int) -> None:
        """Take out two partners together."""
        self.alive &= ~(1 << p | 1 << q)

    def copy(self) -> "Matching":
        """An independent copy, to try something on."""
        twin = Matching.__new__(Matching)
        twin.edges, twin.alive, twin.free, twin.mate = self.edges, self.alive, self.free, list(self.mate)
        return twin

    def outer(self) -> int:
        """The vertices that some largest matching leaves out (the set D of Gallai and Edmonds)."""
        reached = 0
        for v in bits(self.free):
            reached |= self._search(v, 0)
        return reached

    def _join(self, a: int, b: int) -> None:
        self.mate[a], self.mate[b] = b, a
        self.free &= ~(1 << a | 1 << b)

    def _augment(self, root: int) -> bool:
        """Find an alternating path from ``root`` to another free vertex and flip it."""
        others = self.free & ~(1 << root)
        return others != 0 and self._search(root, others) < 0

    def _search(self, root: int, others: int) -> int:
        """Grow an alternating tree from ``root``. -1: a path to ``others`` was flipped; else its even vertices."""
        edges, mate, alive = self.edges, self.mate, self.alive
        base: dict[int, int] = {root: root}  # of even vertices: the base of the blossom they belong to
        members = {root: 1 << root}  # of bases: the vertices of the blossom
        parent: dict[int, int] = {}  # odd vertex -> the even vertex it was reached from; inside blossoms both ways
        odd, queue = 0, [root]
        at = 0
        while at < len(queue):
            v = queue[at]
            at += 1
            if (ends := edges[v] & others) != 0:
                end = (ends & -ends).bit_length() - 1
                parent[end] = v
                self._flip(end, parent)
                return -1
            # Only vertices outside the tree and other blossoms are of interest; their number shrinks with every step.
            while (candidates := edges[v] & alive & ~odd & ~members[base[v]]) != 0:
                w = (candidates & -candidates).bit_length() - 1
                if w in base:
                    odd ^= self._contract(v, w, base, members, parent, queue)
                else:
                    x = mate[w]
                    parent[w] = v
                    odd |= 1 << w
                    base[x] = x
                    members[x] = 1 << x
                    queue.append(x)
        even = 0
        for mask in members.values():
            even |= mask
        return even

    def _contract(
        self,
        v: int,
        w: int,
        base: dict[int, int],
        members: dict[int, int],
        parent: dict[int, int],
        queue: list[int],
    ) -> int:
        """Shrink the blossom that the edge v-w closes; the odd vertices that became even through it."""
        top = self._meet(v, w, base, parent)
        turned: list[int] = []
        merged: list[int] = []
        for start, child in ((v, w), (w, v)):
            while base[start] != top:
                partner = self.mate[start]
                merged.append(base[start])
                parent[start] = child
                child = partner
                if partner not in base:
                    turned.append(partner)
                else:
                    merged.append(base[partner])
                start = parent[partner]
        gone = 0
        for x in turned:
            base[x] = x
            members[x] = 1 << x
            gone |= 1 << x
            queue.append(x)
        for old in {*merged, *turned} - {top}:
            mask = members.pop(old)
            members[top] |= mask
            for x in bits(mask):
                base[x] = top
        return gone

    def _meet(self, v: int, w: int, base: dict[int, int], parent: dict[int, int]) -> int:
        """The base of the blossom that the edge v-w closes: where the two ways to the root join."""
        seen = set()
        while True:
            v = base[v]
            seen.add(v)
            if self.mate[v] < 0:
                break
            v = parent[self.mate[v]]
        while base[w] not in seen:
            w = parent[self.mate[base[w]]]
        return base[w]

    def _flip(self, end: int, parent: dict[int, int]) -> None:
        v = end
        while v >= 0:
            before = parent[v]
            after = self.mate[before]
            self._join(v, before)
            v = after
