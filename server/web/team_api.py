"""The JSON doors of a team event: the matches and the table for everyone, captains' links for the office, line-ups for
captains. See docs/reference/http.md."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.team_match import Match, played
from server.web.access import may
from server.web.acts import bad
from server.web.api import answer_json
from server.web.door import Door
from server.web.fields import UnreadableError, maybe_whole
from server.web.team_acts import file_as_captain

NO_EVENT = {"error": "This is not a team event."}


def routes(door: Door) -> list[Route]:
    """The routes."""

    async def teams(request: Request) -> Response:
        if not door.hall.teams.on:
            return answer_json(NO_EVENT, 404)
        try:
            asked = maybe_whole(dict(request.query_params), "round") or door.hall.round_number
        except UnreadableError:
            return answer_json({"error": "round: a number is needed."}, 400)
        return answer_json(teams_json(door, asked))

    async def desk_teams(request: Request) -> Response:
        account = door.account(request)
        if account is None or not may(account.role, "see-links"):
            return answer_json({"error": "Log in first."}, 401)
        hall, coming = door.hall, door.hall.teams.coming
        rows = [
            {
                "id": squad.id,
                "name": squad.entry.name,
                "captain": squad.entry.captain,
                "players": squad.entry.players,
                "reserves": squad.entry.reserves,
                "left_after": squad.left_after,
                "ruling": squad.ruling,
                "seats": hall.teams.seats(coming, squad.id),
                "token": await door.accounts.captain_token(squad.id),
            }
            for squad in hall.teams.squads.values()
        ]
        drawn = hall.teams.orders.draw
        couples = None if drawn is None else {"round": drawn.round, "pairs": drawn.couples, "bye": drawn.bye}
        return answer_json({"teams": rows, "drawn": couples, "due_ms": hall.teams.due_ms(coming)})

    async def line_up(request: Request) -> Response:
        address, now = f"token {request.client.host if request.client else '?'}", door.now_ms()
        if not door.attempts.allowed(address, now):
            return answer_json({"error": "Too many attempts."}, 429)
        team = door.accounts.captain_of(request.path_params["token"])
        if team is None or team not in door.hall.teams.squads:
            door.attempts.failed(address, now)
            return answer_json({"error": "There is no such link."}, 404)
        try:
            fields = msgspec.json.decode(await request.body() or b"{}")
        except msgspec.DecodeError:
            fields = None
        if not isinstance(fields, dict):
            answer = bad("Ожидается объект JSON.", "Expected a JSON object.")
        else:
            answer = await file_as_captain(door, team, fields)
        if answer.refusal is not None:
            return answer_json({"ok": False, "refusal": answer.refusal}, answer.status)
        return answer_json({"ok": True})

    return [
        Route("/api/teams", teams, name="api-teams"),
        Route("/api/desk/teams", desk_teams, name="api-desk-teams"),
        Route("/api/team/{token}/line-up", line_up, methods=["POST"], name="api-line-up"),
    ]


def teams_json(door: Door, number: int) -> dict[str, Any]:
    """The table, and the matches of a round, as spectators may know them."""
    hall = door.hall
    table = hall.teams.table(delayed=True)
    pairing = hall.teams.played(number, delayed=True)[-1] if hall.teams.pairing(number) else None
    results = hall.teams.known(door.results_shown(), delayed=True)
    return {
        "primary": table.event.primary,
        "standings": [
            {
                "place": row.place,
                "id": row.team,
                "name": hall.teams.squads[row.team].entry.name,
                "match_points": row.match_points,
                "game_points": row.game_points,
                "criteria": row.criteria,
                "extra_match": row.extra_match,
            }
            for row in table.rows
        ],
        "annulled": table.annulled,
        "round": number,
        "bye": pairing.bye if pairing else None,
        "idle": pairing.idle if pairing else (),
        "matches": [_match(match, results) for match in pairing.matches] if pairing else [],
    }


def _match(match: Match, results: Any) -> dict[str, Any]:
    counted = played(match, results)
    return {
        "home": match.home,
        "away": match.away,
        "home_points": counted.games(match.home) / 2,
        "away_points": counted.games(match.away) / 2,
        "over": counted.kind != "unfinished",
        "boards": [
            {
                "board": board.board,
                "game": board.game,
                "home": board.home,
                "away": board.away,
                "home_white": board.home_white,
                "home_points": one.home_half / 2 if one.kind != "unfinished" else None,
                "away_points": one.away_half / 2 if one.kind != "unfinished" else None,
            }
            for board, one in zip(match.boards, counted.boards, strict=True)
        ],
    }
