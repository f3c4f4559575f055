"""Pairings and standings as lists that are read on the wall and printed."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from display.catalogue import Texts
from display.format import points_text, result_text, score_of
from rules.side import Side
from server.match_config import KNOCKOUT
from server.web.views.meetings import Meeting


class Couple(Protocol):
    """Two players at a table, as `server.rounds.Pair` has them."""

    @property
    def game(self) -> str: ...
    @property
    def table(self) -> int: ...
    @property
    def white(self) -> int: ...
    @property
    def black(self) -> int: ...


class Round(Protocol):
    """A pairing, as `server.rounds.Pairing` has it."""

    @property
    def round(self) -> int: ...
    @property
    def pairs(self) -> Sequence[Couple]: ...
    @property
    def pluses(self) -> Sequence[int]: ...


class Place(Protocol):
    """A line of the standings, as `server.systems.Standing` has it."""

    @property
    def place(self) -> int | None: ...
    @property
    def id(self) -> int: ...
    @property
    def points(self) -> float: ...
    @property
    def tiebreaks(self) -> Mapping[str, Any]: ...


class PairRow(msgspec.Struct, frozen=True, kw_only=True):
    """A pair of the list; ``result`` is empty until it is known, ``opening`` where none was drawn. ``games`` are those
    of a micro-match, ``wait`` which of them is on and when it may begin. ``head`` is empty but for the first board of a
    match of teams."""

    table: int
    game: str
    white_id: int
    white: str
    white_points: str
    black_id: int
    black: str
    black_points: str
    result: str
    opening: str = ""
    games: tuple[str, ...] = ()
    wait: str = ""
    head: str = ""


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A round in a player's line: colour, opponent's number, score; or a word for a round without a game."""

    mark: str = ""
    opponent: str = ""
    score: str = ""
    lost: bool = False
    word: str = ""


class StandingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player's line. ``left``: withdrawn; ``decided``: the article by which a play-off decided the place. ``head``:
    the group that begins here, empty elsewhere."""

    place: str
    id: int
    name: str
    cells: tuple[Cell, ...]
    points: str
    tiebreaks: tuple[str, ...]
    left: bool = False
    decided: str = ""
    head: str = ""


def pair_rows(
    pairing: Round,
    names: Mapping[int, str],
    points: Mapping[int, float],
    results: Mapping[str, str],
    openings: Mapping[str, str] | None = None,
    meetings: Mapping[str, Meeting] | None = None,
    waits: Mapping[str, str] | None = None,
) -> tuple[PairRow, ...]:
    """The rows of a pairing in the order of its tables. ``points`` are those before the round, ``results`` and the
    drawn ``openings`` in words by game; ``meetings`` of several games and their ``waits`` by the first game."""
    many = meetings or {}
    return tuple(
        PairRow(
            table=pair.table,
            game=pair.game,
            white_id=pair.white,
            white=names.get(pair.white, str(pair.white)),
            white_points=points_text(points.get(pair.white, 0)),
            black_id=pair.black,
            black=names.get(pair.black, str(pair.black)),
            black_points=points_text(points.get(pair.black, 0)),
            result=many[pair.game].score
            if pair.game in many
            else result_text(results[pair.game])
            if pair.game in results
            else "",
            opening=(openings or {}).get(pair.game, ""),
            games=many[pair.game].games if pair.game in many else (),
            wait=(waits or {}).get(pair.game, ""),
        )
        for pair in sorted(pairing.pairs, key=lambda pair: pair.table)
    )


def headed_by_group(
    rows: Sequence[PairRow], groups: Mapping[int, str], order: Sequence[str], texts: Texts
) -> tuple[PairRow, ...]:
    """The rows group by group (5.4.10.9), each group's first with its name; pairs of two groups come last."""

    def group(row: PairRow) -> str:
        return groups[row.white_id] if groups[row.white_id] == groups[row.black_id] else ""

    made: list[PairRow] = []
    for name in (*order, ""):
        some = [row for row in rows if group(row) == name]
        made += [msgspec.structs.replace(row, head=name or texts.t("group.across")) for row in some[:1]] + some[1:]
    return tuple(made)


