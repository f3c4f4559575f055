"""Taraguchi-10: Taraguchi-N with ten offers."""

from rules.renju.openings.taraguchi_n import REGULATION as TARAGUCHI_N
from rules.renju.tables import with_offers

REGULATION = with_offers(TARAGUCHI_N, "taraguchi-10", 10)
