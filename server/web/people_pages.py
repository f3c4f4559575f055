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
from rules.errors import NotationError
from server.address import is_loopback, reachable
from server.event_rules import ROUND_ROBINS
from server.web.access import may
from server.web.acts import Answer, enter_own_colours, enter_own_result, say_here
from server.web.door import Door
from server.web.entry_lists import entries_of, rows_of, unused
from server.web.faults import told
from server.web.languages import language, texts
from server.web.office_acts import office_act
from server.web.views.phone import phone

Shown = Callable[..., Awaitable[Response]]
"""Shows a page again with a status and a refusal."""


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list of players."""

    id: int
    name: str
    rating: int | None
    words: str
    left: bool
    absent: bool
    excluded: bool = False
    group: str = ""
    waits: bool = False


def players_page(door: Door) -> Shown:
    """Makes the page of players: who plays, who left, who is away, entering and importing."""

    async def players(
        request: Request, *, status: int = 200, refusal: str = "", faults: tuple[str, ...] = (), note: str = ""
    ) -> Response:
        account = door.account(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        lang = language(request)
        words, names = texts(lang), door.names(lang)
        rows, away = [], {bye.player: bye for bye in door.hall.byes()}
        coming = door.hall.round_number + 1
        for member in door.hall.players():
            left = member.left_after is not None
            state = (
                words.t("players.excluded", n=member.left_after)
                if member.excluded
                else words.t("players.left", n=member.left_after)
                if left
                else words.t(f"players.away.{away[member.id].kind}", n=coming)
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
                    excluded=bool(member.excluded),
                    group=member.entry.group,
                )
            )
        for player, rounds in door.hall.office.undecided().items():
            at = next(at for at, row in enumerate(rows) if row.id == player)
            key = "players.missed-rr" if door.hall.settings.event.system in ROUND_ROBINS else "players.missed-older"
            told = words.t(key, n=", ".join(map(str, rounds)))
            rows[at] = msgspec.structs.replace(rows[at], words=told, waits=True)
        worth = door.hall.settings.event.requested_byes
        return door.page(
            request,
            "players.html",
            status=status,
            refusal=refusal,
            faults=faults,
            note=note,
            rows=rows,
            groups=door.hall.settings.event.groups,
            kinds=("zero", "half", "full")[: 1 + ("none", "half", "full").index(worth)],
            rounds_ahead=range(coming, door.rounds() + 1),
            can_add=may(account.role, "add-player"),
            can_withdraw=may(account.role, "withdraw"),
            can_exclude=may(account.role, "exclude"),
            can_go_on=may(account.role, "go-on"),
            can_links=may(account.role, "see-links"),
        )

    return players


def routes(door: Door, players: Shown) -> list[Route]:
    """The players' routes; ``players`` is their page."""

    async def add(request: Request) -> Response:
        form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
        return await _told(request, await office_act(door, door.account(request), "enter", form))

    async def _told(request: Request, answer: Answer) -> Response:
        if answer.status == 401:
            return RedirectResponse("/desk/login", 303)
        if answer.status == 403:
            return door.error(request, 403, "error.forbidden")
        if answer.status == 404:
            return door.error(request, 404, "error.no-player")
        if answer.refusal is None:
            return RedirectResponse("/desk/players", 303)
        said = texts(language(request)).pick(answer.refusal.ru, answer.refusal.en)
        return await players(request, status=answer.status, refusal=said)

    async def imported(request: Request) -> Response:
        account = door.account(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        if not may(account.role, "import"):
            return door.error(request, 403, "error.forbidden")
        upload = (await request.form()).get("file")
        data = b"" if upload is None or isinstance(upload, str) else await upload.read()
        try:
            rows = rows_of(data)
            entries = entries_of(rows)
        except NotationError as fault:
            words = texts(language(request))
            return await players(
                request,
                status=400,
                refusal=words.t("import.faults"),
                faults=tuple(told(line, words) for line in str(fault).splitlines()),
            )
        if not door.hall.settings.event.groups:
            entries = tuple(msgspec.structs.replace(entry, group="") for entry in entries)
        made = await door.hall.office.add_players(entries, by=account.name)
        if isinstance(made, Refusal):
            said = texts(language(request)).pick(made.ru, made.en)
            return await players(request, status=409, refusal=said)
        if left_out := unused(rows, grouped=bool(door.hall.settings.event.groups)):
            note = texts(language(request)).t("import.unused", n=len(entries), columns=", ".join(left_out))
            return await players(request, note=note)
        return RedirectResponse("/desk/players", 303)

    def posted(name: str) -> Any:
        async def done(request: Request) -> Response:
            form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
            return await _told(request, await office_act(door, door.account(request), name, form))

        return done

    async def cards(request: Request) -> Response:
        account = door.account(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        if not may(account.role, "see-links"):
            return door.error(request, 403, "error.forbidden")
        names = door.names(language(request))
        base = request.base_url
        if is_loopback(base.hostname or ""):  # printed at the server's own computer, used on phones
            base = base.replace(hostname=reachable(door.hall.settings.server.host))
        shown = []
        for member in door.hall.players():
            if member.left_after is None:
                url = f"{base}me/{await door.accounts.player_token(member.id)}"
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
        page, meeting = None, ""
        if game is not None:
            state = door.hall.game(game)
            page = phone(state, state.side_of(player), texts(lang))
            meeting = door.game_words(game, texts(lang))
        return door.page(
            request,
            "me.html",
            status=status,
            refusal=refusal,
            page=page,
            meeting=meeting,
            called=door.call_words(texts(lang)),
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
        if form.get("here"):
            return answered(request, player, await say_here(door, player))
        picked = str(form.get("pick", ""))
        if picked:
            return mine(request, player, picked=picked if picked in ("1-0", "1/2-1/2", "0-1") else "")
        if "black" in form:
            return answered(request, player, await enter_own_colours(door, player, form["black"]))
        return answered(request, player, await enter_own_result(door, player, str(form.get("result", ""))))

    def answered(request: Request, player: int, answer: Answer) -> Response:
        if answer.refusal is not None:
            said = texts(language(request)).pick(answer.refusal.ru, answer.refusal.en)
            return mine(request, player, status=answer.status, refusal=said)
        return RedirectResponse(f"/me/{request.path_params['token']}", 303)

    return [
        Route("/desk/players", players, methods=["GET"], name="players"),
        Route("/desk/players", add, methods=["POST"], name="add-player"),
        Route("/desk/players/import", imported, methods=["POST"], name="import"),
        *(
            Route(f"/desk/players/{name}", posted(name), methods=["POST"], name=name)
            for name in ("withdraw", "readmit", "absent", "present", "exclude")
        ),
        Route("/desk/players/cards", cards, name="cards"),
        Route("/me/{token}", me, methods=["GET"], name="me"),
        Route("/me/{token}", enter, methods=["POST"], name="me-enter"),
    ]


def code_of(url: str) -> str:
    """The link's code; empty for an address that is longer than a code holds."""
    return qr_svg(url) if len(url.encode()) <= MOST_BYTES else ""
