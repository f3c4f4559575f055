"""A choice of renju's opening in words, for screens that tell who made it."""

from collections.abc import Sequence

from display.catalogue import Texts
from display.format import move_text
from record.assignment import Letters


def choice_words(act: str, option: str, number: int, points: Sequence[str], texts: Texts, letters: Letters) -> str:
    """What was chosen: ``act``, ``option``, ``number`` and ``points`` are those of `record.events.OpeningChoice`; the
    act ``colours`` is a word about who has Black."""
    match act:
        case "declare":
            return texts.n("opening.declare", number)
        case "offer":
            return texts.t("opening.offer", moves=", ".join(move_text(point, "renju", letters) for point in points))
        case "choose":
            return texts.t("opening.offer-fifths" if option == "offer" else f"opening.{option}")
        case _:
            return texts.t("opening.colours")
