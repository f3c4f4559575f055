"""The page docs/tournament.md, written by the program: every system with a worked example that it computes itself."""

import importlib
import inspect

from server.tournament.crosstable import swiss_table
from server.tournament.generate import Rates, generate
from server.tournament.model import Choices, Event
from server.tournament.presets import PRESETS
from server.tournament.registry import systems, tiebreaks
from server.tournament.standing import standings
from server.tournament.swiss import pair
from server.tournament.system import System
from server.tournament.systems import FOLDER as SYSTEMS
from server.tournament.team_handbook import team_pages
from server.tournament.tiebreaks import FOLDER as TIEBREAKS
from server.tournament.unplayed import RULES
from server.tournament.why import explanation

_SEED = 11
_RATES = Rates(forfeit=6, absent=3, leave=2)


def page() -> str:
    """The whole page as Markdown. The same program gives the same text."""
    parts = [
        "# The tournament: pairing, places, tables",
        "",
        "This page is written by the program (`server.tournament.handbook`); the examples are computed, not typed.",
        "",
        *_pairing(),
        *_places(),
        *team_pages(),
        *_choices(),
    ]
    return "\n".join(parts) + "\n"


def _words(module: str) -> str:
    """The docstring of a module as one paragraph."""
    return " ".join((inspect.getdoc(importlib.import_module(module)) or "").split())


def _pairing() -> list[str]:
    lines = [
        "## How a round is paired",
        "",
        _words("server.tournament.swiss"),
        "",
        "Of each score group as few players go down as possible. The plus of an odd field goes to the last in the "
        "classification who has had no free point and without whom the others can all be paired.",
        "",
        "### Colours",
        "",
        _words("server.tournament.colours"),
        "",
        "### When no legal pairing exists",
        "",
        "`pairs` is null and the command exits 1. " + _words("server.tournament.ladder"),
        "",
    ]
    for name, system in systems().items():
        lines += [f"### {name}: {system.title_en} / {system.title_ru} ({system.article})", ""]
        lines += [_words(f"{SYSTEMS}.{name.replace('-', '_')}"), ""]
        lines += _example(system)
    return lines


def _example(system: System) -> list[str]:
    made = generate(_SEED, 9, 3, system.name, _RATES)
    event = made.event
    after = pair(event, system.name, seed=_SEED)
    lines = [f"Example: nine players after {event.finished} rounds (`flagfall generate`, seed {_SEED}).", ""]
    lines += _crosstable(event)
    lines += ["", f"Round {after.round}:", ""]
    for number, line in enumerate(explanation(after), 1):
        lead = "{}. {} - {}".format(number, *line["pair"]) if "pair" in line else "- the plus"
        lines.append(f"{lead}: {line['en']}")
    return [*lines, ""]


def _crosstable(event: Event) -> list[str]:
    rounds = " | ".join(str(number) for number in range(1, event.finished + 1))
    lines = [f"| No. | {rounds} | points |", "|" + "---|" * (event.finished + 2)]
    for line in sorted(swiss_table(event, standings(event, ())), key=lambda one: one.id):
        cells = [f"{cell.opponent or ''}{(cell.side or ' ')[0].strip()} {cell.mark}".strip() for (cell,) in line.cells]
        lines.append(f"| {line.id} | {' | '.join(cells)} | {line.points} |")
    return lines


def _places() -> list[str]:
    lines = ["## Places and tie-breaks", "", "| name | article | what it is |", "|---|---|---|"]
    for name, tiebreak in tiebreaks().items():
        words = _words(f"{TIEBREAKS}.{name.replace('-', '_')}")
        lines.append(f"| `{name}` | {tiebreak.article} | {words} |")
    lines += ["", "### Orders that the rules recommend", "", "| preset | article | criteria |", "|---|---|---|"]
    for preset in PRESETS.values():
        criteria = ", ".join(preset.tiebreaks) or "the text breaks off; a choice is required"
        lines.append(f"| `{preset.name}` | {preset.article} | {criteria} |")
    lines += ["", "### Rounds without a game", "", _words("server.tournament.unplayed"), ""]
    lines += ["The same event under the four rules, Buchholz of each player:", ""]
    event = generate(_SEED, 9, 5, "individual", Rates(forfeit=10, absent=10, leave=4)).event
    lines += [*_crosstable(event), "", "| No. | " + " | ".join(RULES) + " |", "|---|" + "---|" * len(RULES)]
    columns = [
        {row.id: row.tiebreaks["buchholz"] for row in standings(event, ("buchholz",), unplayed=rule)} for rule in RULES
    ]
    for player in event.players:
        values = [value for column in columns if isinstance(value := column[player.id], float)]
        lines.append(f"| {player.id} | " + " | ".join(f"{value:g}" for value in values) + " |")
    return [*lines, ""]


def _choices() -> list[str]:
    lines = ["## What the articles leave open", "", "Named settings of an event, with their defaults:", ""]
    for name in Choices.__struct_fields__:
        lines.append(f"- `{name}` = `{getattr(Choices(), name)}`")
    lines += ["", inspect.getdoc(Choices) or "", ""]
    return lines
