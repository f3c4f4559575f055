"""The hand at a served device."""

from hardware.virtual.hand import Action
from hardware.virtual.line import Line
from hardware.virtual.play import play
from hardware.virtual.shell import Served


class SlowShell(Served):
    """Game time that passes only in waiting; after the first wait the machine is busy for ``busy_ms`` more."""

    line: Line

    def __init__(self, busy_ms: int) -> None:
        self.time_ms, self.busy_ms = 1_000, busy_ms
        self.done_ms: list[int] = []

    @property
    def now_ms(self) -> int:
        return self.time_ms

    async def connected(self) -> None: ...

    async def until(self, game_ms: int) -> None:
        self.time_ms = max(self.time_ms, game_ms) + self.busy_ms
        self.busy_ms = 0

    def do(self, act) -> None:
        self.done_ms.append(self.time_ms)


async def test_a_hand_that_was_held_up_does_not_hurry_after():
    """A piece touched for two seconds is touched for two seconds, however late the hand came to it."""
    actions = (Action(t_ms=500, do="lift", sq="c3"), Action(t_ms=2_500, do="place", sq="c3", p="w"))
    for busy_ms in (0, 300, 10_000):
        shell = SlowShell(busy_ms)
        await play(shell, actions)
        assert shell.done_ms == [1_500 + busy_ms, 3_500 + busy_ms]
