"""What a value of EVENT.toml may be: each check gives it in its final form, or says what was expected."""

from collections.abc import Callable
from typing import Any, Literal, get_args, get_origin

import msgspec

from clock import control as time_control
from record.messages import ID
from rules import discipline, disciplines
from rules.errors import FlagfallError
from rules.renju.tables import regulation as renju_regulation
from rules.renju.tables import regulations as renju_regulations

REQUIRED: Any = object()
"""The default of a key that must be there."""

Check = Callable[[Any], Any]
"""Gives the value in its final form; raises ValueError with what was expected."""

Tell = Callable[[tuple[str | int, ...], str], None]
"""Tells a fault or a warning, of the key at this path in EVENT.toml."""


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """A name in both languages of the screens."""

    ru: str
    en: str


def a_text(value: Any) -> str:
    """A text with something in it."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text")
    return value.strip()


def any_text(value: Any) -> str:
    """A text, empty or not."""
    if not isinstance(value, str):
        raise ValueError("a text")
    return value.strip()


def an_id(value: Any) -> str:
    """An id of topics and files."""
    if not isinstance(value, str) or not ID.fullmatch(value):
        raise ValueError("1 to 32 of a-z, 0-9 and '-'")
    return value


def whole(low: int, high: int) -> Check:
    """A whole number within bounds."""

    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return value

    return check


def choice(*allowed: str) -> Check:
    """One of the allowed words."""

    def check(value: Any) -> str:
        if value not in allowed:
            raise ValueError("one of " + ", ".join(allowed))
        return str(value)

    return check


def yes(value: Any) -> bool:
    """Whether: true or false."""
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def an_opening_regulation(value: Any) -> str:
    """The name of an opening regulation of renju (5.2.4.3)."""
    try:
        return renju_regulation(a_text(value)).name
    except ValueError:
        raise ValueError("one of " + ", ".join(renju_regulations())) from None


def some_texts(*allowed: str) -> Check:
    """A list of different texts, of the allowed ones where some are named."""

    def check(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ValueError("a list of " + (", ".join(allowed) or "texts"))
        if len(set(value)) != len(value):
            raise ValueError("a list that names nothing twice")
        if allowed and (unknown := [item for item in value if item not in allowed]):
            raise ValueError(f"a list of {', '.join(allowed)}; not {', '.join(map(repr, unknown))}")
        return tuple(value)

    return check


def some_moves(value: Any) -> tuple[str, ...]:
    """Moves as a text or a list."""
    if isinstance(value, str):
        value = value.split()
    if not isinstance(value, list) or not value or not all(isinstance(item, str) and item.strip() for item in value):
        raise ValueError('the moves: "c3-d4 d6-c5" or a list of them')
    return tuple(value)


def a_discipline(value: Any) -> str:
    """A discipline's own name."""
    try:
        return str(discipline(a_text(value)).name)
    except (FlagfallError, KeyError, ValueError) as fault:
        raise ValueError(f"one of {', '.join(disciplines())} ({fault})") from fault


def a_control(value: Any) -> str:
    """A time control."""
    try:
        time_control.parse(a_text(value))
    except FlagfallError as fault:
        raise ValueError(f'a time control such as "15m+5s" ({fault})') from fault
    return str(value).strip()


def regulation(field: Any) -> Check:
    """A value of a field of the regulations."""

    def check(value: Any) -> Any:
        if get_origin(field.type) is Literal:
            return choice(*(word for word in get_args(field.type) if word))(value)
        try:
            converted = msgspec.convert(value, field.type)
        except msgspec.ValidationError as fault:
            raise ValueError(str(fault).removeprefix("Expected ").lower()) from fault
        if field.name.endswith("_ms") and converted < 0:
            raise ValueError("milliseconds, 0 or more")
        return converted

    return check


def expected(check: Check) -> str:
    """What ``check`` expects, as its fault says it; empty where it takes anything."""
    for wrong in ("?", object()):
        try:
            check(wrong)
        except ValueError as fault:
            return str(fault).split(" (", 1)[0]
    return ""


def names(value: Any) -> Names:
    """A name in both languages: one text for both, or each."""
    if isinstance(value, str) and value.strip():
        return Names(ru=value.strip(), en=value.strip())
    if isinstance(value, dict) and set(value) == {"ru", "en"} and all(isinstance(v, str) and v for v in value.values()):
        return Names(ru=value["ru"], en=value["en"])
    raise ValueError('a text, or { ru = "...", en = "..." }')
