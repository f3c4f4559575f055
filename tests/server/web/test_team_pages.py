"""The pages of a team event in both languages, the captain's page, the desk's acts, the files and the JSON doors."""

import csv
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from display.catalogue import LANGUAGES
from record.commands import EnterResult
from server.changes import Change
from server.hall import Hall
from server.rounds import Pairing
from server.store import Store
from server.tournament import read_trf
from server.tournament.spreadsheet import read_xlsx
from server.web import app
from server.web.languages import texts
from tests.server.web.conftest import Pages
from tests.server.web.scene import Time
from tests.server.web.team_scene import open_teams, play

Make = Callable[..., Awaitable[Pages]]
CHIEF = "Смирнова Л."


@pytest.fixture
async def teams(tmp_path: Path) -> AsyncIterator[Make]:
    """Opens the team event of `team_scene`: ``await teams(rounds=2)`` are played, one more has begun."""
    opened: list[tuple[Hall, Store]] = []

    async def pages(
        *, rounds: int = 2, event: str = "", begun: bool = True, planned: int = 5, system: str = "individual"
    ) -> Pages:
        clock = Time()
        hall, accounts, store = await open_teams(tmp_path, clock, event=event, rounds=planned, system=system)
        opened.append((hall, store))
        if begun:
            await play(hall, rounds=rounds)
        return Pages(hall, accounts, app(hall, accounts, clock=clock), clock, {})

    yield pages
    for hall, store in opened:
        await hall.close()
        store.close()


def said(answer: httpx.Response, lang: str, *keys: str) -> bool:
    return all(texts(lang).t(key).split("{")[0] in answer.text for key in keys)


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_every_page_is_there_in_both_languages(teams: Make, lang: str) -> None:
    pages = await teams()
    anyone, chief = pages.browser(), await pages.logged_in(CHIEF)
    shown = {
        "/": (),
        "/hall": (),
        "/pairings": ("teams.home", "teams.colours"),
        "/pairings/1": ("teams.away",),
        "/pairings/3/names": (),
        "/standings": ("teams.team", "team-criterion.match-wins"),
        "/crosstable": ("teams.square",),
        "/progress": (),
        "/teams/boards": ("teams.boards-note",),
        "/teams/2": ("teams.members",),
    }
    desk = {
        "/desk": (),
        "/desk/teams": ("teams.wrong-board", "teams.team-away"),
        "/desk/teams/left/2": ("teams.way.annul", "teams.way.loss"),
        "/desk/teams/cards": ("captain.cards-note",),
        "/desk/round": ("teams.here",),
        "/desk/orders": (),
        "/desk/players": (),
        "/desk/journal": ("act.line-up",),
        "/desk/files": ("files.team-matches",),
        "/desk/rating": (),
        "/desk/cards/3": (),
    }
    for browser, listed in ((anyone, shown), (chief, desk)):
        for path, keys in listed.items():
            answer = await browser.get(path, params={"lang": lang})
            assert answer.status_code == 200, path
            assert said(answer, lang, *keys), path
            name = "Звезда" if lang == "ru" else "Zvezda"
            if path in ("/pairings", "/standings", "/crosstable", "/hall", "/desk/teams", "/teams/boards"):
                assert name in answer.text, path


async def test_matches_are_shown_with_their_live_score(teams: Make) -> None:
    pages = await teams()
    anyone = pages.browser()
    answer = await anyone.get("/pairings")
    assert "1 – 3" in answer.text
    assert "½ – ½" in answer.text
    assert "Ivanov A." in answer.text
    assert "nobody" in answer.text
    waiting = next(pair for pair in pages.hall.pairing().pairs if pages.hall.game(pair.game).phase != "confirmed")  # type: ignore[union-attr]
    await pages.hall.command(waiting.game, EnterResult(result="1-0", by="arbiter", arbiter="A"))
    assert "½ – ½" not in (await anyone.get("/pairings")).text
    assert "½ – 1½" in (await anyone.get("/pairings")).text
    hall = (await anyone.get("/hall")).text
    assert "Zvezda 1 – 3 Spartak — Moscow Region" in hall


async def test_everyone_finds_his_table_and_his_opponents_team(teams: Make) -> None:
    pages = await teams()
    page = (await pages.browser().get("/pairings/3/names")).text
    assert "Kuznetsova E. (Spartak — Moscow Region)" in page
    assert "nobody (Spartak — Moscow Region)" in page
    assert page.count("<tr>") == 1 + 2 * 8 - 1, "a head, and all who sit"


