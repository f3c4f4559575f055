"""Who plays which recorded game, and which tables meet with an irregularity. Pure, from a seed.

A game of the plan is played move for move; an irregularity is something the hands do on the way to the same moves, or
an end that the recorded game did not have (a flag, a repetition, a move limit).
"""

from collections.abc import Sequence
from random import Random

import msgspec

from rules import History, discipline
from rules.door import Position

MISSED_CAPTURE = "missed-capture"
TOUCHED_PIECE = "touched-piece"
FLAG_FALL = "flag-fall"
REPETITION = "repetition"
MOVE_LIMIT = "move-limit"
IRREGULARITIES = (MISSED_CAPTURE, TOUCHED_PIECE, FLAG_FALL, REPETITION, MOVE_LIMIT)

EARLIEST_PLY, LATEST_SHARE = 6, 0.7
"""Irregularities of the hand happen after the opening and before the last third of the game."""


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played: its moves in full notation, and the result in the file's spelling."""

    source: str
    moves: tuple[str, ...]
    result: str


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """What the hands at one table do in one round. ``ply`` is where the irregularity happens, from 1.

    ``wrong`` is the move made instead of the scripted one before it is corrected: a quiet move where a capture was due,
    or a move with another piece than the one touched.
    """

    script: Script
    irregularity: str = ""
    ply: int = 0
    wrong: str = ""


def irregularity_at(table: int, round_number: int, tables: int, wanted: bool) -> str:
    """Which irregularity happens at ``table`` in ``round_number``: all five kinds within the event, each table its
    turn.

    With few tables a round has fewer of them, and the next round goes on where the last one stopped.
    """
    if not wanted:
        return ""
    per_round = min(len(IRREGULARITIES), max(1, tables - 1))
    slot = (table - 1 - (round_number - 1) * per_round) % max(tables, per_round)
    index = (round_number - 1) * per_round + slot
    return IRREGULARITIES[index % len(IRREGULARITIES)] if slot < per_round else ""


def plan_play(script: Script, game: str, irregularity: str, rng: Random) -> Play:
    """The play of ``script`` with ``irregularity``; without one where the game offers no place for it."""
    if irregularity == MISSED_CAPTURE:
        return _first(script, game, irregularity, rng, _missed_captures)
    if irregularity == TOUCHED_PIECE:
        return _first(script, game, irregularity, rng, _other_pieces)
    if irregularity == FLAG_FALL:
        ply = rng.randint(min(EARLIEST_PLY, len(script.moves)), max(EARLIEST_PLY, len(script.moves) // 2))
        return Play(script=script, irregularity=irregularity, ply=min(ply, len(script.moves)))
    if irregularity in (REPETITION, MOVE_LIMIT):
        due = falls_due(script, game, irregularity)
        return Play(script=script, irregularity=irregularity, ply=due) if due else Play(script=script)
    return Play(script=script)


def _first(script: Script, game: str, irregularity: str, rng: Random, candidates: "_Candidates") -> Play:
    position = discipline(game).start()
    found: list[tuple[int, str]] = []
    latest = int(len(script.moves) * LATEST_SHARE)
    for ply, text in enumerate(script.moves, 1):
        if EARLIEST_PLY <= ply <= latest:
            found.extend((ply, wrong) for wrong in candidates(position, text))
        position = position.apply(position.parse(text))
    if not found:
        return Play(script=script)
    ply = rng.choice(sorted({ply for ply, _ in found}))
    wrong = rng.choice([wrong for at, wrong in found if at == ply])
    return Play(script=script, irregularity=irregularity, ply=ply, wrong=wrong)


_Candidates = type(lambda position, text: [])


def _missed_captures(position: Position, text: str) -> list[str]:
    """Quiet moves that would be legal if no capture were due, in notation: ``c3-d4``."""
    move = position.parse(text)
    if not move.is_capture:
        return []
    return quiet_moves(position)


def quiet_moves(position: Position) -> list[str]:
    """The side's quiet moves, as if it had nothing to capture: each man one square forward, men only."""
    pieces, side = position.pieces(), position.side.value[0]
    forward = 1 if side == "w" else -1
    found = []
    for square, piece in sorted(pieces.items()):
        if piece != side or not square[0].isalpha():
            continue
        for step in (-1, 1):
            to = chr(ord(square[0]) + step) + str(int(square[1:]) + forward)
            if to in position.discipline.squares and to not in pieces:
                found.append(f"{square}-{to}")
    return found


def _other_pieces(position: Position, text: str) -> list[str]:
    """Legal quiet moves with another piece than the scripted quiet move's, which is then the one touched first."""
    move = position.parse(text)
    if move.is_capture:
        return []
    return [str(other) for other in position.legal_moves() if other.start != move.start]


def falls_due(script: Script, game: str, kind: str) -> int:
    """The ply of ``script`` on which a draw rule of ``kind`` first falls due; 0 when none does."""
    history = History.start(discipline(game).start())
    for ply, text in enumerate(script.moves, 1):
        history = history.push(history.position.parse(text))
        if any(seen.kind == kind for seen in history.observations()):
            return ply
    return 0


def deal(scripts: Sequence[Script], tables: int, round_number: int) -> list[Script]:
    """The scripts of one round, one for each table: the file's games in order, round after round, from its start
    again."""
    first = (round_number - 1) * tables
    return [scripts[(first + number) % len(scripts)] for number in range(tables)]
