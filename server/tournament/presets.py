"""The orders of tie-breaks that the rules recommend, and what to beware of when choosing them.

The list is fixed before the start (32.1); changing it later is a ruling to be recorded.
"""

from collections.abc import Sequence

import msgspec


class Preset(msgspec.Struct, frozen=True):
    """A recommended order. ``complete`` is False where the source text breaks off and a choice is still required."""

    name: str
    article: str
    title_en: str
    title_ru: str
    tiebreaks: tuple[str, ...]
    complete: bool = True
    teams: bool = False


_SWISS = ("buchholz-cut-1", "buchholz", "sonneborn-berger")

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "round-robin",
            "32.3.1",
            "individual round robin",
            "личный турнир по круговой системе",
            ("direct-encounter", "wins", "sonneborn-berger", "koya"),
        ),
        Preset(
            "swiss-similar-ratings",
            "32.3.3",
            "individual Swiss, similar ratings",
            "личный турнир по швейцарской системе, близкие рейтинги",
            ("direct-encounter", "wins", "games-with-black", "average-rating", *_SWISS),
        ),
        Preset(
            "swiss-different-ratings",
            "32.3.4",
            "individual Swiss, different ratings",
            "личный турнир по швейцарской системе, разные рейтинги",
            ("direct-encounter", "wins", "games-with-black", *_SWISS),
        ),
        Preset(
            "draughts-swiss",
            "5.4.8.2",
            "draughts: coefficient, wins, encounters, ratings",
            "шашки: коэффициент, победы, личные встречи, рейтинги",
            ("truncated-solkoff", "wins", "direct-encounter", "results-by-place", "sum-of-ratings"),
        ),
        Preset(
            "renju",
            "5.3.11.1",
            "renju: Sonneborn-Berger, wins, direct encounter",
            "рэндзю: Зонненборн-Бергер, победы, личные встречи",
            ("sonneborn-berger", "wins", "direct-encounter"),
        ),
        Preset(
            "renju-swiss",
            "5.3.11.3",
            "renju, Swiss: the text breaks off, a coefficient must be chosen",
            "рэндзю, швейцарская система: текст обрывается, коэффициент нужно выбрать",
            (),
            complete=False,
        ),
        Preset(
            "teams-round-robin",
            "32.3.2",
            "team round robin",
            "командный турнир по круговой системе",
            ("game-points", "match-points", "direct-encounter", "sonneborn-berger"),
            teams=True,
        ),
        Preset(
            "teams-swiss",
            "32.3.5",
            "team Swiss",
            "командный турнир по швейцарской системе",
            ("game-points", "match-points", "direct-encounter", *_SWISS),
            teams=True,
        ),
        Preset(
            "teams-by-games",
            "5.4.9.6.1",
            "draughts teams by points of all games",
            "шашки, команды: по сумме очков партий",
            ("match-points", "direct-encounter", "match-wins", "sonneborn-berger", "board-results"),
            teams=True,
        ),
        Preset(
            "teams-by-matches",
            "5.4.9.6.2",
            "draughts teams by match points",
            "шашки, команды: по командным очкам",
            ("game-points", "direct-encounter", "match-wins", "sonneborn-berger", "board-results"),
            teams=True,
        ),
    )
}

# Article 32.2: one event, one of the five kinds of 32.3. These belong to one kind only.
_KINDS = {
    "koya": "32.3.1",
    "extended-koya": "32.3.1",
    "shmulyan": "32.3.1",
    "games-with-black": "32.3.3-4",
    "average-rating": "32.3.3",
    "average-rating-cut-1": "32.3.3",
    "buchholz": "32.3.3-4",
    "buchholz-cut-1": "32.3.3-4",
    "buchholz-cut-2": "32.3.3-4",
}


def mixing(tiebreaks: Sequence[str]) -> tuple[str, ...]:
    """The criteria that belong to a round robin, where the list also has some of a Swiss (32.2); else ()."""
    round_robin = tuple(name for name in tiebreaks if _KINDS.get(name) == "32.3.1")
    swiss = any(_KINDS.get(name, "32.3.1") != "32.3.1" for name in tiebreaks)
    return round_robin if swiss else ()


def advised_rounds(players: int) -> tuple[int, int] | None:
    """The number of rounds the older rules advise for a Swiss of so many players; ``None`` below six.

    >>> advised_rounds(30)
    (6, 9)
    """
    for most, advice in ((5, None), (18, (3, 6)), (30, (6, 9)), (50, (9, 12))):
        if players <= most:
            return advice
    return (12, 15)
