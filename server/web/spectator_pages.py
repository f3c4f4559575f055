"""The pages anyone may open: the wall, one board, pairings, standings, and their event streams."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from record.game_file import FORMATS, format_of, game_file
from record.state import GameState
from server.match_config import KNOCKOUT
from server.web import team_pages, team_sheets
from server.web.door import Door
from server.web.fields import number
from server.web.languages import language, texts
from server.web.sheets import bracket_shown, hall_listed, pairings_context, standings_context
from server.web.stream import EventStream
from server.web.views.hall import hall_board, shown
from server.web.views.lists import order_words
from server.web.views.score_sheet import score_sheet
from server.web.views.spectators import board_page, playing, wall_board
from server.web.views.tournament import why

MEDIA = {"pdn": "application/x-pdn", "pgn": "application/x-chess-pgn", "sgf": "application/x-go-sgf"}


def routes(door: Door) -> list[Route]:
    """The spectators' routes."""

    async def wall(request: Request) -> Response:
        lang = language(request)
        now, words = door.now_ms(), texts(lang)
        states = list(door.hall.games_delayed())
        if not door.hall.teams.on:  # matches keep their boards together
            states.sort(key=lambda state: state.assignment.table)
        minutes = door.delay_ms() // 60_000
        delay = words.n("wall.delayed", minutes) if minutes else words.t("wall.live")
        return door.page(
            request,
            "wall.html",
            boards=[wall_board(state, words, now, delay_ms=door.delay_ms()) for state in states],
            playing=playing(states),
            heads=team_sheets.wall_heads(door, lang),
            delay_words=delay,
            stream=f"/events?view=wall&lang={lang}",
        )

    async def hall(request: Request) -> Response:
        lang = language(request)
        now, words = door.now_ms(), texts(lang)
        states = door.hall.games_delayed()
        return door.page(
            request,
            "hall.html",
            boards=[hall_board(state, words, now, delay_ms=door.delay_ms()) for state in shown(states)],
            listed=hall_listed(door, lang),
            words=door.hall_words(states, words),
            time=door.time_of_day(),
            stream=f"/events?view=hall&lang={lang}",
        )

    async def board(request: Request) -> Response:
        lang, table = language(request), number(request.path_params["table"])
        game = door.hall.game_at(table, public=True) if table is not None else None
        if game is None:
            return door.error(request, 404, "error.no-table")
        ply = number(request.query_params.get("ply"))
        now = door.now_ms()
        words = texts(lang)
        page = board_page(door.hall.state_delayed(game, now), words, now, delay_ms=door.delay_ms(), ply=ply)
        page = door.titled(page, words)
        if request.headers.get("x-flagfall-part") == "one":
            return Response(door.include("_board.html", lang, page=page), media_type="text/html")
        stream = f"/events?view=board&table={table}&lang={lang}"
        return door.page(request, "board.html", page=page, stream=stream)

    def finished(state: GameState, form: str) -> str:
        """A finished game; empty while it is played, for its remarks would tell what only the arbiter may know, and in
        another notation than that of its discipline."""
        if not state.ended or format_of(state.assignment.discipline) != form:
            return ""
        return game_file(state, event=door.event_name("en"), site=door.hall.settings.event.place)

    def downloads(form: str) -> list[Route]:
        """The games of a board and of a round in one notation."""

        def answer(request: Request, text: str, name: str) -> Response:
            if not text:
                there = format_of(door.hall.settings.event.discipline) == form
                return door.error(request, 404, "error.no-file" if there else "error.no-format", format=form.upper())
            headers = {"content-disposition": f'attachment; filename="{name}.{form}"'}
            return Response(text, media_type=MEDIA[form], headers=headers)

        async def board_file(request: Request) -> Response:
            table = number(request.path_params["table"])
            game = door.hall.game_at(table, public=True) if table is not None else None
            return answer(request, finished(door.hall.state_delayed(game), form) if game else "", str(game))

        async def round_file(request: Request) -> Response:
            asked = number(request.path_params["round"])
            states = door.hall.games_delayed(asked, every=True) if asked is not None else ()
            games = (finished(state, form) for state in states)
            return answer(request, "\n".join(filter(None, games)), f"round-{asked}")

        return [
            Route(f"/board/{{table}}/{form}", board_file, name=f"board-{form}"),
            Route(f"/rounds/{{round}}.{form}", round_file, name=f"round-{form}"),
        ]

    async def scores(request: Request) -> Response:
        """The score sheets of a board or of a round: of finished games only, as their files."""
        lang, table = language(request), number(request.path_params.get("table"))
        asked = number(request.path_params.get("round"))
        states: tuple[GameState, ...] = ()
        if table is not None:
            game = door.hall.game_at(table, public=True)
            states = (door.hall.state_delayed(game),) if game else ()
        elif asked is not None:
            states = door.hall.games_delayed(asked, every=True)
        mono = request.query_params.get("ink") == "one"
        sheets = [score_sheet(state, texts(lang), monochrome=mono) for state in states if state.ended]
        if not sheets:
            return door.error(request, 404, "error.no-score")
        return door.page(request, "score.html", scores=sheets, mono=mono)

    async def pairings(request: Request) -> Response:
        if door.hall.teams.on:
            return team_pages.pairings(door, request)
        lang = language(request)
        last = door.hall.round_number
        asked = number(request.path_params.get("round")) or last
        pairing = door.hall.pairing(asked)
        if pairing is None:
            return door.error(request, 404, "error.no-round" if last else "error.not-paired")
        words = texts(lang)
        system = words.t(f"system.{pairing.system}") if words.has(f"system.{pairing.system}") else pairing.system
        made = door.local(pairing.at_ms) if pairing.at_ms else None
        foot = words.t("pairings.foot", system=system)
        if made is not None:
            foot += " " + words.t("pairings.at", time=f"{made.hour}:{made.minute:02}")
        return door.page(
            request,
            "pairings.html",
            **{**pairings_context(door, lang, asked), "round": asked},
            last_round=last,
            games=door.round_file(asked),
            why=why(pairing.why, words, door.names(lang)),
            named=door.names(lang),
            pairs=sorted(pairing.pairs, key=lambda pair: pair.table),
            manual=pairing.manual,
            called=door.call_words(words) if asked == door.hall.round_number else "",
            foot=foot,
            stream=f"/events?view=pairings&lang={lang}" if asked == last else "",
        )

    async def standings(request: Request) -> Response:
        if door.hall.teams.on:
            return team_pages.standings(door, request)
        lang = language(request)
        context = standings_context(door, lang)
        words = texts(lang)
        order = order_words([words.t("list.points"), *context["tiebreaks"]])
        foot = words.t("standings.foot", order=order)
        foot += " " + words.t("unplayed.foot", rule=words.t(f"unplayed.{door.hall.settings.event.unplayed}"))
        stream = f"/events?view=standings&lang={lang}"
        return door.page(request, "standings.html", **context, foot=foot, stream=stream)

    async def bracket(request: Request) -> Response:
        lang = language(request)
        if door.hall.settings.event.system != KNOCKOUT:
            return door.error(request, 404, "error.404")
        system = "knockout" if door.hall.settings.event.knockout_pairs == "lot" else "knockout-seeded"
        return door.page(
            request,
            "bracket.html",
            bracket=bracket_shown(door, lang),
            foot=texts(lang).t("pairings.foot", system=texts(lang).t(f"system.{system}")),
            stream=f"/events?view=bracket&lang={lang}",
        )

    async def events(request: Request) -> Response | EventStream:
        view, lang = request.query_params.get("view"), language(request)
        last_id = request.headers.get("last-event-id") or request.query_params.get("last")
        match view:
            case "wall":
                channel = door.feed.wall(lang)
            case "hall":
                channel = door.feed.hall(lang)
            case "board":
                table = number(request.query_params.get("table"))
                if table is None or door.hall.game_at(table, public=True) is None:
                    return door.error(request, 404, "error.no-table")
                channel = door.feed.board(table, lang)
            case "pairings" | "standings" | "bracket":
                channel = door.feed.lists(view, lang)
            case "desk":
                account = door.account(request)
                if account is None:
                    return door.error(request, 401, "error.log-in")
                channel, _ = door.feed.desk(account.role, lang)
            case "teams":
                account = door.account(request)
                if account is None:
                    return door.error(request, 401, "error.log-in")
                channel = door.feed.teams(account.role, lang)
            case "captain":
                team = team_pages.captain_of(door, request, request.query_params.get("token", ""))
                if isinstance(team, Response):
                    return team
                channel = door.feed.captain(team, lang)
            case _:
                return door.error(request, 404, "error.no-stream")
        return EventStream(channel.open(last_id))

    return [
        Route("/", wall, name="wall"),
        Route("/hall", hall, name="hall"),
        Route("/board/{table}", board, name="board"),
        Route("/board/{table}/score", scores, name="board-score"),
        Route("/rounds/{round}/score", scores, name="round-score"),
        *(route for form in FORMATS for route in downloads(form)),
        Route("/pairings", pairings, name="pairings"),
        Route("/pairings/{round}", pairings, name="pairings-of-round"),
        Route("/standings", standings, name="standings"),
        Route("/bracket", bracket, name="bracket"),
        Route("/events", events, name="events"),
    ]
