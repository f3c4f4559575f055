"""The catalogue against the design's table, and the form of its words."""

import re
import string

import pytest

from rules import disciplines
from rules.errors import FlagfallError
from rules.law import RULINGS, article_text, kind, kinds
from rules.law.articles import TEXTS

BOARD = (
    "illegal-move two-moves-in-a-row move-retracted opponents-piece-moved capture-missed piece-removed "
    "captured-removed-early wrong-number-captured wrong-piece-captured capture-interrupted own-piece-removed "
    "king-not-crowned uncrowned-king-played"
)
CITED = [
    (BOARD, "russian", "5.4.13.2"),
    (BOARD, "international", "5.4.13.2"),
    ("touch-move", "giveaway", "5.4.13.3"),
    ("pressed-after-illegal-move", "russian", "5.4.13.4"),
    ("wrong-setup wrong-colours", "russian", "5.4.13.1"),
    ("wrong-setup wrong-colours", "renju", "5.3.8.1"),
    ("impossible-move unclear-move opponents-stone", "renju", "5.3.8.2-3"),
    ("stone-moved-after-placing", "renju", "5.2.4.1"),
    ("stones-displaced", "renju", "5.2.5.2"),
    ("moved-before-opponents-press", "renju", "5.2.5.1"),
    ("pressed-without-moving", "russian", "5.4.2.3"),
    ("clock-stopped", "russian", "5.4.2.9"),
    ("pressed-without-moving clock-stopped", "renju", "5.3.1.8"),
    ("flag-fall", "russian", "5.4.2.6"),
    ("both-flags", "russian", "5.4.12.1.2"),
    ("flag-after-win", "russian", "5.4.2.10"),
    ("flag-after-agreement", "russian", "5.3.1.4"),
    ("repetition", "brazilian", "5.4.12.1.3"),
    ("draw-offer-out-of-turn", "russian", "5.4.12.3"),
    ("move-limit", "russian", "2.1.9"),
    ("move-limit", "international", "3.5"),
    ("repetition", "chess", "FIDE 9.2"),
    ("move-limit", "chess", "FIDE 9.3"),
    ("illegal-move two-moves-in-a-row opponents-piece-moved piece-removed own-piece-removed", "chess", "FIDE 7.5.1"),
    ("wrong-number-captured", "chess", "FIDE 7.5.1"),
    ("touch-move", "chess", "FIDE 4.3"),
    ("move-retracted", "chess", "FIDE 4.7"),
    ("pressed-after-illegal-move", "chess", "FIDE 7.5.5"),
    ("pressed-without-moving", "chess", "FIDE 7.5.3"),
    ("flag-fall", "chess", "FIDE 6.9"),
    ("late no-show", "chess", "FIDE 6.7.1"),
    ("wrong-setup", "chess", "FIDE 7.2.1"),
    ("wrong-colours", "chess", "FIDE 7.3"),
    ("draw-offer-out-of-turn", "chess", "FIDE 9.1.2.1"),
    ("capture-missed captured-removed-early king-not-crowned both-flags", "chess", ""),
    ("move-limit", "giveaway", "4.2"),
    ("five", "renju", "5.2.6.1"),
    ("overline-win", "renju", "5.2.6.2"),
    ("foul-double-three foul-double-four foul-overline", "renju", "5.2.4.2"),
    ("opening-violation", "renju", "5.2.4.3"),
    ("mutual-pass no-five-possible", "renju", "5.2.7"),
    ("late no-show", "russian", "5.4.4.1"),
    ("both-absent", "russian", "5.4.4.2"),
    ("moved-before-arrival", "russian", "5.4.1.2"),
    ("late no-show both-absent", "renju", "5.3.6"),
    ("device-silent out-of-sync clock-disagrees counts-disagree chain-broken duplicate-table", "russian", ""),
]


@pytest.mark.parametrize(("names", "discipline", "article"), CITED)
def test_cited_articles(names, discipline, article):
    for name in names.split():
        assert (name, kind(name).article(discipline)) == (name, article)


def test_every_kind_of_the_design_is_there_and_no_other():
    assert set(kinds()) == {name for names, _, _ in CITED for name in names.split()}


def test_an_unknown_kind_is_an_error():
    with pytest.raises(FlagfallError, match="no-such-kind"):
        kind("no-such-kind")


@pytest.mark.parametrize("each", kinds().values(), ids=lambda each: each.name)
def test_every_cited_article_has_its_text_in_both_languages(each):
    for discipline in disciplines():
        number = each.article(discipline)
        if number:
            assert article_text(number, "ru")
            assert article_text(number, "en")


@pytest.mark.parametrize("each", kinds().values(), ids=lambda each: each.name)
def test_words(each):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", each.name)
    for language in ("ru", "en"):
        title, text = each.title(language), each.text(language)
        assert 0 < len(title) <= 28
        assert text.endswith(".")
        assert "!" not in title + text
        assert len(re.findall(r"\.", text)) == 1
        assert [name for _, name, _, _ in string.Formatter().parse(text) if name] in ([], ["side"])
        cyrillic = bool(re.search("[а-яё]", text.lower()))
        assert cyrillic is (language == "ru")
    # sides stand in the plural, so that no one's gender is guessed
    assert not re.search(r"\b(сделал|сыграл|тронул|снял|поставил|пришёл)\b", each.text("ru"))


@pytest.mark.parametrize("each", kinds().values(), ids=lambda each: each.name)
def test_rulings_are_known_and_short(each):
    assert each.rulings
    for ruling in each.rulings:
        assert max(map(len, RULINGS[ruling])) <= 26


def test_nobody_but_the_arbiter_sees_open_irregularities_flags_and_draws():
    public = {each.name for each in kinds().values() if each.audience != "arbiter"}
    assert public == {"five", "overline-win", "mutual-pass", "no-five-possible"}


def test_only_the_opponent_may_demand_correction_and_only_until_the_reply():
    for name in [*BOARD.split(), "touch-move"]:
        late = name in ("king-not-crowned", "uncrowned-king-played")
        assert (kind(name).who_may_act, kind(name).until) == ("opponent", "game-end" if late else "reply")
        assert kind(name).rulings[0] == "require-correction"


@pytest.mark.parametrize(
    ("name", "discipline", "actor", "until"),
    [
        ("repetition", "russian", "arbiter", "game-end"),  # 5.4.12.6
        ("repetition", "chess", "player", "reply"),  # FIDE 9.4
        ("move-limit", "chess", "player", "game-end"),
        ("move-limit", "renju", "player", "game-end"),  # 5.4.12.6: not by the arbiter himself
        ("illegal-move", "chess", "arbiter", "game-end"),
        ("pressed-without-moving", "chess", "arbiter", "game-end"),  # FIDE 7.5.3
        ("pressed-without-moving", "renju", "opponent", "reply"),
        ("illegal-move", "international", "opponent", "reply"),
        ("touch-move", "chess", "opponent", "reply"),  # FIDE 4.8
    ],
)
def test_who_may_act_and_how_long_in_a_discipline(name, discipline, actor, until):
    assert (kind(name).actor(discipline), kind(name).lasts(discipline)) == (actor, until)


def test_article_texts_are_in_two_languages():
    for number, (russian, english) in TEXTS.items():
        assert re.fullmatch(r"(FIDE )?\d+(\.\d+)+(-\d)?", number)
        assert re.search("[а-яё]", russian)
        assert not re.search("[а-яё]", english)
        assert article_text(number, "en") == english
    assert article_text("9.9.9", "ru") == ""
