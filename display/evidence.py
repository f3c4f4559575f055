"""From the events of a game to the evidence of one finding: the strip, and the steps that replay the hands.

Only the record speaks here: squares that changed, levers, readings, buttons, demands, calls and rulings between the
first touch of the ply and what settled it. Nothing is guessed beyond naming which lifted piece was put down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from board.inputs import OPENING_BUTTONS
from display.catalogue import Texts
from display.format import decimal, move_text, side_word
from display.openings import choice_words
from display.pieces import read
from display.strip import Hand, Note, Run, Strip, Taken, reads_on
from display.svg import Grid, Mark
from record.assignment import Letters
from record.events import (
    AnyEvent,
    ArbiterCalled,
    Button,
    ClockReading,
    Demanded,
    Finding,
    LeverPressed,
    Move,
    OpeningChoice,
    Ruled,
    SquareChanged,
)
from record.fold import start
from record.openings import by_sides
from record.state import FindingState, GameState
from record.timing import scaled_ms_between
from rules.side import Side

MOST_STEPS = 60
AFTER_MS = 90_000
FLAGS = ("flag-fall", "both-flags", "flag-after-win", "flag-after-agreement")


@dataclass(frozen=True)
class Step:
    """One thing seen at ``at_ms``. ``html`` is a safe sentence; ``fen`` and ``marks`` draw the board then; the clocks
    are ``None`` where none was read. ``key``: it decides."""

    at_ms: int
    html: str
    fen: str
    marks: tuple[Mark, ...]
    key: bool
    running: Side | None
    white_ms: int | None
    black_ms: int | None


@dataclass(frozen=True)
class Evidence:
    """The strip and its steps in order of time."""

    strip: Strip
    steps: tuple[Step, ...]


@dataclass
class _Replay:
    """The board and the hands while the steps are read."""

    kind: str
    side: str
    squares: dict[str, tuple[str, str]]
    letters: Letters = "russian"
    hand: list[tuple[str, int, tuple[str, str]]] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    lifted: list[str] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)

    def name(self, square: str) -> str:
        return move_text(square, self.kind, self.letters)

    def fen(self) -> str:
        return position_text(self.kind, self.squares, self.side)

    def marks(self) -> tuple[Mark, ...]:
        out = [Mark("held", (sq,)) for sq in self.held]
        out += [Mark("lift", (sq,)) for sq in self.lifted if sq not in self.held and sq not in self.placed]
        out += [Mark("place", (sq,)) for sq in self.placed]
        out += [Mark("hand", (sq,), piece[0]) for sq, _, piece in self.hand[-1:] if piece[0] == self.side]
        return tuple(out)


def position_text(kind: str, squares: Mapping[str, tuple[str, str]], side: str) -> str:
    """A FEN of what stands on ``squares`` (side and piece by square name), for drawing only."""
    if kind == "chess":
        rows = []
        for rank in range(8, 0, -1):
            row, gap = "", 0
            for file in "abcdefgh":
                piece = squares.get(f"{file}{rank}")
                if piece is None:
                    gap += 1
                    continue
                row += (str(gap) if gap else "") + (piece[1] if piece[0] == "w" else piece[1].lower())
                gap = 0
            rows.append(row + (str(gap) if gap else ""))
        return "/".join(rows) + f" {side} - - 0 1"
    lists: dict[str, list[str]] = {"w": [], "b": []}
    for sq, (colour, what) in squares.items():
        lists[colour].append(("K" if what == "king" else "") + sq)
    return f"{side.upper()}:W{','.join(lists['w'])}:B{','.join(lists['b'])}"


def finding_marks(found: FindingState) -> tuple[Mark, ...]:
    """What the finding itself points at: men left on though captured, a foul's point and its rows."""
    known = found.evidence

    def squares(name: str) -> list[str]:
        value = known.get(name)
        return [str(square) for square in value] if isinstance(value, list | tuple) else []

    out = [Mark("left", (square,)) for square in squares("due") if square not in squares("taken")]
    if found.kind.startswith("foul") and isinstance(known.get("point"), str):
        for name in ("fours", "threes", "rows"):
            rows = known.get(name)
            if isinstance(rows, list | tuple) and rows:
                out += [Mark("row", tuple(map(str, row))) for row in rows if isinstance(row, list | tuple) and row]
                break
        out.append(Mark("foul", (str(known["point"]),)))
    return tuple(out)


