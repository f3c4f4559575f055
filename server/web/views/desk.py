"""The whole desk: its head plate, the queue, the results to confirm and the tiles of all tables in table order."""

from collections.abc import Sequence

import msgspec

from display.catalogue import Texts
from display.format import name_of, result_text
from record.state import GameState, Phase
from rules.side import Side
from server.starting import awaits_signal
from server.web.access import may
from server.web.views.boards import board_of
from server.web.views.cases import (
    ATTENTION,
    DECISION,
    NOTE,
    Case,
    Done,
    Events,
    cases,
    done,
    grade_of,
    people,
)
from server.web.views.clocks import Face, face, unix_ms
from server.web.views.watched import Line, lines


class Lamp(msgspec.Struct, frozen=True, kw_only=True):
    """A table's lamp: ``""`` heard, ``old`` silent, ``off`` no device."""

    table: int
    look: str


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """A table: its tiny board, names, clocks, and one chip. ``meeting``: which game of several this is."""

    key: str
    table: int
    game: str
    grade: str
    chip: str
    result: str
    plain: str
    board: str
    white: str
    black: str
    white_clock: Face
    black_clock: Face
    phase: str
    device: bool
    meeting: str = ""


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """A result that waits for the arbiter: known, or entered by players who do not agree."""

    key: str
    table: int
    game: str
    people: str
    result: str
    how: str
    can_confirm: bool


