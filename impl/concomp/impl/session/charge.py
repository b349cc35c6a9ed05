"""What a launch is charged for."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.impl.accounting.together import Asked


@dataclass(frozen=True, repr=False)
class Charge:
    """A charge that is to be made.

    name, loss: of what is launched. kind: what its loss rests on, a kind of evidence or a session of its own.
    failures_covered: whether the loss counts that FAILED is answered.
    """

    name: str
    loss: Asked
    kind: str
    failures_covered: bool
