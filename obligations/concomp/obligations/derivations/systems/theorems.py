"""The composition theorems: HSV26 Theorems 4.10, 4.12, 5.14 and 12.4.

V[f] ∘* I(b) ∘* ExtConComp is V[f] ∘* IECC(b), in which every created mechanism has its own verifier and identifier. It
weighs the product of shares of a transcript that f admits, and 0 of others; by Lemma 4.7 each share is that of a
simulator T_j with a sample of its own randomised response; so the product is the mean, over all samples, of the product
of the shares that the T_j have once the samples are given. These are the weights of V[f] ∘* P ∘* (the randomised
responses), whose privacy is the hypothesis.

Each theorem is an implication about every composition, so a corollary is an instance of it.
"""

from __future__ import annotations

from functools import reduce

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import Comparison, Real, eq, formula_at, term_at
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
from concomp.obligations.derivations.systems.descriptions.slots import Rules
from concomp.obligations.derivations.systems.discrete_rules import (
    composed_members,
    discrete_handed,
    discrete_members,
    discrete_simulators,
    handed_samples,
    told_samples,
)
from concomp.obligations.derivations.systems.drawn_slots import DrawnSlots
from concomp.obligations.derivations.systems.interactive import (
    ANSWERS_OF_INTERACTIVE,
    INTERACTIVE_CONSISTENT,
    INTERACTIVE_PREMISES,
    INTERACTIVE_PRIVATE,
)
from concomp.obligations.derivations.systems.language import (
    ACQUIRING,
    AS_CONTINUAL,
    ASKING,
    CHAIN,
    CM,
    DEALING,
    EVERY_CREATED,
    EVERY_FUNCTION,
    EVERY_PARAMETERS,
    INTERACTIVE,
    MEMBERS,
    OF_ALPHAS,
    OF_EXCEPTIONS,
    OF_FILTER,
    OF_PARAMETERS,
    OF_PURE,
    PARAMETERS,
    RESPONSES_OF,
    RR,
    SIMULATORS,
    SUITABLE,
    TOGETHER,
    VERIFIER,
    WAITING_SIMULATORS,
    C,
    D,
    F,
    M,
    Q,
    S,
    every_exception,
    every_member,
    filtered,
    responses,
    responses_of_filter,
)
from concomp.obligations.derivations.systems.lemmas import any_epsilon, for_every_mechanism
from concomp.obligations.derivations.systems.links import (
    counted_slots,
    filtering,
    first_pairs,
    inwards,
    samples,
    slots,
    transcripts,
)
from concomp.obligations.derivations.systems.links.asked_first import ASKED_FIRST
from concomp.obligations.derivations.systems.member_rules import (
    among_exceptions,
    draw_first,
    each_simulated,
    each_waiting,
    ordinary_alike,
    played_side_by_side,
    product_of,
    samples_side_by_side,
    side_by_side,
)
from concomp.obligations.derivations.systems.pairs import PURE_BY_PAIRS
from concomp.obligations.derivations.systems.postprocessing import KEEPS
from concomp.obligations.derivations.systems.properties import discrete, positive, private, pure
from concomp.obligations.derivations.systems.samples_of_mechanisms import as_without_sample
from concomp.obligations.derivations.systems.shares import (
    CREATED,
    H,
    J,
    admitted,
    either_share,
    mean_share,
    share,
    touched_share,
    weight,
)
from concomp.obligations.derivations.systems.slot_rules import (
    created_in_order,
    distribute,
    free_slot,
    free_slot_by_number,
    sub_multiset,
)
from concomp.obligations.derivations.systems.suppositions import answers, consistent, responses_fit
from concomp.obligations.derivations.systems.system_rules import alike, as_private, related, solve_stage, views
from concomp.obligations.derivations.theories.simulation.simulation import SIMULATED as LEMMA
from concomp.obligations.derivations.theories.simulation.simulation import SIMULATED_AT_ZERO as LEMMA_AT_ZERO

