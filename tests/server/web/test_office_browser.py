"""The office's pages in Chromium: a pairing changed by hand and taken back; every page fits a phone."""

import pytest

from tests.server.web.conftest import NAMES, Make
from tests.server.web.test_browser import chromium, opened, served

pytestmark = pytest.mark.browser

PAGES = ("round", "round/change", "orders", "players", "journal", "files", "rating", "cards/1", "cards/1?sheets")
OPEN_PAGES = ("crosstable", "progress", "standings/1", "pairings/1/names", "pairings/1", "standings")


async def test_a_pairing_is_changed_by_hand_and_taken_back(make: Make) -> None:
    pages = await make(tables=4, running=False)
    faults: list[str] = []
    async with served(pages) as url, chromium() as browser:
        page = await opened(browser, faults)
        await page.goto(f"{url}/desk/login")
        await page.fill("input[name=name]", NAMES["chief-arbiter"])
        await page.fill("input[name=password]", "secret")
        await page.click("main button")
        await page.wait_for_url("**/desk")
        await page.goto(f"{url}/desk/round")
        await page.click("text=Pair round 1")
        await page.wait_for_selector(".because")
        first = pages.hall.pairing()
        assert first is not None
        (a, b), (c, d) = ((pair.white, pair.black) for pair in first.pairs[:2])
        await page.click("text=Choose the pairs")
        await page.select_option("select[name=b1]", str(d))
        await page.select_option("select[name=b2]", str(b))
        await page.fill("textarea", "relatives")
        await page.click("text=Show the difference")
        await page.wait_for_selector("text=Only here")
        assert pages.hall.pairing() == first
        await page.click("text=Confirm these pairs")
        await page.wait_for_selector("text=Pairs changed by the arbiter")
        changed = pages.hall.pairing()
        assert changed is not None
        assert {(a, d), (c, b)} <= {(pair.white, pair.black) for pair in changed.pairs}
        await page.fill("form[action$='undo-round'] input[name=reason]", "a late entry")
        await page.click("text=Take round 1 back")
        await page.wait_for_selector("text=Pair round 1")
        assert pages.hall.round_number == 0
        await page.goto(f"{url}/desk/journal")
        assert await page.locator("tr").count() == 3
    assert faults == []


async def test_every_page_of_the_office_fits_a_phone(make: Make) -> None:
    pages = await make(tables=10, running=False)
    await pages.hall.pair_next()
    faults: list[str] = []
    async with served(pages) as url, chromium() as browser:
        page = await opened(browser, faults, width=390)
        await page.goto(f"{url}/desk/login")
        await page.fill("input[name=name]", NAMES["chief-arbiter"])
        await page.fill("input[name=password]", "secret")
        await page.click("main button")
        await page.wait_for_url("**/desk")
        for path in (*(f"desk/{name}" for name in PAGES), *OPEN_PAGES):
            await page.goto(f"{url}/{path}")
            assert await page.evaluate("document.documentElement.scrollWidth") <= 390, path
    assert faults == []
