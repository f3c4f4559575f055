"""What the doctor says of the compiled modules, and what the benches are."""

import importlib.machinery
import tomllib
from pathlib import Path

import pytest

from flagfall import bench, doctor
from rules.errors import FlagfallError

HOUSE = Path(__file__).parents[2]


def test_the_doctor_looks_at_what_is_compiled():
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
    built = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["include"]
    assert [path.removeprefix("/").removesuffix(".py").replace("/", ".") for path in built] == list(doctor.COMPILED)


@pytest.mark.parametrize(
    ("compiled", "found"), [((), "interpreted"), (doctor.COMPILED, "compiled"), (doctor.COMPILED[:1], "mixed")]
)
def test_compiled_interpreted_or_a_broken_mixture(monkeypatch, compiled, found):
    def spec(name):
        return importlib.machinery.ModuleSpec(name, None, origin=f"{name}.so" if name in compiled else f"{name}.py")

    monkeypatch.setattr(doctor.importlib.util, "find_spec", spec)
    assert doctor.rules_core() == found
    check = doctor._rules_core()
    assert (check.ok, bool(check.advice)) == (found != "mixed", found == "mixed")


def test_benches_are_found_by_a_scan():
    assert {"rules", "recognition", "pairing"} <= set(bench.names())
    with pytest.raises(FlagfallError, match=r"known: all, .*rules"):
        bench.run("nothing")
