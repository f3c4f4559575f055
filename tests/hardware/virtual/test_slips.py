"""Irregularities: each leaves the board that its kind says, and can be put right."""

from random import Random

import pytest

import rules
from hardware.virtual.hand import MEASURED, Action, board_after
from hardware.virtual.slips import SLIPS, Slip, correction, restore, slip
from rules.door import Position
from rules.side import Side

QUIET, DUE, MANY = "W:Wc3,e3,b2:Bd6,f8", "W:We3,g3,a1:Bd4,f8,b6,h6", "W:We3,a1:Bd4,b6,h8"


def at(fen: str, move: str, kind: str, seed: int = 0) -> tuple[Position, Slip, dict[str, str]]:
    position = rules.discipline("russian").position(fen)
    made = slip(kind, position, position.parse(move), Random(seed))
    assert made is not None, kind
    return position, made, board_after(position.pieces(), made.actions)


def diff(position: Position, board: dict[str, str]) -> dict[str, str]:
    before = position.pieces()
    return {sq: board.get(sq, ".") for sq in {*before, *board} if before.get(sq) != board.get(sq)}


@pytest.mark.parametrize("seed", range(10))
def test_boards_of_the_kinds(seed: int) -> None:
    position, made, board = at(DUE, "e3:a7", "capture-missed", seed)
    assert made.kind == "capture-missed"
    assert len(position.pieces()) == len(board)
    assert "d4" in board
    position, _, board = at(QUIET, "c3-d4", "illegal-move", seed)
    assert sorted(diff(position, board).values()) == [".", "w"]
    position, _, board = at(QUIET, "c3-d4", "opponents-piece-moved", seed)
    assert sorted(diff(position, board).values()) == [".", "b"]
    position, _, board = at(QUIET, "c3-d4", "pressed-without-moving", seed)
    assert diff(position, board) == {}
    position, _, board = at(QUIET, "c3-d4", "piece-removed", seed)
    assert set(diff(position, board).items()) <= {("d6", "."), ("f8", ".")}
    position, _, board = at(MANY, "e3:a7", "wrong-number-captured", seed)
    assert diff(position, board) in ({"e3": ".", "a7": "w", "d4": "."}, {"e3": ".", "a7": "w", "b6": "."})
    position, _, board = at(DUE, "e3:a7", "wrong-piece-captured", seed)
    assert sum(letter == "." for letter in diff(position, board).values()) == 3
    assert ("d4" in board) is not ("b6" in board)
    position, _, board = at(MANY, "e3:a7", "own-piece-removed", seed)
    assert diff(position, board) == {"e3": ".", "a7": "w", "d4": ".", "b6": ".", "a1": "."}
    position, _, board = at(MANY, "e3:a7", "capture-interrupted", seed)
    assert diff(position, board) == {"e3": ".", "c5": "w", "d4": "."}
    position, made, board = at(QUIET, "c3-d4", "two-moves-in-a-row", seed)
    assert sorted(diff(position, board).values()) in ([".", ".", "w", "w"], [".", "w"])
    assert [action.by for action in made.actions if action.do == "press"] == [Side.WHITE]
    position, made, board = at("W:Wc7,a1:Bh2", "c7-d8", "king-not-crowned", seed)
    assert board == {"d8": "w", "a1": "w", "h2": "b"}


def held_ms(done: tuple[Action, ...], sq: str) -> int:
    lifted = next(action.t_ms for action in done if action.do == "lift" and action.sq == sq)
    return next(action.t_ms for action in done if action.do == "place" and action.t_ms > lifted) - lifted


def test_a_touched_man_is_held_long_enough_and_the_move_is_played() -> None:
    position, made, board = at(QUIET, "c3-d4", "touch-move")
    first = made.actions[0].sq
    assert first in ("e3", "b2")
    assert held_ms(made.actions, first) == MEASURED.touch_ms
    assert made.stands
    assert board == position.apply(position.parse("c3-d4")).pieces()


def test_a_retracted_move_rested_long_enough() -> None:
    position, made, board = at(QUIET, "c3-d4", "move-retracted")
    rest = [action for action in made.actions if action.sq == "b4"]
    assert [action.do for action in rest] == ["place", "lift"]
    assert rest[1].t_ms - rest[0].t_ms == MEASURED.rest_hold_ms
    assert board == position.apply(position.parse("c3-d4")).pieces()


def test_positions_that_offer_no_such_irregularity() -> None:
    position = rules.discipline("russian").position(QUIET)
    move = position.parse("c3-d4")
    for kind in ("capture-missed", "wrong-number-captured", "wrong-piece-captured", "own-piece-removed",
                 "capture-interrupted", "king-not-crowned"):  # fmt: skip
        assert slip(kind, position, move, Random(0)) is None, kind
    due = rules.discipline("russian").position(DUE)
    for kind in ("illegal-move", "piece-removed"):
        assert slip(kind, due, due.legal_moves()[0], Random(0)) is None, kind


@pytest.mark.parametrize("name", ["russian", "international"])
def test_every_kind_comes_up_in_play_and_is_put_right(name: str) -> None:
    seen: set[str] = set()
    for seed in range(25):
        rng = Random(seed)
        position = rules.discipline(name).start()
        for _ in range(60):
            if not position.legal_moves():
                break
            move = rng.choice(position.legal_moves())
            for kind in SLIPS:
                made = slip(kind, position, move, rng)
                if made is None:
                    continue
                seen.add(kind)
                assert made.kind == kind
                shown = board_after(position.pieces(), made.actions)
                if not made.stands and kind != "two-moves-in-a-row":
                    assert all(shown != position.apply(one).pieces() for one in position.legal_moves()), kind
                if kind not in ("touch-move", "move-retracted"):
                    amends = correction(position, made, move, rng)
                    assert board_after(shown, amends) == position.apply(move).pieces()
                    presses = [action.by for action in amends if action.do == "press"]
                    assert presses == [position.side.other, position.side]
            position = position.apply(move)
    assert seen == set(SLIPS)


def test_restore_brings_back_any_board() -> None:
    before, shown = {"c3": "w", "d4": "b", "e5": "W"}, {"c3": "b", "h8": "w", "e5": "W"}
    assert board_after(shown, restore(shown, before, Random(0))) == before
