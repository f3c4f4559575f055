"""Clocks, numbers, results, moves and names as every screen writes them (the visual language, "Clocks" and "Words")."""

import re
from collections.abc import Mapping
from datetime import date, datetime

from display.catalogue import Texts
from record.assignment import Letters, Person
from rules.side import Side

NO_CLOCK = "–:––"
"""What stands where no clock is linked."""

RESULTS = {"1/2-1/2": "½–½", "1-0": "1–0", "0-1": "0–1", "0-0": "0–0", "+/-": "+ –", "-/+": "– +", "-/-": "– –"}
RENJU_LETTERS: Mapping[str, str] = {"russian": "ABCDEFGHIKLMNOP", "rif": "abcdefghijklmno"}
DISCIPLINES = ("russian", "international", "giveaway", "brazilian", "renju", "chess")


def clock_text(ms: int, *, tenths: bool = False) -> str:
    """A clock's face: ``h:mm:ss`` from an hour up, ``m:ss`` below; tenths under a minute where asked for.

    >>> clock_text(3_725_000), clock_text(432_000), clock_text(41_600, tenths=True), clock_text(0, tenths=True)
    ('1:02:05', '7:12', '0:41.6', '0:00')
    """
    ms = max(ms, 0)
    seconds = ms // 1000
    if seconds >= 3600:
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    face = f"{seconds // 60}:{seconds % 60:02}"
    return face + (f".{ms // 100 % 10}" if tenths and 0 < ms < 60_000 else "")


def minutes(ms: int) -> int:
    """Whole minutes for the hall, rounded up and never under one: the screen must not tell that a time is out."""
    return max(1, -(-ms // 60_000))


def decimal(value: float, lang: str, digits: int = 1) -> str:
    """A number with the language's decimal sign and a true minus.

    >>> decimal(-1.42, "ru", 2), decimal(1.42, "en", 2)
    ('−1,42', '1.42')
    """
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("-")
    return (text.replace(".", ",") if lang == "ru" else text).replace("-", "−")


def whole(value: int, lang: str) -> str:
    """A whole number; from 10 000 in groups of three (thin spaces in Russian, commas in English)."""
    if abs(value) < 10_000:
        return str(value).replace("-", "−")
    return f"{value:,}".replace(",", " " if lang == "ru" else ",").replace("-", "−")


def points_text(points: float, lang: str = "en") -> str:
    """Points with halves as a fraction: ``4½``, ``½``, ``3``; other fractions (tie-breaks) with up to two digits and
    the language's decimal sign."""
    if points * 2 != int(points * 2):
        return f"{points:.2f}".rstrip("0").rstrip(".").replace(".", "," if lang == "ru" else ".")
    full, half = divmod(round(points * 2), 2)
    return (str(full) if full or not half else "") + ("½" if half else "")


def result_text(result: str) -> str:
    """A result as screens write it: ``1–0``, ``½–½``, ``+ –``; what is not known stays as it is."""
    return RESULTS.get(result, result)


def score_of(result: str, side: Side) -> str:
    """What a result gives ``side``: ``1``, ``0``, ``½``, ``+`` or ``–``; empty for what is no result."""
    if result not in RESULTS:
        return ""
    white, black = ("½", "½") if result == "1/2-1/2" else (result[0], result[2])
    return (white if side is Side.WHITE else black).replace("-", "–")


def control_text(control: str, texts: Texts) -> str:
    """A time control in words: ``15m+5s`` is ``15 мин + 5 с``; what has no unit stays as it is written."""
    words = re.sub(r"(\d+)(h|m|s)(?![a-z])", lambda found: f"{found[1]} {texts.t('unit.' + found[2])} ", control)
    return re.sub(r"\s+", " ", words.replace("+", " + ").replace(" ,", ",").replace(" /", "/")).strip()


def move_text(move: str, discipline: str, letters: Letters) -> str:
    """A move as screens write it. Renju points take the event's letters (5.2.2.2); other moves stand as recorded.

    >>> move_text("m6", "renju", "russian"), move_text("m6", "renju", "rif"), move_text("c3-d4", "russian", "rif")
    ('N6', 'm6', 'c3-d4')
    """
    if discipline == "renju" and move[:1].isalpha() and move[1:].isdigit():
        column = ord(move[0]) - ord("a")
        if 0 <= column < 15:
            return RENJU_LETTERS[letters][column] + move[1:]
    return move


def sheet_move(move: str, discipline: str, letters: Letters = "russian") -> str:
    """A move as score sheets print it (3.3, 5.2.2.2): captures of draughts with a colon, nothing shortened.

    >>> sheet_move("47x24x8x17x6", "international"), sheet_move("c3:e5", "russian"), sheet_move("m6", "renju")
    ('47:24:8:17:6', 'c3:e5', 'N6')
    """
    if discipline in ("renju", "chess"):
        return move_text(move, discipline, letters)
    return move.replace("x", ":")


def name_of(person: Person, lang: str) -> str:
    """A player's name as in the entry list; its Latin form on English screens where one is given."""
    return person.name_en if lang == "en" and person.name_en else person.name


def time_of_day(moment: datetime) -> str:
    """``12:41``, hours without a leading zero as on every clock of the screens."""
    return f"{moment.hour}:{moment.minute:02}"


def date_text(day: date, texts: Texts) -> str:
    """``3 октября 2026`` or ``3 October 2026``."""
    return f"{day.day} {texts.t(f'month.{day.month}')} {day.year}"


def side_word(side: Side, texts: Texts, form: str = "nom") -> str:
    """A side in the plural, as screens speak of it: ``nom`` (белые), ``gen`` (белых), ``dat`` (белым)."""
    return texts.t(f"side.{side.value}.{form}")
