"""A game of draughts as PDN 3.0 with the clocks after each move, from the record alone."""

from typing import Any

import msgspec

from record.fold import start
from record.state import GameState, Ply
from rules.errors import FlagfallError
from rules.pdn import Entry, Game, write
from rules.side import Side

PDN_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "+/-": "1-0", "-/+": "0-1"}
"""Results as PDN knows them; a loss of both (5.4.4.2) has no place there and is written ``*`` with a remark."""


def pdn(state: GameState, *, event: str = "", site: str = "", date: str = "") -> str:
    """The game as one PDN game.

    Each move carries ``[%clock w0:05:00 B0:04:58]`` where the clocks are known, the capital telling whose clock then
    ran. A ply against the rules that stood is written as the set-up that it led to, after a remark naming what was done
    (5.4.13.4). Raises `FlagfallError` for a discipline that PDN does not hold.
    """
    game = state.assignment
    first = start(game).history.position
    if not hasattr(first.discipline, "game_type"):
        raise FlagfallError(f"PDN holds games of draughts, not of {game.discipline}")
    tags = {
        **head(state, event, site, date),
        "White": state.white.name,
        "Black": state.black.name,
        "TimeControl": game.control,
        "Table": str(game.table),
    }
    written = Game(
        discipline=first.discipline,
        start=first,
        tags=tags,
        entries=tuple(_entries(first, state.plies)),
        result=result_of(state),
        comments=result_remark(state),
    )
    return write(written)


def _entries(position: Any, plies: tuple[Ply, ...]) -> list[Entry]:
    entries: list[Entry] = []
    remark = ""
    for ply in plies:
        said = tuple(text for text in (remark, clock_comment(ply)) if text)
        remark = ""
        move = None if ply.irregular else _legal(position, ply)
        if move is None:
            setup = position.discipline.position(ply.fen)
            done = (f"{ply.side.value} played {ply.move}, against the rules, and it stood", *said)
            if entries:
                before = entries[-1]
                entries[-1] = msgspec.structs.replace(before, comments=(*before.comments, *done[:1]))
                done = done[1:]
            entries.append(Entry(setup=setup, text=ply.move, comments=done))
            position = setup
        else:
            entries.append(Entry(move=move, text=ply.move, ambiguous=ply.uncertain, comments=said))
            position = position.apply(move)
            if position.fen() != ply.fen:
                position = position.discipline.position(ply.fen)
                entries.append(Entry(setup=position, text=""))
    return entries


def _legal(position: Any, ply: Ply) -> Any:
    try:
        return position.parse(ply.move)
    except FlagfallError:
        return None


def clock_comment(ply: Ply) -> str:
    """``[%clock w0:05:00 B0:04:58]`` after a ply whose clocks are known; the running side's letter is a capital."""
    if ply.white_ms is None or ply.black_ms is None:
        return ""
    runs = ply.side.other
    white, black = ("W", "b") if runs is Side.WHITE else ("w", "B")
    return f"[%clock {white}{clock_face(ply.white_ms)} {black}{clock_face(ply.black_ms)}]"


def clock_face(ms: int) -> str:
    """A time as PDN and PGN write it.

    >>> clock_face(3_725_900)
    '1:02:05'
    """
    seconds = ms // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def head(state: GameState, event: str, site: str, date: str) -> dict[str, str]:
    """The first tags of any file: ``event``, ``site`` and ``date`` as given, else by the record. A journal from before
    assignments carried the event's name has its id."""
    game = state.assignment
    return {
        "Event": event or game.event_name or game.event,
        "Site": site or "?",
        "Date": date or date_of(state),
        "Round": str(game.round),
    }


def result_of(state: GameState) -> str:
    """The result as files know it, ``*`` where they have none."""
    return PDN_RESULTS.get(state.result.result, "*") if state.result else "*"


def result_remark(state: GameState) -> tuple[str, ...]:
    """A remark with the result, where no file has a place for it."""
    result = state.result.result if state.result else "*"
    return () if result in PDN_RESULTS or result == "*" else (f"result {result}",)


def date_of(state: GameState) -> str:
    """The day on which the game began, as files write it: ``2026.11.29``."""
    at = state.started_at
    return at[:10].replace("-", ".") if at else "????.??.??"
