"""Decisions as pure functions: what a command, or something seen at the table, adds to the record.

`decide` answers the desk and the players' phones; `observe` turns what recognition and the clock's watch put out into
events. Both return events without a place in a log (`record.chain.seal` gives it), and neither changes anything.
"""

import msgspec

from record.adjust import adjust, correct, faces
from record.attend import attend, draw
from record.colours import enter_colours, set_colours
from record.commands import (
    AdjustClock,
    Arrive,
    Call,
    Command,
    ConfirmResult,
    CorrectClock,
    DrawOpening,
    EnterColours,
    EnterResult,
    LookForAbsent,
    Miss,
    Refusal,
    Rule,
    StartClocks,
    Undo,
)
from record.events import ArbiterCalled, Event, Result, ResultConfirmed, Ruled, Undone
from record.histories import history_of
from record.lawful import is_open, is_unplayed, lawful_rulings, result_of
from record.renju_law import discipline_of
from record.sensing import pieces_shown
from record.state import FindingState, GameState, Phase, Status
from record.timing import clocks_at
from rules.errors import FlagfallError
from rules.law import RULINGS
from rules.law import kind_or_unknown as law_kind
from rules.side import Side

MOST_ADDED_MS = 120_000
"""The most time that a sanction adds to the opponent's clock (5.4.14.1)."""

HAS_A_SIDE = frozenset({"loss", "require-correction", "time-to-opponent", "remark", "warning", "exclusion"})
"""Rulings that somebody bears."""

PLAYERS_RESULTS = ("1-0", "1/2-1/2", "0-1")
RESULTS = (*PLAYERS_RESULTS, "0-0", "+/-", "-/+", "-/-")


def decide(state: GameState, command: Command, at: str) -> tuple[Event, ...] | Refusal:
    """The events that ``command`` adds to the desk's log at ``at`` (UTC), or why it may not."""
    match command:
        case Rule(ruling="set-colours"):
            return set_colours(state, command)
        case Rule():
            return _rule(state, command, at)
        case Call():
            return _call(state, command)
        case EnterResult():
            return _enter(state, command)
        case EnterColours():
            return enter_colours(state, command)
        case ConfirmResult():
            return _confirm(state, command)
        case AdjustClock():
            return GAME_OVER if state.ended else adjust(state, command, at)
        case CorrectClock():
            return GAME_OVER if state.ended else correct(state, command, at)
        case StartClocks() | Miss() | Arrive() | LookForAbsent():
            return attend(state, command, at)
        case DrawOpening():
            return draw(state, command, at)
        case Undo():
            return _undo(state, command)


def _refuse(code: str, ru: str, en: str) -> Refusal:
    return Refusal(code=code, ru=ru, en=en)


GAME_OVER = _refuse(
    "game-over",
    "Партия окончена, претензии не принимаются (п. 5.4.13.5).",
    "The game is over, nothing can be claimed any more (art. 5.4.13.5).",
)


def _rule(state: GameState, command: Rule, at: str) -> tuple[Event, ...] | Refusal:
    if state.ended:
        return GAME_OVER
    if command.ruling not in RULINGS:
        return _refuse("no-such-ruling", "Такого решения нет.", f"{command.ruling!r} is not a ruling.")
    found = state.finding(command.finding) if command.finding else None
    if command.finding and found is None:
        return _refuse("no-finding", "Такой записи у этой партии нет.", "This game has no such finding.")
    if found is not None:
        refusal = _may_rule(state, found, command)
        if refusal:
            return refusal
    elif not command.reason.strip():
        return _refuse("no-reason", "Решение без записи требует обоснования.", "A ruling of its own needs a reason.")
    side = command.side or (found.side if found else None)
    if side is None and command.ruling in HAS_A_SIDE:
        return _refuse("no-side", "Укажите сторону.", "Name the side.")
    ruled = Ruled(
        ruling=command.ruling,
        arbiter=command.arbiter,
        finding=command.finding,
        side=side,
        reason=command.reason,
        added_ms=command.added_ms,
    )
    return _with_effect(state, ruled, found, side, at)


def _may_rule(state: GameState, found: FindingState, command: Rule) -> Refusal | None:
    law = law_kind(found.kind)
    if not found.status.live:
        return _refuse("settled", "По этой записи уже ничего решить нельзя.", "Nothing is left to rule on here.")
    if not is_open(state, found):
        if law.actor(state.assignment.discipline) == "player":
            return _refuse(
                "locked",
                "Решение откроется, когда ничью заявит игрок или судью позовут.",
                "This opens when a player claims the draw or calls the arbiter.",
            )
        return _refuse(
            "locked",
            "Решение откроется, когда соперник потребует исправления или судью позовут (п. 5.4.13.2).",
            "This opens when the opponent demands correction or a player calls the arbiter (art. 5.4.13.2).",
        )
    if command.ruling not in lawful_rulings(state, found) and not command.reason.strip():
        return _refuse(
            "no-reason",
            "Иное решение требует обоснования.",
            "A ruling that the article does not name needs a reason.",
        )
    return None


