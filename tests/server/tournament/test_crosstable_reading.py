"""A crosstable as CSV read back: the event is the one it was written from, or every fault is named."""

import pytest
from msgspec.structs import replace

from rules.errors import NotationError
from server.tournament import Bye, Event, Game, Rates, generate, standings, systems
from server.tournament.check import check_answer, check_standings
from server.tournament.crosstable import crosstable_csv
from server.tournament.crosstable_reading import is_crosstable, read_crosstable
from server.tournament.generate import CALM

ALL = Rates(half_bye=3, leave=4, late=8, forfeit=6, double=3)


def plain(event: Event) -> list[tuple[set[object], set[object]]]:
    """What a table has a place for."""

    def game(one: Game) -> object:
        if one.kind == "forfeit":
            return frozenset([(one.white, one.white_half), (one.black, one.black_half)])
        return one

    rounds = []
    for entry in event.rounds:
        games: set[object] = {game(one) for one in entry.games}
        rounds.append((games, {(bye.player, bye.half) for bye in entry.byes if bye.half}))
    return rounds


@pytest.mark.parametrize("system", systems())
@pytest.mark.parametrize("seed", range(12))
def test_an_event_is_rebuilt_from_its_table(system: str, seed: int) -> None:
    made = generate(seed, 5 + seed, 6, system, ALL, groups=1 + seed % 2)
    event = replace(made.event, points=2) if seed % 3 == 0 else made.event
    text = crosstable_csv(event, standings(event, ("buchholz",)))
    assert is_crosstable(text)
    read = read_crosstable(text)
    assert plain(read) == plain(event)
    assert [(p.id, p.name, p.rating) for p in read.players] == [(p.id, p.name, p.rating) for p in event.players]
    assert (read.points, {s.name: s.players for s in read.sections}) == (
        event.points,
        {s.name: s.players for s in event.sections},
    )
    assert check_standings(replace(read, kind="swiss")) == ()
    rows = standings(replace(read, kind="swiss"), ("buchholz", "wins"), unplayed="zero")
    assert {(r.id, r.points, r.place) for r in rows} == {
        (r.id, r.points, r.place) for r in standings(event, ("buchholz", "wins"), unplayed="zero")
    }


@pytest.mark.parametrize("system", ["individual", "truncated-solkoff", "current-buchholz"])
@pytest.mark.parametrize("seed", range(6))
def test_check_agrees_with_a_table_of_games_that_were_all_played(system: str, seed: int) -> None:
    made = generate(seed, 6 + seed, 5, system, CALM)
    read = read_crosstable(crosstable_csv(made.event, standings(made.event, ())))
    found = check_answer(read, system)
    assert all(one["ok"] and not one["differences"] for one in found["rounds"])
    assert found["standings"]["ok"]


TABLE = "place;number;name;rating;1;2;points\n1;1;'=A;2000;2w1;3b½;1½\n2;3;C;;0-+;1w½;1½\n3;2;B;1900;1b0;0--;0\n"


def test_a_table_in_words() -> None:
    event = read_crosstable(TABLE)
    assert [player.name for player in event.players] == ["=A", "B", "C"]
    assert event.rounds[0].games == (Game(1, 2, 2, 0),)
    assert event.rounds[0].byes == (Bye(3, "bye", 2),)
    assert event.rounds[1].games == (Game(3, 1, 1, 1),)
    assert event.rounds[1].byes == (Bye(2, "zero", 0),)
    assert (event.stated[1].points, event.stated[1].place) == (1.5, 1)
    russian = TABLE.replace("place;number;name;rating", "Место;№;Участник;Рейтинг").replace("points", "Очки")
    assert read_crosstable("\ufeff" + russian.replace("w½", "w=").replace("b½", "b1/2")) == event


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("number;", "what;", "line 1: no column number"),
        (";1;2;points", ";1;3;points", "rounds 1, 3: expected columns 1, 2, ..."),
        (";1;2;points", ";a;b;points", "rounds -: expected columns"),
        ("2;3;C", "2;x;C", "line 3: number 'x'"),
        ("2;3;C", "2;1;C", "number 1 stands a second time"),
        (";2000;", ";strong;", "line 2: rating 'strong'"),
        ("2w1", "2z1", "line 2, round 1: '2z1': expected opponent, colour, result, as 12w1"),
        ("2w1", "9w1", "line 2, round 1: opponent 9 is not another player"),
        ("2w1", "1w1", "line 2, round 1: opponent 1 is not another player"),
        ("1b0", "3b0", "line 2, round 1: 1 names 2, who does not name him"),
        ("1b0", "1w0", "w1 and w0 of 1 and 2 do not go together"),
        ("1b0", "1b1", "w1 and b1 of 1 and 2 do not go together"),
        ("1b0", "1b-", "w1 and b- of 1 and 2 do not go together"),
        ("1½\n2;3", "many\n2;3", "number 1: points 'many'"),
    ],
)
def test_every_fault_is_named(old: str, new: str, fault: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_crosstable(TABLE.replace(old, new, 1))
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    "text", ["", "\n", "012 Event\n001    1\n", "name;rating\nA;1\n", "place;name;1;2\n", '012 A,"B\n001\n']
)
def test_other_texts_are_no_crosstables(text: str) -> None:
    assert not is_crosstable(text)


@pytest.mark.parametrize("text", ["", "number;name;1\n"])
def test_an_empty_table_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"no table|no player"):
        read_crosstable(text)


@pytest.mark.parametrize(
    ("cells", "points", "scale"),
    [
        ((("2b1",), ("1w1",)), ("1", "1"), 2),  # a draw, where a win would be 2
        ((("2w1",), ("1b0",)), ("1", "0"), 1),
        ((("2w2",), ("1b0",)), ("2", "0"), 2),
        ((("2w+",), ("1b-",)), ("2", "0"), 2),  # only the points tell it
        ((("2w+",), ("1b-",)), ("1", "0"), 1),
        ((("2w+",), ("1b-",)), ("", ""), 1),
    ],
)
def test_what_a_win_is_worth_follows_from_cells_and_points(
    cells: tuple[tuple[str, ...], ...], points: tuple[str, str], scale: int
) -> None:
    lines = [f"{n};P{n};{';'.join(row)};{points[n - 1]}" for n, row in enumerate(cells, 1)]
    assert read_crosstable("\n".join(["number;name;1;points", *lines])).points == scale
