"""Meetings of several games in the hall: the next game at the same table, what counts, kills and corrections."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as h
from hypothesis import strategies as st

from display.format import time_of_day
from record.commands import DrawOpening, EnterResult, Refusal, Rule
from record.drawing import waits
from record.events import ClockReading, Started
from record.messages import Assign
from server.config import parse
from server.hall import Hall
from server.rounds import Pair, Pairing
from server.store import Store, StoreError
from server.times import hall_time
from server.tournament import check, read_trf, write_trf
from server.tournament.crosstable import rating_report
from tests.server.conftest import Time, event_text
from tests.server.hall_talk import enter, heard, paired

PAIRS = "games_per_pairing = 2"


def with_keys(text: str, keys: str) -> str:
    return text.replace("seed = 11\n", f"seed = 11\n{keys}\n")


@pytest.fixture
def opened(open_event: Any, tmp_path: Any) -> Any:
    """Opens the event of this test's folder with more keys of ``[event]``; again as after a kill."""

    async def make(keys: str = PAIRS, **choices: Any) -> Hall:
        text = with_keys(event_text(tmp_path, **{"players": 4, **choices}), keys)
        made: Hall = await open_event(parse(text))
        return made

    return make


def seat(hall: Hall, table: int) -> Pair:
    return next(pair for pair in hall.seats() if pair.table == table)


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


async def test_the_next_game_comes_to_the_same_table_with_colours_changed(opened: Any) -> None:
    hall = await opened()
    hall.tables.outbox.open()
    first = (await paired(hall)).pairs[0]
    heard(hall, "/assignment", Assign)
    assert await hall.command(first.game, EnterResult(result="1-0", by="white")) is None
    assert len(hall.seats(every=True)) == 2, "a result that is not settled brings no game"
    assert await hall.command(first.game, EnterResult(result="1-0", by="black")) is None
    second = seat(hall, first.table)
    assert second.game == f"{first.game}-g2"
    assert (second.white, second.black) == (first.black, first.white)
    (told,) = heard(hall, "/assignment", Assign)
    assert told.assignment.game == second.game
    assert told.assignment.white.id == first.black
    assert (hall.game_at(first.table), hall.game_of(first.white)) == (second.game, second.game)
    assert code(await hall.pair_next()) == "round-open"
    assert len(hall.games(every=True)) == 3


async def test_a_meeting_counts_once_and_every_game_for_ratings(opened: Any) -> None:
    hall = await opened()
    made = await paired(hall)
    one, two = made.pairs
    for game, result in (
        (one.game, "1-0"),
        (f"{one.game}-g2", "1/2-1/2"),
        (two.game, "1-0"),
        (f"{two.game}-g2", "1-0"),
    ):
        await enter(hall, game, result)
    rows = {row.id: row.points for row in hall.standings()}
    assert rows == {one.white: 1, one.black: 0, two.white: 0.5, two.black: 0.5}
    event = hall.tournament()
    assert len(rating_report(event)) == 4
    again = read_trf(write_trf(event))
    assert again.rounds == event.rounds
    assert all(verdict.ok for verdict in check(again, "individual"))
    assert isinstance(await hall.pair_next(), Pairing)


async def test_the_sum_of_points_where_the_regulations_say_so(opened: Any) -> None:
    hall = await opened(f'{PAIRS}\nmeeting_points = "sum"', players=5)
    made = await paired(hall)
    for pair in made.pairs:
        await enter(hall, pair.game, "1-0")
        await enter(hall, f"{pair.game}-g2", "1/2-1/2")
    rows = {row.id: row.points for row in hall.standings()}
    assert made.bye is not None
    assert rows.pop(made.bye) == 2
    assert rows == {pair.white: 1.5 for pair in made.pairs} | {pair.black: 0.5 for pair in made.pairs}


async def test_five_minutes_between_games_in_classic_russian(opened: Any, clock: Time) -> None:
    """5.4.6; the break counts from the end of the game, not from when the arbiter confirms it."""
    hall = await opened()
    first = (await paired(hall)).pairs[0]
    await enter(hall, first.game, "1-0")
    assert hall.meetings.earliest_ms(f"{first.game}-g2") == clock.ms, "rapid has no break"
    assert hall.game(f"{first.game}-g2").assignment.not_before == ""


