"""Pictures: all words fit, and nothing that the software noticed changes one byte of them."""

from typing import Any

import msgspec
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock import software
from clock.control import parse
from display.svg import SIZES
from hardware.devices.screen import start_of
from hardware.touch.device import TouchDevice
from record.assignment import Assignment, Letters, Person, Regulations
from record.events import Button, Move
from record.fold import apply, start
from record.state import Clocks, FindingState, GameState, Phase, ResultState, Status
from rules.law import kinds
from rules.side import Side
from table.config import Table
from table.screen.canvas import Canvas
from table.screen.hands import Hands
from table.screen.paint import paint
from table.screen.sheets import Sheet
from table.screen.view import BoardView, Face, InHand, View, public_result, view
from table.screen.window import texts

WHITE, BLACK = Side.WHITE, Side.BLACK
LANGUAGES = ("ru", "en")
LONG = {
    "ru": ("Константинопольская-Преображенская А.", "Христорождественский М."),
    "en": ("Konstantinopolskaya-Preobrazhenskaya A.", "Khristorozhdestvensky M."),
}
SAID = ("claim", "call-arbiter", "accept-draw", "offer-draw", "decline-draw", "resign", "pass")


@pytest.fixture(scope="module", autouse=True)
def _fonts() -> None:
    pygame.font.init()


def picture(shown: View, size: tuple[int, int] = (800, 480)) -> tuple[bytes, list[str]]:
    surface = pygame.Surface(size)
    canvas = paint(surface, shown, texts(shown.lang))
    return pygame.image.tobytes(surface, "RGB"), canvas.clipped


def board(kind: str, **more: Any) -> BoardView:
    base = BoardView(
        kind=kind,
        flip=False,
        pieces=tuple(sorted(start_of(kind).items())),
        way=(),
        gone=(),
        trays=((), ()),
        held=(),
        chosen=(),
    )
    return msgspec.structs.replace(base, **more)


def screen(lang: str = "ru", kind: str = "russian", **more: Any) -> View:
    base = View(
        lang=lang,
        theme="light",
        number=118,
        title=f"{texts(lang).t(f'discipline.{kind}')} · 2 {texts(lang).t('unit.h')}/50",
        playing=True,
        kind=kind,
        names=LONG[lang],
        faces=(Face(text="10:59:59", runs=True), Face(text="0:07", runs=False)),
        last="g3:e5:c7:e3:g1" if kind != "international" else "47x24x8x17x6",
    )
    return msgspec.structs.replace(base, **more)


@pytest.mark.parametrize("on_board", [False, True])
@pytest.mark.parametrize("kind", sorted(SIZES))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_words_fit(lang: str, kind: str, on_board: bool) -> None:
    on = board(kind, trays=(("b",) * 12, ("w",))) if on_board and kind != "chess" else board(kind) if on_board else None
    shown = screen(lang, kind, board=on)
    typed = tuple("c3d4e5")
    for sheet in (Sheet(), Sheet(name="claims"), Sheet(name="resign"), Sheet(name="move", typed=typed)):
        for more in ({}, {"offered_to": WHITE}, {"faces": None}, {"result": "½–½"}):
            _, clipped = picture(msgspec.structs.replace(shown, sheets=(sheet, Sheet()), **more))
            assert clipped == [], (sheet.name, more)
    for word in SAID:
        said = texts(lang).t(f"screen.said.{word}")
        assert picture(msgspec.structs.replace(shown, said=(said, said)))[1] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_without_a_game_is_drawn(lang: str) -> None:
    shown = View(lang=lang, theme="dark", number=7, title="", playing=False, kind="russian")
    assert picture(shown)[1] == []


def test_larger_screens_show_the_same_larger() -> None:
    for size in ((1280, 800), (1920, 1080), (1024, 600)):
        assert picture(screen(board=board("renju")), size)[1] == []


def test_the_running_face_is_a_solid_plate() -> None:
    surface = pygame.Surface((800, 480))
    paint(surface, screen(), texts("ru"))
    assert surface.get_at((5, 60))[:3] == (0x14, 0x19, 0x1B)
    assert surface.get_at((790, 60))[:3] == (0xFB, 0xFC, 0xFB)