MOVED_INWARDS = alike(inwards.INWARDS)
FOLLOWS = (solve_stage(transcripts.start()), solve_stage(transcripts.step()))
BY_COUNTING = tuple(map(solve_stage, counted_slots.BY_COUNTING))
SLOTS = (solve_stage(slots.start()), solve_stage(slots.step(Rules())), solve_stage(slots.injective()))
KEPT = related(samples.SAMPLE_KEPT)
DRAWN, DRAWN_LATE = draw_first(SIMULATORS(C), KEPT), draw_first(WAITING_SIMULATORS(C), KEPT)
SIMULATOR = for_every_mechanism(LEMMA)
"""Lemma 4.7, for every mechanism with discrete answers, if ε > 0."""
SIMULATOR_AT_ANY_EPSILON = any_epsilon(SIMULATOR, for_every_mechanism(LEMMA_AT_ZERO))


# The share of a mechanism is a mean share. What is supposed of every mechanism:

OWN = EVERY_PARAMETERS(C)
DISCRETE = suppose(discrete(every_member(C)))
PRIVATE_MEMBERS = suppose(private(every_member(C), OWN))
PRIVATE_EXCEPTIONS = suppose(private(every_exception(C), OWN))
POSITIVE = suppose(positive(OWN))
PURE = suppose(pure(OWN))
CONSISTENT = suppose(consistent(EVERY_FUNCTION(C)).formula)
MEMBER_SHARE = share(MEMBERS(C))
OF_EVERY, OF_EXCEPTION = {M: every_member(C), PARAMETERS: OWN}, {M: every_exception(C), PARAMETERS: OWN}
OF_EVERY_PAIR = {F: EVERY_FUNCTION(C), CM: EVERY_CREATED(C), PARAMETERS: OWN}

EACH = apply_lemma(SIMULATOR, OF_EVERY, DISCRETE, PRIVATE_MEMBERS, POSITIVE)
EACH_AT_ANY_EPSILON = apply_lemma(SIMULATOR_AT_ANY_EPSILON, OF_EVERY, DISCRETE, PRIVATE_MEMBERS)
EACH_EXCEPTION = apply_lemma(SIMULATOR, OF_EXCEPTION, among_exceptions(DISCRETE), PRIVATE_EXCEPTIONS, POSITIVE)
EACH_WAITS = apply_lemma(PURE_BY_PAIRS, OF_EVERY_PAIR, DISCRETE, PRIVATE_MEMBERS, POSITIVE, PURE)
"""A simulator for every mechanism, or every exceptional one; one that waits, if all δ_j are 0."""


def mean_of(simulators: Fact) -> Fact:
    """From simulators of all mechanisms: shares are mean shares."""
    return solve("the share is a mean", eq(MEMBER_SHARE, mean_share(SIMULATORS(C))), each_simulated(simulators), DRAWN)


def mean_or_identical(simulators: Fact) -> Fact:
    """From simulators of exceptional mechanisms: shares are mean shares, or those of world 0."""
    return solve(
        "the share is one or the other",
        eq(MEMBER_SHARE, either_share(C)),
        each_simulated(simulators),
        DRAWN,
        apply_lemma(ordinary_alike(related(first_pairs.IDENTICAL_RUNS)), {}, CONSISTENT),
    )


SIMULATED, SIMULATED_AT_ANY_EPSILON = mean_of(EACH), mean_of(EACH_AT_ANY_EPSILON)
SIMULATED_OR_IDENTICAL = mean_or_identical(EACH_EXCEPTION)
SHARE_OF_WAITING, WAITS = each_waiting(EACH_WAITS, PURE)
SIMULATED_OR_UNTOUCHED = solve(
    "the share is one or the other",
    eq(MEMBER_SHARE, touched_share(C)),
    SHARE_OF_WAITING,
    DRAWN_LATE,
    as_without_sample(C, WAITS),
)


# The weight of the composition is the mean of the product of shares.


