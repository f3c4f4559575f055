# One command each: `make demo` sets up and plays a small event, `make test` sets up and passes the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEMO ?=
CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-long check bench clean need-python need-chromium

help:
	@echo "make demo       set up, then play a small event with virtual boards; the address is printed"
	@echo "make test       set up, then run the tests (under ten minutes on two cores)"
	@echo "make test-long  the full counts"
	@echo "make check      ruff, mypy --strict, pyright, import-linter"
	@echo "make bench      speed and memory"

need-python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Python 3.11 or newer is needed (found: $$($(PYTHON) --version 2>&1))."; \
	  echo "Debian/Ubuntu: apt-get install python3 python3-venv    or:  make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "Python's venv module is missing.  Debian/Ubuntu: apt-get install python3-venv"; exit 2; }

need-chromium:
	@test -n "$(CHROMIUM)" || { \
	  echo "The browser tests need Chromium.  Debian/Ubuntu: apt-get install chromium    Fedora: dnf install chromium"; \
	  echo "Without a browser:  make test TESTS='-m \"not browser and not long\"' CHROMIUM=none"; exit 2; }

$(STAMP): pyproject.toml | need-python
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

setup: $(STAMP)

demo: $(STAMP)
	$(BIN)/flagfall demo $(DEMO)

TESTS ?= -m "not long"
test: $(STAMP) need-chromium
	$(BIN)/python -m pytest -q $(TESTS)

test-long: $(STAMP) need-chromium
	$(BIN)/python -m pytest -q -m "long or not long"

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

bench: $(STAMP)
	$(BIN)/flagfall bench

clean:
	rm -rf $(VENV) build dist *.egg-info
