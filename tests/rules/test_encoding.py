"""Files in old Russian encodings are told from each other by what their bytes would say."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import pdn
from rules.encoding import Decoder, decode

WORDS = Path(__file__).with_name("words_ru.txt").read_text(encoding="utf-8").split()
"""Those of Flagfall's own screens."""
NAMES = ["Иванов", "Петров", "Сидорова", "Кузнецов", "Жуков", "Щербаков", "Юрьева", "Ёлкина", "Фёдоров", "Цветков"]
NAMES += ["Эйдельман", "Хабибуллин", "Шишкина"]
OLD = ["cp1251", "cp866", "koi8-r"]
STYLES = ("as they are", "lower", "upper", "title")


def words(least: int) -> st.SearchStrategy[str]:
    """At least so many words, in one style."""
    chosen = st.lists(st.sampled_from(WORDS), min_size=least, max_size=40).map(" ".join)
    return st.tuples(chosen, st.sampled_from(STYLES)).map(lambda told: styled(*told))


def styled(text: str, style: str) -> str:
    return {"lower": text.lower(), "upper": text.upper(), "title": text.title()}.get(style, text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", *OLD])
@given(words(12))
@settings(max_examples=300, deadline=None)
def test_a_dozen_words_tell_their_encoding(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", ["cp1251", "cp866"])
@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4))
def test_names_tell_the_two_of_windows_and_dos(encoding: str, names: list[str]) -> None:
    text = f'[White "{" ".join(names)}"]\r\n'
    assert decode(text.encode(encoding)) == text


@given(st.lists(st.sampled_from(NAMES), min_size=4, max_size=8, unique=True))
def test_a_few_names_tell_koi8_r(names: list[str]) -> None:
    text = "".join(f'[White "{name}"]\n' for name in names)
    assert decode(text.encode("koi8-r")) == text


@pytest.mark.parametrize("encoding", ["cp1251", "cp866"])
def test_one_by_one_hardly_a_word_is_misread(encoding: str) -> None:
    misread = [word for word in WORDS if decode(word.encode(encoding)) != word]
    assert len(misread) <= {"cp1251": 0, "cp866": 0.02}[encoding] * len(WORDS), misread[:20]


@pytest.mark.parametrize("text", ["форфейты " * 40, "ФОРФЕЙТ ФОРФЕЙТЕ", "форфейт форфейте", "Попробуйте офф ОФФ"])
def test_a_word_counts_once(text: str) -> None:
    """Windows' likeness to KOI8-R grows with words, not with how often they come."""
    assert decode(text.encode("cp1251")) == text


@given(words(1))
@settings(max_examples=300)
def test_russian_of_windows_is_never_taken_for_koi8_r(text: str) -> None:
    assert decode(text.encode("cp1251")) != text.encode("cp1251").decode("koi8-r")


@pytest.mark.parametrize("encoding", ["cp1251"])
@given(st.sampled_from(WORDS), st.sampled_from(["«{}»", "“{}”", "{} — {}", "№ 1: {}…"]))
def test_signs_of_print_are_no_letters_of_dos(encoding: str, word: str, signs: str) -> None:
    text = signs.format(word, word)
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", [*OLD, "utf-8"])
def test_a_file_in_pieces_is_in_one_encoding(encoding: str) -> None:
    """A piece that could be either is told by the others, and by the head of the file."""
    pieces = [f"{name}\n".encode(encoding) for name in ("Ян", "Цой", "Ли", *NAMES)]
    told = Decoder(b"".join(pieces))
    assert "".join(map(told.decode, pieces)) == b"".join(pieces).decode(encoding)


@pytest.mark.parametrize("encoding", OLD)
def test_a_game_in_an_old_encoding(encoding: str) -> None:
    text = '[Event "Первенство города"]\n[White "Иванов Пётр"]\n[Black "Щукина Ольга"]\n\n1. c3-d4 {хороший ход} *\n'
    (game,) = pdn.read(text.encode(encoding))
    assert (game.tags["White"], game.tags["Black"]) == ("Иванов Пётр", "Щукина Ольга")
    assert game.entries[0].comments == ("хороший ход",)
