import pytest

from display.ways import way
from record.state import Ply
from rules.side import Side


@pytest.mark.parametrize(
    ("move", "path", "squares"),
    [
        ("c3-d4", (), ("c3", "d4")),
        ("g3:e5:c7", (), ("g3", "e5", "c7")),
        ("47x8", ("47", "24", "8"), ("47", "24", "8")),
        ("47x8", ("24", "8"), ("47", "24", "8")),
        ("h8", (), ("h8",)),
        ("e2e4", (), ("e2", "e4")),
    ],
)
def test_the_squares_of_a_move(move: str, path: tuple[str, ...], squares: tuple[str, ...]) -> None:
    assert way(Ply(number=1, side=Side.WHITE, move=move, fen="", path=path)) == squares