def evidence(events: Sequence[AnyEvent], state: GameState, found: FindingState, texts: Texts) -> Evidence:
    """The evidence of ``found`` in ``events``, the game's events in the order of its fold."""
    kind, letters = state.assignment.discipline, state.assignment.letters
    then = state.swapped
    if found.side is not None and found.player:
        then = state.assignment.person(found.side).id != found.player
    events = by_sides(events, swapped=then and state.opening is not None)
    session, first, last = _window(events, found)
    window = list(events[first:last])
    scale = state.assignment.time_scale
    base = next((e for e in window if e.session == session), None)
    base_ms, base_at = (base.t_ms, base.at) if base else (found.t_ms, found.at)

    def when(event: AnyEvent) -> int:
        if event.session == session or not event.at or not base_at:
            return event.t_ms if event.session == session else base_ms
        return base_ms + scaled_ms_between(base_at, event.at, 1)

    fen, mover = _before(events[:first], state, found)
    replay = _Replay(kind, mover, {p.square: (p.side, p.what) for p in read(kind, fen)}, letters)
    reading = next((e for e in reversed(events[:first]) if isinstance(e, ClockReading)), None)
    running = reading.running if reading else None
    zero = _zero(window, found, session)
    runs: list[Run] = []
    notes: list[Note] = []
    steps: list[Step] = []
    turned = None
    flag = found.kind in FLAGS
    for event in window:
        at = when(event) - zero
        text, key = "", False
        match event:
            case SquareChanged():
                text, key = _square(replay, event, at, found, texts)
            case LeverPressed():
                text = texts.t("step.press", side=_side(event.by, "nom", texts))
                notes.append(Note(at, texts.t("note.press")))
            case ClockReading():
                if reading is not None and (turned is not None or runs == []) and event.running is not running:
                    runs.append(Run(turned if turned is not None else -(10**9), at, running))
                    turned = at
                elif reading is None:
                    turned = at
                if event.flags and not (reading and reading.flags):
                    text, key = texts.t("step.flag", side=_side(event.flags[0], "gen", texts)), True
                    notes.append(Note(at, texts.t("note.flag"), key=True))
                elif running is not None and event.running is None:
                    text = texts.t("step.stopped")
                reading, running = event, event.running
            case OpeningChoice():
                words = choice_words(event.act, event.option, event.number, event.points, texts, letters)
                text = texts.t("step.chose", side=_side(event.by, "nom", texts), words=escape(words))
            case Button() if event.button in OPENING_BUTTONS:
                pass  # what it chose is said beside it
            case Button():
                by = _side(event.by, "nom", texts) if event.by else texts.t("side.someone")
                said = event.button if texts.has(f"button.{event.button}") else "other"
                text = texts.t("step.button", side=by, words=texts.t(f"button.{said}"))
                key = event.button.startswith("claim") or event.button == "call-arbiter"
                notes.append(Note(at, texts.t(f"note.{said}"), key=key))
            case Demanded():
                if steps and steps[-1].html == texts.t("step.press", side=_side(event.by, "nom", texts)):
                    steps.pop()
                text, key = texts.t("step.demanded", side=_side(event.by, "nom", texts)), True
                notes = [note for note in notes if note.at_ms < at - 400]
                notes.append(Note(at, texts.t("note.demanded"), key=True))
            case Move():
                move = escape(move_text(event.move, kind, letters))
                key_of = "step.move"
                if steps and steps[-1].html == texts.t("step.press", side=_side(event.side, "nom", texts)):
                    steps.pop()
                    key_of = "step.press-move"
                form = "gen" if key_of == "step.move" else "nom"
                text = texts.t(key_of, side=_side(event.side, form, texts), move=f"<b>{move}</b>")
            case ArbiterCalled():
                text, key = texts.t("step.called"), True
                notes.append(Note(at, texts.t("note.called"), key=True))
            case Ruled():
                words = f"ruled.{event.ruling}"
                named = texts.t(words) if texts.has(words) else event.ruling
                text, key = texts.t("step.ruled", words=escape(named)), True
                notes.append(Note(at, texts.t("note.ruled"), key=True))
            case _:
                pass
        if text and len(steps) < MOST_STEPS:
            white, black = _left(reading, when(event), scale)
            steps.append(Step(at, text, replay.fen(), replay.marks(), key, running, white, black))
    start_ms, end_ms = _bounds(steps, replay, flag)
    if reading is not None:
        runs.append(Run(turned if turned is not None else -(10**9), 10**9, running))
    strip = Strip(
        start_ms,
        end_ms,
        _fitting(replay.hands, replay.taken, start_ms, end_ms),
        tuple(replay.taken),
        tuple(_labelled(run, start_ms, end_ms, texts) for run in runs if run.end_ms > start_ms),
        _thinned(notes, start_ms, end_ms),
        0 if flag else None,
    )
    return Evidence(strip, tuple(steps))


