"""Renju (chapter 5): the points forbidden to Black and why, positions, opening regulations, notation and files."""

from rules.renju.explain import Explanation, explain
from rules.renju.opening import begin, violations
from rules.renju.tables import regulation, regulations
from rules.renju.verdicts import Kind, Reading, fouls, fouls_answer

__all__ = [
    "Explanation",
    "Kind",
    "Reading",
    "begin",
    "explain",
    "fouls",
    "fouls_answer",
    "regulation",
    "regulations",
    "violations",
]
