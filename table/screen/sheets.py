"""The buttons of one player: which lie there, and what a press of one does. Nothing here knows what was noticed.

A player has the same four buttons at all times; only the opponent's offer changes them, the wait for the player himself
("I am here", 5.4.1.2), a choice that the opening regulation of renju gives him (5.2.4.3), and what he opened himself:
the claims, the question after a resignation, the move that he is about to make (5.4.12.2), the number that he
announces.
"""

from typing import NamedTuple

import msgspec

from rules.side import Side

SETTLE_MS = 600
"""So long after a change a press of a new button does not count: the finger was meant for the one before."""

CLAIMS = ("claim-flag", "claim-rule", "claim-move-limit", "claim-draw", "claim-clock", "back")
CLAIMS_RENJU = ("claim-flag", "claim-rule", "claim-foul", "pass", "claim-clock", "back")
MAIN = ("offer-draw", "claim-irregularity", "claims", "resign")
ARRIVED = "arrived"
EXPECTED = (ARRIVED, *MAIN[1:])
"""While a player is waited for: no draw is offered before he is there."""
ANSWERS = ("accept-draw", "decline-draw", "resign")
SENT_AS = {"claim-rule": "claim-irregularity"}
"""Buttons that say the same as another one."""

KEYS_OF_LETTERS = tuple("abcdefgh12345678")
KEYS_OF_NUMBERS = tuple("1234567890-")
LONGEST = 24
"""So many keys make the longest move."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """What lies before one player. ``name``: ``main``, ``claims``, ``resign`` (asks once more), ``move`` or
    ``announce`` (a number); ``typed`` is the move so far; ``since_ms`` when it came to lie there."""

    name: str = "main"
    typed: tuple[str, ...] = ()
    since_ms: int = -SETTLE_MS


class Sent(NamedTuple):
    """A button of `board.inputs.BUTTONS` that was pressed."""

    button: str
    move: str | None = None
    number: int | None = None


def buttons(
    sheet: Sheet, kind: str, *, offered: bool, expected: bool = False, choices: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The names of the buttons that lie there. ``offered``: the opponent's offer of a draw stands; ``expected``: the
    player is waited for; ``choices`` are the player's in the opening."""
    match sheet.name:
        case "claims":
            return CLAIMS_RENJU if kind == "renju" else CLAIMS
        case "move":
            return ("send", "erase", "back")
        case _ if offered:
            return ANSWERS
        case _:
            return (*choices, "claims", "resign") if choices else EXPECTED if expected else MAIN


def pressed(sheet: Sheet, button: str, now_ms: int) -> tuple[Sheet, Sent | None]:
    """The sheet after a press of ``button``, and what it says to the table."""
    if now_ms - sheet.since_ms < SETTLE_MS and button not in ("key", "erase"):
        return sheet, None
    match button:
        case "claims" | "resign" | "announce" if sheet.name == "main":
            return Sheet(name=button, since_ms=now_ms), None
        case "claim-draw":
            return Sheet(name="move", since_ms=now_ms), None
        case "back" | "no":
            return Sheet(name="claims" if sheet.name == "move" else "main", since_ms=now_ms), None
        case "erase":
            return msgspec.structs.replace(sheet, typed=sheet.typed[:-1]), None
        case "send":
            return Sheet(since_ms=now_ms), Sent("claim-draw", move_of(sheet) or None)
        case "yes" if sheet.name == "resign":
            return Sheet(since_ms=now_ms), Sent("resign")
        case "resign":
            return sheet, None
        case _:
            return Sheet(since_ms=now_ms), Sent(SENT_AS.get(button, button))


def announced(sheet: Sheet, number: str, now_ms: int) -> tuple[Sheet, Sent | None]:
    """The sheet after a number of fifth moves was touched."""
    if now_ms - sheet.since_ms < SETTLE_MS:
        return sheet, None
    return Sheet(since_ms=now_ms), Sent("announce", number=int(number))


def chosen(sheet: Sheet, before: tuple[str, ...], after: tuple[str, ...], now_ms: int) -> Sheet:
    """The sheet of a player whose choices in the opening went from ``before`` to ``after``."""
    if before == after or sheet.name not in ("main", "announce"):
        return sheet
    return Sheet(since_ms=now_ms)


def typed(sheet: Sheet, text: str) -> Sheet:
    """The sheet after a key, or after a square of the board was shown (``text`` is its name)."""
    if len(text) > 1 and sheet.typed:
        text = f"-{text}"
    return msgspec.structs.replace(sheet, typed=(*sheet.typed, text)[:LONGEST])


def move_of(sheet: Sheet) -> str:
    """What was typed, as a move: ``c``, ``3``, ``d``, ``4`` is ``c3-d4``."""
    out = ""
    for sign in "".join(sheet.typed):
        if sign.isalpha() and out and out[-1].isdigit():
            out += "-"
        out += sign
    return out.strip("-")


def changed(sheet: Sheet, *, before: bool, after: bool, now_ms: int) -> Sheet:
    """The sheet of a player after he was waited for (``before``) or is (``after``): where that changed, the finger that
    is on its way does not count."""
    return sheet if before is after else msgspec.structs.replace(sheet, since_ms=now_ms)


def opened(sheet: Sheet, side: Side, before: Side | None, after: Side | None, now_ms: int) -> Sheet:
    """The sheet of ``side`` after the offer that stands for him went from ``before`` to ``after``: its buttons are
    others now, and the finger that is on its way does not count."""
    if before is after or side not in (before, after) or sheet.name != "main":
        return sheet
    return msgspec.structs.replace(sheet, since_ms=now_ms)
