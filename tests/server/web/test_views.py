from dataclasses import dataclass, field

import msgspec
import pytest

from display.positions import position_words
from display.ways import way
from record.assignment import Assignment, Person
from record.events import (
    AnyEvent,
    ArbiterCalled,
    Button,
    ClockReading,
    Demanded,
    DeviceChanged,
    Event,
    Finding,
    Move,
    Result,
    Ruled,
    Started,
)
from record.fold import fold
from record.state import GameState, Ply
from rules import discipline
from rules.side import Side
from server.web.languages import texts
from server.web.views.boards import board_of
from server.web.views.cases import cases, done, grade_of
from server.web.views.clocks import face, stood_ms, unix_ms
from server.web.views.desk import desk, on_desk
from server.web.views.lists import pair_rows, points_before, standing_rows
from server.web.views.phone import phone
from server.web.views.spectators import board_page, wall_board
from server.web.views.watched import lines

W, B = Side.WHITE, Side.BLACK
RU, EN = texts("ru"), texts("en")
START = "2026-10-03T10:00:00.000Z"
ZERO = unix_ms(START)


def state_of(
    *timed: tuple[int, Event], kind: str = "russian", table: int = 4, desk: tuple[Event, ...] = ()
) -> GameState:
    """The fold of one session's events at their milliseconds, and of the desk's."""
    game = Assignment(
        event="club",
        table=table,
        round=2,
        game=f"r2-t{table}",
        discipline=kind,
        tempo="rapid",
        control="15m+5s",
        white=Person(id=1, name="Белов П.", name_en="Belov P.", rating=2100),
        black=Person(id=2, name="Орлова С.", name_en="Orlova S."),
    )
    events: list[AnyEvent] = []
    for seq, (t_ms, event) in enumerate(timed, 1):
        at = f"2026-10-03T10:{t_ms // 60_000:02}:{t_ms % 60_000 / 1000:06.3f}Z"
        placed = msgspec.structs.replace(event, session="s1", seq=seq, t_ms=t_ms, at=at)
        events.append(placed)  # type: ignore[arg-type]
    last = ("s1", len(events))
    ruled = [
        msgspec.structs.replace(event, session="desk", seq=n, at=START, after=last) for n, event in enumerate(desk, 1)
    ]
    return fold(game, {"s1": events}, ruled)  # type: ignore[arg-type]


def reading(white_ms: int, black_ms: int, running: Side | None) -> ClockReading:
    return ClockReading(white_ms=white_ms, black_ms=black_ms, running=running)


def moved(ply: int, side: Side, move: str, *before: str) -> Move:
    position = discipline("russian").start()
    for text in (*before, move):
        position = position.apply(position.parse(text))
    return Move(ply=ply, side=side, move=move, fen=position.fen())


UP = (DeviceChanged(device="board", up=True), DeviceChanged(device="clock", up=True))
BEGUN = [(0, UP[0]), (0, UP[1]), (0, Started()), (0, reading(70_000, 900_000, W))]


def found(what: str, ply: int = 1, side: Side | None = W, **evidence: object) -> Finding:
    return Finding(finding=f"f-{what}", what=what, ply=ply, side=side, evidence=evidence)


def test_a_running_face_goes_on_and_warns_only_on_the_desk() -> None:
    state = state_of(*BEGUN)
    on_desk_now = face(state, W, ZERO + 20_000, warns=True, tenths=True)
    assert (on_desk_now.text, on_desk_now.low, on_desk_now.running) == ("0:50.0", True, True)
    spectators = face(state, W, ZERO + 20_000)
    assert (spectators.text, spectators.low) == ("0:50", False)
    assert face(state, B, ZERO + 20_000, warns=True).text == "15:00"
    late = face(state, W, ZERO + 900_000 + 20_000, delay_ms=900_000)
    assert (late.text, late.at_ms) == ("0:50", ZERO + 900_000)
    assert face(state, W, ZERO + 10**7).text == "0:00"


def test_a_silent_clock_never_goes_on() -> None:
    state = state_of(*BEGUN, (1000, reading(69_000, 900_000, W)), (2000, DeviceChanged(device="clock", up=False)))
    shown = face(state, W, ZERO + 60_000)
    assert (shown.text, shown.old, shown.running) == ("1:09", True, False)
    assert "old" in shown.classes


def test_an_unlinked_clock_shows_no_time() -> None:
    shown = face(state_of((0, Started())), W, ZERO)
    assert (shown.text, shown.linked, shown.classes) == ("–:––", False, "ck ck-none")


