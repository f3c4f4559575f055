"""The games of an event in memory: loaded from the store when asked for, folded as they grow, written disk first."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.engine import Connection

from record.assignment import Assignment
from record.chain import digest, seal
from record.events import DESK, Event, ResultConfirmed, Ruled, decode
from record.signing import Signer
from record.state import GameState
from rules.errors import FlagfallError
from server import store
from server.gamelog import Entry, Follower, GameLog
from server.rounds import Pair, Pairing
from server.store import Store
from server.times import iso

log = structlog.get_logger("games")

KEPT_OLD_GAMES = 64
"""How many games of earlier rounds stay in memory with their logs."""


class Game:
    """A game in memory. Whoever writes to it holds ``lock``; ``fault`` says why its record cannot be folded further."""

    def __init__(self, log: GameLog, pair: Pair, round: int) -> None:
        self.log, self.pair, self.round = log, pair, round
        self.lock = asyncio.Lock()
        self.fault = ""
        self._now = Follower(log)
        self._public = Follower(log)

    @property
    def id(self) -> str:
        """The game's id."""
        return self.pair.game

    def now(self) -> GameState:
        """The fold of everything received."""
        return self._folded(self._now, len(self.log.arrivals))

    def received_before(self, until_ms: int) -> GameState:
        """The fold of what had been received at ``until_ms``."""
        return self._folded(self._public, self.log.received_before(until_ms))

    def _folded(self, follower: Follower, count: int) -> GameState:
        """The fold; where it fails on an event that says what no rule knows, the last state that stood."""
        try:
            return follower.at(count)
        except (FlagfallError, ValueError, LookupError, AssertionError) as fault:
            if not self.fault:
                self.fault = f"{type(fault).__name__}: {fault}"
                log.error("the record cannot be folded", game=self.id, fault=self.fault)
            return follower.state

    def sealed(self, events: Iterable[Event], now_ms: int, sign: Signer | None = None) -> list[Entry]:
        """Events of the desk with their places at the end of the game's desk log. ``sign`` puts a checkpoint after a
        ruling and after a result that is confirmed."""
        kept = self.log.logs[DESK]
        seq, prev = self.log.tip(DESK)
        began = kept[0].received_ms if kept else now_ms
        t_ms = max(now_ms - began, kept[-1].event.t_ms if kept else 0)
        after = self.log.last_seen()
        entries: list[Entry] = []
        for event in events:
            seq += 1
            _, data = seal(event, session=DESK, seq=seq, t_ms=t_ms, at=iso(now_ms), prev=prev, after=after)
            prev = digest(data)
            entries.append(Entry(decode(data), data, prev, now_ms))
        if sign is not None and any(isinstance(entry.event, Ruled | ResultConfirmed) for entry in entries):
            checkpoint, data = seal(
                sign(prev), session=DESK, seq=seq + 1, t_ms=t_ms, at=iso(now_ms), prev=prev, after=after
            )
            entries.append(Entry(checkpoint, data, digest(data), now_ms))
        return entries


class Games:
    """All games of an event, by id. ``grew`` is told of every game that got events, and whether the desk's were among
    them, once they are on the disk."""

    def __init__(self, kept: Store, grew: Callable[[Game, bool], None]) -> None:
        self._store, self._grew = kept, grew
        self._held: dict[str, Game] = {}
        self._index: dict[str, tuple[int, Pair]] = {}
        self._round = 0

    def __contains__(self, game: str) -> bool:
        return game in self._index

    def pair(self, game: str) -> tuple[int, Pair]:
        """The round and the pair of ``game``. Raises KeyError for an unknown one."""
        return self._index[game]

    def enter(self, pairing: Pairing, logs: Mapping[str, GameLog] | None = None) -> None:
        """Take up the games of a round, with their logs where they are at hand."""
        self._round = max(self._round, pairing.round)
        for pair in pairing.pairs:
            self._index[pair.game] = (pairing.round, pair)
            if logs and pair.game in logs:
                self._held[pair.game] = Game(logs[pair.game], pair, pairing.round)

    def get(self, game: str) -> Game:
        """The game, read from the store if it is not in memory. Raises KeyError for an unknown one."""
        number, pair = self._index[game]
        found = self._held.pop(game, None) or Game(self._load(game), pair, number)
        self._held[game] = found  # the last asked for stands last
        old = [id for id, held in self._held.items() if held.round < self._round and not held.lock.locked()]
        for id in old[:-KEPT_OLD_GAMES]:
            del self._held[id]
        return found

    async def write(
        self, game: Game, entries: Sequence[Entry], rows: Sequence[tuple[sa.Table, dict[str, Any]]] = ()
    ) -> None:
        """Commit, then add to memory, then tell: in this order, so that no one sees what could still be lost.

        The caller holds the game's lock. Raises StoreError when the disk did not take it: then nothing is changed.
        """

        def work(connection: Connection) -> None:
            self._store.insert_entries(connection, game.id, entries)
            for table, row in rows:
                self._store.put(connection, table, row)

        await self._store.commit(work)
        for entry in entries:
            game.log.add(entry)
        self._grew(game, any(entry.event.session == DESK for entry in entries))

    def _load(self, game: str) -> GameLog:
        def read(connection: Connection) -> GameLog:
            told = sa.select(store.games.c.assignment).where(store.games.c.game == game)
            kept = GameLog(msgspec.json.decode(connection.execute(told).scalar_one(), type=Assignment))
            rows = sa.select(store.events).where(store.events.c.game == game).order_by(store.events.c.arrival)
            for row in connection.execute(rows):
                kept.add(Entry(decode(row.data), row.data, row.hash, row.received_ms))
            return kept

        return self._store.read(read)
