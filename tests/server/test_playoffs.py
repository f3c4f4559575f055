"""The play-off for a shared first place in the hall (31.8): stages, breaks, the winner's place, kills and undoing."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as h
from hypothesis import strategies as st

from record.commands import Refusal
from server import rounds
from server.config import parse
from server.hall import Hall
from server.playoffs import Meeting, parts
from server.rounds import Pairing
from server.store import Store
from server.tournament.knockout import Stage, next_stage
from server.tournament.model import Game
from tests.server.conftest import Time, event_text
from tests.server.hall_talk import enter, paired

POINTS = 'play_off = "points"'


@pytest.fixture
def opened(open_event: Any, tmp_path: Any) -> Any:
    async def make(keys: str = POINTS, *, players: int = 4, rounds: int = 1) -> Hall:
        text = event_text(tmp_path, players=players, rounds=rounds).replace("seed = 11\n", f"seed = 11\n{keys}\n")
        made: Hall = await open_event(parse(text))
        return made

    return make


async def win(hall: Hall, player: int) -> None:
    """Every open game: ``player`` wins his, the others are drawn."""
    while left := [pair for pair in hall.seats() if pair.game not in hall.results()]:
        pair = left[0]
        result = "1-0" if pair.white == player else "0-1" if pair.black == player else "1/2-1/2"
        await enter(hall, pair.game, result)


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


async def shared_by_two(hall: Hall) -> tuple[int, int]:
    """One round of four, both games won by White: the two are level."""
    made = await paired(hall)
    for pair in made.pairs:
        await enter(hall, pair.game, "1-0")
    one, two = (pair.white for pair in made.pairs)
    return one, two


def test_a_stage_is_played_in_parts() -> None:
    mini = Stage("mini-match", "31.8.5.3", ((1, 2), (2, 1), (4, 3), (3, 4)))
    assert parts(mini) == ((Meeting(1, 2, 2), Meeting(4, 3, 2)),)
    robin = Stage("round-robin", "31.8.5.4", ((1, 4), (2, 3), (4, 3), (1, 2), (2, 4), (3, 1)))
    assert [len(part) for part in parts(robin)] == [2, 2, 2]


async def test_it_starts_only_where_the_regulations_have_it_after_the_last_round(opened: Any) -> None:
    hall = await opened("")
    await shared_by_two(hall)
    assert code(await hall.play_offs.start()) == "no-play-off"
    hall = await opened(rounds=2)
    assert code(await hall.play_offs.start()) == "rounds-left"
    hall = await opened()
    assert hall.play_offs.level() == tuple(sorted(hall.play_offs.level()))
    assert len(hall.play_offs.level()) == 2
    await enter(hall, hall.seats()[0].game, "1/2-1/2")
    assert hall.play_offs.level() == ()
    assert code(await hall.play_offs.start()) == "no-tie"
    assert code(await hall.pair_next()) == "last-round"


async def test_two_play_a_mini_match_and_the_winner_is_first(opened: Any, clock: Time) -> None:
    """31.8.5.1, 31.8.2: two games at 3 min + 2 s, not before 30 minutes after the last game."""
    hall = await opened()
    ended = clock.ms
    one, two = await shared_by_two(hall)
    clock.on(60_000)
    assert await hall.play_offs.start(by="C") is None
    assert code(await hall.play_offs.start()) == "play-off-open"
    assert hall.play_offs.due() == 1
    stage = await paired(hall)
    assert (stage.stage, stage.games, stage.article, len(stage.pairs)) == (1, 2, "31.8.5.1", 1)
    assert stage.earliest_ms == ended + 30 * 60_000
    (pair,) = stage.pairs
    assert {pair.white, pair.black} == {one, two}
    assert hall.game(pair.game).assignment.control == "3m+2s"
    assert hall.game(pair.game).assignment.tempo == "blitz"
    assert hall.play_offs.due() == 0
    places = [row.place for row in hall.standings()]
    await win(hall, two)
    assert len(hall.seats(every=True)) == 2
    standing = hall.play_offs.standing(hall.results())
    assert standing is not None
    assert standing.winner == two
    rows = hall.standings()
    assert [(row.id, row.place, row.decided) for row in rows[:2]] == [(two, 1, "31.8.5.1"), (one, 2, "31.8.5.1")]
    assert [row.place for row in rows[2:]] == places[2:]
    assert [row.decided for row in rows[2:]] == ["", ""]
    assert rows[0].points == 1, "the play-off gives a place, no points"
    assert len(hall.tournament().rounds) == 1
    assert code(await hall.pair_next()) == "last-round"
    again = await opened()
    assert again.standings() == rows
    assert [act.kind for act in again.ledger.acts] == ["pair", "play-off", "play-off-stage"]


async def test_a_drawn_mini_match_goes_on_in_stages_over_a_kill(opened: Any, clock: Time) -> None:
    hall = await opened()
    one, _ = await shared_by_two(hall)
    await hall.play_offs.start()
    await paired(hall)
    await win(hall, 0)
    ended = clock.ms
    clock.on(5_000)
    hall = await opened()
    second = await paired(hall)
    assert (second.stage, second.games) == (2, 1)
    assert second.earliest_ms == ended + 10 * 60_000
    await win(hall, 0)
    third = await paired(hall)
    first, after = second.pairs[0], third.pairs[0]
    assert (after.white, after.black) == (first.black, first.white), "colours change after an odd game"
    await win(await opened(), one)
    hall = await opened()
    standing = hall.play_offs.standing(hall.results())
    assert standing is not None
    assert standing.winner == one
    assert hall.round_number == 4


async def test_three_play_a_round_robin_in_three_rounds(opened: Any) -> None:
    """31.8.5.2."""
    hall = await opened(players=6)
    made = await paired(hall)
    for pair in made.pairs:
        await enter(hall, pair.game, "1-0")
    await hall.play_offs.start()
    winner = made.pairs[1].white
    for number in range(1, 4):
        part = await paired(hall)
        assert (part.stage, len(part.pairs), part.games) == (1, 1, 1)
        assert (part.earliest_ms > 0) == (number == 1)
        await win(hall, winner)
    assert hall.standings()[0].id == winner
    assert [row.place for row in hall.standings()[:3]] == [1, 2, 2]


async def test_four_play_two_matches_and_a_final(opened: Any) -> None:
    """31.8.5.3."""
    hall = await opened(players=8)
    made = await paired(hall)
    for pair in made.pairs:
        await enter(hall, pair.game, "1-0")
    await hall.play_offs.start()
    winner = made.pairs[2].white
    semi = await paired(hall)
    assert (len(semi.pairs), semi.games) == (2, 2)
    other = next(p for pair in semi.pairs for p in (pair.white, pair.black) if winner not in (pair.white, pair.black))
    for pair in semi.pairs:
        keep = winner if winner in (pair.white, pair.black) else other
        for game in (pair.game, f"{pair.game}-g2"):
            seat = next(one for one in hall.seats() if one.game == game)
            await enter(hall, game, "1-0" if seat.white == keep else "0-1")
    final = await paired(hall)
    assert {final.pairs[0].white, final.pairs[0].black} == {winner, other}
    await win(hall, winner)
    assert hall.standings()[0].id == winner


async def test_who_does_not_come_loses_his_match(opened: Any) -> None:
    hall = await opened()
    one, _ = await shared_by_two(hall)
    await hall.play_offs.start()
    (pair,) = (await paired(hall)).pairs
    await enter(hall, pair.game, "+/-" if pair.white == one else "-/+")
    assert hall.standings()[0].id == one
    assert len(hall.seats(every=True)) == 1


async def test_a_stage_and_then_the_play_off_are_taken_back(opened: Any) -> None:
    hall = await opened()
    await shared_by_two(hall)
    assert await hall.play_offs.start(by="C") is None
    first = await paired(hall)
    assert code(await hall.play_offs.take_back(reason="r")) == "play-off-paired"
    assert code(await hall.pairer.repair(absent=[1], reason="r")) == "by-its-lots"
    assert code(await hall.pairer.change([(1, 2)], None, reason="r")) == "by-its-lots"
    assert await hall.pairer.undo_round(reason="a table is missing", by="C") is None
    again = await paired(hall)
    assert [(p.white, p.black) for p in again.pairs] == [(p.white, p.black) for p in first.pairs], "the lot stands"
    assert again.pairs[0].game != first.pairs[0].game
    assert await hall.pairer.undo_round(reason="no time", by="C") is None
    assert await hall.play_offs.take_back(reason="no time", by="C") is None
    assert code(await hall.play_offs.take_back(reason="r")) == "not-there"
    assert code(await hall.pair_next()) == "last-round"
    assert (await opened()).ledger.play_off is None
    assert await hall.play_offs.start() is None
    assert hall.ledger.play_off is not None
    assert hall.ledger.play_off.number == 2, "another play-off has lots of its own"


async def test_only_those_level_in_everything_where_the_regulations_say_places(opened: Any) -> None:
    hall = await opened('play_off = "places"', players=4, rounds=2)
    for results in (("1-0", "1-0"), ("1/2-1/2", "1-0")):
        for pair, result in zip((await paired(hall)).pairs, results, strict=True):
            await enter(hall, pair.game, result)
    first = [row.id for row in hall.standings() if row.place == 1]
    assert hall.play_offs.level() == (tuple(first) if len(first) > 1 else ())


async def test_withdrawn_players_do_not_play_it(opened: Any) -> None:
    hall = await opened(players=6)
    made = await paired(hall)
    for pair in made.pairs:
        await enter(hall, pair.game, "1-0")
    gone = made.pairs[0].white
    await hall.office.withdraw(gone)
    assert set(hall.play_offs.level()) == {made.pairs[1].white, made.pairs[2].white}


def lower(white: int, black: int) -> str:
    """The lower number wins: every stage has an end."""
    return "1-0" if white < black else "0-1"


def plain(players: tuple[int, ...], results: list[str], seed: int, ranking: list[int]) -> tuple[int, list[int]]:
    """The rules alone: the winner among ``players`` with these results in turn, and the games of each stage."""
    told, played, counts = iter(results), list[list[Game]](), list[int]()
    while not isinstance(stage := next_stage(players, played, seed=seed, ranking=ranking), int):
        counts.append(len(stage.games))
        played.append([Game(w, b, *rounds.POINTS[next(told, lower(w, b))]) for w, b in stage.games])
    return stage, counts


LEVEL = {2: (2, "1/2-1/2"), 3: (6, "1-0"), 4: (4, "1/2-1/2"), 5: (10, "1-0"), 6: (6, "1/2-1/2")}
"""How many players, and the result of every game of their one round, for so many to be level."""


@h(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(sorted(LEVEL)),
    st.lists(st.sampled_from(["1-0", "0-1", "1/2-1/2"]), max_size=30),
    st.booleans(),
)
async def test_the_hall_plays_what_the_rules_say_over_any_number_of_kills(
    tmp_path_factory: Any, count: int, results: list[str], kills: bool
) -> None:
    folder, stores = tmp_path_factory.mktemp("play-off"), list[Store]()
    players, result = LEVEL[count]
    text = event_text(folder, players=players, rounds=1).replace("seed = 11\n", f"seed = 11\n{POINTS}\n")

    async def again() -> Hall:
        stores.append(Store(f"sqlite:///{folder / 'hall.db'}"))
        return await Hall.open(parse(text), stores[-1], Time())

    hall = await again()
    for pair in (await paired(hall)).pairs:
        await enter(hall, pair.game, result)
    level = hall.play_offs.level()
    assert len(level) == count
    assert await hall.play_offs.start() is None
    assert hall.ledger.play_off is not None
    seed, ranking = rounds.lot(hall.seed, "play-off", 1), list(hall.ledger.play_off.ranking)
    told, games = iter(results), list[int]()
    while isinstance(made := await hall.pair_next(), Pairing):
        games += [0] * (made.stage - len(games))
        while left := [pair for pair in hall.seats() if pair.game not in hall.results()]:
            await enter(hall, left[0].game, next(told, lower(left[0].white, left[0].black)))
            games[made.stage - 1] += 1
            if kills:
                hall = await again()
    assert (hall.standings()[0].id, games) == plain(level, results, seed, ranking)
    assert hall.standings()[0].decided
    for kept in stores:
        kept.close()
