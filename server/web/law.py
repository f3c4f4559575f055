"""The short texts of the articles that stand behind a kind of finding."""

import re

import msgspec

from display.catalogue import Texts
from rules.law import article_text
from server.web.views.cases import articles_of
from server.web.views.facts import language


class Article(msgspec.Struct, frozen=True):
    """An article's number and short text."""

    number: str
    text: str


def articles_shown(kind: str, discipline: str, words: Texts) -> tuple[Article, ...]:
    """Every article that the kind names in this discipline, with its text; those without one are left out."""
    out = []
    for number in re.split(r"[,;]\s*", articles_of(kind, discipline)):
        text = article_text(number, language(words)) if number else ""
        if text:
            out.append(Article(number, text))
    return tuple(out)
