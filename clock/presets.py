"""The time controls that the rules name (3.6, 4.3), and what lies outside them."""

import msgspec

from clock.control import Control, Stage, parse, time_text
from rules.side import Side


class Preset(msgspec.Struct, frozen=True):
    """A control with its article. ``tempo`` is ``classic``, ``rapid`` or ``blitz``."""

    name: str
    notation: str
    discipline: str
    tempo: str
    article: str

    @property
    def control(self) -> Control:
        """The control itself."""
        return parse(self.notation)


PRESETS = (
    Preset("hundred-square-repeating", "2h/50,1h/25*", "international", "classic", "3.6.1"),
    Preset("hundred-square-six-hours", "2h/50,1h", "international", "classic", "3.6.1"),
    Preset("hundred-square-five-hours", "2h/50,30m", "international", "classic", "3.6.1"),
    Preset("hundred-square-five-hours-forty", "1h30m/40,1h", "international", "classic", "3.6.1"),
    Preset("hundred-square-fischer", "1h20m+1m", "international", "classic", "3.6.1"),
    Preset("hundred-square-rapid", "15m", "international", "rapid", "3.6.2"),
    Preset("hundred-square-rapid-fischer", "10m+5s", "international", "rapid", "3.6.2"),
    Preset("hundred-square-blitz", "5m", "international", "blitz", "3.6.3"),
    Preset("hundred-square-blitz-fischer", "3m+2s", "international", "blitz", "3.6.3"),
    Preset("lehmann-georgiev", "lehmann-georgiev:5m+3s", "international", "blitz", "3.6.4"),
    Preset("giveaway", "45m", "giveaway", "classic", "4.3.1"),
    Preset("giveaway-fischer", "30m+30s", "giveaway", "classic", "4.3.1"),
    Preset("giveaway-fischer-short", "40m+5s", "giveaway", "classic", "4.3.1"),
)

_MINUTE = 60_000
# "The first 60 moves" bound base + 60 x increment (3.6.2-3).
_COUNTED_MOVES = 60
_BOUNDS = {"rapid": (15, 30, 10, 5, "3.6.2"), "blitz": (5, 15, 3, 2, "3.6.3")}


def preset(name: str) -> Preset | None:
    """The preset called ``name``, ``None`` if there is none."""
    return next((one for one in PRESETS if one.name == name), None)


def warnings(control: Control, discipline: str, tempo: str) -> tuple[str, ...]:
    """What in a control lies outside 3.6 (100 squares) or 4.3 (giveaway), for the organiser at set-up.

    Regulations may set other controls that do not contradict the rules, so these are warnings, never errors.
    Disciplines whose articles on time are not among the texts (Russian draughts, renju) get none.
    """
    found: list[str] = []
    if control.kind == "lehmann-georgiev":
        if str(control) != "lehmann-georgiev:5m+3s":
            found.append(f"{control}: a Lehmann-Georgiev tie-break is 5m+3s for all games (3.6.4)")
        return tuple(found)
    for side in Side if control.white != control.black else (Side.WHITE,):
        whose = "" if control.white == control.black else f" for {side}"
        for fault in _outside(control, side, discipline, tempo):
            found.append(fault.replace("{}", whose))
    return tuple(found)


def _outside(control: Control, side: Side, discipline: str, tempo: str) -> list[str]:
    budget = control.budget(side)
    stage = budget.stages[0]
    text = str(Control(budget, budget, control.kind))
    if discipline == "giveaway" and tempo == "classic":
        named = [one.notation for one in PRESETS if one.discipline == "giveaway"]
        return [] if text in named else [f"{text}{{}} is none of {', '.join(named)} (4.3.1)"]
    if discipline != "international":
        return []
    plain = control.kind == "usual" and len(budget.stages) == 1 and stage.moves is None
    fischer = plain and stage.bonus is not None and stage.bonus.kind == "fischer"
    if tempo == "classic":
        named = [one.notation for one in PRESETS if one.article == "3.6.1"]
        inside = fischer and 80 <= stage.time_ms / _MINUTE <= 120 and _bonus_ms(stage) == _MINUTE
        return [] if inside or text in named else [f"{text}{{}} is none of {', '.join(named)}, up to 2h+1m (3.6.1)"]
    if tempo not in _BOUNDS:
        return [f"unknown tempo {tempo!r}; expected classic, rapid or blitz"]
    least, most, least_base, least_increment, article = _BOUNDS[tempo]
    if not plain or (stage.bonus is not None and not fischer):
        return [f"{text}{{}}: one time for the whole game, with or without an increment, is provided for ({article})"]
    found = []
    total = stage.time_ms + _COUNTED_MOVES * _bonus_ms(stage)
    if not least * _MINUTE <= total <= most * _MINUTE:
        what = "for the first 60 moves " if fischer else ""
        found.append(f"{text}{{}}: {time_text(total)} {what}is outside {least} to {most} minutes ({article})")
    if fischer and (stage.time_ms < least_base * _MINUTE or _bonus_ms(stage) < least_increment * 1000):
        found.append(f"{text}{{}} is less than {least_base}m+{least_increment}s ({article})")
    return found


def _bonus_ms(stage: Stage) -> int:
    return 0 if stage.bonus is None else stage.bonus.ms
