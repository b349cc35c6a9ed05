"""Engines: what looks for invariants, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.proving import induction, spacer, templates
from concomp.obligations.verify.proving.sums import summands

Engine = Callable[[Obligation, int], Invariant | None]


def _spacer(configuration: spacer.Configuration) -> Engine:
    return lambda obligation, milliseconds: spacer.invariant(obligation, configuration, milliseconds)


ENGINES: Mapping[str, Engine] = {
    "k = 0": induction.from_nothing,
    "Spacer": _spacer(spacer.RAW),
    "phases": templates.invariant_in_phases,
    "templates": templates.invariant,
    "counts": summands.invariant,
    "Spacer without transformations": _spacer(spacer.WITHOUT_TRANSFORMATIONS),
}
"""What looks for invariants, by name."""
