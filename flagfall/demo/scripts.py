"""Games to be played by the hands: from a PDN file, or those that ship with the demo."""

from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from random import Random

from flagfall.demo.plan import MOVE_LIMIT, REPETITION, Script
from hardware.virtual.opening_hand import course
from rules.errors import SettingsError, cannot_read
from rules.pdn import Game, read
from rules.renju.opening import Regulation

PDN = {"russian": "championship.pdn", "international": "international.pdn"}
"""Disciplines with games of championships; of the others there are games made by a playout."""


def scripts(file: Path | None, discipline: str = "russian", opening: Regulation | None = None) -> list[Script]:
    """The games of ``file``, or of the demo's own, that can be played on a board from the first move on. ``opening``:
    only those of renju whose first stones its opening regulation allows.

    Raises SettingsError when there is none, naming the first fault.
    """
    if file is None and discipline not in PDN:
        made = _made(f"{discipline}.games")
        if opening is None:
            return made
        return [script for script in made if course(opening, script.moves, Random(0)) is not None]
    name = PDN[discipline] if file is None else file.name
    try:
        source = _shipped(name) if file is None else file.read_bytes()
    except OSError as unread:
        raise SettingsError((cannot_read(file, unread),)) from unread
    games = list(read(source, discipline))
    playable = [_script(f"{name}:{number}", game) for number, game in enumerate(games, 1) if _playable(game)]
    if not playable:
        fault = next((str(game.error) for game in games if game.error), "no game from the start position in it")
        raise SettingsError((f"{name}: nothing to play: {fault}",))
    return playable


DRAWN_PLIES = 4
"""So many moves are drawn where a demo draws its openings."""


def openings(known: Sequence[Script]) -> list[tuple[str, ...]]:
    """The table of openings that the games begin with."""
    return list(dict.fromkeys(script.moves[:DRAWN_PLIES] for script in known if len(script.moves) > DRAWN_PLIES))


def begins_with(known: Sequence[Script], drawn: tuple[str, ...]) -> list[Script]:
    """The games that begin with an opening that was drawn."""
    return [script for script in known if script.moves[: len(drawn)] == drawn and len(script.moves) > len(drawn)]


def endings() -> dict[str, Script]:
    """The demo's games that run into a draw rule, by the kind of its finding."""
    games = list(read(_shipped("endings.pdn"), "russian"))
    return {kind: _script(kind, game) for kind, game in zip((REPETITION, MOVE_LIMIT), games, strict=True)}


def _shipped(name: str) -> bytes:
    return resources.files("flagfall.demo").joinpath("games", name).read_bytes()


def _made(name: str) -> list[Script]:
    """Games of our own file: a line for each, its result and its moves."""
    lines = [line.split() for line in _shipped(name).decode().splitlines() if not line.startswith("#")]
    return [
        Script(source=f"{name}:{number}", moves=tuple(moves), result=result)
        for number, (result, *moves) in enumerate(lines, 1)
    ]


def _playable(game: Game) -> bool:
    """Without a fault or a set-up, from the start position, and with at least one move."""
    return (
        game.error is None
        and game.plies > 0
        and game.plies == len(game.entries)
        and game.start == game.discipline.start()
    )


def _script(source: str, game: Game) -> Script:
    return Script(source=source, moves=tuple(str(move) for move in game.moves), result=game.result)