class Concern(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong that no game's record tells alone; the arbiter takes note of it."""

    id: int
    table: int
    words: str
    detail: str


class OnDesk(msgspec.Struct, frozen=True, kw_only=True):
    """All that one game puts on the desk; it changes only when the game does."""

    tile: Tile
    cases: tuple[Case, ...]
    lines: tuple[Line, ...]
    done: Done | None
    result: ResultRow | None
    started_ms: int
    confirmed: bool
    to_start: bool = False


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """The desk as one value. ``to_start``: no clock of the round has been started yet."""

    cases: tuple[Case, ...]
    watch: tuple[Line, ...]
    notes: tuple[Line, ...]
    done: tuple[Done, ...]
    results: tuple[ResultRow, ...]
    tiles: tuple[Tile, ...]
    counts: str
    since_ms: int
    since: str
    lamps: tuple[Lamp, ...]
    heard: str
    ready: bool
    alarms: tuple[Concern, ...] = ()
    to_start: bool = False


def on_desk(
    state: GameState,
    events: Events,
    texts: Texts,
    now_ms: int,
    *,
    role: str | None,
    misset: tuple[int, int] | None = None,
) -> OnDesk:
    """What the game of ``state`` puts on the desk of someone with ``role``; ``misset`` as in `watched.lines`."""
    return OnDesk(
        tile=tile(state, texts, now_ms),
        cases=cases(state, events, texts, now_ms, role=role),
        lines=lines(state, texts, misset),
        done=done(state, texts, role=role),
        result=result_row(state, texts, role=role),
        started_ms=unix_ms(state.attendance.signal_at or state.started_at),
        confirmed=state.phase is Phase.CONFIRMED,
        to_start=awaits_signal(state),
    )


def desk(
    games: Sequence[OnDesk],
    texts: Texts,
    now_ms: int,
    *,
    lamps: Sequence[Lamp] = (),
    alarms: Sequence[Concern] = (),
) -> Desk:
    """The desk of a round. Cases: decisions by how long the clocks have stood, then by age; then what is watched."""
    ordered = sorted(games, key=lambda game: game.tile.table)
    queue = sorted((case for game in ordered for case in game.cases), key=lambda case: (*case.order, case.table))
    below = [line for game in ordered for line in game.lines]
    watch = tuple(line for line in below if line.grade != NOTE)
    notes = tuple(line for line in below if line.grade == NOTE)
    started = min((game.started_ms for game in ordered if game.started_ms), default=0)
    decisions = sum(case.grade == DECISION for case in queue)
    heard = sum(lamp.look == "" for lamp in lamps)
    devices = sum(lamp.look != "off" for lamp in lamps)
    return Desk(
        cases=tuple(queue),
        watch=watch,
        notes=notes,
        done=tuple(game.done for game in ordered if game.done),
        results=tuple(game.result for game in ordered if game.result),
        tiles=tuple(game.tile for game in ordered),
        counts=counts(decisions, len(queue) - decisions + len(watch) + len(alarms), len(notes), texts),
        since_ms=started,
        since=clock_long(now_ms - started) if started else "–",
        lamps=tuple(lamps),
        heard=texts.n("desk.heard", devices, heard=heard),
        ready=bool(ordered) and all(game.confirmed for game in ordered),
        alarms=tuple(alarms),
        to_start=bool(ordered) and all(game.to_start for game in ordered),
    )


def counts(decisions: int, watched: int, notes: int, texts: Texts) -> str:
    """``3 решения · 3 под наблюдением · 3 пометки``; a word when there is nothing."""
    parts = []
    if decisions:
        parts.append(texts.n("desk.decisions", decisions))
    if watched:
        parts.append(texts.n("desk.watched", watched))
    if notes:
        parts.append(texts.n("desk.notes", notes))
    return " · ".join(parts) or texts.t("desk.nothing")


def clock_long(ms: int) -> str:
    """Time since the start of the round, always ``h:mm:ss``."""
    seconds = max(ms, 0) // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def tile(state: GameState, texts: Texts, now_ms: int) -> Tile:
    """The tile of one table. Its chip names the worst live finding, or why nothing is known."""
    game = state.assignment
    grade, chip = _chip(state, texts)
    over = state.ended
    plain = ""
    if not over and not chip:
        if game.device == "none":
            plain = texts.t("tile.no-board")
        elif state.phase is Phase.WAITING:
            plain = texts.t("tile.waiting")
        elif not state.clocks.linked:
            plain = texts.t("tile.no-clock")
    return Tile(
        key=f"tile-{game.table}",
        table=game.table,
        game=game.game,
        grade="" if over else grade,
        chip="" if over else chip,
        result=result_text(state.result.result) if over and state.result else "",
        plain=plain,
        board=board_of(state, texts, tiny=True) if game.device != "none" or state.plies else "",
        white=name_of(state.white, texts.lang),
        black=name_of(state.black, texts.lang),
        white_clock=face(state, Side.WHITE, now_ms, warns=True, tenths=True),
        black_clock=face(state, Side.BLACK, now_ms, warns=True, tenths=True),
        phase=state.phase.value,
        device=game.device != "none",
    )


def _chip(state: GameState, texts: Texts) -> tuple[str, str]:
    if state.called_at:
        return DECISION, texts.t("chip.called")
    for grade in (DECISION, ATTENTION, NOTE):
        for found in state.findings:
            if found.status.live and grade_of(state, found) == grade:
                key = f"chip.{found.kind}"
                return grade, texts.t(key) if texts.has(key) else texts.t(f"chip.{grade}")
        if grade == DECISION and state.attendance.absent:
            return ATTENTION, texts.t("chip.absent")
    return "", ""


def result_row(state: GameState, texts: Texts, *, role: str | None) -> ResultRow | None:
    """The row of a game whose result waits for the arbiter; ``None`` for all others."""
    game = state.assignment
    if state.phase is Phase.OVER and state.result is not None:
        by = state.result.entered[0] if state.result.entered else "rule"
        key = f"reason.{state.result.reason}"
        reason = texts.t(key) if texts.has(key) else state.result.reason
        how = f"{reason}, {texts.t(f'entered.{by}')}"
        result, can = result_text(state.result.result), True
    elif state.phase is not Phase.CONFIRMED and state.entries:
        said = [
            texts.t("entered.said", side=texts.t(f"side.{side}.nom"), result=result_text(result))
            for side, result in sorted(state.entries.items(), reverse=True)
        ]
        how, result, can = "; ".join(said), "?", False
    else:
        return None
    return ResultRow(
        key=f"result-{game.table}",
        table=game.table,
        game=game.game,
        people=people(state, texts),
        result=result,
        how=how,
        can_confirm=can and may(role, "confirm"),
    )
