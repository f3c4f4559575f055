"""FEN of chess, X-FEN and Shredder-FEN included."""

import running

with running.watched():
    import rules

    GAME = rules.discipline("chess")


def check(data: bytes) -> None:
    position = running.position(GAME, running.text_of(data))
    if position is None:
        return
    position.outcome()
    for move in position.legal_moves():
        assert position.parse(position.san(move)) == move
        position.apply(move)


running.run(
    check,
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 3",
        "8/8/8/8/8/8/k7/2K4R w - - 149 90",
    ],
)
