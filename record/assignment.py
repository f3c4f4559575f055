"""What a table is told about its game: who plays whom, what, and under which regulations. Messages between server and
table are in `record.messages`; this part of them is also an event of the game's log."""

from typing import Literal

import msgspec

from clock.control import Control, parse
from clock.several import with_left
from rules.side import Side

Letters = Literal["russian", "rif"]
"""A style of renju's letters (5.2.2.2)."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A player. ``name`` as in the entry list; ``name_en`` its Latin form where one is given; ``id`` the start
    number. ``time_left_ms`` is what he brings from the game before under a control for several games (3.6.4;
    `record.carry`); ``None``: the control's own time."""

    id: int
    name: str
    name_en: str = ""
    rating: int | None = None
    time_left_ms: int | None = None


class Opening(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A drawn opening: its number in the regulations' table, and moves or a start position (5.4.1.3)."""

    number: int
    moves: tuple[str, ...] = ()
    fen: str | None = None
    seed: int | None = None


class Regulations(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The named settings of an event that decide something at the table. Defaults are the articles' literal text.

    ``touch_ms``: how long an own piece is in the hand before it counts as touched (5.4.13.3). ``rest_ms``: how long
    a piece rests on a square before it counts as moved there. ``broadcast_delay_ms``: spectators see the record
    this late; a file may say it in seconds, as ``broadcast_delay_s``. ``silent_after_ms``: a device or table that
    says nothing for longer is silent. ``draws``: changes to the discipline's draw rules by their names
    (`rules.limits.with_settings`), such as ``{"balance-2-3": true}``. ``default_time_minutes``: how late a player
    may come after the signal before the game is lost, from 0 to the first control and at most 60 (5.4.4.1; in renju
    at most 30, 5.3.6.1); without it that longest time. ``late_sanction``: what these regulations provide for one
    who comes late within that time (5.4.4.1). ``setup_until``: until when a wrong set-up or wrong colours are put
    right; 5.4.13.1 says both ``start`` (of the game) and ``both-moved``. In renju each may have it put right before
    his own first move (5.3.8.1), which comes to the same as ``both-moved``. Of renju: ``foul_reading``, whether the
    point of a straight four that makes a five is a permitted move (``article``, 5.2.3) or not (``rif``, 5.1.3);
    ``foul_consequence``, whether a foul is put right (``article``, 5.3.8.2-3) or loses (``rif``: a double three or
    four until White plays on, an overline until the end); ``five_must_be_claimed``: a five or White's long row ends
    nothing by itself; ``letters``: how screens and score sheets name the lines, ``russian`` A-I and K-P (5.2.2.2) or
    ``rif`` a-o (5.1.3). Files, FEN and commands always write a-o. ``score_sheets``: the players' own are the record and
    Flagfall's is the arbiter's evidence (``players``), or it stands for them (``electronic``), and nobody need write.
    ``move_list``: the table's screen shows the players the last moves, without numbers, and not only the last one; in
    renju and under a control by moves nobody may help them so (5.3.7.3, 5.4.3.3).
    """

    touch_ms: int = 1000
    rest_ms: int = 1000
    broadcast_delay_ms: int = 0
    silent_after_ms: int = 20_000
    draws: dict[str, bool | int | str] = {}
    default_time_minutes: int | None = None
    late_sanction: Literal["", "remark", "warning"] = ""
    setup_until: Literal["start", "both-moved"] = "both-moved"
    foul_reading: Literal["article", "rif"] = "article"
    foul_consequence: Literal["article", "rif"] = "article"
    five_must_be_claimed: bool = False
    letters: Letters = "russian"
    score_sheets: Literal["players", "electronic"] = "players"
    move_list: bool = False


class Assignment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game at one table.

    ``game`` is its id, unique in the event: ``r2-t7`` or ``r2-t7-g2`` for the second game of a micro-match. ``control``
    is a time control in the notation of `clock.control`. ``lot`` is the opening that the stored seed gives the game and
    that is to be drawn at the table (`record.drawing`, 5.4.1.3), ``opening`` the one that was drawn.
    ``opening_regulation`` names how renju is opened (5.2.4.3).
    ``event`` is the event's id and ``event_name`` its name as files of games give it, empty in older journals.
    ``device``: ``board`` when a table client records it, ``none`` when its result is entered by hand. ``time_scale``:
    table seconds per second of wall time; 1 except in a rehearsal. ``not_before``: the hall's time of day, ``14:18``,
    before which the game does not begin because of a break (5.4.6, 31.8.2); empty where there is none.
    """

    event: str
    table: int
    round: int
    game: str
    discipline: str
    tempo: str
    control: str
    white: Person
    black: Person
    regulations: Regulations = Regulations()
    regulations_hash: str = ""
    opening: Opening | None = None
    lot: Opening | None = None
    opening_regulation: str = ""
    device: str = "board"
    sessions: tuple[str, ...] = ()
    time_scale: int = 1
    event_name: str = ""
    not_before: str = ""

    def person(self, side: Side) -> Person:
        """Who plays ``side``."""
        return self.white if side is Side.WHITE else self.black

    @property
    def letters(self) -> Letters:
        """How screens and score sheets name renju's lines (5.2.2.2)."""
        return self.regulations.letters

    def full_control(self) -> Control:
        """The control as the regulations have it. Raises `NotationError` for a text that is none."""
        return parse(self.control)

    def time_control(self) -> Control:
        """The control of this game, with what the two bring from the game before (3.6.4). Raises `NotationError` for a
        text that is none."""
        return with_left(self.full_control(), self.white.time_left_ms, self.black.time_left_ms)