async def test_the_break_counts_from_the_end_of_the_game(tmp_path: Any, clock: Time) -> None:
    text = with_keys(event_text(tmp_path, players=4), PAIRS).replace('"rapid"', '"classic"')
    kept = Store(f"sqlite:///{tmp_path / 'hall.db'}")
    hall = await Hall.open(parse(text), kept, clock)
    first = (await paired(hall)).pairs[0]
    ended = clock.ms
    await hall.command(first.game, EnterResult(result="1-0", by="white"))
    clock.on(60_000)
    await hall.command(first.game, EnterResult(result="1-0", by="black"))
    assert hall.meetings.earliest_ms(f"{first.game}-g2") == ended + 300_000
    assert hall.meetings.earliest_ms(first.game) == 0
    told = hall.game(f"{first.game}-g2").assignment.not_before
    assert told == time_of_day(hall_time(ended + 300_000)), "the table is told when the break is over"
    kept.close()


async def test_a_drawn_meeting_is_played_on_under_its_control_until_one_has_won(opened: Any) -> None:
    hall = await opened(f'{PAIRS}\nextra_when_drawn = "until-won"\nextra_control = "3m+2s"')
    first = (await paired(hall)).pairs[0]
    await enter(hall, first.game, "1-0")
    await enter(hall, f"{first.game}-g2", "1-0")
    third = seat(hall, first.table)
    assert third.game == f"{first.game}-g3"
    assert hall.game(third.game).assignment.control == "3m+2s"
    assert hall.game(f"{first.game}-g2").assignment.control == "15m+5s"
    await enter(hall, third.game, "1/2-1/2")
    fourth = seat(hall, first.table)
    assert (fourth.white, fourth.black) == (third.black, third.white)
    await enter(hall, fourth.game, "1-0")
    assert seat(hall, first.table) == fourth
    pairing = hall.pairing()
    assert pairing is not None
    assert hall.meetings.standing(pairing, first, hall.results()).result.half(fourth.white) == 2


async def test_a_correction_drops_an_extra_game_that_has_not_begun_and_brings_it_back(
    opened: Any, table_log: Any
) -> None:
    hall = await opened(f'{PAIRS}\nextra_when_drawn = "until-won"')
    first = (await paired(hall)).pairs[0]
    second, third = f"{first.game}-g2", f"{first.game}-g3"
    await enter(hall, first.game, "1-0")
    await enter(hall, second, "1-0")
    assert hall.game_at(first.table) == third
    await enter(hall, second, "1/2-1/2")
    assert hall.game_at(first.table) == second
    assert not hall.has_game(third)
    assert code(await hall.command(third, EnterResult(result="1-0", by="white"))) == "undone"
    taken = await hall.take_batch(first.table, table_log(third).write(Started()).batch())
    assert taken.ack == 1, "what its table said is kept"
    await enter(hall, second, "1-0")
    assert hall.game_at(first.table) == f"{third}-2"
    again = await opened(f'{PAIRS}\nextra_when_drawn = "until-won"')
    assert again.game_at(first.table) == f"{third}-2"
    await again.take_batch(first.table, table_log(f"{third}-2").write(Started()).batch())
    await enter(again, second, "1/2-1/2")
    assert again.game_at(first.table) == f"{third}-2", "a game that has begun stays"


async def test_a_forfeit_loses_the_meeting(opened: Any) -> None:
    """5.4.4.1."""
    hall = await opened("games_per_pairing = 3")
    made = await paired(hall)
    one, two = made.pairs
    await enter(hall, one.game, "1-0")
    await enter(hall, f"{one.game}-g2", "+/-")
    assert len(hall.seats(every=True)) == 3
    await enter(hall, two.game, "-/-")
    rows = {row.id: row.points for row in hall.standings()}
    assert rows == {one.white: 0, one.black: 1, two.white: 0, two.black: 0}
    assert len(rating_report(hall.tournament())) == 1
    assert isinstance(await hall.pair_next(), Pairing)


