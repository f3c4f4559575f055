"""The 32 dark squares of an 8x8 board: 4 columns x 8 rows of reed contacts, 12 pins."""

from hardware.firmware.board import Board
from hardware.firmware.line import Line
from hardware.firmware.pico import Matrix, Pico, Rows, epoch, serial
from hardware.firmware.run import run

ROWS = (0, 1, 2, 3, 4, 5, 6, 7)  # row 0 is the eighth rank
COLUMNS = (10, 11, 12, 13)  # from the left


def main() -> None:
    """Serves the board for ever."""
    hal = Pico(Matrix(Rows(ROWS), COLUMNS))
    line = Line(hal, serial(), epoch())
    Board(line, 32)
    run(line, hal)
