"""What tests of the hall say to it and hear from it."""

from typing import Any

from record import messages
from record.commands import EnterResult
from record.events import (
    LeverPressed,
    Move,
)
from rules import discipline
from server.hall import Hall
from server.rounds import Pairing

START = discipline("russian").start()


def moves(*texts: str) -> list[Any]:
    position, events = START, []
    for ply, text in enumerate(texts, 1):
        side = position.side
        position = position.apply(position.parse(text))
        events += [Move(ply=ply, side=side, move=text, fen=position.fen()), LeverPressed(by=side)]
    return events


def heard(hall: Hall, leaf: str, form: Any) -> list[Any]:
    """What the hall has said on topics that end in ``leaf`` since the last look."""
    said = hall.tables.outbox.drain()
    return [messages.decode(m.payload, type=form) for m in said if m.topic.endswith(leaf)]


async def settle(hall: Hall, result: str = "1-0", **other: str) -> None:
    for state in hall.games():
        game = state.assignment.game
        assert await hall.command(game, EnterResult(result=other.get(game, result), by="arbiter", arbiter="A")) is None


async def paired(hall: Hall) -> Pairing:
    """Pair the next round, which must be possible."""
    made = await hall.pair_next(by="C")
    assert isinstance(made, Pairing), made
    return made


async def enter(hall: Hall, game: str, result: str) -> None:
    """The arbiter enters a result, which must be taken."""
    assert await hall.command(game, EnterResult(result=result, by="arbiter", arbiter="A")) is None
