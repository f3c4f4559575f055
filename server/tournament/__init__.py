"""The tournament: pairing, standings and files of whole events, pure and importable by itself.

Everything is a value: an ``Event`` goes in, a ``Pairing``, rows of standings or a text come out. Points are counted in
half-points.
"""

from server.tournament.answers import pair_answer, standings_answer
from server.tournament.model import Bye, Event, Forbidden, Game, Player, Round, Team, check_event
from server.tournament.pairing import Pair, Pairing, Reason, Relaxation
from server.tournament.registry import systems, tiebreaks
from server.tournament.standing import Row, standings
from server.tournament.swiss import pair
from server.tournament.trf import read_trf

__all__ = [
    "Bye",
    "Event",
    "Forbidden",
    "Game",
    "Pair",
    "Pairing",
    "Player",
    "Reason",
    "Relaxation",
    "Round",
    "Row",
    "Team",
    "check_event",
    "pair",
    "pair_answer",
    "read_trf",
    "standings",
    "standings_answer",
    "systems",
    "tiebreaks",
]
