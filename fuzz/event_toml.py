"""EVENT.toml: each fault names its line."""

import re

import running

with running.watched():
    from rules.errors import SettingsError
    from server.config import parse

SEEDS = [file.read_text(encoding="utf-8") for file in sorted((running.ROOT / "docs" / "examples").glob("*.toml"))]
PLACE = re.compile(
    r"EVENT\.toml, line [0-9]+: |EVENT\.toml: not TOML: .*\(at (line [0-9]+, column [0-9]+|end of document)\)",
    re.DOTALL,
)


def check(data: bytes) -> None:
    try:
        parse(running.text_of(data))
    except SettingsError as error:
        unplaced = [fault for fault in error.faults if not PLACE.match(fault)]
    else:
        return
    assert only_missing(unplaced), unplaced


def only_missing(faults: list[str]) -> bool:
    """Only what is missing altogether has no line."""
    return all("is missing" in fault or "must name" in fault for fault in faults)


running.run(check, SEEDS)
