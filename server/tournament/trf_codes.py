"""The codes of tournament report files: results with and without an opponent, records of what results are worth."""

from server.tournament.model import DRAW, LOSS, WIN, ByeKind, GameKind

ALONE: dict[str, ByeKind] = {
    "U": "bye", "F": "full", "+": "full", "H": "half", "=": "half", "Z": "zero", "-": "zero", " ": "zero",
}  # fmt: skip
RESULTS: dict[tuple[str, str], tuple[int, int, GameKind]] = {
    ("1", "0"): (WIN, LOSS, "played"), ("0", "1"): (LOSS, WIN, "played"), ("=", "="): (DRAW, DRAW, "played"),
    ("0", "0"): (LOSS, LOSS, "played"), ("=", "0"): (DRAW, LOSS, "played"), ("0", "="): (LOSS, DRAW, "played"),
    ("W", "L"): (WIN, LOSS, "unrated"), ("L", "W"): (LOSS, WIN, "unrated"), ("D", "D"): (DRAW, DRAW, "unrated"),
    ("L", "L"): (LOSS, LOSS, "unrated"), ("+", "-"): (WIN, LOSS, "forfeit"), ("-", "+"): (LOSS, WIN, "forfeit"),
    ("-", "-"): (LOSS, LOSS, "forfeit"), (" ", " "): (DRAW, DRAW, "unfinished"),
}  # fmt: skip


POINT_CODES = {"162": "", "BBW": "W ", "BBD": "D ", "BBL": "L ", "BBU": "P "}
"""bbpPairings has a record for each value: a win, a draw, a loss and the plus of an odd field."""
