"""The virtual board against the byte tables, written out by hand."""

import pytest

from hardware.virtual.board import DRAUGHTS, DRAUGHTS_BEFORE_2011, OWN_TRADEMARK, VirtualBoard
from hardware.virtual.clock import VirtualClock
from rules.side import Side

WHITE, BLACK = Side.WHITE, Side.BLACK
START_8 = (
    "0004000400040004"
    + "0400040004000400"
    + "0004000400040004"
    + "00" * 16
    + ("0100010001000100" + "0001000100010001" + "0100010001000100")
)


def ask(board: VirtualBoard, command: str, now_ms: int = 0) -> str:
    return board.receive(bytes.fromhex(command), now_ms).hex()


@pytest.mark.parametrize(
    ("command", "reply"),
    [
        ("40", ""),
        ("41", "8d000a00050000050008"),
        ("42", "860043" + START_8),
        ("45", "9100083233393436"),
        ("46", "9000053b0a"),
        ("47", "920028" + OWN_TRADEMARK.hex()),
        ("49", "8f00046b"),
        ("4a", ""),
        ("4c", "a0000c647f7f000000000002"),
        ("4d", "9300050108"),
        ("55", "a2000d33303030313233393436"),
        ("50", ""),
        ("4e", ""),
        ("6004010c1c00", ""),
        ("ff8100", ""),
    ],
)
def test_replies(command: str, reply: str) -> None:
    assert ask(VirtualBoard(), command) == reply


def test_the_trade_mark_is_our_own() -> None:
    assert b"DGT" not in OWN_TRADEMARK.upper()
    assert b"digital game" not in OWN_TRADEMARK.lower()


def test_chess_and_ten_by_ten_dumps() -> None:
    chess = "08090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302"
    assert ask(VirtualBoard("chess"), "42") == "860043" + chess
    board = VirtualBoard("draughts-10")
    black, white = "00040004000400040004" + "04000400040004000400", "00010001000100010001" + "01000100010001000100"
    assert ask(board, "42") == "860067" + black * 2 + "00" * 20 + white * 2
    assert ask(board, "50") == "940035" + "04" * 20 + "00" * 10 + "01" * 20
    assert ask(board, "52") == "950035" + "00" * 50


def test_a_turned_board_keeps_its_numbering() -> None:
    board = VirtualBoard(turned=True)
    assert ask(board, "42") == "860043" + bytes.fromhex(START_8)[::-1].hex()
    board.receive(b"\x44", 0)
    assert board.lift("c3", 0).hex() == "8e00051500"
    assert "c3" not in board.squares
    assert board.squares["a1"] == "w"


def test_the_two_tables_swap_black_men_and_white_kings() -> None:
    assert DRAUGHTS == {"w": 1, "b": 4, "W": 7, "B": 10}
    assert DRAUGHTS_BEFORE_2011 == {"w": 1, "b": 7, "W": 4, "B": 10}
    board = VirtualBoard(old_codes=True)
    board.receive(b"\x44", 0)
    assert board.place("d4", "W", 0).hex() == "8e00052304"


def test_a_move_and_a_press_on_a_fischer_clock() -> None:
    board = VirtualBoard(clock=VirtualClock(305_000, 305_000, increment_ms=5_000))
    assert ask(board, "4b") == ""
    assert board.tick(0).hex() == "8d000a20050520050508"
    assert board.start_clock(0).hex() == "8d000a20050520050509"
    assert board.tick(1_000).hex() == "8d000a20050520050409"
    assert board.lift("c3", 1_200).hex() == "8e00052a00"
    assert board.place("d4", "w", 1_400).hex() == "8e00052301"
    assert board.press(WHITE, 1_500).hex() == "8d000a20050520050913"
    assert board.press(WHITE, 1_600).hex() == ""
    assert board.press(BLACK, 2_500).hex() == "8d000a20050920050909"


def test_idle_boards_say_nothing_and_know_everything() -> None:
    board = VirtualBoard()
    assert board.lift("c3", 0) == b""
    assert board.press(WHITE, 0) == b""
    assert ask(board, "42")[6 + 2 * 42 :][:2] == "00"
    board.receive(b"\x4b", 0)
    assert board.tick(0).hex() == "8d000a00050000050012"
    board.power_cycle()
    assert board.lift("e3", 10) == b""


def test_the_measured_flag() -> None:
    clock = VirtualClock(16_000, 3_000, increment_ms=5_000)
    board = VirtualBoard(clock=clock)
    board.receive(b"\x4b", 0)
    board.press(WHITE, 0)
    board.start_clock(0)
    assert board.tick(2_999)[-10:].hex() == "8d000a20000120001613"
    assert board.tick(3_000).hex() == "8d000a30000020001612"
    assert board.tick(60_000) == b""


