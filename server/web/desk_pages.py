"""The arbiter's pages: log-in, the desk, evidence, one table, articles, and every button's form."""

from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from clock.correcting import least
from display.catalogue import Texts
from display.format import clock_text, result_text
from record.chess_export import CHESS
from record.drawing import waits
from record.openings import may_swap
from record.sanctions import proposed, proposed_in_chess, sanctions_of
from record.state import FindingState, GameState, Phase
from rules.errors import FlagfallError
from rules.law import kind as law_kind
from rules.law import kind_or_unknown
from server.accounts import Account
from server.web.access import may
from server.web.acts import ACTS, Answer, act
from server.web.door import Door, events_of
from server.web.fields import number
from server.web.guard import COOKIE, login_token, set_login
from server.web.languages import language, texts
from server.web.law import articles_shown
from server.web.views.attendance import seats
from server.web.views.boards import board_of
from server.web.views.cases import grade_of, title_of
from server.web.views.facts import language as law_language
from server.web.views.meetings import meeting_box
from server.web.views.replay import replay
from server.web.views.spectators import board_page

HERE = ("/desk/arrived", "/desk/missing", "/desk/draw-opening")
"""Acts after which the page of the table is shown again."""


class _Whole(msgspec.Struct, frozen=True):
    """A ruling on the game itself, without a finding."""

    game: str
    finding: str = ""
    may_rule: bool = True


def sanction_proposal(door: Door, state: GameState, found: FindingState, words: Texts) -> str:
    """What 5.4.14.2 proposes for the breach, and what it counts; of chess what FIDE 7.5.5 does for an illegal move."""
    if found.side is None or not found.status.live:
        return ""
    player = found.player
    if state.assignment.discipline == CHESS:
        if not kind_or_unknown(found.kind).article(CHESS).startswith("FIDE 7.5"):
            return ""
        named = proposed_in_chess(len(sanctions_of(player, [state])), state.assignment.tempo)
        return words.t("sanction.proposed-chess", sanction=words.t(f"sanction.{named}"))
    before = [
        door.hall.game(pair.game)
        for number in range(1, state.assignment.round)
        for pair in door.hall.seats(number, every=True)
        if player in (pair.white, pair.black)
    ]
    here, earlier = len(sanctions_of(player, [state])), len(sanctions_of(player, before))
    told = words.t("sanction.counted", here=here, earlier=earlier) if here + earlier else words.t("sanction.first")
    return f"{told} {words.t('sanction.proposed', sanction=words.t('sanction.' + proposed(here, earlier)))}"


def _game_asked_for(door: Door, table: int | None, game: str) -> str | None:
    """The game that ``game`` names, where it is or was one of this table's; else the one of the current round there."""
    if table is None:
        return None
    if door.hall.has_game(game) and door.hall.game(game).assignment.table == table:
        return game
    return door.hall.game_at(table)


