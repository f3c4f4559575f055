"""From results to a pairing, and from a pairing to games at tables: pure. `server.tournament` knows the rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Any, Literal

import msgspec

from display.format import time_of_day
from record.assignment import Assignment, Opening, Person
from record.commands import Refusal
from server import group_config
from server.config import MOST_RATING, PlayerEntry, Settings, TableEntry
from server.event_rules import ROUND_ROBINS
from server.match_config import KNOCKOUT
from server.team_config import SCHEVENINGEN
from server.team_match import TeamPairing
from server.times import hall_time
from server.tournament import model
from server.tournament.pairing import pluses_of

ByeKind = Literal["full", "half", "zero"]

POINTS: dict[str, tuple[int, int, Literal["played", "forfeit"]]] = {
    "1-0": (2, 0, "played"),
    "0-1": (0, 2, "played"),
    "1/2-1/2": (1, 1, "played"),
    "0-0": (0, 0, "played"),
    "+/-": (2, 0, "forfeit"),
    "-/+": (0, 2, "forfeit"),
    "-/-": (0, 0, "forfeit"),
}
"""Half-points of White and Black, and whether the two sat down (5.4.7, 5.4.4.2, 5.4.14.1)."""


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A player of the event: the entry, the first round he may be paired in, and the last one before he withdrew.
    ``excluded``: why he was excluded from the event (5.4.14.1), empty otherwise. ``goes_on``: the last round that he
    missed and after which the chief arbiter let him go on (5.4.5.1, the older rules); 0 where there is none."""

    entry: PlayerEntry
    joined: int = 1
    left_after: int | None = None
    excluded: str = ""
    goes_on: int = 0

    @property
    def id(self) -> int:
        """The start number."""
        return self.entry.id

    def plays(self, number: int) -> bool:
        """Whether the player belongs to the field of round ``number``."""
        return self.joined <= number and (self.left_after is None or self.left_after >= number)


TABLE_DRAWN = Refusal(
    code="table-drawn",
    ru="Таблица соревнования составлена. Пока партии не начаты, отмените жеребьёвку первого тура.",
    en="The event's table is drawn. As long as no game has begun, undo the first round.",
)
LEFT = Refusal(code="left", ru="Этот участник уже выбыл.", en="That player has left already.")


def entry_fault(entry: PlayerEntry) -> Refusal | None:
    """Why nobody can be entered so; ``None`` where he can."""
    if not entry.name.strip():
        return Refusal(code="no-name", ru="Укажите имя.", en="Name the player.")
    if entry.rating is not None and not 0 <= entry.rating <= MOST_RATING:
        return Refusal(
            code="no-such-rating",
            ru=f"Рейтинг — целое число от 0 до {MOST_RATING}.",
            en=f"A rating is a whole number from 0 to {MOST_RATING}.",
        )
    return None


class Bye(msgspec.Struct, frozen=True, kw_only=True):
    """A bye granted in ``round``, or an absence known beforehand: a loss (5.4.10.2) unless ``kind`` departs from it."""

    round: int
    player: int
    kind: ByeKind = "zero"


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """Two players at a table. ``board`` is the place in the pairing, from 1. ``exchanged``: the colours are those that
    were played, and not those of the draw (`server.colours.as_played`)."""

    board: int
    game: str
    table: int
    device: str
    white: int
    black: int
    exchanged: bool = False


class Engine(msgspec.Struct, frozen=True, kw_only=True):
    """What the system itself gives for a round that was changed: couples (White, Black) and who has the plus."""

    couples: tuple[tuple[int, int], ...]
    bye: int | None = None
    more_byes: tuple[int, ...] = ()

    @property
    def pluses(self) -> tuple[int, ...]:
        """Everyone who has a plus."""
        return pluses_of(self.bye, self.more_byes)


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """The pairing of a round. ``bye``: who has the plus of an odd field, ``more_byes`` those of further odd groups;
    ``absent``: who is not paired, and how that counts; ``why``: the reasons as the pairing system gives them.

    ``edition`` counts the pairings of this round, undone ones included. ``manual`` is the reason for pairs that are not
    the system's own (5.4.10.9, 5.4.10.12), ``engine`` what the system would have. ``through`` are those of a knock-out
    who go on without a meeting. Pairings of a play-off (31.8) have their ``stage``, from 1; theirs are ``games`` in a
    meeting, under ``control``, not before ``earliest_ms``, by ``article``. ``teams``: the matches of a team event: the
    pairs are their boards.
    """

    round: int
    system: str
    pairs: tuple[Pair, ...]
    bye: int | None = None
    absent: tuple[Bye, ...] = ()
    why: tuple[dict[str, Any], ...] = ()
    at_ms: int = 0
    edition: int = 1
    manual: str = ""
    engine: Engine | None = None
    through: tuple[int, ...] = ()
    stage: int = 0
    games: int = 1
    control: str = ""
    earliest_ms: int = 0
    article: str = ""
    teams: TeamPairing | None = None
    more_byes: tuple[int, ...] = ()

    @property
    def pluses(self) -> tuple[int, ...]:
        """Everyone who has a plus."""
        return pluses_of(self.bye, self.more_byes)


