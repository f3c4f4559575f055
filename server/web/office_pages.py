"""The office's pages: the round with its reasons, changing it by hand, orders of the pairing, the journal."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from display.format import clock_text, result_text, time_of_day
from record.attendance import wait_ms
from record.drawing import waits
from record.state import Phase
from server.accounts import Account
from server.web.access import may
from server.web.door import Door
from server.web.fields import UnreadableError, couples, maybe_whole, number
from server.web.languages import language, texts
from server.web.office_acts import office_act
from server.web.sheets import pairings_context
from server.web.team_sheets import entrant_names, team_names
from server.web.views.attendance import rows_to_start
from server.web.views.tournament import Why, why

Shown = Callable[..., Awaitable[Response]]
RESULTS = ("1-0", "1/2-1/2", "0-1")


class ActRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the office's journal."""

    time: str
    by: str
    words: str
    reason: str


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a round and what stands as its result; ``note`` says which game of a meeting it is."""

    table: int
    game: str
    white: str
    black: str
    result: str
    note: str


def routes(door: Door, players: Shown) -> list[Route]:
    """The office's routes. ``players`` shows the page of players with a refusal."""

    def role(request: Request) -> Account | None:
        return door.account(request)

    async def round_page(request: Request, *, status: int = 200, refusal: str = "") -> Response:
        account = role(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        lang = language(request)
        words, names = texts(lang), door.names(lang)
        pairing = door.hall.pairing()
        shown: dict[str, Any] = {"rows": (), "byes": (), "through": ()}
        reasons: Why | None = None
        open_games: dict[str, str] = {}
        engine: tuple[str, ...] = ()
        if pairing is not None:
            shown = pairings_context(door, lang, pairing.round, door.hall.results(), public=False)
            reasons = why(pairing.why, words, names)
            seats = zip(pairing.pairs, door.hall.seats(), strict=True)
            open_games = {
                pair.game: seat.game for pair, seat in seats if door.hall.game(seat.game).phase is not Phase.CONFIRMED
            }
            engine = _difference(pairing, names, words.t("pairings.bye"))
        begun = pairing is not None and any(door.hall.pairer.begun(pair) for pair in pairing.pairs)
        waited = [game for game in open_games.values() if game not in door.hall.ledger.adjourned]
        chief = may(account.role, "change-pairs")
        to_start = rows_to_start(door.hall.games(), words)
        return door.page(
            request,
            "round.html",
            status=status,
            refusal=refusal,
            pairing=pairing,
            **shown,
            why=reasons,
            engine=engine,
            begun=begun,
            open_games=open_games,
            waits=len(waited),
            adjourned={game: result_text(one.result) for game, one in door.hall.ledger.adjourned.items()},
            earlier=_earlier(door, names),
            results=[(result, result_text(result)) for result in RESULTS],
            level=[names[player] for player in door.level()],
            play_off=door.play_off(lang, public=False),
            due=door.hall.play_offs.due(),
            can_play_off=may(account.role, "play-off"),
            can_pair=may(account.role, "pair"),
            can_change=chief,
            can_start=may(account.role, "start-clocks"),
            to_start=to_start,
            called=door.call_words(words),
            called_at=f"{door.local(at_ms):%H:%M}" if (at_ms := door.hall.starter.called_ms()) else "",
            lots=any(waits(state) for state in door.hall.games()),
            wait=clock_text(wait_ms(door.hall.game(to_start[0].game))) if to_start else "",
            people=[(member.id, names[member.id]) for member in door.hall.players()],
        )

    async def change(request: Request, *, status: int = 200, refusal: str = "") -> Response:
        account = role(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        if not may(account.role, "change-pairs"):
            return door.error(request, 403, "error.forbidden")
        pairing = door.hall.pairing()
        if pairing is None or door.hall.teams.on:
            return door.error(request, 404, "error.not-paired")
        lang = language(request)
        names = door.names(lang)
        form = dict((await request.form()).items()) if request.method == "POST" else {}
        seats = [(pair.white, pair.black) for pair in pairing.pairs]
        byes, compared = pairing.pluses, None
        if form:
            try:
                seats, byes = _posted(form)
            except UnreadableError:
                return await change_again(request, "error.fields")
            compared = await door.hall.pairer.compared([two for two in seats if all(two)], byes)
        field = [member for member in door.hall.players() if member.plays(pairing.round)]
        spare = max(0, len(field) // 2 - len(seats))
        return door.page(
            request,
            "change.html",
            status=status,
            refusal=refusal,
            seats=[*seats, *([(0, 0)] * spare)],
            byes=[*byes, *([0] * (max(1, len(door.hall.settings.event.groups)) - len(byes)))],
            reason=str(form.get("reason", "")),
            field=[(member.id, names[member.id]) for member in field],
            compared=compared,
            named=names,
            begun={pair.white for pair in pairing.pairs if door.hall.pairer.begun(pair)},
        )

    async def change_again(request: Request, key: str) -> Response:
        return door.error(request, 400, key)

    async def changed(request: Request) -> Response:
        form = dict((await request.form()).items())
        if form.get("step") != "do":
            return await change(request)
        try:
            seats, byes = _posted(form)
        except UnreadableError:
            return door.error(request, 400, "error.fields")
        fields = {
            "pairs": [list(two) for two in seats if any(two)],
            "bye": list(byes),
            "reason": str(form.get("reason", "")),
        }
        answer = await office_act(door, role(request), "change-pairs", fields)
        if answer.refusal is None:
            return RedirectResponse("/desk/round", 303)
        said = texts(language(request)).pick(answer.refusal.ru, answer.refusal.en)
        return await change(request, status=answer.status, refusal=said)

    async def orders(request: Request, *, status: int = 200, refusal: str = "") -> Response:
        account = role(request)
        if account is None:
            return RedirectResponse("/desk/login", 303)
        lang = language(request)
        books = door.hall.ledger
        names, players = entrant_names(door, lang), door.names(lang)
        coming = books.round_number + 1
        return door.page(
            request,
            "orders.html",
            status=status,
            refusal=refusal,
            apart=[
                (index, ", ".join(names[player] for player in rule.players), rule.first, rule.last, rule.weak)
                for index, rule in enumerate(books.orders.apart)
            ],
            together=[
                (pair.white, pair.black, names[pair.white], names[pair.black], pair.reason, pair.round == coming)
                for pair in books.orders.together
            ],
            tables=[(one.player, players[one.player], one.table) for one in books.orders.tables],
            coming=coming,
            people=[(member.id, players[member.id]) for member in door.hall.players() if member.left_after is None],
            entrants=list(names.items()) if door.hall.teams.on else None,
            can=may(account.role, "forbid"),
        )

    async def results(request: Request) -> Response:
        if role(request) is None:
            return RedirectResponse("/desk/login", 303)
        asked = number(request.path_params["round"])
        if asked is None or door.hall.pairing(asked) is None:
            return door.error(request, 404, "error.not-paired")
        return door.page(
            request,
            "results.html",
            round=asked,
            last_round=door.hall.round_number,
            rows=results_of(door, language(request), asked),
        )

    async def journal(request: Request) -> Response:
        if role(request) is None:
            return RedirectResponse("/desk/login", 303)
        return door.page(request, "journal.html", rows=acts_shown(door, language(request)))

    async def act(request: Request) -> Response:
        form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
        answer = await office_act(door, role(request), request.path_params["act"], form)
        back = form.get("back", "")
        if answer.status == 401:
            return RedirectResponse("/desk/login", 303)
        page = {"players": players, "round": round_page, "orders": orders}.get(back, round_page)
        if answer.refusal is None:
            return RedirectResponse(f"/desk/{back if back in ('players', 'orders') else 'round'}", 303)
        if answer.status == 403:
            return door.error(request, 403, "error.forbidden")
        said = texts(language(request)).pick(answer.refusal.ru, answer.refusal.en)
        return await page(request, status=answer.status, refusal=said)

    return [
        Route("/desk/round", round_page, methods=["GET"], name="desk-round"),
        Route("/desk/round/change", change, methods=["GET"], name="desk-change"),
        Route("/desk/round/change", changed, methods=["POST"], name="desk-changed"),
        Route("/desk/results/{round}", results, methods=["GET"], name="desk-results"),
        Route("/desk/orders", orders, methods=["GET"], name="desk-orders"),
        Route("/desk/journal", journal, methods=["GET"], name="desk-journal"),
        Route("/desk/office/{act}", act, methods=["POST"], name="desk-office"),
    ]


def _posted(form: dict[str, Any]) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """The pairs and who has a plus (``bye``, ``bye2``, ...) of the form for changing a round by hand; a row left empty
    is no pair."""
    rows = sorted(int(key[1:]) for key in form if key[:1] == "w" and key[1:].isascii() and key[1:].isdigit())
    made = couples([[form.get(f"w{n}") or 0, form.get(f"b{n}") or 0] for n in rows])
    byes = (maybe_whole(form, key) for key in form if re.fullmatch(r"bye\d*", key))
    return [two for two in made if any(two)], tuple(player for player in byes if player is not None)


def _difference(pairing: Any, names: dict[int, str], bye: str) -> tuple[str, ...]:
    """The system's pairs that a manual pairing does not have."""
    if pairing.engine is None:
        return ()
    have = {(pair.white, pair.black) for pair in pairing.pairs}
    lines = [f"{names[w]} — {names[b]}" for w, b in pairing.engine.couples if (w, b) not in have]
    lines += [f"{names[player]} — {bye}" for player in pairing.engine.pluses if player not in pairing.pluses]
    return tuple(lines)


def _earlier(door: Door, names: dict[int, str]) -> list[tuple[str, int, str, str]]:
    """Adjourned games of earlier rounds that are still open: game, round, the two, what they stand for."""
    out = []
    for game, one in door.hall.ledger.adjourned.items():
        number, pair = door.hall.pair_of(game)
        if number < door.hall.round_number and door.hall.game(game).phase is not Phase.CONFIRMED:
            out.append((game, number, f"{names[pair.white]} — {names[pair.black]}", result_text(one.result)))
    return out


def results_of(door: Door, lang: str, number: int) -> list[ResultRow]:
    """Every game of a round, those of meetings of several too, with the result that counts."""
    names, known = door.names(lang), door.hall.results()
    return [
        ResultRow(
            table=pair.table,
            game=pair.game,
            white=names[pair.white],
            black=names[pair.black],
            result=result_text(known.get(pair.game, "")),
            note=door.game_words(pair.game, texts(lang)),
        )
        for pair in door.hall.seats(number, every=True)
    ]


def acts_shown(door: Door, lang: str) -> list[ActRow]:
    """The office's journal, newest first."""
    words, names, teams = texts(lang), door.names(lang), team_names(door, lang)
    rows = []
    for act in reversed(door.hall.ledger.acts):
        people = ", ".join(names.get(player, str(player)) for player in act.players[:6])
        people += " …" if len(act.players) > 6 else ""
        people = ", ".join(filter(None, (*(teams.get(team, str(team)) for team in act.teams), people)))
        told = [words.t(f"act.{act.kind}"), people, words.t("round.short", n=act.round) if act.round else ""]
        rows.append(
            ActRow(
                time=time_of_day(door.local(act.at_ms)),
                by=act.by,
                words=" · ".join(filter(None, told)),
                reason=act.reason,
            )
        )
    return rows
