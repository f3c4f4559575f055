"""The pages of a team event that anyone may open (matches, table, crosstable, boards, one team), and the captain's."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from display.format import time_of_day
from server.event_rules import ROUND_ROBINS
from server.team_config import SCHEVENINGEN
from server.tournament.roundrobin import schedule as berger_schedule
from server.tournament.scheveningen import scheveningen
from server.web import team_sheets
from server.web.door import Door
from server.web.fields import UnreadableError, maybe_whole
from server.web.fields import number as read_number
from server.web.languages import language, texts
from server.web.team_acts import file_as_captain
from server.web.views.lists import order_words
from server.web.views.teams import by_boards, criteria_shown, criterion_names, seat_rows, square
from server.web.views.tournament import why


def pairings(door: Door, request: Request) -> Response:
    """The matches of a round, and the teams of the round that is drawn."""
    lang = language(request)
    last = door.hall.round_number
    try:
        asked = maybe_whole(request.path_params, "round") or last
        context = team_sheets.matches_context(door, lang, asked)
    except (UnreadableError, KeyError):
        return door.error(request, 404, "error.no-round" if last else "error.not-paired")
    words, names = texts(lang), team_sheets.team_names(door, lang)
    pairing, drawn = door.hall.pairing(asked), door.hall.teams.orders.draw
    told = pairing.teams if pairing else drawn
    at_ms = pairing.at_ms if pairing else drawn.at_ms if drawn else 0
    system = pairing.system if pairing else door.hall.settings.event.system
    foot = words.t("pairings.foot", system=words.t(f"system.{system}"))
    if at_ms:
        made = door.local(at_ms)
        foot += " " + words.t("pairings.at", time=f"{made.hour}:{made.minute:02}")
    return door.page(
        request,
        "team_pairings.html",
        **{**context, "round": asked},
        last_round=last,
        games=door.round_file(asked),
        why=why(told.why if told else (), words, names),
        names=names,
        manual=told.manual if told else "",
        extra=told.extra if told else False,
        schedule=bool(scheduled(door)),
        foot=f"{foot} {words.t('teams.colours-table' if system == SCHEVENINGEN else 'teams.colours')}",
        stream=f"/events?view=pairings&lang={lang}" if asked == last and last else "",
    )


def scheduled(door: Door) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds that a table gives beforehand: pairs of teams (home, away), or in Scheveningen of players' numbers as
    its table has them (White, Black). Empty in a Swiss event."""
    event, teams = door.hall.settings.event, door.hall.teams
    if event.system == SCHEVENINGEN:
        return scheveningen(teams.boards)[: event.rounds]
    if event.system not in ROUND_ROBINS:
        return ()
    ids = sorted(teams.squads)
    rounds = berger_schedule(len(ids), ROUND_ROBINS[event.system])[: event.rounds]
    return tuple(tuple((ids[home - 1], ids[away - 1]) for home, away in pairs) for pairs in rounds)


def standings(door: Door, request: Request) -> Response:
    """The table of teams."""
    lang = language(request)
    words, context = texts(lang), team_sheets.table_context(door, lang)
    foot = words.t("teams.foot", order=order_words(context["order"]))
    return door.page(request, "team_standings.html", **context, foot=foot, stream=f"/events?view=standings&lang={lang}")


def crosstable(door: Door, request: Request) -> Response:
    """The teams against each other."""
    lang = language(request)
    names = team_sheets.team_names(door, lang)
    columns = team_sheets.table_context(door, lang)["columns"]
    return door.page(
        request,
        "team_crosstable.html",
        lines=square(door.hall.teams.table(delayed=True), names),
        columns=columns,
    )


def captain_of(door: Door, request: Request, token: str) -> int | Response:
    """The team whose captain has ``token``, or the page that refuses it."""
    address, now = f"token {request.client.host if request.client else '?'}", door.now_ms()
    if not door.attempts.allowed(address, now):
        return door.error(request, 429, "error.too-often")
    found = door.accounts.captain_of(token)
    if found is None or found not in door.hall.teams.squads:
        door.attempts.failed(address, now)
        return door.error(request, 404, "error.no-link")
    return found


