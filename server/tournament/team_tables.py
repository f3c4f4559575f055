"""Tables of a team event as plain data and as CSV: standings, crosstable, matches, results by board."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from server.tournament.crosstable import csv_text
from server.tournament.team_standing import TeamRow
from server.tournament.teams import TeamEvent, TeamMatch
from server.tournament.why import points_text


class TeamCell(msgspec.Struct, frozen=True):
    """A round of one team: the opponent (``None``: a bye, or an absence), the half-points of both, the match points.
    ``open``: some board is not finished."""

    round: int
    opponent: int | None
    half: int
    other_half: int
    match_points: int
    open: bool = False


def team_cells(event: TeamEvent) -> dict[int, tuple[TeamCell, ...]]:
    """The rounds of every team, in order; a round without a match or a bye has no cell."""
    cells: dict[int, list[TeamCell]] = {team.id: [] for team in event.teams}
    for number, entry in enumerate(event.rounds, 1):
        for match in entry.matches:
            for team in (match.home, match.away):
                other = match.opponent(team)
                is_open = match.kind == "unfinished"
                points = 0 if is_open else match.match(team)
                cells[team].append(TeamCell(number, other, match.games(team), match.games(other), points, is_open))
        for bye in entry.byes:
            cells[bye.team].append(TeamCell(number, None, bye.games_half, 0, bye.match_points))
    return {team: tuple(line) for team, line in cells.items()}


class BoardLine(msgspec.Struct, frozen=True):
    """A player's result: the board at which he sat most often (the first of several), his games, the half-points of
    those played, and of boards nobody sat opposite or that were forfeited. ``place`` is the first of a shared place
    among those of the board, by points, then by fewer games."""

    board: int
    place: int
    player: int
    team: int
    games: int
    half: int
    forfeit_half: int = 0

    @property
    def total_half(self) -> int:
        """All half-points he brought the team."""
        return self.half + self.forfeit_half


def board_results(event: TeamEvent) -> tuple[BoardLine, ...]:
    """Everyone who sat at a board, by board and place. Unfinished games do not count."""
    sat: dict[tuple[int, int], list[tuple[int, int, bool]]] = {}
    for entry in event.rounds:
        for match in entry.matches:
            for one in match.boards:
                for team, player, half in (
                    (match.home, one.home, one.home_half),
                    (match.away, one.away, one.away_half),
                ):
                    if player is not None and one.kind != "unfinished":
                        sat.setdefault((team, player), []).append((one.board, half, one.kind == "forfeit"))
    lines: dict[int, list[BoardLine]] = {}
    for (team, player), boards in sat.items():
        often = Counter(board for board, _, _ in boards)
        board = min(often, key=lambda number: (-often[number], number))
        halves = [half for _, half, forfeit in boards if not forfeit]
        free = sum(half for _, half, forfeit in boards if forfeit)
        lines.setdefault(board, []).append(BoardLine(board, 0, player, team, len(halves), sum(halves), free))
    out: list[BoardLine] = []
    for board in sorted(lines):
        keys = sorted((-line.total_half, line.games) for line in lines[board])
        for line in sorted(lines[board], key=lambda line: (-line.total_half, line.games, line.player)):
            place = keys.index((-line.total_half, line.games)) + 1
            out.append(msgspec.structs.replace(line, place=place))
    return tuple(out)


def score_text(match: TeamMatch) -> str:
    """The score of a match, home first.

    >>> score_text(TeamMatch(1, 2, ()))
    '0-0'
    """
    return f"{points_text(match.games(match.home))}-{points_text(match.games(match.away))}"


def value_text(value: object) -> str:
    """A criterion as a table prints it; board results as their row of points."""
    if isinstance(value, tuple):
        return " ".join(f"{one:g}" for one in value)
    return "" if value is None else f"{value:g}"


def team_standings_csv(rows: Sequence[TeamRow], names: Mapping[int, str]) -> str:
    """Place, team, match points, points of all games, every criterion."""
    criteria = [name for name in (rows[0].criteria if rows else ()) if name not in ("match-points", "game-points")]
    lines: list[list[object]] = [["place", "number", "team", "match points", "game points", *criteria]]
    for row in rows:
        shown = [value_text(row.criteria[name]) for name in criteria]
        points = [f"{row.match_points:g}", f"{row.game_points:g}"]
        lines.append([row.place, row.team, names[row.team], *points, *shown])
    return csv_text(lines)


def team_crosstable_csv(event: TeamEvent, rows: Sequence[TeamRow], names: Mapping[int, str]) -> str:
    """The square of teams in the order of ``rows``: the points of a team's boards against each other team."""
    cells = team_cells(event)
    order = [row.team for row in rows]
    head = ["place", "number", "team", *map(str, range(1, len(order) + 1)), "match points", "game points"]
    lines: list[list[object]] = [list(head)]
    for row in rows:
        met = [
            "X" if other == row.team else " ".join(points_text(c.half) for c in cells[row.team] if c.opponent == other)
            for other in order
        ]
        points = [f"{row.match_points:g}", f"{row.game_points:g}"]
        lines.append([row.place, row.team, names[row.team], *met, *points])
    return csv_text(lines)


def matches_csv(event: TeamEvent, names: Mapping[int, str], players: Mapping[int, str]) -> str:
    """Every board of every match: round, teams, board, players, the points of both, and how it ended."""
    head = [
        "round",
        "home",
        "away",
        "score",
        "board",
        "home player",
        "away player",
        "home points",
        "away points",
        "kind",
    ]
    lines: list[list[object]] = [list(head)]
    for number, entry in enumerate(event.rounds, 1):
        for match in entry.matches:
            for one in match.boards:
                two = [players.get(player, "") if player else "" for player in (one.home, one.away)]
                halves = ["", ""] if one.kind == "unfinished" else [f"{one.home_half / 2:g}", f"{one.away_half / 2:g}"]
                teams = [names[match.home], names[match.away], score_text(match)]
                lines.append([number, *teams, one.board, *two, *halves, one.kind])
    return csv_text(lines)


def boards_csv(event: TeamEvent, names: Mapping[int, str], players: Mapping[int, str]) -> str:
    """The results by board."""
    lines: list[list[object]] = [["board", "place", "number", "player", "team", "games", "points"]]
    for one in board_results(event):
        who = [one.player, players.get(one.player, ""), names[one.team]]
        lines.append([one.board, one.place, *who, one.games, f"{one.total_half / 2:g}"])
    return csv_text(lines)
