"""Both languages' texts, read as a shell reads them."""

from pathlib import Path

from display.catalogue import LANGUAGES, parse

ROOT = Path(__file__).parents[2]
TEXTS = {lang: parse((ROOT / "display" / "locale" / f"{lang}.po").read_text("utf-8"), lang) for lang in LANGUAGES}
