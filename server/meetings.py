"""Meetings of several games at one table: the next game is assigned as soon as the one before is confirmed (5.4.6).

A meeting is named by its first game, which is the pair of the pairing; the games after it are kept beside the pairing.
What is due next is always computed from the results as they stand, so that a server that was killed, a result that was
corrected and a ruling that was taken back need nothing of their own: games that are due are assigned, and a game that
is due no longer is dropped while it has not begun.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.engine import Connection

from record.assignment import Opening
from record.carry import carried
from record.commands import EnterResult, Refusal
from record.events import Result, Ruled
from server import rounds, seating, store
from server.ledger import Further, LostMeeting
from server.match_config import board_worth, meeting_rules
from server.refusals import NO_REASON, NOT_THERE
from server.rounds import Pair, Pairing, game_of
from server.store import StoreError
from server.tournament import model
from server.tournament.micromatch import Next, Rules, as_game, filled, next_game, outcome

if TYPE_CHECKING:
    from server.hall import Hall

log = structlog.get_logger("meetings")

BREAK_MS = 5 * 60_000
"""Between the games of a micro-match in classic Russian draughts (5.4.6)."""
SINGLE_GAME = Refusal(
    code="single-game",
    ru="Встреча из одной партии: решение принимается по партии.",
    en="The meeting is a single game: rule on the game.",
)
MEETING_OVER = Refusal(code="meeting-over", ru="Встреча уже окончена.", en="The meeting is over.")
NOT_PAIRED = Refusal(
    code="not-paired", ru="В этом туре у участника нет встречи.", en="He has no meeting in this round."
)


class Standing(NamedTuple):
    """How a meeting stands: its games, the one result, both sums in half-points (White of the first game first), and
    whether it is over."""

    games: tuple[model.Game, ...]
    result: model.Game
    first: int
    second: int
    over: bool


class Meetings:
    """The meetings of one hall."""

    def __init__(self, hall: "Hall") -> None:
        self._hall, self._books = hall, hall.ledger
        self.rules = meeting_rules(hall.settings.event)
        self._behind: set[str] = set()

    # -- reading

    @property
    def worth(self) -> int:
        """How many wins a meeting is worth."""
        return board_worth(self._hall.settings.event)

    def rules_of(self, pairing: Pairing) -> Rules:
        """How the meetings of a pairing are played: those of a play-off by its stage."""
        return Rules(games=pairing.games) if pairing.stage else self.rules

    def pairs(self, pairing: Pairing) -> Iterator[Pair]:
        """Every game of a pairing, each meeting's one after another."""
        for pair in pairing.pairs:
            yield from self.games(pair)

    def seats(self, pairing: Pairing, at_ms: int | None = None) -> tuple[Pair, ...]:
        """The game of each table: the last one assigned there, at ``at_ms`` where that is given."""
        return tuple(self._last(pair, at_ms) for pair in pairing.pairs)

    def _last(self, pair: Pair, at_ms: int | None) -> Pair:
        return self.games(pair, at_ms)[-1]

    def of_game(self, game: str) -> tuple[Pairing, Pair, Further | None] | None:
        """The pairing and the meeting of a game, and what is kept of it where it is not the first; ``None`` for a game
        of no pairing that stands."""
        number, pair = self._hall.pair_of(game)
        pairing = self._hall.pairing(number)
        if pairing is None:
            return None
        for first in (one for one in pairing.pairs if one.table == pair.table):
            if first.game == game:
                return pairing, first, None
            for more in self._books.games_after(first.game):
                if more.pair.game == game:
                    return pairing, first, more
        return None

    def standing(
        self, pairing: Pairing, pair: Pair, results: Mapping[str, str], until_ms: int | None = None
    ) -> Standing:
        """How the meeting of ``pair`` stands by ``results``; adjourned games give it what they were adjudicated as.
        ``until_ms``: games assigned later are not known."""
        rules, seed, lost = self.rules_of(pairing), self._seed(pair), self._lost(pair)
        pairs = self.games(pair, until_ms)
        games = tuple(self._game(one, results.get(one.game)) for one in pairs)
        result = as_game(pair.white, pair.black, games, rules, seed=seed, lost=lost)
        adjourned = [self._books.adjourned[one.game] for one in pairs if one.game in self._books.adjourned]
        if adjourned:
            stood = tuple(self._adjudicated(one) or game for one, game in zip(pairs, games, strict=True))
            told = as_game(pair.white, pair.black, stood, rules, seed=seed, lost=lost)
            if result.kind == "forfeit" and any(one.game not in results for one in adjourned):
                result = msgspec.structs.replace(result, kind=told.kind)  # the two did sit down
            if result.kind == "unfinished":
                result = msgspec.structs.replace(result, white_half=told.white_half, black_half=told.black_half)
            elif until := max(one.until for one in adjourned):
                halves = (told.white_half, told.black_half)
                result = msgspec.structs.replace(result, adjudicated=halves, adjudicated_until=until)
        sums = outcome(pair.white, pair.black, games)
        return Standing(games, result, sums.first, sums.second, result.kind != "unfinished")

    def results(self, pairing: Pairing, results: Mapping[str, str]) -> tuple[model.Game, ...]:
        """The meetings of a pairing as the tournament counts them: games where they are single."""
        return tuple(self._counted(pairing, pair, results) for pair in pairing.pairs)

    def _counted(self, pairing: Pairing, pair: Pair, results: Mapping[str, str]) -> model.Game:
        if self.rules_of(pairing).single:
            return game_of(pair, results.get(pair.game), self._books.adjourned.get(pair.game))
        result = self.standing(pairing, pair, results).result
        return result if len(result.parts) > 1 or self.worth > 1 else msgspec.structs.replace(result, parts=())

    def stage_games(self, pairing: Pairing, pair: Pair, results: Mapping[str, str]) -> tuple[model.Game, ...]:
        """The games of a meeting of a play-off; what a lost one leaves unplayed are forfeits."""
        games = self.standing(pairing, pair, results).games
        return filled(pair.white, pair.black, games, self.rules_of(pairing), self._lost(pair))

    def _lost(self, pair: Pair) -> frozenset[int]:
        lost = self._books.lost_meetings.get(pair.game)
        return frozenset(lost.players) if lost else frozenset()

    def _seed(self, pair: Pair) -> int:
        return rounds.lot(self._hall.seed, "extra games", pair.game)

    def due(self, pairing: Pairing, pair: Pair) -> Next | None:
        """The game of the meeting that is to be assigned now; ``None`` while one is open, and when it is over."""
        return self._after(pairing, pair, self.games(pair))

    def games(self, pair: Pair, until_ms: int | None = None) -> tuple[Pair, ...]:
        """The games of the meeting of ``pair``, those assigned at ``until_ms`` where that is given."""
        after = self._books.games_after(pair.game)
        return pair, *(more.pair for more in after if until_ms is None or more.at_ms <= until_ms)

    def _adjudicated(self, one: Pair) -> model.Game | None:
        """An adjourned game as it stands for the pairing: as if it had ended so."""
        adjourned = self._books.adjourned.get(one.game)
        return self._game(one, adjourned.result) if adjourned else None

    def _game(self, one: Pair, result: str | None) -> model.Game:
        """A game of a meeting with the colours that were played."""
        return game_of(self._hall.as_played(one), result, None)

    def _after(self, pairing: Pairing, pair: Pair, before: Sequence[Pair]) -> Next | None:
        """The game that follows the games ``before``; ``None`` while one of them is open. A game that was adjourned is
        not waited for."""
        games: list[model.Game] = []
        for one in before:
            result = self._hall.results().get(one.game)
            game = self._game(one, result) if result else self._adjudicated(one)
            if game is None:
                return None
            games.append(game)
        return next_game(
            pair.white, pair.black, games, self.rules_of(pairing), seed=self._seed(pair), lost=self._lost(pair)
        )

    # -- going on

    async def go_on(self, game: str) -> None:
        """After something changed in ``game``: assign what is due, drop what is due no longer."""
        pairing = self._hall.pairing()
        if pairing is None or self.rules_of(pairing).single:
            return
        found = self.of_game(game)
        if found is not None and self._changes(pairing, found[1]):
            self._behind.add(found[1].game)
        if self._behind:
            await self._hall.apart(self._catch_up())

    def _changes(self, pairing: Pairing, pair: Pair) -> bool:
        return self._idle(pairing, pair) is not None or self.due(pairing, pair) is not None

    async def resume(self) -> None:
        """After a start: a kill may have come between a result and the next game."""
        pairing = self._hall.pairing()
        if pairing is not None and not self.rules_of(pairing).single:
            self._behind.update(pair.game for pair in pairing.pairs)
            await self._catch_up()

    async def _catch_up(self) -> None:
        async with self._hall.round_lock:
            pairing = self._hall.pairing()
            waiting, self._behind = self._behind, set()
            for pair in pairing.pairs if pairing else ():
                if pair.game not in waiting:
                    continue
                assert pairing is not None
                try:
                    await self._settle(pairing, pair)
                except StoreError as fault:
                    self._behind.add(pair.game)
                    log.error("next game not stored", meeting=pair.game, fault=str(fault))

    async def _settle(self, pairing: Pairing, pair: Pair) -> None:
        if (idle := self._idle(pairing, pair)) is not None:
            await self._keep(pairing, pair, msgspec.structs.replace(idle, dropped=True))
        elif (due := self.due(pairing, pair)) is not None:
            await self._assign(pairing, pair, due)

    def _idle(self, pairing: Pairing, pair: Pair) -> Further | None:
        """The last game, if it has not begun and is not what the games before it lead to."""
        after = self._books.games_after(pair.game)
        if not after or self._hall.pairer.begun(after[-1].pair):
            return None
        due = self._after(pairing, pair, self.games(pair)[:-1])
        last = after[-1].pair
        return None if due is not None and (due.white, due.black) == (last.white, last.black) else after[-1]

    async def _assign(self, pairing: Pairing, pair: Pair, due: Next) -> None:
        hall, now = self._hall, self._hall.clock()
        before = sum(one.number == due.number for one in self._books.further.get(pair.game, ()))
        id = f"{pair.game}-g{due.number}" + (f"-{before + 1}" if before else "")
        new = msgspec.structs.replace(pair, game=id, white=due.white, black=due.black)
        last = self._last(pair, None)
        more = Further(
            meeting=pair.game,
            round=pairing.round,
            number=due.number,
            pair=new,
            extra=due.extra,
            at_ms=now,
            earliest_ms=max(now, self._ended_ms(last.game) + self._break_ms(pairing)),
        )
        waits = more.earliest_ms if more.earliest_ms > now else 0
        control = hall.settings.event.extra_control if due.extra and not pairing.stage else ""
        told = rounds.assignment(
            hall.settings,
            pairing,
            new,
            self._books.members,
            hall.seed,
            control=control,
            meeting=pair.game,
            nth=due.number,
            earliest_ms=waits,
        )
        before_it = hall.game(last.game)
        if before_it.assignment.control == told.control:
            told = carried(told, before_it)
        begun = seating.begin(told, new, pairing.round, now, self._drawn_before(pair, told.lot))

        def work(connection: Connection) -> None:
            seating.insert(hall.store, connection, pairing.round, [begun])
            self._put(connection, more)

        await hall.store.commit(work)
        self._books.note_further(more)
        hall.enter_games(msgspec.structs.replace(pairing, pairs=(new,)), {id: begun.add()})
        self._told(pairing, new)

    def _drawn_before(self, pair: Pair, lot: Opening | None) -> Opening | None:
        """The opening of ``lot`` where it was drawn with an earlier game of the meeting: one lot for several games."""
        states = (self._hall.game(one.game) for one in self.games(pair)) if lot is not None else ()
        return next((lot for state in states if state.assignment.lot == lot and state.assignment.opening == lot), None)

    async def _keep(self, pairing: Pairing, pair: Pair, more: Further) -> None:
        await self._hall.store.commit(lambda connection: self._put(connection, more))
        self._books.note_further(more)
        self._told(pairing, self._last(pair, None))

    def _put(self, connection: Connection, more: Further) -> None:
        row = {"game": more.pair.game, "data": msgspec.json.encode(more)}
        self._hall.store.put(connection, store.further, row)

    def _told(self, pairing: Pairing, seat: Pair) -> None:
        self._hall.tables.reseat(seat)
        self._hall.changes.tell("round")

    def _break_ms(self, pairing: Pairing) -> int:
        event = self._hall.settings.event
        breaks = event.discipline == "russian" and event.tempo == "classic" and not pairing.stage
        return BREAK_MS // self._hall.settings.server.time_scale if breaks else 0

    def _ended_ms(self, game: str) -> int:
        """When the server first heard of the result that stands."""
        result = self._hall.results().get(game)
        for entry in self._hall.entries(game):
            if isinstance(entry.event, Result | Ruled) and entry.event.result == result:
                return entry.received_ms
        return self._hall.clock()

    def earliest_ms(self, game: str) -> int:
        """When the game may begin; 0 where nothing is waited for."""
        found = self.of_game(game)
        if found is None:
            return 0
        pairing, _, more = found
        return more.earliest_ms if more is not None else pairing.earliest_ms

    def ended_ms(self, pairing: Pairing, players: frozenset[int]) -> int:
        """When the last game of ``players`` in a pairing ended; 0 where they had none."""
        games = (one for one in self.pairs(pairing) if {one.white, one.black} & players)
        return max((self._ended_ms(one.game) for one in games), default=0)

    # -- rulings

    async def lose(self, player: int, *, both: bool = False, reason: str, by: str = "") -> Refusal | None:
        """The player, or ``both``, lose the meeting of this round (5.4.14.1): the open game is lost, the rest is not
        played. Raises KeyError for an unknown player."""
        self._books.members[player]
        pairing = self._hall.pairing()
        pair = next((one for one in pairing.pairs if player in (one.white, one.black)), None) if pairing else None
        if pairing is None or pair is None:
            return NOT_PAIRED
        if self.rules_of(pairing).single:
            return SINGLE_GAME
        if not reason.strip():
            return NO_REASON
        out = (pair.white, pair.black) if both else (player,)

        async def work() -> Refusal | None:
            async with self._hall.round_lock:
                if self.standing(pairing, pair, self._hall.results()).over:
                    return MEETING_OVER
                lost = LostMeeting(
                    meeting=pair.game, players=out, at_ms=self._hall.clock(), by=by, reason=reason.strip()
                )
                act = self._books.act(
                    "lose-meeting", by, players=out, round=pairing.round, game=pair.game, reason=lost.reason
                )
                await self._books.keep(act, self._books.put(store.lost_meetings, game=pair.game, data=lost))
                self._books.lost_meetings[pair.game] = lost
            return None

        refusal = await self._hall.apart(work())
        if refusal is None:
            await self._lose_game(self._last(pair, None), out, by, reason.strip())
        return refusal

    async def _lose_game(self, open_: Pair, out: tuple[int, ...], by: str, reason: str) -> None:
        first = self.of_game(open_.game)
        begun = self._hall.pairer.begun(open_)
        if (begun or (first is not None and first[2] is None)) and open_.game not in self._hall.results():
            lost, won, between = ("0", "1", "-") if begun else ("-", "+", "/")
            seat = self._hall.as_played(open_)
            result = between.join(lost if one in out else won for one in (seat.white, seat.black))
            told = EnterResult(result=result, by="arbiter", arbiter=by, reason=reason)
            if (refused := await self._hall.command(open_.game, told)) is not None:
                log.error("the game of a lost meeting stays open", game=open_.game, why=refused.code)
        await self.go_on(open_.game)

    async def take_back_loss(self, meeting: str, *, reason: str = "", by: str = "") -> Refusal | None:
        """The meeting is not lost after all: it goes on by its results. The game that the loss ended keeps its result
        until that is corrected."""

        async def work() -> Refusal | None:
            async with self._hall.round_lock:
                lost = self._books.lost_meetings.get(meeting)
                number = self._hall.pair_of(meeting)[0]
                if lost is None or number != self._hall.round_number:
                    return NOT_THERE
                drop = sa.delete(store.lost_meetings).where(store.lost_meetings.c.game == meeting)

                def forget(connection: Connection) -> None:
                    connection.execute(drop)

                act = self._books.act(
                    "meeting-stands", by, players=lost.players, round=number, game=meeting, reason=reason.strip()
                )
                await self._books.keep(act, forget)
                del self._books.lost_meetings[meeting]
                return None

        refusal = await self._hall.apart(work())
        if refusal is None:
            self._hall.changes.tell("round")
            await self.go_on(meeting)
        return refusal
