"""The office's acts by name, for forms and the JSON doors: access first, then the hall's office or pairer."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from record.commands import Refusal
from server.accounts import Account
from server.config import PlayerEntry
from server.refusals import NO_PLAYER
from server.rounds import ByeKind, Pairing
from server.web import team_acts
from server.web.access import may
from server.web.acts import FORBIDDEN, LOG_IN, NO_GAME, Answer, bad
from server.web.door import Door
from server.web.fields import UnreadableError, couples, maybe_whole, numbers, whole

MOST_WORDS = 500
NO_RATING = -1
NAMES = (
    "enter",
    "withdraw",
    "readmit",
    "exclude",
    "go-on",
    "absent",
    "present",
    "forbid",
    "allow",
    "order-pair",
    "drop-pair",
    "fix-table",
    "adjourn",
    "resume",
    "undo-round",
    "repair",
    "change-pairs",
    "lose-meeting",
    "meeting-stands",
    "play-off",
    "play-off-back",
)
"""Every act of the office, but for those about teams."""
ABOUT_GAMES = ("adjourn", "resume", "meeting-stands", "wrong-board", "board-counts")


async def office_act(door: Door, account: Account | None, name: str, fields: dict[str, Any]) -> Answer:
    """Do the act ``name`` with ``fields``: those of docs/reference/http.md."""
    if account is None:
        return Answer(401, LOG_IN)
    if name not in (*NAMES, *team_acts.NAMES):
        return bad("Такого действия нет.", "There is no such act.")
    if not may(account.role, name):
        return Answer(403, FORBIDDEN)
    try:
        answer = await _done(door, name, fields, account.name)
    except UnreadableError as fault:
        return bad(f"Поле {fault}: нужно число.", f"Field {fault}: a number is needed.")
    except KeyError:
        return Answer(404, NO_GAME if name in ABOUT_GAMES else NO_PLAYER)
    if isinstance(answer, Answer):
        return answer
    if isinstance(answer, Refusal):
        return Answer(409, answer)
    if isinstance(answer, Pairing):
        return Answer(200, None, {"round": answer.round, "edition": answer.edition})
    return Answer(200)


async def _done(door: Door, name: str, fields: dict[str, Any], by: str) -> Any:
    office, pairer = door.hall.office, door.hall.pairer
    reason = str(fields.get("reason") or "").strip()[:MOST_WORDS]
    if name in team_acts.NAMES:
        game = _game(door, fields) if name in ABOUT_GAMES else ""
        return await team_acts.done(door, name, fields, by, reason, game)
    player: Callable[[], int] = lambda: whole(fields, "player")  # noqa: E731 - read where an act needs it
    acts: dict[str, Callable[[], Awaitable[Any]]] = {
        "enter": lambda: _enter(door, fields, by),
        "withdraw": lambda: office.withdraw(player(), by=by, reason=reason),
        "exclude": lambda: office.exclude(player(), by=by, reason=reason),
        "go-on": lambda: office.go_on(player(), by=by, reason=reason),
        "readmit": lambda: office.readmit(player(), by=by, reason=reason),
        "absent": lambda: _absent(door, player(), fields, by),
        "present": lambda: office.take_back_bye(player(), maybe_whole(fields, "round"), by=by),
        "forbid": lambda: office.forbid(
            numbers(fields.get("players"), "players"), weak=fields.get("weak") in (True, "true", "1", "on"), by=by
        ),
        "allow": lambda: office.allow(whole(fields, "index"), by=by),
        "order-pair": lambda: office.order_pair(whole(fields, "white"), whole(fields, "black"), reason=reason, by=by),
        "drop-pair": lambda: office.drop_pair(whole(fields, "white"), whole(fields, "black"), by=by),
        "fix-table": lambda: office.fix_table(player(), maybe_whole(fields, "table"), by=by),
        "adjourn": lambda: office.adjourn(_game(door, fields), str(fields.get("result") or ""), by=by),
        "resume": lambda: office.resume(_game(door, fields), by=by),
        "undo-round": lambda: pairer.undo_round(reason=reason, by=by),
        "repair": lambda: pairer.repair(
            absent=numbers(fields.get("absent"), "absent"),
            separate=couples(fields.get("separate") or []),
            reason=reason,
            by=by,
        ),
        "lose-meeting": lambda: door.hall.meetings.lose(
            player(), both=fields.get("both") in (True, "true", "1", "on"), reason=reason, by=by
        ),
        "meeting-stands": lambda: door.hall.meetings.take_back_loss(_game(door, fields), reason=reason, by=by),
        "play-off": lambda: door.hall.play_offs.start(by=by),
        "play-off-back": lambda: door.hall.play_offs.take_back(reason=reason, by=by),
        "change-pairs": lambda: pairer.change(
            couples(fields.get("pairs")), tuple(filter(None, numbers(fields.get("bye"), "bye"))), reason=reason, by=by
        ),
    }
    return await acts[name]()


def _game(door: Door, fields: dict[str, Any]) -> str:
    game = str(fields.get("game") or "")
    if not door.hall.has_game(game):
        raise KeyError(game)
    return game


async def _absent(door: Door, player: int, fields: dict[str, Any], by: str) -> Any:
    kind = str(fields.get("kind") or "zero")
    if kind not in ("zero", "half", "full"):
        return bad("Вид: zero, half или full.", "The kind is zero, half or full.")
    worth: ByeKind = msgspec.convert(kind, ByeKind)
    return await door.hall.office.give_bye(player, worth, maybe_whole(fields, "round"), by=by)


async def _enter(door: Door, fields: dict[str, Any], by: str) -> Any:
    name, name_en, title, country, born, club, group = (
        str(fields.get(key) or "").strip()[:80]
        for key in ("name", "name_en", "title", "country", "born", "club", "group")
    )
    told = str(fields.get("rating") if fields.get("rating") is not None else "").strip()
    # What is no number is refused by the hall, as a number out of bounds is.
    rating = (int(told) if told.isascii() and told.isdigit() and len(told) < 6 else NO_RATING) if told else None
    entry = PlayerEntry(
        id=0,
        name=name,
        name_en=name_en,
        rating=rating,
        title=title,
        country=country,
        born=born,
        club=club,
        group=group,
    )
    made = await door.hall.office.add_player(entry, by=by)
    return made if isinstance(made, Refusal) else Answer(200, None, {"player": made.id})
