"""The play-off for a shared first place (31.8), run by the hall after the last round.

The regulations say beforehand whether there is one (31.8.1); the chief arbiter has it played. Its stages are those of
`server.tournament.knockout`, each paired as a round of its own beyond the planned ones, so that tables, phones, desk
and pages treat its games like any others. Where it stands is always computed from the results; only who plays is kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from record.commands import Refusal
from record.state import Phase
from server import rounds, store, systems
from server.ledger import PlayOff
from server.match_config import PLAY_OFF
from server.refusals import NOT_THERE
from server.rounds import Pairing
from server.tournament.knockout import Stage, next_stage
from server.tournament.model import Game
from server.tournament.standing import Row

if TYPE_CHECKING:
    from server.hall import Hall

MINUTE_MS = 60_000
NO_PLAY_OFF = Refusal(
    code="no-play-off",
    ru="Регламент не предусматривает плей-офф: он определяется до начала соревнования (п. 31.8.1).",
    en="The regulations have no play-off: that is determined before the event begins (art. 31.8.1).",
)
ROUNDS_LEFT = Refusal(
    code="rounds-left", ru="Плей-офф играют после последнего тура.", en="A play-off follows the last round."
)
OPEN_GAMES = Refusal(code="round-open", ru="Не все результаты подтверждены.", en="Not all results are confirmed.")
NO_TIE = Refusal(code="no-tie", ru="Первое место не делится.", en="First place is not shared.")
STARTED = Refusal(code="play-off-open", ru="Плей-офф уже назначен.", en="The play-off is on already.")
DECIDED = Refusal(code="last-round", ru="Плей-офф окончен.", en="The play-off is over.")
PAIRED = Refusal(
    code="play-off-paired",
    ru="Этап плей-офф уже составлен: сначала отмените его.",
    en="A stage of the play-off is paired: take that back first.",
)


class Meeting(NamedTuple):
    """Two players of a stage, White of the first game first, and how many games they play."""

    white: int
    black: int
    games: int


class Standing(NamedTuple):
    """Where a play-off stands: the games of each stage given so far, the stage that is on (``None``: over), how many of
    its parts are paired, and the winner."""

    stages: tuple[tuple[Stage, tuple[Game, ...]], ...]
    stage: Stage | None
    parts: int
    winner: int | None

    @property
    def number(self) -> int:
        """The number of the stage that is on."""
        return len(self.stages) + 1


class PlayOffs:
    """The play-off of one hall."""

    def __init__(self, hall: "Hall") -> None:
        self._hall, self._books = hall, hall.ledger

    # -- reading

    def level(self) -> tuple[int, ...]:
        """Who would play: those level for first place as the regulations have it; nobody where it is not shared."""
        how, rows = self._hall.settings.event.play_off, self._table()
        if how == "none" or not rows:
            return ()
        first = rows[0]
        members = self._books.members
        level = tuple(
            row.id
            for row in rows
            if row.points_half == first.points_half
            and (how == "points" or row.place == first.place)
            and members[row.id].left_after is None
        )
        return level if len(level) > 1 else ()

    def standing(self, results: Mapping[str, str]) -> Standing | None:
        """Where the play-off stands by ``results``; ``None`` where there is none."""
        kept = self._books.play_off
        if kept is None:
            return None
        played: list[tuple[Stage, tuple[Game, ...]]] = []
        seed = rounds.lot(self._hall.seed, "play-off", kept.number)
        while True:
            answer = next_stage(kept.players, [games for _, games in played], seed=seed, ranking=kept.ranking)
            if isinstance(answer, int):
                return Standing(tuple(played), None, 0, answer)
            pairings = [one for one in self._books.pairings if one.stage == len(played) + 1]
            games = tuple(game for one in pairings for game in self._games(one, results))
            whole = len(pairings) == len(parts(answer))
            if not whole or any(game.kind == "unfinished" for game in games):
                return Standing(tuple(played), answer, len(pairings), None)
            played.append((answer, games))

    def _games(self, pairing: Pairing, results: Mapping[str, str]) -> Iterator[Game]:
        for pair in pairing.pairs:
            yield from self._hall.meetings.stage_games(pairing, pair, results)

    def due(self) -> int:
        """The number of the stage of which games are to be paired now; 0 where none are."""
        standing = self.standing(self._hall.results())
        if standing is None or standing.stage is None or standing.parts >= len(parts(standing.stage)):
            return 0
        return standing.number if self._all_confirmed() else 0

    def ordered(self, rows: Sequence[Row], results: Mapping[str, str]) -> tuple[Row, ...]:
        """The standings with the place that the play-off has decided: its winner is first, the others who played keep
        their order after him."""
        standing = self.standing(results)
        if standing is None or standing.winner is None or self._books.play_off is None:
            return tuple(rows)
        article = standing.stages[0][0].article
        players, winner = set(self._books.play_off.players), standing.winner
        first = next(row for row in rows if row.id == winner)
        top = [row for row in rows if row.id in players and row.id != winner]
        made = [msgspec.structs.replace(first, place=1, decided=article)]
        for at, row in enumerate(top):
            same = at and row.place == top[at - 1].place
            made.append(msgspec.structs.replace(row, place=made[-1].place if same else at + 2, decided=article))
        return (*made, *(row for row in rows if row.id not in players))

    def _table(self) -> tuple[Row, ...]:
        """The standings without the play-off."""
        return tuple(
            row for row in systems.table(self._hall.settings, self._hall.tournament()) if row.place is not None
        )

    def _all_confirmed(self) -> bool:
        seats = self._hall.seats(every=True)
        return all(self._hall.game(pair.game).phase is Phase.CONFIRMED for pair in seats)

    # -- starting and taking back

    async def start(self, *, by: str = "") -> Refusal | None:
        """Have the play-off played: the chief arbiter's decision."""
        return await self._hall.apart(self._start(by))

    async def _start(self, by: str) -> Refusal | None:
        async with self._hall.round_lock:
            if self._hall.settings.event.play_off == "none":
                return NO_PLAY_OFF
            if self._books.play_off is not None:
                return STARTED
            if self._hall.round_number < self._hall.rounds:
                return ROUNDS_LEFT
            adjourned = set(self._books.adjourned) - set(self._hall.results())
            if not self._all_confirmed() or adjourned:
                return OPEN_GAMES
            players = self.level()
            if not players:
                return NO_TIE
            begun = sum(act.kind == PLAY_OFF for act in self._books.acts)
            kept = PlayOff(
                number=begun + 1,
                players=players,
                ranking=tuple(row.id for row in self._table()),
                at_ms=self._hall.clock(),
                by=by,
            )
            act = self._books.act(PLAY_OFF, by, players=players)
            await self._books.keep(act, self._books.put(store.play_offs, number=1, data=kept))
            self._books.play_off = kept
            self._hall.changes.tell("round")
            return None

    async def take_back(self, *, reason: str, by: str = "") -> Refusal | None:
        """There is no play-off after all; not once a stage is paired."""
        return await self._hall.apart(self._take_back(reason.strip(), by))

    async def _take_back(self, reason: str, by: str) -> Refusal | None:
        async with self._hall.round_lock:
            kept = self._books.play_off
            if kept is None:
                return NOT_THERE
            if any(pairing.stage for pairing in self._books.pairings):
                return PAIRED

            def forget(connection: Connection) -> None:
                connection.execute(sa.delete(store.play_offs))

            act = self._books.act("play-off-back", by, players=kept.players, reason=reason)
            await self._books.keep(act, forget)
            self._books.play_off = None
            self._hall.changes.tell("round")
            return None

    # -- pairing

    def next_pairing(self) -> Pairing | Refusal:
        """The next games of the play-off as a pairing. Call it where every result is confirmed."""
        hall, kept = self._hall, self._books.play_off
        standing = self.standing(hall.results())
        if kept is None or standing is None or standing.stage is None:
            return DECIDED
        stage, part = standing.stage, standing.parts
        meetings = parts(stage)[part]
        number = self._books.round_number + 1
        edition = self._books.editions(number) + 1
        tables = hall.settings.tables
        fixed = {one.player: one.table for one in self._books.orders.tables}
        couples = [(one.white, one.black) for one in meetings]
        return Pairing(
            round=number,
            system=PLAY_OFF,
            pairs=rounds.place(number, couples, tables, fixed=fixed, edition=edition),
            why=({"key": stage.kind, "article": stage.article},),
            at_ms=hall.clock(),
            edition=edition,
            stage=standing.number,
            games=meetings[0].games,
            control=hall.settings.event.play_off_control,
            earliest_ms=self._earliest_ms(stage, frozenset(kept.players)) if part == 0 else 0,
            article=stage.article,
        )

    def _earliest_ms(self, stage: Stage, players: frozenset[int]) -> int:
        """After the break of 31.8.2 from the last game of those who play: of the last round, or of the stage before."""
        hall = self._hall
        last = next((one for one in reversed(self._books.pairings) if hall.meetings.ended_ms(one, players)), None)
        if last is None:
            return 0
        ended = hall.meetings.ended_ms(last, players)
        return ended + stage.break_minutes * MINUTE_MS // hall.settings.server.time_scale


def parts(stage: Stage) -> tuple[tuple[Meeting, ...], ...]:
    """The games of a stage as meetings that are played at once, one part after another. A mini-match is a meeting of
    two games; a round robin has a part for each of its rounds."""
    if stage.kind == "mini-match":
        return (tuple(Meeting(white, black, 2) for white, black in stage.games[::2]),)
    found: list[list[Meeting]] = [[]]
    busy: set[int] = set()
    for white, black in stage.games:
        if {white, black} & busy:
            found.append([])
            busy = set()
        found[-1].append(Meeting(white, black, 1))
        busy |= {white, black}
    return tuple(tuple(each) for each in found)
