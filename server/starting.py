"""The start of a round at the hall: the signal, who comes, and who does not in time (5.4.1.2, 5.4.4)."""

import asyncio
from collections.abc import Collection
from typing import TYPE_CHECKING

import structlog

from record.commands import Arrive, DrawOpening, LookForAbsent, Refusal, StartClocks
from record.drawing import waits
from record.state import GameState, Phase
from rules.side import Side
from server.refusals import NOT_PAIRED

if TYPE_CHECKING:
    from server.hall import Hall

TICK_S = 1.0
CALL = "call-round"
SEATED_MS = 5 * 60_000
"""So long before the round begins players are at their tables (5.4.1.1)."""
GRACE_MS = 5_000
"""So much longer, in wall time, the hall waits before it finds what the table's own computer finds at once."""

STARTED = Refusal(code="started", ru="Часы уже пущены.", en="The clocks have been started.")
NO_GAME = Refusal(code="no-game", ru="В этом туре игры нет.", en="There is no game in this round.")

NOTHING_TO_DRAW = Refusal(code="no-lot", ru="Разыгрывать дебюты сейчас негде.", en="No table waits for its opening.")

log = structlog.get_logger("starting")


def awaits_signal(state: GameState) -> bool:
    """Whether the clocks of a game are still to be started."""
    return not state.attendance.signal_at and state.phase is Phase.WAITING


class Starter:
    """The start of the rounds of one hall. A refusal is a value."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall

    async def start_clocks(self, absent: Collection[int], *, by: str) -> Refusal | None:
        """The arbiter gives the signal for all games of the round that wait for it; ``absent`` are the start numbers of
        those whom he misses."""
        states = self._hall.games()
        if not states:
            return NOT_PAIRED
        waiting = [state for state in states if awaits_signal(state)]
        if not waiting:
            return STARTED
        seats = {state.person(side).id for state in waiting for side in Side}
        if unknown := sorted(set(absent) - seats):
            listed = ", ".join(map(str, unknown))
            return Refusal(
                code="no-player",
                ru=f"Не ждут сигнала к игре: {listed}.",
                en=f"These do not wait for the signal: {listed}.",
            )
        for state in waiting:
            missed = tuple(side for side in Side if state.person(side).id in absent)
            refusal = await self._hall.command(state.assignment.game, StartClocks(arbiter=by, absent=missed))
            if refusal is not None and refusal.code == "not-stored":
                return refusal
        return None

    def called_ms(self) -> int | None:
        """When the round begins for which the players are called (5.4.1.1); ``None`` where nobody said, and once its
        clocks were started."""
        number, acts = self._hall.round_number, reversed(self._hall.ledger.acts)
        act = next((act for act in acts if act.kind == CALL and act.round == number), None)
        waiting = any(awaits_signal(state) for state in self._hall.games())
        return act.detail.get("at_ms") if act is not None and waiting else None

    async def call(self, at_ms: int | None, *, by: str) -> Refusal | None:
        """The players are called for the round that waits for its signal: it begins at ``at_ms``, and they take their
        seats five minutes before (5.4.1.1). None takes that back."""

        async def work() -> Refusal | None:
            async with self._hall.round_lock:
                states = self._hall.games()
                if not states:
                    return NOT_PAIRED
                if not any(awaits_signal(state) for state in states):
                    return STARTED
                books = self._hall.ledger
                act = books.act(CALL, by, round=self._hall.round_number, detail={"at_ms": at_ms})
                await books.keep(act)
                self._hall.changes.tell("round")
                return None

        return await self._hall.apart(work())

    async def draw_openings(self, absent: Collection[int], *, by: str) -> Refusal | None:
        """The openings of the round are drawn at all tables that wait for theirs and where both players are: ``absent``
        are the start numbers of those who are not, or not yet (5.4.1.3)."""
        waiting = [state for state in self._hall.games() if waits(state)]
        there = [state for state in waiting if not {state.person(side).id for side in Side} & set(absent)]
        refusals = [await self._hall.command(state.assignment.game, DrawOpening(arbiter=by)) for state in there]
        if all(refusals):
            return next(iter(refusals), NOTHING_TO_DRAW)
        return next((each for each in refusals if each is not None and each.code == "not-stored"), None)

    async def arrive(self, player: int, *, by: str) -> Refusal | None:
        """``player`` says that he has come to his game of this round."""
        game = self._hall.game_of(player)
        if game is None:
            return NO_GAME
        side = self._hall.game(game).side_of(player)
        return await self._hall.command(game, Arrive(side=side, by=by))

    async def run(self) -> None:
        """Looks once a second who has not come in time, until cancelled."""
        while True:
            await asyncio.sleep(TICK_S)
            try:
                await self.tick()
            except Exception:  # what goes wrong at one look must not stop the next
                log.exception("who is absent could not be looked for")

    async def tick(self) -> None:
        """Finds who has not come in time. Where a computer records the game it is given a moment to say so itself."""
        for state in self._hall.games():
            game = state.assignment
            if state.attendance.absent and not state.ended:
                grace = GRACE_MS * game.time_scale if game.device == "board" else 0
                await self._hall.command(game.game, LookForAbsent(grace_ms=grace))
