"""What regulations of renju may have otherwise than the articles (5.1.3, 5.2.3, 5.3.8.2-3): the reading of the three,
a five that must be claimed, and a foul that loses."""

from dataclasses import replace
from typing import Any

from record.assignment import Assignment, Regulations
from rules import discipline
from rules.law import kind_or_unknown as law_kind

RENJU = "renju"
SETTINGS = ("foul_reading", "foul_consequence", "five_must_be_claimed", "letters")
"""The keys of the regulations that belong to renju."""

FOULS = frozenset({"foul-double-three", "foul-double-four", "foul-overline"})
PLAYED_ON = frozenset({"foul-double-three", "foul-double-four"})
"""Fouls that under RIF's rules are gone once White plays on; an overline may be claimed until the end."""

LOST = ("loss", "reject", "remark", "warning")
"""The rulings on a foul where it loses; the first is the proposed one."""


def discipline_of(assignment: Assignment) -> Any:
    """The discipline as the event's regulations have it. Raises `FlagfallError` for an unknown one."""
    game, regulations = discipline(assignment.discipline), assignment.regulations
    if assignment.discipline != RENJU:
        return game
    return replace(game, reading=regulations.foul_reading, five_must_be_claimed=regulations.five_must_be_claimed)


def loses(kind: str, regulations: Regulations) -> bool:
    """Whether a finding of ``kind`` is a foul that loses the game instead of being corrected."""
    return kind in FOULS and regulations.foul_consequence == "rif"


def rulings(kind: str, regulations: Regulations) -> tuple[str, ...]:
    """The lawful rulings on a finding of ``kind``, what the law proposes first."""
    return LOST if loses(kind, regulations) else law_kind(kind).rulings


def lasts(kind: str, assignment: Assignment) -> str:
    """Until when anyone may act on a finding of ``kind``: the words of `rules.law.kinds.Until`."""
    if loses(kind, assignment.regulations) and kind in PLAYED_ON:
        return "reply"
    return law_kind(kind).lasts(assignment.discipline)
