"""What the desk and the players' phones may ask for. `record.decide` answers with events, or with a refusal."""

from typing import Literal

import msgspec

from rules.side import Side


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why a command is not carried out: a value, not an exception. ``code`` is stable; the texts are for people."""

    code: str
    ru: str
    en: str


class Rule(msgspec.Struct, frozen=True, kw_only=True, tag="rule"):
    """Rule on ``finding`` (or, without one, on the game with a ``reason``).

    ``ruling`` is one of `rules.law`'s: ``let-stand``, ``require-correction``, ``remark``, ``warning``,
    ``time-to-opponent`` (``added_ms``), ``loss``, ``loss-of-both``, ``draw``, ``reject``, ``set-colours`` (``black``:
    the start number of who has Black). ``side`` is who bears it; by default the finding's side.
    """

    ruling: str
    arbiter: str
    finding: str | None = None
    side: Side | None = None
    added_ms: int = 0
    reason: str = ""
    black: int | None = None


class Call(msgspec.Struct, frozen=True, kw_only=True, tag="call"):
    """A player called the arbiter to this table (about ``finding``): its ruling buttons open."""

    arbiter: str
    finding: str | None = None
    by: Side | None = None


class EnterResult(msgspec.Struct, frozen=True, kw_only=True, tag="enter-result"):
    """``by`` (``white``, ``black`` or ``arbiter``) names the result; two players who agree, or the arbiter, settle
    it."""

    result: str
    by: str
    reason: str = "entered"
    arbiter: str = ""


class EnterColours(msgspec.Struct, frozen=True, kw_only=True, tag="enter-colours"):
    """The player ``by`` says that the player ``black`` had Black (start numbers), where no board records the game."""

    black: int
    by: int


class ConfirmResult(msgspec.Struct, frozen=True, kw_only=True, tag="confirm-result"):
    """The arbiter confirms the result that stands: it counts for the pairing of the next round."""

    arbiter: str


class AdjustClock(msgspec.Struct, frozen=True, kw_only=True, tag="adjust-clock"):
    """Set both clocks (5.4.2.5)."""

    white_ms: int
    black_ms: int
    arbiter: str
    reason: str = ""


class CorrectClock(msgspec.Struct, frozen=True, kw_only=True, tag="correct-clock"):
    """Correct the clocks by ``by_ms``. ``side`` is whose clock it is about, ``None`` for both.

    ``why``: ``fault``, of the clock on which it is proven, or of both by the same time (5.4.2.5, 5.3.1.5), more or
    less; ``record``: so much time went by while a record was restored, charged to the one at fault, or halved between
    both (5.4.3.2-3, 5.3.2.2); ``carried``: what was carried over then is taken off now.
    """

    why: Literal["fault", "record", "carried"]
    arbiter: str
    by_ms: int = 0
    side: Side | None = None
    reason: str = ""


class StartClocks(msgspec.Struct, frozen=True, kw_only=True, tag="start-clocks"):
    """The signal: the clocks run; ``absent`` are the sides that the arbiter misses (5.4.1.2)."""

    arbiter: str
    absent: tuple[Side, ...] = ()


class Miss(msgspec.Struct, frozen=True, kw_only=True, tag="miss"):
    """The arbiter notices after the signal that ``side`` has not come."""

    side: Side
    arbiter: str


class Arrive(msgspec.Struct, frozen=True, kw_only=True, tag="arrive"):
    """``side`` has come (5.4.1.2). ``by`` is who says so: ``desk`` or ``phone``."""

    side: Side
    by: str


class DrawOpening(msgspec.Struct, frozen=True, kw_only=True, tag="draw-opening"):
    """Both players are there, and the opening is drawn in their presence (5.4.1.3)."""

    arbiter: str


class LookForAbsent(msgspec.Struct, frozen=True, kw_only=True, tag="look-for-absent"):
    """Time has passed: has someone not come within it (5.4.4.1)? ``grace_ms`` of game time are left to the table, which
    looks for itself."""

    grace_ms: int = 0


class Undo(msgspec.Struct, frozen=True, kw_only=True, tag="undo"):
    """Take back the desk event number ``seq`` of this game."""

    seq: int
    arbiter: str
    reason: str = ""


Command = (
    Rule
    | Call
    | EnterResult
    | EnterColours
    | ConfirmResult
    | AdjustClock
    | CorrectClock
    | StartClocks
    | Miss
    | Arrive
    | LookForAbsent
    | DrawOpening
    | Undo
)
