"""The players' hands at one table: they set the pieces up, play a script on the virtual board, and end the game.

A hand knows nothing of the record. What it did goes into a truth file while it does it. It waits while nobody has the
line open: the table computer's lamp is out, and people do not play on into an empty record.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

import msgspec

from flagfall.demo.plan import DRAWN_OUT, FLAG_FALL, MISSED_CAPTURE, SLIP_OF, Play
from hardware.virtual.device import VirtualDevice
from hardware.virtual.hand import Action, Style, actions
from hardware.virtual.mistakes import mistake
from hardware.virtual.opening_hand import course, turns
from hardware.virtual.play import play as carry_out
from hardware.virtual.shell import Served
from hardware.virtual.slips import correction
from hardware.virtual.truth import Truth, TruthFile
from rules import discipline
from rules.renju.opening import Regulation
from rules.side import Side

FLAG_REAL_S = 6.0
"""About how long the clock of a table where a flag is to fall lasts, in real seconds."""

LOOK_BACK_REAL_S = 1.5
"""How long the opponent looks at an irregular move before he presses back, in real seconds at the least: the desk shows
it meanwhile, with its buttons locked."""

DISPUTE_REAL_S = 0.6
"""How long the two disagree before they stop the clocks and call the arbiter (5.4.13.4)."""


SHAKE_REAL_S = 0.8
"""How long two players shake hands before they reach for their phones, in real seconds: a chain of boards has told all
of the last move by then."""


START_REAL_S = 0.5
"""How long the first player thinks at the least after the clock was started, in real seconds: nobody has moved before
the clock is seen to run."""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """How the hands ended a game. ``result`` is what the players enter on their phones; ``None`` when the arbiter has
    to decide (``why`` names the finding's kind)."""

    result: str | None
    why: str = ""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How fast the hall goes. ``speed`` game seconds pass in a real one; ``base_ms`` is the time on each clock.
    ``longer_ms``: so much longer than elsewhere players think at this table."""

    speed: int
    base_ms: int
    increment_ms: int
    touch_ms: int
    careful: bool
    longer_ms: int = 0

    @property
    def style(self) -> Style:
        """The hands' style. Careful hands take the men taken off last, as the rules have it."""
        think_ms = (4_000 + self.longer_ms, 14_000 + self.longer_ms)
        plain = Style(think_ms=think_ms, touch_ms=self.touch_ms * 2, rest_hold_ms=self.touch_ms * 2)
        return msgspec.structs.replace(plain, victims=(("last", 1.0),)) if self.careful else plain


Told = Callable[[str, int], Awaitable[str]]
"""Waits for the arbiter's ruling on the finding of this kind and ply; gives the ruling."""


class Board(VirtualDevice, Protocol):
    """A virtual board with a clock whose face and lever the hands can see."""

    @property
    def high(self) -> Side: ...

    @property
    def fallen(self) -> set[Side]: ...


class Hands:
    """The two players at one table."""

    def __init__(self, table: int, board: Board, shell: Served, pace: Pace, opening: Regulation | None = None) -> None:
        self.table, self.board, self.shell, self.pace, self.opening = table, board, shell, pace, opening
        self.plies = 0
        self.swapped = False

    async def sit_down(self, game: str, irregularity: str, drawn: Sequence[str] = ()) -> None:
        """Set the pieces up, after the moves of the opening that was drawn, set the clock, the lever of the side that
        begins high, and leave it standing."""
        base_ms = self.pace.base_ms
        if irregularity == FLAG_FALL:
            base_ms = min(base_ms, int(FLAG_REAL_S * self.pace.speed * 1000))
        position: Any = discipline(game).start()
        for text in drawn:
            position = position.apply(position.parse(text))
        start, first = position.pieces(), position.side
        await self.shell.connected()
        self.shell.do(lambda device, now_ms: device.stop_clock(now_ms))
        if self.board.high is not first:
            self.shell.do(lambda device, now_ms: device.press(first.other, now_ms))
        self.shell.do(lambda device, now_ms: device.set_clock(base_ms, base_ms, now_ms))
        self.shell.do(lambda device, now_ms: device.setup(start, now_ms))

    async def play(
        self, game: str, play: Play, truth_path: Path, rng: Random, told: Told, drawn: Sequence[str] = ()
    ) -> Ending:
        """Play the script with its irregularity; the truth is written on the way. Its first moves, where they were
        ``drawn``, are on the board already."""
        self.plies, self.swapped = 0, False
        with TruthFile(truth_path) as truth:
            self.shell.do(lambda device, now_ms: device.start_clock(now_ms))
            await asyncio.sleep(START_REAL_S)
            ending = await self._play(game, play, truth, rng, told, drawn)
            await asyncio.sleep(SHAKE_REAL_S)
            truth.write(Truth(ply=self.plies, result=ending.result))
        return ending

    async def _play(
        self, game: str, play: Play, truth: TruthFile, rng: Random, told: Told, drawn: Sequence[str]
    ) -> Ending:
        position: Any = await self._open(discipline(game).start(), play.script.moves, truth, rng)
        for text in drawn:
            move, side = position.parse(text), position.side
            position = position.apply(move)
            self.plies += 1
            truth.write(Truth(ply=self.plies, side=side, move=str(move)))
        due = max(play.ply, self.plies + 1) if play.irregularity else 0
        for ply, text in enumerate(play.script.moves[self.plies :], self.plies + 1):
            move = position.parse(text)
            here = play.irregularity if ply == due else ""
            done: tuple[str, ...] = ()
            if here == FLAG_FALL:
                await self._until_the_flag(position.side)
                await told("flag-fall", 0)
                return Ending(result="0-1" if position.side is Side.WHITE else "1-0", why="flag-fall")
            if here in SLIP_OF:
                done = (SLIP_OF[here],)
                ending = await self._slip(here, position, move, ply, rng, told)
                if ending is not None:
                    return ending
            else:
                await carry_out(self.shell, self._levers(actions(position, move, rng, self.pace.style)))
            position = position.apply(move)
            self.plies = ply
            corrected = here == MISSED_CAPTURE
            truth.write(
                Truth(ply=ply, side=position.side.other, move=str(move), irregularities=done, corrected=corrected)
            )
            if here in DRAWN_OUT:
                self.shell.do(lambda device, now_ms: device.stop_clock(now_ms))
                await told(here, ply)
                return Ending(result="1/2-1/2", why=here)
        return Ending(result=play.script.result)

    async def _open(self, position: Any, moves: Sequence[str], truth: TruthFile, rng: Random) -> Any:
        """Play an opening of renju by its regulation, swaps and offers by lot; gives the position after it."""
        acts = None if self.opening is None else course(self.opening, moves, rng)
        if self.opening is None or not acts:
            return position
        for turn in turns(self.opening, acts, rng, self.pace.style):
            await carry_out(self.shell, turn.actions)
            self.swapped = turn.swapped
            if turn.choices:
                truth.write(Truth(ply=self.plies, choices=turn.choices, swapped=turn.swapped))
            for text in turn.moves:
                move, side = position.parse(text), position.side
                position = position.apply(move)
                self.plies += 1
                truth.write(Truth(ply=self.plies, side=side, move=str(move)))
        return position

    def _levers(self, done: Iterable[Action]) -> tuple[Action, ...]:
        """The actions with the lever that each person has kept since the colours were exchanged."""
        if not self.swapped:
            return tuple(done)
        return tuple(each if each.by is None else msgspec.structs.replace(each, by=each.by.other) for each in done)

    async def _slip(self, kind: str, position: Any, move: Any, ply: int, rng: Random, told: Told) -> Ending | None:
        """Commit the irregularity. A missed capture is demanded back and disputed; a touched piece goes unnoticed.

        Gives how the game ended when the arbiter ended it, or let stand what the script cannot go on from.
        """
        style = self.pace.style
        made = mistake(SLIP_OF[kind], position, move, rng, style)
        if made is None:
            await carry_out(self.shell, actions(position, move, rng, style))
            return None
        await carry_out(self.shell, made.actions)
        if made.stands:
            return None
        await asyncio.sleep(LOOK_BACK_REAL_S)
        back, *rest = correction(position, made, move, rng, style)
        await carry_out(self.shell, (msgspec.structs.replace(back, t_ms=0),))
        await asyncio.sleep(DISPUTE_REAL_S)
        self.shell.do(lambda device, now_ms: device.stop_clock(now_ms))
        ruling = await told(made.kind, ply)
        if ruling == "loss":
            return Ending(result="0-1" if made.by is Side.WHITE else "1-0", why=made.kind)
        if ruling != "require-correction":
            return Ending(result="1/2-1/2", why=made.kind)
        self.shell.do(lambda device, now_ms: device.start_clock(now_ms))
        start_ms = rest[0].t_ms
        await carry_out(self.shell, tuple(msgspec.structs.replace(step, t_ms=step.t_ms - start_ms) for step in rest))
        return None

    async def _until_the_flag(self, side: Side) -> None:
        """Think until the time is up."""
        lever = side.other if self.swapped else side
        while lever not in self.board.fallen:
            await self.shell.until(self.shell.now_ms + 500)
