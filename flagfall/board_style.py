"""A board drawn by `display.svg` made a file of its own: with the pages' style, in the light theme's colours."""

import re
from importlib.resources import files

from display.palette import LIGHT

_RULE = re.compile(r"(\.f[bm][^{}]*)\{([^{}]*)\}")
_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)(?:,([^()]*))?\)")
_FONT = '"Golos Text",'


def style() -> str:
    """The rules of the pages' style sheet that draw boards, without variables."""
    sheet = files("server.web").joinpath("static", "flagfall.css").read_text(encoding="utf-8")
    rules = "".join(f"{selector.strip()}{{{body}}}" for selector, body in _RULE.findall(sheet))
    return _VARIABLE.sub(lambda found: LIGHT.get(found[1]) or found[2] or LIGHT["evidence"], rules).replace(_FONT, "")


def standalone(svg: str) -> str:
    """The SVG text of a file: with its namespace, its style and a ground behind the coordinates."""
    box = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', svg)
    assert box is not None
    x, y, width, height = box.groups()
    ground = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{LIGHT["panel"]}"/>'
    head, _, body = svg.partition(">")
    head = head.replace("<svg ", f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" ', 1)
    return f"{head}><style>{style()}</style>{ground}{body}\n"
