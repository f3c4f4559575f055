"""The articles read literally: a recursive search with broken pairs, exponential, for small fields only.

Written from the texts and independent of the product: it knows players as plain records and tries, in the order of the
articles, everything; the first complete round it meets is the answer. Only the lot is shared, as the input it is.
"""

from dataclasses import dataclass, field

from server.tournament import Event
from server.tournament.lot import Lot


@dataclass
class Person:
    number: int
    points: int = 0
    colours: str = ""
    met: set[int] = field(default_factory=set)
    free: int = 0
    floats: list[int] = field(default_factory=list)
    opponents: list[int | None] = field(default_factory=list)


def people(event: Event) -> dict[int, Person]:
    """The cross-table of the event, kept by hand as an arbiter would keep it."""
    table = {player.id: Person(player.id) for player in event.players}
    for entry in event.rounds:
        if not entry.games:
            continue
        before = {number: person.points for number, person in table.items()}
        for person in table.values():
            person.floats.append(0)
            person.opponents.append(None)
        for game in entry.games:
            for me, you, half, letter in (
                (game.white, game.black, game.white_half, "W"),
                (game.black, game.white, game.black_half, "B"),
            ):
                person = table[me]
                person.points += half
                if game.kind == "forfeit":
                    person.free += half == 2
                else:
                    person.colours += letter
                    person.met.add(you)
                    person.opponents[-1] = you
                    person.floats[-1] = (before[me] > before[you]) - (before[me] < before[you])
        for bye in entry.byes:
            table[bye.player].points += bye.half
            table[bye.player].free += bye.kind in ("bye", "full")
    return table


def may_take(person: Person, letter: str, system: str, rounds: int | None) -> bool:
    if not system.startswith("floats"):
        return person.colours[-3:] != letter * 3
    if person.colours[-2:] == letter * 2:
        return False
    history = person.colours + letter
    limit = 2 if rounds is not None and rounds % 2 == 0 else 1
    return abs(history.count("W") - history.count("B")) <= limit or (
        abs(history.count("W") - history.count("B")) < abs(person.colours.count("W") - person.colours.count("B"))
    )


def may_meet(one: Person, two: Person, system: str, event: Event, number: int) -> bool:
    if two.number in one.met:
        return False
    for rule in event.forbidden:
        if {one.number, two.number} <= set(rule.players) and rule.first <= number <= (rule.last or number):
            return False
    rounds = event.planned_rounds
    return any(
        may_take(one, a, system, rounds) and may_take(two, b, system, rounds) for a, b in (("W", "B"), ("B", "W"))
    )


def coefficient(person: Person, table: dict[int, Person], system: str) -> int:
    sums = [table[you].points if you is not None else 0 for you in person.opponents] or [0]
    return sum(sums) - (min(sums) if system == "truncated-solkoff" else 0)


def line_up(group: list[Person], table: dict[int, Person], system: str, number: int, lot: Lot) -> list[Person]:
    group = sorted(group, key=lambda person: person.number)
    if system == "floats-single-draw":
        return group
    if system in ("random", "floats"):
        return group if number == 1 else lot.shuffled(group)
    if system == "individual" or (system == "truncated-solkoff" and number < 3):
        return group if number % 2 else group[::-1]
    if number < 3:
        return group
    return sorted(group, key=lambda person: (-coefficient(person, table, system), person.number))


def goes(person: Person, direction: int) -> bool:
    """Older rules, c: true where the float is one that should be avoided."""
    return abs(sum(person.floats) + direction) > 1 or (bool(person.floats) and person.floats[-1] == direction)


def descending(group: list[Person], system: str) -> list[Person]:
    if system == "current-buchholz":
        return group
    last_first = group[::-1]
    if system.startswith("floats"):
        return [p for p in last_first if not goes(p, 1)] + [p for p in last_first if goes(p, 1)]
    return last_first


def receiving(group: list[Person], system: str) -> list[Person]:
    if system == "current-buchholz":
        return group[::-1]
    if system.startswith("floats"):
        return [p for p in group if not goes(p, -1)] + [p for p in group if goes(p, -1)]
    return group


