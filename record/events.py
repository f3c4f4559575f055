"""The events of a game's logs (design.md, section 3).

An event is flat JSON: ``{"kind", "session", "seq", "t_ms", "at", "prev", ...}``. ``seq`` counts from 1 inside its
session, ``t_ms`` is the session's own monotonic time, ``at`` the UTC wall time (ISO 8601, milliseconds, ``Z``),
``prev`` the SHA-256 (hex) of the bytes of the event before (`record.chain`). A table session is one run of one table
client on one game; the desk's log has the same form, and each of its events names ``after``: the last table event its
author saw.

An event that is decided but has no place in a log yet has ``seq`` 0; `record.chain.seal` gives it its place.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from record.assignment import Assignment
from rules.side import Side

DESK = "desk"
"""The session name of the desk's log: each game has one, and only the server writes it."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """What all events carry. A subclass adds its own fields and its tag, the event's kind."""

    session: str = ""
    seq: int = 0
    t_ms: int = 0
    at: str = ""
    prev: str = ""
    after: tuple[str, int] | None = None


class Assigned(Event, frozen=True, kw_only=True, tag="assigned"):
    """Desk: this game is to be played at this table, by these people, under these regulations."""

    assignment: Assignment


class SessionOpened(Event, frozen=True, kw_only=True, tag="session-opened"):
    """Desk: the table session ``opened`` is the next one of this game; the order of these is the sessions' order."""

    opened: str


class RoundStarted(Event, frozen=True, kw_only=True, tag="round-started"):
    """Desk: the arbiter gave the signal; ``absent`` are the sides that were not there (5.4.1.2)."""

    absent: tuple[Side, ...] = ()


class PlayerAbsent(Event, frozen=True, kw_only=True, tag="player-absent"):
    """Desk: it was noticed after the signal that this player had not come; it counts from the signal on."""

    side: Side


class PlayerArrived(Event, frozen=True, kw_only=True, tag="player-arrived"):
    """A player sat down (5.4.1.2). ``late_ms`` after the signal, 0 for one who was not missed; ``by`` is who saw it:
    ``board`` (his first lift), ``clock`` (his press), ``screen``, ``phone`` or ``desk``."""

    side: Side
    late_ms: int = 0
    by: str = ""


class OpeningDrawn(Event, frozen=True, kw_only=True, tag="opening-drawn"):
    """The opening was drawn: moves, or a start position (5.4.1.3). ``seed`` is the stored seed of the lot. Desk: drawn
    with the pairing, or when the desk's own event made both players be there; table: when its own did."""

    number: int
    moves: tuple[str, ...] = ()
    fen: str | None = None
    seed: int | None = None


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """The game began: a clock was started, or the first move seen. ``clock`` tells whether a linked clock was read."""

    clock: bool = True


class SquareChanged(Event, frozen=True, kw_only=True, tag="square-changed"):
    """The board says that ``sq`` now holds ``p`` (`board.events.SquareChanged`)."""

    sq: str
    p: str


class BoardDumped(Event, frozen=True, kw_only=True, tag="board-dumped"):
    """The whole sensed board: after a start, a silence or a doubt (`board.events.BoardDumped`)."""

    squares: Mapping[str, str]


class LeverPressed(Event, frozen=True, kw_only=True, tag="lever-pressed"):
    """``by`` pressed the clock: the side whose name the lever has. It belongs to who began with that colour."""

    by: Side


class ClockReading(Event, frozen=True, kw_only=True, tag="clock-reading"):
    """A reading that says something new (`clock.watch` chooses which do). Faces are named by the colours with which the
    game began: after a swap of renju each person keeps his clock (5.2.4.3)."""

    white_ms: int
    black_ms: int
    running: Side | None = None
    flags: tuple[Side, ...] = ()


class Button(Event, frozen=True, kw_only=True, tag="button"):
    """A button of the table screen: the names of design.md section 8 (``offer-draw``, ``claim-draw``, ``resign``...)
    and those of renju's openings (``swap``, ``announce`` with ``count``...)."""

    button: str
    by: Side | None = None
    move: str | None = None
    count: int | None = None


class OpeningChoice(Event, frozen=True, kw_only=True, tag="opening-choice"):
    """A choice of renju's opening regulation (5.2.4.3), by the side ``by`` that he has before it.

    ``act``: ``choose`` (``option``: ``swap``, ``stay``, ``white``, ``black``, ``add``, ``offer``), ``declare``
    (``number`` of fifth moves) or ``offer`` (their ``points``; the one that White leaves is the move of ply 5). ``how``
    it is known: a ``button``, a ``press`` without a stone (5.3.1.7), or the ``stones`` that followed.
    """

    act: str
    by: Side
    option: str = ""
    number: int = 0
    points: tuple[str, ...] = ()
    how: str = "button"


class Move(Event, frozen=True, kw_only=True, tag="move"):
    """Ply number ``ply`` (from 1) by ``side``. ``fen`` is the position after it, with the side then to move.

    ``since`` is the ``seq`` in this session of the first sensor event that made it, so that the hands can be replayed.
    ``irregular``: it broke the rules and stood (5.4.13.4). ``uncertain``: the path is not known. ``inferred``: the
    sensors missed it and it was found as the only legal way. ``drawn``: part of a drawn opening.
    """

    ply: int
    side: Side
    move: str
    fen: str
    captured: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    since: int = 0
    uncertain: bool = False
    irregular: bool = False
    inferred: bool = False
    drawn: bool = False


