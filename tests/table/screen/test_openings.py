"""Whole openings of renju played on the screen, with their swaps, offers and numbers, by touch alone."""

import asyncio
from pathlib import Path

import msgspec
import pygame
import pytest

from record import events
from record.state import Phase
from rules.side import Side
from table.screen.layout import targets
from table.screen.paint import paint
from table.screen.sheets import MAIN
from table.screen.window import texts
from tests.table.hall import until
from tests.table.screen.test_layout import view
from tests.table.screen.test_table import Players, players, recorded
from tests.table.test_journal import ASSIGNMENT

WHITE, BLACK = Side.WHITE, Side.BLACK
CHOICES = ("claims", "resign")


def renju(regulation: str) -> object:
    return msgspec.structs.replace(ASSIGNMENT, discipline="renju", opening_regulation=regulation)


class Table:
    """Two people at a screen on which the pieces are stones. A place is named by the colour with which it began."""

    def __init__(self, both: Players) -> None:
        self.both = both

    async def begin(self) -> None:
        self.both.press(BLACK)
        await until(lambda: self.both.state.phase is Phase.PLAYING)

    async def stones(self, place: Side, *points: str, plies: int) -> None:
        for point in points:
            self.both.touch(self.both.square(point))
        self.both.press(place)
        await self.both.moved(plies)

    async def offer(self, place: Side, *points: str) -> None:
        for point in points:
            self.both.touch(self.both.square(point))
        self.both.press(place)
        await until(lambda: self.both.state.opening is not None and self.both.state.opening.offers == points)

    async def leave(self, point: str, sixth: str, place: Side) -> None:
        opening = self.both.state.opening
        assert opening is not None
        for offered in opening.offers:
            if offered != point:
                self.both.touch(self.both.square(offered))
        await self.stones(place, sixth, plies=6)

    async def choose(self, button: str, place: Side, *, swapped: bool) -> None:
        made = len(self.both.state.choices)
        await self.both.button(button, place)
        await until(lambda: len(self.both.state.choices) > made)
        assert self.both.state.swapped is swapped

    async def announce(self, number: int, place: Side) -> None:
        await self.both.button("announce", place)
        await until(lambda: self.both.view.sheets[0 if place is WHITE else 1].name == "announce")
        target = next(each for each in targets(self.both.view) if each.key == str(number) and each.side is place)

        await asyncio.sleep(0.7)
        middle = (target.rect.x + target.rect.w / 2, target.rect.y + target.rect.h / 2)
        self.both.touch(middle)
        await until(lambda: self.both.state.opening is not None and self.both.state.opening.declared == number)

    def offered_to(self, place: Side) -> tuple[str, ...]:
        return self.both.view.choices[0 if place is WHITE else 1]

    def runs(self) -> Side | None:
        assert self.both.screen.device is not None
        return self.both.screen.device.runs

    def stones_of(self, *expected: str) -> None:
        assert self.both.plies() == list(expected)
        assert self.both.state.findings == ()
        assert self.both.state.in_sync


async def test_rif_with_a_swap_and_two_offers(tmp_path: Path) -> None:
    async with players(tmp_path, renju("rif")) as both:
        table = Table(both)
        await table.begin()
        assert (table.offered_to(WHITE), table.offered_to(BLACK)) == ((), ())
        await table.stones(BLACK, "h8", "i9", "j7", plies=3)
        assert [ply.side for ply in both.state.plies] == [BLACK, WHITE, BLACK]
        assert (table.offered_to(WHITE), table.offered_to(BLACK)) == (("no-swap", "swap"), ())
        assert both.view.colours == (WHITE, BLACK)
        await table.choose("swap", WHITE, swapped=True)
        await until(lambda: table.runs() is BLACK)  # the choice hands the turn over, and the clock with it
        view = both.view
        assert (view.names, view.colours) == (("A", "B"), (BLACK, WHITE))
        assert view.last == texts("ru").t("screen.said.swap")
        assert table.offered_to(WHITE) == ()
        await table.stones(BLACK, "g9", plies=4)
        await table.offer(WHITE, "e8", "e9")
        await table.leave("e8", "k8", BLACK)
        await table.stones(WHITE, "d4", plies=7)
        table.stones_of("h8", "i9", "j7", "g9", "e8", "k8", "d4")
        board = both.view.board
        assert board is not None
        assert board.trays == (("b",), ("w",))  # each has the bowl of his colour
        await both.button("resign", WHITE)
        await both.button("yes", WHITE)
        await until(lambda: both.state.ended)
        assert both.state.result is not None
        assert (both.state.result.result, both.state.black.name) == ("1-0", "A")  # he resigned with Black
        assert both.view.result == "0–1"
    choices = [event for event in recorded(tmp_path) if isinstance(event, events.OpeningChoice)]
    assert [(each.act, each.option, each.how) for each in choices] == [
        ("choose", "swap", "button"),
        ("offer", "", "stones"),
    ]


