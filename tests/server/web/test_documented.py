"""Undocumented is red (design.md, law 10): every route, field and role stands in docs/reference/http.md."""

import re
from pathlib import Path

import pytest
from starlette.routing import Mount, Route

from server.web.access import ACCESS, ROLES
from tests.server.web.conftest import Make

TEXT = (Path(__file__).parents[3] / "docs" / "reference" / "http.md").read_text("utf-8")


async def test_every_route_is_named(make: Make) -> None:
    pages = await make(tables=2, running=False)
    paths = [route.path for route in pages.app.routes if isinstance(route, Route)]
    assert len(paths) > 40
    missing = [path for path in paths if f"{path}`" not in TEXT and f"{path}?" not in TEXT and f"{path} " not in TEXT]
    assert missing == []
    assert [route.path for route in pages.app.routes if isinstance(route, Mount)] == ["/static"]


@pytest.mark.parametrize("role", ROLES)
def test_every_role_is_named(role: str) -> None:
    assert f"`{role}`" in TEXT


def test_every_act_has_its_line() -> None:
    table = TEXT.split("## Pages")[0]
    words = {"add-player": "enter", "absent": "absence", "see-links": "personal links"}
    for act in ACCESS:
        named = words.get(act, act.split(":")[-1].removeprefix("see-"))
        if not act.startswith("rule:") or act == "rule:exclusion":
            assert re.search(rf"\b{named}\b", table), act


async def test_the_answers_have_the_documented_fields(make: Make) -> None:
    pages = await make(tables=4)
    anyone, arbiter = pages.browser(), await pages.logged_in("arbiter")
    answers = [
        (await anyone.get("/api/event")).json(),
        (await anyone.get("/api/games/r1-t1")).json(),
        (await arbiter.get("/api/desk")).json(),
        (await arbiter.get("/api/desk")).json()["cases"][0],
        (await arbiter.get("/api/desk")).json()["cases"][0]["actions"][0],
    ]
    for answer in answers:
        for field in answer:
            assert re.search(rf"\b{field}\b", TEXT), field
