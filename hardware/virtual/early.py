"""Hands that do not wait for the lever: the next player begins his reply before the mover has pressed."""

from collections.abc import Sequence
from random import Random

import msgspec

from hardware.virtual.hand import Action

HANDS_MS = (30, 300)
"""So soon after the move stands the other hand comes onto the board."""
PRESS_MS = (20, 200)
"""So soon after the other hand's last change the lever goes, and so soon after the lever its next one comes."""
PAUSE_MS = 700


def overlapped(turns: Sequence[Sequence[Action]], rng: Random, share: float) -> list[Action]:
    """The turns of a game, each the move and the press of one player, as one sequence of actions with times from the
    game's beginning. In a ``share`` of them the press comes only after the other's hand has begun its turn: after one
    change of the board, or several, or all of them."""
    done: list[Action] = []
    at, owed = 0, None
    for number, turn in enumerate(turns):
        changes = [action for action in turn if action.do in ("lift", "place")]
        press = next(action for action in turn if action.do == "press")
        before = 1 + int(rng.random() ** 1.5 * len(changes)) if owed is not None else 0
        shift = at if owed is None or not changes else at + rng.randint(*HANDS_MS) - changes[0].t_ms
        for place, change in enumerate(changes):
            if owed is not None and place == before:
                at += rng.randint(*PRESS_MS)
                done.append(msgspec.structs.replace(owed, t_ms=at))
                owed = None
                shift = max(shift, at + rng.randint(*PRESS_MS) - change.t_ms)
            at = shift + change.t_ms
            done.append(msgspec.structs.replace(change, t_ms=at))
        if owed is not None:
            at += rng.randint(*PRESS_MS)
            done.append(msgspec.structs.replace(owed, t_ms=at))
            owed = None
        if number + 1 < len(turns) and rng.random() < share:
            owed = press
        else:
            at += rng.randint(*PRESS_MS)
            done.append(msgspec.structs.replace(press, t_ms=at))
            at += PAUSE_MS
    return done
