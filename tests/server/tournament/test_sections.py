"""Pairing by groups (5.4.10.9): each group as an event of its own, its plus, its places, its file."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.errors import NotationError, SettingsError
from server.tournament import (
    Bye,
    Event,
    Game,
    Player,
    Round,
    check,
    check_answer,
    pair,
    pair_answer,
    read_trf,
    standings,
    systems,
    tiebreaks,
    write_trf,
)
from server.tournament.generate import CALM, Rates, generate
from server.tournament.model import Section
from server.tournament.section_pairing import pair_round, repair_round, tables_by_section
from server.tournament.sections import renumbered, section_event

TWO = (Section("A", (1, 3, 5, 6)), Section("B", (2, 4, 7)))
EVERY_TIEBREAK = [name for name, one in tiebreaks().items() if not one.round_robin_only]
ALL = Rates(half_bye=3, leave=4, late=8, forfeit=6, double=3)


def of(*sections: Section, rounds: tuple[Round, ...] = (), **more: Any) -> Event:
    ids = sorted(player for section in sections for player in section.players)
    return Event(tuple(Player(id) for id in ids), rounds, sections=sections, first_colour="white", **more)


def pairs(made: Any) -> list[tuple[int, int]]:
    return [(one.white, one.black) for one in made.pairs]


def test_each_group_is_paired_by_itself_with_a_plus_of_its_own() -> None:
    made = pair_round(of(TWO[0], Section("B", (2, 4, 7)), Section("C", (8, 9, 10))))
    # The numbers of 5.4.10.5.2 are those within the group: 1 3 | 5 6; 2 | 4, 7 over; 8 | 9, 10 over.
    assert pairs(made) == [(1, 5), (6, 3), (2, 4), (8, 9)]
    assert [one.board for one in made.pairs or ()] == [1, 2, 3, 4]
    assert (made.bye, made.more_byes, made.pluses) == (7, (10,), (7, 10))
    answer = pair_answer(of(*TWO[:1], Section("B", (2, 4, 7)), Section("C", (8, 9, 10))))
    assert (answer["bye"], answer["more_byes"]) == (7, [10])
    about = [line for line in answer["why"] if "bye" in line]
    assert [line["bye"] for line in about] == [7, 10]
    headings = [line for line in answer["why"] if line["articles"] == ["5.4.10.9"]]
    assert [line["en"].split(":")[0] for line in headings] == ["A", "B", "C"]
    assert headings[0]["ru"] == "A: жеребьёвка по группам, каждая группа отдельно [5.4.10.9]"


def test_an_absence_shifts_no_number_and_is_the_groups_own() -> None:
    made = pair_round(of(*TWO), absent={4})
    assert (pairs(made), made.bye, made.absent) == ([(1, 5), (6, 3), (2, 7)], None, (4,))


@pytest.mark.parametrize("system", ["individual", "truncated-solkoff", "current-buchholz"])
@pytest.mark.parametrize("seed", range(8))
def test_a_group_is_paired_as_its_own_event_would_be(system: str, seed: int) -> None:
    """In the systems without lots beyond round 1: each group has lots of its own."""
    made = generate(seed, 13, 5, system, ALL, groups=3)
    for section in made.event.sections:
        alone = section_event(made.event, section)
        numbers = {player.id: at for at, player in enumerate(alone.players, 1)}
        own = renumbered(alone, numbers)
        for number, pairing in enumerate(made.pairings, 1):
            byes = tuple(bye for bye in own.rounds[number - 1].byes if bye.kind != "bye")
            before = replace(own, rounds=(*own.rounds[: number - 1], Round((), byes)), over=number - 1)
            wanted = pair(before, system, relax=True)
            have = {(p.white, p.black) for p in pairing.pairs or () if p.white in section.players}
            back = {at: player for player, at in numbers.items()}
            assert have == {(back[p.white], back[p.black]) for p in wanted.pairs or ()}, (number, section.name)
            plus = [player for player in pairing.pluses if player in section.players]
            assert plus == ([] if wanted.bye is None else [back[wanted.bye]])


@pytest.mark.parametrize("system", systems())
@pytest.mark.parametrize("seed", range(10))
def test_check_agrees_with_an_event_by_groups_after_its_file(system: str, seed: int) -> None:
    until = None if seed % 3 else 2
    made = generate(seed, 6 + seed, 5, system, ALL, groups=1 + seed % 3, group_rounds=until)
    for version in (16, 26):
        read = read_trf(write_trf(made.event, version))
        assert (read.sections, read.section_rounds) == (made.event.sections, made.event.section_rounds)
        assert read.places_apart is made.event.places_apart
        found = check_answer(read, system)
        assert all(one["ok"] for one in found["rounds"])
        assert found["standings"]["ok"]
        if made.event.sections:
            assert standings(read, EVERY_TIEBREAK) == standings(made.event, EVERY_TIEBREAK)


def test_check_names_a_pair_of_two_groups() -> None:
    made = generate(3, 9, 3, "individual", CALM, groups=2)
    one, two = (section.players[0] for section in made.event.sections)
    last = made.event.rounds[-1]
    mixed = {one: two, two: one}
    games = tuple(replace(g, white=mixed.get(g.white, g.white), black=mixed.get(g.black, g.black)) for g in last.games)
    byes = tuple(replace(bye, player=mixed.get(bye.player, bye.player)) for bye in last.byes)
    wrong = replace(made.event, rounds=(*made.event.rounds[:-1], Round(games, byes)))
    assert [one.ok for one in check(wrong)] == [True, True, False]
    # The places of both groups then rest on all games, of whichever group.
    assert {row.id for row in standings(wrong)} == {player.id for player in wrong.players}


def test_places_are_each_groups_own_or_of_one_table() -> None:
    games = (Game(1, 3, 2, 0), Game(5, 6, 1, 1), Game(2, 4, 0, 2))
    event = of(*TWO, rounds=(Round(games, (Bye(7),)),), kind="swiss")
    rows = standings(event, ("buchholz",))
    assert [(row.section, row.place, row.id) for row in rows] == [
        ("A", 1, 1), ("A", 2, 5), ("A", 2, 6), ("A", 4, 3), ("B", 1, 4), ("B", 1, 7), ("B", 3, 2),
    ]  # fmt: skip
    together = standings(replace(event, places_apart=False), ("buchholz",))
    assert [(row.section, row.place) for row in together] == [("", place) for place in (1, 1, 1, 4, 4, 6, 6)]


def test_a_plus_counts_in_a_round_in_which_nobody_of_the_group_played() -> None:
    rounds = (Round((Game(1, 3, 2, 0), Game(2, 4, 2, 0))), Round((Game(3, 1, 2, 0),), (Bye(2), Bye(4, "zero", 0))))
    event = of(Section("A", (1, 3)), Section("B", (2, 4)), rounds=rounds, kind="swiss")
    assert {row.id: row.points for row in standings(event)} == {1: 1, 3: 1, 2: 2, 4: 0}


def test_ordered_pairs_may_join_two_groups() -> None:
    made = pair_round(of(*TWO), fixed=[(7, 6), (3, 1)])
    assert pairs(made) == [(3, 1), (2, 4), (7, 6)]
    assert made.pluses == (5,)


def test_groups_end_where_the_regulations_say() -> None:
    rounds = (Round((Game(1, 3, 2, 0), Game(5, 6, 2, 0), Game(2, 4, 2, 0)), (Bye(7),)),)
    event = of(*TWO, rounds=rounds, section_rounds=1, places_apart=False)
    made = pair_round(event)
    assert made.pluses
    assert any({a, b} & set(TWO[0].players) and {a, b} & set(TWO[1].players) for a, b in pairs(made))


def test_a_repeated_pairing_stays_inside_the_groups() -> None:
    event = of(*TWO, Section("C", (8, 9)))
    made = repair_round(event, [(1, 5), (6, 3), (2, 4), (8, 9)], (7,), absent=[4])
    assert (pairs(made), made.pluses) == ([(1, 5), (6, 3), (2, 7), (8, 9)], ())
    # A pair of two groups that the arbiter made stays, unless one of the two is away.
    across = [(1, 2), (6, 3), (4, 7), (8, 9)]
    assert set(pairs(repair_round(event, across, (5,), absent=[9]))) == {(6, 3), (4, 7), (1, 2)}
    again = repair_round(event, across, (5,), apart=[(1, 2)])
    assert set(map(frozenset, pairs(again))) == {frozenset(two) for two in ((6, 3), (4, 7), (8, 9), (1, 5))}
    assert again.pluses == (2,)


def test_a_group_without_a_legal_pairing_is_named() -> None:
    rounds = (Round((Game(1, 3, 2, 0), Game(2, 4, 2, 0))),)
    event = of(Section("A", (1, 3)), Section("B", (2, 4, 5, 6)), rounds=rounds, kind="swiss")
    made = pair_round(event)
    assert (made.pairs, made.pluses) == (None, ())
    assert [reason.values.get("section") for reason in made.why] == ["A", None]
    assert pairs(pair_round(event, relax=True))[0] == (3, 1)


def test_a_round_robin_by_groups_has_a_table_for_each() -> None:
    tables = tables_by_section(of(*TWO), 1)
    assert tables[0] == ((1, 6), (3, 5), (4, 7))
    assert len(tables) == 3
    meetings = [frozenset(two) for table in tables for two in table]
    assert len(meetings) == len(set(meetings)) == 6 + 3


@pytest.mark.parametrize(
    ("sections", "count"),
    [
        ((Section("A", (1, 2, 3)), Section("B", (3, 4, 5, 9))), 2),
        ((Section("A", (1, 2)), Section("A", (3, 4, 5))), 1),
        ((Section("A", (1, 2)),), 3),
    ],
)
def test_everyone_stands_in_one_group(sections: tuple[Section, ...], count: int) -> None:
    event = Event(tuple(Player(id) for id in range(1, 6)), sections=sections)
    for work in (pair_round, standings):
        with pytest.raises(SettingsError) as caught:
            work(event)
        assert len(caught.value.faults) == count


def test_a_file_with_a_wrong_group_is_refused() -> None:
    text = write_trf(of(*TWO))
    assert "### flagfall group 2 4 7 : B\n" in text
    for wrong in ("### flagfall group 2 4 7\n", "### flagfall group 2 x : B\n", "### flagfall group 2 4 : B\n"):
        with pytest.raises(NotationError):
            read_trf(text.replace("### flagfall group 2 4 7 : B\n", wrong))
    named = of(Section("Мужчины до 30", (1, 2)), Section("C : D", (3,)))
    assert read_trf(write_trf(named)).sections == named.sections


def test_groups_that_cannot_be_generated_are_refused() -> None:
    with pytest.raises(SettingsError):
        generate(1, 7, 3, groups=4)
    with pytest.raises(SettingsError):
        generate(1, 8, 3, "knockout", groups=2)
