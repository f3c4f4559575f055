"""A real crosstable reproduces the coefficients that were printed with it."""

import re
from pathlib import Path

from server.tournament import Event, Game, Player, Round, standings

TABLE = Path(__file__).parents[2] / "data" / "crosstables" / "ouagadougou-2022.csv"
HALVES = {"0": 0, "1": 1, "2": 2, "-": 0}


def crosstable() -> tuple[Event, dict[int, tuple[int, int]]]:
    """The event, with places as numbers, and each player's points and truncated Solkoff as they were printed."""
    rows = [line.split(";") for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#")]
    printed = {int(row[0]): (int(row[-2]), int(row[-1])) for row in rows}
    cells = {(int(row[0]), number): cell for row in rows for number, cell in enumerate(row[2:-2], 1)}
    rounds = []
    for number in range(1, 10):
        games = []
        for player in printed:
            opponent, colour, score = _cell(cells[player, number])
            back, other_colour, other_score = _cell(cells[opponent, number])
            assert back == player
            assert {colour, other_colour} == {"w", "b"}
            if colour == "w":
                kind = "forfeit" if score == "-" else "played"
                games.append(Game(player, opponent, HALVES[score], HALVES[other_score], kind))
        rounds.append(Round(games=tuple(games)))
    return Event(players=tuple(Player(id=number) for number in printed), rounds=tuple(rounds)), printed


def _cell(text: str) -> tuple[int, str, str]:
    found = re.fullmatch(r"(\d+)([wb])([012-])", text)
    assert found, text
    return int(found[1]), found[2], found[3]


def test_a_world_cup_has_its_printed_points_places_and_truncated_solkoff() -> None:
    """FMJD World Cup, Ouagadougou 2022: all 68 lines, the three games that nobody played included."""
    event, printed = crosstable()
    rows = standings(event, tiebreaks=("truncated-solkoff",), unplayed="arbiter-pro", points=2)
    found = {row.id: (row.points, row.tiebreaks["truncated-solkoff"][0]) for row in rows}
    assert len(found) == 68
    assert found == printed
    order = [(row.points, row.tiebreaks["truncated-solkoff"][0]) for row in rows]
    assert order == sorted(order, reverse=True)
    unshared = [row for row in rows if [other.place for other in rows].count(row.place) == 1]
    assert all(row.place == row.id for row in unshared if list(printed.values()).count(printed[row.id]) == 1)


def test_a_world_cup_made_up_differences_of_colours_before_it_alternated() -> None:
    """Where the last colours of the two differed and one had had more Whites, he had Black in all 84 games, in five of
    them for the second time running."""
    event, _ = crosstable()
    had: dict[int, list[int]] = {player.id: [] for player in event.players}
    fewer: list[tuple[bool, bool]] = []
    for entry in event.rounds:
        for game in entry.games:
            white, black = had[game.white], had[game.black]
            if white and black and white[-1] != black[-1] and sum(white) != sum(black):
                fewer.append((sum(white) < sum(black), white[-1] < 0))
        for game in entry.games:
            if game.kind == "played":
                had[game.white].append(1)
                had[game.black].append(-1)
    assert (len(fewer), all(made_up for made_up, _ in fewer)) == (84, True)
    assert sum(not changed for _, changed in fewer) == 5
