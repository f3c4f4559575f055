"""What the rules, the board and the clock name when they see it; `record` gives it its life as a finding."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.side import Side


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """One thing seen: ``kind`` is an identifier of the catalogue (`rules.law.catalogue`).

    ``side`` is the side that did it (the claimant's opponent, the side whose flag fell); ``None`` when it is no
    one's. ``ply`` counts from 1 and is the ply it belongs to; 0 before the first. ``evidence`` is JSON data: squares,
    times in milliseconds (keys end in ``_ms``), counters.
    """

    kind: str
    side: Side | None = None
    ply: int = 0
    evidence: Mapping[str, Any] = {}
