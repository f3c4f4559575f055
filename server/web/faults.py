"""The faults of an event file and of a list of entries as a page tells them: the form's words, and Russian.

The texts of the faults themselves are made where they are found (`server.config`, `server.tournament.entries`,
`clock.control`), in English; one that is not known here is shown as it is.
"""

import re
from collections.abc import Callable

from display.catalogue import Texts

_RUSSIAN: tuple[tuple[str, str], ...] = (
    (r"line (\d+)", r"строка \1"),
    (r"line (\d+), column (\d+)", r"строка \1, знак \2"),
    (r"(line \d+(?:, column \d+)?): (.*)", r"{1}: {2}"),
    (r"cell ([A-Z]+\d+)", r"ячейка \1"),
    (r"(cell [A-Z]+\d+): (.*)", r"{1}: {2}"),
    (r"no column of names: expected one of (.*)", r"нет столбца с именами, его заголовок — один из: \1"),
    (r"no column of teams: expected one of (.*)", r"нет столбца с командами, его заголовок — один из: \1"),
    (r"no name", "нет имени"),
    (r"no team", "нет команды"),
    (r"(.*) already stands at (.*)", r"\1: уже есть, {2}"),
    (r"rating (.*): expected a number of up to four digits, or nothing", r"рейтинг \1: нужно число до четырёх цифр"),
    (r"sex (.*): expected m or w", r"пол \1: нужно м или ж"),
    (r"no entries below the header", "под заголовком нет участников"),
    (r"no entries: expected a header and a line for each player", "пусто: нужны заголовок и строка на участника"),
    (r"an old workbook \(\.xls\): .*", "старая книга Excel (.xls): сохраните её как XLSX или CSV"),
    (r"neither CSV nor a workbook: .*", "это не CSV и не XLSX"),
    (r"not a readable workbook: .*", "файл не читается как книга XLSX"),
    (r"row (.*) of the workbook: expected a number from (\d+) to (\d+)", r"строка книги \1: нужен номер от \2 до \3"),
    (r"a quotation mark that is not closed", "кавычка не закрыта"),
    (r"\[event\] has no (\w+)", r"{label 1}: не заполнено"),
    (
        r"a renju event must name its opening_regulation.*",
        r"{label opening_regulation}: в рэндзю обязателен (п. 5.2.4.3)",
    ),
    (r"opening_regulation: belongs to renju, not to .*", r"{label opening_regulation}: бывает только в рэндзю"),
    (r"system: fide-dutch is for chess, not for .*", r"{label system}: голландская система ФИДЕ — только для шахмат"),
    (r"tiebreaks: (\S+) is only for round robins (\(.*\))", r"{label tiebreaks}: \1 — только для круговых турниров \2"),
    (
        r"tiebreaks: in a Swiss event of renju .*",
        "{label tiebreaks}: в рэндзю по швейцарской системе их нужно выбрать (п. 5.3.11.3 обрывается)",
    ),
    (r"tiebreaks: (.*) belong to round robins \(32\.2\)", r"{label tiebreaks}: \1 — для круговых турниров (п. 32.2)"),
    (
        r"rounds: (\d+) for (\d+) entrants, the older rules advise (\d+) to (\d+)",
        r"{label rounds}: \1, прежние правила советуют при \2 участниках от \3 до \4",
    ),
    (r"requested_byes: 5.4.10.2 makes.*", r"{label requested_byes}: по п. 5.4.10.2 известное отсутствие — поражение"),
    (r"(\d+) players need (\d+) tables, (\d+) are named", r"участников \1: нужно столов \2, указано \3"),
    (r"(\d+) teams need (\d+) tables, (\d+) are named", r"команд \1: нужно столов \2, указано \3"),
    (r"rounds: (\d+), expected at most (\d+) for (\d+) players", r"{label rounds}: \1, при \3 участниках не больше \2"),
    (
        r"extra_when_drawn: in a knock-out.*",
        r"{label extra_when_drawn}: в нокауте — до победы, дальше проходит один",
    ),
    (
        r"extra_when_drawn: where the sum.*",
        r"{label extra_when_drawn}: где считается сумма очков, ничьих во встречах нет",
    ),
    (r"meeting_points: a knock-out.*", r"{label meeting_points}: в нокауте важна победа во встрече, а не очки"),
    (r"play_off: a knock-out.*", r"{label play_off}: в нокауте первое место не делится"),
    (r"requested_byes: in a knock-out.*", r"{label requested_byes}: в нокауте отсутствующий выбывает (п. 5.4.10.2)"),
    (r"rounds: (\d+), expected at most (\d+) for (\d+) teams", r"{label rounds}: \1, при \3 командах не больше \2"),
    (r"rounds: (\d+), expected at most (\d+), one for each .*", r"{label rounds}: \1, не больше числа досок: \2"),
    (r"groups: is not for team events", "{label groups}: только в личных соревнованиях"),
    (r"groups: not with the system (\S+)", r"{label groups}: не с системой \1"),
    (r"groups: (.*), expected a name of 1 to (\d+) letters", r"{label groups}: \1, нужно название до \2 букв"),
    (r"group: (.*), but the event names no groups", r"{label group}: \1, но групп у соревнования нет"),
    (r"play_off: groups have their own first places", r"{label play_off}: в каждой группе своё первое место"),
    (r"(\w+): belongs to groups, and the event names none", r"{label 1}: групп у соревнования нет"),
    (r"group_rounds: (\d+), expected fewer than rounds.*", r"{label group_rounds}: \1, нужно меньше числа туров"),
    (r"group_rounds: a round robin by groups.*", r"{label group_rounds}: в круговой системе по группам — все туры"),
    (r"group_places: apart, but later.*", r"{label group_places}: в группах нельзя: дальше пары общие"),
    (r"group_places: in a round robin.*", r"{label group_places}: в круговой системе у каждой группы свои места"),
    (r"(\w+): is not for team events.*", r"{label 1}: не бывает в командных соревнованиях"),
    (r"system: knockout is not for team events", "{label system}: нокаут — только для личных соревнований"),
    (r"system: scheveningen is for two teams.*", r"{label system}: схевенингенская — только для двух команд"),
    (r"team_primary: scheveningen .*", r"{label team_primary}: схевенингенская считается по очкам партий"),
    (r"team_primary: the program .*", r"{label team_primary}: голландская ФИДЕ — только по командным очкам"),
    (r"chief_arbiter: expected a name, to log in with", "{label chief_arbiter}: не заполнено"),
    (r"password: expected (\d+) characters or more", r"Пароль: нужно не меньше \1 знаков"),
    (r"boards: (\d+), expected at most (\d+), the number of tables", r"{label boards}: \1, а столов всего \2"),
    (r"(\w+): \[.*\], expected a list of (.*); not (.*)", r"{label 1}: не подходит \3, известны: \2"),
    (r"(\w+): (.*), expected (.*)", r"{label 1}: \2, нужно: {3}"),
    (r"a whole number from (\d+) to (\d+)", r"целое число от \1 до \2"),
    (r"a whole number", "целое число"),
    (r"a text", "текст"),
    (r"1 to 32 of a-z, 0-9 and '-'", "от 1 до 32 знаков: a–z, 0–9 и «-»"),
    (r"a time control such as (\S+) .*", r"контроль времени вида \1, 45m или 2h/50"),
    (r"a list of (.*); not (.*)", r"список из \1; не подходит \2"),
    (r"a list that names nothing twice", "список без повторов"),
    (r"one of (.*)", r"одно из: \1"),
)
_PART = re.compile(r"\{(label )?(\w+)\}")


def told(fault: str, words: Texts) -> str:
    """``fault`` in the language of ``words``."""
    if words.lang == "ru":
        return _russian(fault, _labels(words))
    named = re.match(r"\w+(?=: )", fault)
    label = _labels(words)(named[0]) if named else ""
    return f"{label}{fault[len(named[0]) :]}" if named and label else fault


def _labels(words: Texts) -> Callable[[str], str]:
    def label(key: str) -> str:
        return next((words.t(one) for one in (f"setup.{key}", key) if words.has(one)), key)

    return label


def _russian(fault: str, label: Callable[[str], str]) -> str:
    for pattern, form in _RUSSIAN:
        found = re.fullmatch(pattern, fault, re.DOTALL)
        if not found:
            continue

        def part(hole: re.Match[str], found: re.Match[str] = found) -> str:
            text = found[int(hole[2])] if hole[2].isdigit() else hole[2]
            return label(text) if hole[1] else _russian(text, label)

        return _PART.sub(part, found.expand(form))
    return fault
