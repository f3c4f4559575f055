"""The older Swiss with a single draw: the lot before round 1 is the only one.

"From the second round on the nearest suitable opponent in the table is determined for each, all principles observed":
players stand by points, then by the number drawn; colours, floats and the rest are those of the older rules.
"""

from collections.abc import Sequence

import msgspec

from server.tournament.system import Ground
from server.tournament.systems import floats


def as_drawn(ground: Ground, ids: Sequence[int]) -> list[int]:
    """By the number of the single draw."""
    return sorted(ids)


SYSTEM = msgspec.structs.replace(
    floats.SYSTEM,
    name="floats-single-draw",
    title_en="older Swiss with a single draw",
    title_ru="швейцарская система с одной жеребьёвкой",
    order=as_drawn,
)
