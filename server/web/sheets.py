"""The tables of pairings and standings, for their pages and for the streams that keep those fresh."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from display.format import points_text
from display.positions import drawn_words
from record.public import public_result
from server.rounds import Pairing
from server.web import team_sheets
from server.web.languages import texts
from server.web.views.bracket import BracketView, bracket_view
from server.web.views.hall import HallList, hall_list
from server.web.views.lists import headed_by_group, pair_rows, points_before, standing_rows, tiebreak_names
from server.web.views.meetings import Meeting, meetings_of

if TYPE_CHECKING:
    from server.web.door import Door


def pairings_context(
    door: "Door", lang: str, number: int, results: Mapping[str, str] | None = None, *, public: bool = True
) -> dict[str, Any]:
    """What the table of round ``number`` shows: by default the results that spectators may see, and what is ``public``.
    Raises KeyError for a round that is not paired."""
    if door.hall.pairing(number) is None:
        raise KeyError(number)
    played = door.hall.pairings_played(number, delayed=results is None)
    rounds = [one for one in played if one.round == number or not one.stage]
    pairing = rounds[-1]
    results = door.results_shown() if results is None else results
    meetings = meetings_in(door, rounds, results, public=public)
    worth = float(door.hall.meetings.worth)
    points = points_before(rounds, results, number, meetings, worth)
    for away in (one for earlier in rounds[:-1] for one in earlier.absent):
        points[away.player] = points.get(away.player, 0.0) + worth * {"zero": 0.0, "half": 0.5, "full": 1.0}[away.kind]
    names = door.names(lang)
    waits = door.waits(lang, pairing) if number == door.hall.round_number else {}
    rows = pair_rows(pairing, names, points, results, openings_of(door, lang, number), meetings, waits)
    groups: dict[int, str] = {}
    if door.hall.tournament(delayed=True).in_sections(number) and not pairing.stage:
        groups = {member.id: member.entry.group for member in door.hall.players()}
        rows = headed_by_group(rows, groups, door.hall.settings.event.groups, texts(lang))
    return {
        "rows": rows,
        "through": [(player, names.get(player, str(player))) for player in pairing.through],
        "byes": [
            (id, names.get(id, str(id)), points_text(points.get(id, 0)), groups.get(id, "")) for id in pairing.pluses
        ],
    }


def meetings_in(
    door: "Door", rounds: Iterable[Pairing], results: Mapping[str, str], *, public: bool = True
) -> dict[str, Meeting]:
    """The meetings of several games of these rounds, by their first game."""
    found: dict[str, Meeting] = {}
    until = door.hall.public_ms() if public else None
    for pairing in rounds:
        found |= meetings_of(door.hall.meetings, pairing, results, until)
    return found


def openings_of(door: "Door", lang: str, number: int) -> dict[str, str]:
    """The openings that were drawn for the games of a round (5.4.1.3), in words, by game: of a meeting of several that
    of the game that is on, by the first one."""
    words, pairing = texts(lang), door.hall.pairing(number)
    if pairing is None:
        return {}
    seats = door.hall.seats(number, door.hall.public_ms())
    drawn = {
        pair.game: drawn_words(door.hall.state_delayed(seat.game), words)
        for pair, seat in zip(pairing.pairs, seats, strict=True)
    }
    return {game: told for game, told in drawn.items() if told}


def pairings_html(door: "Door", lang: str, number: int) -> str:
    """The table of a round as text."""
    if door.hall.teams.on:
        return team_sheets.matches_html(door, lang, number)
    return door.include("_pairings.html", lang, **pairings_context(door, lang, number))


def standings_context(door: "Door", lang: str) -> dict[str, Any]:
    """What the standings show: confirmed results as late as spectators may know them, and each player's rounds."""
    hall = door.hall
    rounds = [one for one in hall.pairings_played(delayed=True) if not one.stage]
    tiebreaks = hall.settings.event.tiebreaks
    left = {member.id: member.left_after is not None for member in hall.players()}
    results = hall.results(delayed=True)
    open_games = any(pair.game not in results for pair in hall.seats(every=True))
    meetings = meetings_in(door, rounds, results)
    return {
        "during": open_games,
        "rows": standing_rows(
            hall.standings(delayed=True), rounds, results, door.names(lang), tiebreaks, left, lang, meetings
        ),
        "rounds_shown": [pairing.round for pairing in rounds],
        "tiebreaks": tiebreak_names(tiebreaks, texts(lang)),
        "after": len(rounds),
        "play_off": door.play_off(lang),
    }


def bracket_html(door: "Door", lang: str) -> str:
    """The bracket as text."""
    return door.include("_bracket.html", lang, bracket=bracket_shown(door, lang))


def bracket_shown(door: "Door", lang: str) -> BracketView:
    """The bracket of a knock-out, as late as spectators may know it."""
    return bracket_view(door.hall.tournament(delayed=True), door.hall.rounds, door.names(lang), texts(lang))


def play_off_html(door: "Door", lang: str) -> str:
    """The play-off's section of the standings as text."""
    return door.include("_playoff.html", lang, play_off=door.play_off(lang))


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
    hidden = {s.assignment.game for s in door.hall.games_delayed(every=True) if not public_result(s)}
    known = {game: result for game, result in door.results_shown().items() if game not in hidden}
    context = pairings_context(door, lang, number, known)
    rows = team_sheets.headed(door, lang, number, context["rows"]) if door.hall.teams.on else context["rows"]
    listed = hall_list(states, rows, ", ".join(name for _, name, _, _ in context["byes"]), number, texts(lang))
    if door.stage(number):
        return msgspec.structs.replace(listed, title=door.round_words(texts(lang), "pairings.title", number))
    return listed
