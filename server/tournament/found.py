"""One file per addition: the modules of a folder, each exposing one known object (design.md, law 6)."""

import importlib
import pkgutil
from typing import TypeVar

T = TypeVar("T")


def found(package: str, known: str, kind: type[T]) -> dict[str, T]:
    """The objects called ``known`` of every module in ``package``, by their ``name``.

    Raises ``TypeError`` for a module without the object, ``ValueError`` for one named otherwise than its module.
    """
    objects: dict[str, T] = {}
    folder = importlib.import_module(package)
    for info in pkgutil.iter_modules(folder.__path__, package + "."):
        module = importlib.import_module(info.name)
        thing = getattr(module, known, None)
        if not isinstance(thing, kind):
            raise TypeError(f"{info.name} must define {known}, a {kind.__name__}")
        name: str = thing.name  # type: ignore[attr-defined]
        if info.name.rpartition(".")[2] != name.replace("-", "_"):
            raise ValueError(f"{info.name} defines {known} {name!r}: expected the name of its module")
        objects[name] = thing
    return objects
