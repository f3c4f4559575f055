"""The screen of one table, without a window: fingers go in, a view comes out, and what they did goes to the record.

It follows the record (`Seat.recorded`): another game, a ruling that sets the pieces up, an offer, a result that both
players know. Time is passed in; the device's own time is game time, as for any virtual device.
"""

import re
from collections.abc import Callable

import msgspec

from clock import software
from clock.software import ClockState
from display.catalogue import Texts
from hardware.touch.device import TouchDevice
from hardware.touch.loopback import Loopback
from hardware.transport import Transport
from record.attendance import first_mover
from record.public import public_result
from record.state import GameState, Phase
from rules.errors import FlagfallError
from rules.side import Side
from table.config import Table
from table.openings import drawn_moves
from table.screen import openings
from table.screen import sheets as sheet_rules
from table.screen.hands import Deed, Hands, Spot
from table.screen.layout import BOARD, Target, spot, targets, tray
from table.screen.sheets import Sent, Sheet
from table.screen.view import SIDES, View, expected, view
from table.seat import Seat

STOPS = frozenset({"call-arbiter", "claim-flag", "resign", "accept-draw"})
"""Buttons that stop Flagfall's own clock: the game is over, or the arbiter is to come (5.4.2.7, 5.4.2.11)."""

Point = tuple[float, float]


