"""Who plays which recorded game, and which tables meet with an irregularity. Pure, from a seed.

A game of the plan is played move for move. An irregularity is something the hands do on the way to the same moves, or
an end that the recorded game did not have: a flag, a repetition, a move limit.
"""

from collections.abc import Sequence
from random import Random

import msgspec

from hardware.virtual.mistakes import mistake
from rules import History, discipline

MISSED_CAPTURE = "missed-capture"
TOUCHED_PIECE = "touched-piece"
FLAG_FALL = "flag-fall"
REPETITION = "repetition"
MOVE_LIMIT = "move-limit"
IRREGULARITIES = (MISSED_CAPTURE, TOUCHED_PIECE, FLAG_FALL, REPETITION, MOVE_LIMIT)
SLIP_OF = {MISSED_CAPTURE: "capture-missed", TOUCHED_PIECE: "touch-move"}
DRAWN_OUT = (REPETITION, MOVE_LIMIT)

EARLIEST_PLY, LATEST_SHARE = 6, 0.7
"""Irregularities of the hand happen after the opening and before the last third of the game."""


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played: its moves in full notation, and its result (``1-0``, ``0-1``, ``1/2-1/2``, ``*``)."""

    source: str
    moves: tuple[str, ...]
    result: str


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """What the hands at one table do in one round: ``script``, and ``irregularity`` on ply ``ply`` (from 1)."""

    script: Script
    irregularity: str = ""
    ply: int = 0


def irregularity_at(board: int, round_number: int, boards: int) -> str:
    """Which irregularity happens on ``board`` of ``boards`` in ``round_number``; the empty string for none.

    The five kinds are spread over the boards, at most two thirds of which meet with one in a round. The next round goes
    on with the kind where this one stopped, and starts one board further.
    """
    per_round = min(len(IRREGULARITIES), max(1, boards * 2 // 3))
    slot = (board - round_number) % boards
    if slot >= per_round:
        return ""
    return IRREGULARITIES[((round_number - 1) * per_round + slot) % len(IRREGULARITIES)]


def plan_play(script: Script, game: str, irregularity: str, rng: Random) -> Play:
    """The play of ``script`` with ``irregularity``; without one where the game offers no place for it."""
    if irregularity in SLIP_OF:
        plies = _places(script, game, SLIP_OF[irregularity])
        if plies:
            return Play(script=script, irregularity=irregularity, ply=rng.choice(plies))
    elif irregularity == FLAG_FALL and script.moves:
        last = max(1, len(script.moves) // 2)
        return Play(script=script, irregularity=irregularity, ply=rng.randint(min(EARLIEST_PLY, last), last))
    elif irregularity in DRAWN_OUT and (due := falls_due(script, game, irregularity)):
        return Play(script=script, irregularity=irregularity, ply=due)
    return Play(script=script)


def _places(script: Script, game: str, kind: str) -> list[int]:
    """The plies of ``script`` on which a hand can commit a slip of ``kind``."""
    position = discipline(game).start()
    found = []
    latest = int(len(script.moves) * LATEST_SHARE)
    for ply, text in enumerate(script.moves, 1):
        move = position.parse(text)
        if EARLIEST_PLY <= ply <= latest and mistake(kind, position, move, Random(ply)) is not None:
            found.append(ply)
        position = position.apply(move)
    return found


def falls_due(script: Script, game: str, kind: str) -> int:
    """The ply of ``script`` on which a draw rule of ``kind`` first falls due; 0 when none does."""
    history = History.start(discipline(game).start())
    for ply, text in enumerate(script.moves, 1):
        history = history.push(history.position.parse(text))
        if any(seen.kind == kind for seen in history.observations()):
            return ply
    return 0


def deal(scripts: Sequence[Script], boards: int, round_number: int) -> list[Script]:
    """The scripts of one round, one for each board: the file's games in order, round after round, and from its start
    again."""
    first = (round_number - 1) * boards
    return [scripts[(first + number) % len(scripts)] for number in range(boards)]
