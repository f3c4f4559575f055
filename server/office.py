"""The arbiters' office: who plays, who is away, what the pairing must keep to, which games are played on later.

Everything changes from the next round on; what is paired stays paired. Each act is kept with its author, and each has
one that takes it back. A refusal is a value.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from record.commands import Refusal
from record.renju_law import RENJU
from record.state import Phase
from server.config import PlayerEntry
from server.event_rules import ROUND_ROBINS
from server.match_config import KNOCKOUT
from server.missed import undecided
from server.refusals import NO_PLAYER, NO_REASON, NOT_THERE
from server.rounds import (
    LEFT,
    POINTS,
    TABLE_DRAWN,
    Adjourned,
    Apart,
    Bye,
    ByeKind,
    FixedTable,
    Member,
    Together,
    entry_fault,
)

if TYPE_CHECKING:
    from server.hall import Hall

NO_ROUND = Refusal(code="no-such-round", ru="Этот тур уже не впереди.", en="That round is not ahead.")
SAME = Refusal(code="same", ru="Нужны разные участники.", en="Different players are needed.")


def _wrong_group(entry: PlayerEntry, groups: Sequence[str]) -> Refusal | None:
    """Why nobody can be entered in that group (5.4.10.9)."""
    if entry.group in groups or (not groups and not entry.group):
        return None
    told, known = entry.group or "–", ", ".join(groups) or "–"
    return Refusal(
        code="no-group",
        ru=f"{entry.name}: группа {told}; группы соревнования: {known}.",
        en=f"{entry.name}: group {told}; the event's groups: {known}.",
    )


class Office:
    """The office of one hall. ``by`` is who acts."""

    def __init__(self, hall: "Hall") -> None:
        self._hall, self._books = hall, hall.ledger

    # -- the order of places

    def places(self) -> dict[str, Any]:
        """What decides the places: frozen with the first pairing (5.4.8.2)."""
        event = self._hall.settings.event
        decided = {"tiebreaks": list(event.tiebreaks), "unplayed": event.unplayed, "points": event.points}
        if self._hall.teams.on:
            decided |= {"primary": event.team_primary, "team_tiebreaks": list(event.team_tiebreaks)}
        return decided

    async def note_places(self) -> None:
        """Note it where EVENT.toml decides the places otherwise than when the first round was paired, or since."""
        known = [act.detail["places"] for act in self._books.acts if "places" in act.detail]
        now = self.places()
        if known and known[-1] != now:
            told = "; ".join(
                ", ".join(map(str, one.get("team_tiebreaks", one["tiebreaks"]))) or "-" for one in (known[-1], now)
            )
            await self._books.keep(self._books.act("places", "", reason=told, detail={"places": now}))

    # -- entries

    async def add_player(self, entry: PlayerEntry, *, by: str = "") -> Member | Refusal:
        """Enter a player: from the next round on. ``entry.id`` 0 takes the next start number."""
        answer = await self.add_players((entry,), by=by)
        return answer if isinstance(answer, Refusal) else answer[0]

    async def add_players(self, entries: Sequence[PlayerEntry], *, by: str = "") -> tuple[Member, ...] | Refusal:
        """Enter several players, all or none."""
        return await self._hall.apart(self._add_players(entries, by))

    async def _add_players(self, entries: Sequence[PlayerEntry], by: str) -> tuple[Member, ...] | Refusal:
        async with self._hall.round_lock:
            books = self._books
            drawn = self._hall.settings.event.system in (*ROUND_ROBINS, KNOCKOUT) and not self._hall.teams.on
            if refusal := self._new_draw():
                return refusal
            if books.round_number and drawn:
                return TABLE_DRAWN
            known, names = set(books.members), {member.entry.name for member in books.members.values()}
            made: list[Member] = []
            for entry in entries:
                if fault := entry_fault(entry) or _wrong_group(entry, self._hall.settings.event.groups):
                    return fault
                number = entry.id or max(known, default=0) + 1
                if number in known or entry.name in names:
                    told = entry.name
                    return Refusal(
                        code="entered", ru=f"Такой участник уже есть: {told}.", en=f"Already entered: {told}."
                    )
                known.add(number)
                names.add(entry.name)
                made.append(Member(entry=msgspec.structs.replace(entry, id=number), joined=books.round_number + 1))
            act = books.act("enter", by, players=tuple(one.id for one in made), round=books.round_number + 1)
            await books.put_members(made, act)
            self._hall.changes.tell("players")
            return tuple(made)

    async def withdraw(self, player: int, *, by: str = "", reason: str = "") -> Refusal | None:
        """Take a player out after the current round: he is not paired again. Raises KeyError for an unknown one."""
        if self._books.members[player].left_after is not None:
            return LEFT
        if refusal := self._new_draw():
            return refusal
        member = msgspec.structs.replace(self._books.members[player], left_after=self._books.round_number)
        return await self._put(member, "withdraw", by, reason)

    async def exclude(self, player: int, *, by: str = "", reason: str = "") -> Refusal | None:
        """Exclude a player from the event (5.4.14.1), with a reason. Raises KeyError for an unknown one."""
        if not reason.strip():
            return NO_REASON
        left = msgspec.structs.replace(self._books.members[player], left_after=self._books.round_number)
        return await self._put(msgspec.structs.replace(left, excluded=reason.strip()), "exclude", by, reason)

    async def readmit(self, player: int, *, by: str = "", reason: str = "") -> Refusal | None:
        """Let a player who left play on from the next round; the rounds between count as absences. An exclusion is
        taken back only with a reason. Raises KeyError for an unknown one."""
        member = self._books.members[player]
        if member.excluded and not reason.strip():
            return NO_REASON
        return await self._put(msgspec.structs.replace(member, left_after=None, excluded=""), "readmit", by, reason)

    def undecided(self) -> dict[int, tuple[int, ...]]:
        """The rounds missed by those about whom the chief arbiter has to decide whether they play on (5.4.5.1, the
        older rules), by player."""
        if self._hall.teams.on:
            return {}
        return undecided(self._hall.tournament(), self._hall.settings.event, self._books.members.values())

    async def go_on(self, player: int, *, by: str = "", reason: str = "") -> Refusal | None:
        """A player who missed a round plays on: the chief arbiter's decision. Withdrawing him is the other one. Raises
        KeyError for an unknown player."""
        member, rounds = self._books.members[player], self.undecided().get(player)
        if rounds is None:
            return NOT_THERE
        return await self._put(msgspec.structs.replace(member, goes_on=rounds[-1]), "go-on", by, reason)

    def _new_draw(self) -> Refusal | None:
        """In renju a change of the entries before the first clock starts asks for a new draw (5.3.9.2)."""
        first = self._hall.pairing(1)
        if self._hall.settings.event.discipline != RENJU or first is None or self._books.round_number > 1:
            return None
        if any(self._hall.pairer.begun(pair) for pair in first.pairs):
            return None
        return Refusal(
            code="new-draw",
            ru="Состав изменён до пуска часов: нужна новая жеребьёвка (п. 5.3.9.2). Сначала отмените первый тур.",
            en="Before the first clock starts a change of the entries needs a new draw (art. 5.3.9.2): undo the round.",
        )

    async def _put(self, member: Member, kind: str, by: str, reason: str) -> Refusal | None:
        async def work() -> None:
            async with self._hall.round_lock:
                round_now = self._books.round_number
                act = self._books.act(kind, by, players=(member.id,), round=round_now, reason=reason.strip())
                await self._books.put_members((member,), act)
                self._hall.changes.tell("players")

        await self._hall.apart(work())
        return None

    # -- byes and absences

    async def give_bye(
        self, player: int, kind: ByeKind = "zero", round: int | None = None, *, by: str = ""
    ) -> Refusal | None:
        """Note an absence known beforehand (``zero``: a loss, 5.4.10.2), or grant a bye where the regulations depart
        from that, for a coming round (the next by default). Raises KeyError for an unknown player."""
        member = self._books.members[player]
        number = self._books.round_number + 1 if round is None else round
        if number <= self._books.round_number or number > self._hall.rounds:
            return NO_ROUND
        worth = ("none", "half", "full")
        most = worth.index(self._hall.settings.event.requested_byes)
        if {"zero": 0, "half": 1, "full": 2}[kind] > most:
            return Refusal(
                code="no-such-bye",
                ru="Известное заранее отсутствие — поражение (п. 5.4.10.2); регламент не допускает иного.",
                en="A known absence is a loss (art. 5.4.10.2); the regulations allow nothing else.",
            )

        async def work() -> None:
            async with self._hall.round_lock:
                bye = Bye(round=number, player=member.id, kind=kind)
                act = self._books.act("bye", by, players=(player,), round=number, detail={"kind": kind})
                await self._books.put_bye(bye, act)
                self._hall.changes.tell("players")

        await self._hall.apart(work())
        return None

    async def take_back_bye(self, player: int, round: int | None = None, *, by: str = "") -> Refusal | None:
        """The player plays after all in a coming round (the next by default)."""
        number = self._books.round_number + 1 if round is None else round
        if number <= self._books.round_number:
            return NO_ROUND

        async def work() -> Refusal | None:
            async with self._hall.round_lock:
                bye = self._books.byes.get((number, player))
                if bye is None:
                    return NOT_THERE
                act = self._books.act("bye-back", by, players=(player,), round=number)
                await self._books.drop_bye(bye, act)
                self._hall.changes.tell("players")
                return None

        return await self._hall.apart(work())

    # -- orders of the pairing

    async def forbid(self, players: Sequence[int], *, weak: bool = False, by: str = "") -> Refusal | None:
        """The players must not meet from the next round on. ``weak``: given up first where no pairing exists."""
        named = tuple(dict.fromkeys(players))
        if refusal := self._unknown(named):
            return refusal

        def more(orders: Any) -> Any:
            rule = Apart(players=named, first=self._books.round_number + 1, weak=weak)
            return msgspec.structs.replace(orders, apart=(*orders.apart, rule))

        return await self._order(more, "forbid", by, players=named, detail={"weak": weak})

    async def allow(self, index: int, *, by: str = "") -> Refusal | None:
        """Take back the prohibition at ``index`` of the orders for the coming rounds."""
        now = self._books.round_number
        if not 0 <= index < len(self._books.orders.apart) or self._books.orders.apart[index].last is not None:
            return NOT_THERE
        rule = self._books.orders.apart[index]

        def less(orders: Any) -> Any:
            kept = list(orders.apart)
            kept[index : index + 1] = [msgspec.structs.replace(rule, last=now)] if rule.first <= now else []
            return msgspec.structs.replace(orders, apart=tuple(kept))

        return await self._order(less, "allow", by, players=rule.players)

    async def order_pair(self, white: int, black: int, *, reason: str, by: str = "") -> Refusal | None:
        """The two meet in the next round, as the regulations order (5.4.10.9)."""
        if not reason.strip():
            return NO_REASON
        if refusal := self._unknown((white, black)):
            return refusal
        number = self._books.round_number + 1
        coming = [pair for pair in self._books.orders.together if pair.round == number]
        if {white, black} & {player for pair in coming for player in (pair.white, pair.black)}:
            return Refusal(code="ordered", ru="Пара участнику уже назначена.", en="A pair is ordered for him already.")
        pair = Together(round=number, white=white, black=black, reason=reason.strip())

        def more(orders: Any) -> Any:
            return msgspec.structs.replace(orders, together=(*orders.together, pair))

        return await self._order(more, "order-pair", by, players=(white, black), reason=pair.reason)

    async def drop_pair(self, white: int, black: int, *, by: str = "") -> Refusal | None:
        """Take back an ordered pair of the next round."""
        number = self._books.round_number + 1
        kept = tuple(
            pair
            for pair in self._books.orders.together
            if (pair.round, pair.white, pair.black) != (number, white, black)
        )
        if len(kept) == len(self._books.orders.together):
            return NOT_THERE
        return await self._order(
            lambda orders: msgspec.structs.replace(orders, together=kept), "drop-pair", by, players=(white, black)
        )

    async def fix_table(self, player: int, table: int | None, *, by: str = "") -> Refusal | None:
        """The player plays at ``table`` from the next round on; ``None``: at any."""
        if player not in self._books.members:
            return NO_PLAYER
        others = tuple(one for one in self._books.orders.tables if one.player != player)
        if table is not None and not 1 <= table <= 9999:
            return Refusal(code="no-table", ru="Такого стола нет.", en="There is no such table.")
        if table is not None and table in {one.table for one in others}:
            return Refusal(
                code="table-taken", ru="Этот стол закреплён за другим.", en="That table is another player's."
            )
        if table is not None:
            others = (*others, FixedTable(player=player, table=table))
        detail = {"table": table}
        return await self._order(
            lambda orders: msgspec.structs.replace(orders, tables=others),
            "fix-table",
            by,
            players=(player,),
            detail=detail,
        )

    def _unknown(self, players: Sequence[int]) -> Refusal | None:
        if not set(players) <= self._hall.teams.entrants():
            return NO_PLAYER
        return SAME if len(set(players)) != len(players) or len(players) < 2 else None

    async def _order(self, change: Any, kind: str, by: str, **about: Any) -> Refusal | None:
        if self._hall.teams.on and kind != "fix-table":  # pairs are of teams there
            about["teams"] = about.pop("players")

        async def work() -> None:
            async with self._hall.round_lock:
                act = self._books.act(kind, by, round=self._books.round_number + 1, **about)
                await self._books.put_orders(change(self._books.orders), act)
                self._hall.changes.tell("players")

        await self._hall.apart(work())
        return None

    # -- adjourned games

    async def adjourn(self, game: str, result: str, *, by: str = "") -> Refusal | None:
        """Play ``game`` on later: until then the pairing takes it as if it had ended ``result`` (5.4.5.4), the
        standings do not count it. Raises KeyError for an unknown game."""
        number, _ = self._hall.pair_of(game)
        if result not in POINTS or POINTS[result][2] != "played":
            return Refusal(code="no-such-result", ru="Такого результата нет.", en="There is no such result.")
        if self._hall.game(game).phase is Phase.CONFIRMED:
            return Refusal(code="confirmed", ru="Результат уже подтверждён.", en="The result is confirmed already.")

        async def work() -> None:
            async with self._hall.round_lock:
                known = self._books.adjourned.get(game)
                one = Adjourned(game=game, result=result, until=known.until if known else 0, by=by)
                act = self._books.act("adjourn", by, round=number, game=game, detail={"result": result})
                await self._books.put_adjourned(one, act)
                self._hall.changes.tell("adjourned", game=game)

        if self._books.adjourned.get(game, Adjourned(game=game, result="")).until:
            return Refusal(
                code="paired-with",
                ru="По этому присуждению уже составлены пары.",
                en="A round has been paired with this adjudication.",
            )
        await self._hall.apart(work())
        await self._hall.meetings.go_on(game)
        return None

    async def resume(self, game: str, *, by: str = "") -> Refusal | None:
        """The game is not adjourned after all. Not once a round has been paired with its adjudication: then its result
        ends it, and the mark stays. Raises KeyError for an unknown game."""
        number, _ = self._hall.pair_of(game)

        async def work() -> Refusal | None:
            async with self._hall.round_lock:
                known = self._books.adjourned.get(game)
                if known is None:
                    return NOT_THERE
                if known.until:
                    return Refusal(
                        code="paired-with",
                        ru="По этому присуждению уже составлены пары.",
                        en="A round has been paired with this adjudication.",
                    )
                await self._books.drop_adjourned(game, self._books.act("resume", by, round=number, game=game))
                self._hall.changes.tell("adjourned", game=game)
                return None

        refusal = await self._hall.apart(work())
        await self._hall.meetings.go_on(game)
        return refusal
