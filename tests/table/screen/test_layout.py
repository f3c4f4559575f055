"""Where things lie: nothing over another, everything large enough for a finger, squares where they are drawn."""

from itertools import combinations

import pytest

from hardware.devices.screen import squares_of, start_of
from rules.side import Side
from table.screen.hands import Spot
from table.screen.layout import HIGH, TOP, WIDE, centre, face, spot, square_at, targets, tray, tray_places
from table.screen.sheets import Sheet
from table.screen.view import SIDES, BoardView, Face, View

KINDS = ("russian", "giveaway", "brazilian", "international", "renju", "chess")
SHEETS = ("main", "claims", "resign", "move")


def board(kind: str, *, flip: bool = False, trays: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())) -> BoardView:
    pieces = tuple(sorted(start_of(kind).items()))
    return BoardView(kind=kind, flip=flip, pieces=pieces, way=(), gone=(), trays=trays, held=(), chosen=())


def view(kind: str = "russian", sheet: str = "main", *, on_board: bool = False, offered: bool = False) -> View:
    return View(
        lang="ru",
        theme="light",
        number=4,
        title="",
        playing=True,
        kind=kind,
        faces=(Face(text="5:00", runs=True), Face(text="5:00", runs=False)),
        offered_to=Side.BLACK if offered else None,
        sheets=(Sheet(name=sheet), Sheet()),
        board=board(kind) if on_board else None,
    )


@pytest.mark.parametrize("offered", [False, True])
@pytest.mark.parametrize("on_board", [False, True])
@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("kind", ["russian", "international", "renju"])
def test_no_target_lies_over_another_and_each_is_large_enough(
    kind: str, sheet: str, on_board: bool, offered: bool
) -> None:
    found = targets(view(kind, sheet, on_board=on_board, offered=offered))
    for one, other in combinations(found, 2):
        a, b = one.rect, other.rect
        apart = a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
        assert apart, (one.name, other.name)
    for each in found:
        assert each.rect.x >= 0
        assert each.rect.x + each.rect.w <= WIDE
        assert each.rect.y + each.rect.h <= HIGH
        least = TOP if each.name == "language" else 50 if each.name in ("key", "send", "erase", "back") else 64
        assert each.rect.h >= least, each.name
        assert each.rect.w >= 64, each.name


def test_the_buttons_of_both_sides_are_the_same_and_mirrored() -> None:
    found = targets(view())
    names = {side: [each.name for each in found if each.side is side] for side in SIDES}
    assert names[Side.WHITE] == names[Side.BLACK]
    assert sum(each.side is None for each in found) == 2


def test_only_the_player_who_types_has_keys_over_his_face() -> None:
    found = targets(view(sheet="move"))
    assert [each.side for each in found if each.name == "press"] == [Side.BLACK]
    on_board = targets(view(sheet="move", on_board=True))
    assert [each.side for each in on_board if each.name == "press"] == [Side.WHITE, Side.BLACK]


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_each_square_is_touched_where_it_is_drawn(kind: str, flip: bool) -> None:
    seen = board(kind, flip=flip)
    for square in squares_of(kind):
        at = centre(seen, square)
        assert square_at(seen, at) == square
        assert spot(seen, at) == Spot(square=square)
    assert square_at(seen, (10, 200)) == ""


def test_white_is_at_the_bottom_unless_turned() -> None:
    assert centre(board("russian"), "a1")[1] > centre(board("russian"), "b8")[1]
    assert centre(board("russian", flip=True), "a1")[1] < centre(board("russian", flip=True), "b8")[1]


@pytest.mark.parametrize("count", [1, 5, 6, 12, 20])
def test_a_tray_holds_all_that_may_be_taken(count: int) -> None:
    pieces = ("b",) * count
    room = tray(Side.WHITE)
    places = tray_places(pieces, Side.WHITE)
    assert len(places) == count
    assert all(room.has((x, y)) for _, x, y in places)
    seen = board("russian", trays=(pieces, ()))
    assert spot(seen, places[-1][1:]) == Spot(piece="b", beside=Side.WHITE)
    assert spot(seen, (tray(Side.BLACK).x + 5, tray(Side.BLACK).y + 5)) == Spot(beside=Side.BLACK)


def test_faces_do_not_lie_over_the_board() -> None:
    shown = view(on_board=True)
    for side in SIDES:
        room = face(shown, side)
        assert square_at(board("russian"), (room.x + room.w / 2, room.y + room.h / 2)) == ""
