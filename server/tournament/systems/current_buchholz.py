"""5.4.10.7: current Buchholz. First against last; from round 3 members of a group stand by the sum of their opponents'
points, then by starting number; the first goes down to the last of the next group."""

from collections.abc import Sequence

from server.tournament.coefficients import current_sums
from server.tournament.system import Ground, System, extremes, four_in_a_row, from_end, from_start


def by_buchholz(ground: Ground, ids: Sequence[int]) -> list[int]:
    """5.4.10.7.6; by starting number in round 2 (5.4.10.7.3)."""
    if ground.number < 3:
        return sorted(ids)
    values = current_sums(ground, ids)
    return sorted(ids, key=lambda player: (-sum(values[player]), player))


SYSTEM = System(
    name="current-buchholz",
    article="5.4.10.7",
    title_en="current Buchholz coefficient",
    title_ru="текущий коэффициент Бухгольца",
    order=by_buchholz,
    opponents=extremes,
    down=from_start,
    up=from_end,
    first_opponents=extremes,
    first_colour=None,
    colours=four_in_a_row,
    first_article="5.4.10.7.2",
    turn="first",
)
