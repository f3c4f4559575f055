"""A small team event, and what tests say to it."""

from pathlib import Path
from typing import Any

from record.commands import EnterResult, Refusal
from server.hall import Hall

TEAM_EVENT = """
[event]
id = "cup"
name = {{ ru = "Кубок команд", en = "Team cup" }}
discipline = "{discipline}"
tempo = "rapid"
control = "15m+5s"
rounds = {rounds}
system = "{system}"
first_colour = "white"
seed = 11
boards = {boards}
{event}

[server]
host = "127.0.0.1"
port = 0
data = "{data}"

[[arbiter]]
name = "Chief"
role = "chief-arbiter"

[[table]]
number = 1
device = "board"

[[table]]
number = 2
"""


def team_text(
    data: Path | str = "data",
    *,
    teams: int = 4,
    boards: int = 2,
    rounds: int = 3,
    system: str = "individual",
    reserves: int = 1,
    discipline: str = "russian",
    event: str = "",
    more: str = "",
) -> str:
    """EVENT.toml: team 1 has players 1, 2, ... and reserves after them, then team 2, and so on."""
    size = boards + reserves
    text = TEAM_EVENT.format(data=data, rounds=rounds, system=system, boards=boards, event=event, discipline=discipline)
    for number in range(1, teams * size + 1):
        text += f'\n[[player]]\nname = "Игрок {number}"\nname_en = "Player {number}"\nrating = {2300 - 10 * number}\n'
    for team in range(teams):
        first = team * size + 1
        main, spare = list(range(first, first + boards)), list(range(first + boards, first + size))
        text += f'\n[[team]]\nname = "Команда {team + 1}"\nname_en = "Team {team + 1}"\n'
        text += f'players = {main}\nreserves = {spare}\ncaptain = "Капитан {team + 1}"\n'
    return text + more


async def score(hall: Hall, **results: str) -> None:
    """Enter every result of the round, White's win unless ``results`` name the table's otherwise, as ``t2="0-1"``."""
    pairing = hall.pairing()
    assert pairing is not None
    for pair in pairing.pairs:
        told = EnterResult(result=results.get(f"t{pair.table}", "1-0"), by="arbiter", arbiter="A")
        assert await hall.command(pair.game, told) is None


async def home_wins(hall: Hall) -> None:
    """The home team of every match wins on every board."""
    pairing = hall.pairing()
    assert pairing is not None
    assert pairing.teams is not None
    for _, board in pairing.teams.boards():
        if board.game:
            result = "1-0" if board.home_white else "0-1"
            told = EnterResult(result=result, by="arbiter", arbiter="A")
            assert await hall.command(board.game, told) is None


def code(answer: Any) -> str:
    """The code of a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer.code


def matches(hall: Hall, number: int | None = None) -> list[tuple[int, int]]:
    """Home and away of a round's matches."""
    pairing = hall.pairing(number)
    assert pairing is not None
    assert pairing.teams is not None
    return [(match.home, match.away) for match in pairing.teams.matches]
