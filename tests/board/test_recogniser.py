"""What the traces do not reach: rulings, resumption, ambiguous paths, event numbers, the ends of games."""

import pytest

from board.events import BoardDumped, SquareChanged
from board.inputs import ButtonPressed, DeviceChanged
from board.outputs import Demanded, GameOver, Moved, SyncChanged, TakenBack
from board.recogniser import Recogniser
from board.settings import TouchSettings
from clock.events import Press
from rules import Side, discipline
from rules.errors import SettingsError
from rules.law.observation import Observation

RUSSIAN = discipline("russian")
W, B = Side.WHITE, Side.BLACK


class Table:
    """Feeds a recogniser in shorthand: ``-c3`` lifts, ``+wd4`` places, ``!w`` presses; ``_500`` waits so long more."""

    def __init__(self, fen=None, **options):
        start = RUSSIAN.position(fen) if fen else None
        self.recogniser = Recogniser(RUSSIAN, start=start, **options)
        self.t_ms = 0
        self.out = []

    def __call__(self, script):
        self.out = []
        for word in script.split():
            if word[0] == "_":
                self.t_ms += int(word[1:])
                continue
            self.t_ms += 200
            self.out += self.recogniser.feed(self._event(word))
        return self.out

    def _event(self, word):
        if word[0] == "-":
            return SquareChanged(t_ms=self.t_ms, sq=word[1:], p=".")
        if word[0] == "+":
            return SquareChanged(t_ms=self.t_ms, sq=word[2:], p=word[1])
        return Press(t_ms=self.t_ms, by=W if word[1] == "w" else B)

    def dump(self, squares):
        self.t_ms += 200
        return self.recogniser.feed(BoardDumped(t_ms=self.t_ms, squares=squares))

    def device(self, up):
        self.t_ms += 200
        return self.recogniser.feed(DeviceChanged(t_ms=self.t_ms, up=up))


def kinds(outputs):
    return [output.kind for output in outputs if isinstance(output, Observation)]


def moved(outputs):
    return [output for output in outputs if isinstance(output, Moved)]


def test_a_move_carries_the_events_that_made_it():
    table = Table()
    [first] = moved(table("-c3 +wd4 !w"))
    [second] = moved(table("-b6 +ba5 !b"))
    assert (first.from_event, first.to_event, first.t_ms) == (0, 2, 600)
    assert (second.from_event, second.to_event) == (3, 5)
    assert second.path == ("b6", "a5")


def test_a_path_that_the_hand_did_not_show_is_uncertain_and_keeps_its_candidates():
    # Two ways around take the same four men and end on the same square.
    fen = "W:WKh4:Bg5,e7,c7,c5,g3,e3"
    position = RUSSIAN.position(fen)
    move = next(move for move in position.legal_moves() if len(move.paths) > 1)
    quick = Table(fen)
    lifts = " ".join("-" + square for square in move.captured)
    [jumped] = moved(quick(f"-h4 +W{move.end} {lifts} !w"))
    assert jumped.uncertain
    assert set(jumped.candidates) == {move.notation(path) for path in move.paths}
    for path in move.paths:
        slow = Table(fen)
        steps = " ".join(f"+W{square} -{square}" for square in path[1:-1])
        [walked] = moved(slow(f"-h4 {steps} +W{move.end} {lifts} !w"))
        assert walked.path == path
        assert walked.move == move.notation(path)
        assert not walked.uncertain


def test_a_capture_in_a_circle_is_seen_by_the_men_that_went():
    fen = "W:WKa1:Bb2,b4,d4,d2,h8"
    circles = [move for move in RUSSIAN.position(fen).legal_moves() if move.start == move.end]
    if not circles:
        fen = "W:WKc1:Bb2,b4,d4,d2,h8"
        circles = [move for move in RUSSIAN.position(fen).legal_moves() if move.start == move.end]
    [circle] = circles
    table = Table(fen)
    lifts = " ".join("-" + square for square in circle.captured)
    [move] = moved(table(f"-{circle.start} +W{circle.end} {lifts} !w"))
    assert move.captured == circle.captured
    assert table.recogniser.in_sync


def test_a_ruling_restores_and_the_offender_moves():
    table = Table()
    table("-g3 +we5 !w")
    table.recogniser.restore(RUSSIAN.start(), 0, table.t_ms)
    assert not table.recogniser.in_sync
    out = table("-e5 +wg3")
    assert [type(output) for output in out] == [SyncChanged]
    [move] = moved(table("-g3 +wh4 !w"))
    assert (move.ply, move.move) == (1, "g3-h4")
    assert kinds(table.out) == []


def test_a_ruling_is_followed_even_if_the_board_is_never_seen_to_agree():
    table = Table()
    table("-g3 +we5 !w")
    table.recogniser.restore(RUSSIAN.start(), 0, table.t_ms)
    [move] = moved(table("-e5 +wf4 !w"))
    assert move.move == "g3-f4"
    assert table.recogniser.in_sync


