"""Explanations in words: the reasons of a pairing in Russian and English, each with its article."""

from collections.abc import Callable
from typing import Any, Literal

from server.tournament.pairing import Pairing, Reason, Relaxation

Language = Literal["en", "ru"]

_TEXTS: dict[str, tuple[str, str]] = {
    "group": (
        "both have {half}; {second} is the first whom {first} may meet with the others still pairable{passed}",
        "у обоих по {half}; {second} — первый, с кем {first} может играть так, чтобы пары нашлись у всех{passed}",
    ),
    "float-odd": (
        "an odd number have {half}: {first} goes down to {second} with {other_half}{turn}{passed}",
        "группа с {half} нечётная: {first} опускается к {second} с {other_half}{turn}{passed}",
    ),
    "float-even": (
        "those with {half} cannot all be paired inside: {first} goes down to {second} with {other_half}{turn}{passed}",
        "имеющие {half} не составляют пар между собой: {first} опускается к {second} с {other_half}{turn}{passed}",
    ),
    "kept": ("as published", "как опубликовано"),
    "paired-again": (
        "paired again, touching as few players as possible",
        "повторная жеребьёвка, затронуто наименьшее число участников",
    ),
    "knockout-lot": ("paired by lot", "пара по жребию"),
    "knockout-seeded": ("the first of those left meets the last", "первый из оставшихся встречается с последним"),
    "third-place": (
        "those who lost the semi-finals play for third place",
        "проигравшие в полуфиналах играют за третье место",
    ),
    "knockout-colour": ("{white} has White by lot", "{white} играет белыми по жребию"),
    "through-lot": ("{player} goes through without a meeting, by lot", "{player} проходит без игры по жребию"),
    "through-seeded": (
        "{player} goes through without a meeting, standing first",
        "{player} проходит без игры как стоящий выше",
    ),
    "knockout-over": ("fewer than two are left", "осталось меньше двух участников"),
    "mini-match": ("a mini-match of two games, colours by lot", "мини-матч из двух партий, цвет по жребию"),
    "to-first-win": ("level: on to the first win", "счёт равный: игра до первой победы"),
    "round-robin": ("everyone meets everyone", "каждый играет с каждым"),
    "berger": ("by the Berger table", "по таблице Бергера"),
    "engine": ("paired by FIDE's Dutch system", "пара по голландской системе ФИДЕ"),
    "section": (
        "{section}: a group paired by itself",
        "{section}: жеребьёвка по группам, каждая группа отдельно",
    ),
    "fixed": ("ordered by the regulations", "пара назначена регламентом"),
    "colour-round-1": (
        "{white} has White: the lot for the first pair, by odd and even numbers",
        "{white} играет белыми: жребий первой пары, далее по чётности номеров",
    ),
    "colour-round-1-odd": (
        "{white} has White: by the starting numbers of round 1",
        "{white} играет белыми: по номерам первого тура",
    ),
    "colour-both": (
        "{white} and {black} get the colours due to them",
        "{white} и {black} получают нужный каждому цвет",
    ),
    "colour-limit": (
        "{white} has White: the limit on equal colours allows nothing else",
        "{white} играет белыми: иного не допускает ограничение на одинаковые цвета",
    ),
    "colour-stronger": (
        "{white} has White: of two equal claims the stronger is met",
        "{white} играет белыми: удовлетворена более сильная потребность в цвете",
    ),
    "colour-last-different": (
        "{white} has White: colours alternate from the last round in which the two differed",
        "{white} играет белыми: чередование от последнего тура, где цвета соперников различались",
    ),
    "colour-higher-ranked": (
        "{white} has White: claims are equal, the higher ranked gets the colour due",
        "{white} играет белыми: потребности равны, нужный цвет получает стоящий выше",
    ),
    "colour-first-number": (
        "{white} has White: neither has played, the starting number decides",
        "{white} играет белыми: никто ещё не играл, решает стартовый номер",
    ),
    "colour-lot": ("{white} has White by lot: claims are equal", "{white} играет белыми по жребию: условия равны"),
    "bye": (
        "{player} gets the plus: the last without a free point whom the others can do without{passed}",
        "{player} получает плюс: последний не имевший очка без игры, без кого остальные составляют пары{passed}",
    ),
    "bye-again": (
        "{player} gets the plus, for want of anyone without a free point",
        "{player} получает плюс: не имевших очка без игры, без кого остальные составят пары, нет",
    ),
    "none": (
        "no pairing without a breach of the principles exists",
        "пар без нарушения принципов жеребьёвки не существует",
    ),
    "none-at-all": (
        "no pairing exists, even with every relaxation allowed",
        "пар не существует даже при всех допустимых отступлениях",
    ),
}
_TURNS: dict[str, tuple[str, str]] = {
    "last": ("; the last of the group goes first", "; первым опускается последний в группе"),
    "first": ("; the first of the group goes first", "; первым опускается первый в группе"),
    "balance": (
        "; by lot, those whose floats stay balanced first",
        "; по жребию, сначала те, у кого спуски и подъёмы остаются уравновешены",
    ),
}
_CAUSES: dict[str, tuple[str, str]] = {
    "met": ("already met", "уже встречались"),
    "forbidden": ("forbidden", "встреча запрещена"),
    "colour": ("colours", "цвета"),
    "rest": ("the others could not be paired", "остальные не составили бы пар"),
    "free-point": ("has had a free point", "уже имел очко без игры"),
    "no-opponent": ("nobody there to meet", "там нет возможного соперника"),
}
_RELAXED: dict[str, tuple[str, str]] = {
    "weak-prohibition": ("a weak prohibition given up: {players}", "отступление от нежелательной пары: {players}"),
    "balance": (
        "difference of Whites and Blacks beyond the limit: {players}",
        "разность цветов сверх предела: {players}",
    ),
    "streak": ("run of one colour beyond the limit: {players}", "один цвет подряд сверх предела: {players}"),
    "second-free-point": ("a second free point: {players}", "второе очко без игры: {players}"),
    "rematch": ("a second meeting: {players}", "повторная встреча: {players}"),
}


