"""What recognition says. All are plain data; times are those of the events fed."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.law.observation import Observation
from rules.side import Side


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """A ply was committed.

    ``move`` is its notation (for an irregular ply what was done, for people to read); ``fen`` the position after it.
    ``uncertain``: several paths fit and the touched squares do not tell which; ``candidates`` are their notations,
    the chosen one first. ``pressed``: its player's press completed it. ``irregular``: against the rules; it stands
    unless corrected before the reply (5.4.13.2), and ``fen`` follows the board. ``inferred``: not seen being made, but
    the only legal explanation. ``from_event`` and ``to_event`` are the first and last event that made it, counted from
    0 over everything fed to this recogniser. ``again``: it was said before, as another ply; what came later shows which
    it was.
    """

    ply: int
    side: Side
    move: str
    fen: str
    t_ms: int
    uncertain: bool = False
    irregular: bool = False
    pressed: bool = True
    inferred: bool = False
    captured: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    from_event: int = 0
    to_event: int = 0
    again: bool = False


class TakenBack(msgspec.Struct, frozen=True, kw_only=True):
    """A ply was corrected at the board (5.4.13.4); the next one committed has its number again.

    ``by`` is the side that demanded it, or the offender where he put it right unasked before the reply. ``None``: an
    ply was another one than it had seemed, and follows at once as that.
    """

    ply: int
    by: Side | None
    t_ms: int


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """Ply ``ply`` was uncertain and is not any more: later plies fit no other of its candidates."""

    ply: int
    t_ms: int


class Demanded(msgspec.Struct, frozen=True, kw_only=True):
    """``by`` pressed back or claimed: he demands that ply ``ply`` be corrected. Until then the ply is in the record."""

    by: Side
    ply: int
    t_ms: int


class SyncChanged(msgspec.Struct, frozen=True, kw_only=True):
    """The board stopped (or began again) to agree with the record.

    ``differences`` are the squares that differ: ``{"c3": ("w", ".")}``, expected first, then what is sensed.
    """

    in_sync: bool
    t_ms: int
    differences: Mapping[str, tuple[str, str]] = {}


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """A choice of renju's opening regulation (5.2.4.3) by ``by``, the side that he has before it.

    ``act``: ``choose`` (an ``option`` of the regulation), ``declare`` (a ``number`` of fifth moves) or ``offer`` (the
    ``points`` of the fifth moves, of which White leaves one). ``how`` it is known: a ``button``, a ``press`` without a
    stone (5.3.1.7), or the ``stones`` that followed.
    """

    act: Literal["choose", "declare", "offer"]
    by: Side
    t_ms: int
    how: Literal["button", "press", "stones"]
    option: str = ""
    number: int = 0
    points: tuple[str, ...] = ()


class GameOver(msgspec.Struct, frozen=True, kw_only=True):
    """The game ended on the board or by the players: ``reason`` is the position's own (``no-pieces``, ...),
    ``resignation`` or ``agreement``; ``winner`` is ``None`` for a draw. Nothing is recognised after it."""

    winner: Side | None
    reason: str
    t_ms: int


Output = Moved | Observation | TakenBack | Settled | Demanded | SyncChanged | Chosen | GameOver