async def test_the_loss_of_a_micro_match_as_a_sanction(opened: Any, table_log: Any) -> None:
    """5.4.14.1; and taken back."""
    hall = await opened("games_per_pairing = 3")
    one, two = (await paired(hall)).pairs
    assert code(await hall.meetings.lose(one.white, reason=" ")) == "no-reason"
    await enter(hall, one.game, "1-0")
    await hall.take_batch(one.table, table_log(f"{one.game}-g2").write(Started()).batch())
    assert await hall.meetings.lose(one.white, reason="phone", by="C") is None
    assert hall.results()[f"{one.game}-g2"] == "1-0", "White of game 2 is the opponent"
    assert hall.game_at(one.table) == f"{one.game}-g2"
    assert code(await hall.meetings.lose(one.white, reason="again")) == "meeting-over"
    assert await hall.meetings.lose(two.white, both=True, reason="both", by="C") is None
    assert hall.results()[two.game] == "-/-"
    assert {row.id: row.points for row in hall.standings()}[one.black] == 1
    again = await opened("games_per_pairing = 3")
    assert {row.id: row.points for row in again.standings()} == {row.id: row.points for row in hall.standings()}
    assert await again.meetings.take_back_loss(one.game, by="C") is None
    assert again.game_at(one.table) == f"{one.game}-g3"
    assert [act.kind for act in again.ledger.acts] == ["pair", "lose-meeting", "lose-meeting", "meeting-stands"]
    assert code(await again.meetings.take_back_loss(one.game)) == "not-there"
    assert code(await (await opened("")).meetings.lose(one.white, reason="r")) == "single-game"


async def test_an_adjourned_game_is_not_waited_for(opened: Any) -> None:
    hall = await opened()
    one, two = (await paired(hall)).pairs
    assert await hall.office.adjourn(one.game, "1-0") is None
    second = f"{one.game}-g2"
    assert hall.game_at(one.table) == second
    await enter(hall, second, "0-1")
    for game in (two.game, f"{two.game}-g2"):
        await enter(hall, game, "1/2-1/2")
    (meeting, _) = hall.tournament().rounds[0].games
    assert (meeting.kind, meeting.white_half, meeting.black_half) == ("unfinished", 2, 0)
    assert isinstance(await hall.pair_next(), Pairing)
    await enter(hall, one.game, "0-1")
    (meeting, _) = hall.tournament().rounds[0].games
    assert (meeting.white_half, meeting.black_half, meeting.adjudicated, meeting.adjudicated_until) == (1, 1, (2, 0), 2)
    assert all(verdict.ok for verdict in check(read_trf(write_trf(hall.tournament())), "individual"))


async def test_an_adjourned_game_and_one_nobody_came_to_are_a_meeting(opened: Any) -> None:
    hall = await opened(rounds=3)
    one, two = (await paired(hall)).pairs
    assert await hall.office.adjourn(one.game, "1-0") is None
    await enter(hall, f"{one.game}-g2", "-/+")
    for game in (two.game, f"{two.game}-g2"):
        await enter(hall, game, "1/2-1/2")
    (meeting, _) = hall.tournament().rounds[0].games
    assert (meeting.kind, meeting.met) == ("played", True)
    for number in (2, 3):
        made = await hall.pair_next(relax=number == 3)
        assert isinstance(made, Pairing)
        if number == 2:
            assert {one.white, one.black} not in ({pair.white, pair.black} for pair in made.pairs)
            for pair in made.pairs:
                for game in (pair.game, f"{pair.game}-g2"):
                    await enter(hall, game, "1/2-1/2")
    await enter(hall, one.game, "0-1")
    assert all(not verdict.differences for verdict in check(read_trf(write_trf(hall.tournament())), "individual"))


async def test_a_failing_disk_delays_the_next_game_only(opened: Any, monkeypatch: Any) -> None:
    hall = await opened()
    one, two = (await paired(hall)).pairs
    commit, fails = hall.store.commit, []

    async def failing(work: Any) -> Any:
        if "Meetings._assign" in getattr(work, "__qualname__", ""):
            fails.append(work)
            raise StoreError("full")
        return await commit(work)

    monkeypatch.setattr(hall.store, "commit", failing)
    await enter(hall, one.game, "1-0")
    assert fails
    assert hall.game_at(one.table) == one.game
    assert code(await hall.pair_next()) == "round-open"
    monkeypatch.undo()
    await enter(hall, two.game, "1-0")
    assert hall.game_at(one.table) == f"{one.game}-g2"


