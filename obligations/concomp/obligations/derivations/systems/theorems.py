"""The composition theorems: HSV26 Theorems 4.10, 4.12, 5.14 and 12.4.

V[f] ∘* I(b) ∘* ExtConComp is V[f] ∘* IECC(b), in which every created mechanism has its own verifier and identifier. Its
weights are products of shares; by Lemma 4.7 each share is that of a simulator T_j with a sample of its own randomised
response; so the product is the mean, over all samples, of the product of the shares that the T_j have once the samples
are given. These are the weights of V[f] ∘* P ∘* (the randomised responses), whose privacy is the hypothesis.

Each theorem is an implication about every composition, so a corollary is an instance of it.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Constructor, Index
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Real,
    at,
    eq,
    formula_at,
)
from concomp.obligations.derivations.kernel.logic import (
    applied,
    assumed,
    given,
    induction,
    instance,
    solved,
    stated,
    supposed,
    under,
)
from concomp.obligations.derivations.systems.language import (
    AS_CONTINUAL,
    CHAIN,
    CONSISTENT_PARALLEL,
    FILTERED,
    FIXED_MECHANISMS,
    FIXED_PARAMETERS,
    INFORMED,
    INTERACTIVE,
    MEMBERS,
    PLAYER,
    PURE_PARALLEL,
    RESPONSES,
    SIMULATORS,
    VERIFIER,
    WAITING_SIMULATORS,
    C,
    F,
    M,
    Q,
    answers,
    composed,
    consistent,
    exceptional_private,
    members_private,
    members_private_at_zero_too,
    members_pure,
    played,
    private,
    responses_fit,
    responses_of_filter,
    suitable,
)
from concomp.obligations.derivations.systems.links import (
    filtering,
    first_pairs,
    inwards,
    neighbouring,
    samples,
    slots,
    transcripts,
)
from concomp.obligations.derivations.systems.links.asked_first import ASKED_FIRST
from concomp.obligations.derivations.systems.postprocessing import POST_PROCESSING
from concomp.obligations.derivations.systems.shares import (
    CREATED,
    H,
    J,
    either_share,
    mean_product,
    mean_share,
    share,
    touched_share,
    weight,
)
from concomp.obligations.derivations.systems.system_rules import (
    answered,
    distributed,
    drawn_first,
    free,
    free_slot,
    identical_alike,
    neighbouring_consistent,
    ordinary_alike,
    product_of,
    related,
    same_views,
    sampled_side_by_side,
    side_by_side,
    simulated_share,
    sub_multiset,
    tapes,
    waiting_share,
)
from concomp.obligations.derivations.theories.simulation.simulation import SIMULATED as LEMMA
from concomp.obligations.derivations.theories.simulation.simulation import SIMULATED_AT_ZERO as LEMMA_AT_ZERO

MOVED_INWARDS = tapes(inwards.INWARDS, *related(inwards.INWARDS))
FOLLOWS = (answered(transcripts.start()), answered(transcripts.step()))
SLOTS = (answered(slots.start()), answered(slots.step(slots.Rules())), answered(slots.injective()))
DRAWN = drawn_first(SIMULATORS(C), *related(samples.KEPT))
DRAWN_LATE = drawn_first(WAITING_SIMULATORS(C), *related(samples.KEPT))


# The share of a mechanism is a mean share.

PRIVATE_MEMBERS = supposed(members_private(C))
PRIVATE_MEMBERS_AT_ZERO_TOO = supposed(members_private_at_zero_too(C))
PRIVATE_EXCEPTIONS = supposed(exceptional_private(C))
CONSISTENT = supposed(consistent(C))
PURE_MEMBERS = supposed(members_pure(C))
MEMBER_SHARE = share(MEMBERS(C))
SIMULATED = solved(
    "the share is a mean", eq(MEMBER_SHARE, mean_share(SIMULATORS(C))), simulated_share(PRIVATE_MEMBERS, LEMMA), DRAWN
)
SIMULATED_AT_ZERO_TOO = solved(
    "the share is a mean",
    eq(MEMBER_SHARE, mean_share(SIMULATORS(C))),
    simulated_share(PRIVATE_MEMBERS_AT_ZERO_TOO, LEMMA, LEMMA_AT_ZERO),
    DRAWN,
)
SIMULATED_OR_IDENTICAL = solved(
    "the share is one or the other",
    eq(MEMBER_SHARE, either_share(C)),
    simulated_share(PRIVATE_EXCEPTIONS, LEMMA),
    DRAWN,
    applied(ordinary_alike(*related(first_pairs.IDENTICAL_RUNS)), {}, CONSISTENT),
)
SHARE_OF_WAITING, WAITS = waiting_share(PURE_MEMBERS, *related(first_pairs.IDENTICAL_ALWAYS))
SIMULATED_OR_UNTOUCHED = solved(
    "the share is one or the other",
    eq(MEMBER_SHARE, touched_share(C)),
    SHARE_OF_WAITING,
    DRAWN_LATE,
    identical_alike(*related(first_pairs.IDENTICAL_ALWAYS)),
)


# The weight of the composition is the mean of the product of shares.


def factorised(function: Index, definition: str, simulated: Fact, mean: Real, start: Fact, step: Fact) -> Fact:
    """Equal shares may be exchanged in a composition: by induction over its mechanisms."""
    product = product_of("∏", MEMBER_SHARE)
    of_shares, empty, more = product
    same = eq(of_shares, mean)
    base = solved("no mechanism", _at_next(same, zero=True), empty, start)
    next_ = solved("one mechanism more", _at_next(same), assumed(same, J, C), more, step, simulated)
    every = instance(induction(same, J, base, next_), {J: CREATED(H)})
    only_suitable = given("by definition", definition, suitable(function, C))
    inwards_ = applied(MOVED_INWARDS, {F: function}, only_suitable)
    inside = side_by_side(MEMBERS(C), function, product, *FOLLOWS)
    whole = eq(weight(composed(function)), at(mean, {J: CREATED(H)}))
    return solved("the weight is the mean of the product", whole, inwards_, inside, every)


def _at_next(comparison: Comparison, zero: bool = False) -> Comparison:
    moved = formula_at(comparison, {J: ZERO if zero else NEXT(J)})
    assert isinstance(moved, Comparison)
    return moved


def in_slots(
    theorem: str,
    kind: Constructor,
    definition: str,
    simulated: Fact,
    suppositions: tuple[Fact, ...],
    found: Fact,
    *late: Fact,
) -> Fact:
    """A theorem whose mechanisms take slots among k responses fixed in advance.

    found: that whoever takes a slot finds one. late: that simulators wait, if slots are not taken at the first pair.
    """
    function, responses = kind(C), RESPONSES(C)
    whole = factorised(function, definition, simulated, mean_product(function), *distributed(function, found, *SLOTS))
    shown = given("what is shown is a sample", "HSV26 Definition 2.3", answers(responses))
    sampled = sampled_side_by_side(function, related(ASKED_FIRST), FOLLOWS, shown, *late)
    system = played(function, responses)
    equal = solved("the weights agree", eq(weight(composed(function)), weight(system)), whole, sampled)
    return stated(_processed(function, system, responses, equal, suppositions), theorem)


def _processed(function: Index, system: Index, responses: Index, equal: Fact, suppositions: tuple[Fact, ...]) -> Fact:
    """From equal weights: if the responses are private, so is the composition."""
    hypothesis = supposed(private(responses))
    processing = CHAIN(VERIFIER(function), PLAYER(function))
    processed = applied(POST_PROCESSING, {Q: processing, M: responses}, hypothesis)
    return under((*suppositions, hypothesis), same_views(composed(function), system, equal, processed))


FIXED_MECHANISMS_COMPOSE = in_slots(
    "HSV26 Theorem 4.10 (repaired)",
    FIXED_MECHANISMS,
    "HSV26 Definition 4.9 (repaired)",
    SIMULATED,
    (PRIVATE_MEMBERS,),
    given("mechanism j is α_j and takes slot j", "HSV26 Definition 4.9 (repaired)", free(FIXED_MECHANISMS(C))),
)
FIXED_PARAMETERS_COMPOSE = in_slots(
    "HSV26 Theorem 4.12",
    FIXED_PARAMETERS,
    "HSV26 Definition 4.11",
    SIMULATED,
    (PRIVATE_MEMBERS,),
    free_slot(
        given("all created mechanisms take slots", "HSV26 Definition 4.11", sub_multiset(FIXED_PARAMETERS(C))),
        FIXED_PARAMETERS(C),
        *SLOTS,
    ),
)
CONSISTENT_COMPOSE = in_slots(
    "HSV26 Theorem 5.14",
    CONSISTENT_PARALLEL,
    "HSV26 Definition 5.13",
    SIMULATED_OR_IDENTICAL,
    (CONSISTENT, PRIVATE_EXCEPTIONS),
    free_slot(
        given(
            "a mechanism takes a slot at its first pair, if that differs",
            "HSV26 Definition 5.13",
            sub_multiset(CONSISTENT_PARALLEL(C)),
        ),
        CONSISTENT_PARALLEL(C),
        *SLOTS,
    ),
)
PURE_COMPOSE = in_slots(
    "HSV26 Corollary 5.5",
    PURE_PARALLEL,
    "HSV26 Definition 5.3",
    SIMULATED_OR_UNTOUCHED,
    (PURE_MEMBERS,),
    free_slot(
        given(
            "a mechanism takes a slot at its first differing pair",
            "HSV26 Definition 5.3",
            sub_multiset(PURE_PARALLEL(C)),
        ),
        PURE_PARALLEL(C),
        *SLOTS,
    ),
    WAITS,
)
NEIGHBOURING_CONSISTENT = neighbouring_consistent(*map(answered, neighbouring.STAGES))
INTERACTIVE_COMPOSE = stated(
    applied(CONSISTENT_COMPOSE, {C: AS_CONTINUAL(INTERACTIVE)}, NEIGHBOURING_CONSISTENT), "HSV26 Corollary 5.15"
)


# A filter: each mechanism has a response of its own, created and asked when the mechanism is created.


def under_a_filter(theorem: str) -> Fact:
    """The theorem on filters: there are no slots, and no mean over samples drawn in advance."""
    function, responses = FILTERED(C), responses_of_filter(C)
    asked = filtering.ACQUIRED.one
    product = product_of("∏ of means", mean_share(SIMULATORS(C)))
    whole = factorised(function, "HSV26 Definition 12.2", SIMULATED_AT_ZERO_TOO, *product)
    fit = given("a response for each mechanism", "HSV26 Definition 12.3", responses_fit(C))
    acquired = applied(tapes(filtering.ACQUIRED, *related(filtering.ACQUIRED)), {}, fit)
    sampled = side_by_side(INFORMED(SIMULATORS(C)), function, product, *FOLLOWS)
    equal = solved("the weights agree", eq(weight(composed(function)), weight(asked)), whole, acquired, sampled)
    return stated(_processed(function, asked, responses, equal, (PRIVATE_MEMBERS_AT_ZERO_TOO,)), theorem)


FILTERED_COMPOSE = under_a_filter("HSV26 Theorem 12.4")