def test_recognition_resumes_at_a_later_ply():
    position = RUSSIAN.start()
    position = position.apply(position.parse("c3-d4"))
    recogniser = Recogniser(RUSSIAN, start=position, ply=1)
    out = [
        output
        for event in (
            SquareChanged(t_ms=1, sq="b6", p="."),
            SquareChanged(t_ms=300, sq="a5", p="b"),
            Press(t_ms=600, by=B),
        )
        for output in recogniser.feed(event)
    ]
    assert [(move.ply, move.side) for move in moved(out)] == [(2, B)]


def test_a_demand_is_said_and_a_correction_takes_the_ply_back():
    table = Table("W:Wc3,g3:Bb6,h8")
    table("-g3 +we3 !w")
    [demand] = table("!b")
    assert demand == Demanded(by=B, ply=1, t_ms=table.t_ms)
    out = table("-e3 +wg3 -g3 +wf4 !w")
    assert [type(output) for output in out] == [TakenBack, Moved]
    assert out[0].by is B
    assert (out[1].ply, out[1].move, out[1].irregular) == (1, "g3-f4", False)
    assert table.recogniser.ply == 1


def test_the_reply_makes_an_irregular_ply_stand():
    table = Table("W:Wc3,g3:Bb6,h8")
    table("-g3 +we3 !w -b6 +ba5 !b")
    assert [move.irregular for move in moved(table.out)] == [True, False]
    table("!w _600 !b")
    assert kinds(table.out) == ["pressed-without-moving"]
    assert not any(isinstance(output, TakenBack) for output in table.out)


@pytest.mark.parametrize("sensor", ["piece", "colour", "occupancy"])
def test_the_game_ends_on_the_board_and_nothing_follows(sensor):
    table = Table("W:Wc3:Bd4", sensor=sensor)
    piece = "x" if sensor == "occupancy" else "w"
    out = table(f"-c3 +{piece}e5 -d4 !w")
    assert out[-1] == GameOver(winner=W, reason="no-pieces", t_ms=800)
    assert table(f"-e5 +{piece}a1 !b !w") == []
    assert table.recogniser.finish(9999) == ()
    assert table.recogniser.pending is None


def test_the_loser_begins_to_clear_the_board_before_a_press():
    table = Table("W:Wc3,a1:Bd4,h8,h6,g7", clock=True)
    table("-c3 +we5 -d4")
    assert table.recogniser.pending == "c3:e5"
    won = Table("W:We5,h4:Bf6")
    out = won("-e5 +wg7 -f6")
    assert moved(out) == []
    assert [type(output) for output in won.recogniser.finish(5000)] == [Moved, GameOver]


def test_an_irregular_ply_that_takes_the_last_man_ends_nothing_by_itself():
    table = Table("W:Wc3,a1:Bh8")
    out = [*table("-c3 +wd4 -h8 !w"), *table("!b")]
    assert kinds(out) == ["piece-removed", "pressed-after-illegal-move"]
    assert not any(isinstance(output, GameOver) for output in out)


def test_a_draw_agreed_keeps_the_move_made_with_the_offer():
    table = Table()
    table("-c3 +wd4")
    table.recogniser.feed(ButtonPressed(t_ms=700, button="offer-draw", by=W))
    out = table.recogniser.feed(ButtonPressed(t_ms=900, button="accept-draw", by=B))
    assert [type(output) for output in out] == [Moved, GameOver]
    assert out[1] == GameOver(winner=None, reason="agreement", t_ms=900)


def test_lost_plies_are_inferred_when_the_board_is_found_again():
    table = Table()
    table.device(False)
    table("!w _600 !b")
    after = {square: piece for square, piece in RUSSIAN.start().pieces().items() if square not in ("c3", "b6")}
    table.device(True)
    out = table.dump({**after, "d4": "w", "a5": "b"})
    assert [(move.move, move.inferred) for move in moved(out)] == [("c3-d4", True), ("b6-a5", True)]
    assert kinds(out) == []
    assert moved(table("-g3 +wh4 !w"))[0].inferred is False


def test_two_explanations_are_none():
    table = Table()
    table.device(False)
    table.device(True)
    after = {square: p for square, p in RUSSIAN.start().pieces().items() if square not in ("c3", "g3", "b6")}
    out = table.dump({**after, "d4": "w", "h4": "w", "a5": "b"})  # White's two moves in either order
    assert moved(out) == []
    assert kinds(out) == ["out-of-sync"]
    assert not table.recogniser.in_sync


def test_a_game_that_goes_on_from_two_explanations_is_not_lost():
    table = Table()
    table.device(False)
    table.device(True)
    after = {square: p for square, p in RUSSIAN.start().pieces().items() if square not in ("c3", "g3", "b6")}
    table.dump({**after, "d4": "w", "h4": "w", "a5": "b"})
    out = table("-f6 +bg5 !b")
    assert [(move.uncertain, move.inferred) for move in moved(out)] == [(True, True)] * 3 + [(False, False)]
    assert table.recogniser.in_sync
    assert table.recogniser.ply == 4


def test_the_press_of_an_inferred_ply_may_still_come():
    table = Table()
    table.device(False)
    table.device(True)
    after = {square: piece for square, piece in RUSSIAN.start().pieces().items() if square not in ("c3", "b6")}
    table.dump({**after, "d4": "w", "a5": "b"})
    assert table("!b") == []


