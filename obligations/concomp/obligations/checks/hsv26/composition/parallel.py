"""Parallel composition of approximately private mechanisms: the leak that adds up.

Any of many mechanisms may be the one that is treated differently in the two worlds, and the adversary decides which
after it has seen their first answers. A mechanism that announces with probability δ that it is going to leak is then
found sooner or later.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from pydantic import JsonValue

from concomp.model.composition.catalogue import assertion_of, catalogue
from concomp.model.composition.extended import creation, query_pair
from concomp.model.composition.fixed import FixedParameters
from concomp.model.composition.parallel import SparseParallel, SparseParallelWithDeltaBudget
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.interaction import Tree
from concomp.model.mechanisms.interactive import ACKNOWLEDGED
from concomp.model.mechanisms.privacy import Game, continual_game, least_delta, replay
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check, check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.bounds import chance_of_no_exposure, pure_profile, with_exposure
from concomp.obligations.families.compositions.interleaving import Node, unfold
from concomp.obligations.families.compositions.shapes import distinct, standard
from concomp.obligations.families.compositions.small_games import SHORT, game, kernel, leak, pure_slots, slots
from concomp.obligations.families.compositions.sparse import Sparse, copies, single_delta
from concomp.obligations.families.small.continual import two_stage
from concomp.obligations.families.small.functions import ANY, AT_MOST_ONE_DIFFERENCE, IDENTICAL_FIRST, RISING
from concomp.obligations.families.small.leaking import ANNOUNCED, SILENT, announcing_response
from concomp.obligations.families.small.mechanisms import BITS
from concomp.obligations.solvers.algebra import claim, prove, real, recheck, values

DELTAS = tuple(map(Fraction, ("1", "1/2", "1/3", "1/4")))
PAIRS = ((0, 0), (1, 1), (0, 1), (1, 0))
PROBE, REVEAL = (0, 0), (0, 1)

DELTA, HIDDEN, AFTER = map(real, ("d", "hidden", "after"))
ONE_MORE_COPY = claim(
    "one more copy leaves the bit hidden with a probability 1 − δ times as large",
    hypotheses=(DELTA > 0, DELTA <= 1, HIDDEN >= 0, HIDDEN <= 1, AFTER == (1 - DELTA) * HIDDEN),
    conclusion=1 - AFTER == DELTA + (1 - DELTA) * (1 - HIDDEN),
    interesting=values(d=Fraction(1, 4), hidden=Fraction(3, 4)),
    false_variant=1 - AFTER == DELTA + (1 - HIDDEN),
)


def exposure(delta: Fraction, count: int) -> Fraction:
    """1 − (1 − δ)^count."""
    return 1 - chance_of_no_exposure([delta] * count)


def finder(create: Any, count: int, index: int = 1) -> Tree:
    """A_δ with at most `count` copies: create one, probe it with (0,0), and send it (0,1) if it answers ⊥."""
    if count == 0:
        return None
    reveal: Tree = (query_pair(*REVEAL, index), ((0, None), (1, None)))
    probe: Tree = (query_pair(*PROBE, index), ((ANNOUNCED, reveal), (SILENT, finder(create, count - 1, index + 1))))
    return creation(create), ((ACKNOWLEDGED, probe),)


def one_slot(create: Any, count: int) -> Game:
    """The f_∞^{0,δ}-concurrent composition of copies of M_δ against adversaries with at most 2·count + 1 messages."""
    function = catalogue([create], 2).bind(SparseParallel, 1, slots=slots(PrivacyParameters(ONE, create.delta)))
    return game(function, [create], count, (PROBE, REVEAL), 2 * count + 1)


@check_of_findings("HSV26 Theorem 5.2 (repaired)", "HSV26 Theorem 1.4", find=lambda: prove(ONE_MORE_COPY))
def copies_of_a_leak_reveal_the_bit(findings: JsonValue) -> Outcome:
    """M_δ is (0,δ)-DP for g, and 2l + 1 messages reach total variation 1 − (1 − δ)^l exactly, over all adversaries."""
    recheck(ONE_MORE_COPY, findings)
    _copies_reveal()
    return Outcome(
        verdict="exact",
        scope=f"δ in {', '.join(map(str, DELTAS))}; every adversary with at most 2l + 1 messages to copies of M_δ for "
        "l = 1, 2, 3, and A_δ itself for l = 1, 2, 3, 5",
        size=len(DELTAS) * 7,
        witness="at δ = 1/4 the distances are 1/4, 7/16, 37/64 and 781/1024 for l = 1, 2, 3, 5",
        control="with one creation only (Definition 4.11) the distance stays 1/4 at δ = 1/4, however many messages",
        notes=(
            "For every δ in (0,1]: one more copy multiplies the probability that the bit stays hidden by 1 − δ; "
            "this step is proved by two solvers.",
            "Trusted rule, monotone limit: (1 − δ)^l tends to 0, so A_δ without a bound on l ends with probability 1, "
            "and its last answer is the bit: the supports are disjoint.",
        ),
    )


@cache
def _copies_reveal() -> None:
    for delta in DELTAS:
        create = leak(delta)
        alone = least_delta(continual_game(SHORT, create.mechanism, PAIRS, 2), ONE)
        expect(alone == delta, f"M_δ for δ = {delta} is (0,{alone})-DP for g")
        for count in (1, 2, 3):
            reached = least_delta(one_slot(create, count), ONE)
            expect(reached == exposure(delta, count), f"{count} copies of M_δ, δ = {delta}, are {reached} apart")
    for delta in DELTAS:
        create = leak(delta)
        for count in (1, 2, 3, 5):
            reached = replay(one_slot(create, count), finder(create, count), ONE)
            expect(reached == exposure(delta, count), f"A_δ with {count} copies reaches {reached} at δ = {delta}")
    create = leak(Fraction(1, 4))
    single = catalogue([create], 2).bind(FixedParameters, 1, slots=slots(PrivacyParameters(ONE, create.delta)))
    held = least_delta(game(single, [create], 2, (PROBE, REVEAL), 5), ONE)
    expect(held == create.delta, f"with a single creation the worlds are {held} apart")


@check("HSV26 Theorem 5.2")
def one_creation_keeps_the_supports_together() -> Outcome:
    """With f^{0,δ} of Definition 4.11 only one mechanism is created, and its own δ bounds every adversary."""
    delta = next(each for each in DELTAS if _one_creation(each) < 1)
    reached = _one_creation(delta)
    expect(reached == delta, f"one (0,{delta})-DP mechanism is {reached} apart")
    create = leak(delta)
    many = least_delta(one_slot(create, 3), ONE)
    expect(many > delta, f"three copies under f_∞ are only {many} apart")
    return Outcome(
        verdict="refuted",
        scope="f^{0,δ} of Definition 4.11 with one slot, δ = 1 and δ = 1/2",
        size=len(_creations(delta)),
        witness=f"at δ = {delta} the distance {delta} is attained, by M_δ among others",
        control=f"with f_∞^{{0,δ}} of Definition 5.1 three copies of M_δ reach {many} at δ = {delta}",
        counterexample={
            "δ": str(delta),
            "verification function": "f^{0,δ} (Definition 4.11): at most one creation, of a (0,δ)-DP mechanism",
            "mechanism": "M_δ",
            "kernel of M_δ": dict(kernel(create.mechanism, BITS, 2)),
            "verification function of M_δ": "g: at most two pairs of bits, at most one of them of different bits",
            "claimed": "an adversary whose views in the two worlds have disjoint supports: total variation 1",
            "exact": f"total variation {reached}, the largest over all adversaries who create one of "
            f"{len(_creations(delta))} mechanisms, M_δ among them; by clause (iv) of Definition 4.5 it is at most δ "
            "for every mechanism that may be created",
            "smaller": "at δ = 1 the statement holds",
        },
    )


@cache
def _creations(delta: Fraction) -> tuple[Any, ...]:
    """M_δ, and of the two-stage mechanisms those that are (0,δ)-DP for one of four functions."""
    made = [leak(delta)]
    for function, mechanism in product(
        (ANY, AT_MOST_ONE_DIFFERENCE, RISING, IDENTICAL_FIRST), list(two_stage(2))[::30]
    ):
        if least_delta(continual_game(function, mechanism, PAIRS, 2), ONE) == delta:
            made.append(assertion_of(mechanism, PrivacyParameters(ONE, delta), function))
    return tuple(made)


def _one_creation(delta: Fraction) -> Fraction:
    function = catalogue(_creations(delta), 2).bind(FixedParameters, 1, slots=slots(PrivacyParameters(ONE, delta)))
    return least_delta(game(function, _creations(delta), 1, PAIRS, 3), ONE)


@check("HSV26 Section 5.2: tightness")
def the_exposure_budget_is_reached() -> Outcome:
    """At ε = 0 the composition is (0,δ')-DP and copies of M_δ reach δ'; with ε > 0 announcing ones reach the bound."""
    for count, delta in ((1, Fraction(1, 3)), (2, Fraction(1, 4)), (3, Fraction(1, 2))):
        create = leak(delta)
        budget = exposure(delta, count)
        function = catalogue([create], 2).bind(
            SparseParallelWithDeltaBudget, 1, slots=pure_slots(ONE), delta_bound=budget
        )
        reached = least_delta(game(function, [create], count, (PROBE, REVEAL), 2 * count + 1), ONE)
        expect(reached == budget, f"{count} copies of M_δ, δ = {delta}, are {reached} apart, the budget is {budget}")
    nodes = distinct(unfold(mechanism, ANY, PAIRS, 2) for mechanism in two_stage(2))
    reached_by = [node for node in nodes if _worst_at_one(node)]
    attained = [
        (e_eps, delta, count, slot_count)
        for e_eps in map(Fraction, ("3/2", "2", "3"))
        for delta in map(Fraction, ("1/4", "1/10"))
        for count, slot_count in ((1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2))
        if _announced(e_eps, delta, count, slot_count)
    ]
    exceeding = first_case(
        (node for node in nodes if copies(node, ONE, 2, 1).delta(ONE) > single_delta(node, ONE) > 0),
        "no composition exceeds the δ of its single exceptional mechanism",
    )
    return Outcome(
        verdict="exact",
        scope="compositions of up to 3 copies of M_δ as real objects; 1 to 3 copies, 1 or 2 of them exceptional, of "
        f"{two_stage(2)!r}, {len(nodes)} of them different up to names, any pairs allowed; for ε > 0 "
        f"{len(attained)} compositions of mechanisms that announce their exposure",
        size=3 + 4 * len(nodes) + len(attained),
        witness=f"{len(reached_by)} kinds of mechanisms reach δ' = 1 − (1 − δ)^n with 0 < δ < 1 at ε = 0; for ε > 0 "
        "1 − (1 − δ)(1 − δ') is reached at every vertex, also with k = 2 of 4 copies",
        control="δ' counted over the exceptional mechanisms only is exceeded by 2 copies with 1 slot: "
        f"{copies(exceeding, ONE, 2, 1).delta(ONE)} > {single_delta(exceeding, ONE)}",
    )


def _worst_at_one(node: Node) -> bool:
    """Whether copies of a mechanism reach the budget at ε = 0; Violation if they exceed it."""
    delta = single_delta(node, ONE)
    reached = {
        (count, slot_count): copies(node, ONE, count, slot_count).delta(ONE)
        for count, slot_count in ((1, 1), (2, 1), (3, 1), (3, 2))
    }
    for (count, slot_count), value in reached.items():
        expect(
            value <= exposure(delta, count),
            f"{count} copies with {slot_count} slots are {value} apart at ε = 0, δ = {delta}",
        )
    return ZERO < delta < 1 and reached[3, 1] == exposure(delta, 3)


def _announced(e_eps: Fraction, delta: Fraction, count: int, slot_count: int) -> bool:
    """Whether copies that announce their exposure reach 1 − (1 − δ)(1 − δ') at each vertex; Violation if not."""
    node = standard(unfold(announcing_response(PrivacyParameters(e_eps, delta)), ANY, (PROBE, REVEAL), 2))
    composition = Sparse((node,) * count, (e_eps,) * count, (e_eps,) * slot_count)
    for vertex, bound in with_exposure(pure_profile((e_eps,) * slot_count), exposure(delta, count)):
        value = composition.delta(vertex)
        expect(value == bound, f"{count} announcing copies at e^ε = {vertex} are {value} apart, the bound is {bound}")
    return True
