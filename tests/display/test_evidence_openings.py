"""Evidence after a swap of renju: presses, faces and flags are those of the colours that the persons have."""

import msgspec

from display.evidence import evidence
from record import events
from record.fold import fold
from rules import discipline
from tests.display.test_evidence import GAME, B, W, log, reading
from tests.display.words import TEXTS

RENJU = msgspec.structs.replace(GAME, discipline="renju", opening_regulation="rif")


def stones(*points: str) -> list[events.Move]:
    position, out = discipline("renju").start(), []
    for ply, point in enumerate(points, 1):
        side, position = position.side, position.apply(position.parse(point))
        out.append(events.Move(ply=ply, side=side, move=point, fen=position.fen()))
    return out


def test_the_flag_of_a_clock_is_told_of_who_owns_it() -> None:
    h8, i9, j7, g9 = stones("h8", "i9", "j7", "g9")
    told = log(
        (0, events.Started()),
        (0, reading(900_000, 900_000, B)),
        (5000, h8),
        (5000, i9),
        (5000, j7),
        (5000, reading(900_000, 895_000, W)),
        (8000, events.LeverPressed(by=W)),
        (8000, events.OpeningChoice(act="choose", by=W, option="swap", how="press")),
        (8000, reading(897_000, 895_000, B)),
        (9000, events.SquareChanged(sq="g9", p="w")),
        (9500, events.LeverPressed(by=B)),
        (9500, g9),
        (9500, reading(897_000, 893_000, W)),
        (900_000, reading(0, 893_000, None, W)),
        (900_000, events.Finding(finding="f1", what="flag-fall", ply=4, side=B)),
    )
    state = fold(RENJU, {"s1": told}, [])
    found = state.finding("f1")
    assert found is not None
    assert found.player == GAME.white.id
    shown = evidence(told, state, found, TEXTS["en"])
    words = [step.html for step in shown.steps]
    assert any("Black" in each and "0:00" in each for each in words), words
    assert shown.steps[-1].black_ms == 0
    assert shown.steps[-1].white_ms == 893_000


def test_a_choice_is_a_step() -> None:
    h8, i9, j7, g9 = stones("h8", "i9", "j7", "g9")
    told = log(
        (0, events.Started()),
        (5000, h8),
        (5000, i9),
        (5000, j7),
        (7000, events.Button(button="swap", by=W)),
        (7000, events.OpeningChoice(act="choose", by=W, option="swap")),
        (9000, events.SquareChanged(sq="g9", p="w")),
        (9500, g9),
        (9500, events.Finding(finding="f1", what="opening-violation", ply=4, side=W)),
    )
    state = fold(RENJU, {"s1": told}, [])
    found = state.finding("f1")
    assert found is not None
    words = [step.html for step in evidence(told, state, found, TEXTS["en"]).steps]
    assert "White: swaps colours" in words
