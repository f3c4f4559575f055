"""Faults of a set-up form in the page's language: none is left in English on a Russian page."""

import re
from typing import Any

import pytest

from rules.errors import SettingsError
from server.tournament.registry import tiebreaks
from server.web.faults import told
from server.web.languages import texts
from server.web.setup import event_text, filled

WRONG: tuple[tuple[dict[str, Any], bytes], ...] = (
    (
        {"id": "Клуб!", "rounds": "0", "boards": "x", "port": "99999", "control": "soon", "opening_regulation": "rif"},
        b"",
    ),
    (
        {
            "discipline": "renju",
            "opening_regulation": "",
            "system": "fide-dutch",
            "tiebreaks": "shmulyan",
            "rounds": "60",
        },
        b"",
    ),
    (
        {"tiebreaks": "buchholz, luck", "name": "", "name_en": "", "control": ""},
        b"name;rating;sex\nA;x;q\nA;1;m\n;2;m\n",
    ),
    (
        {"id": "a", "name": "Кубок", "system": "round-robin", "rounds": "9", "tiebreaks": "wins, wins"},
        "Имя\nА\nБ\n".encode(),
    ),
    (
        {
            "system": "knockout",
            "extra_when_drawn": "once",
            "meeting_points": "sum",
            "play_off": "points",
            "requested_byes": "half",
            "games_per_pairing": "99",
        },
        b"",
    ),
    ({"meeting_points": "sum", "extra_when_drawn": "once", "play_off": "never"}, b""),
    (
        {"groups": f"A, {'x' * 41}", "group_rounds": "60", "group_places": "apart", "play_off": "points"},
        b"name,group\nA,A\nB,C\nC,\n",
    ),
    ({"groups": "A", "system": "round-robin", "group_rounds": "1", "group_places": "together"}, b""),
    ({"groups": "A", "group_rounds": "1", "group_places": "apart"}, b""),
    ({"groups": "A", "system": "knockout"}, b""),
    ({"id": "a", "name": "Кубок", "match_boards": "1", "groups": "A"}, b"name,team,group\nA,X,A\nB,Y,A\n"),
    ({"group_rounds": "2", "group_places": "apart"}, b""),
    ({"chief_arbiter": ""}, b"rating\n1\n"),
    ({"place": ""}, b"name\n"),
    ({"place": ""}, b"PK no workbook"),
    ({"id": "a", "name": "Кубок", "match_boards": "2"}, b"name\nA\n"),
    ({"id": "a", "name": "Кубок"}, b'name\n"A\n'),
    ({"id": "a", "name": "Кубок", "match_boards": "2"}, b""),
    ({"id": "a", "name": "Кубок", "match_boards": "2"}, b"name,team\nA,X\nB,\n"),
    (
        {"id": "a", "name": "Кубок", "match_boards": "1", "system": "round-robin", "rounds": "5", "tiebreaks": "wins"},
        b"name,team\nA,X\nB,Y\n",
    ),
    (
        {"id": "a", "name": "Кубок", "match_boards": "1", "system": "scheveningen", "rounds": "5"},
        b"name,team\nA,X\nB,Y\nC,Z\n",
    ),
    ({"id": "a", "name": "Кубок", "system": "scheveningen", "tiebreaks": "wins"}, b"name\nA\nB\n"),
    ({"id": "a", "name": "Кубок", "tables": "4", "boards": "9", "tiebreaks": "wins, winz"}, b"\xd0\xcf\x11\xe0"),
    ({"id": "a", "name": "Кубок"}, b"\0"),
)
ENGLISH = re.compile(r"\b(expected|already|stands|line|must|has|only|unknown|characters|whole|number)\b")


@pytest.mark.parametrize(("fields", "entries"), WRONG)
def test_every_fault_of_the_form_has_its_russian(fields: dict[str, Any], entries: bytes) -> None:
    form = {key: str(value) for key, value in {**filled("swiss-rapid"), **fields, "password": "short"}.items()}
    with pytest.raises(SettingsError) as wrong:
        event_text(form, entries, str)
    for fault in wrong.value.faults:
        said = told(fault, texts("ru"))
        assert not ENGLISH.search(said), said
        assert re.search("[а-я]", said), said


@pytest.mark.parametrize(
    ("lang", "fault", "expected"),
    [
        ("ru", "rounds: 60, expected a whole number from 1 to 50", "Туров: 60, нужно: целое число от 1 до 50"),
        ("en", "rounds: 60, expected a whole number from 1 to 50", "Rounds: 60, expected a whole number from 1 to 50"),
        (
            "ru",
            "line 3, column 1: A already stands at line 2, column 1",
            "строка 3, знак 1: A: уже есть, строка 2, знак 1",
        ),
        ("ru", "cell B3: A already stands at cell B2", "ячейка B3: A: уже есть, ячейка B2"),
        (
            "ru",
            "row '0' of the workbook: expected a number from 3 to 100000",
            "строка книги '0': нужен номер от 3 до 100000",
        ),
        (
            "ru",
            "boards: 9, expected at most 4, the number of tables",
            "Из них с электронными досками: 9, а столов всего 4",
        ),
        (
            "ru",
            "tiebreaks: ['wins', 'winz'], expected a list of buchholz, wins; not 'winz'",
            "Коэффициенты по порядку, через запятую: не подходит 'winz', известны: buchholz, wins",
        ),
        ("ru", "an old workbook (.xls): save it", "старая книга Excel (.xls): сохраните её как XLSX или CSV"),
        ("ru", "neither CSV nor a workbook: expected", "это не CSV и не XLSX"),
        ("ru", "[event] has no control", "Контроль времени: не заполнено"),
        ("ru", "something new", "something new"),
    ],
)
def test_a_fault_is_told_with_the_words_of_the_form(lang: str, fault: str, expected: str) -> None:
    assert told(fault, texts(lang)) == expected


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_tie_break_has_a_name_on_the_pages(lang: str) -> None:
    assert [name for name in tiebreaks() if not texts(lang).has(f"tiebreak.{name}")] == []