def factorise(wanted: Index, simulated: Fact, mean: Real, start: Fact, step: Fact) -> Fact:
    """Equal shares may be exchanged in a composition: by induction over its mechanisms, where its function admits."""
    product, admits = product_of("∏", MEMBER_SHARE), admitted(SUITABLE(C, wanted))
    of_shares, empty, more = product
    same = eq(admits * of_shares, admits * mean)
    base = solve("no mechanism", _at_next(same, zero=True), empty, start)
    both = (mean, term_at(mean, {J: NEXT(J)}))
    next_ = solve("one mechanism more", _at_next(same), assume(same, J, C), more, step, simulated, whole=both)
    every = instance(induction(same, J, base, next_), {J: CREATED(H)})
    inside = side_by_side(wanted, product, DISCRETE, *FOLLOWS)
    whole = eq(weight(composed_members(wanted)), admits * term_at(mean, {J: CREATED(H)}))
    return solve("the weight is the mean of the product", whole, inside, every)


def _at_next(comparison: Comparison, zero: bool = False) -> Comparison:
    moved = formula_at(comparison, {J: ZERO if zero else NEXT(J)})
    assert isinstance(moved, Comparison)
    return moved


SHOWN = hypothesis("what is shown is a sample", "HSV26 Definition 2.3", answers(RESPONSES_OF(C)).formula)


def with_slots(
    wanted: Index,
    simulators: Fact,
    simulated: Fact,
    suppositions: tuple[Fact, ...],
    found: Fact,
    *late: Fact,
    shown: Fact = SHOWN,
    promise: Var = PARAMETERS,
) -> Fact:
    """That mechanisms are private together which take slots among k responses fixed in advance, if these are.

    wanted: what the function of the theorem demands. simulators: that those have simulators who take slots.
    simulated: that shares are mean shares. found: that whoever takes a slot finds one. late: that simulators wait, if
    slots are not taken at the first pair. shown: that responses answer. promise: what privacy is measured by.
    """
    function = SUITABLE(C, wanted)
    whole = factorise(wanted, simulated, DrawnSlots(function).mean_product, *distribute(function, found, *SLOTS))
    player = DEALING(C, wanted, TOGETHER(DrawnSlots(function).simulators))
    asked = apply_lemma(alike(ASKED_FIRST), {F: function, S: player, RR: RESPONSES_OF(C)}, shown)
    sampled = played_side_by_side(function, DISCRETE, FOLLOWS, found, SLOTS, *late)
    countable = discrete_simulators(function, DISCRETE, simulators, found)
    links = (*_composition_as(wanted, told_samples(function), whole, sampled, countable), asked)
    processing = CHAIN(VERIFIER(function), ASKING(player))
    return _private_composition(processing, responses(C), links, suppositions, promise)


def _composition_as(wanted: Index, played: Index, whole: Fact, sampled: Fact, countable: Fact) -> tuple[Fact, Fact]:
    """A composition is equivalent to mechanisms side by side, and these, by their weights, to what plays them.

    countable: that what plays them has discrete answers.
    """
    inside = composed_members(wanted)
    equal = solve("the weights agree", eq(weight(inside), weight(played)), whole, sampled)
    by_weights = views(inside, played, equal, discrete_members(wanted, DISCRETE), countable)
    return instance(MOVED_INWARDS, {D: wanted}), by_weights


def _private_composition(
    processing: Index, responses_: Index, links: tuple[Fact, ...], suppositions: tuple[Fact, ...], promise: Var
) -> Fact:
    """If the responses are private, so is what is made of them, and so all that leads from there to the composition.

    links: from the composition on, each is equivalent to the next, and the last to what is made of the responses.
    """
    private_responses = suppose(private(responses_, promise))
    processed = apply_lemma(KEEPS[promise], {Q: processing, M: responses_}, private_responses)
    composition = reduce(lambda known, link: as_private(link, known), reversed(links), processed)
    return discharge_all((*suppositions, private_responses), composition)


SLOT_OF_ITS_NUMBER = free_slot_by_number(
    hypothesis("message j creates α_j", "HSV26 Definition 4.9 (repaired)", created_in_order(SUITABLE(C, OF_ALPHAS))),
    SUITABLE(C, OF_ALPHAS),
    *map(solve_stage, slots.BY_NUMBER),
)
FIXED_MECHANISMS_COMPOSE = state(
    with_slots(OF_ALPHAS, EACH, SIMULATED, (DISCRETE, PRIVATE_MEMBERS, POSITIVE), SLOT_OF_ITS_NUMBER),
    "HSV26 Theorem 4.10 (repaired)",
)


