"""A swap of renju in the hall: names at the right colours, results of persons, the colours that were played."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from record import events
from record.fold import apply
from rules.renju.files import read as read_renju
from rules.side import Side
from server.accounts import Accounts
from server.config import parse
from server.hall import Hall
from server.rounds import Pairing
from server.store import Store
from server.tournament.check import check
from server.tournament.trf import read_trf
from server.tournament.trf_write import write_trf
from server.web import app
from tests.server.web.conftest import Pages
from tests.server.web.scene import QUICK, Table, Time, event_text

RENJU = 'discipline = "renju"\nopening_regulation = "rif"'
POINTS = ("h8", "i9", "j7")


async def opened(folder: Path, clock: Time) -> tuple[Hall, Accounts, Store]:
    text = event_text(folder, tables=2, rounds=3).replace('discipline = "russian"', RENJU)
    text = text.replace('number = 2\ndevice = "board"', 'number = 2\ndevice = "none"')
    store = Store(f"sqlite:///{folder / 'hall.db'}")
    return await Hall.open(parse(text), store, clock, new_seed=5), Accounts(store, clock, QUICK), store


@pytest.fixture
async def pages(tmp_path: Path) -> AsyncIterator[Pages]:
    clock = Time()
    hall, accounts, store = await opened(tmp_path, clock)
    for name, role in (("arbiter", "arbiter"), ("viewer", "viewer")):
        await accounts.set_password(name, role, "secret")
    assert isinstance(await hall.pair_next(), Pairing)
    yield Pages(hall, accounts, app(hall, accounts, clock=clock), clock, {})
    await hall.close()
    store.close()


async def swapped(pages: Pages, table: int = 1) -> Table:
    """The game of a table up to a swap, with clocks that ran."""
    game = pages.hall.game_at(table)
    assert game is not None
    log, state = Table(pages.hall, game, table, pages.clock.ms - 60_000), pages.hall.game(game)
    log.put(events.Started(), events.ClockReading(white_ms=900_000, black_ms=800_000, running=Side.WHITE))
    for ply, point in enumerate(POINTS, 1):
        position = state.history.position
        fen = position.apply(position.parse(point)).fen()
        move = events.Move(ply=ply, side=position.side, move=point, fen=fen)
        state = apply(state, move)
        log.put(move, after_ms=1000)
    log.put(events.OpeningChoice(act="choose", by=Side.WHITE, option="swap", how="press"), after_ms=1000)
    await log.send()
    return log


async def test_the_screens_show_the_names_at_their_new_colours(pages: Pages) -> None:
    first, second = pages.hall.games()[0].assignment.white, pages.hall.games()[0].assignment.black
    browser = pages.browser()
    before = (await browser.get("/api/games")).json()[0]
    assert (before["white"]["id"], before["black"]["id"]) == (first.id, second.id)
    await swapped(pages)
    after = (await browser.get("/api/games")).json()[0]
    assert (after["white"]["id"], after["black"]["id"]) == (second.id, first.id)
    assert (after["clocks"]["black_ms"], after["clocks"]["white_ms"]) == (900_000, 800_000)
    assert after["clocks"]["running"] == "black"
    hall = (await browser.get("/api/hall")).json()
    assert hall["boards"][0]["black"] == first.name_en
    assert hall["pairs"][0]["black"] == first.name_en
    wall = (await browser.get("/")).text
    assert wall.index(second.name_en) < wall.index(first.name_en) or wall.count(first.name_en) == 1
    arbiter = await pages.logged_in("arbiter")
    table = (await arbiter.get("/desk/table/1")).text
    assert f"White: {second.name_en}, Black: {first.name_en}" in table
    assert f"After move 3: {first.name_en} — swaps colours" in table


async def test_the_result_is_the_persons_and_the_colours_are_those_played(pages: Pages, tmp_path: Path) -> None:
    first, second = pages.hall.games()[0].assignment.white, pages.hall.games()[0].assignment.black
    await swapped(pages)
    arbiter = await pages.logged_in("arbiter")
    for game, result in zip([state.assignment.game for state in pages.hall.games()], ("0-1", "1/2-1/2"), strict=True):
        answer = await arbiter.post("/api/desk/result", json={"game": game, "result": result})
        assert answer.status_code == 200, answer.text
    played = pages.hall.tournament().rounds[0].games[0]
    assert (played.white, played.black, played.white_half, played.black_half) == (second.id, first.id, 0, 2)
    rows = {row.id: row.points for row in pages.hall.standings()}
    assert (rows[first.id], rows[second.id]) == (1.0, 0.0)  # who took Black has won with it
    standings = (await pages.browser().get("/standings")).text
    assert first.name_en in standings
    pairing = pages.hall.pairing()
    assert pairing is not None
    assert (pairing.pairs[0].white, pairing.pairs[0].black) == (first.id, second.id)  # the draw stays what it was
    # Another program reads the colours played; the check of the pairing knows that they are not the draw's.
    text = write_trf(pages.hall.tournament(), 26, {})
    assert f"### flagfall exchanged 1 {second.id} {first.id}" in text
    assert read_trf(text).rounds[0].games[0].exchanged
    assert [each.kind for each in check(read_trf(text), "truncated-solkoff")[0].differences] == []
    # A server that is started again knows it, and the next round is paired by it.
    again, _, store = await opened(tmp_path, pages.clock)
    game = again.tournament().rounds[0].games[0]
    assert (game.white, game.black) == (second.id, first.id)
    assert isinstance(await pages.hall.pair_next(), Pairing)
    await again.close()
    store.close()


async def test_the_arbiter_sets_the_colours_and_takes_that_back(pages: Pages) -> None:
    state = pages.hall.games()[1]
    game, first = state.assignment.game, state.assignment.white
    arbiter, viewer = await pages.logged_in("arbiter"), await pages.logged_in("viewer")
    rule = {"game": game, "ruling": "set-colours", "black": str(first.id)}
    assert (await viewer.post("/api/desk/rule", json=rule)).status_code == 403
    assert (await arbiter.post("/desk/rule", data=rule)).status_code == 303
    assert pages.hall.game(game).black.id == first.id
    assert (await arbiter.post("/api/desk/rule", json=rule)).json()["refusal"]["code"] == "same-colours"
    seq = pages.hall.game(game).rulings[-1].seq
    assert (await arbiter.post("/api/desk/undo", json={"game": game, "seq": seq})).status_code == 200
    assert pages.hall.game(game).white.id == first.id
    assert pages.hall.pairings_played()[0].pairs[1].white == first.id


async def test_players_without_a_board_say_who_had_black(pages: Pages) -> None:
    state = next(each for each in pages.hall.games() if each.assignment.device == "none")
    game, first, second = state.assignment.game, state.assignment.white, state.assignment.black
    token = await pages.accounts.player_token(first.id)
    browser = pages.browser()
    page = (await browser.get(f"/me/{token}?lang=en")).text
    assert f"{first.name_en} had Black" in page
    answer = await browser.post(f"/me/{token}", data={"black": str(first.id)})
    assert answer.status_code == 303
    page = (await browser.get(f"/me/{token}?lang=en")).text
    assert f"{second.name_en} had Black" in page  # the way back
    assert page.index(second.name_en) < page.index(first.name_en)  # White stands first
    for player in (first, second):
        token = await pages.accounts.player_token(player.id)
        assert (await browser.post(f"/api/me/{token}/result", json={"result": "0-1"})).status_code == 200
    assert pages.hall.game(game).phase == "confirmed"
    rows = {row.id: row.points for row in pages.hall.standings()}
    assert (rows[first.id], rows[second.id]) == (1.0, 0.0)
    assert (await browser.post(f"/api/me/{token}/colours", json={"black": second.id})).status_code == 409
    assert (await browser.post(f"/api/me/{token}/colours", json={"black": "x"})).status_code == 400


async def test_a_table_with_a_board_does_not_ask_the_players(pages: Pages) -> None:
    state = next(each for each in pages.hall.games() if each.assignment.device == "board")
    token = await pages.accounts.player_token(state.assignment.white.id)
    page = (await pages.browser().get(f"/me/{token}?lang=en")).text
    assert "had Black" not in page
    black = {"black": state.assignment.white.id}
    answer = await pages.browser().post(f"/api/me/{token}/colours", json=black)
    assert answer.json()["refusal"]["code"] == "not-yours"


async def test_the_game_is_a_file_that_names_black_and_white(pages: Pages) -> None:
    log = await swapped(pages)
    first = pages.hall.games()[0].assignment.white
    browser = pages.browser()
    assert (await browser.get("/board/1/sgf")).status_code == 404  # not while it is played
    log.put(events.Button(button="resign", by=Side.WHITE))
    await log.send()
    text = (await browser.get("/board/1/sgf")).text
    (game,) = read_renju(text)
    assert (game.tags["Black"], game.result) == (first.name, "0-1")
    assert [move.text for move in game.moves] == list(POINTS)
    assert f"{first.name}: swap" in text
