"""What the screens say, in Russian and English.

The texts stand in ``display/locale/*.po`` under stable keys; a shell reads the files and hands their text to `parse`,
since this room reads no files itself.

>>> texts = parse('msgid "table.n"\\nmsgstr "Стол {n}"\\n', "ru")
>>> texts.t("table.n", n=5)
'Стол 5'
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from babel.messages.pofile import read_po

from rules.known import discipline, disciplines

LANGUAGES = ("ru", "en")
DEFAULT = "ru"


def plural_form(lang: str, number: int) -> int:
    """The index of the plural form of ``number``: in Russian 0 for 1 and 21, 1 for 2-4, 2 for 5-20; else 0 or 1."""
    n = abs(number)
    if lang != "ru":
        return 0 if n == 1 else 1
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2


@dataclass(frozen=True)
class Texts:
    """One language's texts. ``single`` by key; ``plural`` by key, its forms in gettext's order."""

    lang: str
    single: Mapping[str, str]
    plural: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def t(self, key: str, /, **values: object) -> str:
        """The text of ``key`` with its ``{names}`` filled in. Raises KeyError naming the key and the language."""
        try:
            text = self.single[key]
        except KeyError:
            raise KeyError(f"no text {key!r} in {self.lang}") from None
        return text.format(**values) if values else text

    def n(self, key: str, number: int, /, **values: object) -> str:
        """The plural text of ``key`` for ``number``, which it may show as ``{n}``."""
        try:
            forms = self.plural[key]
        except KeyError:
            raise KeyError(f"no plural text {key!r} in {self.lang}") from None
        return forms[plural_form(self.lang, number)].format(n=number, **values)

    def has(self, key: str) -> bool:
        """Whether there is a text (without plural forms) of that key."""
        return key in self.single

    def besides(self, names: Mapping[str, str]) -> "Texts":
        """These texts, and ``names`` by their keys where there is no text of that key."""
        return replace(self, single={**names, **self.single})

    def pick(self, ru: str, en: str) -> str:
        """Of two texts that come in both languages, this language's; the other where it is empty."""
        return (en or ru) if self.lang == "en" else (ru or en)


def parse(po: str, lang: str) -> Texts:
    """The texts in the PO file ``po``, and the disciplines' own titles for those it does not know.

    Raises ValueError naming every key that lacks a text or a plural form.
    """
    single: dict[str, str] = {}
    plural: dict[str, tuple[str, ...]] = {}
    faults: list[str] = []
    for message in read_po(io.BytesIO(po.encode()), locale=None):
        key = message.id
        if not key:
            continue
        if isinstance(key, tuple):
            forms = tuple(str(s) for s in message.string or ())
            if len(forms) < (3 if lang == "ru" else 2) or not all(forms):
                faults.append(f"{key[0]!r}: plural forms missing")
            plural[key[0]] = forms
        elif not message.string:
            faults.append(f"{key!r}: no text")
        else:
            single[str(key)] = str(message.string)
    if faults:
        raise ValueError(f"{lang}: " + "; ".join(faults))
    return Texts(lang, single, plural).besides(_titles(lang))


def _titles(lang: str) -> dict[str, str]:
    """The titles of all disciplines under the keys of their names: one that is added in a file brings its own."""
    titles = {name: discipline(name).titles[lang] for name in disciplines()}
    return {f"discipline.{name}{form}": title for name, title in titles.items() for form in ("", ".short")}
