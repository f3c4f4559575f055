"""The evidence page: the board and the clocks at each step, the strip, the record around the ply, and the ruling."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from display.catalogue import Texts
from display.evidence import Step, evidence, finding_marks
from display.format import clock_text, decimal, move_text, name_of
from display.positions import position_words
from display.strip import strip_html
from display.svg import board
from record.assignment import Letters
from record.events import AnyEvent
from record.state import FindingState, GameState
from server.web.views.cases import Case, cases, grade_of, people, title_of
from server.web.views.facts import fact


class StepView(msgspec.Struct, frozen=True, kw_only=True):
    """A step: its time, its safe sentence, its board, both faces, whose clock runs, and its place on the strip."""

    time: str
    html: str
    board: str
    key: bool
    running: str
    white: str
    black: str
    share: float


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """The page of one finding. ``case`` holds its rulings while it lives."""

    table: int
    game: str
    round: int
    grade: str
    title: str
    fact: str
    people: str
    white: str
    black: str
    steps: tuple[StepView, ...]
    at: int
    strip: str
    rows: tuple[tuple[str, str, bool, str, bool], ...]
    case: Case | None
    kind: str
    status: str
    finding: str


def replay(
    state: GameState,
    found: FindingState,
    events: Sequence[AnyEvent],
    texts: Texts,
    now_ms: int,
    *,
    role: str | None,
    step: int | None = None,
) -> Replay:
    """The evidence of ``found``, shown at ``step`` (by default the last)."""
    game = state.assignment
    seen = evidence(events, state, found, texts)
    length = max(seen.strip.end_ms - seen.strip.start_ms, 1)
    shown = list(seen.steps)
    if shown:
        shown[-1] = replace(shown[-1], marks=(*shown[-1].marks, *finding_marks(found)))
    steps = tuple(_step(each, game.discipline, game.letters, seen.strip.start_ms, length, texts) for each in shown)
    open_cases = [case for case in cases(state, lambda _: events, texts, now_ms, role=role) if case.finding == found.id]
    status = texts.t(f"status.{found.status.value}")
    return Replay(
        table=game.table,
        game=game.game,
        round=game.round,
        grade=grade_of(state, found) if found.status.live else "note",
        title=title_of(found.kind, state, found, texts),
        fact=fact(state, found, texts),
        people=people(state, texts),
        white=name_of(state.white, texts.lang),
        black=name_of(state.black, texts.lang),
        steps=steps,
        at=min(step, len(steps) - 1) if step is not None and step >= 0 else len(steps) - 1,
        strip=strip_html(seen.strip, texts),
        rows=_rows(state, found.ply),
        case=open_cases[0] if open_cases else None,
        kind=found.kind,
        status=status,
        finding=found.id,
    )


def _step(each: Step, kind: str, letters: Letters, start_ms: int, length: int, texts: Texts) -> StepView:
    return StepView(
        time=decimal(each.at_ms / 1000, texts.lang, 2),
        html=each.html,
        board=board(
            kind, each.fen, marks=each.marks, label=position_words(kind, each.fen, texts, letters), letters=letters
        ),
        key=each.key,
        running=each.running.value[0] if each.running else "",
        white=clock_text(each.white_ms) if each.white_ms is not None else "",
        black=clock_text(each.black_ms) if each.black_ms is not None else "",
        share=round((each.at_ms - start_ms) / length * 100, 2),
    )


def _rows(state: GameState, ply: int, around: int = 8) -> tuple[tuple[str, str, bool, str, bool], ...]:
    """The moves up to the finding's ply, two a row: number, first and second move, each with whether it is the one."""
    kind, letters = state.assignment.discipline, state.assignment.letters
    texts = {each.number: move_text(each.move, kind, letters) for each in state.plies}
    rows = []
    for number in range(1, len(state.plies) + 1, 2):
        row = (number + 1) // 2
        rows.append((str(row), texts[number], number == ply, texts.get(number + 1, ""), number + 1 == ply))
    last = max((i for i, row in enumerate(rows) if row[2] or row[4]), default=len(rows) - 1)
    return tuple(rows[max(0, last - around + 1) : last + 1])
