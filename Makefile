# Two commands on a fresh machine: `make play` and `make test`. Everything else is for developers.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= auto

.PHONY: play test check unit interpreted wheel nightly bench clean

play: $(VENV)/.installed ## set everything up and open the game
	@$(BIN)/plyground play

test: check unit interpreted wheel ## everything that must hold

$(VENV)/.installed: pyproject.toml
	@echo "Setting up $(VENV) (once) …"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Plyground needs Python 3.11 or newer.")'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.developing: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

check: $(VENV)/.developing ## style, types and layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(VENV)/.developing ## the tests, with coverage of what is not compiled
	$(BIN)/python -m pytest -n $(WORKERS) --cov --cov-report=term:skip-covered

interpreted: $(VENV)/.developing ## the rule tests with the kernels as plain Python, as in a debugger
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n $(WORKERS) tests/games

wheel: $(VENV)/.developing ## build the wheel, install it elsewhere, try it
	$(BIN)/python tests/wheel_smoke.py

nightly: $(VENV)/.developing ## the long comparison with the references
	PLYGROUND_NIGHTLY=1 $(BIN)/python -m pytest -n $(WORKERS) tests/conformance/test_references.py

bench: $(VENV)/.developing ## how fast the rules are
	$(BIN)/python bench/perft.py

clean:
	rm -rf $(VENV) build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
