"""Valid accumulators and valid filters, at any distance: Haney23 Lemmas 2.19 and B.1, and 1.26, all repaired.

For a distance and a threshold d, FarRun(n, s) is 0 if what the adversary s sees of the filter in n messages is within d
in both worlds, otherwise 1; FarShown(n, s) is the same of the odometer. A message may ask for the loss: the odometer
tells it, and before the filter stands what answers it, as in Algorithm 14. Plain(s) = 1 if s never asks for it, so that
it sees the filter itself; OneShot(s) = 1 if all that s launches answers once. What is valid for one-shot mechanisms is
so for all adversaries with OneShot(s) = 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from types import MappingProxyType

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Var
from concomp.obligations.derivations.kernel.language import (
    Implication,
    Quantity,
    Real,
    comparisons,
    eq,
    largest,
    le,
    supremum,
)
from concomp.obligations.derivations.kernel.logic import detach, hypothesis, join, solve, state
from concomp.obligations.derivations.kernel.rules import least
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import B, N
from concomp.obligations.derivations.theories.filters.truncation import (
    ALIKE,
    FILTER,
    NOTHING_OF_RUN,
    NOTHING_OF_SHOWN,
    ODOMETER,
    S,
    V,
)

DISTANCE = "Haney23 Definition 2.1"
PLAIN, ONE_SHOT = Quantity("Plain", (S,)), Quantity("OneShot", (S,))
FAR_RUN, FAR_SHOWN = Quantity("FarRun", (N, S)), Quantity("FarShown", (N, S))


# The laws of the views decide how far apart they are.
def alike(equal: Fact) -> Fact:
    """One formula that says, from an equation for every bit and every v, that the two laws are the same."""
    (equation,) = comparisons(equal.formula)
    left, right = equation.left, equation.right
    return least(B, least(V, solve("in no view", le(largest(left - right, right - left), 0), equal)))


SAME_LAWS = alike(ALIKE)
_THE_LAW = "the v-th number known of a view is 1 for the v-th view and 0 for all others"
OF_SAME_LAWS = hypothesis(
    f"views with the same laws are functions of each other, and as far apart: {_THE_LAW}",
    DISTANCE,
    Implication(SAME_LAWS.formula, eq(FAR_SHOWN, FAR_RUN)),
)
TELL_NOTHING = join(alike(NOTHING_OF_RUN), alike(NOTHING_OF_SHOWN))
OF_NOTHING = hypothesis(
    "views with one law in both worlds are mixtures of what is fixed, and any two such pairs are as far apart: "
    f"{_THE_LAW}",
    DISTANCE,
    Implication(TELL_NOTHING.formula, eq(FAR_SHOWN, FAR_RUN)),
)
AS_FAR = {
    "G(∅) ≤ d": detach(OF_SAME_LAWS, SAME_LAWS),
    "not G(∅) ≤ d, and G never decreases": detach(OF_NOTHING, TELL_NOTHING),
}
"""In each case, filter and odometer are as far apart."""


# A valid accumulator, a valid rule: apart ≤ 0 for all adversaries that count, which are those with kind = 1.
def one_or_none(kind: Real, origin: str) -> Fact:
    """An adversary is of a kind, or not."""
    return hypothesis("an adversary is of a kind (1), or not (0)", origin, eq(kind * kind, kind))


PLAIN_OR_NOT = one_or_none(PLAIN, ODOMETER)
ONE_SHOT_OR_NOT = one_or_none(ONE_SHOT, FILTER)


def of_kind(kinds: Sequence[Real], apart: Real) -> Real:
    """What is to be at most 0 for the adversaries of all these kinds."""
    return reduce(lambda rest, kind: kind * rest, reversed(kinds), apart)


def telling(kinds: Sequence[Real], apart: Real, over: Sequence[Var], origin: str) -> Fact:
    """Whoever asks for the loss is told what it knows: views are functions of those of somebody who does not ask."""
    without = of_kind((*kinds, PLAIN), apart)
    return hypothesis(
        "the loss that is told is a function of what was launched, and changes nothing: the view of an adversary is a "
        "function of that of one that launches and asks the same, but not for the loss (Plain is 1, otherwise 0), and "
        "a function of both is no further apart",
        origin,
        le(of_kind(kinds, apart), reduce(lambda body, variable: supremum(variable, body), over, without)),
    )


def over_all(over: Sequence[Var], fact: Fact) -> Fact:
    """What is at most 0 for all values of variables, as one formula: so is its supremum."""
    return reduce(lambda known, variable: least(variable, known), over, fact)


def accumulator_is_valid(kinds: Sequence[Real], valid: Fact, told: Fact, as_far: Fact) -> Fact:
    """The odometer is within d for the adversaries of these kinds, if the filter is, said as one formula."""
    apart = comparisons(as_far.formula)[0].left
    return solve("what the odometer shows", le(of_kind(kinds, apart), 0), told, valid, as_far)


def rule_is_valid(kinds: Sequence[Real], valid: Fact, as_far: Fact) -> Fact:
    """The filter is within d for the adversaries of these kinds, if the odometer is."""
    apart = comparisons(as_far.formula)[0].right
    return solve("what the filter shows", le(of_kind((*kinds, PLAIN), apart), 0), valid, as_far, PLAIN_OR_NOT)


WHO_LAUNCHES: Mapping[str, tuple[Real, ...]] = MappingProxyType({"(1), one-shot": (ONE_SHOT,), "(2), interactive": ()})


def conversion(key: str, who: Mapping[str, tuple[Real, ...]]) -> tuple[Fact, ...]:
    """The lemma as the statement of a key: in each case, for each kind of mechanisms, the if and the only if."""
    return tuple(
        state(fact, key, f"{which}, {way}, {case}")
        for which, kinds in who.items()
        for case, as_far in AS_FAR.items()
        for way, fact in _both_ways(kinds, as_far).items()
    )


def _both_ways(kinds: tuple[Real, ...], as_far: Fact) -> Mapping[str, Fact]:
    rule = hypothesis(
        "the rule is valid: FarRun is 0 for all adversaries that do not ask for the loss",
        SUPPOSED,
        le(of_kind((*kinds, PLAIN), FAR_RUN), 0),
    )
    accumulator = hypothesis(
        "the accumulator is valid: FarShown is 0 for all adversaries", SUPPOSED, le(of_kind(kinds, FAR_SHOWN), 0)
    )
    over = (S, N)
    told = telling(kinds, FAR_RUN, over, DISTANCE)
    return {
        "if": accumulator_is_valid(kinds, over_all(over, rule), told, as_far),
        "only if": rule_is_valid(kinds, accumulator, as_far),
    }


GENERAL = conversion("Haney23 Lemma 2.19 (repaired)", WHO_LAUNCHES)
RESTATED = conversion("Haney23 Lemma B.1 (repaired)", WHO_LAUNCHES)

# For Rényi DP the rules are valid at all ε > 0, the accumulator at 0 as well.
K = Var("k", "number")
BUDGET, AT_ZERO, AT_BUDGET = Quantity("ε", (K,)), Quantity("AtZero", (N, S)), Quantity("AtBudget", (K, N, S))
"""Budgets as small as desired, and how far apart the views are that are cut at 0, and at a budget."""
AS_SMALL = hypothesis("ε(0), ε(1), … > 0 come as close to 0 as desired", SUPPOSED, eq(supremum(K, 0 - BUDGET), 0))
FUNCTION_OF_LONGER = hypothesis(
    "what is not within ε is not within 0: the view that is cut at 0 is a function of that which is cut at ε, and a "
    "function of both is no further apart",
    DISTANCE,
    le(AT_ZERO, AT_BUDGET),
)
VALID_ABOVE = hypothesis("the accumulator is valid at every ε > 0", SUPPOSED, le(AT_BUDGET, BUDGET))
VALID_AT_ZERO = solve(
    "at 0",
    le(AT_ZERO, 0),
    least(K, solve("at every ε", le(0 - BUDGET, 0 - AT_ZERO), FUNCTION_OF_LONGER, VALID_ABOVE)),
    AS_SMALL,
    witness=(eq(AT_ZERO, 0),),
)
_RENYI = "Haney23 Lemma 1.26 (repaired)"
RENYI = (
    *conversion(_RENYI, {"interactive": ()}),
    state(VALID_AT_ZERO, _RENYI, "at 0, if at all ε > 0"),
)
