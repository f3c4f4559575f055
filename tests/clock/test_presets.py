"""Articles 3.6 and 4.3: what they name is inside them, what they exclude is warned of."""

import pytest

from clock.control import parse
from clock.presets import PRESETS, preset, warnings


@pytest.mark.parametrize("one", PRESETS, ids=lambda one: one.name)
def test_a_preset_is_written_canonically_and_lies_within_its_article(one):
    assert str(one.control) == one.notation
    assert warnings(one.control, one.discipline, one.tempo) == ()


@pytest.mark.parametrize(
    ("text", "discipline", "tempo", "article"),
    [
        ("14m", "international", "rapid", "3.6.2"),
        ("31m", "international", "rapid", "3.6.2"),
        ("26m+5s", "international", "rapid", "3.6.2"),  # 26 min + 60 x 5 s = 31 min
        ("9m+6s", "international", "rapid", "3.6.2"),
        ("12m+4s", "international", "rapid", "3.6.2"),
        ("4m", "international", "blitz", "3.6.3"),
        ("3m+1s", "international", "blitz", "3.6.3"),
        ("15m+1s", "international", "blitz", "3.6.3"),
        ("5md3s", "international", "blitz", "3.6.3"),
        ("1h+1m", "international", "classic", "3.6.1"),
        ("2h1m+1m", "international", "classic", "3.6.1"),
        ("40m", "giveaway", "classic", "4.3.1"),
        ("lehmann-georgiev:5m+2s", "international", "blitz", "3.6.4"),
    ],
)
def test_a_control_outside_its_article_is_warned_of(text, discipline, tempo, article):
    found = warnings(parse(text), discipline, tempo)
    assert found
    assert all(f"({article})" in warning for warning in found)


@pytest.mark.parametrize(
    ("text", "tempo"),
    [
        ("15m", "rapid"),
        ("30m", "rapid"),
        ("25m+5s", "rapid"),
        ("15m", "blitz"),
        ("13m+2s", "blitz"),
        ("2h+1m", "classic"),
    ],
)
def test_the_bounds_themselves_are_inside(text, tempo):
    assert warnings(parse(text), "international", tempo) == ()


def test_both_budgets_are_looked_at():
    [warning] = warnings(parse("15m vs 10m"), "international", "rapid")
    assert "for black" in warning


def test_disciplines_without_a_text_are_not_warned_about():
    assert warnings(parse("1m"), "russian", "classic") == ()


def test_presets_are_found_by_name():
    found = preset("giveaway")
    assert found is not None
    assert found.notation == "45m"
    assert preset("none") is None
