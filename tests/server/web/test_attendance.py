"""The start of a round on the pages: the arbiter's signal, who is there, and a player's phone (5.4.1.2)."""

import re

import httpx
import pytest

from display.format import time_of_day
from record import events
from record.assignment import Person
from record.fold import fold
from rules.side import Side
from server.web.access import ROLES, may
from server.web.views.desk import tile
from server.web.views.watched import lines
from tests.display.words import TEXTS
from tests.record.logs import Log, assignment
from tests.server.web.conftest import NAMES, Make, Pages

ACTS = ("call-round", "start-clocks", "arrived", "missing")


async def paired(make: Make) -> tuple[Pages, httpx.AsyncClient]:
    pages = await make(tables=4, running=False)
    await pages.hall.pair_next()
    return pages, await pages.logged_in(NAMES["chief-arbiter"])


@pytest.mark.parametrize("role", ROLES)
async def test_each_act_is_for_the_roles_of_the_table(make: Make, role: str) -> None:
    pages = await make(tables=2, running=False)
    browser = await pages.logged_in(NAMES[role])
    for act in ACTS:
        for path in (f"/desk/{act}", f"/api/desk/{act}"):
            answer = await browser.post(path, json={}) if "api" in path else await browser.post(path, data={})
            assert (answer.status_code == 403) is not may(role, act), (act, path)
    assert (await pages.browser().post("/api/desk/start-clocks", json={})).status_code == 401


