"""How far a clock is set back, and what is charged for restoring a record (5.4.2.5, 5.3.1.5, 5.3.2.2)."""

import pytest

from clock.control import parse
from clock.correcting import Charge, Least, charged, has_next_control, least, lowest_ms
from rules.side import Side

MINUTE = 60_000


@pytest.mark.parametrize(
    ("discipline", "tempo", "must"),
    [
        ("russian", "classic", Least(15 * MINUTE, "5.4.2.5")),
        ("international", "classic", Least(15 * MINUTE, "5.4.2.5")),
        ("russian", "rapid", Least()),
        ("international", "blitz", Least()),
        ("giveaway", "classic", Least()),
        ("brazilian", "classic", Least()),
        ("chess", "classic", Least()),
        ("renju", "classic", Least(5 * MINUTE, "5.3.1.5")),
        ("renju", "blitz", Least(5 * MINUTE, "5.3.1.5")),
    ],
)
def test_what_must_remain_by_discipline_and_tempo(discipline: str, tempo: str, must: Least) -> None:
    assert least(discipline, tempo) == must


def test_who_has_less_already_is_not_reduced() -> None:
    assert lowest_ms(40 * MINUTE, 15 * MINUTE) == 15 * MINUTE
    assert lowest_ms(9 * MINUTE, 15 * MINUTE) == 9 * MINUTE


@pytest.mark.parametrize(
    ("left", "spent", "has_next", "charge"),
    [
        (20, 6, True, Charge(14 * MINUTE)),
        (8, 6, True, Charge(5 * MINUTE, 3 * MINUTE)),
        (4, 6, True, Charge(4 * MINUTE, 6 * MINUTE)),
        (8, 6, False, Charge(5 * MINUTE)),
    ],
)
def test_renju_keeps_five_minutes_and_carries_the_rest(left: int, spent: int, has_next: bool, charge: Charge) -> None:
    assert charged(left * MINUTE, spent * MINUTE, "renju", has_next=has_next) == charge


def test_draughts_charge_it_all() -> None:
    assert charged(8 * MINUTE, 6 * MINUTE, "russian", has_next=True) == Charge(2 * MINUTE)
    assert charged(2 * MINUTE, 6 * MINUTE, "russian", has_next=True) == Charge(0)


def test_the_next_control() -> None:
    control = parse("2h/50,1h/25,30m")
    assert [has_next_control(control, Side.WHITE, moves) for moves in (0, 49, 50, 74, 75)] == [True] * 4 + [False]
    assert has_next_control(parse("2h/50,1h/25*"), Side.BLACK, 200)
