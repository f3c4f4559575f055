"""Draws by counting moves (facts, section 5, with Flagfall's own counts) and repetition (5.4.12.1.3)."""

import pytest

import rules
from rules import History, Side
from rules.errors import IllegalMoveError, SettingsError
from rules.limits import with_settings

V1 = (
    "e1-a5 a7-b8 c1-g5 b8-d6 g5-d8 d6-b8 a5-e1 b8-a7 e1-h4 a7-b8 d8-a5 b8-h2 h4-g5 h2-b8 g5-d8 b8-a7 d8-e7 a7-b8 "
    "e7-f8 b8-h2 f8-c5 h2-b8 g1-h2 b8-a7 c5-a3 a7-g1 h2-d6 g1-a7 d6-g3 a7-g1"
)
V3 = "c1-a3 a7-g1 e1-d2 g1-f2 a3-d6 f2-b6 d6-e5 b6-a5 e5-c3 a5-b6"
V5 = "47-42 3-21 42-26 21-16 26-8 16-38 46-19 38-15 19-46 15-20"
THREE_READINGS = (
    "47-38 3-9 46-23 9-22 38-24 22-17 48-31 17-39 24-38 39-17 31-42 17-22 38-15 22-6 42-31 6-1 31-18 1-6 18-13 6-17 "
    "15-20 17-39 13-18 39-17 20-33 17x39 18-13 39-33 13-27 33-17 23-19 17-12 27-22 12-29 19-32 29-12"
)
V6 = (
    "47-36 3-25 36-41 25-9 41-10 9-20 46-41 20-47 41-14 47-29 10-4 29-24 14-25 24-47 4-31 47-33 25-9 33-15 48-37 15-24 "
    "9-18 24-47 37-14 47-24 18-12 24-15 12-40 15-24 14-3 24-15 40-34 15-47"
)
SHUFFLE = "a7-b6 b4-a3 b6-a7 a3-b4"


def due(name, fen, moves, settings=None, kind="move-limit"):
    """(ply, rule) of every draw that falls due while the moves are played."""
    discipline = rules.discipline(name)
    history = History.start(discipline.position(fen), with_settings(discipline.move_limits, settings or {}))
    found = []
    for text in moves.split():
        history = history.push(history.position.parse(text))
        found += [(one.ply, one.evidence.get("rule")) for one in history.observations() if one.kind == kind]
    return found


def test_three_kings_against_one_is_due_at_the_stronger_sides_fifteenth_move():
    assert due("russian", "W:WK30,K31,K32:BK5", V1) == [(29, "three-kings"), (30, "kings-only")]


def test_counting_moves_by_the_players_gives_the_thirty_plies_of_other_programs():
    found = due("russian", "W:WK30,K31,K32:BK5", V1, {"three-kings": "players", "kings-only": False})
    assert found == [(30, "three-kings")]


def test_two_kings_against_one_is_due_at_the_fifth_move():
    assert due("russian", "W:WK30,K31:BK5", V3) == [(9, "two-against-one")]


def test_the_rule_for_two_or_three_pieces_is_off_by_default():
    assert due("russian", "W:WK30,K31:BK5", V3, {"balance-2-3": True}) == [(9, "two-against-one"), (10, "balance-2-3")]


def test_two_kings_against_one_on_100_squares():
    assert due("international", "W:WK46,K47:BK3", V5) == [(9, "two-against-one")]
    assert due("international", "W:WK46,K47:BK3", V5, {"two-against-one": "players"}) == [(10, "two-against-one")]


def test_weaker_side_to_move_first_makes_it_an_even_ply():
    shifted = "B:WK30,K31:BK5"
    moves = "a7-b8 c1-a3 b8-h2 e1-d2 h2-b8 a3-c1 b8-h2 d2-e1 h2-b8 c1-a3"
    assert due("russian", shifted, moves)[0] == (10, "two-against-one")


