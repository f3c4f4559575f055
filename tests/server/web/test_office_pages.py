"""The office's pages: what they show, what their forms do, for whom; the tables' pages and files."""

import csv
import io

import pytest

from record.commands import EnterResult
from server.tournament import check, read_trf
from server.tournament.spreadsheet import read_xlsx, write_xlsx
from server.web.access import ROLES, may
from server.web.office_acts import NAMES as ACTS
from tests.server.web.conftest import NAMES, Made, Make, Pages

PAGES = ["/desk/round", "/desk/round/change", "/desk/orders", "/desk/journal", "/desk/files", "/desk/rating"]
PAGES += ["/desk/results/1", "/desk/cards/1", "/desk/cards/1?sheets", "/desk/players"]
OPEN_PAGES = ["/crosstable", "/progress", "/standings/1", "/pairings/1/names"]


async def play(pages: Pages, rounds: int = 1) -> None:
    for _ in range(rounds):
        await pages.hall.pair_next()
        for state in pages.hall.games():
            told = EnterResult(result="1-0", by="arbiter", arbiter="A")
            assert await pages.hall.command(state.assignment.game, told) is None


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_every_page_opens_in_both_languages_without_inline_script(make: Make, lang: str) -> None:
    pages = await make(tables=4, running=False)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    for path in ("/desk/round", "/desk/orders", "/desk/journal", "/desk/files", "/crosstable", "/progress"):
        assert (await chief.get(path, params={"lang": lang})).status_code == 200, path
    await play(pages, 2)
    for path in (*PAGES, *OPEN_PAGES):
        answer = await chief.get(f"{path}{'&' if '?' in path else '?'}lang={lang}")
        assert answer.status_code == 200, path
        assert f'<html lang="{lang}"' in answer.text
        assert " style=" not in answer.text
        assert "{{" not in answer.text
    anyone = pages.browser()
    for path in PAGES:
        assert (await anyone.get(path)).headers.get("location") == "/desk/login", path
    for path in OPEN_PAGES:
        assert (await anyone.get(path)).status_code == 200, path
    assert (await chief.get("/standings/99")).status_code == 404
    assert (await chief.get("/pairings/7/names")).status_code == 404
    assert (await chief.get("/desk/files/secrets.csv")).status_code == 404


@pytest.mark.parametrize("role", ROLES)
async def test_each_act_of_the_office_is_for_the_roles_of_the_table(make: Make, role: str) -> None:
    pages = await make(tables=2, running=False)
    browser = await pages.logged_in(NAMES[role])
    for act in ACTS:
        for path in (f"/desk/office/{act}", f"/api/desk/office/{act}"):
            answer = await browser.post(path, json={}) if "api" in path else await browser.post(path, data={})
            assert (answer.status_code == 403) is not may(role, act), (act, path, answer.status_code)
    assert (await pages.browser().post("/api/desk/office/withdraw", json={"player": 1})).status_code == 401
    assert (await browser.post("/api/desk/office/dance", json={})).status_code == 400
    assert len(pages.hall.ledger.acts) == 0


async def test_a_result_of_an_earlier_round_is_corrected_from_its_list(make: Make) -> None:
    pages = await make(tables=4, running=False)
    arbiter = await pages.logged_in(NAMES["arbiter"])
    await play(pages, 2)
    first = pages.hall.seats(1)[0]
    last = pages.hall.seats(2)[0]
    assert "/desk/results/2" in (await arbiter.get("/desk/round")).text
    listed = (await arbiter.get("/desk/results/1?lang=en")).text
    assert f"/desk/table/{first.table}?game={first.game}" in listed
    assert "a corrected result goes into the standings" in listed
    page = (await arbiter.get(f"/desk/table/{first.table}?lang=en&game={first.game}")).text
    assert f'name="game" value="{first.game}"' in page
    assert "0–1 will be entered and confirmed instead of 1–0." in page
    assert "a corrected result goes into the standings" in page
    now = (await arbiter.get(f"/desk/table/{last.table}?lang=en&game={last.game}")).text
    assert "a corrected result goes into the standings" not in now
    elsewhere = (await arbiter.get(f"/desk/table/{first.table + 1}?game={first.game}")).text
    assert first.game not in elsewhere, "only a game of this table"
    fields = {"game": first.game, "result": "0-1"}
    assert (await arbiter.post("/desk/result", data=fields)).status_code == 303
    assert "0–1" in (await arbiter.get("/desk/results/1")).text
    assert pages.hall.results()[first.game] == "0-1"
    assert pages.hall.pairing(2) is not None
    for path in ("/desk/results/3", "/desk/results/x"):
        assert (await arbiter.get(path)).status_code == 404


