"""How many players must leave a score group: the least number of pairs that cross from a group to those below it.

The group U and everyone below it, R, must all be paired; the pairs between U and R are the floats. Their number is at
least what U alone, and R alone, cannot pair inside (their deficiencies). Whether that bound is met is again a question
of perfect matching: by the theorem of Gallai and Edmonds a largest matching of U leaves at most one vertex in each
component of D(U), and any vertex of it, so those components may be shrunk to points. Only where the bound fails is a
weighted matching needed (each crossing pair costs one).
"""

from collections.abc import Sequence

from server.tournament.lightest import lightest
from server.tournament.matching import Matching, bits


class Split:
    """A group ``upper`` and the rest ``lower`` (bit sets) with largest matchings of both."""

    def __init__(self, edges: Sequence[int], upper: Matching, lower: Matching) -> None:
        self.edges, self.upper, self.lower = edges, upper, lower

    @classmethod
    def of(cls, edges: Sequence[int], upper: int, lower: int) -> "Split":
        """The split of the graph into two sets of vertices."""
        return cls(edges, Matching(edges, upper), Matching(edges, lower))

    def without_upper(self, f: int) -> "Split":
        """The split after f left the group."""
        upper = self.upper.copy()
        upper.remove(f)
        return Split(self.edges, upper, self.lower)

    def without_lower(self, o: int) -> "Split":
        """The split after o left the rest."""
        lower = self.lower.copy()
        lower.remove(o)
        return Split(self.edges, self.upper, lower)

    @property
    def bound(self) -> int:
        """A lower bound of ``crossings``."""
        return max(self.upper.exposed, self.lower.exposed)

    def crossings(self) -> int | None:
        """The least number of crossing pairs in a perfect matching of everyone; ``None`` where there is none."""
        if self.bound == 0:
            return 0
        if self.upper.exposed == self.lower.exposed == 1:
            # One of each side is over: they must meet, and anyone of D(U) and of D(R) can be that one.
            outside = self.lower.outer()
            if any(self.edges[v] & outside for v in bits(self.upper.outer())):
                return 1
        if self.upper.exposed >= self.lower.exposed:
            tight = _meets_bound(self.edges, self.upper, self.lower.alive)
        else:
            tight = _meets_bound(self.edges, self.lower, self.upper.alive)
        if tight:
            return self.bound
        everyone = self.upper.alive | self.lower.alive
        if not Matching(self.edges, everyone).perfect:
            return None
        place = {v: i for i, v in enumerate(bits(everyone))}
        cost = {
            (place[v], place[w]): int((self.upper.alive >> v & 1) != (self.upper.alive >> w & 1))
            for v in place
            for w in bits(self.edges[v] & everyone)
            if v < w
        }
        return lightest(len(place), cost)


def _meets_bound(edges: Sequence[int], inside: Matching, outside: int) -> bool:
    """Whether everyone can be paired with no more crossing pairs than ``inside`` has vertices left over."""
    outer = inside.outer()
    neighbours = 0
    for v in bits(outer):
        neighbours |= edges[v] & inside.alive
    around = neighbours & ~outer  # the set A: it is matched into distinct components of D
    shrunk = list(edges)
    points = 0
    for component in _components(edges, outer):
        point = len(shrunk)
        touching = 0
        for v in bits(component):
            touching |= edges[v]
        touching &= around | outside
        shrunk.append(touching)
        for w in bits(touching):
            shrunk[w] |= 1 << point
        points |= 1 << point
    for v in bits(around):
        shrunk[v] &= points  # A meets only D in a largest matching
    for v in bits(outside):
        shrunk[v] &= outside | points
    return Matching(shrunk, points | around | outside).perfect


def _components(edges: Sequence[int], vertices: int) -> list[int]:
    found = []
    while vertices:
        component = frontier = vertices & -vertices
        while frontier:
            reached = 0
            for v in bits(frontier):
                reached |= edges[v] & vertices
            frontier = reached & ~component
            component |= reached
        found.append(component)
        vertices &= ~component
    return found
