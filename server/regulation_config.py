"""What the keys of ``[regulations]`` must be beside the event's: the default time, the keys of renju, who records."""

from collections.abc import Mapping
from typing import Any

from clock import control as time_control
from clock.start import longest_wait_ms
from record.renju_law import RENJU, SETTINGS
from server.checks import Tell


def settle(event: Mapping[str, Any], regulations: Mapping[str, Any], fault: Tell, warn: Tell) -> None:
    """Tell every key that contradicts the event, and what departs from the articles."""
    _default_time(event, regulations, fault)
    for key in SETTINGS:
        if key in regulations and event.get("discipline", RENJU) != RENJU:
            fault(("regulations", key), f"{key}: belongs to renju, not to {event['discipline']}")
    if regulations.get("move_list") and (why := _may_not_be_helped(event)):
        warn(("regulations", "move_list"), f"move_list: {why}")


def _default_time(event: Mapping[str, Any], regulations: Mapping[str, Any], fault: Tell) -> None:
    minutes = regulations.get("default_time_minutes")
    if minutes is None or "control" not in event or "discipline" not in event:
        return
    control, renju = time_control.parse(event["control"]), event["discipline"] == RENJU
    longest = longest_wait_ms(control, event["discipline"]) // 60_000
    if not 0 <= minutes <= longest:
        why = "5.3.6.1" if renju else "the first control, at most 60: 5.4.4.1"
        fault(
            ("regulations", "default_time_minutes"),
            f"default_time_minutes: {minutes}, expected 0 to {longest} ({why})",
        )


def _may_not_be_helped(event: Mapping[str, Any]) -> str:
    """Why a list of moves before the players departs from the articles; empty where it does not."""
    if event.get("discipline") == RENJU:
        return "nobody may help a player of renju to record or to count (5.3.7.3)"
    control = time_control.parse(event["control"]) if "control" in event else None
    if control is not None and any(stage.moves for budget in (control.white, control.black) for stage in budget.stages):
        return "players count the moves to the control themselves (5.4.3.3)"
    return ""