async def test_a_round_is_taken_back_on_its_page(make: Make) -> None:
    pages = await make(tables=4, running=False)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    assert (await chief.post("/desk/pair", data={}, headers={"referer": "http://hall/desk/round"})).headers[
        "location"
    ] == "/desk/round"
    page = (await chief.get("/desk/round")).text
    assert "art. 5.4.10" in page
    assert "has White" in page
    answer = await chief.post("/desk/office/undo-round", data={"back": "round", "reason": ""})
    assert answer.status_code == 409
    assert "changed only with a reason" in answer.text
    answer = await chief.post("/desk/office/undo-round", data={"back": "round", "reason": "late entry"})
    assert answer.headers["location"] == "/desk/round"
    assert pages.hall.round_number == 0
    journal = (await chief.get("/desk/journal")).text
    assert "Pairing taken back" in journal
    assert "late entry" in journal
    assert NAMES["chief-arbiter"] in journal


async def test_pairs_are_changed_by_hand_after_a_look_at_the_difference(make: Make) -> None:
    pages = await make(tables=3, running=False)
    await pages.hall.pair_next()
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    pairing = pages.hall.pairing()
    assert pairing is not None
    (a, b), (c, d), (e, f) = ((pair.white, pair.black) for pair in pairing.pairs)
    form = {"w1": a, "b1": d, "w2": c, "b2": b, "w3": e, "b3": f, "bye": "", "reason": "relatives"}
    look = await chief.post("/desk/round/change", data={**form, "step": "look"})
    assert look.status_code == 200
    assert look.text.count("Only here") == look.text.count("Only the system") == 2
    assert pages.hall.pairing() == pairing
    done = await chief.post("/desk/round/change", data={**form, "step": "do"})
    assert done.headers["location"] == "/desk/round"
    changed = pages.hall.pairing()
    assert changed is not None
    assert [(pair.white, pair.black) for pair in changed.pairs] == [(a, d), (c, b), (e, f)]
    page = (await chief.get("/desk/round")).text
    assert "relatives" in page
    assert "The system would have" in page
    refused = await chief.post("/desk/round/change", data={**form, "b1": c, "step": "do"})
    assert refused.status_code == 409
    assert "Named twice" in refused.text
    assert (await chief.post("/desk/round/change", data={**form, "w1": "x", "step": "do"})).status_code == 400
    deputy = await pages.logged_in("organiser")
    assert (await deputy.get("/desk/round/change")).status_code == 403


async def test_an_adjourned_game_lets_the_next_round_be_paired(make: Make) -> None:
    pages = await make(tables=3, running=False)
    await pages.hall.pair_next()
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    games = [state.assignment.game for state in pages.hall.games()]
    answer = await chief.post("/desk/office/adjourn", data={"back": "round", "game": games[0], "result": "0-1"})
    assert answer.headers["location"] == "/desk/round"
    assert "adjourned, for now 0–1" in (await chief.get("/desk/round")).text
    for game in games[1:]:
        await chief.post("/desk/result", data={"game": game, "result": "1-0"})
    desk = (await chief.get("/api/desk")).json()
    assert (desk["unfinished"], desk["ready"]) == ([], True)
    assert "Pair round 2" in (await chief.get("/desk")).text
    assert (await chief.post("/api/desk/pair", json={})).json() == {"ok": True, "round": 2}
    assert "Adjourned games of earlier rounds" in (await chief.get("/desk/round")).text
    assert (await chief.post("/desk/office/resume", data={"game": "r9-t9"})).status_code == 404


async def test_orders_of_the_pairing_are_given_and_taken_back(make: Make) -> None:
    pages = await make(tables=4, running=False)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    orders = pages.hall.ledger
    for act, fields in (
        ("forbid", {"players": "1, 2", "weak": "1"}),
        ("order-pair", {"white": "5", "black": "6", "reason": "zone"}),
        ("fix-table", {"player": "3", "table": "2"}),
    ):
        answer = await chief.post(f"/desk/office/{act}", data={"back": "orders", **fields})
        assert answer.headers["location"] == "/desk/orders", act
    page = (await chief.get("/desk/orders")).text
    assert "if it can be avoided" in page
    assert "zone" in page
    assert "Table 2" in page
    for act, fields in (
        ("allow", {"index": "0"}),
        ("drop-pair", {"white": "5", "black": "6"}),
        ("fix-table", {"player": "3", "table": ""}),
    ):
        await chief.post(f"/desk/office/{act}", data={"back": "orders", **fields})
    assert (orders.orders.apart, orders.orders.together, orders.orders.tables) == ((), (), ())
    answer = await chief.post("/desk/office/forbid", data={"back": "orders", "players": "1 one"})
    assert answer.status_code == 400
    assert "a number is needed" in answer.text


