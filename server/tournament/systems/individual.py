"""5.4.10.5: individual coefficients. Members of a group stand by starting number, ascending in odd rounds and
descending in even ones; upper half against lower; the last goes down to the first of the next group."""

from collections.abc import Sequence

from server.tournament.system import Ground, System, fold, four_in_a_row, from_end, from_start


def by_number(ground: Ground, ids: Sequence[int]) -> list[int]:
    """5.4.10.5.3: ascending in odd rounds, descending in even rounds."""
    return sorted(ids, reverse=ground.number % 2 == 0)


SYSTEM = System(
    name="individual",
    article="5.4.10.5",
    title_en="individual coefficients",
    title_ru="индивидуальные коэффициенты",
    order=by_number,
    opponents=fold,
    down=from_end,
    up=from_start,
    first_opponents=fold,
    first_colour=None,
    colours=four_in_a_row,
)
