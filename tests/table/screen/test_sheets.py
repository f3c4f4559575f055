"""A player's buttons: the same at all times, but for an offer and for what he opened himself."""

import pytest

from board.inputs import BUTTONS
from rules.side import Side
from table.screen.sheets import (
    ANSWERS,
    CLAIMS,
    CLAIMS_RENJU,
    MAIN,
    SETTLE_MS,
    Sent,
    Sheet,
    buttons,
    changed,
    move_of,
    opened,
    pressed,
    typed,
)

LATER = 10_000


def test_four_buttons_and_three_answers() -> None:
    assert buttons(Sheet(), "russian", offered=False) == MAIN
    assert len(MAIN) == 4
    assert buttons(Sheet(), "russian", offered=False, expected=True) == ("arrived", *MAIN[1:])
    assert "offer-draw" not in buttons(Sheet(), "russian", offered=False, expected=True)
    assert buttons(Sheet(), "russian", offered=True) == ANSWERS
    assert buttons(Sheet(name="claims"), "russian", offered=True) == CLAIMS
    assert "claim-foul" in buttons(Sheet(name="claims"), "renju", offered=False)
    assert "claim-foul" not in CLAIMS


@pytest.mark.parametrize("button", sorted({*MAIN, *ANSWERS, *CLAIMS, *CLAIMS_RENJU} - {"claims", "resign", "back"}))
def test_each_button_says_one_that_the_record_knows(button: str) -> None:
    sheet, sent = pressed(Sheet(), button, LATER)
    if button == "claim-draw":
        assert (sheet.name, sent) == ("move", None)
        sheet, sent = pressed(sheet, "send", 2 * LATER)
    assert sent is not None
    assert sent.button in BUTTONS
    assert sheet.name == "main"


def test_resignation_asks_once_more_and_a_double_touch_does_not_resign() -> None:
    asked, sent = pressed(Sheet(), "resign", LATER)
    assert (asked.name, sent) == ("resign", None)
    assert pressed(asked, "yes", LATER + SETTLE_MS - 1) == (asked, None)
    assert pressed(asked, "yes", LATER + SETTLE_MS) == (Sheet(since_ms=LATER + SETTLE_MS), Sent("resign"))
    back, sent = pressed(asked, "no", LATER + SETTLE_MS)
    assert (back.name, sent) == ("main", None)


def test_a_claim_of_a_draw_takes_the_move_about_to_be_made() -> None:
    sheet, _ = pressed(Sheet(name="claims"), "claim-draw", LATER)
    for key in "c3d4":
        sheet = typed(sheet, key)
    assert move_of(sheet) == "c3-d4"
    sheet, sent = pressed(sheet, "erase", LATER)
    assert (move_of(sheet), sent) == ("c3-d", None)
    assert pressed(typed(sheet, "2"), "send", 2 * LATER)[1] == Sent("claim-draw", "c3-d2")
    assert pressed(Sheet(name="move"), "send", LATER)[1] == Sent("claim-draw", None)
    assert pressed(sheet, "back", 2 * LATER)[0].name == "claims"


def test_squares_shown_on_the_board_are_a_move() -> None:
    assert move_of(typed(typed(Sheet(name="move"), "32"), "28")) == "32-28"
    sheet = typed(typed(typed(Sheet(name="move"), "c3"), "e5"), "g3")
    assert move_of(sheet) == "c3-e5-g3"
    assert move_of(pressed(sheet, "erase", LATER)[0]) == "c3-e5"


def test_what_is_typed_has_an_end() -> None:
    sheet = Sheet(name="move")
    for _ in range(100):
        sheet = typed(sheet, "1")
    assert len(move_of(sheet)) == 24


def test_a_finger_on_its_way_does_not_answer_an_offer() -> None:
    sheet = opened(Sheet(), Side.BLACK, None, Side.BLACK, LATER)
    assert pressed(sheet, "accept-draw", LATER + 100) == (sheet, None)
    assert pressed(sheet, "accept-draw", LATER + SETTLE_MS)[1] == Sent("accept-draw")
    assert opened(Sheet(), Side.WHITE, None, Side.BLACK, LATER) == Sheet()
    assert opened(Sheet(name="claims"), Side.BLACK, None, Side.BLACK, LATER) == Sheet(name="claims")


def test_i_am_here_is_sent_and_the_button_after_it_counts_only_a_moment_later() -> None:
    sheet, sent = pressed(Sheet(), "arrived", LATER)
    assert sent == Sent("arrived")
    sheet = changed(sheet, before=True, after=False, now_ms=LATER + 200)
    assert pressed(sheet, "offer-draw", LATER + 300)[1] is None
    assert pressed(sheet, "offer-draw", LATER + 200 + SETTLE_MS)[1] == Sent("offer-draw")
    assert changed(sheet, before=False, after=False, now_ms=9 * LATER) == sheet
