"""The pages of an event by groups (5.4.10.9): headings, tables, files, entries, set-up."""

import csv
import io
from typing import Any

import httpx
import pytest

from record.commands import EnterResult
from server.config import parse
from server.web.setup import event_text
from tests.server.web.conftest import NAMES, Made
from tests.server.web.test_setup import form

MEN, WOMEN = "Мужчины", "Женщины"
PAGES = ("/pairings/1", "/standings", "/crosstable", "/progress", "/desk/round")


@pytest.fixture
async def pages(event: Made) -> Any:
    """Six players in two odd groups, one round played."""
    keys = f'groups = ["{MEN}", "{WOMEN}"]'
    ratings = {f"rating = {2300 - 13 * n}\n": (WOMEN, MEN)[n % 2] for n in range(1, 7)}
    changes = {rating: f'{rating}group = "{group}"\n' for rating, group in ratings.items()}
    made = await event(keys, changes)
    await made.hall.pair_next()
    for state in made.hall.games():
        told = EnterResult(result="1-0", by="arbiter", arbiter="A")
        assert await made.hall.command(state.assignment.game, told) is None
    return made


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("path", PAGES)
async def test_each_group_has_its_heading_in_order(pages: Any, path: str, lang: str) -> None:
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    answer = await chief.get(path, params={"lang": lang})
    assert answer.status_code == 200
    men, women = (answer.text.index(f">{name}<") for name in (MEN, WOMEN))
    assert men < women
    names = {member.id: member.entry for member in pages.hall.players()}
    first = names[2].name if lang == "ru" else names[2].name_en
    assert answer.text.index(first, women) > women


async def test_both_pluses_stand_in_every_list(pages: Any) -> None:
    browser = pages.browser()
    pluses = pages.hall.pairing().pluses
    assert len(pluses) == 2
    for path in ("/pairings/1", "/pairings/1/names", "/hall"):
        text = (await browser.get(path, params={"lang": "en"})).text
        for player in pluses:
            entry = pages.hall.ledger.members[player].entry
            assert entry.name_en in text, path
    assert (await browser.get("/standings")).text.count('<td class="n k">1</td>') == 2
    why = (await browser.get("/pairings/1", params={"lang": "ru"})).text
    assert f"{WOMEN}: жеребьёвка по группам, каждая группа отдельно (п. 5.4.10.9)" in why


async def test_files_have_the_groups(pages: Any) -> None:
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    for name in ("standings", "crosstable"):
        rows = list(csv.reader(io.StringIO((await chief.get(f"/desk/files/{name}.csv")).text.lstrip("\ufeff"))))
        assert rows[0][:2] == ["group", "place"]
        assert [row[0] for row in rows[1:]] == [MEN] * 3 + [WOMEN] * 3
    rows = list(csv.reader(io.StringIO((await chief.get("/desk/files/pairings.csv")).text.lstrip("\ufeff"))))
    assert [row[5] for row in rows].count("bye") == 2
    told = (await chief.get("/api/standings")).json()["standings"]
    assert [(row["group"], row["place"]) for row in told][::3] == [(MEN, 1), (WOMEN, 1)]


async def test_the_round_is_changed_on_its_page(pages: Any) -> None:
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    await pages.hall.pair_next()
    before = pages.hall.pairing()
    page = (await chief.get("/desk/round/change")).text
    assert 'name="bye"' in page
    assert 'name="bye2"' in page
    seats = {f"w{n}": pair.white for n, pair in enumerate(before.pairs, 1)}
    seats |= {f"b{n}": pair.black for n, pair in enumerate(before.pairs, 1)}
    one, two = before.pluses
    data = {**seats, "w9": one, "b9": two, "bye": "", "bye2": "", "reason": "nobody idle", "step": "do"}
    answer = await chief.post("/desk/round/change", data={key: str(value) for key, value in data.items()})
    assert answer.status_code == 303
    assert pages.hall.pairing().pluses == ()
    text = (await chief.get("/pairings/2", params={"lang": "en"})).text
    assert text.index(WOMEN) < text.index("Pairs of two groups")
    answer = await chief.post(
        "/api/desk/office/change-pairs",
        json={"pairs": [[p.white, p.black] for p in before.pairs], "bye": [two, one], "reason": "back"},
    )
    assert answer.status_code == 200
    assert pages.hall.pairing().pluses == (two, one)


async def test_a_player_is_entered_and_imported_into_a_group(pages: Any) -> None:
    chief: httpx.AsyncClient = await pages.logged_in(NAMES["chief-arbiter"])
    page = (await chief.get("/desk/players")).text
    assert f"<option>{WOMEN}</option>" in page
    answer = await chief.post("/desk/players", data={"name": "Новая", "group": WOMEN})
    assert answer.status_code == 303
    wrong = await chief.post("/desk/players", data={"name": "Ещё", "group": "Дети"}, params={"lang": "ru"})
    assert wrong.status_code == 409
    assert f"группы соревнования: {MEN}, {WOMEN}" in wrong.text
    listed = f"Имя;Группа\nПервый;{MEN}\nВторая;{WOMEN}\n".encode()
    answer = await chief.post("/desk/players/import", files={"file": ("e.csv", listed)})
    assert answer.status_code == 303
    groups = {member.entry.name: member.entry.group for member in pages.hall.players()}
    assert (groups["Новая"], groups["Первый"], groups["Вторая"]) == (WOMEN, MEN, WOMEN)


LIST = "Имя;Рейтинг;Группа\nБелов;1900;A\nАнин;2100;B\nВольт;2000;A\nГаев;1800;B\n".encode()


def test_the_set_up_form_writes_groups() -> None:
    event = parse(event_text(form(groups=" A ,B", rounds="1"), LIST, str))
    assert (event.event.groups, event.event.group_places) == (("A", "B"), "apart")
    assert [(player.name, player.group) for player in event.players][:2] == [("Анин", "B"), ("Вольт", "A")]
    some = parse(event_text(form(groups="A, B", group_rounds="2", group_places="together"), LIST, str))
    assert (some.event.group_rounds, some.event.group_places) == (2, "together")
    # Where the form names no groups a column of them is a column like any other.
    assert parse(event_text(form(), LIST, str)).event.groups == ()
