"""A bad line: bytes lost, doubled, changed and made up, by a seed, so that the same faults come again."""

from random import Random


class Noise:
    """``share`` of the bytes meet a fault, each kind as often as the others."""

    def __init__(self, share: float, seed: int = 0) -> None:
        self.share = share
        self._rng = Random(seed)

    def spoil(self, data: bytes) -> bytes:
        """What comes out at the other end."""
        rng, out = self._rng, bytearray()
        for byte in data:
            fault = rng.choice(("lost", "twice", "changed", "made up")) if rng.random() < self.share else ""
            if fault == "twice":
                out += bytes([byte, byte])
            elif fault == "changed":
                out.append(byte ^ 1 << rng.randrange(8))
            elif fault == "made up":
                out += bytes([rng.randrange(256), byte])
            elif not fault:
                out.append(byte)
        return bytes(out)
