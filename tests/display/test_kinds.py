"""A discipline of a file of its own is drawn and named without a list to edit."""

from collections.abc import Mapping

import pytest

from display.catalogue import LANGUAGES, parse
from display.kinds import drawn_as, has_men, numbered
from display.pieces import square_name
from display.svg import Grid, board
from rules import known
from rules.door import Language
from rules.draughts.discipline import Draughts


@pytest.fixture(params=[True, False], ids=["lettered", "numbered"])
def added(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Draughts:
    titles: Mapping[Language, str] = {"ru": "Новые шашки", "en": "New draughts"}
    one = Draughts(
        name="new",
        titles=titles,
        article_prefix="",
        size=8,
        men_rows=3,
        algebraic=request.param,
        separator="x",
        crowns_in_passing=False,
        prefer=None,
    )
    monkeypatch.setitem(known._found(), "new", one)
    return one


def test_an_added_discipline_is_drawn(added: Draughts) -> None:
    assert drawn_as("new") == ("russian" if added.algebraic else "international")
    assert numbered("new") is not added.algebraic
    assert has_men("new")
    assert Grid("new").size == 8
    assert square_name("new", "1") == ("b8" if added.algebraic else "1")
    drawn = board("new", added.start().fen())
    assert drawn.count("fb-groove-") == 24
    assert ('">a</text>' in drawn) is added.algebraic


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_added_discipline_brings_its_title(added: Draughts, lang: Language) -> None:
    texts = parse('msgid "discipline.russian"\nmsgstr "told"\n', lang)
    assert texts.t("discipline.new") == texts.t("discipline.new.short") == added.titles[lang]
    assert texts.t("discipline.russian") == "told", "the catalogue goes first"


def test_stones_and_chessmen_are_no_draughtsmen() -> None:
    assert [has_men(kind) for kind in ("renju", "chess", "giveaway")] == [False, False, True]
