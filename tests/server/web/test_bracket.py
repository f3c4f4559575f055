"""The bracket of a knock-out: measured out, and as a page."""

import re

import pytest

from record.commands import EnterResult
from server.tournament.generate import CALM, generate
from server.tournament.knockout import knockout_rounds
from server.web.languages import texts
from server.web.views.bracket import BracketView, bracket_view
from tests.server.web.conftest import NAMES, Made, Pages

KNOCKOUT = {
    "rounds = 3\n": "",
    '"truncated-solkoff"\n': '"knockout"\n',
    'tiebreaks = ["truncated-solkoff", "wins"]\n': "",
}


def drawn(players: int, seed: int = 3) -> BracketView:
    made = generate(seed, players, 9, "knockout", CALM).event
    names = {player.id: f"Player {player.id}" for player in made.players}
    return bracket_view(made, knockout_rounds(players), names, texts("en"))


def test_boxes_do_not_touch_and_every_winner_has_a_line_to_his_next_row() -> None:
    for players in (2, 3, 5, 8, 11, 16, 23):
        view = drawn(players)
        for one in view.boxes:
            assert one.y + one.height <= view.height
            for other in view.boxes:
                apart = one.y + one.height < other.y or other.y + other.height < one.y
                assert one is other or one.x != other.x or apart
        assert len(view.lines) == sum(len(box.rows) for box in view.boxes if box.x > 1)
        middles = {row.y - 5: row for box in view.boxes for row in box.rows}
        for line in view.lines:
            found = re.fullmatch(r"M\d+ (\d+)H\d+V(\d+)H\d+", line)
            assert found is not None
            assert int(found[2]) in middles, "a line ends in the middle of a row"
        assert [head.words for head in view.heads][-1] == "Final"
        assert view.winner == next(row.full for row in view.boxes[-1].rows if row.won)


@pytest.mark.parametrize("players", [3, 4, 5, 8, 11])
def test_the_match_for_third_place_stands_below_the_final(players: int) -> None:
    made = generate(3, players, 9, "knockout", CALM, third_place=True).event
    view = bracket_view(made, knockout_rounds(players), {}, texts("ru"))
    if players == 3:
        assert view.third is None
        return
    assert view.third is not None
    assert view.third.words == "За третье место"
    final, third = view.boxes[-2:]
    assert final.x == third.x == view.third.x
    assert final.y + final.height < view.third_y < third.y
    assert third.y + third.height <= view.height
    assert len(view.lines) == sum(len(box.rows) for box in view.boxes[:-1] if box.x > 1)


def test_rounds_to_come_are_open_and_promise_nobody_an_opponent() -> None:
    made = generate(3, 16, 1, "knockout", CALM).event
    view = bracket_view(made, 4, {}, texts("en"))
    assert [head.words for head in view.heads] == ["Round of 16", "Quarter-finals", "Semi-finals", "Final"]
    assert [box.look for box in view.boxes].count("open") == 7
    assert view.lines == ()
    assert view.winner == ""


def test_long_names_are_cut_and_told_in_full() -> None:
    made = generate(3, 2, 1, "knockout", CALM).event
    view = bracket_view(made, 1, {1: "Константинопольский-Задунайский А.", 2: "B"}, texts("ru"))
    (box,) = view.boxes
    assert "Константинопольский-Задунайский А." in box.told
    assert max(len(row.name) for row in box.rows) <= 17


async def test_the_bracket_page_grows_with_the_results(event: Made) -> None:
    pages: Pages = await event("", KNOCKOUT)
    anyone = pages.browser()
    assert "not paired yet" in (await anyone.get("/bracket?lang=en")).text
    await pages.hall.pair_next()
    for state in pages.hall.games():
        told = EnterResult(result="1-0", by="arbiter", arbiter="A")
        assert await pages.hall.command(state.assignment.game, told) is None
    page = (await anyone.get("/bracket?lang=en")).text
    assert page.count('class="bp won"') == 4, "two winners and two who went through"
    assert 'href="/pairings/1"' in page
    assert "goes through" in page
    assert 'href="/bracket"' in (await anyone.get("/standings")).text
    through = pages.hall.pairing()
    assert through is not None
    assert "goes through" in (await anyone.get("/pairings?lang=en")).text
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    assert "goes through" in (await chief.get("/desk/round?lang=en")).text
    for _ in range(2):
        await pages.hall.pair_next()
        for state in pages.hall.games():
            told = EnterResult(result="1-0", by="arbiter", arbiter="A")
            assert await pages.hall.command(state.assignment.game, told) is None
    winner = pages.hall.standings()[0].id
    assert f"Winner: <b>{pages.door.names('en')[winner]}</b>" in (await anyone.get("/bracket?lang=en")).text
    assert "All rounds" in (await chief.get("/desk?lang=en")).text


async def test_other_events_have_no_bracket(event: Made) -> None:
    pages = await event("")
    anyone = pages.browser()
    assert (await anyone.get("/bracket")).status_code == 404
    assert "/bracket" not in (await anyone.get("/standings")).text
