"""What is wrong with a table or a log and no game's record can tell alone: kept until an arbiter has seen to it."""

from collections.abc import Callable

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.engine import Connection

from server import store
from server.store import Store

log = structlog.get_logger("alarms")


class Alarm(msgspec.Struct, frozen=True, kw_only=True):
    """``kind`` is an identifier of the catalogue in `rules.law` (``chain-broken``, ``duplicate-table``), or
    ``table-refused`` (a table could not carry out a command), ``unreadable`` (a message that is none),
    ``unknown-table`` (a computer speaks for a table that the event does not have)."""

    id: int
    at_ms: int
    kind: str
    table: int
    game: str
    detail: str


class Alarms:
    """The alarms of an event. ``changed`` is told of each one raised or settled."""

    def __init__(self, kept: Store, clock: Callable[[], int], changed: Callable[[Alarm], None]) -> None:
        self._store, self._clock, self._changed = kept, clock, changed
        self._live: dict[int, Alarm] = {}
        self._coming: set[tuple[str, int, str, str]] = set()

    def restore(self, connection: Connection) -> None:
        """Take up what is not settled."""
        for row in connection.execute(sa.select(store.alarms).where(store.alarms.c.settled_by.is_(None))):
            self._live[row.id] = Alarm(
                id=row.id, at_ms=row.at_ms, kind=row.kind, table=row.table_no, game=row.game, detail=row.detail
            )

    def live(self) -> tuple[Alarm, ...]:
        """What no one has settled, oldest first."""
        return tuple(self._live[id] for id in sorted(self._live))

    async def raise_(self, kind: str, table: int, game: str, detail: str) -> None:
        """Raise an alarm unless the same one is live."""
        same = (kind, table, game, detail)
        if same in self._coming or any((a.kind, a.table, a.game, a.detail) == same for a in self._live.values()):
            return
        self._coming.add(same)
        row = {"at_ms": self._clock(), "kind": kind, "table_no": table, "game": game, "detail": detail}

        def keep(connection: Connection) -> int:
            number = (connection.execute(sa.select(sa.func.max(store.alarms.c.id))).scalar() or 0) + 1
            connection.execute(sa.insert(store.alarms), {"id": number, **row})
            return number

        try:
            id = await self._store.commit(keep)
        finally:
            self._coming.discard(same)
        alarm = Alarm(id=id, at_ms=self._clock(), kind=kind, table=table, game=game, detail=detail)
        self._live[id] = alarm
        log.warning("alarm", kind=kind, table=table, game=game, detail=detail)
        self._changed(alarm)

    async def settle(self, id: int, by: str) -> None:
        """The arbiter ``by`` has seen to it. Raises KeyError for one that is not live."""
        alarm = self._live[id]
        update = sa.update(store.alarms).where(store.alarms.c.id == id).values(settled_by=by)
        await self._store.commit(lambda connection: connection.execute(update).rowcount)
        self._live.pop(id, None)
        self._changed(alarm)
