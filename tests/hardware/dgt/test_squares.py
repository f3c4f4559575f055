"""Names of fields and what a start position shows."""

import pytest

from hardware.dgt.squares import DRAUGHTS_CODES, OLD_DRAUGHTS_CODES, Grid, dark_field, square, start_lie

START_8 = bytes.fromhex("0004000400040004" "0400040004000400" "0004000400040004" + "00" * 16
                        + "0100010001000100" "0001000100010001" "0100010001000100")  # fmt: skip
START_10 = bytes.fromhex(("00040004000400040004" "04000400040004000400") * 2 + "00" * 20
                         + ("00010001000100010001" "01000100010001000100") * 2)  # fmt: skip
CHESS = bytes.fromhex("08090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302")


def test_names_of_8x8() -> None:
    assert [square(field, Grid.DRAUGHTS_8, False) for field in (0, 7, 52, 56, 63)] == ["a8", "h8", "e2", "a1", "h1"]
    assert [square(field, Grid.CHESS, True) for field in (0, 63, 52)] == ["h1", "a8", "d7"]
    assert square(64, Grid.CHESS, False) is None


def test_names_of_10x10_are_the_dark_squares() -> None:
    assert [square(field, Grid.DRAUGHTS_10, False) for field in (1, 10, 99, 98, 0)] == ["1", "6", None, "50", None]
    assert square(98, Grid.DRAUGHTS_10, True) == "1"
    assert [square(dark_field(n), Grid.DRAUGHTS_10, False) for n in range(50)] == [str(n) for n in range(1, 51)]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("pieces", "grid"), [(START_8, Grid.DRAUGHTS_8), (START_10, Grid.DRAUGHTS_10)])
@pytest.mark.parametrize("old", [False, True])
def test_a_draughts_start_shows_turn_and_firmware(pieces: bytes, grid: Grid, turned: bool, old: bool) -> None:
    seen = pieces.replace(b"\x04", b"\x07") if old else pieces
    lie = start_lie(seen[::-1] if turned else seen, grid)
    assert lie is not None
    assert lie.turned is turned
    assert lie.codes == (OLD_DRAUGHTS_CODES if old else DRAUGHTS_CODES)


def test_a_chess_start_shows_the_turn() -> None:
    plain, turned = start_lie(CHESS, Grid.CHESS), start_lie(CHESS[::-1], Grid.CHESS)
    assert plain is not None
    assert turned is not None
    assert (plain.turned, turned.turned) == (False, True)


def test_anything_else_is_no_start() -> None:
    assert start_lie(START_8.replace(b"\x01", b"\x00", 1), Grid.DRAUGHTS_8) is None
    assert start_lie(START_8, Grid.CHESS) is None
    assert start_lie(START_10, Grid.DRAUGHTS_8) is None
