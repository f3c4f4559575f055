"""The hand's own record."""

from pathlib import Path

from hardware.virtual.truth import Truth, TruthFile, read_truth
from rules.side import Side


def test_records_come_back_and_an_unfinished_line_does_not(tmp_path: Path) -> None:
    path = tmp_path / "new" / "table-1.jsonl"
    records = (
        Truth(ply=1, side=Side.WHITE, move="c3-d4", irregularities=("touch-move",), corrected=True),
        Truth(ply=2, result="1-0"),
    )
    with TruthFile(path) as file:
        for record in records:
            file.write(record)
            assert path.read_bytes().endswith(b"}\n")
    with path.open("ab") as torn:
        torn.write(b'{"ply":3')
    assert read_truth(path.read_bytes().splitlines(keepends=True)) == records
    assert path.read_bytes().splitlines()[1] == b'{"ply":2,"result":"1-0"}'
