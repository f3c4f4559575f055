"""The tables of pairings and standings, for their pages and for the streams that keep those fresh."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from display.format import points_text
from server.web import team_sheets
from server.web.languages import texts
from server.web.views.hall import HallList, hall_list
from server.web.views.lists import opening_words, pair_rows, points_before, standing_rows, tiebreak_names

if TYPE_CHECKING:
    from server.web.door import Door


def pairings_context(door: "Door", lang: str, number: int, results: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What the table of round ``number`` shows: by default the results that spectators may see. Raises KeyError for a
    round that is not paired."""
    if door.hall.pairing(number) is None:
        raise KeyError(number)
    *_, pairing = rounds = door.hall.pairings_played(number, delayed=results is None)
    results = door.results_shown() if results is None else results
    points = points_before(rounds, results, number)
    for away in (one for earlier in rounds[:-1] for one in earlier.absent):
        points[away.player] = points.get(away.player, 0.0) + {"zero": 0.0, "half": 0.5, "full": 1.0}[away.kind]
    names = door.names(lang)
    bye = pairing.bye
    return {
        "rows": pair_rows(pairing, names, points, results, openings_of(door, lang, number)),
        "bye": names.get(bye, str(bye)) if bye is not None else "",
        "bye_id": bye or "",
        "bye_points": points_text(points.get(bye, 0)) if bye is not None else "",
    }


def openings_of(door: "Door", lang: str, number: int) -> dict[str, str]:
    """The openings that were drawn for the games of a round (5.4.1.3), in words, by game."""
    words = texts(lang)
    drawn = {state.assignment.game: state.assignment.opening for state in door.hall.games(number)}
    return {game: opening_words(opening, words) for game, opening in drawn.items() if opening is not None}


def pairings_html(door: "Door", lang: str, number: int) -> str:
    """The table of a round as text."""
    if door.hall.teams.on:
        return team_sheets.matches_html(door, lang, number)
    return door.include("_pairings.html", lang, **pairings_context(door, lang, number))


def standings_context(door: "Door", lang: str) -> dict[str, Any]:
    """What the standings show: confirmed results as late as spectators may know them, and each player's rounds."""
    hall = door.hall
    rounds = hall.pairings_played(delayed=True)
    tiebreaks = hall.settings.event.tiebreaks
    left = {member.id: member.left_after is not None for member in hall.players()}
    results = hall.results(delayed=True)
    open_games = any(pair.game not in results for pair in (rounds[-1].pairs if rounds else ()))
    return {
        "during": open_games,
        "rows": standing_rows(hall.standings(delayed=True), rounds, results, door.names(lang), tiebreaks, left, lang),
        "rounds_shown": [pairing.round for pairing in rounds],
        "tiebreaks": tiebreak_names(tiebreaks, texts(lang)),
    }


def standings_html(door: "Door", lang: str) -> str:
    """The standings as text."""
    if door.hall.teams.on:
        return team_sheets.table_html(door, lang)
    return door.include("_standings.html", lang, **standings_context(door, lang))


def hall_listed(door: "Door", lang: str) -> HallList:
    """The hall screen's list: the pairs of the round and the results that spectators may see."""
    number = door.hall.round_number
    states = door.hall.games_delayed()
    if door.hall.pairing(number) is None:
        return hall_list(states, (), "", number, texts(lang))
    context = pairings_context(door, lang, number)
    rows = team_sheets.headed(door, lang, number, context["rows"]) if door.hall.teams.on else context["rows"]
    return hall_list(states, rows, context["bye"], number, texts(lang))
