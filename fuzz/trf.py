"""Tournament report files: what is read is written, ranked and paired."""

import running

with running.watched():
    from rules.errors import NotationError
    from server.tournament import Rates, generate, pair_answer, read_trf, standings, write_trf

    EVENT = generate(1, 6, 3, rates=Rates(forfeit=20, absent=10, half_bye=10)).event

SEEDS = [
    write_trf(EVENT),
    write_trf(EVENT, 26)
    + "260 001 004    1    2\n240 Z 005    3    4\nXXP 5 6\n250      01.0 001 002 0001 0002\n162  W 1.0    D 0.5\n",
]


def check(data: bytes) -> None:
    text = running.text_of(data)
    try:
        event = read_trf(text)
    except NotationError as error:
        running.placed(error, text)
        return
    pair_answer(event, relax=True)
    standings(event, ("buchholz", "sonneborn-berger"))
    assert read_trf(write_trf(event)).rounds[: event.finished] == event.rounds[: event.finished]


running.run(check, SEEDS)
