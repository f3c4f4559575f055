"""A table on its screen whose opening is drawn when both are there: by their buttons, and on the time of who comes late
(5.4.1.3)."""

from pathlib import Path

import msgspec
import pygame
import pytest

from record.assignment import Assignment, Opening
from record.fold import start
from rules.side import Side
from table.screen.hands import Hands
from table.screen.view import view
from tests.table.hall import until
from tests.table.screen.test_attendance import names, signal
from tests.table.screen.test_paint import picture
from tests.table.screen.test_table import TABLE, Players, players, texts
from tests.table.test_journal import ASSIGNMENT

WHITE, BLACK = Side.WHITE, Side.BLACK
MOVES = Opening(number=12, moves=("c3-d4", "f6-g5"), seed=7)
PLACED = Opening(number=3, fen="W:W21,22,23:B9,10,11", seed=8)


def told(lot: Opening) -> Assignment:
    return msgspec.structs.replace(ASSIGNMENT, lot=lot)


def pieces(both: Players) -> dict[str, str]:
    assert both.screen.hands is not None
    return both.screen.hands.board


async def test_both_say_that_they_are_there_and_the_board_is_laid(tmp_path: Path) -> None:
    async with players(tmp_path, told(MOVES)) as both:
        assert both.view.drawn == ("Жребий дебюта", "когда оба на месте")
        await both.button("arrived", BLACK)
        await until(lambda: both.state.arrived == (BLACK,))
        assert "d4" not in pieces(both)
        await both.button("arrived", WHITE)
        await until(lambda: both.state.assignment.opening == MOVES)
        await until(lambda: pieces(both).get("d4") == "w")
        assert pieces(both).get("g5") == "b"
        assert both.view.drawn == ("Дебют 12", "c3-d4 f6-g5")
        both.press(WHITE)
        await both.moved(2)
        await both.play("g3-f4", WHITE)
        assert both.plies() == ["c3-d4", "f6-g5", "g3-f4"]
        assert both.view.drawn == ("", "")
        assert both.state.findings == ()


@pytest.mark.parametrize("lot", [MOVES, PLACED])
async def test_for_who_comes_late_it_is_laid_on_his_time(tmp_path: Path, lot: Opening) -> None:
    async with players(tmp_path, told(lot)) as both:
        await signal(both, BLACK)
        device = both.screen.device
        assert device is not None
        assert device.runs is BLACK
        assert both.view.drawn[1] == "когда оба на месте"
        await both.button("arrived", BLACK)
        await until(lambda: both.state.assignment.opening == lot)
        await until(lambda: device.runs is WHITE)
        await both.moved(len(lot.moves))
        assert "arrived" not in names(both, BLACK)
        await both.play("g3-f4" if lot is MOVES else "a3-b4", WHITE)
        assert [found.kind for found in both.state.findings if found.kind != "late"] == []
        assert both.plies()[:-1] == list(lot.moves)


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("lot", [MOVES, PLACED])
@pytest.mark.parametrize("drawn", [False, True])
def test_its_words_fit(lang: str, lot: Opening, drawn: bool) -> None:
    pygame.font.init()
    state = start(msgspec.structs.replace(told(lot), opening=lot if drawn else None))
    for hands in (None, Hands("russian", dict(state.history.position.pieces()))):
        shown = view(state, TABLE, texts(lang), 0, hands=hands)
        assert shown.drawn[0]
        assert picture(shown)[1] == []
