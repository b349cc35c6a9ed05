"""The tests of counters notice nodes that close late, noise for fewer numbers, and figures that are too good."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from concomp.impl.accounting.guarantees import ZCDP
from concomp.impl.mechanisms.counters import binary_tree, factorised, symmetric_noise
from concomp.impl.mechanisms.counters.binary_tree import BinaryTreeCounter, Tree
from concomp.impl.mechanisms.counters.budgets import ConcentratedBudget
from concomp.impl.mechanisms.counters.factorisations import bound, buffered, optimal, residues, square_root, weights
from concomp.impl.mechanisms.counters.factorisations.buffered import Buffered, Buffers
from concomp.impl.mechanisms.counters.factorisations.modes import Modes
from concomp.impl.mechanisms.counters.factorisations.square_root import SquareRoot
from concomp.impl.mechanisms.counters.two_level import TwoLevelCounter
from concomp.impl.mechanisms.counters.unbounded import UnboundedCounter
from concomp.obligations.checks.concomp.counters import an_item_changes_few_numbers_by_little as few
from concomp.obligations.expectation import Violation
from tests.impl.mechanisms.counters import test_counters as of_counters
from tests.impl.mechanisms.counters import test_factorisations as of_factorisations

Patch = pytest.MonkeyPatch
MEAN = 64, round(float(optimal.certified_below(64, "mean")), 5)


def node_closed_late(patch: Patch) -> None:
    """A node is released one step after its last item."""
    right = Tree.count

    def count(self: Tree, item: int) -> int:
        waiting, self.waiting = getattr(self, "waiting", 0), item  # type: ignore[attr-defined]
        return right(self, waiting)

    patch.setattr(Tree, "count", count)


def node_never_closed(patch: Patch) -> None:
    """Only leaves are released."""

    class Leaves(Tree):
        def count(self, item: int) -> int:
            self._total += self._disturb(item, self._randomness)
            return self._total

    patch.setattr(binary_tree, "Tree", Leaves)


def item_counted_twice(patch: Patch) -> None:
    """An item is in two nodes of a level."""
    right = Tree.count
    patch.setattr(Tree, "count", lambda self, item: right(self, item) + 0 * right(self, item))


def level_forgotten(patch: Patch) -> None:
    """Noise for one level less."""
    patch.setattr(BinaryTreeCounter, "levels", property(lambda self: max(1, self.steps.bit_length() - 1)))


def first_noise_for_ever(patch: Patch) -> None:
    """Each epoch has the noise of the first."""
    patch.setattr(UnboundedCounter, "noise", lambda self, epoch: self.budget.noise(1))


def blocks_without_items(patch: Patch) -> None:
    """Noise for the block alone."""
    patch.setattr(TwoLevelCounter, "noise", property(lambda self: self.budget.noise(1)))


def goes_on(patch: Patch) -> None:
    """It counts after its last step."""

    def start(self: BinaryTreeCounter, noisy: object, randomness: object) -> object:
        return Tree(self.noise.disturb(noisy), randomness).count  # type: ignore[arg-type]

    patch.setattr(BinaryTreeCounter, "start", start)


def items_that_add_up(patch: Patch) -> None:
    """Items that differ in the same number cost as much as in different ones."""
    patch.setattr(ConcentratedBudget, "loss", lambda self, differing: ZCDP(self.rho * differing))


def first_coefficient_alone(patch: Patch) -> None:
    """An item changes the number of its own step only."""
    patch.setattr(SquareRoot, "squares", property(lambda self: 4**self.bits))


def columns_forgotten(patch: Patch) -> None:
    """The bound is the square of an entry of R."""
    patch.setattr(optimal.Optimal, "squares", property(lambda self: self.diagonal(0) ** 2))


def rounding_forgotten(patch: Patch) -> None:
    """What buffers round is not counted."""
    right = Buffered.squares.func

    def squares(self: Buffered) -> int:
        with pytest.MonkeyPatch.context() as inside:
            inside.setattr(buffered, "Fraction", lambda *parts: Fraction(*parts) if parts != (1,) else Fraction(0))
            return right(self)

    patch.setattr(Buffered, "squares", property(squares))


def towards_zero(patch: Patch) -> None:
    """Quotients are rounded towards zero, so that neighbours' differ by other than the items do."""
    patch.setattr(residues, "divide", lambda number, divisor: int(Fraction(number, divisor)))


