"""How a table is doing, in one value and one line."""

import msgspec


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """How one table is doing. ``unsent`` events are recorded here and not known to be at the server."""

    number: int
    game: str = ""
    phase: str = ""
    plies: int = 0
    board: bool = False
    clock: bool = False
    connected: bool = False
    unsent: int = 0
    trouble: str = ""

    def line(self) -> str:
        """One line for a terminal.

        >>> print(Status(number=7, game="r2-t7", phase="playing", plies=12, board=True, connected=True).line())
        table 7: r2-t7 playing, 12 plies; board heard, clock not heard; server reached, 0 events to send
        """
        devices = (("board", self.board), ("clock", self.clock))
        heard = ", ".join(f"{device} {'heard' if up else 'not heard'}" for device, up in devices)
        game = f"{self.game} {self.phase}, {self.plies} plies" if self.game else "no game"
        reached = "server reached" if self.connected else "no connection"
        line = f"table {self.number}: {game}; {heard}; {reached}, {self.unsent} events to send"
        return f"{line}; {self.trouble}" if self.trouble else line