async def test_spectators_see_the_next_game_as_late_as_everything(opened: Any, clock: Time) -> None:
    hall = await opened(PAIRS, delay=60)
    first = (await paired(hall)).pairs[0]
    clock.on(60_000)
    await enter(hall, first.game, "1-0")
    assert hall.game_at(first.table) == f"{first.game}-g2"
    assert next(state.assignment.game for state in hall.games_delayed()) == first.game
    assert hall.game_at(first.table, public=True) == first.game
    clock.on(60_000)
    assert next(state.assignment.game for state in hall.games_delayed()) == f"{first.game}-g2"


async def test_a_lehmann_georgiev_budget_goes_from_game_to_game_until_the_first_win(
    opened: Any, table_log: Any
) -> None:
    """3.6.4: what a person has left is his time in the next game; the match under another control does not count."""
    hall = await opened('extra_when_drawn = "until-won"\nextra_control = "lehmann-georgiev:5m+3s"')
    first = (await paired(hall)).pairs[0]
    read = ClockReading(white_ms=800_000, black_ms=700_000, running=None)
    await hall.take_batch(first.table, table_log(first.game).write(Started(), read).batch())
    await enter(hall, first.game, "1/2-1/2")
    second = seat(hall, first.table)
    told = hall.game(second.game).assignment
    assert (told.white.time_left_ms, told.black.time_left_ms) == (None, None)
    read = ClockReading(white_ms=200_000, black_ms=100_000, running=None)
    await hall.take_batch(second.table, table_log(second.game).write(Started(), read).batch())
    await enter(hall, second.game, "1/2-1/2")
    told = hall.game(seat(hall, first.table).game).assignment
    assert (told.white.id, told.white.time_left_ms, told.black.time_left_ms) == (second.black, 100_000, 200_000)


OPENINGS = (
    '\n[[opening]]\nnumber = 1\nmoves = "c3-d4 d6-c5"\n\n[[opening]]\nnumber = 2\nmoves = "c3-d4 b6-c5"\n'
    + "".join(
        f'\n[[opening]]\nnumber = {number}\nmoves = "{moves}"\n'
        for number, moves in ((3, "g3-f4 f6-g5"), (4, "e3-f4 d6-c5"), (5, "a3-b4 b6-a5"), (6, "c3-b4 f6-e5"))
    )
)


LOTS = {"each-game": 6, "each-two-games": 3, "each-meeting": 1}


@pytest.mark.parametrize("lot", LOTS)
async def test_the_opening_is_drawn_with_the_pairing_by_the_order_of_the_event(opened: Any, lot: str) -> None:
    keys = f'games_per_pairing = 6\nopening_lot = "{lot}"\nopenings_drawn = "pairing"'
    hall = await opened(keys, more=OPENINGS)
    first = (await paired(hall)).pairs[0]
    for number in range(1, 7):
        await enter(hall, first.game if number == 1 else f"{first.game}-g{number}", "1/2-1/2")
    drawn = [s.assignment.opening for s in hall.games(every=True) if s.assignment.table == first.table]
    assert all(drawn)
    seeds = [opening.seed for opening in drawn]
    assert len(set(seeds)) == LOTS[lot]
    assert sorted(seeds, key=seeds.index) == seeds  # one after another, never again


