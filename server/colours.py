"""The colours that were played, where they are not those of the pairing: a swap of renju's opening, or a ruling.

Colour history uses the colours actually played (5.4.13.1, 5.2.4.3). What is kept here is a cache of the folds, like
``games.result``: standings must not fold a whole event.
"""

from collections.abc import Iterable

import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from record.state import GameState
from server import store
from server.rounds import Pair, Pairing
from server.store import Store


class Colours:
    """The games whose players have exchanged the colours of the pairing."""

    def __init__(self, kept: Store) -> None:
        self._store = kept
        self._turned: set[str] = set()

    def restore(self, connection: Connection) -> None:
        """Read them from the store."""
        self._turned = set(connection.execute(sa.select(store.turned.c.game)).scalars())

    async def note(self, state: GameState) -> bool:
        """Keep what the fold of a game says; whether that is new."""
        game = state.assignment.game
        if state.swapped is (game in self._turned):
            return False
        drop = sa.delete(store.turned).where(store.turned.c.game == game)

        def work(connection: Connection) -> None:
            if state.swapped:
                connection.execute(self._store.insert_new(store.turned), {"game": game})
            else:
                connection.execute(drop)

        await self._store.commit(work)
        self._turned ^= {game}
        return True

    def turned(self, shown: Iterable[GameState] = ()) -> frozenset[str]:
        """Their ids. ``shown`` are states that count as they are, such as those of a broadcast with a delay."""
        states = {state.assignment.game: state.swapped for state in shown}
        others = {game for game in self._turned if game not in states}
        return frozenset(others | {game for game, swapped in states.items() if swapped})


def played_as(pair: Pair, turned: Iterable[str]) -> Pair:
    """The pair with each player at the colour that he had, given the games in which they exchanged them."""
    if pair.game not in turned:
        return pair
    return replace(pair, white=pair.black, black=pair.white, exchanged=True)


def as_played(pairing: Pairing, turned: Iterable[str]) -> Pairing:
    """The pairing with each player at the colour that he had, given the games in which they exchanged them."""
    games = frozenset(turned)
    if not any(pair.game in games for pair in pairing.pairs):
        return pairing
    return replace(pairing, pairs=tuple(played_as(pair, games) for pair in pairing.pairs))
