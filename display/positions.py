"""Positions and drawn openings in words."""

from display.catalogue import Texts
from display.format import move_text
from display.pieces import read
from record.assignment import Letters, Opening
from record.state import GameState
from rules.side import Side


def position_words(kind: str, fen: str, texts: Texts, letters: Letters) -> str:
    """The position for those who hear it: ``Белые: шашки c3, d4, дамки f8. Чёрные: ...``."""
    parts = []
    for side in Side:
        groups: dict[str, list[str]] = {}
        for piece in read(kind, fen):
            if piece.side == side.value[0]:
                groups.setdefault(piece.what, []).append(move_text(piece.square, kind, letters))
        names = []
        for what, squares in groups.items():
            word = texts.n(f"pieces.{what}", len(squares)) if what in ("man", "king", "stone") else what
            names.append(f"{word} {', '.join(squares)}")
        parts.append(f"{texts.t(f'side.{side.value}.cap')}: {'; '.join(names) if names else texts.t('board.none')}.")
    return " ".join(parts)


def opening_words(opening: Opening, kind: str, texts: Texts) -> str:
    """A drawn opening: its number, and its moves or its position."""
    told = " ".join(opening.moves) or position_words(kind, opening.fen or "", texts, "russian")
    return texts.t("pairings.opening", n=opening.number, told=told)


def drawn_words(state: GameState, texts: Texts) -> str:
    """The opening that was drawn for the game (5.4.1.3); empty where none was."""
    opening, kind = state.assignment.opening, state.assignment.discipline
    return "" if opening is None else opening_words(opening, kind, texts)
