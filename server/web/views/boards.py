"""A game's position as SVG, with the last move's way, and the position in words."""

from collections.abc import Iterable

from display.catalogue import Texts
from display.positions import position_words
from display.svg import Mark, board
from display.ways import way
from record.state import GameState, Ply


def stones(plies: Iterable[Ply]) -> tuple[str, ...]:
    """Renju's plies in their order, points or ``pass``: a pass has a number too, and no stone."""
    return tuple(ply.move for ply in plies)


def board_of(
    state: GameState,
    texts: Texts,
    *,
    ply: Ply | None = None,
    tiny: bool = False,
    coords: str = "edge",
    numbers: str = "none",
    marks: Iterable[Mark] = (),
    trace: bool = True,
    monochrome: bool = False,
) -> str:
    """The board of ``state`` (after ``ply``, or as it stands) as SVG. ``trace`` draws the last move; ``monochrome`` is
    that of `display.svg.board`."""
    kind, letters = state.assignment.discipline, state.assignment.letters
    last = ply or (state.plies[-1] if state.plies else None)
    fen = ply.fen if ply else state.fen
    placed: tuple[str, ...] = ()
    if kind == "renju":
        placed = stones(state.plies[: last.number] if last else ())
    moved = last is not None and trace and (ply is not None or last.fen == state.fen)
    return board(
        kind,
        fen,
        last=way(last) if last and moved and kind != "renju" else (),
        captured=last.captured if last and moved else (),
        stones=placed if trace else (),
        numbers=numbers,
        monochrome=monochrome,
        letters=letters,
        marks=marks,
        coords=coords,
        tiny=tiny,
        label=position_words(kind, fen, texts, letters),
    )
