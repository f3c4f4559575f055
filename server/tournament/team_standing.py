"""Places of teams: the primary score, then criteria, the team forms of coefficients among them (5.4.8.3-4, 5.4.9.6)."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, groupby
from typing import Literal

import msgspec

from rules.errors import SettingsError
from server.tournament.model import WIN
from server.tournament.teams import BoardGame, Primary, TeamEvent, TeamMatch, TeamRound

Value = float | tuple[float, ...] | None
Left = Literal["loss", "annul"]
"""What the arbiters may decide about a team that left, or missed the last round (5.4.9.5)."""


class TeamRow(msgspec.Struct, frozen=True):
    """A line of the table: match points, points of all games, each criterion. ``extra_match``: places go by the points
    of all games, and this team won every match and is only second: it has the right to a match for the first place
    (5.4.9.6.1)."""

    place: int
    team: int
    match_points: float
    game_points: float
    criteria: dict[str, Value]
    extra_match: bool = False


class _Sheet:
    """The finished matches of every team and the totals that the criteria read."""

    def __init__(self, event: TeamEvent, unit: Primary) -> None:
        self.event = event
        self.matches: dict[int, list[TeamMatch]] = {team.id: [] for team in event.teams}
        self.match_points = {team.id: 0 for team in event.teams}
        self.games_half = {team.id: 0 for team in event.teams}
        for entry in event.rounds:
            for match in entry.matches:
                if match.kind == "unfinished":
                    continue
                for team in (match.home, match.away):
                    self.matches[team].append(match)
                    self.match_points[team] += match.match(team)
                    self.games_half[team] += match.games(team)
            for bye in entry.byes:
                self.match_points[bye.team] += bye.match_points
                self.games_half[bye.team] += bye.games_half
        self.unit = unit

    def total(self, team: int) -> float:
        """The total of a team in the unit that coefficients multiply by."""
        return self.match_points[team] if self.unit == "match-points" else self.games_half[team] / 2

    def primary(self, team: int) -> float:
        return self.match_points[team] if self.event.primary == "match-points" else self.games_half[team] / 2


Criterion = Callable[[_Sheet, int, Sequence[int]], Value]


def _opponents(sheet: _Sheet, team: int) -> list[float]:
    return sorted(sheet.total(match.opponent(team)) for match in sheet.matches[team])


def _sonneborn_berger(sheet: _Sheet, team: int, tied: Sequence[int]) -> Value:
    """5.4.8.3.2, 31.6.2: each opponent's total times the points won against it."""
    return sum(sheet.total(m.opponent(team)) * m.games(team) / 2 for m in sheet.matches[team])


def _shmulyan(sheet: _Sheet, team: int, tied: Sequence[int]) -> Value:
    """5.4.8.4.2: the same over matches won, less the opponents' totals times their points over matches lost."""
    value = 0.0
    for match in sheet.matches[team]:
        other = match.opponent(team)
        if match.games(team) > match.games(other):
            value += sheet.total(other) * match.games(team) / 2
        elif match.games(team) < match.games(other):
            value -= sheet.total(other) * match.games(other) / 2
    return value


def _direct(sheet: _Sheet, team: int, tied: Sequence[int]) -> Value:
    """31.5, 5.4.9.6: match points among the tied, if all of them have met."""
    met = {frozenset((one, m.opponent(one))) for one in tied for m in sheet.matches[one]}
    if len(tied) < 2 or any(frozenset(two) not in met for two in combinations(tied, 2)):
        return None
    return float(sum(m.match(team) for m in sheet.matches[team] if m.opponent(team) in tied))


def _boards(sheet: _Sheet, team: int, tied: Sequence[int]) -> Value:
    """5.4.9.6: the points on board 1, then 2, and so on."""
    sums = [0.0] * sheet.event.boards
    for match in sheet.matches[team]:
        for board in match.boards:
            if board.board <= len(sums):
                sums[board.board - 1] += _own(match, board, team) / 2
    return tuple(sums)


def _own(match: TeamMatch, board: BoardGame, team: int) -> int:
    return board.home_half if team == match.home else board.away_half


CRITERIA: dict[str, Criterion] = {
    "match-points": lambda sheet, team, tied: float(sheet.match_points[team]),
    "game-points": lambda sheet, team, tied: sheet.games_half[team] / 2,
    "match-wins": lambda sheet, team, tied: float(sum(m.match(team) == WIN for m in sheet.matches[team])),
    "direct-encounter": _direct,
    "sonneborn-berger": _sonneborn_berger,
    "shmulyan": _shmulyan,
    "buchholz": lambda sheet, team, tied: sum(_opponents(sheet, team)),
    "buchholz-cut-1": lambda sheet, team, tied: sum(_opponents(sheet, team)[1:]),
    "board-results": _boards,
}


