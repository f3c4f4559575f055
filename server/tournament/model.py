"""The words of a tournament: players, games, byes, rounds, the event. All frozen; points are counted in half-points.

A win is 2 half-points, a draw 1, a loss 0 (5.4.7.1); the scale 1-1/2-0 or 2-1-0 is a matter of printing.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Literal

import msgspec

WIN, DRAW, LOSS = 2, 1, 0

GameKind = Literal["played", "unrated", "forfeit", "unfinished"]
ByeKind = Literal["bye", "full", "half", "zero"]
EventKind = Literal["auto", "swiss", "round-robin"]


class Player(msgspec.Struct, frozen=True, gc=False):
    """An entrant. ``id`` is the starting rank: the classification number of round 1, kept to the end (5.4.10.5.1).

    ``joined`` is the first round the player may be paired in; ``left_after`` the last round before a withdrawal
    or exclusion (``None``: still playing). A return after missed rounds needs no mark: the missed rounds are byes.
    """

    id: int
    name: str = ""
    rating: int | None = None
    sex: str = ""
    title: str = ""
    federation: str = ""
    number: str = ""
    born: str = ""
    joined: int = 1
    left_after: int | None = None

    def plays(self, number: int) -> bool:
        """Whether the player belongs to the field in round ``number``."""
        return self.joined <= number and (self.left_after is None or number <= self.left_after)


class Game(msgspec.Struct, frozen=True, gc=False):
    """Two players in one round: who had White, and the half-points of each.

    ``forfeit`` is a game that did not take place: +/-, or -/- for both (5.4.7.2, 5.4.4.2); 0-0 is a played game
    lost by both (5.4.14.1). ``unrated`` was begun and counts, but not for ratings. ``unfinished`` holds the
    provisional adjudication in its half-points: pairing counts them, standings do not. Once played out it keeps in
    ``adjudicated`` what it stood for (half-points of White and Black) while rounds up to ``adjudicated_until`` were
    paired; those rounds are not paired again (older rules), only the floats follow the real result. ``exchanged``: the
    colours played are not those of the draw, after a swap of renju or by a ruling (5.4.13.1).
    ``parts`` are the games of a micro-match (5.4.6), of which this is the one result.
    """

    white: int
    black: int
    white_half: int = 0
    black_half: int = 0
    kind: GameKind = "played"
    adjudicated: tuple[int, int] | None = None
    adjudicated_until: int | None = None
    parts: tuple["Game", ...] = ()
    exchanged: bool = False

    def as_of(self, number: int) -> "Game":
        """The game as the pairing of round ``number`` knew it."""
        if self.adjudicated is None or self.adjudicated_until is None or number > self.adjudicated_until:
            return self
        return Game(self.white, self.black, *self.adjudicated, "unfinished", exchanged=self.exchanged)

    @property
    def met(self) -> bool:
        """Whether the two sat down to play: a forfeit leaves them free to be paired again."""
        return self.kind != "forfeit"

    def opponent(self, player: int) -> int:
        """The other of the two."""
        return self.black if player == self.white else self.white

    def half(self, player: int) -> int:
        """The half-points of ``player``."""
        return self.white_half if player == self.white else self.black_half


class Bye(msgspec.Struct, frozen=True, gc=False):
    """A player without an opponent: ``bye`` is the plus of an odd field (5.4.10.2), ``full`` and ``half`` are granted
    on request (a departure from the article), ``zero`` is an absence known before: a loss (5.4.10.2)."""

    player: int
    kind: ByeKind = "bye"
    half: int = WIN


class Round(msgspec.Struct, frozen=True):
    """What happened in one round. Players named by neither a game nor a bye were absent: a zero.

    ``manual`` is the reason of the chief arbiter for pairs that are not the program's (5.4.10.12), empty otherwise.
    """

    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    manual: str = ""

    @property
    def decided(self) -> bool:
        """Whether some two players have a result here."""
        return any(game.kind != "unfinished" for game in self.games)

    def players(self) -> frozenset[int]:
        """Everyone with an entry."""
        named = {bye.player for bye in self.byes}
        for game in self.games:
            named |= {game.white, game.black}
        return frozenset(named)


class Forbidden(msgspec.Struct, frozen=True):
    """Players who must not meet each other in rounds ``first`` to ``last`` (``None``: to the end).

    A weak prohibition is the first rung of the ladder of relaxations; an absolute one is never given up.
    """

    players: tuple[int, ...]
    first: int = 1
    last: int | None = None
    weak: bool = False


class Bonus(msgspec.Struct, frozen=True):
    """Acceleration (5.4.10.9): half-points that count for the score groups of rounds ``first`` to ``last`` only."""

    players: tuple[int, ...]
    half: int
    first: int = 1
    last: int = 1


class Team(msgspec.Struct, frozen=True):
    """A team and its players in board order. ``stated`` is what a file says between its name and its players."""

    id: int
    name: str
    players: tuple[int, ...]
    stated: str = ""


class Section(msgspec.Struct, frozen=True):
    """A group of one event (5.4.10.9) and its players: not the score group of a round."""

    name: str
    players: tuple[int, ...]


class Stated(msgspec.Struct, frozen=True, gc=False):
    """What a file says of a player: points as written, in the event's scale, and place; ``None``: nothing."""

    points: float | None = None
    place: int | None = None


