"""The bracket of a knock-out, measured out for one drawing: boxes of meetings, and lines to where their winners went.

Who will meet in rounds to come is not known, neither by lot nor by the order of entries: their boxes stand alone.
"""

from collections.abc import Mapping, Sequence

import msgspec

from display.catalogue import Texts
from display.format import points_text
from server.tournament.elimination import Slot, bracket, champion, given, slot_of, third_place
from server.tournament.model import Event, Game

WIDTH, ROW, GAP, BETWEEN, HEAD = 224, 30, 22, 44, 40
LONGEST = 16


class BracketRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player in a box: where the text stands, the number, the name (cut where it is long), the score, and whether he
    goes on, or is out."""

    y: int
    number: str
    name: str
    full: str
    score: str
    won: bool = False
    lost: bool = False


class BracketBox(msgspec.Struct, frozen=True, kw_only=True):
    """A meeting. ``look``: ``meeting``, ``through`` (no meeting), ``open`` (not paired yet)."""

    x: int
    y: int
    height: int
    look: str
    told: str
    rows: tuple[BracketRow, ...]


class BracketHead(msgspec.Struct, frozen=True, kw_only=True):
    """A column: its words and its round."""

    x: int
    words: str
    round: int
    paired: bool


class BracketView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole drawing. ``lines`` are paths; ``winner`` is empty until there is one; ``third`` stands at
    ``third_y`` above the match for third place."""

    width: int
    height: int
    heads: tuple[BracketHead, ...]
    boxes: tuple[BracketBox, ...]
    lines: tuple[str, ...]
    winner: str
    third: BracketHead | None = None
    third_y: int = 0


def bracket_view(event: Event, rounds: int, names: Mapping[int, str], words: Texts) -> BracketView:
    """The bracket of ``event`` with ``rounds`` planned."""
    columns = bracket(event, rounds) if event.players else ()
    tops = _tops(columns)
    boxes: list[BracketBox] = []
    lines: list[str] = []
    for at, column in enumerate(columns):
        x = 1 + at * (WIDTH + BETWEEN)
        for place, slot in enumerate(column):
            boxes.append(_box(slot, x, tops[at][place], names, words))
        if at + 1 < len(columns):
            lines += _lines(column, columns[at + 1], tops[at], tops[at + 1], x + WIDTH)
    third = third_place(event)
    if third is not None:
        x, top = 1 + (len(columns) - 1) * (WIDTH + BETWEEN), tops[-1][0] + 2 * ROW + GAP + HEAD
        boxes.append(_box(slot_of(third), x, top, names, words))
        tops[-1].append(top)
    paired = sum(any(slot.kind == "meeting" for slot in column) for column in columns)
    first = champion(event)
    heads = tuple(
        BracketHead(
            x=at * (WIDTH + BETWEEN),
            words=stage_words(len(columns) - at, words),
            round=at + 1,
            paired=at < paired,
        )
        for at in range(len(columns))
    )
    return BracketView(
        width=max(1, len(columns)) * (WIDTH + BETWEEN) - BETWEEN + 2,
        height=max((top + 2 * ROW for each in tops for top in each), default=HEAD) + 2,
        heads=heads,
        boxes=tuple(boxes),
        lines=tuple(lines),
        winner=names.get(first, str(first)) if first is not None else "",
        third=BracketHead(x=boxes[-1].x, words=words.t("bracket.third"), round=len(columns), paired=True)
        if third is not None
        else None,
        third_y=boxes[-1].y - 12 if third is not None else 0,
    )


def stage_words(left: int, words: Texts) -> str:
    """What a round is called with ``left`` rounds to play, itself included: 1 is the final."""
    if left <= 3:
        return words.t(f"bracket.{('final', 'semi', 'quarter')[left - 1]}")
    return words.t("bracket.earlier", n=words.pick(str(2 ** (left - 1)), str(2**left)))


def _tops(columns: Sequence[Sequence[Slot]]) -> list[list[int]]:
    """The top of each box: those of the first column one under another, each later one between those it comes from."""
    step = 2 * ROW + GAP
    tops: list[list[int]] = []
    for at, column in enumerate(columns):
        before = columns[at - 1] if at else ()
        wanted: list[int] = []
        for place, slot in enumerate(column):
            came = [
                tops[at - 1][n] for n, one in enumerate(before) if one.winner in (slot.white, slot.black) and one.winner
            ]
            share = len(before) / len(column)
            if not came and before:
                first, last = int(place * share), max(int(place * share), int((place + 1) * share) - 1)
                came = [tops[at - 1][min(first, len(before) - 1)], tops[at - 1][min(last, len(before) - 1)]]
            top = sum(came) // len(came) if came else HEAD + place * step
            wanted.append(max(top, wanted[-1] + step) if wanted else top)
        tops.append(wanted)
    return tops


def _lines(
    column: Sequence[Slot], after: Sequence[Slot], tops: Sequence[int], tops_after: Sequence[int], x: int
) -> list[str]:
    """From each winner's row to his row in the next round."""
    found = []
    for slot, top in zip(column, tops, strict=True):
        for other, place in zip(after, tops_after, strict=True):
            if slot.winner and slot.winner in (other.white, other.black):
                start = top + ROW if slot.kind == "meeting" else top + ROW // 2
                end = place + ROW // 2 + (ROW if slot.winner == other.black else 0)
                end = place + ROW // 2 if other.kind == "through" else end
                found.append(f"M{x} {start}H{x + BETWEEN // 2}V{end}H{x + BETWEEN}")
    return found


def _box(slot: Slot, x: int, top: int, names: Mapping[int, str], words: Texts) -> BracketBox:
    if slot.kind == "open":
        row = BracketRow(y=top + ROW + 5, number="", name=words.t("bracket.open"), full="", score="")
        return BracketBox(x=x, y=top, height=2 * ROW, look="open", told=row.name, rows=(row,))
    people = [player for player in (slot.white, slot.black) if player is not None]
    rows = tuple(
        BracketRow(
            y=top + ROW * at + ROW // 2 + 5,
            number=str(player),
            name=_short(names.get(player, str(player))),
            full=names.get(player, str(player)),
            score=_score(slot.game, player) if slot.game is not None else "",
            won=slot.winner == player,
            lost=slot.kind == "meeting" and slot.over and slot.winner != player,
        )
        for at, player in enumerate(people)
    )
    told = " — ".join(row.full for row in rows)
    if slot.kind == "through":
        told += f": {words.t('pairings.through')}"
    elif slot.over:
        told += ": " + " : ".join(row.score for row in rows)
    return BracketBox(x=x, y=top, height=ROW * len(rows), look=slot.kind, told=told, rows=rows)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _score(game: Game, player: int) -> str:
    """What the player has in the meeting: the sum of its games, or what a single one gave; a sign where it was decided
    otherwise."""
    if game.kind != "unfinished" and given(game):
        return "+" if game.half(player) else "–"
    parts = [part for part in game.parts or (game,) if part.kind != "unfinished"]
    return points_text(sum(part.half(player) for part in parts) / 2) if parts else ""
