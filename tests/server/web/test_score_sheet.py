"""Score sheets of finished games, and the empty diagram of renju's (5.3.2.1, 5.3.2.6, 5.4.3.5)."""

import re

import msgspec

from display.stones import SHEET
from record import events
from record.events import Event
from rules.known import discipline
from rules.side import Side
from server.web.views.score_sheet import empty_diagram, score_sheet
from tests.server.web.conftest import Made, Make
from tests.server.web.test_views import EN, state_of

B, W = Side.BLACK, Side.WHITE


def played(kind: str, *texts: str) -> list[tuple[int, Event]]:
    position = discipline(kind).start()
    out: list[tuple[int, Event]] = [(0, events.Started())]
    for ply, text in enumerate(texts, 1):
        side, move = position.side, position.parse(text)
        position = position.apply(move)
        made = events.Move(
            ply=ply, side=side, move=str(move), fen=position.fen(), path=move.path, captured=move.captured
        )
        out.append((ply * 1000, made))
    return out


def test_renju_s_sheet_is_a_numbered_diagram_with_passes_in_the_margin() -> None:
    state = state_of(*played("renju", "h8", "h9", "pass", "i9"), kind="renju")
    sheet = score_sheet(state, EN)
    assert sheet.columns == ()
    assert re.findall(r'fb-sheet-no-w" x="\d+" y="\d+">(\d+)', sheet.diagram) == ["2", "4"]
    assert re.findall(r'<g class="fb-pass"><text[^>]*>(\d+)', sheet.diagram) == ["3"]
    assert "fb-mono" in score_sheet(state, EN, monochrome=True).diagram
    assert (">P</text>" in sheet.diagram, ">p</text>" in sheet.diagram) == (True, False)
    assert (sheet.white.name, sheet.black.name, sheet.date) == ("Belov P.", "Orlova S.", "3 October 2026")


def test_the_diagram_has_the_event_s_letters() -> None:
    state = state_of(*played("renju", "h8"), kind="renju")
    rules = msgspec.structs.replace(state.assignment.regulations, letters="rif")
    state = msgspec.structs.replace(state, assignment=msgspec.structs.replace(state.assignment, regulations=rules))
    assert ">a</text>" in score_sheet(state, EN).diagram
    assert ">a</text>" in empty_diagram("renju", "rif")
    assert ">P</text>" in empty_diagram("renju", "russian")
    assert empty_diagram("russian", "russian") == ""


def test_draughts_are_written_in_full_with_colons() -> None:
    state = state_of(*played("international", "32-28", "19-23", "28x19"), kind="international")
    assert score_sheet(state, EN).columns == (((1, "32-28", "19-23"), (2, "28:19", "")),)
    assert score_sheet(state, EN).diagram == ""


def test_chess_is_written_in_algebraic_notation_also_after_a_move_that_stood_against_the_rules() -> None:
    """Laws of chess, appendix C."""
    state = state_of(*played("chess", "e2e4", "e7e5", "g1f3", "b8c6"), kind="chess")
    assert score_sheet(state, EN).columns == (((1, "e4", "e5"), (2, "Nf3", "Nc6")),)
    stood = msgspec.structs.replace(state.plies[2], move="g1g4", irregular=True)
    state = msgspec.structs.replace(state, plies=(*state.plies[:2], stood, state.plies[3]))
    assert score_sheet(state, EN).columns == (((1, "e4", "e5"), (2, "g1g4", "Nc6")),)


def test_the_time_used_stands_only_where_every_ply_tells_it() -> None:
    state = state_of(*played("russian", "c3-d4", "d6-c5"))
    timed = [msgspec.structs.replace(ply, spent_ms=65_000) for ply in state.plies]
    state = msgspec.structs.replace(state, plies=tuple(timed), left_at_end=(1_000, 2_000))
    sheet = score_sheet(state, EN)
    assert [(x.used, x.left) for x in (sheet.white, sheet.black)] == [("1:05", "0:01"), ("1:05", "0:02")]
    swapped = msgspec.structs.replace(state, swapped=True)
    assert score_sheet(swapped, EN).white.used == "", "colours changed hands"
    half = msgspec.structs.replace(state, plies=(timed[0], msgspec.structs.replace(timed[1], spent_ms=None)))
    assert [score_sheet(half, EN).white.used, score_sheet(half, EN).black.used] == ["1:05", ""]


async def test_sheets_are_there_once_games_are_over(make: Make) -> None:
    pages = await make(tables=9)
    anyone = pages.browser()
    over = next(state for state in pages.hall.games() if state.ended)
    on = next(state for state in pages.hall.games() if not state.ended)
    table = over.assignment.table
    assert f'href="/board/{table}/score"' in (await anyone.get(f"/board/{table}")).text
    assert 'href="/rounds/1/score"' in (await anyone.get("/pairings")).text
    for lang in ("ru", "en"):
        answer = await anyone.get(f"/board/{table}/score", params={"lang": lang})
        assert answer.status_code == 200
        assert '<table class="signed">' in answer.text
    whole = (await anyone.get("/rounds/1/score")).text
    assert whole.count("<article") == sum(state.ended for state in pages.hall.games())
    for path in (f"/board/{on.assignment.table}/score", "/board/77/score", "/rounds/9/score", "/rounds/x/score"):
        answer = await anyone.get(path)
        assert (answer.status_code, "once the game is over" in answer.text) == (404, True), path


async def test_no_sheet_before_the_delay_is_over(make: Make) -> None:
    pages = await make(tables=9, delay_s=600)
    assert (await pages.browser().get("/rounds/1/score")).status_code == 404


async def test_renju_s_empty_sheets_have_the_diagram(event: Made) -> None:
    pages = await event('opening_regulation = "rif"', {'"russian"': '"renju"'})
    await pages.hall.pair_next()
    chief = await pages.logged_in("Смирнова Л.")
    sheets = (await chief.get("/desk/cards/1?sheets")).text
    assert sheets.count(f"fb-{SHEET}") == sheets.count('class="heading"') == 3
    assert "fb-sheet" not in (await chief.get("/desk/cards/1")).text
