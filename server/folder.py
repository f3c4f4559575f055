"""The data folder of one event: one server at a time, and its secrets readable by their owner only."""

import contextlib
import json
import os
import secrets
import sys
from pathlib import Path
from types import TracebackType
from typing import IO

from rules.errors import FlagfallError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for one another when read aloud."""


class FolderHeldError(FlagfallError):
    """Another server holds the data folder."""


class FolderLock:
    """An exclusive lock on ``folder``, as a context manager; the folder is made if need be.

    The lock goes with the process, however that ends. Raises FolderHeldError naming the process that holds it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file: IO[str] | None = None

    def __enter__(self) -> "FolderLock":
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "lock"
        file = open(path, "a+", encoding="utf-8")
        try:
            _take(file)
        except OSError as fault:
            file.close()
            raise FolderHeldError(f"the data folder {self.folder} is held by {_holder(self.folder)}") from fault
        self._file = file
        note = {"pid": os.getpid(), "command": " ".join(sys.argv[:3])}
        (self.folder / "holder.json").write_text(json.dumps(note), "utf-8")
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        if self._file is not None:
            (self.folder / "holder.json").unlink(missing_ok=True)
            self._file.close()
            self._file = None


def _take(file: IO[str]) -> None:
    if sys.platform == "win32":
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _holder(folder: Path) -> str:
    try:
        note = json.loads((folder / "holder.json").read_text("utf-8"))
        return f"process {note['pid']} ({note['command']}): end it, or choose another data folder"
    except (OSError, ValueError, KeyError):
        return "another process: end it, or choose another data folder"


def secret(folder: Path, name: str, groups: int = 4) -> str:
    """The secret ``name`` of the folder, made at the first asking: groups of five letters, 24 bits and more each."""
    path = folder / f"{name}.secret"
    with contextlib.suppress(FileNotFoundError):
        if kept := path.read_text("utf-8").strip():
            return kept
    made = "-".join("".join(secrets.choice(ALPHABET) for _ in range(5)) for _ in range(groups))
    write_private(path, made + "\n")
    return made


def write_private(path: Path, text: str) -> None:
    """Write ``text`` so that only the owner can read it, and whole or not at all."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
