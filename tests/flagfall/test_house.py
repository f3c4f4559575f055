"""The house's own laws: small modules, names that are ours alone, and nothing unfinished."""

import re
import tomllib
from pathlib import Path

import pytest

from flagfall.doctor import PACKAGES, strangers

ROOT = Path(__file__).parents[2]
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MOST_LINES = 500


def test_no_other_distribution_provides_one_of_our_packages() -> None:
    assert strangers() == {}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_is_small_or_says_why(module: Path) -> None:
    text = module.read_text("utf-8")
    lines = text.count("\n")
    assert lines <= MOST_LINES or "One module because" in text, f"{lines} lines"


def test_nothing_is_left_unfinished() -> None:
    soft = re.compile(r"\b(TODO|FIXME|XXX)\b|raise NotImplementedError|pytest\.mark\.(skip\b|xfail)")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in (*PACKAGES, "tests")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path != Path(__file__)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if soft.search(line)
    ]
    assert found == []


def test_the_source_distribution_has_all_that_is_worked_with() -> None:
    sdist = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["sdist"]
    made = {"build", "dist"}
    folders = {each.name for each in ROOT.iterdir() if each.is_dir() and each.name[0] != "." and each.name not in made}
    assert folders & {"fuzz", "tests", "docs", *PACKAGES} <= set(sdist["only-include"])
    assert all((ROOT / name).exists() for name in sdist["only-include"])