def _with_effect(
    state: GameState, ruled: Ruled, found: FindingState | None, side: Side | None, at: str
) -> tuple[Event, ...] | Refusal:
    """The ruling with its whole effect: position, clocks, result; never a difference."""
    changes: dict[str, object] = {}
    match ruled.ruling:
        case "require-correction" | "restore-position":
            ply = (found.ply if found else len(state.plies)) - 1
            if not 0 <= ply <= len(state.plies):
                return _refuse("no-move", "Исправлять нечего.", "There is no move to correct.")
            changes = {"ply": ply, "fen": history_of(state.assignment, state.plies[:ply]).position.fen()}
        case "follow-board":
            shown = _board_shown(state, ruled.side or state.to_move)
            if isinstance(shown, Refusal):
                return shown
            changes = {"ply": len(state.plies), "fen": shown}
        case "time-to-opponent":
            assert side is not None
            clock = state.on_clock(side.other)
            least = state.assignment.time_control().increment_ms(clock, moves_made(state, side.other))
            if not state.clocks.linked:
                return _refuse("no-clock", "Показания часов неизвестны.", "The clocks are not known here.")
            if not least <= ruled.added_ms <= MOST_ADDED_MS or ruled.added_ms <= 0:
                return _refuse(
                    "time-out-of-range",
                    f"Добавить можно от {max(least, 1000) // 1000} до 120 секунд (п. 5.4.14.1).",
                    f"Between {max(least, 1000) // 1000} and 120 seconds may be added (art. 5.4.14.1).",
                )
            left = clocks_at(state, at)
            left[side.other] += ruled.added_ms
            white_ms, black_ms = faces(state, left)
            changes = {"white_ms": white_ms, "black_ms": black_ms}
        case "loss":
            changes = {"result": result_of(ruled.ruling, side, unplayed=is_unplayed(state, found))}
        case "loss-of-both":
            changes = {"result": result_of(ruled.ruling, None, unplayed=is_unplayed(state, found))}
        case "draw":
            changes = {"result": "1/2-1/2"}
    return (msgspec.structs.replace(ruled, **changes),)


def _board_shown(state: GameState, to_move: Side) -> str | Refusal:
    """The position that the board shows now, with ``to_move`` to move, for the game to go on from."""
    if not state.sensed:
        return _refuse("no-board", "Доска не видна.", "The board is not seen.")
    pieces, fault = pieces_shown(state), "a piece that has moved may be one or another"
    if pieces is not None:
        try:
            return str(discipline_of(state.assignment).setup(pieces, to_move).fen())
        except FlagfallError as error:
            fault = str(error)
    return _refuse(
        "board-unclear",
        "По датчикам позицию не прочитать: расставьте шашки.",
        f"The sensors do not show a position: set the pieces up. ({fault})",
    )


def _call(state: GameState, command: Call) -> tuple[Event, ...] | Refusal:
    if state.ended:
        return GAME_OVER
    if command.finding and state.finding(command.finding) is None:
        return _refuse("no-finding", "Такой записи у этой партии нет.", "This game has no such finding.")
    return (ArbiterCalled(finding=command.finding, by=command.by, arbiter=command.arbiter),)


def _enter(state: GameState, command: EnterResult) -> tuple[Event, ...] | Refusal:
    if command.result not in RESULTS:
        return _refuse("no-such-result", "Такого результата нет.", f"{command.result!r} is not a result.")
    if command.by == "arbiter":
        return (
            Result(result=command.result, reason=command.reason, by="arbiter", arbiter=command.arbiter),
            ResultConfirmed(result=command.result, arbiter=command.arbiter),
        )
    if command.by not in ("white", "black") or command.result not in PLAYERS_RESULTS:
        return _refuse(
            "not-yours",
            "Этот результат вносит только судья.",
            "Only the arbiter enters this result.",
        )
    if state.phase is Phase.CONFIRMED:
        return _refuse("confirmed", "Результат уже подтверждён.", "The result is confirmed already.")
    if any(found.status in (Status.DEMANDED, Status.CALLED) for found in state.findings):
        return _refuse(
            "arbiter-decides",
            "За столом решает судья: результат внесёт он.",
            "The arbiter is deciding at this table: he enters the result.",
        )
    return (Result(result=command.result, reason=command.reason, by=command.by),)


def _confirm(state: GameState, command: ConfirmResult) -> tuple[Event, ...] | Refusal:
    if state.result is None:
        return _refuse("no-result", "Результата ещё нет.", "There is no result yet.")
    if state.phase is Phase.CONFIRMED:
        return _refuse("confirmed", "Результат уже подтверждён.", "The result is confirmed already.")
    return (ResultConfirmed(result=state.result.result, arbiter=command.arbiter),)


def _undo(state: GameState, command: Undo) -> tuple[Event, ...] | Refusal:
    last = state.rulings[-1] if state.rulings else None
    if last is None or last.seq != command.seq:
        return _refuse("not-last", "Отменить можно только последнее решение.", "Only the last ruling can be undone.")
    if state.phase is Phase.CONFIRMED:
        return _refuse("confirmed", "Результат уже подтверждён.", "The result is confirmed already.")
    if len(state.plies) != last.plies:
        return _refuse("played-on", "Партия уже продолжена.", "The game has gone on since.")
    return (Undone(undoes=command.seq, arbiter=command.arbiter, reason=command.reason),)


def moves_made(state: GameState, side: Side) -> int:
    """How many moves ``side`` has made in the record."""
    return sum(1 for ply in state.plies if ply.side is side)
