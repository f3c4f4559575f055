"""The written page names everything there is and computes its examples."""

from server.tournament import Choices, systems, tiebreaks
from server.tournament.handbook import page
from server.tournament.presets import PRESETS
from server.tournament.unplayed import RULES


def test_the_page_names_every_system_tiebreak_rule_preset_and_choice() -> None:
    text = page()
    assert text == page()
    for name, system in systems().items():
        assert f"### {name}: {system.title_en}" in text
    for name in (*tiebreaks(), *RULES, *PRESETS, *Choices.__struct_fields__):
        assert f"`{name}`" in text, name
    assert text.count("Example: nine players after") == len(systems())
    assert "goes down to" in text
    assert "gets the plus" in text
