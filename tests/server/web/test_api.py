import httpx
import pytest
from starlette.datastructures import Headers

from record.state import Phase
from server.web.guard import refused
from tests.server.web.conftest import HOST, NAMES, Make, Pages


async def token(pages: Pages, name: str) -> httpx.AsyncClient:
    """A program that has logged in: a bearer token, no cookie, no origin."""
    program = httpx.AsyncClient(transport=httpx.ASGITransport(app=pages.app), base_url=HOST)
    answer = await program.post("/api/login", json={"name": name, "password": "secret"})
    program.headers["authorization"] = f"Bearer {answer.json()['token']}"
    return program


async def test_spectators_read_the_event_and_its_games(make: Make) -> None:
    pages = await make(tables=4)
    reader = pages.browser()
    event = (await reader.get("/api/event")).json()
    assert (event["id"], event["round"], event["rounds"], event["players"]) == ("autumn", 1, 9, 8)
    assert event["name"]["en"] == "Autumn Draughts Festival"
    games = (await reader.get("/api/games")).json()
    assert [game["table"] for game in games] == [1, 2, 3, 4]
    one = (await reader.get("/api/games/r1-t1")).json()
    assert len(one["moves"]) == one["plies"] == games[0]["plies"]
    assert one["moves"][-1]["fen"] == one["fen"]
    assert one["clocks"]["running"] in ("white", "black")
    assert one["clocks"]["time_scale"] == 1


async def test_nothing_noticed_is_in_the_spectators_answers(make: Make) -> None:
    pages = await make(tables=5)
    assert pages.hall.game("r1-t4").findings
    for path in ("/api/games", "/api/games/r1-t4", "/api/games/r1-t5", "/api/event", "/api/standings"):
        text = (await pages.browser().get(path)).text
        for word in ("finding", "touch", "flag", "demand", "called", "in_sync"):
            assert word not in text, (path, word)


async def test_the_delay_holds_back_moves_and_results(make: Make) -> None:
    pages = await make(tables=4, delay_s=900)
    reader = pages.browser()
    assert {game["plies"] for game in (await reader.get("/api/games")).json()} == {0}
    chief = await token(pages, NAMES["chief-arbiter"])
    assert (await chief.post("/api/desk/result", json={"game": "r1-t1", "result": "1-0"})).json() == {"ok": True}
    assert (await reader.get("/api/games/r1-t1")).json()["result"] is None
    assert {row["points"] for row in (await reader.get("/api/standings")).json()["standings"]} == {0.0}
    assert "1–0" not in (await reader.get("/pairings")).text
    pages.clock.ms += 901_000
    late = (await reader.get("/api/games/r1-t1")).json()
    assert (late["result"], late["phase"]) == ("1-0", "confirmed")
    assert late["plies"] > 20
    assert (await reader.get("/api/standings")).json()["standings"][0]["points"] == 1.0
    assert "1–0" in (await reader.get("/pairings")).text


async def test_the_desk_lists_cases_with_their_lawful_actions(make: Make) -> None:
    pages = await make()
    desk = (await (await token(pages, "arbiter")).get("/api/desk")).json()
    cases = {(case["table"], case["kind"]): case for case in desk["cases"]}
    touch = cases[4, "touch-move"]
    assert (touch["grade"], touch["status"], touch["article"]) == ("decision", "demanded", "5.4.13.3")
    assert touch["actions"][0]["ruling"] == "require-correction"
    assert touch["actions"][0]["open"]
    assert touch["actions"][0]["proposed"]
    locked = cases[9, "wrong-number-captured"]
    assert locked["grade"] == "attention"
    assert not any(action["open"] for action in locked["actions"])
    assert {action["ruling"] for action in cases[5, "flag-fall"]["actions"] if action["ends"]} == {"loss"}
    assert desk["calls"] == [{"game": "r1-t10", "table": 10, "by": "black"}]
    assert [row["table"] for row in desk["results"]] == [8]
    assert not desk["ready"]


async def test_an_arbiter_s_program_rules(make: Make) -> None:
    pages = await make()
    program = await token(pages, "arbiter")
    game = {"game": "r1-t9", "finding": "f1"}
    locked = await program.post("/api/desk/rule", json={**game, "ruling": "let-stand"})
    assert locked.status_code == 409
    assert locked.json()["refusal"]["code"] == "locked"
    assert (await program.post("/api/desk/call", json=game)).json() == {"ok": True}
    assert (await program.post("/api/desk/rule", json={**game, "ruling": "let-stand"})).json() == {"ok": True}
    loss = {"game": "r1-t5", "finding": "f1", "ruling": "loss"}
    assert (await program.post("/api/desk/rule", json=loss)).status_code == 200
    assert pages.hall.game("r1-t5").phase is Phase.OVER
    assert (await program.post("/api/desk/confirm", json={"game": "r1-t5"})).status_code == 200
    assert pages.hall.game("r1-t5").phase is Phase.CONFIRMED


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("rule", {"game": "none", "ruling": "let-stand"}, 404),
        ("rule", {"game": "r1-t4", "finding": "f1"}, 400),
        ("rule", {"game": "r1-t4", "finding": "f1", "ruling": "loss", "side": "green"}, 400),
        ("rule", {"game": "r1-t4", "finding": "f1", "ruling": "time-to-opponent", "added_ms": "much"}, 400),
        ("rule", {"game": "r1-t4", "finding": "f9", "ruling": "loss"}, 409),
        ("result", {"game": "r1-t1", "result": "2-0"}, 409),
        ("confirm", {"game": "r1-t1"}, 409),
        ("undo", {"game": "r1-t1"}, 400),
        ("clock", {"game": "r1-t1", "white_ms": 1}, 400),
        ("settle", {"alarm": 77}, 404),
        ("pair", {}, 409),
        ("rule", [1], 400),
    ],
)
async def test_what_cannot_be_done_says_why(make: Make, path: str, body: object, status: int) -> None:
    pages = await make(tables=4)
    answer = await (await token(pages, NAMES["chief-arbiter"])).post(f"/api/desk/{path}", json=body)
    assert answer.status_code == status, answer.text
    refusal = answer.json()["refusal"]
    assert refusal["ru"]
    assert refusal["en"]


