"""What texts of positions share: the lists between colons, and an error that tells the place of the first fault."""

from collections.abc import Iterator

from rules.errors import NotationError

Fault = tuple[int, str]
"""The offset of a fault, and what it is."""


def error(text: str, faults: list[Fault]) -> NotationError:
    """One error of all faults, at the place of the first."""
    at = min(at for at, _ in faults)
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    told = "; ".join(fault for _, fault in faults)
    return NotationError(f"FEN {text!r}: {told}", text=text, line=line, column=column)


def parts(text: str) -> list[tuple[int, str]]:
    """What stands between the colons, without blanks, each with its offset."""
    end = len(text)
    while end and (text[end - 1].isspace() or text[end - 1] in '".'):
        end -= 1
    at = 0
    while at < end and (text[at].isspace() or text[at] == '"'):
        at += 1
    return [_bare(text, *span) for span in _spans(text, at, end, ":")]


def items(text: str, at: int) -> Iterator[tuple[int, str]]:
    """The squares of the list whose colour stands at ``at``, each with its offset."""
    end = text.find(":", at)
    if end < 0:
        end = len(text)
        while text[end - 1].isspace() or text[end - 1] in '".':
            end -= 1
    if text[at + 1 : end].strip():
        for span in _spans(text, at + 1, end, ","):
            yield _bare(text, *span)


def _bare(text: str, at: int, end: int) -> tuple[int, str]:
    """The piece of ``text`` between two offsets without its blanks, and where it begins."""
    piece = text[at:end]
    found = "".join(piece.split())
    return at + len(piece) - len(piece.lstrip()), found


def _spans(text: str, at: int, end: int, mark: str) -> Iterator[tuple[int, int]]:
    while True:
        found = text.find(mark, at, end)
        if found < 0:
            yield at, end
            return
        yield at, found
        at = found + 1
