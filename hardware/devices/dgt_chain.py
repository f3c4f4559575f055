"""DGT boards in bus mode, several on one line: the chains of tournaments. The boards themselves are those of `dgt`."""

from hardware.chain import OneOfChain
from hardware.devices import ChainKind, DeviceKind, DeviceSettings
from hardware.devices.dgt import GRIDS, dgt_settings, virtual_board
from hardware.dgt.chain import KIND, Chain
from hardware.virtual.chain import VirtualChain
from rules.errors import SettingsError

VIRTUAL_BUS = 1025


class _DgtChain(Chain):
    """See `hardware.devices.ChainSession`."""

    def serve(self, settings: DeviceSettings) -> None:
        if settings.discipline not in GRIDS:
            raise SettingsError((f"a {DEVICE.title} cannot be used for {settings.discipline!r}",))
        self.join(settings.bus or 0, dgt_settings(settings))


def _virtual_chain(
    discipline: str, base_ms: int, increment_ms: int, speed: float, buses: tuple[int, ...]
) -> VirtualChain:
    return VirtualChain(
        {bus: virtual_board(discipline, base_ms, increment_ms, speed, serial=f"{bus:05}") for bus in buses}
    )


def _session(settings: DeviceSettings) -> OneOfChain:
    dgt_settings(settings)
    return OneOfChain(DEVICE, settings)


DEVICE = DeviceKind(
    name=KIND,
    title="DGT board on a chain",
    disciplines=frozenset(GRIDS),
    baud=9600,
    session=_session,
    virtual=lambda discipline, base_ms, increment_ms, speed: _virtual_chain(
        discipline, base_ms, increment_ms, speed, (VIRTUAL_BUS,)
    ),
    chain=ChainKind(session=_DgtChain, virtual=_virtual_chain),
)
