import re

import msgspec
import pytest

from record import events
from record.commands import EnterResult, Refusal
from record.state import Phase
from rules.side import Side
from server.web.access import ACCESS, ROLES, may
from server.web.door import environment
from tests.server.web.conftest import NAMES, Made, Make
from tests.server.web.scene import Table

SPECTATOR_PAGES = ["/", "/hall", "/board/1", "/pairings", "/pairings/1", "/standings"]
DESK_PAGES = ["/desk", "/desk/table/1", "/desk/evidence/r1-t4/f1", "/desk/article/touch-move", "/desk/players"]
SPOKEN = re.compile(r"touch|flag(?!fall)|irregular|finding|repetit|demand|5\.4\.(13|2)\b", re.IGNORECASE)


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_every_page_opens_in_both_languages(make: Make, lang: str) -> None:
    pages = await make(before=1)
    token = await pages.accounts.player_token(1)
    anyone, chief = pages.browser(), await pages.logged_in(NAMES["chief-arbiter"])
    for path in [*SPECTATOR_PAGES, f"/me/{token}", "/desk/login"]:
        answer = await anyone.get(path, params={"lang": lang})
        assert answer.status_code == 200, path
        assert f'<html lang="{lang}"' in answer.text
    for path in [*DESK_PAGES, "/desk/players/cards"]:
        answer = await chief.get(path.replace("r1-", "r2-"), params={"lang": lang})
        assert answer.status_code == 200, path
        assert "{{" not in answer.text


async def test_pages_carry_no_inline_script_or_style_and_a_strict_policy(make: Make) -> None:
    pages = await make()
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    for path in [*SPECTATOR_PAGES, *DESK_PAGES]:
        answer = await chief.get(path)
        assert " style=" not in answer.text, path
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=", answer.text), path
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_spectators_see_nothing_of_what_was_noticed(make: Make) -> None:
    pages = await make()
    assert any(state.findings for state in pages.hall.games())
    for path in SPECTATOR_PAGES:
        answer = await pages.browser().get(path)
        assert not SPOKEN.search(re.sub(r"<script.*?</script>|<link[^>]*>|<meta[^>]*>", "", answer.text)), path


async def test_the_hall_s_screen_shows_no_running_side_or_move(make: Make) -> None:
    pages = await make()
    text = (await pages.browser().get("/hall")).text
    assert 'class="ck' not in text
    assert " run" not in text
    assert "fb-path" not in text
    assert not re.search(r">0 min|\b0:\d\d", text)
    assert "Round 1 is being played" in text


