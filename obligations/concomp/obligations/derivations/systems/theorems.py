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
    eq,
    formula_at,
    term_at,
)
from concomp.obligations.derivations.kernel.logic import (
    apply_lemma,
    assume,
    discharge_all,
    hypothesis,
    induction,
    instance,
    solve,
    state,
    suppose,
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
    consistent,
    exceptional_private,
    members_private,
    members_private_at_zero_too,
    members_pure,
    private,
    responses_behind_player,
    responses_fit,
    responses_of_filter,
    suitable,
    verified_composition,
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
    distribute,
    draw_first,
    finds_free_slot,
    free_slot,
    identical_alike,
    neighbouring_consistent,
    ordinary_alike,
    product_of,
    same_views,
    sampled_side_by_side,
    side_by_side,
    simulated_share,
    solve_stage,
    solve_stages,
    sub_multiset,
    tapes,
    waiting_share,
)
from concomp.obligations.derivations.theories.simulation.simulation import SIMULATED as LEMMA
from concomp.obligations.derivations.theories.simulation.simulation import SIMULATED_AT_ZERO as LEMMA_AT_ZERO

MOVED_INWARDS = tapes(inwards.INWARDS, *solve_stages(inwards.INWARDS))
FOLLOWS = (solve_stage(transcripts.start()), solve_stage(transcripts.step()))
SLOTS = (solve_stage(slots.start()), solve_stage(slots.step(slots.Rules())), solve_stage(slots.injective()))
DRAWN = draw_first(SIMULATORS(C), *solve_stages(samples.KEPT))
DRAWN_LATE = draw_first(WAITING_SIMULATORS(C), *solve_stages(samples.KEPT))


# The share of a mechanism is a mean share.

PRIVATE_MEMBERS = suppose(members_private(C))
PRIVATE_MEMBERS_AT_ZERO_TOO = suppose(members_private_at_zero_too(C))
PRIVATE_EXCEPTIONS = suppose(exceptional_private(C))
CONSISTENT = suppose(consistent(C))
PURE_MEMBERS = suppose(members_pure(C))
MEMBER_SHARE = share(MEMBERS(C))
SIMULATED = solve(
    "the share is a mean", eq(MEMBER_SHARE, mean_share(SIMULATORS(C))), simulated_share(PRIVATE_MEMBERS, LEMMA), DRAWN
)
SIMULATED_AT_ZERO_TOO = solve(
    "the share is a mean",
    eq(MEMBER_SHARE, mean_share(SIMULATORS(C))),
    simulated_share(PRIVATE_MEMBERS_AT_ZERO_TOO, LEMMA, LEMMA_AT_ZERO),
    DRAWN,
)
SIMULATED_OR_IDENTICAL = solve(
    "the share is one or the other",
    eq(MEMBER_SHARE, either_share(C)),
    simulated_share(PRIVATE_EXCEPTIONS, LEMMA),
    DRAWN,
    apply_lemma(ordinary_alike(*solve_stages(first_pairs.IDENTICAL_RUNS)), {}, CONSISTENT),
)
SHARE_OF_WAITING, WAITS = waiting_share(PURE_MEMBERS, *solve_stages(first_pairs.IDENTICAL_ALWAYS))
SIMULATED_OR_UNTOUCHED = solve(
    "the share is one or the other",
    eq(MEMBER_SHARE, touched_share(C)),
    SHARE_OF_WAITING,
    DRAWN_LATE,
    identical_alike(*solve_stages(first_pairs.IDENTICAL_ALWAYS)),
)


# The weight of the composition is the mean of the product of shares.


def factorise(function: Index, definition: str, simulated: Fact, mean: Real, start: Fact, step: Fact) -> Fact:
    """Equal shares may be exchanged in a composition: by induction over its mechanisms."""
    product = product_of("∏", MEMBER_SHARE)
    of_shares, empty, more = product
    same = eq(of_shares, mean)
    base = solve("no mechanism", _at_next(same, zero=True), empty, start)
    next_ = solve("one mechanism more", _at_next(same), assume(same, J, C), more, step, simulated)
    every = instance(induction(same, J, base, next_), {J: CREATED(H)})
    only_suitable = hypothesis("by definition", definition, suitable(function, C))
    inwards_ = apply_lemma(MOVED_INWARDS, {F: function}, only_suitable)
    inside = side_by_side(MEMBERS(C), function, product, *FOLLOWS)
    whole = eq(weight(verified_composition(function)), term_at(mean, {J: CREATED(H)}))
    return solve("the weight is the mean of the product", whole, inwards_, inside, every)


def _at_next(comparison: Comparison, zero: bool = False) -> Comparison:
    moved = formula_at(comparison, {J: ZERO if zero else NEXT(J)})
    assert isinstance(moved, Comparison)
    return moved


