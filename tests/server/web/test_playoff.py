"""The play-off of 31.8 on the pages: the chief arbiter has it played, everyone sees its stages and the winner."""

from record.commands import EnterResult
from tests.server.web.conftest import NAMES, Made, Pages

KEYS = 'play_off = "points"'
ONE_ROUND = {"rounds = 3\n": "rounds = 1\n"}


async def enter(pages: Pages, result: str) -> None:
    """The open game of each table ends so, from White's side."""
    for pair in pages.hall.seats():
        if pair.game not in pages.hall.results():
            told = EnterResult(result=result, by="arbiter", arbiter="A")
            assert await pages.hall.command(pair.game, told) is None


async def tied(event: Made) -> Pages:
    pages = await event(KEYS, ONE_ROUND, tables=2)
    await pages.hall.pair_next()
    await enter(pages, "1-0")
    return pages


async def test_only_the_chief_arbiter_has_it_played(event: Made) -> None:
    pages = await tied(event)
    deputy, chief = [await pages.logged_in(NAMES[role]) for role in ("deputy", "chief-arbiter")]
    assert "Have the play-off played" not in (await deputy.get("/desk/round?lang=en")).text
    page = (await chief.get("/desk/round?lang=en")).text
    assert "Level for first place" in page
    assert "Have the play-off played" in page
    assert (await deputy.post("/desk/office/play-off", data={"back": "round"})).status_code == 403
    assert (await chief.get("/api/desk")).json()["play_off"]["open"] is False
    assert (await chief.post("/desk/office/play-off", data={"back": "round"})).status_code == 303
    desk = (await chief.get("/api/desk")).json()
    assert desk["play_off"] == {"level": [], "open": True, "due": 1}
    assert "Pair stage 1 of the play-off" in (await chief.get("/desk?lang=en")).text
    assert "Take the play-off back" in (await chief.get("/desk/round?lang=en")).text
    assert (await deputy.post("/desk/pair")).status_code == 303
    assert pages.hall.round_number == 2


async def test_its_stages_its_breaks_and_its_winner_are_seen(event: Made) -> None:
    pages = await tied(event)
    await pages.hall.play_offs.start(by="C")
    await pages.hall.pair_next()
    anyone = pages.browser()
    page = (await anyone.get("/pairings?lang=en")).text
    assert "Play-off, stage 1" in page
    assert "Game 1 of 2, not before " in page, "the break of 30 minutes"
    assert "3 min + 2 s" in (await anyone.get("/board/1?lang=en")).text
    assert "play-off, stage 1" in (await anyone.get("/board/1?lang=en")).text
    assert (await anyone.get("/api/hall?lang=en")).json()["title"] == "Play-off, stage 1"
    assert "Play-off, stage 1, who sits where" in (await anyone.get("/pairings/2/names?lang=en")).text
    await enter(pages, "1/2-1/2")
    assert "Standings, the play-off is on" in (await anyone.get("/standings?lang=en")).text
    await enter(pages, "1-0")
    winner = pages.hall.standings()[0].id
    page = (await anyone.get("/standings?lang=en")).text
    assert f"Winner of the play-off: <b>{pages.door.names('en')[winner]}</b>" in page
    assert page.count("place decided by play-off, art. 31.8.5.1") == 2
    assert "Standings after round 1" in page
    assert "R 2" not in page
    told = (await anyone.get("/api/standings")).json()
    assert told["play_off"]["winner"] == winner == told["standings"][0]["id"]
    assert (await anyone.get("/crosstable")).status_code == (await anyone.get("/progress")).status_code == 200
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    for path in ("/desk", "/desk/round", "/desk/journal", "/desk/players", "/desk/rating", "/desk/cards/2"):
        assert (await chief.get(path)).status_code == 200, path
    assert "Stage of the play-off" in (await chief.get("/desk/journal?lang=en")).text
    text = (await chief.get("/desk/files/trf26.trf")).text
    lines = [line for line in text.splitlines() if line.startswith("001")]
    assert sorted(int(line[85:89]) for line in lines) == [1, 2, 3, 3]


async def test_spectators_learn_the_winner_as_late_as_everything(event: Made) -> None:
    pages = await event(KEYS, ONE_ROUND, tables=2, delay_s=600)
    await pages.hall.pair_next()
    await enter(pages, "1-0")
    await pages.hall.play_offs.start(by="C")
    await pages.hall.pair_next()
    pages.clock.ms += 700_000
    await enter(pages, "1/2-1/2")
    await enter(pages, "1-0")
    anyone = pages.browser()
    assert "place decided" not in (await anyone.get("/standings?lang=en")).text
    assert (await anyone.get("/api/standings")).json()["play_off"]["winner"] is None
    pages.clock.ms += 600_001
    assert "place decided" in (await anyone.get("/standings?lang=en")).text
