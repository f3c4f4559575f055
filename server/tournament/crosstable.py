"""Tables of an event as plain data and as CSV: crosstables, pairings, standings, results, the rating report.

CSV follows RFC 4180 with a comma and line feeds; text that a spreadsheet would take for a formula is marked as text.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from server.tournament.history import Entry, cards
from server.tournament.model import LOSS, WIN, Event
from server.tournament.pairing import Pairing
from server.tournament.standing import Row
from server.tournament.why import points_text


class Cell(msgspec.Struct, frozen=True):
    """One round of one player in a Swiss table, or one meeting in a round robin.

    ``mark`` is what stands there: 1, ½, 0 (2, 1, 0 where a win is worth 2), + or - for forfeits, ``bye`` marks.
    """

    round: int
    opponent: int | None
    side: Literal["white", "black"] | None
    mark: str


class TableLine(msgspec.Struct, frozen=True):
    """A player's line: place, number, name, cells, points as text."""

    place: int | None
    id: int
    name: str
    rating: int | None
    cells: tuple[tuple[Cell, ...], ...]
    points: str


def mark(entry: Entry, points: int = 1) -> str:
    """The sign of a result: 5.4.7.1-2. A bye of an odd field is a plus, an absence a minus, an open game a star."""
    if entry.kind == "unfinished":
        return "*"
    if entry.kind in ("forfeit", "bye", "full", "zero", "absent"):
        return "+" if entry.half >= WIN else "-" if entry.half == LOSS else value_text(entry.half, points)
    return value_text(entry.half, points)


def value_text(half: int, points: int) -> str:
    """Half-points in the scale of the event: 7 is 3½, or 7 where a win is worth 2."""
    return points_text(half) if points == 1 else str(half)


def _cell(entry: Entry, points: int) -> Cell:
    side: Literal["white", "black"] | None = None
    if entry.side is not None and entry.kind != "forfeit":
        side = "white" if entry.side == "white" else "black"
    return Cell(entry.round, entry.opponent, side, mark(entry, points))


def swiss_table(event: Event, rows: Sequence[Row]) -> tuple[TableLine, ...]:
    """The crosstable by rounds, in the order of ``rows``: one cell a round."""
    held = cards(event)
    names = {player.id: player for player in event.players}
    return tuple(
        TableLine(
            row.place,
            row.id,
            names[row.id].name,
            names[row.id].rating,
            tuple((_cell(entry, event.points),) for entry in held[row.id].entries),
            value_text(row.points_half, event.points),
        )
        for row in rows
    )


def round_robin_table(event: Event, rows: Sequence[Row]) -> tuple[TableLine, ...]:
    """The square crosstable in the order of ``rows``: a column for each player, all meetings of the two in it."""
    held = cards(event)
    names = {player.id: player for player in event.players}
    lines = []
    for row in rows:
        meetings = {
            other.id: tuple(_cell(e, event.points) for e in held[row.id].entries if e.opponent == other.id)
            for other in rows
        }
        lines.append(
            TableLine(
                row.place,
                row.id,
                names[row.id].name,
                names[row.id].rating,
                tuple(meetings[other.id] for other in rows),
                value_text(row.points_half, event.points),
            )
        )
    return tuple(lines)


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV. A text beginning with = + - @ would be a formula in spreadsheets: an apostrophe goes before it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow([_safe(value) for value in row])
    return out.getvalue()


def _safe(value: object) -> object:
    if isinstance(value, str) and len(value) > 1 and value[0] in "=+-@\t\r":
        return "'" + value
    return "" if value is None else value


def crosstable_csv(event: Event, rows: Sequence[Row]) -> str:
    """The crosstable in the manner of FMJD: place, number, name, rating, each round as ``12w1``, points, criteria.

    The group stands before them where groups have their own places.
    """
    names = list(rows[0].tiebreaks) if rows else []
    rounds = [str(number) for number in range(1, event.finished + 1)]
    grouped = any(row.section for row in rows)
    head = [*(("group",) if grouped else ()), "place", "number", "name", "rating", *rounds, "points", *names]
    lines: list[list[object]] = [list(head)]
    for line, row in zip(swiss_table(event, rows), rows, strict=True):
        cells = [_code(cell) for (cell,) in line.cells]
        shown = [_shown(row, name) for name in names]
        first = [*((row.section,) if grouped else ()), row.place, row.id, line.name, line.rating]
        lines.append([*first, *cells, line.points, *shown])
    return csv_text(lines)