def candidates(rest: list[Person], system: str) -> list[Person]:
    if system == "current-buchholz":
        return rest[:0:-1]
    if system.startswith(("random", "floats")):
        return rest[1:]
    half = len(rest) // 2
    return rest[half:] + rest[1:half][::-1]


class Round:
    """One search. ``answer`` is (list of pairs of numbers, the searching one first; the plus) or ``None``."""

    def __init__(self, event: Event, system: str, seed: int, absent: set[int]) -> None:
        self.event, self.system, self.number = event, system, event.finished + 1
        self.table = people(event)
        lot = Lot(seed, self.number)
        there = [person for person in self.table.values() if person.number not in absent]
        self.groups = [
            line_up([p for p in there if p.points == points], self.table, system, self.number, lot)
            for points in sorted({p.points for p in there}, reverse=True)
        ]

    def legal(self, one: Person, two: Person) -> bool:
        return may_meet(one, two, self.system, self.event, self.number)

    def answer(self) -> tuple[list[tuple[int, int]], int | None] | None:
        if sum(len(group) for group in self.groups) % 2 == 0:
            found = self.from_top(self.groups)
            return None if found is None else (found, None)
        for person in [p for group in self.groups[::-1] for p in group[::-1]]:
            if person.free:
                continue
            found = self.from_top([[p for p in group if p is not person] for group in self.groups])
            if found is not None:
                return found, person.number
        return None

    def from_top(self, groups: list[list[Person]]) -> list[tuple[int, int]] | None:
        if not groups:
            return []
        top, lower = groups[0], groups[1:]
        for many in range(len(top) % 2, len(top) + 1, 2):
            found = self.floating(top, lower, many)
            if found is not None:
                return found
        return None

    def floating(self, top: list[Person], lower: list[list[Person]], many: int) -> list[tuple[int, int]] | None:
        if many == 0:
            return self.inside(top, lower)
        for level, group in enumerate(lower):
            for down in descending(top, self.system):
                for up in receiving(group, self.system):
                    if not self.legal(down, up):
                        continue
                    left = [p for p in top if p is not down]
                    below = [[p for p in g if p is not up] if i == level else g for i, g in enumerate(lower)]
                    found = self.floating(left, below, many - 1)
                    if found is not None:
                        return [(down.number, up.number), *found]
        return None

    def inside(self, rest: list[Person], lower: list[list[Person]]) -> list[tuple[int, int]] | None:
        if not rest:
            return self.from_top(lower)
        for other in candidates(rest, self.system):
            if self.legal(rest[0], other):
                found = self.inside([p for p in rest[1:] if p is not other], lower)
                if found is not None:
                    return [(rest[0].number, other.number), *found]
        return None


def white_of(one: Person, two: Person, system: str, rounds: int | None, first: str) -> int:
    """Who has White after round 1, ``one`` being the higher ranked: the order of decision declared for 5.4.10.2."""
    ways = [
        white
        for white, black in ((one, two), (two, one))
        if may_take(white, "W", system, rounds) and may_take(black, "B", system, rounds)
    ]
    if len(ways) == 1:
        return ways[0].number

    def wish(person: Person) -> tuple[str, tuple[int, int, int]]:
        c = person.colours
        if not c:
            return "", (0, 0, 0)
        balance = c.count("W") - c.count("B")
        run = len(c) - len(c.rstrip(c[-1]))
        other = "B" if c[-1] == "W" else "W"
        by_balance = "B" if balance > 0 else "W" if balance < 0 else other
        if run > 1 or abs(balance) > 1:
            return (other if run > 1 else by_balance), (3, abs(balance), run)
        return by_balance, (2 if balance else 1, 0, 0)

    (mine, my_force), (yours, your_force) = wish(one), wish(two)
    if mine and mine != yours:
        return one.number if mine == "W" else two.number
    if not mine and yours:
        return two.number if yours == "W" else one.number
    if not mine:
        return one.number if (one.number % 2 == 1) == (first == "white") else two.number
    if my_force != your_force:
        winner, loser = (one, two) if my_force > your_force else (two, one)
        return winner.number if mine == "W" else loser.number
    for a, b in zip(one.colours[::-1], two.colours[::-1], strict=False):
        if a != b:
            return one.number if a == "B" else two.number
    return one.number if mine == "W" else two.number