def team_standings(
    event: TeamEvent, criteria: Sequence[str], *, coefficients_of: Primary | None = None
) -> tuple[TeamRow, ...]:
    """The table of a team event. ``coefficients_of`` is the score of the opponents that coefficients sum or multiply
    (default: the primary one). Raises ``SettingsError`` naming every unknown criterion."""
    unknown = [name for name in criteria if name not in CRITERIA]
    if unknown:
        expected = ", ".join(sorted(CRITERIA))
        raise SettingsError(tuple(f"team criterion {name!r}: expected some of {expected}" for name in unknown))
    sheet = _Sheet(event, coefficients_of or event.primary)
    groups = _split([[team.id for team in event.teams]], {team.id: (sheet.primary(team.id),) for team in event.teams})
    values: dict[int, dict[str, Value]] = {team.id: {} for team in event.teams}
    for name in criteria:
        keys: dict[int, tuple[float, ...]] = {}
        for group in groups:
            for team in group:
                value = CRITERIA[name](sheet, team, group)
                values[team][name] = value
                keys[team] = value if isinstance(value, tuple) else (value or 0.0,)
        groups = _split(groups, keys)
    rows: list[TeamRow] = []
    for group in groups:
        place = len(rows) + 1
        for team in sorted(group):
            matches = sheet.matches[team]
            won_all = event.primary == "game-points" and bool(matches) and all(m.match(team) == WIN for m in matches)
            rows.append(
                TeamRow(
                    place,
                    team,
                    float(sheet.match_points[team]),
                    sheet.games_half[team] / 2,
                    values[team],
                    extra_match=place == 2 and won_all,
                )
            )
    return tuple(rows)


def _split(groups: list[list[int]], keys: dict[int, tuple[float, ...]]) -> list[list[int]]:
    divided: list[list[int]] = []
    for group in groups:
        order = sorted(group, key=lambda team: keys[team], reverse=True)
        divided += [list(same) for _, same in groupby(order, key=lambda team: keys[team])]
    return divided


def extra_match_result(first: int, second: int, match: TeamMatch, winner_on_points: int) -> int:
    """Who is first after the extra match of 5.4.9.6.1: its winner, or after a draw the team ahead before it."""
    if match.match(first) == match.match(second):
        return winner_on_points
    return first if match.match(first) > match.match(second) else second


def after_extra(rows: Sequence[TeamRow], match: TeamMatch) -> tuple[TeamRow, ...]:
    """The table after the extra ``match`` of its first two teams: the winner is first, and the right to it is used."""
    used = [msgspec.structs.replace(row, extra_match=False) for row in rows]
    if extra_match_result(rows[0].team, rows[1].team, match, rows[0].team) == rows[0].team:
        return tuple(used)
    first, second = (msgspec.structs.replace(used[at], place=place) for at, place in ((1, 1), (0, 2)))
    return (first, second, *used[2:])


class TeamLeft(msgspec.Struct, frozen=True):
    """Both ways to deal with a team that left or missed the last round (5.4.9.5), and how many of the first places each
    would change against the table as it stands: the arbiters choose what touches the prizes least."""

    lost: tuple[TeamRow, ...]
    annulled: tuple[TeamRow, ...]
    changes_if_lost: int
    changes_if_annulled: int


def team_left(event: TeamEvent, team: int, criteria: Sequence[str], *, prizes: int = 3) -> TeamLeft:
    """The table with the team's open matches lost, and the table without any of its matches."""
    before = _heads(team_standings(event, criteria), team, prizes)
    lost = team_standings(ruled(event, {team: "loss"}), criteria)
    annulled = team_standings(ruled(event, {team: "annul"}), criteria)
    return TeamLeft(
        lost,
        annulled,
        sum(a != b for a, b in zip(before, _heads(lost, team, prizes), strict=True)),
        sum(a != b for a, b in zip(before, _heads(annulled, team, prizes), strict=True)),
    )


def ruled(event: TeamEvent, rulings: Mapping[int, Left]) -> TeamEvent:
    """The event as the arbiters decided (5.4.9.5): teams with ``loss`` lose what is open, those with ``annul`` stand in
    it no longer, nor do their matches."""
    gone = {team for team, ruling in rulings.items() if ruling == "annul"}
    rounds = []
    for entry in event.rounds:
        matches = [match for match in entry.matches if not {match.home, match.away} & gone]
        for team, ruling in rulings.items():
            if ruling == "loss":
                matches = [_lost(match, team, WIN * event.worth) for match in matches]
        rounds.append(TeamRound(tuple(matches), tuple(bye for bye in entry.byes if bye.team not in gone)))
    teams = tuple(team for team in event.teams if team.id not in gone)
    return msgspec.structs.replace(event, teams=teams, rounds=tuple(rounds))


def _heads(rows: Sequence[TeamRow], team: int, prizes: int) -> list[int]:
    return [row.team for row in rows if row.team != team][:prizes]


def _lost(match: TeamMatch, team: int, win: int) -> TeamMatch:
    if team not in (match.home, match.away) or match.kind != "unfinished":
        return match
    home = team == match.home
    boards = tuple(
        msgspec.structs.replace(one, home_half=0 if home else win, away_half=win if home else 0, kind="forfeit")
        for one in match.boards
    )
    return msgspec.structs.replace(match, boards=boards)
