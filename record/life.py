"""The life of findings: who opened what, until when, and what closes it (design.md section 4; 5.4.13.2, 5.4.13.5)."""

from collections.abc import Collection

import msgspec

from record.assignment import Assignment
from record.events import Ruled
from record.renju_law import lasts
from record.state import FindingState, Status
from rules.law import kind_or_unknown as law_kind
from rules.side import Side

replace = msgspec.structs.replace
Findings = tuple[FindingState, ...]

SANCTIONS = frozenset({"remark", "warning", "time-to-opponent"})
"""Rulings that stand beside a decision and do not settle it by themselves, where the law offers a decision (5.4.14)."""

SANCTIONED = frozenset({"late", "moved-before-arrival"})
"""Kinds about which there is nothing to decide but the sanction."""

SETUP = frozenset({"wrong-setup", "wrong-colours"})
"""Kinds that may be put right at the beginning only (5.4.13.1; renju 5.3.8.1)."""

CLAIMS: dict[str, frozenset[str]] = {
    "claim-flag": frozenset({"flag-fall", "both-flags"}),
    "claim-draw": frozenset({"repetition"}),
    "claim-move-limit": frozenset({"move-limit"}),
    "claim-clock": frozenset({"clock-disagrees", "clock-stopped"}),
    "claim-foul": frozenset({"foul-double-three", "foul-double-four", "foul-overline"}),
}
"""Which kinds a claim of the table screen is about; ``claim-irregularity`` is about those of the ply just made."""


def demanded(findings: Findings, claim: str, by: Side | None, ply: int, at: str) -> Findings:
    """``findings`` after ``by`` claimed: those that the claim is about, and that he may claim, are demanded."""

    def concerned(found: FindingState) -> bool:
        if found.status is not Status.OPEN:
            return False
        if claim in CLAIMS:
            return found.kind in CLAIMS[claim]
        return found.ply == ply and found.side is not by and law_kind(found.kind).who_may_act == "opponent"

    return tuple(
        replace(found, status=Status.DEMANDED, demanded_by=by, demanded_at=at) if concerned(found) else found
        for found in findings
    )


def lapsed_by_reply(findings: Findings, mover: Side, ply: int, game: Assignment) -> Findings:
    """``findings`` after ``mover`` made ply ``ply``: his rights on what came before are gone (5.4.13.2)."""

    def gone(found: FindingState) -> bool:
        return found.status.live and found.ply < ply and found.side is not mover

    return tuple(
        replace(found, status=Status.LAPSED) if gone(found) and lasts(found.kind, game) == "reply" else found
        for found in findings
    )


def setup_lapsed(findings: Findings) -> Findings:
    """``findings`` when it is too late to put the set-up or the colours right (5.4.13.1, 5.3.8.1)."""
    return with_status(findings, SETUP, Status.LAPSED)


def corrected(findings: Findings, ply: int) -> Findings:
    """``findings`` after ply ``ply`` was put right at the board."""
    return tuple(
        replace(found, status=Status.CORRECTED) if found.status.live and found.ply == ply else found
        for found in findings
    )


def closed(findings: Findings) -> Findings:
    """``findings`` at the end of the game: nothing is open any more (5.4.13.5)."""
    return tuple(replace(found, status=Status.CLOSED) if found.status.live else found for found in findings)


def with_status(findings: Findings, kinds: Collection[str], status: Status) -> Findings:
    """``findings`` where the live ones of ``kinds`` have ``status``."""
    return tuple(
        replace(found, status=status) if found.status.live and found.kind in kinds else found for found in findings
    )


def settles(kind: str, ruling: str) -> bool:
    """Whether ``ruling`` settles a finding of ``kind``; a sanction does where it is all that there is to decide
    (5.4.4.1), or the law offers nothing else."""
    if ruling not in SANCTIONS or kind in SANCTIONED:
        return True
    return not any(lawful not in SANCTIONS for lawful in law_kind(kind).rulings)


def settled(findings: Findings, event: Ruled) -> Findings:
    """``findings`` after the ruling. A ruling on one irregularity of a ply settles those that belong to the same
    ply."""
    target = next((found for found in findings if found.id == event.finding), None)
    if target is None or not settles(target.kind, event.ruling):
        return findings

    def concerned(found: FindingState) -> bool:
        if found.id == target.id:
            return True
        same_deed = found.ply == target.ply and found.side is target.side and found.status.live
        return same_deed and law_kind(found.kind).who_may_act == law_kind(target.kind).who_may_act == "opponent"

    return tuple(
        replace(found, status=Status.RULED, ruling=event.ruling, ruled_by=event.arbiter, ruling_seq=event.seq)
        if concerned(found)
        else found
        for found in findings
    )
