"""What every page has at hand: the hall, the accounts, the time, the templates and the streams."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from display.catalogue import Texts
from display.format import control_text, time_of_day
from record.events import DESK, AnyEvent
from record.fold import order
from record.game_file import format_of
from record.state import GameState, Phase
from rules.law import kinds
from server.accounts import Account, Accounts
from server.hall import Hall
from server.match_config import KNOCKOUT
from server.rounds import Pairing
from server.starting import SEATED_MS
from server.web.feed import Feed
from server.web.guard import login_token
from server.web.hub import Hub
from server.web.languages import YEAR_S, language, texts, theme
from server.web.limits import Attempts
from server.web.views.desk import Concern, Lamp, OnDesk, on_desk
from server.web.views.facts import language as law_language
from server.web.views.hall import round_words
from server.web.views.meetings import game_words
from server.web.views.playoff import PlayOffView, play_off_view
from server.web.views.spectators import BoardPage

HERE = Path(__file__).parent


def environment() -> Environment:
    """The templates. Everything is escaped; a name that a page was not given is an error."""
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def events_of(hall: Hall, game: str) -> list[AnyEvent]:
    """A game's events in the order in which its fold counts them."""
    sessions: dict[str, list[AnyEvent]] = {}
    for entry in hall.entries(game):
        sessions.setdefault(entry.event.session, []).append(entry.event)
    desk = sessions.pop(DESK, [])
    return order(sessions, desk)


