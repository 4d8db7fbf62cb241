# Needs nothing but make and Python 3.11 or newer; everything else goes into .venv.
#   make PYTHON=python3.12      another interpreter, for a new .venv
#   make test ARGS="-k tie -x"  more arguments for the program that the target runs

PYTHON ?= python3
ARGS   ?=
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
PYTEST := $(BIN)/pytest -n auto --dist loadgroup

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help arena test test-fast bench lint format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

arena: $(VENV)/.base ## watch a demo match
	$(BIN)/joute demo $(ARGS)

test: lint ## lint, then run every test
	$(PYTEST) $(ARGS)

test-fast: $(VENV)/.dev ## run the tests that are not slow, without lint
	$(PYTEST) -m "not slow" $(ARGS)

bench: $(VENV)/.dev ## measure the speed of the engine
	$(BIN)/joute bench $(ARGS)

lint: $(VENV)/.dev ## check style, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.dev ## mend style and formatting in place
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

clean: ## remove .venv, caches and build output
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is older than pyproject.toml when the dependencies may have changed.
$(VENV)/.base: pyproject.toml $(BIN)/python
	$(PIP) install --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml $(BIN)/python
	$(PIP) install --editable '.[dev]'
	@touch $(VENV)/.base $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Joute needs Python 3.11 or newer, but "$(PYTHON)" answers:' "$$($(PYTHON) --version 2>&1)" >&2; \
	  echo 'Name another one: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
	  echo '"$(PYTHON)" has no working venv module. On Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
