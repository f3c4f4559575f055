"""The lines of a PGN text as ``chess.pgn`` understands them, with their places in the file and what is wrong in them.

``chess.pgn`` passes over whatever it does not know, knows the end of a game by an empty line alone, and drops comments
to the end of a line. Here such comments are put in braces; moves or tags after the end of a game begin a line of their
own; and a word that is no move ends its game with a fault.
"""

import io
import re
from collections import deque
from typing import NamedTuple

from rules.pdn.clock_comments import clock_fault
from rules.pdn.game import Fault

_BITS = re.compile(r"(?P<mark>[{;()}])|(?P<word>[^\s{}();]+)")
_TAG = re.compile(r'\[\s*[A-Za-z0-9][A-Za-z0-9_+#=:-]*\s*"')
_WHOLE_TAG = re.compile(r'\[[A-Za-z0-9][A-Za-z0-9_+#=:-]*\s+"[^\r]*"\]\s*\Z')
_RESULT = re.compile(r"1-0|0-1|1/2-1/2|\*")
_ENDS = re.compile(rf"(?:^|[\s}})])(?:{_RESULT.pattern})[ \t]*\r?\n?\Z")
_STARTS = re.compile(r"\s*(?!(?:1/2-1/2|1-0|0-1)(?:\s|\Z))[0-9A-Ha-h]")
"""How a line ends that ends a game, and how one begins that may begin the next: as `rules.streaming` has it."""
_DRAW = re.compile(r"1/2|½-½|½|0[.,]5-0[.,]5")
_MOVE = (
    r"(?>(?:[NBKRQP]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|O-O(?:-O)?|0-0(?:-0)?|--|Z0|0000)"
    r"(?:e\.?p\.?)?[^\w$]*)"
)
_WORD = re.compile(
    rf"(?>[0-9]+\.*|[.…]+)?(?>{_MOVE})*+(?:{_RESULT.pattern})?|\$[0-9]+|e\.?p\.?|[^\w$]+|(?:{_RESULT.pattern})"
)
"""A number, moves, a result, a NAG, signs of print."""


class _Piece(NamedTuple):
    text: str
    fault: Fault | None = None
    at: int = 0


class Lines:
    """A text that tells which line was read last; all that ``chess.pgn`` asks of a file is ``readline``. ``line`` is
    what was handed out, and began ``before`` letters into the line of that ``number``."""

    def __init__(self, text: str) -> None:
        self.text = io.StringIO(text)
        self.number = self.before = 0
        self.line = ""
        self._remark: Fault | None = None
        self._fault: Fault | None = None
        self._waiting: deque[_Piece] = deque()
        self._opened = (0, 0)
        self._within = self._begun = self._over = self._lost = False
        self._depth = 0

    def readline(self) -> str:
        """The next line, empty at the end of the text."""
        while not self._waiting:
            line = self.text.readline()
            self.number += bool(line)
            if not line and self._within:
                self._within = False
                self._fault = self._fault or Fault("a comment that is not closed; expected '}'", *self._opened)
            self._waiting.extend(self._pieces(line))
        self.line, fault, self.before = self._waiting.popleft()
        self._fault = self._fault or fault
        wrong = clock_fault(self.line) if self._begun else None
        if wrong is not None and self._remark is None:
            self._remark = Fault(wrong[0], self.number, self.before + wrong[1] + 1)
        return self.line

    def taken(self) -> tuple[Fault | None, Fault | None]:
        """What was wrong since this was asked last: with the moves, and with the times that comments tell."""
        found = self._fault, self._remark
        self._fault = self._remark = None
        return found

    def _pieces(self, line: str) -> list[_Piece]:
        """The line, or its parts where a game ends and the next begins in it, each with what is wrong in it."""
        if not self._within:
            if not line or not line.strip():
                self._begin(False)
                return [_Piece(line)]
            if line.startswith("%"):
                return [_Piece(line)]
            bare = line.lstrip(" \t")
            if _TAG.match(bare) or (line.startswith("[") and not self._begun):
                before = len(line) - len(bare)
                ended = [_Piece("\n")] if self._begun else []
                self._begin(False)
                fault = None
                if not _WHOLE_TAG.match(bare):
                    told = f'a tag that cannot be read: {line.strip()[:60]!r}; expected [Name "value"]'
                    fault = Fault(told, self.number, before + 1)
                return [*ended, _Piece(bare, fault, before)]
            if self._lost:
                if not (self._over and _STARTS.match(line)):
                    self._over = _ENDS.search(line) is not None
                    return []
                self._begin(True)
                return [_Piece("\n"), *self._moves(line)]
        return self._moves(line)

    def _begin(self, moves: bool) -> None:
        """Nothing of a game was read, or its first moves are."""
        self._begun, self._depth, self._over, self._lost = moves, 0, False, False

    def _moves(self, line: str) -> list[_Piece]:
        if not self._begun:
            self._begin(True)
        pieces: list[_Piece] = []
        fault: Fault | None = None
        began = at = 0
        while True:
            if self._within:
                end = line.find("}", at)
                if end < 0:
                    break
                self._within, at = False, end + 1
            bit = _BITS.search(line, at)
            if bit is None:
                break
            at = bit.end()
            word = bit.group()
            if word == "{":
                self._within, self._opened = True, (self.number, bit.start() + 1)
            elif word == ";":
                line = line[: bit.start()] + "{" + line[at:].strip().replace("}", ")") + "}\n"
                break
            elif word == "(":
                self._depth += 1
            elif word == ")":
                self._depth = max(0, self._depth - 1)
            elif not bit["mark"] and self._over and not self._depth and not _RESULT.fullmatch(word):
                if bit.start() > began:
                    pieces.append(_Piece(line[began : bit.start()] + "\n", fault, began))
                pieces.append(_Piece("\n"))
                self._begin(True)
                began, at, fault = bit.start(), bit.start(), None
            elif not bit["mark"] and _DRAW.fullmatch(word):
                line = line[: bit.start()] + "1/2-1/2" + line[at:]
                at = bit.start() + len("1/2-1/2")
                self._over = self._over or not self._depth
            elif bit["mark"] or not _WORD.fullmatch(word):
                told = f"{word[:40]!r} is not a move, a comment or a result"
                fault = fault or Fault(told, self.number, bit.start() + 1)
                if not self._depth:
                    self._lost, self._over = True, _ENDS.search(line) is not None
                    line = line[: bit.start()] + "*\n"  # a game, be there nothing before it
                    break
            elif not self._depth and _RESULT.search(word):
                self._over = True
        return [*pieces, _Piece(line[began:], fault, began)]
