"""The draws by move count of the draughts disciplines.

Their content is from secondary sources for Russian draughts (facts, section 5: the articles below 2.1.9 are not among
the texts) and from article 3.5 for 100 squares. All are cited by the chapter's article and kept apart by name.
"""

from dataclasses import replace

from rules.draughts.position import Position
from rules.limits import MoveLimit, Ratio
from rules.side import Side


def _men(position: Position) -> tuple[int, int, int, int]:
    """White men, white kings, black men, black kings."""
    kings = position.kings
    return (
        (position.white & ~kings).bit_count(),
        (position.white & kings).bit_count(),
        (position.black & ~kings).bit_count(),
        (position.black & kings).bit_count(),
    )


def _against_a_king(position: Position) -> tuple[Side, int, int] | None:
    """The side that plays against a lone king, with its men and kings; White where both have a lone king."""
    if not position.kings:
        return None
    white_men, white_kings, black_men, black_kings = _men(position)
    if (black_men, black_kings) == (0, 1):
        return Side.WHITE, white_men, white_kings
    if (white_men, white_kings) == (0, 1):
        return Side.BLACK, black_men, black_kings
    return None


def kings_only(position: Position) -> Ratio | None:
    """Only kings move: no man moves, nothing is taken. The men's squares and the number of pieces tell it."""
    if not position.kings:
        return None
    return Ratio((position.white & ~position.kings, position.black & ~position.kings, _men(position)))


def three_kings(position: Position) -> Ratio | None:
    """Three or more kings, and no man, against a king."""
    forces = _against_a_king(position)
    if forces is None or forces[1] or forces[2] < 3:
        return None
    return Ratio(forces, forces[0])


def three_against_one(position: Position) -> Ratio | None:
    """Three kings, two kings and a man, or a king and two men against a king."""
    forces = _against_a_king(position)
    if forces is None or forces[1] + forces[2] != 3 or not forces[2]:
        return None
    return Ratio(forces, forces[0])


def three_against_one_cumulative(position: Position) -> Ratio | None:
    """The same where the count survives a capture: one count as long as up to three pieces face a lone king.

    With fewer than three from the outset it runs too, but `two_against_one` is due long before it.
    """
    forces = _against_a_king(position)
    if forces is None or not 1 <= forces[1] + forces[2] <= 3 or not forces[2]:
        return None
    return Ratio(forces[0], forces[0])


def two_against_one(position: Position) -> Ratio | None:
    """Two kings, a king and a man, or a king against a king."""
    forces = _against_a_king(position)
    if forces is None or not forces[2] or forces[1] + forces[2] > 2:
        return None
    side, men, kings = forces
    return Ratio(forces, side if men + kings == 2 else None)


def main_road(position: Position) -> Ratio | None:
    """Three pieces (`three_against_one`) against a lone king that stands alone on the main road."""
    ratio = three_against_one(position)
    if ratio is None:
        return None
    lone = position.black if ratio.stronger is Side.WHITE else position.white
    if (position.white | position.black) & position.discipline.geometry.main_road != lone:
        return None
    return ratio


def _balance(position: Position, least: int, most: int) -> Ratio | None:
    """Both sides have kings, nothing is taken and no man crowned, with ``least`` to ``most`` pieces on the board."""
    if not position.kings:
        return None
    forces = _men(position)
    if not forces[1] or not forces[3] or not least <= sum(forces) <= most:
        return None
    return Ratio(forces)


def balance_2_3(position: Position) -> Ratio | None:
    """An unchanged balance of two or three pieces."""
    return _balance(position, 2, 3)


def balance_4_5(position: Position) -> Ratio | None:
    """An unchanged balance of four or five pieces."""
    return _balance(position, 4, 5)


def balance_6_7(position: Position) -> Ratio | None:
    """An unchanged balance of six or seven pieces."""
    return _balance(position, 6, 7)


_KINGS_ONLY = MoveLimit(name="kings-only", article="2.1.9", moves=15, by="players", ratio=kings_only, verified=False)
_BALANCE_4_5 = MoveLimit(name="balance-4-5", article="2.1.9", moves=30, by="players", ratio=balance_4_5, verified=False)
_BALANCE_6_7 = MoveLimit(name="balance-6-7", article="2.1.9", moves=60, by="players", ratio=balance_6_7, verified=False)

RUSSIAN = (
    MoveLimit(name="three-kings", article="2.1.9", moves=15, by="stronger", ratio=three_kings, verified=False),
    _KINGS_ONLY,
    MoveLimit(name="balance-2-3", article="2.1.9", moves=5, by="players", ratio=balance_2_3, on=False, verified=False),
    _BALANCE_4_5,
    _BALANCE_6_7,
    MoveLimit(name="main-road", article="2.1.9", moves=5, by="stronger", ratio=main_road, verified=False),
    MoveLimit(name="two-against-one", article="2.1.9", moves=5, by="stronger", ratio=two_against_one, verified=False),
)
"""Russian draughts; the rule for two or three pieces stands in some wordings only and is off."""

GIVEAWAY = tuple(replace(rule, article="4.2") for rule in (_KINGS_ONLY, _BALANCE_4_5, _BALANCE_6_7))
"""Article 4.2 names numbers without their text; which rules they are is not verified."""

INTERNATIONAL = (
    MoveLimit(name="kings-only", article="3.5", moves=25, by="players", ratio=kings_only),
    MoveLimit(name="three-against-one", article="3.5", moves=16, by="stronger", ratio=three_against_one),
    MoveLimit(
        name="three-against-one-cumulative",
        article="3.5",
        moves=16,
        by="stronger",
        ratio=three_against_one_cumulative,
        on=False,
        verified=False,
    ),
    MoveLimit(name="two-against-one", article="3.5", moves=5, by="stronger", ratio=two_against_one),
)
"""100 squares, article 3.5. The cumulative reading (the 16 moves survive a capture) is not in its text and is off."""