@pytest.mark.parametrize(
    ("settings", "first"),
    [
        ({}, (35, "two-against-one")),
        ({"two-against-one": "players"}, (36, "two-against-one")),
        ({"three-against-one-cumulative": True}, (31, "three-against-one-cumulative")),
        ({"three-against-one-cumulative": "players"}, None),
    ],
)
def test_one_game_and_the_readings_of_what_a_capture_does_to_the_sixteen_moves(settings, first):
    found = due("international", "W:WK46,K47,K48:BK3", THREE_READINGS, settings)
    assert found[0] == (first or (35, "two-against-one"))


def test_sixteen_moves_of_three_kings_on_100_squares():
    assert due("international", "W:WK46,K47,K48:BK3", V6) == [(31, "three-against-one")]
    by_players = {"three-against-one": "players"}
    assert due("international", "W:WK46,K47,K48:BK3", V6, by_players) == [(32, "three-against-one")]


def test_main_road_counts_while_the_lone_king_holds_it_alone():
    moves = "a3-c1 a1-h8 c1-a3 h8-a1 a3-c1 a1-h8 c1-a3 h8-a1 a3-c1"
    fen = "W:WKa3,Kb8,Kc7:BKa1"
    assert due("russian", fen, moves)[0] == (9, "main-road")


def test_leaving_the_main_road_begins_the_count_anew():
    discipline = rules.discipline("russian")
    history = History.start(discipline.position("B:WKa3,Kb8,Kc7:BKa1"))
    assert "main-road" in {counter.rule for counter in history.counters()}
    for text in ["a1-g7", "a3-c1", "g7-h6"]:
        history = history.push(history.position.parse(text))
    assert "main-road" not in {counter.rule for counter in history.counters()}


def test_a_piece_of_the_stronger_side_on_the_main_road_takes_the_rule_away():
    discipline = rules.discipline("russian")
    history = History.start(discipline.position("W:WKa3,Kb8,Kd4:BKa1"))
    assert "main-road" not in {counter.rule for counter in history.counters()}


def test_unchanged_balance_counts_sixty_plies_with_four_or_five_pieces():
    moves = " ".join([SHUFFLE] * 15)
    fen = "W:WKa7,Kb8:BKe1,Kb4"
    found = due("russian", fen, moves, {"kings-only": False})
    assert found == [(60, "balance-4-5")]


def test_both_rules_run_side_by_side():
    moves = " ".join([SHUFFLE] * 15)
    assert [ply for ply, _ in due("russian", "W:WKa7,Kb8:BKe1,Kb4", moves)] == [30, 60]


def test_a_mans_move_begins_the_kings_only_count_anew():
    discipline = rules.discipline("russian")
    history = History.start(discipline.position("W:WKc1,a3:BKb8,h8"))
    for text in ["c1-d2", "b8-c7", "a3-b4"]:
        history = history.push(history.position.parse(text))
    counter = next(counter for counter in history.counters() if counter.rule == "kings-only")
    assert (counter.since_ply, counter.due_ply, counter.moves_left) == (3, 33, 15)


def test_a_win_by_the_last_counted_move_stands():
    """The limit is set so that the ply which takes the last piece is the ply on which the draw would be due."""
    discipline = rules.discipline("russian")
    start = discipline.position("W:WKc1,Kh4:BKb8")
    settings = {"two-against-one": 2, "three-kings": False, "kings-only": False}
    history = History.start(start, with_settings(discipline.move_limits, settings))
    for text in ["c1-a3", "b8-d6"]:
        history = history.push(history.position.parse(text))
    assert history.counters()[0].due_ply == 3
    won = history.push(history.position.parse("a3:e7"))
    assert won.observations() == ()
    assert won.position.outcome() == rules.Outcome(Side.WHITE, "no-pieces")


