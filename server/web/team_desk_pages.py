"""The desk's page of a team event: drawing and seating rounds, line-ups, what becomes of boards and teams."""

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from display.format import points_text, time_of_day
from server.address import is_loopback, reachable
from server.team_seating import seats_of
from server.tournament.team_standing import TeamRow
from server.web import team_sheets
from server.web.access import may
from server.web.acts import act
from server.web.door import Door
from server.web.fields import UnreadableError, maybe_whole
from server.web.languages import language, texts
from server.web.office_acts import office_act
from server.web.people_pages import code_of
from server.web.team_acts import NAMES
from server.web.views.teams import criteria_shown, criterion_names, seat_rows


def routes(door: Door) -> list[Route]:
    """The desk's routes about teams."""

    async def page(request: Request, *, status: int = 200, refusal: str = "", relax: bool = False) -> Response:
        account = door.account(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        if not door.hall.teams.on:
            return door.error(request, 404, "error.404")
        lang = language(request)
        context = desk_context(door, lang)
        from server.web.team_feed import live_desk

        return door.page(
            request,
            "desk_teams.html",
            status=status,
            refusal=refusal,
            relax=relax,
            **context,
            **rights_of(account.role),
            stream=f"/events?view=teams&lang={lang}",
            live_round=live_desk(door),
        )

    async def done(request: Request) -> Response:
        form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
        account, name = door.account(request), request.path_params["act"]
        answer = await (act if name == "pair" else office_act)(door, account, name, form)
        if answer.status == 401:
            return RedirectResponse("/desk/login", 303)
        if answer.status == 403:
            return door.error(request, 403, "error.forbidden")
        if answer.refusal is None:
            return RedirectResponse("/desk/teams", 303)
        said = texts(language(request)).pick(answer.refusal.ru, answer.refusal.en)
        return await page(request, status=answer.status, refusal=said, relax=answer.refusal.code == "no-pairing")

    async def left(request: Request) -> Response:
        account = door.account(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        try:
            number = maybe_whole(request.path_params, "team") or 0
        except UnreadableError:
            number = 0
        squad = door.hall.teams.squads.get(number)
        if squad is None:
            return door.error(request, 404, "error.404")
        lang = language(request)
        names, words = team_sheets.team_names(door, lang), texts(lang)
        both = door.hall.teams.rulings.both_ways(number)
        table = team_sheets.table_context(door, lang)
        return door.page(
            request,
            "team_left.html",
            team=names[number],
            number=number,
            ruling=squad.ruling,
            ways=[
                ("loss", both.changes_if_lost, _rows(both.lost, names)),
                ("annul", both.changes_if_annulled, _rows(both.annulled, names)),
            ],
            lightest="loss" if both.changes_if_lost <= both.changes_if_annulled else "annul",
            even=both.changes_if_lost == both.changes_if_annulled,
            columns=table["columns"],
            games_first=door.hall.settings.event.team_primary == "game-points",
            criteria=criterion_names(criteria_shown(door.hall.settings.event.team_tiebreaks), words),
            prizes=door.hall.settings.event.prizes,
            can=may(account.role, "team-left"),
        )

    async def cards(request: Request) -> Response:
        account = door.account(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        if not may(account.role, "see-links"):
            return door.error(request, 403, "error.forbidden")
        if not door.hall.teams.on:
            return door.error(request, 404, "error.404")
        lang = language(request)
        names, words = team_sheets.team_names(door, lang), texts(lang)
        base = request.base_url
        if is_loopback(base.hostname or ""):  # printed at the server's own computer, used on phones
            base = base.replace(hostname=reachable(door.hall.settings.server.host))
        shown = []
        for number in door.hall.teams.squads:
            url = f"{base}team/{await door.accounts.captain_token(number)}"
            told = {
                "name": names[number],
                "url": url,
                "qr": code_of(url),
                "under": team_sheets.captain_name(door, lang, number),
            }
            shown.append(told)
        return door.page(
            request,
            "captain_cards.html",
            cards=shown,
            title=words.t("captain.cards"),
        )

    return [
        Route("/desk/teams", page, methods=["GET"], name="desk-teams"),
        Route("/desk/teams/cards", cards, methods=["GET"], name="captain-cards"),
        Route("/desk/teams/left/{team}", left, methods=["GET"], name="team-left"),
        Route("/desk/teams/{act}", done, methods=["POST"], name="desk-teams-act"),
    ]


def _rows(rows: Sequence[TeamRow], names: dict[int, str]) -> list[tuple[int, str, str, str]]:
    return [(row.place, names[row.team], points_text(row.match_points), points_text(row.game_points)) for row in rows]


def rights_of(role: str) -> dict[str, bool]:
    """What the buttons of the page need to know of a role."""
    return {f"can_{name.replace('-', '_')}": may(role, name) for name in (*NAMES, "pair", "see-links")}


def desk_context(door: Door, lang: str) -> dict[str, Any]:
    """What the desk shows of a team event."""
    hall, teams = door.hall, door.hall.teams
    names, players = team_sheets.team_names(door, lang), door.names(lang)
    now, coming, drawn = hall.round_number, teams.coming, teams.orders.draw
    start, due = teams.orders.starts.get(coming), teams.due_ms(coming)
    matches: Any = ()
    if hall.pairing() is not None:
        matches = team_sheets.matches_context(door, lang, now, hall.results())["matches"]
    members = [member for member in hall.players() if member.left_after is None]
    owned = {one for squad in teams.squads.values() for one in squad.members}
    playing = [team for team, squad in teams.squads.items() if squad.plays(coming)]
    extra_due = teams.rulings.extra_due()
    in_draw = [team for two in drawn.couples for team in two] if drawn else list(extra_due) or playing
    lines = {line.id: line for line in team_sheets.table_context(door, lang)["rows"]}
    return {
        "matches": matches,
        "coming": coming,
        "names": names,
        "players": players,
        "drawn": drawn,
        "couples": [(names[home], names[away], home, away) for home, away in drawn.couples] if drawn else [],
        "bye": names[drawn.bye] if drawn and drawn.bye is not None else "",
        "starts": f"{door.local(start):%Y-%m-%dT%H:%M}" if start is not None else "",
        "due": time_of_day(door.local(due)) if due is not None else "",
        "waits": hall.pairer.results_awaited() is not None,
        "last": now >= door.rounds(),
        "extra_due": bool(extra_due),
        "line_ups": [
            {
                "team": team,
                "seats": seat_rows(teams.seats(coming, team)),
                "filed": _filed(door, coming, team),
                "people": [(one, players[one], one in teams.squads[team].entry.reserves) for one in _able(door, team)],
            }
            for team in sorted(in_draw)
            if coming <= door.rounds() or extra_due
        ],
        "seated": {
            team: {
                "seats": seat_rows(_sat(door, team)),
                "people": [(one, players[one], one in squad.entry.reserves) for one in squad.members],
            }
            for team, squad in teams.squads.items()
            if matches
        },
        "lost": {one.game for one in teams.orders.lost},
        "squads": [
            {
                "id": team,
                "name": names[team],
                "captain": team_sheets.captain_name(door, lang, team),
                "members": [players[one] for one in squad.entry.players],
                "reserves": [players[one] for one in squad.entry.reserves],
                "left": squad.left_after,
                "ruling": squad.ruling,
                "away": any(one.team == team and one.round == coming for one in teams.orders.away),
                "note": lines[team].note,
            }
            for team, squad in teams.squads.items()
        ],
        "unteamed": [(member.id, players[member.id]) for member in members if member.id not in owned],
    }


def _filed(door: Door, number: int, team: int) -> str:
    filed = door.hall.teams.orders.line_up(number, team)
    return f"{time_of_day(door.local(filed.at_ms))}, {filed.by}" if filed else ""


def _able(door: Door, team: int) -> list[int]:
    away = door.hall.teams.away(door.hall.teams.coming)
    return [one for one in door.hall.teams.squads[team].members if one not in away]


def _sat(door: Door, team: int) -> tuple[int | None, ...]:
    pairing = door.hall.teams.pairing(door.hall.round_number)
    match = pairing.match_of(team) if pairing else None
    if match is None:
        return ()
    return seats_of(match, team, door.hall.settings.event, door.hall.round_number)
