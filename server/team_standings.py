"""From matches to places: the event of teams as `server.tournament` counts it, with the rulings about teams."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from server.config import EventSettings
from server.match_config import board_worth
from server.team_books import Squad
from server.team_match import TeamPairing, played
from server.tournament.model import Team
from server.tournament.team_standing import Left, TeamLeft, TeamRow, after_extra, ruled, team_left, team_standings
from server.tournament.teams import TeamBye, TeamEvent, TeamMatch, TeamRound

Known = Mapping[str, tuple[int, int, Any]]
"""Half-points of White and Black and the kind, by game."""


def team_event(
    squads: Iterable[Squad], pairings: Sequence[TeamPairing], results: Known, event: EventSettings
) -> TeamEvent:
    """The teams, their matches and byes by the known results; the extra match is left out."""
    entries = []
    for pairing in pairings:
        if pairing.extra:
            continue
        byes = [TeamBye(team, 0, 0, "zero") for team in pairing.away]
        if pairing.bye is not None:
            byes.append(TeamBye(pairing.bye, games_half=int(2 * event.team_bye_points)))
        entries.append(TeamRound(tuple(played(match, results) for match in pairing.matches), tuple(byes)))
    return TeamEvent(
        teams=tuple(Team(squad.id, squad.entry.name, squad.members) for squad in squads),
        rounds=tuple(entries),
        boards=event.boards,
        primary=event.team_primary,
        planned_rounds=event.rounds,
        worth=board_worth(event),
    )


class TeamTable(msgspec.Struct, frozen=True, kw_only=True):
    """The places. ``event`` is without the teams in ``annulled``; ``extra`` is the match for the first place and
    ``won`` who is first by it, None before it is over. ``decided``: what was ruled about teams (5.4.9.5)."""

    event: TeamEvent
    rows: tuple[TeamRow, ...]
    decided: Mapping[int, Left]
    extra: TeamMatch | None = None
    won: int | None = None

    @classmethod
    def of(
        cls, event: TeamEvent, criteria: Sequence[str], rulings: Mapping[int, Left], extra: TeamMatch | None
    ) -> "TeamTable":
        """The table of an event under the rulings, and after the extra match if there is one."""
        counted = ruled(event, rulings)
        rows = team_standings(counted, criteria)
        won = None
        if (
            extra is not None
            and extra.kind != "unfinished"
            and {row.team for row in rows[:2]} == {extra.home, extra.away}
        ):
            rows = after_extra(rows, extra)
            won = rows[0].team
        return cls(event=counted, rows=rows, decided=rulings, extra=extra, won=won)

    @property
    def annulled(self) -> tuple[int, ...]:
        """Teams whose matches do not count."""
        return tuple(team for team, ruling in self.decided.items() if ruling == "annul")


def both_ways(
    event: TeamEvent, team: int, criteria: Sequence[str], rulings: Mapping[int, Left], prizes: int
) -> TeamLeft:
    """The tables that the chief arbiter chooses between: the team's open matches lost, or all its matches annulled
    (5.4.9.5), under what is ruled about other teams."""
    others: dict[int, Left] = {one: ruling for one, ruling in rulings.items() if one != team}
    return team_left(ruled(event, others), team, criteria, prizes=prizes)
