"""The key with which a table signs its checkpoints: one for each table, kept beside the journal for its owner alone."""

import os
import secrets
from pathlib import Path

from record.signing import SEED_BYTES, Signer, signer
from rules.errors import FlagfallError, cannot_read


def table_signer(folder: Path, table: int) -> Signer:
    """The signer of ``table``, whose key is made in ``folder`` the first time. Raises `FlagfallError` for a key file
    that is none: a chain must not go on with another key than it began with."""
    path = folder / f"table-{table}.key"
    try:
        text = path.read_text("ascii")
    except FileNotFoundError:
        text = _made(path)
    except (OSError, UnicodeDecodeError) as fault:
        raise FlagfallError(cannot_read(path, fault)) from fault
    try:
        return signer(bytes.fromhex(text.strip()))
    except ValueError as fault:
        raise FlagfallError(f"{path}: not a key; expected {2 * SEED_BYTES} hexadecimal digits") from fault


def _made(path: Path) -> str:
    text = secrets.token_bytes(SEED_BYTES).hex()
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as out:
        out.write(text + "\n")
        out.flush()
        os.fsync(out.fileno())
    return text
