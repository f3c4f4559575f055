"""Checking a finished event: every round is paired again and compared, the stated points and places recomputed."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from rules.errors import SettingsError
from rules.side import Side
from server.tournament.elimination import SYSTEMS, pair_knockout, playing
from server.tournament.history import cards
from server.tournament.model import Event, EventKind, Round, check_event
from server.tournament.pairing import Pair, Pairing, Reason
from server.tournament.registry import system_named
from server.tournament.roundrobin import schedule
from server.tournament.section_pairing import pair_round, tables_by_section
from server.tournament.standing import standings
from server.tournament.team_reading import entrants_of, team_event_of
from server.tournament.team_records import stated_points
from server.tournament.team_standing import team_standings
from server.tournament.teams import Primary


class Difference(msgspec.Struct, frozen=True):
    """One disagreement: what kind, whom it concerns, what the file has, what the articles give."""

    kind: str
    players: tuple[int, ...]
    found: Any
    expected: Any
    text: str


class RoundCheck(msgspec.Struct, frozen=True):
    """The verdict on one round; ``relaxations`` are those without which it could not have been paired."""

    round: int
    ok: bool
    differences: tuple[Difference, ...]
    pairing: Pairing
    manual: str = ""


TABLES = {"round-robin": 1, "double-round-robin": 2}
"""The systems by Berger tables, and how often everyone meets everyone."""
CHECKED = (*SYSTEMS, *TABLES)


def check(
    event: Event,
    system: str = "individual",
    *,
    first_colour: Literal["white", "black"] | None = None,
    seed: int | None = None,
) -> tuple[RoundCheck, ...]:
    """Pair every finished round anew from what was known before it and compare pairs, colours and the plus.

    Players without a game and without the plus of the round count as known to be absent. The lot of round 1 is
    ``first_colour``, else the event's own, else read off the first pair as it was played; ``seed`` defaults to the
    event's. Where the articles allow no pairing the recorded ladder is the measure. In a round paired by hand with a
    reason (5.4.10.12) differences are listed but only breaches of the principles count against it. Adjourned games
    stand for each round as they were adjudicated when it was paired. In a knock-out whoever has neither a meeting nor
    went through counts as out or absent.
    """
    return _checked(event, system, first_colour, seed, lambda number: _before(event, number))


def check_teams(
    event: Event,
    primary: Primary = "match-points",
    system: str = "individual",
    *,
    first_colour: Literal["white", "black"] | None = None,
    seed: int | None = None,
) -> tuple[RoundCheck, ...]:
    """The same of a team event, whose file names its teams: matches as `team_reading` finds them, players in the
    differences are teams, White is who has it on board 1. A match for the first place after the planned rounds is no
    part of it (5.4.9.6.1)."""
    return _checked(
        entrants_of(event, primary), system, first_colour, seed, lambda number: _teams_before(event, number, primary)
    )


def _checked(
    event: Event,
    system: str,
    first_colour: Literal["white", "black"] | None,
    seed: int | None,
    before: Callable[[int], Event],
) -> tuple[RoundCheck, ...]:
    if system not in CHECKED:
        system_named(system, CHECKED)
    faults = check_event(event)
    if faults:
        raise SettingsError(faults)
    drawn = first_colour or event.first_colour or _lot_of(event)
    lots = seed if seed is not None else event.seed or 0
    return tuple(
        _check_round(event, number, system, drawn, lots, before(number)) for number in range(1, event.finished + 1)
    )


def _before(event: Event, number: int) -> Event:
    """The event as it was known when round ``number`` was paired."""
    return msgspec.structs.replace(
        event.upto(number - 1),
        rounds=tuple(_as_of(one, number) for one in event.rounds[: number - 1]),
        players=tuple(msgspec.structs.replace(player, joined=1, left_after=None) for player in event.players),
    )


def _teams_before(event: Event, number: int, primary: Primary) -> Event:
    return entrants_of(_before(event, number), primary, number - 1)


def _lot_of(event: Event) -> Literal["white", "black"]:
    """The colour of the highest number that had an opponent in round 1."""
    games = event.rounds[0].games if event.rounds else ()
    if not games:
        return "white"
    top = min(games, key=lambda game: min(game.white, game.black))
    return "white" if top.white < top.black else "black"


def _check_round(
    event: Event, number: int, system: str, drawn: Literal["white", "black"], seed: int, before: Event
) -> RoundCheck:
    if system in SYSTEMS:
        return _check_knockout(event, number, system, seed)
    if system in TABLES:
        return _check_table(event, number, TABLES[system])
    entry = event.rounds[number - 1]
    there = {player for game in entry.games for player in (game.white, game.black)}
    plus = {bye.player for bye in entry.byes if bye.kind == "bye"}
    absent = {player.id for player in event.players} - there - plus
    made = pair_round(before, system, first_colour=drawn, seed=seed, absent=absent, relax=True)
    different = _compare(entry, made, plus)
    # Breaches that no pairing could avoid are no fault of the round.
    breaches = [one for one in _own_faults(event, number) if not _unavoidable(one, made)]
    ok = not breaches and (not different or bool(entry.manual))
    return RoundCheck(number, ok, (*breaches, *different), made, entry.manual)


def _check_table(event: Event, number: int, cycles: int) -> RoundCheck:
    """A round against the Berger table of the numbers, or of each group's (5.4.10.9); a table has no plus."""
    if event.sections:
        tables = tables_by_section(event, cycles)
    else:
        ids = [player.id for player in event.players]
        tables = tuple(tuple((ids[a - 1], ids[b - 1]) for a, b in one) for one in schedule(len(ids), cycles))
    couples = tables[number - 1] if number <= len(tables) else ()
    why = (Reason("berger", "5.4.11"),)
    made = Pairing(number, tuple(Pair(white, black, at, why) for at, (white, black) in enumerate(couples, 1)))
    entry = event.rounds[number - 1]
    different = _compare(entry, made, {bye.player for bye in entry.byes if bye.kind == "bye"})
    played = {frozenset((game.white, game.black)) for game in entry.games}
    for white, black in couples:
        if not {white, black} & {player for two in played for player in two}:
            text = f"{white} and {black} should meet"
            different.append(Difference("pair", (white, black), None, [white, black], text))
    return RoundCheck(number, not different or bool(entry.manual), tuple(different), made, entry.manual)


