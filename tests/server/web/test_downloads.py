"""Finished games as files: one board's and a round's, in the notation of the event's discipline."""

import pytest

from record.commands import EnterResult
from rules.chess import pgn
from tests.server.web.conftest import Made, Make

EVENTS = {
    "russian": ("", {}, "pdn"),
    "chess": ("", {'"russian"': '"chess"'}, "pgn"),
    "renju": ('opening_regulation = "rif"', {'"russian"': '"renju"'}, "sgf"),
}


@pytest.mark.parametrize("kind", EVENTS)
async def test_a_board_and_a_round_in_the_notation_of_the_event(event: Made, kind: str) -> None:
    keys, changes, form = EVENTS[kind]
    pages = await event(keys, changes)
    await pages.hall.pair_next()
    pairing = pages.hall.pairing()
    assert pairing is not None
    anyone = pages.browser()
    playing = await anyone.get(f"/board/1/{form}")
    assert (playing.status_code, "once the game is over" in playing.text) == (404, True)
    assert f"/rounds/1.{form}" not in (await anyone.get("/pairings")).text
    for pair in pairing.pairs[:2]:
        assert await pages.hall.command(pair.game, EnterResult(result="1-0", by="arbiter", arbiter="A")) is None
    board = pairing.pairs[0].table
    one = await anyone.get(f"/board/{board}/{form}")
    assert one.headers["content-disposition"] == f'attachment; filename="{pairing.pairs[0].game}.{form}"'
    assert "Autumn Draughts Festival" in one.text
    whole = await anyone.get(f"/rounds/1.{form}")
    assert whole.headers["content-type"] == one.headers["content-type"]
    assert whole.text.count("Autumn Draughts Festival") == 2
    assert f'href="/board/{board}/{form}" download>{form.upper()}<' in (await anyone.get(f"/board/{board}")).text
    assert f'href="/rounds/1.{form}" download' in (await anyone.get("/pairings")).text
    for other in {"pdn", "pgn", "sgf"} - {form}:
        for path in (f"/board/{board}/{other}", f"/rounds/1.{other}"):
            answer = await anyone.get(path)
            assert (answer.status_code, f"not written as {other.upper()}" in answer.text) == (404, True), path


async def test_a_round_of_chess_is_read_back(event: Made) -> None:
    pages = await event("", {'"russian"': '"chess"'})
    await pages.hall.pair_next()
    for state in pages.hall.games():
        await pages.hall.command(state.assignment.game, EnterResult(result="1/2-1/2", by="arbiter", arbiter="A"))
    assert {state.assignment.event_name for state in pages.hall.games()} == {"Autumn Draughts Festival"}
    games = list(pgn.read((await pages.browser().get("/rounds/1.pgn")).text))
    assert [(game.result, game.tags["Table"]) for game in games] == [("1/2-1/2", str(n)) for n in (1, 2, 3)]


async def test_spectators_have_no_file_before_the_delay_is_over(make: Make) -> None:
    pages = await make(tables=9, delay_s=600)
    state = next(state for state in pages.hall.games() if state.ended)
    before = await pages.browser().get("/rounds/1.pdn")
    assert before.status_code == 404
    pages.clock.ms += 3_600_000
    after = await pages.browser().get(f"/board/{state.assignment.table}/pdn")
    assert after.status_code == 200
