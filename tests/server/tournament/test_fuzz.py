"""Whatever is read or asked, the answer is an answer or a fault told in words, never a crash."""

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import NotationError
from server.tournament import (
    Bye,
    Event,
    Game,
    Player,
    Rates,
    Round,
    check_answer,
    generate,
    pair,
    pair_answer,
    read_trf,
    standings,
    systems,
    tiebreaks,
    write_trf,
)
from server.tournament.entries import read_entries_csv
from server.tournament.spreadsheet import read_xlsx, write_xlsx

TEXT = write_trf(generate(1, 9, 4, rates=Rates(forfeit=20, absent=10, half_bye=10)).event, 26) + (
    "260 001 004    1    2\n240 Z 005    3    4\nXXP 5 6\n250      01.0 001 002 0001 0002\n162  W 1.0    D 0.5\n"
)


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_damaged_files_are_read_or_refused(data: st.DataObject) -> None:
    text = TEXT
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        length = data.draw(st.integers(0, 6))
        put = data.draw(st.text(alphabet="0123456789 wb-+=UFHZ.\nX#é²", max_size=6))
        text = text[:at] + put + text[at + length :]
    try:
        event = read_trf(text)
    except NotationError:
        return
    answer = pair_answer(event, relax=True)
    assert answer["round"] == event.finished + 1
    standings(event, ("buchholz", "sonneborn-berger"))
    assert read_trf(write_trf(event)).rounds[: event.finished] == event.rounds[: event.finished]


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=400))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_trf, read_entries_csv):
        with suppress(NotationError):
            assert read(text) is not None


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300), st.integers(0, 1500))
def test_damaged_workbooks_are_read_or_refused(put: bytes, at: int) -> None:
    whole = write_xlsx({"a": [["name", "rating"], ["A", 1]]})
    with suppress(NotationError):
        assert isinstance(read_xlsx(whole[:at] + put + whole[at + len(put) :]), list)


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Any lawful set of data, however absurd as a tournament: rematches, everyone absent, gaps in the numbers."""
    ids = draw(st.lists(st.integers(1, 30), min_size=1, max_size=9, unique=True))
    rounds = []
    for _ in range(draw(st.integers(0, 5))):
        left = draw(st.permutations(ids))
        games, byes = [], []
        while left:
            what = draw(st.sampled_from(["game", "bye", "nothing"]))
            if what == "game" and len(left) > 1:
                white, black, *left = left
                result = draw(st.sampled_from([(2, 0), (1, 1), (0, 2), (0, 0)]))
                kind = draw(st.sampled_from(["played", "played", "forfeit", "unfinished", "unrated"]))
                games.append(Game(white, black, *((2, 0) if kind == "forfeit" else result), kind))  # type: ignore[arg-type]
            else:
                player, *left = left
                if what == "bye":
                    kind = draw(st.sampled_from(["bye", "full", "half", "zero"]))
                    byes.append(Bye(player, kind, {"half": 1, "zero": 0}.get(kind, 2)))  # type: ignore[arg-type]
        rounds.append(Round(tuple(games), tuple(byes)))
    people = tuple(
        Player(number, rating=draw(st.none() | st.integers(1000, 2500)), left_after=draw(st.none() | st.integers(0, 4)))
        for number in sorted(ids)
    )
    return Event(people, tuple(rounds), planned_rounds=draw(st.none() | st.integers(1, 9)))


@settings(max_examples=250, deadline=None)
@given(events(), st.sampled_from(sorted(systems())), st.integers(0, 5))
def test_any_event_is_paired_ranked_and_checked(event: Event, system: str, seed: int) -> None:
    made = pair(event, system, seed=seed, relax=True)
    strict = pair(event, system, seed=seed)
    if strict.pairs is not None:
        assert made == strict
    if made.pairs is not None:
        listed = [player for one in made.pairs for player in (one.white, one.black)]
        listed += [made.bye] if made.bye is not None else []
        assert sorted([*listed, *made.absent]) == [player.id for player in event.players]
    names = [name for name, one in tiebreaks().items() if event.round_robin or not one.round_robin_only]
    for rule in ("zero", "article-5.4.10.11", "virtual", "arbiter-pro"):
        rows = standings(event, names, unplayed=rule, explain=True)
        assert [row.id for row in rows if row.place == 1] or all(row.place is None for row in rows)
        assert sorted(row.id for row in rows) == [player.id for player in event.players]
    assert len(check_answer(event, system, seed=seed)["rounds"]) == event.finished
