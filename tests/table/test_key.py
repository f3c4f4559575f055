"""A table's key: made once, for its owner's eyes, and the chain it signs is found whole."""

from pathlib import Path

import pytest

from record.signing import holds
from rules.errors import FlagfallError
from table.key import table_signer


def test_a_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    first = table_signer(tmp_path / "data", 7)("prev")
    path = tmp_path / "data" / "table-7.key"
    assert path.stat().st_mode & 0o077 == 0
    assert table_signer(tmp_path / "data", 7)("prev") == first
    assert table_signer(tmp_path / "data", 8)("prev").key != first.key


def test_the_signature_is_over_the_hash_before(tmp_path: Path) -> None:
    import msgspec

    checkpoint = table_signer(tmp_path, 1)("abc")
    assert holds(msgspec.structs.replace(checkpoint, prev="abc"))
    assert not holds(msgspec.structs.replace(checkpoint, prev="abd"))


def test_a_damaged_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table-1.key").write_text("not a key")
    with pytest.raises(FlagfallError, match="not a key"):
        table_signer(tmp_path, 1)
