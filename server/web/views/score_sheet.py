"""The score sheet of a finished game, to be compared and signed (5.4.3.5, 5.3.2.6): the moves as the articles write
them, of renju the diagram of 5.3.2.1, the time used, the clocks at the end, and the result."""

from datetime import date

import msgspec

from display.catalogue import Texts
from display.format import clock_text, control_text, date_text, name_of, result_text, sheet_move
from display.positions import drawn_words
from display.stones import SHEET
from display.svg import board
from record.assignment import Letters
from record.chess_export import CHESS
from record.fold import start
from record.state import GameState
from rules.errors import FlagfallError
from rules.side import Side
from server.web.views.boards import board_of
from server.web.views.openings import opening_lines

HALF = 30
"""Rows of moves in one column of the sheet."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player of the sheet; ``used`` and ``left`` are empty where no clock told them, to be filled in by hand."""

    mark: str
    name: str
    used: str
    left: str


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True):
    """One game. ``columns`` hold rows of a number and two moves; ``diagram`` is renju's, in place of them; ``drawn`` is
    the opening that was drawn (5.4.1.3)."""

    game: str
    table: int
    round: int
    title: str
    date: str
    result: str
    white: Player
    black: Player
    columns: tuple[tuple[tuple[int, str, str], ...], ...]
    diagram: str
    opening: tuple[str, ...]
    drawn: str


def score_sheet(state: GameState, texts: Texts, *, monochrome: bool = False) -> ScoreSheet:
    """The sheet of ``state``; ``monochrome`` is for a printer of one colour."""
    game = state.assignment
    renju = game.discipline == "renju"
    first = state.history.position.discipline.first_side
    rows = () if renju else _rows(state, first)
    drawn = board_of(state, texts, numbers=SHEET, monochrome=monochrome) if renju else ""
    kind = texts.t(f"discipline.{game.discipline}")
    return ScoreSheet(
        game=game.game,
        table=game.table,
        round=game.round,
        title=f"{kind}, {control_text(game.control, texts)}",
        date=date_text(date.fromisoformat(state.started_at[:10]), texts) if state.started_at else "",
        result=result_text(state.result.result) if state.result else "",
        white=_player(state, Side.WHITE, texts),
        black=_player(state, Side.BLACK, texts),
        columns=tuple(rows[at : at + HALF] for at in range(0, len(rows), HALF)),
        diagram=drawn,
        opening=opening_lines(state, texts),
        drawn=drawn_words(state, texts),
    )


def empty_diagram(discipline: str, letters: Letters) -> str:
    """The diagram on which players of renju draw their stones (5.3.2.1); empty for other disciplines."""
    if discipline != "renju":
        return ""
    return board("renju", "B:B:W", numbers=SHEET, letters=letters, label=" ")


def _rows(state: GameState, first: Side) -> tuple[tuple[int, str, str], ...]:
    rows: list[tuple[int, str, str]] = []
    for ply, move in zip(state.plies, _moves(state), strict=True):
        if ply.side is first:
            rows.append((len(rows) + 1, move, ""))
        elif rows and not rows[-1][2]:
            rows[-1] = (rows[-1][0], rows[-1][1], move)
        else:
            rows.append((len(rows) + 1, "...", move))
    return tuple(rows)


def _moves(state: GameState) -> list[str]:
    """The moves as the sheet has them: of chess in algebraic notation where the rules have the move."""
    kind = state.assignment.discipline
    if kind != CHESS:
        return [sheet_move(ply.move, kind) for ply in state.plies]
    position = start(state.assignment).history.position
    moves: list[str] = []
    for ply in state.plies:
        try:
            moves.append(position.san(position.parse(ply.move)))
        except FlagfallError:
            moves.append(ply.move)
        position = position.discipline.position(ply.fen)
    return moves


def _player(state: GameState, side: Side, texts: Texts) -> Player:
    spent = [ply.spent_ms for ply in state.plies if ply.side is side]
    told = [ms for ms in spent if ms is not None]
    swaps = state.swapped or any(choice.option == "swap" for choice in state.choices)
    left = state.left_at_end
    return Player(
        mark=side.value[0],
        name=name_of(state.person(side), texts.lang),
        used=clock_text(sum(told)) if told and len(told) == len(spent) and not swaps else "",
        left=clock_text(left[0] if side is Side.WHITE else left[1]) if left is not None else "",
    )
