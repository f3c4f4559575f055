"""Virtual DGT boards on one line, in bus mode as they wake up, written from the byte tables."""

from itertools import zip_longest

from hardware.virtual.board import VirtualBoard
from rules.side import Side

PING_ALL = 0
SINGLE = range(0x40, 0x61)
"""Commands of one byte for a single board: any of them ends the bus mode, 4a begins it again."""


class VirtualChain:
    """``boards`` by address. The hands that a `hardware.virtual.device.VirtualDevice` has are those of the first board;
    the others have hands of their own. A board in bus mode says nothing by itself.
    """

    def __init__(self, boards: dict[int, VirtualBoard]) -> None:
        self.boards = boards
        self.away: set[int] = set()
        """Boards whose cable is out."""
        self.single: set[int] = set()
        """Boards that a command of a single board took out of bus mode."""
        self._first = next(iter(boards.values()))
        self._input = bytearray()
        self._told = dict.fromkeys(boards, 0)
        self._changes = dict.fromkeys(boards, b"")

    # -- the line ------------------------------------------------------------------------------------------------

    def receive(self, data: bytes, now_ms: int) -> bytes:
        """Bytes come in: calls of four bytes for the boards in bus mode, commands for those out of it."""
        answers = bytearray()
        for byte in data:
            answers += self._collide([self._alone(one, byte, now_ms) for one in sorted(self.single - self.away)])
            if byte >= 0x80:
                self._input = bytearray([byte])
            elif self._input:
                self._input.append(byte)
            elif byte in SINGLE:
                answers += self._leave_bus(byte, now_ms)
            if len(self._input) == 4:
                command, high, low, total = self._input
                self._input.clear()
                if (command + high + low) & 0x7F == total:
                    answers += self._answer(command, high << 7 | low, now_ms)
        return bytes(answers)

    def tick(self, now_ms: int) -> bytes:
        told = {address: board.tick(now_ms) for address, board in self.boards.items()}
        return self._collide([told[one] for one in sorted(self.single - self.away)])

    def _alone(self, address: int, byte: int, now_ms: int) -> bytes:
        if byte == 0x4A:
            self.single.discard(address)
        return self.boards[address].receive(bytes([byte]), now_ms)

    def _leave_bus(self, byte: int, now_ms: int) -> bytes:
        there = [one for one in self.boards if one not in self.away | self.single]
        if byte == 0x4A:
            return b""
        self.single |= set(there)
        return self._collide([self.boards[one].receive(bytes([byte]), now_ms) for one in there])

    def _collide(self, answers: list[bytes]) -> bytes:
        """Boards that talk at the same time talk into each other."""
        return bytes(byte for bytes_ in zip_longest(*filter(None, answers)) for byte in bytes_ if byte is not None)

    def _answer(self, command: int, address: int, now_ms: int) -> bytes:
        on_bus = [one for one in self.boards if one not in self.away | self.single]
        if address == PING_ALL:
            return b"".join(self._reply(0x87, one, b"") for one in on_bus) if command == 0x87 else b""
        if address not in on_bus:
            return b""
        board = self.boards[address]
        board.tick(now_ms)
        if command == 0x87:
            return self._reply(0x87, address, b"")
        if command == 0x8B:
            return self._reply(0x89, address, bytes([1, 8]))
        if command == 0x82:
            return self._reply(0x83, address, board.receive(b"\x42", now_ms)[3:])
        if command == 0x8C:
            return self._reply(0x8A, address, board.receive(b"\x50", now_ms)[3:])
        if command == 0x81:
            return self._reply(0x84, address, board.receive(b"\x41", now_ms)[3:])
        if command in (0x83, 0x84):
            if command == 0x83:
                self._changes[address] = board.log_from(self._told[address])
                self._told[address] = board.log_end
            return self._reply(0x85, address, self._changes[address])
        return b""

    def _reply(self, ident: int, address: int, data: bytes) -> bytes:
        length = len(data) + 6
        message = bytes([ident, length >> 7, length & 0x7F, address >> 7, address & 0x7F]) + data
        return message + bytes([sum(message) & 0x7F])

    # -- the hands at the first board ----------------------------------------------------------------------------

    @property
    def squares(self) -> dict[str, str]:
        return self._first.squares

    def lift(self, sq: str, now_ms: int) -> bytes:
        return self._said(self._first.lift(sq, now_ms))

    def place(self, sq: str, piece: str, now_ms: int) -> bytes:
        return self._said(self._first.place(sq, piece, now_ms))

    def press(self, side: Side, now_ms: int) -> bytes:
        return self._said(self._first.press(side, now_ms))

    def start_clock(self, now_ms: int) -> bytes:
        return self._said(self._first.start_clock(now_ms))

    def stop_clock(self, now_ms: int) -> bytes:
        return self._said(self._first.stop_clock(now_ms))

    def set_clock(self, white_ms: int, black_ms: int, now_ms: int) -> bytes:
        return self._said(self._first.set_clock(white_ms, black_ms, now_ms))

    def setup(self, pieces: dict[str, str], now_ms: int) -> bytes:
        return self._said(self._first.setup(pieces, now_ms))

    def _said(self, data: bytes) -> bytes:
        return data if self.single else b""
