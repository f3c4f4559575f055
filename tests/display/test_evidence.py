import msgspec

from display.evidence import Evidence, evidence, finding_marks
from record.assignment import Assignment, Person
from record.events import (
    AnyEvent,
    ArbiterCalled,
    ClockReading,
    Demanded,
    Event,
    Finding,
    LeverPressed,
    Move,
    Ruled,
    SquareChanged,
    Started,
)
from record.fold import fold
from record.state import FindingState, GameState
from rules import discipline
from rules.side import Side
from tests.display.words import TEXTS

W, B = Side.WHITE, Side.BLACK
AT = "2026-10-03T10:00:{:06.3f}Z"
GAME = Assignment(
    event="club",
    table=4,
    round=1,
    game="r1-t4",
    discipline="russian",
    tempo="rapid",
    control="15m+5s",
    white=Person(id=1, name="Белов П."),
    black=Person(id=2, name="Орлова С."),
)


def log(*timed: tuple[int, Event]) -> list[AnyEvent]:
    """The events of one session at their times."""
    out: list[AnyEvent] = []
    for seq, (t_ms, event) in enumerate(timed, 1):
        placed = msgspec.structs.replace(event, session="s1", seq=seq, t_ms=t_ms, at=AT.format(t_ms / 1000))
        out.append(placed)  # type: ignore[arg-type]
    return out


def after(*moves: str) -> str:
    position = discipline("russian").start()
    for move in moves:
        position = position.apply(position.parse(move))
    return position.fen()


def reading(white_ms: int, black_ms: int, running: Side | None, *flags: Side) -> ClockReading:
    return ClockReading(white_ms=white_ms, black_ms=black_ms, running=running, flags=flags)


TOUCHED = log(
    (0, Started()),
    (0, reading(900_000, 900_000, W)),
    (1000, SquareChanged(sq="c3", p=".")),
    (1500, SquareChanged(sq="d4", p="x")),
    (2000, LeverPressed(by=W)),
    (2000, Move(ply=1, side=W, move="c3-d4", fen=after("c3-d4"), since=3)),
    (2000, reading(898_000, 900_000, B)),
    (10_000, SquareChanged(sq="b6", p=".")),
    (11_420, SquareChanged(sq="b6", p="x")),
    (12_310, SquareChanged(sq="f6", p=".")),
    (13_050, SquareChanged(sq="g5", p="x")),
    (13_700, LeverPressed(by=B)),
    (13_700, Move(ply=2, side=B, move="f6-g5", fen=after("c3-d4", "f6-g5"), since=8)),
    (13_700, reading(898_000, 888_300, W)),
    (13_700, Finding(finding="f1", what="touch-move", ply=2, side=B, evidence={"squares": ["b6"], "held_ms": 1420})),
    (18_400, LeverPressed(by=W)),
    (18_400, Demanded(by=W, ply=2)),
    (18_400, reading(893_300, 888_300, B)),
    (21_600, reading(893_300, 885_100, None)),
)


def seen(events: list[AnyEvent], lang: str = "en", id: str = "f1") -> tuple[GameState, Evidence]:
    state = fold(GAME, {"s1": [e for e in events if e.session == "s1"]}, [e for e in events if e.session == "desk"])
    found = state.finding(id)
    assert found is not None
    return state, evidence(events, state, found, TEXTS[lang])


def test_the_hands_from_the_first_touch() -> None:
    _, shown = seen(TOUCHED)
    strip = shown.strip
    assert [(h.start_ms, h.end_ms) for h in strip.hands] == [(0, 1420), (2310, 3050)]
    assert [h.label for h in strip.hands if h.label] == ["b6", "f6-g5"]
    assert strip.hands[0].place == "in"
    assert strip.zero_ms is None
    assert (strip.start_ms, strip.end_ms) == (-1000, 13_000)


def test_whose_clock_ran_and_when_they_stopped() -> None:
    _, shown = seen(TOUCHED)
    runs = [(run.start_ms, run.end_ms, run.side) for run in shown.strip.runs]
    assert runs == [(-1000, 3700, B), (3700, 8400, W), (8400, 11_600, B), (11_600, 13_000, None)]


def test_the_steps_say_what_was_done() -> None:
    _, shown = seen(TOUCHED)
    assert [(step.at_ms, step.html) for step in shown.steps] == [
        (0, "black man lifted from <b>b6</b>"),
        (1420, "put down on <b>b6</b>, held 1.42 s"),
        (2310, "black man lifted from <b>f6</b>"),
        (3050, "put down on <b>g5</b>"),
        (3700, "Black pressed, move <b>f6-g5</b>"),
        (8400, "White demands correction"),
        (11_600, "clocks stopped"),
    ]
    assert [step.key for step in shown.steps] == [False, True, False, False, False, True, False]
    assert shown.steps[1].html in seen(TOUCHED, "en")[1].steps[1].html
    assert "в руке 1,42 с" in seen(TOUCHED, "ru")[1].steps[1].html


