"""The state of a game: what the fold of its events says (`record.fold`). Screens, exports and decisions read only
this."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from record.assignment import Assignment, Person
from rules import History
from rules.renju.opening import State as Opening
from rules.side import Side


class Phase(StrEnum):
    """Where a game stands. ``over``: a result is known and waits to be confirmed; ``confirmed``: pairing may use it."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CONFIRMED = "confirmed"


class Status(StrEnum):
    """Where a finding stands in its life.

    ``open``: seen, nobody who may act has acted. ``demanded``: the opponent demands correction or a player claims.
    ``called``: the arbiter was called. ``corrected``: put right at the board. ``ruled``: the arbiter ruled.
    ``lapsed``: the right to act on it is gone (the opponent replied). ``closed``: the game ended (5.4.13.5).
    """

    OPEN = "open"
    DEMANDED = "demanded"
    CALLED = "called"
    CORRECTED = "corrected"
    RULED = "ruled"
    LAPSED = "lapsed"
    CLOSED = "closed"

    @property
    def live(self) -> bool:
        """Whether anyone may still act on it."""
        return self in (Status.OPEN, Status.DEMANDED, Status.CALLED)


class Ply(msgspec.Struct, frozen=True, kw_only=True):
    """A ply of the record. ``spent_ms`` is the time used on it where clock readings tell; ``white_ms``/``black_ms``
    what the clocks showed after it. ``session``/``since``/``seq`` find the sensor events that made it."""

    number: int
    side: Side
    move: str
    fen: str
    captured: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    uncertain: bool = False
    irregular: bool = False
    inferred: bool = False
    drawn: bool = False
    spent_ms: int | None = None
    white_ms: int | None = None
    black_ms: int | None = None
    session: str = ""
    since: int = 0
    seq: int = 0
    at: str = ""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A choice of the opening after ``ply`` plies (`record.events.OpeningChoice`), by the player of that start number;
    or ``act`` is ``colours``: it was entered who has which (``swapped``: not as the game began; ``player`` has Black).
    """

    act: str
    ply: int
    player: int
    how: str
    by: Side | None = None
    option: str = ""
    number: int = 0
    points: tuple[str, ...] = ()
    swapped: bool = False


class FindingState(msgspec.Struct, frozen=True, kw_only=True):
    """A finding and its life. ``kind`` is the catalogue's identifier; ``session``/``seq`` name the event it came
    with. ``player`` is the start number of who then had ``side``, 0 for none."""

    id: str
    kind: str
    side: Side | None
    ply: int
    evidence: Mapping[str, Any]
    status: Status = Status.OPEN
    session: str = ""
    seq: int = 0
    t_ms: int = 0
    at: str = ""
    demanded_by: Side | None = None
    demanded_at: str = ""
    ruling: str = ""
    ruled_by: str = ""
    ruling_seq: int = 0
    player: int = 0


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """The last reading: times in ms, whose time falls, whose is used up; ``t_ms`` of its session and UTC ``at``. Sides
    are those that the owners of the clocks have now (`record.openings`).

    ``linked`` is False until a clock was read: then nothing here is known, and no flag is found.
    """

    linked: bool = False
    white_ms: int = 0
    black_ms: int = 0
    running: Side | None = None
    flags: tuple[Side, ...] = ()
    t_ms: int = 0
    at: str = ""

    def left_ms(self, side: Side) -> int:
        """What the face of ``side`` showed at the last reading."""
        return self.white_ms if side is Side.WHITE else self.black_ms


class Attendance(msgspec.Struct, frozen=True, kw_only=True):
    """Who was there when the clocks were started (5.4.1.2). ``signal_at`` is empty before; ``absent`` are the sides
    that were missed then and have not come yet; ``came_ms`` says how long after the signal those came who were missed,
    the last of them at ``complete_at``."""

    signal_at: str = ""
    absent: tuple[Side, ...] = ()
    came_ms: Mapping[Side, int] = {}
    complete_at: str = ""


class ResultState(msgspec.Struct, frozen=True, kw_only=True):
    """A result as far as it is known: ``entered`` says who named it (``rule``, ``white``, ``black``, ``arbiter``)."""

    result: str
    reason: str
    entered: tuple[str, ...] = ()
    confirmed: bool = False
    confirmed_by: str = ""


class RulingState(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that stands. ``seq`` is its number in the desk's log, by which it can be undone; ``plies`` how many
    plies stood after it; ``player`` the start number of who then had ``side``, 0 for none."""

    seq: int
    ruling: str
    finding: str | None
    side: Side | None
    reason: str
    arbiter: str
    at: str
    added_ms: int = 0
    plies: int = 0
    player: int = 0


