"""What the keys of ``[event]`` must not contradict: tie-breaks and rounds against the system."""

from collections.abc import Mapping
from typing import Any

from record.renju_law import RENJU
from server.checks import Tell
from server.tournament.registry import systems, tiebreaks

ROUND_ROBINS = {"round-robin": 1, "double-round-robin": 2}
"""The systems in which everyone meets everyone, and how often."""


def tiebreak_rules(event: Mapping[str, Any], teams: bool, fault: Tell) -> None:
    """Tell a tie-break that does not fit the system, and one that is missing: the text of 5.3.11.3, about renju's Swiss
    events, breaks off, so that they must be chosen."""
    swiss = event.get("system") in systems() and not teams
    if event.get("discipline") == RENJU and swiss and not event.get("tiebreaks"):
        fault(("event",), "tiebreaks: in a Swiss event of renju they must be chosen: 5.3.11.3 breaks off")
    for name in event.get("tiebreaks", ()):
        if tiebreaks()[name].round_robin_only and event.get("system", "") not in ROUND_ROBINS:
            fault(("event", "tiebreaks"), f"tiebreaks: {name} is only for round robins (5.4.8.4.3)")


def round_rules(event: Mapping[str, Any], players: int, teams: bool, fault: Tell) -> None:
    """Tell more rounds than a round robin of so many players, or teams, has."""
    cycles = ROUND_ROBINS.get(event.get("system", ""))
    if cycles and players > 1 and "rounds" in event:
        full = cycles * (players - 1 + players % 2)
        if event["rounds"] > full:
            who = "teams" if teams else "players"
            fault(("event", "rounds"), f"rounds: {event['rounds']}, expected at most {full} for {players} {who}")