@pytest.mark.parametrize(("opened", "links"), [("http://localhost:8000", "hall.local"), ("http://desk", "desk")])
async def test_personal_links_lead_phones_to_the_hall_and_not_to_themselves(
    make: Make, opened: str, links: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = await make(tables=2, running=False)
    server = pages.hall.settings.server
    monkeypatch.setattr(
        pages.hall,
        "settings",
        msgspec.structs.replace(pages.hall.settings, server=msgspec.structs.replace(server, host="hall.local")),
    )
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    host = opened.removeprefix("http://")
    text = (await chief.get("/desk/players/cards", headers={"host": host})).text
    assert {url.split("/")[2].split(":")[0] for url in re.findall(r"http://[^<\s\"]+/me/", text)} == {links}


async def test_a_wrong_password_leaves_the_name_in_its_field(make: Make) -> None:
    pages = await make(tables=2, running=False)
    answer = await pages.browser().post("/desk/login", data={"name": 'Anna "A"', "password": "hunter2"})
    assert 'value="Anna &#34;A&#34;"' in answer.text
    assert "hunter2" not in answer.text


async def test_the_desk_names_a_role_once_and_the_tables_of_the_event(make: Make) -> None:
    pages = await make(tables=3, running=False)
    for name, words in ((NAMES["chief-arbiter"], "Chief arbiter Смирнова Л."), ("arbiter", "Arbiter arbiter")):
        assert f"{words} · tables 1–3" in (await (await pages.logged_in(name)).get("/desk")).text


async def test_names_are_escaped(make: Make) -> None:
    pages = await make(tables=2, running=False)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    evil = '<img src=x onerror="alert(1)">'
    added = await chief.post("/desk/players", data={"name": evil, "name_en": "", "rating": "1800"})
    assert added.status_code == 303
    for path in ("/desk/players", "/desk/players/cards", "/standings"):
        text = (await chief.get(path)).text
        assert "&lt;img" in text, path
        assert "<img" not in text, path


def test_templates_escape_and_miss_nothing() -> None:
    env = environment()
    assert env.from_string("{{ x }}").render(x="<b>") == "&lt;b&gt;"
    raw = []
    for name in env.list_templates(extensions=["html"]):
        assert env.loader is not None
        source = env.loader.get_source(env, name)[0]
        raw += re.findall(r"\{\{ *([a-z_.]+) *\| *safe", source)
    drawn = {"x.board", "c.board", "c.strip", "page.board", "s.board", "s.html", "page.strip", "board", "c.qr"}
    drawn |= {"diagram", "s.diagram"}
    assert set(raw) == drawn, "only what Flagfall draws itself goes in unescaped"


async def test_no_one_without_a_log_in_sees_the_desk(make: Make) -> None:
    pages = await make(tables=4)
    anyone = pages.browser()
    for path in [*DESK_PAGES, "/desk/players/cards"]:
        answer = await anyone.get(path)
        assert answer.status_code == 303, path
        assert answer.headers["location"] == "/desk/login"
    assert (await anyone.get("/desk/parts")).status_code == 401
    assert (await anyone.get("/api/desk")).status_code == 401
    assert (await anyone.get("/events?view=desk")).status_code == 401


POSTS = {
    "call": ("/desk/call", {"game": "r1-t4", "finding": "f1"}),
    "rule:let-stand": ("/desk/rule", {"game": "r1-t4", "finding": "f1", "ruling": "let-stand"}),
    "rule:exclusion": ("/desk/rule", {"game": "r1-t4", "ruling": "exclusion", "reason": "x", "side": "white"}),
    "result": ("/desk/result", {"game": "r1-t1", "result": "1-0"}),
    "confirm": ("/desk/confirm", {"game": "r1-t1"}),
    "clock": ("/desk/clock", {"game": "r1-t2", "white": "5:00", "black": "5:00", "reason": "x"}),
    "undo": ("/desk/undo", {"game": "r1-t2", "seq": "1"}),
    "pair": ("/desk/pair", {}),
    "add-player": ("/desk/players", {"name": "Новикова Д."}),
    "withdraw": ("/desk/players/withdraw", {"player": "3"}),
}


@pytest.mark.parametrize("role", ROLES)
async def test_each_act_is_for_the_roles_of_the_table(make: Make, role: str) -> None:
    pages = await make(tables=4)
    browser = await pages.logged_in(NAMES[role])
    for act, (path, fields) in POSTS.items():
        answer = await browser.post(path, data=fields)
        refused = answer.status_code == 403
        assert refused is not may(role, act), (act, answer.status_code)
        if act.startswith("rule") or act in ("call", "result", "confirm", "clock", "undo", "pair"):
            api = await browser.post(f"/api/desk/{path.rsplit('/', 1)[1]}", json=fields)
            assert (api.status_code == 403) is not may(role, act), act


def test_viewers_can_do_nothing_and_unknown_acts_are_no_ones() -> None:
    assert [act for act in ACCESS if may("viewer", act) and not act.startswith("see-")] == []
    for role in ROLES:
        assert not may(role, "delete")
    assert not may(None, "see-desk")
    assert may("arbiter", "rule:clock-fault")
    assert not may("organiser", "rule:clock-fault")
    assert [role for role in ROLES if may(role, "rule:exclusion")] == ["chief-arbiter"]


async def test_a_request_from_another_origin_is_refused(make: Make) -> None:
    pages = await make(tables=4)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    fields = {"game": "r1-t1", "result": "1-0"}
    for origin in ("http://evil", "null", "http://hall.evil"):
        answer = await chief.post("/desk/result", data=fields, headers={"origin": origin})
        assert answer.status_code == 403, origin
    del chief.headers["origin"]
    assert (await chief.post("/desk/result", data=fields)).status_code == 403, "a cookie without an origin"
    assert pages.hall.game("r1-t1").phase is Phase.PLAYING


async def test_the_log_in_cookie_is_out_of_reach(make: Make) -> None:
    pages = await make(tables=2, running=False)
    browser = pages.browser()
    answer = await browser.post("/desk/login", data={"name": "arbiter", "password": "secret"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    await browser.post("/desk/logout")
    assert (await browser.get("/desk")).status_code == 303


async def test_guessing_a_password_or_a_link_is_slowed_down(make: Make) -> None:
    pages = await make(tables=2, running=False)
    browser = pages.browser()
    for _ in range(8):
        answer = await browser.post("/desk/login", data={"name": "nobody", "password": "wrong"})
        assert answer.status_code == 403
    right = await browser.post("/desk/login", data={"name": "arbiter", "password": "secret"})
    assert right.status_code == 403, "the address must wait"
    pages.clock.ms += 61_000
    assert (await browser.post("/desk/login", data={"name": "arbiter", "password": "secret"})).status_code == 303
    for n in range(8):
        assert (await browser.get(f"/me/guess{n}")).status_code == 404
    assert (await browser.get("/me/guess")).status_code == 429


async def test_too_long_a_request_is_refused(make: Make) -> None:
    pages = await make(tables=2, running=False)
    answer = await pages.browser().post("/desk/login", data={"name": "x" * 70_000, "password": "y"})
    assert answer.status_code == 413


async def test_the_desk_shows_cases_in_their_order(make: Make) -> None:
    pages = await make()
    text = (await (await pages.logged_in("arbiter")).get("/desk")).text
    order = re.findall(r'class="case( top)?" id="case-(r1-t\d+)\.\w+" data-g="(\w+)"', text)
    assert [(game, grade) for _, game, grade in order] == [
        ("r1-t4", "decision"),
        ("r1-t5", "decision"),
        ("r1-t10", "decision"),
        ("r1-t9", "attention"),
    ]
    assert order[0][0] == " top"
    assert sum(bool(top) for top, _, _ in order) == 1
    assert "board silent" in text
    assert 'disabled><svg class="gl"' in text, "what only the opponent may open is locked"


async def test_rulings_open_when_the_arbiter_was_called(make: Make) -> None:
    pages = await make()
    browser = await pages.logged_in("arbiter")
    locked = {"game": "r1-t9", "finding": "f1", "ruling": "let-stand"}
    assert (await browser.post("/desk/rule", data=locked)).status_code == 409
    assert (await browser.post("/desk/call", data={"game": "r1-t9", "finding": "f1"})).status_code == 303
    assert (await browser.post("/desk/rule", data=locked)).status_code == 303
    found = pages.hall.game("r1-t9").finding("f1")
    assert found is not None
    assert (found.status.value, found.ruling, found.ruled_by) == ("ruled", "let-stand", "arbiter")
    text = (await browser.get("/desk")).text
    assert 'id="done-r1-t9.done"' in text
    seq = re.search(r'r1-t9"><input type="hidden" name="seq" value="(\d+)"', text)
    assert seq is not None
    assert (await browser.post("/desk/undo", data={"game": "r1-t9", "seq": seq[1]})).status_code == 303
    found = pages.hall.game("r1-t9").finding("f1")
    assert found is not None
    assert found.status.value == "called"


async def test_a_viewer_s_desk_has_no_buttons_that_act(make: Make) -> None:
    pages = await make()
    text = (await (await pages.logged_in("viewer")).get("/desk")).text
    assert "Touched" in text or "touched" in text
    for path in ("/desk/rule", "/desk/call", "/desk/confirm", "/desk/pair", "/desk/undo"):
        assert f'action="{path}"' not in text


async def test_htmx_gets_a_word_and_pages_a_redirect(make: Make) -> None:
    pages = await make()
    browser = await pages.logged_in("arbiter")
    fields = {"game": "r1-t9", "finding": "f1", "ruling": "let-stand"}
    told = await browser.post("/desk/rule", data=fields, headers={"hx-request": "true"})
    assert told.status_code == 200
    assert "opens when the opponent" in told.text
    called = await browser.post(
        "/desk/call",
        data={"game": "r1-t9", "finding": "f1"},
        headers={"hx-request": "true", "hx-current-url": "http://hall/desk/evidence/r1-t9/f1"},
    )
    assert called.text == ""
    assert called.headers["hx-redirect"] == "/desk"


async def test_a_player_s_phone(make: Make) -> None:
    pages = await make()
    game = pages.hall.game("r1-t1").assignment
    white, black = (
        f"/me/{await pages.accounts.player_token(game.white.id)}",
        f"/me/{await pages.accounts.player_token(game.black.id)}",
    )
    phone = pages.browser()
    text = (await phone.get(white)).text
    assert text.count('aria-pressed="false"') == 3
    assert 'aria-pressed="true"' not in text
    assert "disabled" in text
    picked = (await phone.post(white, data={"pick": "1/2-1/2"})).text
    assert "Confirm ½–½" in picked
    assert pages.hall.game("r1-t1").entries == {}
    assert (await phone.post(white, data={"result": "1/2-1/2"})).status_code == 303
    assert "confirmed ½–½" in (await phone.get(black)).text
    assert (await phone.post(black, data={"result": "0-1"})).status_code == 303
    assert "different results" in (await phone.get(white)).text
    assert (await phone.post(black, data={"result": "1/2-1/2"})).status_code == 303
    assert pages.hall.game("r1-t1").phase is Phase.CONFIRMED
    assert "The result counts: ½–½" in (await phone.get(black)).text
    assert (await phone.post(white, data={"result": "+/-"})).status_code == 409


async def test_language_and_theme_are_kept(make: Make) -> None:
    pages = await make(tables=2, running=False)
    browser = pages.browser()
    browser.headers["accept-language"] = "de, ru;q=0.8, en;q=0.5"
    assert '<html lang="ru"' in (await browser.get("/standings")).text
    await browser.get("/standings?lang=en&theme=dark")
    kept = (await browser.get("/standings")).text
    assert '<html lang="en" data-theme="dark"' in kept
    assert "data-theme" not in (await browser.get("/standings?theme=system")).text
    assert '<html lang="en"' in (await browser.get("/standings?lang=xx")).text


async def test_what_is_not_there(make: Make) -> None:
    pages = await make(tables=4)
    chief = await pages.logged_in("arbiter")
    for path in (
        "/nothing",
        "/board/99",
        "/board/x",
        "/pairings/9",
        "/desk/evidence/r1-t1/f9",
        "/desk/evidence/no/f1",
        "/desk/table/77",
        "/desk/article/none",
        "/api/games/none",
        "/events?view=none",
        "/static/../app.py",
    ):
        assert (await chief.get(path)).status_code == 404, path


async def test_the_next_round_is_paired_when_all_is_confirmed(make: Make) -> None:
    pages = await make(tables=4)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    assert (await chief.post("/desk/pair")).status_code == 409
    for state in pages.hall.games():
        fields = {"game": state.assignment.game, "result": "1-0"}
        assert (await chief.post("/desk/result", data=fields)).status_code == 303
    assert "Pair round 2" in (await chief.get("/desk")).text
    assert (await chief.post("/desk/pair")).status_code == 303
    assert pages.hall.round_number == 2
    assert "Round 1, pairings" in (await chief.get("/pairings/1")).text
    assert "1–0" in (await chief.get("/pairings/1")).text


async def test_clocks_can_be_set_from_the_table_s_page(make: Make) -> None:
    pages = await make(tables=4)
    browser = await pages.logged_in("arbiter")
    ok = await browser.post("/desk/clock", data={"game": "r1-t1", "white": "5:30", "black": "1:00:05", "reason": "x"})
    assert ok.status_code == 303
    clocks = pages.hall.game("r1-t1").clocks
    assert (clocks.white_ms, clocks.black_ms) == (330_000, 3_605_000)
    for wrong in ("", "5", "a:b", "1:2:3:4"):
        fields = {"game": "r1-t1", "white": wrong, "black": "1:00", "reason": "x"}
        assert (await browser.post("/desk/clock", data=fields)).status_code == 400


async def test_a_rating_that_is_none_is_refused_and_enters_nobody(make: Make) -> None:
    pages = await make(tables=2)
    office = await pages.logged_in("organiser")
    count = len(pages.hall.players())
    for rating in ("much", "99999", "4001", "-5", "1900.5"):
        answer = await office.post("/desk/players", data={"name": "Late", "rating": rating})
        assert answer.status_code == 409, rating
        assert "A rating is a whole number" in answer.text
    assert len(pages.hall.players()) == count
    assert (await office.post("/desk/players", data={"name": "Late", "rating": ""})).status_code == 303
    assert (await office.post("/desk/players", data={"name": "Later", "rating": "1900"})).status_code == 303
    assert [member.entry.rating for member in pages.hall.players()][-2:] == [None, 1900]


async def test_the_pairings_say_why_in_words(make: Make) -> None:
    pages = await make(tables=4)
    for pair in pages.hall.pairing().pairs:
        await pages.hall.command(pair.game, EnterResult(result="1-0", by="arbiter", arbiter="A"))
    assert not isinstance(await pages.hall.pair_next(), Refusal)
    text = (await pages.browser().get("/pairings")).text
    assert "(art. 5.4.10.6)" in text
    assert "has White: " in text or "get the colours due to them" in text
    assert "values" not in text
    assert "article:" not in text
    assert "(п. 5.4.10.6)" in (await pages.browser().get("/pairings?lang=ru")).text


async def test_spectators_see_no_position_where_a_table_has_no_board(make: Make) -> None:
    pages = await make()
    anyone = pages.browser()
    wall = (await anyone.get("/")).text
    for table in (6, 7):
        entry = wall[wall.index(f'id="wall-{table}"') :].split("</a>")[0]
        alone = (await anyone.get(f"/board/{table}")).text
        assert ("<ff-board>" in entry, "<ff-board>" in alone) == (table == 6, table == 6)
        assert ("no board" in entry, "no board" in alone) == (table == 7, table == 7)


async def test_the_evidence_of_chess_names_what_the_laws_do_about_an_illegal_move(event: Made) -> None:
    """Laws of chess, 7.5.5 and A.3; 5.4.14.2 is not for chess."""
    pages = await event("", {'"russian"': '"chess"'})
    await pages.hall.pair_next()
    game = pages.hall.game_at(1)
    assert game is not None
    log = Table(pages.hall, game, 1, pages.clock.ms - 60_000)
    log.put(events.Started())
    for name, kind in (("f1", "illegal-move"), ("f2", "touch-move")):
        log.put(events.Finding(finding=name, what=kind, ply=1, side=Side.WHITE))
    await log.send()
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    told = (await chief.get(f"/desk/evidence/{game}/f1")).text
    assert "Laws of chess, 7.5.5: one minute to the opponent (A.3)" in told
    assert "5.4.14.2" not in told
    assert "7.5.5" not in (await chief.get(f"/desk/evidence/{game}/f2")).text
