"""FEN of draughts, on every board."""

import running

with running.watched():
    import rules

    GAMES = [rules.discipline(name) for name in ("russian", "international")]


def check(data: bytes) -> None:
    text = running.text_of(data)
    for game in GAMES:
        position = running.position(game, text)
        for move in position.legal_moves() if position is not None and len(position.pieces()) < 12 else ():
            assert position.parse(str(move)) == move


running.run(check, ["W:W21,K30:B1,2", "B:WK21-K23,31-32:BK1-3.", '"W:Wa3,Kc1:Bb8,d8:H0:F1"', "W:W31-50:B1-20"])
