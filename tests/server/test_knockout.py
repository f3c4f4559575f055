"""A knock-out in the hall: losers leave, drawn meetings go on to the first win, the rounds follow from the players."""

from collections import Counter
from typing import Any

import pytest

from record.commands import Refusal
from rules.errors import SettingsError
from server.config import parse
from server.hall import Hall
from server.rounds import Pairing
from server.tournament import check_answer, read_trf, write_trf
from server.tournament.elimination import champion
from tests.server.conftest import event_text
from tests.server.hall_talk import enter, paired


def knockout_text(folder: Any, keys: str = "", **choices: Any) -> str:
    text = event_text(folder, **choices).replace("rounds = 3\n", "").replace('tiebreaks = ["buchholz"]\n', "")
    return text.replace('"individual"', '"knockout"').replace("seed = 11\n", f"seed = 11\n{keys}\n")


@pytest.fixture
def opened(open_event: Any, tmp_path: Any) -> Any:
    async def make(keys: str = "", **choices: Any) -> Hall:
        made: Hall = await open_event(parse(knockout_text(tmp_path, keys, **choices)))
        return made

    return make


async def settle(hall: Hall) -> None:
    """Every open game is won by the lower number."""
    for state in hall.games():
        game = state.assignment
        if game.game not in hall.results():
            await enter(hall, game.game, "1-0" if game.white.id < game.black.id else "0-1")


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


async def test_six_players_need_three_rounds_and_losers_leave(opened: Any) -> None:
    hall = await opened(players=6)
    assert hall.rounds == 3
    first = await paired(hall)
    assert (len(first.pairs), len(first.through), first.absent) == (2, 2, ())
    await settle(hall)
    second = await paired(hall)
    assert len(second.pairs) == 2
    assert second.absent == (), "whoever has lost is not absent"
    lost = {max(pair.white, pair.black) for pair in first.pairs}
    assert not lost & {player for pair in second.pairs for player in (pair.white, pair.black)}
    await settle(hall)
    await paired(hall)
    await settle(hall)
    assert code(await hall.pair_next()) == "last-round"
    assert champion(hall.tournament()) == 1
    places = Counter(row.place for row in hall.standings())
    assert hall.standings()[0].id == 1
    assert set(places) <= {1, 2, 3, 5}
    found = check_answer(read_trf(write_trf(hall.tournament())), "knockout")
    assert all(one["ok"] for one in found["rounds"])
    assert found["standings"]["ok"]


async def test_a_drawn_meeting_goes_on_to_the_first_win(opened: Any) -> None:
    hall = await opened("games_per_pairing = 2", players=2)
    (pair,) = (await paired(hall)).pairs
    await enter(hall, pair.game, "1-0")
    await enter(hall, f"{pair.game}-g2", "1-0")
    await enter(hall, f"{pair.game}-g3", "1/2-1/2")
    assert code(await hall.pair_next()) == "round-open"
    again = await opened("games_per_pairing = 2", players=2)
    fourth = again.seats()[0]
    assert fourth.game == f"{pair.game}-g4"
    await enter(again, fourth.game, "0-1")
    assert champion(again.tournament()) == fourth.black
    assert len(again.seats(every=True)) == 4


async def test_who_withdraws_or_is_absent_is_out_and_the_others_go_on(opened: Any) -> None:
    hall = await opened(players=8)
    await paired(hall)
    await settle(hall)
    winners = sorted(hall.field(2))
    assert await hall.office.withdraw(winners[0]) is None
    second = await paired(hall)
    assert (len(second.pairs), len(second.through), second.absent) == (1, 1, ())
    await settle(hall)
    left = sorted(hall.field(3))
    assert await hall.office.give_bye(left[0]) is None
    assert code(await hall.pair_next()) == "last-round"
    assert champion(hall.tournament()) == left[1]


