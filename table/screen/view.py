"""What the table's screen shows, as one value: the same value is drawn as the same picture.

It is made of what players may see (articles.md, "What a player may see"): names, the faces of Flagfall's own clock, the
last move without its number, the offer that stands, what they pressed themselves, and the pieces as their hands left
them. Findings, counters, agreement with the board and flags are not asked for.
"""

import msgspec

from clock import software
from display.catalogue import Texts
from display.format import clock_text, control_text, move_text, name_of, result_text
from display.kinds import numbered
from display.svg import Grid
from display.ways import way
from hardware.touch.device import TouchDevice
from record.assignment import Letters
from record.drawing import waits
from record.openings import mirrored
from record.public import public_result
from record.state import GameState, Phase
from rules.side import Side
from table.config import Table
from table.screen import openings
from table.screen.hands import Hands, beside
from table.screen.sheets import Sheet

SIDES = (Side.WHITE, Side.BLACK)


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """One face of the clock on this screen."""

    text: str
    runs: bool


LISTED = 4
"""So many moves stand on the screen where the regulations have a list of them."""


class InHand(msgspec.Struct, frozen=True, kw_only=True):
    """A piece in a hand: carried ``at`` a place of the screen, or raised over its ``square``."""

    piece: str
    square: str = ""
    at: tuple[float, float] | None = None


class BoardView(msgspec.Struct, frozen=True, kw_only=True):
    """The board on the screen. ``way`` and ``gone`` are the last move's; ``trays`` lie at White's and Black's hand;
    ``chosen`` are the squares shown with a claim."""

    kind: str
    flip: bool
    pieces: tuple[tuple[str, str], ...]
    way: tuple[str, ...]
    gone: tuple[str, ...]
    trays: tuple[tuple[str, ...], tuple[str, ...]]
    held: tuple[InHand, ...]
    chosen: tuple[str, ...]
    letters: Letters = "russian"


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The whole screen. Pairs are those of the two places: of who began with White, and with Black; ``colours`` are the
    sides that they have now. ``faces`` is ``None`` where the screen is no clock; ``said`` is what each pressed since
    the last move; ``wait``: until when the break before the game lasts; ``drawn``: a label and the opening that was
    drawn, until a move is made at the board (5.4.1.3); ``expected``: who is waited for, and may say that he is there;
    ``last`` is the last move, or where ``listed`` the last few; ``result`` is empty until the players or the arbiter
    have made one, and has the points of the left place at the left. ``choices`` are each one's in the opening, ``most``
    the greatest number that he may announce."""

    lang: str
    theme: str
    number: int
    title: str
    playing: bool
    kind: str
    names: tuple[str, str] = ("", "")
    faces: tuple[Face, Face] | None = None
    last: str = ""
    listed: bool = False
    drawn: tuple[str, str] = ("", "")
    wait: str = ""
    result: str = ""
    offered_to: Side | None = None
    expected: tuple[bool, bool] = (False, False)
    sheets: tuple[Sheet, Sheet] = (Sheet(), Sheet())
    said: tuple[str, str] = ("", "")
    board: BoardView | None = None
    colours: tuple[Side, Side] = SIDES
    choices: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    most: int = 0


def view(
    state: GameState | None,
    table: Table,
    texts: Texts,
    now_ms: int,
    *,
    theme: str = "light",
    device: TouchDevice | None = None,
    hands: Hands | None = None,
    sheets: tuple[Sheet, Sheet] = (Sheet(), Sheet()),
    said: tuple[str, str] = ("", ""),
) -> View:
    """The screen of ``table`` at ``now_ms``, which is the device's own time (game time)."""
    if state is None:
        return View(lang=texts.lang, theme=theme, number=table.number, title="", playing=False, kind="russian")
    game = state.assignment
    return View(
        lang=texts.lang,
        theme=theme,
        number=table.number,
        title=f"{texts.t(f'discipline.{game.discipline}')} · {control_text(game.control, texts)}",
        playing=True,
        kind=game.discipline,
        names=(name_of(game.white, texts.lang), name_of(game.black, texts.lang)),
        faces=None if device is None else _faces(device, now_ms),
        last=openings.last_words(state, texts) or _moves(state),
        listed=game.regulations.move_list,
        drawn=_drawn(state, texts),
        wait=texts.t("meeting.earliest", time=game.not_before) if _waits(state) else "",
        result=result_text(mirrored(public_result(state)) if state.swapped else public_result(state)),
        offered_to=state.on_clock(state.offer.other) if state.offer else None,
        expected=expected(state),
        sheets=sheets,
        said=(texts.t(said[0]) if said[0] else "", texts.t(said[1]) if said[1] else ""),
        board=None if hands is None else _board(state, table, hands, sheets),
        colours=openings.colours(state),
        choices=(openings.choices(state, Side.WHITE), openings.choices(state, Side.BLACK)),
        most=openings.most(state),
    )


