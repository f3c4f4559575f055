"""Server and table write their logs in one form."""

import subprocess
import sys

import pytest

SAY = """
from flagfall.log import log_to_stderr
log_to_stderr()
import {module}
import structlog
structlog.get_logger("{name}").bind(table=7).warning("line lost", fault="unplugged")
structlog.get_logger("{name}").debug("nobody hears this")
"""


@pytest.mark.parametrize(("module", "name"), [("server.tables", "tables"), ("table.client", "flagfall.table")])
def test_one_line_an_event(module: str, name: str) -> None:
    script = SAY.format(module=module, name=name)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("timestamp='2")
    assert line.endswith("level='warning' event='line lost' table=7 fault='unplugged'")


@pytest.mark.parametrize("command", ["hall", "screens"])
def test_every_program_of_the_hall_writes_so(command: str) -> None:
    """`serve`, `table` and `screen table` each set the log up before they begin."""
    import importlib
    import inspect

    module = importlib.import_module(f"flagfall.commands.{command}")
    for name in ("serve", "table"):
        if hasattr(module, name):
            assert "log_to_stderr()" in inspect.getsource(getattr(module, name))
