"""Post-processing: HSV26 Definition 2.17, Lemma 2.16, Claims 6.3 and 6.4, Theorem 6.1, Observation 8.9."""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.language import Implication, Quantity, le, term_at
from concomp.obligations.derivations.kernel.logic import (
    apply_lemma,
    detach,
    discharge_all,
    hypothesis,
    instance,
    join,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    CHAIN,
    CM,
    DOUBLED,
    F_INSIDE,
    IDENTIFIED,
    PARAMETERS,
    STEPS,
    TRADE_OFF,
    VERIFIER,
    F,
    M,
    P,
    Q,
    verified_mechanism,
)
from concomp.obligations.derivations.systems.links.association import IN_A_CHAIN, ON_A_MECHANISM
from concomp.obligations.derivations.systems.links.doubling import SWAP, SWAP_BEHIND
from concomp.obligations.derivations.systems.links.inclusion import INCLUSION
from concomp.obligations.derivations.systems.links.insertion import INSERTION
from concomp.obligations.derivations.systems.properties import private
from concomp.obligations.derivations.systems.suppositions import (
    HALT_IS_NO_MESSAGE,
    alike_on_both_sides,
    carries_over,
    included,
)
from concomp.obligations.derivations.systems.system_rules import alike, as_private, data_processing, related

CHAINS = state(join(related(ON_A_MECHANISM), related(IN_A_CHAIN)), "HSV26 Definition 2.17")
ASSOCIATES = alike(ON_A_MECHANISM)
POST_PROCESSING = state(data_processing(ASSOCIATES), "HSV26 Lemma 2.16")
KEEPS = {PARAMETERS: POST_PROCESSING, TRADE_OFF: data_processing(ASSOCIATES, TRADE_OFF)}
"""That post-processing keeps privacy, by what it is measured by."""

# At any distance, an adversary being a processing P.
APART = Quantity("Apart", (P, M))
"""0 if the views of P with M are within d, otherwise 1."""
INSIDE = term_at(APART, {P: CHAIN(P, Q)})
"""That of P with Q inside."""
FUNCTION = hypothesis(
    "if all answers are the same whether Q stands inside of the adversary or before the mechanism, the view of the "
    "adversary alone is a function of its view with Q inside, and a function of both is no further apart",
    "Haney23 Definition 2.1",
    Implication(ASSOCIATES.formula, le(term_at(APART, {M: BEHIND(Q, M)}), INSIDE)),
)
GIVEN = hypothesis(
    "M is d-D DP: Apart is 0 if the views of the adversary P with M are within d, otherwise 1", SUPPOSED, le(APART, 0)
)
POST_PROCESSING_AT_ANY_DISTANCE = solve(
    "with Q inside",
    le(term_at(APART, {M: BEHIND(Q, M)}), 0),
    detach(FUNCTION, ASSOCIATES),
    instance(GIVEN, {P: CHAIN(P, Q)}),
)

NO_MESSAGE = hypothesis("HALT", "HSV26 Definition 2.6", HALT_IS_NO_MESSAGE.formula)
SWAPPED = state(detach(alike(SWAP), NO_MESSAGE), "HSV26 Claim 6.3")
INSERTED = state(alike(INSERTION), "HSV26 Claim 6.4")

INNER = verified_mechanism(F_INSIDE, CM)
GUARD = CHAIN(VERIFIER(F), DOUBLED(STEPS))
FIRST_TWO = suppose(alike_on_both_sides(STEPS).formula)
THIRD = suppose(carries_over(STEPS, F, F_INSIDE).formula)
INNER_PRIVATE = suppose(private(INNER, PARAMETERS))


def _private_processing() -> Fact:
    """From V[f'] ∘* I ∘* M to V[f] ∘* I ∘* P ∘* M, each equivalent to the next or a post-processing of it."""
    processed = apply_lemma(POST_PROCESSING, {Q: GUARD, M: INNER}, INNER_PRIVATE)
    unchecked = as_private(apply_lemma(INSERTED, {M: IDENTIFIED(CM)}, THIRD), processed)
    one_by_one = as_private(instance(ASSOCIATES, {P: VERIFIER(F), Q: DOUBLED(STEPS), M: IDENTIFIED(CM)}), unchecked)
    return as_private(apply_lemma(alike(SWAP_BEHIND), {}, NO_MESSAGE, FIRST_TWO), one_by_one)


PRIVATE_PROCESSING = state(discharge_all((FIRST_TWO, THIRD, INNER_PRIVATE), _private_processing()), "HSV26 Theorem 6.1")
"""For every P with the three properties and every M: ExtConComp is one."""

IS_INCLUDED = suppose(included(F, F_INSIDE).formula)


def _smaller_function() -> Fact:
    """From V[f'] ∘* I ∘* M to V[f] ∘* V[f'] ∘* I ∘* M, a post-processing of it, in which V[f'] changes nothing."""
    processed = apply_lemma(POST_PROCESSING, {Q: VERIFIER(F), M: INNER}, INNER_PRIVATE)
    return as_private(apply_lemma(alike(INCLUSION), {M: IDENTIFIED(CM)}, IS_INCLUDED), processed)


MONOTONE = state(discharge_all((IS_INCLUDED, INNER_PRIVATE), _smaller_function()), "HSV26 Observation 8.9")
"""Privacy with respect to a function is privacy with respect to every function that accepts less."""
