"""What a tie-break or a system of a file of its own is called."""

from collections.abc import Iterator

import msgspec
import pytest

from server.tournament import registry
from server.web.languages import texts


@pytest.fixture(autouse=True)
def _read_anew() -> Iterator[None]:
    texts.cache_clear()
    yield
    texts.cache_clear()


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_an_added_system_and_tiebreak_bring_their_titles(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    names = {"title_ru": "новое", "title_en": "new"}
    tiebreak = msgspec.structs.replace(registry.tiebreaks()["wins"], name="added", **names)
    system = msgspec.structs.replace(registry.systems()["random"], name="added", **names)
    monkeypatch.setitem(registry.tiebreaks(), "added", tiebreak)
    monkeypatch.setitem(registry.systems(), "added", system)
    words = texts(lang)
    assert words.t("tiebreak.added") == words.t("system.added") == {"ru": "новое", "en": "new"}[lang]
    assert words.t("tiebreak.wins") != words.t("tiebreak.added")
