"""Soosyrv-4: Soosyrv-8 with at most four fifth moves."""

from msgspec.structs import replace

from rules.renju.openings.soosyrv_8 import REGULATION as SOOSYRV_8

REGULATION = replace(
    SOOSYRV_8,
    name="soosyrv-4",
    titles={"ru": "Соосырв-4", "en": "Soosyrv-4"},
    steps={**SOOSYRV_8.steps, "d4": replace(SOOSYRV_8.steps["d4"], most=4)},
)
