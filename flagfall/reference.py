"""Writes the pages that can be made from the program itself: commands, events, messages, findings, settings, pairing.

``python -m flagfall.reference`` writes them into docs; a test fails while one of them is out of date.
"""

import inspect
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import msgspec
import typer.main

DOCS = Path(__file__).parents[1] / "docs"
NOTE = "<!-- Written by `python -m flagfall.reference`. Change the source, not this page. -->\n"


def pages() -> dict[str, str]:
    """Every generated page by its path in ``DOCS``."""
    from server.tournament.handbook import page

    return {
        "reference/commands.md": commands(),
        "reference/events.md": events(),
        "reference/messages.md": messages(),
        "reference/findings.md": findings(),
        "reference/settings.md": settings(),
        "tournament.md": f"{NOTE}\n{page()}",
    }


def commands() -> str:
    """Every command with its arguments and options."""
    from flagfall.cli import app

    root: Any = typer.main.get_command(app)
    out = [NOTE, "# Commands\n"]
    out.append(
        "Every command that answers takes `--json`: one JSON document on stdout, messages on stderr. Exit codes: 0 for "
        "an answer, 1 where the answer is no, 2 for input that cannot be used.\n"
    )
    for name, command in sorted(root.commands.items()):
        inner = getattr(command, "commands", None)
        if inner:
            if command.invoke_without_command:
                out.append(_command(name, command))
            out += [_command(f"{name} {sub}", each) for sub, each in sorted(inner.items())]
        else:
            out.append(_command(name, command))
    return "\n".join(out)


def _command(name: str, command: Any) -> str:
    rows = [f"## flagfall {name}\n", (command.help or "").strip() + "\n"]
    shown = [parameter for parameter in command.params if parameter.name != "help"]
    if shown:
        rows.append("| | | default |\n|---|---|---|")
    for parameter in shown:
        argument = isinstance(parameter, click.Argument) or parameter.param_type_name == "argument"
        names = (
            parameter.name.upper()
            if argument
            else ", ".join(f"`{opt}`" for opt in (*parameter.opts, *parameter.secondary_opts))
        )
        rows.append(f"| {names} | {_cell(getattr(parameter, 'help', '') or '')} | {_default(parameter)} |")
    return "\n".join(rows) + "\n"


def _default(parameter: Any) -> str:
    value = parameter.default
    if value is None or value is False or parameter.required or callable(value) or "Sentinel" in repr(value):
        return ""
    return f"`{value}`"


def events() -> str:
    """Every kind of event with its fields."""
    from record import events as kinds

    out = [NOTE, "# Events\n", inspect.cleandoc(kinds.__doc__ or "") + "\n"]
    for kind in typing.get_args(kinds.AnyEvent):
        out.append(f"## {kind.__struct_config__.tag}\n\n{_doc(kind)}\n\n{_fields(kind, skip=kinds.Event)}")
    return "\n".join(out)


def messages() -> str:
    """Every topic with its payload."""
    from record import messages as m

    topics: dict[str, tuple[type, str]] = {
        "table/{n}/assignment": (m.Assign, "server, retained"),
        "table/{n}/state": (m.TableState, "table, retained, last will"),
        "table/{n}/birth": (m.Birth, "table, retained"),
        "table/{n}/log": (m.LogBatch, "table, QoS 1"),
        "table/{n}/ack": (m.Ack, "server"),
        "table/{n}/command": (m.DeskEvents, "server, repeated until answered"),
        "table/{n}/reply": (m.Reply, "table"),
        "server/state": (m.ServerState, "server, retained, last will"),
    }
    out = [NOTE, "# Messages\n", "MQTT 3.1.1; every payload is JSON; topics begin with `flagfall/1/{event}/`.\n"]
    for name, (payload, who) in topics.items():
        out.append(f"## {name}\n\n{who}: `{payload.__name__}`. {_doc(payload)}\n\n{_fields(payload)}")
    from record.assignment import Assignment, Opening, Person, Regulations

    for part in (Assignment, Person, Opening, Regulations):
        out.append(f"## {part.__name__}\n\n{_doc(part)}\n\n{_fields(part)}")
    return "\n".join(out)


