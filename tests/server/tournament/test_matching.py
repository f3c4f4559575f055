"""Matchings, cheapest matchings and crossings against brute force on small random graphs."""

from functools import cache

import pytest

from server.tournament.crossing import Split
from server.tournament.lightest import lightest
from server.tournament.lot import Lot
from server.tournament.matching import Matching, bits


def graph(lot: Lot, count: int, percent: int) -> list[int]:
    edges = [0] * count
    for i in range(count):
        for j in range(i):
            if lot.chance(percent):
                edges[i] |= 1 << j
                edges[j] |= 1 << i
    return edges


def largest(edges: list[int], alive: int) -> int:
    @cache
    def best(mask: int) -> int:
        if not mask:
            return 0
        v = (mask & -mask).bit_length() - 1
        rest = mask & ~(1 << v)
        return max([best(rest), *(1 + best(rest & ~(1 << w)) for w in bits(edges[v] & rest))])

    return best(alive)


def cheapest(count: int, cost: dict[tuple[int, int], int]) -> int | None:
    @cache
    def best(mask: int) -> int | None:
        if not mask:
            return 0
        v = (mask & -mask).bit_length() - 1
        rest = mask & ~(1 << v)
        found = [
            cost[v, w] + further
            for w in bits(rest)
            if (v, w) in cost and (further := best(rest & ~(1 << w))) is not None
        ]
        return min(found, default=None)

    return best((1 << count) - 1)


def cases(count: int, salt: int) -> list[tuple[Lot, int, list[int]]]:
    made = []
    for seed in range(count):
        lot = Lot(seed, salt)
        size = 1 + lot.below(11)
        made.append((lot, size, graph(lot, size, 10 + lot.below(85))))
    return made


def test_matchings_are_largest_and_stay_so_when_vertices_leave() -> None:
    for lot, size, edges in cases(600, 1):
        alive = (1 << size) - 1
        matching = Matching(edges, alive)
        assert size - matching.exposed == 2 * largest(edges, alive)
        gone = lot.shuffled(range(size))[: lot.below(4)]
        matching.remove(*gone)
        for v in gone:
            alive &= ~(1 << v)
        assert alive.bit_count() - matching.exposed == 2 * largest(edges, alive)
        for v in bits(alive & ~matching.free):
            assert matching.mate[matching.mate[v]] == v
            assert edges[v] >> matching.mate[v] & 1


def test_outer_vertices_are_those_that_can_be_left_out() -> None:
    for _, size, edges in cases(400, 2):
        alive = (1 << size) - 1
        expected = {v for v in range(size) if largest(edges, alive & ~(1 << v)) == largest(edges, alive)}
        assert set(bits(Matching(edges, alive).outer())) == expected


def test_a_pair_is_accepted_exactly_when_the_rest_can_be_paired() -> None:
    tried = 0
    for _, size, edges in cases(600, 3):
        alive = (1 << size) - 1
        matching = Matching(edges, alive)
        if not matching.perfect:
            continue
        for p in range(size):
            for q in range(size):
                if p == q:
                    continue
                possible = bool(edges[p] >> q & 1) and 2 * largest(edges, alive & ~(1 << p | 1 << q)) == size - 2
                assert matching.can_pair(p, q) is possible
                assert matching.perfect
                if possible:
                    assert matching.mate[p] == q
                tried += 1
    assert tried > 1000


def test_cheapest_perfect_matchings() -> None:
    feasible = 0
    for seed in range(1500):
        lot = Lot(seed, 4)
        count = 2 * (1 + lot.below(5))
        most = lot.choice([1, 1, 4, 30])
        percent = 20 + lot.below(80)
        cost = {(i, j): lot.below(most + 1) for j in range(count) for i in range(j) if lot.chance(percent)}
        expected = cheapest(count, cost)
        feasible += expected is not None
        assert lightest(count, cost) == expected
    assert feasible > 500


def test_least_number_of_crossing_pairs() -> None:
    beyond_the_bound = 0
    for seed in range(2500):
        lot = Lot(seed, 5)
        count = 2 * (1 + lot.below(5))
        edges = graph(lot, count, 15 + lot.below(60))
        upper = sum(1 << v for v in lot.shuffled(range(count))[: lot.below(count + 1)])
        lower = (1 << count) - 1 & ~upper
        cost = {
            (i, j): int((upper >> i & 1) != (upper >> j & 1)) for j in range(count) for i in bits(edges[j]) if i < j
        }
        split = Split.of(edges, upper, lower)
        found = split.crossings()
        assert found == cheapest(count, cost)
        beyond_the_bound += found is not None and found > split.bound
    assert beyond_the_bound > 3  # the weighted matching was needed


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 1000])
def test_lots_are_even_and_repeatable(bound: int) -> None:
    lot, again = Lot(1, 2), Lot(1, 2)
    drawn = [lot.below(bound) for _ in range(3000)]
    assert drawn == [again.below(bound) for _ in range(3000)]
    assert min(drawn) >= 0
    assert max(drawn) < bound
    if bound <= 7:
        for value in range(bound):
            assert abs(drawn.count(value) - 3000 / bound) < 200
    assert sorted(lot.shuffled(range(bound))) == list(range(bound))
    assert Lot(1, 2).below(1 << 60) != Lot(2, 1).below(1 << 60)
