"""A game of chess as PGN with the mover's clock after each move, from the record alone."""

from record.export import clock_face, head, result_of, result_remark
from record.fold import start
from record.state import GameState, Ply
from rules.chess import pgn as pgn_files
from rules.errors import FlagfallError
from rules.pdn import Entry
from rules.side import Side

CHESS = "chess"


def pgn(state: GameState, *, event: str = "", site: str = "", date: str = "") -> str:
    """The game as one PGN game. Raises `FlagfallError` for another discipline.

    Each move carries ``[%clk 0:14:58]`` where the clocks are known. PGN has no place for a ply against the rules that
    stood: the line ends before it, and its last remark has the position that followed and what was played from there.
    """
    told = state.assignment
    if told.discipline != CHESS:
        raise FlagfallError(f"PGN holds games of chess, not of {told.discipline}")
    first = position = start(told).history.position
    tags = {
        **head(state, event, site, date),
        "White": state.white.name,
        "Black": state.black.name,
        "TimeControl": told.control,
        "Table": str(told.table),
    }
    entries: list[Entry] = []
    remarks = result_remark(state)
    for at, ply in enumerate(state.plies):
        try:
            if ply.irregular:
                raise FlagfallError(ply.move)
            move = position.parse(ply.move)
            after = position.apply(move)
            if after.fen() != ply.fen:
                raise FlagfallError(ply.fen)
        except FlagfallError:
            remarks = (*remarks, _stood(state.plies[at:]))
            break
        entries.append(Entry(move=move, text=position.san(move), comments=_clock(ply)))
        position = after
    return pgn_files.write(
        pgn_files.Game(
            discipline=first.discipline,
            start=first,
            tags=tags,
            entries=tuple(entries),
            result=result_of(state),
            comments=remarks,
        )
    )


def _stood(plies: tuple[Ply, ...]) -> str:
    first, *rest = plies
    told = f"ply {first.number}: {first.side.value} played {first.move}"
    told += ", against the rules, and it stood" if first.irregular else ", and the pieces then stood otherwise"
    told += f"; the game went on from {first.fen}"
    return f"{told}: {' '.join(ply.move for ply in rest)}" if rest else told


def _clock(ply: Ply) -> tuple[str, ...]:
    left = ply.white_ms if ply.side is Side.WHITE else ply.black_ms
    return () if left is None else (f"[%clk {clock_face(left)}]",)