def points_before(
    pairings: Sequence[Round],
    results: Mapping[str, str],
    round_number: int,
    meetings: Mapping[str, Meeting] | None = None,
    worth: float = 1.0,
) -> dict[int, float]:
    """Each player's points from the rounds before ``round_number``; a bye of an odd field counts ``worth``."""
    out: dict[int, float] = {}
    for pairing in pairings:
        if pairing.round >= round_number:
            continue
        for pair in pairing.pairs:
            result = results.get(pair.game, "")
            for player, side in ((pair.white, Side.WHITE), (pair.black, Side.BLACK)):
                gained = {"1": 1.0, "+": 1.0, "½": 0.5}.get(score_of(result, side), 0.0)
                if meetings and pair.game in meetings:
                    gained = meetings[pair.game].points[side is Side.BLACK]
                out[player] = out.get(player, 0.0) + gained
        for player in (*pairing.pluses, *getattr(pairing, "through", ())):
            out[player] = out.get(player, 0.0) + worth
    return out


def standing_rows(
    standings: Sequence[Place],
    pairings: Sequence[Round],
    results: Mapping[str, str],
    names: Mapping[int, str],
    tiebreaks: Sequence[str],
    left: Mapping[int, bool],
    lang: str = "en",
    meetings: Mapping[str, Meeting] | None = None,
) -> tuple[StandingRow, ...]:
    """The standings with each player's rounds. A shared place is printed once and then left out; groups with places of
    their own (5.4.10.9) follow one another."""
    rows: list[StandingRow] = []
    shown: set[int] = set()
    group = ""
    for line in standings:
        head = getattr(line, "section", "")
        if head != group:
            shown, group = set(), head
        else:
            head = ""
        place = "–" if line.place is None else "" if line.place in shown else str(line.place)
        if line.place is not None:
            shown.add(line.place)
        rows.append(
            StandingRow(
                place=place,
                id=line.id,
                name=names.get(line.id, str(line.id)),
                cells=tuple(_cell(pairing, line.id, results, meetings or {}) for pairing in pairings),
                points=points_text(line.points),
                tiebreaks=tuple(_tiebreak(line.tiebreaks.get(name), lang) for name in tiebreaks),
                left=left.get(line.id, False),
                decided=getattr(line, "decided", ""),
                head=head,
            )
        )
    return tuple(rows)


def _cell(pairing: Round, player: int, results: Mapping[str, str], meetings: Mapping[str, Meeting]) -> Cell:
    for pair in pairing.pairs:
        if player not in (pair.white, pair.black):
            continue
        side = Side.WHITE if player == pair.white else Side.BLACK
        score = score_of(results.get(pair.game, ""), side)
        if pair.game in meetings:
            score = meetings[pair.game].marks[side is Side.BLACK]
        opponent = pair.black if side is Side.WHITE else pair.white
        return Cell(mark=side.value[0], opponent=str(opponent), score=score or "·", lost=score in ("", "·", "0", "–"))
    if player in (*pairing.pluses, *getattr(pairing, "through", ())):
        return Cell(word="+")
    absent = {bye.player for bye in getattr(pairing, "absent", ())}
    out = getattr(pairing, "system", "") == KNOCKOUT and player not in absent
    return Cell(word="" if out else "–")


def _tiebreak(value: Any, lang: str) -> str:
    """A tie-break's figure; of truncated Solkoff's list the first, whose later ones only separate equal ones."""
    if isinstance(value, list | tuple):
        value = value[0] if value else 0
    return points_text(float(value), lang) if isinstance(value, int | float) else "–" if value is None else str(value)


def tiebreak_names(tiebreaks: Sequence[str], texts: Texts) -> tuple[str, ...]:
    """The headings of the tie-break columns."""
    return tuple(texts.t(f"tiebreak.{name}") if texts.has(f"tiebreak.{name}") else name for name in tiebreaks)