async def test_the_arbiter_ticks_who_is_absent_and_starts_the_clocks(make: Make) -> None:
    pages, chief = await paired(make)
    desk = (await chief.get("/desk")).text
    assert "Round 1: the clocks are not started yet" in desk
    page = (await chief.get("/desk/round")).text
    boxes = re.findall(r'name="(absent-\d+)"', page)
    assert len(boxes) == 8
    assert "No show: 15:00 after the signal" in page
    state = pages.hall.games()[0]
    black = state.assignment.black.id
    answer = await chief.post("/desk/start-clocks", data={f"absent-{black}": "1"}, headers={"referer": "/desk/round"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/desk/round")
    assert [one.attendance.absent for one in pages.hall.games()] == [(Side.BLACK,), (), (), ()]
    assert "/desk/start-clocks" not in (await chief.get("/desk/round")).text
    desk = (await chief.get("/desk")).text
    assert "is absent; no show 15:00 after the signal" in desk
    assert "clocks are not started yet" not in desk
    told = (await chief.get("/api/desk")).json()
    assert told["absent"] == [
        {"game": state.assignment.game, "table": state.assignment.table, "side": "black", "player": black}
    ]
    assert told["to_start"] == []


async def test_the_page_of_a_table_says_who_is_there(make: Make) -> None:
    pages, chief = await paired(make)
    state = pages.hall.games()[0]
    path = f"/desk/table/{state.assignment.table}"
    assert "/desk/arrived" in (await chief.get(path)).text
    await chief.post("/api/desk/start-clocks", json={"absent": [state.assignment.white.id]})
    fields = {"game": state.assignment.game, "side": "white"}
    pages.clock.ms += 4 * 60_000
    answer = await chief.post("/desk/arrived", data=fields, headers={"referer": path})
    assert answer.headers["location"] == path
    page = (await chief.get(path)).text
    assert "late by 4:00" in page
    missing = await chief.post("/api/desk/missing", json={**fields, "side": "black"})
    assert missing.json() == {"ok": True}
    assert (await chief.post("/api/desk/missing", json={**fields, "side": "black"})).json()["refusal"]["code"] == (
        "missed"
    )
    assert (await chief.post("/api/desk/missing", json={"game": state.assignment.game})).status_code == 400
    assert pages.hall.game(state.assignment.game).attendance.absent == (Side.BLACK,)


async def test_a_player_says_on_his_phone_that_he_has_come(make: Make) -> None:
    pages, chief = await paired(make)
    state = pages.hall.games()[0]
    white, black = state.assignment.white.id, state.assignment.black.id
    links = [f"/me/{await pages.accounts.player_token(player)}" for player in (white, black)]
    phone = pages.browser()
    assert "I am here" in (await phone.get(links[1])).text  # before the signal too
    answer = await phone.post(links[1], data={"here": "1"})
    assert answer.status_code == 303
    page = (await phone.get(links[1])).text
    assert "I am here" not in page
    assert "you are at the table" in page
    # White is missed; Black is known to be there, whatever is ticked.
    await chief.post("/api/desk/start-clocks", json={"absent": [white, black]})
    assert pages.hall.game(state.assignment.game).attendance.absent == (Side.WHITE,)
    pages.clock.ms += 60_000
    assert (await phone.post(f"/api{links[0]}/here")).json() == {"ok": True}
    assert (await phone.post(f"/api{links[0]}/here")).json()["refusal"]["code"] == "there"
    assert pages.hall.game(state.assignment.game).attendance.came_ms == {Side.WHITE: 60_000}
    assert "I am here" not in (await phone.get(links[0])).text
    assert (await phone.post("/api/me/nobody/here")).status_code == 404


async def test_a_loss_for_absence_is_shown_as_minus_and_plus(make: Make) -> None:
    pages, chief = await paired(make)
    state = pages.hall.games()[0]
    await chief.post("/api/desk/start-clocks", json={"absent": [state.assignment.black.id]})
    pages.clock.ms += 15 * 60_000
    await pages.hall.starter.tick()
    pages.clock.ms += 60_000
    await pages.hall.starter.tick()
    (case,) = (await chief.get("/api/desk")).json()["cases"]
    assert (case["kind"], case["side"], case["article"]) == ("no-show", "black", "5.4.4.1")
    assert case["fact"] == "Black did not come within 15:00 of the signal."
    assert [action["ruling"] for action in case["actions"]] == ["loss", "excuse", "let-stand"]
    assert "+ –" in (await chief.get("/desk")).text
    evidence = await chief.get(f"/desk/evidence/{case['game']}/{case['finding']}")
    assert evidence.status_code == 200
    assert "Accept the excuse" in evidence.text
    ruled = {"game": case["game"], "finding": case["finding"], "ruling": "loss"}
    assert (await chief.post("/api/desk/rule", json=ruled)).json() == {"ok": True}
    assert (await chief.get("/api/desk")).json()["results"][0]["result"] == "+/-"


def test_one_who_is_missed_stands_on_the_desk_until_it_is_a_case() -> None:
    log = Log("desk")
    log.add(events.RoundStarted(absent=(Side.WHITE,)))
    state = fold(assignment(), {}, log.events)
    (line,) = lines(state, TEXTS["ru"])
    assert line.words == "Белые (белые) отсутствует; неявка через 15:00 после сигнала."
    assert (tile(state, TEXTS["ru"], 0).chip, tile(state, TEXTS["ru"], 0).grade) == ("нет игрока", "attention")
    log.add(events.Finding(finding="no-show-0", what="no-show", side=Side.WHITE, evidence={"limit_ms": 900_000}))
    state = fold(assignment(), {}, log.events)
    assert lines(state, TEXTS["ru"]) == ()
    assert tile(state, TEXTS["ru"], 0).grade == "decision"


def test_where_both_are_in_time_trouble_the_arbiter_is_told_to_record() -> None:
    log = Log()
    log.add(events.Started())
    log.add(events.ClockReading(white_ms=200_000, black_ms=250_000, running=Side.WHITE))
    state = fold(assignment(tempo="classic", control="1h"), {"s1": log.events})
    (line,) = lines(state, TEXTS["en"])
    assert line.words == "Both are in time trouble: be at the table and record, and say nothing (art. 5.4.3.3)."
    assert line.href == "/desk/table/1"


def test_time_brought_from_the_game_before_is_the_arbiters_to_set_where_no_clock_is_linked() -> None:
    brought = Person(id=1, name="Белые", time_left_ms=182_000)
    state = fold(assignment(control="lehmann-georgiev:5m+3s", white=brought), {})
    (line,) = lines(state, TEXTS["en"])
    assert line.words == "Set the clocks to the time left: White 3:02, Black 5:00 (art. 3.6.4)."


async def test_players_are_called_five_minutes_before_the_round(make: Make) -> None:
    """5.4.1.1: on the hall's screen, the pairings and the phones, until the clocks are started."""
    pages, chief = await paired(make)
    player = pages.hall.games()[0].assignment.white.id
    phone = f"/me/{await pages.accounts.player_token(player)}"
    looks = ("/hall", "/pairings", phone, "/desk/round")
    begins = pages.door.local(pages.clock.ms + 20 * 60_000)
    seated = pages.door.local(pages.clock.ms + 15 * 60_000)
    said = f"The round begins at {time_of_day(begins)}; take your seats by {time_of_day(seated)} (art. 5.4.1.1)."
    for path in looks:
        assert "take your seats" not in (await chief.get(path)).text, path
    answer = await chief.post("/desk/call-round", data={"at": f"{begins:%H:%M}"}, headers={"referer": "/desk/round"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/desk/round")
    for path in looks:
        assert said in (await chief.get(path)).text, path
    assert f'value="{begins:%H:%M}"' in (await chief.get("/desk/round")).text
    assert "Players called to the round" in (await chief.get("/desk/journal")).text
    assert (await chief.post("/api/desk/call-round", json={"at": "soon"})).status_code == 400
    await chief.post("/api/desk/call-round", json={"at": ""})
    assert "take your seats" not in (await chief.get("/pairings")).text
    await chief.post("/api/desk/call-round", json={"at": f"{begins:%H:%M}"})
    await chief.post("/api/desk/start-clocks", json={"absent": []})
    for path in looks:
        assert "take your seats" not in (await chief.get(path)).text, path
    late = await chief.post("/api/desk/call-round", json={"at": "10:00"})
    assert late.json()["refusal"]["code"] == "started"
