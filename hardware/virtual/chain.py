"""Virtual DGT boards in bus mode on one line, written from the byte tables."""

from hardware.virtual.board import VirtualBoard


class VirtualChain:
    """``boards`` by address. ``receive`` and the hands of the boards themselves (`VirtualBoard.lift` and so on, whose
    bytes nobody sends in bus mode) are all there is to it."""

    def __init__(self, boards: dict[int, VirtualBoard]) -> None:
        self.boards = boards
        self.away: set[int] = set()
        """Boards whose cable is out."""
        self._input = bytearray()
        self._told = dict.fromkeys(boards, 0)
        self._before = dict.fromkeys(boards, 0)

    def receive(self, data: bytes, now_ms: int) -> bytes:
        """Calls come in, four bytes each; the board that is called answers."""
        answers = bytearray()
        for byte in data:
            if byte >= 0x80:
                self._input.clear()
            elif not self._input:
                continue
            self._input.append(byte)
            if len(self._input) == 4:
                command, high, low, total = self._input
                self._input.clear()
                if (command + high + low) & 0x7F == total:
                    answers += self._answer(command, high << 7 | low, now_ms)
        return bytes(answers)

    def _answer(self, command: int, address: int, now_ms: int) -> bytes:
        if address == 0:
            there = [one for one in self.boards if one not in self.away]
            return b"".join(self._reply(0x87, one, b"") for one in there) if command == 0x87 else b""
        board = self.boards.get(address)
        if board is None or address in self.away:
            return b""
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
            log = board.receive(b"\x49", now_ms)[3:-1]
            if command == 0x83:
                self._before[address] = self._told[address]
            self._told[address] = len(log)
            return self._reply(0x85, address, log[self._before[address] :])
        return b""

    def _reply(self, ident: int, address: int, data: bytes) -> bytes:
        length = len(data) + 6
        message = bytes([ident, length >> 7, length & 0x7F, address >> 7, address & 0x7F]) + data
        return message + bytes([sum(message) & 0x7F])
