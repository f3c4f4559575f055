"""A game as the rules see it: the position reached, what it repeats, and the counts that lead to a draw."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.law.observation import Observation
from rules.limits import MoveLimit, Ratio
from rules.move import Move
from rules.side import Side

REPETITIONS = 3
"""Article 5.4.12.1.3: the same position with the same side to move arises three times."""


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A running count towards a draw: ``moves_left`` until ``due_ply``, of ``limit`` moves counted as ``by`` says."""

    rule: str
    article: str
    limit: int
    by: str
    moves_left: int
    since_ply: int
    due_ply: int


class _Count(msgspec.Struct, frozen=True):
    rule: MoveLimit
    ratio: Ratio
    since: int
    due: int


@dataclass(frozen=True)
class History:
    """One game so far; immutable, `push` gives the next.

    ``position`` is the position reached, ``plies`` the number of the last ply. Make one with `History.start`.
    """

    position: Any
    plies: int
    limits: tuple[MoveLimit, ...]
    last: Side | None
    _keys: tuple[Hashable, ...]
    _first: int
    _counts: tuple[_Count, ...]

    @classmethod
    def start(cls, position: Any, limits: tuple[MoveLimit, ...] | None = None, plies: int = 0) -> "History":
        """A game that begins with ``position``; ``limits`` are the discipline's own draw rules if not given.

        ``plies`` is the number of the ply that led here, 0 at a game's beginning.
        """
        rules = tuple(rule for rule in (position.discipline.move_limits if limits is None else limits) if rule.on)
        key = position.repetition_key()
        return cls(position, plies, rules, None, (key,), plies, _counts(rules, (), position, plies))

    def push(self, move: Move) -> "History":
        """The game after ``move``. Raises `IllegalMoveError`."""
        position = self.position.apply(move)
        plies = self.plies + 1
        key = position.repetition_key()
        if move.is_capture:  # nothing from before a capture can stand again
            keys, first = (key,), plies
        else:
            keys, first = (*self._keys, key), self._first
        counts = _counts(self.limits, self._counts, position, plies)
        return History(position, plies, self.limits, self.position.side, keys, first, counts)

    def setup(self, position: Any, plies: int = 0) -> "History":
        """The game goes on from ``position`` as it stands on the board; repetitions and counts begin anew.

        ``plies`` is the number of plies that the setup stands for: 1 for an irregular ply that was not corrected, 0
        for a position restored by a ruling.
        """
        again = History.start(position, self.limits, self.plies + plies)
        return again if not plies else again._by(position.side.other)

    def _by(self, side: Side) -> "History":
        return History(self.position, self.plies, self.limits, side, self._keys, self._first, self._counts)

    def occurrences(self) -> tuple[int, ...]:
        """The plies after which the position stood, the last one included; 0 is the beginning."""
        key = self._keys[-1]
        if self._keys.count(key) == 1:
            return (self.plies,)
        return tuple(self._first + place for place, other in enumerate(self._keys) if other == key)

    def repeated(self) -> bool:
        """Whether the position stands for the third time or more (5.4.12.1.3)."""
        return self._keys.count(self._keys[-1]) >= REPETITIONS

    def would_repeat(self, move: Move) -> bool:
        """Whether ``move`` would bring about a position for the third time or more (5.4.12.2)."""
        if move.is_capture:
            return False
        return self._keys.count(self.position.apply(move).repetition_key()) + 1 >= REPETITIONS

    def observations(self) -> tuple[Observation, ...]:
        """What the last ply brought about: on the board (renju's fives and fouls), a repetition, a draw by move count.

        ``repetition`` has the evidence ``count`` and ``plies``; ``move-limit`` has ``rule``, ``article``, ``limit`` and
        ``by`` (the rule), ``counted`` (moves), ``since_ply`` and ``due_ply``. ``side`` made the ply. A ply that ends
        the game on the board brings about no draw.
        """
        if self.last is None:
            return ()
        seen: list[Observation] = list(self.position.observations(self.plies))
        plies = self.occurrences()
        if len(plies) >= REPETITIONS:
            evidence: dict[str, object] = {"count": len(plies), "plies": list(plies)}
            seen.append(Observation(kind="repetition", side=self.last, ply=self.plies, evidence=evidence))
        due = [count for count in self._counts if count.due == self.plies]
        if due and self.position.outcome() is None:
            for count in due:
                evidence = {
                    "rule": count.rule.name,
                    "article": count.rule.article,
                    "limit": count.rule.moves,
                    "by": count.rule.by,
                    "counted": count.rule.moves,
                    "since_ply": count.since,
                    "due_ply": count.due,
                }
                seen.append(Observation(kind="move-limit", side=self.last, ply=self.plies, evidence=evidence))
        return tuple(seen)

    def drawn_by(self) -> tuple[Counter, ...]:
        """The counts that have run out, at this ply or before it."""
        return tuple(counter for counter in self.counters() if not counter.moves_left)

    def counters(self) -> tuple[Counter, ...]:
        """The running counts, in the order of the discipline's rules; 0 moves left once the draw is due."""
        return tuple(
            Counter(
                rule=count.rule.name,
                article=count.rule.article,
                limit=count.rule.moves,
                by=count.rule.by,
                moves_left=max(0, (count.due - self.plies + 1) // 2),
                since_ply=count.since,
                due_ply=count.due,
            )
            for count in self._counts
        )


def _counts(rules: tuple[MoveLimit, ...], before: tuple[_Count, ...], position: Any, plies: int) -> tuple[_Count, ...]:
    """The counts that run in ``position``: those of ``before`` whose ratio still stands, the others from here."""
    if not rules:
        return ()
    running = {count.rule.name: count for count in before}
    found = []
    for rule in rules:
        ratio = rule.ratio(position)
        if ratio is None:
            continue
        count = running.get(rule.name)
        if count is None or count.ratio != ratio:
            count = _Count(rule, ratio, plies, plies + rule.plies(ratio, position.side))
        found.append(count)
    return tuple(found)
