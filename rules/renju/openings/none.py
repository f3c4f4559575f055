"""No opening regulation: only the first stone on h8 (5.2.4.1)."""

from rules.renju.opening import Regulation, Step

REGULATION = Regulation(
    name="none",
    titles={"ru": "Без дебютного регламента", "en": "No opening regulation"},
    steps={"m1": Step(act="place", by="black", zone=1)},
)
