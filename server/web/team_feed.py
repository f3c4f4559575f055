"""What the pages of teams at the desk and of captains keep fresh, by the ids of their places.

A page is loaded again when the round, the draw or who may file changed: then it asks for other things.
"""

from typing import TYPE_CHECKING

from server.web.team_desk_pages import desk_context, rights_of
from server.web.team_pages import captain_context

if TYPE_CHECKING:
    from server.web.door import Door


def live_desk(door: "Door") -> str:
    """What the desk's page of teams was made for: the round, whether the next is drawn, whether results are awaited."""
    teams, hall = door.hall.teams, door.hall
    drawn = teams.orders.draw
    awaited = hall.pairer.results_awaited() is not None
    return f"{hall.round_number} {teams.coming} {drawn.couples if drawn else ''} {awaited}"


def live_captain(door: "Door", team: int) -> str:
    """What a captain's page was made for: the round, the draw, until when and whether he may file."""
    told = captain_context(door, "en", team, None)
    return f"{door.hall.round_number} {told['coming']} {told['opponent']} {told['open']} {told['due']}"


def desk_parts(door: "Door", lang: str, role: str) -> dict[str, str]:
    """The line-ups of the coming round and the matches of the one that is on."""
    context = {**desk_context(door, lang), **rights_of(role)}
    parts = {"round": live_desk(door)}
    if context["line_ups"]:
        parts["line-ups"] = door.include("_team_line_ups.html", lang, **context)
    if context["matches"]:
        parts["matches"] = door.include("_team_matches.html", lang, **context)
    return parts


def captain_parts(door: "Door", lang: str, team: int) -> dict[str, str]:
    """The match that a captain's team plays."""
    context = captain_context(door, lang, team, None)
    return {"round": live_captain(door, team), "match": door.include("_captain_match.html", lang, **context)}
