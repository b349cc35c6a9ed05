"""The tests of losses next to nothing notice logarithms of E itself, and answers that are given where none is found."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import arb

from concomp.impl.accounting import losses
from concomp.impl.accounting.optimal import lattice_composition, tail_search
from concomp.impl.accounting.optimal.lattice_composition import OptimalComposition
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.parameters import RationalLoss, flint_rational
from concomp.model.laws.balls import precision
from tests.impl.accounting.test_slight_losses import demand_composed

Patch = pytest.MonkeyPatch
POWERS = (1, 5, 16, 17, 40, 99, 300)


def all_right() -> bool:
    """Whether ten losses of E = 1 + 10^-p are composed rightly, for some p."""
    try:
        for power in POWERS:
            demand_composed(power, 10)
    except (AssertionError, ArithmeticError, ValueError):
        return False
    return True


def test_what_is_right_is_not_blamed() -> None:
    assert all_right()


def logarithms_at_53_bits(patch: Patch) -> None:
    """ln E is taken of E, rounded to 53 bits."""

    def rounded(e_eps: Fraction) -> arb:
        with precision(53):
            return arb(flint_rational(e_eps)).mid().log()

    patch.setattr(RationalLoss, "logarithm", lambda self: rounded(self.e_eps))
    patch.setattr(lattice_composition, "logarithm", rounded)
    patch.setattr(losses, "logarithm", rounded)


def tails_that_are_given_up(patch: Patch) -> None:
    """A tail that is not found counts as none."""
    excess = tail_search.Tails.excess

    def nothing(self: tail_search.Tails, e_eps: Fraction, start: int, unexposed: object) -> object:
        try:
            return excess(self, e_eps, self.walk.total + 1 if start > 0 else start, unexposed)  # type: ignore[arg-type]
        except (Undecided, ArithmeticError):
            return lattice_composition.known(Fraction(0))

    patch.setattr(tail_search.Tails, "excess", nothing)
    patch.setattr(OptimalComposition, "_unit", None)


@pytest.mark.parametrize(
    "breakage",
    [logarithms_at_53_bits, tails_that_are_given_up],
    ids=lambda each: each.__name__,
)
def test_a_breakage_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert not all_right()
