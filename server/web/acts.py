"""What people do: each act checks the access table, then asks the hall. Pages and the JSON API both end here."""

import re
from datetime import datetime, time, timedelta
from typing import Any

import msgspec

from record.commands import (
    AdjustClock,
    Arrive,
    Call,
    Command,
    ConfirmResult,
    CorrectClock,
    DrawOpening,
    EnterColours,
    EnterResult,
    Miss,
    Refusal,
    Rule,
    Undo,
)
from rules.side import Side
from server.accounts import Account
from server.web.access import may
from server.web.door import Door


class Answer(msgspec.Struct, frozen=True):
    """``status`` as HTTP has it; ``refusal`` says why not; ``data`` is what the API adds."""

    status: int
    refusal: Refusal | None = None
    data: dict[str, Any] = {}


ACTS = (
    "rule",
    "call",
    "result",
    "confirm",
    "undo",
    "clock",
    "correct-clock",
    "settle",
    "pair",
    "call-round",
    "start-clocks",
    "draw-openings",
    "draw-opening",
    "arrived",
    "missing",
)
"""Every act of the desk."""

MOST_DIGITS = 4
"""Of the hours, or minutes, of a time."""
MINUS = ("-", "−", "–")

LOG_IN = Refusal(code="log-in", ru="Сначала войдите.", en="Log in first.")
FORBIDDEN = Refusal(code="forbidden", ru="Для этого нужна другая роль.", en="This needs another role.")
NO_ALARM = Refusal(code="no-alarm", ru="Этого уже нет.", en="That is no longer there.")
NO_GAME = Refusal(code="no-game", ru="Такой партии нет.", en="There is no such game.")


def bad(ru: str, en: str) -> Answer:
    """A request that cannot be read."""
    return Answer(400, Refusal(code="bad-request", ru=ru, en=en))


async def act(door: Door, account: Account | None, name: str, fields: dict[str, Any]) -> Answer:
    """Do ``name`` with ``fields``; the names are those of the desk's doors in docs/reference/http.md."""
    if account is None:
        return Answer(401, LOG_IN)
    wanted = f"rule:{fields.get('ruling', '')}" if name == "rule" else name
    if not may(account.role, wanted):
        return Answer(403, FORBIDDEN)
    if name == "pair":
        made = await door.hall.pair_next(relax=fields.get("relax") in (True, "true", "1"), by=account.name)
        return Answer(409, made) if isinstance(made, Refusal) else Answer(200, None, {"round": made.round})
    if name == "settle":
        number = _whole(fields.get("alarm"))
        if number not in {alarm.id for alarm in door.hall.alarms()} or number is None:
            return Answer(404, NO_ALARM)
        await door.hall.settle_alarm(number, account.name)
        return Answer(200)
    if name == "start-clocks":
        refusal = await door.hall.starter.start_clocks(_absent(fields), by=account.name)
        return Answer(409, refusal) if refusal else Answer(200)
    if name == "call-round":
        return await _call_round(door, str(fields.get("at") or "").strip(), account.name)
    if name == "draw-openings":
        refusal = await door.hall.starter.draw_openings(_absent(fields), by=account.name)
        return Answer(409, refusal) if refusal else Answer(200)
    game = str(fields.get("game", ""))
    if not door.hall.has_game(game):
        return Answer(404, NO_GAME)
    command = _command(name, fields, account.name)
    if isinstance(command, Answer):
        return command
    refusal = await door.hall.command(game, command)
    return Answer(409, refusal) if refusal else Answer(200)


async def _call_round(door: Door, told: str, by: str) -> Answer:
    """``told`` is the hall's time of day, ``10:00``; empty takes the call back. A time long gone is tomorrow's."""
    at_ms = None
    if told:
        now = door.local(door.now_ms())
        try:
            moment = datetime.combine(now.date(), time.fromisoformat(told), now.tzinfo)
        except ValueError:
            return bad("Время: ч:мм.", "A time is h:mm.")
        if now - moment > timedelta(hours=12):
            moment += timedelta(days=1)
        at_ms = int(moment.timestamp() * 1000)
    refusal = await door.hall.starter.call(at_ms, by=by)
    return Answer(409, refusal) if refusal else Answer(200)