async def test_the_wall_groups_the_boards_by_match(teams: Make) -> None:
    pages = await teams()
    wall = (await pages.browser().get("/")).text
    first, second = wall.index('id="match-1"'), wall.index('id="match-2"')
    assert first < wall.index('id="wall-1"') < wall.index('id="wall-3"') < second < wall.index('id="wall-4"')
    assert "<b>1 – 3</b>" in wall
    channel = pages.door.feed.wall("en")
    stream = channel.open(None)
    waiting = [pair for pair in pages.hall.pairing().pairs if pages.hall.game(pair.game).phase != "confirmed"]  # type: ignore[union-attr]
    pages.door.feed.take(Change(id=1, what="result", game=waiting[0].game, table=waiting[0].table))
    await pages.hall.command(waiting[0].game, EnterResult(result="1-0", by="arbiter", arbiter="A"))
    pages.door.feed.tick()
    frame = await stream.next(0.05)
    assert frame is not None
    assert "½ – 1½" in json.loads(frame.split(b"data: ", 1)[1])["match-2"]


async def test_nothing_of_teams_is_there_in_an_individual_event(make: Any) -> None:
    pages = await make(tables=2)
    chief = await pages.logged_in(CHIEF)
    for path in ("/teams/boards", "/teams/1", "/desk/teams", "/desk/teams/left/1", "/api/teams"):
        assert (await chief.get(path)).status_code == 404, path
    assert "/desk/teams" not in (await chief.get("/desk/round")).text
    answer = await chief.post("/api/desk/office/draw-teams", json={})
    assert answer.json()["refusal"]["code"] == "not-teams"


async def test_a_round_is_drawn_seated_and_taken_back_at_the_desk(teams: Make) -> None:
    pages = await teams(begun=False)
    chief, anyone = await pages.logged_in(CHIEF), pages.browser()
    assert (await anyone.get("/pairings")).status_code == 404
    assert (await chief.post("/desk/teams/draw-teams")).status_code == 303
    drawn = await anyone.get("/pairings")
    assert "Round 1: the teams paired" in drawn.text
    assert "Zvezda" in drawn.text
    form = {"h1": "2", "a1": "1", "h2": "3", "a2": "4", "bye": "5", "reason": "travel"}
    assert (await chief.post("/desk/teams/change-draw", data=form)).status_code == 303
    assert pages.hall.teams.orders.draw.couples == ((2, 1), (3, 4))  # type: ignore[union-attr]
    assert (await chief.post("/desk/teams/undo-draw", data={"reason": "again"})).status_code == 303
    assert (await chief.post("/desk/teams/pair")).status_code == 303
    assert pages.hall.round_number == 1
    again = await chief.post("/desk/teams/draw-teams")
    assert again.status_code == 409
    assert "Results are not confirmed" in again.text
    assert (await chief.post("/desk/office/undo-round", data={"reason": "r", "back": "round"})).status_code == 303
    assert pages.hall.round_number == 0
    journal = (await chief.get("/desk/journal")).text
    for words in ("Teams paired by hand", "Pairing of teams taken back", "Pairing taken back"):
        assert words in journal


async def test_line_ups_are_entered_at_the_desk_and_refused_with_a_reason(teams: Make) -> None:
    pages = await teams(begun=False)
    chief = await pages.logged_in(CHIEF)
    seats = {"s1": "6", "s2": "1", "s3": "11", "s4": "16"}
    refused = await chief.post("/desk/teams/line-up", data={"team": "1", "round": "1", **seats})
    assert refused.status_code == 409
    assert "1, 6, 11, 16" in refused.text
    seats = {"s1": "1", "s2": "6", "s3": "11", "s4": ""}
    assert (await chief.post("/desk/teams/line-up", data={"team": "1", "round": "1", **seats})).status_code == 303
    assert pages.hall.teams.seats(1, 1) == (1, 6, 11, None)
    assert (await chief.post("/desk/teams/line-up", data={"team": "x"})).status_code == 400
    assert (await chief.post("/desk/teams/round-start", data={"at": "soon"})).status_code == 400
    for at in ("0001-01-01T00:00", "0202-05-17T10:00", "9999-12-31T23:59-14:00"):
        assert (await chief.post("/desk/teams/round-start", data={"at": at})).status_code == 400, at
        assert (await chief.get("/desk/teams")).status_code == 200
    assert (await chief.post("/desk/teams/round-start", data={"at": "2026-10-01T12:00+00:00"})).status_code == 303
    assert pages.hall.teams.due_ms(1) == 1_790_856_000_000 - 15 * 60_000
    assert (await chief.post("/desk/teams/round-start", data={"at": ""})).status_code == 303
    assert pages.hall.teams.due_ms(1) is None


