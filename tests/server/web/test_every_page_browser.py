"""Every page in Chromium, in both languages, on a phone and on a desk: nothing runs off the edge, nothing complains,
every field has a name and the headings have an order; no key of a text shows, tables stay in their column, and decimals
are of the language."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page
from starlette.routing import Route

from display.catalogue import LANGUAGES
from record.commands import EnterResult
from server.hall import Hall
from server.store import Store
from server.web import app
from tests.server.web import scene, team_scene
from tests.server.web.conftest import NAMES, Made, Make, Pages
from tests.server.web.scene import Time
from tests.server.web.test_bracket import KNOCKOUT
from tests.server.web.test_browser import chromium, opened, served

pytestmark = pytest.mark.browser

WIDTHS = (390, 768, 1440)
LONG = "Константинопольский-Задунайский А./Konstantinopolsky-Zadunaisky A., Рождественская-Вознесенская М./"
LONG += "Rozhdestvenskaya-Voznesenskaya M., "
FILES = {f"{of}{form}" for of in ("/board/{table}/", "/rounds/{round}.") for form in ("pdn", "pgn", "sgf")}
ELSEWHERE = {"/desk/files/{name}", "/events", *FILES}
"""Files and streams, which are no pages."""

LOOK = """([phone, lang]) => {
  const shown = (e) => e.checkVisibility({checkVisibilityCSS: true}) &&
    !e.closest("details:not([open]) > :not(summary)");
  const name = (e) => `${e.tagName} ${e.name || e.className} ${(e.innerText || "").slice(0, 30)}`;
  const all = [...document.body.querySelectorAll("*")].filter(shown);
  const heads = all.filter((e) => /^H[1-6]$/.test(e.tagName)).map((e) => Number(e.tagName[1]));
  const small = (e) => e.getBoundingClientRect().height < 43.5 &&
    !e.closest("p, td, th, li, .meta, h2, h3, svg, label");
  const words = all.filter((e) => !e.childElementCount && !e.matches("input, textarea, option, script, style"))
    .map((e) => e.textContent.trim());
  const column = document.querySelector("main")?.getBoundingClientRect();
  return {
    keys: words.filter((text) => /^[a-z]+(-[a-z]+)*(\\.[a-z_]+(-[a-z]+)*)+$/.test(text)),
    decimals: words.filter((text) => (lang === "ru" ? /^−?\\d+\\.\\d+$/ : /^−?\\d+,\\d+$/).test(text)),
    outside: all.filter((e) => e.matches(".lst") && !e.closest(".scroll") &&
      e.getBoundingClientRect().right > column.right + 0.5).map(name),
    over: document.scrollingElement.scrollWidth - innerWidth,
    unnamed: all.filter((e) => e.matches("input:not([type=hidden]), select, textarea") && !e.labels.length &&
      !e.getAttribute("aria-label")).map(name),
    jumps: heads.filter((level, at) => level > (at ? heads[at - 1] : 0) + 1),
    small: phone ? all.filter((e) => e.matches("a, button, summary, select, input.field") && small(e)).map(name) : [],
  };
}"""


@pytest.fixture(autouse=True)
def _long_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first two players have long names."""
    people = LONG + ", ".join(scene.PEOPLE.split(", ")[2:])
    monkeypatch.setattr(scene, "PEOPLE", people)
    monkeypatch.setattr(team_scene, "PEOPLE", people)


@pytest.fixture
async def teams(tmp_path: Path) -> AsyncIterator[Callable[[], Awaitable[Pages]]]:
    opened_: list[tuple[Hall, Store]] = []

    async def make() -> Pages:
        clock = Time()
        hall, accounts, store = await team_scene.open_teams(tmp_path, clock, system="round-robin")
        opened_.append((hall, store))
        await team_scene.play(hall)
        return Pages(hall, accounts, app(hall, accounts, clock=clock), clock, {})

    yield make
    for hall, store in opened_:
        await hall.close()
        store.close()


async def log_in(page: Page, url: str) -> None:
    await page.goto(f"{url}/desk/login")
    await page.fill("[name=name]", NAMES["chief-arbiter"])
    await page.fill("[name=password]", "secret")
    await page.click("main button")
    await page.wait_for_url("**/desk")


def paths_of(pages: Pages, **values: str) -> list[str]:
    """Every address of a page that the application has, with ``values`` in its places."""
    routes = [route for route in pages.app.routes if isinstance(route, Route) and "GET" in (route.methods or ())]
    paths = [route.path for route in routes if route.path not in ELSEWHERE and not route.path.startswith("/api")]
    return [path.format(**values) for path in paths]


async def look_at(browser: Browser, pages: Pages, url: str, paths: Iterable[str], absent: frozenset[str]) -> None:
    """Opens each path in each language and width; ``absent`` are those that this event does not have."""
    wrong, faults = [], []
    for width in WIDTHS:
        page = await opened(browser, faults, width=width)
        await log_in(page, url)
        for lang in LANGUAGES:
            for path in paths:
                answer = await page.goto(f"{url}{path}?lang={lang}")
                assert answer is not None
                assert (answer.status == 404) is (path in absent), (path, answer.status)
                if answer.status != 404:
                    found = await page.evaluate(LOOK, [width == 390, lang])
                    wrong += [(path, lang, width, key, told) for key, told in found.items() if told and key != "over"]
                    wrong += [(path, lang, width, "over", found["over"])] if found["over"] > 0 else []
                else:
                    faults[:] = [fault for fault in faults if "404" not in fault]
        await page.context.close()
    assert wrong == []
    assert faults == []


