"""The matches of a team round as the hall keeps them: who meets whom, at which board, in which game (5.4.9)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from server.tournament.teams import BoardGame, TeamMatch


class MatchBoard(msgspec.Struct, frozen=True, kw_only=True):
    """One board of a match. ``home`` and ``away`` are start numbers, None where nobody sits. ``decided``: no game is
    played, since a side is empty or a team is not admitted (5.4.9.4); ``home_half`` and ``away_half`` are its
    half-points then. Else ``game`` is its game.
    """

    board: int
    home: int | None
    away: int | None
    home_white: bool
    decided: bool = False
    game: str = ""
    home_half: int = 0
    away_half: int = 0

    @property
    def couple(self) -> tuple[int, int] | None:
        """White and Black, where a game is played."""
        if self.decided or self.home is None or self.away is None:
            return None
        return (self.home, self.away) if self.home_white else (self.away, self.home)


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """Two teams of a round, from 1 in the order of the pairing. ``home`` has White on board 1 (5.4.9.3), but for
    Scheveningen, which has colours of its own."""

    number: int
    home: int
    away: int
    boards: tuple[MatchBoard, ...] = ()

    def team_of(self, player: int) -> int | None:
        """The team for which the player sits here."""
        for board in self.boards:
            if player in (board.home, board.away):
                return self.home if player == board.home else self.away
        return None


class TeamPairing(msgspec.Struct, frozen=True, kw_only=True):
    """The pairing of teams of one round. ``bye``: who has the plus of an odd field; ``idle``: without an opponent by
    the table of a round robin; ``away``: known to be absent, a loss (5.4.10.2). ``why``: the system's reasons, by team.
    ``manual``: the reason for pairs that are not the system's. ``extra``: the match for the first place (5.4.9.6.1).
    """

    matches: tuple[Match, ...]
    bye: int | None = None
    idle: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    why: tuple[dict[str, Any], ...] = ()
    manual: str = ""
    extra: bool = False

    def match_of(self, team: int) -> Match | None:
        """The match of a team."""
        return next((match for match in self.matches if team in (match.home, match.away)), None)

    def board_of(self, game: str) -> tuple[Match, MatchBoard] | None:
        """Where a game stands."""
        return next(((match, board) for match, board in self.boards() if board.game == game), None)

    def boards(self) -> Iterator[tuple[Match, MatchBoard]]:
        """Every board of the round."""
        for match in self.matches:
            for board in match.boards:
                yield match, board

    def unopposed(self) -> Iterator[int]:
        """Players with a point without a game: nobody sat opposite."""
        for _, board in self.boards():
            if board.decided:
                for player, half in ((board.home, board.home_half), (board.away, board.away_half)):
                    if player is not None and half:
                        yield player


def as_played(pairing: TeamPairing, whites: Mapping[str, int]) -> TeamPairing:
    """The pairing with the colours that were played; ``whites``: who had White, by game."""

    def seated(board: MatchBoard) -> MatchBoard:
        if board.game not in whites:
            return board
        return msgspec.structs.replace(board, home_white=whites[board.game] == board.home)

    matches = (
        msgspec.structs.replace(match, boards=tuple(seated(board) for board in match.boards))
        for match in pairing.matches
    )
    return msgspec.structs.replace(pairing, matches=tuple(matches))


def played(match: Match, results: Mapping[str, tuple[int, int, Any]]) -> TeamMatch:
    """The match as `server.tournament` counts it. ``results`` by game: half-points of White and Black, and the kind;
    a game without one is unfinished."""
    boards = []
    for one in match.boards:
        if one.decided:
            boards.append(BoardGame(one.board, one.home, one.away, one.home_half, one.away_half, "forfeit"))
            continue
        white, black, kind = results.get(one.game, (0, 0, "unfinished"))
        home, away = (white, black) if one.home_white else (black, white)
        boards.append(BoardGame(one.board, one.home, one.away, home, away, kind))
    return TeamMatch(match.home, match.away, tuple(boards))