async def test_a_round_is_taken_back_and_changed_by_hand(opened: Any) -> None:
    hall = await opened(players=5)
    first = await paired(hall)
    assert await hall.pairer.undo_round(reason="late", by="C") is None
    assert len(await hall.office.add_players((hall.settings.players[0].__class__(id=0, name="Late"),))) == 1
    again = await paired(hall)
    assert (len(again.pairs), len(again.through)) == (2, 2)
    assert code(await hall.pairer.repair(absent=[1], reason="r")) == "by-lot"
    one, two = ((pair.white, pair.black) for pair in again.pairs)
    free = again.through[0]
    changed = await hall.pairer.change([(free, one[1]), two], one[0], reason="a mistake", by="C")
    assert isinstance(changed, Pairing)
    assert changed.bye is None
    assert set(changed.through) == {again.through[1], one[0]}
    assert changed.absent == ()
    assert first.system == "knockout"
    await settle(hall)
    out = max(changed.pairs[0].white, changed.pairs[0].black)
    await paired(hall)
    assert code(await hall.pairer.change([(out, 1)], None, reason="r")) == "not-in-field"
    entry = hall.settings.players[0].__class__(id=0, name="Later")
    assert code(await hall.office.add_player(entry)) == "table-drawn"
    (verdict, _) = check_answer(read_trf(write_trf(hall.tournament())), "knockout")["rounds"] + [None]
    assert (verdict["ok"], verdict["manual"]) == (True, "a mistake")


async def test_seeded_pairs_and_a_double_loss(opened: Any) -> None:
    hall = await opened('knockout_pairs = "seeded"', players=4)
    first = await paired(hall)
    assert {frozenset((pair.white, pair.black)) for pair in first.pairs} == {frozenset((1, 4)), frozenset((2, 3))}
    for pair in first.pairs:
        result = "-/-" if 1 in (pair.white, pair.black) else "1-0"
        await enter(hall, pair.game, result)
    assert code(await hall.pair_next()) == "last-round"
    assert champion(hall.tournament()) in (2, 3)


async def test_ordered_pairs_are_refused(opened: Any) -> None:
    hall = await opened(players=4)
    await hall.office.order_pair(1, 2, reason="r")
    assert code(await hall.pair_next()) == "no-ordered-pairs"


async def test_a_match_for_third_place_is_played_beside_the_final(opened: Any) -> None:
    hall = await opened("third_place = true", players=6)
    for _ in range(2):
        await paired(hall)
        await settle(hall)
    made = await paired(hall)
    assert len(made.pairs) == 2
    assert made.absent == ()
    third = made.pairs[1]
    assert await hall.pairer.undo_round(reason="r", by="C") is None
    assert await paired(hall) is not None
    turned = [(made.pairs[0].white, made.pairs[0].black), (third.black, third.white)]
    assert isinstance(await hall.pairer.change(turned, None, reason="colours by agreement"), Pairing)
    await settle(hall)
    assert code(await hall.pair_next()) == "last-round"
    assert [row.place for row in hall.standings()][:4] == [1, 2, 3, 4]
    assert {row.id for row in hall.standings()[2:4]} == {third.white, third.black}
    found = check_answer(read_trf(write_trf(hall.tournament())), "knockout")
    assert [(one["ok"], len(one["differences"])) for one in found["rounds"]] == [(True, 0), (True, 0), (True, 1)]


def test_only_a_knock_out_has_a_match_for_third_place() -> None:
    with pytest.raises(SettingsError, match="third_place: belongs to the system knockout"):
        parse(event_text("data").replace("seed = 11\n", "seed = 11\nthird_place = true\n"))
    with pytest.raises(SettingsError, match="third_place: 1, expected true or false"):
        parse(knockout_text("data", "third_place = 1"))


async def test_an_adjourned_game_of_a_knock_out_is_waited_for(opened: Any) -> None:
    hall = await opened(players=4)
    made = await paired(hall)
    one, two = made.pairs
    assert await hall.office.adjourn(one.game, "1-0", by="C") is None
    await enter(hall, two.game, "1-0")
    assert code(await hall.pair_next()) == "round-open", "who goes on is not known"
    await enter(hall, one.game, "0-1")
    assert isinstance(await hall.pair_next(), Pairing)
