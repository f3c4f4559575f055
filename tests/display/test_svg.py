import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.svg import SIZES, Grid, Mark, board
from rules import discipline


def parts(svg: str, name: str) -> list[ET.Element]:
    return [e for e in ET.fromstring(svg).iter() if name in (e.get("class") or "").split()]


@pytest.mark.parametrize(
    ("kind", "square", "place"),
    [
        ("russian", "a1", (0, 7)),
        ("russian", "h8", (7, 0)),
        ("international", "1", (1, 0)),
        ("international", "6", (0, 1)),
        ("international", "46", (0, 9)),
        ("international", "50", (8, 9)),
        ("renju", "a15", (0, 0)),
        ("renju", "h8", (7, 7)),
        ("chess", "e4", (4, 4)),
    ],
)
def test_where_squares_are(kind: str, square: str, place: tuple[int, int]) -> None:
    assert Grid(kind).at(square) == place
    n = SIZES[kind] - 1
    assert Grid(kind, flip=True).at(square) == (n - place[0], n - place[1])


@given(st.sampled_from(["russian", "international", "renju"]), st.text("abo019ijz", min_size=1, max_size=3))
def test_a_square_off_the_board_is_an_error(kind: str, name: str) -> None:
    try:
        column, row = Grid(kind).at(name)
    except ValueError:
        return
    assert 0 <= column < SIZES[kind]
    assert 0 <= row < SIZES[kind]


@pytest.mark.parametrize("kind", ["russian", "giveaway", "brazilian", "international"])
def test_the_start_has_all_men_on_dark_squares(kind: str) -> None:
    fen = discipline(kind).start().fen()
    svg = board(kind, fen)
    count = 20 if kind == "international" else 12
    men = parts(svg, "fb-w")
    assert len(men) == len(parts(svg, "fb-b")) == count
    for man in men:
        column, row = int(man.get("cx") or 0) // 100, int(man.get("cy") or 0) // 100
        assert (column + row) % 2 == 1
        assert row >= SIZES[kind] // 2


def test_a_king_is_a_crown_on_the_same_disc() -> None:
    svg = board("russian", "W:WK1,17:B5")
    assert len(parts(svg, "fb-crown-w")) == 1
    assert len(parts(svg, "fb-groove")) == 2
    assert {man.get("r") for man in parts(svg, "fb-w")} == {"39"}


def test_the_last_move_and_its_victims() -> None:
    svg = board("russian", "W:W21:B19", last=("b8", "d6", "f4"), captured=("c7", "e5"))
    assert parts(svg, "fb-from")[0].get("x") == "100"
    assert len(parts(svg, "fb-land")) == 1
    assert len(parts(svg, "fb-ghost")) == 2
    path = parts(svg, "fb-path")[0].get("d") or ""
    assert path.startswith("M150 50L350 250L")
    x, y = map(int, path.rsplit("L", 1)[1].split())
    assert (x, y) == (517, 417), "the line ends at the rim of the piece"


def test_tiny_boards_have_no_grooves_ghosts_or_coordinates() -> None:
    svg = board("russian", "W:W21:B19", last=("b8", "d6", "f4"), captured=("c7",), tiny=True)
    for name in ("fb-groove", "fb-ghost", "fb-co", "fb-land"):
        assert parts(svg, name) == []
    assert parts(svg, "fb-path")


def test_ambiguous_ways_are_dashed() -> None:
    svg = board("russian", "W:W21:B19", last=("b8", "f4"), ambiguous=(("b8", "d6", "f4"), ("b8", "e5", "f4")))
    assert len(parts(svg, "fb-maybe")) == len(parts(svg, "fb-path")) == 2


def test_renju_numbers_letters_and_the_last_stone() -> None:
    svg = board("renju", "B:Bh8,i8:Wh9", stones=("h8", "h9", "i8"), numbers="all")
    assert [t.text for t in parts(svg, "fb-no")] == ["1", "3", "2"]
    assert len(parts(svg, "fb-lastring")) == 1
    letters = "".join(t.text or "" for t in parts(svg, "fb-co") if not (t.text or "").isdigit())
    assert letters == "ABCDEFGHIKLMNOP"
    assert "abcdefghijklmno" in re.sub(
        r"\W|\d", "", "".join(t.text or "" for t in parts(board("renju", "B:B:W", letters="rif"), "fb-co"))
    )
    five = board("renju", "B:Bh8", stones=(*(f"a{n}" for n in range(1, 10)), "h8"), numbers="last")
    assert [t.text for t in parts(five, "fb-no")] == ["10"]


def test_numbers_round_the_edge_of_100_squares() -> None:
    svg = board("international", "W:W50:B1")
    shown = {int(t.text or 0) for t in parts(svg, "fb-co")}
    assert shown == {*range(1, 6), *range(46, 51), 6, 16, 26, 36, 15, 25, 35, 45}


def test_marks() -> None:
    marks = [
        Mark("held", ("e5",)),
        Mark("lift", ("f2",)),
        Mark("place", ("g3",)),
        Mark("left", ("c3",)),
        Mark("hand", ("a1",), "b"),
    ]
    svg = board("russian", "W:W21:B19", marks=marks)
    assert len(parts(svg, "fm-lift")) == 2
    assert len(parts(svg, "fm-place")) == 2
    assert len(parts(svg, "fm-left")) == 1
    assert len(parts(svg, "fm-hand")) == 1
    rows = board("renju", "B:Bm6", marks=[Mark("row", ("m6", "j9", "k8", "l7"))])
    assert parts(rows, "fm-row")[0].get("d") == "M950 650L1250 950"
    with pytest.raises(ValueError, match="no sensor mark 'arrow'"):
        board("russian", "W:W21:B19", marks=[Mark("arrow", ("a1",))])


def test_chess_pieces_stand_on_their_squares() -> None:
    svg = board("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert len(parts(svg, "fb-piece")) == 32
    king = [p for p in parts(svg, "fb-w") if p.get("transform") == "translate(450 750)"]
    assert len(king) == 1


def test_the_label_is_escaped_and_there_is_no_style() -> None:
    svg = board("russian", "W:W21:B19", label='"><script>')
    assert "<script>" not in svg
    assert "style=" not in svg
    assert ET.fromstring(svg).get("aria-label") == '"><script>'


def test_what_names_no_square_is_left_out() -> None:
    svg = board("russian", "W:Wz9,21:B77", last=("b8", "x"), captured=("99",), marks=[Mark("lift", ("q1",))])
    assert len(parts(svg, "fb-w")) == 1
    assert parts(svg, "fb-path") == parts(svg, "fm") == parts(svg, "fb-b") == []
