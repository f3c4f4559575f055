"""Reading PDN archives as they are.

Game by game, keeping what the file says: a game with a fault yields the plies before it, the position reached and where
the fault is, and the next game follows. Moves are checked by the rules; captures given by their ends only are settled
by what follows.
"""

import re
from collections.abc import Iterator, Mapping

import msgspec

from rules.draughts.discipline import Draughts
from rules.draughts.fen import side_is_open
from rules.draughts.position import Position
from rules.encoding import decode
from rules.errors import AmbiguousMoveError, FlagfallError, NotationError, SettingsError
from rules.known import discipline as find_discipline
from rules.known import disciplines
from rules.pdn import text as pdn_text
from rules.pdn.clock_comments import clock_fault
from rules.pdn.game import Entry, Fault, Game
from rules.pdn.text import Token
from rules.side import Side

_TRIES = 5000
"""How many moves may be tried to settle the ambiguous captures of one game."""


_PARENTHESES = re.compile(r"\{[^}]*+(?:\}|\Z)|;[^\n]*|[()]")


class _Raw:
    """A game as tokens, before the rules have seen it."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.tag_at: dict[str, int] = {}
        self.parts: list[list[Token]] = []  # each begins with a move or a setup, its remarks follow
        self.comments: list[str] = []
        self.result: str | None = None
        self.fault: tuple[str, int] | None = None
        self.variations: dict[int, list[str]] = {}

        self.lost = False

    @property
    def begun(self) -> bool:
        return bool(self.parts) or self.result is not None

    def ends_before(self, token: Token) -> bool:
        """Whether ``token`` belongs to the next game: a tag after moves, the first tag again, moves after a result."""
        if token.kind == "tag":
            return self.begun or token.text == next(iter(self.tags), None)
        return token.kind in ("move", "setup") and self.result is not None

    def note(self, wrong: tuple[str, int] | None, at: int) -> None:
        """Notes what is wrong in a part of the text that begins at ``at``; the game is read on."""
        if wrong is not None:
            self.fault = self.fault or (wrong[0], at + wrong[1])

    def lose(self, message: str, token: Token, text: str) -> int:
        """Notes a fault that makes the rest unreadable; where the next game begins."""
        self.fault = self.fault or (message, token.at)
        self.lost = True
        return pdn_text.next_game(text, token.at)


def read(source: str | bytes, discipline: str | None = None) -> Iterator[Game]:
    """The games of a PDN text, one by one; a game with a fault has its `Game.error` set.

    ``discipline`` overrides what the games say of themselves. Raises `SettingsError` for a discipline that is not
    known.
    """
    forced = find_discipline(discipline) if discipline is not None else None
    if forced is not None and not isinstance(forced, Draughts):
        raise SettingsError((f"PDN holds games of draughts, not of {discipline}",))
    text = decode(source) if isinstance(source, bytes) else source.removeprefix("\ufeff")
    for raw in _split(text):
        yield _game(raw, text, forced)


def _split(text: str) -> Iterator[_Raw]:
    raw, at = _Raw(), 0
    while at < len(text):
        for token in pdn_text.tokens(text, at):
            if raw.ends_before(token):
                yield raw
                raw = _Raw()
            at = _take(raw, token, text)
            if at != token.end:
                break
        else:
            at = len(text)
        if raw.lost:
            yield raw
            raw = _Raw()
    if raw.begun or raw.tags or raw.fault:
        yield raw


def _take(raw: _Raw, token: Token, text: str) -> int:
    """Adds a token to the game; where to read on. A fault in the moves loses the rest of the game."""
    if token.kind == "tag":
        raw.tags.setdefault(token.text, token.value)
        raw.tag_at.setdefault(token.text, token.at)
    elif token.kind in ("move", "setup"):
        raw.parts.append([token])
    elif token.kind == "result":
        raw.result = token.text
    elif token.kind in ("comment", "nag", "strength"):
        if token.kind == "comment":
            raw.note(clock_fault(token.text), text.index(token.text, token.at))
        if raw.parts:
            raw.parts[-1].append(token)
        elif token.kind == "comment":
            raw.comments.append(token.text.strip())
    elif token.kind == "open":
        end = _variation_end(text, token.at)
        if end is None:
            return raw.lose("a variation that is not closed; expected ')'", token, text)
        if raw.parts:
            variation = text[token.at + 1 : end - 1]
            raw.note(clock_fault(variation), token.at + 1)
            raw.variations.setdefault(len(raw.parts) - 1, []).append(variation.strip())
        return end
    elif token.kind != "number":
        if token.text.startswith("[") and not raw.begun:
            raw.fault = raw.fault or (_unexpected(text, token), token.at)
            return pdn_text.next_line(text, token.at)
        return raw.lose(_unexpected(text, token), token, text)
    return token.end


def _unexpected(text: str, token: Token) -> str:
    if token.text.startswith("{"):
        return "a comment that is not closed; expected '}'"
    if token.text.startswith("["):
        return f'a tag that cannot be read: {text[token.at :].splitlines()[0]!r}; expected [Name "value"]'
    return f"{token.text!r} is not a move, a comment or a result"


def _variation_end(text: str, at: int) -> int | None:
    """The offset behind the parenthesis that closes the one at ``at``; comments do not count."""
    depth = 0
    for match in _PARENTHESES.finditer(text, at):
        if match.group() == "(":
            depth += 1
        elif match.group() == ")":
            depth -= 1
            if depth == 0:
                return match.end()
    return None


def _game(raw: _Raw, text: str, forced: Draughts | None) -> Game:
    faults = [raw.fault] if raw.fault else []
    first = next((part[0].text for part in raw.parts if part[0].kind == "move"), "")
    rules = forced
    if rules is None:
        try:
            rules = _discipline(raw.tags, first)
        except NotationError as error:
            faults.insert(0, (error.message, raw.tag_at["GameType"]))
            return _made(raw, text, find_discipline("russian"), None, (), faults)
    start = rules.start()
    if raw.tags.get("FEN", "").strip():
        try:
            start = _start(rules, raw)
        except NotationError as error:
            faults.insert(0, (error.message, _inside(text, raw.tag_at["FEN"], error)))
            return _made(raw, text, rules, None, (), faults)
    entries, fault = _replay(start, raw, text)
    if fault:
        faults.insert(0, fault)
    return _made(raw, text, rules, start, entries, faults)


def _start(rules: Draughts, raw: _Raw) -> Position:
    """The position of the FEN. Where that leaves the side to move open, the side that can make the first move."""
    start = rules.position(raw.tags["FEN"])
    if side_is_open(raw.tags["FEN"]) and raw.parts and raw.parts[0][0].kind == "move":
        other, move = start.with_side(start.side.other), raw.parts[0][0].text
        if not _can_be_made(start, move) and _can_be_made(other, move):
            return other
    return start


def _can_be_made(position: Position, move: str) -> bool:
    try:
        position.parse(move)
    except AmbiguousMoveError:
        return True
    except FlagfallError:
        return False
    return True


def _made(
    raw: _Raw,
    text: str,
    rules: Draughts,
    start: Position | None,
    entries: tuple[Entry, ...],
    faults: list[tuple[str, int]],
) -> Game:
    result = pdn_text.result(raw.tags.get("Result", "*"))
    if result == "*" and raw.result is not None:
        result = pdn_text.result(raw.result)
    error = None
    if faults:
        message, at = min(faults, key=lambda fault: fault[1])
        error = Fault(message, *pdn_text.place(text, at))
    return Game(
        discipline=rules,
        start=start or rules.start(),
        tags=raw.tags,
        entries=entries,
        result=result,
        comments=tuple(raw.comments),
        error=error,
    )


def _discipline(tags: Mapping[str, str], first_move: str) -> Draughts:
    """What is played: by ``Variant`` if it names a discipline, by ``GameType``, else by the notation."""
    variant = tags.get("Variant", "").strip().lower()
    if variant in disciplines():
        named: Draughts = find_discipline(variant)
        return named
    number = tags.get("GameType", "").split(",")[0].strip()
    if number:
        for name in ("russian", *disciplines()):
            one = find_discipline(name)
            if isinstance(one, Draughts) and str(one.game_type) == number:
                return one
        known = ", ".join(
            f"{one.game_type} ({one.name})"
            for one in map(find_discipline, disciplines())
            if isinstance(one, Draughts) and one.game_type is not None
        )
        raise NotationError(f"GameType {number!r} is not played here; known: {known}", text=number)
    fen = tags.get("FEN", "").lower()
    squares = [int(found[:9]) for found in re.findall(r"[0-9]+", fen)]
    algebraic = re.search(r"[a-h][1-8]", first_move.lower() or fen.partition(":")[2])
    numeric = bool(first_move) and not algebraic
    chosen: Draughts = find_discipline("international" if numeric or max(squares, default=0) > 32 else "russian")
    return chosen


def _inside(text: str, at: int, error: FlagfallError) -> int:
    """The offset of an error in the position that stands in quotation marks behind ``at``; else ``at`` itself."""
    quote = text.find('"', at)
    if not isinstance(error, NotationError) or error.column is None or error.line != 1 or quote < 0:
        return at
    return quote + error.column


def _replay(start: Position, raw: _Raw, text: str) -> tuple[tuple[Entry, ...], tuple[str, int] | None]:
    """Plays the game, going back over captures that fit several moves; the entries of the line that went farthest."""
    reached: list[tuple[Entry, Position]] = []
    waiting: list[tuple[int, list[tuple[Entry, Position]]]] = []  # how many entries stand, and what else may follow
    best: tuple[list[tuple[Entry, Position]], tuple[str, int]] | None = None
    tries = 0
    while len(reached) < len(raw.parts):
        place = len(reached)
        position = reached[-1][1] if reached else start
        part = raw.parts[place]
        tries += 1
        try:
            options = _options(position, part, tuple(raw.variations.get(place, ())))
        except FlagfallError as error:
            if best is None or len(reached) > len(best[0]):
                message = error.message if isinstance(error, NotationError) else str(error)
                place_of = _inside(text, part[0].at, error) if part[0].kind == "setup" else part[0].at
                best = list(reached), (message, place_of)
            if not waiting or tries > _TRIES:
                break
            back, others = waiting[-1]
            del reached[back:]
            reached.append(others.pop(0))
            if not others:
                waiting.pop()
            continue
        reached.append(options[0])
        if len(options) > 1:
            waiting.append((place, options[1:]))
    else:
        return tuple(entry for entry, _ in reached), None
    return tuple(entry for entry, _ in best[0]), best[1]


def _options(position: Position, part: list[Token], variations: tuple[str, ...]) -> list[tuple[Entry, Position]]:
    """What one part of the text can mean: the entry and the position after it."""
    head, *remarks = part
    entry = Entry(
        text=head.text,
        comments=tuple(token.text.strip() for token in remarks if token.kind == "comment"),
        nags=tuple(token.text for token in remarks if token.kind in ("nag", "strength")),
        variations=variations,
    )
    if head.kind == "setup":
        bare = "".join(head.text.split()).rstrip(":").upper()
        if bare in ("W", "B"):
            setup = position.with_side(Side.WHITE if bare == "W" else Side.BLACK)
        else:
            setup = position.discipline.position(head.text, position.side)
        return [(msgspec.structs.replace(entry, setup=setup), setup)]
    try:
        move = position.parse(head.text)
    except AmbiguousMoveError as error:
        moves = [move for move in position.legal_moves() if str(move) in error.candidates]
        return [(msgspec.structs.replace(entry, move=move, ambiguous=True), position.apply(move)) for move in moves]
    return [(msgspec.structs.replace(entry, move=move), position.apply(move))]