async def test_every_page_of_a_hall(make: Make) -> None:
    pages = await make(tables=10, before=1)
    token = await pages.accounts.player_token(pages.hall.games()[0].assignment.white.id)
    values = {"round": "1", "table": "4", "player": "1", "game": "r2-t4", "finding": "f1", "kind": "touch-move"}
    paths = paths_of(pages, **values, token=token, team="1")
    absent = frozenset(path for path in paths if "team" in path) | {"/bracket", "/board/4/score"}
    async with served(pages) as url, chromium() as browser:
        await look_at(browser, pages, url, paths, absent)


async def test_every_page_of_a_team_event(teams: Callable[[], Awaitable[Pages]]) -> None:
    pages = await teams()
    token = await pages.accounts.captain_token(2)
    values = {"round": "1", "table": "1", "player": "1", "game": "", "finding": "", "kind": "touch-move"}
    paths = [path for path in paths_of(pages, **values, token=token, team="1") if "evidence" not in path]
    absent = frozenset({"/bracket", f"/me/{token}", "/desk/round/change"})
    async with served(pages) as url, chromium() as browser:
        await look_at(browser, pages, url, paths, absent)


async def test_the_column_is_as_wide_as_standings_of_many_rounds(make: Make) -> None:
    pages = await make(tables=10, before=1)
    faults: list[str] = []
    async with served(pages) as url, chromium() as browser:
        page = await opened(browser, faults, width=1440)
        await page.goto(f"{url}/standings?lang=ru")
        right, button = await page.evaluate("""() => {
          for (const row of document.querySelectorAll("#list tr"))
            for (let more = 0; more < 6; more++) row.children[3].after(row.children[3].cloneNode(true));
          const of = (one) => document.querySelector(one).getBoundingClientRect();
          return [of("#list").right, of(".ttl .acts").right];
        }""")
        assert right - button == pytest.approx(0, abs=0.5)
        assert await page.evaluate("document.querySelector('#list').offsetWidth") > 1096
    assert faults == []


async def test_the_rows_of_a_score_sheet_are_of_one_height(make: Make) -> None:
    pages = await make(tables=10, before=1)
    faults: list[str] = []
    async with served(pages) as url, chromium() as browser:
        page = await opened(browser, faults, width=1440)
        await page.goto(f"{url}/rounds/1/score")
        heights = await page.evaluate("""() => {
          const columns = document.querySelector(".columns"), row = "<tr><td class=n>1</td><td>c3-d4</td></tr>";
          columns.innerHTML = `<table>${row.repeat(30)}</table><table>${row}</table>`;
          return [...columns.children].map((table) => table.rows[0].offsetHeight);
        }""")
        assert len(set(heights)) == 1
    assert faults == []


async def test_the_bracket_and_its_lists(event: Made) -> None:
    pages = await event("games_per_pairing = 2", KNOCKOUT, tables=8)
    await pages.hall.pair_next()
    for pair in pages.hall.seats()[:-1]:
        told = EnterResult(result="1-0", by="arbiter", arbiter="A")
        assert await pages.hall.command(pair.game, told) is None
    paths = (
        "/bracket",
        "/pairings",
        "/standings",
        "/crosstable",
        "/desk",
        "/desk/round",
        "/desk/table/1",
        "/hall",
        "/",
    )
    async with served(pages) as url, chromium() as browser:
        await look_at(browser, pages, url, paths, frozenset())


async def test_the_pages_of_teams_follow_the_hall(teams: Callable[[], Awaitable[Pages]]) -> None:
    pages = await teams()
    faults: list[str] = []
    waiting = [pair for pair in pages.hall.seats() if pair.game not in pages.hall.results()]
    squads = pages.hall.teams.squads
    white = waiting[-1].white
    team = next(number for number, squad in squads.items() if white in squad.members)
    async with served(pages) as url, chromium() as browser:
        desk, phone = await opened(browser, faults), await opened(browser, faults, width=390)
        await log_in(desk, url)
        await desk.goto(f"{url}/desk/teams")
        await phone.goto(f"{url}/team/{await pages.accounts.captain_token(team)}")
        before = await phone.locator("#match").inner_text()
        rows = await desk.locator("#matches").inner_text()
        told = EnterResult(result="1-0", by="arbiter", arbiter="A")
        assert await pages.hall.command(waiting[-1].game, told) is None
        await phone.wait_for_function("was => document.querySelector('#match').innerText !== was", arg=before)
        await desk.wait_for_function("was => document.querySelector('#matches').innerText !== was", arg=rows)
        squad = squads[1]
        seats = tuple(squad.entry.players[:4])
        await pages.hall.teams.line_ups.file(pages.hall.teams.coming, 1, seats, by=squad.entry.captain)
        await desk.wait_for_selector("#line-ups tr:first-child small:has-text('Line-up filed')")
    assert faults == []