def test_kings_hands_and_the_last_move_are_drawn() -> None:
    plain = picture(screen(board=board("russian")))[0]
    assert (
        picture(screen(board=board("russian", pieces=(("b8", "W"),))))[0]
        != picture(screen(board=board("russian", pieces=(("b8", "w"),))))[0]
    )
    for more in (
        {"way": ("c3", "d4")},
        {"gone": ("d4",), "way": ("c3", "e5")},
        {"held": (InHand(piece="w", square="d4"),)},
        {"held": (InHand(piece="w", at=(400.0, 240.0)),)},
        {"chosen": ("d4",)},
        {"trays": (("b",), ())},
        {"flip": True},
    ):
        assert picture(screen(board=board("russian", **more)))[0] != plain, more


def test_nothing_says_flag_and_no_button_speaks_of_what_was_noticed() -> None:
    for lang in LANGUAGES:
        for key, text in texts(lang).single.items():
            if key.startswith("screen."):
                assert not any(word in text.lower() for word in ("flag", "флаг", "наруш", "!")), key


# -- a screen that players can see knows less ---------------------------------------------------------------------

GAME = Assignment(
    event="club",
    table=7,
    round=1,
    game="r1-t7",
    discipline="russian",
    tempo="rapid",
    control="15m+5s",
    white=Person(id=1, name="Журавлёва М."),
    black=Person(id=2, name="Белов П."),
)


def played() -> GameState:
    state = start(GAME)
    for number, text in enumerate(("c3-d4", "f6-g5", "b2-c3"), 1):
        position = state.history.position
        move = position.parse(text)
        event = Move(session="s", seq=number, ply=number, side=position.side, move=text, fen=position.apply(move).fen())
        state = apply(state, event)
    return apply(state, Button(session="s", seq=4, button="offer-draw", by=WHITE))


STATE = played()
FINDINGS = st.lists(
    st.builds(
        FindingState,
        id=st.uuids().map(str),
        kind=st.sampled_from(sorted(kinds())),
        side=st.sampled_from([WHITE, BLACK, None]),
        ply=st.integers(0, 3),
        evidence=st.just({"count": 3}),
        status=st.sampled_from(list(Status)),
        demanded_by=st.sampled_from([WHITE, BLACK, None]),
    ),
    max_size=4,
).map(tuple)
NOTICED = st.fixed_dictionaries(
    {
        "findings": FINDINGS,
        "in_sync": st.booleans(),
        "differences": st.sampled_from([(), ("c3 w>.",)]),
        "demand": st.sampled_from([None, (WHITE, 3), (BLACK, 3)]),
        "clocks": st.builds(
            Clocks,
            linked=st.booleans(),
            white_ms=st.integers(0, 900_000),
            running=st.sampled_from([WHITE, BLACK, None]),
            flags=st.sampled_from([(), (WHITE,), (WHITE, BLACK)]),
        ),
        "board_up": st.booleans(),
        "clock_up": st.booleans(),
        "called_at": st.sampled_from(["", "2026-01-01T10:00:00.000Z"]),
        "claim": st.sampled_from(["", "claim-flag"]),
    }
)
MARKS = st.fixed_dictionaries(
    {name: st.booleans() for name in ("irregular", "uncertain", "inferred")}
    | {"spent_ms": st.none() | st.integers(0, 10_000), "white_ms": st.none() | st.integers(0, 10_000)}
)


def shown_of(state: GameState, *, on_board: bool) -> bytes:
    device = TouchDevice(start_of("russian"), software.wound(parse("15m+5s")))
    device.start_clock(0)
    hands = Hands("russian", dict(state.history.position.pieces())) if on_board else None
    table = Table(number=7, device="screen", line="x")
    return picture(view(state, table, texts("ru"), 100_000, device=device, hands=hands))[0]


PLAIN: dict[bool, bytes] = {}


@settings(max_examples=40, deadline=None)
@given(NOTICED, MARKS, st.booleans())
def test_what_the_software_noticed_changes_no_byte(
    noticed: dict[str, Any], marks: dict[str, Any], on_board: bool
) -> None:
    if on_board not in PLAIN:
        PLAIN[on_board] = shown_of(STATE, on_board=on_board)
    last = msgspec.structs.replace(STATE.plies[-1], **marks)
    other = msgspec.structs.replace(STATE, plies=(*STATE.plies[:-1], last), **noticed)
    assert shown_of(other, on_board=on_board) == PLAIN[on_board]


def test_but_an_offer_does() -> None:
    refused = msgspec.structs.replace(STATE, offer=None)
    assert shown_of(refused, on_board=False) != shown_of(STATE, on_board=False)


