"""31.7.2, 5.4.9.6.2: the points of all members of the team."""

from server.tournament.tiebreak import Table, Term, TieBreak


def of_the_team(table: Table, player: int) -> list[Term]:
    """The points of each member of the player's team; nothing for a player without one."""
    for team in table.event.teams:
        if player in team.players:
            return [Term(None, member, table.scores[member]) for member in team.players]
    return []


TIEBREAK = TieBreak(
    name="team-points",
    article="31.7.2",
    title_en="points of the team",
    title_ru="очки команды",
    unit="points",
    parts=of_the_team,
)