def _side(side: Side, form: str, texts: Texts) -> str:
    return side_word(side, texts, form)


def _window(events: Sequence[AnyEvent], found: FindingState) -> tuple[str, int, int]:
    """The session, and the slice from the first touch of the finding's ply to what settled it."""
    session = found.session
    own = [i for i, e in enumerate(events) if e.session == session]
    here = next((i for i in own if isinstance(e := events[i], Finding) and e.finding == found.id), None)
    if here is None:
        here = next((i for i in own if events[i].seq >= found.seq), len(events) - 1)
    first = next((i + 1 for i in reversed(own) if i < here and _bounds_ply(events[i], found)), own[0] if own else 0)
    for i in own:
        event = events[i]
        if isinstance(event, Move) and event.ply == found.ply and event.since and i <= here + 20:
            first = next((j for j in own if events[j].seq >= event.since), first)
    stop_ms = events[here].t_ms + AFTER_MS if events else 0
    last = len(events)
    for i in range(here + 1, len(events)):
        event = events[i]
        later_move = isinstance(event, Move) and event.ply > found.ply
        if later_move or (event.session == session and event.t_ms > stop_ms):
            last = i
            break
        if isinstance(event, Ruled) and event.finding == found.id:
            last = i + 1
            break
    if found.kind in FLAGS:
        flag_ms = events[here].t_ms if events else 0
        first = max(first, next((i for i in own if events[i].t_ms >= flag_ms - 20_000), first))
    return session, first, last


def _bounds_ply(event: AnyEvent, found: FindingState) -> bool:
    return isinstance(event, Move) and event.ply < max(found.ply, 1)


def _before(events: Sequence[AnyEvent], state: GameState, found: FindingState) -> tuple[str, str]:
    """The position before the window, and who moves in it (``w`` or ``b``)."""
    move = next((e for e in reversed(events) if isinstance(e, Move) and e.ply < max(found.ply, 1)), None)
    first = start(state.assignment)
    fen = move.fen if move else first.fen
    mover = move.side.other if move else first.to_move
    return fen, mover.value[0]


def _zero(window: Sequence[AnyEvent], found: FindingState, session: str) -> int:
    own = [e for e in window if e.session == session]
    if found.kind in FLAGS:
        flagged = next((e for e in own if isinstance(e, ClockReading) and e.flags), None)
        return flagged.t_ms if flagged else found.t_ms
    touch = next((e for e in own if isinstance(e, SquareChanged)), None)
    return touch.t_ms if touch else (own[0].t_ms if own else found.t_ms)


def _square(replay: _Replay, event: SquareChanged, at: int, found: FindingState, texts: Texts) -> tuple[str, bool]:
    """Move the piece in the replay; the sentence for it, and whether it decides."""
    if not Grid(replay.kind).has(event.sq):
        return "", False
    sq, name = event.sq, f"<b>{escape(replay.name(event.sq))}</b>"
    if event.p == ".":
        piece = replay.squares.pop(sq, None)
        if piece is None:
            return "", False
        if piece[0] != replay.side and replay.kind != "renju":
            replay.taken.append(Taken(at, sq))
            return texts.t("step.removed", piece=_piece(piece, texts), square=name), False
        replay.hand.append((sq, at, piece))
        replay.lifted.append(sq)
        if sq in replay.placed:
            replay.placed.remove(sq)
        return texts.t("step.lifted", piece=_piece(piece, texts), square=name), False
    origin = replay.hand.pop() if replay.hand else None
    replay.squares[sq] = _placed(replay, event.p, origin[2] if origin else None)
    if origin is None:
        replay.placed.append(sq)
        replay.hands.append(Hand(at - 250, at, replay.name(sq)))
        return texts.t("step.appeared", piece=_piece(replay.squares[sq], texts), square=name), False
    from_sq, since, _ = origin
    if from_sq == sq:
        replay.lifted = [other for other in replay.lifted if other != sq]
        replay.held.append(sq)
        replay.hands.append(Hand(since, at, replay.name(sq)))
        seconds = decimal((at - since) / 1000, texts.lang, 2)
        return texts.t("step.put-back", square=name, seconds=seconds), found.kind == "touch-move"
    replay.placed.append(sq)
    joined = f"{replay.name(from_sq)}-{replay.name(sq)}"
    replay.hands.append(Hand(since, at, joined))
    return texts.t("step.placed", square=name), False


