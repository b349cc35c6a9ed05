"""python -m tests.meta.import_contracts: the import contracts of pyproject.toml.

import-linter looks for a package without importing it, and would see the portion alone in which `concomp/__init__.py`
lies. Once concomp is imported it sees them all.
"""

from importlinter.cli import lint_imports_command

import concomp  # noqa: F401

if __name__ == "__main__":
    lint_imports_command()
