"""The 225 points of a 15x15 board: 15 columns on pins, 15 rows behind two 74HC595, 18 pins."""

from hardware.firmware.board import Board
from hardware.firmware.line import Line
from hardware.firmware.pico import Matrix, Pico, ShiftedRows, epoch, serial
from hardware.firmware.run import run

COLUMNS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)  # a to o
DATA, CLOCK, LATCH = 16, 17, 18  # of the first 74HC595; row 0 is the fifteenth line


def main() -> None:
    """Serves the board for ever."""
    hal = Pico(Matrix(ShiftedRows(15, DATA, CLOCK, LATCH), COLUMNS))
    line = Line(hal, serial(), epoch())
    Board(line, 225)
    run(line, hal)
