"""The composition theorems: HSV26 Theorems 4.10, 4.12, 5.14 and 12.4.

V[f] ∘* I(b) ∘* ExtConComp is V[f] ∘* IECC(b), in which every created mechanism has its own verifier and identifier. Its
weights are products of shares; by Lemma 4.7 each share is that of a simulator T_j with a sample of its own randomised
response; so the product is the mean, over all samples, of the product of the shares that the T_j have once the samples
are given. These are the weights of V[f] ∘* P ∘* (the randomised responses), whose privacy is the hypothesis.
"""

from __future__ import annotations

from concomp.obligations.derivations.composition.postprocessing import POST_PROCESSING
from concomp.obligations.derivations.composition.system_rules import (
    CREATED,
    FREE,
    SUB_MULTISET,
    B,
    H,
    J,
    R,
    answered,
    applied,
    consequence,
    distributed,
    drawn_first,
    free_slot,
    private,
    product_of,
    related,
    same_share,
    same_views,
    sampled_side_by_side,
    share,
    side_by_side,
    simulated_share,
    tapes,
    weight,
)
from concomp.obligations.derivations.composition.tapewise import (
    filtering,
    first_pairs,
    inwards,
    samples,
    slots,
    transcripts,
)
from concomp.obligations.derivations.composition.tapewise.asked_first import ASKED_FIRST, PROCESSING, RESPONSES
from concomp.obligations.derivations.kernel.facts import Fact, assumed, given, induction, instance, solved, stated
from concomp.obligations.derivations.kernel.indices import BIT_0, NEXT, ZERO
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Proposition,
    Quantity,
    Real,
    at,
    eq,
    formula_at,
    total,
)
from concomp.obligations.derivations.reduction.simulation import SIMULATED as LEMMA
from concomp.obligations.derivations.reduction.simulation import SIMULATED_AT_ZERO as LEMMA_AT_ZERO

WHOLE, INSIDE = inwards.INWARDS.one, inwards.INWARDS.other
MEMBER, SIMULATOR = "V[f_j] ∘* I ∘* M_j", "T_j ∘* RR_j"
EXCEPTIONAL = Quantity("e", (H, J))
"""1 for a mechanism that gets a differing pair, 0 for the others."""

LAW = Quantity("ρ", (B, J, R))
"""The chance that the randomised response with the parameters of mechanism j answers r."""
GIVEN_SAMPLE = Quantity("⟨T_j, given r⟩", (H, J, R))
"""The share of T_j once its sample is r."""
MEAN_SHARE = total(R, LAW * GIVEN_SAMPLE)

MOVED_INWARDS = tapes(inwards.INWARDS, *related(inwards.INWARDS))
FOLLOWS = (answered(transcripts.start()), answered(transcripts.step()))
SLOTS = (answered(slots.start()), answered(slots.step(slots.Rules())), answered(slots.injective()))
DRAWN = drawn_first(share(SIMULATOR), LAW, GIVEN_SAMPLE, samples.KEPT, *related(samples.KEPT))


# The share of a mechanism is a mean share.

OF_SIMULATOR = simulated_share(MEMBER, SIMULATOR, LEMMA)
SIMULATED = solved("the share is a mean", eq(share(MEMBER), MEAN_SHARE), OF_SIMULATOR, DRAWN)
SIMULATED_AT_ZERO_TOO = solved(
    "the share is a mean",
    eq(share(MEMBER), MEAN_SHARE),
    simulated_share(MEMBER, SIMULATOR, LEMMA, LEMMA_AT_ZERO),
    DRAWN,
)
ORDINARY_SHARE = at(share(MEMBER), {B: BIT_0})
EITHER_SHARE = EXCEPTIONAL * MEAN_SHARE + (1 - EXCEPTIONAL) * ORDINARY_SHARE
"""The mean share of a mechanism in 5.14: an exceptional one has a sample, an ordinary one runs as in world 0."""
OF_SIMULATOR_IF_EXCEPTIONAL = simulated_share(MEMBER, SIMULATOR, LEMMA, where=EXCEPTIONAL)
SIMULATED_OR_IDENTICAL = solved(
    "the share is one or the other",
    eq(share(MEMBER), EITHER_SHARE),
    OF_SIMULATOR_IF_EXCEPTIONAL,
    DRAWN,
    same_share(MEMBER, 1 - EXCEPTIONAL, first_pairs.IDENTICAL_RUNS, *related(first_pairs.IDENTICAL_RUNS)),
)


