"""The text of a position of renju."""

import running

with running.watched():
    import rules
    from rules.errors import NotationError

    GAME = rules.discipline("renju")


def check(data: bytes) -> None:
    text = running.text_of(data)
    try:
        position = GAME.position(text)
    except NotationError as error:
        running.placed(error, text)
        return
    assert GAME.position(position.fen()) == position
    position.outcome()
    position.legal_moves()


running.run(check, ["B:Bh8,h9:Wg8", "w: W a1 , o15 : B H8.", '"B:B:W"'])
