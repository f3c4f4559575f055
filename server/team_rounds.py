"""Team rounds in the hall: teams are paired, captains file line-ups, and the boards become games at tables (5.4.9).

A round is drawn first, so that captains know the opponent, and seated later: then every board at which both sit is a
game that the hall plays and records like any other. Pairing a round that is not drawn does both. A refusal is a value.
"""

from collections.abc import Mapping, Sequence
from itertools import count, islice
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.engine import Connection

from record.commands import Refusal
from server import rounds, store, team_seating
from server.config import TableEntry
from server.ledger import Act, Change
from server.rounds import POINTS, Pair, Pairing
from server.team_books import Draw, Squad, TeamBooks, TeamOrders
from server.team_config import SCHEVENINGEN
from server.team_draw import TeamDraw
from server.team_line_ups import LineUps
from server.team_match import Match, TeamPairing, as_played, played
from server.team_rulings import TeamRulings
from server.team_standings import TeamTable, team_event
from server.tournament import model
from server.tournament.team_records import records, stated
from server.tournament.team_standing import Left
from server.tournament.teams import TeamEvent

if TYPE_CHECKING:
    from server.hall import Hall

EXTRA = "extra-match"
"""The system of the round that is the match for the first place."""


class TeamRounds:
    """The team event of one hall; ``on`` is False in an individual one. ``by`` is who acts."""

    def __init__(self, hall: "Hall") -> None:
        self._hall, self._books = hall, TeamBooks()
        self.draws = TeamDraw(hall, self)
        self.line_ups = LineUps(hall, self)
        self.rulings = TeamRulings(hall, self)

    # -- opening and reading

    def restore(self, connection: Connection) -> None:
        """Take up what the store has."""
        self._books.restore(connection)

    @property
    def on(self) -> bool:
        """Whether this is a team event."""
        return bool(self._books.squads)

    @property
    def squads(self) -> Mapping[int, Squad]:
        """The teams by number."""
        return self._books.squads

    @property
    def orders(self) -> TeamOrders:
        """Line-ups, the pairing not yet seated, rulings."""
        return self._books.orders

    @property
    def boards(self) -> int:
        """The boards of a match."""
        return self._hall.settings.event.boards

    @property
    def coming(self) -> int:
        """The next round to be seated."""
        return self._hall.round_number + 1

    def entrants(self) -> frozenset[int]:
        """Who is paired: the teams, or in an individual event the players."""
        return frozenset(self.squads if self.on else self._hall.ledger.members)

    def pairing(self, number: int) -> TeamPairing | None:
        """The matches of a round that is seated, with the colours of the draw."""
        pairing = self._hall.pairing(number)
        return pairing.teams if pairing else None

    def played(self, until: int | None = None, *, delayed: bool = False) -> tuple[TeamPairing, ...]:
        """The matches of all rounds up to ``until`` with the colours that were played; ``delayed``: in the current
        round as spectators may know it."""
        return tuple(
            as_played(one.teams, {pair.game: pair.white for pair in one.pairs})
            for one in self._hall.pairings_played(until, delayed=delayed)
            if one.teams
        )

    def due_ms(self, number: int) -> int | None:
        """Until when captains may file line-ups of a round; None where its beginning is not set."""
        start = self.orders.starts.get(number)
        return None if start is None else start - 60_000 * self._hall.settings.event.line_up_minutes

    def away(self, number: int) -> frozenset[int]:
        """The players who cannot sit in a round: withdrawn, not yet entered, or known to be absent."""
        gone = {bye.player for bye in self._hall.byes(number)}
        return frozenset(member.id for member in self._hall.players() if not member.plays(number) or member.id in gone)

    def seats(self, number: int, team: int) -> tuple[int | None, ...]:
        """The line-up of a team in a coming round: as filed, else that of the first round (5.4.9.2)."""
        squad = self.squads[team]
        if not squad.plays(number):
            return (None,) * self.boards
        filed, away = self.orders.line_up(number, team), self.away(number)
        if filed is not None:
            return tuple(None if player in away else player for player in filed.seats)
        return team_seating.default(squad, self._first(team), away, self._hall.settings)

    def _first(self, team: int) -> tuple[int | None, ...] | None:
        """Who sat for the team in the first round for which any of its players were there."""
        for pairing in self._hall.ledger.pairings:
            match = pairing.teams.match_of(team) if pairing.teams and not pairing.teams.extra else None
            if match is not None:
                sat = team_seating.seats_of(match, team, self._hall.settings.event, pairing.round)
                if any(sat):
                    return sat
        return None

    # -- results

    def ruled(self, results: Mapping[str, str]) -> Mapping[str, str]:
        """The results of games with the rulings of 5.4.9.4: a board lost by one team is a forfeit."""
        lost = self._lost()
        return {**results, **lost} if lost else results

    def known(
        self, results: Mapping[str, str], *, delayed: bool = False, adjourned: bool = False
    ) -> dict[str, tuple[int, int, Any]]:
        """What each board brings by ``results``, by its game or the first of its micro-match (5.4.6): half-points of
        White and Black and the kind; boards without a result are left out. ``adjourned``: games that are played on
        later count as they were adjudicated, for pairing."""
        hall = self._hall
        known: dict[str, tuple[int, int, Any]] = {}
        for pairing in (one for one in hall.pairings_played(delayed=delayed) if one.teams):
            counted = hall.meetings.results(pairing, results)
            for pair, game in zip(pairing.pairs, counted, strict=True):
                stands = adjourned and any(one.game in hall.ledger.adjourned for one in hall.meetings.games(pair))
                if game.kind != "unfinished" or stands:
                    known[pair.game] = (game.white_half, game.black_half, game.kind)
        for game_id, result in self._lost().items():
            white, black, kind = POINTS[result]
            known[game_id] = (white * hall.meetings.worth, black * hall.meetings.worth, kind)
        return known

    def counted(self, pairing: Pairing, games: Sequence[model.Game]) -> tuple[model.Game, ...]:
        """The games or micro-matches of a pairing with the rulings of 5.4.9.4: a board lost by one team is a
        forfeit."""
        lost, worth, rules = self._lost() if self.on else {}, self._hall.meetings.worth, self._hall.meetings.rules

        def ruled(pair: Pair, game: model.Game) -> model.Game:
            if pair.game not in lost:
                return game
            white, black, kind = POINTS[lost[pair.game]]
            one = model.Game(game.white, game.black, white, black, kind)
            parts = () if rules.single else (one,) * rules.games
            return msgspec.structs.replace(
                game, white_half=white * worth, black_half=black * worth, kind=kind, parts=parts, adjudicated=None
            )

        return tuple(ruled(pair, game) for pair, game in zip(pairing.pairs, games, strict=True))

    def _lost(self) -> dict[str, str]:
        found: dict[str, set[int]] = {}
        for one in self.orders.lost:
            found.setdefault(one.game, set()).add(one.team)
        out: dict[str, str] = {}
        for pairing in self.played() if found else ():
            for match, board in pairing.boards():
                if board.game in found:
                    sides = (match.home, match.away) if board.home_white else (match.away, match.home)
                    both = [side in found[board.game] for side in sides]
                    out[board.game] = "-/-" if all(both) else "-/+" if both[0] else "+/-"
        return out

    def event(self, *, delayed: bool = False, adjourned: bool = False, before: int | None = None) -> TeamEvent:
        """The event of teams by the results known, without rulings about teams that left, and without the extra match.
        ``adjourned``: with games that are played on later as they were adjudicated, for pairing. ``before``: as it
        stood when that round was to be paired."""
        hall = self._hall
        known = self.known(hall.results(delayed=delayed), delayed=delayed, adjourned=adjourned)
        pairings = self.played(None if before is None else before - 1, delayed=delayed)
        return team_event(self.squads.values(), pairings, known, hall.settings.event)

    def table(self, *, delayed: bool = False) -> TeamTable:
        """The places of the teams, with every ruling and the extra match."""
        hall = self._hall
        results = self.known(hall.results(delayed=delayed), delayed=delayed)
        extra = next((one for one in self.played(delayed=delayed) if one.extra), None)
        match = played(extra.matches[0], results) if extra else None
        rulings: dict[int, Left] = {squad.id: squad.ruling for squad in self.squads.values() if squad.ruling}
        return TeamTable.of(self.event(delayed=delayed), hall.settings.event.team_tiebreaks, rulings, match)

    def with_teams(self, event: model.Event) -> model.Event:
        """The event of the players, with its teams, and a point for each whom nobody sat opposite."""
        if not self.on:
            return event
        entries = list(event.rounds)
        for at, pairing in enumerate(self._hall.ledger.pairings[: len(entries)]):
            win = model.WIN * self._hall.meetings.worth
            alone = (
                tuple(model.Bye(player, "full", win) for player in pairing.teams.unopposed()) if pairing.teams else ()
            )
            entries[at] = msgspec.structs.replace(entries[at], byes=(*entries[at].byes, *alone))
        teams = tuple(model.Team(one.id, one.entry.name, one.members) for one in self.squads.values())
        return msgspec.structs.replace(event, rounds=tuple(entries), teams=teams, kind="swiss")

    def recorded(self, event: model.Event) -> model.Event:
        """The event of the players with the records of its teams, as a tournament file has them: line-ups, byes,
        matches without a game, points and places."""
        if not self.on:
            return event
        table = self.table()
        rows = {row.team: row for row in table.rows}
        told = records(self.event(), colours=self._hall.settings.event.system != SCHEVENINGEN)
        teams = tuple(
            msgspec.structs.replace(one, stated=stated(rows[one.id])) if one.id in rows else one for one in event.teams
        )
        return msgspec.structs.replace(event, teams=teams, headers={**event.headers, **told})

    # -- seating

    async def pair_next(self, *, relax: bool = False, by: str = "") -> Pairing | Refusal:
        """Seat the next round, which is drawn first where it is not: line-ups become games at tables."""
        return await self._hall.apart(self._seated(relax, by))

    async def _seated(self, relax: bool, by: str) -> Pairing | Refusal:
        async with self._hall.round_lock:
            drawn = self.orders.draw or await self.draws.paired(relax)
            if isinstance(drawn, Refusal):
                return drawn
            return await self.seat(drawn, by, {"relax": relax} if relax else {})

    async def seat(self, drawn: Draw, by: str, detail: dict[str, Any]) -> Pairing:
        """Make the games of a drawn round and write it. The caller holds the round's lock."""
        hall, number = self._hall, drawn.round
        system = EXTRA if drawn.extra else hall.settings.event.system
        edition = hall.ledger.editions(number) + 1
        matches = [
            team_seating.opened(
                at, home, away, self.seats(number, home), self.seats(number, away), hall.settings.event, number
            )
            for at, (home, away) in enumerate(drawn.couples, 1)
        ]
        pairs, placed = self.placed(number, matches, edition)
        teams = TeamPairing(
            matches=placed,
            bye=drawn.bye,
            idle=drawn.idle,
            away=drawn.away,
            why=drawn.why,
            manual=drawn.manual,
            extra=drawn.extra,
        )
        pairing = Pairing(
            round=number,
            system=system,
            pairs=pairs,
            at_ms=hall.clock(),
            edition=edition,
            manual=drawn.manual,
            teams=teams,
        )
        if number == 1:
            detail = {**detail, "places": hall.office.places()}
        act = self.act(EXTRA if drawn.extra else "pair", by, round=number, reason=drawn.manual, detail=detail)
        orders = msgspec.structs.replace(self.orders, draw=None)
        await hall.pairer.write(pairing, pairs, act, changes=(self.put(orders),))
        self.took(orders)
        return pairing

    def placed(
        self, number: int, matches: Sequence[Match], edition: int, kept: Sequence[Pair] = (), freed: Sequence[Pair] = ()
    ) -> tuple[tuple[Pair, ...], tuple[Match, ...]]:
        """All boards of the matches at tables: those of ``kept`` stay, the others take the tables of ``freed`` pairs,
        then further ones. Also the matches, with their games' ids."""
        there = {(pair.white, pair.black): pair for pair in kept}
        new = [two for match in matches for board in match.boards if (two := board.couple) and two not in there]
        busy = {pair.table for pair in kept}
        named = [TableEntry(number=pair.table, device=pair.device) for pair in freed]
        known = busy | {table.number for table in named}
        named += [table for table in self._hall.settings.tables if table.number not in known]
        last = max((table.number for table in self._hall.settings.tables), default=0)
        further = (number for number in count(last + 1) if number not in known)
        named += [TableEntry(number=number) for number in islice(further, len(new))]
        fixed = {one.player: one.table for one in self._hall.ledger.orders.tables if one.table not in busy}
        seated = rounds.place(number, new, named, fixed=fixed, edition=edition)
        games = {**there, **{(pair.white, pair.black): pair for pair in seated}}
        pairs: list[Pair] = []
        done = []
        for match in matches:
            boards = []
            for board in match.boards:
                pair = games[board.couple] if board.couple else None
                if pair is not None:
                    pairs.append(msgspec.structs.replace(pair, board=len(pairs) + 1))
                boards.append(msgspec.structs.replace(board, game=pair.game if pair else ""))
            done.append(msgspec.structs.replace(match, boards=tuple(boards)))
        return tuple(pairs), tuple(done)

    # -- writing

    def act(self, kind: str, by: str, **about: Any) -> Act:
        """The next act, not yet kept."""
        return self._hall.ledger.act(kind, by, **about)

    def put(self, orders: TeamOrders) -> Change:
        """The change that keeps the orders."""
        return self._hall.ledger.put(store.team_orders, number=1, data=orders)

    async def keep(self, orders: TeamOrders, act: Act) -> None:
        """Keep the orders as they stand now."""
        await self._hall.ledger.keep(act, self.put(orders))
        self.took(orders)

    def took(self, orders: TeamOrders) -> None:
        """The orders are on the disk."""
        self._books.orders = orders

    async def keep_squad(self, squad: Squad, act: Act) -> None:
        """Keep a team as it stands now."""
        await self._hall.ledger.keep(act, self._hall.ledger.put(store.teams, id=squad.id, data=squad))
        self._books.squads[squad.id] = squad