@pytest.mark.parametrize("lot", LOTS)
async def test_a_lot_for_several_games_is_drawn_once_at_the_table(opened: Any, lot: str) -> None:
    """5.4.1.3: the next game of the same lot begins with what was drawn before, another waits for both players."""
    hall = await opened(f'games_per_pairing = 6\nopening_lot = "{lot}"', more=OPENINGS)
    first = (await paired(hall)).pairs[0]
    asked = 0
    for number in range(1, 7):
        game = first.game if number == 1 else f"{first.game}-g{number}"
        if waits(hall.game(game)):
            asked += 1
            assert hall.game(game).assignment.opening is None
            assert await hall.command(game, DrawOpening(arbiter="A")) is None
        assert hall.game(game).assignment.opening == hall.game(game).assignment.lot
        await enter(hall, game, "1/2-1/2")
    assert asked == LOTS[lot]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("result"), st.integers(0, 9), st.sampled_from(["1-0", "0-1", "1/2-1/2", "+/-"])),
        st.tuples(st.just("begin"), st.integers(0, 9)),
        st.tuples(st.just("lose"), st.integers(0, 3)),
        st.tuples(st.just("back"), st.integers(0, 1)),
        st.tuples(st.just("adjourn"), st.integers(0, 9)),
        st.tuples(st.just("kill")),
    ),
    max_size=14,
)


@h(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS, st.sampled_from(["none", "once", "until-won"]))
async def test_whatever_happens_a_kill_changes_nothing(
    tmp_path_factory: Any, table_log: Any, steps: list[tuple[Any, ...]], extra: str
) -> None:
    folder = tmp_path_factory.mktemp("meetings")
    text = with_keys(event_text(folder, players=4), f'{PAIRS}\nextra_when_drawn = "{extra}"')
    clock, stores = Time(), []

    async def again() -> Hall:
        stores.append(Store(f"sqlite:///{folder / 'hall.db'}"))
        return await Hall.open(parse(text), stores[-1], clock)

    hall = await again()
    first = await paired(hall)
    for step in (*steps, ("kill",)):
        games = [pair.game for pair in hall.seats(every=True)]
        match step:
            case ("result", at, result):
                await enter(hall, games[at % len(games)], result)
            case ("begin", at):
                pair = hall.seats()[at % 2]
                if not hall.pairer.begun(pair):
                    await hall.take_batch(pair.table, table_log(pair.game).write(Started()).batch())
            case ("lose", at):
                await hall.meetings.lose(sorted(hall.ledger.members)[at], reason="r")
            case ("back", at):
                await hall.meetings.take_back_loss(first.pairs[at].game)
            case ("adjourn", at):
                await hall.office.adjourn(games[at % len(games)], "1/2-1/2")
            case _:
                before = (hall.seats(every=True), hall.ledger.further, hall.tournament(), hall.standings())
                hall = await again()
                assert (hall.seats(every=True), hall.ledger.further, hall.tournament(), hall.standings()) == before
        pairing = hall.pairing()
        assert pairing is not None
        for pair in pairing.pairs:
            assert hall.meetings.due(pairing, pair) is None, "what is due is assigned"
            standing = hall.meetings.standing(pairing, pair, hall.results())
            assert sum(game.kind == "unfinished" for game in standing.games) <= 1 or hall.ledger.adjourned
    for kept in stores:
        kept.close()


async def test_colours_exchanged_in_a_game_of_a_meeting_count_for_that_game(tmp_path: Any, clock: Time) -> None:
    """A swap of renju: the meeting stands as drawn, its games with the colours that were played (5.2.4.3)."""
    text = with_keys(event_text(tmp_path, players=2), PAIRS).replace('"russian"', '"renju"')
    text = text.replace('discipline = "renju"', 'discipline = "renju"\nopening_regulation = "swap2"')
    kept = Store(f"sqlite:///{tmp_path / 'hall.db'}")
    hall = await Hall.open(parse(text), kept, clock)
    (pair,) = (await paired(hall)).pairs
    turned = Rule(ruling="set-colours", arbiter="A", black=pair.white, reason="a swap")
    assert await hall.command(pair.game, turned) is None
    await enter(hall, pair.game, "1-0")
    pairing = hall.pairing()
    assert pairing is not None
    standing = hall.meetings.standing(pairing, pair, hall.results())
    assert standing.games[0].exchanged
    assert (standing.first, standing.second) == (0, 2), "White of the game was Black of the draw"
    assert await hall.meetings.lose(pair.white, reason="r") is None
    (meeting,) = hall.tournament().rounds[0].games
    assert (meeting.white, meeting.half(pair.black), meeting.exchanged) == (pair.white, 2, False)
    kept.close()
