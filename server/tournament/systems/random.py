"""5.4.10.4: blind lot. Round 1 pairs 1-2, 3-4, odd numbers with White; then by lot among equal points, nearest points
where equal ones are missing."""

from collections.abc import Sequence

from server.tournament.system import Ground, System, four_in_a_row, from_end, from_start, neighbours


def by_lot(ground: Ground, ids: Sequence[int]) -> list[int]:
    """By starting number in round 1, in drawn order later; sorted first, so that only the seed matters."""
    return sorted(ids) if ground.number == 1 else ground.lot.shuffled(sorted(ids))


SYSTEM = System(
    name="random",
    article="5.4.10.4",
    title_en="blind lot",
    title_ru="слепой жребий",
    order=by_lot,
    opponents=neighbours,
    down=from_end,
    up=from_start,
    first_opponents=neighbours,
    first_colour="white",
    colours=four_in_a_row,
)