async def test_players_are_away_come_back_and_are_excluded(make: Make) -> None:
    pages = await make(tables=3, running=False)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    await chief.post("/desk/players/absent", data={"player": "2", "round": "1"})
    assert "misses round 1" in (await chief.get("/desk/players")).text
    await chief.post("/desk/players/present", data={"player": "2"})
    assert pages.hall.byes() == ()
    assert (await chief.post("/desk/players/exclude", data={"player": "2"})).status_code == 409
    await chief.post("/desk/players/exclude", data={"player": "2", "reason": "5.4.14.1"})
    assert "excluded after round 0" in (await chief.get("/desk/players")).text
    assert (await chief.post("/desk/players/readmit", data={"player": "2", "reason": "appeal"})).status_code == 303
    assert (await chief.post("/desk/players/withdraw", data={"player": "77"})).status_code == 404


HEAD = "Имя;Рейтинг;Звание\n"


async def test_a_list_of_entries_comes_in_from_csv_and_xlsx(make: Make) -> None:
    pages = await make(tables=2, running=False)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    text = HEAD + "Ёлкина А.;1800;кмс\nЯшин Б.;2100;мс\n"
    for number, data in enumerate(
        (text.encode("utf-8"), text.replace("кина", "кин").replace("Яшин", "Юдин").encode("cp1251"))
    ):
        answer = await chief.post("/desk/players/import", files={"file": ("list.csv", data, "text/csv")})
        assert answer.headers.get("location") == "/desk/players", number
    book = write_xlsx({"list": [["Name", "Rating"], ["Third", 1500]]})
    assert (await chief.post("/desk/players/import", files={"file": ("list.xlsx", book)})).status_code == 303
    entered = [(member.id, member.entry.name) for member in pages.hall.players()][4:]
    assert entered == [(5, "Яшин Б."), (6, "Ёлкина А."), (7, "Юдин Б."), (8, "Ёлкин А."), (9, "Third")]
    assert [member.entry.title for member in pages.hall.players()][4:6] == ["мс", "кмс"]


async def test_columns_that_an_event_does_not_keep_are_named(make: Make) -> None:
    pages = await make(tables=2, running=False)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    text = "Фамилия;Имя;Рейтинг;Город\nЁлкина;Анна;1800;Казань\nЁлкина;Вера;1700;Пермь\n"
    answer = await chief.post("/desk/players/import?lang=ru", files={"file": ("list.csv", text.encode(), "text/csv")})
    assert answer.status_code == 200
    assert "Внесено: 2. Не использованы столбцы: Город." in answer.text
    assert [member.entry.name for member in pages.hall.players()][4:] == ["Ёлкина Анна", "Ёлкина Вера"]


async def test_every_fault_of_a_list_is_shown_at_once_and_nothing_is_entered(make: Make) -> None:
    pages = await make(tables=2, running=False)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    before = pages.hall.players()
    text = HEAD + "A;18000;\n;1700;\nA;1;\n"
    answer = await chief.post("/desk/players/import", files={"file": ("list.csv", text.encode(), "text/csv")})
    assert answer.status_code == 400
    for line in ("line 2, column 3: rating", "line 3, column 1: no name", "line 4, column 1: A already"):
        assert line in answer.text, line
    assert (await chief.post("/desk/players/import", files={"file": ("x.xlsx", b"PK\3\4")})).status_code == 400
    assert (await chief.post("/desk/players/import", data={})).status_code == 400
    doubled = HEAD + f"B;1;\n{before[0].entry.name};2;\n"
    answer = await chief.post("/desk/players/import", files={"file": ("list.csv", doubled.encode(), "text/csv")})
    assert (answer.status_code, pages.hall.players()) == (409, before)
    arbiter = await pages.logged_in("arbiter")
    assert (await arbiter.post("/desk/players/import", files={"file": ("a.csv", b"x")})).status_code == 403


