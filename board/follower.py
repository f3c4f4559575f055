"""What following any game at its board shares: the record's position, what is sensed, the devices, the buttons."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, TypedDict, Unpack

from board.events import EMPTY, BoardDumped, SquareChanged
from board.inputs import ButtonPressed, DeviceChanged, Input
from board.log import Change
from board.offers import Offers, out_of_turn
from board.outputs import Demanded, GameOver, Output, SyncChanged
from board.sensing import Sensor
from board.settings import BURST_MS, LONGEST_LOG, TouchSettings
from clock.events import Press
from rules.law.observation import Observation
from rules.side import Side


class Options(TypedDict, total=False):
    """What `board.strategy.recogniser` explains, for every game."""

    sensor: Sensor
    clock: bool
    start: Any
    ply: int
    settings: TouchSettings | None
    frame: Mapping[str, str]


class Follower(ABC):
    """The committed position, the sensed board, the events since the last ply, and whether board and record agree."""

    def __init__(self, discipline: Any, **options: Unpack[Options]) -> None:
        start = options.get("start")
        self._sensor: Sensor = options.get("sensor", "piece")
        self._clock = options.get("clock", True)
        self._settings = options.get("settings") or TouchSettings()
        self._position: Any = discipline.start() if start is None else start
        self._ply = options.get("ply", 0)
        self._sensed: dict[str, str] = {}
        self._in_sync = True
        self._log: list[Change] = []
        self._count = self._since = self._now = 0
        self._out: list[Output] = []
        self._over = False
        self._demand: Demanded | None = None
        self._owed: Side | None = None
        self._pressed: tuple[Side, int] | None = None
        self._touched = False
        self._offers = Offers()
        self._down = self._catching = self._gap = False
        self._missed: list[Side] = []
        self._setup: Any = None
        self._frame: Mapping[str, str] = {}
        self._opened: Any = None

    @property
    def position(self) -> Any:
        """The committed position."""
        return self._position

    @property
    def ply(self) -> int:
        """The number of plies committed, those before ``start`` included."""
        return self._ply

    @property
    def sensed(self) -> dict[str, str]:
        """What the board shows: squares that are not empty."""
        return dict(self._sensed)

    @property
    def in_sync(self) -> bool:
        """Whether the board agrees with the committed position or with moves being made from it."""
        return self._in_sync

    @property
    def over(self) -> bool:
        """Whether the game has ended; nothing is recognised any more."""
        return self._over

    def lever(self, side: Side) -> Side:
        """The name of the lever that ``side`` presses: the other's, where the players have each other's colours."""
        return side

    def know_opening(self, opened: Any) -> None:
        """How the record says that the opening of a game stands, where its regulation leaves choices: only renju's."""
        self._opened = opened

    def feed(self, event: Input) -> tuple[Output, ...]:
        """Takes one event, in order of time, and says what it shows."""
        self._out = []
        number, self._count = self._count, self._count + 1
        if self._over:
            return ()
        one_by_one = isinstance(event, SquareChanged) and event.t_ms - self._now <= BURST_MS
        if self._catching and not one_by_one and not isinstance(event, BoardDumped):
            self._catch_up(event.t_ms)
        self._now = event.t_ms
        self._take(number, event)
        return tuple(self._out)

    def _take(self, number: int, event: Input) -> None:
        match event:
            case SquareChanged():
                self._change(number, event.t_ms, self._frame.get(event.sq, event.sq), event.p)
            case BoardDumped():
                self._dump(number, event)
            case ButtonPressed():
                if event.by is not None:
                    self._button(event.button, event.by, event.t_ms)
            case DeviceChanged():
                self._down, self._gap, self._catching = not event.up, self._gap or not event.up, event.up
            case Press():
                self._press(event.by, event.t_ms)

    # -- what each game does in its own way ----------------------------------------------------------------------

    @abstractmethod
    def _seen_as(self, piece: str) -> str:
        """How the sensor shows ``piece``."""

    @abstractmethod
    def _differences(self) -> Mapping[str, tuple[str, str]]:
        """Where record and board differ, as `SyncChanged` tells it."""

    @abstractmethod
    def _change(self, number: int, t_ms: int, square: str, piece: str, /) -> None:
        """One square shows something else."""

    @abstractmethod
    def _look(self, t_ms: int) -> None:
        """After every change: what can be said at once."""

    @abstractmethod
    def _begin(self, t_ms: int) -> None:
        """The first dump of a game that begins."""

    @abstractmethod
    def _catch_up(self, t_ms: int) -> None:
        """The board is seen again after it was not."""

    @abstractmethod
    def _press(self, by: Side, t_ms: int, /) -> None:
        """The lever of ``by`` was pressed."""

    @abstractmethod
    def _claim(self, button: str, by: Side, t_ms: int) -> None:
        """A button that is neither about a draw nor a resignation."""

    @abstractmethod
    def _has_moved(self, by: Side) -> bool:
        """Whether ``by`` has made the move after which he may offer a draw."""

    @abstractmethod
    def _commit_unpressed(self, t_ms: int) -> None:
        """Commits what stands on the board, if it is a move."""

    # -- the board -----------------------------------------------------------------------------------------------

    def _set(self, number: int, t_ms: int, square: str, before: str, after: str) -> None:
        if after == EMPTY:
            del self._sensed[square]
        else:
            self._sensed[square] = after
        self._log.append(Change(number, t_ms, square, before, after))
        self._touched = True
        if len(self._log) > LONGEST_LOG:
            self._forget(len(self._log) // 2)

    def _forget(self, oldest: int) -> None:
        self._log = self._log[oldest:]

    def _dump(self, number: int, event: BoardDumped) -> None:
        pieces = {self._frame.get(square, square): piece for square, piece in event.squares.items()}
        wanted = {square: self._seen_as(piece) for square, piece in pieces.items() if piece != EMPTY}
        for square in list({**self._sensed, **wanted}):
            before, after = self._sensed.get(square, EMPTY), wanted.get(square, EMPTY)
            if before != after:
                self._set(number, event.t_ms, square, before, after)
        if number == 0 and not self._ply:
            self._begin(event.t_ms)
        elif self._gap:
            self._catch_up(event.t_ms)
        else:
            self._look(event.t_ms)

    def _flickering(self) -> Mapping[str, str]:
        """The square that became empty just now, with what stood there: it may be the sensor's noise, and is only known
        to be none once something else happens."""
        last = self._log[-1] if self._log else None
        return {last.square: last.before} if last is not None and last.after == EMPTY else {}

    def _last_number(self) -> int:
        return self._log[-1].number if self._log else self._since

    def _lose_sync(self, t_ms: int, kind: str = "out-of-sync") -> None:
        found = self._differences()
        if kind:
            pairs = {square: list(pair) for square, pair in found.items()}
            self._observe(kind, None, self._ply, differences=pairs, since_ms=t_ms)
        if self._in_sync:
            self._in_sync = False
            self._out.append(SyncChanged(in_sync=False, t_ms=t_ms, differences=found))

    def _regain_sync(self, t_ms: int) -> None:
        if not self._in_sync:
            self._in_sync = True
            self._out.append(SyncChanged(in_sync=True, t_ms=t_ms))

    def _observe(self, kind: str, side: Side | None, ply: int, /, **evidence: Any) -> None:
        self._out.append(Observation(kind=kind, side=side, ply=ply, evidence=evidence))

    # -- clock and buttons ---------------------------------------------------------------------------------------

    def _echoed(self, bounced: bool) -> bool:
        """Whether a press is the echo of the one before: a bounce, with nothing touched between them. What the other
        hand had begun by then does not make it a press of its own."""
        touched, self._touched = self._touched, False
        return bounced and not touched

    def _bounced(self, by: Side, t_ms: int) -> bool:
        """Whether this press is the lever's bounce of the one before; remembers it for the next."""
        last, self._pressed = self._pressed, (by, t_ms)
        return last is not None and last[0] is by and t_ms - last[1] <= self._settings.bounce_ms

    def _button(self, button: str, by: Side, t_ms: int) -> None:
        match button:
            case "resign":
                self._end_by_players(by.other, "resignation", t_ms)
            case "accept-draw":
                if self._position.side is by and self._has_moved(by):
                    self._offers = self._offers.refused(by)  # the reply on the board was the answer (5.4.12.3, 5.3.5.2)
                if self._offers.accepted(by):
                    self._end_by_players(None, "agreement", t_ms)
            case "decline-draw":
                self._offers = self._offers.refused(by)
            case "offer-draw":
                why = out_of_turn(self._offers, by, has_moved=self._has_moved(by))
                if why is not None:
                    self._observe("draw-offer-out-of-turn", by, self._ply, offered_ms=t_ms, why=why)
                self._offers = self._offers.offered(by)
            case _:
                self._claim(button, by, t_ms)

    def _end_by_players(self, winner: Side | None, reason: str, t_ms: int) -> None:
        """A resignation or an agreed draw needs no press, nor does the move made before it."""
        self._commit_unpressed(t_ms)
        if not self._over:
            self._over = True
            self._out.append(GameOver(winner=winner, reason=reason, t_ms=t_ms))
