"""The desk's queue: what needs a decision, what is to be watched, notes, and the rulings that can still be undone."""

from collections.abc import Callable, Sequence

import msgspec

from display.catalogue import Texts
from display.evidence import evidence, finding_marks
from display.format import move_text, name_of, result_text
from display.strip import strip_html
from record.chess_export import CHESS
from record.claims import checked
from record.events import AnyEvent
from record.lawful import Action, is_open, is_unplayed, result_of
from record.life import SETUP
from record.renju_law import lasts
from record.state import FindingState, GameState, Phase, RulingState, Status
from server.web.access import may
from server.web.views.boards import board_of
from server.web.views.clocks import stood_ms, unix_ms
from server.web.views.facts import effect_words, fact, language, ruling_words
from server.web.views.lawful import law_of, lawful

Events = Callable[[str], Sequence[AnyEvent]]
DECISION, ATTENTION, NOTE = "decision", "attention", "note"
PRESSED = "pressed-after-illegal-move"


class Button(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling's button. ``tone``: ``go`` is the article's own ruling, ``plain`` another, ``locked`` not open yet.
    ``asks`` is the result it names, for a ruling that ends the game and asks once more."""

    ruling: str
    words: str
    tone: str
    side: str = ""
    asks: str = ""
    effect: str = ""
    added_ms: int = 0


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One case of the queue. ``since_ms`` is the wall time from which its age counts; ``stood``: since then the clocks
    stand."""

    key: str
    game: str
    finding: str
    table: int
    grade: str
    title: str
    fact: str
    people: str
    articles: str
    article_kind: str
    who: str
    until: str
    since_ms: int
    age: str
    stood: bool
    strip: str
    board: str
    decisions: tuple[Button, ...]
    sanctions: tuple[Button, ...]
    call: bool
    opens: str
    effect: str
    may_rule: bool
    order: tuple[int, int, int]


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling just given that can still be taken back."""

    key: str
    game: str
    table: int
    seq: int
    words: str
    at: str


def people(state: GameState, texts: Texts) -> str:
    """``Журавлёва М. — Белов П.``: White first."""
    return f"{name_of(state.white, texts.lang)} — {name_of(state.black, texts.lang)}"


def articles_of(kind: str, discipline: str) -> str:
    """The article of a kind in a discipline; empty where none stands behind it (devices)."""
    return law_of(kind).article(discipline)


def title_of(kind: str, state: GameState, found: FindingState | None, texts: Texts) -> str:
    """The title of a kind, up to about 28 characters."""
    key = f"title.{kind}"
    if texts.has(key) and found is not None and found.side is not None:
        side = found.side
        return texts.t(key, side_gen=texts.t(f"side.{side.value}.gen"), side_cap=texts.t(f"side.{side.value}.cap"))
    return law_of(kind).title(language(texts))


def grade_of(state: GameState, found: FindingState) -> str:
    """How a finding stands on the desk now: what only a player may open is watched until he has opened it."""
    if found.status in (Status.DEMANDED, Status.CALLED):
        return DECISION
    grade = str(found.evidence.get("grade") or law_of(found.kind).grade)
    if grade not in (DECISION, ATTENTION, NOTE) or not law_of(found.kind).rulings:
        return ATTENTION
    return ATTENTION if grade == DECISION and not is_open(state, found) else grade


def cases(state: GameState, events: Events, texts: Texts, now_ms: int, *, role: str | None) -> tuple[Case, ...]:
    """The cases of one game: its live findings that offer a ruling, and a call without one."""
    if state.ended:
        return ()
    out = [
        _case(state, found, offered, events, texts, now_ms, role)
        for found in state.findings
        if found.status.live
        and grade_of(state, found) != NOTE
        and (offered := lawful(state, found))
        and not is_quiet(state, found)
        and not _beside_another(state, found)
    ]
    if state.called_at and not any(case.grade == DECISION for case in out):
        out.append(_called(state, texts, now_ms, role))
    return tuple(out)


def _beside_another(state: GameState, found: FindingState) -> bool:
    """Whether a finding only says that the clock was pressed after an irregularity that has its own case."""
    return found.kind == PRESSED and any(
        other.kind != PRESSED and other.status.live and (other.ply, other.side) == (found.ply, found.side)
        for other in state.findings
    )


def _articles(state: GameState, found: FindingState) -> str:
    """The articles of a case: the irregularity's own, and that of the press that followed it."""
    pressed = any(
        (other.kind, other.ply, other.side) == (PRESSED, found.ply, found.side) and _beside_another(state, other)
        for other in state.findings
    )
    kinds = (found.kind, PRESSED) if pressed else (found.kind,)
    named = (articles_of(kind, state.assignment.discipline) for kind in kinds)
    return ", ".join(dict.fromkeys(name for name in named if name))


def is_quiet(state: GameState, found: FindingState) -> bool:
    """Whether a finding is only to be watched: nothing may be decided about it but to leave it."""
    return grade_of(state, found) == ATTENTION and law_of(found.kind).rulings == ("let-stand",)


def _case(
    state: GameState,
    found: FindingState,
    offered: Sequence[Action],
    events: Events,
    texts: Texts,
    now_ms: int,
    role: str | None,
) -> Case:
    game = state.assignment
    grade = grade_of(state, found)
    seen = evidence(events(game.game), state, found, texts)
    stood = stood_ms(state, now_ms)
    since = unix_ms(state.clocks.at) if stood is not None else unix_ms(found.demanded_at or found.at)
    decisions = [_button(state, found, action, texts) for action in offered if not action.sanction]
    sanctions = [_button(state, found, action, texts) for action in offered if action.sanction]
    now_open = all(action.open for action in offered)
    law = law_of(found.kind)
    title = title_of(found.kind, state, found, texts)
    last = seen.steps[-1] if seen.steps else None
    return Case(
        key=f"{game.game}.{found.id}",
        game=game.game,
        finding=found.id,
        table=game.table,
        grade=grade,
        title=title,
        fact=fact(state, found, texts),
        people=people(state, texts),
        articles=_articles(state, found),
        article_kind=found.kind,
        who=texts.t(f"who.{law.actor(game.discipline)}") if not now_open else texts.t("who.arbiter"),
        until=_until(state, found, texts),
        since_ms=since,
        age="" if grade != DECISION else _age(now_ms - since),
        stood=stood is not None and grade == DECISION,
        strip=strip_html(seen.strip, texts, label=f"{title}. {_plain(last.html)}") if last else "",
        board=board_of(
            state, texts, coords="none", marks=(*(last.marks if last else ()), *finding_marks(found)), trace=False
        ),
        decisions=tuple(decisions),
        sanctions=tuple(sanctions),
        call=not now_open,
        opens="" if now_open else texts.t(f"opens.{law.actor(game.discipline)}"),
        effect=effect_words(state, offered[0], texts),
        may_rule=may(role, "rule"),
        order=_order(grade, stood, now_ms - since),
    )


def _until(state: GameState, found: FindingState, texts: Texts) -> str:
    """Until when anyone may act; for the set-up and the colours that is the regulations' word (5.4.13.1)."""
    game = state.assignment
    until = game.regulations.setup_until if found.kind in SETUP else lasts(found.kind, game)
    return texts.t(f"until.{until}") if texts.has(f"until.{until}") else ""


def _called_fact(state: GameState, side: str, texts: Texts) -> str:
    """Who called, and what was claimed where no finding is about it, with the move about to be made (5.4.12.2)."""
    if not state.claim:
        return texts.t("case.called.fact", side=side)
    claim = texts.t(f"case.claimed.{state.claim}")
    if state.claim_move:
        game = state.assignment
        move = move_text(state.claim_move, game.discipline, game.letters)
        claim += texts.t("case.claimed.move", move=move)
    said = checked(state)
    return texts.t("case.claimed.fact", side=side, claim=claim) + (texts.t(f"case.claimed.{said}") if said else "")


def _called(state: GameState, texts: Texts, now_ms: int, role: str | None) -> Case:
    """A player pressed "call the arbiter" and no finding says why."""
    game = state.assignment
    stood = stood_ms(state, now_ms)
    since = unix_ms(state.called_at)
    side = texts.t(f"side.{state.called.value}.nom") if state.called else texts.t("side.someone")
    return Case(
        key=f"{game.game}.call",
        game=game.game,
        finding="",
        table=game.table,
        grade=DECISION,
        title=texts.t("case.called"),
        fact=_called_fact(state, side, texts),
        people=people(state, texts),
        articles="",
        article_kind="",
        who=texts.t("who.arbiter"),
        until="",
        since_ms=since,
        age=_age(now_ms - since),
        stood=stood is not None,
        strip="",
        board=board_of(state, texts, coords="none"),
        decisions=(Button(ruling="let-stand", words=texts.t("rule.play-on"), tone="go"),),
        sanctions=(),
        call=False,
        opens="",
        effect="",
        may_rule=may(role, "rule"),
        order=_order(DECISION, stood, now_ms - since),
    )


def _order(grade: str, stood: int | None, age_ms: int) -> tuple[int, int, int]:
    return (0 if grade == DECISION else 1, -(stood or 0), -age_ms)


def _plain(html: str) -> str:
    return html.replace("<b>", "").replace("</b>", "")


def _age(ms: int) -> str:
    seconds = max(ms, 0) // 1000
    return f"{seconds // 60}:{seconds % 60:02}" if seconds < 3600 else f"{seconds // 3600}:{seconds // 60 % 60:02}:00"


def _button(state: GameState, found: FindingState, action: Action, texts: Texts) -> Button:
    asks = ""
    if action.ends:
        asks = result_text(result_of(action.ruling, action.side, unplayed=is_unplayed(state, found)))
    tone = "locked" if not action.open else "go" if action.proposed else "plain"
    return Button(
        ruling=action.ruling,
        words=ruling_words(state, found, action.ruling, action.side, texts),
        tone=tone,
        side=action.side.value if action.side else "",
        asks=asks,
        effect=effect_words(state, action, texts),
        added_ms=_added_ms(state) if action.ruling == "time-to-opponent" else 0,
    )


def _added_ms(state: GameState) -> int:
    """What the button gives the opponent: a minute, in classic chess two (FIDE 7.5.5, A.3)."""
    game = state.assignment
    return 120_000 if game.discipline == CHESS and game.tempo == "classic" else 60_000


def done(state: GameState, texts: Texts, *, role: str | None) -> Done | None:
    """The last ruling, while a correcting event is lawful: nothing was played since and the result is not confirmed."""
    last = state.rulings[-1] if state.rulings else None
    if last is None or state.phase is Phase.CONFIRMED or len(state.plies) != last.plies or not may(role, "undo"):
        return None
    return Done(
        key=f"{state.assignment.game}.done",
        game=state.assignment.game,
        table=state.assignment.table,
        seq=last.seq,
        words=_ruled_words(state, last, texts),
        at=last.at,
    )


def _ruled_words(state: GameState, last: RulingState, texts: Texts) -> str:
    found = state.finding(last.finding) if last.finding else None
    return ruling_words(state, found, last.ruling, last.side, texts)