class TakenBack(Event, frozen=True, kw_only=True, tag="taken-back"):
    """The move of ``ply`` is put right: ``fen`` is the position before it, in which its side moves again. Without
    ``by`` nobody moves again: what followed showed that the ply was another one, which comes next."""

    ply: int
    fen: str
    by: Side | None = None


class Demanded(Event, frozen=True, kw_only=True, tag="demanded"):
    """``by`` demands correction of ``ply``: pressed the clock back, or said so by a button (5.4.13.2, 5.4.13.4)."""

    by: Side
    ply: int


class Finding(Event, frozen=True, kw_only=True, tag="finding"):
    """The table names what it saw. ``finding`` is the id in this game; the rest is `rules.law`'s observation."""

    finding: str
    what: str
    ply: int = 0
    side: Side | None = None
    evidence: Mapping[str, Any] = {}


class SyncChanged(Event, frozen=True, kw_only=True, tag="sync-changed"):
    """The sensed board no longer agrees with the record, or agrees again."""

    in_sync: bool
    differences: tuple[str, ...] = ()


class DeviceChanged(Event, frozen=True, kw_only=True, tag="device-changed"):
    """``device`` (``board`` or ``clock``) is heard, or not; ``detail`` says which one or why."""

    device: str
    up: bool
    detail: str = ""


class SetUp(Event, frozen=True, kw_only=True, tag="set-up"):
    """The game goes on from ``fen`` though no move leads there: PDN writes a set-up."""

    fen: str
    reason: str = ""


class ClockAdjusted(Event, frozen=True, kw_only=True, tag="clock-adjusted"):
    """Both clocks now show these times, by a ruling or to mend a fault (5.4.2.5). Faces are named as those of a
    ``clock-reading``. ``why``: ``fault``, ``record`` or ``carried`` where the arbiter named it; ``carried_white_ms``
    and ``carried_black_ms`` are still to be taken off at the next control (5.3.2.2)."""

    white_ms: int
    black_ms: int
    running: Side | None = None
    reason: str = ""
    why: str = ""
    carried_white_ms: int = 0
    carried_black_ms: int = 0


class ArbiterCalled(Event, frozen=True, kw_only=True, tag="arbiter-called"):
    """Desk: the arbiter notes that he was called to this table; his rulings on its findings open."""

    finding: str | None = None
    by: Side | None = None
    arbiter: str = ""


class Ruled(Event, frozen=True, kw_only=True, tag="ruling"):
    """Desk: the arbiter's ruling, with its whole effect.

    ``finding`` is the finding or claim it settles (``None``: a ruling of its own, with a reason). ``side`` is who bears
    it. ``fen``, where given, is the position from which the game goes on and ``ply`` the number of plies that then
    stand; ``white_ms``/``black_ms`` where given are both clocks, named as those of a ``clock-reading``; ``result``
    where it ends the game; ``colours`` the start numbers of those who have White and Black from now on.
    """

    ruling: str
    arbiter: str
    finding: str | None = None
    side: Side | None = None
    reason: str = ""
    added_ms: int = 0
    fen: str | None = None
    ply: int | None = None
    white_ms: int | None = None
    black_ms: int | None = None
    result: str | None = None
    colours: tuple[int, int] | None = None


class ColoursEntered(Event, frozen=True, kw_only=True, tag="colours-entered"):
    """Desk: a player whose game no board records says who has which colour: ``colours`` are the start numbers of White
    and Black, ``by`` is his own."""

    colours: tuple[int, int]
    by: int


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """Desk: the desk event number ``undoes`` of this game's desk log no longer counts."""

    undoes: int
    arbiter: str = ""
    reason: str = ""


class Result(Event, frozen=True, kw_only=True, tag="result"):
    """How the game ended, or is said to have ended.

    ``result``: ``1-0``, ``0-1``, ``1/2-1/2``, ``0-0`` (loss of both), ``+/-``, ``-/+``, ``-/-`` (not played, 5.4.7.2).
    ``reason``: ``no-pieces``, ``no-moves``, ``resignation``, ``agreement``, ``time``, ``repetition``, ``move-limit``,
    ``ruling``, ``entered``, ``absence``. ``by``: ``rule`` (the board shows it), ``white``, ``black`` (a player enters
    or signs it) or ``arbiter``.
    """

    result: str
    reason: str
    by: str
    arbiter: str = ""


class ResultConfirmed(Event, frozen=True, kw_only=True, tag="result-confirmed"):
    """Desk: the result counts now; pairing may use it."""

    result: str
    arbiter: str = ""


class Checkpoint(Event, frozen=True, kw_only=True, tag="checkpoint"):
    """``signature`` (hex) is Ed25519 over ``prev``: who wrote the chain up to here."""

    signature: str
    key: str


AnyEvent = (
    Assigned
    | SessionOpened
    | RoundStarted
    | PlayerAbsent
    | PlayerArrived
    | OpeningDrawn
    | Started
    | SquareChanged
    | BoardDumped
    | LeverPressed
    | ClockReading
    | Button
    | OpeningChoice
    | Move
    | TakenBack
    | Demanded
    | Finding
    | SyncChanged
    | DeviceChanged
    | SetUp
    | ClockAdjusted
    | ArbiterCalled
    | Ruled
    | ColoursEntered
    | Undone
    | Result
    | ResultConfirmed
    | Checkpoint
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(event: Event) -> bytes:
    """The event as the bytes that are stored, sent and hashed."""
    return _encoder.encode(event)


def decode(data: bytes) -> AnyEvent:
    """The event in ``data``. Raises `msgspec.DecodeError` (a ``ValueError``) naming the field that does not fit."""
    return _decoder.decode(data)
