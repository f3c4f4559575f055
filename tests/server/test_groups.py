"""Groups of one event in the hall (5.4.10.9): settings, pairing, changes, entries, places, the archive."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from record.commands import EnterResult, Refusal
from rules.errors import SettingsError
from server.archive import archive, restore
from server.config import PlayerEntry, Settings, load, parse
from server.hall import Hall
from server.store import Store
from server.tournament import check, read_trf, write_trf
from tests.server.conftest import event_text
from tests.server.hall_talk import paired, settle

KEYS = 'groups = ["Мужчины", "Женщины"]'
Opened = Callable[..., Awaitable[Hall]]


def grouped(folder: Path | str, keys: str = KEYS, groups: str = "МЖМЖМЖМЖМ", **choices: Any) -> str:
    """The event of `event_text` whose players stand in ``groups``, by their first letters."""
    text = event_text(folder, players=len(groups), **choices).replace("seed = 11\n", f"seed = 11\n{keys}\n")
    for number, letter in enumerate(groups, 1):
        name = {"М": "Мужчины", "Ж": "Женщины"}[letter]
        text = text.replace(f'"Player {number}"\n', f'"Player {number}"\ngroup = "{name}"\n')
    return text


@pytest.fixture
def hall_of(open_event: Callable[[Settings], Awaitable[Hall]], tmp_path: Path) -> Opened:
    return lambda **choices: open_event(parse(grouped(tmp_path, **choices)))


def couples(made: Any) -> list[tuple[int, int]]:
    return [(pair.white, pair.black) for pair in made.pairs]


async def test_a_day_by_groups(hall_of: Opened) -> None:
    hall = await hall_of(groups="МЖМЖМЖМЖМЖ", rounds=3)
    for number in (1, 2, 3):
        made = await paired(hall)
        assert all(white % 2 == black % 2 for white, black in couples(made))
        assert sorted(player % 2 for player in made.pluses) == [0, 1]
        assert made.absent == ()
        await settle(hall, **({made.pairs[0].game: "1/2-1/2"} if number == 2 else {}))
    assert len({player for pairing in hall.ledger.pairings for player in pairing.pluses}) == 6
    rows = hall.standings()
    assert [row.section for row in rows] == ["Мужчины"] * 5 + ["Женщины"] * 5
    assert (rows[0].place, rows[5].place) == (1, 1)
    event = hall.tournament()
    read = read_trf(write_trf(event, places={row.id: row.place for row in rows}))
    assert [one.ok for one in check(read, "individual")] == [True] * 3
    assert [section.name for section in read.sections] == ["Мужчины", "Женщины"]
    again = await hall_of(groups="МЖМЖМЖМЖМЖ", rounds=3)
    assert again.standings() == rows
    assert again.pairing(1) == hall.pairing(1)


async def test_a_late_entry_names_a_group(hall_of: Opened) -> None:
    hall = await hall_of(groups="МЖМЖ")
    for group in ("", "Дети"):
        answer = await hall.office.add_player(PlayerEntry(id=0, name="Поздний", group=group))
        assert isinstance(answer, Refusal)
        assert answer.code == "no-group"
        assert "Мужчины, Женщины" in answer.en
    assert not isinstance(await hall.office.add_player(PlayerEntry(id=0, name="L", group="Женщины")), Refusal)
    made = await paired(hall)
    assert couples(made) == [(1, 3), (2, 4)]
    assert made.pluses == (5,)


async def test_a_group_needs_a_name_only_where_there_are_some(open_hall: Any) -> None:
    hall = await open_hall(players=4)
    answer = await hall.office.add_player(PlayerEntry(id=0, name="L", group="Женщины"))
    assert isinstance(answer, Refusal)
    assert answer.code == "no-group"


async def test_pairs_are_repaired_and_changed_across_groups_with_a_reason(hall_of: Opened) -> None:
    hall = await hall_of(groups="МЖМЖМЖМЖМЖ")
    first = await paired(hall)
    gone = first.pairs[0].black
    made = await hall.pairer.repair(absent=[gone], reason="ill", by="C")
    assert not isinstance(made, Refusal)
    assert all(white % 2 == black % 2 for white, black in couples(made))
    assert [player for player in made.pluses if player % 2 == 0] == [p for p in first.pluses if p % 2 == 0]
    assert len(set(couples(made)) & set(couples(first))) == 3
    assert [bye.player for bye in made.absent] == [gone]
    # By hand a pair may join two groups; both odd groups are then even.
    pluses = first.pluses
    await hall.pairer.undo_round(reason="again", by="C")
    await hall.office.take_back_bye(gone, 1)
    first = await paired(hall)
    wanted = [*couples(first), (pluses[0], pluses[1])]
    change = await hall.pairer.compared(wanted, ())
    assert change is not None
    assert change.only_manual == ((pluses[0], pluses[1]),)
    made = await hall.pairer.change(wanted, (), reason="nobody sits idle", by="C")
    assert not isinstance(made, Refusal)
    assert (made.pluses, made.engine.more_byes if made.engine else None) == ((), pluses[1:])
    same = await hall.pairer.change(wanted, (), reason="r")
    assert isinstance(same, Refusal)
    assert same.code == "same"
    back = await hall.pairer.change(couples(first), pluses, reason="r")
    assert not isinstance(back, Refusal)
    assert back.pluses == pluses


async def test_ordered_pairs_of_two_groups_are_the_regulations(hall_of: Opened) -> None:
    hall = await hall_of(groups="МЖМЖМЖ")
    assert await hall.office.order_pair(1, 2, reason="the opening game", by="C") is None
    made = await paired(hall)
    assert couples(made)[-1] == (1, 2)
    assert made.manual == "5.4.10.9: the opening game"
    assert made.engine is not None
    assert {made.engine.bye, *made.engine.more_byes} == {5, 6}


async def test_first_by_groups_then_all_together(hall_of: Opened) -> None:
    hall = await hall_of(keys=f"{KEYS}\ngroup_rounds = 1", groups="МЖМЖМЖ")
    await paired(hall)
    await settle(hall)
    assert {row.section for row in hall.standings()} == {""}
    made = await paired(hall)
    assert any(white % 2 != black % 2 for white, black in couples(made))
    assert not any(line["key"] == "section" for line in made.why)


async def test_a_round_robin_by_groups(hall_of: Opened) -> None:
    choices = {"keys": f'{KEYS}\nsystem = "round-robin"', "groups": "МЖМЖМЖЖ", "rounds": 3}
    text = grouped("data", **choices).replace('system = "individual"\n', "")
    assert parse(text).event.group_places == "apart"
    with pytest.raises(SettingsError, match="expected at most 3 for 4 players"):
        parse(text.replace("rounds = 3", "rounds = 5"))


@pytest.mark.parametrize(
    ("keys", "old", "new", "fault"),
    [
        ("", "", "", "group: 'Мужчины', but the event names no groups"),
        (KEYS, 'group = "Женщины"\n', "", "group: '', expected one of Мужчины, Женщины"),
        (KEYS, 'group = "Женщины"\n', 'group = "Дети"\n', "group: 'Дети', expected one of Мужчины, Женщины"),
        ('groups = ["Мужчины", " "]', "", "", "groups: ' ', expected a name of 1 to 40 letters"),
        (KEYS, 'system = "individual"', 'system = "knockout"', "groups: not with the system knockout"),
        (KEYS, 'system = "individual"', 'system = "fide-dutch"', "groups: not with the system fide-dutch"),
        (f'{KEYS}\nplay_off = "points"', "", "", "play_off: groups have their own first places"),
        (f"{KEYS}\ngroup_rounds = 3", "", "", "group_rounds: 3, expected fewer than rounds; 0 means all"),
        (f'{KEYS}\ngroup_rounds = 1\ngroup_places = "apart"', "", "", "later rounds are paired without groups"),
        (f"{KEYS}\ngroup_rounds = 1", '"individual"', '"round-robin"', "a round robin by groups has all its rounds"),
        (f'{KEYS}\ngroup_places = "together"', '"individual"', '"round-robin"', "each group has its own places"),
    ],
)
def test_settings_that_contradict_each_other(keys: str, old: str, new: str, fault: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse(grouped("data", keys=keys).replace(old, new))
    assert any(fault in line for line in caught.value.faults), caught.value.faults


def test_keys_of_groups_need_groups() -> None:
    for keys in ("group_rounds = 2", 'group_places = "apart"'):
        with pytest.raises(SettingsError, match="belongs to groups"):
            parse(event_text("data").replace("seed = 11\n", f"seed = 11\n{keys}\n"))
    assert parse(event_text("data")).event.group_places == "together"


async def test_the_archive_keeps_the_groups(tmp_path: Path, clock: Any) -> None:
    folder = tmp_path / "first"
    (folder / "data").mkdir(parents=True)
    config = folder / "event.toml"
    config.write_text(grouped("data", groups="МЖМЖМЖ"), "utf-8")
    kept = Store(f"sqlite:///{folder / 'data' / 'hall.db'}")
    hall = await Hall.open(load(config), kept, clock)
    await hall.office.add_player(PlayerEntry(id=0, name="Поздняя", group="Женщины"))
    await paired(hall)
    for state in hall.games():
        await hall.command(state.assignment.game, EnterResult(result="0-1", by="arbiter", arbiter="A"))
    rows, event = hall.standings(), hall.tournament()
    kept.close()
    archive(config, tmp_path / "event.zip")
    restore(tmp_path / "event.zip", tmp_path / "second")
    again = Store(f"sqlite:///{tmp_path / 'second' / 'data' / 'hall.db'}")
    opened = await Hall.open(load(tmp_path / "second" / "event.toml"), again, clock)
    assert opened.standings() == rows
    assert opened.tournament() == event
    again.close()
