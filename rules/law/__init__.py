"""The law: the catalogue of what can be found, and the short texts of the articles behind it."""

from rules.law.articles import article_text
from rules.law.catalogue import kind, kind_or_unknown, kinds
from rules.law.kinds import RULINGS, Kind
from rules.law.observation import Observation

__all__ = ["RULINGS", "Kind", "Observation", "article_text", "kind", "kind_or_unknown", "kinds"]
