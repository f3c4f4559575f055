"""Commands of the tournament room: pair, standings, check, generate, study."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import typer

from flagfall.commands.output import AS_JSON, InputError, print_json, read_bytes, tell

TRF = typer.Argument(help="A tournament report file (TRF), or a crosstable as CSV; - is stdin.")
SYSTEM = typer.Option("individual", help="random, individual, truncated-solkoff, current-buchholz or floats.")
PLAYED_BY = typer.Option(
    "individual",
    help="random, individual, truncated-solkoff, current-buchholz, floats; knockout, knockout-seeded.",
)
CHECKED_BY = typer.Option(
    "individual",
    help="random, individual, truncated-solkoff, current-buchholz, floats; knockout, knockout-seeded; round-robin, "
    "double-round-robin.",
)
PAIRED_BY = typer.Option(
    "individual",
    help="random, individual, truncated-solkoff, current-buchholz, floats; knockout, knockout-seeded; fide-dutch by "
    "bbpPairings on PATH.",
)
KNOCKOUTS = ("knockout", "knockout-seeded")
LOTS = typer.Option(None, help="Seed of the lots; by default the file's own, else 0.")
FIRST = typer.Option(None, "--first-colour", help="The lot for the first pair; by default the file's own, else white.")
TIEBREAKS = "buchholz,sonneborn-berger"
PLAYED_FIRST = typer.Option(None, "--first-colour", help="The lot for the first pair; by default as the file has it.")


def _read(file: Path) -> Any:
    """The event of a file, TRF or crosstable, in whatever code page it is."""
    from server.tournament import read_trf
    from server.tournament.crosstable_reading import is_crosstable, read_crosstable
    from server.tournament.trf_text import text_of

    text = text_of(read_bytes(file)).lstrip("\ufeff")
    return read_crosstable(text) if is_crosstable(text) else read_trf(text)


def _with_teams(event: Any) -> Any:
    """The event, which must name teams."""
    if not event.teams:
        raise InputError("--teams: the file names no teams, expected lines 013 or 310")
    return event


def pair(
    file: Path = TRF,
    system: str = PAIRED_BY,
    seed: int | None = LOTS,
    first_colour: Literal["white", "black"] | None = FIRST,
    relax: bool = typer.Option(False, "--relax", help="Where no legal pairing exists, make the least departure."),
    teams: Literal["match-points", "game-points"] | None = typer.Option(
        None, help="Pair the file's teams (013, 310), counted by match-points or game-points."
    ),
    as_json: bool = AS_JSON,
) -> None:
    """Pair the next round."""
    from server.tournament import pair_answer
    from server.tournament.team_reading import entrants_of

    event = _with_teams(_read(file)) if teams is not None else _read(file)
    if teams is not None:
        event = entrants_of(event, teams)
    answer: dict[str, Any]
    if system == "fide-dutch":
        answer = _dutch(event, first_colour)
    else:
        answer = pair_answer(event, system=system, seed=seed, first_colour=first_colour, relax=relax)
    if as_json:
        print_json(answer)
    elif answer["pairs"] is None and system in KNOCKOUTS:
        tell("The knock-out is over: fewer than two are left.")
    elif answer["pairs"] is None:
        tell(
            "No pairing exists, even with every departure allowed."
            if relax
            else "No legal pairing exists without a departure; --relax allows the least one."
        )
    elif not answer["pairs"] and answer["bye"] is None:
        tell(f"Round {answer['round']} leaves no one to pair: each player has a pair or a bye already.")
    else:
        for board, (white, black) in enumerate(answer["pairs"], 1):
            print(f"{board:>3}. {white:>4} - {black}")
        for player in () if answer["bye"] is None else (answer["bye"], *answer.get("more_byes", ())):
            print(f"     {player:>4}   bye")
        for player in answer.get("through", ()):
            print(f"     {player:>4}   goes through")
        for given_up in answer.get("relaxations", ()):
            tell(f"departure: {given_up['kind']} [{given_up['article']}]: {', '.join(map(str, given_up['players']))}")
    if answer["pairs"] is None:
        raise typer.Exit(1)


def _dutch(event: Any, first_colour: Literal["white", "black"] | None) -> dict[str, Any]:
    """The next round by another program, in the same form."""
    import msgspec

    from server import dutch
    from server.tournament.why import explanation

    made = dutch.pair(msgspec.structs.replace(event, first_colour=first_colour or event.first_colour or "white"))
    pairs = None if made.pairs is None else [[one.white, one.black] for one in made.pairs]
    return {"round": made.round, "pairs": pairs, "bye": made.bye, "why": explanation(made)}


def standings(
    file: Path = TRF,
    tiebreaks: str = typer.Option(
        TIEBREAKS, help="Names, with commas, in order; of teams by default those of 5.4.9.6."
    ),
    unplayed: str = typer.Option("zero", help="zero, article-5.4.10.11, virtual or arbiter-pro."),
    points: Literal["1", "2"] | None = typer.Option(None, help="Points for a win; by default as the file has it."),
    teams: Literal["match-points", "game-points"] | None = typer.Option(
        None, help="Rank the file's teams (013, 310) by match-points or game-points."
    ),
    kind: Literal["swiss", "round-robin"] | None = typer.Option(
        None, help="The event's kind; by default as the file has it (092), else by its games."
    ),
    as_json: bool = AS_JSON,
) -> None:
    """Rank the players, or the teams."""
    import msgspec

    from server.tournament import standings_answer

    names = tuple(name.strip() for name in tiebreaks.split(",") if name.strip())
    event = _read(file)
    event = event if kind is None else msgspec.structs.replace(event, kind=kind)
    if teams is not None:
        _teams(event, teams, names if tiebreaks != TIEBREAKS else None, as_json)
        return
    scale: Literal[1, 2] | None = None if points is None else 2 if points == "2" else 1
    answer: dict[str, Any] = standings_answer(event, tiebreaks=names, unplayed=unplayed, points=scale)
    people = {player.id: player.name for player in event.players}
    if not as_json and answer["standings"]:
        print(_row("", "No.", "", "pts", [(key, key) for key in answer["standings"][0]["tiebreaks"]]))
    if as_json:
        print_json(answer)
        return
    if "kind" in answer:
        tell(
            "The file does not say which system was played (092), and everyone has met everyone: ranked as a round "
            "robin. --kind swiss ranks a Swiss event."
        )
    group = ""
    for row in answer["standings"]:
        if row.get("group", group) != group:
            group = row["group"]
            print(f"{group}:")
        place = "-" if row["place"] is None else row["place"]
        print(_row(place, row["id"], people[row["id"]], row["points"], row["tiebreaks"].items()))


def _teams(
    event: Any, primary: Literal["match-points", "game-points"], criteria: tuple[str, ...] | None, as_json: bool
) -> None:
    """The places of teams, by their order of 5.4.9.6 where no criteria are named."""
    from server.team_config import PRESET_OF
    from server.tournament.presets import PRESETS
    from server.tournament.team_reading import team_event_of
    from server.tournament.team_standing import team_standings

    _with_teams(event)
    order = PRESETS[PRESET_OF[primary]].tiebreaks if criteria is None else criteria
    rows = team_standings(team_event_of(event, primary), order)
    names = {team.id: team.name for team in event.teams}
    if as_json:
        keys = ("place", "match_points", "game_points", "criteria", "extra_match")
        told = [{"id": row.team, "name": names[row.team], **{key: getattr(row, key) for key in keys}} for row in rows]
        print_json({"teams": told})
        return
    for row in rows:
        shown = "  ".join(map(_shown, row.criteria.values()))
        print(f"{row.place:>3}  {names[row.team]:<24} {row.match_points:>4g} {row.game_points:>5g}  {shown}")


def _row(place: object, number: object, name: str, points: object, terms: Iterable[tuple[str, object]]) -> str:
    """A line of the table of players; each coefficient as wide as its name."""
    shown = (f"{one if isinstance(one, str) else _shown(one):>{max(len(key), 5)}}" for key, one in terms)
    return f"{place:>3}  {number:>4}  {name:<24}  {points:>5}  {'  '.join(shown)}".rstrip()


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return "/".join(f"{one:g}" for one in value)
    return "-" if value is None else f"{value:g}"


def check(
    file: Path = TRF,
    system: str = CHECKED_BY,
    seed: int | None = LOTS,
    first_colour: Literal["white", "black"] | None = PLAYED_FIRST,
    teams: Literal["match-points", "game-points"] | None = typer.Option(
        None, help="Check the pairing of the file's teams (013, 310), counted by match-points or game-points."
    ),
    as_json: bool = AS_JSON,
) -> None:
    """Pair every round of an event again and compare; then its points and places."""
    from server.tournament import check_answer

    event = _read(file) if teams is None else _with_teams(_read(file))
    found = check_answer(event, system, seed=seed, first_colour=first_colour, teams=teams)
    table = found["standings"]
    answer: dict[str, Any] = {"rounds": found["rounds"]}
    if not table["ok"]:
        answer["standings"] = table
    if as_json:
        print_json(answer)
    else:
        for one in found["rounds"]:
            manual = f" (by hand: {one['manual']})" if "manual" in one else ""
            print(f"round {one['round']}: {'agrees' if one['ok'] else 'differs'}{manual}")
            for difference in one["differences"]:
                print(f"  {difference['text']}")
        for difference in table["differences"]:
            print(f"standings: {difference['text']}")
    if not table["ok"] or not all(one["ok"] for one in found["rounds"]):
        raise typer.Exit(1)


def generate(
    players: int = typer.Option(16, help="Players, 2 or more."),
    rounds: int = typer.Option(7, help="Rounds; of a knock-out at most."),
    system: str = PLAYED_BY,
    seed: int = typer.Option(0, help="The seed; the same one gives the same event."),
    draw: int = typer.Option(35, help="Draws, in percent of games.", min=0, max=100),
    forfeit: int = typer.Option(2, help="Forfeits, in percent of games.", min=0, max=100),
    double: int = typer.Option(0, help="Losses of both, in percent of games.", min=0, max=100),
    absent: int = typer.Option(1, help="Absences known before, in percent of players a round.", min=0, max=100),
    half_bye: int = typer.Option(0, help="Half-point byes, in percent of players a round.", min=0, max=100),
    leave: int = typer.Option(1, help="Withdrawals, in percent of players a round.", min=0, max=100),
    late: int = typer.Option(0, help="Late entries, in percent of players.", min=0, max=100),
    groups: int = typer.Option(1, min=1, help="Groups of the event, each paired by itself (5.4.10.9)."),
    group_rounds: int | None = typer.Option(None, min=1, help="Rounds paired by groups; by default all."),
    version: Literal["16", "26"] = typer.Option("16", "--trf", help="TRF16 or TRF26."),
    as_json: bool = AS_JSON,
) -> None:
    """Play a random event and write it as TRF; exit 1 where the system found no pairing for some round."""
    from server.tournament import Rates, write_trf
    from server.tournament.generate import generate as play
    from server.tournament.history import cards

    rates = Rates(draw=draw, forfeit=forfeit, double=double, absent=absent, half_bye=half_bye, leave=leave, late=late)
    made = play(seed, players, rounds, system, rates, groups=groups, group_rounds=group_rounds)
    text = write_trf(made.event, 26 if version == "26" else 16)
    if as_json:
        floats = sum(one != 0 for card in cards(made.event).values() for one in card.floats)
        departures = sum(len(pairing.relaxations) for pairing in made.pairings)
        counts = {"rounds": made.event.finished, "floats": floats, "departures": departures}
        print_json({"complete": made.complete, **counts, "trf": text})
    else:
        print(text, end="")
    if not made.complete:
        tell(f"round {len(made.pairings) + 1}: no pairing exists")
        raise typer.Exit(1)


def study(
    system: str = SYSTEM,
    events: int = typer.Option(100, help="How many events are played."),
    players: int = typer.Option(30, help="Players, 2 or more."),
    rounds: int = typer.Option(9, help="Rounds."),
    seed: int = typer.Option(0, help="The first event's seed; each next has the next one."),
    as_json: bool = AS_JSON,
) -> None:
    """Play many random events of a system and measure colours, floats and how well the table orders the players."""
    import sys

    import msgspec

    from server.tournament.study import study as measure

    if events < 1:
        raise InputError(f"--events {events}: expected 1 or more")
    with typer.progressbar(length=events, label=system, file=sys.stderr) as bar:
        found = measure(system, events=events, players=players, rounds=rounds, seed=seed, told=lambda: bar.update(1))
    if as_json:
        print_json(msgspec.to_builtins(found, str_keys=True))
        return
    print(f"{found.system}: {found.events} events of {players} players, {rounds} rounds, seeds from {seed}")
    print(f"complete: {found.complete}; departures: {found.relaxations}")
    print(f"difference of colours: {_counts(found.balance)}")
    print(f"longest run of one colour: {_counts(found.longest_run)}")
    print(f"floats a player: {found.floats:.3f}")
    print(f"rank correlation: {found.correlation:.3f}")


def _counts(found: dict[int, int]) -> str:
    total = sum(found.values())
    return ", ".join(f"{value}: {count} ({100 * count / total:.1f} %)" for value, count in found.items())


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    for command in (pair, standings, check, generate, study):
        app.command()(command)
