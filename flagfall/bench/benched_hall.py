"""A hall to be measured: an event with many tables in a folder of its own, and the logs that its tables would send."""

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec

from record.chain import digest, root, seal
from record.events import Event, LeverPressed, Move, SquareChanged, Started
from record.messages import LogBatch
from rules import discipline
from server.config import Settings, parse
from server.times import iso

BEGAN_MS = 1_700_000_000_000
SEED = 1


def settings(folder: Path, tables: int) -> Settings:
    """An event of ``tables`` boards and twice as many players, its store in ``folder``."""
    text = f"""[event]
id = "bench"
name = "Bench"
discipline = "russian"
tempo = "rapid"
control = "15m+5s"
rounds = 3
system = "individual"
first_colour = "white"
seed = {SEED}

[server]
host = "127.0.0.1"
port = 0
data = "{folder.as_posix()}"
"""
    text += "".join(f'\n[[table]]\nnumber = {n}\ndevice = "board"\n' for n in range(1, tables + 1))
    text += "".join(f'\n[[player]]\nname = "P{n}"\nrating = {2400 - n}\n' for n in range(1, 2 * tables + 1))
    return parse(text)


def batches(game: str, plies: int, seed: int) -> Iterator[LogBatch]:
    """What one table sends in a game of at most ``plies`` random plies: a batch for each, hands, lever and move."""
    lot, written, before = random.Random(seed), 0, root(game, "s1")
    position = discipline("russian").start()
    for ply in range(1, plies + 1):
        moves = position.legal_moves()
        if not moves:
            return
        move, side = lot.choice(moves), position.side
        piece, position = position.pieces()[move.start], position.apply(move)
        done: list[Event] = [Started(clock=True)] if ply == 1 else []
        done += [SquareChanged(sq=move.start, p="."), SquareChanged(sq=move.end, p=piece)]
        done += [SquareChanged(sq=sq, p=".") for sq in move.captured]
        done += [LeverPressed(by=side), Move(ply=ply, side=side, move=str(move), fen=position.fen(), path=move.path)]
        sent: list[msgspec.Raw] = []
        for event in done:
            written += 1
            at = iso(BEGAN_MS + 100 * written)
            _, data = seal(event, session="s1", seq=written, t_ms=100 * written, at=at, prev=before)
            before = digest(data)
            sent.append(msgspec.Raw(data))
        yield LogBatch(game=game, session="s1", installation="bench", events=tuple(sent))
