"""Draws by counting moves, as data: what must stay as it is, for how many moves, and whose moves count.

A rule looks at a position and names the ratio of forces it watches, or ``None`` where it does not apply. While the
ratio stays equal the count runs; when it changes the count begins anew at that position, whose ply is move 0. Several
rules run side by side. A capture or a win by the last counted move changes the ratio or ends the game, so it stands.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from rules.errors import SettingsError
from rules.side import Side

Counting = Literal["stronger", "players"]


class Ratio(NamedTuple):
    """What a rule watches. ``stronger`` is the side whose own moves count, ``None`` where the sides are equal."""

    key: Hashable
    stronger: Side | None = None


@dataclass(frozen=True, kw_only=True)
class MoveLimit:
    """One rule.

    ``moves`` is the limit N. ``by`` tells whose moves count: ``"stronger"``, the stronger side's own N-th move after
    the position where the ratio first stands (with equal sides, whoever makes N moves first), or ``"players"``, N moves
    by both. ``ratio`` names what must stay. ``on`` is the literal text's default, ``verified`` whether the article's
    text has been seen.
    """

    name: str
    article: str
    moves: int
    by: Counting
    ratio: Callable[[Any], Ratio | None]
    on: bool = True
    verified: bool = True

    def plies(self, ratio: Ratio, to_move: Side) -> int:
        """After how many plies the draw is due, where ``to_move`` was to move when ``ratio`` first stood.

        2N for N moves by the players; for the stronger side's own N-th move 2N - 1 if it moves first, else 2N.
        """
        if self.by == "players" or (ratio.stronger is not None and to_move is not ratio.stronger):
            return 2 * self.moves
        return 2 * self.moves - 1


def with_settings(rules: tuple[MoveLimit, ...], settings: Mapping[str, bool | int | str]) -> tuple[MoveLimit, ...]:
    """The rules with an event's settings applied.

    A key is a rule's name; its value ``False`` or ``True`` turns the rule off or on, a number sets the limit, and
    ``"stronger"`` or ``"players"`` says whose moves count. Raises `SettingsError` with every fault.

    >>> from rules import discipline
    >>> [rule.moves for rule in with_settings(discipline("international").move_limits, {"kings-only": 20})][0]
    20
    """
    faults = []
    changed = {rule.name: rule for rule in rules}
    for name, value in settings.items():
        rule = changed.get(name)
        if rule is None:
            faults.append(f"unknown draw rule {name!r}; known: {', '.join(changed) or 'none'}")
        elif isinstance(value, bool):
            changed[name] = replace(rule, on=value)
        elif isinstance(value, int) and value > 0:
            changed[name] = replace(rule, on=True, moves=value)
        elif value == "stronger":
            changed[name] = replace(rule, by="stronger")
        elif value == "players":
            changed[name] = replace(rule, by="players")
        else:
            faults.append(f"draw rule {name!r}: {value!r}; expected true, false, a number of moves, stronger, players")
    if faults:
        raise SettingsError(tuple(faults))
    return tuple(changed.values())
