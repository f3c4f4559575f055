"""A team event in the middle of a round, for tests and for looking at the pages.

Run as a program it serves the pages: ``python -m tests.server.web.team_scene --port 8124`` (none of it is product).
"""

import argparse
import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from record.commands import EnterResult
from server.accounts import Accounts
from server.config import parse
from server.hall import Hall
from server.store import Store
from tests.server.web.scene import PEOPLE, Time, all_roles, serve_pages

TEAMS = (
    ("Звезда", "Zvezda"),
    ("Спартак — Подмосковье", "Spartak — Moscow Region"),
    ("Заря", "Zarya"),
    ("Локомотив", "Lokomotiv"),
    ("Северное сияние", "Northern Lights"),
)
RESULTS = ("1-0", "1/2-1/2", "0-1", "1-0", "0-1", "1/2-1/2", "1-0")


def event_text(
    folder: Path | str, *, boards: int = 4, event: str = "", rounds: int = 5, system: str = "individual"
) -> str:
    """EVENT.toml of five teams with four main players each; the first three teams share four reserves."""
    people = [both.split("/") for both in PEOPLE.split(", ")]
    listed = "".join(
        f'\n[[player]]\nname = "{ru}"\nname_en = "{en}"\nrating = {2300 - 13 * at}\n'
        for at, (ru, en) in enumerate(people, 1)
    )
    squads = ""
    for at, (ru, en) in enumerate(TEAMS):
        main = [at + 1 + len(TEAMS) * board for board in range(4)]
        spare = [21 + at] if at < 4 else []
        squads += f'\n[[team]]\nname = "{ru}"\nname_en = "{en}"\nplayers = {main}\nreserves = {spare}\n'
        squads += f'captain = "{people[at][0]}"\n'
    tables = "".join(f'\n[[table]]\nnumber = {n}\ndevice = "none"\n' for n in range(1, 9))
    return f"""
[event]
id = "teams"
name = {{ ru = "Командный чемпионат", en = "Team Championship" }}
discipline = "russian"
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
data = "{folder}"
[[arbiter]]
name = "Смирнова Л."
role = "chief-arbiter"
{tables}{listed}{squads}
"""


async def open_teams(
    folder: Path, clock: Time, *, event: str = "", rounds: int = 5, system: str = "individual"
) -> tuple[Hall, Accounts, Store]:
    """The event before its first round, with an account for each role."""
    settings = parse(event_text(folder, event=event, rounds=rounds, system=system))
    kept = Store(f"sqlite:///{folder / 'hall.db'}")
    hall = await Hall.open(settings, kept, clock)
    accounts = await all_roles(kept, clock)
    return hall, accounts, kept


async def play(hall: Hall, *, rounds: int = 2, open_boards: int = 3) -> None:
    """Play ``rounds`` and begin one more, of which ``open_boards`` games are not over; one board is empty."""
    for number in range(1, rounds + 2):
        if number == rounds + 1:
            squad = hall.teams.squads[2]
            seats = (*squad.entry.players[:3], None)
            await hall.teams.line_ups.file(number, 2, seats, by=squad.entry.captain)
        pairing = await hall.pair_next(by="Смирнова Л.")
        assert hasattr(pairing, "pairs"), pairing
        waits = open_boards if number == rounds + 1 else 0
        pairs = pairing.pairs[: len(pairing.pairs) - waits]
        for at, pair in enumerate(pairs):
            told = RESULTS[(at + 3 * number) % len(RESULTS)]
            await hall.command(pair.game, EnterResult(result=told, by="arbiter", arbiter="A"))


async def _serve(port: int, event: str, system: str, drawn: bool) -> None:
    from server.web.app import wall_ms

    with TemporaryDirectory() as name:
        clock = Time(wall_ms())
        hall, accounts, store = await open_teams(Path(name), clock, event=event, system=system)
        await play(hall, open_boards=0 if drawn else 3)
        if drawn:
            await hall.teams.draws.draw()
        await serve_pages(hall, accounts, store, port, f"/team/{await accounts.captain_token(2)}")


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, default=8124)
    options.add_argument("--event", default="")
    options.add_argument("--system", default="individual")
    options.add_argument("--drawn", action="store_true", help="the round is over and the next one drawn")
    chosen = options.parse_args()
    asyncio.run(_serve(chosen.port, chosen.event, chosen.system, chosen.drawn))
