"""Berger tables and withdrawals from round robins."""

import msgspec
import pytest

from server.tournament import Event, Game, Player, Round, berger, round_robin, standings
from server.tournament.roundrobin import schedule, withdraw


def test_table_for_six() -> None:
    assert berger(6) == (
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    )


@pytest.mark.parametrize("count", range(2, 25))
def test_everyone_meets_everyone_once_with_even_colours(count: int) -> None:
    rounds = berger(count)
    assert len(rounds) == count - 1 + count % 2
    met = [frozenset(two) for pairs in rounds for two in pairs]
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    for pairs in rounds:
        assert len({player for two in pairs for player in two}) == 2 * len(pairs) == count - count % 2
    for player in range(1, count + 1):
        whites = sum(two[0] == player for pairs in rounds for two in pairs)
        assert abs(2 * whites - (count - 1)) <= 1


@pytest.mark.parametrize("count", range(4, 17, 2))
def test_double_tables_turn_the_colours_and_give_no_three_in_a_row_at_the_seam(count: int) -> None:
    rounds = schedule(count, 2)
    games = [two for pairs in rounds for two in pairs]
    assert sorted(games) == sorted((b, a) for a, b in games)
    for player in range(1, count + 1):
        colours = "".join("W" if a == player else "B" for pairs in rounds for a, b in pairs if player in (a, b))
        seam = colours[count - 3 : count + 1]
        assert "WWW" not in seam
        assert "BBB" not in seam


def played(count: int, rounds: int) -> Event:
    event = round_robin(tuple(Player(number) for number in range(1, count + 1)))
    done = [
        Round(tuple(msgspec.structs.replace(game, kind="played", white_half=2) for game in entry.games))
        for entry in event.rounds[:rounds]
    ]
    return msgspec.structs.replace(event, rounds=(*done, *event.rounds[rounds:]))


def games_of(event: Event, player: int) -> list[Game]:
    return [game for entry in event.rounds for game in entry.games if player in (game.white, game.black)]


def test_leaving_before_half_is_minus_for_both_and_no_place() -> None:
    event = withdraw(played(6, 2), 3)
    assert [(game.kind, game.white_half, game.black_half) for game in games_of(event, 3)[2:]] == [("forfeit", 0, 0)] * 3
    rows = {row.id: row for row in standings(event, ())}
    assert rows[3].place is None
    assert [row.place for row in rows.values() if row.id != 3].count(None) == 0


def test_leaving_after_half_is_minus_and_plus_and_a_place() -> None:
    event = withdraw(played(6, 3), 3)
    for game in games_of(event, 3)[3:]:
        assert (game.kind, game.half(3), game.half(game.opponent(3))) == ("forfeit", 0, 2)
    assert all(row.place is not None for row in standings(event, ()))


def test_scheduled_games_count_for_nothing_until_played() -> None:
    assert {row.points for row in standings(played(6, 0), ())} == {0}