def test_a_rehearsal_s_time_runs_at_its_scale() -> None:
    state = state_of(*BEGUN)
    quick = msgspec.structs.replace(state, assignment=msgspec.structs.replace(state.assignment, time_scale=60))
    assert face(quick, W, ZERO + 1000).text == "0:10"


@pytest.mark.parametrize(
    ("kind", "tempo", "ms"), [("chess", "classic", 120_000), ("chess", "rapid", 60_000), ("russian", "classic", 60_000)]
)
def test_the_button_gives_the_opponent_what_the_law_names(kind: str, tempo: str, ms: int) -> None:
    """Laws of chess, 7.5.5 and A.3."""
    state = state_of((0, Started()), (1000, found("illegal-move")), kind=kind)
    state = msgspec.structs.replace(state, assignment=msgspec.structs.replace(state.assignment, tempo=tempo))
    (case,) = cases(state, lambda _: [], EN, ZERO, role="arbiter")
    assert [button.added_ms for button in case.sanctions if button.ruling == "time-to-opponent"] == [ms]


def test_how_long_clocks_have_stood() -> None:
    assert stood_ms(state_of(*BEGUN), ZERO + 5000) is None
    assert stood_ms(state_of(*BEGUN, (3000, reading(67_000, 900_000, None))), ZERO + 55_000) == 52_000


def test_what_only_the_opponent_may_demand_is_watched_until_he_does() -> None:
    touch = found("touch-move", 1, W, squares=["e3"], held_ms=1400, moved="c3")
    watched = state_of(*BEGUN, (900, moved(1, W, "c3-d4")), (1000, touch))
    (case,) = cases(watched, lambda _: [], EN, ZERO + 2000, role="arbiter")
    assert (case.grade, case.age, case.call) == ("attention", "", True)
    assert {button.tone for button in case.decisions} == {"locked"}
    assert case.fact.endswith("Only the opponent may demand it.")
    demanded = state_of(
        *BEGUN, (900, moved(1, W, "c3-d4")), (1000, touch), (5000, Demanded(by=B, ply=1)), (6000, reading(1, 1, None))
    )
    (case,) = cases(demanded, lambda _: [], RU, ZERO + 58_000, role="arbiter")
    assert (case.grade, case.age, case.stood, case.call) == ("decision", "0:52", True, False)
    assert case.decisions[0].words == "Ходить e3, время белых"
    assert [button.tone for button in case.decisions[:2]] == ["go", "plain"]
    assert case.fact == "Белые подняли e3 на 1,4 с, вернули и сыграли c3-d4. Чёрные требуют исправить."
    assert {button.ruling for button in case.sanctions} == {"remark", "warning", "time-to-opponent"}
    called = state_of(
        *BEGUN, (900, moved(1, W, "c3-d4")), (1000, touch), desk=(ArbiterCalled(finding="f-touch-move", arbiter="x"),)
    )
    assert cases(called, lambda _: [], EN, ZERO, role="arbiter")[0].grade == "decision"


def test_a_ruling_that_ends_the_game_names_its_result() -> None:
    state = state_of(*BEGUN, (70_000, found("flag-fall", 1, B)))
    (case,) = cases(state, lambda _: [], RU, ZERO + 80_000, role="arbiter")
    assert case.title == "Истекло время чёрных"
    loss = next(button for button in case.decisions if button.ruling == "loss")
    assert (loss.asks, loss.words) == ("1–0", "Поражение чёрных")


def test_evidence_may_lower_a_grade_to_a_note() -> None:
    state = state_of(*BEGUN, (1000, found("captured-removed-early", 1, W, grade="note", squares=["d4"])))
    assert grade_of(state, state.findings[0]) == "note"
    assert cases(state, lambda _: [], EN, ZERO, role="arbiter") == ()
    assert [line.grade for line in lines(state, EN)] == ["note"]


def test_a_silent_board_is_a_line_and_not_a_case() -> None:
    state = state_of(*BEGUN, (1000, found("device-silent", 1, None)))
    assert cases(state, lambda _: [], EN, ZERO, role="arbiter") == ()
    assert [(line.grade, line.words) for line in lines(state, EN)] == [("attention", "board silent, clock running")]


