"""Who missed a round and plays on only by a decision: 5.4.5.1 in a round robin, the older rules in their Swiss."""

from collections.abc import Iterable

from record.commands import Refusal
from server.config import EventSettings
from server.event_rules import ROUND_ROBINS
from server.rounds import Member
from server.tournament.history import cards
from server.tournament.model import LOSS, Event

OLDER = "floats"
"""What the names of the systems of the older rules begin with."""


def missed(event: Event, settings: EventSettings) -> dict[int, tuple[int, ...]]:
    """The rounds that each player missed, where somebody decides whether he plays on: in a round robin games lost
    without play (5.4.5.1), in the older Swiss rounds missed for whatever reason. Nobody in other systems."""
    older = settings.system.startswith(OLDER)
    if settings.system not in ROUND_ROBINS and not older:
        return {}
    joined = {player.id: player.joined for player in event.players}
    found: dict[int, tuple[int, ...]] = {}
    for card in cards(event).values():
        rounds = tuple(
            entry.round
            for entry in card.entries
            if (entry.kind == "forfeit" and entry.half == LOSS)
            or (older and entry.kind in ("zero", "half", "full", "absent") and entry.round >= joined[card.id])
        )
        if rounds:
            found[card.id] = rounds
    return found


def undecided(event: Event, settings: EventSettings, members: Iterable[Member]) -> dict[int, tuple[int, ...]]:
    """Those of them who are still in the event and for whose last missed round nothing is decided."""
    known = missed(event, settings)
    return {
        one.id: known[one.id]
        for one in members
        if one.left_after is None and one.id in known and known[one.id][-1] > one.goes_on
    }


def needs_consent(names: Iterable[str]) -> Refusal:
    """Why a round of the older Swiss cannot be paired yet."""
    listed = ", ".join(names)
    return Refusal(
        code="needs-consent",
        ru=f"Пропустили тур, нужно согласие главного судьи на продолжение (раздел «Участники»): {listed}.",
        en=f"Missed a round; the chief arbiter must agree that they play on (page Players): {listed}.",
    )
