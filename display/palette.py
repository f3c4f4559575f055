"""The colours of every screen, by theme and meaning (the visual language).

`server/web/static/flagfall.css` carries the same values; a test compares them. Screens that are not web pages (the
table's) take them from here.

Meanings are exclusive: ``decision`` is a ruling due, ``attention`` is something to watch, ``evidence`` is what a sensor
saw or an article, solid ``ink`` is the running clock or the chosen thing. "All is well" has no colour.
"""

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "ground": "#E6EAE9",
    "panel": "#FBFCFB",
    "sunk": "#F0F3F2",
    "ink": "#14191B",
    "ink2": "#465054",
    "ink3": "#5A6468",
    "line": "#CDD3D2",
    "edge": "#7D888A",
    "head": "#141B1D",
    "head-ink": "#FFFFFF",
    "head-ink2": "#A9B5B4",
    "decision": "#B92D18",
    "on-decision": "#FFFFFF",
    "attention": "#E8A713",
    "on-attention": "#14191B",
    "attention-text": "#7F5200",
    "note": "#CBD2D1",
    "evidence": "#0B5B8A",
    "board-light": "#E7E4D8",
    "board-dark": "#6C8177",
    "board-last": "#879B8C",
    "wood": "#A68650",
    "wood-line": "#3B2F1A",
    "man-w": "#FBFAF5",
    "man-b": "#1A2023",
    "rim-w": "#39423F",
    "rim-b": "#0A0D0E",
    "groove-w": "#C9C7BC",
    "groove-b": "#465155",
    "chalk": "#FFFDF2",
}

DARK: Mapping[str, str] = {
    **LIGHT,
    "ground": "#0E1415",
    "panel": "#172022",
    "sunk": "#1E292B",
    "ink": "#EDF1EF",
    "ink2": "#B3BEBE",
    "ink3": "#94A0A1",
    "line": "#2D393B",
    "edge": "#6F7C7E",
    "head": "#070B0C",
    "head-ink": "#F4F7F5",
    "head-ink2": "#A3B0AF",
    "decision": "#C63A23",
    "attention": "#E9AE2C",
    "on-attention": "#11181A",
    "attention-text": "#F0C057",
    "note": "#3A4749",
    "evidence": "#79BEE9",
    "board-light": "#B9BBB0",
    "board-dark": "#5F7268",
    "board-last": "#7A8E80",
    "wood": "#8C7148",
    "wood-line": "#1E170B",
    "man-w": "#F7F6F0",
    "man-b": "#0C1011",
    "rim-w": "#232A28",
    "rim-b": "#000",
    "groove-w": "#C2C0B4",
    "groove-b": "#3D4749",
}

THEMES: Mapping[str, Mapping[str, str]] = {"light": LIGHT, "dark": DARK}
