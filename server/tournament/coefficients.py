"""The running coefficients that 5.4.10.6 and 5.4.10.7 pair by: a plain sum over the rounds so far.

5.4.10.12 leaves them to the program. Unless the event chooses another rule for rounds without a game, Flagfall counts
an opponent who was really played at his points of the moment and every round without a game as zero; the truncated sum
leaves out the smallest of these numbers.
"""

from collections.abc import Sequence

from rules.errors import SettingsError
from server.tournament.system import Ground
from server.tournament.unplayed import RULES, Number


def current_sums(ground: Ground, players: Sequence[int]) -> dict[int, list[Number]]:
    """For each player the half-points of the opponent of each round so far, as the event's choice counts them."""
    rule = ground.event.choices.pairing_unplayed
    cards = ground.cards
    if rule == "zero":
        return {
            player: [
                cards[entry.opponent].half if entry.opponent is not None and entry.kind != "forfeit" else 0
                for entry in cards[player].entries
            ]
            or [0]
            for player in players
        }
    if rule not in RULES:
        raise SettingsError((f"pairing_unplayed {rule!r} is unknown, expected one of {', '.join(sorted(RULES))}",))
    lines = RULES[rule](ground.event, cards, {player: card.half for player, card in cards.items()})
    return {player: [line.amount for line in lines[player]] or [0] for player in players}
