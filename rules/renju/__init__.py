"""Renju (chapter 5): the points forbidden to Black and why, positions, opening regulations, notation and files."""

from rules.renju.explain import Explanation, explain
from rules.renju.verdicts import Kind, Reading, fouls, fouls_answer

__all__ = ["Explanation", "Kind", "Reading", "explain", "fouls", "fouls_answer"]
