"""What was chosen in the opening of a game of renju, a line for each choice."""

from display.catalogue import Texts
from display.format import name_of
from display.openings import choice_words
from record.state import Choice, GameState


def opening_lines(state: GameState, texts: Texts) -> tuple[str, ...]:
    """A line for each choice, in their order; none where the opening leaves no choice."""
    return tuple(_line(state, choice, texts) for choice in state.choices)


def _line(state: GameState, choice: Choice, texts: Texts) -> str:
    name = next(name_of(one, texts.lang) for one in (state.white, state.black) if one.id == choice.player)
    what = choice_words(choice.act, choice.option, choice.number, choice.points, texts, state.assignment.letters)
    return texts.t("opening.line", n=choice.ply, name=name, what=what)
