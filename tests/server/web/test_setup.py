"""Setting an event up in the browser: templates, every fault at once, the file that is written."""

import asyncio
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules.errors import SettingsError
from server.config import load, parse
from server.event_file import TEMPLATES, toml_text
from server.web.languages import texts
from server.web.setup import event_text, filled, set_up, setup_app

GOOD = {"name": "Кубок", "name_en": "Cup", "id": "cup", "chief_arbiter": "Иванова А.", "password": "long enough"}
ENTRIES = "Имя;Рейтинг\nБелов;1900\nАнин;2100\n".encode()


def form(template: str = "swiss-rapid", **other: str) -> dict[str, str]:
    return {key: str(value) for key, value in {**filled(template), **GOOD, **other}.items()}


def browser(path: Path, done: Any = int) -> httpx.AsyncClient:
    application = setup_app(path, done, lambda password: f"hash of {len(password)}")
    transport = httpx.ASGITransport(app=application)
    return httpx.AsyncClient(transport=transport, base_url="http://here", headers={"origin": "http://here"})


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_each_template_fills_a_form_that_makes_an_event(tmp_path: Path, template: str, lang: str) -> None:
    page = await browser(tmp_path / "event.toml").get("/", params={"template": template, "lang": lang})
    assert page.status_code == 200
    assert TEMPLATES[template]["control"] in page.text
    assert " style=" not in page.text
    assert '<option value="soosyrv-8">' in page.text
    chosen = TEMPLATES[template]["tiebreaks"]
    if template == "renju":
        with pytest.raises(SettingsError, match=r"they must be chosen: 5\.3\.11\.3 breaks off"):
            event_text(form(template), b"", str)
        chosen = ("sonneborn-berger", "wins")
    settings = parse(event_text(form(template, tiebreaks=", ".join(chosen)), b"", str))
    assert settings.event.system == TEMPLATES[template]["system"]
    assert settings.event.tiebreaks == chosen
    assert settings.warnings == ()


TEAM_ENTRIES = """Фамилия;Команда;Рейтинг
Белов;Звезда;1900
Анин;Звезда;2100
Волков;Заря;2000
Гусев;Звезда;1800
Дёмин;Заря;1700
"""


def test_a_list_with_a_column_of_teams_makes_a_team_event() -> None:
    fields = form(match_boards="2", team_primary="game-points", system="round-robin", rounds="1", tiebreaks="wins")
    settings = parse(event_text(fields, TEAM_ENTRIES.encode(), str))
    names = {player.id: player.name for player in settings.players}
    teams = [(t.name, [names[p] for p in t.players], [names[p] for p in t.reserves]) for t in settings.teams]
    assert teams == [("Звезда", ["Белов", "Анин"], ["Гусев"]), ("Заря", ["Волков", "Дёмин"], [])]
    assert (settings.event.boards, settings.event.team_primary) == (2, "game-points")
    with pytest.raises(SettingsError, match=r"line 3, column 3: no team"):
        event_text(fields, b"name,team\nA,X\nB,\n", str)
    assert parse(event_text({**fields, "match_boards": "0"}, TEAM_ENTRIES.encode(), str)).teams == ()


async def test_the_form_writes_the_file_once(tmp_path: Path) -> None:
    path, ended = tmp_path / "new" / "event.toml", []
    client = browser(path, lambda: ended.append(1))
    sent = form(tables="3", boards="1", port="8011", system="individual")
    answer = await client.post("/", data=sent, files={"entries": ("list.csv", ENTRIES)})
    assert answer.status_code == 200
    assert "http://here:8011/desk/login" in answer.text
    assert "long enough" not in answer.text
    settings = load(path)
    assert (settings.event.id, settings.event.name.ru, settings.event.name.en) == ("cup", "Кубок", "Cup")
    assert [(table.number, table.device) for table in settings.tables] == [(1, "board"), (2, "none"), (3, "none")]
    assert [(player.id, player.name, player.rating) for player in settings.players] == [
        (1, "Анин", 2100),
        (2, "Белов", 1900),
    ]
    assert [(one.name, one.role, one.password_hash) for one in settings.arbiters] == [
        ("Иванова А.", "chief-arbiter", "hash of 11")
    ]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert ended == [1]
    again = await client.post("/", data=form())
    assert (again.status_code, load(path)) == (409, settings)


