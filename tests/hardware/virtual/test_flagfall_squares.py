"""A virtual board has sensors under its playable squares only."""

from hardware.virtual.flagfall import VirtualFlagfall


def test_a_piece_slid_over_a_light_square_touches_no_other() -> None:
    board = VirtualFlagfall(32)
    before = board.squares
    board.lift("c3", 0)
    board.place("d3", "w", 100)
    board.lift("d3", 200)
    board.place("d4", "w", 300)
    assert board.squares == {sq: piece for sq, piece in before.items() if sq != "c3"} | {"d4": "w"}
