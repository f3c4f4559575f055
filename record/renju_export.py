"""A game of renju as SGF or as a move list: Black and White are those who had the colours in the end."""

from record.export import head, result_of, result_remark
from record.fold import start
from record.openings import COLOURS
from record.renju_law import RENJU
from record.state import Choice, GameState
from rules.errors import FlagfallError
from rules.pdn import Entry
from rules.renju.files import Game, movelist
from rules.renju.files import sgf as sgf_files


def sgf(state: GameState, *, event: str = "", site: str = "", date: str = "") -> str:
    """The game as SGF. Raises `FlagfallError` for another discipline."""
    return sgf_files.write(game_of(state, event=event, site=site, date=date))


def move_list(state: GameState, *, event: str = "", site: str = "", date: str = "") -> str:
    """The game as a list of moves. Raises `FlagfallError` for another discipline, or where stones were set up."""
    return movelist.write(game_of(state, event=event, site=site, date=date))


def game_of(state: GameState, *, event: str = "", site: str = "", date: str = "") -> Game:
    """The game as files hold it; what was chosen in the opening is said after the stone before it, and the time of each
    where the clocks tell it.

    A ply against the rules that stood ends the line: no stone leads to what followed (5.3.8.2). Raises `FlagfallError`
    for another discipline.
    """
    told = state.assignment
    if told.discipline != RENJU:
        raise FlagfallError(f"SGF holds games of renju, not of {told.discipline}")
    first = position = start(told).history.position
    tags = {
        **head(state, event, site, date),
        "Black": state.black.name,
        "White": state.white.name,
        "Rules": told.opening_regulation,
        "TimeControl": told.control,
    }
    entries: list[Entry] = []
    spent: list[int | None] = []
    comments = [*_chosen(state, 0), *result_remark(state)]
    for ply in state.plies:
        try:
            if ply.irregular:
                raise FlagfallError(ply.move)
            move = position.parse(ply.move)
            position = position.apply(move)
        except FlagfallError:
            comments.append(f"ply {ply.number}: {ply.side.value} played {ply.move}, against the rules, and it stood")
            break
        entries.append(Entry(move=move, text=ply.move, comments=tuple(_chosen(state, ply.number))))
        spent.append(ply.spent_ms)
    return Game(
        discipline=first.discipline,
        start=first,
        tags=tags,
        entries=tuple(entries),
        result=result_of(state),
        comments=tuple(comments),
        spent_ms=tuple(spent),
    )


def _chosen(state: GameState, ply: int) -> list[str]:
    return [_words(state, choice) for choice in state.choices if choice.ply == ply]


def _words(state: GameState, choice: Choice) -> str:
    name = next(one.name for one in (state.white, state.black) if one.id == choice.player)
    match choice.act:
        case "declare":
            return f"{name}: {choice.number} fifth moves"
        case "offer":
            return f"{name} offers {', '.join(choice.points)}"
        case _ if choice.act == COLOURS:
            return f"{name} has Black"
        case _:
            return f"{name}: {choice.option}"
