"""The matches of a team event read off its players' games: what a TRF with team lines (013, 310) holds of them.

A TRF names the players of each team in board order and every game, but neither matches nor boards. Two teams whose
players met in a round had a match; its boards follow the order of the players in their teams, and the team with White
on the first of them is at home. A player with a point and no opponent, in a round in which his team has a match, sat at
a board where nobody came. Byes of teams are not in the file.
"""

from server.tournament.model import LOSS, WIN, Event, Game, Round, Team
from server.tournament.teams import BoardGame, Primary, TeamEvent, TeamMatch, TeamRound


def team_event_of(event: Event, primary: Primary = "match-points") -> TeamEvent:
    """The event of teams. Games between players of one team, or of none, are left out."""
    team_of = {player: team.id for team in event.teams for player in team.players}
    rounds = tuple(_round(entry, event.teams, team_of, WIN * event.worth) for entry in event.rounds)
    boards = max((len(match.boards) for entry in rounds for match in entry.matches), default=0)
    return TeamEvent(event.teams, rounds, boards, primary, event.planned_rounds, worth=event.worth)


def _round(entry: Round, teams: tuple[Team, ...], team_of: dict[int, int], win: int) -> TeamRound:
    met: dict[frozenset[int], list[Game]] = {}
    for game in entry.games:
        two = frozenset(team_of.get(player, 0) for player in (game.white, game.black))
        if len(two) == 2 and 0 not in two:
            met.setdefault(two, []).append(game)
    place = {player: at for team in teams for at, player in enumerate(team.players)}
    matches = []
    for two, games in met.items():
        alone = [bye.player for bye in entry.byes if team_of.get(bye.player) in two and bye.half == win]
        matches.append(_match(games, alone, place, team_of, win))
    return TeamRound(tuple(sorted(matches, key=lambda match: min(match.home, match.away))))


def _match(games: list[Game], alone: list[int], place: dict[int, int], team_of: dict[int, int], win: int) -> TeamMatch:
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
