"""Commands of the hall: demo, serve, table, simulate, chaos."""

from functools import partial
from pathlib import Path
from typing import Any, cast

import typer

from flagfall.commands.output import AS_JSON, CAPTURE, InputError, print_json, tell
from flagfall.ports import free_port

WITHOUT_BOARDS = {"nine-rounds": (30, 9), "micro-match": (8, 3), "knockout": (11, 4), "teams": (30, 3)}
"""The demo's events that are played without boards: players and rounds."""


def demo(
    tables: int = typer.Option(8, help="Tables with a sensor board."),
    players: int | None = typer.Option(None, help="Players; by default two for each table."),
    rounds: int = typer.Option(3, help="Rounds."),
    discipline: str = typer.Option(
        "russian", "--discipline", "-d", help="What is played; mixed: every one, each its own event."
    ),
    speed: int = typer.Option(60, help="Game seconds in a real one, 1 to 500."),
    games: Path | None = typer.Option(None, help="A PDN file whose games are played."),
    games_per_pairing: int = typer.Option(1, help="Games of each meeting: micro-matches from 2 on (5.4.6)."),
    port: int = typer.Option(8000, help="The pages' port; 0 for a free one."),
    arbiter: str = typer.Option("auto", help="auto, or human: you rule and pair at the desk."),
    irregularities: str = typer.Option("some", help="some or none."),
    once: bool = typer.Option(False, "--once", help="End after the last round."),
    seed: int = typer.Option(1, help="Seed of the lots and of the hands."),
    opening: str = typer.Option("rif", help="Renju's opening regulation: rif, soosyrv-8, swap2, taraguchi-10, ..."),
    draw_openings: bool = typer.Option(
        False, "--draw-openings", help="The first moves are drawn at the tables (5.4.1.3); Russian and Brazilian."
    ),
    data: Path | None = typer.Option(None, help="Keep the hall's files in this folder."),
    event: str = typer.Option(
        "boards",
        help="boards; or without boards: nine-rounds (30 players, all that happens to an office), micro-match (with a "
        "play-off), knockout, teams (six of four boards).",
    ),
    board: list[str] = typer.Option(
        [], "--board", help="The tables' boards, in turn: dgt, dgt-chain, cpp, screen, ..."
    ),
    as_json: bool = AS_JSON,
) -> None:
    """Play a whole small event on virtual boards, and show it live."""
    _choice("--event", event, ("boards", *WITHOUT_BOARDS))
    if event != "boards":
        _without_boards(event, port or free_port(), once, seed, data, as_json)
        return
    _choice("--arbiter", arbiter, ("auto", "human"))
    _choice("--irregularities", irregularities, ("some", "none"))
    from flagfall.demo.settings import DemoSettings

    settings = DemoSettings(
        tables=tables,
        players=2 * tables if players is None else players,
        rounds=rounds,
        discipline=discipline,
        speed=speed,
        games=games,
        games_per_pairing=games_per_pairing,
        port=port or free_port(),
        auto=arbiter == "auto",
        irregularities=irregularities == "some",
        once=once,
        seed=seed,
        devices=tuple(board),
        opening=opening,
        draws=draw_openings,
    )
    _play(settings, data, as_json)


def _without_boards(event: str, port: int, once: bool, seed: int, data: Path | None, as_json: bool) -> None:
    import asyncio

    from flagfall.demo import matches, nine_rounds, teams
    from flagfall.demo.children import ending_its_processes
    from flagfall.demo.settings import DemoSettings

    players, rounds = WITHOUT_BOARDS[event]
    settings = DemoSettings(tables=0, players=players, rounds=rounds, port=port, once=once, seed=seed)
    plays: dict[str, Any] = {"nine-rounds": nine_rounds.run, "teams": teams.run}
    play: Any = plays.get(event) or partial(matches.run, cast(matches.Kind, event))
    summary, wrong = asyncio.run(ending_its_processes(play(settings, tell, data)))
    for line in wrong:
        tell(f"differs: {line}")
    if as_json:
        print_json(summary)
    elif event == "nine-rounds":
        agreed = sum(one["ok"] for one in summary["checked"])
        print(f"{summary['games']} games in {summary['rounds']} rounds; check agrees with {agreed} of them")
    else:
        print(f"{summary['games']} games in {summary['matches']} matches; first: {summary['standings'][0]['name']}")
    if wrong:
        raise typer.Exit(1)


def chaos(
    tables: int = typer.Option(4, help="Tables with a sensor board."),
    rounds: int = typer.Option(2, help="Rounds."),
    speed: int = typer.Option(60, help="Game seconds in a real one."),
    seed: int = typer.Option(1, help="Seed of the faults."),
    games: Path | None = typer.Option(None, help="A PDN file whose games are played."),
    data: Path | None = typer.Option(None, help="Keep the hall's files in this folder."),
    as_json: bool = AS_JSON,
) -> None:
    """Play the demo while server, tables and broker are killed at seeded moments; nothing may be lost or doubled."""
    from flagfall.demo.settings import DemoSettings

    settings = DemoSettings(
        tables=tables,
        players=2 * tables,
        rounds=rounds,
        speed=speed,
        games=games,
        port=free_port(),
        irregularities=False,
        once=True,
        seed=seed,
        kills=("server", "table", "broker"),
    )
    _play(settings, data, as_json)