async def test_roles_of_the_acts_about_teams(teams: Make) -> None:
    pages = await teams()
    fields = {"team": "2", "ruling": "annul", "reason": "r", "game": "r3-t1"}
    for role in ("viewer", "organiser", "arbiter", "deputy"):
        browser = await pages.logged_in(role)
        assert (await browser.post("/desk/teams/team-left", data=fields)).status_code == 403, role
    assert (await pages.browser().post("/desk/teams/team-left", data=fields)).status_code == 303
    arbiter = await pages.logged_in("arbiter")
    assert (await arbiter.post("/desk/teams/wrong-board", data=fields)).status_code == 403
    deputy = await pages.logged_in("deputy")
    assert (await deputy.post("/desk/teams/wrong-board", data=fields)).status_code == 303
    assert (await deputy.get("/desk/teams")).text.count("<b>+</b> : <b>–</b>") == 2
    assert (await deputy.post("/desk/teams/board-counts", data={"game": "r9-t9", "reason": "r"})).status_code == 404
    assert (await deputy.get("/desk/teams/cards")).status_code == 200
    assert (await arbiter.get("/desk/teams/cards")).status_code == 403


async def test_both_tables_are_shown_and_the_ruling_stands_in_the_journal(teams: Make) -> None:
    pages = await teams()
    chief = await pages.logged_in(CHIEF)
    await chief.post("/desk/teams/withdraw-team", data={"team": "2", "reason": "illness"})
    both = (await chief.get("/desk/teams/left/2")).text
    assert "Counted as a loss" in both
    assert "Matches annulled" in both
    assert "This touches the prizes less." in both
    form = {"team": "2", "ruling": "annul", "reason": "the lesser change"}
    assert (await chief.post("/desk/teams/team-left", data=form)).status_code == 303
    table = (await pages.browser().get("/standings")).text
    assert "matches annulled (art. 5.4.9.5)" in table
    journal = (await chief.get("/desk/journal")).text
    assert "Team that left: matches annulled" in journal
    assert "the lesser change" in journal
    assert "Spartak — Moscow Region" in journal


async def test_a_captain_files_his_line_up_by_his_link(teams: Make) -> None:
    pages = await teams(begun=False)
    chief, phone = await pages.logged_in(CHIEF), pages.browser()
    await chief.post("/desk/teams/draw-teams")
    token = await pages.accounts.captain_token(1)
    page = await phone.get(f"/team/{token}")
    assert "You have White on board 1" in page.text
    assert "No line-up filed" in page.text
    wrong = await phone.post(f"/team/{token}", data={"s1": "6", "s2": "1", "s3": "11", "s4": "16"})
    assert wrong.status_code == 409
    assert '<option value="6" selected>' in wrong.text, "what he entered stays"
    for told in ({"s²": "6", "s1": "²"}, {"s1": "9" * 5000}):
        assert (await phone.post(f"/team/{token}", data=told)).status_code in (400, 409)
    right = {"s1": "6", "s2": "11", "s3": "16", "s4": "21"}
    assert (await phone.post(f"/team/{token}", data=right)).status_code == 303
    assert "Line-up filed: " in (await phone.get(f"/team/{token}")).text
    assert pages.hall.teams.seats(1, 1) == (6, 11, 16, 21)
    assert pages.hall.ledger.acts[-1].by == "Иванов А."
    answer = await phone.post(f"/api/team/{token}/line-up", json={"seats": [1, 6, 11, 0]})
    assert answer.json() == {"ok": True}
    assert pages.hall.teams.seats(1, 1) == (1, 6, 11, None)
    assert (await phone.post(f"/api/team/{token}/line-up", content=b"[]")).status_code == 400
    assert (await phone.post(f"/api/team/{token}/line-up", json={"seats": ["x"]})).status_code == 400
    for way in (phone.get("/team/nobody"), phone.post("/api/team/nobody/line-up", json={})):
        assert (await way).status_code == 404
    pages.clock.ms += 1
    await pages.hall.teams.line_ups.start_at(1, pages.clock.ms)
    late = await phone.post(f"/team/{token}", data=right)
    assert late.status_code == 409
    assert "The line-up is overdue" in late.text
    assert "Line-ups are closed" in (await phone.get(f"/team/{token}")).text
    # A player's link opens no line-ups, nor a captain's a player's result.
    player = await pages.accounts.player_token(1)
    assert (await phone.get(f"/team/{player}")).status_code == 404
    assert (await phone.get(f"/me/{token}")).status_code == 404


