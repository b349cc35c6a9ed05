"""Rules and accumulators that are valid for one-shot mechanisms are for interactive ones: Haney23 Theorem 1.20.

C stands for all interactive mechanisms that may be launched, with a rule and a budget (ε,δ). What a valid rule is, is
said of adversaries; Theorem 12.4 of HSV26 speaks of systems. Between them stand two suppositions: a rule that is valid
for one-shot mechanisms is for randomised responses, which are among them; and a filter that is (ε,δ)-DP is so against
every adversary. The other way round, one-shot mechanisms are interactive ones that answer once.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.language import Implication, Real, le
from concomp.obligations.derivations.kernel.logic import (
    apply_lemma,
    detach,
    discharge_all,
    hypothesis,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.systems.language import (
    OF_FILTER,
    PARAMETERS,
    C,
    responses_of_filter,
    verified_composition,
)
from concomp.obligations.derivations.systems.properties import private
from concomp.obligations.derivations.systems.theorems import DISCRETE, FILTERED_COMPOSE, PRIVATE_MEMBERS
from concomp.obligations.derivations.theories.control.weights import B, N
from concomp.obligations.derivations.theories.filters.approximate import (
    APART_RUN,
    APART_SHOWN,
    AS_FAR,
    NOTHING_IS_WITHIN_DELTA,
)
from concomp.obligations.derivations.theories.filters.conversion import (
    ONE_SHOT,
    ONE_SHOT_OR_NOT,
    PLAIN,
    accumulator_is_valid,
    of_kind,
    over_all,
    rule_is_valid,
    telling,
)
from concomp.obligations.derivations.theories.filters.truncation import S

KEY, DEFINITION = "Haney23 Theorem 1.20", "Haney23 Definition 1.7"
EVERYWHERE = (S, N, B)
FOR_ONE_SHOT, FOR_ALL = (ONE_SHOT, PLAIN), (PLAIN,)


def _valid(name: str, apart: Real) -> Fact:
    return hypothesis(name, SUPPOSED, le(apart, 0))


# (1): of rules.
RULE_FOR_ONE_SHOT = _valid("the rule is valid for one-shot mechanisms", of_kind(FOR_ONE_SHOT, APART_RUN))
RULE_FOR_ALL = _valid("the rule is valid for interactive mechanisms", of_kind(FOR_ALL, APART_RUN))
_OF_RESPONSES = private(responses_of_filter(C), PARAMETERS)
_OF_FILTER = private(verified_composition(C, OF_FILTER), PARAMETERS)
RESPONSES_ARE_ONE_SHOT = suppose(Implication(over_all(EVERYWHERE, RULE_FOR_ONE_SHOT).formula, _OF_RESPONSES))
FILTER_IS_OF_ALL = suppose(Implication(_OF_FILTER, over_all(EVERYWHERE, RULE_FOR_ALL).formula))
PREMISES = (DISCRETE, PRIVATE_MEMBERS, RESPONSES_ARE_ONE_SHOT, FILTER_IS_OF_ALL)


def _rule_for_all(rule_for_one_shot: Fact) -> Fact:
    """The rule is valid for interactive mechanisms, if it is for one-shot ones."""
    responses = detach(RESPONSES_ARE_ONE_SHOT, over_all(EVERYWHERE, rule_for_one_shot))
    return detach(FILTER_IS_OF_ALL, apply_lemma(FILTERED_COMPOSE, {}, DISCRETE, PRIVATE_MEMBERS, responses))


def _for_one_shot(valid: Fact, apart: Real) -> Fact:
    """What is valid for interactive mechanisms is for those that answer once."""
    return solve("among all", le(of_kind((ONE_SHOT,), apart), 0), valid, ONE_SHOT_OR_NOT)


RULES_FOR_ALL = discharge_all(PREMISES, _rule_for_all(RULE_FOR_ONE_SHOT))
RULES_FOR_ONE_SHOT = _for_one_shot(RULE_FOR_ALL, of_kind(FOR_ALL, APART_RUN))

# (2): of accumulators. Where G(∅) is not ≤ d, nothing is shown, and every accumulator is valid.
FOR_ONE = _valid("the accumulator is valid for one-shot mechanisms", of_kind((ONE_SHOT,), APART_SHOWN))
FOR_EVERY = _valid("the accumulator is valid for interactive mechanisms", APART_SHOWN)


def _accumulators_for_all() -> Fact:
    rule = _rule_for_all(rule_is_valid((ONE_SHOT,), FOR_ONE, AS_FAR))
    told = telling((), APART_RUN, EVERYWHERE, DEFINITION)
    return discharge_all(PREMISES, accumulator_is_valid((), rule, told, AS_FAR))


TRANSFER = (
    state(RULES_FOR_ALL, KEY, "(1), only if"),
    state(RULES_FOR_ONE_SHOT, KEY, "(1), if"),
    state(_accumulators_for_all(), KEY, "(2), only if, G(∅) ≤ d"),
    state(_for_one_shot(FOR_EVERY, APART_SHOWN), KEY, "(2), if, G(∅) ≤ d or not"),
    state(NOTHING_IS_WITHIN_DELTA, KEY, "(2), not G(∅) ≤ d: valid for both"),
)
