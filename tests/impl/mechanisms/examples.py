"""Mechanisms of every kind, and what they are sent."""

from __future__ import annotations

from typing import Any

from concomp.impl.mechanisms.choices import Exponential, MonotoneExponential
from concomp.impl.mechanisms.counters.binary_tree import BinaryTreeCounter
from concomp.impl.mechanisms.counters.counter import Counter
from concomp.impl.mechanisms.counters.factorised import KINDS, FactorisationCounter
from concomp.impl.mechanisms.counters.two_level import TwoLevelCounter
from concomp.impl.mechanisms.counters.unbounded import UnboundedCounter
from concomp.impl.mechanisms.functions import Choose, Comparison, Guess, Reveal, Score, Secret
from concomp.impl.mechanisms.gaussian import DiscreteGaussian
from concomp.impl.mechanisms.guess_and_check import GuessAndCheck
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.responses import InteractiveRandomisedResponse, RandomisedResponse
from concomp.impl.mechanisms.specification import Specification
from concomp.impl.mechanisms.thresholds import AboveThreshold, SingleThresholdSparseVector, SparseVector

TIGHT: dict[str, Specification] = {
    "a response": RandomisedResponse(3),
    "a response that may expose": RandomisedResponse("5/2", "1/4"),
    "two responses": RandomisedResponse(3, "1/8", differing=2),
    "a late response": InteractiveRandomisedResponse(3, "1/4"),
    "two late responses": InteractiveRandomisedResponse(3, "1/8", differing=2),
    "a number": DiscreteLaplace(2),
    "a number of a rational root": DiscreteLaplace(4, sensitivity=2),
    "a number of another root": DiscreteLaplace(3, sensitivity=2),
    "two numbers": DiscreteLaplace(2, differing=2),
}
"""Those of whose loss nothing can be taken."""
COUNTING: dict[str, Specification] = {
    "a tree": BinaryTreeCounter(3, e_eps=4),
    "a tree, two apart": BinaryTreeCounter(2, e_eps=4, differing=2),
    "an unbounded counter": UnboundedCounter(e_eps=2),
    "two levels": TwoLevelCounter(2, e_eps=4),
}
RATIOS = {"threshold_ratio": "1/4", "query_ratio": "1/2"}
COMPARING: dict[str, AboveThreshold | SparseVector | SingleThresholdSparseVector] = {
    "above threshold": AboveThreshold(**RATIOS),
    "above threshold, two apart": AboveThreshold(**RATIOS, differing=2),
    "sparse vector": SparseVector(**RATIOS, positives=2),
    "sparse vector of one threshold": SingleThresholdSparseVector(**RATIOS, positives=2),
}
GUESSING: dict[str, GuessAndCheck] = {
    "guess-and-check": GuessAndCheck(3, wrongs=2, tolerance=0),
}
PURE: dict[str, Specification] = {
    **TIGHT,
    **COUNTING,
    **COMPARING,
    **GUESSING,
    "a choice": Exponential(4),
    "two choices": Exponential(4, differing=2),
    "a choice one way": MonotoneExponential(3),
}
ALL: dict[str, Specification] = {
    **PURE,
    "a Gaussian number": DiscreteGaussian("1/8"),
    **{kind: FactorisationCounter(3, rho="1/8", factorisation=kind) for kind in KINDS},
    "two Gaussian numbers": DiscreteGaussian("1/8", sensitivity=2, differing=2),
}


def messages(specification: Specification) -> list[Any]:
    """A message for each round that it answers."""
    match specification:
        case RandomisedResponse():
            return [True] * specification.differing
        case InteractiveRandomisedResponse():
            return [Secret(bit=True), Reveal()] * specification.differing
        case Exponential() | MonotoneExponential():
            return [Score(value=3), Score(value=0), Choose()] * specification.differing
        case AboveThreshold() | SparseVector() | SingleThresholdSparseVector():
            return [Comparison(value=value, threshold=100) for value in (0, 90, 110)]
        case GuessAndCheck():
            return [Guess(value=value, guess=7) for value in (0, 90, 110)]
        case Counter():
            return [0, 1, 10**400][: getattr(specification, "steps", 3)]
        case DiscreteLaplace() | DiscreteGaussian():
            return [10**400] * specification.differing
    raise AssertionError(specification)
