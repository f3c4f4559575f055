"""Who is there at the start of the round, as the arbiter's pages and a player's phone show it (5.4.1.2)."""

from collections.abc import Iterable

import msgspec

from display.catalogue import Texts
from display.format import clock_text, name_of
from record.attendance import wait_ms
from record.state import GameState, Phase
from rules.side import Side
from server.starting import awaits_signal


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A player at his board. ``words`` say how he stands; ``can_come`` and ``can_miss`` which button he has."""

    player: int
    side: str
    mark: str
    name: str
    words: str
    here: bool
    absent: bool
    can_come: bool
    can_miss: bool


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The two of a table."""

    table: int
    game: str
    seats: tuple[Seat, Seat]


def seats(state: GameState, texts: Texts) -> tuple[Seat, Seat]:
    """White and Black."""
    return seat(state, Side.WHITE, texts), seat(state, Side.BLACK, texts)


def seat(state: GameState, side: Side, texts: Texts) -> Seat:
    """The player of ``side``."""
    person, known = state.person(side), state.attendance
    absent, here = side in known.absent, side in state.arrived
    before = state.phase is Phase.WAITING and not known.signal_at
    if absent:
        words = texts.t("seat.absent", limit=clock_text(wait_ms(state)))
    elif side in known.came_ms:
        words = texts.t("seat.came", late=clock_text(known.came_ms[side]))
    elif here or known.signal_at:
        words = texts.t("seat.here")
    else:
        words = ""
    moved = any(ply.side is side and not ply.drawn for ply in state.plies)
    return Seat(
        player=person.id,
        side=side.value,
        mark=side.value[0],
        name=name_of(person, texts.lang),
        words=words,
        here=here,
        absent=absent,
        can_come=not state.ended and (absent or (before and not here)),
        can_miss=not (state.ended or absent or before or moved or side in known.came_ms) and bool(known.signal_at),
    )


def rows_to_start(states: Iterable[GameState], texts: Texts) -> tuple[Row, ...]:
    """The games whose clocks are still to be started, in table order."""
    return tuple(
        Row(table=state.assignment.table, game=state.assignment.game, seats=seats(state, texts))
        for state in sorted(states, key=lambda state: state.assignment.table)
        if awaits_signal(state)
    )


def absent_words(state: GameState, side: Side, texts: Texts) -> str:
    """The line of the desk about one who is missed."""
    name = name_of(state.person(side), texts.lang)
    return texts.t(
        "line.absent", name=name, side_nom=texts.t(f"side.{side.value}.nom"), limit=clock_text(wait_ms(state))
    )
