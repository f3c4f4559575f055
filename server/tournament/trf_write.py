"""Writing tournament report files: TRF16 with the usual extensions, or TRF26.

What the formats have no place for stands in comment lines ``### flagfall ...``, which ``read_trf`` understands: late
entries, withdrawals, groups, weak prohibitions, the seed of the lots, reasons of manual pairings, provisional
adjudications, the games of micro-matches, whose cells hold the one result of the meeting, exchanged colours, choices.
Reading a written text gives the same event, but for the half-points of games still open, which count as draws.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from server.tournament.model import DRAW, LOSS, WIN, Choices, Event, Game, Player
from server.tournament.standing import standings
from server.tournament.trf_meeting import part_word

_ROUND_WIDTH = 10
_BYES = {"bye": "U", "full": "F", "half": "H", "zero": "Z"}
_CODES = {
    "played": {WIN: "1", DRAW: "=", LOSS: "0"},
    "unrated": {WIN: "W", DRAW: "D", LOSS: "L"},
    "forfeit": {WIN: "+", LOSS: "-"},
    "unfinished": {WIN: " ", DRAW: " ", LOSS: " "},
}


def write_trf(event: Event, version: Literal[16, 26] = 16, places: Mapping[int, int | None] | None = None) -> str:
    """The event as text, lines ending in a line feed. ``places`` fills the rank column (default: as stated, else 0)."""
    lines: list[str] = []
    codes = dict(event.headers)
    if event.name and "012" not in codes:
        codes["012"] = (event.name,)
    codes["062"] = (str(len(event.players)),)
    for code in sorted(code for code in codes if code.isdigit()):
        lines += [f"{code} {text}".rstrip() for text in codes[code]]
    lines += list(_settings(event, version))
    lines += list(_comments(event))
    shown = places if places is not None else {player: stated.place for player, stated in event.stated.items()}
    cells = _cells(event, version)
    totals = _totals(event)
    for player in event.players:
        lines.append(_line(player, totals[player.id], event.points, shown.get(player.id) or 0, cells[player.id]))
    for code in sorted(code for code in codes if not code.isdigit()):
        lines += [f"{code} {text}".rstrip() for text in codes[code]]
    for team in event.teams:
        members = " ".join(f"{player:4}" for player in team.players)
        if version == 16:
            lines.append(f"013 {team.name[:32]:32}{members}")
        else:
            lines.append(f"310 {team.id:3} {team.name[:32]:32}{team.stated}".ljust(73) + members)
    return "\n".join(lines) + "\n"


def _settings(event: Event, version: int) -> Iterator[str]:
    new = version == 26
    if event.planned_rounds is not None:
        yield f"142 {event.planned_rounds}" if new else f"XXR {event.planned_rounds}"
    if event.first_colour is not None:
        yield f"152 {event.first_colour[0].upper()}" if new else f"XXC {event.first_colour}1"
    free = {bye.half // event.worth for entry in event.rounds for bye in entry.byes if bye.kind == "bye"} - {WIN}
    plus = free.pop() / 2 * event.points if len(free) == 1 else None
    if event.points == 2 or plus is not None:
        win, draw = (2.0, 1.0) if event.points == 2 else (1.0, 0.5)
        if new:
            yield f"162  W {win}    D {draw}    L 0.0" + ("" if plus is None else f"    P {plus}")
        else:
            yield from [f"BBW  {win}", f"BBD  {draw}", *([] if plus is None else [f"BBU  {plus}"])]
    for rule in event.forbidden:
        if not rule.weak and (new or rule.first > 1 or rule.last is not None):
            yield f"260 {rule.first:03} {rule.last or 999:03}  " + " ".join(f"{player:04}" for player in rule.players)
        elif not rule.weak:
            yield "XXP " + " ".join(str(player) for player in rule.players)
    for bonus in event.bonuses:
        points = bonus.half / 2 * event.points
        for player in bonus.players:
            yield f"250      {points:4.1f} {bonus.first:03} {bonus.last:03} {player:04} {player:04}"
    if new:
        for number, entry in enumerate(event.rounds[event.finished :], event.finished + 1):
            for kind in ("full", "half", "zero"):
                named = [bye.player for bye in entry.byes if bye.kind == kind]
                if named:
                    yield f"240 {_BYES[kind]} {number:03} " + " ".join(f"{player:4}" for player in named)


def _comments(event: Event) -> Iterator[str]:
    if event.kind != "auto":
        yield f"### flagfall {event.kind}"
    for section in event.sections:
        members = "".join(f"{player} " for player in section.players)
        yield f"### flagfall group {members}: {' '.join(section.name.split())}"
    if event.sections and event.section_rounds is not None:
        yield f"### flagfall groups-until {event.section_rounds}"
    if event.sections and not event.places_apart:
        yield "### flagfall one-table"
    if event.third_place:
        yield "### flagfall third-place"
    if event.worth > 1:
        yield f"### flagfall worth {event.worth}"
    for name in Choices.__struct_fields__:
        chosen = getattr(event.choices, name)
        if chosen != getattr(Choices(), name):
            yield f"### flagfall choice {name} {str(chosen).lower()}"
    if event.seed is not None:
        yield f"### flagfall seed {event.seed}"
    for number, entry in enumerate(event.rounds, 1):
        if entry.manual:
            yield f"### flagfall manual {number} {' '.join(entry.manual.split())}"
        for game in entry.games:
            if game.parts:
                told = " ".join(part_word(game, one) for one in game.parts)
                points = f"{game.white_half} {game.black_half}"
                yield f"### flagfall meeting {number} {game.white} {game.black} {points} {told}"
            if game.adjudicated is not None and game.adjudicated_until is not None:
                white, black = game.adjudicated
                yield (
                    f"### flagfall adjudicated {number} {game.white} {game.black} {white} {black} "
                    f"{game.adjudicated_until}"
                )
            if game.exchanged:
                yield f"### flagfall exchanged {number} {game.white} {game.black}"
    for rule in event.forbidden:
        if rule.weak:
            last = "-" if rule.last is None else rule.last
            yield f"### flagfall weak {rule.first} {last} " + " ".join(str(player) for player in rule.players)
    for player in event.players:
        if player.joined > 1:
            yield f"### flagfall joined {player.id} in {player.joined}"
        if player.left_after is not None:
            yield f"### flagfall left {player.id} after {player.left_after}"


def _cells(event: Event, version: int) -> dict[int, list[str]]:
    table: dict[int, list[str]] = {player.id: [] for player in event.players}
    for number, entry in enumerate(event.rounds, 1):
        for game in entry.games:
            table[game.white].append(_cell(game, game.white, "w"))
            table[game.black].append(_cell(game, game.black, "b"))
        for bye in entry.byes:
            if version == 16 or number <= event.finished or bye.kind == "bye":
                table[bye.player].append(f"0000 - {_BYES[bye.kind]}")
        for line in table.values():
            if len(line) < number:
                line.append("")
    return table


def _cell(game: Game, player: int, colour: str) -> str:
    mine, yours = game.half(player), game.half(game.opponent(player))
    if game.parts and mine + yours:
        mine = WIN if mine > yours else LOSS if mine < yours else DRAW
    return f"{game.opponent(player):4} {colour} {_CODES[game.kind][mine]}"


def _totals(event: Event) -> dict[int, int]:
    """The half-points by which places go: without open games, and without those of whoever left a round robin early
    (5.4.5.2)."""
    return {row.id: row.points_half for row in standings(event, ())}


def _line(player: Player, half: int, points: int, place: int, cells: list[str]) -> str:
    total = half / 2 if points == 1 else float(half)
    rating = "" if player.rating is None else player.rating
    head = (
        f"001 {player.id:4} {player.sex[:1]:1}{player.title[:3]:>3} {player.name[:33]:33} {rating:>4} "
        f"{player.federation[:3]:3} {player.number[:11]:>11} {player.born[:10]:10} {total:4.1f} {place:4}"
    )
    tail = "".join(f"  {cell:8}" for cell in cells)
    return (head + tail).rstrip()
