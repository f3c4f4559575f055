"""The hall's screen: what is on it, what must not be, and that its minutes pass without telling whose."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from record.events import Button
from record.state import Clocks, ResultState
from rules.side import Side
from server.web.languages import texts
from server.web.views.hall import DENSE, ROOMY, hall_board, hall_list, minutes_left, round_words, shown
from server.web.views.lists import PairRow
from tests.server.web.conftest import NAMES, Make

MINUTE = 60_000


async def test_positions_minutes_pairs_and_results(make: Make) -> None:
    pages = await make(tables=10)
    html = (await pages.browser().get("/hall?lang=ru")).text
    assert len(re.findall(r'class="hb"', html)) == 8
    assert "Идёт тур 1" in html
    assert "Русские, тур 1" in html
    assert html.count("<tr>") == 10
    assert re.search(r"0–1", html), "the game that White resigned"
    assert re.search(r">\d+ мин<", html)
    assert not re.search(r">0 мин<", html)


async def test_it_tells_neither_whose_time_runs_nor_the_last_move_nor_a_finding(make: Make) -> None:
    pages = await make(tables=10)
    html = (await pages.browser().get("/hall?lang=en")).text
    body = re.sub(r"<link[^>]*>|<meta[^>]*>|<script.*?</script>", "", html)
    for word in ("data-ms", "data-at", " run", "fb-path", "fb-from", "fb-ghost", "fb-lastdot", "touch-move", "flag"):
        assert word not in body, word


async def test_the_other_side_running_is_the_same_page(make: Make) -> None:
    pages = await make(tables=4)
    state = pages.hall.game("r1-t1")
    clocks = Clocks(linked=True, white_ms=5 * MINUTE, black_ms=5 * MINUTE, running=Side.WHITE, at=state.clocks.at)
    now = pages.door.now_ms()

    def drawn(**more: Any) -> Any:
        running = msgspec.structs.replace(clocks, **more)
        board = hall_board(
            msgspec.structs.replace(state, clocks=running, clock_up=True), texts("en"), now, delay_ms=now
        )
        return board

    assert drawn() == drawn(running=Side.BLACK) == drawn(running=None) == drawn(flags=(Side.WHITE,))
    assert drawn() != drawn(white_ms=MINUTE)


@pytest.mark.parametrize(("left", "shown_as"), [(0, 1), (1, 1), (MINUTE, 1), (MINUTE + 1, 2), (5 * MINUTE - 1, 5)])
async def test_minutes_are_rounded_up_and_never_under_one(make: Make, left: int, shown_as: int) -> None:
    pages = await make(tables=2)
    state = pages.hall.game("r1-t1")
    stands = msgspec.structs.replace(state, clocks=Clocks(linked=True, white_ms=left, black_ms=left))
    assert minutes_left(stands, Side.WHITE, 0, delay_ms=0) == shown_as
    assert minutes_left(msgspec.structs.replace(state, clocks=Clocks()), Side.WHITE, 0, delay_ms=0) is None


async def test_a_result_that_only_the_board_shows_is_not_told(make: Make) -> None:
    pages = await make(tables=10)
    state = pages.hall.game("r1-t8")
    assert state.result is not None
    by_rule = msgspec.structs.replace(state, result=ResultState(result="0-1", reason="no-moves", entered=("rule",)))
    words = texts("en")
    assert hall_board(state, words, 0, delay_ms=0).black.right == "1"
    assert "min" in hall_board(by_rule, words, 0, delay_ms=0).black.right
    row = _row("r1-t8", "0–1")
    assert hall_list((state,), (row,), "", 1, words).rows[0].result == "0–1"
    assert hall_list((by_rule,), (row,), "", 1, words).rows[0].result == ""
    assert round_words((state,), 1, words) == words.t("hall.over", n=1)
    assert round_words((by_rule,), 1, words) == words.t("hall.playing", n=1)
    assert round_words((), 0, words) == words.t("hall.before")


def _row(game: str, result: str = "") -> PairRow:
    return PairRow(
        table=1,
        game=game,
        white_id=1,
        white="A",
        white_points="",
        black_id=2,
        black="B",
        black_points="",
        result=result,
    )


async def test_many_pairs_are_set_closer(make: Make) -> None:
    pages = await make(tables=2)
    states = pages.hall.games()
    for count, look in ((ROOMY, ""), (ROOMY + 1, "dense"), (DENSE, "dense"), (DENSE + 1, "wide")):
        listed = hall_list(states, tuple(_row(f"g{number}") for number in range(count)), "", 1, texts("ru"))
        assert listed.look == look
    assert [state.assignment.table for state in shown(states)] == [1, 2]


async def test_the_pairs_of_the_next_round_are_headed_so(make: Make) -> None:
    pages = await make(tables=4, running=False)
    empty = await pages.browser().get("/hall?lang=en")
    assert "The rounds have not begun" in empty.text
    await pages.hall.pair_next()
    html = (await pages.browser().get("/hall?lang=en")).text
    assert "round 1 pairings" in html


async def test_the_stream_sends_minutes_as_they_pass_and_nothing_else(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = await make(tables=4)
    channel = pages.door.feed.hall("en")
    reader = channel.open(None)
    put, known, sent = channel.put, dict[str, str](), list[str]()

    def noted(parts: Mapping[str, str]) -> None:
        sent.extend(key for key, html in parts.items() if known.get(key) != html)
        known.update(parts)
        put(parts)

    def second_passes() -> list[str]:
        sent.clear()
        pages.door.feed.tick()
        return list(sent)

    monkeypatch.setattr(channel, "put", noted)
    assert "hall-list" in second_passes()
    assert second_passes() == []
    pages.clock.ms += MINUTE
    changed = second_passes()
    assert changed
    assert all(re.fullmatch(r"hall-\d+", key) for key in changed)
    reader.end()


async def test_the_same_for_other_screens_as_json(make: Make) -> None:
    pages = await make(tables=10)
    data = (await pages.browser().get("/api/hall")).json()
    assert len(data["boards"]) == 8
    assert len(data["pairs"]) == 10
    assert {"running", "findings", "moves", "plies"} & set(data["boards"][0]) == set()
    assert data["event"] == "Autumn Draughts Festival"
    assert all(re.fullmatch(r"[1-9]\d* min|[01]", board["white_right"]) for board in data["boards"])
    assert next(board for board in data["boards"] if board["table"] == 8)["result"] == "0-1"


async def test_a_claim_that_nothing_noticed_reaches_the_desk_with_its_move(make: Make) -> None:
    pages = await make(tables=4)
    table = pages.tables[2]
    table.put(Button(button="claim-draw", by=Side.WHITE, move="c3-d4"), after_ms=100)
    await table.send()
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    html = (await chief.get("/desk?lang=en")).text
    assert "a draw by repetition; the move about to be made: c3-d4" in html
    table.put(Button(button="claim-clock", by=Side.BLACK), after_ms=100)
    await table.send()
    html = (await chief.get("/desk?lang=ru")).text
    assert "часы неисправны" in html
    assert "c3-d4</p>" not in html
