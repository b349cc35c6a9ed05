"""The named mechanisms, each as a function of its parameters.

`game` takes what they return, and `compose` those without memory.
"""

from __future__ import annotations

from concomp.model.laws.law import ZERO
from concomp.model.mechanisms.named.above_threshold import AboveThreshold
from concomp.model.mechanisms.named.parameters import WIDEST, Range, exact_ratio
from concomp.model.mechanisms.named.releases import GeometricRelease, RandomisedResponse
from concomp.model.mechanisms.named.streams import BinaryTree, RunningCounter
from concomp.model.mechanisms.named.sums import Of, RunningSum
from concomp.model.numbers import Exact, ParameterError, exact_delta, exact_e_eps, parameter


def two_sided_geometric(ratio: Exact, sensitivity: int = 1, *, clamp: Range | None = None) -> GeometricRelease:
    """Each value with noise z of its own, drawn with chance (1−r)/(1+r) · r^|z|.

    ratio: r, strictly between 0 and 1. sensitivity: the largest value; the least is 0. clamp: the least and the largest
    answer. Raises ParameterError for a parameter out of its range, as all of these do.

    >>> import concomp
    >>> release = concomp.two_sided_geometric("2/3", clamp=(-16, 16))
    >>> concomp.audit(concomp.game(release, rounds=4, function="event level"), delta=0)
    <ε ≤ 0.405466, E = 3/2 (1.5), for δ = 0: against every adaptive adversary, at most 4 queries>
    """
    if isinstance(sensitivity, bool) or not isinstance(sensitivity, int) or not 1 <= sensitivity <= WIDEST:
        raise ParameterError("sensitivity", sensitivity, f"give a whole number from 1 to {WIDEST}")
    return GeometricRelease(parameter("ratio", exact_ratio, ratio), clamp, (0, sensitivity))


def randomised_response(e_eps: Exact, *, delta: Exact = ZERO) -> RandomisedResponse:
    """Each bit by a randomised response (HSV26 Definition 2.3): exposed with chance δ, else noisy with odds E to 1."""
    return RandomisedResponse(parameter("e_eps", exact_e_eps, e_eps), parameter("delta", exact_delta, delta))


def above_threshold(
    threshold_ratio: Exact, query_ratio: Exact, *, threshold: int = 1, values: Range = (0, 1)
) -> AboveThreshold:
    """Whether value + ν ≥ threshold + τ, until a value is; τ is drawn once, ν for each value, and neither is shown.

    threshold_ratio, query_ratio: the ratios of the noise τ and ν. values: the least and the largest that can be sent.
    """
    first = parameter("threshold_ratio", exact_ratio, threshold_ratio)
    return AboveThreshold(first, parameter("query_ratio", exact_ratio, query_ratio), threshold, values)


def binary_tree(leaves: int, ratio: Exact, *, clamp: Range | None = None) -> BinaryTree:
    """The noisy sums of the nodes of binary trees over a stream of bits, each when it is complete.

    ratio: of the noise. clamp: the least and the largest noisy sum of a node.
    """
    return BinaryTree(leaves, parameter("ratio", exact_ratio, ratio), clamp)


def running_counter(ratio: Exact, *, clamp: Range | None = None) -> RunningCounter:
    """The number of ones in a stream of bits so far, with two-sided geometric noise of its own each time.

    ratio: of the noise. clamp: the least and the largest answer.
    """
    return RunningCounter(parameter("ratio", exact_ratio, ratio), clamp)


def running_sum(of: Of, *, clamp: Range | None = None) -> RunningSum:
    """The sum so far of what another mechanism says of each item.

    of: what `two_sided_geometric` or `randomised_response` returns. clamp: the least and the largest answer; the sum
    itself is not clamped.
    """
    return RunningSum(of, clamp)
