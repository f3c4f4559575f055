"""Time controls as data, and their short notation.

The notation::

    control = [ "hourglass:" | "lehmann-georgiev:" ] stages [ " vs " stages ]      white vs black, if they differ
    stages  = stage { "," stage } [ "*" ]                                         * repeats the last stage for ever
    stage   = time [ bonus ] [ "/" moves ]
    time    = { number ( "h" | "m" | "s" ) }                                      1h30m, 45m, 90s
    bonus   = "+" time              Fischer: added for every move made
            | "d" time              Bronstein: the time used, at most this, is given back
            | "w" time              US delay: the clock waits this long before it runs
            | "b" number "x" time   byo-yomi: periods after the main time, a period used in full is lost

Examples: ``45m``; ``15m+5s``; ``2h/50,1h/25*``; ``1h30m/40,1h``; ``5md3s``; ``30mb3x30s``; ``hourglass:3m``;
``lehmann-georgiev:5m+3s`` (one budget for all games until the first win, 3.6.4); ``5m+3s vs 3m+2s``. Unused time is
carried over from stage to stage (3.6.1). Spaces around marks are read, not written. A time
is at most 1000 hours, a number of moves or periods has at most four digits.
"""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.errors import NotationError
from rules.side import Side

Kind = Literal["usual", "hourglass", "lehmann-georgiev"]
BonusKind = Literal["fischer", "bronstein", "delay", "byo-yomi"]

_MARKS: Mapping[str, BonusKind] = {"+": "fischer", "d": "bronstein", "w": "delay", "b": "byo-yomi"}
_TIME = r"(?:[0-9]{1,9}h)?(?:[0-9]{1,9}m)?(?:[0-9]{1,9}s)?"
_COUNT = r"[0-9]{1,4}"
_BONUS = rf"(?P<mark>[+dwb])(?:(?P<periods>{_COUNT})x)?(?P<bonus>{_TIME})"
_STAGE = re.compile(rf"(?P<time>{_TIME})(?:{_BONUS})?(?:/(?P<moves>{_COUNT}))?")
# What is longer is a slip of the finger, and what is much longer no number that a database holds.
_LONGEST_MS = 1000 * 3_600_000
_UNITS = (("h", 3_600_000), ("m", 60_000), ("s", 1000))


class Bonus(msgspec.Struct, frozen=True):
    """What a move is given besides the stage's time. ``periods`` counts byo-yomi periods and is 0 otherwise."""

    kind: BonusKind
    ms: int
    periods: int = 0


class Stage(msgspec.Struct, frozen=True):
    """One period: ``time_ms`` for ``moves`` moves, or for the rest of the game if ``moves`` is ``None``."""

    time_ms: int
    moves: int | None = None
    bonus: Bonus | None = None


class Budget(msgspec.Struct, frozen=True):
    """One player's stages in order; ``repeats`` tells that the last one is given again and again."""

    stages: tuple[Stage, ...]
    repeats: bool = False

    def stage(self, number: int) -> Stage | None:
        """The stage of that number from 0; ``None`` past the last."""
        if number < len(self.stages):
            return self.stages[number]
        return self.stages[-1] if self.repeats else None

    def stage_after(self, moves: int) -> int:
        """The number of the stage in which a player is who has completed ``moves`` moves."""
        number = 0
        while True:
            stage = self.stage(number)
            if stage is None:
                return number - 1
            if stage.moves is None or moves < stage.moves:
                return number
            moves -= stage.moves
            number += 1


class Control(msgspec.Struct, frozen=True):
    """A time control. The two players' budgets belong to the persons; ``white`` and ``black`` are their seats now."""

    white: Budget
    black: Budget
    kind: Kind = "usual"

    def budget(self, side: Side) -> Budget:
        """The budget of the player with ``side``."""
        return self.white if side is Side.WHITE else self.black

    def bonus(self, side: Side, moves: int) -> Bonus | None:
        """The bonus for ``side``'s next move after ``moves`` completed ones."""
        budget = self.budget(side)
        stage = budget.stage(budget.stage_after(moves))
        return None if stage is None else stage.bonus

    def increment_ms(self, side: Side, moves: int) -> int:
        """What a Fischer clock adds when ``side`` completes a move after ``moves`` others; 0 without increment."""
        bonus = self.bonus(side, moves)
        return bonus.ms if bonus is not None and bonus.kind == "fischer" else 0

    def added_after(self, side: Side, moves: int) -> int:
        """The time of the next stage, if ``side``'s move number ``moves`` completed one; else 0."""
        budget = self.budget(side)
        now, before = budget.stage_after(moves), budget.stage_after(moves - 1) if moves else 0
        stage = budget.stage(now)
        return stage.time_ms if now > before and stage is not None else 0

    def __str__(self) -> str:
        return notation(self)