def slot_theorem(
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
    whole = factorise(function, definition, simulated, mean_product(function), *distribute(function, found, *SLOTS))
    shown = hypothesis("what is shown is a sample", "HSV26 Definition 2.3", answers(responses))
    sampled = sampled_side_by_side(function, solve_stages(ASKED_FIRST), FOLLOWS, shown, *late)
    system = responses_behind_player(function, responses)
    equal = solve("the weights agree", eq(weight(verified_composition(function)), weight(system)), whole, sampled)
    return state(_private_composition(function, system, responses, equal, suppositions), theorem)


def _private_composition(
    function: Index, system: Index, responses: Index, equal: Fact, suppositions: tuple[Fact, ...]
) -> Fact:
    """From equal weights: if the responses are private, so is the composition."""
    private_responses = suppose(private(responses))
    processing = CHAIN(VERIFIER(function), PLAYER(function))
    processed = apply_lemma(POST_PROCESSING, {Q: processing, M: responses}, private_responses)
    return discharge_all(
        (*suppositions, private_responses), same_views(verified_composition(function), system, equal, processed)
    )


FIXED_MECHANISMS_COMPOSE = slot_theorem(
    "HSV26 Theorem 4.10 (repaired)",
    FIXED_MECHANISMS,
    "HSV26 Definition 4.9 (repaired)",
    SIMULATED,
    (PRIVATE_MEMBERS,),
    hypothesis(
        "mechanism j is α_j and takes slot j", "HSV26 Definition 4.9 (repaired)", finds_free_slot(FIXED_MECHANISMS(C))
    ),
)
FIXED_PARAMETERS_COMPOSE = slot_theorem(
    "HSV26 Theorem 4.12",
    FIXED_PARAMETERS,
    "HSV26 Definition 4.11",
    SIMULATED,
    (PRIVATE_MEMBERS,),
    free_slot(
        hypothesis("all created mechanisms take slots", "HSV26 Definition 4.11", sub_multiset(FIXED_PARAMETERS(C))),
        FIXED_PARAMETERS(C),
        *SLOTS,
    ),
)
CONSISTENT_COMPOSE = slot_theorem(
    "HSV26 Theorem 5.14",
    CONSISTENT_PARALLEL,
    "HSV26 Definition 5.13",
    SIMULATED_OR_IDENTICAL,
    (CONSISTENT, PRIVATE_EXCEPTIONS),
    free_slot(
        hypothesis(
            "a mechanism takes a slot at its first pair, if that differs",
            "HSV26 Definition 5.13",
            sub_multiset(CONSISTENT_PARALLEL(C)),
        ),
        CONSISTENT_PARALLEL(C),
        *SLOTS,
    ),
)
PURE_COMPOSE = slot_theorem(
    "HSV26 Corollary 5.5",
    PURE_PARALLEL,
    "HSV26 Definition 5.3",
    SIMULATED_OR_UNTOUCHED,
    (PURE_MEMBERS,),
    free_slot(
        hypothesis(
            "a mechanism takes a slot at its first differing pair",
            "HSV26 Definition 5.3",
            sub_multiset(PURE_PARALLEL(C)),
        ),
        PURE_PARALLEL(C),
        *SLOTS,
    ),
    WAITS,
)
NEIGHBOURING_CONSISTENT = neighbouring_consistent(*map(solve_stage, neighbouring.STAGES))
INTERACTIVE_COMPOSE = state(
    apply_lemma(CONSISTENT_COMPOSE, {C: AS_CONTINUAL(INTERACTIVE)}, NEIGHBOURING_CONSISTENT), "HSV26 Corollary 5.15"
)


# A filter: each mechanism has a response of its own, created and asked when the mechanism is created.


def filter_theorem(theorem: str) -> Fact:
    """The theorem on filters: there are no slots, and no mean over samples drawn in advance."""
    function, responses = FILTERED(C), responses_of_filter(C)
    asked = filtering.ACQUIRED.one
    product = product_of("∏ of means", mean_share(SIMULATORS(C)))
    whole = factorise(function, "HSV26 Definition 12.2", SIMULATED_AT_ZERO_TOO, *product)
    fit = hypothesis("a response for each mechanism", "HSV26 Definition 12.3", responses_fit(C))
    acquired = apply_lemma(tapes(filtering.ACQUIRED, *solve_stages(filtering.ACQUIRED)), {}, fit)
    sampled = side_by_side(INFORMED(SIMULATORS(C)), function, product, *FOLLOWS)
    equal = solve(
        "the weights agree", eq(weight(verified_composition(function)), weight(asked)), whole, acquired, sampled
    )
    return state(_private_composition(function, asked, responses, equal, (PRIVATE_MEMBERS_AT_ZERO_TOO,)), theorem)


FILTERED_COMPOSE = filter_theorem("HSV26 Theorem 12.4")