class Screen:
    """``texts`` gives a language's texts; ``now_ms`` the wall's monotonic milliseconds."""

    def __init__(
        self,
        table: Table,
        texts: Callable[[str], Texts],
        now_ms: Callable[[], int],
        *,
        lang: str = "ru",
        theme: str = "light",
        time_scale: int = 1,
    ) -> None:
        self.table, self.lang, self.theme = table, lang, theme
        self._texts, self._now_ms, self._scale = texts, now_ms, time_scale
        self._zero_ms = now_ms()
        self.seat: Seat | None = None
        self.device: TouchDevice | None = None
        self.hands: Hands | None = None
        self.line: Loopback | None = None
        if table.clock_on_screen:
            self.device = TouchDevice({} if table.on_screen else None, None, speed=time_scale)
            name = table.line if table.on_screen else table.clock_line
            self.line = Loopback(name, self._received, self.follow)
        self._sheets = (Sheet(), Sheet())
        self._said = ("", "")
        self._game = ""
        self._before: GameState | None = None
        self._pressed: dict[int, Target] = {}
        self._on_board: set[int] = set()

    @property
    def lines(self) -> dict[str, Transport]:
        """The lines that the table is to be given (`table.client.run`)."""
        return {} if self.line is None else {self.line.name: self.line}

    def ready(self, seats: tuple[Seat, ...]) -> None:
        """The tables are there."""
        self.seat = next(seat for seat in seats if seat.number == self.table.number)

    @property
    def game_ms(self) -> int:
        """The device's time."""
        return (self._now_ms() - self._zero_ms) * self._scale

    def look(self) -> View:
        """The screen now; the clock is carried on and the record followed."""
        self.follow()
        if self.device is not None and self.line is not None:
            self.line.say(self.device.tick(self.game_ms))
        return self._view()

    # -- the record ----------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Takes over what the record says now."""
        state = self.seat.recorded if self.seat is not None else None
        before, self._before = self._before, state
        if state is before:
            return
        if state is None:
            self._game = ""
            return
        if state.assignment.game != self._game:
            self._game = state.assignment.game
            self._sheets, self._said = (Sheet(), Sheet()), ("", "")
            self._begin(state)
            return
        if before is None:
            return
        self._follow_offer(before, state)
        self._follow_arrivals(before, state)
        self._follow_choices(before, state)
        if state.assignment.opening != before.assignment.opening:
            self._lay_opening(state)
        if len(state.plies) != len(before.plies):
            self._said = ("", "")
        if _set_up_by_ruling(before, state):
            self._set_up(dict(state.history.position.pieces()))
        if public_result(state) and not public_result(before):
            self._sheets = (Sheet(), Sheet())
            self._stop()

    def _begin(self, state: GameState) -> None:
        """Another game: its pieces and its clock. One that goes on after a restart has them as they were left, and the
        clock stands until a player presses it: nobody pays for the time that the screen was away."""
        if self.device is None or self.line is None:
            return
        going_on = state.phase is not Phase.WAITING
        if self.table.on_screen:
            kind = state.assignment.discipline
            start = drawn_moves(state)[1].pieces()
            pieces = dict(state.sensed or state.history.position.pieces()) if going_on else dict(start)
            if self.hands is None or self.hands.kind != kind:
                self.hands = Hands(kind, {})
            self._set_up(pieces)
        self.device.first = first_mover(state) if not state.plies else state.plies[0].side
        self.line.say(self.device.wind(_wound(state, self.game_ms), self.game_ms))

    def _lay_opening(self, state: GameState) -> None:
        """The opening was drawn: its position, or its moves, are on the board (5.4.1.3)."""
        if self.device is None or state.moved:
            return
        self.device.first = first_mover(state)
        if self.table.on_screen:
            self._set_up(dict(drawn_moves(state)[1].pieces()))

    def _set_up(self, pieces: dict[str, str]) -> None:
        if self.device is None or self.line is None or self.hands is None:
            return
        self.line.say(self.device.setup(dict(pieces), self.game_ms))
        self.hands.clear(dict(pieces))

    def _follow_offer(self, before: GameState, state: GameState) -> None:
        if before.offer is state.offer:
            return
        was, now = (None if each.offer is None else each.on_clock(each.offer.other) for each in (before, state))
        first, second = (
            sheet_rules.opened(sheet, side, was, now, self._now_ms())
            for sheet, side in zip(self._sheets, SIDES, strict=True)
        )
        self._sheets = (first, second)
        if state.offer is None:
            self._said = _without(self._said, "screen.said.offer-draw")

    def _follow_arrivals(self, before: GameState, state: GameState) -> None:
        """Who is waited for has another button; it counts only when it has lain there for a moment."""
        first, second = (
            sheet_rules.changed(sheet, before=was, after=now, now_ms=self._now_ms())
            for sheet, was, now in zip(self._sheets, expected(before), expected(state), strict=True)
        )
        self._sheets = (first, second)

    def _follow_choices(self, before: GameState, state: GameState) -> None:
        first, second = (
            sheet_rules.chosen(sheet, openings.choices(before, side), openings.choices(state, side), self._now_ms())
            for sheet, side in zip(self._sheets, SIDES, strict=True)
        )
        self._sheets = (first, second)

    # -- fingers -------------------------------------------------------------------------------------------------

    def down(self, finger: int, at: Point) -> None:
        """A finger, or the mouse, comes down at a point of the layout. While nobody listens to the board and the clock
        (the moment in which the table starts, or takes up another game) they are not touched."""
        if self.line is not None and not self.line.is_open:
            return
        now = self._view()
        target = next((each for each in targets(now) if each.rect.has(at)), None)
        if target is not None:
            self._pressed[finger] = target
            if target.name == "press" and target.side is not None:
                self._press(target.side)
            return
        if now.board is None or self.hands is None or not _within(at):
            return
        self._on_board.add(finger)
        if self._showing() is None:
            self._carry(self.hands.down(finger, spot(now.board, at), at))

    def move(self, finger: int, at: Point) -> None:
        """A finger that is down moves."""
        if finger in self._on_board and self.hands is not None:
            board = self._view().board
            if board is not None:
                self.hands.move(finger, spot(board, at), at)

    def up(self, finger: int, at: Point) -> None:
        """A finger goes up."""
        target = self._pressed.pop(finger, None)
        if target is not None:
            if target.name != "press" and target in targets(self._view()) and target.rect.has(at):
                self._button(target)
            return
        board = self._view().board
        if finger not in self._on_board or self.hands is None or board is None:
            return
        self._on_board.discard(finger)
        where = spot(board, at)
        showing = self._showing()
        if showing is not None and not any(held.finger == finger for held in self.hands.held):
            self._show(showing, where)
            return
        self._carry(self.hands.up(finger, where, stone=self._stone(), off=self._offers()))

    def _press(self, side: Side) -> None:
        """A touch of a face. On a clock that stands it is its start, by either player, and no press of a move; for one
        who is missed it says that he has come, and the right time is set going (5.4.1.2)."""
        if self.device is None or self.line is None:
            return
        if self._before is not None and side in self._before.attendance.absent:
            self._send(Sent(sheet_rules.ARRIVED), side)
            return
        press = self.device.runs is not None
        self.line.say(self.device.press(side, self.game_ms) if press else self.device.start_clock(self.game_ms))

    def _stop(self) -> None:
        if self.device is not None and self.line is not None:
            self.line.say(self.device.stop_clock(self.game_ms))

    def _carry(self, deeds: tuple[Deed, ...]) -> None:
        """What the hands did is what the board senses."""
        if self.device is None or self.line is None:
            return
        for do, square, piece in deeds:
            if do == "lift":
                self.line.say(self.device.lift(square, self.game_ms))
            else:
                self.line.say(self.device.place(square, piece, self.game_ms))

    def _stone(self) -> str:
        """In renju a touch puts a stone of the side whose time runs; in its opening the stone that is due."""
        runs = self.device.runs if self.device is not None else None
        if runs is None or self.hands is None or self.hands.kind != "renju" or self._before is None:
            return ""
        return openings.stone(self._before, self.hands.board, runs)

    def _offers(self) -> frozenset[str]:
        """Fifth moves on the board that a touch takes off."""
        if self._before is None or self.hands is None:
            return frozenset()
        held = {each.origin: each.piece for each in self.hands.held if each.origin}
        return openings.offers(self._before, {**self.hands.board, **held})

    def _showing(self) -> int | None:
        """Whose claim waits for the move on the board."""
        return next((place for place, sheet in enumerate(self._sheets) if sheet.name == "move"), None)

    def _show(self, place: int, where: Spot) -> None:
        if where.square:
            self._lay(place, sheet_rules.typed(self._sheets[place], where.square))

    def _button(self, target: Target) -> None:
        if target.name == "language":
            self.lang = "en" if self.lang == "ru" else "ru"
            return
        if target.side is None:
            self._send(Sent(target.name), None)
            return
        place = SIDES.index(target.side)
        if target.name == "key":
            self._lay(place, sheet_rules.typed(self._sheets[place], target.key))
            return
        if target.name == "number":
            sheet, sent = sheet_rules.announced(self._sheets[place], target.key, self._now_ms())
            self._lay(place, sheet)
            if sent is not None:
                self._send(sent, target.side)
            return
        sheet, sent = sheet_rules.pressed(self._sheets[place], target.name, self._now_ms())
        self._lay(place, sheet)
        if sent is not None:
            self._send(sent, target.side)

    def _lay(self, place: int, sheet: Sheet) -> None:
        self._sheets = (sheet, self._sheets[1]) if place == 0 else (self._sheets[0], sheet)

    def _send(self, sent: Sent, side: Side | None) -> None:
        """The button goes into the record, by the colour that the person at the place ``side`` has; then the clock
        stops where the rules let it, or is pressed where the choice hands the turn over."""
        if self.seat is None:
            return
        state = self.seat.recorded
        move = written(state, sent.move) if state is not None and sent.move else None
        by = side if side is None or state is None else state.on_clock(side)
        self.seat.press_button(sent.button, by, move, sent.number)
        word = "claim" if sent.button.startswith("claim") else sent.button
        if side is None:
            self._said = (f"screen.said.{word}", f"screen.said.{word}")
        else:
            said = f"screen.said.{word}"
            self._said = (said, self._said[1]) if side is Side.WHITE else (self._said[0], said)
        if sent.button in STOPS:
            self._stop()
        elif side is not None and state is not None and openings.hands_over(state, sent.button):
            self._press(side)

    # -- small things --------------------------------------------------------------------------------------------

    def _received(self, data: bytes) -> bytes:
        return b"" if self.device is None else self.device.receive(data, self.game_ms)

    def _view(self) -> View:
        return view(
            self._before,
            self.table,
            self._texts(self.lang),
            self.game_ms,
            theme=self.theme,
            device=self.device,
            hands=self.hands,
            sheets=self._sheets,
            said=self._said,
        )


