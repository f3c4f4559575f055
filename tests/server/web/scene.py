"""A hall in the middle of a round, for tests and for looking at the pages: real hall, real log, invented people.

Run as a program it serves the pages: ``python -m tests.server.web.scene --port 8123`` (nothing of this is product).
"""

import argparse
import asyncio
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from argon2 import PasswordHasher

from record.chain import digest, root, seal
from record.commands import EnterResult
from record.events import (
    Button,
    ClockReading,
    Demanded,
    DeviceChanged,
    Event,
    Finding,
    LeverPressed,
    Move,
    SquareChanged,
    Started,
)
from record.messages import LogBatch
from rules import discipline
from rules.side import Side
from server.accounts import Accounts
from server.config import Settings, parse
from server.hall import Hall
from server.store import Store
from server.times import iso

NOW_MS = 1_790_000_000_000
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

PEOPLE = (
    "Иванов А./Ivanov A., Кузнецова Е./Kuznetsova E., Петров Д./Petrov D., Соколов И./Sokolov I., "
    "Морозова О./Morozova O., Лебедев К./Lebedev K., Журавлёва М./Zhuravleva M., Белов П./Belov P., "
    "Новиков С./Novikov S., Волкова Т./Volkova T., Фёдоров Г./Fedorov G., Тарасов В./Tarasov V., "
    "Егорова Н./Egorova N., Гусев Р./Gusev R., Комаров Л./Komarov L., Орлова С./Orlova S., "
    "Зайцев Ю./Zaitsev Y., Павлова А./Pavlova A., Борисов Ф./Borisov F., Киселёв М./Kiselev M., "
    "Денисова В./Denisova V., Рыбаков Е./Rybakov E., Тимофеев Н./Timofeev N., Шарова И./Sharova I."
)


def event_text(
    folder: Path | str, *, kind: str = "russian", tables: int = 12, delay_s: int = 0, rounds: int = 9
) -> str:
    """EVENT.toml of the scene."""
    listed = ""
    for number, both in enumerate(PEOPLE.split(", ")[: tables * 2], 1):
        ru, en = both.split("/")
        listed += f'\n[[player]]\nname = "{ru}"\nname_en = "{en}"\nrating = {2300 - 13 * number}\n'
    seats = "".join(
        f'\n[[table]]\nnumber = {n}\ndevice = "{"none" if n == 7 and tables > 7 else "board"}"\n'
        for n in range(1, tables + 1)
    )
    return f"""
[event]
id = "autumn"
name = {{ ru = "Осенний фестиваль шашек", en = "Autumn Draughts Festival" }}
discipline = "{kind}"
tempo = "rapid"
control = "15m+5s"
rounds = {rounds}
system = "truncated-solkoff"
tiebreaks = ["truncated-solkoff", "wins"]
first_colour = "white"
seed = 11
[regulations]
broadcast_delay_s = {delay_s}
[server]
host = "127.0.0.1"
port = 0
data = "{folder}"
[[arbiter]]
name = "Смирнова Л."
role = "chief-arbiter"
{seats}{listed}
"""


class Time:
    """A clock that a test turns; served pages let it run."""

    def __init__(self, ms: int = NOW_MS) -> None:
        self.ms = ms

    def __call__(self) -> int:
        return self.ms


@dataclass
class Table:
    """Writes one game's session as a table client does, at times that the scene chooses."""

    hall: Hall
    game: str
    table: int
    start_ms: int
    t_ms: int = 0
    events: list[bytes] = field(default_factory=list)
    sent: int = 0

    def put(self, *events: Event, after_ms: int = 0) -> "Table":
        """Append events at the table's present time plus ``after_ms`` each."""
        for event in events:
            self.t_ms += after_ms
            prev = digest(self.events[-1]) if self.events else root(self.game, "s1")
            _, data = seal(
                event,
                session="s1",
                seq=len(self.events) + 1,
                t_ms=self.t_ms,
                at=iso(self.start_ms + self.t_ms),
                prev=prev,
            )
            self.events.append(data)
        return self

    async def send(self) -> None:
        """Hand what is new to the hall."""
        part = tuple(msgspec.Raw(data) for data in self.events[self.sent :])
        taken = await self.hall.take_batch(
            self.table, LogBatch(game=self.game, session="s1", installation="inst", events=part)
        )
        assert not taken.refused, taken
        self.sent = len(self.events)


def hands(move: Any, mover: str) -> list[tuple[int, Event]]:
    """The squares that change when ``move`` is made by hand, with the time before each."""
    out: list[tuple[int, Event]] = [(0, SquareChanged(sq=move.start, p="."))]
    out.append((700, SquareChanged(sq=move.end, p=mover)))
    out += [(450, SquareChanged(sq=sq, p=".")) for sq in move.captured]
    return out