def points_text(half: int) -> str:
    """Half-points as on a table: 3½.

    >>> points_text(7), points_text(1), points_text(4)
    ('3½', '½', '2')
    """
    whole, rest = divmod(half, 2)
    return ("½" if whole == 0 else f"{whole}½") if rest else str(whole)


def reason_text(reason: Reason, language: Language = "en", name: Callable[[int], str] = str) -> str:
    """One reason in words, without its article; ``name`` turns a player's number into what is shown."""
    column = 0 if language == "en" else 1
    values: dict[str, Any] = dict(reason.values)
    key = reason.key
    if key == "float":
        key = "float-even" if values["even"] else "float-odd"
    values["turn"] = _TURNS[values["turn"]][column] if "turn" in values else ""
    for part in ("half", "other_half"):
        if part in values:
            values[part] = points_text(values[part])
    for part in ("first", "second", "white", "black", "player"):
        if part in values:
            values[part] = name(values[part])
    passed = "; ".join(f"{name(player)}: {_CAUSES[cause][column]}" for player, cause in values.pop("passed", ()))
    lead = " (passed over: " if language == "en" else " (пропущены: "
    return _TEXTS[key][column].format(passed=f"{lead}{passed})" if passed else "", **values)


def relaxation_text(relaxation: Relaxation, language: Language = "en", name: Callable[[int], str] = str) -> str:
    """A relaxation in words."""
    players = ", ".join(name(player) for player in relaxation.players)
    return _RELAXED[relaxation.key][0 if language == "en" else 1].format(players=players)


def explanation(pairing: Pairing, name: Callable[[int], str] = str) -> list[dict[str, Any]]:
    """The whole explanation of a round as JSON: for each pair, the bye and each relaxation its texts and articles."""
    lines: list[dict[str, Any]] = []
    for pair in pairing.pairs or ():
        lines.append({"pair": [pair.white, pair.black], **_texts(pair.why, name)})
    for about in _by_player(pairing.why):
        player = about[0].values.get("player")
        lines.append({**({"bye": player} if player in pairing.pluses else {}), **_texts(about, name)})
    for relaxation in pairing.relaxations:
        lines.append(
            {
                "relaxation": relaxation.key,
                "players": list(relaxation.players),
                "articles": [relaxation.article],
                "en": relaxation_text(relaxation, "en", name),
                "ru": relaxation_text(relaxation, "ru", name),
            }
        )
    return lines


def _by_player(reasons: tuple[Reason, ...]) -> list[tuple[Reason, ...]]:
    """The reasons of the round, those about one player together."""
    found: dict[Any, list[Reason]] = {}
    for at, reason in enumerate(reasons):
        found.setdefault(reason.values.get("player", -1 - at if reason.key == "section" else None), []).append(reason)
    return [tuple(about) for about in found.values()]


def _texts(reasons: tuple[Reason, ...], name: Callable[[int], str]) -> dict[str, Any]:
    articles = list(dict.fromkeys(reason.article for reason in reasons))
    return {
        "articles": articles,
        "en": "; ".join(f"{reason_text(reason, 'en', name)} [{reason.article}]" for reason in reasons),
        "ru": "; ".join(f"{reason_text(reason, 'ru', name)} [{reason.article}]" for reason in reasons),
    }
