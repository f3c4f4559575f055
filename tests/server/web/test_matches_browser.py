"""Micro-matches, the bracket and the play-off in Chromium: pages follow the hall, and every page fits a phone."""

import pytest

from record.commands import EnterResult
from tests.server.web.conftest import NAMES, Made, Pages
from tests.server.web.test_bracket import KNOCKOUT
from tests.server.web.test_browser import chromium, opened, served

pytestmark = pytest.mark.browser


async def enter(pages: Pages, result: str) -> None:
    for pair in pages.hall.seats():
        if pair.game not in pages.hall.results():
            told = EnterResult(result=result, by="arbiter", arbiter="A")
            assert await pages.hall.command(pair.game, told) is None


async def test_the_bracket_follows_the_hall(event: Made) -> None:
    pages = await event("games_per_pairing = 2", KNOCKOUT)
    faults: list[str] = []
    await pages.hall.pair_next()
    async with served(pages) as url, chromium() as browser:
        page = await opened(browser, faults)
        await page.goto(f"{url}/bracket")
        assert await page.locator(".bp.won").count() == 2, "those who go through"
        await enter(pages, "1-0")
        await enter(pages, "1/2-1/2")
        await page.wait_for_selector(".bp.won >> nth=3", state="attached")
        phone = await opened(browser, faults, width=390)
        for path in ("bracket", "pairings", "standings", "crosstable"):
            await phone.goto(f"{url}/{path}?lang=ru")
            assert await phone.evaluate("document.documentElement.scrollWidth") <= 390, path
    assert faults == []


async def test_the_desk_goes_from_game_to_game_and_to_the_play_off(event: Made) -> None:
    pages = await event('games_per_pairing = 2\nplay_off = "points"', {"rounds = 3\n": "rounds = 1\n"}, tables=2)
    faults: list[str] = []
    await pages.hall.pair_next()
    async with served(pages) as url, chromium() as browser:
        page = await opened(browser, faults)
        await page.goto(f"{url}/desk/login")
        await page.fill("input[name=name]", NAMES["chief-arbiter"])
        await page.fill("input[name=password]", "secret")
        await page.click("main button")
        await page.wait_for_url("**/desk")
        assert await page.locator(".tile .meet").all_text_contents() == ["Game 1 of 2"] * 2
        await enter(pages, "1/2-1/2")
        await page.wait_for_selector(".tile .meet:has-text('Game 2 of 2') >> nth=1")
        await enter(pages, "1/2-1/2")
        await page.wait_for_selector("text=All rounds have been played")
        await page.goto(f"{url}/desk/round")
        await page.click("text=Have the play-off played")
        await page.click("text=Pair stage 1 of the play-off")
        await page.wait_for_selector("h2:has-text('Play-off, stage 1')")
        assert pages.hall.round_number == 2
        phone = await opened(browser, faults, width=390)
        for path in ("pairings", "standings", "pairings/2/names"):
            await phone.goto(f"{url}/{path}?lang=ru")
            assert await phone.evaluate("document.documentElement.scrollWidth") <= 390, path
    assert faults == []
