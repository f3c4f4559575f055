"""Writing EVENT.toml: a document of plain values as TOML text, and the template that an event begins with."""

import json
from collections.abc import Mapping
from typing import Any


def toml_text(document: Mapping[str, Any]) -> str:
    """The document as TOML: sections as tables, lists of sections as ``[[name]]``, everything inside them in one line.

    ``tomllib`` reads the same document from it. Empty texts and ``None`` are left out.
    """
    parts: list[str] = []
    for name, value in document.items():
        if isinstance(value, Mapping):
            parts.append(_section(f"[{name}]", value))
        elif isinstance(value, list | tuple):
            parts += [_section(f"[[{name}]]", entry) for entry in value]
        else:
            parts.insert(0, f"{name} = {_value(value)}\n")
    return "\n".join(parts)


def _section(head: str, values: Mapping[str, Any]) -> str:
    lines = [f"{key} = {_value(value)}" for key, value in values.items() if value is not None and value != ""]
    return "\n".join([head, *lines]) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for DEL, which TOML does not allow bare.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    return "[" + ", ".join(_value(each) for each in value) + "]"


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() and key.isascii() else json.dumps(key)


TEMPLATES: Mapping[str, Mapping[str, Any]] = {
    "swiss-rapid": {
        "discipline": "russian",
        "tempo": "rapid",
        "control": "15m+5s",
        "rounds": 7,
        "system": "truncated-solkoff",
        "tiebreaks": ("truncated-solkoff", "wins", "direct-encounter"),
    },
    "swiss-classic": {
        "discipline": "international",
        "tempo": "classic",
        "control": "80m+60s",
        "rounds": 9,
        "system": "individual",
        "tiebreaks": ("buchholz", "sonneborn-berger", "wins"),
    },
    "swiss-blitz": {
        "discipline": "russian",
        "tempo": "blitz",
        "control": "3m+2s",
        "rounds": 9,
        "system": "current-buchholz",
        "tiebreaks": ("buchholz", "wins", "direct-encounter"),
    },
    "round-robin": {
        "discipline": "russian",
        "tempo": "rapid",
        "control": "15m+5s",
        "rounds": 7,
        "system": "round-robin",
        "tiebreaks": ("direct-encounter", "wins", "sonneborn-berger", "koya"),
    },
    "renju": {
        "discipline": "renju",
        "tempo": "rapid",
        "control": "25m+5s",
        "rounds": 7,
        "system": "individual",
        "tiebreaks": (),  # 5.3.11.3 breaks off: they must be chosen
        "opening_regulation": "rif",
    },
}
"""What a new event begins with, by kind."""
