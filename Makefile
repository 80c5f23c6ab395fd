# `make play` and `make test` install everything they need.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/pytest --numprocesses auto --dist worksteal
TYPESCRIPT := 5

# Tests start many processes, which would all compile the same sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play pictures test programs check test-all test-quick test-browser lint types-js browser bench constraints docs golden clean postgres nginx release torture fuzz

play: .venv/playing
	$(BIN)/ludotheque serve

# Takes the README's pictures from real games.
pictures: .venv/ready browser
	$(BIN)/python docs/pictures.py

# Lint, types and all tests. Python packages and other programs are installed at the same time.
test:
	$(MAKE) --jobs=2 .venv/ready programs
	$(MAKE) --jobs=2 lint test-all

# What tests need beside Python, one after the other: apt runs once at a time.
programs:
	$(MAKE) --jobs=1 postgres nginx browser .node/typescript-$(TYPESCRIPT)

# Lint, types, and the tests that need no browser, server process, database server or compiler.
check: .venv/ready
	$(MAKE) --jobs=2 lint test-quick

test-all: .venv/ready
	$(PYTEST)

test-quick: .venv/ready
	$(PYTEST) --quick

test-browser: .venv/ready browser
	$(PYTEST) tests/web/browser

lint: .venv/ready types-js
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# Checks the types in the comments of the browser script and of its service worker. Only developers need Node.js.
types-js: .node/typescript-$(TYPESCRIPT)
	.node/node_modules/.bin/tsc --project src/ludotheque/web/static/js
	.node/node_modules/.bin/tsc --project src/ludotheque/web/static

.node/typescript-$(TYPESCRIPT):
	@command -v npm >/dev/null || { \
	  sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$sudo apt-get update --quiet=2 && \
	  $$sudo apt-get install --yes --quiet=2 --no-install-recommends nodejs npm >/dev/null; }
	npm install --silent --no-save --no-package-lock --prefix .node typescript@$(TYPESCRIPT)
	touch $@

# Installs the browser for the browser tests: Chromium without its own windows, which opens a page in a quarter of the time.
browser:
	@command -v chromium-headless-shell >/dev/null || { \
	  sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$sudo apt-get update --quiet=2 && $$sudo apt-get install --yes --quiet=2 chromium-headless-shell >/dev/null; }

# Installs PostgreSQL; the server tests start an instance of their own.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
	  sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$sudo apt-get update --quiet=2 && $$sudo apt-get install --yes --quiet=2 postgresql >/dev/null; }

# Installs nginx; a test plays a game through the reverse proxy of deploy/.
nginx:
	@{ command -v nginx && command -v openssl; } >/dev/null || { \
	  sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$sudo apt-get update --quiet=2 && \
	  $$sudo apt-get install --yes --quiet=2 --no-install-recommends nginx-light openssl >/dev/null; }

# Kills servers, workers and thinking processes 1,000 times on each database during games, and checks what is stored.
torture: .venv/ready postgres
	$(BIN)/python -m tests.web.torture --kills 1000 --prove --processes $$(nproc)

# Makes a million requests with one thing wrong between valid ones, and checks that they change nothing.
fuzz: .venv/ready
	$(BIN)/python -m tests.web.fuzz --requests 1000000 --processes 2

# Builds the documentation site into build/site; it works without a network and without a server.
docs: .venv/documenting
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Builds wheel and source archive reproducibly, and installs each extra into a new environment.
release: .venv/releasing
	$(BIN)/python deploy/release.py

# Writes the versions of all installed packages, without addresses.
constraints: .venv/ready
	$(BIN)/python deploy/release.py --constraints

bench: .venv/ready
	$(BIN)/python bench/random_games.py

# Writes missing golden records, counts and stored games; never changes an existing one.
golden: .venv/ready
	$(BIN)/python -m tests.games.golden
	$(BIN)/python -m tests.web.stored

# Playing needs only the web extra; everything else needs the development tools.
.venv/playing: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[web]"
	touch $@

.venv/documenting: .venv/ready
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[docs]"
	touch $@

.venv/releasing: .venv/ready
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[release]"
	touch $@

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@

clean:
	rm -rf .venv .node .mypy_cache .ruff_cache .pytest_cache
