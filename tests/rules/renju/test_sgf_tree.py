"""SGF trees: what a file says in any of its nodes is there again when it is written."""

import random
import re
from dataclasses import dataclass, field

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from rules.renju import files
from rules.renju.files import Game, movelist, sgf
from rules.renju.points import LETTERS, POINTS

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)


def one(text: str, mirrored: bool | None = None) -> Game:
    (game,) = sgf.read(text, mirrored=mirrored)
    return game


def point(name: str, *, flipped: bool = False) -> str:
    row = int(name[1:])
    return name[0] + LETTERS[row - 1 if flipped else 15 - row]


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")


@dataclass
class Made:
    """A node to be written by the test's own few lines."""

    extra: list[tuple[str, str]]
    children: list["Made"] = field(default_factory=list)


EXTRA = st.lists(
    st.one_of(
        st.tuples(st.just("C"), TEXT.map(escaped)),
        st.tuples(
            st.just("LB"), st.tuples(st.sampled_from(POINTS), TEXT).map(lambda x: f"{point(x[0])}:{escaped(x[1])}")
        ),
        st.tuples(st.sampled_from(["TR", "CR", "MA", "SQ", "DD"]), st.sampled_from(POINTS).map(point)),
        st.tuples(st.sampled_from(["GB", "TE", "V", "BL", "N", "XX"]), TEXT.map(escaped)),
    ),
    max_size=3,
    unique_by=lambda pair: pair[0],
)
NODES = st.recursive(
    EXTRA.map(Made),
    lambda kids: st.tuples(EXTRA, st.lists(kids, min_size=1, max_size=3)).map(lambda x: Made(*x)),
    max_leaves=12,
)


def text_of(node: Made, depth: int, free: list[str], *, bare: bool) -> str:
    """The node with the next free point, unless it is a ``bare`` one."""
    own = "".join(f"{name}[{value}]" for name, value in node.extra)
    move = "" if bare else f"{'BW'[depth % 2]}[{point(free[depth])}]"
    below = [text_of(child, depth + (not bare), free, bare=False) for child in node.children]
    return f";{move}{own}" + ("".join(f"({one})" for one in below) if len(below) > 1 else "".join(below))


@given(NODES, st.randoms(use_true_random=False))
def test_everything_in_every_node_comes_back(root: Made, lot: random.Random) -> None:
    free = lot.sample([name for name in POINTS if name != "h8"], 40)
    nodes = text_of(root, 0, ["h8", *free], bare=True)
    text = f"(;GM[4]SZ[15]{nodes[1:]})"
    game = one(text)
    assert game.error is None
    again = one(sgf.write(game))
    assert again == game
    assert sgf.write(again) == sgf.write(game)

    def said(source: str) -> list[str]:
        return sorted(re.findall(r"(?:C|LB|TR|CR|MA|SQ|DD|GB|TE|V|BL|N|XX)\[((?:[^\]\\]|\\.)*)\]", source))

    assert said(sgf.write(game)) == said(text)


def test_comments_and_marks_of_variations_are_kept() -> None:
    text = "(;GM[4]SZ[15]C[before];B[hh]C[one]TR[hh](;W[hi]LB[aa:A][bb:B]C[main])"
    text += "(;W[ii]C[other \\] way]MA[cc];B[ab]C[deep]))"
    game = one(text)
    assert game.error is None
    assert sgf.write(game).endswith(
        "C[before];B[hh]C[one]TR[hh](;W[hi]LB[aa:A][bb:B]C[main])(;W[ii]C[other \\] way]MA[cc];B[ab]C[deep]))\n"
    )


def test_marks_of_a_mirrored_file_turn_with_its_stones() -> None:
    game = one("(;GM[4]SZ[15];B[hh];W[hi]TR[aa][ab:bc]LB[ao:x]AR[aa:ab])", mirrored=True)
    assert sgf.write(game).endswith(";B[hh];W[hg]TR[ao][am:bn]LB[aa:x]AR[ao:an])\n")
    assert one(sgf.write(game)).moves == game.moves


def test_stones_set_up_after_the_root_are_the_start() -> None:
    game = one("(;GM[4]SZ[15];AB[hh][ii]AW[hi]C[set up];W[jj])")
    assert (game.start.pieces(), game.error) == ({"h8": "b", "i7": "b", "h7": "w"}, None)
    again = one(sgf.write(game))
    assert again == game


def test_stones_set_up_in_mid_game_are_a_fault_with_its_place() -> None:
    game = one("(;GM[4]SZ[15];B[hh]\n;W[hi];AB[jj];B[kk])")
    assert str(game.error) == "line 2, column 10: stones are set up after the first move; expected moves"
    assert game.plies == 2


def test_a_changed_game_is_written_as_it_was_changed() -> None:
    game = one("(;GM[4]SZ[15];B[hh]C[one];W[hi])")
    entry = msgspec.structs.replace(game.entries[0], comments=("another",))
    text = sgf.write(msgspec.structs.replace(game, entries=(entry, *game.entries[1:])))
    assert "C[another]" in text
    assert "C[one]" not in text


def test_tags_without_a_property_of_their_own_come_back() -> None:
    (listed,) = movelist.read('[Black "A"]\n[Table "5: left]"]\n[OpeningRegulation "swap2"]\nh8 h9 *')
    again = one(sgf.write(listed))
    assert {name: again.tags[name] for name in ("Black", "Table", "OpeningRegulation")} == {
        "Black": "A",
        "Table": "5: left]",
        "OpeningRegulation": "swap2",
    }
    assert one(sgf.write(again)).tags == again.tags


def test_two_moves_in_one_node_are_written_as_two() -> None:
    game = one("(;GM[4]SZ[15]PB[A]B[hh]W[hi]C[both]US[me];B[jj])")
    text = sgf.write(game)
    assert text.endswith("US[me];B[hh]C[both];W[hi];B[jj])\n")
    assert one(text) == game


def test_a_long_game_of_one_line_is_not_nested() -> None:
    text = "(;GM[4]SZ[15]" + ";C[x]" * 20_000 + ")"
    game = one(text)
    assert len(game.nodes) == 20_001
    assert sgf.write(game).count("C[x]") == 20_000
    assert list(files.read(sgf.write(game))) == [game]
