"""Checkpoints hold for the key that made them, over the chain that they stand in, and for nothing else."""

import msgspec
import pytest

from record import events
from record.events import decode, encode
from record.signing import SEED_BYTES, holds, signer, verify_signatures
from tests.record.logs import Log

ONE, OTHER = signer(bytes(SEED_BYTES)), signer(bytes([1]) * SEED_BYTES)


def signed(log: Log, sign: object = ONE) -> events.Checkpoint:
    from record.chain import digest

    checkpoint = log.add(sign(digest(log.bytes[-1])))  # type: ignore[operator]
    assert isinstance(checkpoint, events.Checkpoint)
    return checkpoint


def log_of_one() -> Log:
    log = Log()
    log.add(events.Started())
    return log


def test_a_checkpoint_holds_after_a_trip_over_the_wire() -> None:
    checkpoint = decode(encode(signed(log_of_one())))
    assert isinstance(checkpoint, events.Checkpoint)
    assert holds(checkpoint)


@pytest.mark.parametrize("change", [{"prev": "0" * 64}, {"signature": "00" * 64}, {"signature": "x"}, {"key": "ab"}])
def test_any_change_breaks_it(change: dict[str, str]) -> None:
    assert not holds(msgspec.structs.replace(signed(log_of_one()), **change))


def test_a_chain_is_signed_by_one_key() -> None:
    log = log_of_one()
    signed(log)
    assert verify_signatures(log.events) is None
    signed(log, OTHER)
    broken = verify_signatures(log.events)
    assert broken is not None
    assert broken.seq == 3


def test_a_seed_has_its_length() -> None:
    with pytest.raises(ValueError, match="32"):
        signer(b"short")