def buffers_that_forget(patch: Patch) -> None:
    """Buffers hold the last item only."""

    def add(self: Buffers, residue: int) -> None:
        self._buffers = [residue << buffered.FINE for _ in self._buffers]

    patch.setattr(Buffers, "add", add)


def sums_of_64_bits(patch: Patch) -> None:
    """Long residues are kept in words."""
    patch.setattr(residues, "SAFE", 1 << 500)


def coarse_root(patch: Patch) -> None:
    """Coefficients are rounded down."""
    patch.setattr(square_root, "divide", lambda number, divisor: number // divisor)


def large_factor(patch: Patch) -> None:
    """The constant of the sum is too large by a thousandth."""
    patch.setattr(bound, "FACTOR", bound.FACTOR * Fraction(1001, 1000))


def equal_weights(patch: Patch) -> None:
    """All steps weigh the same."""
    patch.setattr(optimal, "weights", lambda steps, aim: (1 << 16,) * steps)


def weights_between(patch: Patch) -> None:
    """Weights between those for powers of two are taken as they are."""
    patch.setattr(weights, "MOST_ROUNDS", 0)


def modes_without_the_first(patch: Patch) -> None:
    """The mode that does not decay is left out."""
    right = Modes.__init__

    def start(self: Modes, nodes: object) -> None:
        right(self, nodes)  # type: ignore[arg-type]
        self._sizes[0] = 0

    patch.setattr(Modes, "__init__", start)


def half_an_error(patch: Patch) -> None:
    """An error that is half as large."""
    patch.setattr(symmetric_noise, "ROUNDED", 1 / 2)


changes = of_counters.test_an_item_changes_a_factorisation_no_more_than_it_says
BREAKAGES: dict[Callable[[Patch], None], Callable[[], object]] = {
    node_closed_late: lambda: of_counters.test_the_law_of_a_tree_is_that_of_the_model(3),
    node_never_closed: lambda: of_counters.test_the_law_of_a_tree_is_that_of_the_model(2),
    item_counted_twice: lambda: few[0].recheck(None),
    level_forgotten: lambda: of_counters.test_an_audit_confirms_the_loss_and_no_less("tree of three"),
    first_noise_for_ever: of_counters.test_an_audit_confirms_the_loss_of_an_epoch,
    blocks_without_items: lambda: of_counters.test_an_item_loses_no_more_than_its_budget("two levels"),
    goes_on: lambda: of_counters.test_after_its_last_step_it_halts(BinaryTreeCounter(3, e_eps=2)),
    items_that_add_up: lambda: of_counters.test_items_that_differ_together_lose_no_more_than_it_says("square root"),
    first_coefficient_alone: lambda: changes("square root", 3),
    rounding_forgotten: lambda: changes("buffered", 40),
    towards_zero: lambda: changes("square root", 16),
    buffers_that_forget: lambda: of_counters.test_answers_have_the_variance_that_is_said("buffered"),
    columns_forgotten: lambda: few[0].recheck(None),
    sums_of_64_bits: of_factorisations.test_a_residue_past_64_bits_stays_exact,
    coarse_root: of_factorisations.test_the_square_root_is_rounded_to_the_nearest,
    large_factor: lambda: of_factorisations.test_the_certificate_of_the_optimal_factorisation("mean", *MEAN),
    equal_weights: lambda: of_factorisations.test_the_certificate_of_the_optimal_factorisation("mean", *MEAN),
    weights_between: lambda: of_factorisations.test_each_number_of_steps_has_its_certificate("largest", 5),
    modes_without_the_first: of_factorisations.test_the_modes_of_few_buffers_are_those_of_the_series,
    half_an_error: lambda: of_counters.test_an_answer_is_as_far_off_as_is_said(Fraction(1, 20), 2),
}


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.__name__)
def test_a_breakage_is_noticed(breakage: Callable[[Patch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        breakage(patch)
        clear()
        with pytest.raises((AssertionError, OverflowError, Violation)):
            BREAKAGES[breakage]()
    clear()


def clear() -> None:
    """Forget factorisations that are kept."""
    square_root.coefficients.cache_clear()
    optimal.integers.cache_clear()
    weights._found.cache_clear()
    factorised._factors.cache_clear()
