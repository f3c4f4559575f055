"""Which encoding a file is in: UTF-8 or UTF-16 by a mark, UTF-8, or a Russian one of eight bits.

Those are told by what the bytes would say: how often Russian writes each letter, and that no word goes from a small
letter to a capital one. A word counts once, however often it comes. CP1251 is the answer where the bytes do not tell;
KOI8-R must be clearly more likely.
"""

import re
from collections import Counter
from math import log

_FREQUENT = {
    **{"о": 1097, "е": 845, "а": 801, "и": 735, "н": 670, "т": 626, "с": 547, "р": 473, "в": 454, "л": 440, "к": 349},
    **{"м": 321, "д": 298, "п": 281, "у": 262, "я": 201, "ы": 190, "ь": 174, "г": 170, "з": 165, "б": 159, "ч": 144},
    **{"й": 121, "х": 97, "ж": 94, "ш": 73, "ю": 64, "ц": 48, "щ": 36, "э": 32, "ф": 26, "ъ": 4, "ё": 20},
}
"""Occurrences in ten thousand letters of Russian text."""

_OTHER_LETTERS = frozenset("іїєґўјљњћќџѓѕ")
_SIGNS = frozenset("«»–—№…“”„’ \u00a0")
_SIGN, _STRANGE = -7.0, -12.0
_RAISED, _CAPITALS, _UNHEARD = -4.0, -0.1, -4.0
_PRIOR = {"cp1251": 0.0, "cp866": 0.0, "koi8-r": -16.0}
"""What the others must be more likely by than CP1251, as the logarithm of a ratio."""

_WORD = re.compile(rb"\S+")


ENOUGH = 1 << 18
"""Bytes after which nothing more is learnt of a file."""


def _weight(letter: str) -> float:
    small = letter.lower()
    if small in _FREQUENT:
        return log(_FREQUENT[small] / 10_000)
    return _SIGN if small in _OTHER_LETTERS or letter in _SIGNS else _STRANGE


class _Page:
    """An encoding: the weight of each byte, and what no Russian word has."""

    def __init__(self, name: str) -> None:
        self.name, self.prior = name, _PRIOR[name]
        letters = {byte: bytes([byte]).decode(name, "replace") for byte in range(0x80, 0x100)}
        self.weights = {byte: _weight(letter) for byte, letter in letters.items()}

        def those(among: str) -> str:
            return "".join(f"\\x{byte:02x}" for byte, letter in letters.items() if letter in among)

        alphabet = "".join(letter for letter in letters.values() if letter.isalpha())
        small = those("".join(filter(str.islower, alphabet)))
        capital = those("".join(filter(str.isupper, alphabet)))
        vowel, sign, silent, short, consonant, alone = (
            those(among + among.upper())
            for among in ("аеёиоуыэюя", "ьъы", "ьъ", "й", "бвгджзклмнпрстфхцчшщ", "бгдеёжзйлмнпртфхцчшщъыьэю")
        )
        self.raised = re.compile(f"[a-z{small}][{capital}]".encode("ascii"))
        self.capitals = re.compile(f"[{capital}](?=[{capital}])".encode("ascii"))
        self.unheard = re.compile(
            f"(?<![{small}{capital}])[{sign}]|[{vowel}][{silent}]|[{vowel}]{{3}}|[{consonant}]{{5}}|[{consonant}][{short}]"
            f"|(?<!\\S)[{alone}](?!\\S)".encode("ascii")
        )

    def of(self, data: bytes) -> float:
        """How likely the bytes are in this encoding, as a logarithm."""
        said = sum(count * self.weights[byte] for byte, count in Counter(data).items() if byte >= 0x80)
        said += _RAISED * len(self.raised.findall(data)) + _CAPITALS * len(self.capitals.findall(data))
        return said + _UNHEARD * len(self.unheard.findall(data))


_PAGES = tuple(map(_Page, _PRIOR))
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def decode(data: bytes) -> str:
    """The text of a file."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    return Decoder().decode(data)


class Decoder:
    """Decodes a file without a mark, piece by piece, as `decode` does the whole; the pieces end between two lines.

    A piece that is not UTF-8 is told by all such bytes seen so far, and by ``head``, the first lines of the file.
    """

    def __init__(self, head: bytes = b"") -> None:
        self._said = {page.name: page.prior for page in _PAGES}
        self._ahead = self._learnt = 0
        self._known: set[bytes] = set()
        try:
            head.decode("utf-8")
        except UnicodeDecodeError:
            self._ahead = len(head)
            self._learn(head)

    def _learn(self, data: bytes) -> None:
        part = data[: max(0, ENOUGH - self._learnt)]
        self._learnt += len(part)
        fresh = [word for word in dict.fromkeys(_WORD.findall(part)) if word not in self._known]
        self._known.update(fresh)
        said = b" ".join(fresh)
        for page in _PAGES if said else ():
            self._said[page.name] += page.of(said)

    def decode(self, piece: bytes) -> str:
        """The text of the next piece."""
        try:
            return piece.decode("utf-8")
        except UnicodeDecodeError:
            if self._ahead <= 0:
                self._learn(piece)
            return piece.decode(max(self._said, key=self._said.__getitem__), "replace")
        finally:
            self._ahead -= len(piece)
