"""The page docs/tournament.md, written by the program: every system with a worked example that it computes itself."""

import importlib
import inspect

from server.tournament.crosstable import swiss_table
from server.tournament.elimination import bracket, champion
from server.tournament.generate import Rates, generate
from server.tournament.knockout import next_stage
from server.tournament.micromatch import Rules, as_game, next_game, outcome
from server.tournament.model import Choices, Event, Game
from server.tournament.presets import PRESETS
from server.tournament.registry import systems, tiebreaks
from server.tournament.section_pairing import pair_round
from server.tournament.standing import standings
from server.tournament.swiss import pair
from server.tournament.system import System
from server.tournament.systems import FOLDER as SYSTEMS
from server.tournament.team_handbook import team_pages
from server.tournament.tiebreaks import FOLDER as TIEBREAKS
from server.tournament.unplayed import RULES
from server.tournament.why import explanation, points_text

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
        *_groups(),
        *_meetings(),
        *_knockout(),
        *_play_off(),
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


def _groups() -> list[str]:
    made = generate(_SEED, 9, 2, "individual", Rates(forfeit=0, absent=0, leave=0), groups=2)
    after = pair_round(made.event, seed=_SEED)
    lines = ["## Groups of one event (5.4.10.9)", "", _words("server.tournament.section_pairing"), ""]
    lines += ["Example: nine players in two groups (`flagfall generate --players 9 --rounds 2 --groups 2 --forfeit 0 "]
    lines[-1] += f"--absent 0 --leave 0 --seed {_SEED}`), round {after.round}:"
    lines.append("")
    for line in explanation(after):
        lead = "{} - {}: ".format(*line["pair"]) if "pair" in line else "the plus: " if "bye" in line else ""
        lines.append(f"- {lead}{line['en']}")
    lines += ["", "| group | place | No. | points |", "|---|---|---|---|"]
    for row in standings(made.event):
        lines.append(f"| {row.section} | {row.place} | {row.id} | {points_text(row.points_half)} |")
    return [*lines, ""]


def _meetings() -> list[str]:
    lines = [
        "## Micro-matches (5.4.6)",
        "",
        _words("server.tournament.micromatch"),
        "",
        inspect.getdoc(Rules) or "",
        "",
    ]
    lines += ["Example: 3 has White in game 1 against 8; two games, then single games until one has won.", ""]
    rules, games = Rules(games=2, extra="until-won"), list[Game]()
    lines += ["| game | White | Black | result | sum of 3 and 8 |", "|---|---|---|---|---|"]
    for white, black in ((2, 0), (2, 0), (1, 1), (0, 2)):
        due = next_game(3, 8, games, rules, seed=_SEED)
        assert due is not None
        games.append(Game(due.white, due.black, white, black))
        sums = outcome(3, 8, games)
        extra = " (extra)" if due.extra else ""
        result = f"{points_text(white)}-{points_text(black)}"
        told = f"{points_text(sums.first)} : {points_text(sums.second)}"
        lines.append(f"| {due.number}{extra} | {due.white} | {due.black} | {result} | {told} |")
    one = as_game(3, 8, games, rules, seed=_SEED)
    lines += ["", f"The meeting counts {points_text(one.half(3))} for 3 and {points_text(one.half(8))} for 8.", ""]
    summed = as_game(3, 8, games[:2], Rules(games=2, scoring="sum"))
    told = f"{points_text(summed.white_half)} and {points_text(summed.black_half)}"
    lines += [f"Where the sum of points counts, the first two games bring {told}; no extra games follow.", ""]
    return lines


def _knockout() -> list[str]:
    lines = ["## Knock-out", "", _words("server.tournament.elimination"), ""]
    made = generate(_SEED, 6, 3, "knockout", Rates(forfeit=0, absent=0, leave=0))
    command = "flagfall generate --system knockout --players 6 --forfeit 0 --absent 0 --leave 0"
    lines += [f"Example: six players (`{command}`, seed {_SEED}).", ""]
    lines += ["| round | White | Black | goes on |", "|---|---|---|---|"]
    for number, column in enumerate(bracket(made.event, made.event.finished), 1):
        for slot in column:
            lines.append(f"| {number} | {slot.white} | {slot.black or '(through)'} | {slot.winner} |")
    return [*lines, "", f"The winner: {champion(made.event)}.", ""]


def _play_off() -> list[str]:
    lines = ["## The play-off for first place (31.8)", "", inspect.getdoc(next_stage) or "", ""]
    lines += ["Example: three players level, the first two games of each pair drawn, then a win.", ""]
    lines += ["| stage | what | article | break | games (White, Black) | results |", "|---|---|---|---|---|---|"]
    played: list[list[Game]] = []
    while not isinstance(stage := next_stage([2, 5, 7], played, seed=_SEED, ranking=[2, 5, 7]), int):
        win = len(played) == 2
        games = [Game(white, black, 2 if win else 1, 0 if win else 1) for white, black in stage.games]
        results = ", ".join(f"{points_text(game.white_half)}-{points_text(game.black_half)}" for game in games)
        pairs = ", ".join(f"{white}-{black}" for white, black in stage.games)
        row = (len(played) + 1, stage.kind, stage.article, f"{stage.break_minutes} min", pairs, results)
        lines.append("| " + " | ".join(map(str, row)) + " |")
        played.append(games)
    return [*lines, "", f"The winner: {stage}.", ""]


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