def _code(cell: Cell) -> str:
    return f"{cell.opponent or 0}{(cell.side or '-')[0]}{cell.mark}"


def _shown(row: Row, name: str) -> object:
    value = row.tiebreaks[name]
    if isinstance(value, list):
        return " ".join(f"{one:g}" for one in value)
    return "" if value is None else f"{value:g}"


def standings_csv(event: Event, rows: Sequence[Row]) -> str:
    """Place, number, name, points and every criterion; before them the group where groups have their own places."""
    names = list(rows[0].tiebreaks) if rows else []
    players = {player.id: player for player in event.players}
    grouped = any(row.section for row in rows)
    lines: list[list[object]] = [[*(("group",) if grouped else ()), "place", "number", "name", "points", *names]]
    for row in rows:
        shown = [_shown(row, name) for name in names]
        first = [*((row.section,) if grouped else ()), row.place, row.id, players[row.id].name]
        lines.append([*first, value_text(row.points_half, event.points), *shown])
    return csv_text(lines)


def pairings_csv(event: Event, pairing: Pairing, *, by: Literal["board", "name"] = "board") -> str:
    """The pairing list of a round: by boards, or by names with each player once and where he sits."""
    held = cards(event)
    players = {player.id: player for player in event.players}

    def told(player: int) -> list[object]:
        return [player, players[player].name, value_text(held[player].half, event.points)]

    lines: list[list[object]]
    if by == "board":
        lines = [["board", "white", "white name", "white points", "black", "black name", "black points"]]
        lines += [[one.board, *told(one.white), *told(one.black)] for one in pairing.pairs or ()]
        lines += [["", *told(player), "", "bye", ""] for player in pairing.pluses]
        return csv_text(lines)
    lines = [["name", "number", "board", "colour", "opponent"]]
    listed: list[list[object]] = []
    for one in pairing.pairs or ():
        listed.append([players[one.white].name, one.white, one.board, "white", players[one.black].name])
        listed.append([players[one.black].name, one.black, one.board, "black", players[one.white].name])
    listed += [[players[player].name, player, "", "", "bye"] for player in pairing.pluses]
    return csv_text([*lines, *sorted(listed, key=lambda row: (str(row[0]).casefold(), str(row[1])))])


def rating_report(event: Event) -> tuple[tuple[int, int, int, int, int], ...]:
    """The games that count for ratings: round, white, black, half-points of each; of a micro-match every game.
    Forfeits do not (5.4.7.2)."""
    return tuple(
        (number, game.white, game.black, game.white_half, game.black_half)
        for number, entry in enumerate(event.rounds, 1)
        for meeting in entry.games
        for game in meeting.parts or (meeting,)
        if game.kind == "played"
    )


def rating_csv(event: Event) -> str:
    """The rating report with names, ratings and federation numbers."""
    players = {player.id: player for player in event.players}
    lines: list[list[object]] = [["round", "white", "white name", "black", "black name", "result"]]
    for number, white, black, a, b in rating_report(event):
        result = f"{value_text(a, event.points)}-{value_text(b, event.points)}"
        numbers = players[white].number or white, players[black].number or black
        lines.append([number, numbers[0], players[white].name, numbers[1], players[black].name, result])
    return csv_text(lines)


def progress(event: Event) -> dict[int, tuple[int, ...]]:
    """Each player's half-points after every finished round."""
    running: dict[int, tuple[int, ...]] = {}
    for card in cards(event).values():
        sums: list[int] = []
        for entry in card.entries:
            sums.append((sums[-1] if sums else 0) + entry.half)
        running[card.id] = tuple(sums)
    return running


class BoardCard(msgspec.Struct, frozen=True):
    """What stands on the card of a board and at the head of its score sheets: numbers, names, points so far."""

    event: str
    round: int
    board: int
    white: int
    white_name: str
    white_points: str
    black: int
    black_name: str
    black_points: str


def board_cards(event: Event, pairing: Pairing) -> tuple[BoardCard, ...]:
    """The cards of a round in board order."""
    held = cards(event)
    names = {player.id: player.name for player in event.players}
    return tuple(
        BoardCard(
            event.name,
            pairing.round,
            one.board,
            one.white,
            names[one.white],
            value_text(held[one.white].half, event.points),
            one.black,
            names[one.black],
            value_text(held[one.black].half, event.points),
        )
        for one in pairing.pairs or ()
    )
