"""Meetings of several games (5.4.6) in words: the score, the games one by one, and what is to be played next."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from display.catalogue import Texts
from display.format import points_text, result_text, time_of_day
from server.meetings import Meetings, Standing
from server.rounds import Pair, Pairing
from server.tournament.elimination import given
from server.tournament.model import Game


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """A meeting as lists show it. ``points`` are what it brings White and Black of the first game, ``marks`` the same
    as text; ``score`` is the sum once the meeting is over, ``games`` each game from White's side of the first one."""

    points: tuple[float, float]
    marks: tuple[str, str]
    score: str
    games: tuple[str, ...]


def meetings_of(
    kept: Meetings, pairing: Pairing, results: Mapping[str, str], until_ms: int | None = None
) -> dict[str, Meeting]:
    """The meetings of a pairing by their first game; none where meetings are single games. ``until_ms``: as they were
    then."""
    if kept.rules_of(pairing).single:
        return {}
    return {pair.game: meeting(pair, kept.standing(pairing, pair, results, until_ms)) for pair in pairing.pairs}


def meeting(pair: Pair, standing: Standing) -> Meeting:
    """One meeting in words."""
    result = standing.result
    games = tuple(_score(game, pair.white, pair.black) for game in standing.games)
    halves = (result.white_half, result.black_half) if standing.over else (0, 0)
    score = ""
    if standing.over:
        signs = " : ".join("+" if half else "–" for half in halves)
        score = signs if given(result) else _sums(standing.first, standing.second)
    return Meeting(
        points=(halves[0] / 2, halves[1] / 2),
        marks=(_mark(result, result.white_half), _mark(result, result.black_half)),
        score=score,
        games=games if len(games) > 1 else (),
    )


def _sums(first: int, second: int) -> str:
    return f"{points_text(first / 2)} : {points_text(second / 2)}"


def _score(game: Game, first: int, second: int) -> str:
    """A game from ``first``'s side: ``1:0``, ``½:½``, ``+:–``; a dot while it is open."""
    if game.kind == "unfinished":
        return "·"
    return f"{_mark(game, game.half(first))}:{_mark(game, game.half(second))}"


def _mark(game: Game, half: int) -> str:
    if game.kind == "unfinished":
        return "·"
    if game.kind == "forfeit":
        return "+" if half else "–"
    return points_text(half / 2)


def game_words(kept: Meetings, game: str, texts: Texts, local: datetime | None) -> str:
    """Which game of its meeting this is, and when it may begin (5.4.6, 31.8.2): empty for a single game at any time.
    ``local`` is the hall's time for `Meetings.earliest_ms`, ``None`` where it is past."""
    found = kept.of_game(game)
    if found is None:
        return ""
    pairing, _, more = found
    rules = kept.rules_of(pairing)
    number = more.number if more is not None else 1
    parts: list[str] = []
    if more is not None and more.extra:
        parts.append(texts.t("meeting.extra", n=number))
    elif rules.first_win:
        parts.append(texts.t("meeting.game-open", n=number))
    elif rules.games > 1:
        parts.append(texts.t("meeting.game", n=number, of=rules.games))
    if local is not None:
        parts.append(texts.t("meeting.earliest", time=time_of_day(local)))
    return ", ".join(filter(None, parts))


class MeetingGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a meeting for the arbiter: its words and its result; ``here``: the one that is shown."""

    game: str
    words: str
    result: str
    here: bool


class MeetingBox(msgspec.Struct, frozen=True, kw_only=True):
    """A whole meeting for the arbiter: its games, the score of the first game's White and Black, who they are."""

    meeting: str
    games: tuple[MeetingGame, ...]
    score: str
    people: tuple[tuple[int, str], ...]
    over: bool


def meeting_box(
    kept: Meetings, game: str, results: Mapping[str, str], words: Texts, names: Mapping[int, str]
) -> MeetingBox | None:
    """The meeting that ``game`` belongs to; ``None`` where it is a single game."""
    found = kept.of_game(game)
    if found is None or kept.rules_of(found[0]).single:
        return None
    pairing, pair, _ = found
    standing = kept.standing(pairing, pair, results)
    games = tuple(
        MeetingGame(
            game=one.game,
            words=game_words(kept, one.game, words, None),
            result=result_text(results[one.game]) if one.game in results else "",
            here=one.game == game,
        )
        for one in kept.games(pair)
    )
    return MeetingBox(
        meeting=pair.game,
        games=games,
        score=_sums(standing.first, standing.second),
        people=tuple((player, names[player]) for player in (pair.white, pair.black)),
        over=standing.over,
    )
