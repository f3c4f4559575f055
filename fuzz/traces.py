"""Sensor traces (JSON Lines)."""

import io

import running

with running.watched():
    from board.trace_lines import read
    from rules.errors import NotationError

HEAD = '{"trace": 1, "discipline": "russian", "sensor": "piece", "start": "W:W21:B1"}\n'
SEEDS = [
    HEAD + '{"t": 0, "sq": "c3", "p": "w"}\n{"t": 5, "press": "white"}\n{"t": 9, "button": "draw", "side": "black"}\n',
    HEAD + '{"t": 1, "clock": {"white": 1000, "black": 2, "running": "white", "flag": "both"}}\n',
    HEAD.replace("piece", "occupancy")
    + '{"t": 7, "squares": {"c3": "x"}}\n{"t": 8, "device": "board", "state": "lost"}\n',
    '{"trace": 1, "discipline": "renju", "sensor": "colour", "increment_ms": 5, "opening": "rif", "clock": false}\n',
    '{"trace": 1, "discipline": "chess"}\n{"t": 3, "sq": "e2", "p": "."}\n',
]


def check(data: bytes) -> None:
    text = running.text_of(data)
    try:
        read(io.StringIO(text))
    except NotationError as error:
        running.placed(error, text)


running.run(check, SEEDS)
