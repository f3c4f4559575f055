"""What a screen's board says and is told: one JSON object a line, UTF-8, ended by a line feed.

From the board: ``{"sq": "c3", "p": "."}``; ``{"board": {"c3": "w"}}``; ``{"press": "white"}``; ``{"clock": [white_ms,
black_ms, running, lever, flags]}``; ``{"linked": true}``; ``{"set": true}``, the answer to a setting; ``{}``, to be
heard. To the board: ``{"ask": true}``, tell everything; ``{"to": [white_ms, black_ms, running]}``, set the clock.
"""

import msgspec

from rules.side import Side

LONGEST_LINE = 64 * 1024

Times = tuple[int, int, Side | None]
Faces = tuple[int, int, Side | None, Side | None, tuple[Side, ...]]


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line from the board; one of the fields is there, or none."""

    sq: str | None = None
    p: str = "."
    board: dict[str, str] | None = None
    press: Side | None = None
    clock: Faces | None = None
    linked: bool | None = None
    set: bool | None = None


class Asked(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line to the board."""

    ask: bool = False
    to: Times | None = None


_told = msgspec.json.Decoder(Told)
_asked = msgspec.json.Decoder(Asked)


def line(message: Told | Asked) -> bytes:
    """The message as its line.

    >>> line(Told(sq="c3", p="w"))
    b'{"sq":"c3","p":"w"}\\n'
    """
    return msgspec.json.encode(message) + b"\n"


def told(data: bytes) -> Told:
    """What a line from the board says. Raises `msgspec.DecodeError` for a line that is none."""
    return _told.decode(data)


def asked(data: bytes) -> Asked:
    """What a line to the board says. Raises `msgspec.DecodeError` for a line that is none."""
    return _asked.decode(data)


class Lines:
    """Puts lines together from whatever pieces come in. A line that never ends is thrown away."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that ``data`` completes, without their ends."""
        *whole, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            self._rest = b""
        return [each for each in whole if each.strip()]
