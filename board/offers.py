"""Draw offers and answers (5.4.12.3-4): immutable state, one step per button or ply."""

from typing import NamedTuple

from rules.side import Side


class Offers(NamedTuple):
    """``standing`` is the side whose offer waits for an answer, ``barred`` the side whose offer was refused and who
    may not offer again before the opponent has."""

    standing: Side | None = None
    barred: Side | None = None

    def offered(self, by: Side) -> "Offers":
        """After an offer by ``by``, in turn or not: it waits for an answer either way."""
        return Offers(by, None if self.barred is by.other else self.barred)

    def refused(self, by: Side) -> "Offers":
        """After ``by`` declined, by word or by his reply move."""
        return Offers(None, by.other) if self.standing is by.other else self

    def accepted(self, by: Side) -> bool:
        """Whether ``by`` may accept: an offer of the opponent stands."""
        return self.standing is by.other


def out_of_turn(offers: Offers, by: Side, *, has_moved: bool) -> str | None:
    """Why an offer is out of turn, ``None`` if it is not.

    An offer is made after one's own move (5.4.12.3; ``has_moved`` tells that the last move, pressed or not, is
    ``by``'s), and not again before the opponent has used the same right (5.4.12.4).
    """
    if offers.barred is by:
        return "refused-before"
    if not has_moved:
        return "before-moving"
    return None
