"""What the harnesses share: how one is run, and what an error must tell.

Each harness is a program for atheris, which is no dependency of Flagfall: `pip install atheris` into an environment
beside Flagfall's own dependencies, then `python fuzz/pdn.py` from the checkout. Options are libFuzzer's. What it found
and what it learnt stay in build/fuzz.
"""

import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import atheris

ROOT = Path(__file__).resolve().parents[1]
OPTIONS = ("-max_total_time=300", "-timeout=10", "-rss_limit_mb=1024", "-max_len=4096", "-print_final_stats=1")
LINE_ENDS = ("\n", "\r\n", "\r")

sys.path.insert(0, str(ROOT))


def watched() -> AbstractContextManager[Any]:
    """What is imported inside reports its branches to the fuzzer; what is imported elsewhere is searched blindly.

    Some of it is imported when first needed: disciplines are asked for inside, and `run` checks the seeds inside.
    """
    manager: AbstractContextManager[Any] = atheris.instrument_imports(include=["rules", "board", "server", "chess"])
    return manager


def text_of(data: bytes) -> str:
    """A text from the fuzzer's bytes; those that are no UTF-8 become single characters."""
    return data.decode("utf-8", "replace")


def placed(error: Any, text: str | bytes) -> None:
    """An error has a line and a column within ``text`` and says both, once."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    assert error.line is not None, f"no line: {error}"
    assert error.column is not None, f"no column: {error}"
    assert 1 <= error.line <= data.count(b"\n") + data.count(b"\r") + 1, f"no such line: {error}"
    assert 1 <= error.column <= len(data) + 1, f"no such column: {error}"
    assert str(error).startswith(f"line {error.line}, column {error.column}: "), f"the place is not told: {error}"
    assert not error.message.startswith("line "), f"the place is told twice: {error}"


def position(game: Any, text: str) -> Any | None:
    """The position of ``text``, whose own text gives it again; ``None`` where there is a fault, which has its place."""
    from rules.errors import NotationError

    try:
        found = game.position(text)
    except NotationError as error:
        placed(error, text)
        return None
    assert game.position(found.fen()) == found
    return found


def games(reader: Iterable[Any], data: str | bytes) -> None:
    """Everything a reader gives can be answered for, and every fault has its place."""
    from rules.replay import answer

    for game in reader:
        assert answer(game)["plies"] == game.plies
        if game.error is not None:
            placed(game.error, data)


def run(check: Callable[[bytes], None], seeds: Iterable[str | bytes] = ()) -> None:
    """Fuzzes ``check`` from ``seeds`` until the time is up or something is found."""
    name = Path(sys.argv[0]).stem
    place = ROOT / "build" / "fuzz" / name
    place.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        data = seed if isinstance(seed, bytes) else seed.encode()
        (place / f"seed-{number}").write_bytes(data)
        with watched():  # modules that are imported when first needed must not stay unwatched
            check(data)
    given = sys.argv[1:]
    atheris.Setup(
        [sys.argv[0], *OPTIONS, f"-artifact_prefix={place.parent}/{name}-", *given]
        + [str(place)] * all(one.startswith("-") for one in given),
        check,
    )
    atheris.Fuzz()
