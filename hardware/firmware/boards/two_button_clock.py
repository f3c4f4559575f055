"""A clock: a button for each player, one to start and stop, two displays of four digits."""

from hardware.firmware.buttons import Buttons
from hardware.firmware.clock import LEFT, RIGHT, Clock
from hardware.firmware.line import Line
from hardware.firmware.pico import Digits, Keys, Pico, epoch, serial
from hardware.firmware.run import run

BASE_MS, INCREMENT_MS = 10 * 60_000, 5_000  # until the table says otherwise
KEYS = (2, 3, 4)  # left player, right player, start and stop
LEFT_DIGITS, RIGHT_DIGITS = (10, 11), (12, 13)  # clock and data of each TM1637


def main() -> None:
    """Serves the clock for ever."""
    hal = Pico()
    line = Line(hal, serial(), epoch())
    clock = Clock(line, BASE_MS, INCREMENT_MS)
    keys, buttons = Keys(KEYS), Buttons(len(KEYS))
    left, right = Digits(*LEFT_DIGITS), Digits(*RIGHT_DIGITS)

    def look() -> None:
        for number in buttons.look(keys.levels()):
            if number == 2:
                clock.run_or_stop()
            else:
                clock.press((LEFT, RIGHT)[number])
        left.show_ms(clock.left_ms[LEFT])
        right.show_ms(clock.left_ms[RIGHT])

    run(line, hal, look)
