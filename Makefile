# Needs nothing but make and Python 3.11 or newer; everything else goes into .venv.
#   make PYTHON=python3.12      another interpreter, for a new .venv
#   make test ARGS="-k tie -x"  more arguments for the program that the target runs

PYTHON ?= python3
ARGS   ?=
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
PACKAGES := bubblewrap util-linux gcc g++ libc6-dev ocaml-nox rustc nodejs default-jdk-headless
PYTEST := $(BIN)/pytest -n auto --dist loadgroup

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help arena system test test-fast bench lint format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

arena: $(VENV)/.base ## watch a demo match
	$(BIN)/joute demo $(ARGS)

system: ## install what the sandbox and all languages need (Debian, Ubuntu)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(PACKAGES); \
	else echo 'Install these, on Debian and Ubuntu by: sudo apt-get install $(PACKAGES)'; fi

test: lint $(VENV)/.system ## lint, then run every test
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

# Tests that need a program which cannot be installed here say so and are skipped.
$(VENV)/.system: Makefile $(BIN)/python
	@for program in bwrap setpriv g++ ocamlopt rustc node javac; do \
	  command -v $$program >/dev/null || { echo "$$program is missing"; $(MAKE) system || true; break; }; done
	@touch $@

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
