"""The answer of a pairing: pairs with boards, the bye, reasons, and the relaxations that were needed."""

from typing import Any

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """One statement of an explanation: a key of the texts in ``why``, its article, and the values it speaks of."""

    key: str
    article: str
    values: dict[str, Any] = msgspec.field(default_factory=dict)


class Pair(msgspec.Struct, frozen=True):
    """White against Black at a board (from 1), and why."""

    white: int
    black: int
    board: int
    why: tuple[Reason, ...] = ()


class Relaxation(msgspec.Struct, frozen=True):
    """A principle given up because no legal pairing exists: its key, and the players concerned."""

    key: str
    article: str
    players: tuple[int, ...]


def pluses_of(bye: int | None, more: tuple[int, ...]) -> tuple[int, ...]:
    """Everyone who has a plus: ``bye``, where there is one, and those of further odd groups (5.4.10.9)."""
    return more if bye is None else (bye, *more)


class Pairing(msgspec.Struct, frozen=True):
    """A round. ``pairs`` is ``None`` where no pairing exists (within the relaxations allowed).

    ``bye`` is the player without an opponent who gets the plus, ``more_byes`` those of further odd groups (5.4.10.9);
    ``absent`` those left out because of earlier entries, ``through`` those who go on in a knock-out without a meeting.
    """

    round: int
    pairs: tuple[Pair, ...] | None
    bye: int | None = None
    why: tuple[Reason, ...] = ()
    relaxations: tuple[Relaxation, ...] = ()
    absent: tuple[int, ...] = ()
    through: tuple[int, ...] = ()
    more_byes: tuple[int, ...] = ()

    @property
    def pluses(self) -> tuple[int, ...]:
        """Everyone who gets a plus."""
        return pluses_of(self.bye, self.more_byes)
