"""What the articles leave open is a named setting of the event, and each setting changes what it names."""

import msgspec
import pytest

from rules.errors import NotationError, SettingsError
from server.tournament import (
    Bye,
    Choices,
    Event,
    Rates,
    Round,
    generate,
    pair,
    read_trf,
    standings,
    write_trf,
)
from server.tournament.history import cards

from .exercises import SWISS, event, games


def chosen(of: Event, **choices: object) -> Event:
    return msgspec.structs.replace(of, choices=Choices(**choices))  # type: ignore[arg-type]


def test_colours_alternate_or_are_balanced_first() -> None:
    """1 has had W W B, 4 had B W: by balance 1 has Black again, by alternation both change."""
    of = event(6, "1-2 1, 3-4 1", Round(games("1-3 1, 2-5 1"), (Bye(4, "zero", 0), Bye(6))), "6-1 1, 4-5 1, 3-2 1")
    assert ["".join(side.value[0] for side in cards(of)[player].sides) for player in (1, 4)] == ["wwb", "bw"]
    for choice, due in (("alternation", (1, 4)), ("balance", (4, 1))):
        (one,) = pair(chosen(of, colours=choice), absent={2, 3, 5, 6}).pairs or ()
        assert (one.white, one.black) == due


@pytest.mark.parametrize("version", [16, 26])
def test_a_file_keeps_the_choices_of_its_event(version: int) -> None:
    for choices in (
        Choices(),
        Choices(colours="alternation", plus_is_win=False),
        Choices(pairing_unplayed="virtual", half_bye_is_free_point=True, even_rounds_descend=True),
    ):
        of = msgspec.structs.replace(SWISS, choices=choices)
        assert read_trf(write_trf(of, version)).choices == choices  # type: ignore[arg-type]


def test_a_file_with_an_impossible_choice_is_refused() -> None:
    text = write_trf(SWISS)
    with pytest.raises(NotationError, match=r"line 1, .*choice colours: 'both'"):
        read_trf("### flagfall choice colours both\n" + text)
    with pytest.raises(NotationError, match="choice 'colors' is unknown, expected one of colours"):
        read_trf("### flagfall choice colors balance\n" + text)


def test_a_forfeit_can_count_as_a_meeting() -> None:
    of = event(4, "1-2 1, 3-4 1", "3-1 1, 4-2 1", "1-4 +, 2-3 -")
    assert pair(of).pairs is not None
    assert pair(chosen(of, rematch_after_forfeit=False)).pairs is None


def test_a_half_bye_can_stand_in_the_way_of_a_plus() -> None:
    of = event(5, Round(games("1-3 1, 4-2 1"), (Bye(5, "half", 1),)), Round(games("1-4 1, 5-3 0"), (Bye(2),)))
    assert pair(of, "current-buchholz").bye == 5
    assert pair(chosen(of, half_bye_is_free_point=True), "current-buchholz").bye != 5


def test_a_plus_need_not_be_a_win() -> None:
    def wins(of: Event) -> object:
        return next(row.tiebreaks["wins"] for row in standings(of, ("wins",)) if row.id == 12)

    assert wins(SWISS) == 2
    assert wins(chosen(SWISS, plus_is_win=False)) == 0


def test_the_virtual_opponent_can_leave_the_opponents_scores_alone() -> None:
    def brought(of: Event) -> float:
        row = next(row for row in standings(of, ("buchholz",), unplayed="virtual", explain=True) if row.id == 14)
        return next(float(term.amount) for term in row.terms["buchholz"] if term.opponent == 6)

    # 6 has 3 points, one of them a plus: half of it where games not played are draws.
    assert brought(SWISS) == 2.5
    assert brought(chosen(SWISS, unplayed_are_draws=False)) == 3


@pytest.mark.parametrize("system", ["truncated-solkoff", "current-buchholz"])
def test_the_running_coefficients_can_follow_another_rule(system: str) -> None:
    rough = Rates(forfeit=12, absent=8, leave=2)
    different = 0
    for seed in range(20):
        of = generate(seed, 16, 5, system, rough).event
        for rule in ("virtual", "article-5.4.10.11", "arbiter-pro"):
            different += pair(of, system) != pair(chosen(of, pairing_unplayed=rule), system)
    assert different > 10
    with pytest.raises(SettingsError, match="pairing_unplayed 'none'"):
        pair(chosen(generate(1, 16, 5, system).event, pairing_unplayed="none"), system)


def test_even_rounds_can_descend_in_the_truncated_system() -> None:
    different = 0
    for seed in range(20):
        of = generate(seed, 13, 3 + seed % 2, "truncated-solkoff", Rates(forfeit=0, absent=0, leave=0)).event
        same = pair(of, "truncated-solkoff") == pair(chosen(of, even_rounds_descend=True), "truncated-solkoff")
        assert same or of.finished == 3  # only round 4 is even
        different += not same
    assert different > 3
