# Two commands on a fresh machine: `make play` and `make test`. Everything else is for developers.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 4
# more than cores: many tests wait for programs and browsers
TRIES ?= 1
# how often a test may be tried; whatever passes only later is named in the summary as RERUN
RUNS ?= runs/gallery
# where `make studies` keeps its runs; the same folder goes on where it stopped
PLAIN := tests/core tests/language tests/conformance/test_texts.py
NIGHTLY := tests/conformance tests/core/test_kernel_cache.py tests/search/test_values.py tests/search/test_claims.py tests/play tests/lab tests/security tests/web tests/terminal
RERUNS := --reruns $(shell expr $(TRIES) - 1)
RULES := $(foreach game,hex blockit eximo neutreeko morris,tests/games/test_$(game).py)

.PHONY: play test check unit plain interpreted wheel nightly mutants bench studies clean

play: $(VENV)/.installed ## set everything up and open the game in a browser
	@$(BIN)/plyground

test: $(VENV)/.browser ## everything that must hold; the tests wait a lot, so the rest runs beside them
	@$(MAKE) --jobs=2 --no-print-directory unit check interpreted plain wheel

$(VENV)/.installed: pyproject.toml
	@echo "Setting up $(VENV) (once) …"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Plyground needs Python 3.11 or newer.")'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.developing: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(VENV)/.browser: $(VENV)/.developing tests/browser.py
	@$(BIN)/python tests/browser.py
	@touch $@

check: $(VENV)/.developing ## style, types and layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(VENV)/.browser ## the tests, except those of plain Python code
	$(BIN)/python -m pytest -n $(WORKERS) $(RERUNS) $(foreach part,$(PLAIN),--ignore=$(part))

plain: $(VENV)/.developing ## the tests of plain Python code with its coverage, which would slow the others down
	$(BIN)/python -m pytest -n 2 $(RERUNS) $(PLAIN) --cov --cov-report=term:skip-covered

interpreted: $(VENV)/.developing ## the rule tests with the kernels as plain Python, as in a debugger
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 $(RULES)

wheel: $(VENV)/.developing ## build the wheel, install it elsewhere, try it
	$(BIN)/python tests/wheel_smoke.py

nightly: $(VENV)/.browser ## the long versions of checks: references, searches, records, kills, hostile messages, load
	PLYGROUND_NIGHTLY=1 $(BIN)/python -m pytest -n $(WORKERS) $(NIGHTLY)

mutants: $(VENV)/.browser ## change single lines and count how many of the changes the tests notice; see docs/testing.md
	$(BIN)/python -m tests.mutants $(MUTANTS)

studies: $(VENV)/.developing ## run the published studies again and build docs/studies from them; on a machine with nothing else to do
	$(BIN)/python -m plyground lab run all --folder $(RUNS)/studies
	$(BIN)/python -m plyground lab growth --folder $(RUNS)/growth
	$(BIN)/python docs/studies/make_gallery.py $(RUNS)

bench: $(VENV)/.developing ## how fast the rules and the searches are
	$(BIN)/python bench/perft.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/seconds.py

clean:
	rm -rf $(VENV) build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
