"""Why a round is paired as it is, in words: the lines under the printed pairings."""

from collections.abc import Mapping, Sequence
from typing import Any

from server.tournament.pairing import Reason, Relaxation
from server.tournament.why import Language, reason_text, relaxation_text


def reason_lines(why: Sequence[Mapping[str, Any]], lang: Language, names: Mapping[int, str]) -> list[str]:
    """The stored reasons of a pairing (`server.systems`) as lines, one for each pair, each with its articles."""

    def name(player: int) -> str:
        return names.get(player, str(player))

    lines: dict[tuple[int, ...], list[str]] = {}
    for number, stored in enumerate(why):
        couple = tuple(stored[side] for side in ("white", "black") if side in stored)
        if stored.get("relaxed"):
            given_up = Relaxation(stored["key"], stored["article"], tuple(stored["players"]))
            said = relaxation_text(given_up, lang, name)
        else:
            said = reason_text(Reason(stored["key"], stored["article"], dict(stored.get("values", {}))), lang, name)
        lines.setdefault(couple or (-number,), []).append(f"{said} [{stored['article']}]")
    return [
        f"{' — '.join(map(name, couple))}: {'; '.join(said)}" if len(couple) == 2 else "; ".join(said)
        for couple, said in lines.items()
    ]
