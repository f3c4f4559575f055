"""The arbiters' office: entries, absences, orders of the pairing, adjourned games; each with its author, all kept."""

from typing import Any

import pytest

from record.commands import EnterResult, Refusal
from server.config import PlayerEntry, parse
from server.hall import Hall
from server.rounds import Adjourned, Apart, Pairing
from server.tournament import check, read_trf, write_trf


async def settle(hall: Hall, *, but: str = "") -> None:
    for state in hall.games():
        game = state.assignment.game
        if game != but:
            assert await hall.command(game, EnterResult(result="1-0", by="arbiter", arbiter="A")) is None


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    assert answer.ru
    assert answer.en
    return answer.code


def couples(hall: Hall) -> set[frozenset[int]]:
    pairing = hall.pairing()
    assert pairing is not None
    return {frozenset((pair.white, pair.black)) for pair in pairing.pairs}


async def test_several_entries_come_in_together_or_not_at_all(open_hall: Any) -> None:
    hall = await open_hall(players=2)
    named = [PlayerEntry(id=0, name=name) for name in ("A", "B", "Player 1")]
    assert code(await hall.office.add_players(named, by="S")) == "entered"
    assert len(hall.players()) == 2
    made = await hall.office.add_players(named[:2], by="S")
    assert not isinstance(made, Refusal)
    assert [member.id for member in made] == [3, 4]
    (act,) = hall.ledger.acts
    assert (act.kind, act.by, act.players) == ("enter", "S", (3, 4))


async def test_exclusion_needs_a_reason_and_so_does_taking_it_back(open_hall: Any) -> None:
    hall = await open_hall(players=4)
    await hall.pair_next()
    assert code(await hall.office.exclude(2, by="C")) == "no-reason"
    assert await hall.office.exclude(2, by="C", reason="5.4.14.1") is None
    (out,) = [member for member in hall.players() if member.excluded]
    assert (out.id, out.left_after, out.excluded) == (2, 1, "5.4.14.1")
    assert code(await hall.office.readmit(2)) == "no-reason"
    assert await hall.office.readmit(2, by="C", reason="appeal") is None
    assert not any(member.excluded or member.left_after for member in hall.players())
    assert [act.kind for act in hall.ledger.acts] == ["pair", "exclude", "readmit"]


async def test_a_bye_on_request_is_worth_what_the_regulations_say(open_hall: Any) -> None:
    hall = await open_hall(players=4)
    assert code(await hall.office.give_bye(1, "half")) == "no-such-bye"
    assert await hall.office.give_bye(1) is None
    assert [(bye.player, bye.kind) for bye in hall.byes()] == [(1, "zero")]
    assert await hall.office.take_back_bye(1) is None
    assert code(await hall.office.take_back_bye(1)) == "not-there"
    assert code(await hall.office.give_bye(1, round=9)) == "no-such-round"
    assert (await open_hall(players=4)).byes() == ()


async def test_a_half_bye_counts_where_the_regulations_depart_from_the_article(
    text: Any, tmp_path: Any, clock: Any, store: Any
) -> None:
    from server.config import parse

    settings = parse(text(tmp_path, players=5).replace("seed = 11", 'seed = 11\nrequested_byes = "half"'))
    assert any("5.4.10.2" in warning for warning in settings.warnings)
    hall = await Hall.open(settings, store, clock)
    assert await hall.office.give_bye(1, "half") is None
    assert code(await hall.office.give_bye(2, "full")) == "no-such-bye"
    await hall.pair_next()
    await settle(hall)
    assert {row.id: row.points for row in hall.standings()}[1] == 0.5


async def test_players_kept_apart_do_not_meet_until_it_is_taken_back(open_hall: Any) -> None:
    hall = await open_hall(players=4)
    await hall.pair_next()
    first = couples(hall)
    await hall.office.forbid([1, 2], by="C")
    assert code(await hall.office.forbid([1, 1])) == "same"
    assert code(await hall.office.forbid([1, 77])) == "no-player"
    await settle(hall)
    await hall.pair_next()
    assert frozenset((1, 2)) not in couples(hall) | first
    await settle(hall)
    assert code(await hall.office.allow(4)) == "not-there"
    assert await hall.office.allow(0, by="C") is None
    assert hall.ledger.orders.apart == (Apart(players=(1, 2), first=2, last=2),)
    await hall.pair_next()
    assert frozenset((1, 2)) in couples(hall)
    event = read_trf(write_trf(hall.tournament(), 26))
    assert all(one.ok for one in check(event, "individual"))
    await hall.office.forbid([3, 4], weak=True)
    await hall.office.allow(1)
    assert len(hall.ledger.orders.apart) == 1


