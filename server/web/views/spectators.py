"""What spectators see: the wall of boards and one board with its moves. Built from the delayed fold only; nothing here
reads a finding, a demand, or what the software noticed."""

from collections.abc import Iterable
from math import sqrt

import msgspec

from display.catalogue import Texts
from display.format import clock_text, control_text, move_text, name_of, score_of
from display.positions import drawn_words
from record.game_file import format_of
from record.state import GameState, Phase, Ply
from rules.side import Side
from server.web.views.boards import board_of
from server.web.views.clocks import Face, face
from server.web.views.openings import opening_lines


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A player at a board: name, rating, clock, and the score once the game is over."""

    mark: str
    name: str
    rating: int | None
    clock: Face
    score: str = ""


class WallBoard(msgspec.Struct, frozen=True, kw_only=True):
    """One board of the wall; ``board`` is empty where nothing is seen of it."""

    key: str
    table: int
    game: str
    kind: str
    word: str
    board: str
    white: Seat
    black: Seat


class MoveView(msgspec.Struct, frozen=True, kw_only=True):
    """A move of the list; ``share`` is the square root of its share of the longest time, for the bar."""

    ply: int
    mark: str
    text: str
    spent: str
    share: float
    uncertain: bool = False


class BoardPage(msgspec.Struct, frozen=True, kw_only=True):
    """A single board: the seats, the moves two a row, and the boards after each ply for stepping. ``opening`` are the
    choices of renju's, ``drawn`` is an opening that was drawn (5.4.1.3)."""

    table: int
    game: str
    title: str
    board: str
    white: Seat
    black: Seat
    rows: tuple[tuple[str, MoveView | None, MoveView | None], ...]
    ply: int
    last_ply: int
    first_mark: str
    second_mark: str
    delay_minutes: int
    renju: bool
    over: bool
    file: str
    opening: tuple[str, ...] = ()
    drawn: str = ""


def playing(states: Iterable[GameState]) -> int:
    """How many of the games are being played."""
    return sum(state.phase is Phase.PLAYING for state in states)


def seat(state: GameState, side: Side, texts: Texts, now_ms: int, *, delay_ms: int, tenths: bool = False) -> Seat:
    """The seat of ``side`` as spectators see it: low times are not marked."""
    person = state.person(side)
    score = score_of(state.result.result, side) if state.result and state.ended else ""
    return Seat(
        mark=side.value[0],
        name=name_of(person, texts.lang),
        rating=person.rating,
        clock=face(state, side, now_ms, delay_ms=delay_ms, tenths=tenths),
        score=score,
    )


def wall_board(state: GameState, texts: Texts, now_ms: int, *, delay_ms: int) -> WallBoard:
    """A board of the wall from the delayed ``state``."""
    game = state.assignment
    shown = _followed(state)
    if state.ended:
        word = texts.t("wall.over")
    elif state.plies:
        word = move_text(state.plies[-1].move, game.discipline, game.letters)
    elif not shown:
        word = ""
    else:
        word = texts.t(f"wall.waiting.{state.to_move.value}")
    return WallBoard(
        key=f"wall-{game.table}",
        table=game.table,
        game=game.game,
        kind=texts.t(f"discipline.{game.discipline}.short"),
        word=word,
        board=board_of(state, texts, coords="none") if shown else "",
        white=seat(state, Side.WHITE, texts, now_ms, delay_ms=delay_ms),
        black=seat(state, Side.BLACK, texts, now_ms, delay_ms=delay_ms),
    )


def _followed(state: GameState) -> bool:
    """Whether anything is seen of the board: a table without one would stand for ever in the starting position."""
    return state.assignment.device != "none" or bool(state.plies)


def moves(state: GameState, texts: Texts) -> tuple[tuple[str, MoveView | None, MoveView | None], ...]:
    """The moves of the game, two a row, the first side's first; the row's number where the discipline counts moves."""
    kind, letters = state.assignment.discipline, state.assignment.letters
    longest = max((ply.spent_ms or 0 for ply in state.plies), default=0)
    views = [_move(ply, move_text(ply.move, kind, letters), longest) for ply in state.plies]
    first = state.plies[0].side if state.plies else Side.WHITE
    rows: list[tuple[str, MoveView | None, MoveView | None]] = []
    waiting: MoveView | None = None
    for ply, view in zip(state.plies, views, strict=True):
        if ply.side is first:
            if waiting is not None:
                rows.append((str(len(rows) + 1), waiting, None))
            waiting = view
        else:
            rows.append((str(len(rows) + 1), waiting, view))
            waiting = None
    if waiting is not None:
        rows.append((str(len(rows) + 1), waiting, None))
    return tuple(rows)


def _move(ply: Ply, text: str, longest: int) -> MoveView:
    spent = ply.spent_ms
    return MoveView(
        ply=ply.number,
        mark=ply.side.value[0],
        text=text,
        spent=clock_text(spent) if spent is not None else "",
        share=round(sqrt(spent / longest), 3) if spent and longest else 0.0,
        uncertain=ply.uncertain,
    )


def board_page(state: GameState, texts: Texts, now_ms: int, *, delay_ms: int, ply: int | None = None) -> BoardPage:
    """The page of one board. ``ply`` steps back to that ply (0 is not shown; out of range means the last one)."""
    game = state.assignment
    last = len(state.plies)
    shown = ply if ply is not None and 0 < ply <= last else last
    at = state.plies[shown - 1] if shown and shown < last else None
    first = state.plies[0].side if state.plies else Side.WHITE
    details = [texts.t(f"discipline.{game.discipline}"), control_text(game.control, texts)]
    numbers = "all" if game.discipline == "renju" else "none"
    return BoardPage(
        table=game.table,
        game=game.game,
        title=f"{', '.join(details)} · {texts.t('round.lower', n=game.round)}",
        board=board_of(state, texts, ply=at, numbers=numbers) if _followed(state) else "",
        white=_seat_at(state, Side.WHITE, texts, now_ms, delay_ms, at),
        black=_seat_at(state, Side.BLACK, texts, now_ms, delay_ms, at),
        rows=moves(state, texts),
        ply=shown,
        last_ply=last,
        first_mark=first.value[0],
        second_mark=first.other.value[0],
        delay_minutes=delay_ms // 60_000,
        renju=game.discipline == "renju",
        over=state.ended,
        file=format_of(game.discipline),
        opening=opening_lines(state, texts),
        drawn=drawn_words(state, texts),
    )


def _seat_at(state: GameState, side: Side, texts: Texts, now_ms: int, delay_ms: int, at: Ply | None) -> Seat:
    now = seat(state, side, texts, now_ms, delay_ms=delay_ms, tenths=True)
    if at is None or not now.clock.linked:
        return now
    left = at.white_ms if side is Side.WHITE else at.black_ms
    then = msgspec.structs.replace(
        now.clock,
        text=clock_text(left) if left is not None else now.clock.text,
        running=False,
        old=False,
        ms=left or 0,
    )
    return msgspec.structs.replace(now, clock=then, score="")
