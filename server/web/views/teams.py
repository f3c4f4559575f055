"""A team event as rows for pages: the matches of a round, the table, the crosstable, results by board, line-ups."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from display.catalogue import Texts
from display.format import points_text, score_of
from rules.side import Side
from server.team_match import MatchBoard, TeamPairing, played
from server.team_standings import TeamTable
from server.tournament.team_standing import TeamRow, Value
from server.tournament.team_tables import BoardLine, TeamCell, board_results, team_cells
from server.tournament.teams import BoardGame, TeamMatch
from server.web.views.meetings import Meeting
from server.web.views.tournament import NameRow

Names = Mapping[int, str]
POINT_COLUMNS = ("match-points", "game-points")


class BoardRow(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a match. ``home_score`` and ``away_score`` are empty until known; ``table`` is 0 where no game is.
    ``games``: those of a micro-match (5.4.6)."""

    board: int
    table: int
    game: str
    home_id: int
    home: str
    home_mark: str
    away_id: int
    away: str
    away_mark: str
    home_score: str = ""
    away_score: str = ""
    games: tuple[str, ...] = ()


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """A match with its score so far; ``score`` is empty before anything is known of it. Points are those before the
    round."""

    number: int
    home_id: int
    home: str
    home_points: str
    away_id: int
    away: str
    away_points: str
    score: str
    over: bool
    boards: tuple[BoardRow, ...]


def match_rows(
    pairing: TeamPairing,
    results: Mapping[str, str],
    known: Mapping[str, tuple[int, int, Any]],
    tables: Mapping[str, int],
    teams: Names,
    players: Names,
    points: Mapping[int, float],
    nobody: str,
    meetings: Mapping[str, Meeting] | None = None,
) -> tuple[MatchRow, ...]:
    """The matches of a round. ``results``, what each board brings (``known``), ``tables`` and ``meetings`` of several
    games by game, ``points`` before the round by team; ``nobody`` is the word for an empty board."""
    out = []
    for match in pairing.matches:
        counted = played(match, known)
        any_known = any(board.kind != "unfinished" for board in counted.boards)
        out.append(
            MatchRow(
                number=match.number,
                home_id=match.home,
                home=teams[match.home],
                home_points=points_text(points.get(match.home, 0.0)),
                away_id=match.away,
                away=teams[match.away],
                away_points=points_text(points.get(match.away, 0.0)),
                score=score_words(counted) if any_known else "",
                over=counted.kind != "unfinished",
                boards=tuple(
                    _board(board, one, results, tables, players, nobody, (meetings or {}).get(board.game))
                    for board, one in zip(match.boards, counted.boards, strict=True)
                ),
            )
        )
    return tuple(out)


def score_words(match: TeamMatch) -> str:
    """The score, home first: 2½ – 1½."""
    return f"{points_text(match.games(match.home) / 2)} – {points_text(match.games(match.away) / 2)}"


def _board(
    board: MatchBoard,
    counted: BoardGame,
    results: Mapping[str, str],
    tables: Mapping[str, int],
    players: Names,
    nobody: str,
    meeting: Meeting | None,
) -> BoardRow:
    home_side = Side.WHITE if board.home_white else Side.BLACK
    result = results.get(board.game, "") if board.game else ""
    scores = (score_of(result, home_side), score_of(result, home_side.other))
    if meeting is not None:
        halves = (counted.home_half, counted.away_half)
        told = (points_text(half / 2) for half in halves)
        scores = ("", "") if counted.kind == "unfinished" else (next(told), next(told))
        if counted.kind == "forfeit":
            scores = ("+" if halves[0] else "–", "+" if halves[1] else "–")
    if board.decided:
        scores = ("+" if board.home_half else "–", "+" if board.away_half else "–")
    return BoardRow(
        board=board.board,
        table=tables.get(board.game, 0) if board.game else 0,
        game=board.game,
        home_id=board.home or 0,
        home=nobody if board.home is None else players.get(board.home, str(board.home)),
        home_mark=home_side.value[0],
        away_id=board.away or 0,
        away=nobody if board.away is None else players.get(board.away, str(board.away)),
        away_mark=home_side.other.value[0],
        home_score=scores[0],
        away_score=scores[1],
        games=_games(meeting, board.home_white) if meeting else (),
    )


def _games(meeting: Meeting, home_white: bool) -> tuple[str, ...]:
    """The games of a micro-match one by one, the home player's points first."""
    return tuple(game if home_white else ":".join(reversed(game.split(":"))) for game in meeting.games)


class RoundCell(msgspec.Struct, frozen=True, kw_only=True):
    """A round in a team's line: the opponent's number and the points of all boards; or a word without a match."""

    opponent: str = ""
    score: str = ""
    lost: bool = False
    word: str = ""


class TeamLine(msgspec.Struct, frozen=True, kw_only=True):
    """A team's line of the table. ``first`` and ``second`` are the points that decide first and the other ones;
    ``note`` says what was decided about the team, or what it has a right to."""

    place: str
    id: int
    name: str
    cells: tuple[RoundCell, ...]
    first: str
    second: str
    criteria: tuple[str, ...]
    note: str = ""
    gone: bool = False


