"""A hand at a served device: carries out timed actions in game time."""

from collections.abc import Callable, Iterable
from functools import partial

from hardware.virtual.device import VirtualDevice
from hardware.virtual.hand import Action
from hardware.virtual.shell import Served
from rules.side import Side


async def play(
    shell: Served, actions: Iterable[Action], on_button: Callable[[str, Side | None], None] | None = None
) -> None:
    """Carries out ``actions``; their times count from now. Waits while nobody listens, if the shell holds.

    A hand that was held up does not hurry after: it takes as long from one action to the next as it was to.
    A ``button`` belongs to the table, not to the board: it goes to ``on_button``.
    """
    done_ms, planned_ms = shell.now_ms, 0
    for action in actions:
        await shell.until(done_ms + action.t_ms - planned_ms)
        done_ms, planned_ms = shell.now_ms, action.t_ms
        if action.do == "button":
            if on_button is not None:
                on_button(action.button, action.by)
        elif action.do != "wait":
            shell.do(partial(perform, action))


def perform(action: Action, device: VirtualDevice, now_ms: int) -> bytes:
    """One action on a device; the bytes that the device sends about it. A wait or a table's button does nothing."""
    match action.do:
        case "lift":
            return device.lift(action.sq, now_ms)
        case "place":
            return device.place(action.sq, action.p, now_ms)
        case "press" if action.by is not None:
            return device.press(action.by, now_ms)
        case "start":
            return device.start_clock(now_ms)
        case "stop":
            return device.stop_clock(now_ms)
        case _:
            return device.tick(now_ms)