def _placed(replay: _Replay, sensed: str, lifted: tuple[str, str] | None) -> tuple[str, str]:
    """What stands on the square now: by the sensor where it tells, else the piece that was in the hand."""
    if replay.kind == "renju":
        return (sensed if sensed in ("w", "b") else replay.side, "stone")
    if replay.kind == "chess" and sensed.isalpha() and sensed != "x":
        return ("w" if sensed.isupper() else "b", sensed.upper())
    if sensed in ("W", "B"):
        return (sensed.lower(), "king")
    if lifted is not None:
        return lifted
    return (sensed if sensed in ("w", "b") else replay.side, "man")


def _piece(piece: tuple[str, str], texts: Texts) -> str:
    side, what = piece
    what = what if what in ("man", "king", "stone") else "piece"
    return texts.t(f"piece.{side}.{what}")


def _left(reading: ClockReading | None, t_ms: int, scale: int) -> tuple[int | None, int | None]:
    if reading is None:
        return None, None
    gone = max(0, t_ms - reading.t_ms) * scale
    white = reading.white_ms - (gone if reading.running is Side.WHITE else 0)
    black = reading.black_ms - (gone if reading.running is Side.BLACK else 0)
    return max(0, white), max(0, black)


def _bounds(steps: Sequence[Step], replay: _Replay, flag: bool) -> tuple[int, int]:
    times = [step.at_ms for step in steps] + [hand.start_ms for hand in replay.hands] + [0]
    low, high = min(times), max(times)
    if flag:
        low = min(low, -3000)
    unit = 1000 if high - low < 15_000 else 2000
    return (low - unit // 2) // unit * unit, -(-(high + unit) // unit) * unit


def _fitting(hands: Sequence[Hand], taken: Sequence[Taken], start_ms: int, end_ms: int) -> tuple[Hand, ...]:
    """Each label where it has room: in its bar, else beside it; a letter takes about 2 percent of the strip."""
    length = max(end_ms - start_ms, 1)
    out = []
    for index, hand in enumerate(hands):
        need = length * (0.02 * len(hand.label) + 0.03)
        before = hands[index - 1].end_ms if index else start_ms
        later = [other.start_ms for other in hands[index + 1 :]]
        later += [man.at_ms for man in taken if man.at_ms > hand.end_ms]
        after = min(later, default=end_ms)
        if hand.end_ms - hand.start_ms > need:
            place, label = "in", hand.label
        elif after - hand.end_ms > need:
            place, label = "right", hand.label
        elif hand.start_ms - before > need:
            place, label = "left", hand.label
        else:
            place, label = "right", ""
        out.append(Hand(hand.start_ms, hand.end_ms, label, place))
    return tuple(out)


def _labelled(run: Run, start_ms: int, end_ms: int, texts: Texts) -> Run:
    start, end = max(run.start_ms, start_ms), min(run.end_ms, end_ms)
    wide = (end - start) / max(end_ms - start_ms, 1) > 0.11
    label = (texts.t("strip.stopped") if run.side is None else _side(run.side, "run", texts)) if wide else ""
    return Run(start, end, run.side, label)


def _thinned(notes: Sequence[Note], start_ms: int, end_ms: int) -> tuple[Note, ...]:
    """Notes whose words would lie on one another, even on a phone, give way to the one that decides, else to the later
    one."""
    length = max(end_ms - start_ms, 1)

    def words(note: Note) -> tuple[float, float]:
        at = (note.at_ms - start_ms) / length
        wide = 0.026 * len(note.label) + 0.03
        return (at, at + wide) if reads_on(note.at_ms, start_ms, end_ms) else (at - wide, at)

    out: list[Note] = []
    for note in sorted(notes, key=lambda note: note.at_ms):
        while out and words(out[-1])[1] > words(note)[0] and not out[-1].key:
            out.pop()
        if not out or note.key or words(out[-1])[1] <= words(note)[0]:
            out.append(note)
    return tuple(out)