def test_the_board_follows_the_hands() -> None:
    _, shown = seen(TOUCHED)
    lifted, back, _, placed = shown.steps[:4]
    assert "b6" not in lifted.fen
    assert [mark.what for mark in lifted.marks] == ["lift", "hand"]
    assert [mark.what for mark in back.marks] == ["held"]
    assert {(mark.what, *mark.squares) for mark in placed.marks} == {("held", "b6"), ("lift", "f6"), ("place", "g5")}
    assert "g5" in placed.fen.split(":B")[1]


def test_the_faces_at_each_step() -> None:
    _, shown = seen(TOUCHED)
    assert (shown.steps[0].running, shown.steps[0].black_ms) == (B, 892_000)
    assert (shown.steps[-1].running, shown.steps[-1].white_ms, shown.steps[-1].black_ms) == (None, 893_300, 885_100)


def test_the_desk_s_events_come_in_by_their_time() -> None:
    call = ArbiterCalled(finding="f1", arbiter="x", session="desk", seq=1, at=AT.format(30), after=("s1", 19))
    ruled = Ruled(
        ruling="let-stand", arbiter="x", finding="f1", session="desk", seq=2, at=AT.format(40), after=("s1", 19)
    )
    _, shown = seen([*TOUCHED, call, ruled])
    assert [(s.at_ms, s.html) for s in shown.steps[-2:]] == [
        (20_000, "the arbiter was called"),
        (30_000, "ruling: the move stands"),
    ]
    assert shown.steps[-1].key


def test_zero_is_the_moment_a_clock_read_nought() -> None:
    events = log(
        (0, Started()),
        (0, reading(3000, 900_000, W)),
        (2500, SquareChanged(sq="c3", p=".")),
        (3000, reading(0, 900_000, W, W)),
        (3000, Finding(finding="f1", what="flag-fall", ply=1, side=W)),
        (3400, SquareChanged(sq="d4", p="x")),
    )
    _, shown = seen(events)
    assert shown.strip.zero_ms == 0
    assert [(step.at_ms, step.key) for step in shown.steps] == [(-500, False), (0, True), (400, False)]
    assert [note.label for note in shown.strip.notes] == ["time out"]
    assert [(hand.start_ms, hand.end_ms) for hand in shown.strip.hands] == [(-500, 400)]


def test_removed_men_are_ticks() -> None:
    events = log(
        (0, Started()),
        (1000, Move(ply=1, side=W, move="c3-d4", fen=after("c3-d4"), since=1)),
        (2000, Move(ply=2, side=B, move="f6-e5", fen=after("c3-d4", "f6-e5"), since=1)),
        (5000, SquareChanged(sq="d4", p=".")),
        (5500, SquareChanged(sq="f6", p="w")),
        (6000, SquareChanged(sq="e5", p=".")),
        (6500, Move(ply=3, side=W, move="d4:f6", fen=after("c3-d4", "f6-e5", "d4:f6"), captured=("e5",), since=4)),
        (6500, Finding(finding="f1", what="captured-removed-early", ply=3, side=W)),
    )
    _, shown = seen(events)
    assert [(man.at_ms, man.square) for man in shown.strip.taken] == [(1000, "e5")]
    assert shown.strip.runs == ()
    assert "black man removed from <b>e5</b>" in [step.html for step in shown.steps]


def test_a_square_that_no_board_has_is_left_out() -> None:
    events = log(
        (0, Started()),
        (1000, SquareChanged(sq="<script>", p="w")),
        (1500, SquareChanged(sq="c3", p=".")),
        (2000, Finding(finding="f1", what="illegal-move", ply=1, side=W)),
    )
    _, shown = seen(events)
    assert [step.html for step in shown.steps] == ["white man lifted from <b>c3</b>"]


def test_a_finding_without_events_has_an_empty_strip() -> None:
    events = log((0, Finding(finding="f1", what="device-silent")))
    _, shown = seen(events)
    assert shown.steps == ()
    assert shown.strip.hands == ()


def test_a_finding_points_at_what_it_means() -> None:
    left = FindingState(
        id="a", kind="wrong-number-captured", side=W, ply=1, evidence={"due": ["b4", "d6"], "taken": ["b4"]}
    )
    assert [(mark.what, mark.squares) for mark in finding_marks(left)] == [("left", ("d6",))]
    fours = {"point": "m6", "fours": [["m6", "j9", "k8", "l7"], ["m6", "j6", "k6", "i6"]], "rows": [["a1"]]}
    foul = FindingState(id="b", kind="foul-double-four", side=B, ply=1, evidence=fours)
    assert [mark.what for mark in finding_marks(foul)] == ["row", "row", "foul"]
    assert finding_marks(FindingState(id="c", kind="touch-move", side=B, ply=1, evidence={"squares": ["b4"]})) == ()
