"""What lies behind each player: results by round, points, colours, opponents, free points, floats."""

from typing import Literal

import msgspec

from rules.side import Side
from server.tournament.model import Event

EntryKind = Literal["played", "unrated", "forfeit", "unfinished", "bye", "full", "half", "zero", "absent"]


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One round of one player. ``opponent`` is ``None`` without one; ``side`` is the scheduled colour."""

    round: int
    opponent: int | None
    side: Side | None
    half: int
    kind: EntryKind

    @property
    def played(self) -> bool:
        """Whether a game took place and has its result."""
        return self.kind in ("played", "unrated")


class Card(msgspec.Struct):
    """A player's card: the entries of all finished rounds and what follows from them.

    ``half`` counts provisional adjudications, ``sides`` are the colours of the games actually played, in order
    (5.4.10.2: unplayed games are not counted), ``met`` the opponents who may not come again. ``floats`` holds, for
    each round, 1 for a game against fewer points (down), -1 against more (up), else 0 (older rules, c).
    """

    id: int
    entries: list[Entry]
    half: int = 0
    free_points: int = 0
    sides: list[Side] = msgspec.field(default_factory=list)
    met: set[int] = msgspec.field(default_factory=set)
    floats: list[int] = msgspec.field(default_factory=list)
    bonus: int = 0

    @property
    def group(self) -> int:
        """The half-points that decide the score group: those scored and, under acceleration, the bonus."""
        return self.half + self.bonus


def cards(event: Event, finished: int | None = None) -> dict[int, Card]:
    """The cards of all players after ``finished`` rounds (default: all finished rounds), by id."""
    count = event.finished if finished is None else finished
    choices = event.choices
    found = {player.id: Card(player.id, []) for player in event.players}
    for number, entry in enumerate(event.rounds[:count], 1):
        before = {player: card.half for player, card in found.items()}
        for game in entry.games:
            for me, other, half, side in (
                (game.white, game.black, game.white_half, Side.WHITE),
                (game.black, game.white, game.black_half, Side.BLACK),
            ):
                card = found[me]
                card.entries.append(Entry(number, other, side, half, game.kind))
                card.half += half
                if game.kind == "forfeit":
                    card.free_points += half > 0
                    card.floats.append(0)
                    if not choices.rematch_after_forfeit:
                        card.met.add(other)
                else:
                    card.sides.append(side)
                    card.met.add(other)
                    card.floats.append((before[me] > before[other]) - (before[me] < before[other]))
        for bye in entry.byes:
            card = found[bye.player]
            card.entries.append(Entry(number, None, None, bye.half, bye.kind))
            card.half += bye.half
            card.free_points += bye.kind in ("bye", "full") or (bye.kind == "half" and choices.half_bye_is_free_point)
        for card in found.values():
            if len(card.entries) < number:
                card.entries.append(Entry(number, None, None, 0, "absent"))
            if len(card.floats) < number:
                card.floats.append(0)
    for bonus in event.bonuses:
        if bonus.first <= count + 1 <= bonus.last:
            for player in bonus.players:
                found[player].bonus += bonus.half
    return found
