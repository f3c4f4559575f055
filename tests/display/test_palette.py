import re
from pathlib import Path

import pytest

from display.palette import DARK, LIGHT

CSS = (Path(__file__).parents[2] / "server" / "web" / "static" / "flagfall.css").read_text("utf-8")


def tokens(start: str) -> dict[str, str]:
    block = CSS[CSS.index(start) :]
    return dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9A-Fa-f]{3,6})", block[: block.index("}")]))


@pytest.mark.parametrize(
    ("palette", "start"), [(LIGHT, ":root{\n  color-scheme:light"), (DARK, ":root[data-theme=dark]{")]
)
def test_the_style_sheet_has_the_same_colours(palette: dict[str, str], start: str) -> None:
    shown = {**tokens(":root{\n  color-scheme:light"), **tokens(start)}
    assert {name: shown.get(name) for name in palette} == dict(palette)


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(c * 2 for c in digits) if len(digits) == 3 else digits
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_words_can_be_read(palette: dict[str, str]) -> None:
    for name in ("ink", "ink2", "ink3", "evidence", "attention-text"):
        assert contrast(palette[name], palette["panel"]) >= 4.5, name
    assert contrast(palette["on-decision"], palette["decision"]) >= 4.5
    assert contrast(palette["on-attention"], palette["attention"]) >= 4.5
    assert contrast(palette["man-w"], palette["board-dark"]) >= 3
    assert contrast(palette["man-b"], palette["board-dark"]) >= 3