def routes(door: Door) -> list[Route]:
    """The desk's routes."""

    def entrance(request: Request) -> Account | Response:
        account = door.account(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        return account

    async def login_form(request: Request) -> Response:
        return door.page(request, "login.html", name="")

    async def login(request: Request) -> Response:
        form = await request.form()
        name, password = str(form.get("name", "")).strip()[:80], str(form.get("password", ""))[:200]
        token = await checked_login(door, request, name, password)
        if token is None:
            refusal = texts(language(request)).t("login.wrong")
            return door.page(request, "login.html", status=403, refusal=refusal, name=name)
        response = RedirectResponse("/desk", 303)
        set_login(request, response, token)
        return response

    async def logout(request: Request) -> Response:
        await door.accounts.log_out(login_token(request))
        response = RedirectResponse("/", 303)
        response.delete_cookie(COOKIE, path="/")
        return response

    async def desk(request: Request, *, status: int = 200, refusal: str = "") -> Response:
        account = entrance(request)
        if isinstance(account, Response):
            return account
        lang = language(request)
        words = texts(lang)
        look = "act" if may(account.role, "rule") else "see"
        tables = [table.number for table in door.hall.settings.tables]
        span = f"{words.t('desk.tables').lower()} {min(tables)}–{max(tables)}" if tables else ""
        role = words.t(f"role.{account.role}")
        who = account.name if account.name == role else f"{role} {account.name}"
        return door.page(
            request,
            "desk.html",
            status=status,
            refusal=refusal,
            desk=door.feed.desk_now(look, lang),
            arbiter_words=" · ".join(filter(None, [who, span])),
            can_pair=may(account.role, "pair"),
            can_start=may(account.role, "start-clocks"),
            due=door.hall.play_offs.due(),
            time_of_day=door.time_of_day(),
            journal=door.journal(lang),
            stream=f"/events?view=desk&lang={lang}",
        )

    async def parts(request: Request) -> Response:
        account = door.account(request)
        if account is None:
            return JSONResponse({}, 401)
        look = "act" if may(account.role, "rule") else "see"
        return JSONResponse(door.feed.desk_parts(look, language(request)))

    async def evidence(request: Request, *, status: int = 200, refusal: str = "") -> Response:
        account = entrance(request)
        if isinstance(account, Response):
            return account
        game, lang = request.path_params["game"], language(request)
        state = door.hall.game(game) if door.hall.has_game(game) else None
        found = state.finding(request.path_params["finding"]) if state else None
        if state is None or found is None:
            return door.error(request, 404, "error.no-finding")
        words, events = texts(lang), events_of(door.hall, game)
        step = number(request.query_params.get("step"))
        page = replay(state, found, events, words, door.now_ms(), role=account.role, step=step)
        return door.page(
            request,
            "evidence.html",
            status=status,
            refusal=refusal,
            page=page,
            board=board_of(state, words),
            articles=articles_shown(found.kind, state.assignment.discipline, words),
            event_count=len(events),
            proposal=sanction_proposal(door, state, found, words),
        )

    async def table(request: Request, *, status: int = 200, refusal: str = "") -> Response:
        account = entrance(request)
        if isinstance(account, Response):
            return account
        game = _game_asked_for(door, number(request.path_params["table"]), request.query_params.get("game", ""))
        if game is None:
            return door.error(request, 404, "error.no-table")
        lang = language(request)
        words, results_now = texts(lang), door.hall.results()
        box = meeting_box(door.hall.meetings, game, results_now, words, door.names(lang))
        lost = door.hall.ledger.lost_meetings.get(box.meeting) if box else None
        state = door.hall.game(game)
        page = board_page(state, words, door.now_ms(), delay_ms=0, ply=number(request.query_params.get("ply")))
        page = door.titled(page, words)
        if note := door.game_words(game, words):
            page = msgspec.structs.replace(page, title=f"{page.title} · {note}")
        results = [
            {"result": result, "text": result_text(result), "words": words.t(f"result.{result}")}
            for result in ("1-0", "1/2-1/2", "0-1", "0-0", "+/-", "-/+", "-/-")
        ]
        findings = [
            {
                "id": found.id,
                "ply": found.ply,
                "grade": grade_of(state, found) if found.status.live else "note",
                "title": title_of(found.kind, state, found, words),
                "status": words.t(f"status.{found.status.value}"),
            }
            for found in state.findings
        ]
        return door.page(
            request,
            "table.html",
            status=status,
            refusal=refusal,
            page=page,
            results=results,
            findings=findings,
            whole=_Whole(game),
            seats=seats(state, words) if not state.moved and may(account.role, "arrived") else (),
            can_result=may(account.role, "result"),
            stands=result_text(results_now.get(game, "")),
            gone=state.assignment.round if state.assignment.round < door.hall.round_number else 0,
            meeting=box,
            lost=lost.reason if lost else "",
            can_lose=may(account.role, "lose-meeting"),
            live=state.phase in (Phase.WAITING, Phase.PLAYING),
            least=(must := least(state.assignment.discipline, state.assignment.tempo)),
            least_text=clock_text(must.ms),
            carried=[{"side": side.value, "time": clock_text(ms)} for side, ms in state.carried.items() if ms],
            by_hand=state.assignment.regulations.score_sheets == "players",
            lot_waits=waits(state),
            can_draw=waits(state) and not state.attendance.absent and may(account.role, "draw-opening"),
            turn=state.white.id,
            swaps=may_swap(state.assignment),
            phase_words=words.t(f"phase.{state.phase.value}"),
        )

    async def article(request: Request) -> Response:
        account = entrance(request)
        if isinstance(account, Response):
            return account
        words = texts(language(request))
        try:
            law = law_kind(request.path_params["kind"])
        except FlagfallError:
            return door.error(request, 404, "error.no-finding")
        shown = articles_shown(law.name, door.hall.settings.event.discipline, words)
        return door.page(request, "article.html", title=law.title(law_language(words)), articles=shown)

    def form_of(name: str) -> Any:
        async def posted(request: Request) -> Response:
            form = await request.form()
            fields = {key: value for key, value in form.items() if isinstance(value, str)}
            answer = await act(door, door.account(request), name, fields)
            return await _told(request, answer, fields)

        return posted

    async def _told(request: Request, answer: Answer, fields: dict[str, Any]) -> Response:
        lang = language(request)
        said = texts(lang).pick(answer.refusal.ru, answer.refusal.en) if answer.refusal else ""
        from_path = urlsplit(request.headers.get("hx-current-url") or request.headers.get("referer", "")).path
        if "hx-request" in request.headers:
            headers = {"hx-trigger": "ff-refresh"}
            if not answer.refusal and from_path.startswith(("/desk/evidence/", "/desk/table/")):
                headers = {"hx-redirect": "/desk"}
            relax = answer.refusal is not None and answer.refusal.code == "no-pairing"
            html = door.part("refused", lang, said, relax)
            return Response(html, media_type="text/html", headers=headers)
        if answer.status == 401:
            return RedirectResponse("/desk/login", 303)
        if answer.refusal is None:
            back = from_path.startswith("/desk/round") or (
                from_path.startswith("/desk/table/") and request.url.path in HERE
            )
            return RedirectResponse(from_path if back else "/desk", 303)
        return await desk(request, status=answer.status, refusal=said)

    return [
        Route("/desk/login", login_form, methods=["GET"], name="login-form"),
        Route("/desk/login", login, methods=["POST"], name="login"),
        Route("/desk/logout", logout, methods=["POST"], name="logout"),
        Route("/desk", desk, name="desk"),
        Route("/desk/parts", parts, name="desk-parts"),
        Route("/desk/evidence/{game}/{finding}", evidence, name="evidence"),
        Route("/desk/table/{table}", table, name="desk-table"),
        Route("/desk/article/{kind}", article, name="article"),
        *(Route(f"/desk/{name}", form_of(name), methods=["POST"], name=f"desk-{name}") for name in ACTS),
    ]


async def checked_login(door: Door, request: Request, name: str, password: str) -> str | None:
    """A log-in's token; ``None`` when the password is wrong, or this address or name has tried too often."""
    now, address = door.now_ms(), request.client.host if request.client else "?"
    keys = (f"address {address}", f"name {name}")
    if not name or not all(door.attempts.allowed(key, now) for key in keys):
        return None
    token = await door.accounts.log_in(name, password)
    for key in keys:
        if token is None:
            door.attempts.failed(key, now)
        else:
            door.attempts.succeeded(key)
    return token
