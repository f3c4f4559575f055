"""Undocumented is red (design, law 10): disciplines, draw rules and formats stand in docs/reference/rules.md."""

import re
from pathlib import Path

import pytest

import rules
from rules import conversion
from rules.variants import brazilian

HOUSE = Path(__file__).parents[2]
PAGE = (HOUSE / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("|")]


@pytest.mark.parametrize("name", rules.disciplines())
def test_disciplines(name):
    row = next((row for row in ROWS if row[0] == f"`{name}`"), None)
    assert row is not None, f"docs/reference/rules.md has no row of `{name}`"
    size = rules.discipline(name).size
    assert row[2].startswith(f"{size}x{size}")


def test_draw_rules():
    """Each with its article, number of moves, whose moves count, and whether it is on; and none that is not there."""
    told = {
        (row[0], row[1].strip("`"), row[2], int(row[4]), row[5], row[6].split(":")[0])
        for row in ROWS
        if len(row) == 7 and row[4].isdigit()
    }
    there = {
        (name, rule.name, rule.article, rule.moves, rule.by, "on" if rule.on else "off")
        for name in rules.disciplines()
        for rule in rules.discipline(name).move_limits
    }
    assert told == there


@pytest.mark.parametrize("notation", conversion.FORMATS)
def test_formats(notation):
    assert f"`{notation}`" in PAGE


def test_the_python_of_the_page_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("archive.pdn").write_text("1. c3-d4 *\n", encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)
    assert str(names["move"]) == "c3-d4"
    assert names["one"].plies == 1  # type: ignore[attr-defined]


def test_the_settings_of_the_page_are_settings():
    import tomllib

    from rules.limits import with_settings

    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    draws = tomllib.loads(text)["draws"]
    changed = [name for name in draws if name != "three-against-one"]
    limits = with_settings(rules.discipline("russian").move_limits, {name: draws[name] for name in changed})
    assert {rule.name: (rule.on, rule.moves) for rule in limits}["kings-only"] == (True, 20)
    assert {rule.name: rule.on for rule in limits}["balance-2-3"]
    limits = with_settings(rules.discipline("international").move_limits, {"three-against-one": "players"})
    assert {rule.name: rule.by for rule in limits}["three-against-one"] == "players"


def test_contributing_shows_the_file_of_brazilian_draughts():
    text = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert code == Path(brazilian.__file__).read_text(encoding="utf-8")
