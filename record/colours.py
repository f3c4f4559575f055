"""Who has which colour, entered by people: the arbiter rules it, or the players say it where no board records."""

from record.commands import EnterColours, Refusal, Rule
from record.events import ColoursEntered, Event, Ruled
from record.openings import may_swap
from record.state import GameState, Phase

NO_PLAYER = Refusal(
    code="no-player", ru="Этот участник не играет эту партию.", en="That player does not play this game."
)
SAME = Refusal(code="same-colours", ru="Цвета уже такие.", en="They have these colours already.")


def set_colours(state: GameState, command: Rule) -> tuple[Event, ...] | Refusal:
    """The arbiter rules who has Black: after a swap that was not seen, or seen wrongly; a game that goes on, or is
    over, with other colours than were drawn (5.4.13.1). Without swaps in the regulation it needs a reason."""
    colours = _colours(state, command.black)
    if isinstance(colours, Refusal):
        return colours
    if not may_swap(state.assignment) and not command.reason.strip():
        return Refusal(code="no-reason", ru="Решение требует обоснования.", en="A ruling of its own needs a reason.")
    ruled = Ruled(ruling=command.ruling, arbiter=command.arbiter, reason=command.reason, colours=colours)
    return (ruled,)


def enter_colours(state: GameState, command: EnterColours) -> tuple[Event, ...] | Refusal:
    """A player says who has Black, where no board records the game and its opening has swaps."""
    if state.phase is Phase.CONFIRMED:
        return Refusal(code="confirmed", ru="Результат уже подтверждён.", en="The result is confirmed already.")
    if state.assignment.device != "none" or not may_swap(state.assignment):
        return Refusal(
            code="not-yours", ru="Цвета этой партии вносит только судья.", en="Only the arbiter sets these colours."
        )
    if command.by not in (state.white.id, state.black.id):
        return NO_PLAYER
    colours = _colours(state, command.black)
    if isinstance(colours, Refusal):
        return colours
    return (ColoursEntered(colours=colours, by=command.by),)


def _colours(state: GameState, black: int | None) -> tuple[int, int] | Refusal:
    """The start numbers of White and Black, if those are new."""
    if black == state.black.id:
        return SAME
    if black != state.white.id:
        return NO_PLAYER
    return (state.black.id, state.white.id)
