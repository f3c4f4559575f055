"""Where squares lie."""

import rules
from hardware.virtual.grid import between, coordinates, last_row, named, step


def test_every_square_of_both_boards_is_where_it_is() -> None:
    for name in ("russian", "international"):
        for sq in rules.discipline(name).squares:
            column, row = coordinates(sq)
            assert (column + row) % 2 == 0
            assert named(column, row, sq) == sq


def test_steps_and_ways() -> None:
    assert (step("a1", 1, 1), step("h8", 1, 1), step("46", 1, 1), step("1", 1, 0)) == ("b2", None, "41", None)
    assert between("a1", "d4") == ("b2", "c3")
    assert between("46", "32") == ("41", "37")
    assert between("a1", "a4") == ()


def test_last_rows() -> None:
    assert last_row("b8", True)
    assert not last_row("b8", False)
    assert last_row("46", False)
    assert last_row("1", True)
    assert not last_row("6", True)
