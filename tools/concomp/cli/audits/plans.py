"""`concomp audit --plan`: what a theorem guarantees of a plan, to be drawn beside what a mechanism loses."""

from __future__ import annotations

from pathlib import Path

from concomp.cli.advise import advised
from concomp.cli.errors import BadInput
from concomp.pictures.chart import Line
from concomp.pictures.plans import guarantee_line


def guaranteed(plan: str) -> Line:
    """The guarantee as a dashed line; BadInput if there is none, and for what is no plan."""
    advice, _ = advised(Path(plan))
    line = guarantee_line(advice, "bound")
    if line is None:
        raise BadInput(f"--plan: no theorem covers the plan, so there is no bound: concomp advise {plan} says why")
    return line
