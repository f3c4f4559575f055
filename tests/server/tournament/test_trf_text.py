"""Tournament report files as programs and editors leave them: code pages, columns counted in bytes, tabs."""

import pytest

from rules.errors import NotationError
from server.tournament import Event, read_trf, write_trf
from server.tournament.trf_text import aligned, fits, text_of

RUSSIAN = "Чижов, Алексей"
HEAD = "001    1 m GM "
TAIL = " 2400 RUS    12345678 1990/01/02  2.0    1     2 w 1               2 b 1"


def line(name: str) -> str:
    return f"{HEAD}{name:33}{TAIL}"


def file(name: str) -> str:
    second = f"001    2      {'Second':33} 2300 RUS                         0.0    2     1 b 0               1 w 0"
    return f"012 {name} Open\n{line(name)}\n{second}\n"


def names(event: Event) -> list[str]:
    return [player.name for player in event.players]


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        (RUSSIAN, "utf-8"), (RUSSIAN, "utf-8-sig"), (RUSSIAN, "utf-16"), (RUSSIAN, "cp1251"), (RUSSIAN, "cp866"),
        ("Müller, Jörg", "cp1252"), ("Sørensen, Åge", "cp1252"), ("Müller, Jörg", "utf-8"), ("Ivanov", "ascii"),
    ],
)  # fmt: skip
def test_code_pages(name: str, encoding: str) -> None:
    event = read_trf(text_of(file(name).encode(encoding)))
    assert names(event) == [name, "Second"]
    assert event.name == f"{name} Open"
    assert event.finished == 3


@pytest.mark.parametrize("name", ["Чижов", RUSSIAN, "Абвгдежзик", "Müller, Jörg"])
def test_columns_counted_in_bytes(name: str) -> None:
    """A name of ten Cyrillic letters shifts the rounds by just one round: it must not pass for an absence."""
    padding = " " * (33 - len(name.encode()))
    counted = f"{HEAD}{name}{padding}{TAIL}"
    assert not fits(counted)
    assert aligned(counted) == line(name)
    assert read_trf(file(name).replace(line(name), counted)) == read_trf(file(name))


def test_a_name_cut_by_bytes_in_the_middle_of_a_letter() -> None:
    kept = "Абвгдежзик Лмнопрст "  # 38 bytes and blanks: the field of 33 ends inside a letter
    data = HEAD.encode() + kept.encode()[:33] + TAIL.encode()
    read = aligned(data.decode("utf-8", "ignore"))
    assert read.endswith(TAIL.lstrip())
    assert "2400" in read


def test_tabs_are_taken_for_the_blanks_they_stand_for() -> None:
    plain = file("Ivanov")
    tabbed = "\n".join(unexpanded(one) for one in plain.split("\n"))
    assert "\t" in tabbed
    assert read_trf(tabbed).players == read_trf(plain).players
    assert read_trf(tabbed).rounds == read_trf(plain).rounds


def unexpanded(text: str) -> str:
    """As an editor that puts a tab wherever eight columns end in two blanks or more."""
    blocks = [text[start : start + 8] for start in range(0, len(text), 8)]
    return "".join(block.rstrip() + "\t" if block.endswith("  ") and len(block) == 8 else block for block in blocks)


def test_what_fits_no_columns_is_told_with_its_place() -> None:
    with pytest.raises(NotationError, match=r"line 2, column \d+: .*expected"):
        read_trf(file("Ivanov").replace("   2 w 1", "  2 w 1 "))


def test_comments_and_unknown_records_are_kept() -> None:
    text = file("Ivanov") + "### paired by hand in round 2: board 4 was missing\nXYZ 12  34\n202 BH/C1,DE\n"
    for version in (16, 26):
        written = write_trf(read_trf(text), version)
        assert "### paired by hand in round 2: board 4 was missing\n" in written
        assert "XYZ 12  34\n" in written
        assert "202 BH/C1,DE\n" in written
        assert read_trf(written) == read_trf(write_trf(read_trf(written), version))
