"""Builds logs of games for the tests of the record: sealed events with plausible times."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from record import events
from record.assignment import Assignment, Person, Regulations
from record.chain import digest, root, seal
from record.timing import format_at
from rules import discipline
from rules.side import Side

GAME = "r1-t1"
BEGAN = datetime(2026, 11, 29, 10, 0, tzinfo=UTC)


def assignment(**changes: object) -> Assignment:
    values: dict[str, object] = {
        "event": "club",
        "table": 1,
        "round": 1,
        "game": GAME,
        "discipline": "russian",
        "tempo": "rapid",
        "control": "15m+5s",
        "white": Person(id=1, name="Белые"),
        "black": Person(id=2, name="Чёрные"),
        "regulations": Regulations(),
    }
    return Assignment(**{**values, **changes})  # type: ignore[arg-type]


class Log:
    """A log under construction: each call seals one event, a second after the one before."""

    def __init__(self, session: str = "s1", game: str = GAME) -> None:
        self.session, self.game = session, game
        self.events: list[events.AnyEvent] = []
        self.bytes: list[bytes] = []

    def add(self, event: events.Event, after: tuple[str, int] | None = None) -> events.AnyEvent:
        seq = len(self.events) + 1
        prev = digest(self.bytes[-1]) if self.bytes else root(self.game, self.session)
        at = format_at(BEGAN + timedelta(seconds=seq))
        sealed, data = seal(event, session=self.session, seq=seq, t_ms=seq * 1000, at=at, prev=prev, after=after)
        self.events.append(sealed)  # type: ignore[arg-type]
        self.bytes.append(data)
        return self.events[-1]

    def last(self) -> tuple[str, int]:
        return (self.session, len(self.events))


def moves(texts: Iterable[str], first: int = 1, fen: str | None = None) -> list[events.Move]:
    """Move events for legal moves from the start position, or from ``fen``."""
    game = discipline("russian")
    position = game.position(fen) if fen else game.start()
    made = []
    for ply, text in enumerate(texts, first):
        move = position.parse(text)
        side = position.side
        position = position.apply(move)
        made.append(events.Move(ply=ply, side=side, move=str(move), fen=position.fen()))
    return made


def irregular(ply: int, side: Side, move: str, fen: str) -> events.Move:
    return events.Move(ply=ply, side=side, move=move, fen=fen, irregular=True)


def finding(kind: str, side: Side, ply: int) -> events.Finding:
    return events.Finding(finding=f"{kind}-{ply}", what=kind, side=side, ply=ply)
