"""Reading a crosstable as CSV in the manner of FMJD: an event is rebuilt from it, for every cell names an opponent.

The table has a header and a line for each player, with commas, semicolons or tabs. Rounds are the columns whose heads
are numbers; a cell is ``12w1``: the opponent's number, the colour (``w``, ``b``, or ``-`` for a game that did not take
place), the result (1, ½, 0; 2, 1, 0 where a win is worth 2; + and -; ``*`` while open). ``0`` is no opponent: ``0-+``
the plus or a full point, ``0-½`` half a point, ``0--`` an absence. What the table has no place for is not there: who
was to have White in a game that did not take place, which of several pluses was that of an odd field.
"""

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from rules.errors import NotationError
from server.tournament.cells import csv_rows
from server.tournament.model import DRAW, WIN, Bye, Event, Game, GameKind, Player, Round, Section, Stated

HEADS: dict[str, tuple[str, ...]] = {
    "group": ("group", "группа"),
    "place": ("place", "место"),
    "number": ("number", "no", "no.", "№", "номер"),
    "name": ("name", "player", "имя", "фамилия", "фамилия имя", "фио", "участник", "игрок"),
    "rating": ("rating", "рейтинг"),
    "points": ("points", "pts", "очки"),
}
_CELL = re.compile(r"(\d{1,4})\s*([wbWB-])\s*(1/2|[012½=+*-])")
_POINTS = re.compile(r"\d*½|\d+([.,]\d)?")


class _Cell(msgspec.Struct, frozen=True):
    opponent: int
    colour: str
    mark: str
    line: int


def is_crosstable(text: str) -> bool:
    """Whether a text is such a table: its first line has heads of a number, a name and a first round."""
    try:
        rows = csv_rows(text.lstrip().split("\n", 1)[0]) if text.strip() else []
    except NotationError:
        return False
    found = _columns(rows[0]) if rows else {}
    return {"number", "name"} <= found.keys() and 1 in _rounds(rows[0])


def _columns(head: Sequence[str]) -> dict[str, int]:
    words = [cell.strip().lower() for cell in head]
    return {key: words.index(name) for key, names in HEADS.items() for name in names if name in words}


def _rounds(head: Sequence[str]) -> dict[int, int]:
    """The column of each round."""
    found = {int(cell): at for at, cell in enumerate(head) if cell.strip().isdecimal() and int(cell) < 1000}
    return {number: found[number] for number in sorted(found)}


def read_crosstable(text: str) -> Event:
    """The event of a crosstable. Raises ``NotationError`` with every fault and its line."""
    rows = csv_rows(text)
    lines = [(line, row) for line, row in enumerate(rows, 1) if any(cell.strip() for cell in row)]
    if not lines:
        raise NotationError("no table: expected a header and a line for each player")
    first, head = lines[0]
    columns, rounds = _columns(head), _rounds(head)
    faults = [f"line {first}: no column {key}" for key in ("number", "name") if key not in columns]
    if list(rounds) != list(range(1, len(rounds) + 1)) or not rounds:
        faults.append(f"line {first}: rounds {', '.join(map(str, rounds)) or '-'}: expected columns 1, 2, ...")
    if faults:
        raise NotationError("\n".join(faults))
    players: dict[int, Player] = {}
    cells: dict[int, dict[int, _Cell]] = {}
    told: dict[int, tuple[str, str]] = {}
    groups: dict[str, list[int]] = {}
    for line, row in lines[1:]:
        read = {key: _plain(row[at]) if at < len(row) else "" for key, at in columns.items()}
        if not re.fullmatch(r"[1-9]\d{0,3}", read["number"]):
            faults.append(f"line {line}: number {read['number']!r}: expected 1 to 9999")
            continue
        me = int(read["number"])
        if me in players:
            faults.append(f"line {line}: number {me} stands a second time")
        rating = read.get("rating", "")
        if not re.fullmatch(r"\d{0,4}|-", rating):
            faults.append(f"line {line}: rating {rating!r}: expected a number or nothing")
            rating = ""
        players[me] = Player(me, read["name"], int(rating) if rating.isdecimal() and int(rating) else None)
        told[me] = read.get("points", ""), read.get("place", "")
        if read.get("group"):
            groups.setdefault(read["group"], []).append(me)
        cells[me] = {}
        for number, at in rounds.items():
            cell = _plain(row[at]) if at < len(row) else ""
            found = _CELL.fullmatch(cell)
            if found:
                cells[me][number] = _Cell(int(found[1]), found[2].lower(), found[3].replace("1/2", "½"), line)
            elif cell:
                faults.append(f"line {line}, round {number}: {cell!r}: expected opponent, colour, result, as 12w1")
    stated = {me: _stated(me, *both, faults) for me, both in told.items()}
    points, built, wrong = _scaled(list(rounds), cells, stated)
    faults += wrong
    if not players and not faults:
        faults.append("no player below the header")
    if faults:
        raise NotationError("\n".join(faults))
    return Event(
        tuple(players[me] for me in sorted(players)),
        tuple(built),
        points=points,
        stated=stated,
        sections=tuple(Section(name, tuple(sorted(members))) for name, members in groups.items()),
    )


