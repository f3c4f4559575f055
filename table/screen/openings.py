"""Renju's opening on the table's screen: which buttons the regulation gives to whom, and what its stones are.

The places at the screen belong to the persons, who keep them and their clocks when the colours change: the first is
that of who began with White. This is the state of the game's rules and of what the players chose, nothing noticed.
"""

from collections.abc import Mapping

from board.renju.choices import ANNOUNCE, OPTIONS
from display.catalogue import Texts
from display.format import move_text
from record.assignment import Letters
from record.state import Choice, GameState, Phase
from rules.renju.following import announces, most_announced, next_stone, placed, settled
from rules.renju.opening import State as Opening
from rules.side import Side

BUTTON_OF = {option: button for button, option in OPTIONS.items()}
MOST_ANNOUNCED = 12
"""So many fifth moves are announced at most where the regulation names no limit."""


def colours(state: GameState) -> tuple[Side, Side]:
    """The sides that the persons at the two places have now."""
    return (Side.BLACK, Side.WHITE) if state.on_clock(Side.WHITE) is Side.BLACK else (Side.WHITE, Side.BLACK)


def choices(state: GameState, place: Side) -> tuple[str, ...]:
    """The buttons of what the person at ``place`` may choose now."""
    opening = _standing(state)
    if opening is None or opening.done or state.phase is not Phase.PLAYING:
        return ()
    now = settled(opening)
    if not now.done and now.expects.act == "choose":
        mine = now.person(state.on_clock(place)) == now.actor
        said = tuple(BUTTON_OF[option] for option in now.expects.options) if mine else ()
        if said or opening.expects.act != "declare":
            return said
    if announces(opening) and not opening.declared and opening.person(state.on_clock(place)) == opening.actor:
        return (ANNOUNCE,)
    return ()


def most(state: GameState) -> int:
    """The greatest number of fifth moves that may be announced now."""
    opening = _standing(state)
    return 0 if opening is None else most_announced(opening) or MOST_ANNOUNCED


def _standing(state: GameState) -> Opening | None:
    """The opening with the stone that stands on the board: without a linked clock it is in the record only with the
    next one."""
    if state.opening is None or state.clocks.linked:
        return state.opening
    stones = [point for point in state.sensed or {} if point not in state.history.position.pieces()]
    return placed(state.opening, stones[0]) if len(stones) == 1 else state.opening


def hands_over(state: GameState, button: str) -> bool:
    """Whether the other person is to act after this choice."""
    return state.opening is not None and bool(OPTIONS.get(button)) and _handing(state) == OPTIONS[button]


def _handing(state: GameState) -> str:
    now = settled(state.opening) if state.opening is not None else None
    return "" if now is None or now.done or now.expects.act != "choose" else now.press_means


def stone(state: GameState, pieces: Mapping[str, str], runs: Side) -> str:
    """The stone that a touch of an empty point puts there while the clock of the place ``runs`` runs."""
    opening, side = state.opening, state.on_clock(runs)
    if opening is None or opening.done or opening.person(side) != opening.actor:
        return side.letter.lower()
    placed = state.history.position.pieces()
    return next_stone(opening, sum(point not in placed for point in pieces))


def offers(state: GameState, pieces: Mapping[str, str]) -> frozenset[str]:
    """The fifth moves on the board of which a touch takes one off: White leaves one of them."""
    left = [] if state.opening is None else [point for point in state.opening.offers if pieces.get(point) == "b"]
    return frozenset(left) if len(left) > 1 else frozenset()


def bowls(state: GameState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The stones at the hand of each: of both colours while the opening lasts, in which one person places both."""
    if state.opening is not None and not state.opening.done and len(state.opening.regulation.steps) > 1:
        return ("b", "w"), ("b", "w")
    first, second = colours(state)
    return (first.letter.lower(),), (second.letter.lower(),)


def last_words(state: GameState, texts: Texts) -> str:
    """What was chosen since the last stone; empty where nothing was."""
    now = [choice for choice in state.choices if choice.ply == len(state.plies)]
    return _words(now[-1], texts, state.assignment.letters) if now else ""


def _words(choice: Choice, texts: Texts, letters: Letters) -> str:
    match choice.act:
        case "declare":
            return texts.n("screen.announced", choice.number)
        case "offer":
            return texts.t(
                "screen.offered", moves=", ".join(move_text(point, "renju", letters) for point in choice.points)
            )
        case "choose":
            return texts.t(f"screen.said.{BUTTON_OF[choice.option]}")
        case _:
            return ""
