"""The door to `server.tournament`: which systems and tie-breaks there are, the next pairing, the standings."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from record.commands import Refusal
from rules.errors import SettingsError
from server import dutch
from server.config import DUTCH, Settings
from server.event_rules import ROUND_ROBINS
from server.match_config import KNOCKOUT
from server.tournament.elimination import pair_knockout
from server.tournament.model import Bye, Event
from server.tournament.pairing import Pairing, pluses_of
from server.tournament.roundrobin import schedule
from server.tournament.section_pairing import pair_round, tables_by_section
from server.tournament.standing import Row, standings

NO_PAIRING = Refusal(
    code="no-pairing",
    ru="Пары по правилам составить нельзя. Можно разрешить наименьшее отступление: оно будет записано.",
    en="No pairing keeps to the rules. The least departure can be allowed: it will be recorded.",
)


KNOCKOUT_OVER = Refusal(code="last-round", ru="Нокаут окончен.", en="The knock-out is over.")


class Couples(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing without tables: couples (White, Black) in the order of boards, the plus, the reasons as plain data, and
    who goes through in a knock-out; ``more_byes``: the plus of further odd groups."""

    couples: tuple[tuple[int, int], ...]
    bye: int | None
    why: tuple[dict[str, Any], ...]
    through: tuple[int, ...] = ()
    more_byes: tuple[int, ...] = ()

    @property
    def pluses(self) -> tuple[int, ...]:
        """Everyone who has a plus."""
        return pluses_of(self.bye, self.more_byes)


_RUSSIAN = (
    (r"fixed pair: player (\d+) does not play in this round", r"назначенная пара: участник \1 не играет в этом туре"),
    (r"fixed pair: player (\d+) is not among the entries", r"назначенная пара: участника \1 нет"),
    (r"fixed pairs: a player stands in two of them", "назначенные пары: участник назван дважды"),
    (r"round (\d+): the meeting of (\d+) and (\d+) has no winner yet", r"тур \1: встреча \2 и \3 не выиграна никем"),
)


def _unpaired(fault: SettingsError) -> Refusal:
    """What contradicts itself in what is to be paired."""
    ru = []
    for told in fault.faults:
        found = ((re.fullmatch(pattern, told), form) for pattern, form in _RUSSIAN)
        ru.append(next((match.expand(form) for match, form in found if match), told))
    return Refusal(code="unpaired", ru="; ".join(ru), en="; ".join(fault.faults))


def next_round(
    settings: Settings,
    event: Event,
    *,
    fixed: Sequence[tuple[int, int]] = (),
    absent: Iterable[int] = (),
    relax: bool = False,
) -> Couples | Refusal:
    """The pairing of the round after the last finished one, by the event's system; or why there is none. ``fixed`` are
    pairs (White, Black) that the regulations order."""
    if len(event.players) < 2:
        return Refusal(code="no-players", ru="Нужны хотя бы двое участников.", en="At least two players are needed.")
    if settings.event.system in ROUND_ROBINS:
        return _by_table(event, ROUND_ROBINS[settings.event.system])
    if settings.event.system == KNOCKOUT:
        return _by_elimination(settings, event, fixed, absent)
    if settings.event.system == DUTCH:
        return _by_dutch(event, fixed, absent)
    try:
        found = pair_round(event, settings.event.system, fixed=fixed, absent=absent, relax=relax)
    except SettingsError as fault:
        return _unpaired(fault)
    return couples_of(found)


def _by_elimination(
    settings: Settings, event: Event, fixed: Sequence[tuple[int, int]], absent: Iterable[int]
) -> Couples | Refusal:
    """The next round of a knock-out: its pairs are drawn or follow the order of the entries, none are ordered."""
    if fixed:
        return Refusal(
            code="no-ordered-pairs",
            ru="В нокауте нет назначенных пар: измените пары вручную.",
            en="A knock-out knows no ordered pairs: change the pairs by hand.",
        )
    system = KNOCKOUT if settings.event.knockout_pairs == "lot" else f"{KNOCKOUT}-seeded"
    try:
        found = pair_knockout(event, system, absent=absent)
    except SettingsError as fault:
        return _unpaired(fault)
    return KNOCKOUT_OVER if found.pairs is None else couples_of(found)


def _by_dutch(event: Event, fixed: Sequence[tuple[int, int]], absent: Iterable[int]) -> Couples | Refusal:
    """FIDE's Dutch system, by another program; it knows no ordered pairs."""
    if fixed:
        return Refusal(
            code="no-ordered-pairs",
            ru="Голландская система не знает назначенных пар: измените пары вручную.",
            en="The Dutch system knows no ordered pairs: change the pairs by hand.",
        )
    number = event.finished + 1
    gone = tuple(Bye(player, "zero", 0) for player in sorted(set(absent) - event.byes_announced(number).players()))
    coming = event.byes_announced(number)
    known = msgspec.structs.replace(coming, byes=(*coming.byes, *gone))
    try:
        return couples_of(dutch.pair(event.with_round(known) if known.byes else event))
    except dutch.DutchError as fault:
        return Refusal(code="no-program", ru=fault.ru, en=str(fault))


def couples_of(found: Pairing) -> Couples | Refusal:
    """A pairing of the engine as plain data."""
    if found.pairs is None:
        return NO_PAIRING
    why: list[dict[str, Any]] = [msgspec.to_builtins(reason) for reason in found.why]
    why += [{"relaxed": True, **msgspec.to_builtins(given_up)} for given_up in found.relaxations]
    for one in found.pairs:
        why += [{"white": one.white, "black": one.black, **msgspec.to_builtins(reason)} for reason in one.why]
    couples = tuple((one.white, one.black) for one in found.pairs)
    return Couples(couples=couples, bye=found.bye, why=tuple(why), through=found.through, more_byes=found.more_byes)


def _by_table(event: Event, cycles: int) -> Couples | Refusal:
    """The next round of the Berger table. Games of someone who left are scheduled too: their result is a forfeit that
    the arbiter enters (5.4.5.2-3)."""
    ids = [player.id for player in event.players]
    number = event.finished
    if event.sections:
        tables = tables_by_section(event, cycles)
        names = [section.name for section in event.sections]
        heads = tuple({"key": "section", "article": "5.4.10.9", "values": {"section": name}} for name in names)
        if number >= len(tables):
            return Refusal(code="last-round", ru="Все туры сыграны.", en="All rounds have been played.")
        berger = {"key": "berger", "article": "5.4.11", "round": number + 1}
        return Couples(couples=tables[number], bye=None, why=(*heads, berger))
    scheduled = schedule(len(ids), cycles)
    if number >= len(scheduled):
        return Refusal(code="last-round", ru="Все туры сыграны.", en="All rounds have been played.")
    couples = tuple((ids[white - 1], ids[black - 1]) for white, black in scheduled[number])
    return Couples(couples=couples, bye=None, why=({"key": "berger", "article": "5.4.11", "round": number + 1},))


def table(settings: Settings, event: Event, *, explain: bool = False) -> tuple[Row, ...]:
    """The standings by the event's tie-breaks; with ``explain`` each coefficient's terms."""
    chosen = settings.event
    seed = event.seed or 0
    return standings(
        event, chosen.tiebreaks, unplayed=chosen.unplayed, points=chosen.points, seed=seed, explain=explain
    )