# The weight of the composition is the mean of the product of shares.


def factorised(simulated: Fact, mean_share: Real, mean: Real, start: Fact, step: Fact) -> Fact:
    """Equal shares may be exchanged in a composition: by induction over its mechanisms."""
    product, empty, more = product_of("∏", share(MEMBER))
    same = eq(product, mean)
    base = solved("no mechanism", _at_next(same, zero=True), empty, start)
    next_ = solved("one mechanism more", _at_next(same), assumed(same, J), more, step, simulated)
    every = instance(induction(same, J, base, next_), {J: CREATED(H)})
    inside = side_by_side(INSIDE, product, *FOLLOWS)
    whole = eq(weight(WHOLE), at(mean, {J: CREATED(H)}))
    return solved("the weight is the mean of the product", whole, MOVED_INWARDS, inside, every)


def _at_next(comparison: Comparison, zero: bool = False) -> Comparison:
    moved = formula_at(comparison, {J: ZERO if zero else NEXT(J)})
    assert isinstance(moved, Comparison)
    return moved


def composed(theorem: str, simulated: Fact, mean_share: Real, free: Fact) -> Fact:
    """A theorem whose mechanisms take slots among k responses fixed in advance."""
    mean, system = Quantity("mean of ∏", (B, H, J)), ASKED_FIRST.one
    whole = factorised(simulated, mean_share, mean, *distributed(mean, mean_share, free, *SLOTS))
    sampled = sampled_side_by_side(mean, ASKED_FIRST, related(ASKED_FIRST), FOLLOWS)
    equal = solved("the weights agree", eq(weight(WHOLE), weight(system)), whole, sampled)
    hypothesis = given("hypothesis of the theorem", theorem, private(RESPONSES))
    processed = applied(POST_PROCESSING, PROCESSING, RESPONSES, hypothesis)
    return stated(same_views(WHOLE, system, equal, processed), theorem)


FIXED_MECHANISMS = composed(
    "HSV26 Theorem 4.10 (repaired)",
    SIMULATED,
    MEAN_SHARE,
    given("mechanism j is α_j and takes slot j", "HSV26 Definition 4.9 (repaired)", FREE),
)
FIXED_PARAMETERS = composed(
    "HSV26 Theorem 4.12",
    SIMULATED,
    MEAN_SHARE,
    free_slot(given("all created mechanisms take slots", "HSV26 Definition 4.11", SUB_MULTISET), *SLOTS),
)
FIRST_PAIR_CONSISTENT = composed(
    "HSV26 Theorem 5.14",
    SIMULATED_OR_IDENTICAL,
    EITHER_SHARE,
    free_slot(
        given("a mechanism takes a slot at its first pair, if that differs", "HSV26 Definition 5.13", SUB_MULTISET),
        *SLOTS,
    ),
)

INTERACTIVE = stated(
    consequence(
        "the k-sparse parallel composition of interactive mechanisms is (ε,δ)-DP",
        FIRST_PAIR_CONSISTENT,
        given(
            "an interactive mechanism is a continual one for f_~, under which all pairs after the first are identical",
            "HSV26 Definition 5.12",
            Proposition("f_~ is first-pair consistent"),
        ),
    ),
    "HSV26 Corollary 5.15",
)


# A filter: each mechanism has a response of its own, created and asked when the mechanism is created.


def filtered(theorem: str) -> Fact:
    """The theorem on filters: there are no slots, and no mean over samples drawn in advance."""
    asked, handed = filtering.ACQUIRED.one, filtering.ACQUIRED.other
    mean, empty, more = product_of("∏ of means", MEAN_SHARE)
    whole = factorised(SIMULATED_AT_ZERO_TOO, MEAN_SHARE, mean, empty, more)
    acquired = tapes(filtering.ACQUIRED, *related(filtering.ACQUIRED))
    sampled = side_by_side(handed, mean, *FOLLOWS)
    equal = solved("the weights agree", eq(weight(WHOLE), weight(asked)), whole, acquired, sampled)
    hypothesis = given("hypothesis of the theorem", theorem, private(filtering.RESPONSES_OF_FILTER))
    processed = applied(POST_PROCESSING, filtering.PROCESSING, filtering.RESPONSES_OF_FILTER, hypothesis)
    return stated(same_views(WHOLE, asked, equal, processed), theorem)


FILTERED = filtered("HSV26 Theorem 12.4")
