"""Checkpoints: who wrote a chain up to here (Ed25519). A key is kept as its 32 seed bytes; a public key is shown in
hex.

Pure: the seed is given, signing is deterministic, nothing is read or written here.
"""

from collections.abc import Iterable
from typing import Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from record.chain import Break
from record.events import AnyEvent, Checkpoint

SEED_BYTES = 32
EVERY = 200
"""A checkpoint stands after so many events at the latest, and after the end of a game."""


class Signer(Protocol):
    """Signs the hash that a checkpoint carries as ``prev``."""

    def __call__(self, prev: str, /) -> Checkpoint: ...


def signer(seed: bytes) -> Signer:
    """The signer of the key with this seed. Raises ValueError unless the seed has `SEED_BYTES` bytes."""
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public = private.public_key().public_bytes_raw().hex()

    def sign(prev: str, /) -> Checkpoint:
        return Checkpoint(signature=private.sign(prev.encode()).hex(), key=public)

    return sign


def holds(checkpoint: Checkpoint) -> bool:
    """Whether the signature is that of ``checkpoint.key`` over ``checkpoint.prev``."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(checkpoint.key))
        public.verify(bytes.fromhex(checkpoint.signature), checkpoint.prev.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def verify_signatures(log: Iterable[AnyEvent]) -> Break | None:
    """The first checkpoint of ``log`` that does not hold, or that another key than the first one's made."""
    key = ""
    for event in log:
        if not isinstance(event, Checkpoint):
            continue
        if not holds(event):
            return Break(event.seq, "the signature of this checkpoint does not hold")
        if key and event.key != key:
            return Break(event.seq, "this checkpoint is signed with another key than the ones before")
        key = event.key
    return None