def _command(name: str, fields: dict[str, Any], arbiter: str) -> Command | Answer:
    try:
        side = Side(fields["side"]) if fields.get("side") else None
        by = Side(fields["by"]) if fields.get("by") else None
    except ValueError:
        return bad("Сторона: white или black.", "The side is white or black.")
    finding = str(fields.get("finding") or "") or None
    reason = str(fields.get("reason") or "").strip()[:500]
    match name:
        case "rule":
            added = _whole(fields.get("added_ms", 0))
            ruling = str(fields.get("ruling") or "")
            if added is None or not ruling:
                return bad("Укажите решение; время в миллисекундах.", "Name the ruling; times are milliseconds.")
            black = _whole(fields.get("black"))
            return Rule(
                ruling=ruling,
                arbiter=arbiter,
                finding=finding,
                side=side,
                added_ms=added,
                reason=reason,
                black=black,
            )
        case "call":
            return Call(arbiter=arbiter, finding=finding, by=by)
        case "result":
            result = str(fields.get("result") or "")
            return EnterResult(result=result, by="arbiter", arbiter=arbiter, reason=reason or "entered")
        case "arrived" | "missing":
            if side is None:
                return bad("Укажите сторону.", "Name the side.")
            return Arrive(side=side, by="desk") if name == "arrived" else Miss(side=side, arbiter=arbiter)
        case "draw-opening":
            return DrawOpening(arbiter=arbiter)
        case "confirm":
            return ConfirmResult(arbiter=arbiter)
        case "undo":
            seq = _whole(fields.get("seq"))
            return (
                bad("Укажите номер решения.", "Name the ruling's number.")
                if seq is None
                else Undo(seq=seq, arbiter=arbiter, reason=reason)
            )
        case "clock":
            white, black = _time(fields, "white"), _time(fields, "black")
            if white is None or black is None:
                return bad("Время: ч:мм:сс или м:сс.", "A time is h:mm:ss or m:ss.")
            return AdjustClock(white_ms=white, black_ms=black, arbiter=arbiter, reason=reason)
        case "correct-clock":
            why, by_ms = fields.get("why"), _time(fields, "change", signed=True)
            if why == "carried":
                return CorrectClock(why="carried", side=side, arbiter=arbiter, reason=reason)
            if by_ms is None:
                return bad("Время: ч:мм:сс или м:сс.", "A time is h:mm:ss or m:ss.")
            if why == "fault" or why == "record":
                return CorrectClock(why=why, by_ms=by_ms, side=side, arbiter=arbiter, reason=reason)
            return bad("Причина: fault, record или carried.", "The reason is fault, record or carried.")
        case _:
            return bad("Такого действия нет.", "There is no such act.")


def _absent(fields: dict[str, Any]) -> set[int]:
    """The start numbers in ``absent``, a list or a text, and in the names of a form's ticked boxes (``absent-4``)."""
    named = fields.get("absent")
    words = named if isinstance(named, list | tuple) else str(named or "").replace(",", " ").split()
    ticked = [key.removeprefix("absent-") for key in fields if key.startswith("absent-")]
    return {number for word in (*words, *ticked) if (number := _whole(word)) is not None}


def _whole(value: Any) -> int | None:
    """A whole number of at most twelve digits: what is longer is no time, no player and no event."""
    text = str(value).strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,12}", text) else None


def _time(fields: dict[str, Any], name: str, *, signed: bool = False) -> int | None:
    """``white_ms`` as it is, or ``white`` as ``h:mm:ss`` or ``m:ss``; ``signed``: a minus may stand before it."""
    if f"{name}_ms" in fields:
        return _whole(fields[f"{name}_ms"])
    text = str(fields.get(name) or "").strip()
    less = signed and text[:1] in MINUS
    parts = (text[1:] if less or (signed and text[:1] == "+") else text).split(".")[0].split(":")
    if not 2 <= len(parts) <= 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    if len(parts[0]) > MOST_DIGITS or any(len(part) > 2 or int(part) > 59 for part in parts[1:]):
        return None
    total = 0
    for part in parts:
        total = total * 60 + int(part)
    return -total * 1000 if less else total * 1000


async def say_here(door: Door, player: int) -> Answer:
    """A player says on his phone that he has come."""
    refusal = await door.hall.starter.arrive(player, by="phone")
    return Answer(404 if refusal.code == "no-game" else 409, refusal) if refusal else Answer(200)


async def enter_own_colours(door: Door, player: int, black: Any) -> Answer:
    """A player says who had Black in his game of the current round, which no board records."""
    game = door.hall.game_of(player)
    if game is None:
        return Answer(404, NO_GAME)
    number = _whole(black)
    if number is None:
        return bad("Укажите номер игравшего чёрными.", "Name the start number of who had Black.")
    refusal = await door.hall.command(game, EnterColours(black=number, by=player))
    return Answer(409, refusal) if refusal else Answer(200)


async def enter_own_result(door: Door, player: int, result: str) -> Answer:
    """A player names the result of his game of the current round."""
    game = door.hall.game_of(player)
    if game is None:
        return Answer(404, NO_GAME)
    side = door.hall.game(game).side_of(player)
    refusal = await door.hall.command(game, EnterResult(result=result, by=side.value))
    return Answer(409, refusal) if refusal else Answer(200)
