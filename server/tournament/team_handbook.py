"""The part of docs/tournament.md about teams: one event that the program plays, counted and ruled on both ways."""

import msgspec

from server.tournament.crosstable import value_text
from server.tournament.lot import Lot
from server.tournament.model import Team
from server.tournament.presets import PRESETS
from server.tournament.roundrobin import schedule
from server.tournament.team_standing import TeamRow, team_left, team_standings
from server.tournament.team_tables import score_text, team_cells
from server.tournament.team_tables import value_text as criterion_text
from server.tournament.teams import BoardGame, Primary, TeamEvent, TeamMatch, TeamRound, opened

_SEED = 645
_TEAMS, _BOARDS = 4, 4
_ORDERS: tuple[tuple[Primary, str], ...] = (("match-points", "teams-by-matches"), ("game-points", "teams-by-games"))


def _event() -> TeamEvent:
    """Four teams, everyone against everyone; in round 2 a board of team 2 stays empty."""
    teams = tuple(Team(n, f"Team {n}", tuple(range(10 * n + 1, 10 * n + 1 + _BOARDS))) for n in range(1, _TEAMS + 1))
    rounds = []
    for number, pairs in enumerate(schedule(_TEAMS), 1):
        matches = []
        for home, away in pairs:
            seats: list[tuple[int | None, ...]] = [teams[team - 1].players for team in (home, away)]
            if number == 2 and 2 in (home, away):
                late = (home, away).index(2)
                seats[late] = (*seats[late][:-1], None)
            begun = opened(home, away, seats[0], seats[1], _BOARDS)
            matches.append(
                TeamMatch(home, away, tuple(_played(one, Lot(_SEED, number, home, one.board)) for one in begun.boards))
            )
        rounds.append(TeamRound(tuple(matches)))
    return TeamEvent(teams, tuple(rounds), _BOARDS)


def _played(board: BoardGame, lot: Lot) -> BoardGame:
    if board.kind == "forfeit":
        return board
    half = lot.choice((0, 1, 2))
    return msgspec.structs.replace(board, home_half=half, away_half=2 - half, kind="played")


def team_pages() -> list[str]:
    """The section as lines of Markdown."""
    event = _event()
    lines = [
        "## Teams",
        "",
        "A team event is paired by any of the systems above with teams as its players, by Berger tables, or by "
        "Scheveningen; the home team has White on the odd boards (5.4.9.3). Places go by match points (5.4.9.6.2) or "
        "by the points of all games (5.4.9.6.1), then by the order of the article down to board 1, 2, and so on.",
        "",
        f"Example: {_TEAMS} teams of {_BOARDS} boards, everyone against everyone. In round 2 nobody of team 2 sat at "
        f"board {_BOARDS}: that board is lost without a game (5.4.9.4).",
        "",
        "| round | matches |",
        "|---|---|",
    ]
    for number, entry in enumerate(event.rounds, 1):
        told = "; ".join(f"{m.home} {score_text(m)} {m.away}" for m in entry.matches)
        lines.append(f"| {number} | {told} |")
    for primary, preset in _ORDERS:
        counted = msgspec.structs.replace(event, primary=primary)
        criteria = PRESETS[preset].tiebreaks
        lines += ["", f"By {primary} (`team_primary`, preset `{preset}`, {PRESETS[preset].article}):", ""]
        lines += _table(team_standings(counted, criteria), criteria)
    lines += ["", "Rounds of each team (opponent, points of the boards, match points):", ""]
    for team, cells in team_cells(event).items():
        shown = "; ".join(f"{c.opponent}: {value_text(c.half, 1)} ({c.match_points})" for c in cells)
        lines.append(f"- team {team}: {shown}")
    left = team_left(event, 1, ("game-points",), prizes=2)
    lines += [
        "",
        "If team 1 leaves before its open matches, or misses the last round, the chief arbiter sees both tables and "
        "chooses what touches the prizes least (5.4.9.5). Here, after the last round and with two prizes: a loss "
        f"changes {left.changes_if_lost} of them, annulment {left.changes_if_annulled}.",
        "",
    ]
    lines += ["With the matches of team 1 annulled:", "", *_table(left.annulled, ("game-points",)), ""]
    return lines


def _table(rows: tuple[TeamRow, ...], criteria: tuple[str, ...]) -> list[str]:
    named = [name for name in criteria if name not in ("match-points", "game-points")]
    heads = ["place", "team", "match points", "game points", *named]
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for row in rows:
        values = [criterion_text(row.criteria[name]) or "-" for name in named]
        extra = ", with the right to an extra match (5.4.9.6.1)" if row.extra_match else ""
        cells = [str(row.place), f"{row.team}{extra}", f"{row.match_points:g}", f"{row.game_points:g}", *values]
        lines.append("| " + " | ".join(cells) + " |")
    return lines
