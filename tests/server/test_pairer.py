"""Taking a pairing back, changing it by hand, changing as little as possible."""

from typing import Any

import pytest

from record import messages
from record.commands import EnterResult, Refusal
from record.events import Started
from server.hall import Hall
from server.rounds import Pairing
from server.tournament import check, read_trf, write_trf
from tests.server.hall_talk import paired


async def settle(hall: Hall) -> None:
    for state in hall.games():
        told = EnterResult(result="1-0", by="arbiter", arbiter="A")
        assert await hall.command(state.assignment.game, told) is None


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def couples(pairing: Pairing | None) -> list[tuple[int, int]]:
    assert pairing is not None
    return [(pair.white, pair.black) for pair in pairing.pairs]


async def test_a_round_is_taken_back_and_paired_again_under_new_ids(open_hall: Any) -> None:
    hall = await open_hall(players=4)
    first = await paired(hall)
    assert code(await hall.pairer.undo_round(reason=" ")) == "no-reason"
    assert await hall.pairer.undo_round(reason="a late entry", by="C") is None
    assert (hall.round_number, hall.pairing(), hall.games()) == (0, None, ())
    assert code(await hall.pairer.undo_round(reason="again")) == "not-paired"
    again = await paired(hall)
    assert couples(again) == couples(first)
    assert [pair.game for pair in again.pairs] == ["r1-t2-2", "r1-t7-2"]
    assert not hall.has_game("r1-t2")
    answer = await hall.command("r1-t2", EnterResult(result="1-0", by="arbiter", arbiter="A"))
    assert code(answer) == "undone"
    (undone,) = hall.ledger.undone
    assert (undone.pairing, undone.by, undone.reason) == (first, "C", "a late entry")
    assert [act.kind for act in hall.ledger.acts] == ["pair", "undo-round", "pair"]