async def test_tables_are_files_too(teams: Make) -> None:
    pages = await teams()
    chief = await pages.logged_in(CHIEF)

    async def rows(name: str) -> list[dict[str, str]]:
        text = (await chief.get(f"/desk/files/{name}.csv")).text.removeprefix("\ufeff")
        return list(csv.DictReader(io.StringIO(text)))

    standings = await rows("team-standings")
    assert standings[0]["team"] == "Спартак — Подмосковье"
    assert (standings[0]["match points"], standings[0]["game points"]) == ("6", "8")
    cross = await rows("team-crosstable")
    assert (cross[0]["1"], cross[0]["2"], cross[1]["1"]) == ("X", "2½", "1½")
    matches = await rows("team-matches")
    assert len(matches) == 6 * 4
    empty = next(row for row in matches if row["away player"] == "")
    assert (empty["kind"], empty["home points"], empty["round"], empty["board"]) == ("forfeit", "1", "3", "4")
    boards = await rows("team-boards")
    assert boards[0]["player"] == "Соколов И."
    book = await chief.get("/desk/files/team-standings.xlsx")
    assert read_xlsx(book.content)[1][2] == "Спартак — Подмосковье"
    assert (await chief.get("/desk/files/event.xlsx")).status_code == 200
    for version in (16, 26):
        event = read_trf((await chief.get(f"/desk/files/trf{version}.trf")).text)
        assert [team.name for team in event.teams][:1] == ["Звезда"]
        assert event.teams[0].players == (1, 6, 11, 16, 21)
    rating = (await rows("rating"))[0]
    assert (rating["white name"], rating["black name"]) == ("Иванов А.", "Петров Д.")


async def test_the_json_doors_tell_the_matches_and_the_table(teams: Make) -> None:
    pages = await teams()
    anyone, chief = pages.browser(), await pages.logged_in(CHIEF)
    told = (await anyone.get("/api/teams")).json()
    assert (told["round"], told["primary"], told["bye"]) == (3, "match-points", 4)
    first = told["matches"][0]
    assert (first["home"], first["away"], first["home_points"], first["away_points"], first["over"]) == (
        1,
        2,
        1.0,
        3.0,
        True,
    )
    assert [board["game"] for board in first["boards"]] == ["r3-t1", "r3-t2", "r3-t3", ""]
    assert told["standings"][0]["name"] == "Спартак — Подмосковье"
    assert (await anyone.get("/api/teams?round=1")).json()["matches"][0]["over"] is True
    assert (await anyone.get("/api/teams?round=x")).status_code == 400
    assert (await anyone.get("/api/desk/teams")).status_code == 401
    desk = (await chief.get("/api/desk/teams")).json()
    assert [team["id"] for team in desk["teams"]] == [1, 2, 3, 4, 5]
    assert pages.accounts.captain_of(desk["teams"][1]["token"]) == 2
    assert desk["drawn"] is None


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_a_table_gives_the_rounds_beforehand(teams: Make, lang: str) -> None:
    pages = await teams(begun=False, event="", system="round-robin")
    answer = await pages.browser().get("/teams/schedule", params={"lang": lang})
    assert answer.text.count("<h3>") == 5
    assert said(answer, lang, "teams.schedule-note")
    await pages.hall.pair_next()
    assert "/teams/schedule" in (await pages.browser().get("/pairings")).text


async def test_a_swiss_event_has_no_schedule(teams: Make) -> None:
    pages = await teams()
    assert (await pages.browser().get("/teams/schedule")).status_code == 404
    assert "/teams/schedule" not in (await pages.browser().get("/pairings")).text