async def test_every_fault_is_shown_at_once_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    sent = form(id="Кубок", control="soon", rounds="many", tiebreaks="luck", password="short", system="fide-dutch")
    bad = "Имя;Рейтинг\nА;99999\n;1\n".encode()
    answer = await browser(path).post("/", data=sent, files={"entries": ("list.csv", bad)}, params={"lang": "en"})
    assert answer.status_code == 400
    named = (
        f"{texts('en').t(f'setup.{key}')}:" for key in ("id", "control", "rounds", "tiebreaks", "password", "system")
    )
    for fault in (
        *named,
        "line 2, column 3: rating",
        "line 3, column 1: no name",
    ):
        assert fault in answer.text, fault
    assert 'value="soon"' in answer.text
    assert "short" not in answer.text
    assert not path.exists()
    foreign = await browser(path).post("/", data=form(), headers={"origin": "http://elsewhere"})
    assert (foreign.status_code, path.exists()) == (403, False)


def test_the_names_that_are_missing_are_named() -> None:
    with pytest.raises(SettingsError) as wrong:
        event_text({**form(), "name": "", "name_en": "", "chief_arbiter": ""}, b"", str)
    assert any("name" in fault for fault in wrong.value.faults)
    assert any("chief_arbiter" in fault for fault in wrong.value.faults)


def test_texts_stay_what_they_are_in_the_file() -> None:
    import tomllib

    document = {"event": {"id": "x", "name": {"ru": 'а"б\\в\n', "en": "\x7f"}, "on": True, "list": ["a", "b"], "n": 3}}
    document |= {"player": [{"name": "Ё"}, {"name": "="}]}
    assert tomllib.loads(toml_text(document)) == document


async def test_the_form_is_served_until_the_file_is_there(tmp_path: Path) -> None:
    path, said = tmp_path / "event.toml", list[str]()
    serving = asyncio.create_task(set_up(path, said.append, port=0))
    while not said:  # noqa: ASYNC110 - it says one line
        await asyncio.sleep(0.02)
    url = said[0].split()[-1]
    async with httpx.AsyncClient(base_url=url, headers={"origin": url.rstrip("/")}) as client:
        assert (await client.get("/")).status_code == 200
        assert (await client.post("/", data=form())).status_code == 200
    await asyncio.wait_for(serving, 10)
    assert load(path).event.id == "cup"


def test_micro_matches_and_a_knock_out_are_set_up() -> None:
    fields = {**{key: str(value) for key, value in filled("round-robin").items()}, "id": "m", "name": "M"}
    fields |= {"chief_arbiter": "A", "password": "12345678"}
    plain = event_text(fields, b"", str)
    assert "games_per_pairing" not in plain
    assert "play_off" not in plain
    fields |= {"games_per_pairing": "2", "extra_when_drawn": "once", "play_off": "points"}
    made = parse(event_text(fields, b"", str)).event
    assert (made.games_per_pairing, made.extra_when_drawn, made.play_off) == (2, "once", "points")
    fields |= {"system": "knockout", "tiebreaks": "", "extra_when_drawn": "none", "play_off": "none"}
    assert parse(event_text(fields, b"", str)).event.system == "knockout"


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("ru", ("koya — для круговых турниров (п. 32.2)", "известное отсутствие — поражение")),
        ("en", ("koya belong to round robins (32.2)", "a known absence a loss")),
    ],
)
async def test_what_is_lawful_and_yet_unusual_is_told_when_the_file_is_written(
    tmp_path: Path, lang: str, told: tuple[str, ...]
) -> None:
    fields = form(tiebreaks="buchholz, koya", requested_byes="half", system="floats", rounds="9")
    page = await browser(tmp_path / "event.toml").post(
        "/", params={"lang": lang}, data=fields, files={"entries": ("e.csv", MANY)}
    )
    assert page.status_code == 200
    for words in told:
        assert words in page.text
    advice = "прежние правила советуют при 8 участниках от 3 до 6" if lang == "ru" else "the older rules advise 3 to 6"
    assert advice in page.text


MANY = "Имя\n{}\n".format("\n".join("АБВГДЕЖЗ")).encode()