def team_lines(
    table: TeamTable, names: Names, rounds: int, criteria: Sequence[str], words: Texts, left: Mapping[int, int | None]
) -> tuple[TeamLine, ...]:
    """The table; a shared place is printed once. Teams whose matches were annulled stand below it without a place."""
    cells, rows, shown = team_cells(table.event), [], set[int]()
    games_first = table.event.primary == "game-points"
    for row in table.rows:
        both = (points_text(row.match_points, words.lang), points_text(row.game_points, words.lang))
        rows.append(
            TeamLine(
                place="" if row.place in shown else str(row.place),
                id=row.team,
                name=names[row.team],
                cells=_rounds(cells[row.team], rounds),
                first=both[games_first],
                second=both[not games_first],
                criteria=tuple(_value(row.criteria.get(name), words.lang) for name in criteria),
                note=_note(row, table, words, left),
                gone=left.get(row.team) is not None,
            )
        )
        shown.add(row.place)
    for team in table.annulled:
        rows.append(
            TeamLine(
                place="–",
                id=team,
                name=names[team],
                cells=(RoundCell(),) * rounds,
                first="",
                second="",
                criteria=("",) * len(criteria),
                note=words.t("teams.annulled"),
                gone=True,
            )
        )
    return tuple(rows)


def _note(row: TeamRow, table: TeamTable, words: Texts, left: Mapping[int, int | None]) -> str:
    if table.won == row.team:
        return words.t("teams.won-extra")
    if row.extra_match:
        return words.t("teams.may-extra")
    if table.decided.get(row.team) == "loss":
        return words.t("teams.loses")
    last = left.get(row.team)
    return "" if last is None else words.t("teams.left", n=last)


def _rounds(cells: Sequence[TeamCell], count: int) -> tuple[RoundCell, ...]:
    by_round = {cell.round: cell for cell in cells}
    return tuple(_round(by_round.get(number)) for number in range(1, count + 1))


def _round(cell: TeamCell | None) -> RoundCell:
    if cell is None:
        return RoundCell(word="–")
    if cell.opponent is None:
        return RoundCell(word="+" if cell.match_points else "–")
    lost = not cell.open and cell.match_points == 0
    return RoundCell(opponent=str(cell.opponent), score=points_text(cell.half / 2), lost=lost or cell.open)


def _value(value: Value, lang: str) -> str:
    if isinstance(value, tuple):
        return " · ".join(points_text(one, lang) for one in value)
    return "–" if value is None else points_text(value, lang)


def criteria_shown(criteria: Sequence[str]) -> tuple[str, ...]:
    """The criteria that have a column of their own: match and game points stand in the table anyway."""
    return tuple(name for name in criteria if name not in POINT_COLUMNS)


def criterion_names(criteria: Sequence[str], words: Texts) -> tuple[str, ...]:
    """Headings of criteria."""
    return tuple(
        words.t(f"team-criterion.{name}") if words.has(f"team-criterion.{name}") else words.t(f"tiebreak.{name}")
        for name in criteria
    )


class SquareLine(msgspec.Struct, frozen=True, kw_only=True):
    """A team's line of the square crosstable; a cell holds its matches as (points, lost), None on the diagonal."""

    place: str
    id: int
    name: str
    cells: tuple[tuple[tuple[str, bool], ...] | None, ...]
    first: str
    second: str


def square(table: TeamTable, names: Names) -> tuple[SquareLine, ...]:
    """The teams against each other, in the order of the table."""
    cells = team_cells(table.event)
    order = [row.team for row in table.rows]
    games_first = table.event.primary == "game-points"
    out = []
    for row in table.rows:
        met: list[tuple[tuple[str, bool], ...] | None] = []
        for other in order:
            against = [cell for cell in cells[row.team] if cell.opponent == other]
            shown = tuple((points_text(one.half / 2), one.open or one.match_points == 0) for one in against)
            met.append(None if other == row.team else shown)
        both = (points_text(row.match_points), points_text(row.game_points))
        out.append(
            SquareLine(
                place=str(row.place),
                id=row.team,
                name=names[row.team],
                cells=tuple(met),
                first=both[games_first],
                second=both[not games_first],
            )
        )
    return tuple(out)


class PlayerLine(msgspec.Struct, frozen=True, kw_only=True):
    """A player's result on his board."""

    place: str
    id: int
    name: str
    team: str
    games: int
    points: str
    free: str


def by_boards(table: TeamTable, teams: Names, players: Names) -> dict[int, list[PlayerLine]]:
    """The results of players by board, a shared place printed once; ``free`` are points without a game."""
    out: dict[int, list[PlayerLine]] = {}
    shown: set[tuple[int, int]] = set()
    for line in board_results(table.event):
        again = (line.board, line.place) in shown
        shown.add((line.board, line.place))
        out.setdefault(line.board, []).append(_player(line, teams, players, again))
    return out


def _player(line: BoardLine, teams: Names, players: Names, again: bool) -> PlayerLine:
    return PlayerLine(
        place="" if again else str(line.place),
        id=line.player,
        name=players.get(line.player, str(line.player)),
        team=teams[line.team],
        games=line.games,
        points=points_text(line.total_half / 2),
        free=points_text(line.forfeit_half / 2) if line.forfeit_half else "",
    )


def name_rows(matches: Sequence[MatchRow]) -> list[NameRow]:
    """Everyone of a round by name: the table, the colour, the opponent with his team; no table where nobody came."""
    rows = []
    for match in matches:
        for board in match.boards:
            mine = (board.home_id, board.home, board.home_mark, board.away, match.away)
            yours = (board.away_id, board.away, board.away_mark, board.home, match.home)
            for player, name, side, other, team in (mine, yours):
                if player:
                    table = str(board.table or "–")
                    rows.append(NameRow(id=player, name=name, table=table, side=side, opponent=f"{other} ({team})"))
    return sorted(rows, key=lambda row: (row.name.casefold().replace("ё", "е"), row.id))


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a line-up form: who sits there now (0: nobody)."""

    board: int
    player: int


def seat_rows(seats: Sequence[int | None]) -> tuple[SeatRow, ...]:
    """The rows of a line-up form."""
    return tuple(SeatRow(board=at, player=player or 0) for at, player in enumerate(seats, 1))
