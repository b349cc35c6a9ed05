# Set-up, checks and tests. `make check` and `make test` need Python >= 3.11, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: check test test-full compiled search bench coq lint clean setup

check: compiled
	@$(BIN)/concomp check

# An empty setting lets pytest keep the modules of tests with the assertions that it rewrites: half of what collecting
# them costs, in each of its processes.
test test-full: export PYTHONDONTWRITEBYTECODE =

test: compiled
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not full"

test-full: compiled
	@$(BIN)/python -m pytest -n auto --dist worksteal

# Goes on where it was stopped; SEARCH names objectives and options, such as SEARCH="5.5 --effort 80000".
search: setup
	@$(BIN)/python -m concomp.obligations.search search.jsonl $(SEARCH)

bench: setup
	@$(BIN)/python -m benchmarks

# Lets Coq accept what is derived. COQ names statements and options, such as COQ='"HSV26 Lemma 4.7" --seconds 1200'.
coq: setup
	@$(BIN)/python -m concomp.obligations.proof_assistant $(COQ)

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m tests.meta.import_contracts --no-logo

# Tests and checks start hundreds of processes, each of which would compile all that it imports where the environment
# forbids Python to keep that.
compiled: setup
	@$(BIN)/python -m compileall -q -j 0 model impl conformance obligations tools

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "concomp needs Python 3.11 or newer; $(PYTHON) is older. Name another: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv module is missing. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV) (once, and again when pyproject.toml changes) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' -c constraints.txt
	@touch $(STAMP)

clean:
	rm -rf $(VENV) .venv-* build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .concomp_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
