"""The usual mistakes about sparse vector, each of which loses more than it claims, and noise off the integers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import concomp
from concomp.impl.mechanisms.closed_forms import Past, SparseVectorLaw
from concomp.impl.mechanisms.functions import Comparison
from concomp.impl.mechanisms.noisy import Clamped, Draw
from concomp.impl.mechanisms.tables import Instance, listed
from concomp.impl.mechanisms.thresholds import AboveThreshold, SparseVector
from concomp.impl.noise.geometric import two_sided_geometric
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.tapes import enumerate_tape
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.named import above_threshold
from concomp.model.mechanisms.named.above_threshold import ABOVE, BELOW
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from tests.impl.mechanisms.examples import COMPARING, RATIOS
from tests.impl.mechanisms.test_specifications import loss_of

A, B = Fraction(1, 4), Fraction(1, 2)
CLAIM = 1 / (A * B**2)
CUT = Fraction(1, 1 << 12)


def single(query_ratio: Fraction = B) -> above_threshold.AboveThreshold:
    return above_threshold.AboveThreshold(A, query_ratio)


def exceeds(file: Any, e_eps: Fraction) -> bool:
    """Whether more is lost than E."""
    return not concomp.audit(file, e_eps=e_eps, delta=0)


def test_the_claim_is_that_of_the_mechanism_itself() -> None:
    assert loss_of(COMPARING["above threshold"]) == (CLAIM, 0)
    assert not exceeds(COMPARING["above threshold"].to_audit(6), CLAIM)


def test_answering_on_after_the_last_positive_loses_more() -> None:
    assert exceeds(SparseVectorLaw(single(), 2, renewed=False).file(5), CLAIM)


def test_sparse_vector_with_one_threshold_loses_no_more_than_with_fresh_ones() -> None:
    fresh, kept = (loss_of(COMPARING[which])[0] for which in ("sparse vector", "sparse vector of one threshold"))
    assert (fresh, kept) == (256, 64)


@dataclass(frozen=True)
class FreshThreshold(SparseVectorLaw):
    """τ is drawn for each value."""

    def after(self, past: Past, value: int) -> list[tuple[Fraction, Past, str]]:
        below = self.single.chance((value,), ())
        return [(below, past, BELOW), (1 - below, Past(past.left - 1), ABOVE)]


def test_a_fresh_threshold_for_each_value_loses_more() -> None:
    assert exceeds(FreshThreshold(single(), 1, renewed=False).file(6), CLAIM)


def test_noise_scaled_for_differences_of_one_sign_loses_more() -> None:
    """With ν of ratio b² instead of b, a·b² would be enough if a positive moved ν by 1."""
    assert exceeds(SparseVectorLaw(single(B**2), 1, renewed=False).file(6), CLAIM)


class NoQueryNoise(Clamped):
    """Values have no noise."""

    def hidden(self, ratio: Fraction) -> Draw:
        return super().hidden(ratio) if ratio == A else lambda randomness: 0


def test_values_without_noise_lose_more() -> None:
    mechanism = AboveThreshold(**RATIOS)
    right = mechanism.instance(2)
    ends = NoQueryNoise(0, 0)
    wrong = Instance(lambda source: mechanism.start(ends, source), right.function, right.messages, 2)
    found = concomp.audit(listed(wrong, CUT), e_eps=CLAIM)
    assert found.bounds.low > (1 + CLAIM) * CUT


def shows_the_value(randomness: Randomness) -> Any:
    """Answers a value that is above with the noise that it was compared with."""
    tau, left = two_sided_geometric(A, randomness), True

    def respond(comparison: Comparison) -> object:
        nonlocal left
        shown = comparison.value + two_sided_geometric(B, randomness)
        if not left:
            return HALT
        if shown < comparison.threshold + tau:
            return BELOW
        left = False
        return shown

    return respond


def chance_of_zero(values: list[int]) -> Fraction:
    """That the values are below the threshold 1, all but the last, which is shown as 0: then 1 + τ is 0 or less.

    Then τ is −1 or less, and a value v is below with chance b^(v − τ)/(1 + b): a geometric series.
    """
    *below, last = values
    first = TwoSidedGeometric(A).mass(-1) * prod((B ** (value + 1) / (1 + B) for value in below), start=Fraction(1))
    return first / (1 - A * B ** len(below)) * TwoSidedGeometric(B).mass(last)


def test_a_value_that_is_shown_with_the_noise_of_its_comparison_loses_more() -> None:
    sent = [Comparison(value=value, threshold=1) for value in (1, 0)]
    found = enumerate_tape(lambda tape: tuple(map(shows_the_value(tape), sent)), CUT)
    assert found.mass((BELOW, 0)) <= chance_of_zero([1, 0]) <= found.mass((BELOW, 0)) + found.cut
    assert chance_of_zero([0] * 6) > CLAIM * chance_of_zero([1] * 5 + [0])


def test_a_sparse_vector_halts() -> None:
    session = concomp.Session(concomp.PureDP(e_eps=256))
    handle = session.create(SparseVector(**RATIOS, positives=2))
    answers = [handle.send(Comparison(value=10**400, threshold=0)) for _ in range(3)]
    assert answers == [ABOVE, ABOVE, concomp.HALTED]
