"""What the catalogue of findings says of a kind (design.md, section 4)."""

from collections.abc import Mapping
from typing import Literal

import msgspec

Audience = Literal["arbiter", "players", "public"]
Grade = Literal["note", "attention", "decision"]
Until = Literal["reply", "game-end", "next-repetition", "start", "none"]
Actor = Literal["opponent", "player", "arbiter"]
Language = Literal["ru", "en"]

RULINGS: Mapping[str, tuple[str, str]] = {
    "require-correction": ("Обязать исправить ход", "Require the correction"),
    "restore-position": ("Вернуть позицию", "Restore the position"),
    "follow-board": ("Принять позицию с доски", "Take the board's position"),
    "let-stand": ("Ход остаётся", "Let the move stand"),
    "set-colours": ("Установить цвета", "Set the colours"),
    "reject": ("Отклонить заявление", "Reject the claim"),
    "excuse": ("Причина уважительная", "Accept the excuse"),
    "draw": ("Признать ничью", "Declare a draw"),
    "loss": ("Засчитать поражение", "Declare a loss"),
    "loss-of-both": ("Поражение обоих", "Loss of both"),
    "clock-fault": ("Часы неисправны", "Clock at fault"),
    "remark": ("Замечание", "Remark"),
    "warning": ("Предупреждение", "Warning"),
    "time-to-opponent": ("Добавить время сопернику", "Time to the opponent"),
    "exclusion": ("Исключить из соревнования", "Exclude from the event"),
}
"""Every ruling there is, with its words in Russian and English; no kind names exclusion, a player's record may
(5.4.14.2)."""


OWN_LAWS = frozenset({"chess"})
"""Disciplines that the articles of the rulebook are not for."""


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of finding.

    ``articles`` maps a discipline to the one string that is cited for it; the key ``*`` is every other discipline that
    the rulebook is for. Chess has laws of its own, and cites nothing but what stands under its name.
    ``who_may_act`` is who may bring it to a ruling: only the ``opponent``, either ``player``, or the ``arbiter`` by
    himself. ``until``: how long anyone may (``reply``: until the opponent's reply; ``game-end``). ``apart`` has both
    for the disciplines whose laws say otherwise. ``rulings`` are the lawful ones, the article's own first. ``titles``
    and ``texts`` are Russian and English; ``{side}`` in a text is the side in the plural, and other names in braces are
    keys of the evidence.
    """

    name: str
    articles: Mapping[str, str]
    grade: Grade
    who_may_act: Actor
    until: Until
    rulings: tuple[str, ...]
    titles: tuple[str, str]
    texts: tuple[str, str]
    audience: Audience = "arbiter"
    apart: Mapping[str, tuple[Actor, Until]] = {}

    def article(self, discipline: str) -> str:
        """The article that is cited for this kind in ``discipline``; empty where the rules have none."""
        return self.articles.get(discipline, "" if discipline in OWN_LAWS else self.articles.get("*", ""))

    def actor(self, discipline: str) -> Actor:
        """Who may bring it to a ruling in ``discipline``."""
        return self.apart[discipline][0] if discipline in self.apart else self.who_may_act

    def lasts(self, discipline: str) -> Until:
        """How long anyone may in ``discipline``."""
        return self.apart[discipline][1] if discipline in self.apart else self.until

    def title(self, language: Language) -> str:
        """At most 28 characters."""
        return self.titles[0 if language == "ru" else 1]

    def text(self, language: Language) -> str:
        """One sentence of fact, with places for what was seen."""
        return self.texts[0 if language == "ru" else 1]
