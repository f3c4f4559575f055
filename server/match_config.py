"""The keys of ``[event]`` about micro-matches (5.4.6), knock-outs and the play-off of 31.8, and what they mean."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clock import control as time_control
from rules.errors import FlagfallError
from server.checks import Check, Tell, a_control, choice, whole, yes
from server.tournament.micromatch import Rules

if TYPE_CHECKING:
    from server.config import EventSettings

KNOCKOUT = "knockout"
"""The system in which whoever loses a meeting is out."""
PLAY_OFF = "play-off"
"""What the pairings of a play-off have for a system."""
MOST_GAMES = 20
EVENT: dict[str, tuple[Check, Any]] = {
    "games_per_pairing": (whole(1, MOST_GAMES), 1),
    "colour_order": (choice("alternate", "mirror"), "alternate"),
    "meeting_points": (choice("result", "sum"), "result"),
    "opening_lot": (choice("each-game", "each-two-games", "each-meeting"), "each-game"),
    "openings_drawn": (choice("table", "pairing"), "table"),
    "extra_when_drawn": (choice("none", "once", "until-won"), "none"),
    "extra_games": (whole(1, MOST_GAMES), 1),
    "extra_control": (a_control, ""),
    "knockout_pairs": (choice("lot", "seeded"), "lot"),
    "third_place": (yes, False),
    "play_off": (choice("none", "points", "places"), "none"),
    "play_off_control": (a_control, "3m+2s"),
}
ONLY_EXTRA = ("extra_games", "extra_control")


def settle(event: Mapping[str, Any], fault: Tell) -> None:
    """Tell every setting that contradicts another."""
    knockout = event.get("system") == KNOCKOUT
    if knockout and "rounds" in event:
        fault(("event", "rounds"), "rounds: a knock-out has as many as its players need; leave it out")
    if knockout and event.get("meeting_points") == "sum":
        fault(("event", "meeting_points"), "meeting_points: a knock-out counts who wins a meeting, not points")
    if knockout and event.get("extra_when_drawn", "until-won") != "until-won":
        fault(("event", "extra_when_drawn"), "extra_when_drawn: in a knock-out it is until-won: one of the two goes on")
    if knockout and event.get("play_off", "none") != "none":
        fault(("event", "play_off"), "play_off: a knock-out has no shared first place")
    if knockout and event.get("requested_byes", "none") != "none":
        fault(("event", "requested_byes"), "requested_byes: in a knock-out whoever is away is out (5.4.10.2)")
    for key in ("knockout_pairs", "third_place"):
        if not knockout and key in event:
            fault(("event", key), f"{key}: belongs to the system knockout")
    extra = knockout or event.get("extra_when_drawn", "none") != "none"
    for key in ONLY_EXTRA:
        if key in event and not extra:
            fault(("event", key), f"{key}: belongs to extra_when_drawn, which is none")
    if extra and event.get("meeting_points") == "sum" and not knockout:
        fault(("event", "extra_when_drawn"), "extra_when_drawn: where the sum of points counts, no meeting is drawn")
    if event.get("play_off", "none") == "none" and "play_off_control" in event:
        fault(("event", "play_off_control"), "play_off_control: belongs to play_off, which is none")


def board_worth(event: "EventSettings") -> int:
    """How many wins a meeting is worth: its games where the sum of their points counts (5.4.6, 5.4.9.6.1)."""
    return event.games_per_pairing if event.meeting_points == "sum" else 1


def meeting_rules(event: "EventSettings") -> Rules:
    """How the meetings of the event are played. A Lehmann-Georgiev budget lasts until the first win (3.6.4)."""
    try:
        first_win = time_control.parse(event.control).kind == "lehmann-georgiev"
    except FlagfallError:
        first_win = False
    return Rules(
        games=event.games_per_pairing,
        order=event.colour_order,
        extra="until-won" if event.system == KNOCKOUT else event.extra_when_drawn,
        extra_games=event.extra_games,
        first_win=first_win,
        scoring=event.meeting_points,
    )