def findings() -> str:
    """The catalogue of findings."""
    from rules.law import RULINGS, kinds

    out = [NOTE, "# Findings\n", "| kind | article | grade | who may act | until | lawful rulings | title |"]
    out.append("|---|---|---|---|---|---|---|")
    for kind in kinds().values():
        articles = "; ".join(f"{game}: {text}" if game != "*" else text for game, text in kind.articles.items() if text)
        rulings = ", ".join(kind.rulings)
        actors = "; ".join([kind.who_may_act, *(f"{game}: {actor}" for game, (actor, _) in kind.apart.items())])
        apart = [f"{game}: {lasts}" for game, (_, lasts) in kind.apart.items() if lasts != kind.until]
        until = "; ".join([kind.until, *apart])
        row = (kind.name, articles or "-", kind.grade, actors, until, rulings, " / ".join(kind.titles))
        out.append("| " + " | ".join(_cell(cell) for cell in row) + " |")
    out += ["\n## Rulings\n", "| ruling | in Russian | in English |\n|---|---|---|"]
    out += [f"| {name} | {russian} | {english} |" for name, (russian, english) in RULINGS.items()]
    return "\n".join(out) + "\n"


def settings() -> str:
    """The keys of EVENT.toml and TABLE.toml."""
    from record.assignment import Regulations
    from server import config as event
    from server import group_config, team_config
    from server.checks import expected as expected_by
    from table import config as table

    out = [
        NOTE,
        "# Settings\n",
        "## EVENT.toml\n",
        "`docs/examples/club.toml` shows every section in use, `docs/examples/teams.toml` a team event.\n",
    ]
    sections: list[tuple[str, Any]] = [
        ("[event]", event.EventSettings),
        ("[event] by groups", group_config.GroupSettings),
        ("[event] of teams", team_config.TeamSettings),
        ("[regulations]", Regulations),
        ("[server]", event.ServerSettings),
        ("[[arbiter]]", event.ArbiterEntry),
        ("[[table]]", event.TableEntry),
        ("[[player]]", event.PlayerEntry),
        ("[[team]]", team_config.TeamEntry),
    ]
    expected = {
        name: {key: expected_by(check) for key, (check, _) in keys.items()}
        for name, keys in event.section_keys().items()
    }
    for name, struct in sections:
        told = expected.get(name.split("]", 1)[0].strip("["))
        parts = {event.EventSettings: team_config.TeamSettings, team_config.TeamSettings: group_config.GroupSettings}
        apart = parts.get(struct)
        out.append(f"### {name}\n\n{_doc(struct)}\n\n{_fields(struct, skip=apart, expected=told)}")
    out += ["## TABLE.toml\n", "```", inspect.cleandoc(table.__doc__ or ""), "```\n"]
    for name, struct in (("[server]", table.Server), ("[[table]]", table.Table), ("the file", table.Config)):
        out.append(f"### {name} of TABLE.toml\n\n{_doc(struct)}\n\n{_fields(struct)}")
    return "\n".join(out)


def _doc(kind: Any) -> str:
    return " ".join(inspect.cleandoc(kind.__doc__ or "").replace("``", "`").split())


def _fields(struct: Any, skip: Any = None, expected: Mapping[str, str] | None = None) -> str:
    """A table of the fields of ``struct``: their types, or what ``expected`` says that each may be."""
    base = {field.name for field in msgspec.structs.fields(skip)} if skip else set()
    rows = [f for f in msgspec.structs.fields(struct) if f.name not in base]
    if not rows:
        return ""
    out = [f"| field | {'expected' if expected else 'type'} | default |", "|---|---|---|"]
    for field in rows:
        default = "" if field.default is msgspec.NODEFAULT else f"`{field.default!r}`"
        kind = (expected or {}).get(field.encode_name) or _type(field.type)
        out.append(f"| {field.encode_name} | {_cell(kind)} | {default} |")
    return "\n".join(out) + "\n"


def _type(annotation: Any) -> str:
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return _type(typing.get_args(annotation)[0])
    if origin is typing.Literal:
        return " or ".join(f'"{value}"' for value in typing.get_args(annotation))
    text = getattr(annotation, "__name__", str(annotation)) if origin is None else str(annotation)
    for module in (
        "typing.",
        "collections.abc.",
        "rules.side.",
        "record.assignment.",
        "server.config.",
        "table.config.",
        "msgspec.",
    ):
        text = text.replace(module, "")
    return text.replace("NoneType", "none")


def _cell(text: str) -> str:
    return " ".join(str(text).split()).replace("|", "\\|")


if __name__ == "__main__":
    for name, text in pages().items():
        (DOCS / name).write_text(text, "utf-8")
