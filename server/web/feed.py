"""From the hall's changes to the streams' parts: boards at once, walls, lists and the desk once a second.

Spectators' parts are drawn from the delayed fold when a change's delay is over, never from the state of now.
"""

import asyncio
import contextlib
import heapq
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from display.catalogue import LANGUAGES
from record.state import GameState
from server.changes import Change
from server.web import team_sheets
from server.web.access import ROLES, may
from server.web.hub import Channel
from server.web.languages import texts
from server.web.views.desk import Desk, OnDesk, desk
from server.web.views.hall import hall_board, shown
from server.web.views.spectators import board_page, playing, wall_board

if TYPE_CHECKING:
    from server.web.door import Door

TICK_S = 1.0
ROLE_OF_DESK = {"act": "arbiter", "see": "viewer"}
"""Desks differ only in whether their buttons may be pressed; the answer to a press checks the role itself."""


class _Kept(NamedTuple):
    """What a game put on the desk when its state was ``state``, and the HTML of it by its place."""

    state: GameState
    view: OnDesk
    parts: dict[str, str]


class Feed:
    """Keeps the channels fed while it runs."""

    def __init__(self, door: "Door") -> None:
        self._door = door
        self._dirty: set[str] = set()
        self._drawn: set[str] = set()
        self._stale_lists = True
        self._stale_head = True
        self._due: list[tuple[int, str]] = []
        self._games: dict[tuple[str, str, str], _Kept] = {}
        self._cases: dict[str, set[str]] = {}
        self._round = 0
        self._catching_up_ms = 0

    # -- channels

    def wall(self, lang: str) -> Channel:
        """The wall's channel."""
        return self._door.hub.channel(f"wall:{lang}", coalesced=True)

    def hall(self, lang: str) -> Channel:
        """The channel of the hall's screen."""
        return self._door.hub.channel(f"hall:{lang}", coalesced=True)

    def board(self, table: int, lang: str) -> Channel:
        """The channel of one board."""
        return self._door.hub.channel(f"board:{table}:{lang}", coalesced=False)

    def lists(self, name: str, lang: str) -> Channel:
        """The channel of the pairings or the standings."""
        return self._door.hub.channel(f"{name}:{lang}", coalesced=True)

    def teams(self, role: str, lang: str) -> Channel:
        """The channel of the desk's page of teams for a role."""
        return self._door.hub.channel(f"teams:{role}:{lang}", coalesced=True)

    def captain(self, team: int, lang: str) -> Channel:
        """The channel of a captain's page."""
        return self._door.hub.channel(f"captain:{team}:{lang}", coalesced=True)

    def desk(self, role: str | None, lang: str) -> tuple[Channel, str]:
        """The desk's channel for a role, and the kind of desk it has."""
        look = "act" if may(role, "rule") else "see"
        return self._door.hub.channel(f"desk:{look}:{lang}", coalesced=True), look

    # -- running

    async def run(self) -> None:
        """Feed until the hall ends its changes; then every stream ends too."""
        self._catching_up_ms = self._door.now_ms() + self._door.delay_ms()
        ticking = asyncio.create_task(self._tick())
        try:
            with self._door.hall.subscribe() as changes:
                async for change in changes:
                    self.take(change)
        finally:
            ticking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await ticking
            self._door.hub.close()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            self.tick()

    def take(self, change: Change) -> None:
        """Note what changed; a single board without delay is sent at once."""
        match change.what:
            case "game" | "result" if change.game:
                self._dirty.add(change.game)
                self._stale_lists = self._stale_lists or change.what == "result"
                due = self._door.now_ms() + self._door.delay_ms()
                if self._door.delay_ms() == 0 and change.what == "game":
                    self._send_board(change.game)
                heapq.heappush(self._due, (due, change.game))
            case "lamp" | "alarm":
                self._stale_head = True
                self._games = {
                    key: kept for key, kept in self._games.items() if kept.state.assignment.table != change.table
                }
            case _:
                self._games.clear()
                self._stale_lists = self._stale_head = True
                for pair in self._door.hall.seats():
                    self._dirty.add(pair.game)
                    heapq.heappush(self._due, (self._door.now_ms(), pair.game))

    def tick(self) -> None:
        """Send what gathered."""
        self._send_due()
        self._send_hall()
        self._send_desks()
        if self._stale_lists:
            self._stale_lists = False
            self._send_lists()
        self._door.hub.flush()

    # -- spectators

    def _send_due(self) -> None:
        now, games = self._door.now_ms(), set()
        while self._due and self._due[0][0] <= now:
            games.add(heapq.heappop(self._due)[1])
        tables = {pair.game: pair.table for pair in self._door.hall.seats(until_ms=self._door.hall.public_ms(now))}
        if now < self._catching_up_ms:  # what came before this start becomes visible too when its delay is over
            games.update(tables)
        shown = [game for game in games if game in tables]
        if not shown:
            return
        looks = self._door.delay_ms() or self._door.hall.settings.openings
        states = [self._door.hall.state_delayed(game, now) for game in shown] if looks else []
        drawn = {state.assignment.game for state in states if state.assignment.opening is not None}
        if drawn - self._drawn:
            self._drawn |= drawn
            self._stale_lists = True  # the pairings tell the openings that are drawn (5.4.1.3)
        if self._door.delay_ms():
            for game in shown:
                self._send_board(game)
            if any(state.result is not None for state in states):
                self._stale_lists = True  # the lists show a result as late as its board does
        for lang in LANGUAGES:
            channel = self.wall(lang)
            if not channel.readers:
                continue
            words = texts(lang)
            parts = {
                f"wall-{tables[game]}": self._door.part(
                    "wall_board",
                    lang,
                    wall_board(self._door.hall.state_delayed(game, now), words, now, delay_ms=self._door.delay_ms()),
                )
                for game in shown
            }
            heads = team_sheets.wall_heads(self._door, lang).values()
            parts |= {f"match-{one.number}": self._door.part("wall_match", lang, one) for one in heads}
            parts["round"] = self._door.live_round()
            parts["playing"] = f'<span class="big" id="playing">{playing(self._door.hall.games_delayed())}</span>'
            channel.put(parts)

    def _send_hall(self) -> None:
        """The hall's screen, once a second: minutes pass without an event, and the page itself must not know whose."""
        for lang in LANGUAGES:
            channel = self.hall(lang)
            if channel.readers:
                channel.put(self.hall_parts(lang))

    def hall_parts(self, lang: str) -> dict[str, str]:
        """Everything on the hall's screen that may change, by the id of its place."""
        from server.web.sheets import hall_listed

        door, words, now = self._door, texts(lang), self._door.now_ms()
        states = door.hall.games_delayed(now_ms=now)
        parts = {
            f"hall-{state.assignment.table}": door.part(
                "hall_board", lang, hall_board(state, words, now, delay_ms=door.delay_ms())
            )
            for state in shown(states)
        }
        parts["round"] = door.live_round()
        parts["hall-list"] = door.part("hall_list", lang, hall_listed(door, lang))
        parts["hall-words"] = door.part("hall_words", lang, door.hall_words(states, words))
        return parts

    def _send_board(self, game: str) -> None:
        _, pair = self._door.hall.pair_of(game)
        if self._door.hall.game_at(pair.table, public=True) != game:
            return
        for lang in LANGUAGES:
            channel = self.board(pair.table, lang)
            if channel.readers:
                channel.put({"one": self.board_html(game, lang), "round": self._door.live_round()})

    def board_html(self, game: str, lang: str, ply: int | None = None) -> str:
        """The main part of a single board's page."""
        now = self._door.now_ms()
        state = self._door.hall.state_delayed(game, now)
        page = board_page(state, texts(lang), now, delay_ms=self._door.delay_ms(), ply=ply)
        page = self._door.titled(page, texts(lang))
        return self._door.include("_board.html", lang, page=page)

    def _send_lists(self) -> None:
        from server.web.sheets import bracket_html, pairings_html, play_off_html, standings_html
        from server.web.team_feed import captain_parts, desk_parts

        for lang in LANGUAGES:
            if (drawn := self.lists("bracket", lang)).readers:
                drawn.put({"bracket": bracket_html(self._door, lang)})
            pairings, standings = self.lists("pairings", lang), self.lists("standings", lang)
            if pairings.readers and self._door.hall.round_number:
                pairings.put({"list": pairings_html(self._door, lang, self._door.hall.round_number)})
            if standings.readers:
                shown = {"list": standings_html(self._door, lang), "playoff": play_off_html(self._door, lang)}
                standings.put(shown)
            for role in ROLES if self._door.hall.teams.on else ():
                if (teams := self.teams(role, lang)).readers:
                    teams.put(desk_parts(self._door, lang, role))
            for team in self._door.hall.teams.squads:
                if (mine := self.captain(team, lang)).readers:
                    mine.put(captain_parts(self._door, lang, team))

    # -- the desk

    def _send_desks(self) -> None:
        dirty, self._dirty = self._dirty, set()
        stale, self._stale_head = self._stale_head, False
        if not dirty and not stale:
            return
        for lang in LANGUAGES:
            for role in ("arbiter", "viewer"):
                channel, look = self.desk(role, lang)
                if channel.readers:
                    channel.put(self.desk_parts(look, lang))

    def _fresh(self) -> None:
        """Forget what was kept of another round."""
        if self._door.hall.round_number != self._round:
            self._round = self._door.hall.round_number
            self._games.clear()

    def desk_now(self, look: str, lang: str) -> Desk:
        """The desk, with what did not change taken from the last time."""
        self._fresh()
        games = [self._game(look, lang, pair.game).view for pair in self._door.hall.seats()]
        words = texts(lang)
        return desk(games, words, self._door.now_ms(), lamps=self._door.lamps(), alarms=self._door.alarms(words))

    def _game(self, look: str, lang: str, game: str) -> "_Kept":
        """What one game puts on the desk; made anew when the game's state is another."""
        key, state = (look, lang, game), self._door.hall.game(game)
        kept = self._games.get(key)
        if kept is None or kept.state is not state:
            door = self._door
            view = door.on_desk(game, texts(lang), ROLE_OF_DESK[look])
            parts = {f"case-{case.key}": door.part("case", lang, case) for case in view.cases}
            if view.done:
                parts[f"done-{view.done.key}"] = door.part("done_line", lang, view.done)
            parts[view.tile.key] = door.part("tile", lang, view.tile)
            kept = self._games[key] = _Kept(state, view, parts)
        return kept

    def desk_parts(self, look: str, lang: str) -> dict[str, str]:
        """Everything on the desk that may change, by the id of its place; a case that is gone is empty."""
        door, shown = self._door, self.desk_now(look, lang)
        parts: dict[str, str] = {}
        for pair in door.hall.seats():
            parts |= self._game(look, lang, pair.game).parts
        known = self._cases.setdefault(f"{look}:{lang}", set())
        movable = {key for key in parts if key.startswith(("case-", "done-"))}
        gone = dict.fromkeys(known - movable, "")
        known.clear()
        known.update(movable | gone.keys())
        parts |= gone
        parts["order"] = msgspec.json.encode([f"case-{case.key}" for case in shown.cases]).decode()
        parts["more"] = door.part("more", lang, shown)
        parts["results"] = door.part("results", lang, shown)
        parts["pairbar"] = door.part(
            "pairbar",
            lang,
            shown.ready,
            look == "act",
            door.hall.round_number,
            door.rounds(),
            len(shown.tiles),
            shown.to_start and look == "act",
            door.hall.play_offs.due(),
        )
        for name in ("counts", "heard", "lamps", "since"):
            parts[name] = door.part(f"{name}_cell", lang, shown)
        for name in ("all", "playing", "over"):
            parts[f"tab-{name}"] = door.part(f"tab_{name}", lang, shown)
        parts["journal"] = door.part("journal_cell", lang, door.journal(lang))
        parts["round"] = door.live_round()
        return parts