async def test_the_files_say_what_the_pages_say(make: Make) -> None:
    pages = await make(tables=3, running=False)
    await play(pages, 3)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    page = (await chief.get("/desk/files")).text
    for name in ("standings", "crosstable", "rating", "pairings", "names"):
        assert f"/desk/files/{name}.csv" in page
        answer = await chief.get(f"/desk/files/{name}.csv")
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
        book = read_xlsx((await chief.get(f"/desk/files/{name}.xlsx")).content)
        assert [[cell for cell in row if cell] for row in book] == [[cell for cell in row if cell] for row in rows]
        assert len(rows) > 3
    assert read_xlsx((await chief.get("/desk/files/event.xlsx")).content)[0][0] == "place"
    system = pages.hall.settings.event.system
    for name in ("trf16", "trf26"):
        answer = await chief.get(f"/desk/files/{name}.trf")
        assert answer.headers["content-disposition"].endswith(f'-{name}.trf"')
        found = check(read_trf(answer.text), system)
        assert [(one.round, one.differences) for one in found] == [(1, ()), (2, ()), (3, ())]


async def test_a_coefficient_is_shown_as_the_sum_of_its_terms(make: Make) -> None:
    pages = await make(tables=3, running=False)
    await play(pages, 2)
    page = (await pages.browser().get("/standings/1?lang=en")).text
    row = next(row for row in pages.hall.standings(explain=True) if row.id == 1)
    wins = row.terms["wins"]
    assert page.count("</tr>") >= 2 + len(wins) + 1
    assert "art. 5.4.8" in page
    assert "Sum" in page
    assert "Rounds without a game in the coefficients: count nothing." in page


async def test_tables_for_everyone_stay_behind_the_broadcast_delay(make: Make) -> None:
    pages = await make(tables=3, delay_s=600, running=False)
    await play(pages, 1)
    anyone = pages.browser()
    assert "<b>1</b>" not in (await anyone.get("/crosstable")).text
    assert "points 1" not in (await anyone.get("/standings/1?lang=en")).text
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    assert (await chief.get("/desk/round")).text.count("<b>1–0</b>") == 3
    assert "Pair round 2" in (await chief.get("/desk/round")).text
    pages.clock.ms += 600_001
    assert "<b>1</b>" in (await anyone.get("/crosstable")).text
    assert "points 1" in (await anyone.get(f"/standings/{pages.hall.standings()[0].id}?lang=en")).text


async def test_points_before_a_round_count_a_half_bye(make: Make) -> None:
    from server.rounds import Bye
    from server.web.sheets import pairings_context

    pages = await make(tables=3, running=False)
    pages.hall.ledger.byes[1, 6] = Bye(round=1, player=6, kind="half")
    await play(pages, 1)
    await pages.hall.pair_next()
    shown = pairings_context(pages.door, "en", 2)
    points = {row.white_id: row.white_points for row in shown["rows"]}
    points |= {row.black_id: row.black_points for row in shown["rows"]}
    assert points[6] == "½"


async def test_the_page_of_players_asks_whether_someone_who_missed_a_game_plays_on(event: Made) -> None:
    pages = await event("", {'"truncated-solkoff"\n': '"round-robin"\n', '["truncated-solkoff", "wins"]': '["wins"]'})
    chief, deputy = await pages.logged_in(NAMES["chief-arbiter"]), await pages.logged_in(NAMES["deputy"])
    await pages.hall.pair_next()
    for at, state in enumerate(pages.hall.games()):
        told = EnterResult(result="1-0" if at else "+/-", by="arbiter", arbiter="A")
        assert await pages.hall.command(state.assignment.game, told) is None
    paired = pages.hall.pairing()
    assert paired is not None
    absent = paired.pairs[0].black
    page = (await chief.get("/desk/players", params={"lang": "ru"})).text
    assert "пропуск, тур 1: об участии решает главный судья (п. 5.4.5.1)" in page
    assert 'action="/desk/office/go-on"' in page
    assert 'action="/desk/office/go-on"' not in (await deputy.get("/desk/players")).text
    answer = await chief.post("/desk/office/go-on", data={"player": str(absent), "back": "players"})
    assert answer.headers["location"] == "/desk/players"
    assert "5.4.5.1" not in (await chief.get("/desk/players")).text
    assert "Plays on after a missed round" in (await chief.get("/desk/journal", params={"lang": "en"})).text
