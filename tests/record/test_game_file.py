"""Games as files: each discipline in its own notation, under the event's name, read back by its own reader."""

import msgspec
import pytest

from record import events
from record.assignment import Assignment
from record.chess_export import pgn
from record.export import pdn
from record.fold import fold
from record.game_file import game_file
from record.renju_export import sgf
from record.state import GameState
from rules import discipline
from rules.chess import pgn as pgn_files
from rules.errors import FlagfallError
from rules.pdn import read as read_pdn
from rules.renju.files import read as read_renju
from rules.side import Side
from tests.record.logs import Log, assignment, irregular

ENDED = events.Result(result="1-0", reason="resignation", by="rule")
NAMED = {"event_name": "Autumn Festival"}


def played(kind: str, *moves: str, **changes: object) -> GameState:
    """A game of legal ``moves`` that White won, with a clock reading after each move."""
    told = assignment(discipline=kind, **{**NAMED, **changes})
    log = Log()
    log.add(events.Started(clock=True))
    position = discipline(kind).start()
    for ply, text in enumerate(moves, 1):
        move, side = position.parse(text), position.side
        position = position.apply(move)
        left = 900_000 - 2000 * ply
        log.add(events.Move(ply=ply, side=side, move=str(move), fen=position.fen()))
        log.add(events.ClockReading(white_ms=left, black_ms=left + 500, running=side.other))
    log.add(ENDED)
    return fold(told, {"s1": log.events}, [])


def test_chess_is_pgn_with_the_movers_clock() -> None:
    state = played("chess", "e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    text = game_file(state)
    assert '[Event "Autumn Festival"]' in text
    assert "1. e4 { [%clk 0:14:58] } 1... e5 { [%clk 0:14:56] }" in " ".join(text.split())
    (game,) = pgn_files.read(text)
    assert (game.error, game.result, game.tags["White"], game.tags["Date"]) == (None, "1-0", "Белые", "2026.11.29")
    assert [entry.text for entry in game.entries] == ["e4", "e5", "Nf3", "Nc6", "Bb5"]


def test_a_ply_against_the_rules_that_stood_ends_the_line_of_a_pgn_and_is_told() -> None:
    start = discipline("chess").start()
    after = start.apply(start.parse("e2e4"))
    fen = "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    went_on = discipline("chess").position(fen)
    log = Log()
    log.add(events.Started(clock=True))
    log.add(events.Move(ply=1, side=Side.WHITE, move="e2e4", fen=after.fen()))
    log.add(irregular(2, Side.BLACK, "e7e4", fen))
    log.add(events.Move(ply=3, side=Side.WHITE, move="d2d3", fen=went_on.apply(went_on.parse("d2d3")).fen()))
    text = pgn(fold(assignment(discipline="chess"), {"s1": log.events}, []))
    (game,) = pgn_files.read(text)
    assert (game.error, game.result, [entry.text for entry in game.entries]) == (None, "*", ["e4"])
    told = " ".join(text.split())
    assert f"ply 2: black played e7e4, against the rules, and it stood; the game went on from {fen}: d2d3" in told


def test_a_loss_of_both_is_a_remark_in_every_notation() -> None:
    for kind in ("russian", "chess", "renju"):
        told = assignment(discipline=kind, opening_regulation="rif" if kind == "renju" else "")
        log = Log()
        log.add(events.Started(clock=True))
        log.add(events.Result(result="0-0", reason="ruling", by="arbiter"))
        assert "result 0-0" in game_file(fold(told, {"s1": log.events}, [])), kind


def test_draughts_are_pdn_and_renju_is_sgf() -> None:
    (draughts,) = read_pdn(game_file(played("russian", "c3-d4", "b6-a5")))
    assert (draughts.tags["Event"], draughts.result, len(draughts.entries)) == ("Autumn Festival", "1-0", 2)
    (renju,) = read_renju(game_file(played("renju", "h8", "i9", opening_regulation="rif")))
    assert (renju.tags["Event"], [move.text for move in renju.moves]) == ("Autumn Festival", ["h8", "i9"])


def test_renju_s_stones_have_their_times() -> None:
    state = played("renju", "h8", "i9", opening_regulation="rif")
    unknown = tuple(msgspec.structs.replace(ply, spent_ms=None) for ply in state.plies)
    assert "%emt" not in game_file(msgspec.structs.replace(state, plies=unknown)), "no clock told them"
    timed = tuple(msgspec.structs.replace(ply, spent_ms=65_000 * ply.number) for ply in state.plies)
    (game,) = read_renju(game_file(msgspec.structs.replace(state, plies=timed)))
    assert [entry.comments for entry in game.entries] == [("[%emt 0:01:05]",), ("[%emt 0:02:10]",)]


def test_what_holds_one_discipline_refuses_the_others() -> None:
    for write, kind in ((pgn, "russian"), (pdn, "chess"), (sgf, "russian")):
        with pytest.raises(FlagfallError, match=f"not of {kind}"):
            write(played(kind))


def test_an_assignment_from_before_events_had_a_name_decodes_and_gives_the_id() -> None:
    old = msgspec.to_builtins(assignment(event_name="Autumn Festival"))
    assert old.pop("event_name") == "Autumn Festival"
    told = msgspec.convert(old, Assignment)
    assert '[Event "club"]' in game_file(fold(told, {}, []))
