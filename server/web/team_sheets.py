"""The tables of a team event, for their pages and for the streams that keep those fresh."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from server.tournament import team_tables
from server.tournament.team_standing import team_standings
from server.web.languages import texts
from server.web.views.lists import PairRow
from server.web.views.meetings import meetings_of
from server.web.views.teams import MatchRow, criteria_shown, criterion_names, match_rows, team_lines

if TYPE_CHECKING:
    from server.web.door import Door


def team_names(door: "Door", lang: str) -> dict[int, str]:
    """Teams' names by number."""
    return {
        team: (squad.entry.name_en if lang == "en" and squad.entry.name_en else squad.entry.name)
        for team, squad in door.hall.teams.squads.items()
    }


def captain_name(door: "Door", lang: str, team: int) -> str:
    """A team's captain; one who is in the list of players is called as that list calls him in this language."""
    captain = door.hall.teams.squads[team].entry.captain
    known = {member.entry.name: member.id for member in door.hall.players()}
    return door.names(lang)[known[captain]] if captain in known else captain


def entrant_names(door: "Door", lang: str) -> dict[int, str]:
    """Names of those who are paired: teams, or in an individual event players."""
    return team_names(door, lang) if door.hall.teams.on else door.names(lang)


def points_before(door: "Door", number: int) -> dict[int, float]:
    """Each team's points before a round, as the places count them first, by what spectators may know."""
    event = door.hall.teams.event(delayed=True, before=number)
    games = event.primary == "game-points"
    return {row.team: row.game_points if games else row.match_points for row in team_standings(event, ())}


def matches_context(door: "Door", lang: str, number: int, results: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What the matches of round ``number`` show: by default the results that spectators may see. Raises KeyError for a
    round that is not seated; for the round that is drawn and not seated only the teams."""
    teams, words, names = door.hall.teams, texts(lang), team_names(door, lang)
    told: dict[str, Any] = {"matches": (), "bye": "", "idle": (), "away": (), "coming": None}
    pairing = door.hall.pairing(number)
    if pairing is not None and pairing.teams is not None:
        seated = teams.played(number, delayed=results is None)[-1]
        told_by = door.results_shown() if results is None else results
        shown, public = teams.ruled(told_by), results is None
        rows = match_rows(
            seated,
            shown,
            teams.known(told_by, delayed=public),
            {pair.game: pair.table for pair in pairing.pairs},
            names,
            door.names(lang),
            points_before(door, number),
            words.t("teams.nobody"),
            meetings_of(door.hall.meetings, pairing, told_by, door.hall.public_ms() if public else None),
        )
        told |= {
            "matches": rows,
            "bye": names[pairing.teams.bye] if pairing.teams.bye is not None else "",
            "idle": [names[team] for team in pairing.teams.idle],
            "away": [names[team] for team in pairing.teams.away],
        }
    drawn = teams.orders.draw
    if drawn is not None and number == door.hall.round_number:
        told["coming"] = {
            "round": drawn.round,
            "pairs": [(names[home], names[away]) for home, away in drawn.couples],
            "bye": names[drawn.bye] if drawn.bye is not None else "",
            "idle": [names[team] for team in drawn.idle],
        }
    if pairing is None and told["coming"] is None:
        raise KeyError(number)
    return told


def matches_html(door: "Door", lang: str, number: int) -> str:
    """The matches of a round as text."""
    return door.include("_team_pairings.html", lang, **matches_context(door, lang, number))


def table_context(door: "Door", lang: str) -> dict[str, Any]:
    """What the table of teams shows: confirmed results as late as spectators may know them."""
    hall, words = door.hall, texts(lang)
    event = hall.settings.event
    table, names = hall.teams.table(delayed=True), team_names(door, lang)
    criteria = criteria_shown(event.team_tiebreaks)
    left = {team: squad.left_after for team, squad in hall.teams.squads.items()}
    seated = len(table.event.rounds)
    results = hall.results(delayed=True)
    last = hall.pairing()
    open_games = any(pair.game not in results for pair in (last.pairs if last else ()))
    columns = (
        ("match-points", "game-points") if event.team_primary == "match-points" else ("game-points", "match-points")
    )
    return {
        "during": open_games,
        "rows": team_lines(table, names, seated, criteria, words, left),
        "rounds_shown": range(1, seated + 1),
        "columns": criterion_names(columns, words),
        "criteria": criterion_names(criteria, words),
        "order": criterion_names((columns[0], *event.team_tiebreaks), words),
        "extra": table.won is not None,
    }


def table_html(door: "Door", lang: str) -> str:
    """The table of teams as text."""
    return door.include("_team_standings.html", lang, **table_context(door, lang))


def wall_heads(door: "Door", lang: str) -> dict[int, MatchRow]:
    """The match above each first board of one, by table; none in an individual event."""
    if not door.hall.teams.on or door.hall.pairing() is None:
        return {}
    heads = {}
    for match in matches_context(door, lang, door.hall.round_number)["matches"]:
        first = next((board.table for board in match.boards if board.table), 0)
        if first:
            heads[first] = match
    return heads


def headed(door: "Door", lang: str, number: int, rows: tuple[PairRow, ...]) -> tuple[PairRow, ...]:
    """The pairs of the hall's list with their match above the first of each."""
    try:
        matches = matches_context(door, lang, number)["matches"]
    except KeyError:
        return rows
    heads: dict[str, str] = {}
    order = [board.game for match in matches for board in match.boards if board.game]
    rows = tuple(sorted(rows, key=lambda row: order.index(row.game)))
    for match in matches:
        first = next((board.game for board in match.boards if board.game), None)
        if first is not None:
            heads[first] = f"{match.home} {match.score or '–'} {match.away}"
    return tuple(msgspec.structs.replace(row, head=heads.get(row.game, "")) for row in rows)


def team_files(door: "Door") -> dict[str, Any]:
    """The tables of teams that are also files, by name; each makes its CSV text. Empty in an individual event."""
    hall = door.hall
    if not hall.teams.on:
        return {}
    table, names = hall.teams.table(), team_names(door, "ru")
    players = {member.id: member.entry.name for member in hall.players()}
    return {
        "team-standings": lambda: team_tables.team_standings_csv(table.rows, names),
        "team-crosstable": lambda: team_tables.team_crosstable_csv(table.event, table.rows, names),
        "team-boards": lambda: team_tables.boards_csv(table.event, names, players),
        "team-matches": lambda: team_tables.matches_csv(hall.teams.event(), names, players),
    }
