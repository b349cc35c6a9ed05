"""The composition theorems, for any number of mechanisms and conversations of any length.

Each theorem is a derivation: links between described systems, which solvers prove; a few rules about tapes, samples and
views; and Lemma 4.7 for each created mechanism. What the rules and descriptions speak of is run as well: on small
components, with simulators found by linear feasibility, both ends of the chain are the same mechanism, exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from concomp.model.composition.catalogue import catalogue
from concomp.model.composition.filtered import Filtered, FilteredResponses, sum_filter
from concomp.model.composition.first_pair import FirstPairConsistentParallel
from concomp.model.composition.fixed import FixedMechanisms, FixedParameters
from concomp.model.composition.parallel import SparseParallel
from concomp.model.composition.slots import Parameters
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.noninteractive import RUN
from concomp.model.mechanisms.randomised_response import randomised_response
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.checks.hsv26.mechanisms.proved_postprocessing import (
    count_agreeing,
    note_on_descriptions,
    refuted_by_solvers,
)
from concomp.obligations.derivations.systems import pairs, theorems
from concomp.obligations.derivations.systems.descriptions.slots import Rules
from concomp.obligations.derivations.systems.instances import filters, instances
from concomp.obligations.derivations.systems.links import (
    counted_slots,
    exchanged_pairs,
    filtering,
    first_pairs,
    inwards,
    samples,
    slots,
)
from concomp.obligations.expectation import expect
from concomp.obligations.families.compositions.components import Component, component, menu
from concomp.obligations.families.compositions.processing import (
    any_free,
    first_fitting,
    is_simulated,
    sampling,
    sampling_exceptional,
    simulators_of,
)
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.small.continual import random_continual_trees, two_stage_mechanism
from concomp.obligations.families.small.functions import (
    ANY,
    AT_MOST_ONE_DIFFERENCE,
    FIRST_PAIR_CONSISTENT,
    RISING_AFTER_FIRST,
)
from concomp.obligations.families.small.processings import ASK_TWICE, FORWARD, REMEMBER

SCOPE = (
    "any number of mechanisms, created adaptively, with countably many answers and any messages, ExtConComp among "
    "them; conversations of any length, all adaptive adversaries"
)
RUN_BESIDE = (
    "That P, told the samples, plays the T_j side by side is how P is defined, and no link. P is run for that: on "
    "small components V[f] ∘* P ∘* Comp[RR] answers as the composition, for all sequences of a few messages."
)
LEMMA = "Lemma 4.7 is applied to each mechanism that a sample is for; its own proof and rules are part of this one."


def _slots(privacies: Sequence[PrivacyParameters]) -> tuple[Parameters, ...]:
    return tuple(Parameters(e_eps=each.e_eps, delta=each.delta) for each in privacies)


@cache
def _described() -> str:
    """The ties of the systems that all theorems speak of."""
    parts = small_components()
    known = catalogue((each.create for each in parts), 2)
    function = known.bind(FixedParameters, 2, slots=_slots([each.privacy for each in parts]))
    composed = count_agreeing(instances.compositions([function], menu(parts, 2), 3))
    asked = [randomised_response(PrivacyParameters(Fraction(2), Fraction(1, 4)))]
    return note_on_descriptions(
        composed + count_agreeing(instances.response_mixtures((FORWARD, ASK_TWICE, REMEMBER), asked, RUN))
    )


@cache
def _fixed_parameters() -> str:
    """Both ends of 4.12's chain on small components, and what becomes of it with wrong slots."""
    parts = small_components()
    first, second = (each.privacy for each in parts)
    simulators, known, messages = simulators_of(parts, 3), catalogue((p.create for p in parts), 2), menu(parts, 2)

    def agree(given: Sequence[PrivacyParameters], rule: object = None) -> bool:
        function = known.bind(FixedParameters, 2, slots=_slots(given))
        processing = sampling(simulators, given) if rule is None else sampling(simulators, given, rule)  # type: ignore[arg-type]
        return is_simulated(function, processing, given, messages, 4)

    expect(agree((second, first)) and agree((second, second)), "P with samples is not the composition")
    expect(not agree((second, second), first_fitting), "two mechanisms may share a slot")
    expect(not agree((first, second), any_free), "labels need not be compared")
    return (
        "if a slot may be taken twice, or labels are not compared, both solvers find a counter-model, and a "
        "composition of two small components with these samples answers otherwise"
    )


