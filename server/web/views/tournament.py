"""The tournament's tables as rows for pages: reasons of pairs, terms of coefficients, crosstables, progress, names."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from display.catalogue import Texts
from display.format import points_text
from server.tournament.crosstable import TableLine, round_robin_table, swiss_table
from server.tournament.history import cards
from server.tournament.model import Event
from server.tournament.pairing import Reason, Relaxation
from server.tournament.registry import tiebreaks
from server.tournament.standing import Row
from server.tournament.tiebreak import Term
from server.tournament.why import Language, reason_text, relaxation_text

Name = Callable[[int], str]
OF_THE_ROUND = ("berger", "scheveningen", "extra-match")
"""Reasons that the hall itself gives for a whole round."""


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """The reasons of a pairing in words: by pair (White, Black), of the plus and the round, and departures."""

    pairs: Mapping[tuple[int, int], tuple[str, ...]]
    round: tuple[str, ...] = ()
    departures: tuple[str, ...] = ()


def why(reasons: Sequence[Mapping[str, Any]], words: Texts, names: Mapping[int, str]) -> Why:
    """What `server.systems` kept of a pairing's reasons, in words, each with its article."""
    language: Language = "en" if words.lang == "en" else "ru"

    def name(player: int) -> str:
        return names.get(player, str(player))

    pairs: dict[tuple[int, int], list[str]] = {}
    others: list[str] = []
    departures: list[str] = []
    for told in reasons:
        key, article = str(told.get("key", "")), str(told.get("article", ""))
        ref = words.t("article", n=article)
        if told.get("relaxed"):
            given_up = Relaxation(key, article, tuple(told["players"]))
            departures.append(f"{relaxation_text(given_up, language, name)} ({ref})")
            continue
        if key in OF_THE_ROUND:
            others.append(f"{words.t(f'why.{key}', n=told.get('round', ''))} ({ref})")
            continue
        line = f"{reason_text(Reason(key, article, dict(told.get('values', {}))), language, name)} ({ref})"
        if "white" in told:
            pairs.setdefault((told["white"], told["black"]), []).append(line)
        else:
            others.append(line)
    return Why(
        pairs={two: tuple(lines) for two, lines in pairs.items()}, round=tuple(others), departures=tuple(departures)
    )


class Summand(msgspec.Struct, frozen=True, kw_only=True):
    """One term of a coefficient: the round, whom it comes from, its amount, and a word for a round without a game."""

    round: str
    opponent: str
    amount: str
    note: str


class Coefficient(msgspec.Struct, frozen=True, kw_only=True):
    """A coefficient with its article, its value and the terms whose sum (or mean) that is."""

    name: str
    article: str
    value: str
    terms: tuple[Summand, ...]
    mean: bool = False
    steps: tuple[str, ...] = ()


def coefficients(row: Row, words: Texts, names: Mapping[int, str]) -> tuple[Coefficient, ...]:
    """Each coefficient of a player, explained."""
    out = []
    known = tiebreaks()
    for name, value in row.tiebreaks.items():
        title = words.t(f"tiebreak.{name}") if words.has(f"tiebreak.{name}") else name
        steps = tuple(points_text(step, words.lang) for step in value) if isinstance(value, list) else ()
        whole = "–" if value is None or isinstance(value, list) else points_text(value, words.lang)
        shown = steps[0] if steps else whole
        out.append(
            Coefficient(
                name=title,
                article=known[name].article,
                value=shown,
                terms=tuple(_summand(term, words, names) for term in row.terms.get(name, ())),
                mean=known[name].mean,
                steps=steps,
            )
        )
    return tuple(out)


def _summand(term: Term, words: Texts, names: Mapping[int, str]) -> Summand:
    opponent = names.get(term.opponent, str(term.opponent)) if term.opponent is not None else ""
    note = words.t(f"note.{term.note}") if words.has(f"note.{term.note}") else term.note
    return Summand(
        round=str(term.round) if term.round is not None else "",
        opponent=opponent,
        amount=points_text(float(term.amount), words.lang),
        note=note,
    )


class CrossRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player's line of a crosstable; a cell holds its meetings as (side, opponent, mark)."""

    place: str
    id: int
    name: str
    rating: str
    cells: tuple[tuple[tuple[str, str, str], ...] | None, ...]
    points: str
    tiebreaks: tuple[str, ...]


def crosstable(event: Event, rows: Sequence[Row], names: Mapping[int, str]) -> tuple[tuple[str, ...], list[CrossRow]]:
    """The heads of the columns and the lines: by rounds in a Swiss event, by opponents in a round robin. A player's
    cell with himself is None."""
    square = event.round_robin
    lines: tuple[TableLine, ...] = round_robin_table(event, rows) if square else swiss_table(event, rows)
    count = len(rows) if square else event.finished
    heads = tuple(str(number) for number in range(1, count + 1))
    out = []
    for at, (line, row) in enumerate(zip(lines, rows, strict=True)):
        cells = tuple(
            None
            if square and at == column
            else tuple((cell.side[0] if cell.side else "", _opponent(cell.opponent, square), cell.mark) for cell in met)
            for column, met in enumerate(line.cells)
        )
        out.append(
            CrossRow(
                place="–" if line.place is None else str(line.place),
                id=line.id,
                name=names.get(line.id, line.name),
                rating=str(line.rating or "–"),
                cells=cells,
                points=line.points,
                tiebreaks=tuple(_value(value) for value in row.tiebreaks.values()),
            )
        )
    return heads, out


def _opponent(player: int | None, square: bool) -> str:
    return "" if square or player is None else str(player)


def _value(value: object) -> str:
    if isinstance(value, list):
        value = value[0] if value else 0.0
    return points_text(value) if isinstance(value, int | float) else "–"


class ProgressRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player's points after each round."""

    id: int
    name: str
    sums: tuple[str, ...]


def progress_rows(event: Event, rows: Sequence[Row], names: Mapping[int, str]) -> list[ProgressRow]:
    """The running totals, in the order of the standings."""
    held = cards(event)
    out = []
    for row in rows:
        total, sums = 0, []
        for entry in held[row.id].entries:
            total += entry.half if entry.kind != "unfinished" else 0
            sums.append(points_text(total / 2 * event.points))
        out.append(ProgressRow(id=row.id, name=names.get(row.id, str(row.id)), sums=tuple(sums)))
    return out


class NameRow(msgspec.Struct, frozen=True, kw_only=True):
    """Where a player sits in a round: for the list by names."""

    id: int
    name: str
    table: str
    side: str
    opponent: str


def names_rows(pairing: Any, words: Texts, names: Mapping[int, str]) -> list[NameRow]:
    """Everyone of a round by name."""
    out = []
    for pair in pairing.pairs:
        for me, other, side in ((pair.white, pair.black, "w"), (pair.black, pair.white, "b")):
            out.append(
                NameRow(
                    id=me, name=names.get(me, str(me)), table=str(pair.table), side=side, opponent=names.get(other, "")
                )
            )
    for bye in pairing.pluses:
        out.append(NameRow(id=bye, name=names.get(bye, str(bye)), table="–", side="", opponent=words.t("pairings.bye")))
    for away in pairing.absent:
        player = away.player
        out.append(
            NameRow(
                id=player,
                name=names.get(player, str(player)),
                table="–",
                side="",
                opponent=words.t(f"bye.{away.kind}"),
            )
        )
    return sorted(out, key=lambda row: (row.name.casefold().replace("ё", "е"), row.id))
