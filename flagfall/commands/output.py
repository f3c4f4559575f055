"""How commands answer: one JSON document on stdout, or plain lines for people; messages on stderr."""

import json
import sys
from pathlib import Path
from typing import Any

import typer

from rules.errors import FlagfallError

CAPTURE = "Keep the raw bytes of the line in this file; of several tables each in its own, FILE-7."
AS_JSON = typer.Option(False, "--json", help="One JSON document on stdout.")


def print_json(answer: Any) -> None:
    """``answer`` as one line of JSON."""
    print(json.dumps(answer, ensure_ascii=False))


def tell(message: str) -> None:
    """A message for people, on stderr."""
    print(message, file=sys.stderr, flush=True)


class InputError(FlagfallError):
    """Something named on the command line cannot be used."""


def read_bytes(path: Path) -> bytes:
    """The file's bytes; ``-`` is stdin. Raises `InputError` saying what is wrong with the path."""
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror or fault}") from fault


def read_text(path: Path) -> str:
    """The file's text as UTF-8. Raises `InputError` naming the byte where it is something else."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InputError(f"{path}: byte {fault.start} is not UTF-8; save the file as UTF-8") from fault
