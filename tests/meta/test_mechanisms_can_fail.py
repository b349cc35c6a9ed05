"""The tests of mechanisms notice noise that is not drawn, or drawn again, and losses that are understated.

Unbroken they pass, as they stand among the tests of mechanisms.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import concomp
from concomp.impl.mechanisms import laplace, noisy, ratios, responses, specification, tables
from concomp.impl.mechanisms.choices import Exponential
from concomp.impl.mechanisms.noisy import AsDrawn, Clamped, Noisy
from concomp.impl.mechanisms.processed import ClampedNumbers, UserContributions
from concomp.impl.mechanisms.responses import RandomisedResponse
from concomp.impl.mechanisms.specification import Specification
from concomp.impl.mechanisms.thresholds import Course
from concomp.impl.noise.geometric import two_sided_geometric
from concomp.impl.noise.randomness import Randomness
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.named.above_threshold import ABOVE, BELOW
from tests.impl.mechanisms import test_adversarial as of_limits
from tests.impl.mechanisms import test_controls as of_controls
from tests.impl.mechanisms import test_errors as of_errors
from tests.impl.mechanisms import test_errors_of_strategies as of_strategies
from tests.impl.mechanisms import test_laws as of_laws
from tests.impl.mechanisms import test_processed as of_records
from tests.impl.mechanisms import test_specifications as of_specifications

Patch = pytest.MonkeyPatch
Step = Callable[["Running", Any], object]


class Running:
    """Comparisons that can be broken: what `Course.start` does, in parts."""

    def __init__(self, course: Course, noise: Noisy, randomness: Randomness) -> None:
        self.course, self.left = course, course.positives
        self.threshold = lambda: noise.hidden(course.threshold_ratio)(randomness)
        self.query = lambda: noise.hidden(course.query_ratio)(randomness)
        self.tau = self.threshold()

    def is_above(self, comparison: Any) -> bool:
        return bool(comparison.value + self.query() >= comparison.threshold + self.tau)

    def after_above(self) -> None:
        self.left -= 1
        if self.course.renewed:
            self.tau = self.threshold()

    def respond(self, comparison: Any) -> object:
        if not self.left:
            return HALT
        if not self.is_above(comparison):
            return BELOW
        self.after_above()
        return ABOVE


def runs(patch: Patch, broken: type[Running]) -> None:
    patch.setattr(Course, "start", lambda self, noise, randomness: broken(self, noise, randomness).respond)


def not_broken(patch: Patch) -> None:
    """The same in parts."""
    runs(patch, Running)


def tau_redrawn(patch: Patch) -> None:
    """τ is drawn for each value."""

    class Broken(Running):
        has_compared = False

        def is_above(self, comparison: Any) -> bool:
            if self.has_compared:
                self.tau = self.threshold()
            self.has_compared = True
            return super().is_above(comparison)

    runs(patch, Broken)


def tau_kept(patch: Patch) -> None:
    """τ is not drawn anew after a positive."""
    runs(patch, type("Broken", (Running,), {"after_above": lambda self: setattr(self, "left", self.left - 1)}))


def answers_on(patch: Patch) -> None:
    """It never halts."""
    runs(patch, type("Broken", (Running,), {"after_above": lambda self: None}))


def one_nu(patch: Patch) -> None:
    """ν is drawn once for all values."""

    class Broken(Running):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            nu = self.query()
            self.query = lambda: nu

    runs(patch, Broken)


def strictly_above(patch: Patch) -> None:
    """A value that is at its threshold is below."""

    class Broken(Running):
        def is_above(self, comparison: Any) -> bool:
            return bool(comparison.value + self.query() > comparison.threshold + self.tau)

    runs(patch, Broken)


def nothing_added(patch: Patch) -> None:
    """In production the number is answered as it is."""
    patch.setattr(noisy, "_added", lambda noise: lambda value, randomness: value)


def hidden_noise_that_is_none(patch: Patch) -> None:
    """In production nothing is hidden."""
    patch.setattr(AsDrawn, "hidden", lambda self, ratio: lambda randomness: 0)


def short_noise(patch: Patch) -> None:
    """Noise that does not reach the ends of what is shown."""

    def geometric(self: Clamped, ratio: Fraction) -> Any:
        return lambda value, randomness: self._clamp(value + two_sided_geometric(ratio, randomness, 0))

    patch.setattr(Clamped, "geometric", geometric)


def root_above(patch: Patch) -> None:
    """A ratio just below E^(−1/Δ)."""
    right = ratios.least_ratio
    patch.setattr(laplace, "least_ratio", lambda e_eps, sensitivity: right(e_eps, sensitivity) * Fraction(999, 1000))


def one_way_weights(patch: Patch) -> None:
    """Weights as if all scores moved one way."""
    patch.setattr(Exponential, "ratio", property(lambda self: ratios.least_ratio(self.e_eps, self.sensitivity)))


def coin_of_the_other_odds(patch: Patch) -> None:
    """A bit that is shown wrong with chance 1/E."""

    def start(self: RandomisedResponse, noise: Noisy, randomness: Randomness) -> Any:
        return lambda bit: (responses.NOISY, bit ^ randomness.falls(1 / self.e_eps))

    patch.setattr(RandomisedResponse, "start", start)


def positives_for_one_sign(patch: Patch) -> None:
    """A loss of 1/b for each positive."""
    patch.setattr(Course, "e_eps", property(lambda self: 1 / (self.threshold_ratio * self.query_ratio**self.positives)))


def one_loss_for_all(patch: Patch) -> None:
    """A loss that does not grow with how many differ."""
    patch.setattr(RandomisedResponse, "loss", property(lambda self: concomp.ApproxDP(e_eps=self.e_eps, delta="1/8")))


def digest_of_the_kind(patch: Patch) -> None:
    """A digest that does not know the parameters."""
    patch.setattr(Specification, "digest", property(lambda self: type(self).__name__))


def no_evidence(patch: Patch) -> None:
    """What is packaged is about other functions."""
    right = specification.proved_properties()
    wrong = tuple(each.model_copy(update={"subject": "another"}) for each in right)
    patch.setattr(of_specifications, "proved_properties", lambda: wrong)


def pairs_without_the_function(patch: Patch) -> None:
    """A file in which fewer sequences may be sent."""
    right = tables.Instance.pairs
    patch.setattr(tables.Instance, "pairs", lambda self: [each for each in right(self) if each[0][0] == each[0][1]])


def tails_forgotten(patch: Patch) -> None:
    """An error that counts one side only."""
    patch.setattr(laplace, "reach", lambda ratio, beta: ratios.tail_reach(ratio, beta))


def unchecked_ratio(patch: Patch) -> None:
    """A ratio that cannot be drawn is taken."""
    patch.setattr(laplace, "least_ratio", lambda e_eps, sensitivity: Fraction(1, 2))


def records_as_they_are(patch: Patch) -> None:
    """What stands before a mechanism hands on the number that somebody contributes."""
    patch.setattr(UserContributions, "_behind", lambda self, respond: lambda record: respond(record.number))


def no_proof_demanded(patch: Patch) -> None:
    """A post-processing stands before a mechanism without a proof."""
    patch.setattr(ClampedNumbers, "_demand_proof", lambda self: None)


def threshold_as_fresh(patch: Patch) -> None:
    """The τ of a later comparison is taken for one that was just drawn."""
    patch.setattr(Course, "thresholds", 1)


BREAKAGES: dict[Callable[[Patch], None], Callable[[], object]] = {
    tau_redrawn: lambda: of_laws.test_sparse_vector_within_what_is_cut("above threshold"),
    tau_kept: lambda: of_laws.test_sparse_vector_within_what_is_cut("sparse vector"),
    answers_on: lambda: of_laws.test_sparse_vector_within_what_is_cut("above threshold"),
    one_nu: lambda: of_laws.test_sparse_vector_within_what_is_cut("sparse vector of one threshold"),
    strictly_above: lambda: of_laws.test_sparse_vector_within_what_is_cut("above threshold"),
    nothing_added: lambda: with_patch(lambda patch: of_laws.test_what_is_drawn_is_added(0, patch)),
    hidden_noise_that_is_none: lambda: with_patch(lambda patch: of_laws.test_what_is_drawn_is_added(0, patch)),
    short_noise: lambda: of_laws.test_numbers(1),
    root_above: lambda: of_specifications.test_an_audit_confirms_the_loss("a number of another root"),
    one_way_weights: of_laws.test_choices,
    coin_of_the_other_odds: lambda: of_laws.test_responses(Fraction(0)),
    positives_for_one_sign: of_controls.test_the_claim_is_that_of_the_mechanism_itself,
    one_loss_for_all: lambda: of_specifications.test_an_audit_confirms_the_loss("two responses"),
    digest_of_the_kind: of_specifications.test_digests_tell_specifications_apart,
    no_evidence: lambda: of_specifications.test_the_packaged_evidence_is_about_the_functions_as_they_are(
        concomp.impl.mechanisms.functions.Numbers
    ),
    pairs_without_the_function: lambda: of_specifications.test_what_is_tight_loses_no_less("a response"),
    records_as_they_are: of_records.test_a_user_s_first_contributions_count,
    no_proof_demanded: lambda: with_patch(of_records.test_without_a_proof_nothing_is_made),
    tails_forgotten: lambda: of_errors.test_numbers_are_as_far_off_as_their_noise("2", Fraction(1, 25)),
    threshold_as_fresh: of_strategies.test_a_large_threshold_that_stays_is_reckoned_with,
    unchecked_ratio: lambda: of_limits.test_bad_parameters_are_refused_at_once(
        lambda: laplace.DiscreteLaplace("1e30"), "e_eps is .*: give one whose root"
    ),
}


def with_patch(run: Callable[[Patch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        run(patch)


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.__name__)
def test_a_breakage_is_noticed(breakage: Callable[[Patch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        breakage(patch)
        with pytest.raises((AssertionError, pytest.fail.Exception)):
            BREAKAGES[breakage]()


def test_what_is_broken_in_parts_is_right_as_a_whole() -> None:
    with pytest.MonkeyPatch.context() as patch:
        not_broken(patch)
        of_laws.test_sparse_vector_within_what_is_cut("sparse vector of one threshold")
