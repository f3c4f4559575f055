"""The desk in a real browser while a demo runs: a missed capture from the moment it is seen to the next round's
pairs."""

import asyncio
import contextlib
import os
import re
import signal
import sys
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright, expect

pytestmark = [pytest.mark.browser, pytest.mark.hall]

BROWSERS = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
WAIT_MS = 60_000


def browser_path() -> str:
    return next(path for path in BROWSERS if Path(path).exists())


async def started(demo: asyncio.subprocess.Process) -> tuple[str, str]:
    """The desk's address and its password, from the demo's own words."""
    assert demo.stderr is not None
    while line := (await asyncio.wait_for(demo.stderr.readline(), 60)).decode():
        if found := re.search(r"Desk: (\S+)/desk +name demo, password (\S+)", line):
            return found.group(1), found.group(2)
    raise AssertionError("the demo ended before it said where the desk is")


async def log_in(page: Page, base: str, password: str) -> None:
    await page.goto(f"{base}/desk?lang=en")
    await page.fill("input[name=name]", "demo")
    await page.fill("input[name=password]", password)
    await page.click("form button")
    await page.wait_for_url(f"{base}/desk*")


async def test_missed_capture_from_sight_to_ruling_and_the_next_pairing(tmp_path: Path) -> None:
    demo = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "flagfall", "demo", "--tables", "3", "--rounds", "2", "--speed", "120", "--seed", "3"),
        *("--arbiter", "human", "--port", "0", "--data", str(tmp_path / "hall")),
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        base, password = await started(demo)
        assert demo.stderr is not None
        drained = asyncio.create_task(demo.stderr.read())
        async with async_playwright() as play:
            browser = await play.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
            page = await browser.new_page(viewport={"width": 1440, "height": 900})
            complaints: list[str] = []
            page.on("pageerror", lambda fault: complaints.append(str(fault)))
            await log_in(page, base, password)
            await page.get_by_role("button", name=re.compile("round 1", re.I)).click()

            case = page.locator("article.case", has=page.locator("a.art", has_text="5.4.13.2")).first
            await expect(case).to_be_visible(timeout=WAIT_MS)
            await expect(case).to_have_attribute("data-g", "attention")
            await expect(case.locator("button[disabled]").first).to_be_visible()
            correct = case.get_by_role("button", name=re.compile("correct", re.I))
            assert await correct.count() == 0 or await correct.first.is_disabled()
            table = await case.get_attribute("data-n")
            assert table is not None

            await expect(case).to_have_attribute("data-g", "decision", timeout=WAIT_MS)
            await expect(case.locator(".strip")).to_be_visible()
            await case.get_by_role("button", name=re.compile("correct", re.I)).first.click()
            await expect(case).to_have_count(0, timeout=WAIT_MS)
            await expect(page.locator(f"#tile-{table}, .tile[href$='/{table}']").first).to_be_visible()

            next_round = page.get_by_role("button", name=re.compile("round 2", re.I))
            await expect(next_round).to_be_visible(timeout=2 * WAIT_MS)
            await next_round.click()
            pairs = await browser.new_page()
            await pairs.goto(f"{base}/pairings/2?lang=en")
            await expect(pairs.locator("table.pairs tbody tr")).to_have_count(3, timeout=WAIT_MS)
            assert complaints == []
            await browser.close()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(demo.pid, signal.SIGTERM)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(demo.wait(), 15)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(demo.pid, signal.SIGKILL)
    drained.cancel()
