"""The mean share of a simulator: shares are chances, and samples have a law, that does not count before they do."""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Real, Summable, eq, le, total
from concomp.obligations.derivations.kernel.logic import hypothesis, solve
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.systems.language import WAITING_SIMULATORS
from concomp.obligations.derivations.systems.shares import (
    R,
    informed_share,
    mean_share,
    response_law,
    touched,
    unsampled_share,
)

_RESPONSE, _SHARE = "HSV26 Definition 2.3", "HSV26 Definition 4.1"


def share_is_a_chance(simulators: Index) -> tuple[Fact, Fact]:
    """What T_j does with a sample has a chance from 0 to 1."""
    share = informed_share(simulators)
    return (
        hypothesis("a share is a chance", _SHARE, le(0, share)),
        hypothesis("a share is a chance", _SHARE, le(share, 1)),
    )


def response_has_a_law(composition: Index) -> tuple[Fact, Fact]:
    """The chances of the samples of a mechanism are not negative, and their sum converges."""
    law = response_law(composition)
    return (
        hypothesis("chances of a response", _RESPONSE, le(0, law)),
        hypothesis("chances of a response", _RESPONSE, Summable(R, law)),
    )


def sampled(composition: Index, simulators: Index) -> Real:
    """The share with a sample, times the chance of the sample."""
    return response_law(composition) * informed_share(simulators)


def mean_converges(composition: Index, simulators: Index) -> Fact:
    """What is summed to the mean share converges."""
    own, law, chances = sampled(composition, simulators), response_law(composition), share_is_a_chance(simulators)
    positive, summable = response_has_a_law(composition)
    return comparison(
        R,
        solve("not negative", le(0, own), positive, *chances),
        solve("at most the law", le(own, law), positive, *chances),
        summable,
    )


def as_without_sample(composition: Index, waits: Fact) -> Fact:
    """From a simulator that waits: until a pair differs, its mean share is what it is without a sample."""
    simulators = WAITING_SIMULATORS(composition)
    untouched, law, share = 1 - touched(composition), response_law(composition), unsampled_share(simulators)
    same = eq(untouched * sampled(composition, simulators), (untouched * share) * law)
    converge = (mean_converges(composition, simulators), response_has_a_law(composition)[1])
    summed = summation(R, solve("any sample", same, waits), converge)
    one = hypothesis("chances of a response", _RESPONSE, eq(total(R, law), 1))
    return solve("no sample", eq(untouched * mean_share(simulators), untouched * share), summed, one)
