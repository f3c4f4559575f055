"""The hall: the one writer of an event. It holds the games, takes what the tables send and what the desk commands, and
tells the pages what changed; `server.office` and `server.pairer` do the rest of an arbiter's work, over one ledger.

Reading is immediate and never touches the network; everything that changes something is a coroutine which returns once
it is on the disk. A refusal is a value. The hall knows no clock of its own: ``clock`` gives UTC in milliseconds.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.engine import Connection

from record.commands import Command, Refusal
from record.decide import decide
from record.events import DESK, Finding, SessionOpened
from record.messages import LogBatch
from record.signing import SEED_BYTES, Signer, signer
from record.state import GameState, Phase
from server import rounds, store, systems, team_books
from server.alarms import Alarm, Alarms
from server.changes import Changes, Subscription
from server.colours import Colours, as_played, played_as
from server.config import Settings
from server.gamelog import Entry, GameLog
from server.games import Game, Games
from server.ingest import judge
from server.ledger import Ledger
from server.match_config import KNOCKOUT
from server.meetings import Meetings
from server.office import Office
from server.pairer import Pairer
from server.playoffs import PlayOffs
from server.rounds import Bye, Member, Pair, Pairing
from server.starting import Starter
from server.store import Store, StoreError
from server.tables import Tables
from server.team_rounds import TeamRounds
from server.times import iso
from server.tournament.elimination import playing
from server.tournament.knockout import knockout_rounds
from server.tournament.model import Event as TournamentEvent
from server.tournament.model import Game as TournamentGame
from server.tournament.standing import Row

T = TypeVar("T")
log = structlog.get_logger("hall")


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a batch: ``ack`` is the last whole seq on the disk, or ``refused`` says why nothing is taken."""

    ack: int = 0
    refused: str = ""