@dataclass
class Door:
    """The pages' view of the server. ``clock`` gives UTC in milliseconds, ``local`` the hall's time of day for it."""

    hall: Hall
    accounts: Accounts
    clock: Callable[[], int]
    local: Callable[[int], datetime]
    hub: Hub
    env: Environment = field(default_factory=environment)
    attempts: Attempts = field(default_factory=Attempts)
    feed: Feed = field(init=False)
    _parts: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.feed = Feed(self)

    def account(self, request: Request) -> Account | None:
        """Who is logged in."""
        token = login_token(request)
        return self.accounts.who(token) if token else None

    def now_ms(self) -> int:
        """UTC in milliseconds."""
        return self.clock()

    def delay_ms(self) -> int:
        """How late spectators see the record."""
        return self.hall.settings.regulations.broadcast_delay_ms

    def live_round(self) -> str:
        """The pairing that pages show: its round, and its edition where it was changed. Another one reloads them."""
        pairing = self.hall.pairing()
        edition = f".{pairing.edition}" if pairing and pairing.edition > 1 else ""
        return f"{self.hall.round_number}{edition}"

    def rounds(self) -> int:
        """How many rounds there are to be: those planned, of a knock-out with one player left those played; an extra
        match of teams is one more."""
        hall, number = self.hall, self.hall.round_number
        if hall.settings.event.system == KNOCKOUT and number and len(hall.field(number + 1)) < 2:
            seats, results = hall.seats(every=True), hall.results()
            return number if all(pair.game in results for pair in seats) else hall.rounds
        return max(hall.rounds, number) if hall.teams.on else hall.rounds

    def stage(self, number: int) -> int:
        """The stage of a play-off that round ``number`` is; 0 for a round of the event."""
        pairing = self.hall.pairing(number)
        return pairing.stage if pairing else 0

    def round_words(self, words: Texts, key: str, number: int) -> str:
        """The words of ``key`` for a round, or those for a stage of the play-off."""
        stage = self.stage(number)
        return words.t(f"playoff.{key.partition('.')[2]}", n=stage) if stage else words.t(key, n=number)

    def titled(self, page: BoardPage, words: Texts) -> BoardPage:
        """A board's page, its title with the stage of the play-off where it belongs to one, and the game's words."""
        number = self.hall.pair_of(page.game)[0]
        plain = words.t("round.lower", n=number)
        title = page.title.replace(plain, self.round_words(words, "round.lower", number))
        return msgspec.structs.replace(page, title=title)

    def level(self) -> tuple[int, ...]:
        """Who may play off first place now: level after the last round, with no play-off yet."""
        hall = self.hall
        event, results = hall.settings.event, hall.results()
        if event.play_off == "none" or hall.ledger.play_off is not None or hall.round_number < hall.rounds:
            return ()
        return hall.play_offs.level() if all(pair.game in results for pair in hall.seats(every=True)) else ()

    def call_words(self, words: Texts) -> str:
        """When the round begins and when players take their seats (5.4.1.1); empty where they are not called."""
        at_ms = self.hall.starter.called_ms()
        if at_ms is None:
            return ""
        begins, seated = (time_of_day(self.local(ms)) for ms in (at_ms, at_ms - SEATED_MS))
        return words.t("call.words", begins=begins, seated=seated)

    def hall_words(self, states: Sequence[GameState], words: Texts) -> str:
        """Where the event stands, for the hall's screen."""
        number = self.hall.round_number
        if called := self.call_words(words):
            return called
        if self.stage(number):
            return self.round_words(words, "round.lower", number).capitalize()
        return round_words(states, number, words)

    def play_off(self, lang: str, *, public: bool = True) -> PlayOffView | None:
        """The play-off, by default as spectators may know it."""
        results = self.hall.results(delayed=public)
        until = self.hall.public_ms() if public else None
        return play_off_view(self.hall, results, self.names(lang), texts(lang), until)

    def event_name(self, lang: str) -> str:
        """The event's name."""
        name = self.hall.settings.event.name
        return name.en if lang == "en" else name.ru

    def event_words(self, words: Texts) -> str:
        """Discipline, tempo and control in one line."""
        event = self.hall.settings.event
        return (
            f"{words.t(f'discipline.{event.discipline}')}, {words.t(f'tempo.{event.tempo}')}, "
            f"{control_text(event.control, words)}"
        )

    def names(self, lang: str) -> dict[int, str]:
        """Players' names by start number."""
        return {
            member.id: (member.entry.name_en if lang == "en" and member.entry.name_en else member.entry.name)
            for member in self.hall.players()
        }

    def on_desk(self, game: str, words: Texts, role: str | None) -> OnDesk:
        """What one game puts on the desk now."""
        state = self.hall.game(game)
        lamp = self.hall.tables.lamp(state.assignment.table)
        misset = lamp.misset if lamp.game == game else None
        shown = on_desk(state, partial(events_of, self.hall), words, self.now_ms(), role=role, misset=misset)
        if note := self.game_words(game, words):
            shown = msgspec.structs.replace(shown, tile=msgspec.structs.replace(shown.tile, meeting=note))
        # An adjourned game is not waited for: the next round may be paired.
        return msgspec.structs.replace(shown, confirmed=True) if game in self.hall.ledger.adjourned else shown

    def game_words(self, game: str, words: Texts) -> str:
        """Which game of its meeting this is, and when it may begin while that is not yet."""
        earliest = self.hall.meetings.earliest_ms(game)
        waiting = earliest > self.now_ms() and self.hall.game(game).phase is Phase.WAITING
        return game_words(self.hall.meetings, game, words, self.local(earliest) if waiting else None)

    def waits(self, lang: str, pairing: Pairing) -> dict[str, str]:
        """The words of the game that is on in each meeting of a pairing that is not over, by the first game."""
        words, results = texts(lang), self.hall.results()
        seats = self.hall.meetings.seats(pairing, self.hall.public_ms())
        return {
            pair.game: told
            for pair, seat in zip(pairing.pairs, seats, strict=True)
            if seat.game not in results and (told := self.game_words(seat.game, words))
        }

    def lamps(self) -> tuple[Lamp, ...]:
        """The tables' lamps in table order."""
        out = []
        for lamp in self.hall.tables.lamps():
            look = "off" if lamp.device == "none" else "" if lamp.online and not lamp.silent else "old"
            out.append(Lamp(table=lamp.table, look=look))
        return tuple(out)

    def alarms(self, words: Texts) -> tuple[Concern, ...]:
        """What is wrong and no one has taken note of, in words."""
        known = kinds()
        out = []
        for alarm in self.hall.alarms():
            key = f"alarm.{alarm.kind}"
            law = known.get(alarm.kind)
            said = words.t(key) if words.has(key) else law.text(law_language(words)) if law else alarm.kind
            out.append(Concern(id=alarm.id, table=alarm.table, words=said, detail=alarm.detail))
        return tuple(out)

    def context(self, lang: str, **more: Any) -> dict[str, Any]:
        """What every template may name."""
        words, event = texts(lang), self.hall.settings.event
        base = {
            "lang": lang,
            "t": words.t,
            "n": words.n,
            "theme": "",
            "now_ms": self.now_ms(),
            "stream": "",
            "event_name": self.event_name(lang),
            "event_words": self.event_words(words),
            "event_held": ", ".join(part for part in (event.place, event.start) if part),
            "chief_arbiter": event.chief_arbiter,
            "round": self.hall.round_number,
            "rounds": self.rounds(),
            "live_round": self.live_round(),
            "stage": self.stage(self.hall.round_number),
            "round_title": partial(self.round_words, words, "pairings.title"),
            "round_short": partial(self.round_words, words, "round.short"),
            "round_lower": partial(self.round_words, words, "round.lower"),
            "round_of": partial(self.round_words, words, "names.of"),
            "knockout": self.hall.settings.event.system == KNOCKOUT,
            "team_event": self.hall.teams.on,
            "refusal": "",
        }
        return {**base, **more}

    def part(self, macro: str, lang: str, *arguments: Any) -> str:
        """A macro of ``parts.html`` as text: the same that the page has at that place."""
        if lang not in self._parts:
            self._parts[lang] = self.env.get_template("parts.html").make_module(self.context(lang))
        return str(getattr(self._parts[lang], macro)(*arguments)).strip()

    def journal(self, lang: str) -> str:
        """Whether every desk event has reached its table's journal."""
        waiting = len(self.hall.tables.undelivered())
        return texts(lang).n("journal.waiting", waiting) if waiting else texts(lang).t("journal.stored")

    def include(self, template: str, lang: str, **more: Any) -> str:
        """A partial template as text."""
        return self.env.get_template(template).render(self.context(lang, **more)).strip()

    def page(self, request: Request, template: str, *, status: int = 200, **more: Any) -> Response:
        """A whole page, in the request's language and theme, which its cookies then keep."""
        lang, chosen = language(request), theme(request)
        html = self.env.get_template(template).render(self.context(lang, theme=chosen, **more))
        response = HTMLResponse(html, status)
        for name, asked, value in (
            ("lang", request.query_params.get("lang"), lang),
            ("theme", request.query_params.get("theme"), chosen),
        ):
            if asked is not None:
                response.set_cookie(f"flagfall_{name}", value, max_age=YEAR_S, samesite="lax", httponly=True, path="/")
        return response

    def error(self, request: Request, status: int, key: str, **values: object) -> Response:
        """A page that says what is wrong."""
        message = texts(language(request)).t(key, **values)
        return self.page(request, "error.html", status=status, message=message)

    def round_file(self, number: int) -> str:
        """The notation in which the finished games of a round are there for spectators; empty where none is."""
        over = any(state.ended for state in self.hall.games_delayed(number, every=True))
        return format_of(self.hall.settings.event.discipline) if over else ""

    def time_of_day(self) -> str:
        """The hall's time of day."""
        return time_of_day(self.local(self.now_ms()))

    def results_shown(self) -> Mapping[str, str]:
        """The results that spectators may see: of finished games in the delayed record."""
        shown = dict(self.hall.results())
        for state in self.hall.games_delayed(every=True):
            game = state.assignment.game
            shown.pop(game, None)
            if state.result is not None:
                shown[game] = state.result.result
        return shown
