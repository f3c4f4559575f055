"""The pictures of docs/how-to/table-screen.md: ``python -m tests.table.screen.pictures FOLDER`` (nothing of this is
product)."""

import os
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import msgspec
import pygame

from clock import software
from clock.control import parse
from hardware.touch.device import TouchDevice
from record.assignment import Assignment, Opening, Person
from record.events import Move, OpeningDrawn, PlayerArrived
from record.fold import apply, start
from record.state import GameState
from rules.side import Side
from table.config import Table
from table.openings import drawn_moves
from table.screen.hands import Hands
from table.screen.paint import paint
from table.screen.view import view
from table.screen.window import texts

GAME = Assignment(
    event="club",
    table=4,
    round=1,
    game="r1-t4",
    discipline="russian",
    tempo="rapid",
    control="15m+5s",
    white=Person(id=1, name="Журавлёва М.", name_en="Zhuravleva M."),
    black=Person(id=2, name="Белов П.", name_en="Belov P."),
)
MOVES = ("c3-d4", "d6-c5", "b2-c3", "f6-g5", "c3-b4", "g5-h4", "b4:d6", "c7:e5:c3")


def played() -> tuple[GameState, tuple[str, ...]]:
    """The game after `MOVES`, and the men that were taken."""
    state, off = start(GAME), ()
    for number, text in enumerate(MOVES, 1):
        position = state.history.position
        move = position.parse(text)
        off += tuple(position.pieces()[square] for square in move.captured)
        made = Move(
            session="s",
            seq=number,
            ply=number,
            side=position.side,
            move=str(move),
            fen=position.apply(move).fen(),
            captured=move.captured,
            path=move.path,
        )
        state = apply(state, made)
    return state, off


def main(folder: Path) -> None:
    """Two pictures beside each other: a table that is played on the screen, and one whose clock the screen is."""
    pygame.font.init()
    state, off = played()
    device = TouchDevice({}, software.wound(parse(GAME.control)))
    device.set_clock(401_000, 317_000, 0)
    device.start_clock(0)
    hands = Hands("russian", dict(state.history.position.pieces()))
    hands.off = off
    both = pygame.Surface((1616, 480))
    both.fill("#FFFFFF")
    for place, (table, on_board) in enumerate(
        ((Table(number=4, device="screen", line="x"), hands), (Table(number=4, device="dgt", line="x"), None))
    ):
        surface = pygame.Surface((800, 480))
        shown = view(state, table, texts("en"), 0, device=device, hands=on_board)
        paint(surface, shown, texts("en"))
        both.blit(surface, (816 * place, 0))
    pygame.image.save(both, folder / "table-screen.png")


def opening(folder: Path) -> None:
    """The lot for the opening: White is there and waits; then it is drawn, and its moves are laid (5.4.1.3)."""
    lot = Opening(number=12, moves=("c3-d4", "d6-c5"))
    told = msgspec.structs.replace(GAME, lot=lot)
    waiting = apply(start(told), PlayerArrived(side=Side.WHITE, by="screen"))
    drawn = apply(apply(waiting, PlayerArrived(side=Side.BLACK, by="screen")), OpeningDrawn(number=12, moves=lot.moves))
    device = TouchDevice({}, software.wound(parse(GAME.control)))
    both = pygame.Surface((1616, 480))
    both.fill("#FFFFFF")
    for place, state in enumerate((waiting, drawn)):
        surface = pygame.Surface((800, 480))
        hands = Hands("russian", dict(drawn_moves(state)[1].pieces()))
        table = Table(number=4, device="screen", line="x")
        paint(surface, view(state, table, texts("en"), 0, device=device, hands=hands), texts("en"))
        both.blit(surface, (816 * place, 0))
    pygame.image.save(both, folder / "table-screen-opening.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    opening(Path(sys.argv[1]))
