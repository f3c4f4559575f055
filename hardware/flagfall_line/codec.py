"""Bytes of a Flagfall line to frames, without input or output; both dialects are understood at any time."""

from enum import StrEnum

from hardware.flagfall_line.messages import Frame
from hardware.flagfall_line.text import decode_line, encode_line
from hardware.flagfall_line.wire import decode, encode

LONGEST = 1_024
"""More bytes than any frame has in either dialect; so many without an end are noise."""


class Dialect(StrEnum):
    """How the frames are written."""

    BINARY = "binary"
    TEXT = "text"


class Codec:
    """Takes bytes in pieces of any size and gives the frames they complete. Never raises on bytes.

    A zero byte ends a binary frame, a newline a line of text; so either ends whatever noise came before it.

    >>> Codec().feed(bytes.fromhex("04140c09020307030304032e0f3a00"))
    []
    """

    def __init__(self) -> None:
        self._kept = bytearray()
        self.discarded = 0
        """How many bytes so far belonged to no frame."""
        self.dialect = Dialect.BINARY
        """The dialect of the frame that came last."""

    def feed(self, data: bytes) -> list[Frame]:
        """The frames completed by ``data``, in order. The result does not depend on how the bytes are cut up."""
        frames: list[Frame] = []
        for byte in data:
            if byte == 0x00:
                self._end(decode(bytes(self._kept)), Dialect.BINARY, frames)
            elif byte == 0x0A:
                self._newline(frames)
            else:
                self._keep(byte)
        return frames

    def encode(self, frame: Frame) -> bytes:
        """``frame`` in the dialect that the other end speaks."""
        return encode(frame) if self.dialect is Dialect.BINARY else encode_line(frame)

    def _newline(self, frames: list[Frame]) -> None:
        """The end of a line of text, or a byte of a binary frame that looks like one."""
        before, _, line = self._kept.rpartition(b"\n")
        frame = decode_line(bytes(line)) if line.lstrip().startswith(b"{") else None
        if frame is not None:
            self.discarded += len(before)
            self._end(frame, Dialect.TEXT, frames)
        else:
            self._keep(0x0A)

    def _keep(self, byte: int) -> None:
        self._kept.append(byte)
        if len(self._kept) > LONGEST:
            self.discarded += len(self._kept)
            self._kept.clear()

    def _end(self, frame: Frame | None, dialect: Dialect, frames: list[Frame]) -> None:
        if frame is None:
            self.discarded += len(self._kept)
        else:
            self.dialect = dialect
            frames.append(frame)
        self._kept.clear()
