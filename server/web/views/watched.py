"""The lines below the desk's queue: what is to be watched and offers no ruling, and notes."""

import msgspec

from display.catalogue import Texts
from display.format import clock_text
from record.attendance import OVERDUE
from record.drawing import waits
from record.state import GameState, Phase
from record.trouble import arbiter_records
from rules.side import Side
from server.web.views.attendance import absent_words
from server.web.views.cases import ATTENTION, NOTE, grade_of, is_quiet, title_of
from server.web.views.facts import fact
from server.web.views.lawful import lawful

RECORDING: dict[str, str] = {"renju": "5.3.2.5", "chess": "FIDE 8.5.1"}
"""The article by which the arbiter records, where it is not 5.4.3.3."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line below the queue: something to watch that offers no ruling, or a note."""

    table: int
    grade: str
    words: str
    href: str


def lines(state: GameState, texts: Texts, misset: tuple[int, int] | None = None) -> tuple[Line, ...]:
    """What is to be watched at this table and offers no ruling, and its notes. ``misset``: the times of a clock that
    was not set for the game, in ms."""
    if state.ended:
        return ()
    table, href = state.assignment.table, f"/desk/table/{state.assignment.table}"
    out = [Line(table=table, grade=ATTENTION, words=words, href=href) for words in _standing(state, texts)]
    if misset is not None and state.phase is Phase.WAITING:
        out.insert(0, Line(table=table, grade=ATTENTION, words=_misset(state, misset, texts), href=href))
    for found in state.findings:
        grade = grade_of(state, found)
        if not found.status.live or (grade != NOTE and lawful(state, found) and not is_quiet(state, found)):
            continue
        words = fact(state, found, texts) or title_of(found.kind, state, found, texts)
        evidence = f"/desk/evidence/{state.assignment.game}/{found.id}"
        out.append(Line(table=table, grade=grade, words=words, href=evidence))
    return tuple(out)


def _standing(state: GameState, texts: Texts) -> list[str]:
    """What no finding tells: who is missed (5.4.1.2), what an unlinked clock is to be set to (3.6.4), and where the
    arbiter records (5.4.3.3)."""
    game = state.assignment
    missed = [side for side in Side if side in state.attendance.absent and not _has_case(state, side)]
    out = [absent_words(state, side, texts) for side in missed]
    if missed and waits(state):
        out.append(texts.t("line.lot"))
    if not state.clocks.linked and not state.moved and _brought(state):
        control = game.time_control()
        white, black = (clock_text(control.budget(side).stages[0].time_ms) for side in Side)
        out.append(texts.t("line.brought", white=white, black=black))
    if arbiter_records(state):
        out.append(texts.t("line.trouble", article=RECORDING.get(game.discipline, "5.4.3.3")))
    return out


def _misset(state: GameState, shown: tuple[int, int], texts: Texts) -> str:
    """What the clock shows before the game, and what it is to show."""
    control = state.assignment.time_control()
    wanted = [clock_text(control.budget(side).stages[0].time_ms) for side in Side]
    said = [clock_text(ms) for ms in shown]
    return texts.t("line.misset", shown=" / ".join(dict.fromkeys(said)), begins=" / ".join(dict.fromkeys(wanted)))


def _brought(state: GameState) -> bool:
    """Whether the two play on with what they had left, and nobody but the arbiter sets their clock (3.6.4)."""
    return any(state.assignment.person(side).time_left_ms is not None for side in Side)


def _has_case(state: GameState, side: Side) -> bool:
    """Whether it waits for a ruling already that ``side`` did not come."""
    return any(each.status.live and each.kind in OVERDUE and each.side in (None, side) for each in state.findings)