async def test_a_press_of_the_face_without_a_stone_swaps_too(tmp_path: Path) -> None:
    async with players(tmp_path, renju("rif")) as both:
        table = Table(both)
        await table.begin()
        await table.stones(BLACK, "h8", "i9", "j7", plies=3)
        both.press(WHITE)
        await until(lambda: both.state.swapped)
        await table.stones(BLACK, "g9", plies=4)
        table.stones_of("h8", "i9", "j7", "g9")


async def test_a_stone_without_a_word_is_no_swap(tmp_path: Path) -> None:
    async with players(tmp_path, renju("rif")) as both:
        table = Table(both)
        await table.begin()
        await table.stones(BLACK, "h8", "i9", "j7", plies=3)
        await table.stones(WHITE, "g9", plies=4)
        assert not both.state.swapped
        assert [(choice.option, choice.how) for choice in both.state.choices] == [("stay", "stones")]
        table.stones_of("h8", "i9", "j7", "g9")


async def test_soosyrv_8_with_a_number_and_a_late_swap(tmp_path: Path) -> None:
    async with players(tmp_path, renju("soosyrv-8")) as both:
        table = Table(both)
        await table.begin()
        await table.stones(BLACK, "h8", "i9", "j7", plies=3)
        await table.choose("no-swap", WHITE, swapped=False)
        assert table.runs() is WHITE  # he goes on himself
        assert table.offered_to(WHITE) == ("announce",)
        both.touch(both.square("g9"))
        await table.announce(3, WHITE)
        assert both.view.last == "3 пятых хода"
        await table.stones(WHITE, plies=4)
        assert (table.offered_to(WHITE), table.offered_to(BLACK)) == ((), ("no-swap", "swap"))
        await table.choose("swap", BLACK, swapped=True)
        await until(lambda: table.runs() is WHITE)
        await table.offer(WHITE, "e8", "e9", "e10")
        await table.leave("e10", "k8", BLACK)
        table.stones_of("h8", "i9", "j7", "g9", "e10", "k8")


async def test_taraguchi_10_with_swaps_and_ten_offers(tmp_path: Path) -> None:
    offers = ("c3", "c4", "c5", "c6", "d3", "d4", "d5", "d6", "e3", "e4")
    async with players(tmp_path, renju("taraguchi-10")) as both:
        table = Table(both)
        await table.begin()
        await table.stones(BLACK, "h8", plies=1)
        await table.choose("swap", WHITE, swapped=True)
        await table.stones(BLACK, "h9", plies=2)
        await table.choose("no-swap", WHITE, swapped=True)
        await table.stones(WHITE, "i9", plies=3)
        await table.choose("swap", BLACK, swapped=False)
        await table.stones(WHITE, "g9", plies=4)
        assert table.offered_to(BLACK) == ("no-swap", "swap", "offer-fifths")
        await table.choose("offer-fifths", BLACK, swapped=False)
        await table.offer(BLACK, *offers)
        await table.leave("e4", "k8", WHITE)
        table.stones_of("h8", "h9", "i9", "g9", "e4", "k8")


@pytest.mark.parametrize("colour", ["choose-white", "choose-black"])
async def test_swap2_with_two_more_stones(tmp_path: Path, colour: str) -> None:
    async with players(tmp_path, renju("swap2")) as both:
        table = Table(both)
        await table.begin()
        await table.stones(BLACK, "h8", "a1", "o15", plies=3)
        assert set(table.offered_to(WHITE)) == {"choose-white", "choose-black", "add-stones"}
        await table.choose("add-stones", WHITE, swapped=False)
        await table.stones(WHITE, "c3", "d4", plies=5)
        await table.choose(colour, BLACK, swapped=colour == "choose-white")
        await table.stones(BLACK if colour == "choose-white" else WHITE, "e5", plies=6)
        table.stones_of("h8", "a1", "o15", "c3", "d4", "e5")
        names = [each.name for each in targets(both.view) if each.side is WHITE]
        assert names == ["press", *MAIN]


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("on_board", [False, True])
@pytest.mark.parametrize(
    "choices",
    [
        ("no-swap", "swap"),
        ("no-swap", "swap", "offer-fifths"),
        ("choose-white", "choose-black", "add-stones"),
        ("announce",),
    ],
)
def test_the_choices_fit(lang: str, on_board: bool, choices: tuple[str, ...]) -> None:
    pygame.font.init()

    shown = msgspec.structs.replace(view("renju", on_board=on_board), choices=(choices, ()), most=12)
    for sheet in ("main", "announce"):
        shown = msgspec.structs.replace(
            shown, sheets=(msgspec.structs.replace(shown.sheets[0], name=sheet), shown.sheets[1])
        )
        found = [each for each in targets(shown) if each.side is WHITE]
        for each in found:
            assert each.rect.h >= 44, each.name
            assert each.rect.w >= 36, each.name
        assert paint(pygame.Surface((800, 480)), shown, texts(lang)).clipped == []
    assert {
        each.name for each in targets(msgspec.structs.replace(shown, sheets=view().sheets)) if each.side is WHITE
    } == {
        "press",
        *choices,
        *CHOICES,
    }
