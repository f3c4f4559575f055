"""The bench measures what it says: its small sizes run here, its figures are no test."""

from typing import Any

import pytest

from flagfall import bench
from flagfall.bench.sections import broadcast, hall
from rules.errors import FlagfallError


def test_every_section_of_the_plan_is_there() -> None:
    assert {"rules", "recognition", "pairing", "broadcast", "hall"} <= set(bench.names())


def test_an_unknown_section_names_the_known_ones() -> None:
    with pytest.raises(FlagfallError, match=r"known: all, .*pairing"):
        bench.run("weather")


@pytest.mark.parametrize(
    ("section", "sizes", "units"),
    [
        (hall, {"TABLES": 2, "PLIES": 3}, ["events/s", "ms", "ms", "s"]),
        (broadcast, {"WATCHING": (3,), "MOVES": 2}, ["ms", "ms", "ms"]),
    ],
)
def test_a_section_measures_a_hall_that_it_opens(
    section: Any, sizes: dict[str, Any], units: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, size in sizes.items():
        monkeypatch.setattr(section, name, size)
    figures = section.measure()
    assert [line["unit"] for line in figures] == units
    assert all(line["value"] > 0 for line in figures)
