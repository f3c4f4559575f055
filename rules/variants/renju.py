"""Renju (chapter 5), with the literal reading of its rules; regulations may settle others by `dataclasses.replace`."""

from rules.renju.discipline import Renju

DISCIPLINE = Renju()
