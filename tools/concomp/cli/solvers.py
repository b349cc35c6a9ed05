"""What the commands that use solvers ask for first."""

from __future__ import annotations

from concomp.cli.errors import BadInput
from concomp.obligations.solvers import installed


def demand_solvers(command: str) -> None:
    """Raise BadInput unless the solvers that a command uses are installed."""
    try:
        installed.demand_solvers(command)
    except installed.SolverMissing as error:
        raise BadInput(str(error)) from None
