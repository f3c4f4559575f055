"""Push buttons: a press is seen so often in a row before it counts, and once, however long it is held."""


class Buttons:
    """``count`` buttons, each looked at every ``period_ms``; ``scans`` looks in a row make a press or a release."""

    def __init__(self, count: int, scans: int = 3) -> None:
        self.scans = scans
        self._down = bytearray(count)
        self._agree = bytearray(count)

    def look(self, levels: bytes) -> list[int]:
        """The numbers of the buttons that are pressed now and were not before. ``levels`` has 1 for each one down."""
        pressed = []
        for number in range(len(self._down)):
            if levels[number] == self._down[number]:
                self._agree[number] = 0
                continue
            self._agree[number] += 1
            if self._agree[number] >= self.scans:
                self._down[number] = levels[number]
                self._agree[number] = 0
                if levels[number]:
                    pressed.append(number)
        return pressed
