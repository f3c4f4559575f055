"""The play-off for first place (31.8) as pages show it: who plays, every stage with its results, who has won."""

from collections.abc import Mapping

import msgspec

from display.catalogue import Texts
from server.hall import Hall
from server.web.views.meetings import meeting


class PlayOffMeeting(msgspec.Struct, frozen=True, kw_only=True):
    """Two players of a stage, White of the first game first, and the score once it is known."""

    white: str
    black: str
    score: str
    games: tuple[str, ...]


class PlayOffStage(msgspec.Struct, frozen=True, kw_only=True):
    """A stage: what it is, its article, its meetings."""

    words: str
    kind: str
    article: str
    meetings: tuple[PlayOffMeeting, ...]


class PlayOffView(msgspec.Struct, frozen=True, kw_only=True):
    """The play-off. ``winner`` is empty until there is one."""

    players: tuple[str, ...]
    stages: tuple[PlayOffStage, ...]
    winner: str


def play_off_view(
    hall: Hall, results: Mapping[str, str], names: Mapping[int, str], words: Texts, until_ms: int | None = None
) -> PlayOffView | None:
    """The play-off by ``results``; ``until_ms``: as it was then. ``None`` where there is none."""
    kept, standing = hall.ledger.play_off, hall.play_offs.standing(results)
    if kept is None or standing is None:
        return None
    stages: dict[int, list[PlayOffMeeting]] = {}
    kinds: dict[int, tuple[str, str]] = {}
    for pairing in (one for one in hall.ledger.pairings if one.stage):
        kinds[pairing.stage] = str(pairing.why[0]["key"]), pairing.article
        for pair in pairing.pairs:
            told = meeting(pair, hall.meetings.standing(pairing, pair, results, until_ms))
            row = PlayOffMeeting(white=names[pair.white], black=names[pair.black], score=told.score, games=told.games)
            stages.setdefault(pairing.stage, []).append(row)
    return PlayOffView(
        players=tuple(names[player] for player in kept.players),
        stages=tuple(
            PlayOffStage(
                words=words.t("playoff.title", n=number),
                kind=words.t(f"playoff.{kinds[number][0]}"),
                article=kinds[number][1],
                meetings=tuple(rows),
            )
            for number, rows in sorted(stages.items())
        ),
        winner=names[standing.winner] if standing.winner is not None else "",
    )
