# Two commands on a fresh machine: `make play` and `make test`. Everything else is for developers.
unexport PYTHONDONTWRITEBYTECODE
# else every program that a test starts would compile the whole package anew
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 4
# more than cores: many tests wait for programs and browsers
TRIES ?= 1
# how often a test may be tried; whatever passes only later is named in the summary as RERUN
RUNS ?= runs/gallery
# where `make studies` keeps its runs; the same folder goes on where it stopped
LEARN := tests/learn
# apart, so that only one process imports torch
PLAYED := tests/conformance tests/games tests/lab tests/play tests/puzzles tests/review
FRONTS := tests/cli tests/protocol tests/security tests/terminal tests/web
# parts of `make unit`, one after another: a process keeps what it has compiled, and four for all tests would fill 6 GB
SEARCHES := $(patsubst %,--ignore=%,$(LEARN) $(PLAYED) $(FRONTS))
# all other tests
PYTHONS ?= 3.11 3.12 3.13 3.14
# those that `make nightly` looks for
NIGHTLY := tests/conformance tests/core/test_kernel_cache.py tests/search/test_values.py tests/search/test_claims.py tests/solve tests/puzzles tests/play tests/lab tests/security tests/web tests/terminal
RERUNS := --reruns $(shell expr $(TRIES) - 1) --maxfail 20
CALMLY := trap : INT;
QUIETLY := || exit $$(($$? == 130 ? 0 : $$?))
# around a program that Ctrl-C ends: the shell waits for it, and to be ended so is no error that make reports
PATIENT := --timeout 0 -o faulthandler_timeout=0
# long checks may take as long as they need
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps
TORCH := torch==2.13.0
# without a hash: its builds for processors alone and for GPUs are different files of one version
COVERED := --cov --cov-append --cov-report=
LOCKING := build/lock
# where `make lock` keeps its tool
UV := uv==0.13.7
LOCK ?=
# `make lock LOCK=--upgrade` takes the newest versions, `make lock` alone keeps those that still fit
NEEDED_TO_BUILD := $(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")'
COMPILE := $(LOCKING)/bin/uv pip compile pyproject.toml - --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command 'make lock' $(LOCK)
ATTACK := tests/security tests/protocol tests/terminal/test_two_programs.py $(foreach part,store_damage store_kills store_together store_versions watchdog,tests/play/test_$(part).py) $(foreach part,autosave interleavings program http transport clocks load,tests/web/test_$(part).py)
SCRIPTS := node_modules/.package-lock.json
# what checks the scripts of the page is there; npm writes this file last
GAMES_AT_ONCE ?= 2
# of `make figures-long`: leave a core or two free, for players that think for a time
RULES := $(foreach game,hex blockit eximo neutreeko morris,tests/games/test_$(game).py)

.PHONY: play test check unit unit-fronts unit-played unit-searches interpreted learned wheel docs coverage lock nightly long attack mutants bench studies figures figures-long clean

play: $(VENV)/.compiled ## set everything up and open the game in a browser
	@$(CALMLY) $(BIN)/plyground $(QUIETLY)

test: $(VENV)/.developing ## everything that must hold; the tests wait a lot, so the rest runs beside them
	@$(MAKE) --no-print-directory --jobs 3 $(VENV)/.browser $(VENV)/.learning $(SCRIPTS)
	@MAKE=$(MAKE) $(BIN)/python -m tests.stages unit check interpreted learned wheel

$(VENV)/.installed: pyproject.toml requirements/play.txt
	@echo "Setting up $(VENV) (once) …"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Plyground needs Python 3.11 or newer.")'
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) --require-hashes --requirement requirements/play.txt
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

# Written first and kept when Ctrl-C skips it: what is missing is compiled when it is first used.
.PRECIOUS: $(VENV)/.compiled
$(VENV)/.compiled: $(VENV)/.installed
	@touch $@
	@$(CALMLY) $(BIN)/plyground compile $(QUIETLY)

$(VENV)/.developing: $(VENV)/.installed requirements/dev.txt
	@$(INSTALL) --require-hashes --requirement requirements/dev.txt
	@touch $@

$(VENV)/.browser: $(VENV)/.developing tests/browser.py
	@$(BIN)/python tests/browser.py
	@touch $@

$(VENV)/.learning: $(VENV)/.developing
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	@touch $@

$(SCRIPTS): $(VENV)/.developing package.json package-lock.json .npmrc
	@$(BIN)/npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

check: $(VENV)/.learning $(SCRIPTS) ## style, types and layers; types and style of the page's scripts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/node node_modules/typescript/bin/tsc
	$(BIN)/node node_modules/eslint/bin/eslint.js --max-warnings 0