class Choices(msgspec.Struct, frozen=True):
    """What the articles leave open, as named settings of an event. The defaults are Flagfall's declared readings.

    A tournament file states another choice in a line ``### flagfall choice NAME VALUE``.

    ``colours``: a difference of a player's Whites and Blacks is made up first (``balance``, as FIDE does and as the
    printed events do), or two players whose last colours differ both change them (``alternation``).
    ``rematch_after_forfeit``: a game that did not take place is no meeting, the two may be paired again (5.4.10.2).
    ``half_bye_is_free_point``: a half-point bye also stands in the way of a plus.
    ``pairing_unplayed``: the rule for rounds without a game in the coefficients of 5.4.10.6-7 (5.4.10.12).
    ``even_rounds_descend``: 5.4.10.5.3 also orders equal coefficients of 5.4.10.6 from round 3 on.
    ``plus_is_win``: a plus counts among the wins (5.4.7.2).
    ``unplayed_are_draws``: article 30 also changes what a player brings into the coefficients of his opponents.
    """

    colours: Literal["alternation", "balance"] = "balance"
    rematch_after_forfeit: bool = True
    half_bye_is_free_point: bool = False
    pairing_unplayed: str = "zero"
    even_rounds_descend: bool = False
    plus_is_win: bool = True
    unplayed_are_draws: bool = True