async def test_the_extra_match_is_offered_filed_and_seated(teams: Make) -> None:
    """5.4.9.6.1."""
    pages = await teams(begun=False, event='team_primary = "game-points"', planned=1)
    chief = await pages.logged_in(CHIEF)
    pairing = await pages.hall.pair_next()
    assert isinstance(pairing, Pairing)
    assert pairing.teams is not None
    one, other = pairing.teams.matches
    for match, board in pairing.teams.boards():
        # The second match is won by all boards, the first by one point only: its winner is second.
        result = "1/2-1/2" if match == one and board.board > 1 else "1-0" if board.home_white else "0-1"
        told = EnterResult(result=result, by="arbiter", arbiter="A")
        assert await pages.hall.command(board.game, told) is None
    assert [row.team for row in pages.hall.teams.table().rows][:2] == [other.home, one.home]
    assert "may play for the first place" in (await pages.browser().get("/standings")).text
    assert "Seat the extra match" in (await chief.get("/desk/teams")).text
    token = await pages.accounts.captain_token(one.home)
    loser = await pages.accounts.captain_token(one.away)
    assert "Line-up for round 2" in (await pages.browser().get(f"/team/{token}")).text
    assert "All rounds have been played" in (await pages.browser().get(f"/team/{loser}")).text
    assert (await chief.post("/desk/teams/extra-match")).status_code == 303
    shown = (await pages.browser().get("/pairings")).text
    assert "<h2>Extra match</h2>" in shown
    assert "second team won all its matches" in shown
    assert pages.door.rounds() == 2
    assert (await chief.post("/desk/office/undo-round", data={"reason": "r", "back": "round"})).status_code == 303
    assert pages.hall.teams.rulings.extra_due() == (other.home, one.home)


async def test_pairs_of_players_are_not_changed_by_themselves(teams: Make) -> None:
    pages = await teams()
    chief = await pages.logged_in(CHIEF)
    for act, fields in (("repair", {"absent": [1]}), ("change-pairs", {"pairs": [[1, 2]]})):
        answer = await chief.post(f"/api/desk/office/{act}", json={**fields, "reason": "r"})
        assert answer.json()["refusal"]["code"] == "of-teams"
    assert (await chief.get("/desk/round/change")).status_code == 404


async def test_the_lists_of_teams_stay_fresh(teams: Make) -> None:
    """What the streams send is what the page has."""
    from server.web.sheets import pairings_html, standings_html

    pages = await teams()
    listed = pairings_html(pages.door, "en", 3)
    assert listed in (await pages.browser().get("/pairings")).text
    assert 'id="list"' in listed
    assert standings_html(pages.door, "en") in (await pages.browser().get("/standings")).text


async def test_a_captain_of_the_list_has_his_name_of_each_language(teams: Make) -> None:
    pages = await teams()
    anyone = pages.browser()
    ru, en = [(await anyone.get(f"/teams/1?lang={lang}")).text for lang in ("ru", "en")]
    assert "капитан: Иванов А." in ru
    assert "captain: Ivanov A." in en.replace("Captain", "captain")
    chief = await pages.logged_in(CHIEF)
    assert "Ivanov A." in (await chief.get("/desk/teams/cards?lang=en")).text


async def test_a_board_of_several_games_shows_each_and_what_it_brings(teams: Make) -> None:
    pages = await teams(event='games_per_pairing = 2\nmeeting_points = "sum"\n', begun=False)
    assert await pages.hall.teams.pair_next(by="C")
    pairing = pages.hall.pairing()
    assert pairing is not None
    pair = pairing.pairs[0]
    browser = pages.browser()
    table = pair.table
    for result, shown in (("1-0", "1:0&ensp;·</small>"), ("1/2-1/2", "1:0&ensp;½:½</small>")):
        seat = next(one for one in pages.hall.seats() if one.table == table)
        told = EnterResult(result=result, by="arbiter", arbiter="A")
        assert await pages.hall.command(seat.game, told) is None
        page = (await browser.get("/pairings/1")).text
        assert shown in page
    assert "<b>1½</b> : <b>½</b>" in page
    board = (await browser.get("/api/teams?round=1")).json()["matches"][0]["boards"][0]
    assert (board["home_points"], board["away_points"]) == (1.5, 0.5)
    told = await (await pages.logged_in(CHIEF)).get("/desk/teams")
    assert "1:0&ensp;½:½" in told.text
