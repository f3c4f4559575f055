"""Who may do what at the desk: one table, read by every route and by the pages that draw the buttons.

Roles: ``chief-arbiter``, ``deputy``, ``arbiter``, ``organiser``, ``viewer``. Each act names who may do it. The lowest
lawful role of a ruling is the arbiter of the table, except where an article names the chief arbiter: exclusion
(5.4.14.1), and whether someone plays on who missed a round (5.4.5.1). Pairing, entries and withdrawals are the
office's; changing a published pairing and adjudicating an adjourned game is the chief arbiter's or his deputy's
(5.4.10.8, 5.4.10.12, 5.4.5.4). The play-off of 31.8 is the chief arbiter's, and so is what becomes of the matches of a
team that left (5.4.9.5).
"""

from collections.abc import Mapping

CHIEF = "chief-arbiter"
DEPUTY = "deputy"
ARBITER = "arbiter"
ORGANISER = "organiser"
VIEWER = "viewer"
ROLES = (CHIEF, DEPUTY, ARBITER, ORGANISER, VIEWER)

_EVERYONE = frozenset(ROLES)
_ARBITERS = frozenset({CHIEF, DEPUTY, ARBITER})
_CHIEFS = frozenset({CHIEF, DEPUTY})
_OFFICE = frozenset({CHIEF, DEPUTY, ORGANISER})

ACCESS: Mapping[str, frozenset[str]] = {
    "see-desk": _EVERYONE,
    "see-evidence": _EVERYONE,
    "see-players": _EVERYONE,
    "see-links": _OFFICE,
    "call": _ARBITERS,
    "result": _ARBITERS,
    "confirm": _ARBITERS,
    "clock": _ARBITERS,
    "correct-clock": _ARBITERS,
    "call-round": _ARBITERS,
    "start-clocks": _ARBITERS,
    "draw-openings": _ARBITERS,
    "draw-opening": _ARBITERS,
    "arrived": _ARBITERS,
    "missing": _ARBITERS,
    "undo": _ARBITERS,
    "settle": _ARBITERS,
    "pair": _OFFICE,
    "add-player": _OFFICE,
    "withdraw": _OFFICE,
    "readmit": _OFFICE,
    "absent": _OFFICE,
    "present": _OFFICE,
    "enter": _OFFICE,
    "import": _OFFICE,
    "exclude": frozenset({CHIEF}),
    "go-on": frozenset({CHIEF}),
    "forbid": _OFFICE,
    "allow": _OFFICE,
    "order-pair": _OFFICE,
    "drop-pair": _OFFICE,
    "fix-table": _OFFICE,
    "adjourn": _CHIEFS,
    "resume": _CHIEFS,
    "undo-round": _CHIEFS,
    "repair": _CHIEFS,
    "change-pairs": _CHIEFS,
    "play-off": frozenset({CHIEF}),
    "play-off-back": frozenset({CHIEF}),
    "lose-meeting": _ARBITERS,
    "meeting-stands": _ARBITERS,
    "draw-teams": _OFFICE,
    "undo-draw": _CHIEFS,
    "change-draw": _CHIEFS,
    "line-up": _OFFICE | _ARBITERS,
    "round-start": _OFFICE,
    "withdraw-team": _OFFICE,
    "readmit-team": _OFFICE,
    "team-away": _OFFICE,
    "team-present": _OFFICE,
    "team-reserve": _OFFICE,
    "team-left": frozenset({CHIEF}),
    "not-admitted": _CHIEFS,
    "wrong-board": _CHIEFS,
    "board-counts": _CHIEFS,
    "extra-match": _CHIEFS,
    "rule:let-stand": _ARBITERS,
    "rule:require-correction": _ARBITERS,
    "rule:restore-position": _ARBITERS,
    "rule:follow-board": _ARBITERS,
    "rule:excuse": _ARBITERS,
    "rule:remark": _ARBITERS,
    "rule:warning": _ARBITERS,
    "rule:time-to-opponent": _ARBITERS,
    "rule:draw": _ARBITERS,
    "rule:set-colours": _ARBITERS,
    "rule:reject": _ARBITERS,
    "rule:loss": _ARBITERS,
    "rule:loss-of-both": _ARBITERS,
    "rule:exclusion": frozenset({CHIEF}),
    "rule": _ARBITERS,
}


def may(role: str | None, act: str) -> bool:
    """Whether ``role`` may do ``act``. A ``rule:NAME`` without its own line is judged as ``rule``."""
    if role is None:
        return False
    allowed = ACCESS.get(act)
    if allowed is None and act.startswith("rule:"):
        allowed = ACCESS["rule"]
    return allowed is not None and role in allowed
