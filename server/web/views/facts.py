"""What a finding says on the desk: its title, one sentence of fact, articles, and the words of its rulings.

Titles and articles come from the catalogue in `rules.law`; the sentence is filled from the finding's evidence. Where
the evidence lacks a value that the fuller sentence needs, the catalogue's plain one is used: nothing is made up.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Literal

from display.catalogue import Texts
from display.format import clock_text, decimal, move_text
from record.assignment import Letters
from record.lawful import Action
from record.state import FindingState, GameState, Status
from rules.law import RULINGS
from rules.side import Side
from server.web.views.lawful import law_of


def values(state: GameState, found: FindingState, texts: Texts) -> dict[str, str]:
    """The words that sentences and buttons may name: sides in their forms, the move, and every item of the evidence."""
    kind, letters = state.assignment.discipline, state.assignment.letters
    out: dict[str, str] = {}
    if found.side is not None:
        for role, side in (("side", found.side), ("other", found.side.other)):
            for form in ("nom", "gen", "dat", "cap"):
                out[f"{role}_{form}"] = texts.t(f"side.{side.value}.{form}")
    ply = next((ply for ply in reversed(state.plies) if ply.number == found.ply), None)
    if ply is not None:
        out["move"] = move_text(ply.move, kind, letters)
    out["ply"] = str(found.ply)
    for key, value in found.evidence.items():
        text = _item(key, value, kind, letters, texts)
        if text:
            out[key] = text
        if isinstance(value, list | tuple):
            out[f"{key}_n"] = str(len(value))
    return out


def _item(key: str, value: Any, kind: str, letters: Letters, texts: Texts) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float) and key.endswith("_ms"):
        return f"{decimal(value / 1000, texts.lang)} {texts.t('unit.s')}" if value < 60_000 else clock_text(int(value))
    if isinstance(value, list | tuple):
        return ", ".join(
            move_text(str(item), kind, letters) for item in value if not isinstance(item, list | tuple | Mapping)
        )
    if isinstance(value, str):
        if value in ("white", "black"):
            return texts.t(f"side.{value}.nom")
        return move_text(value, kind, letters)
    return str(value) if isinstance(value, int | float) else ""


def language(texts: Texts) -> Literal["ru", "en"]:
    """The language of ``texts`` as the catalogue of the law names it."""
    return "en" if texts.lang == "en" else "ru"


def fact(state: GameState, found: FindingState, texts: Texts) -> str:
    """One sentence of fact, and who has asked for what; empty where no more than the title is known."""
    known = values(state, found, texts)
    law = law_of(found.kind)
    # The fuller sentence is for a table whose clock the arbiter has to set himself.
    seen = _first(texts, (f"fact.{found.kind}.by-hand", f"fact.{found.kind}"), known)
    if not seen:
        with suppress(KeyError):
            seen = law.text(language(texts)).format(**{"side": known.get("side_cap", ""), **known})
    asked = ""
    if law.who_may_act == "opponent":
        if found.status is Status.DEMANDED:
            asked = _first(texts, ("facts.demanded",), known)
        elif found.status is Status.OPEN:
            asked = texts.t("facts.opponent")
    if found.status is Status.CALLED:
        asked = texts.t("facts.called")
    return " ".join(filter(None, (seen, asked)))


def _first(texts: Texts, keys: tuple[str, ...], known: Mapping[str, str]) -> str:
    """The first text whose every value is known."""
    for key in keys:
        if texts.has(key):
            try:
                return texts.t(key, **known)
            except KeyError:
                continue
    return ""


def ruling_words(state: GameState, found: FindingState | None, ruling: str, side: Side | None, texts: Texts) -> str:
    """The button of ``ruling``: verb first, what happens, at whose cost."""
    known = values(state, found, texts) if found else {}
    if side is not None:
        for role, who in (("side", side), ("other", side.other)):
            for form in ("nom", "gen", "dat", "cap"):
                known[f"{role}_{form}"] = texts.t(f"side.{who.value}.{form}")
    keys = [f"rule.{found.kind}.{ruling}"] if found else []
    return _first(texts, (*keys, f"rule.{ruling}", f"rule.{ruling}.plain"), known) or texts.pick(
        *RULINGS.get(ruling, (ruling, ruling))
    )


def effect_words(state: GameState, action: Action, texts: Texts) -> str:
    """What the clocks will do after the ruling; empty where they are not known or the game ends."""
    if not state.clocks.linked or action.ends:
        return ""
    if action.ruling in ("require-correction", "restore-position") and action.side is not None:
        left = clock_text(state.clocks.left_ms(action.side))
        return texts.t("effect.runs", side=texts.t(f"side.{action.side.value}.gen"), time=left)
    return ""