def written(state: GameState, text: str) -> str:
    """The move about to be made as the record writes it, where what was shown means one legal move; else as it was
    shown, for the arbiter to read."""
    squares = re.findall(r"[a-o]?\d+", text)
    try:
        found = {str(move) for move in state.history.position.legal_moves() if (move.start, move.end) == _ends(squares)}
    except FlagfallError:
        found = set()
    return found.pop() if len(found) == 1 else text


def _ends(squares: list[str]) -> tuple[str, str]:
    return (squares[0], squares[-1]) if squares else ("", "")


def _without(said: tuple[str, str], word: str) -> tuple[str, str]:
    return ("" if said[0] == word else said[0], "" if said[1] == word else said[1])


def _within(at: Point) -> bool:
    return BOARD.has(at) or any(tray(side).has(at) for side in SIDES)


def _set_up_by_ruling(before: GameState, state: GameState) -> bool:
    """Whether a ruling, or its undoing, and no move brought another position: then the screen's pieces are set up, as
    the arbiter would have them set up on a board."""
    ruled = len(before.rulings) != len(state.rulings)
    return ruled and before.fen != state.fen and len(state.plies) <= len(before.plies)


def _wound(state: GameState, now_ms: int) -> ClockState | None:
    """The game's clock, standing, by its places; ``None`` where Flagfall's own clock does not play the control."""
    control = state.assignment.time_control()
    if not software.supports(control):
        return None
    clock = software.wound(control, now_ms)
    if state.phase is Phase.WAITING or not state.clocks.linked:
        return clock
    moves = tuple(sum(ply.side is state.on_clock(side) for ply in state.plies) for side in SIDES)
    white_ms, black_ms = (state.clocks.left_ms(state.on_clock(side)) for side in SIDES)
    clock = software.adjust(clock, white_ms, black_ms, now_ms)
    lever = state.on_clock(state.clocks.running or state.to_move)
    return msgspec.structs.replace(clock, lever=lever, moves=(moves[0], moves[1]))
