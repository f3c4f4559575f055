"""What an event of renju may have otherwise: the reading of the three, a foul that loses, a five that is claimed."""

import pytest

from record import events
from record.assignment import Regulations
from record.commands import Rule
from record.decide import decide
from record.fold import apply, fold, start
from record.lawful import actions
from record.renju_law import lasts, rulings
from record.state import GameState, Status
from record.timing import format_at
from rules.side import Side
from tests.record.logs import BEGAN, Log, assignment

AT = format_at(BEGAN)

FIVE = "h8 a1 i8 c1 j8 e1 k8 g1 l8"


def renju(**changes: object) -> Regulations:
    return Regulations(**changes)  # type: ignore[arg-type]


def state(moves: str, regulations: Regulations, *findings: events.Finding) -> GameState:
    """A game without an opening regulation; the findings come after its last move."""
    game = assignment(discipline="renju", opening_regulation="none", regulations=regulations)
    log, position = Log(), start(game).history.position
    log.add(events.Started())
    for ply, text in enumerate(moves.split(), 1):
        side, position = position.side, position.apply(position.parse(text))
        log.add(events.Move(ply=ply, side=side, move=text, fen=position.fen()))
        for found in findings:
            if found.ply == ply:
                log.add(found)
    return fold(game, {log.session: log.events}, [])


def foul(kind: str) -> events.Finding:
    return events.Finding(finding="f1", what=kind, side=Side.BLACK, ply=3)


@pytest.mark.parametrize(("reading", "known"), [("article", "article"), ("rif", "rif")])
def test_the_reading_of_the_event_judges_its_games(reading: str, known: str) -> None:
    assert state("h8", renju(foul_reading=reading)).history.position.discipline.reading == known
    assert start(assignment(regulations=renju(foul_reading="rif"))).history.position.discipline.name == "russian"


def test_a_five_that_must_be_claimed_ends_nothing() -> None:
    assert state(FIVE, renju()).history.position.outcome() is not None
    assert state(FIVE, renju(five_must_be_claimed=True)).history.position.outcome() is None


@pytest.mark.parametrize(
    ("consequence", "kind", "status", "until"),
    [
        ("article", "foul-double-three", Status.OPEN, "game-end"),
        ("rif", "foul-double-three", Status.LAPSED, "reply"),
        ("rif", "foul-double-four", Status.LAPSED, "reply"),
        ("rif", "foul-overline", Status.OPEN, "game-end"),
    ],
)
def test_a_foul_that_loses_lapses_when_white_plays_on_but_an_overline_does_not(
    consequence: str, kind: str, status: Status, until: str
) -> None:
    regulations = renju(foul_consequence=consequence)
    (found,) = state("h8 a1 i8 c1", regulations, foul(kind)).findings
    assert found.status is status
    assert lasts(kind, assignment(discipline="renju", regulations=regulations)) == until


def test_a_foul_is_put_right_or_loses_by_the_regulations() -> None:
    for consequence, first in (("article", "restore-position"), ("rif", "loss")):
        here = state("h8 a1 i8", renju(foul_consequence=consequence), foul("foul-overline"))
        offered = actions(here, here.findings[0])
        assert [action.ruling for action in offered if action.proposed] == [first]
        assert ("restore-position" in rulings("foul-overline", here.assignment.regulations)) == (first != "loss")


def test_a_press_without_a_stone_that_was_a_mistake_is_taken_back() -> None:
    """5.3.1.8: the pass that it made is none; a remark stands beside it, or nothing does."""
    passed = state("h8 i9 pass", renju())
    assert passed.to_move is Side.WHITE
    mistaken = Rule(ruling="require-correction", arbiter="A", side=Side.BLACK, reason="5.3.1.8: the hand slipped")
    answer = decide(passed, mistaken, AT)
    assert isinstance(answer, tuple)
    back = apply(passed, answer[0])  # type: ignore[arg-type]
    assert [ply.move for ply in back.plies] == ["h8", "i9"]
    assert back.to_move is Side.BLACK
    remark = decide(back, Rule(ruling="remark", arbiter="A", side=Side.BLACK, reason="5.3.1.8"), AT)
    assert isinstance(remark, tuple)
