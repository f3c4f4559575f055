import pytest

from display.outlines import outline
from display.pieces import CHESS, CROWN


def test_straight_lines_are_followed() -> None:
    assert outline("M0 0l10 0 0 5h-10v-5z") == ((0, 0), (10, 0), (10, 5), (0, 5), (0, 0))


def test_a_curve_ends_where_it_says() -> None:
    points = outline("M0 0c0 10 10 10 10 0z")
    assert points[-1] == pytest.approx((10, 0))
    assert max(y for _, y in points) == pytest.approx(7.5)


@pytest.mark.parametrize(("sweep", "top"), [(1, -5), (0, 5)])
def test_half_a_circle(sweep: int, top: float) -> None:
    points = outline(f"M0 0a5 5 0 0 {sweep} 10 0z")
    assert points[-1] == pytest.approx((10, 0))
    ys = [y for _, y in points]
    assert (min(ys) if top < 0 else max(ys)) == pytest.approx(top)
    assert all((x - 5) ** 2 + y**2 == pytest.approx(25) for x, y in points)


def test_a_large_arc_goes_the_long_way() -> None:
    short = outline("M0 0a10 10 0 0 1 10 0z")
    long = outline("M0 0a10 10 0 1 1 10 0z")
    assert min(y for _, y in long) < -15 < min(y for _, y in short)


def test_every_piece_stays_on_its_square() -> None:
    for path in [*CHESS.values(), f"M-23 17{CROWN}"]:
        assert all(abs(x) <= 50 and abs(y) <= 50 for x, y in outline(path))


def test_other_commands_are_refused() -> None:
    with pytest.raises(ValueError, match="path command 'Q'"):
        outline("M0 0Q1 1 2 2")
