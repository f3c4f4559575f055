"""A player's own page: one table, three results, and who has confirmed. It knows nothing of findings or clocks."""

import msgspec

from display.catalogue import Texts
from display.format import name_of, result_text
from display.positions import drawn_words
from record.drawing import waits
from record.openings import may_swap
from record.state import GameState, Phase
from rules.side import Side
from server.web.views.attendance import seat


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One of the three results."""

    result: str
    text: str
    words: str


class Confirmation(msgspec.Struct, frozen=True, kw_only=True):
    """A player and what he has said; ``you`` is whose phone this is."""

    mark: str
    name: str
    words: str
    you: bool


class Phone(msgspec.Struct, frozen=True, kw_only=True):
    """The page. ``choices`` are empty once nothing can be entered; ``verdict`` then says what stands. ``turn`` is the
    start number of who has Black if the colours are not those shown, 0 where players do not say so. ``can_come``: the
    player may say that he is there; ``arrival`` is what is known of that;
    ``drawn`` the opening that was drawn, or that it still is to be (5.4.1.3)."""

    table: int
    round: int
    white: str
    black: str
    choices: tuple[Choice, ...]
    confirmations: tuple[Confirmation, ...]
    verdict: str
    asks_for_other: bool
    arrival: str = ""
    can_come: bool = False
    turn: int = 0
    turn_words: str = ""
    drawn: str = ""


def phone(state: GameState, side: Side, texts: Texts) -> Phone:
    """The page of the player of ``side``."""
    game = state.assignment
    names = {s: name_of(state.person(s), texts.lang) for s in Side}
    choices = (
        Choice(result="1-0", text=result_text("1-0"), words=texts.t("phone.wins", name=names[Side.WHITE])),
        Choice(result="1/2-1/2", text=result_text("1/2-1/2"), words=texts.t("phone.draw")),
        Choice(result="0-1", text=result_text("0-1"), words=texts.t("phone.wins", name=names[Side.BLACK])),
    )
    settled = state.phase is Phase.CONFIRMED
    own = seat(state, side, texts)
    verdict = ""
    if settled and state.result is not None:
        verdict = texts.t("phone.settled", result=result_text(state.result.result))
    elif len(set(state.entries.values())) > 1:
        verdict = texts.t("phone.differ")
    may_turn = game.device == "none" and may_swap(game) and not settled
    return Phone(
        table=game.table,
        round=game.round,
        white=names[Side.WHITE],
        black=names[Side.BLACK],
        choices=() if settled else choices,
        confirmations=tuple(_said(state, who, side, names[who], texts) for who in Side),
        verdict=verdict,
        asks_for_other=not settled and side.value in state.entries,
        arrival=texts.t("phone.here.said") if own.here and not state.moved and not state.ended else "",
        can_come=own.can_come,
        drawn=drawn_words(state, texts) or (texts.t("lot.waits") if waits(state) else ""),
        turn=state.white.id if may_turn else 0,
        turn_words=texts.t("phone.turn", name=names[Side.WHITE]) if may_turn else "",
    )


def _said(state: GameState, who: Side, you: Side, name: str, texts: Texts) -> Confirmation:
    said = state.entries.get(who.value)
    if said is not None:
        words = texts.t("phone.said", result=result_text(said))
    elif state.phase is Phase.CONFIRMED:
        words = texts.t("phone.by-arbiter")
    elif who is you:
        words = texts.t("phone.now")
    else:
        words = texts.t("phone.waiting")
    return Confirmation(mark=who.value[0], name=name, words=words, you=who is you)