async def test_no_token_no_act(make: Make) -> None:
    pages = await make(tables=4)
    anyone = pages.browser()
    assert (await anyone.post("/api/desk/pair", json={})).status_code == 401
    anyone.headers["authorization"] = "Bearer guess"
    assert (await anyone.post("/api/desk/pair", json={})).status_code == 401
    assert (await anyone.post("/api/login", json={"name": "arbiter", "password": "x"})).status_code == 403
    assert (await anyone.post("/api/login", content=b"not json")).status_code == 400


async def test_two_players_settle_a_result(make: Make) -> None:
    pages = await make(tables=4)
    game = pages.hall.game("r1-t1").assignment
    program = httpx.AsyncClient(transport=httpx.ASGITransport(app=pages.app), base_url=HOST)
    for player in (game.white.id, game.black.id):
        path = f"/api/me/{await pages.accounts.player_token(player)}/result"
        assert (await program.post(path, json={"result": "0-1"})).json() == {"ok": True}
    assert pages.hall.game("r1-t1").phase is Phase.CONFIRMED
    assert (await program.post("/api/me/none/result", json={"result": "0-1"})).status_code == 404
    at_case = pages.hall.game("r1-t4").assignment.white.id
    path = f"/api/me/{await pages.accounts.player_token(at_case)}/result"
    refused = await program.post(path, json={"result": "1-0"})
    assert refused.json()["refusal"]["code"] == "arbiter-decides"


async def test_the_round_s_end_and_the_next_pairing(make: Make) -> None:
    pages = await make(tables=2, running=False)
    program = await token(pages, NAMES["chief-arbiter"])
    assert (await program.post("/api/desk/pair", json={})).json() == {"ok": True, "round": 1}
    for game in (await program.get("/api/games")).json():
        await program.post("/api/desk/result", json={"game": game["game"], "result": "1-0"})
    assert (await program.get("/api/desk")).json()["ready"]
    assert (await program.post("/api/desk/pair", json={})).json() == {"ok": True, "round": 2}
    standings = (await program.get("/api/standings")).json()["standings"]
    assert sorted(row["points"] for row in standings) == [0, 0, 1, 1]


async def test_an_alarm_is_shown_and_noted(make: Make) -> None:
    pages = await make(tables=2, running=False)
    await pages.hall.raise_alarm("duplicate-table", 2, "", "two")
    browser = await pages.logged_in("arbiter")
    text = (await browser.get("/desk")).text
    assert 'name="alarm"' in text
    alarm = pages.hall.alarms()[0].id
    assert (await browser.post("/desk/settle", data={"alarm": str(alarm)})).status_code == 303
    assert pages.hall.alarms() == ()


async def test_pdn_of_finished_games_only(make: Make) -> None:
    pages = await make(tables=9)
    reader = pages.browser()
    assert (await reader.get("/board/1/pdn")).status_code == 404
    over = await reader.get("/board/8/pdn")
    assert over.status_code == 200
    assert '[Result "0-1"]' in over.text
    assert over.headers["content-disposition"] == 'attachment; filename="r1-t8.pdn"'
    whole = await reader.get("/rounds/1.pdn")
    assert whole.text.count("[Event ") == 1
    assert (await reader.get("/rounds/7.pdn")).status_code == 404


@pytest.mark.parametrize("body", [b"{{{", b"[]", b"1", b'"pair"', b"\xff"])
async def test_a_body_that_is_not_an_object_changes_nothing(make: Make, body: bytes) -> None:
    pages = await make(tables=2)
    program = await token(pages, NAMES["chief-arbiter"])
    for act in ("pair", "confirm", "rule", "call"):
        answer = await program.post(f"/api/desk/{act}", content=body)
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (400, "bad-request")
    assert (await program.post("/api/login", content=body)).status_code == 400
    assert (await pages.browser().post("/api/desk/pair", content=body, headers={"origin": HOST})).status_code == 401


async def test_a_time_of_day_is_not_a_clock_s(make: Make) -> None:
    pages = await make(tables=2)
    program = await token(pages, "arbiter")
    for white in ("4:99", "1:60:00", "5", "", "-1:00", "1:000"):
        answer = await program.post("/api/desk/clock", json={"game": "r1-t1", "white": white, "black": "5:00"})
        assert answer.status_code == 400, white


async def test_numbers_that_are_none_are_no_round(make: Make) -> None:
    browser = (await make()).browser()
    every = (await browser.get("/api/games")).json()
    for told in ("9" * 5000, "²", "-1"):
        assert (await browser.get(f"/api/games?round={told}")).json() == every, told[:9]


def test_a_length_that_is_no_number_is_refused() -> None:
    for length in ("²", "9" * 5000, "-1", "65537"):
        assert "too long" in refused("POST", Headers({"content-length": length})), length[:9]
    assert refused("POST", Headers({"content-length": "65536"})) == ""
