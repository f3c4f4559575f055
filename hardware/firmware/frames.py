"""Frames of the Flagfall line for a small computer: checksum, COBS, and nothing else."""

import struct


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, four bits at a time: small, and fast enough for a snapshot in some milliseconds."""
    crc = 0xFFFF
    for byte in data:
        for nibble in (byte >> 4, byte & 15):
            crc = (crc << 4 & 0xFFFF) ^ _TABLE[(crc >> 12) ^ nibble]
    return crc


_TABLE = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def pack(kind: int, epoch: int, seq: int, ms: int, payload: bytes) -> bytes:
    """One frame as it goes out, with its zero byte."""
    plain = struct.pack(">BHHI", 0x10 | kind, epoch, seq, ms) + payload
    plain += struct.pack(">H", crc16(plain))
    out = bytearray()
    place = 0  # of the length that is being counted
    out.append(1)
    for byte in plain:
        if byte:
            out.append(byte)
            out[place] += 1
            if out[place] < 255:
                continue
        place = len(out)
        out.append(1)
    out.append(0)
    return bytes(out)


def unpack(data: bytes) -> tuple[int, bytes] | None:
    """Kind and payload of the frame between two zero bytes; ``None`` for anything else."""
    plain = bytearray()
    at = 0
    while at < len(data):
        code = data[at]
        if code == 0 or at + code > len(data):
            return None
        plain.extend(data[at + 1 : at + code])
        at += code
        if code < 255 and at < len(data):
            plain.append(0)
    if len(plain) < 11 or plain[0] >> 4 != 1:
        return None
    if crc16(bytes(plain[:-2])) != plain[-2] << 8 | plain[-1]:
        return None
    return plain[0] & 15, bytes(plain[9:-2])