def _proved(control: str, *notes: str) -> Outcome:
    return Outcome(verdict="proved", scope=SCOPE, control=control, notes=(_described(), LEMMA, *notes))


@check_of_derivation("HSV26 Theorem 4.10 (repaired)", theorems.FIXED_MECHANISMS_COMPOSE)
def fixed_mechanisms_compose() -> Outcome:
    """Every mechanism takes the slot of its number; f as repaired admits only suitable sequences."""
    where = refuted_by_solvers(*inwards.UNSUITABLE.stages)
    parts = small_components()
    known, alphas = catalogue((each.create for each in parts), 2), tuple(each.create for each in parts)
    function = known.bind(FixedMechanisms, 2, alphas=alphas)
    labels = [each.privacy for each in parts]
    agrees = is_simulated(function, sampling(simulators_of(parts, 3), labels), labels, menu(parts, 3), 4)
    expect(agrees, "P with samples is not the composition, or a mechanism without a slot is created")
    return _proved(
        f"with queries that are not checked, as Definition 4.9 is printed, solvers find a counter-model ({where}); "
        "a concrete one is the composition of erratum E5",
        RUN_BESIDE,
    )


@check_of_derivation("HSV26 Theorem 4.12", theorems.FIXED_PARAMETERS_COMPOSE)
def fixed_parameters_compose() -> Outcome:
    """A mechanism takes a free slot with its parameters at its creation, so transcripts determine the slots."""
    for rules in (Rules(only_free=False), Rules(only_once=False), Rules(labels_compared=False)):
        refuted_by_solvers(slots.step(rules))
    refuted_by_solvers(*counted_slots.by_counting(Rules(), sub_multiset=False))
    refuted_by_solvers(*samples.GIVEN_TWICE.stages)
    return _proved(
        _fixed_parameters(),
        RUN_BESIDE,
    )


@cache
def _consistent_components() -> tuple[Component, Component]:
    hidden = two_stage_mechanism(Fraction(1, 4), (ZERO, Fraction(1, 2), Fraction(1, 2), ONE))
    random = random_continual_trees(2, 3, 3, 5).members[1]
    return component(hidden, FIRST_PAIR_CONSISTENT, Fraction(2)), component(random, FIRST_PAIR_CONSISTENT, Fraction(2))


@cache
def _first_pairs() -> tuple[str, str]:
    parts = _consistent_components()
    known = catalogue((each.create for each in parts), 2, [FIRST_PAIR_CONSISTENT])
    simulators = simulators_of(parts, 3)
    for part, rounds in zip(parts, (4, 3), strict=True):
        given = [part.privacy]
        function = known.bind(FirstPairConsistentParallel, 1, slots=_slots(given))
        agrees = is_simulated(function, sampling_exceptional(simulators, given), given, menu([part], 2), rounds)
        expect(agrees, "P with samples is not the composition")
    late = component(random_continual_trees(2, 3, 3, 5).members[1], RISING_AFTER_FIRST, Fraction(2))
    sparse = catalogue([late.create], 2).bind(SparseParallel, 1, slots=_slots([late.privacy]))
    processing = sampling_exceptional(simulators_of([late], 3), [late.privacy])
    among = catalogue([late.create], 2, [FIRST_PAIR_CONSISTENT])
    asked_for = among.bind(FirstPairConsistentParallel, 1, slots=_slots([late.privacy]))
    refused = is_simulated(asked_for, processing, [late.privacy], menu([late], 1), 3)
    expect(refused, "a mechanism whose function is not first-pair consistent is created")
    expect(
        not is_simulated(sparse, processing, [late.privacy], menu([late], 1), 3), "consistency need not be asked for"
    )
    ties = count_agreeing(
        instances.identical_beginnings((ANY, FIRST_PAIR_CONSISTENT), random_continual_trees(2, 3, 2, 5))
    )
    return note_on_descriptions(ties), (
        "without first-pair consistency both solvers find a counter-model, and a mechanism whose first pair is (0,0) "
        "and whose second is (0,1) answers otherwise than P makes it"
    )


