"""The pages in Chromium: what JavaScript and the style sheet do to them."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import pytest
import uvicorn
from playwright.async_api import Browser, Page, async_playwright

from record.events import Finding
from record.state import Phase
from tests.server.web.conftest import Make, Pages

pytestmark = pytest.mark.browser


@contextlib.asynccontextmanager
async def served(pages: Pages) -> AsyncIterator[str]:
    """The pages on a free port of this computer."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(pages.app, log_config=None, timeout_graceful_shutdown=1))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        pages.hall.changes.close()
        server.should_exit = True
        await task


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        await browser.close()


async def opened(browser: Browser, faults: list[str], width: int = 1440) -> Page:
    """A page that notes every error and every breach of the content policy."""
    context = await browser.new_context(viewport={"width": width, "height": 900}, locale="en-GB")
    page = await context.new_page()
    page.set_default_timeout(8000)
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    return page


async def tops(page: Page) -> list[str]:
    return await page.eval_on_selector_all(".case", "els => els.map(e => e.id + (e.matches('.top') ? '*' : ''))")


async def test_an_arbiter_s_evening(make: Make) -> None:
    pages = await make(tables=10)
    faults: list[str] = []
    async with served(pages) as url, chromium() as browser:
        page = await opened(browser, faults)
        await page.goto(f"{url}/desk")
        await page.fill("[name=name]", "Смирнова Л.")
        await page.fill("[name=password]", "secret")
        await page.click("button.go")
        await page.wait_for_url("**/desk")
        cases = ["case-r1-t4.f1", "case-r1-t5.f1", "case-r1-t10.call", "case-r1-t9.f1"]
        assert await tops(page) == [cases[0] + "*", *cases[1:]]

        # digits and Enter open a table's case, arrows go along the queue, "/" searches
        for key in ("5", "Enter"):
            await page.keyboard.press(key)
        assert (await tops(page))[1] == cases[1] + "*"
        await page.keyboard.press("ArrowDown")
        assert (await tops(page))[2] == cases[2] + "*"
        await page.keyboard.press("/")
        await page.keyboard.type("11")
        assert await page.locator(".tile:visible").count() == 0
        await page.keyboard.press("Escape")
        assert await page.locator(".tile:visible").count() == 10

        # a new case comes in below the open one; the open one stays where it is
        await page.click("#case-r1-t4\\.f1 .plate")
        pages.tables[1].put(Finding(finding="f8", what="capture-missed", ply=1, side=pages.hall.game("r1-t1").to_move))
        await pages.tables[1].send()
        await page.wait_for_selector("#case-r1-t1\\.f8")
        assert (await tops(page))[0] == cases[0] + "*"
        assert "new" in str(await page.get_attribute("#case-r1-t1\\.f8", "class"))

        # a ruling that ends the game asks once more in its own place, and can be taken back
        await page.click("#case-r1-t5\\.f1 .plate")
        await page.click("#case-r1-t5\\.f1 summary.go")
        ask = page.locator("#case-r1-t5\\.f1 details[open] .ask")
        assert "0–1" in await ask.inner_text()
        assert pages.hall.game("r1-t5").phase is Phase.PLAYING
        await ask.get_by_role("button", name="Yes, 0–1").click()
        await page.wait_for_selector("#case-r1-t5\\.f1", state="detached")
        assert pages.hall.game("r1-t5").phase is Phase.OVER
        await page.click("#done-r1-t5\\.done button")
        await page.wait_for_selector("#case-r1-t5\\.f1")
        assert pages.hall.game("r1-t5").phase is Phase.PLAYING

        # the replay: arrows step the board, the faces and the playhead
        await page.goto(f"{url}/desk/evidence/r1-t4/f1")
        assert await page.locator("#boards ff-board:visible").get_attribute("data-step") == "6"
        left = await page.eval_on_selector("#playhead", "e => parseFloat(e.style.left)")
        await page.keyboard.press("ArrowLeft")
        assert await page.locator("#boards ff-board:visible").get_attribute("data-step") == "5"
        assert await page.eval_on_selector("#playhead", "e => parseFloat(e.style.left)") < left
        await page.keyboard.press("Escape")
        await page.wait_for_url("**/desk")
    assert faults == []