unit: $(VENV)/.browser $(SCRIPTS) ## the tests, except those of learning
	@$(MAKE) --no-print-directory --keep-going unit-searches unit-played unit-fronts

unit-fronts:
	$(BIN)/python -m pytest -n $(WORKERS) $(RERUNS) $(FRONTS)

unit-played:
	$(BIN)/python -m pytest -n $(WORKERS) $(RERUNS) $(PLAYED)

unit-searches:
	$(BIN)/python -m pytest -n $(WORKERS) $(RERUNS) $(SEARCHES)

interpreted: $(VENV)/.developing ## the rule tests with the kernels as plain Python, as in a debugger
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 $(RULES)

learned: $(VENV)/.learning ## the tests of learning, which need torch
	$(BIN)/python -m pytest $(RERUNS) $(LEARN)

wheel: $(VENV)/.developing ## build the wheel, install it elsewhere, try it
	$(BIN)/python tests/wheel_smoke.py

docs: $(VENV)/.developing ## build the documentation site in build/site
	$(BIN)/python docs/make_site.py

coverage: $(VENV)/.browser $(VENV)/.learning $(SCRIPTS) ## which lines the whole suite runs; slower than the suite
	$(BIN)/python -m coverage erase
	-$(BIN)/python -m pytest -n $(WORKERS) $(COVERED) $(SEARCHES)
	-$(BIN)/python -m pytest -n $(WORKERS) $(COVERED) $(PLAYED)
	-$(BIN)/python -m pytest -n $(WORKERS) $(COVERED) $(FRONTS)
	-$(BIN)/python -m pytest $(COVERED) $(LEARN)
	-NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 $(COVERED) $(RULES)
	$(BIN)/python -m coverage report

lock: ## write down anew which versions `make play` and `make test` install; see docs/testing.md
	@$(PYTHON) -m venv $(LOCKING)
	@$(LOCKING)/bin/python -m pip install --quiet --disable-pip-version-check $(UV)
	@$(NEEDED_TO_BUILD) | $(COMPILE) --extra dev --output-file requirements/dev.txt
	@$(NEEDED_TO_BUILD) | $(COMPILE) --constraint requirements/dev.txt --output-file requirements/play.txt
	@for extra in tune cluster; do \
		$(COMPILE) --constraint requirements/dev.txt --extra $$extra --output-file requirements/$$extra.txt < /dev/null || exit; done

nightly: $(VENV)/.browser $(SCRIPTS) ## the long checks, on every Python from 3.11 to 3.14 that this machine has
	@MAKE=$(MAKE) $(BIN)/python -m tests.pythons $(PYTHONS)

long: $(VENV)/.browser ## the long versions of checks: references, searches, records, kills, hostile messages, load
	PLYGROUND_NIGHTLY=1 $(BIN)/python -m pytest -n $(WORKERS) $(PATIENT) $(NIGHTLY)

attack: $(VENV)/.browser ## the part of `make nightly` that tries to lose games, lock people out and get in; see docs/security.md
	PLYGROUND_NIGHTLY=1 $(BIN)/python -m pytest -n 2 $(PATIENT) $(ATTACK)

mutants: $(VENV)/.browser ## change single lines and count how many of the changes the tests notice; see docs/testing.md
	$(BIN)/python -m tests.mutants $(MUTANTS)

studies: $(VENV)/.developing ## run the published studies again and build docs/studies from them; on a machine with nothing else to do
	$(BIN)/python -m plyground lab run all --folder $(RUNS)/studies
	$(BIN)/python -m plyground lab growth --folder $(RUNS)/growth
	$(BIN)/python docs/studies/make_gallery.py $(RUNS)

figures: $(VENV)/.browser ## measure what takes minutes and write its tables; some 25 minutes, on a machine with nothing else to do
	$(BIN)/python bench/perft.py --write
	$(BIN)/python bench/search.py --write
	$(BIN)/python bench/node_profile.py --write
	$(BIN)/python bench/seconds.py --write
	$(BIN)/python bench/session.py --write
	$(BIN)/python bench/networks.py --write
	$(BIN)/python bench/theatre_frames.py --write

figures-long: $(VENV)/.developing ## the tables that take hours: puzzles, proofs, matches; goes on where it was stopped
	$(BIN)/python bench/tactics.py --write --workers $(GAMES_AT_ONCE)
	$(BIN)/python bench/judge.py --write --workers $(GAMES_AT_ONCE)
	$(BIN)/python bench/strength.py --write --workers $(GAMES_AT_ONCE)
	$(BIN)/python bench/ladder.py --write --workers $(GAMES_AT_ONCE)
	$(BIN)/python bench/rungs.py --write --workers $(GAMES_AT_ONCE) --minutes 120

bench: figures ## the same as `make figures`

clean:
	rm -rf $(VENV) node_modules build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