def _play(settings: Any, data: Path | None, as_json: bool) -> None:
    import asyncio

    from flagfall.demo.children import ending_its_processes
    from flagfall.demo.mixed import run_mixed
    from flagfall.demo.run import run
    from flagfall.demo.settings import MIXED

    play = run_mixed if settings.discipline == MIXED else run
    summary, wrong = asyncio.run(ending_its_processes(play(settings, tell, data)))
    for line in wrong:
        tell(f"differs: {line}")
    if as_json:
        print_json(summary)
    else:
        print(
            f"{summary['games']} games: {summary['plies_played']} plies played, {summary['plies_recorded']} recorded; "
            f"{summary['events_sent']} events sent, {summary['events_lost']} lost; "
            f"findings: {', '.join(f'{kind} {count}' for kind, count in summary['findings'].items()) or 'none'}"
        )
    if wrong or summary["events_lost"]:
        raise typer.Exit(1)


def serve(
    event: Path | None = typer.Argument(None, help="EVENT.toml"),
    new: Path | None = typer.Option(None, "--new", help="Set a new event up in this folder, in the browser."),
    setup_port: int = typer.Option(8000, help="The set-up page's port."),
) -> None:
    """Serve an event: broker, record, desk, broadcast, pairing."""
    import asyncio

    from flagfall.log import log_to_stderr
    from server.serve import serve as served
    from server.web.app import app
    from server.web.setup import set_up

    if (event is None) == (new is None):
        raise InputError("serve: expected EVENT.toml, or --new FOLDER")
    path = event if event is not None else (new or Path()) / "event.toml"
    if new is not None and path.exists():
        raise InputError(f"{path} exists already: flagfall serve {path}")
    log_to_stderr()

    def announce(line: str) -> None:
        print(line, flush=True)

    async def whole() -> None:
        if new is not None:
            try:
                await set_up(path, announce, port=setup_port)
            except OSError as fault:
                raise InputError(f"--setup-port {setup_port} cannot be used: {fault.strerror or fault}") from fault
            if not path.exists():
                return
        await served(path, app, announce=announce)

    asyncio.run(whole())


def table(
    config: Path = typer.Argument(help="TABLE.toml"),
    capture: Path | None = typer.Option(None, help=CAPTURE),
) -> None:
    """Record the games of this computer's tables."""
    import asyncio

    from flagfall.log import log_to_stderr
    from table.client import run
    from table.config import load

    log_to_stderr()
    asyncio.run(run(load(config), capture=capture))


def simulate(
    what: str = typer.Argument(help="board, clock, or table: a board at which two players play game after game."),
    at: str = typer.Option(..., "--at", help="A path for a pseudo-terminal, or HOST:PORT."),
    device: str = typer.Option("dgt", help="Which device to be."),
    discipline: str = typer.Option("russian", "--discipline", "-d", help="Whose board and pieces."),
    minutes: float = typer.Option(5, min=0, help="The time on the clock."),
    increment: float = typer.Option(0, min=0, help="Seconds for each move."),
    speed: float = typer.Option(1, help="Game seconds in a real one; a table that listens needs the same time_scale."),
    sensor: str | None = typer.Option(None, help="What the board tells apart: piece, colour or occupancy."),
    noise: float = typer.Option(0, help="Share of the line's bytes that are lost, doubled, changed or made up."),
    seed: int = typer.Option(1, help="Seed of the noise."),
    bus: list[int] = typer.Option([], "--bus", help="The address of a board on a chain; again for each board."),
    text: bool = typer.Option(False, "--text", help="Speak the JSON Lines twin of the Flagfall line."),
    games: Path | None = typer.Option(None, help="table: a PDN file whose games are played; else those of the demo."),
    plays: int = typer.Option(0, min=0, help="table: end after so many games; 0 goes on for ever."),
    pause: float = typer.Option(5, min=0, help="table: real seconds between two games."),
    careful: bool = typer.Option(False, "--careful", help="table: men taken come off when the capture is finished."),
    truth: Path | None = typer.Option(None, help="table: a folder for what was really played, a file a game."),
) -> None:
    """Serve a virtual device, so that drivers can be tested without boards."""
    _choice("simulate", what, ("board", "clock", "table"))
    if sensor is not None:
        _choice("--sensor", sensor, ("piece", "colour", "occupancy"))
    import asyncio

    from hardware.simulate import Simulation
    from hardware.simulate import serve as served

    simulation = Simulation(
        at=at,
        kind=device,
        discipline=discipline,
        base_ms=int(minutes * 60_000),
        increment_ms=int(increment * 1000),
        speed=speed,
        empty=what == "clock",
        sensor=cast(Any, sensor),
        noise=noise,
        seed=seed,
        buses=tuple(bus),
        text=text,
    )

    if what == "table":
        from flagfall.demo.scripts import scripts
        from flagfall.simulated_table import play_table

        played = play_table(
            simulation,
            scripts(games, discipline),
            lambda line: print(line, flush=True),
            truth=truth,
            careful=careful,
            pause_s=pause,
            rounds=plays or None,
        )
        asyncio.run(played)
        return

    async def stay() -> None:
        shell = await served(simulation)
        print(shell.line.address, flush=True)
        try:
            await asyncio.Event().wait()
        finally:
            await shell.close()

    asyncio.run(stay())


def _choice(option: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise InputError(f"{option} {value}: expected {' or '.join(allowed)}")


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    for command in (demo, serve, table, simulate, chaos):
        app.command()(command)