def _slot_by_counting(name: str, definition: str, wanted: Index) -> Fact:
    """That whoever takes a slot finds one, as parameters are a sub-multiset of the slots'."""
    function = SUITABLE(C, wanted)
    return free_slot(hypothesis(name, definition, sub_multiset(function)), function, *BY_COUNTING)


SLOT_AT_CREATION = _slot_by_counting("all created mechanisms take slots", "HSV26 Definition 4.11", OF_PARAMETERS)
FIXED_PARAMETERS_COMPOSE = state(
    with_slots(OF_PARAMETERS, EACH, SIMULATED, (DISCRETE, PRIVATE_MEMBERS, POSITIVE), SLOT_AT_CREATION),
    "HSV26 Theorem 4.12",
)
SLOT_AT_FIRST_PAIR = _slot_by_counting(
    "a mechanism takes a slot at its first pair, if that differs", "HSV26 Definition 5.13", OF_EXCEPTIONS
)
CONSISTENT_COMPOSE = state(
    with_slots(
        OF_EXCEPTIONS,
        EACH_EXCEPTION,
        SIMULATED_OR_IDENTICAL,
        (CONSISTENT, DISCRETE, PRIVATE_EXCEPTIONS, POSITIVE),
        SLOT_AT_FIRST_PAIR,
    ),
    "HSV26 Theorem 5.14",
)
PURE_COMPOSE = state(
    with_slots(
        OF_PURE,
        EACH_WAITS,
        SIMULATED_OR_UNTOUCHED,
        (DISCRETE, PRIVATE_MEMBERS, POSITIVE, PURE),
        _slot_by_counting("a mechanism takes a slot at its first differing pair", "HSV26 Definition 5.3", OF_PURE),
        WAITS,
    ),
    "HSV26 Corollary 5.5",
)


# Interactive mechanisms are continual ones for f_~, of which the privacy is that of the interactive ones.

INTERACTIVE_COMPOSE = state(
    discharge_all(
        INTERACTIVE_PREMISES,
        apply_lemma(
            CONSISTENT_COMPOSE,
            {C: AS_CONTINUAL(INTERACTIVE)},
            INTERACTIVE_CONSISTENT,
            ANSWERS_OF_INTERACTIVE,
            INTERACTIVE_PRIVATE,
        ),
    ),
    "HSV26 Corollary 5.15",
)


# A filter: each mechanism has a response of its own, created and asked when the mechanism is created.


FIT = hypothesis("a response for each mechanism", "HSV26 Definition 12.3", responses_fit(C).formula)


def with_filter(
    simulators: Fact,
    simulated: Fact,
    suppositions: tuple[Fact, ...],
    *,
    fit: Fact = FIT,
    promise: Var = PARAMETERS,
) -> Fact:
    """The same under a filter: there are no slots, and no mean over samples drawn in advance.

    fit: that there are responses. All else as with slots.
    """
    product = product_of("∏ of means", mean_share(SIMULATORS(C)))
    whole = factorise(OF_FILTER, simulated, *product)
    player = TOGETHER(SIMULATORS(C))
    acquired = apply_lemma(alike(filtering.ACQUIRED), {S: player}, fit)
    sampled = samples_side_by_side(product, DISCRETE, *FOLLOWS)
    countable = discrete_handed(DISCRETE, simulators)
    links = (*_composition_as(OF_FILTER, handed_samples(), whole, sampled, countable), acquired)
    processing = CHAIN(VERIFIER(filtered(C)), ACQUIRING(C, player))
    return _private_composition(processing, responses_of_filter(C), links, suppositions, promise)


FILTERED_COMPOSE = state(
    with_filter(EACH_AT_ANY_EPSILON, SIMULATED_AT_ANY_EPSILON, (DISCRETE, PRIVATE_MEMBERS)), "HSV26 Theorem 12.4"
)
