"""What may lawfully be done about a finding, by whom, and whether it is open yet (design.md section 4; articles.md)."""

import msgspec

from record.claims import FLAGS
from record.life import SANCTIONS
from record.renju_law import rulings
from record.state import FindingState, GameState, Status
from rules.law import kind_or_unknown as law_kind
from rules.side import Side

ENDING = frozenset({"loss", "loss-of-both", "draw"})
"""Rulings that end the game: the desk asks once more."""

UNPLAYED = frozenset({"late", "no-show", "both-absent"})
"""Findings on which a loss is one without a game, where no move was made."""


def is_unplayed(state: GameState, found: FindingState | None) -> bool:
    """Whether a loss that is ruled on ``found`` is one without a game: a player did not come, and no move was made. It
    is written with plus and minus (5.4.7.2, 5.3.9.1)."""
    return found is not None and found.kind in UNPLAYED and not state.moved


def result_of(ruling: str, side: Side | None, *, unplayed: bool) -> str:
    """The result that a ruling which ends the game names; ``side`` bears it."""
    if ruling == "draw":
        return "1/2-1/2"
    if ruling == "loss-of-both" or side is None:
        return "-/-" if unplayed else "0-0"
    if side is Side.WHITE:
        return "-/+" if unplayed else "0-1"
    return "+/-" if unplayed else "1-0"


STOPPED = "clock-stopped"
"""Who stops the clock resigns (5.4.2.9, 5.3.1.8); the laws of chess do not say so."""


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that the law names for a finding.

    ``open``: the arbiter may give it now; otherwise ``opens_by`` says whose act opens it (``opponent``, ``player``).
    ``proposed``: the article names this one. ``sanction``: it stands beside the decision (5.4.14). ``ends``: it ends
    the game. ``side`` is who bears it.
    """

    ruling: str
    open: bool
    proposed: bool
    sanction: bool
    ends: bool
    side: Side | None
    opens_by: str = ""


def is_open(state: GameState, found: FindingState) -> bool:
    """Whether the arbiter may rule on ``found`` now.

    What only the opponent may have corrected opens when he demands it, or when the arbiter is called (5.4.13.2). What
    the arbiter may act on by himself (5.4.12.6, 5.4.2.7, devices) is open at once. In chess a player claims repetition
    and fifty moves (FIDE 9.2, 9.3).
    """
    if not found.status.live:
        return False
    actor = law_kind(found.kind).actor(state.assignment.discipline)
    return actor == "arbiter" or found.status in (Status.DEMANDED, Status.CALLED)


def lawful_rulings(state: GameState, found: FindingState) -> tuple[str, ...]:
    """The rulings that the law names for ``found`` as the game stands: a fallen flag is nobody's clock's fault unless
    that was complained of, or noticed, before it fell (5.4.2.8, 5.3.1.5)."""
    lawful = rulings(found.kind, state.assignment.regulations)
    if found.kind == STOPPED and state.assignment.discipline == "chess":
        return tuple(ruling for ruling in lawful if ruling != "loss")
    if found.kind in FLAGS and not _clock_was_in_doubt(state, found):
        return tuple(ruling for ruling in lawful if ruling != "clock-fault")
    return lawful


def _clock_was_in_doubt(state: GameState, flag: FindingState) -> bool:
    if state.claim == "claim-clock" and not state.claim_late:
        return True
    before = state.findings[: state.findings.index(flag)]
    return any(found.kind == "clock-disagrees" for found in before)


def actions(state: GameState, found: FindingState) -> tuple[Action, ...]:
    """The lawful rulings on ``found``, the one the article names first; none once its life or the game is over."""
    if not found.status.live or state.ended:
        return ()
    law = law_kind(found.kind)
    now = is_open(state, found)
    lawful = lawful_rulings(state, found)
    ordered = [ruling for ruling in lawful if ruling not in SANCTIONS]
    ordered += [ruling for ruling in lawful if ruling in SANCTIONS]
    proposed = found.evidence.get("sanction") or next(iter(ordered), "")
    return tuple(
        Action(
            ruling=ruling,
            open=now,
            proposed=ruling == proposed,
            sanction=ruling in SANCTIONS,
            ends=ruling in ENDING,
            side=found.side,
            opens_by="" if now else law.actor(state.assignment.discipline),
        )
        for ruling in ordered
    )
