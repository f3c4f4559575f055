"""The JSON doors: what spectators may read, and for arbiters the desk and its acts. See docs/reference/http.md."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from record.renju_law import lasts
from record.state import GameState, Phase
from rules.side import Side
from server.starting import awaits_signal
from server.web.access import may
from server.web.acts import ACTS, Answer, act, bad, enter_own_colours, enter_own_result, say_here
from server.web.desk_pages import checked_login
from server.web.door import Door
from server.web.fields import number
from server.web.languages import language, texts
from server.web.office_acts import office_act
from server.web.sheets import hall_listed
from server.web.views.cases import articles_of, grade_of, title_of
from server.web.views.facts import fact, ruling_words
from server.web.views.hall import hall_json
from server.web.views.lawful import law_of, lawful

NO_JSON = bad("Ожидается объект JSON.", "Expected a JSON object.")


def answer_json(data: Any, status: int = 200) -> Response:
    """JSON as the API writes it."""
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def _told(answer: Answer) -> Response:
    if answer.refusal is not None:
        return answer_json({"ok": False, "refusal": answer.refusal}, answer.status)
    return answer_json({"ok": True, **answer.data}, answer.status)


def game_json(state: GameState, delay_ms: int, *, moves: bool = False) -> dict[str, Any]:
    """A game as spectators may read it: nothing here knows of findings."""
    game, clocks = state.assignment, state.clocks
    over = state.ended
    data: dict[str, Any] = {
        "game": game.game,
        "table": game.table,
        "round": game.round,
        "discipline": game.discipline,
        "white": {"id": state.white.id, "name": state.white.name, "rating": state.white.rating},
        "black": {"id": state.black.id, "name": state.black.name, "rating": state.black.rating},
        "phase": state.phase.value,
        "opening": msgspec.to_builtins(game.opening),
        "fen": state.fen,
        "plies": len(state.plies),
        "result": state.result.result if over and state.result else None,
        "clocks": {
            "linked": clocks.linked,
            "white_ms": clocks.white_ms,
            "black_ms": clocks.black_ms,
            "running": None if over or clocks.running is None else clocks.running.value,
            "at": clocks.at,
            "delay_ms": delay_ms,
            "time_scale": game.time_scale,
        },
    }
    if moves:
        data["moves"] = [
            {
                "ply": ply.number,
                "side": ply.side.value,
                "move": ply.move,
                "fen": ply.fen,
                "captured": list(ply.captured),
                "spent_ms": ply.spent_ms,
                "uncertain": ply.uncertain,
            }
            for ply in state.plies
        ]
    return data


def routes(door: Door) -> list[Route]:
    """The API's routes."""

    async def event(request: Request) -> Response:
        settings = door.hall.settings
        data = {
            "id": settings.event.id,
            "name": {"ru": settings.event.name.ru, "en": settings.event.name.en},
            "discipline": settings.event.discipline,
            "tempo": settings.event.tempo,
            "control": settings.event.control,
            "round": door.hall.round_number,
            "rounds": door.rounds(),
            "players": len(door.hall.players()),
            "delay_ms": door.delay_ms(),
        }
        return answer_json(data)

    async def hall(request: Request) -> Response:
        lang, now = language(request), door.now_ms()
        states = door.hall.games_delayed()
        words = texts(lang)
        data = hall_json(states, hall_listed(door, lang), words, now, delay_ms=door.delay_ms())
        head = {
            "event": door.event_name(lang),
            "words": door.hall_words(states, words),
            "time": door.time_of_day(),
        }
        return answer_json({**head, **data})

    async def games(request: Request) -> Response:
        states = door.hall.games_delayed(number(request.query_params.get("round")), every=True)
        return answer_json([game_json(state, door.delay_ms()) for state in states])

    async def game(request: Request) -> Response:
        name = request.path_params["game"]
        if not door.hall.has_game(name):
            return answer_json({"error": "There is no such game."}, 404)
        return answer_json(game_json(door.hall.state_delayed(name), door.delay_ms(), moves=True))

    async def standings(request: Request) -> Response:
        rows = [
            {
                **({"group": row.section} if row.section else {}),
                "place": row.place,
                "id": row.id,
                "points": row.points,
                "tiebreaks": row.tiebreaks,
            }
            for row in door.hall.standings(delayed=True)
        ]
        results = door.hall.results(delayed=True)
        kept, standing = door.hall.ledger.play_off, door.hall.play_offs.standing(results)
        if kept is None or standing is None:
            return answer_json({"standings": rows})
        return answer_json({"standings": rows, "play_off": {"players": kept.players, "winner": standing.winner}})

    async def desk(request: Request) -> Response:
        account = door.account(request)
        if account is None or not may(account.role, "see-desk"):
            return answer_json({"error": "Log in first."}, 401)
        words = texts(language(request))
        states = door.hall.games()
        found = [_finding(state, each, words) for state in states for each in state.findings if each.status.live]
        calls = [
            {"game": s.assignment.game, "table": s.assignment.table, "by": s.called.value if s.called else None}
            for s in states
            if s.called_at
        ]
        results = [
            {
                "game": s.assignment.game,
                "table": s.assignment.table,
                "result": s.result.result if s.result else None,
                "reason": s.result.reason if s.result else None,
                "entries": dict(s.entries),
            }
            for s in states
            if s.phase is Phase.OVER or (s.phase is not Phase.CONFIRMED and s.entries)
        ]
        adjourned = door.hall.ledger.adjourned
        waited = [s for s in states if s.assignment.game not in adjourned]
        unfinished = [s.assignment.game for s in waited if s.phase is not Phase.CONFIRMED]
        data = {
            "round": door.hall.round_number,
            "rounds": door.rounds(),
            "cases": found,
            "calls": calls,
            "rulings": [
                {
                    "game": s.assignment.game,
                    "seq": ruling.seq,
                    "ruling": ruling.ruling,
                    "finding": ruling.finding,
                    "kind": next((f.kind for f in s.findings if f.id == ruling.finding), None),
                    "side": ruling.side.value if ruling.side else None,
                }
                for s in states
                for ruling in s.rulings
            ],
            "to_start": [s.assignment.game for s in states if awaits_signal(s)],
            "absent": [
                {
                    "game": s.assignment.game,
                    "table": s.assignment.table,
                    "side": side.value,
                    "player": s.person(side).id,
                }
                for s in states
                for side in s.attendance.absent
            ],
            "results": results,
            "unfinished": unfinished,
            "ready": not unfinished,
            "stage": door.stage(door.hall.round_number),
            "play_off": {
                "level": door.level(),
                "open": door.hall.ledger.play_off is not None,
                "due": door.hall.play_offs.due(),
            },
            "tables": [
                {
                    "table": lamp.table,
                    "device": lamp.device,
                    "online": lamp.online,
                    "board": lamp.board,
                    "clock": lamp.clock,
                    "game": lamp.game,
                }
                for lamp in door.hall.tables.lamps()
            ],
        }
        return answer_json(data)

    async def players(request: Request) -> Response:
        account = door.account(request)
        if account is None or not may(account.role, "see-links"):
            return answer_json({"error": "Log in first."}, 401)
        rows = [
            {
                "id": member.id,
                "name": member.entry.name,
                "left_after": member.left_after,
                "token": await door.accounts.player_token(member.id),
            }
            for member in door.hall.players()
        ]
        return answer_json({"players": rows})

    async def fields_of(request: Request) -> dict[str, Any] | None:
        """The body's fields, none for an empty body; ``None`` for what is not a JSON object."""
        try:
            data = msgspec.json.decode(await request.body() or b"{}")
        except msgspec.DecodeError:
            return None
        return data if isinstance(data, dict) else None

    async def login(request: Request) -> Response:
        fields = await fields_of(request)
        if fields is None:
            return _told(NO_JSON)
        name, password = str(fields.get("name", ""))[:80], str(fields.get("password", ""))[:200]
        token = await checked_login(door, request, name, password)
        return answer_json({"token": token}) if token else answer_json({"error": "Wrong name or password."}, 403)

    def desk_act(name: str) -> Any:
        async def done(request: Request) -> Response:
            account, fields = door.account(request), await fields_of(request)
            if account is not None and fields is None:
                return _told(NO_JSON)
            return _told(await act(door, account, name, fields or {}))

        return done

    async def office_done(request: Request) -> Response:
        account, fields = door.account(request), await fields_of(request)
        if account is not None and fields is None:
            return _told(NO_JSON)
        return _told(await office_act(door, account, request.path_params["act"], fields or {}))

    async def as_player(request: Request, enter: Callable[[int, dict[str, Any]], Awaitable[Answer]]) -> Response:
        """What the holder of a personal link enters."""
        address, now = f"token {request.client.host if request.client else '?'}", door.now_ms()
        if not door.attempts.allowed(address, now):
            return answer_json({"error": "Too many attempts."}, 429)
        player = door.accounts.player_of(request.path_params["token"])
        if player is None:
            door.attempts.failed(address, now)
            return answer_json({"error": "There is no such link."}, 404)
        fields = await fields_of(request)
        if fields is None:
            return _told(NO_JSON)
        return _told(await enter(player, fields))

    async def here(request: Request) -> Response:
        return await as_player(request, lambda player, _: say_here(door, player))

    async def own_result(request: Request) -> Response:
        return await as_player(
            request, lambda player, fields: enter_own_result(door, player, str(fields.get("result", "")))
        )

    async def own_colours(request: Request) -> Response:
        return await as_player(request, lambda player, fields: enter_own_colours(door, player, fields.get("black")))

    return [
        Route("/api/event", event, name="api-event"),
        Route("/api/hall", hall, name="api-hall"),
        Route("/api/games", games, name="api-games"),
        Route("/api/games/{game}", game, name="api-game"),
        Route("/api/standings", standings, name="api-standings"),
        Route("/api/login", login, methods=["POST"], name="api-login"),
        Route("/api/desk", desk, name="api-desk"),
        Route("/api/desk/players", players, name="api-desk-players"),
        *(Route(f"/api/desk/{name}", desk_act(name), methods=["POST"], name=f"api-desk-{name}") for name in ACTS),
        Route("/api/desk/office/{act}", office_done, methods=["POST"], name="api-desk-office"),
        Route("/api/me/{token}/result", own_result, methods=["POST"], name="api-me-result"),
        Route("/api/me/{token}/here", here, methods=["POST"], name="api-me-here"),
        Route("/api/me/{token}/colours", own_colours, methods=["POST"], name="api-me-colours"),
    ]


def _finding(state: GameState, found: Any, words: Any) -> dict[str, Any]:
    law = law_of(found.kind)
    side: Side | None = found.side
    return {
        "game": state.assignment.game,
        "table": state.assignment.table,
        "finding": found.id,
        "kind": found.kind,
        "side": side.value if side else None,
        "ply": found.ply,
        "grade": grade_of(state, found),
        "status": found.status.value,
        "article": articles_of(found.kind, state.assignment.discipline),
        "who_may_act": law.actor(state.assignment.discipline),
        "until": lasts(found.kind, state.assignment),
        "title": title_of(found.kind, state, found, words),
        "fact": fact(state, found, words),
        "at": found.at,
        "actions": [
            {
                "ruling": each.ruling,
                "side": each.side.value if each.side else None,
                "open": each.open,
                "proposed": each.proposed,
                "sanction": each.sanction,
                "ends": each.ends,
                "words": ruling_words(state, found, each.ruling, each.side, words),
            }
            for each in lawful(state, found)
        ],
    }