async def test_what_a_table_says_of_a_game_taken_back_is_kept(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall(players=4)
    hall.tables.outbox.open()
    await paired(hall)
    await hall.pairer.undo_round(reason="r")
    await paired(hall)
    for opened in (hall, None):
        opened = opened or await open_hall(players=4)
        taken = await opened.take_batch(2, table_log("r1-t2").write(Started()).batch())
        assert (taken.ack, taken.refused) == (1, "")
        assert opened.game("r1-t2-2").phase == "waiting"


async def test_a_begun_round_is_not_taken_back(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall(players=6)
    await paired(hall)
    await hall.tables.receive(2, "log", messages.encode(table_log("r1-t2").write(Started()).batch()))
    await hall.command("r1-t1", EnterResult(result="1-0", by="white"))
    refusal = await hall.pairer.undo_round(reason="r")
    assert code(refusal) == "begun"
    assert isinstance(refusal, Refusal)
    assert refusal.en.endswith("1, 2.")


async def test_pairs_changed_by_hand_keep_the_others_and_show_the_difference(open_hall: Any) -> None:
    hall = await open_hall(players=8)
    first = await paired(hall)
    (a, b), (c, d), *rest = couples(first)
    wanted = [(a, c), (d, b), *rest]
    change = await hall.pairer.compared(wanted, None)
    assert change is not None
    assert set(change.only_manual) == {(a, c), (d, b)}
    assert set(change.only_engine) == {(a, b), (c, d)}
    assert change.warnings == ()
    assert code(await hall.pairer.change(wanted, None, reason="", by="C")) == "no-reason"
    made = await hall.pairer.change(wanted, None, reason="relatives", by="C")
    assert isinstance(made, Pairing)
    assert couples(made) == wanted
    assert (made.manual, made.edition) == ("relatives", 2)
    assert made.engine is not None
    assert set(made.engine.couples) == set(couples(first))
    assert made.pairs[2:] == first.pairs[2:]
    assert [pair.table for pair in made.pairs] == [pair.table for pair in first.pairs]
    assert [pair.game for pair in made.pairs[:2]] == ["r1-t2-2", "r1-t7-2"]
    assert {(line["white"], line["black"]) for line in made.why if "white" in line} == set(rest)
    await settle(hall)
    (one,) = check(read_trf(write_trf(hall.tournament())), "individual")
    assert (one.ok, one.manual) == (True, "relatives")
    assert len(one.differences) == 2


@pytest.mark.parametrize(
    ("wanted", "bye", "why"),
    [
        ([(1, 2), (1, 3)], None, "twice"),
        ([(1, 2)], 1, "twice"),
        ([(1, 9)], None, "not-in-field"),
        ([], None, "no-pairs"),
    ],
)
async def test_what_is_no_pairing_is_refused(open_hall: Any, wanted: Any, bye: Any, why: str) -> None:
    hall = await open_hall(players=4)
    before = await paired(hall)
    assert code(await hall.pairer.change(wanted, bye, reason="r")) == why
    assert code(await hall.pairer.change(couples(before), None, reason="r")) == "same"
    assert hall.pairing() == before


async def test_a_player_left_out_by_hand_is_absent_and_a_begun_game_stays(open_hall: Any) -> None:
    hall = await open_hall(players=5)
    first = await paired(hall)
    (a, b), (c, d) = couples(first)
    assert first.bye is not None
    await hall.command(first.pairs[1].game, EnterResult(result="1-0", by="arbiter", arbiter="A"))
    assert code(await hall.pairer.change([(a, c), (b, d)], first.bye, reason="r")) == "begun"
    made = await hall.pairer.change([(first.bye, b), (c, d)], None, reason="r")
    assert isinstance(made, Pairing)
    assert [(bye.player, bye.kind) for bye in made.absent] == [(a, "zero")]
    assert [bye.player for bye in hall.byes(1)] == [a]


async def test_the_least_change_for_someone_who_did_not_come(open_hall: Any) -> None:
    hall = await open_hall(players=12, rounds=4)
    for _ in range(2):
        await paired(hall)
        await settle(hall)
    first = await paired(hall)
    gone = couples(first)[0][1]
    assert code(await hall.pairer.repair(absent=[99], reason="r")) == "no-player"
    made = await hall.pairer.repair(absent=[gone], reason="did not come", by="C")
    assert isinstance(made, Pairing)
    left = [two for two in couples(made) if two not in couples(first)]
    assert made.bye is not None
    assert len(left) <= 1
    assert gone not in {player for two in couples(made) for player in two}
    assert [bye.player for bye in made.absent] == [gone]
    await settle(hall)
    assert all(one.ok for one in check(read_trf(write_trf(hall.tournament())), "individual"))


async def test_a_pair_that_must_not_stay_is_separated(open_hall: Any) -> None:
    hall = await open_hall(players=8)
    first = await paired(hall)
    made = await hall.pairer.repair(separate=[couples(first)[1]], reason="an error found", by="C")
    assert isinstance(made, Pairing)
    new = [two for two in couples(made) if two not in couples(first)]
    assert new
    told = [(line["white"], line["black"]) for line in made.why if line["key"] == "paired-again"]
    assert sorted(told) == sorted(new), "the new pairs are explained too"
    assert frozenset(couples(first)[1]) not in {frozenset(two) for two in couples(made)}
    assert len(set(couples(made)) & set(couples(first))) == 2
    assert hall.ledger.acts[-1].kind == "repair"


async def test_taking_back_a_round_takes_back_what_it_took_an_adjourned_game_for(open_hall: Any) -> None:
    hall = await open_hall(players=6, rounds=4)
    await paired(hall)
    await hall.office.adjourn("r1-t2", "1-0")
    for state in hall.games():
        if state.assignment.game != "r1-t2":
            await hall.command(state.assignment.game, EnterResult(result="1-0", by="arbiter", arbiter="A"))
    await paired(hall)
    await hall.pairer.undo_round(reason="r")
    assert hall.ledger.adjourned["r1-t2"].until == 0
    await paired(hall)
    await settle(hall)
    await paired(hall)
    assert hall.ledger.adjourned["r1-t2"].until == 3
    await hall.pairer.undo_round(reason="r")
    assert hall.ledger.adjourned["r1-t2"].until == 2
    assert (await open_hall(players=6, rounds=4)).ledger.adjourned == hall.ledger.adjourned
