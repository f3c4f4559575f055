"""The groups of one event (5.4.10.9): the part of it that concerns one of them, and an event under other numbers."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from server.tournament.model import Bonus, Event, Forbidden, Game, Round, Section


def section_names(event: Event) -> dict[int, str]:
    """The name of each player's group; empty where the event has none."""
    return {player: section.name for section in event.sections for player in section.players}


def closed(event: Event) -> bool:
    """Whether nobody has an opponent of another group."""
    group = section_names(event)
    return all(group.get(game.white) == group.get(game.black) for entry in event.rounds for game in entry.games)


def section_event(event: Event, section: Section) -> Event:
    """The event of one group by itself: its players, their meetings among themselves, their byes."""
    members = set(section.players)
    rounds = tuple(
        replace(
            entry,
            games=tuple(game for game in entry.games if game.white in members and game.black in members),
            byes=tuple(bye for bye in entry.byes if bye.player in members),
        )
        for entry in event.rounds
    )
    return replace(
        event,
        players=tuple(player for player in event.players if player.id in members),
        rounds=rounds,
        forbidden=_kept(event.forbidden, members),
        bonuses=tuple(
            replace(bonus, players=tuple(p for p in bonus.players if p in members)) for bonus in event.bonuses
        ),
        teams=(),
        sections=(),
        over=event.finished,
        stated={player: stated for player, stated in event.stated.items() if player in members},
    )


def _kept(forbidden: Sequence[Forbidden], members: set[int]) -> tuple[Forbidden, ...]:
    left = (replace(rule, players=tuple(p for p in rule.players if p in members)) for rule in forbidden)
    return tuple(rule for rule in left if len(set(rule.players)) > 1)


def renumbered(event: Event, numbers: Mapping[int, int]) -> Event:
    """The event with every player under the number that ``numbers`` gives him; without groups and teams."""

    def game(one: Game) -> Game:
        parts = tuple(game(part) for part in one.parts)
        return replace(one, white=numbers[one.white], black=numbers[one.black], parts=parts)

    def entry(one: Round) -> Round:
        byes = tuple(replace(bye, player=numbers[bye.player]) for bye in one.byes)
        return replace(one, games=tuple(game(each) for each in one.games), byes=byes)

    def listed(rules: Sequence[Forbidden | Bonus]) -> tuple[Forbidden | Bonus, ...]:
        return tuple(replace(rule, players=tuple(numbers[player] for player in rule.players)) for rule in rules)

    players = sorted((replace(one, id=numbers[one.id]) for one in event.players), key=lambda one: one.id)
    return replace(
        event,
        players=tuple(players),
        rounds=tuple(entry(one) for one in event.rounds),
        forbidden=listed(event.forbidden),
        bonuses=listed(event.bonuses),
        teams=(),
        sections=(),
        stated={numbers[player]: stated for player, stated in event.stated.items()},
    )