class Game:
    """Plays a game into a `Table`: moves by a seeded lot, clocks of 15 minutes and 5 seconds."""

    def __init__(self, table: Table, kind: str, seed: int) -> None:
        self.table, self.lot = table, random.Random(seed)
        self.position = discipline(kind).start()
        self.left = {Side.WHITE: 900_000, Side.BLACK: 900_000}
        self.ply = 0
        table.put(DeviceChanged(device="board", up=True), DeviceChanged(device="clock", up=True))
        table.put(Started(clock=True), self.reading(Side.WHITE))

    def reading(self, running: Side | None, flags: tuple[Side, ...] = ()) -> ClockReading:
        """A reading of what the clocks show."""
        white, black = self.left[Side.WHITE], self.left[Side.BLACK]
        return ClockReading(white_ms=white, black_ms=black, running=running, flags=flags)

    def play(self, plies: int) -> "Game":
        """Play some plies; a capture is preferred to losing a man."""
        for _ in range(plies):
            moves = self.position.legal_moves()
            if not moves:
                break
            self.make(self.best(moves), self.lot.choice([3, 5, 7, 9, 12, 20, 21, 40, 65]) * 1000)
        return self

    def best(self, moves: Iterable[Any]) -> Any:
        """The move after which the opponent can take least."""
        scored = []
        for move in moves:
            after = self.position.apply(move)
            loss = max((len(reply.captured) for reply in after.legal_moves()), default=9)
            scored.append((loss - len(move.captured), self.lot.random(), move))
        return min(scored, key=lambda entry: entry[:2])[2]

    def make(self, move: Any, spent_ms: int, *, press: bool = True) -> "Game":
        """Make one move: hands, the move, the lever, the reading."""
        side, table = self.position.side, self.table
        since = len(table.events) + 1
        piece = self.position.pieces()[move.start]
        table.t_ms += max(spent_ms - 2000, 500)
        for gap, event in hands(move, piece):
            table.put(event, after_ms=gap)
        self.position = self.position.apply(move)
        self.ply += 1
        self.left[side] += 5000 - spent_ms
        if press:
            table.put(LeverPressed(by=side), after_ms=650)
        table.put(
            Move(
                ply=self.ply,
                side=side,
                move=str(move),
                fen=self.position.fen(),
                captured=move.captured,
                path=move.path,
                since=since,
            ),
            self.reading(side.other),
        )
        return self


async def all_roles(store: Store, clock: Time) -> Accounts:
    """An account for each role, all with the password ``secret``."""
    accounts = Accounts(store, clock, QUICK)
    for name, role in (
        ("Смирнова Л.", "chief-arbiter"),
        *((role, role) for role in ("deputy", "arbiter", "organiser", "viewer")),
    ):
        await accounts.set_password(name, role, "secret")
    return accounts


async def open_scene(
    folder: Path, clock: Time, *, kind: str = "russian", tables: int = 12, delay_s: int = 0, rounds: int = 9
) -> tuple[Hall, Accounts, Store]:
    """An event with one account for each role, all with the password ``secret``; nothing is paired yet."""
    settings: Settings = parse(event_text(folder, kind=kind, tables=tables, delay_s=delay_s, rounds=rounds))
    store = Store(f"sqlite:///{folder / 'hall.db'}")
    hall = await Hall.open(settings, store, clock, new_seed=5)
    accounts = await all_roles(store, clock)
    return hall, accounts, store


async def finish_round(hall: Hall, lot: random.Random) -> None:
    """Enter and confirm a result for every game of the round."""
    for state in hall.games():
        result = lot.choice(["1-0", "1/2-1/2", "0-1", "1-0"])
        refusal = await hall.command(
            state.assignment.game, EnterResult(result=result, by="arbiter", arbiter="Смирнова Л.")
        )
        assert refusal is None


async def middle_of_round(hall: Hall, clock: Time, *, kind: str = "russian", before: int = 4) -> dict[int, Table]:
    """``before`` rounds finished, the next one running with something of everything on the desk."""
    lot = random.Random(3)
    for _ in range(before):
        await hall.pair_next()
        await finish_round(hall, lot)
    await hall.pair_next()
    out: dict[int, Table] = {}
    for state in hall.games():
        game = state.assignment
        if game.device == "none":
            continue
        table = Table(hall, game.game, game.table, 0)
        play = Game(table, kind, seed=40 + game.table)
        play.play(14 if game.table == 9 else 26 + game.table % 5 * 2)
        n = game.table
        if n == 4:
            touched(play)
        elif n == 5:
            flagged(play)
        elif n == 6:
            table.put(Finding(finding="f1", what="device-silent", ply=play.ply))
            table.put(DeviceChanged(device="clock", up=False))
        elif n == 8:
            table.put(Button(button="resign", by=Side.WHITE), after_ms=3000)
        elif n == 9:
            missing(play)
        elif n == 10:
            table.put(Button(button="call-arbiter", by=Side.BLACK), after_ms=8000)
        elif n == 3:
            table.put(
                Finding(
                    finding="f1",
                    what="captured-removed-early",
                    ply=play.ply,
                    side=play.position.side.other,
                    evidence={"squares": ["d6"], "grade": "note"},
                )
            )
        table.start_ms = clock.ms - table.t_ms - {4: 52_000, 5: 21_000, 9: 4000}.get(n, 4000 + 700 * n)
        stamped = [msgspec.json.decode(data) for data in table.events]
        table.events = restamp(stamped, table)
        await table.send()
        out[n] = table
    return out


