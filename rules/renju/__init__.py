"""Renju (chapter 5): the points forbidden to Black and why, positions, opening regulations, notation and files."""

from rules.renju.verdicts import Kind, Reading, fouls, fouls_answer

__all__ = ["Kind", "Reading", "fouls", "fouls_answer"]