class Adjourned(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played on later. Rounds are paired as if it had ended ``result`` (the provisional adjudication);
    ``until`` is the last round so paired, 0 before any. Its record goes on; the standings wait for its real result."""

    game: str
    result: str
    until: int = 0
    by: str = ""


class Apart(msgspec.Struct, frozen=True, kw_only=True):
    """Players who must not meet in rounds ``first`` to ``last``. ``weak``: the first thing given up where no pairing
    exists otherwise."""

    players: tuple[int, ...]
    first: int
    last: int | None = None
    weak: bool = False


class Together(msgspec.Struct, frozen=True, kw_only=True):
    """A pair of round ``round`` that the regulations order (5.4.10.9), and why."""

    round: int
    white: int
    black: int
    reason: str


class FixedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A player who plays at one table only."""

    player: int
    table: int


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """What the pairing has to keep to besides its system."""

    apart: tuple[Apart, ...] = ()
    together: tuple[Together, ...] = ()
    tables: tuple[FixedTable, ...] = ()


def lot(seed: int, *words: object) -> int:
    """A number below 2**63 that only ``seed`` and ``words`` decide: every lot of an event unfolds its stored seed."""
    text = " ".join(str(word) for word in (seed, *words))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 1


def game_id(number: int, table: int, edition: int) -> str:
    """The id of the game at ``table`` in the ``edition``-th pairing of round ``number``."""
    return f"r{number}-t{table}" + (f"-{edition}" if edition > 1 else "")


def place(
    number: int,
    couples: Sequence[tuple[int, int]],
    tables: Sequence[TableEntry],
    *,
    fixed: Mapping[int, int] | None = None,
    edition: int = 1,
) -> tuple[Pair, ...]:
    """The couples (White, Black) of round ``number``, in order, at tables: those with a board first, then the others.

    ``fixed`` are the tables of players who play at one table only; where the two of a pair have one each, White's
    holds. Where the named tables do not suffice the numbers go on, without devices.
    """
    known = {table.number: table for table in tables}
    seats: dict[int, TableEntry] = {}
    for board, couple in enumerate(couples):
        wanted = next((fixed[player] for player in couple if player in fixed), None) if fixed else None
        if wanted is not None and wanted not in {seat.number for seat in seats.values()}:
            seats[board] = known.get(wanted, TableEntry(number=wanted))
    taken = {seat.number for seat in seats.values()}
    order = [table for table in tables if table.number not in taken]
    order.sort(key=lambda table: table.device == "none")
    further = (number for number in count(max(known, default=0) + 1) if number not in taken)
    for board in range(len(couples)):
        if board not in seats:
            seats[board] = order.pop(0) if order else TableEntry(number=next(further))
    return tuple(
        Pair(
            board=board + 1,
            game=game_id(number, seats[board].number, edition),
            table=seats[board].number,
            device=seats[board].device,
            white=white,
            black=black,
        )
        for board, (white, black) in enumerate(couples)
    )


def person(entry: PlayerEntry) -> Person:
    """The entry as a table knows it."""
    return Person(id=entry.id, name=entry.name, name_en=entry.name_en, rating=entry.rating)


def drawn_opening(settings: Settings, seed: int, game: str, meeting: str = "", nth: int = 1) -> Opening | None:
    """The opening that the lot gives ``game`` (5.4.1.3), or None where the regulations name no table of openings. Of a
    meeting of several games this is the ``nth``, and ``meeting`` the id of the first one."""
    if not settings.openings:
        return None
    first = meeting or game
    same = {"each-game": game, "each-two-games": f"{first} {(nth + 1) // 2}", "each-meeting": first}
    number = lot(seed, "opening", same[settings.event.opening_lot])
    return msgspec.structs.replace(settings.openings[number % len(settings.openings)], seed=number)


def regulations_hash(settings: Settings) -> str:
    """A short fingerprint of what decides at the tables: two tables with the same one play by the same regulations."""
    event = settings.event
    told = (event.discipline, event.tempo, event.control, event.opening_regulation, settings.regulations)
    return sha256(msgspec.json.encode(told, order="sorted")).hexdigest()[:16]


def assignment(
    settings: Settings,
    pairing: Pairing,
    pair: Pair,
    members: Mapping[int, Member],
    seed: int,
    *,
    control: str = "",
    meeting: str = "",
    nth: int = 1,
    earliest_ms: int = 0,
) -> Assignment:
    """What the table of ``pair`` is told. ``control``: another than the event's; ``meeting``: the id of the first game
    of the meeting of which this one is the ``nth``; ``earliest_ms``: when its break is over, 0 where there is none."""
    event = settings.event
    drawn = drawn_opening(settings, seed, pair.game, meeting, nth)
    at_table = event.openings_drawn == "table"
    control = control or pairing.control
    return Assignment(
        event=event.id,
        table=pair.table,
        round=pairing.round,
        game=pair.game,
        discipline=event.discipline,
        tempo="blitz" if pairing.stage else event.tempo,
        control=control or event.control,
        white=person(members[pair.white].entry),
        black=person(members[pair.black].entry),
        regulations=settings.regulations,
        regulations_hash=regulations_hash(settings),
        opening=None if at_table else drawn,
        lot=drawn if at_table else None,
        opening_regulation=event.opening_regulation,
        device=pair.device,
        time_scale=settings.server.time_scale,
        event_name=event.name.en,
        not_before=time_of_day(hall_time(earliest_ms)) if earliest_ms else "",
    )


def tournament_event(
    settings: Settings,
    members: Iterable[Member],
    pairings: Sequence[Pairing],
    results: Mapping[str, str],
    byes: Iterable[Bye] = (),
    *,
    first_colour: Literal["white", "black"] = "white",
    seed: int | None = None,
    orders: Orders = Orders(),
    adjourned: Mapping[str, Adjourned] | None = None,
    meetings: Callable[[Pairing], tuple[model.Game, ...]] | None = None,
    worth: int = 1,
    planned: int | None = None,
) -> model.Event:
    """The event as `server.tournament` sees it. ``results`` maps games to confirmed results; others are unfinished.
    ``byes`` of the round after the last pairing announce its absences; ``seed`` feeds the lots of the pairing.
    ``meetings`` gives the results of a pairing whose meetings are of several games, ``worth`` so many wins each;
    ``planned`` rounds where they are not those of the settings."""

    def games(pairing: Pairing) -> tuple[model.Game, ...]:
        if meetings is not None:
            return meetings(pairing)
        return tuple(game_of(one, results.get(one.game), (adjourned or {}).get(one.game)) for one in pairing.pairs)

    rounds = [_round(pairing, games(pairing), worth) for pairing in pairings]
    coming = sorted((bye for bye in byes if bye.round == len(pairings) + 1), key=lambda bye: bye.player)
    if coming:
        rounds.append(model.Round(byes=tuple(_bye(bye, worth) for bye in coming)))
    members = tuple(members)
    event = settings.event
    return model.Event(
        players=tuple(
            model.Player(
                id=member.id,
                name=member.entry.name,
                rating=member.entry.rating,
                title=member.entry.title,
                federation=member.entry.country,
                born=member.entry.born,
                joined=member.joined,
                left_after=member.left_after,
            )
            for member in sorted(members, key=lambda member: member.id)
        ),
        rounds=tuple(rounds),
        planned_rounds=planned or event.rounds,
        forbidden=tuple(model.Forbidden(one.players, one.first, one.last, one.weak) for one in orders.apart),
        kind="round-robin" if event.system in ROUND_ROBINS else "swiss",
        points=event.points,
        first_colour=first_colour,
        name=event.name.ru,
        seed=seed,
        worth=worth,
        sections=group_config.sections_of(event.groups, ((one.id, one.entry.group) for one in members)),
        section_rounds=event.group_rounds or None,
        places_apart=event.group_places == "apart",
        headers=_headers(settings),
        third_place=event.third_place,
    )


def _headers(settings: Settings) -> dict[str, tuple[str, ...]]:
    """What a TRF says of the event besides its name: town (022), start (042), its type (092), chief arbiter (102)."""
    event = settings.event
    kinds = {**dict.fromkeys(ROUND_ROBINS, "Round-Robin"), KNOCKOUT: "Knock-Out", SCHEVENINGEN: "Scheveningen"}
    of = f"{'Team' if settings.teams else 'Individual'}: {kinds.get(event.system, 'Swiss-System')}"
    told = {"022": event.place, "042": event.start, "092": of, "102": event.chief_arbiter}
    return {code: (" ".join(text.split()),) for code, text in told.items() if text.strip()}


def _round(pairing: Pairing, games: tuple[model.Game, ...], worth: int) -> model.Round:
    byes = [_bye(bye, worth) for bye in pairing.absent]
    byes += [model.Bye(player, "full", model.WIN * worth) for player in pairing.through]
    byes += [model.Bye(player, half=model.WIN * worth) for player in pairing.pluses]
    return model.Round(games=games, byes=tuple(byes), manual=pairing.manual)


def game_of(pair: Pair, result: str | None, adjourned: Adjourned | None) -> model.Game:
    """A game as it counts. One that was adjourned keeps what it stood for in the rounds paired meanwhile (001)."""
    provisional = POINTS[adjourned.result][:2] if adjourned else None
    two = (pair.white, pair.black)
    if result is None:
        return model.Game(*two, *(provisional or (0, 0)), "unfinished", exchanged=pair.exchanged)
    white, black, kind = POINTS[result]
    if adjourned is None or not adjourned.until:
        return model.Game(*two, white, black, kind, exchanged=pair.exchanged)
    return model.Game(*two, white, black, kind, provisional, adjourned.until, exchanged=pair.exchanged)


def _bye(bye: Bye, worth: int) -> model.Bye:
    return model.Bye(bye.player, bye.kind, {"full": 2, "half": 1, "zero": 0}[bye.kind] * worth)
