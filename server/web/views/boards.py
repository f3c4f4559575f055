"""A game's position as SVG, with the last move's way, and the position in words."""

from collections.abc import Iterable
from typing import Literal

from display.catalogue import Texts
from display.format import move_text
from display.pieces import read
from display.svg import Mark, board
from display.ways import way
from record.state import GameState, Ply
from rules.side import Side


def stones(plies: Iterable[Ply]) -> tuple[str, ...]:
    """Renju's plies in their order, points or ``pass``: a pass has a number too, and no stone."""
    return tuple(ply.move for ply in plies)


def position_words(kind: str, fen: str, texts: Texts) -> str:
    """The position for those who hear it: ``Белые: шашки c3, d4, дамки f8. Чёрные: ...``."""
    parts = []
    for side in Side:
        groups: dict[str, list[str]] = {}
        for piece in read(kind, fen):
            if piece.side == side.value[0]:
                groups.setdefault(piece.what, []).append(move_text(piece.square, kind))
        names = []
        for what, squares in groups.items():
            word = texts.n(f"pieces.{what}", len(squares)) if what in ("man", "king", "stone") else what
            names.append(f"{word} {', '.join(squares)}")
        parts.append(f"{texts.t(f'side.{side.value}.cap')}: {'; '.join(names) if names else texts.t('board.none')}.")
    return " ".join(parts)


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
    letters: Literal["russian", "rif"] = "russian",
    monochrome: bool = False,
) -> str:
    """The board of ``state`` (after ``ply``, or as it stands) as SVG. ``trace`` draws the last move; ``letters`` and
    ``monochrome`` are those of `display.svg.board`."""
    kind = state.assignment.discipline
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
        label=position_words(kind, fen, texts),
    )