def restamp(events: list[dict[str, Any]], table: Table) -> list[bytes]:
    """The events with their wall times counted from the table's start, chained again."""
    from record.events import decode

    out: list[bytes] = []
    for event in events:
        prev = digest(out[-1]) if out else root(table.game, "s1")
        plain = decode(msgspec.json.encode(event))
        _, data = seal(
            plain, session="s1", seq=len(out) + 1, t_ms=plain.t_ms, at=iso(table.start_ms + plain.t_ms), prev=prev
        )
        out.append(data)
    return out


def touched(play: Game) -> None:
    """The side to move lifts one man, puts it back, and moves another; the opponent demands correction."""
    while len({one.start for one in play.position.legal_moves()}) < 2 or play.position.legal_moves()[0].is_capture:
        play.play(1)
    side, table = play.position.side, play.table
    moves = play.position.legal_moves()
    move = play.best(moves)
    other = next((one.start for one in moves if one.start != move.start), move.start)
    piece = play.position.pieces()[other]
    table.t_ms += 9000
    since = len(table.events) + 1
    table.put(SquareChanged(sq=other, p="."))
    table.put(SquareChanged(sq=other, p=piece), after_ms=1420)
    play.make(move, 2400)
    events = [msgspec.json.decode(data) for data in table.events]
    for event in events:
        if event["kind"] == "move" and event["ply"] == play.ply:
            event["since"] = since
    table.events = restamp(events, table)
    legal = [str(one) for one in moves if one.start == other]
    table.put(
        Finding(
            finding="f1",
            what="touch-move",
            ply=play.ply,
            side=side,
            evidence={"squares": [other], "held_ms": 1420, "moved": move.start, "legal": legal},
        )
    )
    table.put(LeverPressed(by=side.other), after_ms=4700)
    table.put(Demanded(by=side.other, ply=play.ply), play.reading(side))
    table.put(play.reading(None), after_ms=3200)


def flagged(play: Game) -> None:
    """The time of the side to move runs out with the piece in the hand; the opponent stops the clocks."""
    side, table = play.position.side, play.table
    play.left[side] = 4000
    table.put(play.reading(side), after_ms=20_000)
    for _ in range(3):
        play.left[side] -= 1000
        table.put(play.reading(side), after_ms=1000)
    move = play.best(play.position.legal_moves())
    piece = play.position.pieces()[move.start]
    table.put(SquareChanged(sq=move.start, p="."), after_ms=300)
    play.left[side] = 0
    table.put(play.reading(side, (side,)), after_ms=700)
    table.put(Finding(finding="f1", what="flag-fall", ply=play.ply + 1, side=side, evidence={}))
    table.put(SquareChanged(sq=move.end, p=piece), after_ms=350)
    table.put(Button(button="claim-flag", by=side.other), after_ms=1900)
    table.put(play.reading(None, (side,)), after_ms=100)


def missing(play: Game) -> None:
    """A capture with a man left on: only the opponent may demand it."""
    for _ in range(40):
        takes = [move for move in play.position.legal_moves() if move.is_capture]
        if takes:
            break
        play.make(play.lot.choice(play.position.legal_moves()), 9000)
    move = max(play.position.legal_moves(), key=lambda one: len(one.captured))
    side = play.position.side
    play.make(move, 6000)
    left = move.captured[0] if move.captured else move.end
    play.table.put(
        Finding(
            finding="f1",
            what="wrong-number-captured",
            ply=play.ply,
            side=side,
            evidence={"meant": str(move), "due": [*move.captured, left], "taken": move.captured, "squares": [left]},
        )
    )


async def serve_pages(hall: Hall, accounts: Accounts, store: Store, port: int, link: str) -> None:
    """Serve a scene at ``port`` by the clock on the wall, once ``link``, a personal page, is told."""
    import uvicorn

    from server.web import app
    from server.web.app import wall_ms

    pages = app(hall, accounts, clock=wall_ms)
    hall.clock = wall_ms
    sys.stdout.write(f"{link}\n")
    sys.stdout.flush()
    await uvicorn.Server(uvicorn.Config(pages, port=port, log_level="warning")).serve()
    store.close()


async def _serve(port: int, kind: str, delay_s: int) -> None:
    from server.web.app import wall_ms

    with TemporaryDirectory() as name:
        clock = Time(wall_ms())
        hall, accounts, store = await open_scene(Path(name), clock, kind=kind, delay_s=delay_s)
        await middle_of_round(hall, clock, kind=kind)
        for lamp in hall.tables.lamps():
            hall.tables._lamps[lamp.table] = msgspec.structs.replace(lamp, online=lamp.table != 6)
        token = await accounts.player_token(hall.games()[0].assignment.black.id)
        await serve_pages(hall, accounts, store, port, f"/me/{token}")


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, default=8123)
    options.add_argument("--kind", default="russian")
    options.add_argument("--delay", type=int, default=0)
    chosen = options.parse_args()
    asyncio.run(_serve(chosen.port, chosen.kind, chosen.delay))
