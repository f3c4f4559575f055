"""The board and clock of one table: the line, the driver that the game needs, and what was last known of both.

The driver runs on wall time, whatever the scale of a rehearsal: cables and answers know nothing of it.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec
import structlog

from board.events import BoardDumped, SquareChanged
from board.inputs import ButtonPressed
from board.sensing import Sensor
from clock.events import ClockLinked, Press, Reading
from hardware.chain import Chains, Holding
from hardware.devices import DeviceSettings, device_kind
from hardware.events import ClockButton, ClockSet, DeviceFault, DeviceInfo
from hardware.link import DeviceDown, DeviceUp, Link, LinkEvent
from hardware.transport import SerialLine, Transport
from rules.errors import DeviceError, SettingsError
from table.arrivals import ClockOrder
from table.config import SCREEN, Table
from table.session import Device, Input
from table.wall import now_ms

REOPEN_S = 10.0
"""A line that failed for good (a permission, a wrong name) is tried again this much later: someone may mend it."""
TURNED = {"auto": None, "normal": False, "reversed": True}

Feed = Callable[[Input | Device], None]


class Hardware:
    """What hangs on a table's line. ``feed`` is told all that a session is fed, ``changed`` that a device came or went
    or that ``trouble`` changed; ``capture`` gets the raw bytes, ``sensing`` what the board turns out to tell apart.
    ``lines`` are lines of this program by their names: to a board or a clock on its screen. Where the screen is the
    clock, one that hangs on the board is not listened to. ``chains`` are the lines that tables share."""

    def __init__(
        self,
        table: Table,
        feed: Feed,
        changed: Callable[[], None],
        *,
        capture: Callable[[bytes], None] | None = None,
        lines: Mapping[str, Transport] | None = None,
        sensing: Callable[[Sensor], None] | None = None,
        chains: Chains | None = None,
    ) -> None:
        self._table, self._feed, self._changed, self._capture = table, feed, changed, capture
        self._lines, self._chains = lines or {}, chains or Chains(now_ms)
        self._apart = table.clock_on_screen and not table.on_screen
        self._clock_link: Link | None = None
        self._sensing = sensing
        self._log = structlog.get_logger("flagfall.table").bind(table=table.number, line=table.line)
        self._link: Holding | None = None
        self._settings = self._for("russian")
        self._other = asyncio.Event()
        self._info: DeviceInfo | None = None
        self._squares: dict[str, str] | None = None
        self._reading: Reading | None = None
        self._heard_ms = self._clock_heard_ms = now_ms()
        self.board_up = self.clock_up = False
        self.trouble = ""

    async def run(self) -> None:
        """Holds the line with the driver that the game needs, and takes another one when the game does."""
        clock = asyncio.create_task(self._hold_clock())
        try:
            await self._hold_board()
        finally:
            clock.cancel()
            await asyncio.gather(clock, return_exceptions=True)

    async def _hold_board(self) -> None:
        while True:
            self._other.clear()
            changed = asyncio.create_task(self._other.wait())
            holding = asyncio.create_task(self._hold(self._settings))
            try:
                await asyncio.wait([changed, holding], return_when=asyncio.FIRST_COMPLETED)
                if holding.done():
                    holding.result()
                    await asyncio.wait([changed], timeout=REOPEN_S)
            finally:
                self._link = None
                for job in (changed, holding):
                    job.cancel()
                await asyncio.gather(changed, holding, return_exceptions=True)

    def use(self, discipline: str) -> None:
        """The game is now one of ``discipline``: a board of other squares is read by another driver."""
        settings = self._for(discipline)
        if settings != self._settings:
            self._settings, self._squares, self._reading = settings, None, None
            self._other.set()

    def retell(self) -> None:
        """Feeds what is known now: a session that is opened late starts from it."""
        now = now_ms()
        named = self.name or (self._table.device if self.board_up else "")
        self._feed(Device(t_ms=now, device="board", up=self.board_up, detail=named))
        if self.board_up and self._squares is not None:
            self._feed(BoardDumped(t_ms=now, squares=dict(self._squares)))
        if self.clock_up:
            self._feed(ClockLinked(t_ms=now, linked=True))
            if self._reading is not None:
                self._feed(msgspec.structs.replace(self._reading, t_ms=now))

    def set_clock(self, order: ClockOrder | None) -> None:
        """Asks the clock to show what was ruled. One that cannot is told as `ClockSet`, as one that will not."""
        if order is None or (order.own_only and not self._table.clock_on_screen):
            return
        try:
            link = self._clock_link if self._apart else self._link
            if link is None:
                raise DeviceError("the clock is not connected", transient=True)
            link.set_clock(order.white_ms, order.black_ms, order.running)
        except DeviceError as fault:
            self._feed(ClockSet(t_ms=now_ms(), ok=False, reason=str(fault)))

    def quiet_ms(self, device: str) -> int:
        """For how long ``device`` (``board`` or ``clock``) has not been heard."""
        if device == "clock":
            return 0 if self.clock_up else now_ms() - self._clock_heard_ms
        return now_ms() - self._heard_ms

    @property
    def name(self) -> str:
        """The device's kind and serial number, once it has told them."""
        return "" if self._info is None else f"{self._info.kind} {self._info.serial}".strip()

    @property
    def sensor(self) -> Sensor:
        """What the board tells apart: by TABLE.toml, by its own words, by its kind."""
        said = self._table.sensor or (self._info.sensor if self._info is not None else None)
        return said or device_kind(self._table.device).sensor or "piece"

    def _for(self, discipline: str) -> DeviceSettings:
        table = self._table
        turned = TURNED[table.orientation]
        return DeviceSettings(
            discipline=discipline,
            white_clock=table.white_clock_side,
            turned=turned,
            sensor=table.sensor,
            bus=table.bus,
        )

    async def _hold(self, settings: DeviceSettings) -> None:
        try:
            kind = device_kind(self._table.device)
            driver = kind.open(settings)
        except SettingsError as fault:
            self._log.error("no driver", fault=str(fault))
            self._says(str(fault))
            return
        line = self._lines.get(self._table.line)
        if line is None and self._table.on_screen and self._table.line == self._table.own_line:
            self._says("the board of this table is on its screen: start it with flagfall screen table")
            return
        if kind.chain is not None:
            self._link = self._chains.board(
                self._table.line, kind, settings, self._of_board, heard=self._heard, capture=self._capture
            )
        else:
            line = line or SerialLine(self._table.line, kind.baud)
            self._link = Link(line, driver, self._of_board, now_ms, capture=self._hear)
        with suppress(DeviceError):
            await self._link.run()

    async def _hold_clock(self) -> None:
        """The clock on the screen, where a board of its own hangs on the line."""
        line = self._lines.get(self._table.clock_line)
        if not self._apart or line is None:
            return
        driver = device_kind(SCREEN).open(DeviceSettings())
        self._clock_link = Link(line, driver, self._of_clock, now_ms)
        try:
            await self._clock_link.run()
        finally:
            self._clock_link = None

    def _of_board(self, event: LinkEvent) -> None:
        if self._apart and isinstance(event, Press | Reading | ClockLinked | ClockSet):
            return
        self._sensed(event)

    def _of_clock(self, event: LinkEvent) -> None:
        if isinstance(event, Press | Reading | ClockLinked | ClockSet):
            self._sensed(event)

    def _hear(self, data: bytes) -> None:
        """Any byte shows that the board is there."""
        if self._capture is not None:
            self._capture(data)
        self._heard()

    def _heard(self) -> None:
        self._heard_ms = now_ms()
        if not self.board_up:
            self.board_up, self.trouble = True, ""
            self._feed(Device(t_ms=now_ms(), device="board", up=True, detail=self.name or self._table.device))
            self._changed()

    def _sensed(self, event: LinkEvent) -> None:
        match event:
            case DeviceUp():
                self._log.info("line open")
            case DeviceDown():
                self._log.warning("line lost", fault=event.reason)
                self._lost(event.reason)
            case DeviceFault(kind="silent"):
                self._log.warning("device silent", fault=event.text)
                self._lost(event.text)
            case DeviceFault(kind="garbage"):
                self._log.warning("device fault", fault=event.text)
            case DeviceFault():
                self._log.warning("device fault", fault=event.text)
                self._says(event.text)
                self._feed(Device(t_ms=event.t_ms, device="board", up=self.board_up, detail=event.text))
            case DeviceInfo():
                named, self._info = self.name, event
                if self.board_up and event.serial and self.name != named:  # the record says which board it was
                    self._feed(Device(t_ms=event.t_ms, device="board", up=True, detail=self.name))
                if self._sensing is not None:
                    self._sensing(self.sensor)
                self._changed()
            case ClockSet():
                self._log.info("clock set", ok=event.ok, reason=event.reason)
                self._feed(event)
            case ClockButton():
                pass
            case ButtonPressed():
                self._feed(event)
            case SquareChanged() | BoardDumped() | Press() | Reading() | ClockLinked():
                if isinstance(event, Reading) and not self.clock_up:
                    # It was lost with the board, and the driver never saw it go.
                    self._sensed(ClockLinked(t_ms=event.t_ms, linked=True))
                self._remember(event)
                self._feed(event)

    def _remember(self, event: SquareChanged | BoardDumped | Press | Reading | ClockLinked) -> None:
        match event:
            case BoardDumped():
                self._squares = dict(event.squares)
            case SquareChanged() if self._squares is not None:
                self._squares[event.sq] = event.p
                if event.p == ".":
                    del self._squares[event.sq]
            case Reading():
                self._reading, self._clock_heard_ms = event, event.t_ms
            case ClockLinked():
                self.clock_up, self._clock_heard_ms = event.linked, event.t_ms
                self._changed()
            case _:
                pass

    def _lost(self, why: str) -> None:
        """No board, and no clock either: it hangs on the board."""
        now = now_ms()
        if self.board_up:
            self.board_up = False
            self._feed(Device(t_ms=now, device="board", up=False, detail=why))
        if self.clock_up and not self._apart:
            self.clock_up, self._clock_heard_ms = False, now
            self._feed(ClockLinked(t_ms=now, linked=False))
        self._says(why)

    def _says(self, trouble: str) -> None:
        self.trouble = trouble
        self._changed()
