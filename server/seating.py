"""The first lines of games that begin: what their tables are told, the opening drawn, and their rows in the store."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from record.assignment import Assignment, Opening
from record.drawing import drawn
from record.events import Assigned, Event
from server import store
from server.gamelog import Entry, GameLog
from server.games import Game
from server.rounds import Pair

if TYPE_CHECKING:
    from server.store import Store


class Begun(NamedTuple):
    """A game that begins: its pair, its log, and the entries that are to be stored first."""

    pair: Pair
    log: GameLog
    entries: Sequence[Entry]

    def add(self) -> GameLog:
        """The log with its first entries, once they are on the disk."""
        for entry in self.entries:
            self.log.add(entry)
        return self.log


def begin(told: Assignment, pair: Pair, number: int, now_ms: int, known: Opening | None = None) -> Begun:
    """The game of ``pair`` in round ``number``, of which its table is told ``told``; ``known`` is an opening that was
    drawn with an earlier game."""
    game = Game(GameLog(told), pair, number)
    events: list[Event] = [Assigned(assignment=told)]
    if (opening := told.opening or known) is not None:
        events.append(drawn(opening))
    return Begun(pair, game.log, game.sealed(events, now_ms))


def insert(kept: "Store", connection: Connection, number: int, games: Iterable[Begun]) -> None:
    """Store the games that begin in round ``number``."""
    for begun in games:
        pair = begun.pair
        row = {
            "game": pair.game,
            "round": number,
            "board": pair.board,
            "table_no": pair.table,
            "white": pair.white,
            "black": pair.black,
            "assignment": msgspec.json.encode(begun.log.first_assignment),
        }
        connection.execute(sa.insert(store.games), row)
        kept.insert_entries(connection, pair.game, begun.entries)