def _check_knockout(event: Event, number: int, system: str, seed: int) -> RoundCheck:
    entry = event.rounds[number - 1]
    there = {player for game in entry.games for player in (game.white, game.black)}
    through = {bye.player for bye in entry.byes if bye.kind in ("bye", "full")}
    absent = {player.id for player in event.players} - there - through
    rounds = tuple(_as_of(one, number) for one in event.rounds[: number - 1])
    made = pair_knockout(msgspec.structs.replace(event, rounds=rounds), system, seed=seed, absent=absent)
    different = _compare(entry, made, set())
    if through != set(made.through):
        has, due = sorted(through), sorted(made.through)
        text = f"{due or 'nobody'} should go through without a meeting, not {has or 'nobody'}"
        different.append(Difference("through", tuple(has), has, due, text))
    out = there - playing(event, number)
    again = [Difference("out", tuple(sorted(out)), sorted(out), None, f"{sorted(out)} had lost before")] if out else []
    return RoundCheck(
        number, not again and (not different or bool(entry.manual)), (*again, *different), made, entry.manual
    )


def _unavoidable(breach: Difference, made: Pairing) -> bool:
    """Whether the pairing of the articles had to make the same breach."""
    return any(one.key == breach.kind and set(breach.players) <= set(one.players) for one in made.relaxations)


def _as_of(entry: Round, number: int) -> Round:
    return msgspec.structs.replace(entry, games=tuple(game.as_of(number) for game in entry.games))


def _compare(entry: Round, made: Pairing, plus: set[int]) -> list[Difference]:
    found: list[Difference] = []
    if made.pairs is None:
        return [Difference("no-pairing", (), None, None, "no pairing exists for this round")]
    due = {frozenset((one.white, one.black)): one for one in made.pairs}
    have = {frozenset((game.white, game.black)): game for game in entry.games}
    for two in sorted(have.keys() - due.keys(), key=sorted):
        partners = {p: next((sum(k) - p for k in due if p in k), None) for p in sorted(two)}
        text = "; ".join(f"{p} should meet {q if q is not None else 'nobody'}" for p, q in partners.items())
        found.append(Difference("pair", tuple(sorted(two)), sorted(two), partners, text))
    for two in sorted(have.keys() & due.keys(), key=sorted):
        game, one = have[two], due[two]
        if (game.black if game.exchanged else game.white) != one.white:
            text = f"{one.white} should have White against {one.black}"
            found.append(Difference("colour", (one.white, one.black), game.white, one.white, text))
    if plus != set(made.pluses):
        has, due_plus = sorted(plus), ", ".join(map(str, made.pluses))
        text = f"the plus should go to {due_plus or 'nobody'}, it went to {has or 'nobody'}"
        expected = list(made.pluses) if made.more_byes else made.bye
        found.append(Difference("bye", tuple(has), has, expected, text))
    return found


