import re
import string

import pytest

from display.catalogue import parse, plural_form
from tests.display.words import ROOT, TEXTS

SOURCES = [
    *(ROOT / "server" / "web" / "templates").glob("*.html"),
    *(ROOT / "display").glob("*.py"),
    *(ROOT / "server" / "web").rglob("*.py"),
]
USED = re.compile(r"\b(t|n)\(\s*(f?)[\"']([a-z0-9.{}_\[\]'/+-]+?)[\"']\s*(?=[,)~])")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def used() -> set[tuple[str, str, str]]:
    return {match for path in SOURCES for match in USED.findall(path.read_text("utf-8"))}


def test_both_languages_have_all_texts() -> None:
    ru, en = TEXTS["ru"], TEXTS["en"]
    assert set(ru.single) == set(en.single)
    assert set(ru.plural) == set(en.plural)
    assert len(ru.single) > 300


def test_both_languages_name_the_same_places() -> None:
    ru, en = TEXTS["ru"], TEXTS["en"]
    loose = {  # a side's case is chosen by each language for itself
        key: (places(ru.single[key]), places(en.single[key]))
        for key in ru.single
        if {re.sub("_(nom|gen|dat|cap)$", "", p) for p in places(ru.single[key])}
        != {re.sub("_(nom|gen|dat|cap)$", "", p) for p in places(en.single[key])}
    }
    assert loose == {}


def test_every_key_that_pages_and_code_name_has_a_text() -> None:
    named = used()
    assert len(named) > 150
    for which, formatted, key in named:
        known = TEXTS["ru"].plural if which == "n" else TEXTS["ru"].single
        if formatted or key.endswith("."):
            start = key.split("{")[0]
            assert any(each.startswith(start) for each in known), key
        else:
            assert key in known, key


def test_texts_fill_places_and_name_what_is_missing() -> None:
    assert TEXTS["ru"].t("table.n", n=4) == "Стол 4"
    assert TEXTS["en"].n("desk.decisions", 1) == "1 decision"
    with pytest.raises(KeyError, match="no text 'nothing' in en"):
        TEXTS["en"].t("nothing")
    with pytest.raises(KeyError, match=r"no plural text 'round\.cap'"):
        TEXTS["ru"].n("round.cap", 2)


@pytest.mark.parametrize(
    ("number", "form"), [(1, 0), (21, 0), (101, 0), (2, 1), (34, 1), (0, 2), (5, 2), (11, 2), (12, 2), (114, 2)]
)
def test_russian_plural(number: int, form: int) -> None:
    assert plural_form("ru", number) == form


def test_plural_of_tables() -> None:
    ru = TEXTS["ru"]
    assert [ru.n("standings.players", n) for n in (1, 3, 5)] == ["1 участник", "3 участника", "5 участников"]


def test_a_catalogue_with_faults_names_them_all() -> None:
    po = 'msgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n'
    with pytest.raises(ValueError, match="ru: 'a': no text; 'b': plural forms missing"):
        parse(po, "ru")


def test_titles_and_buttons_are_short() -> None:
    for texts in TEXTS.values():
        long = [k for k, v in texts.single.items() if k.startswith("rule.") and "{" not in v and len(v) > 38]
        assert long == []
