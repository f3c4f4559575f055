import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from display.strip import Hand, Note, Run, Strip, Taken, step_ms, strip_html
from rules.side import Side
from tests.display.words import TEXTS

STRIP = Strip(
    -1000,
    9000,
    hands=(Hand(0, 2000, "e5", "in"), Hand(3000, 3500, "f2-g3")),
    taken=(Taken(4000, "d4"),),
    runs=(Run(-1000, 4000, Side.WHITE, "White"), Run(4000, 8000, Side.BLACK), Run(8000, 9000, None, "stopped")),
    notes=(Note(4000, "press"), Note(8000, "demand", key=True)),
)


def tree(strip: Strip) -> ET.Element:
    return ET.fromstring(strip_html(strip, TEXTS["en"]))


def of(root: ET.Element, name: str) -> list[ET.Element]:
    return [e for e in root.iter() if name in (e.get("class") or "").split()]


def test_positions_are_shares_of_the_time() -> None:
    root = tree(STRIP)
    assert [(e.get("x"), e.get("width")) for e in of(root, "sc-w")] == [("0%", "50%")]
    assert [(e.get("x"), e.get("width")) for e in of(root, "sc-stop")] == [("90%", "10%")]
    assert of(root, "sx")[0].get("x") == "50%"
    assert [e.get("x") for e in of(root, "sn")] == ["50%", "90%"]
    assert "key" in (of(root, "sn")[1].get("class") or "")


def test_the_axis_has_zero_and_true_minus() -> None:
    labels = [e.text for e in of(tree(STRIP), "su")]
    assert labels[:3] == ["−1", "0", "1"]
    assert labels[-1] == "9"


def test_no_inline_style_and_everything_escaped() -> None:
    html = strip_html(Strip(0, 1000, hands=(Hand(0, 500, "<b>&", "in"),), notes=(Note(1, "<i>"),)), TEXTS["ru"])
    assert "style" not in html
    assert "<b>" not in html
    assert "<i>" not in html
    ET.fromstring(html)


@given(st.integers(-10_000, 0), st.integers(1, 2_000_000))
def test_at_most_sixteen_figures_and_nothing_outside(start: int, length: int) -> None:
    strip = Strip(start, start + length, runs=(Run(start - 5000, start + length + 5000, Side.WHITE),))
    assert length / step_ms(strip) <= 15 or step_ms(strip) == 600_000
    run = of(tree(strip), "sc-w")[0]
    assert run.get("x") == "0%"
    assert run.get("width") == "100%"
