# One command each: `make demo` sets up and plays a small event, `make test` sets up and passes the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEMO ?=
CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-long test-compiled check bench wheel clean need-python need-chromium need-compiler

help:
	@echo "make demo       set up, then play a small event with virtual boards; the address is printed"
	@echo "make test       set up, then run the tests (under ten minutes on two cores)"
	@echo "make test-long  the full counts"
	@echo "make check      ruff, mypy --strict, pyright, import-linter"
	@echo "make bench      speed and memory"
	@echo "make wheel      a wheel with the move generators compiled, in dist/ (needs a C compiler)"
	@echo "make test-compiled  that wheel in its own environment, and the tests of the rules against it"

need-python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Python 3.11 or newer is needed (found: $$($(PYTHON) --version 2>&1))."; \
	  echo "Debian/Ubuntu: apt-get install python3 python3-venv    or:  make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "Python's venv module is missing.  Debian/Ubuntu: apt-get install python3-venv"; exit 2; }

need-chromium:
	@test -n "$(CHROMIUM)" || { \
	  echo "The browser tests need Chromium.  Debian/Ubuntu: apt-get install chromium    Fedora: dnf install chromium"; \
	  echo "Without a browser:  make test TESTS='not browser and not long' CHROMIUM=none"; exit 2; }

$(STAMP): pyproject.toml | need-python
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

PEER := $(VENV)/.peer
$(PEER): $(STAMP)
	$(BIN)/python -m pip install --quiet --editable '.[peer]'
	@touch $@

setup: $(STAMP)

demo: $(STAMP)
	$(BIN)/flagfall demo $(DEMO)

# Tests that start real processes or a browser have the machine to themselves; the others share its processors.
JOBS ?= auto
PARALLEL := -n $(JOBS) --maxprocesses 8 --dist worksteal
TESTS ?= not long
COMPILED_TESTS ?= -m "not long"
test: $(STAMP) need-chromium
	$(BIN)/python -m pytest -q $(PARALLEL) -m "($(TESTS)) and not (hall or browser)"
	$(BIN)/python -m pytest -q -m "($(TESTS)) and (hall or browser)"

test-long: $(STAMP) $(PEER) need-chromium
	$(BIN)/python -m pytest -q $(PARALLEL) -m "not (hall or browser)"
	$(BIN)/python -m pytest -q -m "hall or browser"

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

bench: $(STAMP) $(PEER)
	$(BIN)/flagfall bench

need-compiler:
	@command -v $${CC:-cc} >/dev/null || { \
	  echo "Compiling needs a C compiler.  Debian/Ubuntu: apt-get install gcc python3-dev    Fedora: dnf install gcc python3-devel"; \
	  echo "Without one Flagfall runs the same, interpreted:  make test"; exit 2; }

# Built from the source distribution: compiled files must not lie in the tree, where they would hide later edits.
wheel: $(STAMP) need-compiler
	rm -rf dist
	HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $(BIN)/python -m build --outdir dist

# The tests are copied out of the tree, so that `rules` can only be the installed one.
COMPILED := build/compiled
test-compiled: wheel
	rm -rf $(COMPILED)
	$(PYTHON) -m venv $(COMPILED)
	$(COMPILED)/bin/python -m pip install --quiet dist/*.whl pytest pytest-asyncio hypothesis
	mkdir $(COMPILED)/checkout
	cp -r tests docs README.md CONTRIBUTING.md pyproject.toml $(COMPILED)/checkout/
	cd $(COMPILED)/checkout && ../bin/flagfall doctor --json | grep -q '"rules core", "ok": true, "found": "compiled' \
	  && ../bin/pytest -q --import-mode=importlib $(COMPILED_TESTS) tests/rules

clean:
	rm -rf $(VENV) build dist *.egg-info
