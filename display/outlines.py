"""The art of pieces as polygons, for screens that draw no SVG: the same paths, made of straight pieces."""

import re
from math import atan2, cos, hypot, pi, sin, sqrt

Point = tuple[float, float]

STEPS = 10
"""So many straight pieces make a curve."""

_TOKENS = re.compile(r"[a-zA-Z]|-?\d+(?:\.\d+)?")
_COUNTS = {"M": 2, "l": 2, "h": 1, "v": 1, "c": 6, "a": 7, "z": 0}


def outline(path: str) -> tuple[Point, ...]:
    """The closed outline of an SVG path of the commands M, l, h, v, c, a and z. Raises ValueError for others."""
    points: list[Point] = []
    for command, values in _commands(path):
        x, y = points[-1] if points else (0.0, 0.0)
        match command:
            case "M":
                points.append((values[0], values[1]))
            case "l":
                points.append((x + values[0], y + values[1]))
            case "h":
                points.append((x + values[0], y))
            case "v":
                points.append((x, y + values[0]))
            case "c":
                points += _curve((x, y), values)
            case "a":
                points += _arc((x, y), values)
            case _:
                pass
    return tuple(points)


def _commands(path: str) -> list[tuple[str, list[float]]]:
    out: list[tuple[str, list[float]]] = []
    for token in _TOKENS.findall(path):
        if token.isalpha():
            if token not in _COUNTS:
                raise ValueError(f"path command {token!r}: expected one of {' '.join(_COUNTS)}")
            out.append((token, []))
            continue
        command, values = out[-1]
        if len(values) == _COUNTS[command]:
            values = []
            out.append(("l" if command == "M" else command, values))
        values.append(float(token))
    return out


def _curve(start: Point, values: list[float]) -> list[Point]:
    (x, y), (x1, y1, x2, y2, x3, y3) = start, values
    out = []
    for step in range(1, STEPS + 1):
        t = step / STEPS
        a, b, c = 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        out.append((x + a * x1 + b * x2 + c * x3, y + a * y1 + b * y2 + c * y3))
    return out


def _arc(start: Point, values: list[float]) -> list[Point]:
    """A part of a circle: SVG's elliptical arc with two equal radii."""
    radius, large, sweep = values[0], bool(values[3]), bool(values[4])
    (x, y), (dx, dy) = start, (values[5], values[6])
    half = hypot(dx, dy) / 2
    radius = max(radius, half)
    away = sqrt(radius * radius - half * half)
    turn = -1 if large == sweep else 1
    cx = x + dx / 2 - turn * away * dy / (2 * half)
    cy = y + dy / 2 + turn * away * dx / (2 * half)
    begin, end = atan2(y - cy, x - cx), atan2(y + dy - cy, x + dx - cx)
    if sweep and end < begin:
        end += 2 * pi
    if not sweep and end > begin:
        end -= 2 * pi
    steps = STEPS * 2
    angles = [begin + (end - begin) * step / steps for step in range(1, steps + 1)]
    return [(cx + radius * cos(angle), cy + radius * sin(angle)) for angle in angles]
