"""Lists on a lattice, for which bounds by lines are compared with the exact answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import log
from random import Random

from concomp.impl.accounting.optimal.lattice_composition import compose
from concomp.impl.accounting.optimal.lines.line import delta_near, line
from concomp.impl.accounting.optimal.lines.responses import responses
from concomp.impl.accounting.parameters import PrivacyLoss, with_epsilon


def on_a_lattice() -> Iterator[tuple[list[PrivacyLoss], int]]:
    """The lists, each with an E."""
    random = Random(1)
    for count, e_eps in ((60, 2), (150, 200), (400, 10**5), (400, 10**8)):
        yield [with_epsilon(Fraction(random.randint(10, 200), 1000)) for _ in range(count)], e_eps


def all_between(gap: Fraction) -> bool:
    """Whether the bounds hold the answer of the lattice, with a relative gap of at most this."""
    for components, e_eps in on_a_lattice():
        of = responses(components)
        found = None if of is None else line(of, log(e_eps))
        if found is None:
            return False
        bounds, exact = delta_near(found, Fraction(e_eps)), compose(components).delta(e_eps)
        if not (bounds.low <= exact.low and exact.high <= bounds.high <= bounds.low * (1 + gap)):
            return False
    return True
