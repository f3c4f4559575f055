"""The cheapest perfect matching of a general graph: Edmonds' primal-dual method with blossoms.

Pairing needs it only where a score group cannot be emptied with the number of floaters that cardinality alone
promises (see ``crossing``); so this is written for clearness, on small graphs.

Duals: every vertex v has y(v), every blossom z >= 0; an edge between different outermost nodes is tight when
cost = Y(u) + Y(v), Y(u) being y(u) plus the z of all blossoms around u. Costs are doubled, so all duals are integers.
"""

from collections.abc import Mapping

from server.tournament.matching import Matching


class _Node:
    """A vertex, or a blossom: an odd ring of nodes; ``links[i]`` is the tight edge (u, v) from ``ring[i]`` onwards."""

    __slots__ = ("even", "links", "mate_edge", "parent_edge", "ring", "vertices", "z")

    def __init__(self, vertices: list[int]) -> None:
        self.vertices = vertices
        self.ring: list[_Node] = []
        self.links: list[tuple[int, int]] = []
        self.z = 0
        self.even: bool | None = None
        self.parent_edge: tuple[int, int] | None = None  # (vertex in the parent node, vertex here)
        self.mate_edge: tuple[int, int] | None = None  # (vertex here, vertex in the partner)


class Lightest:
    """One run of the method; ``cost`` maps pairs (u, v) with u < v to integers >= 0, vertices are 0..count-1."""

    def __init__(self, count: int, cost: Mapping[tuple[int, int], int]) -> None:
        self.cost = {edge: 2 * price for edge, price in cost.items()}
        self.y = [0] * count
        self.top = [_Node([v]) for v in range(count)]
        self.leaf = list(self.top)
        self.nodes = set(self.top)
        # With all duals zero the free edges are tight: a largest matching of them is a lawful start.
        free = [0] * count
        for (u, v), price in cost.items():
            if price == 0:
                free[u] |= 1 << v
                free[v] |= 1 << u
        for v, mate in enumerate(Matching(free, (1 << count) - 1).mate):
            if mate >= 0:
                self.leaf[v].mate_edge = (v, mate)

    def solve(self) -> list[int] | None:
        """The partner of each vertex in a cheapest perfect matching, or ``None`` where no perfect matching exists."""
        while any(node.mate_edge is None for node in self.nodes):
            if not self._stage():
                return None
        for node in list(self.nodes):
            self._open_all(node)
        mates = [-1] * len(self.leaf)
        for v, leaf in enumerate(self.leaf):
            assert leaf.mate_edge is not None
            mates[v] = leaf.mate_edge[1]
        return mates

    def _slack(self, u: int, v: int) -> int:
        return self.cost[min(u, v), max(u, v)] - self.y[u] - self.y[v]

    def _stage(self) -> bool:
        """Grow alternating trees from all unmatched nodes until one path is flipped; False where none can be."""
        for node in self.nodes:
            node.even = True if node.mate_edge is None else None
            node.parent_edge = None
        while True:
            if self._grow():
                return True
            delta = self._delta()
            if delta is None:
                return False
            for node in self.nodes:
                if node.even is None:
                    continue
                change = delta if node.even else -delta
                for v in node.vertices:
                    self.y[v] += change
                if node.ring:
                    node.z += change
            for node in list(self.nodes):
                if node.ring and node.even is False and node.z == 0:
                    self._expand(node)

    def _grow(self) -> bool:
        """Follow tight edges; True when a path between two trees was flipped."""
        moved = True
        while moved:
            moved = False
            for u, v in self.cost:
                a, b = self.top[u], self.top[v]
                if a is b or self._slack(u, v) != 0:
                    continue
                if a.even is not True:
                    a, b, u, v = b, a, v, u
                if a.even is not True or b.even is False:
                    continue
                if b.even is None:
                    b.even, b.parent_edge = False, (u, v)
                    assert b.mate_edge is not None
                    x, w = b.mate_edge
                    self.top[w].even, self.top[w].parent_edge = True, (x, w)
                    moved = True
                    continue
                ways = self._way(a), self._way(b)
                if ways[0][-1] is not ways[1][-1]:
                    self._flip(a, u, v)
                    self._flip(b, v, u)
                    return True
                self._contract(ways, (u, v))
                moved = True
        return False

    def _way(self, node: _Node) -> list[_Node]:
        """The nodes from here to the root of the tree."""
        way = [node]
        while node.parent_edge is not None:
            node = self.top[node.parent_edge[0]]
            way.append(node)
        return way

    def _delta(self) -> int | None:
        """How far the duals may move before something becomes tight; ``None`` where nothing ever will."""
        best: int | None = None
        for u, v in self.cost:
            a, b = self.top[u].even, self.top[v].even
            if self.top[u] is self.top[v] or False in (a, b) or True not in (a, b):
                continue
            room = self._slack(u, v)
            if a and b:
                room //= 2
            best = room if best is None else min(best, room)
        for node in self.nodes:
            if node.ring and node.even is False:
                best = node.z if best is None else min(best, node.z)
        return best

    def _flip(self, node: _Node, u: int, v: int) -> None:
        """Match ``node`` over the edge from its vertex u to v, and alternate down to the root of its tree."""
        while True:
            before = node.parent_edge
            self._match(node, u, v)
            if before is None:
                return
            odd = self.top[before[0]]
            assert odd.parent_edge is not None
            v, u = odd.parent_edge[1], odd.parent_edge[0]
            self._match(odd, v, u)
            node = self.top[u]

    def _match(self, node: _Node, u: int, v: int) -> None:
        """Let ``node`` meet the outside over u-v: u becomes its base, the ring inside is matched around it."""
        node.mate_edge = (u, v)
        if not node.ring:
            return
        at = next(i for i, part in enumerate(node.ring) if u in part.vertices)
        self._match(node.ring[at], u, v)
        size = len(node.ring)
        for step in range(1, size, 2):
            i, j = (at + step) % size, (at + step + 1) % size
            a, b = node.links[i]
            self._match(node.ring[i], a, b)
            self._match(node.ring[j], b, a)

    def _contract(self, ways: tuple[list[_Node], list[_Node]], edge: tuple[int, int]) -> None:
        """Make a blossom of the two ways up to where they join, closed by ``edge``."""
        left, right = ways
        common = next(node for node in left if node in right)
        left, right = left[: left.index(common)], right[: right.index(common)]
        ring = [common, *reversed(left), *right]
        links: list[tuple[int, int]] = []
        for node in reversed(left):
            assert node.parent_edge is not None
            links.append(node.parent_edge)
        links.append(edge)
        for node in right:
            assert node.parent_edge is not None
            links.append((node.parent_edge[1], node.parent_edge[0]))
        blossom = _Node([v for part in ring for v in part.vertices])
        blossom.ring, blossom.links = ring, links
        blossom.even, blossom.parent_edge, blossom.mate_edge = True, common.parent_edge, common.mate_edge
        for v in blossom.vertices:
            self.top[v] = blossom
        self.nodes.difference_update(ring)
        self.nodes.add(blossom)

    def _open(self, blossom: _Node) -> None:
        for part in blossom.ring:
            for v in part.vertices:
                self.top[v] = part
        self.nodes.discard(blossom)
        self.nodes.update(blossom.ring)

    def _open_all(self, node: _Node) -> None:
        if node.ring:
            self._open(node)
            for part in node.ring:
                self._open_all(part)

    def _expand(self, blossom: _Node) -> None:
        """Open an odd blossom whose z is spent; the even half of its ring stays in the tree."""
        assert blossom.parent_edge is not None
        assert blossom.mate_edge is not None
        u, entry = blossom.parent_edge
        ring, links, size = blossom.ring, blossom.links, len(blossom.ring)
        start = next(i for i, part in enumerate(ring) if entry in part.vertices)
        base = next(i for i, part in enumerate(ring) if blossom.mate_edge[0] in part.vertices)
        self._open(blossom)
        for part in ring:
            part.even, part.parent_edge = None, None
        forward = (base - start) % size
        step = 1 if forward % 2 == 0 else -1
        at, edge, odd = start, (u, entry), True
        while True:
            ring[at].even, ring[at].parent_edge = not odd, edge
            if at == base:
                return
            a, b = links[at] if step == 1 else links[(at - 1) % size][::-1]
            at, edge, odd = (at + step) % size, (a, b), not odd


def lightest(count: int, cost: Mapping[tuple[int, int], int]) -> int | None:
    """The cost of the cheapest perfect matching of vertices 0..count-1, or ``None`` where there is none."""
    mates = Lightest(count, cost).solve()
    if mates is None:
        return None
    return sum(cost[v, mate] for v, mate in enumerate(mates) if v < mate)
