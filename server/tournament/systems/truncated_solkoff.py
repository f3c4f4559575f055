"""5.4.10.6: truncated Solkoff. Round 2 as 5.4.10.5; from round 3 members of a group stand by the sum of their
opponents' points without the worst, then by starting number ascending."""

from collections.abc import Sequence

from server.tournament.coefficients import current_sums
from server.tournament.system import Ground, System, fold, four_in_a_row, from_end, from_start
from server.tournament.systems.individual import by_number


def by_truncated_solkoff(ground: Ground, ids: Sequence[int]) -> list[int]:
    """5.4.10.6.2; 5.4.10.6.1 before the third round."""
    if ground.number < 3:
        return by_number(ground, ids)
    values = current_sums(ground, ids)
    numbers = -1 if ground.event.choices.even_rounds_descend and ground.number % 2 == 0 else 1
    return sorted(ids, key=lambda player: (min(values[player]) - sum(values[player]), numbers * player))


SYSTEM = System(
    name="truncated-solkoff",
    article="5.4.10.6",
    title_en="truncated Solkoff coefficient",
    title_ru="усечённый коэффициент Солкофа",
    order=by_truncated_solkoff,
    opponents=fold,
    down=from_end,
    up=from_start,
    first_opponents=fold,
    first_colour=None,
    colours=four_in_a_row,
)
