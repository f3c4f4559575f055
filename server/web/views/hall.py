"""The hall's screen, which players can see: positions, whole minutes, results, pairs. It knows less than a spectator's
page: no running side, no last move, no move number, never a time under a minute (5.4.2.4, 5.4.3.3, 5.4.2.7)."""

from collections.abc import Sequence

import msgspec

from display.catalogue import Texts
from display.format import minutes, name_of, result_text
from record.state import GameState, Phase
from rules.side import Side
from server.web.views.boards import board_of
from server.web.views.clocks import unix_ms

MOST_BOARDS = 8


class HallSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A player at a board. ``scale`` is 0 while the time stands, so that the browser need not know whose time runs."""

    mark: str
    name: str
    minutes: str
    ms: int
    at_ms: int
    scale: int


class HallBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board of the hall's screen."""

    key: str
    table: int
    kind: str
    board: str
    white: HallSeat
    black: HallSeat


class HallRow(msgspec.Struct, frozen=True, kw_only=True):
    """A pair of the round; ``result`` is empty while it plays."""

    table: int
    white: str
    black: str
    result: str


class HallScreen(msgspec.Struct, frozen=True, kw_only=True):
    """The whole screen."""

    boards: tuple[HallBoard, ...]
    rows: tuple[HallRow, ...]


def hall_screen(states: Sequence[GameState], texts: Texts, now_ms: int, *, delay_ms: int) -> HallScreen:
    """The screen for the delayed ``states`` of the round: the first boards that play, and all pairs."""
    ordered = sorted(states, key=lambda state: state.assignment.table)
    shown = [state for state in ordered if state.assignment.device != "none"]
    playing = [state for state in shown if state.phase in (Phase.WAITING, Phase.PLAYING)]
    chosen = (playing + [state for state in shown if state not in playing])[:MOST_BOARDS]
    chosen.sort(key=lambda state: state.assignment.table)
    return HallScreen(
        boards=tuple(hall_board(state, texts, now_ms, delay_ms=delay_ms) for state in chosen),
        rows=tuple(_row(state, texts) for state in ordered),
    )


def hall_board(state: GameState, texts: Texts, now_ms: int, *, delay_ms: int) -> HallBoard:
    """One board: the position alone."""
    game = state.assignment
    return HallBoard(
        key=f"hall-{game.table}",
        table=game.table,
        kind=texts.t(f"discipline.{game.discipline}.short"),
        board=board_of(state, texts, tiny=True, trace=False),
        white=_seat(state, Side.WHITE, texts, now_ms, delay_ms),
        black=_seat(state, Side.BLACK, texts, now_ms, delay_ms),
    )


def _seat(state: GameState, side: Side, texts: Texts, now_ms: int, delay_ms: int) -> HallSeat:
    clocks = state.clocks
    over = state.phase in (Phase.OVER, Phase.CONFIRMED)
    runs = clocks.running is side and state.clock_up and not over
    scale = state.assignment.time_scale if runs else 0
    ms, at_ms = clocks.left_ms(side), unix_ms(clocks.at) + delay_ms
    left = ms - max(0, now_ms - at_ms) * scale
    return HallSeat(
        mark=side.value[0],
        name=name_of(state.assignment.person(side), texts.lang),
        minutes=texts.t("big.minutes", n=minutes(left)) if clocks.linked and not over else "",
        ms=ms,
        at_ms=at_ms,
        scale=scale,
    )


def _row(state: GameState, texts: Texts) -> HallRow:
    game = state.assignment
    over = state.phase in (Phase.OVER, Phase.CONFIRMED)
    return HallRow(
        table=game.table,
        white=name_of(game.white, texts.lang),
        black=name_of(game.black, texts.lang),
        result=result_text(state.result.result) if over and state.result else "",
    )
