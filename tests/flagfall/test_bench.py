"""The bench measures what it says: its small sizes run here, its figures are no test."""

from typing import Any

import pytest

from flagfall import bench
from flagfall.bench.sections import broadcast, hall
from flagfall.bench.sections.day import day
from flagfall.bench.sections.recognition import mistaken, played, unseen
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


def test_the_bench_of_recognition_counts_what_was_played_and_what_came_out() -> None:
    tally = played("brazilian", 1, True)
    assert tally.plies == tally.right >= 9
    assert (tally.wrong, tally.silent, tally.false.total()) == (0, 0, 0)
    made, right, silent = mistaken("russian", "captured-removed-early", 3)
    assert (made, right, silent) == (3, 3, 0)
    assert unseen("colour", 1).guessed == 0


def test_a_day_is_so_many_games_and_the_memory_that_they_leave() -> None:
    events, grown = day("russian", 2)
    assert events > 100
    assert grown < 1_000_000
