"""Assertions about the privacy of mechanisms."""

from __future__ import annotations

from concomp.door.attack import attack
from concomp.door.audit import claim
from concomp.door.mechanisms import Mechanism
from concomp.model.numbers import Exact


def assert_private(
    mechanism: Mechanism, *, epsilon: Exact | None = None, e_eps: Exact | None = None, delta: Exact = 0
) -> None:
    """Fail unless a finite mechanism is (ε, δ)-DP against every adaptive adversary; the message shows the best one.

    mechanism, epsilon, e_eps, delta: as for `concomp.audit`; exactly one of epsilon and e_eps is given.
    Raises AssertionError if it is not private, and what `concomp.audit` raises.

    >>> from fractions import Fraction
    >>> from concomp import Law
    >>> from concomp.testing import assert_private
    >>> yes = Law({"yes": Fraction(3, 4), "no": Fraction(1, 4)})
    >>> no = Law({"yes": Fraction(1, 4), "no": Fraction(3, 4)})
    >>> assert_private((yes, no), e_eps=3)
    """
    found = claim(mechanism, epsilon=epsilon, e_eps=e_eps, delta=delta)
    if not found:
        best = attack(mechanism, epsilon=epsilon, e_eps=e_eps)
        raise AssertionError(f"{str(found)[1:-1]}\n{str(best)[1:-1]}")
