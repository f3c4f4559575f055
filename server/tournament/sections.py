"""Pairing by groups, where the regulations divide the field (5.4.10.9): each section by itself, boards in one row."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from rules.errors import SettingsError
from server.tournament.model import Event
from server.tournament.pairing import Pair, Pairing
from server.tournament.swiss import pair


def pair_sections(
    event: Event,
    sections: Sequence[Iterable[int]],
    system: str = "individual",
    *,
    first_colour: Literal["white", "black"] = "white",
    seed: int = 0,
    absent: Iterable[int] = (),
) -> tuple[Pairing, ...]:
    """One pairing for each section, boards counted on through all of them. Every player stands in exactly one section.

    Each section follows the system by itself, a plus of its own in an odd one. Raises ``SettingsError``.
    """
    members = [set(section) for section in sections]
    known = {player.id for player in event.players}
    listed = [player for section in members for player in section]
    faults = [f"player {player} stands in two sections" for player in sorted(known) if listed.count(player) > 1]
    faults += [f"player {player} stands in no section" for player in sorted(known - set(listed))]
    faults += [f"sections: player {player} is not among the entries" for player in sorted(set(listed) - known)]
    if faults:
        raise SettingsError(tuple(faults))
    gone = set(absent)
    made: list[Pairing] = []
    board = 0
    for section in members:
        one = pair(event, system, first_colour=first_colour, seed=seed, absent=gone | (known - section))
        if one.pairs is not None:
            numbered: list[Pair] = []
            for two in one.pairs:
                board += 1
                numbered.append(msgspec.structs.replace(two, board=board))
            one = msgspec.structs.replace(one, pairs=tuple(numbered))
        made.append(msgspec.structs.replace(one, absent=tuple(p for p in one.absent if p in section)))
    return tuple(made)