def test_the_measures_are_settings():
    quick = Table(settings=TouchSettings(touch_ms=300, rest_ms=300))
    assert kinds(quick("-e3 _200 +we3 -c3 +wd4 !w")) == ["touch-move"]
    assert "grade" not in quick.out[-1].evidence
    patient = Table(settings=TouchSettings(touch_ms=60_000, rest_ms=60_000))
    patient("-e3 _5000 +we3 -c3 +wd4 _5000 -d4 +wb4 !w")
    assert [(one.kind, one.evidence["grade"]) for one in patient.out if isinstance(one, Observation)] == [
        ("touch-move", "note")
    ]


def test_the_evidence_of_a_wrong_capture_says_what_was_due_and_what_was_taken():
    table = Table("W:Wc3,a1:Bd4,h6,a7")
    out = table("-c3 +we5 -a7 !w")
    evidence = out[1].evidence
    assert (evidence["due"], evidence["taken"], evidence["meant"]) == (["d4"], ["a7"], "c3:e5")
    assert evidence["legal"] == ["c3:e5"]
    assert evidence["changed_ms"]["c3"] == [200]


def test_games_without_a_strategy_are_refused():
    class Other:
        name = "halma"

    with pytest.raises(SettingsError, match="boards of halma are not recognised"):
        Recogniser(Other(), start=RUSSIAN.start())


def turned(position):
    squares = position.discipline.squares
    other = dict(zip(squares, reversed(squares), strict=True))
    return other, {other[square]: piece for square, piece in position.pieces().items()}


def test_a_game_on_a_turned_board_is_resumed_and_its_levers_are_learnt_again():
    position = RUSSIAN.start().apply(RUSSIAN.start().parse("c3-d4"))
    other, sensed = turned(position)
    one = Recogniser(RUSSIAN, start=position, ply=1, sensed=sensed)
    assert one.in_sync
    events = [
        SquareChanged(t_ms=100, sq=other["f6"], p="."),
        SquareChanged(t_ms=400, sq=other["g5"], p="b"),
        Press(t_ms=700, by=W),
    ]
    [reply] = moved([out for event in events for out in one.feed(event)])
    assert (reply.move, reply.side, reply.pressed) == ("f6-g5", B, True)
    assert one.lever(B) is W


def test_a_board_that_comes_back_the_right_way_round_is_read_so():
    table = Table(sensed=turned(RUSSIAN.start())[1])
    table.dump(turned(RUSSIAN.start())[1])
    other, _ = turned(RUSSIAN.start())
    [first] = moved(table(f"-{other['c3']} +w{other['d4']} !w"))
    assert first.move == "c3-d4"
    table.device(up=False)
    table.device(up=True)
    table.dump(table.recogniser.position.pieces())
    assert table.recogniser.in_sync
    assert [out.move for out in moved(table("_500 -f6 +bg5 !b"))] == ["f6-g5"]


def test_what_later_plies_show_takes_the_place_of_what_was_said():
    chess = discipline("chess")
    one = Recogniser(chess, sensor="colour", start=chess.position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"))
    said = []
    for number, script in enumerate(("-a7 +wa8 !w", "-e8 +be7 !b", "-a8 +wb6 !w")):
        for place, word in enumerate(script.split()):
            t_ms = 1000 * number + 200 * place
            if word[0] == "!":
                said.append(one.feed(Press(t_ms=t_ms, by=W if word[1] == "w" else B)))
            else:
                one.feed(SquareChanged(t_ms=t_ms, sq=word[-2:], p="." if word[0] == "-" else word[1]))
    assert [(out.move, out.uncertain) for out in moved(said[0])] == [("a7a8q", True)]
    back = [out for out in said[2] if isinstance(out, TakenBack)]
    assert [(out.ply, out.by) for out in back] == [(2, None), (1, None)]
    assert [(out.ply, out.move, out.again, out.uncertain) for out in moved(said[2])] == [
        (1, "a7a8n", True, False),
        (2, "e8e7", True, False),
        (3, "a8b6", False, False),
    ]


def test_a_ruling_ends_every_doubt():
    chess = discipline("chess")
    start = chess.position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    one = Recogniser(chess, sensor="colour", start=start)
    for event in (
        SquareChanged(t_ms=0, sq="a7", p="."),
        SquareChanged(t_ms=300, sq="a8", p="w"),
        Press(t_ms=600, by=W),
    ):
        one.feed(event)
    one.restore(start.apply(start.parse("a7a8r")), 1, 700)
    one.feed(SquareChanged(t_ms=1000, sq="e8", p="."))
    one.feed(SquareChanged(t_ms=1300, sq="e7", p="b"))
    one.feed(Press(t_ms=1600, by=B))
    one.feed(SquareChanged(t_ms=2000, sq="a8", p="."))
    one.feed(SquareChanged(t_ms=2300, sq="b6", p="w"))
    assert kinds(one.feed(Press(t_ms=2600, by=W))) == ["illegal-move", "pressed-after-illegal-move"]
