"""docs/articles.md promises a test for each point: the tests are there, and so are the articles of every finding."""

import re
from pathlib import Path

from rules.law import article_text, kinds

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "articles.md").read_text("utf-8")


def test_every_test_that_the_page_names_exists() -> None:
    named = re.findall(r"`(tests/[\w/.-]+)`", PAGE)
    assert len(named) > 15
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_article_that_a_finding_cites_has_its_text() -> None:
    missing = [
        (kind.name, article)
        for kind in kinds().values()
        for cited in set(kind.articles.values())
        for article in re.split(r"[,;]\s*", cited)
        if article and not (article_text(article, "ru") and article_text(article, "en"))
    ]
    assert missing == []
