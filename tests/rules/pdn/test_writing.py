"""Writing PDN: what is written is standard and is read back as it was."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import pdn

GAMES = Path(__file__).parents[2] / "data" / "games"


def read(text):
    (game,) = pdn.read(text)
    assert game.error is None, game.error
    return game


def same(one, other):
    assert other.discipline.name == one.discipline.name
    assert (other.start, other.result, other.comments) == (one.start, one.result, one.comments)
    for mine, theirs in zip(one.entries, other.entries, strict=True):
        assert (mine.move, mine.setup) == (theirs.move, theirs.setup)
        assert (mine.comments, mine.nags, mine.variations) == (theirs.comments, theirs.nags, theirs.variations)


@pytest.mark.parametrize("file", ["russian-championship.pdn", "international-championship.pdn"])
def test_championships_survive_a_round_trip(file):
    games = list(pdn.read((GAMES / file).read_bytes()))
    again = list(pdn.read(pdn.write_all(games)))
    assert len(again) == len(games)
    for one, other in zip(games, again, strict=True):
        same(one, other)
        assert {key: one.tags[key] for key in ("White", "Black", "Event")} == {
            key: other.tags[key] for key in ("White", "Black", "Event")
        }


def test_unambiguous_captures_are_written_by_their_ends():
    position = rules.discipline("russian").position("W:Wh6:Bg7,c5,d2")
    assert pdn.written(position, position.legal_moves()[0]) == "h6:e1"


def test_ambiguous_captures_are_written_in_full():
    """lidraughts issue 16: 1x25 by 14 and 23 or by 9 and 18."""
    position = rules.discipline("international").position("W:WK4:B13,32,37,20")
    assert [pdn.written(position, move) for move in position.legal_moves()] == ["4x27x38x15", "4x31x42x15"]


def test_the_form_of_a_game():
    russian = rules.discipline("russian")
    moves, position = [], russian.start()
    for text in ["c3-d4", "d6-e5", "b2-c3", "e7-d6"]:
        moves.append(position.parse(text))
        position = position.apply(moves[-1])
    tags = {"White": 'A "B"', "Event": "Cup", "Annotator": "C"}
    assert pdn.write(pdn.from_moves(russian.start(), moves, tags, "1-0")) == (
        '[Event "Cup"]\n[White "A \\"B\\""]\n[Result "1-0"]\n[Annotator "C"]\n[GameType "25"]\n\n'
        "1. c3-d4 d6-e5 2. b2-c3 e7-d6 1-0\n\n"
    )


def test_black_to_move_and_a_setup_in_mid_game():
    text = (
        '[Result "*"]\n[GameType "25"]\n[FEN "B:W21:B12"]\n\n'
        '1... h6-g5 {[%clock W0:05:00 b0:04:58]} 2. a3-b4 /FEN "B:W17:B20"/ {the board}\n2... h4-g3 *\n\n'
    )
    assert pdn.write(read(text)) == text


def test_giveaway_has_no_number_of_its_own():
    giveaway = rules.discipline("giveaway")
    text = pdn.write(pdn.from_moves(giveaway.start(), [giveaway.start().parse("c3-d4")]))
    assert '[GameType "25"]\n[Variant "giveaway"]' in text
    assert read(text).discipline.name == "giveaway"


def test_lines_are_not_too_long():
    (game, *_) = pdn.read((GAMES / "russian-championship.pdn").read_bytes())
    assert max(map(len, pdn.write(game).splitlines())) <= 80


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["russian", "international", "brazilian", "giveaway"]),
    st.integers(0, 10_000),
    st.text(alphabet="абв ABC{}()[]%\"'\\;*\n/", max_size=20),
)
def test_random_games_survive_a_round_trip(name, seed, comment):
    chance, moves = random.Random(seed), []
    start = position = rules.discipline(name).start()
    for _ in range(chance.randint(0, 70)):
        legal = position.legal_moves()
        if not legal:
            break
        moves.append(chance.choice(legal))
        position = position.apply(moves[-1])
    written = pdn.from_moves(start, moves, {"Event": comment.replace("\n", " ")}, "1/2-1/2")
    if moves:
        from msgspec.structs import replace

        text = comment.replace("}", "").replace("{", "").strip()
        entries = (replace(written.entries[0], comments=(text,)), *written.entries[1:])
        written = replace(written, entries=entries)
    again = read(pdn.write(written))
    same(written, again)
    assert again.tags["Event"] == written.tags["Event"]


COMMENT = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc"), exclude_characters="{}"), max_size=15)


@st.composite
def variations(draw, depth=2):
    """A variation's text with comments of both kinds, that hold parentheses and brackets, and further variations."""
    parts = ["1. a3-b4"]
    for _ in range(draw(st.integers(0, 3))):
        kind = draw(st.sampled_from(["brace", "line", "inner"] if depth else ["brace", "line"]))
        if kind == "inner":
            parts.append(f"({draw(variations(depth - 1))}\n)")
        else:
            parts.append(draw(COMMENT.map("{{{}}}".format if kind == "brace" else ";{}\n".format)))
    return " ".join(parts)


def remarks(text):
    """Every comment of a text, of either kind, as its words."""
    return ["".join(one).strip() for one in re.findall(r"\{([^}]*)\}|;([^\n]*)", text)]


@given(variations(), COMMENT, COMMENT)
@settings(max_examples=200, deadline=None)
def test_comments_of_variations_come_back(variation, line, last):
    game = read(f'[GameType "25"]\n\n1. c3-d4 ; {line}\n ({variation}\n) {{{last}}} d6-c5 *')
    assert game.entries[0].comments == (line.strip(), last.strip())
    assert remarks(game.entries[0].variations[0]) == remarks(variation)
    again = read(pdn.write(game))
    assert again.entries[0].comments == game.entries[0].comments
    assert remarks(again.entries[0].variations[0]) == remarks(variation)
    assert ";" not in re.sub(r"\{[^}]*\}", "", again.entries[0].variations[0])
    assert pdn.write(again) == pdn.write(game)
