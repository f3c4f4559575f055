"""The acts about teams by name, for forms and the JSON doors; `server.web.office_acts` checks access first."""

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any

from server.web.acts import Answer, bad
from server.web.door import Door
from server.web.fields import UnreadableError, couples, maybe_whole, whole

NAMES = (
    "draw-teams",
    "undo-draw",
    "change-draw",
    "line-up",
    "round-start",
    "withdraw-team",
    "readmit-team",
    "team-away",
    "team-present",
    "team-reserve",
    "team-left",
    "not-admitted",
    "wrong-board",
    "board-counts",
    "extra-match",
)
"""Every act about teams."""
YEARS = range(2000, 3000)
"""In which rounds can start: pages tell the time of a start, and calendars end."""


async def done(door: Door, name: str, fields: Mapping[str, Any], by: str, reason: str, game: str) -> Any:
    """Do the act ``name``; a value, a refusal or an answer. ``game`` is known to exist where the act needs one. Raises
    UnreadableError for a field that is none, KeyError for an unknown player."""
    teams = door.hall.teams
    rulings, draws = teams.rulings, teams.draws
    told = dict(fields)
    team: Callable[[], int] = lambda: whole(told, "team")  # noqa: E731 - read where an act needs it
    acts: dict[str, Callable[[], Awaitable[Any]]] = {
        "draw-teams": lambda: draws.draw(relax=told.get("relax") in (True, "true", "1"), by=by),
        "undo-draw": lambda: draws.undraw(reason=reason, by=by),
        "change-draw": lambda: draws.change_draw(drawn_couples(told), maybe_whole(told, "bye"), reason=reason, by=by),
        "line-up": lambda: teams.line_ups.file(
            maybe_whole(told, "round") or teams.coming, team(), seats(told), by=by, reason=reason
        ),
        "round-start": lambda: _start(door, told, by),
        "withdraw-team": lambda: rulings.withdraw(team(), reason=reason, by=by),
        "readmit-team": lambda: rulings.readmit(team(), reason=reason, by=by),
        "team-away": lambda: rulings.away(team(), reason=reason, by=by),
        "team-present": lambda: rulings.present(team(), by=by),
        "team-reserve": lambda: rulings.reserve(team(), whole(told, "player"), reason=reason, by=by),
        "team-left": lambda: rulings.rule_left(team(), str(told.get("ruling") or ""), reason=reason, by=by),
        "not-admitted": lambda: rulings.not_admitted(team(), reason=reason, by=by),
        "wrong-board": lambda: rulings.wrong_board(game, team(), reason=reason, by=by),
        "board-counts": lambda: rulings.board_counts(game, reason=reason, by=by),
        "extra-match": lambda: rulings.extra_match(reason=reason, by=by),
    }
    return await acts[name]()


def seats(fields: Mapping[str, Any]) -> tuple[int | None, ...]:
    """A line-up: ``seats`` as a list or a text of start numbers, 0 or ``-`` an empty board; or the fields ``s1``,
    ``s2`` ... of a form. Raises UnreadableError."""
    if "seats" in fields:
        told = fields["seats"]
        words = told if isinstance(told, list | tuple) else str(told).replace(",", " ").split()
        return tuple(maybe_whole({"seats": "" if word in ("-", "–", None) else word}, "seats") for word in words)
    rows = sorted(int(key[1:]) for key in fields if re.fullmatch(r"s\d{1,3}", key))
    return tuple(maybe_whole(dict(fields), f"s{row}") for row in rows)


def drawn_couples(fields: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    """Pairs of teams: ``pairs`` as a list, or the fields ``h1``, ``a1``, ``h2`` ... of a form; an empty row is none."""
    if "pairs" in fields:
        return couples(fields["pairs"])
    rows = sorted(int(key[1:]) for key in fields if re.fullmatch(r"h\d{1,3}", key))
    made = couples([[fields.get(f"h{row}") or 0, fields.get(f"a{row}") or 0] for row in rows])
    return tuple(two for two in made if any(two))


async def _start(door: Door, fields: dict[str, Any], by: str) -> Any:
    """``at`` is the hall's local time as a browser writes it; empty takes the time back."""
    number = maybe_whole(fields, "round") or door.hall.teams.coming
    told = str(fields.get("at") or "").strip()
    if not told:
        return await door.hall.teams.line_ups.start_at(number, None, by=by)
    try:
        moment = datetime.fromisoformat(told)
    except ValueError:
        return bad("Время: 2026-05-17T10:00.", "A time is 2026-05-17T10:00.")
    if moment.year not in YEARS:
        return bad("Год: от 2000 до 2999.", "A year is 2000 to 2999.")
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=door.local(door.now_ms()).tzinfo)
    return await door.hall.teams.line_ups.start_at(number, int(moment.timestamp() * 1000), by=by)


async def file_as_captain(door: Door, team: int, fields: Mapping[str, Any]) -> Answer:
    """A captain files the line-up of his team for the next round."""
    try:
        filed = seats(fields)
    except UnreadableError as fault:
        return bad(f"Поле {fault}: нужно число.", f"Field {fault}: a number is needed.")
    squad = door.hall.teams.squads[team]
    by = squad.entry.captain or squad.entry.name
    refusal = await door.hall.teams.line_ups.file(door.hall.teams.coming, team, filed, by=by, captain=True)
    return Answer(409, refusal) if refusal else Answer(200)
