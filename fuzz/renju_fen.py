"""The text of a position of renju."""

import running

with running.watched():
    import rules

    GAME = rules.discipline("renju")


def check(data: bytes) -> None:
    position = running.position(GAME, running.text_of(data))
    if position is None:
        return
    position.outcome()
    position.legal_moves()


running.run(check, ["B:Bh8,h9:Wg8", "w: W a1 , o15 : B H8.", '"B:B:W"'])