def _scaled(
    rounds: Sequence[int], cells: dict[int, dict[int, _Cell]], stated: dict[int, Stated]
) -> tuple[Literal[1, 2], list[Round], list[str]]:
    """What a win is worth, the rounds read so, and their faults. A table does not say it: it is the scale in which the
    cells go together and the points stated are those of the cells; of both 1."""
    marks = {cell.mark for row in cells.values() for cell in row.values()}
    scales: tuple[Literal[1, 2], ...] = (2,) if "2" in marks else (1,) if "½" in marks else (1, 2)
    read = []
    for points in scales:
        faults: list[str] = []
        built = [_round(number, cells, points, faults) for number in rounds]
        sums = dict.fromkeys(cells, 0)
        for entry in built:
            for game in (one for one in entry.games if one.kind != "unfinished"):
                sums[game.white] += game.white_half
                sums[game.black] += game.black_half
            for bye in entry.byes:
                sums[bye.player] += bye.half
        known = [(me, one.points) for me, one in stated.items() if one.points is not None]
        apart = sum(one != sums[me] / 2 * points for me, one in known)
        read.append((len(faults), apart, points, built, faults))
    _, _, points, built, faults = min(read, key=lambda one: one[:3])
    return points, built, faults


def _plain(cell: str) -> str:
    """A cell as it was before the mark against formulas was put to it."""
    text = " ".join(cell.split())
    return text[1:] if text[:1] == "'" and text[1:2] in ("=", "+", "-", "@") else text


def _stated(me: int, points: str, place: str, faults: list[str]) -> Stated:
    if points and not _POINTS.fullmatch(points):
        faults.append(f"number {me}: points {points!r}: expected as 5½ or 5.5")
        points = ""
    whole = points.replace(",", ".").replace("½", ".5")
    return Stated(float(whole) if whole else None, int(place) if place.isdecimal() else None)


def _half(mark: str, points: int) -> int:
    if mark in "+":
        return WIN
    if mark in ("½", "="):
        return DRAW
    value = int(mark) if mark.isdecimal() else 0
    return value if points == 2 else WIN * value


def _round(number: int, cells: dict[int, dict[int, _Cell]], points: int, faults: list[str]) -> Round:
    games: list[Game] = []
    alone: list[tuple[int, int]] = []
    for me, row in cells.items():
        cell = row.get(number)
        if cell is None:
            continue
        where = f"line {cell.line}, round {number}"
        if not cell.opponent:
            alone.append((me, _half(cell.mark, points)))
            continue
        other = cells.get(cell.opponent, {}).get(number)
        if cell.opponent not in cells or cell.opponent == me:
            faults.append(f"{where}: opponent {cell.opponent} is not another player of the table")
        elif other is None or other.opponent != me:
            faults.append(f"{where}: {me} names {cell.opponent}, who does not name him")
        elif me < cell.opponent:
            game = _game(me, cell, other, points)
            if game is None:
                both = f"{cell.colour}{cell.mark} and {other.colour}{other.mark}"
                faults.append(f"{where}: {both} of {me} and {cell.opponent} do not go together")
            else:
                games.append(game)
    plus = [me for me, half in alone if half == WIN]
    byes = []
    for me, half in sorted(alone):
        full: Literal["bye", "full"] = "bye" if len(plus) == 1 else "full"
        byes.append(Bye(me, full if half == WIN else "half" if half == DRAW else "zero", half))
    return Round(tuple(games), tuple(byes))


def _game(me: int, mine: _Cell, yours: _Cell, points: int) -> Game | None:
    """The game of two cells; None where they contradict each other. Without a colour the lower number stands first."""
    kind: GameKind = "played"
    marks = {mine.mark, yours.mark}
    if marks == {"*"}:
        kind = "unfinished"
    elif marks <= {"+", "-"}:
        kind = "forfeit"
    elif marks & {"+", "-", "*"}:
        return None
    colours = {mine.colour, yours.colour}
    if colours != {"w", "b"} and not (kind in ("forfeit", "unfinished") and colours == {"-"}):
        return None
    halves = (_half(mine.mark, points), _half(yours.mark, points))
    if kind == "unfinished":
        halves = (DRAW, DRAW)
    elif sum(halves) > WIN:
        return None
    if mine.colour == "b":
        return Game(mine.opponent, me, halves[1], halves[0], kind)
    return Game(me, mine.opponent, *halves, kind)
