"""One budget for several games: a Lehmann-Georgiev control lasts for all games of two players until the first win
(3.6.4). What is left belongs to the person, whatever colour he has next."""

from collections.abc import Iterable

import msgspec

from clock.control import Budget, Control

WINS = frozenset({"1-0", "0-1", "+/-", "-/+"})
"""Results with a winner, as the record writes them."""


def is_carried(control: Control) -> bool:
    """Whether what a player has left after a game is his time for the next one."""
    return control.kind == "lehmann-georgiev"


def goes_on(control: Control, results: Iterable[str]) -> bool:
    """Whether another game under ``control`` is due after games that ended in ``results``: until the first win."""
    return is_carried(control) and not any(result in WINS for result in results)


def with_left(control: Control, white_ms: int | None, black_ms: int | None) -> Control:
    """``control`` where White and Black begin with these times; ``None`` leaves a side the time that it names. Bonuses
    and what follows the first stage stay.

    >>> from clock.control import parse
    >>> str(with_left(parse("lehmann-georgiev:5m+3s"), 182_000, None))
    'lehmann-georgiev:3m2s+3s vs 5m+3s'
    """
    return msgspec.structs.replace(
        control, white=_beginning(control.white, white_ms), black=_beginning(control.black, black_ms)
    )


def _beginning(budget: Budget, ms: int | None) -> Budget:
    if ms is None:
        return budget
    first = msgspec.structs.replace(budget.stages[0], time_ms=ms)
    return msgspec.structs.replace(budget, stages=(first, *budget.stages[1:]))
