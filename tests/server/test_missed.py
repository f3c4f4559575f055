"""Who missed a round: the chief arbiter decides whether he plays on (5.4.5.1, the older Swiss); a new draw of renju."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from record.commands import EnterResult, Refusal
from rules.errors import SettingsError
from server.config import PlayerEntry, Settings, parse
from server.hall import Hall
from server.rounds import Pairing
from tests.server.conftest import event_text
from tests.server.hall_talk import paired, settle

Opened = Callable[..., Awaitable[Hall]]


@pytest.fixture
def by_system(open_event: Callable[[Settings], Awaitable[Hall]], tmp_path: Path) -> Opened:
    def make(system: str, **choices: Any) -> Awaitable[Hall]:
        return open_event(parse(event_text(tmp_path, **choices).replace('"individual"', f'"{system}"')))

    return make


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    assert answer.ru != answer.en
    return answer.code


async def test_in_the_older_swiss_nobody_plays_on_without_consent(by_system: Opened) -> None:
    hall = await by_system("floats", players=6)
    assert await hall.office.give_bye(3, "zero", by="C") is None
    await paired(hall)
    await settle(hall)
    assert hall.office.undecided() == {3: (1,)}
    refused = await hall.pair_next()
    assert code(refused) == "needs-consent"
    assert isinstance(refused, Refusal)
    assert "Player 3" in refused.en
    assert await hall.office.go_on(3, by="C", reason="his train was late") is None
    assert hall.office.undecided() == {}
    assert code(await hall.office.go_on(3)) == "not-there"
    made = await paired(hall)
    assert 3 in {player for pair in made.pairs for player in (pair.white, pair.black)} | set(made.pluses)
    # A game that did not take place is a missed round too; whoever stays away needs no consent yet.
    first = made.pairs[0]
    await hall.command(first.game, EnterResult(result="-/+", by="arbiter", arbiter="A"))
    await settle_rest(hall, first.game)
    assert list(hall.office.undecided()) == [first.white]
    assert await hall.office.give_bye(first.white, "zero", by="C") is None
    assert isinstance(await hall.pair_next(), Pairing)
    again = await by_system("floats", players=6)
    assert again.ledger.members[3].goes_on == 1
    assert [act.kind for act in again.ledger.acts if act.kind == "go-on"] == ["go-on"]


async def settle_rest(hall: Hall, but: str) -> None:
    for state in hall.games():
        if state.assignment.game != but:
            told = EnterResult(result="1-0", by="arbiter", arbiter="A")
            assert await hall.command(state.assignment.game, told) is None


async def test_whoever_was_withdrawn_needs_no_decision(by_system: Opened) -> None:
    hall = await by_system("floats-single-draw", players=6)
    assert await hall.office.give_bye(3, "zero", by="C") is None
    await paired(hall)
    await settle(hall)
    assert await hall.office.withdraw(3, by="C") is None
    assert hall.office.undecided() == {}
    assert isinstance(await hall.pair_next(), Pairing)


async def test_in_a_round_robin_a_missed_game_is_the_chief_arbiters_to_decide(by_system: Opened) -> None:
    hall = await by_system("round-robin", players=5)
    made = await paired(hall)
    first = made.pairs[0]
    await hall.command(first.game, EnterResult(result="+/-", by="arbiter", arbiter="A"))
    await settle_rest(hall, first.game)
    assert hall.office.undecided() == {first.black: (1,)}, "an idle round is no missed game"
    assert isinstance(await hall.pair_next(), Pairing), "the table is drawn: it goes on"
    assert await hall.office.go_on(first.black, by="C") is None
    assert hall.office.undecided() == {}


async def test_other_systems_ask_nobody(by_system: Opened) -> None:
    hall = await by_system("individual", players=6)
    assert await hall.office.give_bye(3, "zero", by="C") is None
    await paired(hall)
    await settle(hall)
    assert hall.office.undecided() == {}
    assert isinstance(await hall.pair_next(), Pairing)


def renju(folder: Path | str, tiebreaks: str = '["sonneborn-berger"]') -> str:
    text = event_text(folder, players=4).replace('"russian"', '"renju"\nopening_regulation = "rif"')
    return text.replace('["buchholz"]', tiebreaks)


async def test_in_renju_a_change_of_entries_before_the_first_clock_starts_needs_a_new_draw(
    open_event: Any, tmp_path: Path
) -> None:
    hall = await open_event(parse(renju(tmp_path)))
    await paired(hall)
    late = PlayerEntry(id=0, name="Late")
    assert code(await hall.office.add_player(late)) == "new-draw"
    assert code(await hall.office.withdraw(1)) == "new-draw"
    assert await hall.pairer.undo_round(reason="an entry", by="C") is None
    assert not isinstance(await hall.office.add_player(late), Refusal)
    await paired(hall)
    await settle(hall)
    assert await hall.office.withdraw(1) is None, "the event has begun"


def test_a_swiss_event_of_renju_names_its_tie_breaks() -> None:
    with pytest.raises(SettingsError, match=r"they must be chosen: 5\.3\.11\.3 breaks off"):
        parse(renju("data", "[]"))
    assert parse(renju("data", "[]").replace('"individual"', '"round-robin"')).event.tiebreaks == ()
    assert parse(renju("data")).event.tiebreaks == ("sonneborn-berger",)


@pytest.mark.parametrize(("after", "mark"), [(1, "-"), (2, "-"), (3, "+")])
async def test_the_games_of_whoever_left_a_round_robin_are_entered_by_the_article(
    by_system: Opened, after: int, mark: str
) -> None:
    """Six players, five games each: fewer than half played, both minus; else minus and plus (5.4.5.2-3)."""
    hall = await by_system("round-robin", players=6, rounds=5)
    for number in range(1, 6):
        made = await paired(hall)
        if number > after:
            pair = next(one for one in made.pairs if 2 in (one.white, one.black))
            expected = f"-/{mark}" if pair.white == 2 else f"{mark}/-"
            assert hall.results()[pair.game] == expected
            assert hall.game(pair.game).result.reason == ("5.4.5.3" if mark == "+" else "5.4.5.2")  # type: ignore[union-attr]
        for state in hall.games():
            if state.assignment.game not in hall.results():
                told = EnterResult(result="1-0", by="arbiter", arbiter="A")
                assert await hall.command(state.assignment.game, told) is None
        if number == after:
            assert await hall.office.withdraw(2, by="C", reason="ill") is None
    row = next(row for row in hall.standings() if row.id == 2)
    assert (row.place is None) is (mark == "-")
    others = [row.points for row in hall.standings() if row.id != 2]
    assert sum(others) == (10 if mark == "-" else 15 - row.points)


async def test_two_who_left_lose_to_each_other(by_system: Opened) -> None:
    hall = await by_system("round-robin", players=4, rounds=3)
    for _ in range(2):
        await paired(hall)
        await settle(hall)
    for player in (1, 3):
        assert await hall.office.withdraw(player) is None
    made = await paired(hall)
    assert {(pair.white, pair.black): hall.results().get(pair.game) for pair in made.pairs} == {
        (2, 4): None,
        (3, 1): "-/-",
    }
