"""Entries from CSV and workbooks, workbooks written and read, sections, progress and board cards."""

import csv
import io
import re
import zipfile

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from rules.errors import NotationError
from server.tournament import Event, Player, pair
from server.tournament.cells import csv_rows
from server.tournament.crosstable import board_cards, progress
from server.tournament.entries import COLUMNS, entry_groups, read_entries, read_entries_csv
from server.tournament.spreadsheet import read_xlsx, write_xlsx

from .exercises import SWISS


def test_entries_in_russian_with_semicolons() -> None:
    lines = (
        "\ufeffФамилия Имя;Рейтинг;Страна;Пол;Дата рождения;прочее",
        "Иванов  Иван;2100;RUS;м;1990;x",
        "",
        "Петрова Анна;;BLR;Ж;;",
    )
    text = "\r\n".join(lines)
    assert read_entries_csv(text) == (
        Player(1, "Иванов Иван", 2100, "m", "", "RUS", "", "1990"),
        Player(2, "Петрова Анна", None, "w", "", "BLR"),
    )


def test_entries_in_english_with_commas_quotes_and_tabs() -> None:
    assert read_entries_csv('name,elo,title\n"Smith, John",2000,GM\n') == (Player(1, "Smith, John", 2000, "", "GM"),)
    assert read_entries_csv("Player\tRating\nA B\t0\n") == (Player(1, "A B"),)


def test_all_faults_of_a_list_are_told_at_once() -> None:
    with pytest.raises(NotationError) as caught:
        read_entries_csv("name,rating,sex\n,2000,m\nA,12345,m\na,x,q\n")
    assert (caught.value.line, caught.value.column) == (2, 1)
    assert str(caught.value).splitlines() == [
        "line 2, column 1: no name",
        "line 3, column 3: rating '12345': expected a number of up to four digits, or nothing",
        "line 4, column 1: a already stands at line 3, column 1",
        "line 4, column 3: rating 'x': expected a number of up to four digits, or nothing",
        "line 4, column 5: sex 'q': expected m or w",
    ]
    with pytest.raises(NotationError, match="no column of names"):
        read_entries_csv("rating\n2000\n")
    with pytest.raises(NotationError, match="no entries below"):
        read_entries_csv("name\n")
    with pytest.raises(NotationError, match="expected a header"):
        read_entries_csv("")


def test_places_count_quoted_breaks_and_short_rows() -> None:
    with pytest.raises(NotationError) as caught:
        read_entries_csv('\n"имя";"рей""тинг"\r\n\r\n"A\nb\r\nc";x;x\n;1\n"d";;"e"f;"x\ny"\n')
    assert str(caught.value).splitlines() == ["line 7, column 1: no name"], "a heading of another name is no rating"
    with pytest.raises(NotationError) as caught:
        read_entries_csv('rating;name;sex\n"1\n2";A;m\nx;B\n1;C;q')
    assert str(caught.value).splitlines() == [
        "line 2, column 1: rating '1\\n2': expected a number of up to four digits, or nothing",
        "line 4, column 1: rating 'x': expected a number of up to four digits, or nothing",
        "line 5, column 5: sex 'q': expected m or w",
    ]
    with pytest.raises(NotationError) as caught:
        read_entries_csv("rating;name\n1;A\n2")
    assert str(caught.value) == "line 3, column 2: no name"


def test_a_quotation_mark_that_is_not_closed_has_its_place() -> None:
    with pytest.raises(NotationError, match="line 2, column 3: a quotation mark that is not closed"):
        read_entries_csv('name;rating\nA;"2000\nB;1\n')


def test_faults_of_a_workbook_name_the_cell() -> None:
    rows = [["name", "title", "rating"], ["A", "", "x"], [], ["A"]]
    with pytest.raises(NotationError) as caught:
        read_entries(read_xlsx(write_xlsx({"a": rows})))
    assert str(caught.value).splitlines() == [
        "cell C2: rating 'x': expected a number of up to four digits, or nothing",
        "cell A4: A already stands at cell A2",
    ]