class Event(msgspec.Struct, frozen=True):
    """A whole competition. ``rounds[i]`` is round i+1; a last round with byes only announces absences.

    ``planned_rounds`` is the length of the event where it is known; ``first_colour`` the lot for the first pair,
    ``seed`` the stored seed of all other lots. ``kind`` is ``auto`` where nothing is declared.
    ``headers`` keeps the TRF lines about the event (name, place, dates, arbiters) by their numbers, ``stated`` the
    points and places a file claims; nothing is computed from them. ``worth`` is how many wins a meeting is worth: the
    number of its games where the sum of points counts (5.4.6), else 1. ``sections`` are the groups in which players are
    paired among themselves (5.4.10.9), in rounds up to ``section_rounds`` (``None``: in all); ``places_apart``: each
    group has its own places. ``over``: so many rounds are finished, even where no game of theirs is told here.
    ``third_place``: beside the final of a knock-out the losers of the semi-finals meet.
    """

    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()
    planned_rounds: int | None = None
    forbidden: tuple[Forbidden, ...] = ()
    teams: tuple[Team, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    kind: EventKind = "auto"
    points: Literal[1, 2] = 1
    first_colour: Literal["white", "black"] | None = None
    name: str = ""
    choices: Choices = Choices()
    seed: int | None = None
    worth: int = 1
    sections: tuple[Section, ...] = ()
    section_rounds: int | None = None
    places_apart: bool = True
    over: int = 0
    third_place: bool = False
    headers: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    stated: Mapping[int, Stated] = msgspec.field(default_factory=dict)

    @property
    def finished(self) -> int:
        """The number of the last round in which two players have a result; 0 before the first."""
        last = min(self.over, len(self.rounds))
        for number, entry in enumerate(self.rounds, 1):
            if entry.decided:
                last = max(last, number)
        return last

    @property
    def round_robin(self) -> bool:
        """Whether everyone meets everyone: as declared, or else because every pair is scheduled equally often.

        Only the declaration can tell a small Swiss event in which all happened to meet from a round robin: whoever
        knows the system sets ``kind``, and answers about an event without one say what was taken.
        """
        count = len(self.players)
        if self.kind != "auto":
            return self.kind == "round-robin"
        if count < 3 or any(bye.kind == "bye" for entry in self.rounds for bye in entry.byes):
            return False
        length = self.planned_rounds or self.finished
        if length < count - 1 or count * (count - 1) // 2 > sum(len(entry.games) for entry in self.rounds):
            return False
        times = dict.fromkeys((frozenset(two) for two in combinations((p.id for p in self.players), 2)), 0)
        for entry in self.rounds:
            for game in entry.games:
                times[frozenset((game.white, game.black))] += 1
        return len(set(times.values())) == 1

    def in_sections(self, number: int) -> bool:
        """Whether round ``number`` is paired by groups (5.4.10.9)."""
        return bool(self.sections) and (self.section_rounds is None or number <= self.section_rounds)

    def upto(self, finished: int) -> "Event":
        """The event as it stood after ``finished`` rounds."""
        return msgspec.structs.replace(self, rounds=self.rounds[:finished])

    def with_round(self, entry: Round) -> "Event":
        """The event with its round after the last finished one set to ``entry``."""
        return msgspec.structs.replace(self, rounds=(*self.rounds[: self.finished], entry))

    def byes_announced(self, number: int) -> Round:
        """The entries already made for round ``number``: known absences and fixed pairs."""
        return self.rounds[number - 1] if number <= len(self.rounds) else Round()


def check_event(event: Event) -> tuple[str, ...]:
    """Every contradiction in the event, in plain words: unknown or doubled players, a player met by himself."""
    faults: list[str] = []
    ids = [player.id for player in event.players]
    known = set(ids)
    if len(known) != len(ids):
        twice = sorted(number for number in known if ids.count(number) > 1)
        faults += [f"player {number} is entered {ids.count(number)} times" for number in twice]
    for number, entry in enumerate(event.rounds, 1):
        seen: set[int] = set()
        named = [p for game in entry.games for p in (game.white, game.black)] + [bye.player for bye in entry.byes]
        for player in named:
            if player not in known:
                faults.append(f"round {number}: player {player} is not among the entries")
            if player in seen:
                faults.append(f"round {number}: player {player} has two entries, expected one")
            seen.add(player)
    faults += _section_faults(event, known)
    lists = [("forbidden pair", rule.players) for rule in event.forbidden]
    lists += [("acceleration", bonus.players) for bonus in event.bonuses]
    lists += [(f"team {team.name or team.id}", team.players) for team in event.teams]
    for what, members in lists:
        faults += [f"{what}: player {player} is not among the entries" for player in members if player not in known]
    return tuple(faults)


def _section_faults(event: Event, known: set[int]) -> list[str]:
    """Every player stands in exactly one group, every group has a name of its own."""
    if not event.sections:
        return []
    names = [section.name for section in event.sections]
    listed = [player for section in event.sections for player in section.players]
    counts = {player: listed.count(player) for player in set(listed)} if len(set(listed)) < len(listed) else {}
    twice = [name for name in sorted(set(names)) if names.count(name) > 1]
    faults = [f"group {name!r} stands {names.count(name)} times" for name in twice]
    faults += [f"player {player} stands in {times} groups" for player, times in sorted(counts.items()) if times > 1]
    faults += [f"player {player} stands in no group" for player in sorted(known - set(listed))]
    faults += [f"groups: player {player} is not among the entries" for player in sorted(set(listed) - known)]
    return faults
