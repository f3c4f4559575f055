"""The evidence strip: one time axis in seconds, above it hands, below whose clock ran, then presses and words.

It is drawn from the record only. All positions are percentages in SVG attributes, so that a page needs no inline style
and the strip scales and prints. Times are milliseconds; zero is the first touch, or the moment a clock read 0:00.
"""

from dataclasses import dataclass
from html import escape

from display.catalogue import Texts
from rules.side import Side


@dataclass(frozen=True)
class Hand:
    """A piece in the hand from lift to place, named by its square or move. ``place`` is where the label has room:
    ``in`` the bar, ``right`` or ``left`` of it."""

    start_ms: int
    end_ms: int
    label: str
    place: str = "right"


@dataclass(frozen=True)
class Taken:
    """A man removed from ``square``."""

    at_ms: int
    square: str


@dataclass(frozen=True)
class Run:
    """Whose clock ran; ``None`` when both stood."""

    start_ms: int
    end_ms: int
    side: Side | None
    label: str = ""


@dataclass(frozen=True)
class Note:
    """A press, a word spoken, or the event that decides (``key``), under the axis."""

    at_ms: int
    label: str
    key: bool = False


@dataclass(frozen=True)
class Strip:
    """What a strip shows between ``start_ms`` and ``end_ms``. ``zero_ms`` marks the moment a clock read 0:00."""

    start_ms: int
    end_ms: int
    hands: tuple[Hand, ...] = ()
    taken: tuple[Taken, ...] = ()
    runs: tuple[Run, ...] = ()
    notes: tuple[Note, ...] = ()
    zero_ms: int | None = None


STEPS_MS = (1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000)


def step_ms(strip: Strip) -> int:
    """The distance of the axis' figures: at most fifteen of them."""
    length = max(strip.end_ms - strip.start_ms, 1)
    return next((step for step in STEPS_MS if length / step <= 15), STEPS_MS[-1])


def reads_on(at_ms: int, start_ms: int, end_ms: int) -> bool:
    """Whether the words of a note stand to the right of its mark; later in a strip they stand to the left of it."""
    return (at_ms - start_ms) / max(end_ms - start_ms, 1) < 0.35


def strip_html(strip: Strip, texts: Texts, *, label: str = "") -> str:
    """The strip as HTML text, with ``label`` (or a general one) for those who do not see it."""
    hands = "".join(_hand(strip, hand) for hand in strip.hands)
    hands += "".join(
        f'<rect class="sx" x="{_at(strip, man.at_ms)}" y="40%" width="3" height="60%" transform="translate(-1 0)">'
        f"<title>{escape(man.square)}</title></rect>"
        for man in strip.taken
    )
    runs = "".join(_run(strip, run) for run in strip.runs)
    if strip.zero_ms is not None:
        x = _at(strip, strip.zero_ms)
        runs += f'<rect class="sz" x="{x}" y="-3" width="4" height="100%" transform="translate(-2 0)"/>'
    words = escape(label or texts.t("strip.label"))
    return (
        f'<div class="strip" role="img" aria-label="{words}">'
        f'<div class="lane hand"><em>{escape(texts.t("strip.hand"))}</em><svg aria-hidden="true">'
        f'<line class="sl" x1="0" x2="100%" y1="100%" y2="100%"/>{hands}</svg></div>'
        f'<div class="lane clk"><em>{escape(texts.t("strip.clock"))}</em><svg aria-hidden="true">{runs}</svg></div>'
        f'<div class="lane axis"><em>{escape(texts.t("strip.unit"))}</em><svg aria-hidden="true">'
        f"{_axis(strip)}</svg></div></div>"
    )


def _share(value: float) -> str:
    return f"{round(value * 100, 2):g}%"


def _at(strip: Strip, at_ms: int) -> str:
    inside = min(max(at_ms, strip.start_ms), strip.end_ms)
    return _share((inside - strip.start_ms) / max(strip.end_ms - strip.start_ms, 1))


def _span(strip: Strip, start_ms: int, end_ms: int) -> tuple[str, str]:
    start, end = max(start_ms, strip.start_ms), min(end_ms, strip.end_ms)
    return _at(strip, start), _share(max(end - start, 0) / max(strip.end_ms - strip.start_ms, 1))


def _hand(strip: Strip, hand: Hand) -> str:
    x, width = _span(strip, hand.start_ms, hand.end_ms)
    label = escape(hand.label)
    if hand.place == "in":
        return (
            f'<svg x="{x}" width="{width}" height="100%"><rect class="sh" y="3" width="100%" height="120%" rx="2"/>'
            f'<text class="st-in" x="6" y="58%">{label}</text></svg>'
        )
    left = hand.place == "left"
    where = f'x="{x}" dx="-5" text-anchor="end"' if left else f'x="{_at(strip, hand.end_ms)}" dx="5"'
    bar = f'<rect class="sh" x="{x}" y="3" width="{width}" height="100%" rx="2"/>'
    return f'{bar}<text class="st-out" {where} y="58%">{label}</text>' if label else bar


def _run(strip: Strip, run: Run) -> str:
    x, width = _span(strip, run.start_ms, run.end_ms)
    name = "stop" if run.side is None else run.side.value[0]
    box = "" if run.side is None else '<rect class="sc-rim" x="0.75" y="0.75" width="100%" height="100%"/>'
    label = f'<text class="sc-t" x="6" y="52%">{escape(run.label)}</text>' if run.label else ""
    return (
        f'<svg class="sc-{name}" x="{x}" width="{width}" height="100%">'
        f'<rect class="sc" width="100%" height="100%"/>{box}{label}</svg>'
    )


def _axis(strip: Strip) -> str:
    out = ['<line class="sl" x1="0" x2="100%" y1="0.5" y2="0.5"/>']
    step = step_ms(strip)
    first = -(-strip.start_ms // step) * step
    for at_ms in range(first, strip.end_ms + 1, step):
        seconds = str(at_ms // 1000).replace("-", "−")
        x = _at(strip, at_ms)
        out.append(f'<line class="sk" x1="{x}" x2="{x}" y1="0" y2="4"/>')
        out.append(f'<text class="su" x="{x}" y="13">{seconds}</text>')
    for note in strip.notes:
        key = " key" if note.key else ""
        x = _at(strip, note.at_ms)
        right = reads_on(note.at_ms, strip.start_ms, strip.end_ms)
        text = 'dx="6"' if right else 'dx="-6" text-anchor="end"'
        out.append(
            f'<rect class="sn{key}" x="{x}" y="18" width="3" height="13" transform="translate(-1.5 0)"/>'
            f'<text class="snt{key}" x="{x}" y="25" {text}>{escape(note.label)}</text>'
        )
    return "".join(out)
