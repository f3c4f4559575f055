"""Rounds: pairing the next one, taking a pairing back, changing it by hand or with the fewest changes (5.4.10.8, .12).

A published pairing is changed only with a reason, and only where no game has begun. What it was stays on record, and so
do the games that will not be played, under their own ids; the pairs that remain keep their games and tables.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from record.commands import EnterResult, Refusal
from record.state import Phase
from server import rounds, seating, store, systems
from server.config import DUTCH, TableEntry
from server.event_rules import ROUND_ROBINS
from server.ledger import Act, Change, Undone
from server.match_config import KNOCKOUT
from server.missed import OLDER, needs_consent
from server.refusals import NOT_PAIRED
from server.rounds import Adjourned, Bye, Engine, Pair, Pairing
from server.systems import Couples
from server.tournament import pairing as engine
from server.tournament import repair as repairing
from server.tournament.model import Event as TournamentEvent
from server.tournament.repair import compare
from server.tournament.roundrobin import played_half
from server.tournament.section_pairing import repair_round

if TYPE_CHECKING:
    from server.hall import Hall

Couple = tuple[int, int]
NO_REASON = Refusal(
    code="no-reason",
    ru="После публикации пары меняют только с обоснованием (п. 5.4.10.8, 5.4.10.12).",
    en="A published pairing is changed only with a reason (art. 5.4.10.8, 5.4.10.12).",
)
BY_ITS_LOTS = Refusal(
    code="by-its-lots",
    ru="Пары плей-офф определяют его жребии (п. 31.8.4-5).",
    en="The pairs of a play-off follow from its lots (art. 31.8.4-5).",
)
OF_TEAMS = Refusal(
    code="of-teams",
    ru="Пары игроков следуют из матчей: меняйте пары команд или состав.",
    en="The pairs of players follow from the matches: change the teams' pairs or a line-up.",
)


def _listed(tables: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(tables)))


def _begun(tables: Iterable[int]) -> Refusal:
    listed = _listed(tables)
    return Refusal(code="begun", ru=f"Партии уже начаты за столами: {listed}.", en=f"Games have begun at: {listed}.")


class Pairer:
    """The rounds of one hall. ``by`` is who acts; a refusal is a value."""

    def __init__(self, hall: "Hall") -> None:
        self._hall, self._books = hall, hall.ledger

    # -- the next round

    async def pair_next(self, *, relax: bool = False, by: str = "") -> Pairing | Refusal:
        """Pair the next round, seat it, and tell the tables; or why that cannot be done now.

        ``relax``: where no pairing keeps to the rules, make the least departure and record it in ``why``.
        """
        made = await self._hall.apart(self._pair_next(relax, by))
        if isinstance(made, Pairing) and made.system in ROUND_ROBINS:
            await self._enter_forfeits(made, by)
        return made

    async def _enter_forfeits(self, pairing: Pairing, by: str) -> None:
        """The games of those who left a round robin are lost without play: by both where he had played fewer than half
        of his games (5.4.5.2), else by him alone (5.4.5.3)."""
        members, event = self._books.members, self._hall.tournament(rounds_before=pairing.round)
        for pair in pairing.pairs:
            gone = [one for one in (pair.white, pair.black) if not members[one].plays(pairing.round)]
            if not gone:
                continue
            alone = len(gone) == 1 and played_half(event, gone[0], ROUND_ROBINS[pairing.system])
            result = "-/-" if not alone else "+/-" if gone == [pair.black] else "-/+"
            told = EnterResult(result=result, by="arbiter", arbiter=by or "-", reason="5.4.5.3" if alone else "5.4.5.2")
            await self._hall.command(pair.game, told)

    async def _pair_next(self, relax: bool, by: str) -> Pairing | Refusal:
        async with self._hall.round_lock:
            if refusal := self.not_yet():
                return refusal
            if self._books.round_number >= self._hall.rounds:
                return await self._pair_play_off(by)
            number = self._books.round_number + 1
            settings, before = self._hall.settings, self._hall.tournament()
            ordered = [(one.white, one.black) for one in self._books.orders.together if one.round == number]
            answer = await asyncio.to_thread(systems.next_round, settings, before, fixed=ordered, relax=relax)
            if isinstance(answer, Refusal):
                return answer
            manual, own = "", None
            if ordered:
                free = await asyncio.to_thread(systems.next_round, settings, before, relax=True)
                own = _engine_of(free)
                if own is None or _all_of(own) != _all_of(answer):
                    told = [one.reason for one in self._books.orders.together if one.round == number]
                    manual = "5.4.10.9: " + "; ".join(dict.fromkeys(told))
            edition = self._books.editions(number) + 1
            fixed = {one.player: one.table for one in self._books.orders.tables}
            pairing = Pairing(
                round=number,
                system=settings.event.system,
                pairs=rounds.place(number, answer.couples, settings.tables, fixed=fixed, edition=edition),
                bye=answer.bye,
                more_byes=answer.more_byes,
                absent=self._absent(number, answer.couples, answer.pluses, answer.through),
                through=answer.through,
                why=answer.why,
                at_ms=self._hall.clock(),
                edition=edition,
                manual=manual,
                engine=own if manual else None,
            )
            detail: dict[str, Any] = {"relax": relax} if relax else {}
            if number == 1:
                detail["places"] = self._hall.office.places()
            act = self._books.act("pair", by, round=number, reason=manual, detail=detail)
            await self.write(pairing, pairing.pairs, act)
            return pairing

    async def _pair_play_off(self, by: str) -> Pairing | Refusal:
        """The next games of the play-off (31.8), as a round of its own."""
        pairing = self._hall.play_offs.next_pairing()
        if isinstance(pairing, Pairing):
            players = tuple(player for pair in pairing.pairs for player in (pair.white, pair.black))
            act = self._books.act("play-off-stage", by, players=players, detail={"stage": pairing.stage})
            await self.write(pairing, pairing.pairs, act)
        return pairing

    def not_yet(self) -> Refusal | None:
        """Why the next round cannot be paired now."""
        if refusal := self.results_awaited():
            return refusal
        waits = self._hall.office.undecided() if self._hall.settings.event.system.startswith(OLDER) else {}
        away = {bye.player for bye in self._hall.byes()}
        if names := [self._books.members[player].entry.name for player in waits if player not in away]:
            return needs_consent(names)
        if self._books.round_number >= self._hall.rounds and self._books.play_off is None:
            return Refusal(code="last-round", ru="Все туры сыграны.", en="All rounds have been played.")
        return None

    def results_awaited(self) -> Refusal | None:
        """At which tables results are awaited. Adjourned games are not waited for, but a round needs a result, and in a
        knock-out who goes on must be known."""
        pairing = self._hall.pairing()
        if pairing is None:
            return None
        games = self._hall.seats(every=True)
        unconfirmed = [one for one in games if self._hall.game(one.game).phase is not Phase.CONFIRMED]
        known = () if pairing.system == KNOCKOUT else self._books.adjourned
        waited = [one.table for one in unconfirmed if one.game not in known]
        waited += [one.table for one in pairing.pairs if self._hall.meetings.due(pairing, one) is not None]
        if not waited and len(unconfirmed) == len(games) > 0:
            waited = [one.table for one in unconfirmed]
        if not waited:
            return None
        listed = _listed(waited)
        return Refusal(
            code="round-open",
            ru=f"Нет подтверждённых результатов за столами: {listed}.",
            en=f"Results are not confirmed at tables: {listed}.",
        )

    def _absent(
        self, number: int, couples: Iterable[Couple], pluses: Iterable[int], through: Iterable[int] = ()
    ) -> tuple[Bye, ...]:
        named = {player for two in couples for player in two} | set(pluses) | set(through)
        return tuple(
            self._books.byes.get((number, player), Bye(round=number, player=player))
            for player in sorted(self._hall.field(number) - named)
        )

    # -- taking back and changing

    async def undo_round(self, *, reason: str, by: str = "") -> Refusal | None:
        """Take the last pairing back, as long as none of its games has begun."""
        return await self._hall.apart(self._undo_round(reason.strip(), by))

    async def _undo_round(self, reason: str, by: str) -> Refusal | None:
        async with self._hall.round_lock:
            pairing = self._hall.pairing()
            if pairing is None:
                return NOT_PAIRED
            if not reason:
                return NO_REASON
            if begun := [pair.table for pair in pairing.pairs if self.begun(pair)]:
                return _begun(begun)
            number = pairing.round
            undone = Undone(
                number=len(self._books.undone) + 1, pairing=pairing, at_ms=self._hall.clock(), by=by, reason=reason
            )
            adjourned = [
                msgspec.structs.replace(one, until=max(0, number - 1 if self._round_of(one) < number - 1 else 0))
                for one in self._books.adjourned.values()
                if one.until == number
            ]
            drop = sa.delete(store.rounds).where(store.rounds.c.round == number)

            def forget(connection: Connection) -> None:
                connection.execute(drop)

            act = self._books.act("undo-round", by, round=number, reason=reason)
            kept = self._books.put(store.undone, number=undone.number, data=undone)
            again = [self._books.put(store.adjourned, game=one.game, data=one) for one in adjourned]
            await self._books.keep(act, kept, forget, *again)
            self._books.undone.append(undone)
            self._books.pairings.pop()
            self._books.adjourned.update({one.game: one for one in adjourned})
            self._hall.tables.seat(self._hall.pairing() or Pairing(round=0, system="", pairs=()))
            self._hall.changes.tell("round")
            return None

    def _round_of(self, adjourned: Adjourned) -> int:
        return self._hall.pair_of(adjourned.game)[0]

    def begun(self, pair: Pair) -> bool:
        """Whether the game has begun, or has a result."""
        state = self._hall.game(pair.game)
        return state.phase is not Phase.WAITING or bool(state.plies) or bool(state.entries)

    async def change(
        self, couples: Sequence[Couple], bye: int | Sequence[int] | None, *, reason: str, by: str = ""
    ) -> Pairing | Refusal:
        """Replace the pairs of the last pairing by ``couples`` (White, Black), as the chief arbiter or his deputy
        decides with a reason (5.4.10.12). ``bye``: who has the plus, in odd groups several. Whoever has neither an
        opponent nor a plus counts as absent."""
        if self._hall.teams.on:
            return OF_TEAMS
        byes = _listed_byes(bye)
        return await self._hall.apart(self._change(tuple(couples), byes, reason.strip(), by, "change-pairs"))

    async def repair(
        self, *, absent: Iterable[int] = (), separate: Iterable[Couple] = (), reason: str, by: str = ""
    ) -> Pairing | Refusal:
        """Pair the last pairing again with the fewest changes (5.4.10.8): without those who turn out to be ``absent``
        and without the pairs to ``separate``."""
        if self._hall.teams.on:
            return OF_TEAMS
        gone, parted = frozenset(absent), tuple(separate)
        pairing = self._hall.pairing()
        if pairing is None:
            return NOT_PAIRED
        if pairing.stage:
            return BY_ITS_LOTS
        if pairing.system == KNOCKOUT:
            return Refusal(
                code="by-lot", ru="Пары нокаута измените вручную.", en="Change the pairs of a knock-out by hand."
            )
        if pairing.system in ROUND_ROBINS:
            return Refusal(
                code="table-drawn", ru="Пары круговой системы заданы таблицей.", en="A round robin has its table."
            )
        known = set(self._books.members)
        if not gone <= known or any(not set(two) <= known for two in parted):
            return Refusal(code="no-player", ru="Такого участника нет.", en="There is no such player.")
        if pairing.system == DUTCH:
            return Refusal(
                code="by-program",
                ru="Голландскую систему считает другая программа: измените пары вручную.",
                en="The Dutch system is another program's: change the pairs by hand.",
            )
        made = await asyncio.to_thread(
            repair_round,
            self._before(pairing.round),
            [(pair.white, pair.black) for pair in pairing.pairs],
            pairing.pluses,
            absent=gone,
            apart=parted,
            system=pairing.system,
            first_colour=self._books.first_colour,
            seed=self._books.lots,
        )
        if made.pairs is None:
            return systems.NO_PAIRING
        couples = tuple((one.white, one.black) for one in made.pairs)
        told = systems.couples_of(made)
        why = told.why if isinstance(told, Couples) else ()
        return await self._hall.apart(self._change(couples, made.pluses, reason.strip(), by, "repair", why))

    async def _change(
        self,
        couples: tuple[Couple, ...],
        byes: tuple[int, ...],
        reason: str,
        by: str,
        kind: str,
        why: tuple[dict[str, Any], ...] = (),
    ) -> Pairing | Refusal:
        async with self._hall.round_lock:
            before = self._hall.pairing()
            if before is None:
                return NOT_PAIRED
            if before.stage:
                return BY_ITS_LOTS
            if not reason:
                return NO_REASON
            if refusal := self._unfit(before.round, couples, byes):
                return refusal
            kept = [pair for pair in before.pairs if (pair.white, pair.black) in couples]
            freed = [pair for pair in before.pairs if pair not in kept]
            if begun := [pair.table for pair in freed if self.begun(pair)]:
                return _begun(begun)
            if not freed and len(kept) == len(couples) and set(byes) == set(before.pluses):
                return Refusal(code="same", ru="Пары те же.", en="The pairs are the same.")
            number, edition = before.round, self._books.editions(before.round) + 1
            new = self._seat(number, edition, couples, kept, freed)
            own, couples_new = before.engine or await self._engine(number), {(p.white, p.black) for p in new}
            through = before.through
            if before.system == KNOCKOUT:
                paired = {player for two in couples for player in two}
                through = tuple(dict.fromkeys(p for p in (*through, *byes) if p not in paired))
                byes = ()
            absent = self._absent(number, couples, byes, through)
            announced = [one for one in absent if (number, one.player) not in self._books.byes]
            pairing = msgspec.structs.replace(
                before,
                pairs=tuple(sorted((*kept, *new), key=lambda pair: pair.board)),
                bye=byes[0] if byes else None,
                more_byes=byes[1:],
                through=through,
                absent=absent,
                edition=edition,
                manual=reason,
                engine=own,
                at_ms=self._hall.clock(),
                why=(
                    *(line for line in before.why if _still(line, {(p.white, p.black) for p in kept}, byes)),
                    *(line for line in why if (line.get("white"), line.get("black")) in couples_new),
                ),
            )
            turned: dict[str, Any] = {"from": [[p.white, p.black] for p in freed]}
            turned |= {"to": [[p.white, p.black] for p in new], "bye": byes[0] if byes else None}
            turned |= {"more_byes": list(byes[1:])} if byes[1:] else {}
            act = self._books.act(kind, by, round=number, reason=reason, detail=turned)
            undone = Undone(
                number=len(self._books.undone) + 1,
                pairing=msgspec.structs.replace(before, pairs=tuple(freed)),
                at_ms=self._hall.clock(),
                by=by,
                reason=reason,
            )
            await self.write(pairing, new, act, undone=undone, byes=announced)
            return pairing

    def _unfit(self, number: int, couples: Sequence[Couple], byes: Sequence[int]) -> Refusal | None:
        """Why the couples cannot be a pairing: an unknown player, one who does not play, one named twice."""
        named = [player for two in couples for player in two] + list(byes)
        twice = sorted({player for player in named if named.count(player) > 1})
        field = self._hall.field(number)
        strange = [player for player in named if player not in field]
        if twice:
            listed = _listed(twice)
            return Refusal(code="twice", ru=f"Указаны дважды: {listed}.", en=f"Named twice: {listed}.")
        if strange:
            listed = _listed(strange)
            return Refusal(
                code="not-in-field", ru=f"Не участвуют в туре: {listed}.", en=f"Not in this round's field: {listed}."
            )
        return Refusal(code="no-pairs", ru="Нет ни одной пары.", en="There is no pair.") if not couples else None

    def _seat(
        self, number: int, edition: int, couples: Sequence[Couple], kept: Sequence[Pair], freed: Sequence[Pair]
    ) -> tuple[Pair, ...]:
        """The new couples at the tables and boards that have become free, then at further ones."""
        there = {(pair.white, pair.black) for pair in kept}
        new = [two for two in couples if two not in there]
        tables = [TableEntry(number=pair.table, device=pair.device) for pair in freed]
        taken = {pair.table for pair in (*kept, *freed)}
        tables += [table for table in self._hall.settings.tables if table.number not in taken]
        busy = {pair.table for pair in kept}
        fixed = {one.player: one.table for one in self._books.orders.tables if one.table not in busy}
        seats = rounds.place(number, new, tables, fixed=fixed, edition=edition)
        boards = [pair.board for pair in freed]
        last = max((pair.board for pair in (*kept, *freed)), default=0)
        boards += range(last + 1, last + 1 + len(new))
        return tuple(msgspec.structs.replace(seat, board=board) for seat, board in zip(seats, boards, strict=False))

    # -- what the system would have

    def _before(self, number: int) -> TournamentEvent:
        """The event as the pairing of round ``number`` knew it: adjourned games as they were adjudicated."""
        before = self._hall.tournament(rounds_before=number)
        entries = tuple(
            msgspec.structs.replace(entry, games=tuple(game.as_of(number) for game in entry.games))
            for entry in before.rounds
        )
        return msgspec.structs.replace(before, rounds=entries)

    async def _engine(self, number: int) -> Engine | None:
        answer = await asyncio.to_thread(systems.next_round, self._hall.settings, self._before(number), relax=True)
        return _engine_of(answer)

    async def compared(self, couples: Sequence[Couple], bye: int | Sequence[int] | None) -> repairing.Change | None:
        """How ``couples`` differ from the system's own pairing of the last paired round, and what they breach; None
        where there is nothing to compare with."""
        pairing = self._hall.pairing()
        own = (pairing.engine or await self._engine(pairing.round)) if pairing and not pairing.stage else None
        if pairing is None or own is None:
            return None
        due = tuple(engine.Pair(white, black, board) for board, (white, black) in enumerate(own.couples, 1))
        wanted = engine.Pairing(pairing.round, due, own.bye, more_byes=own.more_byes)
        before = self._before(pairing.round)
        return await asyncio.to_thread(compare, before, tuple(couples), _listed_byes(bye), wanted)

    # -- writing

    async def write(
        self,
        pairing: Pairing,
        new: Sequence[Pair],
        act: Act,
        *,
        undone: Undone | None = None,
        byes: Sequence[Bye] = (),
        changes: Sequence[Change] = (),
    ) -> None:
        """Keep a pairing whose pairs ``new`` begin games, together with other ``changes``; then seat it and tell
        everyone."""
        hall, books = self._hall, self._books
        begun = [
            seating.begin(
                rounds.assignment(
                    hall.settings,
                    pairing,
                    pair,
                    books.members,
                    hall.seed,
                    meeting=pair.game,
                    earliest_ms=pairing.earliest_ms if pairing.earliest_ms > hall.clock() else 0,
                ),
                pair,
                pairing.round,
                pairing.at_ms,
            )
            for pair in new
        ]

        def games(connection: Connection) -> None:
            seating.insert(hall.store, connection, pairing.round, begun)

        open_still = [
            msgspec.structs.replace(one, until=pairing.round)
            for one in books.adjourned.values()
            if one.game not in hall.results() and self._round_of(one) < pairing.round
        ]
        changes = [*changes, books.put(store.rounds, round=pairing.round, data=pairing), games]
        changes += [books.put(store.adjourned, game=one.game, data=one) for one in open_still]
        changes += [books.put(store.byes, round=bye.round, player=bye.player, kind=bye.kind) for bye in byes]
        if undone is not None:
            changes.append(books.put(store.undone, number=undone.number, data=undone))
        await books.keep(act, *changes)
        logs = {one.pair.game: one.add() for one in begun}
        books.pairings[pairing.round - 1 :] = [pairing]
        books.adjourned.update({one.game: one for one in open_still})
        books.byes.update({(bye.round, bye.player): bye for bye in byes})
        if undone is not None:
            books.undone.append(undone)
        hall.enter_games(pairing, logs)
        hall.tables.seat(pairing)
        hall.changes.tell("round")


def _engine_of(answer: Couples | Refusal) -> Engine | None:
    if isinstance(answer, Refusal):
        return None
    return Engine(couples=answer.couples, bye=answer.bye, more_byes=answer.more_byes)


def _all_of(one: Couples | Engine) -> tuple[set[Couple], set[int]]:
    return set(one.couples), set(one.pluses)


def _listed_byes(bye: int | Sequence[int] | None) -> tuple[int, ...]:
    return () if bye is None else (bye,) if isinstance(bye, int) else tuple(bye)


def _still(line: Mapping[str, object], kept: set[Couple], byes: Sequence[int]) -> bool:
    """Whether a reason of the former pairing is still true: of a pair that stayed, or of the same plus."""
    white, black = line.get("white"), line.get("black")
    if isinstance(white, int) and isinstance(black, int):
        return (white, black) in kept
    values = line.get("values")
    return not isinstance(values, dict) or values.get("player") in (None, *byes)