@check_of_derivation("HSV26 Theorem 5.14", theorems.CONSISTENT_COMPOSE)
def consistent_mechanisms_compose_in_parallel() -> Outcome:
    """Exceptional mechanisms take slots at their first pair; the others answer the same in both worlds."""
    refuted_by_solvers(*first_pairs.INCONSISTENT.stages)
    ties, control = _first_pairs()
    return _proved(
        control,
        ties,
        RUN_BESIDE,
    )


@check_of_derivation("HSV26 Corollary 5.7 (repaired)", *pairs.COROLLARY)
def continual_mechanisms_are_simulated_lazily() -> Outcome:
    """Lemma 5.6 for V[f] ∘* I ∘* M, and the budgets of Lemma 4.7 where sides may be exchanged."""
    refuted_by_solvers(*first_pairs.UNLIKE_PAIRS.stages)
    where = refuted_by_solvers(*exchanged_pairs.LOPSIDED.stages)
    trees = random_continual_trees(2, 3, 2, 5)
    ties = count_agreeing(instances.identical_pairs((ANY, FIRST_PAIR_CONSISTENT), trees))
    ties += count_agreeing(instances.exchanged_sides((ANY, AT_MOST_ONE_DIFFERENCE), trees))
    return Outcome(
        verdict="proved",
        scope="every continual mechanism with countably many answers, any function and messages, every number of "
        "rounds, ε > 0, 0 ≤ δ ≤ 1",
        control=f"for a function that admits a pair one way round only both solvers find a counter-model ({where})",
        notes=(
            note_on_descriptions(ties),
            "μ and λ are the weights of V[f] ∘* I(b) ∘* M and whether all pairs are identical; x is exchanged.",
        ),
    )


@check_of_derivation("HSV26 Corollary 5.5", theorems.PURE_COMPOSE)
def pure_mechanisms_compose_in_parallel() -> Outcome:
    """By Lemma 5.6 with δ = 0 the simulator of each mechanism needs a slot only once a pair differs."""
    where = refuted_by_solvers(*first_pairs.UNLIKE_PAIRS.stages)
    ties = count_agreeing(instances.identical_pairs((ANY, FIRST_PAIR_CONSISTENT), random_continual_trees(2, 3, 2, 5)))
    _first_pairs()
    return _proved(
        f"with pairs that differ both solvers find a counter-model ({where}), and a simulator that does not wait makes "
        "a mechanism whose first pair is (0,0) and whose second is (0,1) answer otherwise",
        note_on_descriptions(ties),
        "P plays the T_j of Lemma 5.6: told all samples, it hands out a slot's when a pair differs. What T_j answers "
        "before has the same law for every sample, as IRR_ε,0 exposes no bit and is asked for it only then.",
    )


@check_of_derivation("HSV26 Corollary 5.15", theorems.INTERACTIVE_COMPOSE)
def interactive_mechanisms_are_consistent() -> Outcome:
    """Theorem 5.14 for f_~, which admits identical pairs only after the first."""
    return _proved(_first_pairs()[1], "The case of 5.14 is that of f_~ with identical first pairs allowed (E25, E26).")


@check_of_derivation("HSV26 Theorem 12.4", theorems.FILTERED_COMPOSE)
def filters_compose() -> Outcome:
    """Every mechanism has a response of its own, which the filter has accepted by accepting the mechanism."""
    where = refuted_by_solvers(*filtering.UNLIKE_PARAMETERS.stages)
    parts = small_components()
    known = catalogue((each.create for each in parts), 2)
    accepts = sum_filter(PrivacyParameters(Fraction(9), Fraction(1, 4)))
    functions = [(known.bind(Filtered, within_budget=accepts), known.bind(FilteredResponses, within_budget=accepts))]
    ties = count_agreeing(filters.acquisitions(functions, accepts, menu(parts, 2), 3))
    return _proved(
        f"with responses whose parameters are not those of the mechanisms both solvers find a counter-model ({where})",
        f"{note_on_descriptions(ties)} These are of P, asking V[f_RR^Filt] ∘* I(b) ∘* ExtConComp.",
        "V[f_RR^Filt] never halts, and I(b) turns ((0,i),(1,i)) into b: both are part of the link that each response "
        "is created and gives its sample. There are no slots.",
        "Filters admit ε_j = 0, so Lemma 4.7 is used at ε = 0 as well (E14).",
    )
