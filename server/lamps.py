"""What is known of each table's computer and devices: bound to which installation, on line, silent. Pure.

Two live installations at one table number are a finding (`duplicate-table`); only the bound one is acknowledged. A
table whose bound computer is gone is taken over by the next one that speaks there: a spare must not need the arbiter.
"""

import msgspec

from record.messages import Birth, TableState


class Lamp(msgspec.Struct, frozen=True, kw_only=True):
    """One table as the desk shows it. ``device`` is what the settings promise there; ``installation`` the computer
    bound to it ("" before the first); ``rival`` another live one at the same number. ``heard_ms``: when it last spoke.
    ``misset``: what a clock shows that was not set for the game, in ms (White, Black).

    ``silent``: its connection has been gone for longer than the regulations allow. A table that is there need not
    speak, the broker watches the connection for it; but after the hall itself lost the broker, what is retained there
    may be old: from ``doubted_ms`` on a table with a game has as long to speak before it counts as gone.
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
    misset: tuple[int, int] | None = None
    version: str = ""
    heard_ms: int | None = None
    doubted_ms: int | None = None
    silent: bool = False


def hear(lamp: Lamp, installation: str, now_ms: int) -> tuple[Lamp, bool]:
    """``lamp`` after ``installation`` spoke, and whether it is the bound one and is to be listened to."""
    if lamp.installation in ("", installation):
        heard = msgspec.structs.replace(lamp, installation=installation, heard_ms=now_ms, doubted_ms=None, silent=False)
        return heard, True
    if not lamp.online or lamp.silent:
        return hear(bound_to(lamp, installation), installation, now_ms)
    return msgspec.structs.replace(lamp, rival=installation), False


def bound_to(lamp: Lamp, installation: str) -> Lamp:
    """``lamp`` where ``installation`` speaks from now on; nothing is known of its devices yet."""
    return Lamp(table=lamp.table, device=lamp.device, installation=installation, game=lamp.game)


def doubted(lamp: Lamp, now_ms: int) -> Lamp:
    """``lamp`` after the hall connected anew: what is retained may be old."""
    return msgspec.structs.replace(lamp, doubted_ms=now_ms) if lamp.installation else lamp


def with_state(lamp: Lamp, state: TableState) -> Lamp:
    """``lamp`` after the bound computer's ``state``, or the last will that the broker published for it."""
    return msgspec.structs.replace(
        lamp,
        online=state.online,
        board=state.online and state.board,
        clock=state.online and state.clock,
        game=state.game,
        detail=state.detail,
        misset=state.misset if state.online else None,
    )


def with_birth(lamp: Lamp, birth: Birth) -> Lamp:
    """``lamp`` after the bound computer said who it is: it is there."""
    return msgspec.structs.replace(lamp, online=True, version=birth.version)


def aged(lamp: Lamp, now_ms: int, silent_after_ms: int, *, has_game: bool) -> Lamp:
    """``lamp`` as it is at ``now_ms``, with ``silent`` set anew."""
    since = lamp.doubted_ms if has_game and lamp.online else None
    if not lamp.online and lamp.installation:
        since = lamp.heard_ms or 0
    silent = lamp.device != "none" and since is not None and now_ms - since > silent_after_ms
    return lamp if silent == lamp.silent else msgspec.structs.replace(lamp, silent=silent)
