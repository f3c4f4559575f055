"""The tournament: pairing, standings and files of whole events, pure and importable by itself.

Everything is a value: an ``Event`` goes in, a ``Pairing``, rows of standings or a text come out. Points are counted in
half-points.
"""

from server.tournament.answers import pair_answer, standings_answer
from server.tournament.check import check, check_answer, check_standings
from server.tournament.classification import classify
from server.tournament.generate import Generated, Rates, generate
from server.tournament.model import Bonus, Bye, Choices, Event, Forbidden, Game, Player, Round, Team, check_event
from server.tournament.pairing import Pair, Pairing, Reason, Relaxation
from server.tournament.registry import systems, tiebreaks
from server.tournament.roundrobin import berger, round_robin
from server.tournament.standing import Row, standings
from server.tournament.swiss import pair
from server.tournament.trf import read_trf
from server.tournament.trf_write import write_trf

__all__ = [
    "Bonus",
    "Bye",
    "Choices",
    "Event",
    "Forbidden",
    "Game",
    "Generated",
    "Pair",
    "Pairing",
    "Player",
    "Rates",
    "Reason",
    "Relaxation",
    "Round",
    "Row",
    "Team",
    "berger",
    "check",
    "check_answer",
    "check_event",
    "check_standings",
    "classify",
    "generate",
    "pair",
    "pair_answer",
    "read_trf",
    "round_robin",
    "standings",
    "standings_answer",
    "systems",
    "tiebreaks",
    "write_trf",
]