@given(st.text(alphabet='ab,;\t"\n\r \u00e9', max_size=40))
def test_rows_are_those_of_the_csv_module(text: str) -> None:
    """Where the text can be read at all; a field is empty, not missing, where two delimiters meet."""
    if text.count('"') % 2:
        text += '"'
    try:
        mine = csv_rows(text)
    except NotationError:
        reject()
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(",;\t", key=first.count)
    assert mine == list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    lines = re.split("\r\n|\r|\n", text)
    for row, places in zip(mine, mine.places, strict=True):
        assert len(places) == max(len(row), 1) + 1
        for cell, place in zip(row, places, strict=False):
            rest = lines[place.line - 1][place.column - 1 :]
            assert rest.startswith('"') or rest.startswith(cell.split("\n")[0])


@pytest.mark.parametrize("number", ["x", "-1", "0", "1", "100001", "9" * 5000])
def test_a_workbook_whose_rows_are_not_in_order_is_refused(number: str) -> None:
    with pytest.raises(NotationError, match="of the workbook: expected a number from 2 to 100000"):
        read_xlsx(foreign(f'<worksheet><row r="1"><c><v>1</v></c></row><row r="{number}"/></worksheet>'))


def test_every_known_header_is_understood() -> None:
    values = {"name": "A", "rating": "2000", "sex": "w"}
    for key, names in COLUMNS.items():
        for name in names:
            header, row = ([name], ["A"]) if key == "name" else ([name.upper(), "Name"], [values.get(key, "x"), "A"])
            (player,) = read_entries([header, row])
            assert str(getattr(player, key)) == values.get(key, "x"), name


def test_workbooks_come_back_as_written() -> None:
    rows = [["name", "rating"], ["Иванов & <Сын>", 2100], [" =1+1", 0.5], [None, "x"]]
    data = write_xlsx({"Entries / 1": rows, "Second": [["other"]]})
    assert read_xlsx(data) == [["name", "rating"], ["Иванов & <Сын>", "2100"], ["=1+1", "0.5"], ["", "x"]]
    assert write_xlsx({"Entries / 1": rows, "Second": [["other"]]}) == data
    assert read_entries(read_xlsx(write_xlsx({"a": rows[:2]})))[0].rating == 2100
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert b'name="Entries   1"' in archive.read("xl/workbook.xml")


def foreign(sheet: str, shared: str = "") -> bytes:
    """A workbook as other programs write it: shared strings, an absolute target."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    rels = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{main}" xmlns:r="{rels}"><sheets>'
            '<sheet name="a" sheetId="5" r:id="rId9"/></sheets></workbook>',
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            '<Relationship Id="rId9" Type="x" Target="/xl/worksheets/other.xml"/></Relationships>',
        )
        archive.writestr("xl/worksheets/other.xml", sheet.replace("<worksheet>", f'<worksheet xmlns="{main}">'))
        if shared:
            archive.writestr("xl/sharedStrings.xml", shared.replace("<sst>", f'<sst xmlns="{main}">'))
    return out.getvalue()


def test_workbooks_of_other_programs() -> None:
    data = foreign(
        '<worksheet><sheetData><row r="2"><c r="B2" t="s"><v>0</v></c><c t="n"><v>7.0</v></c></row>'
        "</sheetData></worksheet>",
        "<sst><si><r><t>Na</t></r><r><t>me</t></r></si></sst>",
    )
    assert read_xlsx(data) == [[], ["", "Name", "7"]]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"name,rating\n",
        foreign("<worksheet><unclosed></worksheet>"),
        foreign('<!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData/></worksheet>'),
        foreign('<worksheet><sheetData><row r="999999999"/></sheetData></worksheet>'),
    ],
)
def test_what_is_no_workbook_is_refused(data: bytes) -> None:
    with pytest.raises(NotationError):
        read_xlsx(data)


def test_a_column_of_groups_is_read_by_name() -> None:
    rows = [["", ""], ["Группа", "ФИО"], [" до  30 ", "Анин  А."], [""], ["старше 30", "Белов"]]
    assert entry_groups(rows) == {"Анин А.": "до 30", "Белов": "старше 30"}
    assert [player.name for player in read_entries(rows)] == ["Анин А.", "Белов"]
    assert entry_groups([["name"], ["A"]]) == entry_groups([]) == {}


def test_progress_and_board_cards() -> None:
    assert progress(SWISS)[12] == (0, 2, 4, 4, 4)
    of = Event((Player(1, "A"), Player(2, "B"), Player(3, "C"), Player(4, "D")), name="Cup")
    (first, second) = board_cards(of, pair(of))
    assert (first.event, first.round, first.board, first.white_name, first.black_name) == ("Cup", 1, 1, "A", "C")
    assert (second.white, second.black, second.white_points) == (4, 2, "0")
