"""From line-ups to boards: who meets whom in a match, with which colour, what is lost without a game (5.4.9.2-4)."""

from collections.abc import Collection, Sequence

from record.commands import Refusal
from server.config import EventSettings, Settings
from server.match_config import board_worth
from server.team_books import Squad, default_seats, seats_fault
from server.team_config import SCHEVENINGEN
from server.team_match import Match, MatchBoard
from server.tournament import teams as rules
from server.tournament.scheveningen import scheveningen

Seats = tuple[int | None, ...]
_FAULTS = {
    "member": ("Не могут играть за команду: {}.", "Cannot play for the team: {}."),
    "twice": ("Указаны дважды: {}.", "Named twice: {}."),
    "reserve-board": ("Запасные не играют на этих досках: {}.", "Reserves do not play on those boards: {}."),
    "order": ("Порядок досок по регламенту: {}.", "The order of boards by the regulations: {}."),
}


def begun(tables: Collection[int]) -> Refusal:
    """Games at these tables stand in the way."""
    listed = ", ".join(map(str, tables))
    return Refusal(code="begun", ru=f"Партии уже начаты за столами: {listed}.", en=f"Games have begun at: {listed}.")


def default(squad: Squad, first: Seats | None, absent: Collection[int], settings: Settings) -> Seats:
    """The line-up of a team that filed none (5.4.9.2)."""
    event = settings.event
    reserve = frozenset(event.reserve_boards) or None
    return default_seats(squad, first, absent, boards=event.boards, shift=event.board_shift, reserve_boards=reserve)


def refused(squad: Squad, seats: Sequence[int | None], absent: Collection[int], settings: Settings) -> Refusal | None:
    """Why a line-up cannot be filed, naming the players by their start numbers."""
    event = settings.event
    fault = seats_fault(
        squad,
        seats,
        absent,
        boards=event.boards,
        shift=event.board_shift,
        fixed=event.fixed_boards,
        reserve_boards=frozenset(event.reserve_boards) or None,
    )
    if fault is None:
        return None
    kind, concerned = fault
    if kind == "number":
        told = event.boards
        return Refusal(code="boards", ru=f"Нужно досок: {told}.", en=f"Name {told} boards, empty ones too.")
    ru, en = _FAULTS[kind]
    listed = ", ".join("–" if player is None else str(player) for player in concerned)
    return Refusal(code=kind, ru=ru.format(listed), en=en.format(listed))


def opened(
    number: int, home: int, away: int, home_seats: Seats, away_seats: Seats, event: EventSettings, round: int
) -> Match:
    """Match ``number`` of a round as it begins, without the games' ids. Empty boards are lost, and so is every board of
    a team that is not admitted (5.4.9.4)."""
    if event.system == SCHEVENINGEN:
        return _scheveningen(number, home, away, home_seats, away_seats, round, board_worth(event))
    match = rules.opened(home, away, home_seats, away_seats, event.boards, board_worth(event))
    colours = rules.board_colours(True, event.boards)
    return Match(
        number=number,
        home=home,
        away=away,
        boards=tuple(
            MatchBoard(
                board=one.board,
                home=one.home,
                away=one.away,
                home_white=colour[0] == "white",
                decided=one.kind == "forfeit",
                home_half=one.home_half,
                away_half=one.away_half,
            )
            for one, colour in zip(match.boards, colours, strict=True)
        ),
    )


def _opposite(size: int, round: int) -> tuple[tuple[int, int, bool], ...]:
    """The places of both teams, from 0, that meet in a round of Scheveningen, and whether the first has White."""
    out = []
    for white, black in scheveningen(size)[round - 1]:
        one, other, first = (white, black, True) if white <= size else (black, white, False)
        out.append((one - 1, other - size - 1, first))
    return tuple(sorted(out))


def _scheveningen(number: int, home: int, away: int, mine: Seats, yours: Seats, round: int, worth: int) -> Match:
    size = len(mine)
    met = _opposite(size, round)
    match = rules.opened(home, away, mine, [yours[other] for _, other, _ in met], size, worth)
    boards = tuple(
        MatchBoard(
            board=one.board,
            home=one.home,
            away=one.away,
            home_white=white,
            decided=one.kind == "forfeit",
            home_half=one.home_half,
            away_half=one.away_half,
        )
        for one, (_, _, white) in zip(match.boards, met, strict=True)
    )
    return Match(number=number, home=home, away=away, boards=boards)


def seats_of(match: Match, team: int, event: EventSettings, round: int) -> Seats:
    """The line-up that a team sits in: `opened` undone."""
    if team == match.home:
        return tuple(board.home for board in match.boards)
    sat = [board.away for board in match.boards]
    if event.system != SCHEVENINGEN:
        return tuple(sat)
    placed: dict[int, int | None] = {other: sat[one] for one, other, _ in _opposite(len(sat), round)}
    return tuple(placed[at] for at in range(len(sat)))