class Hall:
    """An open event. Make one with `Hall.open`; close it with `close`."""

    def __init__(self, settings: Settings, kept: Store, clock: Callable[[], int], seed: int) -> None:
        self.settings, self.store, self.clock, self.seed = settings, kept, clock, seed
        self.changes = Changes(clock())
        self.ledger = Ledger(settings, kept, clock, seed)
        self._games = Games(kept, self._grew)
        self._sign: Signer | None = None
        self._results: dict[str, str] = {}
        self._colours = Colours(kept)
        self._alarms = Alarms(kept, clock, self._alarmed)
        self.round_lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.meetings = Meetings(self)
        self.tables = Tables(self)
        self.office = Office(self)
        self.pairer = Pairer(self)
        self.starter = Starter(self)
        self.play_offs = PlayOffs(self)
        self.teams = TeamRounds(self)

    # -- opening and closing

    @classmethod
    async def open(cls, settings: Settings, kept: Store, clock: Callable[[], int], *, new_seed: int = 0) -> "Hall":
        """The event as the store has it; a new one begins with the players of the settings.

        ``new_seed`` becomes the event's seed if neither the settings nor the store name one. Raises StoreError when the
        store holds another event.
        """
        members = [Member(entry=entry) for entry in settings.players]
        rows = [{"id": member.id, "data": msgspec.json.encode(member)} for member in members]
        chosen = settings.event.seed or new_seed
        seed = await kept.commit(lambda connection: store.begin(connection, settings.event.id, chosen, rows))
        await kept.commit(lambda connection: team_books.begin(connection, settings.teams))
        key = secrets.token_bytes(SEED_BYTES)
        sign = signer(await kept.commit(lambda connection: store.desk_key(connection, key)))
        hall = cls(settings, kept, clock, seed)
        hall._sign = sign
        kept.read(hall._restore)
        await hall._cache_results()
        await hall.meetings.resume()
        await hall.office.note_places()
        return hall

    def _alarmed(self, alarm: Alarm) -> None:
        self.changes.tell("alarm", game=alarm.game, table=alarm.table)

    def _grew(self, game: Game, desk: bool) -> None:
        if desk:
            self.tables.desk_grew(game.id)
        self.changes.tell("game", game=game.id, table=game.pair.table)

    def _restore(self, connection: Connection) -> None:
        self.ledger.restore(connection)
        self.teams.restore(connection)
        # Games of a pairing that was taken back are known still: what a table says of them is kept.
        for undone in self.ledger.undone:
            self._games.enter(undone.pairing)
        for pairing in self.ledger.pairings:
            self._games.enter(pairing)
        for more in (one for each in self.ledger.further.values() for one in each):
            self._games.enter(Pairing(round=more.round, system="", pairs=(more.pair,)))
        for row in connection.execute(sa.select(store.games.c.game, store.games.c.result)):
            if row.result is not None:
                self._results[row.game] = row.result
        self._colours.restore(connection)
        self._alarms.restore(connection)
        self.tables.restore(connection)

    async def _cache_results(self) -> None:
        """Bring the cached results in line with the record: a kill between an event and its cache leaves them apart."""
        for pairing in self.ledger.pairings:
            for pair in self.meetings.pairs(pairing):
                if pairing.round == self.round_number or pair.game not in self._results:
                    await self._note_result(self._games.get(pair.game))

    async def close(self) -> None:
        """Finish what is being written, end the subscriptions. The store stays open: whoever opened it closes it."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        self.changes.close()

    # -- reading

    @property
    def round_number(self) -> int:
        """The round being played, or last played; 0 before the first."""
        return self.ledger.round_number

    @property
    def rounds(self) -> int:
        """How many rounds are planned: in a knock-out as many as those who began it need."""
        event = self.settings.event
        if event.system != KNOCKOUT:
            return event.rounds
        return knockout_rounds(sum(member.plays(1) for member in self.ledger.members.values()))

    def field(self, number: int) -> frozenset[int]:
        """Who plays in round ``number``: all who are in the event, in a knock-out those who have not lost."""
        there = frozenset(member.id for member in self.ledger.members.values() if member.plays(number))
        if self.settings.event.system != KNOCKOUT:
            return there
        return there & playing(self.tournament(rounds_before=number), number)

    def pairing(self, round: int | None = None) -> Pairing | None:
        """The pairing of a round (the current one by default); None where there is none."""
        number = self.round_number if round is None else round
        return self.ledger.pairings[number - 1] if 0 < number <= self.round_number else None

    def games(self, round: int | None = None, *, every: bool = False) -> tuple[GameState, ...]:
        """The games of a round (the current one by default) in the order of its boards: of a meeting of several the one
        that is on, or with ``every`` all of them."""
        return tuple(self.game(pair.game) for pair in self.seats(round, every=every))

    def pairings_played(self, until: int | None = None, *, delayed: bool = False) -> tuple[Pairing, ...]:
        """The pairings of all rounds up to ``until`` with each player at the colour that he has, or had, in the game;
        ``delayed``: in the current round as spectators may know it. Meetings of several games stand as drawn."""
        turned = self._colours.turned(self.games_delayed(every=True) if delayed else ())
        single = self.meetings.rules.single
        return tuple(
            as_played(pairing, turned) if single and not pairing.stage else pairing
            for pairing in self.ledger.pairings[:until]
        )

    def as_played(self, pair: Pair) -> Pair:
        """A game's pair with the colours that were played."""
        return played_as(pair, self._colours.turned())

    def games_delayed(
        self, round: int | None = None, now_ms: int | None = None, *, every: bool = False
    ) -> tuple[GameState, ...]:
        """The same as `games`, as spectators may see them."""
        seats = self.seats(round, self.public_ms(now_ms), every=every)
        return tuple(self.state_delayed(pair.game, now_ms) for pair in seats)

    def seats(self, round: int | None = None, until_ms: int | None = None, *, every: bool = False) -> tuple[Pair, ...]:
        """Who sits at each table of a round and in which game (`games`); ``until_ms``: as it was then."""
        pairing = self.pairing(round)
        if pairing is None:
            return ()
        return tuple(self.meetings.pairs(pairing)) if every else self.meetings.seats(pairing, until_ms)

    def public_ms(self, now_ms: int | None = None) -> int:
        """The moment up to which spectators may know the record."""
        return (self.clock() if now_ms is None else now_ms) - self.settings.regulations.broadcast_delay_ms

    def has_game(self, game: str) -> bool:
        """Whether there is such a game in a pairing that stands."""
        return game in self._games and any(pair.game == game for pair in self.ledger.live_pairs())

    def game(self, game: str) -> GameState:
        """The state of a game now: for the desk. Raises KeyError for an unknown one."""
        return self._games.get(game).now()

    def state_delayed(self, game: str, now_ms: int | None = None) -> GameState:
        """The state of a game as spectators may see it: the fold of what the server had received when the delay of
        the regulations began. Raises KeyError for an unknown one."""
        return self._games.get(game).received_before(self.public_ms(now_ms))

    def entries(self, game: str, session: str | None = None) -> tuple[Entry, ...]:
        """The stored events of a game in order of arrival, or those of one session in order: evidence and exports."""
        kept = self._games.get(game).log
        return tuple(kept.arrivals if session is None else kept.logs.get(session, ()))

    def pair_of(self, game: str) -> tuple[int, Pair]:
        """The round and the pair of a game. Raises KeyError for an unknown one."""
        return self._games.pair(game)

    def game_at(self, table: int, *, public: bool = False) -> str | None:
        """The game of the current round at ``table``; of a meeting of several the one that is on, or that spectators
        may know to be on (``public``)."""
        seats = self.seats(until_ms=self.public_ms() if public else None)
        return next((pair.game for pair in seats if pair.table == table), None)

    def game_of(self, player: int, round: int | None = None) -> str | None:
        """The game of ``player`` in a round (the current one by default)."""
        return next((pair.game for pair in self.seats(round) if player in (pair.white, pair.black)), None)

    def players(self) -> tuple[Member, ...]:
        """Everyone who is or was in the event, by start number."""
        members = self.ledger.members
        return tuple(members[id] for id in sorted(members))

    def byes(self, round: int | None = None) -> tuple[Bye, ...]:
        """The byes and absences announced for a round (the coming one by default)."""
        number = self.round_number + 1 if round is None else round
        return tuple(bye for bye in self.ledger.byes.values() if bye.round == number)

    def results(self, *, delayed: bool = False) -> Mapping[str, str]:
        """The confirmed results by game; ``delayed``: those of the current round and of adjourned games
        as spectators may know them."""
        if not delayed:
            return self._results
        known = dict(self._results)
        for state in (*self.games_delayed(every=True), *map(self.state_delayed, self.ledger.adjourned)):
            if state.phase is not Phase.CONFIRMED:
                known.pop(state.assignment.game, None)
        return known

    def alarms(self) -> tuple[Alarm, ...]:
        """The alarms that no one has settled, oldest first."""
        return self._alarms.live()

    def standings(self, *, explain: bool = False, delayed: bool = False) -> tuple[Row, ...]:
        """The standings by the confirmed results and the event's tie-breaks; with ``explain`` each one's terms."""
        rows = systems.table(self.settings, self.tournament(delayed=delayed), explain=explain)
        return self.play_offs.ordered(rows, self.results(delayed=delayed))

    def subscribe(self, last_id: int | None = None) -> Subscription:
        """Changes from now on, or from ``last_id`` on. Close it, or use it as a context manager."""
        return self.changes.subscribe(last_id)

    # -- commands

    async def command(self, game: str, command: Command) -> Refusal | None:
        """Carry out a command of the desk or a player's phone; None once its events are on the disk.

        The events reach the table through `server.tables`, repeated until it has them. Raises KeyError for an unknown
        game.
        """
        refusal = await self.apart(self._command(self._games.get(game), command))
        await self.meetings.go_on(game)
        return refusal

    async def _command(self, game: Game, command: Command) -> Refusal | None:
        async with game.lock:
            if not self.has_game(game.id):
                return Refusal(code="undone", ru="Эта жеребьёвка отменена.", en="That pairing was taken back.")
            state = game.now()
            answer = decide(state, command, iso(self.clock()))
            if isinstance(answer, Refusal):
                return answer
            if not answer:
                return None
            try:
                await self._games.write(game, game.sealed(answer, self.clock(), self._sign))
            except StoreError as fault:
                log.error("not stored", game=game.id, fault=str(fault))
                return Refusal(
                    code="not-stored",
                    ru="Не удалось записать на диск: ничего не изменено.",
                    en="The disk did not take it: nothing was changed.",
                )
            await self._note_result(game)
            return None

    async def start_round(self) -> Pairing | Refusal:
        """Pair and begin the next round: the first as well as any other. The same as `pair_next`."""
        return await self.pair_next()

    async def pair_next(self, *, relax: bool = False, by: str = "") -> Pairing | Refusal:
        """Pair the next round, seat it, and tell the tables; or why that cannot be done now: `server.pairer`,
        for teams `server.team_rounds`."""
        return await (self.teams if self.teams.on else self.pairer).pair_next(relax=relax, by=by)

    async def settle_alarm(self, id: int, by: str) -> None:
        """The arbiter has seen to an alarm. Raises KeyError for an unknown one."""
        await self.apart(self._alarms.settle(id, by))

    async def raise_alarm(self, kind: str, table: int, game: str, detail: str) -> None:
        """Raise an alarm unless the same one is unsettled."""
        await self._alarms.raise_(kind, table, game, detail)

    # -- what tables send

    async def take_batch(self, table: int, batch: LogBatch) -> Taken:
        """Store what is new and whole of a batch of the bound installation of ``table``, then say how far it goes."""
        if batch.game not in self._games:
            return Taken(refused=f"no such game: {batch.game}")
        pair = self._games.pair(batch.game)[1]
        if pair.table != table:
            return Taken(refused=f"{batch.game} is played at table {pair.table}, not {table}")
        taken = await self.apart(self._take(self._games.get(batch.game), table, batch))
        await self.meetings.go_on(batch.game)
        return taken

    async def _take(self, game: Game, table: int, batch: LogBatch) -> Taken:
        async with game.lock:
            verdict = judge(game.log, batch.session, [bytes(raw) for raw in batch.events], self.clock())
            entries = list(verdict.new)
            if entries and batch.session not in game.log.opened:
                entries = game.sealed((SessionOpened(opened=batch.session),), self.clock()) + entries
            if entries:
                row = {
                    "game": batch.game,
                    "session": batch.session,
                    "table_no": table,
                    "installation": batch.installation,
                }
                before = game.log.tip(batch.session)[0]
                try:
                    await self._games.write(game, entries, [(store.sessions, row)] if before == 0 else [])
                except StoreError as fault:
                    log.error("not stored", game=batch.game, fault=str(fault))
                    return Taken(ack=before)
            if verdict.fault == "chain-broken":
                await self._broken(game, table, batch.session, verdict.seq, verdict.why)
            if entries or verdict.fault == "chain-broken":
                await self._note_result(game)
        if verdict.fault == "chain-broken":
            return Taken(ack=verdict.ack, refused=f"seq {verdict.seq}: {verdict.why}")
        return Taken(ack=verdict.ack)

    async def _broken(self, game: Game, table: int, session: str, seq: int, why: str) -> None:
        detail = f"session {session}, seq {seq}: {why}"
        await self.raise_alarm("chain-broken", table, game.id, detail)
        await self._note_finding(game, "chain-broken", {"session": session, "seq": seq, "why": why})

    async def note_finding(self, game: str, kind: str, evidence: Mapping[str, Any]) -> None:
        """Write a finding of the server's own into the desk's log of ``game``, unless the same stands there already."""

        async def work() -> None:
            found = self._games.get(game)
            async with found.lock:
                await self._note_finding(found, kind, evidence)

        await self.apart(work())

    async def _note_finding(self, game: Game, kind: str, evidence: Mapping[str, Any]) -> None:
        desk = (entry.event for entry in game.log.logs[DESK])
        if any(isinstance(e, Finding) and e.what == kind and dict(e.evidence) == dict(evidence) for e in desk):
            return
        number = game.log.tip(DESK)[0] + 1
        finding = Finding(finding=f"{kind}-desk-{number}", what=kind, evidence=evidence)
        await self._games.write(game, game.sealed((finding,), self.clock()))

    # -- writing

    async def _note_result(self, game: Game) -> None:
        """Keep the confirmed result where standings and pairing read it."""
        state = game.now()
        if await self._colours.note(state):
            self.changes.tell("result", game=game.id, table=game.pair.table)
        result = state.result.result if state.result and state.phase is Phase.CONFIRMED else None
        if self._results.get(game.id) == result:
            return
        update = sa.update(store.games).where(store.games.c.game == game.id).values(result=result)
        await self.store.commit(lambda connection: connection.execute(update).rowcount)
        if result is None:
            self._results.pop(game.id, None)
        else:
            self._results[game.id] = result
        self.changes.tell("result", game=game.id, table=game.pair.table)

    def enter_games(self, pairing: Pairing, logs: Mapping[str, GameLog]) -> None:
        """Take up the games of a round that is on the disk."""
        self._games.enter(pairing, logs)

    def tournament(self, *, delayed: bool = False, rounds_before: int | None = None) -> TournamentEvent:
        """The event as `server.tournament` sees it: for pairing, crosstables and TRF. ``rounds_before``: as it stood
        when that round was to be paired, its announced absences included."""
        books = self.ledger
        number = books.round_number + 1 if rounds_before is None else rounds_before
        results = self.results(delayed=delayed)

        def counted(pairing: Pairing) -> tuple[TournamentGame, ...]:
            return self.teams.counted(pairing, self.meetings.results(pairing, results))

        players = rounds.tournament_event(
            self.settings,
            books.members.values(),
            [pairing for pairing in self.pairings_played(number - 1, delayed=delayed) if not pairing.stage],
            results,
            books.byes.values(),
            first_colour=books.first_colour,
            seed=books.lots,
            orders=books.orders,
            adjourned=books.adjourned,
            meetings=counted,
            worth=self.meetings.worth,
            planned=self.rounds,
        )
        return self.teams.with_teams(players)

    async def apart(self, work: Coroutine[Any, Any, T]) -> T:
        """Run ``work`` to its end even if the page that asked for it goes away: memory and disk must not part."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)
