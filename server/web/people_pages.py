"""Players: entering and withdrawing them, the printed cards with their personal links, and their own result page."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from display.format import result_text
from display.qr import MOST_BYTES, qr_svg
from record.commands import Refusal
from rules.side import Side
from server.config import PlayerEntry
from server.web.access import may
from server.web.acts import enter_own_result
from server.web.door import Door
from server.web.languages import language, texts
from server.web.spectator_pages import number
from server.web.views.phone import phone

UNREADABLE = -1
"""Stands for a rating that is no number, so that the hall refuses it."""


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list of players."""

    id: int
    name: str
    rating: int | None
    words: str
    left: bool
    absent: bool


def routes(door: Door) -> list[Route]:
    """The players' routes."""

    async def players(request: Request, *, status: int = 200, refusal: str = "") -> Response:
        account = door.account(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        lang = language(request)
        words, names = texts(lang), door.names(lang)
        rows, away = [], {bye.player for bye in door.hall.byes()}
        for member in door.hall.players():
            left = member.left_after is not None
            state = (
                words.t("players.left", n=member.left_after)
                if left
                else words.t("players.absent", n=door.hall.round_number + 1)
                if member.id in away
                else words.t("players.since", n=member.joined)
                if member.joined > 1
                else words.t("players.plays")
            )
            rows.append(
                PlayerRow(
                    id=member.id,
                    name=names[member.id],
                    rating=member.entry.rating,
                    words=state,
                    left=left,
                    absent=member.id in away,
                )
            )
        return door.page(
            request,
            "players.html",
            status=status,
            refusal=refusal,
            rows=rows,
            can_add=may(account.role, "add-player"),
            can_withdraw=may(account.role, "withdraw"),
            can_links=may(account.role, "see-links"),
        )

    async def add(request: Request) -> Response:
        account, lang = door.account(request), language(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        if not may(account.role, "add-player"):
            return door.error(request, 403, "error.forbidden")
        form = await request.form()
        name, name_en = (str(form.get(key, "")).strip()[:80] for key in ("name", "name_en"))
        told = str(form.get("rating", "")).strip()
        rating = (number(told) if number(told) is not None else UNREADABLE) if told else None
        answer = await door.hall.add_player(PlayerEntry(id=0, name=name, name_en=name_en, rating=rating))
        if isinstance(answer, Refusal):
            return await players(request, status=409, refusal=texts(lang).pick(answer.ru, answer.en))
        return RedirectResponse("/desk/players", 303)

    def changed(name: str, change: Callable[[int], Awaitable[Refusal | None]]) -> Any:
        async def posted(request: Request) -> Response:
            account, lang = door.account(request), language(request)
            if account is None:
                return RedirectResponse("/desk/login", 303)
            if not may(account.role, name):
                return door.error(request, 403, "error.forbidden")
            player = number(str((await request.form()).get("player", "")))
            if player is None or player not in {member.id for member in door.hall.players()}:
                return door.error(request, 404, "error.no-player")
            refusal = await change(player)
            if refusal is not None:
                return await players(request, status=409, refusal=texts(lang).pick(refusal.ru, refusal.en))
            return RedirectResponse("/desk/players", 303)

        return posted

    async def cards(request: Request) -> Response:
        account = door.account(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        if not may(account.role, "see-links"):
            return door.error(request, 403, "error.forbidden")
        names = door.names(language(request))
        shown = []
        for member in door.hall.players():
            if member.left_after is None:
                url = f"{request.base_url}me/{await door.accounts.player_token(member.id)}"
                shown.append({"id": member.id, "name": names[member.id], "url": url, "qr": code_of(url)})
        return door.page(request, "cards.html", cards=shown)

    def player_of(request: Request) -> int | Response:
        address = f"token {request.client.host if request.client else '?'}"
        now = door.now_ms()
        if not door.attempts.allowed(address, now):
            return door.error(request, 429, "error.too-often")
        player = door.accounts.player_of(request.path_params["token"])
        if player is None:
            door.attempts.failed(address, now)
            return door.error(request, 404, "error.no-link")
        return player

    async def me(request: Request) -> Response:
        player = player_of(request)
        return player if isinstance(player, Response) else mine(request, player)

    def mine(request: Request, player: int, *, picked: str = "", status: int = 200, refusal: str = "") -> Response:
        lang = language(request)
        game = door.hall.game_of(player)
        page = None
        if game is not None:
            state = door.hall.game(game)
            side = Side.WHITE if state.assignment.white.id == player else Side.BLACK
            page = phone(state, side, texts(lang))
        return door.page(
            request,
            "me.html",
            status=status,
            refusal=refusal,
            page=page,
            player=door.names(lang).get(player, ""),
            token=request.path_params["token"],
            picked=picked,
            picked_text=result_text(picked),
        )

    async def enter(request: Request) -> Response:
        player = player_of(request)
        if isinstance(player, Response):
            return player
        form = await request.form()
        picked = str(form.get("pick", ""))
        if picked:
            return mine(request, player, picked=picked if picked in ("1-0", "1/2-1/2", "0-1") else "")
        answer = await enter_own_result(door, player, str(form.get("result", "")))
        if answer.refusal is not None:
            said = texts(language(request)).pick(answer.refusal.ru, answer.refusal.en)
            return mine(request, player, status=answer.status, refusal=said)
        return RedirectResponse(f"/me/{request.path_params['token']}", 303)

    return [
        Route("/desk/players", players, methods=["GET"], name="players"),
        Route("/desk/players", add, methods=["POST"], name="add-player"),
        *(
            Route(f"/desk/players/{name}", changed(name, change), methods=["POST"], name=name)
            for name, change in (
                ("withdraw", door.hall.withdraw),
                ("readmit", door.hall.readmit),
                ("absent", door.hall.give_bye),
            )
        ),
        Route("/desk/players/cards", cards, name="cards"),
        Route("/me/{token}", me, methods=["GET"], name="me"),
        Route("/me/{token}", enter, methods=["POST"], name="me-enter"),
    ]


def code_of(url: str) -> str:
    """The link's code; empty for an address that is longer than a code holds."""
    return qr_svg(url) if len(url.encode()) <= MOST_BYTES else ""
