"""Lists of entries as people send them: encodings, names in several columns, what is no list."""

import pytest

from rules.errors import NotationError
from server.web.entry_lists import entries_of, names_joined, rows_of, unused

LIST = "Фамилия;Имя;Рейтинг\nИванов;Пётр;1500\nИванов;Олег;1600\n"


def test_entries_stand_by_rating() -> None:
    assert [one.name for one in entries_of(rows_of(b"name,rating\nA,\nB,2000\nC,2100\n"))] == ["C", "B", "A"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "utf-16"])
def test_a_list_comes_in_what_spreadsheets_write(encoding: str) -> None:
    assert [one.name for one in entries_of(rows_of(LIST.encode(encoding)))] == ["Иванов Олег", "Иванов Пётр"]


@pytest.mark.parametrize(
    ("head", "row", "name"),
    [
        (["Имя", "Отчество", "Фамилия"], ["Пётр", "Ильич", "Иванов"], "Иванов Пётр Ильич"),
        (["Surname", "Name"], ["Smith", "John"], "Smith John"),
        (["Last name", "First name"], ["Smith", ""], "Smith"),
        (["Фамилия"], ["Иванов"], "Иванов"),
        (["Имя", "Рейтинг"], ["Иванов Пётр", "1500"], "Иванов Пётр"),
        (["Фамилия", "Имя"], ["Иванов"], "Иванов"),
    ],
)
def test_a_name_in_several_columns_is_one_name(head: list[str], row: list[str], name: str) -> None:
    joined = names_joined([[""], list(head), row])
    assert joined[2][joined[1].index(head[0] if len(head) == 1 or "Рейтинг" in head else "name")] == name


def test_faults_keep_their_places_where_names_are_joined() -> None:
    with pytest.raises(NotationError) as caught:
        entries_of(rows_of("Имя;Фамилия;Рейтинг\nА;Б;x\nА;Б;1\n".encode()))
    assert "rating 'x'" in str(caught.value)
    assert caught.value.line == 2
    assert "line 3, column 3: Б А already stands at line 2, column 3" in str(caught.value)


def test_columns_that_are_not_kept_are_named() -> None:
    rows = rows_of("Фамилия,Имя,Город,Год рожд.,Пол,Команда,Группа,,Разряд\n".encode())
    assert unused(rows, grouped=False) == ("Город", "Пол", "Группа")
    assert unused(rows, grouped=True) == ("Город", "Пол")
    assert unused([], grouped=False) == ()


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an old workbook"),
        (b"\x89PNG\r\n\0\0", "neither CSV nor a workbook"),
        (b"PK\3\4", "not a readable workbook"),
        (b"rating\n1500\n", "no column of names"),
    ],
)
def test_what_is_no_list_is_told_apart(data: bytes, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        entries_of(rows_of(data))