class GameState(msgspec.Struct, frozen=True, kw_only=True):
    """A game folded up to ``last``, its last event (session, seq).

    ``history`` holds the position, the plies as the rules see them, and the draw counters. ``demand`` is the side and
    ply of a correction demanded and not yet made. ``offer`` is the side whose draw offer stands. ``called``: who
    pressed the button that calls the arbiter (``called_at`` is empty when no one did); ``claim`` is what was claimed
    with it where no finding is about that, with ``claim_move`` the move about to be made (5.4.12.2);
    ``claim_late``: it was made too late (5.4.2.8). ``entries`` are
    results that the players have entered and that do not yet agree. ``left_at_end`` is what White and Black had left
    when the game ended, where the clocks were known. ``desk_seq`` is how far the desk's log goes. ``opening`` is how
    renju's opening stands, ``choices`` what was chosen in it; ``swapped``: the persons have not the colours with which
    the game began. ``sensed`` is the board as its device names the squares; ``frame``: which square of the record each
    of them is, where the board is read from its other side, else empty. ``carried_by_face`` is what is to be taken off
    each face at its next control (5.3.2.2), by its name.
    """

    assignment: Assignment
    history: History
    phase: Phase = Phase.WAITING
    plies: tuple[Ply, ...] = ()
    findings: tuple[FindingState, ...] = ()
    clocks: Clocks = Clocks()
    in_sync: bool = True
    differences: tuple[str, ...] = ()
    sensed: Mapping[str, str] | None = None
    frame: Mapping[str, str] = {}
    board_up: bool = False
    clock_up: bool = False
    arrived: tuple[Side, ...] = ()
    attendance: Attendance = Attendance()
    demand: tuple[Side, int] | None = None
    offer: Side | None = None
    entries: Mapping[str, str] = {}
    result: ResultState | None = None
    rulings: tuple[RulingState, ...] = ()
    called: Side | None = None
    called_at: str = ""
    claim: str = ""
    claim_move: str = ""
    claim_late: bool = False
    started_at: str = ""
    over_at: str = ""
    left_at_end: tuple[int, int] | None = None
    last: tuple[str, int] | None = None
    desk_seq: int = 0
    opening: Opening | None = None
    choices: tuple[Choice, ...] = ()
    swapped: bool = False
    carried_by_face: Mapping[Side, int] = {}

    @property
    def ended(self) -> bool:
        """Whether a result is known, confirmed or not."""
        return self.phase in (Phase.OVER, Phase.CONFIRMED)

    @property
    def moved(self) -> bool:
        """Whether a move was made at the board; those of a drawn opening are none."""
        return any(not ply.drawn for ply in self.plies)

    @property
    def fen(self) -> str:
        """The position that stands."""
        return str(self.history.position.fen())

    @property
    def to_move(self) -> Side:
        """Whose move it is."""
        return Side(self.history.position.side)

    @property
    def white(self) -> Person:
        """Who has White now."""
        return self.person(Side.WHITE)

    @property
    def black(self) -> Person:
        """Who has Black now."""
        return self.person(Side.BLACK)

    def person(self, side: Side) -> Person:
        """Who has ``side`` now."""
        return self.assignment.person(side.other if self.swapped else side)

    def side_of(self, player: int) -> Side:
        """The side that the player of this start number has now."""
        return Side.WHITE if self.white.id == player else Side.BLACK

    def on_clock(self, side: Side) -> Side:
        """The name that the clock of who has ``side`` bears, and the other way round: in renju it is the person's, with
        the colour with which he began."""
        return side.other if self.swapped and self.opening is not None else side

    @property
    def carried(self) -> Mapping[Side, int]:
        """What is to be taken off the clock of each side at its next control, in ms (5.3.2.2)."""
        return {side: self.carried_by_face.get(self.on_clock(side), 0) for side in Side}

    def finding(self, id: str) -> FindingState | None:
        """The finding of that id, if the game has it."""
        return next((f for f in self.findings if f.id == id), None)
