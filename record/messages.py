"""What passes between a table and the server over MQTT (design.md, section 7), and the topics it passes on.

Every payload is JSON. `log` carries the events' own bytes, so that the server hashes what the table hashed.
"""

import re

import msgspec

from record.assignment import Assignment

PREFIX = "flagfall/1"
MAX_BATCH = 64 * 1024
"""The largest `LogBatch` a table publishes, in bytes."""

ID = re.compile(r"[a-z0-9-]{1,32}")


def topic(event: str, table: int | str, leaf: str) -> str:
    """The topic ``leaf`` of a table: ``flagfall/1/club/table/7/log``. ``+`` as ``table`` subscribes to all tables.

    Raises ValueError when ``event`` is not an id (``[a-z0-9-]{1,32}``): a space in a topic cuts the connection.
    """
    if not ID.fullmatch(event):
        raise ValueError(f"event id {event!r}: expected 1 to 32 of a-z, 0-9 and '-'")
    return f"{PREFIX}/{event}/table/{table}/{leaf}"


def server_topic(event: str) -> str:
    """Where the server says that it is there (retained, with a last will)."""
    return f"{PREFIX}/{event}/server/state"


class Birth(msgspec.Struct, frozen=True, kw_only=True):
    """Table, retained: who speaks here. ``installation`` names the computer's data folder, ``boot`` this run of it."""

    table: int
    installation: str
    boot: str
    version: str
    boards: tuple[str, ...] = ()


class TableState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Table, retained and last will: ``online``; ``board`` and ``clock`` say whether the device is heard. ``misset``:
    what White's and Black's clock show before a game that does not begin so, in ms; absent where all is well."""

    installation: str
    online: bool
    board: bool = False
    clock: bool = False
    game: str = ""
    detail: str = ""
    misset: tuple[int, int] | None = None


class LogBatch(msgspec.Struct, frozen=True, kw_only=True):
    """Table, QoS 1: consecutive events of one session, each as its own bytes."""

    game: str
    session: str
    installation: str
    events: tuple[msgspec.Raw, ...]


class Ack(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Server: up to and including which ``seq`` of each session everything is committed. It may go backwards after a
    restore: then the table sends again. ``refused`` names sessions that the server does not take, with the reason;
    ``trouble`` says what is wrong with the table itself, such as that the event does not have it."""

    sessions: dict[str, int]
    installation: str = ""
    refused: dict[str, str] = {}
    trouble: str = ""


class DeskEvents(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Server: the whole desk log of a game, each event as its own bytes; sent again until the table has it. ``at`` is
    the server's time (UTC) when it is sent: the table's own clock may be another."""

    id: str
    game: str
    events: tuple[msgspec.Raw, ...]
    at: str = ""


class Assign(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Server, retained: the game to be recorded at this table now, or none."""

    assignment: Assignment | None = None


class Reply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Table: ``id`` of the command was carried out, or ``error`` says why not. ``desk_seq``: how far its desk log
    goes."""

    id: str
    ok: bool = True
    error: str = ""
    desk_seq: int = 0


class ServerState(msgspec.Struct, frozen=True, kw_only=True):
    """Server, retained and last will."""

    online: bool
    version: str = ""


encode = msgspec.json.encode
decode = msgspec.json.decode