async def test_an_ordered_pair_meets_with_its_reason_and_check_knows_it(open_hall: Any) -> None:
    hall = await open_hall(players=6)
    assert code(await hall.office.order_pair(5, 6, reason="")) == "no-reason"
    assert await hall.office.order_pair(6, 5, reason="city championship", by="C") is None
    assert code(await hall.office.order_pair(6, 1, reason="x")) == "ordered"
    pairing = await hall.pair_next()
    assert isinstance(pairing, Pairing)
    assert (6, 5) in {(pair.white, pair.black) for pair in pairing.pairs}
    assert pairing.manual == "5.4.10.9: city championship"
    assert pairing.engine is not None
    assert {frozenset(two) for two in pairing.engine.couples} == {frozenset((n, n + 3)) for n in (1, 2, 3)}
    await settle(hall)
    (one,) = check(read_trf(write_trf(hall.tournament())), "individual")
    assert (one.ok, one.manual, bool(one.differences)) == (True, pairing.manual, True)
    assert await hall.office.order_pair(1, 2, reason="x") is None
    assert await hall.office.drop_pair(1, 2) is None
    assert code(await hall.office.drop_pair(1, 2)) == "not-there"


async def test_a_player_keeps_his_table(open_hall: Any) -> None:
    hall = await open_hall(players=6)
    assert await hall.office.fix_table(3, 1, by="C") is None
    assert code(await hall.office.fix_table(4, 1)) == "table-taken"
    assert code(await hall.office.fix_table(99, 1)) == "no-player"
    assert code(await hall.office.fix_table(4, 0)) == "no-table"
    for _ in range(2):
        pairing = await hall.pair_next()
        assert isinstance(pairing, Pairing)
        assert [pair.table for pair in pairing.pairs if 3 in (pair.white, pair.black)] == [1]
        assert sorted(pair.table for pair in pairing.pairs) == [1, 2, 7]
        await settle(hall)
    await hall.office.fix_table(3, None)
    assert hall.ledger.orders.tables == ()


async def test_an_adjourned_game_counts_as_adjudicated_for_pairing_and_not_for_places(open_hall: Any) -> None:
    hall = await open_hall(players=6)
    await hall.pair_next()
    assert code(await hall.office.adjourn("r1-t2", "+/-")) == "no-such-result"
    assert await hall.office.adjourn("r1-t2", "0-1", by="C") is None
    await settle(hall, but="r1-t2")
    pair = hall.pair_of("r1-t2")[1]
    assert {row.id: row.points for row in hall.standings()}[pair.black] == 0
    assert isinstance(await hall.pair_next(), Pairing)
    assert hall.ledger.adjourned["r1-t2"] == Adjourned(game="r1-t2", result="0-1", until=2, by="C")
    assert code(await hall.office.resume("r1-t2")) == "paired-with"
    assert code(await hall.office.adjourn("r1-t2", "1-0")) == "paired-with"
    await settle(hall)
    assert await hall.command("r1-t2", EnterResult(result="1-0", by="arbiter", arbiter="A")) is None
    assert {row.id: row.points for row in hall.standings()}[pair.white] >= 1
    game = next(game for game in hall.tournament().rounds[0].games if game.white == pair.white)
    assert (game.white_half, game.adjudicated, game.adjudicated_until) == (2, (0, 2), 2)
    await hall.pair_next()
    await settle(hall)
    found = check(read_trf(write_trf(hall.tournament())), "individual")
    assert [(one.round, one.differences) for one in found] == [(1, ()), (2, ()), (3, ())]


