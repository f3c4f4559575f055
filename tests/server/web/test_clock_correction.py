"""The arbiter's forms that set and correct the clocks say what must remain, and refuse less (5.4.2.5, 5.4.3.2-3)."""

import pytest

from record.events import Button, ClockReading, Started
from record.fold import apply
from rules.side import Side
from server.web.views.cases import cases
from tests.display.words import TEXTS
from tests.record.test_adjust import MINUTE, game
from tests.server.web.conftest import NAMES, Made, Pages
from tests.server.web.scene import Table

CLASSIC = {'tempo = "rapid"': 'tempo = "classic"', 'control = "15m+5s"': 'control = "1h30m"'}


async def playing(event: Made, changes: dict[str, str] | None = None) -> tuple[Pages, str, str]:
    """A round whose first game is on, with 40 and 10 minutes left and nobody's time running."""
    pages = await event("", changes)
    await pages.hall.pair_next()
    state = pages.hall.games()[0]
    game, table = state.assignment.game, state.assignment.table
    session = Table(pages.hall, game, table, pages.clock.ms)
    session.put(Started(), ClockReading(white_ms=40 * MINUTE, black_ms=10 * MINUTE))
    await session.send()
    return pages, game, f"/desk/table/{table}"


def shown(pages: Pages, game: str) -> tuple[int, int]:
    clocks = pages.hall.game(game).clocks
    return clocks.white_ms // MINUTE, clocks.black_ms // MINUTE


async def test_the_form_refuses_less_than_must_remain_and_says_the_article(event: Made) -> None:
    pages, game, path = await playing(event, CLASSIC)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    assert "at least 15:00 must remain for the player (art. 5.4.2.5)" in (await chief.get(path)).text
    answer = await chief.post("/desk/clock", data={"game": game, "white": "14:00", "black": "10:00", "reason": "x"})
    assert answer.status_code == 409
    assert "At least 15 minutes must remain for White: set 15:00 or more (art. 5.4.2.5)." in answer.text
    answer = await chief.post(
        "/desk/clock", data={"game": game, "white": "15:00", "black": "9:00"}, headers={"accept-language": "ru"}
    )
    assert "У чёрных меньше 15 минут: их время не сокращают (п. 5.4.2.5)." in answer.text
    answer = await chief.post("/api/desk/clock", json={"game": game, "white": "14:00", "black": "10:00"})
    assert answer.json()["refusal"]["code"] == "too-little-left"
    assert shown(pages, game) == (40, 10)
    await chief.post("/desk/clock", data={"game": game, "white": "15:00", "black": "10:00", "reason": "x"})
    assert shown(pages, game) == (15, 10)


async def test_elsewhere_the_form_says_nothing_of_it(event: Made) -> None:
    pages, game, path = await playing(event)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    assert "must remain" not in (await chief.get(path)).text
    assert (await chief.post("/api/desk/clock", json={"game": game, "white": "1:00", "black": "0:30"})).json()["ok"]


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ({"why": "fault", "side": "white", "change": "-5:00"}, (35, 10)),
        ({"why": "fault", "side": "white", "change": "−5:00"}, (35, 10)),
        ({"why": "fault", "side": "white", "change": "+5:00"}, (45, 10)),
        ({"why": "fault", "change": "-5:00"}, (35, 10)),
        ({"why": "fault", "change_ms": 300_000}, (45, 15)),
        ({"why": "record", "change": "4:00"}, (38, 8)),
        ({"why": "record", "side": "black", "change": "4:00"}, (40, 6)),
    ],
)
async def test_the_clocks_are_corrected_by_a_time(event: Made, body: dict[str, object], left: tuple[int, int]) -> None:
    pages, game, _ = await playing(event, CLASSIC)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    answer = await chief.post("/api/desk/correct-clock", json={"game": game, **body})
    assert answer.json() == {"ok": True}
    assert shown(pages, game) == left


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"why": "fault", "side": "white", "change": "-26:00"}, 409, "too-little-left"),
        ({"why": "fault", "side": "white", "change": "much"}, 400, "bad-request"),
        ({"why": "whim", "change": "1:00"}, 400, "bad-request"),
        ({"why": "carried", "side": "white"}, 409, "nothing-carried"),
        ({"why": "record", "side": "grey", "change": "1:00"}, 400, "bad-request"),
        ({"why": "record", "side": "white", "change": "9" * 5000 + ":00:00"}, 400, "bad-request"),
        ({"why": "record", "side": "white", "change_ms": 10**30}, 400, "bad-request"),
        ({"why": "record", "side": "white", "change_ms": "٥"}, 400, "bad-request"),
        ({"why": "record", "side": "white", "change": "24:00:00"}, 409, "too-much-time"),
        ({"why": "fault", "change_ms": -86_400_000}, 409, "too-much-time"),
    ],
)
async def test_what_is_not_lawful_is_refused(event: Made, body: dict[str, object], status: int, code: str) -> None:
    pages, game, _ = await playing(event, CLASSIC)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    answer = await chief.post("/api/desk/correct-clock", json={"game": game, **body})
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (status, code)
    assert shown(pages, game) == (40, 10)


async def test_where_players_write_time_is_charged_for_restoring(event: Made) -> None:
    pages, _, path = await playing(event, CLASSIC)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    assert "Record restored" in (await chief.get(path)).text


async def test_where_the_electronic_record_stands_for_the_sheets_no_time_is_charged(event: Made) -> None:
    electronic = {**CLASSIC, "[regulations]": '[regulations]\nscore_sheets = "electronic"'}
    pages, _, path = await playing(event, electronic)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    page = (await chief.get(path)).text
    assert "Clock at fault" in page
    assert "Record restored" not in page


async def test_the_page_shows_what_is_carried_to_the_next_control(event: Made) -> None:
    renju = {
        **CLASSIC,
        'discipline = "russian"': 'discipline = "renju"\nopening_regulation = "rif"',
        'control = "15m+5s"': 'control = "1h/20,30m/10*"',
    }
    pages, game, path = await playing(event, renju)
    chief = await pages.logged_in(NAMES["chief-arbiter"])
    fields = {"game": game, "why": "record", "side": "black", "change": "8:00"}
    answer = await chief.post("/desk/correct-clock", data=fields)
    assert answer.status_code == 303
    assert shown(pages, game) == (40, 5)
    page = (await chief.get(path)).text
    assert "take 3:00 off Black’s clock (art. 5.3.2.2)" in page
    assert 'value="carried"' in page


def test_the_desk_says_that_a_claim_about_the_clock_came_too_late() -> None:
    state, at = game(0, 30)
    state = apply(state, ClockReading(white_ms=0, black_ms=30 * MINUTE, flags=(Side.WHITE,), at=at))
    state = apply(state, Button(button="claim-clock", by=Side.WHITE, at=at))
    called = [case for case in cases(state, lambda session: (), TEXTS["en"], 0, role="arbiter") if case.finding == ""]
    assert [case.fact.endswith("(art. 5.4.2.8, 5.3.1.5).") for case in called] == [True]
