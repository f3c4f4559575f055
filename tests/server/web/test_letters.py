"""The style of renju's letters is the event's on every page; files and the API keep a-o (5.2.2.2)."""

import re
from html import unescape

import pytest

from record.commands import EnterResult
from record.events import Button, ClockReading, Finding, LeverPressed, Move, SquareChanged, Started
from rules import discipline
from rules.side import Side
from tests.server.web.conftest import NAMES, Made, Pages
from tests.server.web.scene import Table

STONES = ("h8", "i9", "j10", "k7", "l12", "o15")
STYLES = {
    "russian": ("ABCDEFGHIKLMNOP", ("H8", "I9", "K10", "L7", "M12", "P15")),
    "rif": ("abcdefghijklmno", STONES),
}
BLACK, WHITE = Side.BLACK, Side.WHITE


async def playing(event: Made, style: str) -> tuple[Pages, str, int]:
    """A game of renju with six stones on the right of the board, and a foul that the arbiter sees."""
    changes = {'"russian"': '"renju"'}
    if style:
        changes["[regulations]"] = f'[regulations]\nletters = "{style}"'
    pages = await event('opening_regulation = "none"', changes)
    await pages.hall.pair_next()
    state = pages.hall.games()[0]
    game, number = state.assignment.game, state.assignment.table
    table, position = Table(pages.hall, game, number, pages.clock.ms), discipline("renju").start()
    table.put(Started(), ClockReading(white_ms=900_000, black_ms=900_000, running=BLACK))
    for ply, point in enumerate(STONES, 1):
        side, position = position.side, position.apply(position.parse(point))
        table.put(SquareChanged(sq=point, p=side.value[0]), after_ms=1000)
        table.put(LeverPressed(by=side), Move(ply=ply, side=side, move=point, fen=position.fen()))
    foul = {"point": "l12", "threes": [["k7", "l12"]]}
    table.put(Finding(finding="f1", what="foul-double-three", ply=5, side=BLACK, evidence=foul))
    table.put(Button(button="call-arbiter", by=WHITE))
    await table.send()
    return pages, game, number


def told(html: str) -> tuple[str, set[str]]:
    """The letters along the board's edge, and every point that the page names to those who see or hear it."""
    heard = " ".join(re.findall(r'aria-label="([^"]*)"', html))
    plain = unescape(heard + re.sub(r"<[^>]*>", " ", html))
    edge = re.findall(r'class="fb-co"[^>]*>([A-Pa-p])<', html)
    return "".join(edge[:15]), set(re.findall(r"\b[A-Pa-p](?:1[0-5]|[1-9])\b", plain))


@pytest.mark.parametrize("style", ["", "russian", "rif"])
async def test_every_page_names_points_in_the_style_of_the_event(event: Made, style: str) -> None:
    pages, game, table = await playing(event, style)
    letters, points = STYLES[style or "russian"]
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    edges = (f"/board/{table}", f"/desk/table/{table}", f"/desk/evidence/{game}/f1")
    for path in ("/", "/hall", "/desk", *edges):
        edge, named = told((await chief.get(path)).text)
        assert named <= set(points), path
        if path in edges:
            assert edge == letters, path
            assert points[4] in named, path
    assert told((await chief.get(f"/board/{table}")).text)[1] == set(points)
    over = EnterResult(result="1-0", by="arbiter", arbiter="A")
    assert await pages.hall.command(game, over) is None
    for path in (f"/board/{table}/score", "/desk/cards/1?sheets"):
        assert told((await chief.get(path)).text)[0] == letters, path


@pytest.mark.parametrize("style", ["russian", "rif"])
async def test_files_and_the_api_keep_their_letters(event: Made, style: str) -> None:
    pages, game, _ = await playing(event, style)
    told = (await pages.browser().get(f"/api/games/{game}")).json()
    assert tuple(move["move"] for move in told["moves"]) == STONES
    assert "o15" in told["fen"]