def expected(state: GameState) -> tuple[bool, bool]:
    """Whether White and Black are waited for: missed at the signal, or not seen yet before it (5.4.1.2)."""
    before = state.phase is Phase.WAITING and not state.attendance.signal_at
    white, black = (side in state.attendance.absent or (before and side not in state.arrived) for side in SIDES)
    return white, black


def _moves(state: GameState) -> str:
    """The last move, or where the regulations let players see more, the last few, without their numbers."""
    game = state.assignment
    seen = state.plies[-LISTED if game.regulations.move_list else -1 :]
    return " ".join(move_text(ply.move, game.discipline, game.letters) for ply in seen)


def _drawn(state: GameState, texts: Texts) -> tuple[str, str]:
    """A label and the opening that was drawn, or that it is drawn when both are there; empty once they play."""
    opening = state.assignment.opening
    if waits(state):
        return texts.t("screen.lot"), texts.t("screen.lot.waits")
    if opening is None or state.moved:
        return "", ""
    return texts.t("screen.drawn", n=opening.number), " ".join(opening.moves) or texts.t("screen.lot.position")


def _waits(state: GameState) -> bool:
    """Whether the game has not begun and was not to begin at once (5.4.6, 31.8.2)."""
    return bool(state.assignment.not_before) and state.phase is Phase.WAITING


def _faces(device: TouchDevice, now_ms: int) -> tuple[Face, Face] | None:
    """Whole seconds, 0:00 only when nothing is left."""
    if device.clock is None:
        return None
    shown = software.at(device.clock, now_ms)
    white, black = (
        Face(text=clock_text(-(-shown.left_ms(side) // 1000) * 1000), runs=shown.running is side) for side in SIDES
    )
    return white, black


def _board(state: GameState, table: Table, hands: Hands, sheets: tuple[Sheet, Sheet]) -> BoardView:
    last = state.plies[-1] if state.plies else None
    squares = () if last is None or last.move == "pass" else way(last)
    return BoardView(
        kind=hands.kind,
        flip=table.orientation == "reversed",
        pieces=tuple(sorted(hands.board.items())),
        way=tuple(square for square in squares if on_board(hands.kind, square)),
        gone=tuple(sq for sq in (last.captured if last else ()) if sq not in hands.board and on_board(hands.kind, sq)),
        trays=openings.bowls(state)
        if hands.kind == "renju"
        else (beside(hands.kind, hands.off, Side.WHITE), beside(hands.kind, hands.off, Side.BLACK)),
        held=tuple(
            InHand(piece=held.piece, square=held.origin, at=held.at if held.moved else None) for held in hands.held
        ),
        chosen=tuple(key.strip("-") for sheet in sheets if sheet.name == "move" for key in sheet.typed),
        letters=state.assignment.letters,
    )


def on_board(kind: str, square: str) -> bool:
    """Whether a board of ``kind`` has a square of that name."""
    size = Grid(kind).size
    if square.isdecimal():
        return numbered(kind) and 1 <= int(square) <= size * size // 2
    if not square[:1].isalpha() or not square[1:].isdecimal() or numbered(kind):
        return False
    return 0 <= ord(square[0]) - ord("a") < size and 1 <= int(square[1:]) <= size
