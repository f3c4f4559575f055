"""Committing plies, and taking them back."""

from collections.abc import Sequence
from typing import Any

from board.core import Last
from board.doubts import Doubts
from board.lines import Line, alike, successors
from board.log import Change, boards
from board.outputs import Demanded, GameOver, Moved, TakenBack
from board.sensing import agrees, uncrowned
from board.strategy import Case, Irregular
from board.writing import written
from rules.law.observation import Observation
from rules.move import Move
from rules.side import Side


class Commits(Doubts):
    """What changes the committed position."""

    def _commit_legal(
        self,
        base: Any,
        moves: Sequence[Move],
        t_ms: int,
        *,
        pressed: bool = True,
        inferred: bool = False,
        uncertain: bool = False,
    ) -> None:
        self._find_out(base, t_ms)
        chosen = written(moves, self._log)
        move, after, side = chosen.move, base.apply(chosen.move), base.side
        ply = self._ply + 1
        case = self._case(t_ms, position=base, ply=ply)
        beside = [] if inferred else self._strategy.beside(case, move)
        said = Moved(
            ply=ply,
            side=side,
            move=chosen.text,
            fen=after.fen(),
            t_ms=t_ms,
            uncertain=uncertain or chosen.uncertain,
            pressed=pressed,
            inferred=inferred,
            captured=move.captured,
            path=chosen.path,
            candidates=chosen.candidates,
            from_event=self._since,
            to_event=self._count - 1 if pressed else max(self._since, self._last_number()),
        )
        self._follow_ways(base, move, self._others(moves, move) if chosen.uncertain else (), said)
        self._out += beside
        self._settle_doubts(t_ms)
        self._settle(base, after, side, ply, irregular=False, correctable=any(map(_may_be_demanded, beside)))
        outcome = after.outcome()
        if outcome is not None and self._ends_on_every_way(outcome):
            self._over = True
            self._out.append(GameOver(winner=outcome.winner, reason=outcome.reason, t_ms=t_ms))

    def _others(self, moves: Sequence[Move], chosen: Move) -> list[Move]:
        """The moves of chess that leave another position than ``chosen`` and the same board."""
        others = [move for move in moves if move.text != chosen.text] if self._chess else []
        return sorted(others, key=lambda move: "qnrb".find(move.text[-1]))

    def _commit_line(self, line: Line, t_ms: int, *, inferred: bool, uncertain: bool = False) -> None:
        """Commits the plies of a line; the touches of the last one are judged only if everything was seen."""
        log, first = list(self._log), self._since
        for move in line:
            if self._over:
                return
            part, rest, board = self._split(log, self._position.apply(move))
            self._log = part
            pressed, moves = move is line[-1], alike(self._position, move, self._sensor)
            if pressed and self._chess and not inferred:
                moves = successors(self._position, self._sensed, self._sensor) or moves
            self._commit_legal(self._position, moves, t_ms, pressed=pressed, inferred=inferred, uncertain=uncertain)
            self._since = first
            log, self._log, self._log_board = rest, rest, board
        self._clear_log()
        if not self._in_sync:
            self._regain_sync(t_ms)

    def _split(self, log: list[Change], after: Any) -> tuple[list[Change], list[Change], dict[str, str]]:
        """The part of the log until the board last stood as ``after``, the rest, and that board."""
        wanted = self._shown(after)
        found: tuple[list[Change], list[Change], dict[str, str]] = [], log, dict(self._log_board)
        for place, board in enumerate(boards(self._log_board, log)):
            if agrees(wanted, board):
                found = log[:place], log[place:], board
        return found

    def _commit_irregular(
        self, case: Case, found: Irregular, side: Side, t_ms: int, *, pressed: bool = True, again: bool = False
    ) -> None:
        ply, to_move = self._ply + 1, self._position.side
        self._forget_doubts()
        self._out.append(
            Moved(
                ply=ply,
                side=side,
                move=found.move,
                fen=found.after.fen(),
                t_ms=t_ms,
                irregular=True,
                pressed=pressed,
                captured=found.captured,
                path=found.path,
                candidates=(found.move,),
                from_event=self._since,
                to_event=self._count - 1 if pressed else max(self._since, self._last_number()),
                again=again,
            )
        )
        self._observe(found.kind, side, ply, **found.evidence)
        if pressed:
            self._observe("pressed-after-illegal-move", side, ply, pressed_ms=t_ms, irregularity=found.kind)
        self._settle(case.position, found.after, side, ply, irregular=True, correctable=True)
        if self._last is not None:
            self._last.extra = found.kind == "two-moves-in-a-row" and case.position.side is not to_move
        self._leftover = dict(found.leftover)

    def _settle(self, before: Any, after: Any, side: Side, ply: int, *, irregular: bool, correctable: bool) -> None:
        self._last = Last(
            before=before,
            after=after,
            side=side,
            ply=ply,
            irregular=irregular,
            correctable=correctable,
            uncrowned=self._uncrowned,
        )
        self._position, self._ply = after, ply
        self._idle = self._owed = self._demand = None
        self._awaiting = False
        self._offers = self._offers.refused(side)
        pieces = after.pieces()
        self._uncrowned = uncrowned(pieces, self._sensed) if self._sensor == "piece" else frozenset()
        self._last.left_uncrowned = self._uncrowned - self._last.uncrowned
        self._leftover = {sq: piece for sq, piece in self._leftover.items() if pieces.get(sq) == piece}
        self._clear_log()

    def _demand_correction(self, by: Side, ply: int, t_ms: int) -> None:
        self._demand = Demanded(by=by, ply=ply, t_ms=t_ms)
        self._out.append(self._demand)
        self._clear_log()

    def _take_back(self, last: Last, by: Side | None, t_ms: int) -> None:
        self._out.append(TakenBack(ply=last.ply, by=by, t_ms=t_ms))
        self._forget_doubts()
        self._ply, self._position = last.ply - 1, last.before
        self._uncrowned, self._leftover = last.uncrowned, {}
        self._demand = None

    def _undo(self, last: Last, by: Side, t_ms: int) -> None:
        """A ply was undone on the board and is not played again at once: the position is the one before it."""
        self._take_back(last, by, t_ms)
        if last.extra:
            self._position = last.before.with_side(last.side.other)
        self._last = None
        self._clear_log()

    def _commit_end(self, t_ms: int) -> None:
        found = self._pending()
        if found is not None and found.after.outcome() is not None:
            self._commit_legal(found.base, found.moves, t_ms, pressed=False)


def _may_be_demanded(observation: Observation) -> bool:
    """Adjusting is no offence; everything else that stands beside a ply may be corrected (5.4.13.2)."""
    return not observation.evidence.get("adjusting", False)