def _own_faults(event: Event, number: int) -> list[Difference]:
    """Breaches that need no second pairing to be seen: a second meeting, a second free point, four of one colour."""
    before = cards(event, number - 1)
    entry = event.rounds[number - 1]
    found: list[Difference] = []
    for game in entry.games:
        two = (game.white, game.black)
        if game.black in before[game.white].met:
            text = f"{two[0]} and {two[1]} had met before (5.4.10.2)"
            found.append(Difference("rematch", two, list(two), None, text))
        for player, side in ((game.white, Side.WHITE), (game.black, Side.BLACK)):
            if game.met and before[player].sides[-3:] == [side] * 3:
                text = f"{player} has {side} for the fourth time running (5.4.10.2)"
                found.append(Difference("streak", (player,), str(side), str(side.other), text))
    for bye in entry.byes:
        if bye.kind == "bye" and before[bye.player].free_points:
            text = f"{bye.player} gets a second point without play (5.4.10.2)"
            found.append(Difference("second-free-point", (bye.player,), bye.player, None, text))
    return found


def check_standings(event: Event) -> tuple[Difference, ...]:
    """The points and places a file states against those computed; a place may break a tie, never a lead in points."""
    found: list[Difference] = []
    rows = {row.id: row for row in standings(event, ())}
    for player, stated in event.stated.items():
        row = rows[player]
        if stated.points is not None and stated.points != row.points:
            text = f"{player} has {row.points:g} points, the file says {stated.points:g}"
            found.append(Difference("points", (player,), stated.points, row.points, text))
        if stated.place and row.place is not None:
            level = sum(
                other.points_half == row.points_half and other.place is not None and other.section == row.section
                for other in rows.values()
            )
            if not row.place <= stated.place < row.place + level:
                text = f"{player} stands at {stated.place}, with {row.points:g} points between {row.place} and "
                text += str(row.place + level - 1)
                found.append(Difference("place", (player,), stated.place, row.place, text))
    return tuple(found)


def check_team_points(event: Event) -> tuple[Difference, ...]:
    """The match and game points that a file states of its teams (310) against those of its games."""
    found: list[Difference] = []
    rows = {row.team: row for row in team_standings(team_event_of(event), ())}
    for team in event.teams:
        for what, said, have in zip(
            ("match points", "game points"),
            stated_points(team)[:2],
            (rows[team.id].match_points, rows[team.id].game_points),
            strict=True,
        ):
            if said is not None and said != have:
                text = f"team {team.id} has {have:g} {what}, the file says {said:g}"
                found.append(Difference(what.replace(" ", "-"), (team.id,), said, have, text))
    return tuple(found)


def check_answer(
    event: Event,
    system: str = "individual",
    *,
    first_colour: Literal["white", "black"] | None = None,
    seed: int | None = None,
    teams: Primary | None = None,
) -> dict[str, Any]:
    """The answer of ``check``: ``{"rounds": [{"round", "ok", "differences": [...]}], "standings": {...}}``.

    ``teams``: the pairing of teams is checked, counted so. ``standings`` has ``ok`` and ``differences`` too: the points
    and places the file states. A round paired by hand has its reason under ``manual``. The command exits 1 where any
    ``ok`` is false.
    """
    if teams is not None:
        rounds = check_teams(event, teams, system, first_colour=first_colour, seed=seed)
        table = check_team_points(event)
    else:
        rounds = check(event, system, first_colour=first_colour, seed=seed)
        # The system that is checked is the event's, even where its file does not declare one.
        kind: EventKind = "round-robin" if system in TABLES else "swiss"
        table = check_standings(msgspec.structs.replace(event, kind=kind) if event.kind == "auto" else event)
    return {
        "rounds": [_round(one) for one in rounds],
        "standings": {"ok": not table, "differences": _plain(table)},
    }


def _round(one: RoundCheck) -> dict[str, Any]:
    answer: dict[str, Any] = {"round": one.round, "ok": one.ok, "differences": _plain(one.differences)}
    return {**answer, "manual": one.manual} if one.manual else answer


def _plain(differences: tuple[Difference, ...]) -> list[Any]:
    return [msgspec.json.decode(msgspec.json.encode(difference)) for difference in differences]
