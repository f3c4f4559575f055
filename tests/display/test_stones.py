"""The numbers of renju's stones and the diagram of the score sheet (5.3.2.1)."""

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from display.stones import margin_height, number_of_next, order
from display.svg import board

PLIES = ("h8", "h9", "pass", "i10", "j10", "pass")
FEN = "B:Bh8,j10:Wh9,i10"


def texts(svg: str, name: str) -> list[str]:
    return [t.text or "" for t in ET.fromstring(svg).iter() if name in (t.get("class") or "").split()]


def count(svg: str, name: str) -> int:
    return len(texts(svg, name))


def sheet(**how: object) -> str:
    return board("renju", FEN, stones=PLIES, numbers="sheet", **how)  # type: ignore[arg-type]


def test_a_pass_has_its_number_so_that_black_is_odd_and_white_even() -> None:
    assert order(PLIES).stones == {"h8": 1, "h9": 2, "i10": 4, "j10": 5}
    for numbers in ("all", "sheet"):
        svg = board("renju", FEN, stones=PLIES, numbers=numbers)
        assert sorted(texts(svg, "fb-no")) == sorted(
            ["1", "2", "4", "5"] + (["3", "–", "6", "–"] if numbers == "sheet" else [])
        )


def test_in_colour_white_is_red_and_both_have_their_stones_drawn() -> None:
    svg = sheet()
    assert sorted(texts(svg, "fb-sheet-no-w")) == ["2", "4", "6", "–"]
    assert sorted(texts(svg, "fb-sheet-no-b")) == ["1", "3", "5", "–"]
    assert (count(svg, "fb-sheet-w"), count(svg, "fb-sheet-b"), count(svg, "fb-sheet-bare")) == (2, 2, 0)
    assert "fb-mono" not in svg
    assert count(svg, "fb-lastring") == count(svg, "fb-lastdot") == 0


def test_in_one_colour_black_s_numbers_are_circled_and_white_s_are_not() -> None:
    svg = sheet(monochrome=True)
    circled = {c.get("cx") for c in ET.fromstring(svg).iter() if "fb-sheet-b" in (c.get("class") or "").split()}
    assert len(circled) == 3, "two stones and the pass of Black"
    assert count(svg, "fb-sheet-bare") == 2
    assert "fb-mono" in svg


def test_passes_stand_in_the_margin_below() -> None:
    svg = ET.fromstring(sheet())
    x, y, width, height = map(int, (svg.get("viewBox") or "").split())
    notes = [[t.text for t in g] for g in svg.iter() if g.get("class") == "fb-pass"]
    assert notes == [["3", "–"], ["6", "–"]]
    for g in svg.iter():
        if g.get("class") == "fb-pass":
            assert all(1500 < int(t.get("y") or 0) < y + height and x < int(t.get("x") or 0) < x + width for t in g)
    bare = ET.fromstring(board("renju", FEN, stones=("h8", "h9"), numbers="sheet"))
    assert int((bare.get("viewBox") or "").split()[3]) == height - margin_height((3, 6))


def test_many_passes_stay_inside_the_picture() -> None:
    plies = ["h8", *["pass"] * 40]
    svg = ET.fromstring(board("renju", "B:Bh8:W", stones=plies, numbers="sheet", monochrome=True))
    x, y, width, height = map(int, (svg.get("viewBox") or "").split())
    for t in svg.iter():
        if t.get("class", "").startswith("fb-no"):
            assert x + 30 < int(t.get("x") or 0) < x + width - 30
            assert y + 30 < int(t.get("y") or 0) < y + height - 30


def test_letters_are_the_style_asked_for() -> None:
    def letters(svg: str) -> str:
        return "".join(text for text in texts(svg, "fb-co") if text.isalpha())

    assert letters(sheet()) == "ABCDEFGHIKLMNOP"
    assert letters(sheet(letters="rif")) == "abcdefghijklmno"


def test_stones_that_were_set_up_have_no_number() -> None:
    svg = board("renju", "B:Bh8,j10:Wh9,i10", stones=("j10",), first=5, numbers="sheet", monochrome=True)
    assert texts(svg, "fb-no") == ["5"]
    assert count(svg, "fb-sheet-dot") == 1, "the black stone; white ones are empty circles"
    assert count(svg, "fb-sheet-bare") == 0


@given(st.integers(0, 60), st.integers(0, 60), st.booleans())
def test_the_next_number_is_black_s_odd(black: int, white: int, black_moves: bool) -> None:
    number = number_of_next(black, white, black_moves)
    assert number % 2 == black_moves
    assert number > black + white
