"""Which sanction 5.4.14.2 proposes for a breach. The arbiter decides; the software only counts."""

from collections.abc import Iterable

from record.state import GameState, RulingState

COUNTED = ("remark", "warning", "time-to-opponent", "loss", "loss-of-both")
"""Rulings that are sanctions for a breach (5.4.14.1)."""


def sanctions_of(player: int, games: Iterable[GameState]) -> tuple[str, ...]:
    """The sanctions that ``player`` (his start number) has borne in ``games``, in their order."""
    return tuple(
        ruling.ruling
        for state in games
        for ruling in state.rulings
        if ruling.ruling in COUNTED and _bears(state, ruling, player)
    )


def _bears(state: GameState, ruling: RulingState, player: int) -> bool:
    if ruling.ruling == "loss-of-both":
        return player in (state.white.id, state.black.id)
    return ruling.player == player


def proposed(earlier_in_game: int, earlier_in_event: int, *, grave: bool = False) -> str:
    """The sanction that 5.4.14.2 names: ``remark``, ``warning``, ``loss``.

    ``earlier_in_game`` and ``earlier_in_event`` count the sanctions that the player has borne before, in this game and
    in the games before it. The first breach brings a remark, the first grave one a warning, the second a warning, the
    next the loss of the game.

    >>> [proposed(n, 0) for n in range(3)]
    ['remark', 'warning', 'loss']
    >>> proposed(0, 0, grave=True)
    'warning'
    """
    earlier = earlier_in_game + earlier_in_event
    if earlier == 0:
        return "warning" if grave else "remark"
    return "warning" if earlier == 1 else "loss"


def proposed_in_chess(illegal_moves_before: int, tempo: str) -> str:
    """What the laws of chess name for a completed illegal move (FIDE 7.5.5): ``time-2`` or, in rapid and blitz,
    ``time-1`` (A.3), the minutes that the opponent is given; ``loss`` for the second one of the game.

    >>> [proposed_in_chess(n, "rapid") for n in range(2)], proposed_in_chess(0, "classic")
    (['time-1', 'loss'], 'time-2')
    """
    if illegal_moves_before:
        return "loss"
    return "time-2" if tempo == "classic" else "time-1"


def exclusion_may_be_proposed(lost_before: bool, breaches_in_this_game: int) -> bool:
    """Whether 5.4.14.2's last step is open: a player who lost a game by sanction breaks the rules again in a later
    one."""
    return lost_before and breaches_in_this_game > 0
