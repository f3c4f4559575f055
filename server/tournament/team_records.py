"""The records of TRF26 about teams: line-ups out of order (300), teams with a bye (320), matches without a game (330),
the colours of the boards (352). They stand in the headers of an event, in files of either version.

A player's line names neither matches nor boards: without these records they can only be guessed from the games.
"""

from collections.abc import Mapping, Sequence

import msgspec

from rules.errors import NotationError
from server.tournament.model import Team
from server.tournament.team_standing import TeamRow
from server.tournament.teams import TeamBye, TeamEvent, TeamMatch

LINE_UP, BYE, FORFEIT, COLOURS, COUNT = "300", "320", "330", "352", "082"
Seats = tuple[int | None, ...]


class TeamRecords(msgspec.Struct, frozen=True):
    """What the records say. ``line_ups`` by round and team; ``byes`` by round; ``forfeits``: by round the team with
    White on board 1, the other, and the sign; ``colours`` of the first-named team's boards, empty where not told."""

    line_ups: Mapping[tuple[int, int], Seats]
    byes: Mapping[int, tuple[TeamBye, ...]]
    forfeits: Mapping[int, tuple[tuple[int, int, str], ...]]
    colours: str = ""


def records(event: TeamEvent, *, colours: bool = True) -> dict[str, tuple[str, ...]]:
    """The headers with the records of the event; without ``colours`` where they do not go by board (Scheveningen)."""
    usual = {team.id: _usual(team, event.boards) for team in event.teams}
    line_ups, forfeits = [], []
    for number, entry in enumerate(event.rounds, 1):
        for match in entry.matches:
            for team in (match.home, match.away):
                seats = seats_of(match, team)
                if seats != usual[team]:
                    told = " ".join(f"{player or 0:04}" for player in seats)
                    line_ups.append(f"{number:03} {team:03} {match.opponent(team):03} {told}")
            if match.kind == "forfeit":
                signs = "".join("+" if match.games(team) else "-" for team in (match.home, match.away))
                forfeits.append(f"{'--' if signs == '++' else signs} {number:03} {match.home:03} {match.away:03}")
    plus = {number: bye for number, entry in enumerate(event.rounds, 1) for bye in entry.byes if bye.kind == "bye"}
    made = {COUNT: (str(len(event.teams)),), LINE_UP: tuple(line_ups), FORFEIT: tuple(forfeits)}
    if plus:
        one = next(iter(plus.values()))
        teams = " ".join(f"{plus[number].team if number in plus else 0:03}" for number in range(1, max(plus) + 1))
        made[BYE] = (f"{one.match_points:4.1f} {one.games_half / 2:4.1f} {teams}",)
    if colours:
        made[COLOURS] = ("".join("WB"[board % 2] for board in range(event.boards)),)
    return {code: lines for code, lines in made.items() if lines}


def stated(row: TeamRow) -> str:
    """Columns 41-71 of record 310: match points, game points and place."""
    return f" {'':5} {'':6} {row.match_points:6.1f} {row.game_points:6.1f} {row.place:3}"


def stated_points(team: Team) -> tuple[float | None, float | None, int | None]:
    """Match points, game points and place that record 310 states, where it does."""
    texts = team.stated[14:20].strip(), team.stated[21:27].strip(), team.stated[28:31].strip()
    points = [float(text) if _points(text) else None for text in texts[:2]]
    return points[0], points[1], int(texts[2]) if _number(texts[2]) else None


def seats_of(match: TeamMatch, team: int) -> Seats:
    """Who sat for the team, board 1 first."""
    return tuple(board.home if team == match.home else board.away for board in match.boards)


def _usual(team: Team, boards: int) -> Seats:
    return (*team.players[:boards], *([None] * (boards - len(team.players))))


def read_records(headers: Mapping[str, Sequence[str]]) -> TeamRecords:
    """The records that the headers hold. Raises ``NotationError`` with every one that cannot be read."""
    faults: list[str] = []

    def words(code: str) -> list[list[str]]:
        return [line.split() for line in headers.get(code, ()) if line.strip()]

    line_ups: dict[tuple[int, int], Seats] = {}
    for told in words(LINE_UP):
        if len(told) > 3 and all(map(_number, told)):
            number, team, _, *players = map(int, told)
            line_ups[number, team] = tuple(player or None for player in players)
        else:
            faults.append(f"record 300 {' '.join(told)!r}: expected a round, two teams, and the players by boards")
    byes: dict[int, tuple[TeamBye, ...]] = {}
    for told in words(BYE):
        if len(told) > 2 and all(map(_points, told[:2])) and all(map(_number, told[2:])):
            match_points, game_points = int(float(told[0])), int(2 * float(told[1]))
            for number, team in enumerate(map(int, told[2:]), 1):
                if team:
                    byes[number] = (*byes.get(number, ()), TeamBye(team, match_points, game_points))
        else:
            faults.append(f"record 320 {' '.join(told)!r}: expected match points, game points, and a team by rounds")
    forfeits: dict[int, tuple[tuple[int, int, str], ...]] = {}
    for told in words(FORFEIT):
        if len(told) == 4 and told[0] in ("+-", "-+", "--") and all(map(_number, told[1:])):
            number, home, away = map(int, told[1:])
            forfeits[number] = (*forfeits.get(number, ()), (home, away, told[0]))
        else:
            faults.append(f"record 330 {' '.join(told)!r}: expected +-, -+ or --, a round and two teams")
    colours = "".join(word for told in words(COLOURS) for word in told).upper()
    if set(colours) - {"W", "B"}:
        faults.append(f"record 352 {colours!r}: expected W and B by boards")
    if faults:
        raise NotationError("\n".join(faults))
    return TeamRecords(line_ups, byes, forfeits, colours)


def _number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 6


def _points(word: str) -> bool:
    whole, _, rest = word.partition(".")
    return _number(whole) and rest in ("", "0", "5")
