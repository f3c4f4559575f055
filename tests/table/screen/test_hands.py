"""Fingers on a board: what they do is sensed, whatever it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.devices.screen import squares_of, start_of
from rules.side import Side
from table.screen.hands import Deed, Hands, Spot, beside, crowned

WHITE, BLACK = Side.WHITE, Side.BLACK


def russian() -> Hands:
    return Hands("russian", start_of("russian"))


def on(square: str) -> Spot:
    return Spot(square=square)


def drag(hands: Hands, start: Spot, end: Spot, finger: int = 0) -> tuple[Deed, ...]:
    deeds = hands.down(finger, start, (0, 0))
    hands.move(finger, end, (5, 5))
    return deeds + hands.up(finger, end)


def tap(hands: Hands, where: Spot, **more: str) -> tuple[Deed, ...]:
    return hands.down(0, where, (0, 0)) + hands.up(0, where, **more)


def test_a_piece_is_dragged() -> None:
    hands = russian()
    assert drag(hands, on("c3"), on("d4")) == (Deed("lift", "c3", "w"), Deed("place", "d4", "w"))
    assert hands.held == ()


def test_a_piece_is_touched_and_then_its_square() -> None:
    hands = russian()
    assert tap(hands, on("c3")) == (Deed("lift", "c3", "w"),)
    assert [held.finger for held in hands.held] == [None], "it waits in the hand"
    assert tap(hands, on("d4")) == (Deed("place", "d4", "w"),)


def test_a_touched_piece_may_be_put_back_and_is_not_kept_from_anywhere() -> None:
    hands = russian()
    assert tap(hands, on("c3")) + tap(hands, on("c3")) == (Deed("lift", "c3", "w"), Deed("place", "c3", "w"))
    assert drag(hands, on("c3"), on("h4"))[-1] == Deed("place", "h4", "w"), "no help about what is legal"


def test_two_pieces_do_not_stand_on_one_square() -> None:
    hands = russian()
    assert drag(hands, on("c3"), on("b2")) == (Deed("lift", "c3", "w"),)
    assert tap(hands, on("e3")) == ()
    assert tap(hands, on("d4")) == (Deed("place", "d4", "w"),)


def test_a_taken_man_is_put_beside_the_board_and_may_come_back() -> None:
    hands = russian()
    assert drag(hands, on("f6"), Spot(beside=WHITE)) == (Deed("lift", "f6", "b"),)
    assert beside("russian", hands.off, WHITE) == ("b",)
    assert beside("russian", hands.off, BLACK) == ()
    assert drag(hands, Spot(piece="b", beside=WHITE), on("f6")) == (Deed("place", "f6", "b"),)
    assert hands.off == ()


def test_a_piece_beside_the_board_is_touched_and_then_the_square() -> None:
    hands = russian()
    tap(hands, on("f6"))
    tap(hands, Spot(beside=WHITE))
    assert hands.off == ("b",)
    hands.down(0, Spot(piece="b", beside=WHITE), (0, 0))
    assert hands.up(0, Spot(piece="", beside=WHITE)) == ()
    assert tap(hands, on("g5")) == (Deed("place", "g5", "b"),)


def test_a_man_in_its_last_row_is_crowned_by_a_touch_and_a_king_off_the_board_is_a_man() -> None:
    hands = Hands("russian", {"b6": "w", "g1": "w"})
    drag(hands, on("b6"), on("a7"))
    drag(hands, on("a7"), on("b8"))
    assert tap(hands, on("b8")) == (Deed("lift", "b8", "w"), Deed("place", "b8", "W"))
    assert tap(hands, on("b8")) == (Deed("lift", "b8", "W"),), "a king is lifted as any piece"
    tap(hands, Spot(beside=BLACK))
    assert hands.off == ("w",)


@pytest.mark.parametrize(
    ("kind", "piece", "square", "king"),
    [
        ("russian", "w", "b8", "W"),
        ("russian", "b", "c1", "B"),
        ("russian", "w", "c1", "w"),
        ("russian", "W", "b8", "W"),
        ("international", "w", "5", "W"),
        ("international", "w", "6", "w"),
        ("international", "b", "46", "B"),
        ("international", "b", "45", "b"),
        ("renju", "b", "h1", "b"),
        ("chess", "b", "c1", "b"),
    ],
)
def test_who_is_crowned_where(kind: str, piece: str, square: str, king: str) -> None:
    assert crowned(kind, piece, square) == king


def test_renju_places_stones_by_a_touch_or_from_the_bowl() -> None:
    hands = Hands("renju", {})
    assert tap(hands, on("h8")) == ()
    assert tap(hands, on("h8"), stone="b") == (Deed("place", "h8", "b"),)
    assert tap(hands, on("h8"), stone="w") == (Deed("lift", "h8", "b"),)
    assert tap(hands, on("h9"), stone="w") == (Deed("place", "h9", "b"),), "what is in the hand comes first"
    assert drag(hands, Spot(piece="w", beside=WHITE), on("i8")) == (Deed("place", "i8", "w"),)
    drag(hands, on("i8"), Spot())
    assert hands.off == ()
    assert beside("renju", hands.off, BLACK) == ("b",)


def test_chess_takes_by_putting_the_piece_on_the_square_and_promotes_from_beside() -> None:
    hands = Hands("chess", {"e5": "p", "d4": "P", "a7": "P"})
    assert drag(hands, on("d4"), on("e5")) == (Deed("lift", "d4", "P"), Deed("place", "e5", "P"))
    assert beside("chess", hands.off, WHITE) == ("p", "Q", "R", "B", "N")
    drag(hands, on("a7"), Spot())
    assert drag(hands, Spot(piece="Q", beside=WHITE), on("a8")) == (Deed("place", "a8", "Q"),)
    assert "Q" in beside("chess", hands.off, WHITE), "there is always another one"


def test_two_hands_at_once() -> None:
    hands = russian()
    first = hands.down(1, on("c3"), (0, 0))
    second = hands.down(2, on("f6"), (0, 0))
    hands.move(1, on("d4"), (1, 1))
    hands.move(2, on("g5"), (1, 1))
    done = first + second + hands.up(2, on("g5")) + hands.up(1, on("d4"))
    assert [deed.square for deed in done] == ["c3", "f6", "g5", "d4"]


def test_another_position_empties_the_hands() -> None:
    hands = russian()
    tap(hands, on("c3"))
    hands.clear(start_of("russian"))
    assert hands.held == ()
    assert tap(hands, on("d4")) == ()


SQUARES = sorted(squares_of("russian"))
SPOTS = st.one_of(
    st.sampled_from(SQUARES).map(on),
    st.sampled_from([Spot(), Spot(piece="b", beside=WHITE), Spot(piece="w", beside=BLACK)]),
)


@given(st.lists(st.tuples(st.integers(0, 2), SPOTS, SPOTS), max_size=30))
def test_the_board_is_what_the_deeds_say_and_no_man_is_lost(moves: list[tuple[int, Spot, Spot]]) -> None:
    hands = russian()
    sensed = start_of("russian")
    for finger, start, end in moves:
        if start.piece and start.piece not in beside("russian", hands.off, WHITE) + beside("russian", hands.off, BLACK):
            start = Spot()
        for deed in drag(hands, start, end, finger):
            if deed.do == "lift":
                assert sensed.pop(deed.square) == deed.piece
            else:
                assert deed.square not in sensed
                sensed[deed.square] = deed.piece
        assert hands.board == sensed
        assert len(sensed) + len(hands.off) + len(hands.held) == 24
