"""Team matches: line-ups by board, colours, forfeits, and a team event as an event of teams (5.4.9)."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from server.tournament.model import DRAW, LOSS, WIN, Bye, Event, Forbidden, Game, GameKind, Player, Round, Team

Primary = Literal["match-points", "game-points"]


class BoardGame(msgspec.Struct, frozen=True):
    """One board of a match, from 1: the players of the two teams (``None``: nobody) and the half-points of each."""

    board: int
    home: int | None
    away: int | None
    home_half: int = 0
    away_half: int = 0
    kind: GameKind = "played"


class TeamMatch(msgspec.Struct, frozen=True):
    """A match; the ``home`` team has White on board 1, and so on the odd boards (5.4.9.3)."""

    home: int
    away: int
    boards: tuple[BoardGame, ...]

    def games(self, team: int) -> int:
        """The half-points of all boards of a team."""
        return sum(board.home_half if team == self.home else board.away_half for board in self.boards)

    def opponent(self, team: int) -> int:
        """The other team."""
        return self.away if team == self.home else self.home

    @property
    def kind(self) -> GameKind:
        """``forfeit`` where no board was played, ``unfinished`` while one is open."""
        if any(board.kind == "unfinished" for board in self.boards):
            return "unfinished"
        return "forfeit" if all(board.kind == "forfeit" for board in self.boards) else "played"

    def match(self, team: int) -> int:
        """Match points 2, 1 or 0: the more points win (5.4.9.6.1). Nobody wins a match in which nobody has a point."""
        mine, yours = self.games(team), self.games(self.opponent(team))
        if mine == yours:
            return LOSS if mine == 0 else DRAW
        return WIN if mine > yours else LOSS


class TeamBye(msgspec.Struct, frozen=True):
    """A team without an opponent, with the match points and the half-points of all boards it gets."""

    team: int
    match_points: int = WIN
    games_half: int = 0
    kind: Literal["bye", "zero"] = "bye"


class TeamRound(msgspec.Struct, frozen=True):
    """The matches and byes of one round."""

    matches: tuple[TeamMatch, ...]
    byes: tuple[TeamBye, ...] = ()


class TeamEvent(msgspec.Struct, frozen=True):
    """A team competition. ``primary`` decides places first: match points (5.4.9.6.2) or all games (5.4.9.6.1).

    ``worth``: so many wins a board brings: the games of its micro-match where their sum counts (5.4.6), else 1.
    """

    teams: tuple[Team, ...]
    rounds: tuple[TeamRound, ...] = ()
    boards: int = 4
    primary: Primary = "match-points"
    planned_rounds: int | None = None
    forbidden: tuple[Forbidden, ...] = ()
    worth: int = 1

    def as_event(self) -> Event:
        """The event with teams as players, scored by ``primary``, for pairing. White is who has it on board 1."""
        rounds = []
        for entry in self.rounds:
            games = tuple(
                Game(match.home, match.away, self.score(match, match.home), self.score(match, match.away), match.kind)
                for match in entry.matches
            )
            byes = tuple(
                Bye(bye.team, bye.kind, bye.match_points if self.primary == "match-points" else bye.games_half)
                for bye in entry.byes
            )
            rounds.append(Round(games, byes))
        return Event(
            tuple(Player(team.id, team.name) for team in self.teams),
            tuple(rounds),
            self.planned_rounds,
            self.forbidden,
        )

    def score(self, match: TeamMatch, team: int) -> int:
        """What the match brings the team in the primary score."""
        return match.match(team) if self.primary == "match-points" else match.games(team)


def board_colours(home_white_on_first: bool, boards: int) -> tuple[tuple[str, str], ...]:
    """The colours of home and away players, board 1 first: odd boards as the first, even ones the other (5.4.9.3)."""
    turns = [home_white_on_first == (board % 2 == 1) for board in range(1, boards + 1)]
    return tuple(("white", "black") if turn else ("black", "white") for turn in turns)


def line_up(
    order: Sequence[int],
    reserves: Sequence[int],
    absent: frozenset[int] | set[int],
    *,
    boards: int,
    shift: bool = True,
    reserve_boards: frozenset[int] | None = None,
) -> tuple[int | None, ...]:
    """Who sits at each board (5.4.9.2). ``order`` is the main line-up, board 1 first.

    With ``shift`` the main players move up over the absent ones and reserves fill the boards at the end; without it a
    reserve takes the board of the absent player. ``reserve_boards`` are the boards at which reserves may play
    (``None``: all). A board nobody may take stays empty (``None``).
    """
    ready = [player for player in reserves if player not in absent]
    seats: list[int | None]
    if shift:
        seats = [player for player in order[:boards] if player not in absent]
        seats += [None] * (boards - len(seats))
    else:
        main = [*order[:boards], *[None] * (boards - len(order))]
        seats = [None if player in absent else player for player in main]
    for at, player in enumerate(seats):
        if player is None and ready and (reserve_boards is None or at + 1 in reserve_boards):
            seats[at] = ready.pop(0)
    return tuple(seats)


def admitted(present: int, size: int) -> bool:
    """Whether a team of ``size`` may play with so many present (5.4.9.4).

    It may not with fewer than half of the team and fewer than two players: both conditions together.
    """
    return not (2 * present < size and present < 2)


def opened(
    home: int, away: int, home_seats: Sequence[int | None], away_seats: Sequence[int | None], size: int, worth: int = 1
) -> TeamMatch:
    """The match as it begins: empty boards are lost by forfeit, a team not admitted loses everywhere (5.4.9.4).
    ``worth``: so many wins a board brings (`TeamEvent`)."""
    win = WIN * worth
    ready = [admitted(sum(seat is not None for seat in seats), size) for seats in (home_seats, away_seats)]
    boards = []
    for number, (one, two) in enumerate(zip(home_seats, away_seats, strict=True), 1):
        mine, yours = one is not None and ready[0], two is not None and ready[1]
        if mine and yours:
            boards.append(BoardGame(number, one, two, 0, 0, "unfinished"))
        else:
            boards.append(BoardGame(number, one, two, win if mine else LOSS, win if yours else LOSS, "forfeit"))
    return TeamMatch(home, away, tuple(boards))


def wrong_board(match: TeamMatch, board: int, team: int, worth: int = 1) -> TeamMatch:
    """A player had no right to the board: the game does not count, the team loses there (5.4.9.4)."""
    home, win = team == match.home, WIN * worth
    changed = tuple(
        msgspec.structs.replace(one, home_half=LOSS if home else win, away_half=win if home else LOSS, kind="forfeit")
        if one.board == board
        else one
        for one in match.boards
    )
    return msgspec.structs.replace(match, boards=changed)
