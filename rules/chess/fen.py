"""FEN of chess, X-FEN and Shredder-FEN of Chess960 included; the ``chess`` package reads it, this tells the place of
every fault."""

import re
from typing import Final

import chess

from rules import fen
from rules.errors import NotationError

_FIELDS: Final = (
    ("8/8/8/8/8/8/8/8", "the pieces", "eight rows from the top, such as rnbqkbnr/8/8/..."),
    ("w", "the side to move", "w or b"),
    ("-", "the castling rights", "-, some of KQkq, or the files of the rooks"),
    ("-", "the en passant square", "- or a square such as e3"),
    ("0", "the plies without capture or pawn move", "a number"),
    ("1", "the number of the move", "a number"),
)
"""What each field may be on its own, its name, and what is expected."""
_PIECES, _, _CASTLING, _PASSANT = range(4)
_FIELD: Final = re.compile(r"\S+")
_AROUND: Final = '" \t\r\n'


def read(text: str) -> chess.Board:
    """The board that ``text`` describes. Raises `NotationError` with every fault found, at the place of the first."""
    fields = _split(text)
    faults: list[fen.Fault] = []
    for number, (at, field) in enumerate(fields):
        if number == len(_FIELDS):
            faults.append((at, f"{field!r} follows the last field"))
            break
        faults += _pieces(at, field) if number == _PIECES else _wrong(number, at, field)
    if not fields:
        faults.append((0, f"no pieces: expected {_FIELDS[_PIECES][2]}"))
    if faults:
        raise fen.error(text, faults)
    board = chess.Board(" ".join(field for _, field in fields), chess960=True)
    board.promoted = chess.BB_EMPTY  # "~" marks what was a pawn, for other games than this; a king with it is a king
    if not board.has_chess960_castling_rights():
        board.chess960 = False
    faults = [(fields[number][0], fault) for number, fault in impossible(board)]
    if faults:
        raise fen.error(text, faults)
    return board


def _split(text: str) -> list[tuple[int, str]]:
    """The fields with their offsets; quotes around the whole are left out."""
    first, last = len(text) - len(text.lstrip(_AROUND)), len(text.rstrip(_AROUND))
    return [(match.start(), match.group()) for match in _FIELD.finditer(text, first, last)]


def _wrong(number: int, at: int, field: str) -> list[fen.Fault]:
    """What is wrong with one field, looked at alone."""
    before = [good for good, _, _ in _FIELDS[:number]]
    try:
        chess.Board(" ".join([*before, field]))
    except ValueError:
        _, name, expected = _FIELDS[number]
        return [(at, f"{name}: {field[:40]!r}, expected {expected}")]
    return []


def _pieces(at: int, field: str) -> list[fen.Fault]:
    """What is wrong with the pieces, row by row."""
    rows = field.split("/")
    if len(rows) != 8:
        return [(at, f"{len(rows)} rows of pieces, expected {_FIELDS[_PIECES][2]}")]
    faults = []
    for number, row in enumerate(rows):
        try:
            chess.BaseBoard("/".join([row, *["8"] * 7]))
        except ValueError:
            faults.append((at, f"row {8 - number}: {row[:40]!r}, expected eight squares of KQRBNPkqrbnp and numbers"))
        at += len(row) + 1
    return faults


def impossible(board: chess.Board) -> list[tuple[int, str]]:
    """What the move generator cannot work with, each with the number of its field; more than that boards may show:
    a king that was left in check by a move against the rules that stands."""
    status = board.status()
    if status & chess.STATUS_EMPTY:
        return [(_PIECES, "no pieces")]
    return [
        (field, message)
        for flag, field, message in (
            (chess.STATUS_NO_WHITE_KING, _PIECES, "no white king"),
            (chess.STATUS_NO_BLACK_KING, _PIECES, "no black king"),
            (chess.STATUS_TOO_MANY_KINGS, _PIECES, "more than one king of a side"),
            (chess.STATUS_PAWNS_ON_BACKRANK, _PIECES, "a pawn on the first or last row"),
            (chess.STATUS_BAD_CASTLING_RIGHTS, _CASTLING, "castling rights without king and rook at home"),
            (chess.STATUS_INVALID_EP_SQUARE, _PASSANT, "an en passant square that no pawn has passed"),
        )
        if status & flag
    ]


def check_playable(board: chess.Board, text: str) -> None:
    """Raises `NotationError` with everything that the move generator cannot work with; ``text`` names the position."""
    wrong = impossible(board)
    if wrong:
        raise NotationError(f"{text}: " + "; ".join(fault for _, fault in wrong), text=text)