async def test_spectators_and_phones(make: Make) -> None:
    pages = await make(tables=4)
    faults: list[str] = []
    async with served(pages) as url, chromium() as browser:
        page = await opened(browser, faults)
        await page.goto(f"{url}/")
        assert await page.locator(".wb").count() == 4
        before = await page.locator("#wall-1 .ck.run b").inner_text()
        pages.clock.ms += 0
        await page.wait_for_function(
            "was => document.querySelector('#wall-1 .ck.run b').textContent !== was", arg=before
        )

        await page.goto(f"{url}/board/1")
        last = int(await page.get_attribute("#one", "data-last") or 0)
        await page.keyboard.press("ArrowLeft")
        await page.wait_for_selector(f"#one[data-ply='{last - 1}']")
        assert page.url.endswith(f"?ply={last - 1}")
        await page.keyboard.press("ArrowRight")
        await page.wait_for_selector(f"#one[data-ply='{last}']")

        phone = await opened(browser, faults, width=390)
        token = await pages.accounts.player_token(pages.hall.game("r1-t1").assignment.white.id)
        await phone.goto(f"{url}/me/{token}")
        assert await phone.locator("#send").is_disabled()
        await phone.get_by_role("button", name="½–½").click()
        assert await phone.locator("#send").inner_text() == "Confirm ½–½"
        await phone.click("#send")
        await phone.wait_for_selector("text=confirmed ½–½")
        assert pages.hall.game("r1-t1").entries == {"white": "1/2-1/2"}
        for path in ("/", "/board/1", "/standings", "/pairings", f"/me/{token}"):
            await phone.goto(f"{url}{path}?lang=ru")
            wide = await phone.evaluate("document.documentElement.scrollWidth")
            assert wide <= 390, path
    assert faults == []


async def test_pages_hold_at_every_width_and_theme(make: Make) -> None:
    pages = await make(tables=10)
    faults: list[str] = []
    async with served(pages) as url, chromium() as browser:
        for width in (390, 1024, 1440, 1920):
            page = await opened(browser, faults, width=width)
            await page.goto(f"{url}/desk/login")
            await page.fill("[name=name]", "arbiter")
            await page.fill("[name=password]", "secret")
            await page.click("button.go")
            for path in ("/desk", "/desk/evidence/r1-t4/f1", "/desk/table/1", "/"):
                for theme in ("dark", "contrast"):
                    await page.goto(f"{url}{path}?theme={theme}&lang={'ru' if theme == 'dark' else 'en'}")
                    wide = await page.evaluate("document.documentElement.scrollWidth")
                    assert wide <= width, (path, width, theme)
            await page.context.close()
    assert faults == []


async def test_a_piece_moves_whole(make: Make) -> None:
    """Its groove or its crown goes with the disc."""
    pages = await make(tables=2)
    faults: list[str] = []
    async with served(pages) as url, chromium() as browser:
        page = await opened(browser, faults)
        await page.goto(f"{url}/")
        moved = await page.evaluate("""() => {
          const path = document.querySelector("#wall-1 .fb-path");
          const html = document.getElementById("wall-1").outerHTML;
          const way = path.getAttribute("d");
          flagfall.replace("wall-1", html.replace(way, way.replace(/^M[0-9]+/, (m) => "M" + (Number(m.slice(1)) + 1))));
          return document.getAnimations().map((a) => a.effect.target.getAttribute("class").split(" ")[0]).sort();
        }""")
        assert len(moved) == 2
        assert moved[0] in ("fb-b", "fb-w")
        assert moved[1] in ("fb-crown", "fb-groove")
    assert faults == []
