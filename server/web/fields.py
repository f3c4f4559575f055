"""Reading the fields of forms and JSON bodies: whole numbers, lists of them, pairs."""

from typing import Any


class UnreadableError(ValueError):
    """A field that is missing or not what was expected."""


def number(text: str | None) -> int | None:
    """A whole number from a query, or ``None``."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else None


def whole(fields: dict[str, Any], key: str) -> int:
    """A whole number of ``fields``. Raises UnreadableError."""
    value = str(fields.get(key, "")).strip()
    if not (value.isascii() and value.isdigit() and len(value) < 6):
        raise UnreadableError(key)
    return int(value)


def maybe_whole(fields: dict[str, Any], key: str) -> int | None:
    """A whole number, or None where the field is empty or 0. Raises UnreadableError."""
    return whole(fields, key) or None if str(fields.get(key) or "").strip() else None


def numbers(value: Any, key: str) -> tuple[int, ...]:
    """Whole numbers from a list, or from a text with spaces or commas. Raises UnreadableError."""
    words = value if isinstance(value, list | tuple) else str(value or "").replace(",", " ").split()
    return tuple(whole({key: word}, key) for word in words)


def couples(value: Any) -> tuple[tuple[int, int], ...]:
    """Pairs of whole numbers. Raises UnreadableError."""
    if not isinstance(value, list | tuple):
        raise UnreadableError("pairs")
    made = [numbers(two, "pairs") for two in value]
    if any(len(two) != 2 for two in made):
        raise UnreadableError("pairs")
    return tuple((two[0], two[1]) for two in made)
