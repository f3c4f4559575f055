"""Writing PDN 3.0."""

import re
from collections.abc import Iterable, Mapping

from rules.draughts.discipline import Draughts
from rules.draughts.fen import side_is_open
from rules.draughts.position import Position
from rules.move import Move
from rules.pdn.game import Entry, Game

LINE = 80
"""The longest line of moves."""

_REMARKS = re.compile(r"\{[^}]*\}|;([^\n]*)")
_FIRST = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_LAST = ("GameType", "Variant", "FEN")


def written(position: Position, move: Move) -> str:
    """A move as PDN writes it: by its ends where they tell it, else by its full path."""
    same = sum(one.start == move.start and one.end == move.end for one in position.legal_moves())
    return move.brief() if same == 1 else str(move)


def write(game: Game) -> str:
    """One game in PDN 3.0, ending in a blank line. `read` gives the same game back."""
    tags = dict(game.tags)
    tags["Result"] = game.result
    tags.update(_kind(game.discipline))
    if game.start != game.discipline.start():
        told = tags.get("FEN", "")
        tags["FEN"] = ("?" + game.start.fen()[1:]) if told and side_is_open(told) else game.start.fen()
    middle = [name for name in tags if name not in _FIRST and name not in _LAST]
    order = [name for name in (*_FIRST, *middle, *_LAST) if name in tags]
    lines = [f'[{name} "{_escaped(tags[name])}"]' for name in order]
    return "\n".join([*lines, "", *_wrapped(_movetext(game)), ""]) + "\n"


def write_all(games: Iterable[Game]) -> str:
    """Several games, one after another."""
    return "\n".join(write(game) for game in games)


def from_moves(
    start: Position, moves: Iterable[Move], tags: Mapping[str, str] | None = None, result: str = "*"
) -> Game:
    """A game to write, from its moves."""
    entries = tuple(Entry(move=move, text=str(move)) for move in moves)
    return Game(discipline=start.discipline, start=start, tags=dict(tags or {}), entries=entries, result=result)


def _kind(rules: Draughts) -> dict[str, str]:
    if rules.game_type is not None:
        return {"GameType": str(rules.game_type)}
    return {"GameType": "25" if rules.algebraic else "20", "Variant": rules.name}


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _movetext(game: Game) -> list[str]:
    words = [_remark(comment) for comment in game.comments]
    number, told = 0, False
    for entry, position in zip(game.entries, game.positions(), strict=False):
        if entry.move is None:
            assert entry.setup is not None
            words.append(f'/FEN "{entry.setup.fen()}"/')
            told = False
        else:
            white = position.side is game.discipline.first_side
            number += 1 if white or not number else 0
            if white:
                words.append(f"{number}.")
            elif not told:
                words.append(f"{number}...")
            told = white
            words.append(written(position, entry.move))
        words += entry.nags
        words += [_remark(comment) for comment in entry.comments]
        words += [f"({_braced(variation)})" for variation in entry.variations]
        told = told and not (entry.comments or entry.variations)
    return [*words, game.result]


def _remark(comment: str) -> str:
    return "{" + comment.replace("}", ")") + "}"


def _braced(variation: str) -> str:
    """A variation with its comments to the end of a line in braces, as those of the game are."""
    return _REMARKS.sub(lambda found: found[0] if found[1] is None else _remark(found[1].strip()), variation)


def _wrapped(words: list[str]) -> list[str]:
    """Lines of at most 80 characters; a comment is not broken."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines
