"""Reading tournament report files: TRF16 with its extensions (XXR, XXC, XXP, XXZ, BBW, BBD), and TRF26.

``read_trf`` returns the event or raises one ``NotationError`` that lists every fault with its line and column. Lines of
other codes and comments (``###``) are kept as they stand; in ``### flagfall ...`` Flagfall keeps what the format has no
place for.
"""

import re
from collections.abc import Iterable
from typing import Literal

import msgspec

from rules.errors import NotationError
from server.tournament.model import (
    DRAW,
    LOSS,
    WIN,
    Bonus,
    Bye,
    Choices,
    Event,
    EventKind,
    Forbidden,
    Game,
    Player,
    Round,
    Section,
    Stated,
    Team,
    check_event,
)
from server.tournament.trf_codes import ALONE, POINT_CODES, RESULTS
from server.tournament.trf_meeting import PART, part
from server.tournament.trf_text import aligned

_POINTS = re.compile(r"\d+(\.\d*)?|\.\d+")
_EMPTY = " \t\x0b\x0c\x1a\x00"  # DOS ends files with 1A
_FIRST_ROUND = 91  # column 92, counted from 0
_WIDTH = 10


def _whole(text: str) -> bool:
    """Whether the text is a whole number in plain digits, no longer than TRF's are; isdigit also takes superscripts."""
    return len(text) < 10 and text.isascii() and text.isdigit()


class _Cell(msgspec.Struct, frozen=True):
    """One round of one line: the opponent's number, the colour, the result code, and where it stands."""

    opponent: int
    colour: str
    result: str
    line: int
    column: int


class _Reader:
    """Collects what the lines say and every fault on the way."""

    def __init__(self) -> None:
        self.faults: list[tuple[int, int, str]] = []
        self.players: dict[int, Player] = {}
        self.cells: dict[int, dict[int, _Cell]] = {}
        self.headers: dict[str, list[str]] = {}
        self.stated: dict[int, Stated] = {}
        self.forbidden: list[Forbidden] = []
        self.forbidden_at: list[int] = []
        self.teams: list[Team] = []
        self.teams_at: list[int] = []
        self.byes: list[tuple[int, str, int | None, list[int]]] = []
        self.left: dict[int, int] = {}
        self.joined: dict[int, int] = {}
        self.manual: dict[int, str] = {}
        self.choices = Choices()
        self.adjudicated: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        self.meetings: dict[tuple[int, int, int], tuple[int, int, tuple[Game, ...]]] = {}
        self.meeting_worth = 1
        self.exchanged: set[tuple[int, int, int]] = set()
        self.seed: int | None = None
        self.planned: int | None = None
        self.first: Literal["white", "black"] | None = None
        self.values: dict[str, float] = {}
        self.values_at = 1
        self.kind: EventKind = "auto"
        self.bonuses: list[tuple[int, int, float, int, int, int]] = []
        self.sections: list[Section] = []
        self.section_rounds: int | None = None
        self.places_apart = True
        self.third_place = False

    def fault(self, line: int, message: str, column: int = 1) -> None:
        self.faults.append((line, column, message))

    def numbers(self, line: int, text: str, what: str, column: int = 5) -> list[int]:
        """All whole numbers in ``text``, which begins in ``column``; anything else in it is a fault."""
        found = []
        for match in re.finditer(r"\S+", text):
            if _whole(match.group()):
                found.append(int(match.group()))
            else:
                self.fault(line, f"{what}: {match.group()!r} is not a number", column + match.start())
        return found

    def read(self, line: int, text: str) -> None:
        code, rest = text[:3], text[3 + text[3:4].isspace() :]
        if code == "###":
            words = text[3:].split()
            if words[:1] == ["flagfall"]:
                self.comment(line, words)
            else:
                self.headers.setdefault(code, []).append(text[3:].strip())
        elif code == "001":
            self.player(line, text)
        elif code in ("142", "XXR"):
            found = self.numbers(line, rest, "number of rounds")
            if len(found) == 1 and 1 <= found[0] <= 999:
                self.planned = found[0]
            else:
                self.fault(line, f"number of rounds {rest.strip()!r}: expected one number from 1 to 999", 5)
        elif code in ("152", "XXC"):
            self.colour(line, rest.lower().split(), code)
        elif code in POINT_CODES:
            self.point_values(line, f"{POINT_CODES[code]}{rest}")
        elif code == "XXP":
            self.forbid(line, self.numbers(line, rest, "forbidden pair"), 1, None)
        elif code == "260":
            span = self.numbers(line, text[4:11], "rounds")
            if len(span) == 2:
                self.forbid(line, self.numbers(line, text[12:], "forbidden pair", 13), span[0], span[1])
            else:
                self.fault(line, f"rounds {text[4:11]!r}: expected a first and a last round", 5)
        elif code == "XXA":
            self.acceleration_of_one(line, rest.split())
        elif code == "250":
            self.acceleration(line, text)
        elif code == "XXZ":
            self.byes.append((line, "Z", None, self.numbers(line, rest, "absent players")))
        elif code == "240":
            self.bye(line, text)
        elif code == "013":
            self.team(line, len(self.teams) + 1, text[4:36].strip(), text[36:], 37)
        elif code == "310":
            number = text[4:7].strip()
            known = int(number) if _whole(number) else len(self.teams) + 1
            self.team(line, known, text[8:40].strip(), text[71:], 72, text[40:71].rstrip())
        else:
            self.headers.setdefault(code, []).append(rest.rstrip())

    def comment(self, line: int, words: list[str]) -> None:
        match words[1:]:
            case ["left", player, "after", number] if _whole(player) and _whole(number):
                self.left[int(player)] = int(number)
            case ["joined", player, "in", number] if _whole(player) and _whole(number):
                self.joined[int(player)] = int(number)
            case ["weak", first, last, *players] if all(_whole(word) for word in (first, *players)):
                end = int(last) if _whole(last) else None
                self.forbidden.append(Forbidden(tuple(int(word) for word in players), int(first), end, weak=True))
                self.forbidden_at.append(line)
            case ["seed", number] if re.fullmatch(r"-?\d+", number):
                self.seed = int(number)
            case ["manual", number, *reason] if _whole(number):
                self.manual[int(number)] = " ".join(reason) or "-"
            case ["adjudicated", *six] if len(six) == 6 and all(map(_whole, six)) and int(six[3]) + int(six[4]) <= 99:
                at, white, black, *halves = (int(word) for word in six)
                self.adjudicated[at, white, black] = (halves[0], halves[1], halves[2])
            case ["worth", number] if _whole(number) and int(number):
                self.meeting_worth = int(number)
            case ["meeting", *five] if (
                len(five) > 5 and all(map(_whole, five[:5])) and all(map(PART.fullmatch, five[5:]))
            ):
                at, white, black, mine, yours = map(int, five[:5])
                self.meetings[at, white, black] = mine, yours, tuple(part(white, black, word) for word in five[5:])
            case ["choice", name, value]:
                self.choose(line, name, value)
            case ["exchanged", *three] if len(three) == 3 and all(map(_whole, three)):
                at, white, black = (int(word) for word in three)
                self.exchanged.add((at, white, black))
            case ["group", *told] if ":" in told and all(map(_whole, told[: told.index(":")])):
                end = told.index(":")
                self.sections.append(Section(" ".join(told[end + 1 :]), tuple(int(word) for word in told[:end])))
            case ["groups-until", number] if _whole(number) and int(number):
                self.section_rounds = int(number)
            case ["third-place"]:
                self.third_place = True
            case ["one-table"]:
                self.places_apart = False
            case ["round-robin"]:
                self.kind = "round-robin"
            case ["swiss"]:
                self.kind = "swiss"
            case _:
                self.fault(line, f"Flagfall's own comment {' '.join(words)!r} is not understood")

    def choose(self, line: int, name: str, value: str) -> None:
        given = {**msgspec.structs.asdict(self.choices), name: {"true": True, "false": False}.get(value, value)}
        if name not in Choices.__struct_fields__:
            self.fault(line, f"choice {name!r} is unknown, expected one of {', '.join(Choices.__struct_fields__)}")
            return
        try:
            self.choices = msgspec.convert(given, Choices)
        except msgspec.ValidationError as fault:
            self.fault(line, f"choice {name}: {value!r}: {fault}")

    def player(self, line: int, text: str) -> None:
        text = aligned(text)
        number, rating = text[4:8].strip(), text[48:52].strip()
        if not _whole(number) or int(number) == 0:
            self.fault(line, f"starting rank {text[4:8]!r} in columns 5-8: expected a number from 1 to 9999", 5)
            return
        me = int(number)
        if me in self.players:
            self.fault(line, f"starting rank {me} stands a second time", 5)
            return
        if rating and not _whole(rating):
            self.fault(line, f"rating {text[48:52]!r} in columns 49-52: expected a number or nothing", 49)
            rating = ""
        self.players[me] = Player(
            me,
            text[14:47].strip(),
            int(rating) or None if rating else None,
            text[9:10].strip(),
            text[10:13].strip(),
            text[53:56].strip(),
            text[57:68].strip(),
            text[69:79].strip(),
        )
        self.cells[me] = {}
        points, place = text[80:84].strip(), text[85:89].strip()
        points = points.replace(",", ".")
        if points and not _POINTS.fullmatch(points):
            self.fault(line, f"points {text[80:84]!r} in columns 81-84: expected as 11.5", 81)
            points = ""
        self.stated[me] = Stated(float(points) if points else None, int(place) if _whole(place) else None)
        for number_, start in enumerate(range(_FIRST_ROUND, len(text.rstrip()), _WIDTH), 1):
            self.cell(line, me, number_, text[start : start + 8].ljust(8), start + 1)

    def cell(self, line: int, me: int, number: int, text: str, column: int) -> None:
        if not text.strip():
            return
        opponent, colour, result = text[:4].strip(), text[5].lower(), text[7].upper().replace("½", "=")
        if text[4] != " " or text[6] != " " or (opponent and not _whole(opponent)):
            expected = "opponent, colour, result, as '0012 w 1'"
            self.fault(line, f"round {number}, column {column}: {text!r}: expected {expected}", column)
        elif colour not in "wb- ":
            self.fault(line, f"round {number}, column {column + 5}: colour {text[5]!r}: expected w, b or -", column + 5)
        else:
            self.cells[me][number] = _Cell(int(opponent or 0), colour, result, line, column)

    def colour(self, line: int, words: list[str], code: str) -> None:
        for word in words:
            if word in ("w", "white", "white1"):
                self.first = "white"
            elif word in ("b", "black", "black1"):
                self.first = "black"
            elif code == "152":
                self.fault(line, f"first colour {word!r}: expected W or B", 5)

    def point_values(self, line: int, text: str) -> None:
        found = re.findall(r"([A-Z])\s*(\d+(?:\.\d*)?)", text)
        if not found:
            self.fault(line, f"points {text.strip()!r}: expected as 'W 1.0    D 0.5'", 5)
        self.values_at = line
        self.values.update({symbol: float(value) for symbol, value in found})

    def forbid(self, line: int, players: list[int], first: int, last: int | None) -> None:
        if len(set(players)) < 2:
            self.fault(line, "forbidden pair: expected two players or more", 5)
        else:
            self.forbidden.append(Forbidden(tuple(players), first, last))
            self.forbidden_at.append(line)

    def acceleration_of_one(self, line: int, words: list[str]) -> None:
        """XXA: a player and his bonus in each round from the first."""
        if len(words) < 2 or not _whole(words[0]) or not all(_POINTS.fullmatch(word) for word in words[1:]):
            self.fault(line, "acceleration: expected a player and points by rounds, as '12  1.0  0.5'", 5)
            return
        for number, word in enumerate(words[1:], 1):
            self.bonuses.append((line, int(words[0]), float(word), number, number, int(words[0])))

    def acceleration(self, line: int, text: str) -> None:
        """250: a bonus in a span of rounds for a span of players."""
        points, span = text[9:13].strip(), text[14:].split()
        if not _POINTS.fullmatch(points) or len(span) != 4 or not all(_whole(word) for word in span):
            self.fault(line, "acceleration: expected points in columns 10-13, then two rounds and two players", 10)
            return
        first_round, last_round, first, last = (int(word) for word in span)
        self.bonuses.append((line, first, float(points), first_round, last_round, last))

    def all_bonuses(self, win: int) -> tuple[Bonus, ...]:
        made = []
        for line, first, points, first_round, last_round, last in self.bonuses:
            half = points * 2 / win
            members = tuple(player for player in sorted(self.players) if first <= player <= last)
            if half != int(half) or points >= 100 or not members:
                told = f"{points:g} points for players {first} to {last}"
                self.fault(line, f"acceleration: {told}: expected halves of a win below 100, and players of the event")
            elif half:
                made.append(Bonus(members, int(half), first_round, last_round))
        return tuple(made)

    def bye(self, line: int, text: str) -> None:
        kind, number = text[4:5].upper(), text[6:9].strip()
        if kind not in ("F", "H", "Z") or not _whole(number) or int(number) == 0:
            self.fault(line, f"bye {text[4:9]!r}: expected F, H or Z in column 5 and a round in columns 7-9", 5)
        else:
            self.byes.append((line, kind, int(number), self.numbers(line, text[9:], "players with a bye", 10)))

    def team(self, line: int, number: int, name: str, members: str, column: int, stated: str = "") -> None:
        self.teams.append(Team(number, name, tuple(self.numbers(line, members, "team members", column)), stated))
        self.teams_at.append(line)

    def worth(self) -> tuple[Literal[1, 2], int]:
        """What a win is worth, and the half-points of a pairing-allocated bye (record 162)."""
        win, draw, loss = (self.values.get(symbol, default) for symbol, default in (("W", 1.0), ("D", 0.5), ("L", 0.0)))
        if "W" in self.values and "D" not in self.values:
            draw = win / 2
        if (win, draw, loss) not in ((1.0, 0.5, 0.0), (2.0, 1.0, 0.0)):
            self.fault(self.values_at, f"points {win:g}-{draw:g}-{loss:g}: expected 1-1/2-0 or 2-1-0 (5.4.7.1)")
            win = 1.0
        bye = self.values.get("P", win) / win * WIN
        if bye not in (LOSS, DRAW, WIN):
            self.fault(
                self.values_at, f"points of a bye {self.values['P']:g}: expected those of a win, a draw or a loss"
            )
        return (2 if win == 2 else 1), int(bye)

    def rounds(self, bye_half: int) -> tuple[Round, ...]:
        """The cells of all players joined into games, each game seen from both sides."""
        length = max((number for cells in self.cells.values() for number in cells), default=0)
        length = max([length, *(number or 0 for _, _, number, _ in self.byes)])
        built = [self.one_round(number, bye_half) for number in range(1, length + 1)]
        finished = max((i for i, entry in enumerate(built, 1) if entry.decided), default=0)
        for line, kind, at, players in self.byes:
            number = finished + 1 if at is None else at
            while len(built) < number:
                built.append(Round())
            taken = built[number - 1].players()
            for player in players:
                if player not in self.players:
                    self.fault(line, f"player {player} is not among the 001 lines")
            new = tuple(self.alone(p, kind, bye_half) for p in players if p in self.players and p not in taken)
            built[number - 1] = msgspec.structs.replace(built[number - 1], byes=built[number - 1].byes + new)
        return tuple(
            msgspec.structs.replace(
                entry,
                games=tuple(self.told(number, game) for game in entry.games),
                byes=tuple(sorted(entry.byes, key=lambda bye: bye.player)),
                manual=self.manual.get(number, ""),
            )
            for number, entry in enumerate(built, 1)
        )

    def told(self, number: int, game: Game) -> Game:
        """The game with what Flagfall's own comments say of it."""
        if (number, game.white, game.black) in self.exchanged:
            game = msgspec.structs.replace(game, exchanged=True)
        if (meeting := self.meetings.get((number, game.white, game.black))) is not None:
            mine, yours, parts = meeting
            game = msgspec.structs.replace(game, white_half=mine, black_half=yours, parts=parts)
        found = self.adjudicated.get((number, game.white, game.black))
        if found is None:
            return game
        return msgspec.structs.replace(game, adjudicated=found[:2], adjudicated_until=found[2])

    def alone(self, player: int, code: str, bye_half: int) -> Bye:
        kind = ALONE[code]
        half = {"bye": bye_half, "full": WIN, "half": DRAW, "zero": LOSS}[kind]
        return Bye(player, kind, half * self.meeting_worth)

    def one_round(self, number: int, bye_half: int) -> Round:
        games, byes = [], []
        for me, cells in self.cells.items():
            cell = cells.get(number)
            if cell is None:
                continue
            if cell.opponent == 0:
                if cell.result in ALONE:
                    byes.append(self.alone(me, cell.result, bye_half))
                else:
                    self.fault(cell.line, f"round {number}: result {cell.result!r} without an opponent", cell.column)
                continue
            other = self.partner(number, me, cell)
            if other is not None and me < cell.opponent:
                game = self.game(number, me, cell, other)
                if game is not None:
                    games.append(game)
        return Round(tuple(games), tuple(byes))

    def partner(self, number: int, me: int, mine: _Cell) -> _Cell | None:
        """The same game in the opponent's line."""
        where = f"round {number}, column {mine.column}"
        theirs = self.cells.get(mine.opponent, {}).get(number)
        if mine.opponent == me:
            self.fault(mine.line, f"{where}: player {me} is paired with himself", mine.column)
        elif mine.opponent not in self.players:
            self.fault(mine.line, f"{where}: opponent {mine.opponent} is not among the 001 lines", mine.column)
        elif theirs is None or theirs.opponent != me:
            other = "nobody" if theirs is None or theirs.opponent == 0 else f"player {theirs.opponent}"
            self.fault(mine.line, f"{where}: player {me} meets {mine.opponent}, who meets {other}", mine.column)
        else:
            return theirs
        return None

    def game(self, number: int, me: int, mine: _Cell, theirs: _Cell) -> Game | None:
        """The game of two cells that name each other. A colour missing on one side follows from the other; a forfeit
        may have none, then the winner, or else the lower number, is entered as White."""
        where = f"round {number}, column {mine.column}"
        colours = mine.colour.strip(" -") + theirs.colour.strip(" -")
        forfeit = mine.result in "+-" and theirs.result in "+-"
        if len(colours) == 2 and mine.colour != theirs.colour:
            white = mine.colour == "w"
        elif len(colours) == 1:
            white = mine.colour == "w" or theirs.colour == "b"
        elif not colours and forfeit:
            white = theirs.result != "+"
        else:
            both = f"{mine.colour!r} and {theirs.colour!r}"
            self.fault(mine.line, f"{where}: colours {both} of {me} and {mine.opponent}: expected w and b", mine.column)
            return None
        found = RESULTS.get((mine.result, theirs.result))
        if found is None:
            both = f"{mine.result!r} for {me} and {theirs.result!r} for {mine.opponent}"
            self.fault(mine.line, f"{where}: results {both} do not go together", mine.column)
            return None
        mine_half, theirs_half, kind = found
        if white:
            return Game(me, mine.opponent, mine_half, theirs_half, kind)
        return Game(mine.opponent, me, theirs_half, mine_half, kind)


def read_trf(text: str) -> Event:
    """The event of a TRF16 or TRF26 text. Raises ``NotationError`` with every fault, each with its line and
    column."""
    reader = _Reader()
    for line, content in enumerate(re.split(r"\r\n?|\n", text.lstrip("\ufeff")), 1):
        if content.strip(_EMPTY):
            reader.read(line, content)
    points, bye_half = reader.worth()
    rounds = reader.rounds(bye_half)
    bonuses = reader.all_bonuses(points)
    if not reader.players:
        reader.fault(1, "no player: expected lines that begin with 001")
    for rule, line in zip(reader.forbidden, reader.forbidden_at, strict=True):
        for player in rule.players:
            if player not in reader.players:
                reader.fault(line, f"forbidden pair: player {player} is not among the 001 lines")
    for team, line in zip(reader.teams, reader.teams_at, strict=True):
        for player in team.players:
            if player not in reader.players:
                reader.fault(line, f"team {team.name}: player {player} is not among the 001 lines")
    entered = (
        msgspec.structs.replace(p, left_after=reader.left.get(p.id), joined=reader.joined.get(p.id, 1))
        for p in reader.players.values()
    )
    event = Event(
        players=tuple(sorted(entered, key=lambda player: player.id)),
        rounds=rounds,
        planned_rounds=reader.planned,
        forbidden=tuple(reader.forbidden),
        teams=tuple(reader.teams),
        bonuses=bonuses,
        kind=_declared(reader),
        points=points,
        first_colour=reader.first,
        seed=reader.seed,
        worth=reader.meeting_worth,
        choices=reader.choices,
        sections=tuple(reader.sections),
        section_rounds=reader.section_rounds,
        places_apart=reader.places_apart,
        third_place=reader.third_place,
        name=" ".join(reader.headers.get("012", [])).strip(),
        headers={code: tuple(lines) for code, lines in reader.headers.items()},
        stated=reader.stated,
    )
    if not reader.faults:
        for fault in check_event(event):
            reader.fault(1, fault)
    if reader.faults:
        raise _all(reader.faults)
    return event


def _declared(reader: _Reader) -> EventKind:
    """The kind of event by Flagfall's own comment, or by the words of records 092 and 192."""
    declared = " ".join((*reader.headers.get("092", ()), *reader.headers.get("192", ()))).lower()
    if reader.kind != "auto":
        return reader.kind
    if re.search(r"round.?robin|berger|кругов|\brr\b", declared):
        return "round-robin"
    return "swiss" if re.search(r"swiss|швейцар|dutch|dubov|burstein", declared) else "auto"


def _all(faults: Iterable[tuple[int, int, str]]) -> NotationError:
    """One error of all faults, at the place of the first. What concerns the whole event stands at its beginning."""
    (line, column, first), *others = sorted(faults)
    rest = "".join(f"\nline {at}, column {place}: {fault}" for at, place, fault in others)
    return NotationError(first + rest, text=first, line=line, column=column)
