"""What was chosen in the opening of a game of renju, in words, for the arbiter."""

from display.catalogue import Texts
from display.format import move_text, name_of
from record.openings import COLOURS
from record.state import Choice, GameState


def opening_lines(state: GameState, texts: Texts) -> tuple[str, ...]:
    """A line for each choice, in their order; none where the opening leaves no choice."""
    return tuple(_line(state, choice, texts) for choice in state.choices)


def _line(state: GameState, choice: Choice, texts: Texts) -> str:
    name = next(name_of(one, texts.lang) for one in (state.white, state.black) if one.id == choice.player)
    match choice.act:
        case "declare":
            what = texts.n("opening.declare", choice.number)
        case "offer":
            what = texts.t("opening.offer", moves=", ".join(move_text(point, "renju") for point in choice.points))
        case _ if choice.act == COLOURS:
            what = texts.t("opening.colours")
        case _:
            what = texts.t("opening.offer-fifths" if choice.option == "offer" else f"opening.{choice.option}")
    return texts.t("opening.line", n=choice.ply, name=name, what=what)
