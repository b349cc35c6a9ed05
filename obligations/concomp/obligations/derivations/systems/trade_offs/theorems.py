"""The composition theorems for trade-off functions: HSV26 Corollaries 14.7 to 14.9, repaired, and 14.10.

The reductions of Theorems 4.12, 5.14 and 12.4 hold with pairs of laws N_j in the place of responses, and by Lemma 14.5
every mechanism that communicates finitely is simulated by the pair of its trade-off function φ_j. Privacy is of the
views of world 0 against those of world 1, so no φ_j need be symmetric.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Implication
from concomp.obligations.derivations.kernel.logic import apply_lemma, discharge_all, hypothesis, state, suppose
from concomp.obligations.derivations.systems.interactive import (
    COMPOSITION,
    EVERY,
    INTERACTIVE_CONSISTENT,
    exceptions_of,
)
from concomp.obligations.derivations.systems.language import (
    EVERY_PARAMETERS,
    EVERY_TRADE_OFF,
    OF_CONSISTENT_TRADE_OFFS,
    OF_EXCEPTIONS,
    OF_FILTER,
    OF_PARAMETERS,
    OF_TRADE_OFFS,
    PAIRS_OF,
    RESPONSES_OF,
    STARTED,
    SUITABLE,
    TRADE_OFF,
    C,
    M,
    every_exception,
    every_member,
)
from concomp.obligations.derivations.systems.lemmas import implication
from concomp.obligations.derivations.systems.member_rules import among_exceptions
from concomp.obligations.derivations.systems.properties import (
    countable,
    discrete,
    finite,
    pairs_fit,
    private,
    simulated,
    simulated_by_own_pair,
    simulated_by_pair,
)
from concomp.obligations.derivations.systems.slot_rules import free_slot, sub_multiset
from concomp.obligations.derivations.systems.suppositions import answers, responses_fit
from concomp.obligations.derivations.systems.theorems import (
    BY_COUNTING,
    CONSISTENT,
    DISCRETE,
    mean_of,
    mean_or_identical,
    with_filter,
    with_slots,
)
from concomp.obligations.derivations.systems.trade_offs.any_responses import trade_offs_fit, with_pairs

# The reductions: if there are simulators with responses, and these are private by φ, so is the composition.

FIT = suppose(responses_fit(C).formula)
SHOWN = suppose(answers(RESPONSES_OF(C)).formula)
SIMULATED = suppose(simulated(every_member(C), EVERY_PARAMETERS(C)))
SIMULATED_EXCEPTIONS = suppose(simulated(every_exception(C), EVERY_PARAMETERS(C)))


def _with_slots(wanted: Index, simulators: Fact, shares: Fact, *consistency: Fact) -> Fact:
    """The reduction of mechanisms that take slots, to pairs of laws."""
    function = SUITABLE(C, wanted)
    fits = suppose(sub_multiset(function))
    found = free_slot(fits, function, *BY_COUNTING)
    suppositions = (SHOWN, fits, *consistency, DISCRETE, simulators)
    to_responses = with_slots(wanted, simulators, shares, suppositions, found, shown=SHOWN, promise=TRADE_OFF)
    return with_pairs(to_responses, wanted)


BY_SLOTS = _with_slots(OF_PARAMETERS, SIMULATED, mean_of(SIMULATED))
BY_FIRST_PAIRS = _with_slots(OF_EXCEPTIONS, SIMULATED_EXCEPTIONS, mean_or_identical(SIMULATED_EXCEPTIONS), CONSISTENT)
BY_FILTER = with_pairs(
    with_filter(SIMULATED, mean_of(SIMULATED), (FIT, DISCRETE, SIMULATED), fit=FIT, promise=TRADE_OFF), OF_FILTER
)

# Mechanisms that communicate finitely.

LEMMA = hypothesis(
    "M is a post-processing of a pair of laws that has the trade-off function of M, and this of each with a smaller "
    "one (Blackwell)",
    "HSV26 Lemma 14.5",
    implication((finite(M), countable(TRADE_OFF), private(M, TRADE_OFF)), simulated_by_pair(M, TRADE_OFF)),
)
LEMMA_OF_EACH = hypothesis(
    "M is a post-processing of a pair of laws that is φ-DP",
    "HSV26 Lemma 14.5",
    implication((finite(M), private(M, TRADE_OFF)), simulated_by_own_pair(M, TRADE_OFF)),
)
FEW_ANSWERS = hypothesis(
    "there are finitely many messages", "HSV26 Definition 14.4", Implication(finite(M), discrete(M))
)
ANSWERS = hypothesis("what is shown is a sample", "HSV26 Definition 14.3", answers(PAIRS_OF(C)).formula)
PAIRS_FIT = hypothesis("a pair of laws for each mechanism", "HSV26 Definition 12.3", pairs_fit(C))
OWN = EVERY_TRADE_OFF(C)
COMMUNICATE = suppose(finite(every_member(C)))
COUNTABLE = suppose(countable(OWN))
PRIVATE, PRIVATE_EXCEPTIONS = suppose(private(every_member(C), OWN)), suppose(private(every_exception(C), OWN))
FEW = apply_lemma(FEW_ANSWERS, {M: every_member(C)}, COMMUNICATE)
BY_PAIRS = apply_lemma(LEMMA, {M: every_member(C), TRADE_OFF: OWN}, COMMUNICATE, COUNTABLE, PRIVATE)
EXCEPTIONS_BY_PAIRS = apply_lemma(
    LEMMA, {M: every_exception(C), TRADE_OFF: OWN}, among_exceptions(COMMUNICATE), COUNTABLE, PRIVATE_EXCEPTIONS
)


SLOTS = hypothesis("all created mechanisms take slots", "HSV26 Definition 4.11", trade_offs_fit(OF_TRADE_OFFS))
FIRST_SLOTS = hypothesis(
    "a mechanism takes a slot at its first pair, if that differs",
    "HSV26 Definition 5.13",
    trade_offs_fit(OF_CONSISTENT_TRADE_OFFS),
)
FIXED_COMPOSE = state(
    discharge_all(
        (COMMUNICATE, COUNTABLE, PRIVATE),
        apply_lemma(BY_SLOTS, {}, ANSWERS, SLOTS, FEW, BY_PAIRS),
    ),
    "HSV26 Corollary 14.7 (repaired)",
)
CONSISTENT_COMPOSE = state(
    discharge_all(
        (CONSISTENT, COMMUNICATE, COUNTABLE, PRIVATE_EXCEPTIONS),
        apply_lemma(
            BY_FIRST_PAIRS,
            {},
            ANSWERS,
            FIRST_SLOTS,
            CONSISTENT,
            FEW,
            EXCEPTIONS_BY_PAIRS,
        ),
    ),
    "HSV26 Corollary 14.8 (repaired)",
)
BY_OWN_PAIRS = apply_lemma(LEMMA_OF_EACH, {M: every_member(C), TRADE_OFF: OWN}, COMMUNICATE, PRIVATE)
FILTERED_COMPOSE = state(
    discharge_all((COMMUNICATE, PRIVATE), apply_lemma(BY_FILTER, {}, PAIRS_FIT, FEW, BY_OWN_PAIRS)),
    "HSV26 Corollary 14.10",
)

# Interactive mechanisms are continual ones for f_~.

OF_INTERACTIVE = EVERY_TRADE_OFF(COMPOSITION)
INTERACTIVE_COMMUNICATE = suppose(finite(every_member(COMPOSITION)))
INTERACTIVE_COUNTABLE = suppose(countable(OF_INTERACTIVE))
INTERACTIVE_PRIVATE = suppose(private(STARTED(EVERY), OF_INTERACTIVE))
INTERACTIVE_COMPOSE = state(
    discharge_all(
        (INTERACTIVE_COMMUNICATE, INTERACTIVE_COUNTABLE, INTERACTIVE_PRIVATE),
        apply_lemma(
            CONSISTENT_COMPOSE,
            {C: COMPOSITION},
            INTERACTIVE_CONSISTENT,
            INTERACTIVE_COMMUNICATE,
            INTERACTIVE_COUNTABLE,
            exceptions_of(INTERACTIVE_PRIVATE, TRADE_OFF, OF_INTERACTIVE),
        ),
    ),
    "HSV26 Corollary 14.9 (repaired)",
)
