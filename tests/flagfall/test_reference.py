"""Undocumented is red: every command, event, topic, finding and setting stands in the docs, as the program has it
now."""

from pathlib import Path

import pytest

from flagfall import reference

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(reference.pages()))
def test_a_generated_page_is_up_to_date(name: str) -> None:
    page = reference.DOCS / name
    assert page.read_text("utf-8") == reference.pages()[name], "run: python -m flagfall.reference"


def test_the_readme_names_the_commands_that_a_newcomer_needs() -> None:
    for command in ("make demo", "make test", "flagfall serve", "flagfall table", "flagfall doctor"):
        assert command in README
