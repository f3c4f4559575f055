"""A knock-out as a whole event: who is still in, the next round, who has won, and the bracket that it makes.

Whoever loses a meeting is out; a double loss takes both out. The pairs of each round are drawn by lot (``knockout``),
or the first of those who remain meets the last (``knockout-seeded``). In round 1 as many go through without a meeting
as fill the next round to a power of two, and later so where players have left. Where the event has a match for third
place, the two who lost the semi-finals meet in the round of the final.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from rules.errors import SettingsError
from server.tournament.knockout import knockout_round
from server.tournament.lot import Lot
from server.tournament.model import Event, Game, Round, check_event
from server.tournament.pairing import Pair, Pairing, Reason

ARTICLE = "31.8.5.3"
SYSTEMS = {"knockout": True, "knockout-seeded": False}
"""The names of the system, and whether its pairs are drawn by lot."""


def winner(game: Game) -> int | None:
    """Who goes on from a meeting; ``None`` where it has no winner (yet)."""
    if game.white_half == game.black_half:
        return None
    return game.white if game.white_half > game.black_half else game.black


def went_on(entry: Round) -> tuple[int, ...]:
    """Who goes on from a round: the winners, in the order of boards, then those who had no meeting."""
    won = tuple(one for game in entry.games if (one := winner(game)) is not None)
    return won + tuple(bye.player for bye in entry.byes if bye.kind in ("bye", "full"))


def alive(event: Event, number: int | None = None, absent: Iterable[int] = ()) -> tuple[int, ...]:
    """Who plays in round ``number`` (default: the one after the last finished), by starting number."""
    at = event.finished + 1 if number is None else number
    there = {player.id for player in event.players} if at == 1 else set(went_on(event.rounds[at - 2]))
    if event.third_place and at > 2:
        there &= set(went_on(event.rounds[at - 3]))  # who wins the match for third place had lost before
    announced = {bye.player for bye in event.byes_announced(at).byes if bye.kind in ("zero", "half")}
    gone = announced | set(absent)
    return tuple(player.id for player in event.players if player.id in there - gone and player.plays(at))


def for_third(event: Event, number: int | None = None, absent: Iterable[int] = ()) -> tuple[int, ...]:
    """The two who meet for third place in round ``number`` (default: the one after the last finished): those who lost
    the semi-finals, where the event has such a match, the round is the final, and both are there; else nobody."""
    at = event.finished + 1 if number is None else number
    if not event.third_place or at < 2 or len(alive(event, at, absent)) != 2:
        return ()
    before, gone = event.rounds[at - 2], set(absent)
    gone |= {bye.player for bye in event.byes_announced(at).byes if bye.kind in ("zero", "half")}
    lost = {player for game in before.games for player in (game.white, game.black)} - set(went_on(before)) - gone
    two = tuple(player.id for player in event.players if player.id in lost and player.plays(at))
    return two if len(two) == 2 and len(before.games) == 2 else ()


def playing(event: Event, number: int) -> frozenset[int]:
    """Who plays in round ``number``: those still in, and those who meet for third place."""
    return frozenset((*alive(event, number), *for_third(event, number)))


def third_place(event: Event) -> Game | None:
    """The meeting for third place, once it is paired."""
    for number, entry in enumerate(event.rounds if event.third_place else (), 1):
        two = set(for_third(event, number)) if entry.games else set()
        for game in entry.games:
            if two and {game.white, game.black} == two:
                return game
    return None


def champion(event: Event) -> int | None:
    """The winner of the event: the only one still in, once no meeting is open."""
    last = event.rounds[event.finished - 1].games if event.finished else ()
    third = third_place(event)
    if not last or any(game.kind == "unfinished" for game in last if game is not third):
        return None
    left = alive(event)
    return left[0] if len(left) == 1 else None


def pair_knockout(
    event: Event, system: str = "knockout", *, seed: int | None = None, absent: Iterable[int] = ()
) -> Pairing:
    """The round after the last finished one; ``pairs`` is ``None`` where fewer than two are left.

    Known absences are losses (5.4.10.2): whoever is absent is out. Raises ``SettingsError`` for an unknown system, a
    self-contradicting event, and where a meeting of the last round has no winner yet.
    """
    if system not in SYSTEMS:
        raise SettingsError((f"system {system!r} is unknown, expected one of {', '.join(SYSTEMS)}",))
    faults = list(check_event(event))
    number, by_lot = event.finished + 1, SYSTEMS[system]
    for game in event.rounds[number - 2].games if number > 1 and not faults else ():
        if winner(game) is None and (game.white_half or game.kind == "unfinished"):
            faults.append(f"round {number - 1}: the meeting of {game.white} and {game.black} has no winner yet")
    if faults:
        raise SettingsError(tuple(faults))
    there = alive(event, number, absent)
    third = for_third(event, number, absent)
    out = tuple(sorted({player.id for player in event.players} - {*there, *third}))
    if len(there) < 2:
        return Pairing(number, None, None, (Reason("knockout-over", ARTICLE),), (), out)
    couples, through = knockout_round(
        there, seed=event.seed or 0 if seed is None else seed, number=number, by_lot=by_lot
    )
    how = "knockout-lot" if by_lot else "knockout-seeded"
    pairs = tuple(
        Pair(white, black, board, (Reason(how, ARTICLE), Reason("knockout-colour", "31.8.4", {"white": white})))
        for board, (white, black) in enumerate(couples, 1)
    )
    if third:
        white, black = third if Lot(event.seed or 0 if seed is None else seed, 8, number).below(2) else third[::-1]
        reasons = (Reason("third-place", ARTICLE), Reason("knockout-colour", "31.8.4", {"white": white}))
        pairs = (*pairs, Pair(white, black, len(pairs) + 1, reasons))
    why = tuple(
        Reason("through-lot" if by_lot else "through-seeded", ARTICLE, {"player": player}) for player in through
    )
    return Pairing(number, pairs, None, why, (), out, through)


def given(game: Game) -> bool:
    """Whether a meeting went to its winner, or to nobody, against the score of its games: someone did not come to one
    (5.4.4.1), or it was lost by a ruling (5.4.14.1)."""
    parts = [part for part in game.parts or (game,) if part.kind != "unfinished"]
    ahead = sum(part.half(game.white) - part.half(game.black) for part in parts)
    won = game.white_half - game.black_half
    return game.kind == "forfeit" or (won > 0) != (ahead > 0) or (won < 0) != (ahead < 0)


class Slot(msgspec.Struct, frozen=True):
    """A place of the bracket: two players, White of the first game first, who won, and the ``game`` that tells how;
    ``black`` is ``None`` for one who goes through without a meeting, both are for a meeting that is not known yet."""

    white: int | None
    black: int | None
    winner: int | None = None
    kind: Literal["meeting", "through", "open"] = "meeting"
    game: Game | None = None

    @property
    def over(self) -> bool:
        """Whether the meeting has its result."""
        return self.game is not None and self.game.kind != "unfinished"


def bracket(event: Event, rounds: int) -> tuple[tuple[Slot, ...], ...]:
    """The columns of the bracket, the first round first. Each round stands in such an order that the two who meet come
    from neighbouring places; those whose winner is not paired on (he left) stand last. ``rounds`` are planned; what is
    not paired yet is open. The match for third place stands beside it (`third_place`)."""
    third = third_place(event)
    paired = [
        msgspec.structs.replace(entry, games=tuple(game for game in entry.games if game is not third))
        for entry in event.rounds
        if entry.games
    ]
    columns: list[tuple[Slot, ...]] = []
    wanted: list[int] | None = None
    for number in range(len(paired), 0, -1):
        slots = _slots(paired[number - 1])
        if wanted is not None:
            places = {player: at for at, player in enumerate(wanted)}
            slots = sorted(
                slots, key=lambda slot: min(places.get(p or 0, len(places)) for p in (slot.white, slot.black))
            )
        columns.insert(0, tuple(slots))
        wanted = [player for slot in slots for player in (slot.white, slot.black) if player is not None]
    count = len(columns[-1]) if columns else 2 ** max(0, rounds - 1) * 2
    while len(columns) < rounds and count > 1:
        count = (count + 1) // 2
        columns.append(tuple(Slot(None, None, None, "open") for _ in range(count)))
    return tuple(columns)


def slot_of(game: Game) -> Slot:
    """A meeting as a place."""
    return Slot(game.white, game.black, winner(game) if game.kind != "unfinished" else None, "meeting", game)


def _slots(entry: Round) -> list[Slot]:
    slots = [slot_of(game) for game in entry.games]
    through = (bye.player for bye in entry.byes if bye.kind in ("bye", "full"))
    return slots + [Slot(player, None, player, "through") for player in through]
