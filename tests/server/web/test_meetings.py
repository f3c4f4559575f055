"""The pages of an event of micro-matches (5.4.6)."""

from record.commands import EnterResult
from tests.server.web.conftest import NAMES, Made, Pages


async def enter(pages: Pages, game: str, result: str) -> None:
    assert await pages.hall.command(game, EnterResult(result=result, by="arbiter", arbiter="A")) is None


async def test_lists_show_the_meeting_its_games_and_when_the_next_may_begin(event: Made) -> None:
    pages = await event("games_per_pairing = 2", {'"rapid"': '"classic"'})
    await pages.hall.pair_next()
    pairing = pages.hall.pairing()
    assert pairing is not None
    one, two, _ = pairing.pairs
    await enter(pages, one.game, "1-0")
    await enter(pages, f"{one.game}-g2", "1/2-1/2")
    await enter(pages, two.game, "0-1")
    anyone = pages.browser()
    for path, told in (
        ("/pairings?lang=en", ("1½ : ½", "1:0&ensp;½:½", "Game 2 of 2, not before ")),
        ("/pairings?lang=ru", ("2-я партия из 2, не раньше ",)),
        ("/standings?lang=en", (f'<span class="o">{one.black}</span><b>1</b>',)),
        ("/rounds/1.pdn", ()),
    ):
        text = (await anyone.get(path)).text
        for words in told:
            assert words in text, (path, words)
    token = await pages.accounts.player_token(two.white)
    mine = (await anyone.get(f"/me/{token}?lang=en")).text
    assert "Game 2 of 2, not before " in mine
    assert len((await anyone.get("/api/games?round=1")).json()) == 5
    hall = (await anyone.get("/api/hall?lang=en")).json()
    assert hall["pairs"][0]["result"] == "1½ : ½"
    assert hall["pairs"][1]["result"] == ""


async def test_the_desk_shows_the_meeting_and_takes_its_loss(event: Made) -> None:
    pages = await event("games_per_pairing = 2")
    await pages.hall.pair_next()
    pairing = pages.hall.pairing()
    assert pairing is not None
    one = pairing.pairs[0]
    await enter(pages, one.game, "1-0")
    arbiter = await pages.logged_in(NAMES["arbiter"])
    page = (await arbiter.get(f"/desk/table/{one.table}?lang=en")).text
    assert "Micro-match" in page
    assert "1 : 0" in page
    first = (await arbiter.get(f"/desk/table/{one.table}?lang=en&game={one.game}")).text
    assert f'name="game" value="{one.game}"' in first, "the first game's result can be corrected"
    assert "Game 2 of 2" in (await arbiter.get("/desk?lang=en")).text
    viewer = await pages.logged_in(NAMES["viewer"])
    fields = {"player": str(one.white), "reason": "phone"}
    assert (await viewer.post("/desk/office/lose-meeting", data=fields)).status_code == 403
    assert (await arbiter.post("/desk/office/lose-meeting", data=fields)).status_code == 303
    assert pages.hall.meetings.standing(pairing, one, pages.hall.results()).result.half(one.black) == 2
    page = (await arbiter.get(f"/desk/table/{one.table}?lang=en")).text
    assert "phone" in page
    assert (await arbiter.post("/desk/office/meeting-stands", data={"game": one.game})).status_code == 303
    assert pages.hall.game_at(one.table) == f"{one.game}-g2-2"
    assert "Loss of a micro-match taken back" in (await arbiter.get("/desk/journal?lang=en")).text