def test_a_result_is_shown_once_the_players_or_the_arbiter_made_it() -> None:
    def over(by: str, phase: Phase = Phase.OVER) -> GameState:
        result = ResultState(result="1-0", reason="no-pieces", entered=(by,))
        return msgspec.structs.replace(STATE, phase=phase, result=result, offer=None)

    assert public_result(over("rule")) == ""
    assert public_result(over("rule", Phase.CONFIRMED)) == "1-0"
    assert public_result(over("white")) == public_result(over("arbiter")) == "1-0"
    going_on = msgspec.structs.replace(over("rule"), phase=STATE.phase, result=None)
    assert shown_of(over("rule"), on_board=False) == shown_of(going_on, on_board=False)
    assert shown_of(over("black"), on_board=False) != shown_of(going_on, on_board=False)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_break_is_told_until_the_game_begins(lang: str) -> None:
    """5.4.6: the next game of a micro-match does not begin before the break is over; the table says when that is."""
    waiting = start(msgspec.structs.replace(GAME, not_before="14:18"))
    shown = view(waiting, Table(number=7, device="screen", line="x"), texts(lang), 0)
    assert shown.wait == {"ru": "не раньше 14:18", "en": "not before 14:18"}[lang]
    for on_board in (None, board("russian")):
        with_break = msgspec.structs.replace(shown, board=on_board)
        drawn, clipped = picture(with_break)
        assert clipped == []
        assert drawn != picture(msgspec.structs.replace(with_break, wait=""))[0]
    begun = msgspec.structs.replace(waiting, phase=Phase.PLAYING)
    assert view(begun, Table(number=7, device="screen", line="x"), texts(lang), 0).wait == ""


@pytest.mark.parametrize(
    ("style", "edge", "said"), [("russian", "ABCDEFGHIKLMNOP", "K10"), ("rif", "abcdefghijklmno", "j10")]
)
def test_renju_s_letters_are_the_event_s(style: Letters, edge: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """5.2.2.2: the board's edge and the last move on the screen."""
    written: list[str] = []
    words = Canvas.words
    monkeypatch.setattr(Canvas, "words", lambda *told, **how: (written.append(told[1]), words(*told, **how))[1])
    game = msgspec.structs.replace(
        GAME, discipline="renju", opening_regulation="none", regulations=Regulations(letters=style)
    )
    state = start(game)
    for ply, point in enumerate(("h8", "h9", "j10"), 1):
        position = state.history.position
        fen = position.apply(position.parse(point)).fen()
        state = apply(state, Move(session="s", seq=ply, ply=ply, side=position.side, move=point, fen=fen))
    hands = Hands("renju", dict(state.history.position.pieces()))
    shown = view(state, Table(number=4, device="screen", line="x"), texts("en"), 0, hands=hands)
    assert picture(shown)[1] == []
    assert "".join(word for word in written if len(word) == 1 and word.isalpha()) == edge
    assert said in written


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("on_board", [False, True])
@pytest.mark.parametrize(
    "moves", ["c3-d4 d6-c5 b2-c3 f6-g5", "g3:e5:c7:e3:g1 h8:c3:e1 g1:d4:a7 f6-g5", "47x24x8x17x6 1-6 31x22 18x27"]
)
def test_a_list_of_the_last_moves_fits(lang: str, on_board: bool, moves: str) -> None:
    kind = "international" if "x" in moves else "russian"
    shown = screen(lang, kind, last=moves, listed=True, board=board(kind) if on_board else None)
    assert picture(shown)[1] == []


def test_players_see_the_last_move_or_where_the_regulations_say_so_the_last_few() -> None:
    """No number stands beside them (5.4.3.3)."""
    for listed, said in ((False, "b2-c3"), (True, "f6-g5 c3-b4 g5-h4 b2-c3")):
        state = start(msgspec.structs.replace(GAME, discipline="russian", regulations=Regulations(move_list=listed)))
        for ply, text in enumerate(("g3-f4", "f6-g5", "c3-b4", "g5-h4", "b2-c3"), 1):
            position = state.history.position
            fen = position.apply(position.parse(text)).fen()
            state = apply(state, Move(session="s", seq=ply, ply=ply, side=position.side, move=text, fen=fen))
        shown = view(state, Table(number=4, device="dgt", line="x"), texts("en"), 0)
        assert (shown.last, shown.listed) == (said, listed)