def routes(door: Door) -> list[Route]:
    """The routes that only team events have."""

    async def boards(request: Request) -> Response:
        if not door.hall.teams.on:
            return door.error(request, 404, "error.404")
        lang = language(request)
        table = door.hall.teams.table(delayed=True)
        lines = by_boards(table, team_sheets.team_names(door, lang), door.names(lang))
        return door.page(request, "team_boards.html", boards=lines)

    async def schedule(request: Request) -> Response:
        rounds = scheduled(door) if door.hall.teams.on else ()
        if not rounds:
            return door.error(request, 404, "error.404")
        lang, event = language(request), door.hall.settings.event
        names, boards = team_sheets.team_names(door, lang), door.hall.teams.boards
        shown: dict[int, str] = names
        if event.system == SCHEVENINGEN:
            one, other = (names[team] for team in sorted(names))
            shown = {n: f"{one if n <= boards else other}, {(n - 1) % boards + 1}" for n in range(1, 2 * boards + 1)}
        lines = [[(shown[home], shown[away]) for home, away in pairs] for pairs in rounds]
        return door.page(
            request,
            "team_schedule.html",
            schedule=lines,
            sides=event.system == SCHEVENINGEN,
            system=texts(lang).t(f"system.{event.system}"),
        )

    async def team(request: Request) -> Response:
        try:
            number = maybe_whole(request.path_params, "team") or 0
        except UnreadableError:
            number = 0
        squad = door.hall.teams.squads.get(number)
        if squad is None:
            return door.error(request, 404, "error.404")
        lang = language(request)
        names, players = team_sheets.team_names(door, lang), door.names(lang)
        table = door.hall.teams.table(delayed=True)
        results = {line.id: line for lines in by_boards(table, names, players).values() for line in lines}
        rounds = []
        for at in range(1, door.hall.round_number + 1):
            context = team_sheets.matches_context(door, lang, at)
            rounds.append((at, next((m for m in context["matches"] if number in (m.home_id, m.away_id)), None)))
        line = next(row for row in team_sheets.table_context(door, lang)["rows"] if row.id == number)
        return door.page(
            request,
            "team.html",
            team=names[number],
            captain=team_sheets.captain_name(door, lang, number),
            line=line,
            members=[(players[one], one in squad.entry.reserves, results.get(one)) for one in squad.members],
            matches=rounds,
            columns=team_sheets.table_context(door, lang)["columns"],
            criteria=criterion_names(criteria_shown(door.hall.settings.event.team_tiebreaks), texts(lang)),
        )

    async def captain(request: Request) -> Response:
        found = captain_of(door, request, request.path_params["token"])
        return found if isinstance(found, Response) else mine(request, found)

    def mine(
        request: Request, number: int, *, status: int = 200, refusal: str = "", posted: dict[str, Any] | None = None
    ) -> Response:
        from server.web.team_feed import live_captain

        lang, token = language(request), request.path_params["token"]
        return door.page(
            request,
            "captain.html",
            status=status,
            refusal=refusal,
            **captain_context(door, lang, number, posted),
            token=token,
            stream=f"/events?view=captain&token={token}&lang={lang}",
            live_round=live_captain(door, number),
        )

    async def file(request: Request) -> Response:
        found = captain_of(door, request, request.path_params["token"])
        if isinstance(found, Response):
            return found
        form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
        answer = await file_as_captain(door, found, form)
        if answer.refusal is not None:
            said = texts(language(request)).pick(answer.refusal.ru, answer.refusal.en)
            return mine(request, found, status=answer.status, refusal=said, posted=form)
        return RedirectResponse(f"/team/{request.path_params['token']}", 303)

    return [
        Route("/teams/boards", boards, name="team-boards"),
        Route("/teams/schedule", schedule, name="team-schedule"),
        Route("/teams/{team}", team, name="team"),
        Route("/team/{token}", captain, methods=["GET"], name="captain"),
        Route("/team/{token}", file, methods=["POST"], name="captain-files"),
    ]


def captain_context(door: Door, lang: str, number: int, posted: dict[str, Any] | None) -> dict[str, Any]:
    """What a captain sees: his next opponent, until when he may file, and the line-up as it stands, or as he just
    entered it where that was refused."""
    teams, words = door.hall.teams, texts(lang)
    squad, coming = teams.squads[number], teams.coming
    names, players = team_sheets.team_names(door, lang), door.names(lang)
    opponent, drawn = "", teams.orders.draw
    for home, away in drawn.couples if drawn else ():
        if number in (home, away):
            key = "captain.home" if number == home else "captain.away"
            opponent = words.t(key, team=names[away if number == home else home])
    if drawn and not opponent:
        opponent = words.t("captain.free")
    filed, due = teams.orders.line_up(coming, number), teams.due_ms(coming)
    seats = list(seat_rows(teams.seats(coming, number)))
    if posted is not None:
        told = {board: posted[key] for key in posted if key[:1] == "s" and (board := read_number(key[1:])) is not None}
        chosen = [told.get(row.board, "") for row in seats]
        seats = list(seat_rows([read_number(value) for value in chosen]))
    absent = teams.away(coming)
    over = coming > door.rounds() and number not in teams.rulings.extra_due()
    now = teams.pairing(door.hall.round_number)
    match = now.match_of(number) if now else None
    current = None
    if match is not None:
        rows = team_sheets.matches_context(door, lang, door.hall.round_number)["matches"]
        current = next(row for row in rows if number in (row.home_id, row.away_id))
    return {
        "team": names[number],
        "captain": team_sheets.captain_name(door, lang, number),
        "coming": coming,
        "over": over,
        "open": not over and squad.plays(coming) and (due is None or door.now_ms() <= due),
        "due": time_of_day(door.local(due)) if due is not None else "",
        "opponent": opponent,
        "filed": time_of_day(door.local(filed.at_ms)) if filed else "",
        "seats": seats,
        "people": [(one, players[one], one in squad.entry.reserves) for one in squad.members if one not in absent],
        "current": current,
    }
