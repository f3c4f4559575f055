"""The keys of ``[event]`` about groups of one event (5.4.10.9), and what they mean."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from server.checks import Check, Tell, choice, some_texts, whole
from server.tournament.model import Section

GroupPlaces = Literal["apart", "together"]
EVENT: dict[str, tuple[Check, Any]] = {
    "groups": (some_texts(), ()),
    "group_rounds": (whole(0, 50), 0),
    "group_places": (choice("apart", "together"), None),
}
MOST_LETTERS = 40
WITHOUT = ("knockout", "scheveningen", "fide-dutch")
"""Systems that know no groups: one ladder, two teams, another program."""


class GroupSettings(msgspec.Struct, frozen=True, kw_only=True):
    """``groups``: the event's groups in order; each player names his. Their players are paired among themselves in the
    first ``group_rounds`` rounds (0: in all), by the event's system (5.4.10.9). ``group_places``: each group has its
    own places (``apart``; the default where all rounds are paired by groups) or there is one table (``together``)."""

    groups: tuple[str, ...] = ()
    group_rounds: int = 0
    group_places: GroupPlaces = "together"


def settle(event: dict[str, Any], teams: bool, players: Sequence[Mapping[str, Any]], fault: Tell) -> None:
    """Tell every setting that contradicts another; set what follows from the others."""
    groups = event.get("groups", ())
    for name in groups:
        if not 0 < len(name) <= MOST_LETTERS or name != " ".join(name.split()):
            fault(("event", "groups"), f"groups: {name!r}, expected a name of 1 to {MOST_LETTERS} letters")
    for index, player in enumerate(players):
        told = player.get("group", "")
        if told and not groups:
            fault(("player", index, "group"), f"group: {told!r}, but the event names no groups")
        elif groups and told not in groups:
            fault(("player", index, "group"), f"group: {told!r}, expected one of {', '.join(groups)}")
    if not groups:
        for key in ("group_rounds", "group_places"):
            if event.get(key):
                fault(("event", key), f"{key}: belongs to groups, and the event names none")
        event.pop("group_places", None)
        return
    system = event.get("system")
    if teams:
        fault(("event", "groups"), "groups: is not for team events")
    if system in WITHOUT:
        fault(("event", "groups"), f"groups: not with the system {system}")
    if event.get("play_off", "none") != "none":
        fault(("event", "play_off"), "play_off: groups have their own first places")
    some = event.get("group_rounds", 0)
    if some and some >= event.get("rounds", 50):
        fault(("event", "group_rounds"), f"group_rounds: {some}, expected fewer than rounds; 0 means all")
    if some and event.get("group_places") == "apart":
        fault(("event", "group_places"), "group_places: apart, but later rounds are paired without groups")
    round_robin = str(system).endswith("round-robin")
    if round_robin and some:
        fault(("event", "group_rounds"), "group_rounds: a round robin by groups has all its rounds in them")
    if round_robin and event.get("group_places") == "together":
        fault(("event", "group_places"), "group_places: in a round robin each group has its own places")
    event.setdefault("group_places", "together" if some else "apart")


def largest(event: Mapping[str, Any], players: Sequence[Mapping[str, Any]]) -> int:
    """How many players the largest group has; all players where there are no groups."""
    counts = [sum(player.get("group") == name for player in players) for name in event.get("groups", ())]
    return max(counts, default=len(players))


def sections_of(groups: Sequence[str], of: Iterable[tuple[int, str]]) -> tuple[Section, ...]:
    """The groups with their players, from each player's number and group."""
    told = sorted(of)
    return tuple(Section(name, tuple(player for player, group in told if group == name)) for name in groups)
