"""What the rules find in recorded games: the answer of the ``replay`` command (design.md, section 8)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rules import archive, conversion
from rules.door import Outcome
from rules.history import History
from rules.law.catalogue import kind
from rules.law.observation import Observation
from rules.limits import with_settings
from rules.renju.points import Style

if TYPE_CHECKING:
    from rules import pdn
    from rules.chess import pgn
    from rules.renju import files as renju_files

Answer = dict[str, Any]

OPENING_TAGS = ("OpeningRegulation", "Rules", "Opening")
"""Tags of renju's files that may name the opening regulation; ``Rules`` is SGF's RU and the rule of a .rif."""

_WON = {"white": "1-0", "black": "0-1"}


def replay(
    source: str | bytes | Iterable[bytes],
    discipline: str | None = None,
    draws: Mapping[str, bool | int | str] | None = None,
    letters: Style | None = None,
) -> Iterator[Answer]:
    """One answer per game of a file of any discipline, in its order; see `answer`.

    ``source`` is the file's content or its lines, such as a file opened for reading bytes: then only a game or two is
    held at a time. ``discipline`` overrides what the games say; ``draws`` are settings of the draws by counting moves
    (`rules.limits.with_settings`), ``letters`` the style of a list of renju's moves that does not name it. Raises
    `SettingsError` where a discipline does not know one.
    """
    if isinstance(source, str | bytes):
        games: Iterator[Any] = archive.games(source, discipline, letters)
    else:
        games = conversion.games(source, discipline, letters)
    for game in games:
        yield answer(game, draws)


def answer(
    game: "pdn.Game | renju_files.Game | pgn.Game", draws: Mapping[str, bool | int | str] | None = None
) -> Answer:
    """A game as JSON data.

    ``plies`` read; ``result`` as written; ``result_by_rule`` as the board or a draw rule has it at the end, else
    ``None``: the software ends no game, so the two may differ; ``position``, the last good one; ``findings`` with
    ``ply`` (from 1), ``side``, ``kind``, ``grade``, ``article``; ``error``, a text with line and column, or ``None``.
    """
    limits = with_settings(game.discipline.move_limits, draws) if draws else None
    history = History.start(game.start, limits)
    seen = list(_opening(game))
    ended: Outcome | None = None
    for entry in game.entries:
        if entry.move is None:
            history = history.setup(entry.setup)
            continue
        history = history.push(entry.move)
        seen += history.observations()
        if game.discipline.draws_are_claimed and ended is None:  # elsewhere no move can follow the end
            ended = history.position.outcome()
    return {
        "plies": game.plies,
        "result": game.result,
        "result_by_rule": result_by_rule(history) if ended is None else _result(ended),
        "position": history.position.fen(),
        "findings": [_finding(one, game.discipline.name) for one in sorted(seen, key=lambda one: one.ply)],
        "error": None if game.error is None else str(game.error),
    }


def result_by_rule(history: History) -> str | None:
    """The result that the rules give the position reached: won on the board, or drawn.

    Drawn when a move count has run out or the position stands for the third time (5.4.12.1.3, 5.4.12.7). In chess these
    two are claims, and no result before someone makes them.
    """
    outcome = history.position.outcome()
    if outcome is not None:
        return _result(outcome)
    if history.position.discipline.draws_are_claimed:
        return None
    return "1/2-1/2" if history.drawn_by() or history.repeated() else None


def _result(outcome: Outcome) -> str:
    return "1/2-1/2" if outcome.winner is None else _WON[outcome.winner]


def _opening(game: "pdn.Game | renju_files.Game | pgn.Game") -> tuple[Observation, ...]:
    """What a game of renju breaks of the opening regulation that its file names (5.2.4.3)."""
    if game.discipline.name != "renju" or game.start.pieces():
        return ()
    from rules.renju.opening import violations
    from rules.renju.tables import named

    regulation = next((one for tag in OPENING_TAGS if (one := named(game.tags.get(tag, "")))), None)
    return () if regulation is None else violations(regulation, [str(move) for move in game.moves])


def _finding(observation: Observation, discipline: str) -> dict[str, Any]:
    law = kind(observation.kind)
    return {
        "ply": observation.ply,
        "side": None if observation.side is None else str(observation.side),
        "kind": observation.kind,
        "grade": observation.evidence.get("grade", law.grade),
        "article": law.article(discipline),
    }
