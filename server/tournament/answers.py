"""The JSON answers of the commands ``pair`` and ``standings`` (design.md section 8)."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from server.tournament.elimination import SYSTEMS, pair_knockout
from server.tournament.model import Event
from server.tournament.registry import system_named
from server.tournament.section_pairing import pair_round
from server.tournament.standing import standings
from server.tournament.why import explanation


def pair_answer(
    event: Event,
    system: str = "individual",
    *,
    first_colour: Literal["white", "black"] | None = None,
    seed: int | None = None,
    absent: Iterable[int] = (),
    relax: bool = False,
) -> dict[str, Any]:
    """The next round: ``{"round", "pairs": [[white, black], ...] | null, "bye": id | null, "why": [...]}``.

    ``relaxations`` appears only where some were needed, ``through`` where some go on in a knock-out without a meeting,
    ``more_byes`` where more than one odd group has a plus.
    The command exits 1 where ``pairs`` is null.
    """
    if system in SYSTEMS:
        made = pair_knockout(event, system, seed=seed, absent=absent)
    else:
        system_named(system, SYSTEMS)
        made = pair_round(event, system, first_colour=first_colour, seed=seed, absent=absent, relax=relax)
    answer: dict[str, Any] = {
        "round": made.round,
        "pairs": None if made.pairs is None else [[one.white, one.black] for one in made.pairs],
        "bye": made.bye,
        "why": explanation(made),
    }
    if made.more_byes:
        answer["more_byes"] = list(made.more_byes)
    if made.through:
        answer["through"] = list(made.through)
    if made.relaxations:
        answer["relaxations"] = [
            {"kind": one.key, "article": one.article, "players": list(one.players)} for one in made.relaxations
        ]
    return answer


def standings_answer(
    event: Event,
    tiebreaks: Sequence[str] = ("buchholz", "sonneborn-berger"),
    *,
    unplayed: str = "zero",
    points: Literal[1, 2] | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """The standings: ``{"standings": [{"place", "id", "points", "tiebreaks": {...}}, ...]}``, best first.

    Where groups have their own places each line also has its ``group``. ``kind`` is there where nothing declares the
    event's system and everyone has met everyone, so that it was ranked as a round robin: a Swiss event can look so too.
    """
    rows = standings(event, tiebreaks, unplayed=unplayed, points=points, seed=seed)
    taken = {"kind": "round-robin"} if event.kind == "auto" and event.round_robin else {}
    return {
        **taken,
        "standings": [
            {
                **({"group": row.section} if row.section else {}),
                "place": row.place,
                "id": row.id,
                "points": row.points,
                "tiebreaks": row.tiebreaks,
            }
            for row in rows
        ],
    }
