"""A link as a QR code (ISO/IEC 18004): byte mode, error correction M, versions 1 to 6; enough for 106 bytes.

>>> svg = qr_svg("http://hall/me/token")
>>> svg.startswith("<svg"), len(modules("http://hall/me/token"))
(True, 25)
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise, product

# version -> codewords for correction in each block, and the data codewords of its blocks
_BLOCKS = {1: (10, (16,)), 2: (16, (28,)), 3: (26, (44,)), 4: (18, (32, 32)), 5: (24, (43, 43)), 6: (16, (27,) * 4)}
MOST_BYTES = 106
_QUIET = 4
_FORMAT_MASK, _FORMAT_POLYNOMIAL = 0x5412, 0x537
_MASKS = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)

Grid = list[list[bool | None]]


def qr_svg(text: str) -> str:
    """The code as an SVG picture, black on white with its quiet zone. Raises ValueError for more than 106 bytes."""
    rows = modules(text)
    size = len(rows) + 2 * _QUIET
    d = "".join(
        f"M{c + _QUIET} {r + _QUIET}h1v1h-1z" for r, row in enumerate(rows) for c, dark in enumerate(row) if dark
    )
    return (
        f'<svg viewBox="0 0 {size} {size}" aria-hidden="true" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" fill="#fff"/><path fill="#000" d="{d}"/></svg>'
    )


def modules(text: str, mask: int | None = None) -> tuple[tuple[bool, ...], ...]:
    """The code's modules row by row, dark ones true; ``mask`` by default the one that reads best."""
    data = text.encode()
    version = next((v for v, (_, blocks) in _BLOCKS.items() if sum(blocks) >= len(data) + 2), None)
    if version is None:
        raise ValueError(f"a code holds {MOST_BYTES} bytes, the text has {len(data)}")
    frame = _frame(version)
    bits = _bits(_codewords(version, data))
    tried = [_filled(frame, bits, number) for number in (range(8) if mask is None else (mask,))]
    return min(tried, key=_penalty)


def _codewords(version: int, data: bytes) -> list[int]:
    """Length, bytes, padding, and the correction of every block, interleaved."""
    correction, blocks = _BLOCKS[version]
    total = sum(blocks)
    bits = f"0100{len(data):08b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    words = [int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)][:total]
    words += [(0xEC, 0x11)[i % 2] for i in range(total - len(words))]
    parts, at = [], 0
    for length in blocks:
        parts.append(words[at : at + length])
        at += length
    checks = [_remainder(part, correction) for part in parts]
    longest = max(blocks)
    out = [part[i] for i in range(longest) for part in parts if i < len(part)]
    return out + [check[i] for i in range(correction) for check in checks]


def _multiply(a: int, b: int) -> int:
    """In GF(256) with the polynomial 0x11D."""
    out = 0
    while b:
        if b & 1:
            out ^= a
        a <<= 1
        if a & 0x100:
            a ^= 0x11D
        b >>= 1
    return out


def _remainder(data: Sequence[int], length: int) -> list[int]:
    """The Reed-Solomon codewords of a block."""
    generator, root = [1], 1
    for _ in range(length):
        generator = [
            (generator[i] if i < len(generator) else 0) ^ (_multiply(generator[i - 1], root) if i else 0)
            for i in range(len(generator) + 1)
        ]
        root = _multiply(root, 2)
    rest = [*data, *[0] * length]
    for i in range(len(data)):
        factor = rest[i]
        for j, value in enumerate(generator):
            rest[i + j] ^= _multiply(value, factor)
    return rest[len(data) :]


def _bits(words: Iterable[int]) -> list[bool]:
    return [bool(word >> shift & 1) for word in words for shift in range(7, -1, -1)]


def _frame(version: int) -> Grid:
    """The fixed patterns; ``None`` where data goes, and the format's places taken."""
    size = 17 + 4 * version
    grid: Grid = [[None] * size for _ in range(size)]
    for row, column in ((0, 0), (0, size - 7), (size - 7, 0)):
        for r, c in product(range(-1, 8), repeat=2):
            if 0 <= row + r < size and 0 <= column + c < size:
                ring = max(abs(r - 3), abs(c - 3))
                grid[row + r][column + c] = ring in (0, 1, 3)
    for i in range(8, size - 8):
        grid[6][i] = grid[i][6] = i % 2 == 0
    if version > 1:
        middle = size - 7
        for r, c in product(range(-2, 3), repeat=2):
            grid[middle + r][middle + c] = max(abs(r), abs(c)) != 1
    grid[size - 8][8] = True
    for row, column in _format_places(size):
        grid[row][column] = grid[row][column] or False
    return grid


def _format_places(size: int) -> list[tuple[int, int]]:
    """Where the fifteen format bits stand, the most significant first; each is written twice."""
    near = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    far = [(size - 1 - i, 8) for i in range(7)] + [(8, size - 8 + i) for i in range(8)]
    return near + far


def _filled(frame: Grid, bits: Sequence[bool], mask: int) -> tuple[tuple[bool, ...], ...]:
    """The frame with the data in its zigzag, masked, and the format that says so."""
    size, grid = len(frame), [row[:] for row in frame]
    coming = iter(bits)
    column, up = size - 1, True
    while column > 0:
        if column == 6:
            column -= 1
        for row in range(size - 1, -1, -1) if up else range(size):
            for c in (column, column - 1):
                if frame[row][c] is None:
                    grid[row][c] = next(coming, False) ^ _MASKS[mask](row, c)
        column, up = column - 2, not up
    value = rest = mask << 10  # correction M is written as 00
    for shift in range(4, -1, -1):
        if rest >> (shift + 10) & 1:
            rest ^= _FORMAT_POLYNOMIAL << shift
    value = (value | rest) ^ _FORMAT_MASK
    for i, (row, c) in enumerate(_format_places(size)):
        grid[row][c] = bool(value >> (14 - i % 15) & 1)
    return tuple(tuple(bool(dark) for dark in row) for row in grid)


def _penalty(rows: Sequence[Sequence[bool]]) -> int:
    """How hard a code is to read: long runs, squares, patterns like a finder's, and too much of one colour."""
    total = 0
    for line in [*rows, *zip(*rows, strict=True)]:
        text = "".join("1" if dark else "0" for dark in line)
        for run in text.replace("01", "0 1").replace("10", "1 0").split():
            total += len(run) - 2 if len(run) >= 5 else 0
        for i in range(len(text) - 10):
            total += 40 if text[i : i + 11] in ("10111010000", "00001011101") else 0
    for above, below in pairwise(rows):
        for (a, b), (c, d) in zip(pairwise(above), pairwise(below), strict=True):
            total += 3 if a == b == c == d else 0
    dark = sum(map(sum, rows)) * 100 / len(rows) ** 2
    return total + int(abs(dark - 50) // 5) * 10
