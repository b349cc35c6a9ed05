"""Whether the solvers are installed: looked at once, before any process is started that would use them."""

from __future__ import annotations

from importlib.metadata import version
from importlib.util import find_spec

SOLVERS = {"z3": "z3-solver", "cvc5": "cvc5"}
"""The solvers by the modules that they are imported as, with the packages that hold them."""


class SolverMissing(ImportError):
    """Thrown when a solver is not installed; the message says which, and how to install it."""


def solver_versions() -> tuple[str, ...]:
    """The solvers with their versions, like "z3 4.13.0"."""
    return tuple(f"{module} {version(package)}" for module, package in SOLVERS.items())


def demand_solvers(user: str) -> None:
    """Raise SolverMissing unless all solvers are installed; user: the command or function that needs them."""
    missing = [module for module in SOLVERS if find_spec(module) is None]
    if missing:
        raise SolverMissing(
            f"`{user}` needs the solvers {' and '.join(SOLVERS)}, and {' and '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} not installed: pip install {' '.join(SOLVERS.values())}"
        )
