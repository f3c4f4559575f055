"""What the hall's screen shows: positions, whole minutes, pairs and results. The players see it too, so that it knows
neither whose time runs nor the last move, nor anything that was noticed; no time is ever shown as used up."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from display.catalogue import Texts
from display.format import minutes, name_of, score_of
from record.public import public_result
from record.state import GameState, Phase
from rules.side import Side
from server.web.views.boards import board_of
from server.web.views.clocks import unix_ms
from server.web.views.lists import PairRow

BOARDS = 8
"""So many boards stand beside the list."""
ROOMY, DENSE = 20, 31
"""So many pairs are read from six metres, and so many are shown at all beside eight boards."""


class HallSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A player at a board: whole minutes, or the score once the game is over."""

    mark: str
    name: str
    right: str


class HallBoard(msgspec.Struct, frozen=True, kw_only=True):
    """One board of the hall's screen."""

    key: str
    table: int
    kind: str
    board: str
    white: HallSeat
    black: HallSeat


class HallList(msgspec.Struct, frozen=True, kw_only=True):
    """The pairs of the round. ``look``: ``""``, ``dense`` or ``wide``, the more there are."""

    title: str
    rows: tuple[PairRow, ...]
    bye: str
    look: str


def minutes_left(state: GameState, side: Side, now_ms: int, *, delay_ms: int) -> int | None:
    """Whole minutes, rounded up, never under one; ``None`` without a clock."""
    clocks = state.clocks
    if not clocks.linked:
        return None
    left = clocks.left_ms(side)
    if clocks.running is side and state.clock_up:
        left -= max(0, now_ms - unix_ms(clocks.at) - delay_ms) * state.assignment.time_scale
    return minutes(left)


def hall_board(state: GameState, texts: Texts, now_ms: int, *, delay_ms: int) -> HallBoard:
    """A board from the delayed ``state``."""
    game = state.assignment
    return HallBoard(
        key=f"hall-{game.table}",
        table=game.table,
        kind=texts.t(f"discipline.{game.discipline}.short"),
        board=board_of(state, texts, tiny=True, coords="none", trace=False),
        white=_seat(state, Side.WHITE, texts, now_ms, delay_ms),
        black=_seat(state, Side.BLACK, texts, now_ms, delay_ms),
    )


def _seat(state: GameState, side: Side, texts: Texts, now_ms: int, delay_ms: int) -> HallSeat:
    name = name_of(state.person(side), texts.lang)
    result = public_result(state)
    if result:
        right = score_of(result, side)
    else:
        left = minutes_left(state, side, now_ms, delay_ms=delay_ms)
        right = texts.t("hall.unlinked") if left is None else texts.t("hall.minutes", n=left)
    return HallSeat(mark=side.value[0], name=name, right=right)


def shown(states: Iterable[GameState]) -> tuple[GameState, ...]:
    """The games whose boards are shown: the first ones, by table, that a board records."""
    recorded = [state for state in states if state.assignment.device != "none"]
    return tuple(sorted(recorded, key=lambda state: state.assignment.table)[:BOARDS])


def hall_list(states: Sequence[GameState], rows: tuple[PairRow, ...], bye: str, number: int, texts: Texts) -> HallList:
    """The list beside the boards: the round's pairs and results, headed as pairs while no game has begun."""
    kind = states[0].assignment.discipline if states else ""
    begun = any(state.phase is not Phase.WAITING for state in states)
    key = "hall.round" if begun else "hall.pairs"
    hidden = {state.assignment.game for state in states if not public_result(state)}
    rows = tuple(msgspec.structs.replace(row, result="") if row.game in hidden else row for row in rows)
    title = texts.t(key, kind=texts.t(f"discipline.{kind}.short"), n=number) if kind else ""
    look = "" if len(rows) <= ROOMY else "dense" if len(rows) <= DENSE else "wide"
    return HallList(title=title, rows=rows, bye=bye, look=look)


def round_words(states: Sequence[GameState], number: int, texts: Texts) -> str:
    """Where the event stands, under its name."""
    if not states:
        return texts.t("hall.before")
    over = all(public_result(state) for state in states)
    return texts.t("hall.over" if over else "hall.playing", n=number)


def hall_json(
    states: Sequence[GameState], listed: HallList, texts: Texts, now_ms: int, *, delay_ms: int
) -> dict[str, Any]:
    """The same content for other screens. ``white_right`` and ``black_right`` are whole minutes, or the score once
    the game is over, in words."""
    boards = [hall_board(state, texts, now_ms, delay_ms=delay_ms) for state in shown(states)]
    return {
        "title": listed.title,
        "boards": [
            {
                "table": state.assignment.table,
                "discipline": state.assignment.discipline,
                "kind": board.kind,
                "fen": state.fen,
                "white": board.white.name,
                "white_right": board.white.right,
                "black": board.black.name,
                "black_right": board.black.right,
                "result": public_result(state) or None,
            }
            for state, board in zip(shown(states), boards, strict=True)
        ],
        "pairs": [
            {"table": row.table, "white": row.white, "black": row.black, "result": row.result} for row in listed.rows
        ],
        "bye": listed.bye,
    }
