"""The team part of EVENT.toml: ``[[team]]`` and the keys of ``[event]`` that only team events have (5.4.9.2)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from server.checks import REQUIRED, Check, Tell, a_text, any_text, choice, some_texts, whole, yes
from server.group_config import GroupSettings
from server.match_config import KNOCKOUT
from server.tournament.presets import PRESETS
from server.tournament.team_standing import CRITERIA
from server.tournament.teams import Primary

SCHEVENINGEN = "scheveningen"
"""Every player of one team meets every player of the other: a system for two teams."""
PRIMARIES = ("match-points", "game-points")
PRESET_OF = {"match-points": "teams-by-matches", "game-points": "teams-by-games"}
"""The order of 5.4.9.6 that belongs to each way of counting."""
MOST_BOARDS = 100
ONLY_TEAMS = (
    *("boards", "team_primary", "team_tiebreaks", "board_shift", "fixed_boards", "reserve_boards"),
    *("line_up_minutes", "team_bye_points", "prizes"),
)
"""The keys of ``[event]`` that need teams."""

ALONE: dict[str, Any] = {"play_off": "none"}
"""What only events of single players may have, and what it is without."""


class TeamSettings(GroupSettings, frozen=True, kw_only=True):
    """``[event]`` of a team event also has these keys (5.4.9.2): ``boards`` of a match, which must be there;
    ``team_primary``, by which places go first, and ``team_tiebreaks`` (default: the order of 5.4.9.6.2, or of 5.4.9.6.1
    for game-points). ``fixed_boards``: players keep their order of boards; ``board_shift``: they move up over those who
    are missing; ``reserve_boards``: where reserves may play (empty: everywhere). A line-up is due ``line_up_minutes``
    before the round. ``team_bye_points``: the points of all boards that a plus brings (default: those of the narrowest
    win). ``prizes``: so many places are compared when a team leaves (5.4.9.5)."""

    boards: int = 0
    team_primary: Primary = "match-points"
    team_tiebreaks: tuple[str, ...] = ()
    board_shift: bool = True
    fixed_boards: bool = True
    reserve_boards: tuple[int, ...] = ()
    line_up_minutes: int = 15
    team_bye_points: float = 0.0
    prizes: int = 3


class TeamEntry(msgspec.Struct, frozen=True, kw_only=True):
    """``[[team]]``: a team; ``id`` is by default its place in the file.

    ``players`` are the main players in board order and ``reserves`` those who may step in, each the start number or the
    name of a ``[[player]]``. ``captain`` is a name: the captain alone files line-ups and protests (5.4.9.2, 5.4.9.7).
    """

    id: int
    name: str
    name_en: str = ""
    players: tuple[int, ...] = ()
    reserves: tuple[int, ...] = ()
    captain: str = ""


def some_players(value: Any) -> tuple[int | str, ...]:
    """Start numbers or names."""
    if not isinstance(value, list) or any(
        isinstance(one, bool) or not isinstance(one, int | str) or one == "" for one in value
    ):
        raise ValueError('a list of start numbers or names, such as [1, 2, "Petrov D."]')
    return tuple(value)


def _boards(value: Any) -> tuple[int, ...]:
    check = whole(1, MOST_BOARDS)
    if not isinstance(value, list) or len(set(map(repr, value))) != len(value):
        raise ValueError("a list of different board numbers, such as [3, 4]")
    return tuple(sorted(check(one) for one in value))


def _points(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= 2 * value <= 2 * MOST_BOARDS:
        raise ValueError("points, such as 2.5")
    if 2 * value != int(2 * value):
        raise ValueError("whole or half points")
    return float(value)


TEAM: dict[str, tuple[Check, Any]] = {
    "id": (whole(1, 999), None),
    "name": (a_text, REQUIRED),
    "name_en": (any_text, ""),
    "players": (some_players, REQUIRED),
    "reserves": (some_players, ()),
    "captain": (any_text, ""),
}
"""The keys of ``[[team]]``."""
EVENT: dict[str, tuple[Check, Any]] = {
    "boards": (whole(1, MOST_BOARDS), None),
    "team_primary": (choice(*PRIMARIES), None),
    "team_tiebreaks": (some_texts(*sorted(CRITERIA)), None),
    "board_shift": (yes, True),
    "fixed_boards": (yes, True),
    "reserve_boards": (_boards, None),
    "line_up_minutes": (whole(0, 24 * 60), 15),
    "team_bye_points": (_points, None),
    "prizes": (whole(1, 999), 3),
}
"""The keys of ``[event]`` that belong to team events."""


def settle(
    event: dict[str, Any], teams: Sequence[dict[str, Any]], players: Sequence[Mapping[str, Any]], fault: Tell
) -> None:
    """Check what a team event needs, telling every fault by its place; put start numbers in place of names."""
    named = [key for key in ONLY_TEAMS if key in event]
    if not teams:
        for key in named:
            fault(("event", key), f"{key}: is for team events, but there is no [[team]]")
        if event.get("system") == SCHEVENINGEN:
            fault(("event", "system"), f"system: {SCHEVENINGEN} is for two teams, but there is no [[team]]")
        return
    if "boards" not in event:
        fault(("event",), "[event] has no boards, and a team event needs their number (5.4.9.2)")
    _members(event.get("boards", MOST_BOARDS), teams, players, fault)
    boards = event.get("boards", MOST_BOARDS)
    for board in event.get("reserve_boards") or ():
        if board > boards:
            fault(("event", "reserve_boards"), f"reserve_boards: board {board}, expected at most {boards}")
    most = boards * _worth(event)
    if event.get("team_bye_points", 0) > most:
        fault(("event", "team_bye_points"), f"team_bye_points: expected at most {most}, the points of all boards")
    if event.get("system") == SCHEVENINGEN:
        _scheveningen(event, teams, boards, fault)
    for key, plain in ALONE.items():
        if event.get(key, plain) != plain:
            fault(("event", key), f"{key}: is not for team events")
    if event.get("system") == KNOCKOUT:
        fault(("event", "system"), f"system: {KNOCKOUT} is not for team events")
    if event.get("system") == "fide-dutch" and event.get("team_primary", PRIMARIES[0]) != PRIMARIES[0]:
        fault(("event", "team_primary"), "team_primary: the program of fide-dutch counts match points only")


def _members(boards: int, teams: Sequence[dict[str, Any]], players: Sequence[Mapping[str, Any]], fault: Tell) -> None:
    known = {player["id"]: player.get("name", "") for player in players if "id" in player}
    numbers = {name: number for number, name in known.items()}
    owner: dict[int, int] = {}
    for index, team in enumerate(teams):
        for key in ("players", "reserves"):
            found = []
            for told in team.get(key, ()):
                number = numbers.get(told) if isinstance(told, str) else told
                if number is None or number not in known:
                    fault(("team", index, key), f"{key}: {told!r} is no [[player]]")
                elif number in owner:
                    other = teams[owner[number]].get("name", owner[number] + 1)
                    fault(("team", index, key), f"{key}: {told!r} stands already in the team {other!r}")
                else:
                    owner[number] = index
                    found.append(number)
            if key in team:
                team[key] = tuple(found)
        if len(team.get("players", ())) > boards:
            told = f"players: {len(team['players'])} for {boards} boards"
            fault(("team", index, "players"), f"{told}, expected the others among the reserves")
    for place, player in enumerate(players):
        if "id" in player and player["id"] not in owner:
            fault(("player", place), f"[[player]] {known[player['id']]!r} is in no [[team]]")


def _scheveningen(event: Mapping[str, Any], teams: Sequence[object], boards: int, fault: Tell) -> None:
    if len(teams) != 2:
        fault(("event", "system"), f"system: {SCHEVENINGEN} is for two teams, there are {len(teams)}")
    if event.get("rounds", 0) > boards:
        fault(("event", "rounds"), f"rounds: {event['rounds']}, expected at most {boards}, one for each opponent")
    if event.get("team_primary") == "match-points":
        fault(("event", "team_primary"), f"team_primary: {SCHEVENINGEN} is one match, counted by game-points")


def filled(event: Mapping[str, Any]) -> dict[str, Any]:
    """``[event]`` of a team event with what it leaves open: points by matches (by games in Scheveningen), the order of
    5.4.9.6 that belongs to them, and for a bye the points of the narrowest win."""
    primary = event.get("team_primary") or PRIMARIES[event["system"] == SCHEVENINGEN]
    order = event.get("team_tiebreaks")
    return {
        **event,
        "team_primary": primary,
        "team_tiebreaks": PRESETS[PRESET_OF[primary]].tiebreaks if order is None else order,
        "team_bye_points": event.get("team_bye_points", (event["boards"] * _worth(event) + 1) / 2),
    }


def _worth(event: Mapping[str, Any]) -> int:
    games = event.get("games_per_pairing", 1)
    return games if event.get("meeting_points") == "sum" else 1