def test_a_kind_that_no_catalogue_has_is_only_named() -> None:
    state = state_of(*BEGUN, (1000, found("from-the-future", 1, W, grade="decision")))
    assert cases(state, lambda _: [], EN, ZERO, role="arbiter") == ()
    assert [(line.grade, line.words) for line in lines(state, EN)] == [("attention", "from-the-future")]
    assert on_desk(state, lambda _: [], RU, ZERO, role="arbiter").tile.chip == "следим"


def test_a_kind_without_its_own_sentence_has_the_catalogue_s() -> None:
    state = state_of(*BEGUN, (1000, found("wrong-piece-captured")))
    text = cases(state, lambda _: [], EN, ZERO, role="arbiter")[0].fact
    assert text
    assert "{" not in text


def test_the_desk_s_order() -> None:
    def at(table: int, *more: tuple[int, Event]) -> GameState:
        return state_of(*BEGUN, (500, moved(1, W, "c3-d4")), *more, table=table)

    watched = at(1, (1000, found("touch-move")))
    flag = at(2, (1000, found("flag-fall", 1, B)))
    stood = at(3, (1000, found("flag-fall", 1, B)), (30_000, reading(1, 0, None)))
    longer = at(9, (1000, found("flag-fall", 1, B)), (2000, reading(1, 0, None)))
    called = at(5, (500, Button(button="call-arbiter", by=W)))
    games = [
        on_desk(state, lambda _: [], EN, ZERO + 60_000, role="arbiter")
        for state in (watched, flag, stood, longer, called)
    ]
    shown = desk(games, EN, ZERO + 60_000)
    assert [case.table for case in shown.cases] == [9, 3, 5, 2, 1]
    assert [tile.table for tile in shown.tiles] == [1, 2, 3, 5, 9]
    assert shown.counts == "4 decisions · 1 to watch"
    assert not shown.ready
    assert shown.since == "0:01:00"


def test_a_ruling_can_be_undone_until_the_game_goes_on() -> None:
    ruled = Ruled(ruling="let-stand", arbiter="x", finding="f-touch-move", side=W)
    state = state_of(*BEGUN, (900, moved(1, W, "c3-d4")), (1000, found("touch-move")), desk=(ruled,))
    line = done(state, RU, role="arbiter")
    assert line is not None
    assert (line.seq, line.table) == (1, 4)
    assert done(state, RU, role="viewer") is None
    reply = moved(2, B, "f6-e5", "c3-d4")
    events = [*BEGUN, (900, moved(1, W, "c3-d4")), (1000, found("touch-move"))]
    state = state_of(*events, desk=(ruled,))
    later = msgspec.structs.replace(state, plies=(*state.plies, Ply(number=2, side=B, move=reply.move, fen=reply.fen)))
    assert done(later, RU, role="arbiter") is None


def test_spectators_pages() -> None:
    state = state_of(
        *BEGUN, (20_000, moved(1, W, "c3-d4")), (20_000, reading(55_000, 900_000, B)), (25_000, found("touch-move"))
    )
    wall = wall_board(state, EN, ZERO + 30_000, delay_ms=0)
    assert (wall.word, wall.white.name, wall.white.clock.low) == ("c3-d4", "Belov P.", False)
    page = board_page(state, RU, ZERO, delay_ms=900_000)
    assert page.title == "Русские шашки, 15 мин + 5 с · тур 2"
    assert page.delay_minutes == 15
    (row,) = page.rows
    assert row[1] is not None
    assert (row[0], row[1].text, row[1].spent, row[1].share, row[2]) == ("1", "c3-d4", "0:20", 1.0, None)
    over = state_of(*BEGUN, (1000, Result(result="1-0", reason="resignation", by="rule")))
    assert (wall_board(over, RU, ZERO, delay_ms=0).word, wall_board(over, RU, ZERO, delay_ms=0).white.score) == (
        "закончена",
        "1",
    )


def test_stepping_back_shows_the_clocks_of_that_ply() -> None:
    state = state_of(
        *BEGUN,
        (5000, moved(1, W, "c3-d4")),
        (5000, reading(70_000, 900_000, B)),
        (9000, moved(2, B, "f6-e5", "c3-d4")),
        (9000, reading(70_000, 896_000, W)),
    )
    page = board_page(state, EN, ZERO + 9000, delay_ms=0, ply=1)
    assert (page.ply, page.last_ply) == (1, 2)
    assert page.black.clock.text == "15:00"
    assert not page.white.clock.running
    assert board_page(state, EN, ZERO + 9000, delay_ms=0, ply=77).ply == 2