def test_repetition_is_seen_at_the_third_time_and_told_before_the_move():
    history = History.start(rules.discipline("russian").position("W:WKa7,Kb8:BKe1,Kb4"))
    seen = []
    for text in f"{SHUFFLE} a7-b6 b4-a3 b6-a7".split():
        history = history.push(history.position.parse(text))
        seen += [one for one in history.observations() if one.kind == "repetition"]
    assert not seen
    assert history.would_repeat(history.position.parse("a3-b4"))
    assert not history.would_repeat(history.position.parse("a3-c1"))
    history = history.push(history.position.parse("a3-b4"))
    (one,) = history.observations()
    assert (one.kind, one.side, one.ply) == ("repetition", Side.BLACK, 8)
    assert one.evidence == {"count": 3, "plies": [0, 4, 8]}


def test_same_pieces_with_the_other_side_to_move_are_another_position():
    discipline = rules.discipline("russian")
    position = discipline.position("W:WKc1:BKb8")
    assert position.repetition_key() != position.with_side(Side.BLACK).repetition_key()


def test_setup_in_mid_game_follows_the_board_and_begins_the_counts_anew():
    discipline = rules.discipline("russian")
    history = History.start(discipline.position("W:WKc1,Ke1:BKa7"))
    for text in ["c1-a3", "a7-b8", "e1-d2"]:
        history = history.push(history.position.parse(text))
    again = history.setup(discipline.position("W:WKa3,Kd2:BKh2"), plies=1)
    assert (again.plies, again.position.fen()) == (4, "W:WK21,K26:BK28")
    assert {counter.rule: counter.due_ply for counter in again.counters()}["two-against-one"] == 13
    assert history.setup(discipline.position("B:WKa3,Kd2:BKh2")).plies == 3


def test_giveaway_keeps_to_its_unverified_set():
    names = {rule.name: (rule.article, rule.verified) for rule in rules.discipline("giveaway").move_limits}
    assert names == dict.fromkeys(("kings-only", "balance-4-5", "balance-6-7"), ("4.2", False))


def test_settings_report_every_fault_at_once():
    with pytest.raises(SettingsError) as caught:
        with_settings(rules.discipline("russian").move_limits, {"kings": True, "kings-only": "nobody"})
    assert len(caught.value.faults) == 2


def test_an_illegal_move_is_refused():
    history = History.start(rules.discipline("russian").start())
    move = history.position.parse("c3-d4")
    with pytest.raises(IllegalMoveError):
        history.push(move).push(move)


# -- renju (5.2.7.2) -------------------------------------------------------------------------------------------------


def renju_history(fen=None, **settings):
    renju = rules.discipline("renju")
    return History.start(renju.position(fen) if fen else renju.start(), with_settings(renju.move_limits, settings))


def test_renju_has_a_draw_by_moves_only_where_the_regulations_say_so():
    assert History.start(rules.discipline("renju").start()).counters() == ()
    history = renju_history(moves=3)
    due = []
    for text in ["h8", "h9", "i9", "pass", "j9", "k9", "l9"]:
        history = history.push(history.position.parse(text))
        due += [(one.kind, one.ply) for one in history.observations()]
    assert due == [("move-limit", 6)]


def test_stones_that_were_set_up_count_as_moves():
    history = renju_history("B:Bh8,i8:Wh9,i9", moves=3)
    (counter,) = history.counters()
    assert (counter.due_ply, counter.moves_left, counter.article) == (2, 1, "5.2.7.2")
    restored = renju_history(moves=3)
    for text in ["h8", "h9", "i9"]:
        restored = restored.push(restored.position.parse(text))
    assert restored.setup(restored.position).counters()[0].due_ply == 6, "a restored position takes no moves away"


def test_a_five_by_the_last_counted_move_stands():
    history = renju_history("B:Bh8,i8,j8,k8:Wa1,b1,c3,d4", moves=4)
    assert history.counters()[0].due_ply == 0
    history = renju_history("B:Bh8,i8,j8,k8:Wa1,b1,c3", moves=4)
    history = history.push(history.position.parse("l8"))
    assert [one.kind for one in history.observations()] == ["five"]
