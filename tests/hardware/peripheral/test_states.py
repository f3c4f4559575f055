"""Boards as the Chess Peripheral Protocol writes them."""

import pytest

import rules
from board.sensing import Sensor, board_as_seen
from hardware.peripheral.states import read, write


@pytest.mark.parametrize(
    ("text", "discipline", "squares", "sensor"),
    [
        ("rnbqkbnr/8/8/8/4P3/8/8/R3K2R w KQkq - 0 1", "chess", {"e4": "P", "a8": "r"}, "piece"),
        ("8/8/8/8/8/2D5/8/1m5d", "chess", None, None),
        ("8/8/8/4m3/8/2D5/8/8", "russian", {"c3": "W", "e5": "b"}, "piece"),
        ("8/8/8/3m4/8/2D5/8/8", "russian", None, None),
        ("8/8/8/8/11111111/2U5/8/6u1", "russian", {"c3": "w", "g1": "b"}, "colour"),
        ("8/8/8/8/8/2?5/8/6?1", "russian", {"c3": "x", "g1": "x"}, "occupancy"),
        ("10/10/10/10/10/10/1M8/10/1D8/M9", "international", {"31": "w", "41": "W", "46": "w"}, "piece"),
        ("10/10/10/10/10/10/1M8/10/10/1D8", "international", None, None),
        ("/".join(["15"] * 7 + ["7m7"] + ["15"] * 7), "renju", {"h8": "b"}, "piece"),
        ("8/8/8/8/8/8/8", "russian", None, None),
        ("8/8/8/8/8/8/8/9", "russian", None, None),
        ("8/8/8/8/8/8/8/7P", "russian", None, None),
        ("M7/8/8/8/8/8/8/8", "russian", None, None),
        ("/".join(["999999999999"] * 8), "russian", None, None),
        ("8/8/8/8/8/8/8/٨", "russian", None, None),
        ("", "russian", None, None),
    ],
)
def test_reading(text: str, discipline: str, squares: dict[str, str] | None, sensor: Sensor | None) -> None:
    got = read(text, discipline)
    if squares is None:
        assert got is None
        return
    assert got is not None
    assert squares.items() <= got[0].items()
    assert got[1] == sensor


@pytest.mark.parametrize("discipline", ["russian", "international", "renju"])
@pytest.mark.parametrize("sensor", ["piece", "colour", "occupancy"])
def test_every_board_that_is_written_is_read(discipline: str, sensor: Sensor) -> None:
    position = rules.discipline(discipline).start()
    for _ in range(6):
        seen = board_as_seen(position.pieces(), sensor)
        got = read(write(seen, discipline), discipline)
        assert got is not None
        assert got[0] == seen
        position = position.apply(position.legal_moves()[0])
