"""What is known of each table's computer and devices: bound to which installation, on line, silent. Pure.

Two live installations at one table number are a finding (`duplicate-table`); only the bound one is acknowledged. A
table whose bound computer is gone is taken over by the next one that speaks there: a spare must not need the arbiter.
"""

import msgspec

from record.messages import Birth, TableState


class Lamp(msgspec.Struct, frozen=True, kw_only=True):
    """One table as the desk shows it. ``device`` is what the settings promise there; ``installation`` the computer
    bound to it ("" before the first); ``rival`` another live one at the same number. ``heard_ms``: when it last spoke.

    ``silent``: a table with a device that is off line, or has said nothing for longer than the regulations allow.
    """

    table: int
    device: str = "none"
    installation: str = ""
    rival: str = ""
    online: bool = False
    board: bool = False
    clock: bool = False
    game: str = ""
    detail: str = ""
    version: str = ""
    heard_ms: int | None = None
    silent: bool = False


def hear(lamp: Lamp, installation: str, now_ms: int) -> tuple[Lamp, bool]:
    """``lamp`` after ``installation`` spoke, and whether it is the bound one and is to be listened to."""
    if lamp.installation in ("", installation):
        return msgspec.structs.replace(lamp, installation=installation, heard_ms=now_ms, silent=False), True
    if not lamp.online:
        taken = msgspec.structs.replace(
            lamp, installation=installation, rival="", board=False, clock=False, heard_ms=now_ms, silent=False
        )
        return taken, True
    return msgspec.structs.replace(lamp, rival=installation), False


def with_state(lamp: Lamp, state: TableState) -> Lamp:
    """``lamp`` after the bound computer's ``state``, or the last will that the broker published for it."""
    return msgspec.structs.replace(
        lamp,
        online=state.online,
        board=state.online and state.board,
        clock=state.online and state.clock,
        game=state.game,
        detail=state.detail,
    )


def with_birth(lamp: Lamp, birth: Birth) -> Lamp:
    """``lamp`` after the bound computer said who it is: it is there."""
    return msgspec.structs.replace(lamp, online=True, version=birth.version)


def aged(lamp: Lamp, now_ms: int, silent_after_ms: int) -> Lamp:
    """``lamp`` as it is at ``now_ms``, with ``silent`` set anew."""
    if lamp.device == "none":
        return lamp
    quiet = lamp.heard_ms is None or now_ms - lamp.heard_ms > silent_after_ms
    silent = quiet and (lamp.installation != "" or lamp.heard_ms is not None)
    return lamp if silent == lamp.silent else msgspec.structs.replace(lamp, silent=silent)