async def test_a_round_whose_games_are_all_adjourned_is_waited_for(open_hall: Any) -> None:
    hall = await open_hall(players=4)
    await hall.pair_next()
    for game in ("r1-t2", "r1-t7"):
        await hall.office.adjourn(game, "1/2-1/2")
    assert code(await hall.pair_next()) == "round-open"
    assert await hall.office.resume("r1-t2", by="C") is None
    assert code(await hall.office.resume("r1-t2")) == "not-there"
    await settle(hall, but="r1-t7")
    assert isinstance(await hall.pair_next(), Pairing)


async def test_the_office_is_there_again_after_a_kill(open_hall: Any) -> None:
    hall = await open_hall(players=6)
    await hall.office.fix_table(3, 1, by="C")
    await hall.office.forbid([1, 2], weak=True, by="C")
    await hall.office.order_pair(6, 5, reason="r", by="C")
    await hall.pair_next(by="C")
    await hall.office.adjourn("r1-t2", "1-0", by="C")
    await hall.office.exclude(4, by="C", reason="5.4.14.1")
    await hall.pairer.change([(1, 4), (5, 6)], None, reason="a mistake", by="C")
    again = await open_hall(players=6)
    for books in ("members", "byes", "pairings", "undone", "adjourned", "orders", "acts"):
        assert getattr(again.ledger, books) == getattr(hall.ledger, books), books
        assert getattr(again.ledger, books), books
    assert again.tournament() == hall.tournament()


async def test_another_order_of_places_after_the_first_round_is_noted(
    text: Any, tmp_path: Any, clock: Any, store: Any
) -> None:
    from server.config import parse

    first = parse(text(tmp_path, players=4))
    hall = await Hall.open(first, store, clock)
    assert (await Hall.open(parse(text(tmp_path).replace('"buchholz"', '"wins"')), store, clock)).ledger.acts == []
    await hall.pair_next()
    assert len((await Hall.open(first, store, clock)).ledger.acts) == 1
    changed = parse(text(tmp_path, players=4).replace('"buchholz"', '"wins", "buchholz"'))
    for _ in range(2):
        (_, act) = (await Hall.open(changed, store, clock)).ledger.acts
        assert (act.kind, act.reason) == ("places", "buchholz; wins, buchholz")


@pytest.mark.parametrize(
    ("system", "said"), [("individual", "Swiss-System"), ("round-robin", "Round-Robin"), ("knockout", "Knock-Out")]
)
async def test_a_tournament_file_says_what_the_event_is(open_event: Any, text: Any, system: str, said: str) -> None:
    keys = 'place = "Омск"\nstart = "2026-05-01"\nchief_arbiter = "Смирнова Л."\n'
    toml = text(players=4).replace('system = "individual"', f'system = "{system}"').replace("seed = 11\n", keys)
    hall = await open_event(parse(toml.replace("rounds = 3\n", "" if system == "knockout" else "rounds = 3\n")))
    lines = write_trf(hall.tournament()).splitlines()
    assert {"022 Омск", "042 2026-05-01", f"092 Individual: {said}", "102 Смирнова Л."} <= set(lines)
    event = hall.tournament()
    assert (read_trf("\n".join(lines)).round_robin, event.kind) == (said == "Round-Robin", event.kind)


async def test_an_ordered_pair_with_someone_who_left_is_told_in_both_languages(open_hall: Any) -> None:
    hall = await open_hall(players=5)
    assert await hall.office.order_pair(1, 2, reason="r", by="C") is None
    assert await hall.office.give_bye(2, "zero", by="C") is None
    refused = await hall.pair_next()
    assert code(refused) == "unpaired"
    assert isinstance(refused, Refusal)
    assert refused.en == "fixed pair: player 2 does not play in this round"
    assert refused.ru == "назначенная пара: участник 2 не играет в этом туре"


async def test_announced_absences_have_one_order_whenever_they_were_noted(open_hall: Any) -> None:
    hall = await open_hall(players=6)
    for player in (5, 2, 4):
        assert await hall.office.give_bye(player, "zero") is None
    event = hall.tournament()
    assert [bye.player for bye in event.rounds[0].byes] == [2, 4, 5]
    assert (await open_hall(players=6)).tournament() == event