def fischer(base_ms: int, increment_ms: int) -> Control:
    """A control to the end of the game with an increment; sudden death if ``increment_ms`` is 0."""
    bonus = Bonus("fischer", increment_ms) if increment_ms else None
    budget = Budget((Stage(base_ms, None, bonus),))
    return Control(budget, budget)


def parse(text: str) -> Control:
    """Reads the notation. Raises `NotationError` that names every fault.

    >>> parse("15m+5s").increment_ms(Side.WHITE, 0)
    5000
    """
    kind: Kind = "usual"
    rest = text.strip().lower()
    head, colon, tail = rest.partition(":")
    faults: list[str] = []
    if colon:
        if head.strip() == "hourglass":
            kind = "hourglass"
        elif head.strip() == "lehmann-georgiev":
            kind = "lehmann-georgiev"
        else:
            faults.append(f"unknown kind {head.strip()!r}; expected hourglass or lehmann-georgiev")
        rest = tail
    parts = re.split(r"\s+vs\s+", rest.strip())
    if len(parts) > 2:
        faults.append(f"{len(parts)} budgets; expected one, or two for white and black")
    budgets = [_budget(_closed_up(part), faults) for part in parts]
    if kind == "hourglass" and any(len(b.stages) > 1 or any(s.bonus for s in b.stages) or b.repeats for b in budgets):
        faults.append("an hourglass has one time and nothing else")
    if faults:
        raise NotationError(f"time control {text!r}: " + "; ".join(faults), text=text)
    return Control(budgets[0], budgets[-1], kind)


def _closed_up(text: str) -> str:
    """Without the spaces around marks; two numbers side by side stay two."""
    return re.sub(r"(?<![0-9])\s+|\s+(?![0-9])", "", text)


def _budget(text: str, faults: list[str]) -> Budget:
    repeats = text.endswith("*")
    pieces = text.removesuffix("*").split(",")
    stages = tuple(_stage(piece, faults) for piece in pieces)
    if any(stage.moves is None for stage in stages[:-1]):
        faults.append(f"{text!r}: every stage before the last needs a number of moves, such as 2h/50")
    if repeats and stages[-1].moves is None:
        faults.append(f"{text!r}: a repeated stage needs a number of moves, such as 1h/25*")
    return Budget(stages, repeats)


def _stage(text: str, faults: list[str]) -> Stage:
    found = _STAGE.fullmatch(text)
    if found is None or not found["time"]:
        faults.append(f"{text!r} is not a stage; expected a time such as 45m, 15m+5s or 2h/50")
        return Stage(0)
    time_ms = _read_time(found["time"])
    moves = None if found["moves"] is None else int(found["moves"])
    bonus = None
    if not time_ms:
        faults.append(f"{text!r}: no time at all")
    if max(time_ms, _read_time(found["bonus"] or "")) > _LONGEST_MS:
        faults.append(f"{text!r}: a time of at most 1000 hours is expected")
    if moves == 0:
        faults.append(f"{text!r}: a number of moves from 1 up is expected after the slash")
    if found["mark"]:
        kind = _MARKS[found["mark"]]
        bonus = Bonus(kind, _read_time(found["bonus"]), int(found["periods"] or 0))
        if not bonus.ms:
            faults.append(f"{text!r}: a time is expected after {found['mark']!r}")
        if (kind == "byo-yomi") != bool(bonus.periods):
            faults.append(f"{text!r}: byo-yomi, and only that, has a number of periods, such as b3x30s")
    return Stage(time_ms, moves, bonus)


def _read_time(text: str) -> int:
    sizes = dict(_UNITS)
    return sum(int(number) * sizes[unit] for number, unit in re.findall(r"([0-9]+)([hms])", text))


def time_text(ms: int) -> str:
    """A time in the notation, whole seconds: ``1h30m``."""
    text = ""
    for unit, size in _UNITS:
        number, ms = divmod(ms, size)
        text += f"{number}{unit}" if number else ""
    return text or "0s"


def notation(control: Control) -> str:
    """Writes the notation; `parse` reads it back to an equal control."""
    head = "" if control.kind == "usual" else f"{control.kind}:"
    white, black = _budget_text(control.white), _budget_text(control.black)
    return head + (white if white == black else f"{white} vs {black}")


def _budget_text(budget: Budget) -> str:
    marks = {kind: mark for mark, kind in _MARKS.items()}
    texts = []
    for stage in budget.stages:
        text = time_text(stage.time_ms)
        if stage.bonus is not None:
            periods = f"{stage.bonus.periods}x" if stage.bonus.periods else ""
            text += marks[stage.bonus.kind] + periods + time_text(stage.bonus.ms)
        texts.append(text if stage.moves is None else f"{text}/{stage.moves}")
    return ",".join(texts) + ("*" if budget.repeats else "")