@pytest.mark.parametrize(
    ("move", "path", "squares"),
    [
        ("c3-d4", (), ("c3", "d4")),
        ("c3:e5:g7", (), ("c3", "e5", "g7")),
        ("12x45", ("12", "23", "45"), ("12", "23", "45")),
        ("12x45", ("23", "45"), ("12", "23", "45")),
        ("h8", (), ("h8",)),
        ("e2e4", (), ("e2", "e4")),
    ],
)
def test_the_way_of_a_move(move: str, path: tuple[str, ...], squares: tuple[str, ...]) -> None:
    assert way(Ply(number=1, side=W, move=move, fen="", path=path)) == squares


def test_renju_boards_are_numbered_on_their_own_page_only() -> None:
    position = discipline("renju").start()
    events: list[tuple[int, Event]] = [(0, Started())]
    for ply, (side, point) in enumerate([(B, "h8"), (W, "h9"), (B, "i8")], 1):
        position = position.apply(position.parse(point))
        events.append((ply * 1000, Move(ply=ply, side=side, move=point, fen=position.fen())))
    state = state_of(*events, kind="renju")
    page = board_page(state, RU, ZERO, delay_ms=0)
    assert page.board.count("fb-no fb-no-") == 3
    assert (page.first_mark, page.renju) == ("b", True)
    assert page.rows[1][1] is not None
    assert page.rows[1][1].text == "I8"
    wall = wall_board(state, RU, ZERO, delay_ms=0)
    assert "fb-no" not in wall.board
    assert "fb-lastdot-b" in wall.board
    assert "fb-last" not in board_of(state, RU, trace=False)


def test_positions_in_words() -> None:
    words = position_words("russian", "W:WK1,21:B5", RU, "russian")
    assert words == "Белые: дамка b8; шашка a3. Чёрные: шашка a7."
    assert position_words("renju", "B:Bh8,j9:W", EN, "russian") == "White: none. Black: stones H8, K9."


def test_the_phone_knows_only_its_own_table() -> None:
    state = state_of(*BEGUN, (1000, found("touch-move")))
    page = phone(state, B, RU)
    assert [choice.text for choice in page.choices] == ["1–0", "½–½", "0–1"]
    assert page.choices[0].words == "Победа: Белов П."
    assert [(c.you, c.words) for c in page.confirmations] == [(False, "ждём подтверждения"), (True, "вводите сейчас")]
    entered = state_of(*BEGUN, (1000, Result(result="1-0", reason="entered", by="white")))
    assert phone(entered, B, EN).confirmations[0].words == "confirmed 1–0"


@dataclass
class Pair:
    game: str
    table: int
    white: int
    black: int


@dataclass
class Pairing:
    round: int
    pairs: list[Pair]
    pluses: tuple[int, ...] = ()


@dataclass
class Row:
    place: int | None
    id: int
    points: float
    tiebreaks: dict[str, object] = field(default_factory=dict)


def test_lists() -> None:
    one = Pairing(1, [Pair("r1-t2", 2, 3, 4), Pair("r1-t1", 1, 1, 2)], (5,))
    two = Pairing(2, [Pair("r2-t1", 1, 5, 1), Pair("r2-t2", 2, 2, 3)])
    results = {"r1-t1": "1/2-1/2", "r1-t2": "-/+"}
    points = points_before([one, two], results, 2)
    assert points == {1: 0.5, 2: 0.5, 3: 0.0, 4: 1.0, 5: 1.0}
    rows = pair_rows(one, {1: "A"}, {}, results)
    assert [(row.table, row.white, row.black, row.result) for row in rows] == [
        (1, "A", "2", "½–½"),
        (2, "3", "4", "– +"),
    ]
    table = standing_rows(
        [Row(1, 4, 1.0, {"wins": 1, "truncated-solkoff": [2.5, 1.0]}), Row(1, 5, 1.0), Row(None, 3, 0.0)],
        [one, two],
        results,
        {4: "D"},
        ["truncated-solkoff", "wins"],
        {3: True},
    )
    assert [(row.place, row.points, row.left) for row in table] == [
        ("1", "1", False),
        ("", "1", False),
        ("–", "0", True),
    ]
    assert table[0].tiebreaks == ("2½", "1")
    assert table[1].tiebreaks == ("–", "–")
    cell = table[0].cells[0]
    assert (cell.mark, cell.opponent, cell.score, cell.lost) == ("b", "3", "+", False)
    assert table[0].cells[1].word == "–"
    assert table[1].cells[0].word == "+"
    assert table[1].cells[1].score == "·"
