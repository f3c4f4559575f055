"""The lot for the opening on the pages: waiting, drawn by the arbiter, told to players and spectators (5.4.1.3)."""

import asyncio
import re
from typing import Any

from record.commands import EnterResult
from record.state import GameState
from rules.side import Side
from server.web.views.watched import lines
from tests.display.words import TEXTS
from tests.server.web.conftest import NAMES, Made, Pages
from tests.server.web.test_feed import parts, settle

OPENINGS = '\n[[opening]]\nnumber = 4\nmoves = "c3-d4 d6-c5"\n'
PLACED = '\n[[opening]]\nnumber = 9\nfen = "W:W21,K22:B9"\n'


async def paired(event: Made, openings: str = OPENINGS, **more: Any) -> Pages:
    pages = await event("", {"[[arbiter]]": openings + "[[arbiter]]"}, **more)
    await pages.hall.pair_next()
    return pages


def first(pages: Pages) -> GameState:
    return pages.hall.games()[0]


async def test_the_page_of_a_table_waits_for_both_and_draws(event: Made) -> None:
    pages = await paired(event)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    game, path = first(pages).assignment.game, f"/desk/table/{first(pages).assignment.table}"
    page = (await chief.get(path)).text
    assert "The opening is drawn when both are at the table (art. 5.4.1.3)." in page
    assert "c3-d4" not in page
    answer = await chief.post("/desk/draw-opening", data={"game": game}, headers={"referer": path})
    assert (answer.status_code, answer.headers["location"]) == (303, path)
    page = (await chief.get(path)).text
    assert "Opening 4: c3-d4 d6-c5" in page
    assert "/desk/draw-opening" not in page
    again = await chief.post("/api/desk/draw-opening", json={"game": game})
    assert (again.status_code, again.json()["refusal"]["code"]) == (409, "drawn")


async def test_the_round_s_openings_are_drawn_with_one_word(event: Made) -> None:
    pages = await paired(event)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    page = (await chief.get("/desk/round")).text
    assert 'formaction="/desk/draw-openings"' in page
    away = first(pages).assignment.black.id
    answer = await chief.post("/desk/draw-openings", data={f"absent-{away}": "1"}, headers={"referer": "/desk/round"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/desk/round")
    assert [state.assignment.opening is not None for state in pages.hall.games()] == [False, True, True]
    assert (await chief.post("/api/desk/draw-openings", json={"absent": []})).json() == {"ok": True}
    assert all(state.assignment.opening for state in pages.hall.games())
    assert "draw-openings" not in (await chief.get("/desk/round")).text


async def test_the_desk_says_that_a_draw_waits_for_an_absentee(event: Made) -> None:
    pages = await paired(event)
    assert not any("draw" in line.words for line in lines(first(pages), TEXTS["en"]))
    await pages.hall.starter.start_clocks([first(pages).assignment.white.id], by="A")
    told = [line.words for line in lines(first(pages), TEXTS["en"])]
    assert "the draw of the opening waits for the absent player (art. 5.4.1.3)" in told
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    page = (await chief.get(f"/desk/table/{first(pages).assignment.table}")).text
    assert "/desk/draw-opening" not in page  # it is drawn when he comes


async def test_players_and_spectators_see_it_once_it_is_drawn(event: Made) -> None:
    pages = await paired(event, delay_s=60)
    anyone, state = pages.browser(), first(pages)
    phone = f"/me/{await pages.accounts.player_token(state.assignment.white.id)}"
    looks = ("/pairings", f"/board/{state.assignment.table}")
    for path in (*looks, phone):
        assert "Opening 4" not in (await anyone.get(path)).text, path
    assert "The opening is drawn when both are at the table" in (await anyone.get(phone)).text
    assert (await anyone.get(f"/api/games/{state.assignment.game}")).json()["opening"] is None
    for side in Side:
        token = await pages.accounts.player_token(state.assignment.person(side).id)
        await anyone.post(f"/api/me/{token}/here")
    assert "Opening 4: c3-d4 d6-c5" in (await anyone.get(phone)).text
    for path in looks:  # spectators see the record as late as the regulations say
        assert "Opening 4" not in (await anyone.get(path)).text, path
    pages.clock.ms += 61_000
    for path in looks:
        assert (await anyone.get(path)).text.count("Opening 4: c3-d4 d6-c5") == 1, path
    told = (await anyone.get(f"/api/games/{state.assignment.game}")).json()["opening"]
    assert (told["number"], told["moves"]) == (4, ["c3-d4", "d6-c5"])


async def test_a_drawn_position_stands_on_the_board_and_is_told_in_words(event: Made) -> None:
    pages = await paired(event, PLACED)
    state = first(pages)
    path = f"/board/{state.assignment.table}"
    assert len(re.findall(r'class="fb-groove', (await pages.browser().get(path)).text)) == 24
    await pages.hall.starter.start_clocks((), by="A")
    page = (await pages.browser().get(path)).text
    assert "Opening 9: White: man a3; king c3. Black: man b6." in page
    assert len(re.findall(r'class="fb-groove', page)) == 2


async def test_the_pairings_tell_a_draw_by_themselves_as_late_as_spectators_may_know(event: Made) -> None:
    pages = await paired(event, delay_s=60)
    feed = pages.door.feed
    running = asyncio.create_task(feed.run())
    pages.clock.ms += 61_000
    await settle(pages)
    feed.tick()
    lists = feed.lists("pairings", "en").open(None)
    await parts(lists)
    await pages.hall.starter.draw_openings((), by="A")
    await settle(pages)
    feed.tick()
    assert "Opening 4" not in str(await parts(lists))
    pages.clock.ms += 61_000
    feed.tick()
    assert str(await parts(lists)).count("Opening 4: c3-d4 d6-c5") == 3
    feed.tick()
    assert await parts(lists) == {}
    running.cancel()


async def test_the_score_sheet_tells_what_the_game_began_with(event: Made) -> None:
    pages = await paired(event, PLACED)
    await pages.hall.starter.draw_openings((), by="A")
    state = first(pages)
    told = EnterResult(result="1-0", by="arbiter", arbiter="A")
    assert await pages.hall.command(state.assignment.game, told) is None
    page = (await pages.browser().get(f"/board/{state.assignment.table}/score")).text
    assert "<p>Opening 9: White: man a3; king c3. Black: man b6.</p>" in page
