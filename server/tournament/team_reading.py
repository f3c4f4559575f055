"""The matches of a team event read off its players' games: what a TRF with team lines (013, 310) holds of them.

A TRF names the players of each team in board order and every game. With the records of `team_records` the boards, the
home team, empty boards, matches without a game and byes are as they were. Without them two teams whose players met in a
round had a match; its boards follow the order of the players in their teams, and the team with White on the first of
them is at home; a player with a point and no opponent, in a round in which his team has a match, sat at a board where
nobody came. Rounds beyond those planned are no part of the event: a match for the first place (5.4.9.6.1).
"""

from msgspec.structs import replace

from server.tournament.model import LOSS, WIN, Event, Game, Player, Round, Team
from server.tournament.team_records import Seats, TeamRecords, read_records
from server.tournament.teams import BoardGame, Primary, TeamBye, TeamEvent, TeamMatch, TeamRound


def team_event_of(event: Event, primary: Primary = "match-points", upto: int | None = None) -> TeamEvent:
    """The event of teams, after ``upto`` rounds where that is given. Games between players of one team, or of none, are
    left out. A round without any game is there where a record tells of it. Raises ``NotationError``."""
    told = read_records(event.headers)
    length = max([len(event.rounds), *told.byes, *told.forfeits])
    length = min(length, event.planned_rounds or length, length if upto is None else upto)
    rounds = (*event.rounds, *[Round()] * length)[:length]
    reading = _Reading(event.teams, told, WIN * event.worth)
    entries = tuple(reading.round(number, entry) for number, entry in enumerate(rounds, 1))
    boards = max((len(match.boards) for entry in entries for match in entry.matches), default=len(told.colours))
    return TeamEvent(event.teams, entries, boards, primary, event.planned_rounds, event.forbidden, event.worth)


def entrants_of(event: Event, primary: Primary, upto: int | None = None) -> Event:
    """The event with its teams as players, as the pairing systems know it (after ``upto`` rounds)."""
    made = team_event_of(event, primary, upto).as_event()
    return replace(
        made,
        players=tuple(Player(team.id, team.name) for team in event.teams),
        rounds=tuple(
            replace(entry, manual=event.rounds[at].manual if at < len(event.rounds) else "")
            for at, entry in enumerate(made.rounds)
        ),
        kind=event.kind,
        first_colour=event.first_colour,
        choices=event.choices,
        seed=event.seed,
    )


class _Reading:
    """Reads the rounds of one event; ``win`` is what a board brings."""

    def __init__(self, teams: tuple[Team, ...], told: TeamRecords, win: int) -> None:
        self.told, self.win = told, win
        self.team_of = {player: team.id for team in teams for player in team.players}
        self.place = {player: at for team in teams for at, player in enumerate(team.players)}
        boards = max([len(told.colours), *map(len, told.line_ups.values())])
        self.usual = {team.id: (*team.players[:boards], *([None] * (boards - len(team.players)))) for team in teams}

    def round(self, number: int, entry: Round) -> TeamRound:
        met: dict[frozenset[int], list[Game]] = {}
        for game in entry.games:
            two = frozenset(self.team_of.get(player, 0) for player in (game.white, game.black))
            if len(two) == 2 and 0 not in two:
                met.setdefault(two, []).append(game)
        free = {bye.player for bye in entry.byes if bye.half == self.win}
        matches = [self.match(number, two, games, free) for two, games in met.items()]
        for home, away, _ in self.told.forfeits.get(number, ()):
            if frozenset((home, away)) not in met:
                matches.append(TeamMatch(home, away, self.boards(number, home, away, {}, free)))
        byes: tuple[TeamBye, ...] = self.told.byes.get(number, ())
        return TeamRound(tuple(sorted(matches, key=lambda match: min(match.home, match.away))), byes)

    def match(self, number: int, two: frozenset[int], games: list[Game], free: set[int]) -> TeamMatch:
        first, second = sorted(two)
        if self.told.colours:
            at = {player: game for game in games for player in (game.white, game.black)}
            one, other = self.seats(number, first), self.seats(number, second)
            sat = {player for player in (*one, *other) if player is not None}
            if sat >= at.keys() and all(
                mine not in at or at[mine].opponent(mine) == yours
                for mine, yours in zip(one, other, strict=False)
                if mine is not None
            ):
                board = next(board for board, mine in enumerate(one) if mine in at)
                white = at[one[board] or 0].white == one[board]
                home = first if white == (self.told.colours[board] == "W") else second
                away = second if home == first else first
                return TeamMatch(home, away, self.boards(number, home, away, at, free))
        alone = sorted(player for player in free if self.team_of.get(player) in two)
        return _guessed(games, alone, self.place, self.team_of, self.win)

    def seats(self, number: int, team: int) -> Seats:
        return self.told.line_ups.get((number, team), self.usual[team])

    def boards(
        self, number: int, home: int, away: int, games: dict[int, Game], free: set[int]
    ) -> tuple[BoardGame, ...]:
        """The boards of a match by its line-ups: games, and points of those who sat alone."""
        made = []
        seats = zip(self.seats(number, home), self.seats(number, away), strict=False)
        for board, (mine, yours) in enumerate(seats, 1):
            game = games.get(mine or 0)
            if game is not None and mine is not None:
                made.append(BoardGame(board, mine, yours, game.half(mine), game.half(game.opponent(mine)), game.kind))
            else:
                one, other = (self.win if player in free else LOSS for player in (mine, yours))
                made.append(BoardGame(board, mine, yours, one, other, "forfeit"))
        return tuple(made)


def _guessed(
    games: list[Game], alone: list[int], place: dict[int, int], team_of: dict[int, int], win: int
) -> TeamMatch:
    """A match of which only the games are told."""
    first = min(games, key=lambda game: (min(place[game.white], place[game.black]), game.white))
    home, away = team_of[first.white], team_of[first.black]
    sat: list[tuple[int, BoardGame]] = []
    for game in games:
        mine = game.white if team_of[game.white] == home else game.black
        yours = game.opponent(mine)
        at = min(place[mine], place[yours])
        sat.append((at, BoardGame(0, mine, yours, game.half(mine), game.half(yours), game.kind)))
    for player in alone:
        mine_alone = team_of[player] == home
        one = BoardGame(0, player, None, win, LOSS, "forfeit")
        sat.append((place[player], one if mine_alone else BoardGame(0, None, player, LOSS, win, "forfeit")))
    ordered = sorted(sat, key=lambda both: (both[0], both[1].home or 0, both[1].away or 0))
    boards = tuple(
        BoardGame(number, one.home, one.away, one.home_half, one.away_half, one.kind)
        for number, (_, one) in enumerate(ordered, 1)
    )
    return TeamMatch(home, away, boards)
