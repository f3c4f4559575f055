"""One table of this computer: from its devices through its session to the journal, and on to the server.

Everything here runs in the event loop; only the journal's writes and the serial line have threads.
"""

import asyncio
from collections.abc import Callable, Mapping

import structlog

from board.inputs import ButtonPressed
from board.sensing import Sensor
from hardware.chain import Chains
from hardware.transport import Transport
from record.assignment import Assignment
from record.messages import DeskEvents, Reply, TableState
from record.state import GameState, Phase
from rules.errors import FlagfallError
from rules.side import Side
from table.broker import Broker
from table.committer import Committer, urgent
from table.config import Config, Table
from table.device import Hardware
from table.journal import Journal, JournalError
from table.key import table_signer
from table.session import Device, Input, Recorded, Session
from table.status import Status
from table.uplink import Uplink
from table.wall import now_ms, utc_now

TICK_S = 1.0
DRAIN_S = 1.0


class Seat:
    """A table in service. ``capture`` gets the raw bytes of its line; ``changed`` its status, whenever that changed;
    ``lines`` are those inside this program, by their names; ``chains`` those that its tables share."""

    def __init__(
        self,
        config: Config,
        table: Table,
        journal: Journal,
        committer: Committer,
        *,
        boot: str,
        capture: Callable[[bytes], None] | None = None,
        changed: Callable[[Status], None] | None = None,
        lines: Mapping[str, Transport] | None = None,
        chains: Chains | None = None,
    ) -> None:
        self.number = table.number
        self._config, self._journal, self._committer, self._changed = config, journal, committer, changed
        self._log = structlog.get_logger("flagfall.table").bind(table=table.number)
        self._hardware = Hardware(
            table, self._feed, self.check, capture=capture, lines=lines, sensing=self._see_with, chains=chains
        )
        self._uplink = Uplink(
            config.server,
            table.number,
            journal,
            boot=boot,
            assigned=self._assign,
            commanded=self._obey,
            changed=self.check,
        )
        self._broker = Broker(config.server, table.number, journal.installation, self._uplink)
        self._sign = table_signer(config.folder, table.number)
        self._wanted: Assignment | None = None
        self._session: Session | None = None
        self._opening = asyncio.Lock()
        self._trouble = self._clock_amiss = ""
        self._shown: Status | None = None
        self.recorded: GameState | None = None
        """The state of the game as far as it is on the disk: what a screen may show."""

    async def run(self) -> None:
        """Serves the table until cancelled. Then nothing new is taken, what was taken is written down and, if it can
        be, sent; the server hears that the table is offline."""
        known = await asyncio.to_thread(self._journal.assignment, self.number)
        if known is not None and known.event == self._config.server.event:
            await self._assign(known)
        taking = [asyncio.create_task(job) for job in (self._hardware.run(), self._tick())]
        telling = asyncio.create_task(self._broker.run())
        try:
            done, _ = await asyncio.wait([*taking, telling], return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
        finally:
            await _end(*taking)
            await self._committer.flush()
            await self._uplink.drain(DRAIN_S)
            await self._uplink.save_acks()
            await _end(telling)

    @property
    def status(self) -> Status:
        """How the table is doing now, as far as it is on the disk."""
        state = self.recorded
        return Status(
            number=self.number,
            game=state.assignment.game if state else "",
            phase=state.phase.value if state else "",
            plies=len(state.plies) if state else 0,
            board=self._hardware.board_up,
            clock=self._hardware.clock_up,
            connected=self._uplink.is_connected,
            unsent=self._uplink.outbox.unacknowledged,
            trouble=self._troubles(),
        )

    def press_button(self, button: str, by: Side | None, move: str | None = None, count: int | None = None) -> None:
        """A button of the table's screen, one of `board.inputs.BUTTONS`. ``by`` is ``None`` for the one that both
        players share: it calls the arbiter. ``count`` is the number that ``announce`` announces."""
        self._feed(ButtonPressed(t_ms=now_ms(), button=button, by=by, move=move, count=count))

    def check(self) -> None:
        """Says how the table is doing, to the server and to whoever watches here, if that changed."""
        status = self.status
        state = TableState(
            installation=self._journal.installation,
            online=True,
            board=status.board,
            clock=status.clock,
            game=self._session.assignment.game if self._session else "",
            detail=status.trouble,
            misset=self._session.misset if self._session else None,
        )
        self._uplink.say(state, self._hardware.name)
        if self._changed is not None and status != self._shown:
            self._shown = status
            self._changed(status)

    def _troubles(self) -> str:
        """What is wrong at this table, for people: empty when nothing is."""
        own = (self._committer.trouble, self._trouble)
        others = (self._hardware.trouble, self._clock_amiss, self._uplink.trouble)
        refusals = self._uplink.outbox.refusals.items()
        refused = [f"the server does not take {session}: {why}" for session, why in refusals]
        return "; ".join(filter(None, (*own, *others, *refused)))

    # -- the game ------------------------------------------------------------------------------------------------

    async def _assign(self, assignment: Assignment | None) -> None:
        """Takes up the game ``assignment``; the same one told again changes nothing."""
        async with self._opening:
            self._wanted = assignment
            if assignment is not None and self._session is not None and self._session.reassigned(assignment):
                return
            self._session, trouble = None, ""
            try:
                await self._open(assignment)
            except FlagfallError as fault:
                trouble = f"game {assignment.game if assignment else 'none'} cannot be recorded: {fault}"
                if trouble != self._trouble:
                    self._log.error("no session", fault=trouble)
            self._trouble = trouble
            self.check()

    async def _open(self, assignment: Assignment | None) -> None:
        journal = self._journal
        if await asyncio.to_thread(journal.assignment, self.number) != assignment:
            await asyncio.to_thread(journal.assign, self.number, assignment, utc_now())
        if assignment is None:
            self.recorded = None
            return
        await self._committer.flush()
        rows = await asyncio.to_thread(lambda: journal.sessions(game=assignment.game))
        earlier = {row.session: await asyncio.to_thread(journal.events, row.session) for row in rows}
        desk = await asyncio.to_thread(journal.desk, assignment.game)
        row = await asyncio.to_thread(journal.open_session, assignment, utc_now())
        scale = assignment.time_scale if assignment.time_scale != 1 else self._config.time_scale
        session = Session(
            assignment,
            row,
            earlier=earlier,
            desk=desk,
            now_ms=now_ms(),
            time_scale=scale,
            sensor=self._hardware.sensor,
            sign=self._sign,
        )
        self._log.info("session opened", session=session.id, ply=len(session.state.plies))
        self._session, self.recorded, self._clock_amiss = session, session.state, ""
        self._hardware.use(assignment.discipline)
        self._hardware.retell()
        self._hardware.set_clock(session.overdue_order())

    def _feed(self, seen: Input | Device) -> None:
        if (session := self._session) is None:
            return
        try:
            self._commit(session.feed(seen, utc_now()))
            self._hardware.set_clock(session.taken_order())
            self._look_at_clock(session)
        except Exception:
            # A fault of the program at one event ends neither the game nor the other tables.
            self._log.exception("what the device said could not be followed", seen=repr(seen))
            self._commit(session.taken())

    def _look_at_clock(self, session: Session) -> None:
        """A clock that is not set as the game's control begins is told before the game, here and to the server."""
        before, self._clock_amiss = self._clock_amiss, session.clock_amiss
        if bool(before) is not bool(self._clock_amiss):
            if self._clock_amiss:
                self._log.warning("clock not set", fault=self._clock_amiss)
            self.check()

    def _see_with(self, sensor: Sensor) -> None:
        if self._session is not None:
            self._session.see_with(sensor)

    def _commit(self, recorded: tuple[Recorded, ...]) -> None:
        if not recorded or self._session is None:
            return
        session, last = self._session, recorded[-1].sealed
        game, state = session.assignment.game, session.state

        def done() -> None:
            self._uplink.recorded(game, session.id, last.seq)
            if session is self._session:
                self.recorded = state
            self.check()

        at_once = any(urgent(each.event) for each in recorded)
        self._committer.put([each.sealed for each in recorded], at_once=at_once, then=done)

    async def _obey(self, command: DeskEvents) -> Reply:
        """Takes the desk's log into the journal, then into the game; only then it is answered."""
        try:
            log = [bytes(data) for data in command.events]
            await asyncio.to_thread(self._journal.take_desk, command.game, log)
            desk = await asyncio.to_thread(self._journal.desk, command.game)
        except JournalError as fault:
            self._log.error("the desk's log was not taken", game=command.game, fault=str(fault))
            return Reply(id=command.id, ok=False, error=str(fault))
        if (session := self._session) is not None and session.assignment.game == command.game:
            recorded, order = session.ruled(desk, now_ms(), utc_now(), command.at)
            if recorded:
                self._commit(recorded)
            else:
                self.recorded = session.state
            self._hardware.set_clock(order)
            self.check()
        return Reply(id=command.id, desk_seq=len(desk))

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            if self._session is None and self._wanted is not None:
                await self._assign(self._wanted)
            if (session := self._session) is not None:
                self._look_for_silence(session)
                self._commit(session.wait(now_ms(), utc_now()))
            self._uplink.beat()
            await self._uplink.save_acks()

    def _look_for_silence(self, session: Session) -> None:
        self._commit(session.silent("board", self._hardware.quiet_ms("board"), now_ms(), utc_now()))
        if session.state.clocks.linked and session.state.phase is Phase.PLAYING:
            self._commit(session.silent("clock", self._hardware.quiet_ms("clock"), now_ms(), utc_now()))


async def _end(*jobs: "asyncio.Task[None]") -> None:
    for job in jobs:
        job.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)
