"""The 50 dark squares of a 10x10 board: 5 columns x 10 rows of reed contacts, 15 pins."""

from hardware.firmware.board import Board
from hardware.firmware.line import Line
from hardware.firmware.pico import Matrix, Pico, Rows, epoch, serial
from hardware.firmware.run import run

ROWS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)  # row 0 is the row of squares 1-5
COLUMNS = (10, 11, 12, 13, 14)  # from the left


def main() -> None:
    """Serves the board for ever."""
    hal = Pico(Matrix(Rows(ROWS), COLUMNS))
    line = Line(hal, serial(), epoch())
    Board(line, 50)
    run(line, hal)
