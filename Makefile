# `make play` and `make test` set everything up by themselves.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play pictures test test-browser lint browser bench golden clean postgres nginx torture

play: .venv/playing
	$(BIN)/ludotheque serve

# The pictures of the README, taken from real games.
pictures: .venv/ready browser
	$(BIN)/python docs/pictures.py

# Whole games in Chromium are a run of their own: the driver's event loop stays in its process. What
# fails has a second try, since servers and browsers on a busy machine can be late; what is wrong fails twice.
test: .venv/ready lint postgres nginx browser
	$(BIN)/pytest --numprocesses auto --dist worksteal --reruns 1 --ignore tests/web/browser
	$(BIN)/pytest --numprocesses auto --dist worksteal --reruns 1 tests/web/browser

test-browser: .venv/ready browser
	$(BIN)/pytest --numprocesses auto --dist worksteal --reruns 1 tests/web/browser

lint: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# The tests look at the pages in a real browser.
browser:
	@command -v chromium >/dev/null || { \
	  sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$sudo apt-get update --quiet=2 && $$sudo apt-get install --yes --quiet=2 chromium >/dev/null; }

# The tests of the server run on SQLite and on a PostgreSQL that they start themselves.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
	  sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$sudo apt-get update --quiet=2 && $$sudo apt-get install --yes --quiet=2 postgresql >/dev/null; }

# A game is played through the reverse proxy of deploy/, as people would.
nginx:
	@{ command -v nginx && command -v openssl; } >/dev/null || { \
	  sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$sudo apt-get update --quiet=2 && \
	  $$sudo apt-get install --yes --quiet=2 --no-install-recommends nginx-light openssl >/dev/null; }

# People play whole games while servers are killed two hundred times on each database.
torture: .venv/ready postgres
	$(BIN)/python -m tests.web.torture --kills 200

bench: .venv/ready
	$(BIN)/python bench/random_games.py

# Writes golden records, counts and stored games that are missing; never changes one.
golden: .venv/ready
	$(BIN)/python -m tests.games.golden
	$(BIN)/python -m tests.web.stored

# To play, little is needed; the tools of development are for those who develop.
.venv/playing: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[web]"
	touch $@

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