def test_a_sudden_death_clock_goes_on_for_the_other_side() -> None:
    clock = VirtualClock(2_000, 60_000)
    board = VirtualBoard(clock=clock)
    board.receive(b"\x4b", 0)
    board.start_clock(0)
    assert board.tick(5_000).hex() == "8d000a00010010000009"
    board.press(WHITE, 6_000)
    assert board.tick(8_000)[-10:].hex() == "8d000a00005810000013"


def test_update_repeats_the_clock_each_second_and_nice_does_not() -> None:
    for command, count in ((b"\x43", 10), (b"\x4b", 1)):
        board = VirtualBoard()
        board.receive(command, 0)
        told = sum(board.tick(now_ms).count(b"\x8d") for now_ms in range(0, 10_000, 100))
        assert told == count


def test_countdown_is_limited_but_levers_never_wait() -> None:
    board = VirtualBoard(push_ms=6_000)
    board.receive(b"\x4b", 0)
    board.start_clock(0)
    told = [now_ms for now_ms in range(100, 20_000, 100) if board.tick(now_ms)]
    assert told == [6_000, 12_000, 18_000]
    assert board.press(WHITE, 20_050) != b""
    assert board.press(BLACK, 20_100) != b""
    assert board.stop_clock(20_150) != b""


def test_a_scan_tells_in_reading_order_and_misses_what_is_quicker() -> None:
    for backwards, order in ((False, ["8e00052300", "8e00052a04"]), (True, ["8e00052a04", "8e00052300"])):
        board = VirtualBoard(scan_ms=200, scan_backwards=backwards)
        board.setup({"d4": "b"}, 0)
        board.receive(b"\x44", 0)
        board.tick(200)
        assert board.lift("d4", 250) == b""
        assert board.place("e5", "b", 260) == b""
        assert board.lift("e5", 300) == b""
        assert board.place("c3", "b", 350) == b""
        assert board.tick(399) == b""
        assert board.tick(400).hex() == "".join(order)


def test_a_press_waits_for_the_scan_that_tells_its_move() -> None:
    board = VirtualBoard(scan_ms=200)
    board.receive(b"\x4b", 0)
    board.start_clock(0)
    board.tick(200)
    board.lift("c3", 210)
    board.place("d4", "w", 250)
    assert board.press(WHITE, 300) == b""
    assert board.tick(400).hex() == "8e00052301" + "8e00052a00" + "8d000a00050000050013"


def test_clock_commands() -> None:
    board = VirtualBoard()
    board.receive(b"\x4b", 0)
    board.tick(0)
    assert ask(board, "2b03030900") == "8d000a0a10090a220000"
    assert ask(board, "2b0c030c20464c41472057200000") == "8d000a0a100c0a000000"
    assert board.clock_text == " FLAG W "
    assert ask(board, "2b04030b1000") == "8d000a0a100b0a000000"
    assert ask(board, "2b03030300") == "8d000a0a10030a000000"
    reply = ask(board, "2b0a030a00040000030009" + "00")
    assert reply == "8d000a00000000000000" + "8d000a0a100a0a000000" + "8d000a00030000040009"
    assert (board.clock.left_ms[WHITE], board.clock.left_ms[BLACK], board.clock.runs) == (240_000, 180_000, WHITE)
    assert ask(board, "2b0a030a00040000030004" + "00").startswith("8d000a00000000000000" + "8d000a0a100a0a000000")
    assert board.clock.runs is None


def test_a_clock_that_does_not_obey_says_so() -> None:
    board = VirtualBoard(obeys=False)
    board.receive(b"\x4b", 0)
    board.tick(0)
    assert ask(board, "2b0a030a00040000030009" + "00") == "8d000a0a10102a000000"
    assert board.clock.left_ms[WHITE] == 300_000


def test_commands_may_come_in_pieces_and_clock_acks_need_update_mode() -> None:
    board = VirtualBoard()
    assert ask(board, "2b0303") == ""
    assert ask(board, "0900" + "4d") == "9300050108"
    board.receive(b"\x43", 0)
    board.tick(0)
    assert ask(board, "2b03") == ""
    assert ask(board, "030900") == "8d000a0a10090a220000"


def test_an_unplugged_clock() -> None:
    board = VirtualBoard()
    board.receive(b"\x4b", 0)
    board.tick(0)
    assert board.plug_clock(False, 10).hex() == "8d000a00000000000020"
    assert ask(board, "2b03030900") == ""
    assert board.plug_clock(True, 20).hex() == "8d000a00050000050008"


def test_what_a_board_never_forgets_is_written_down() -> None:
    board = VirtualBoard()
    board.receive(bytes.fromhex("424e51535440"), 0)
    assert board.eeprom_written == [0x4E, 0x51, 0x53, 0x54]


def test_an_unknown_piece_is_refused() -> None:
    with pytest.raises(ValueError, match="w b W B"):
        VirtualBoard().place("c3", "Q", 0)
