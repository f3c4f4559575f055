"""The commands of screens, and the hall's screen in a window."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from pathlib import Path

import httpx
import msgspec
import pygame
import pytest
from typer.testing import CliRunner

from flagfall.cli import app
from flagfall.commands.output import InputError
from flagfall.hall_screen import Board, HallView, Pair, asked, hall_url, paint_hall, run
from rules import discipline
from table.screen.window import texts

START = {kind: discipline(kind).start().fen() for kind in ("russian", "international", "renju")}
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def board(table: int, kind: str) -> Board:
    return Board(
        table=table,
        discipline=kind,
        kind=texts("ru").t(f"discipline.{kind}.short"),
        fen=START.get(kind, CHESS),
        white="Константинопольская А.",
        white_right="118 мин",
        black="Белов П.",
        black_right="½",
    )


VIEW = HallView(
    event="Осенний фестиваль шашек",
    words="Идёт тур 5",
    time="12:41",
    title="Стоклеточные, пары тура 12",
    boards=tuple(board(number, kind) for number, kind in enumerate((*START, "chess", *START, "chess"), 1)),
    pairs=tuple(
        Pair(table=n, white="Журавлёва М.", black="Белов П.", result="½–½" if n == 3 else "") for n in range(40)
    ),
    bye="Орлова С.",
)


def test_all_words_fit_and_no_pair_leaves_the_screen() -> None:
    pygame.font.init()
    for theme in ("light", "dark"):
        surface = pygame.Surface((1920, 1080))
        assert paint_hall(surface, VIEW, texts("ru"), theme).clipped == []
    assert surface.get_at((960, 1079)) == surface.get_at((5, 1079)), "nothing hangs over the edge"
    lost = msgspec.structs.replace(VIEW, lost=True)
    for lang in ("ru", "en"):
        assert paint_hall(surface, lost, texts(lang)).clipped == []


def test_positions_differ_as_their_pieces_do() -> None:
    pygame.font.init()
    pictures = set()
    for fen in (START["russian"], "W:WK1:B32", "W:W1:B32"):
        surface = pygame.Surface((1920, 1080))
        one = msgspec.structs.replace(board(1, "russian"), fen=fen)
        paint_hall(surface, HallView(boards=(one,)), texts("en"))
        pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) == 3


async def test_what_the_server_says_is_shown_and_its_silence_is_told() -> None:
    answers = [
        httpx.Response(200, content=msgspec.json.encode(VIEW)),
        httpx.Response(500),
        httpx.Response(200, text="?"),
    ]
    async with httpx.AsyncClient(transport=httpx.MockTransport(lambda _: answers.pop(0))) as client:
        now = await asked(client, "http://hall/api/hall", HallView())
        assert now == VIEW
        for _ in range(2):
            now = await asked(client, "http://hall/api/hall", now)
            assert now == msgspec.structs.replace(VIEW, lost=True)


async def test_the_window_of_the_hall_is_closed_by_its_button() -> None:
    pygame.display.init()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    await run("127.0.0.1:1", lang="en", theme="dark", size=(640, 360), fullscreen=False)
    assert not pygame.display.get_init()


@pytest.mark.parametrize("address", ["", "ftp://hall", "http://"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(InputError):
        hall_url(address)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["screen", "table", "x.toml", "--size", "big"], "expected WIDTHxHEIGHT"),
        (["screen", "table", "x.toml", "--size", "800x²80"], "expected WIDTHxHEIGHT"),
        (["screen", "table", "x.toml", "--lang", "de"], "expected ru or en"),
        (["screen", "hall", "host", "--theme", "pink"], "expected light or dark"),
        (["screen", "table", "missing.toml"], "cannot be read"),
    ],
)
def test_what_cannot_be_used_is_named(arguments: list[str], fault: str, tmp_path: Path) -> None:
    text = '[server]\naddress = "h"\nevent = "club"\npassword = "x"\n[[table]]\nnumber = 7\ndevice = "screen"\n'
    (tmp_path / "x.toml").write_text(text)
    arguments = [str(tmp_path / each) if each.endswith(".toml") else each for each in arguments]
    result = CliRunner().invoke(app, arguments)
    assert result.exception is not None
    assert fault in str(result.exception)
