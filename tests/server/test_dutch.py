"""The conversation with the program that pairs by FIDE's Dutch system: what it is told, what is taken from it."""

import sys
from pathlib import Path
from typing import Any

import pytest

from record.commands import Refusal
from server import dutch
from server.config import parse
from server.tournament import Bye, Event, Game, Player, Round, read_trf

EVENT = Event(
    tuple(Player(n, f"Player {n}", 2000 - n, left_after=1 if n == 5 else None) for n in range(1, 7)),
    (
        Round((Game(1, 4, 2, 0), Game(5, 2, 0, 2), Game(3, 6, 1, 1))),
        Round(byes=(Bye(6, "half", 1),)),
    ),
    planned_rounds=5,
    first_colour="white",
)


def program(folder: Path, answer: str, code: int = 0, name: str = "engine") -> str:
    """A stand-in that keeps what it is told and gives ``answer``."""
    path = folder / name
    kept = folder / "told.trf"
    path.write_text(
        f"#!{sys.executable}\n"
        "import pathlib, sys\n"
        "assert sys.argv[1] == '--dutch' and sys.argv[3] == '-p'\n"
        f"pathlib.Path({str(kept)!r}).write_text(pathlib.Path(sys.argv[2]).read_text())\n"
        f"pathlib.Path(sys.argv[4]).write_text({answer!r})\n"
        "print('said', file=sys.stderr)\n"
        f"sys.exit({code})\n"
    )
    path.chmod(0o755)
    return str(path)


def shell(folder: Path, script: str) -> str:
    """A stand-in that does what a shell is told."""
    path = folder / "broken"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_the_program_is_told_who_is_away_and_its_pairs_are_seated(tmp_path: Path) -> None:
    made = dutch.pair(EVENT, program(tmp_path, "2\n3 4\n2 1\n"))
    assert made.pairs is not None
    assert [(one.white, one.black, one.board) for one in made.pairs] == [(2, 1, 1), (3, 4, 2)]
    assert (made.round, made.bye, made.absent) == (2, None, (5, 6))
    told = read_trf((tmp_path / "told.trf").read_text())
    assert {(bye.player, bye.kind) for bye in told.rounds[1].byes} == {(5, "zero"), (6, "half")}
    assert (told.planned_rounds, told.first_colour, told.rounds[0]) == (5, "white", EVENT.rounds[0])


def test_a_round_missed_is_told_as_a_zero_and_not_as_a_blank(tmp_path: Path) -> None:
    late = Event(
        (*EVENT.players[:4], Player(5, joined=2), Player(6, joined=2)), (Round((Game(1, 3, 2, 0), Game(4, 2, 0, 2))),)
    )
    assert dutch.pair(late, program(tmp_path, "3\n2 1\n3 5\n6 4\n")).absent == ()
    told = read_trf((tmp_path / "told.trf").read_text())
    assert told.rounds[0].byes == (Bye(5, "zero", 0), Bye(6, "zero", 0))


def test_a_bye_is_a_pair_with_nobody(tmp_path: Path) -> None:
    odd = Event(EVENT.players[:3], (Round((Game(1, 2, 2, 0),), (Bye(3),)),), planned_rounds=3)
    made = dutch.pair(odd, program(tmp_path, "2\n3 1\n2 0\n"))
    assert (made.bye, made.absent) == (2, ())


def test_where_no_pairing_exists_there_is_none(tmp_path: Path) -> None:
    made = dutch.pair(EVENT, program(tmp_path, "", code=1))
    assert made.pairs is None
    assert made.why[0].key == "none"


@pytest.mark.parametrize(
    "answer",
    [
        *("", "2\n1 2\n", "2\n1 2\n3 3\n", "2\n1 2\n3 6\n", "1\n1 2 3\n", "x\n", "2\n1 2\n-3 4\n"),
        "3\n1 2\n3 0\n4 0\n",  # two without an opponent
        "3\n1 2\n0 3\n0 4\n",  # nobody has White
        "2\n4 1\n2 3\n",  # 1 and 4 have met
    ],
)
def test_what_is_no_pairing_is_refused(tmp_path: Path, answer: str) -> None:
    with pytest.raises(dutch.DutchError, match="no pairing of this round"):
        dutch.pair(EVENT, program(tmp_path, answer))


def test_a_program_that_fails_or_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(dutch.DutchError, match="ends with 3: said"):
        dutch.pair(EVENT, program(tmp_path, "", code=3))
    with pytest.raises(dutch.DutchError, match="no pairing of this round"):
        dutch.pair(EVENT, shell(tmp_path, "printf '\\377\\376' > $4"))
    with pytest.raises(dutch.DutchError, match="wrote no pairing"):
        dutch.pair(EVENT, shell(tmp_path, "true"))
    with pytest.raises(dutch.DutchError, match=r"ends with 7: .*broken"):
        dutch.pair(EVENT, shell(tmp_path, "printf '\\377 broken' >&2; exit 7"))
    with pytest.raises(dutch.DutchError, match="cannot be run"):
        dutch.pair(EVENT, str(tmp_path / "nowhere"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(dutch.DutchError, match="needs bbpPairings on PATH"):
        dutch.pair(EVENT)


async def test_the_hall_says_in_both_languages_what_is_missing(
    open_event: Any, text: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    chess = text(tmp_path, players=4).replace('"individual"', '"fide-dutch"').replace('"russian"', '"chess"')
    hall = await open_event(parse(chess))
    refused = await hall.pair_next()
    assert isinstance(refused, Refusal)
    assert refused.code == "no-program"
    assert "needs bbpPairings on PATH" in refused.en
    assert "нужна программа bbpPairings" in refused.ru
    assert hall.round_number == 0
    program(tmp_path, "2\n1 3\n4 2\n", name="bbpPairings")
    made = await hall.pair_next()
    assert [(pair.white, pair.black) for pair in made.pairs] == [(1, 3), (4, 2)]
    assert made.why[0]["key"] == "engine"
