"""Parallel composition of purely private mechanisms."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random

from concomp.model.composition.catalogue import assertion_of, catalogue
from concomp.model.composition.parallel import SparseParallel
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.privacy import least_delta
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.bounds import pure_profile
from concomp.obligations.families.compositions.interleaving import Node, unfold
from concomp.obligations.families.compositions.kinds import ODDS, kinds, pure_kinds
from concomp.obligations.families.compositions.shapes import standard
from concomp.obligations.families.compositions.small_games import game, leak, slots
from concomp.obligations.families.compositions.sparse import Sparse, copies, single_delta
from concomp.obligations.families.small.functions import ANY, RISING_PAIRS
from concomp.obligations.families.small.leaking import THEN_RISING, announcing_response


@check("HSV26 Corollary 5.5", "HSV26 Corollary 1.7")
def pure_mechanisms_compose_like_their_slots() -> Outcome:
    """Copies and mixtures of (ε,0)-DP mechanisms keep the bound of k pure responses, asymmetric functions included."""
    return _pure()


@cache
def _pure() -> Outcome:
    members = pure_kinds()
    tight = 0
    for node, e_eps in members:
        for count, slot_count in ((3, 1), (3, 2)):
            bound = pure_profile([e_eps] * slot_count).vertices
            composition = copies(node, e_eps, count, slot_count)
            expect(composition.within(bound), f"{count} copies with {slot_count} slots exceed the pure bound")
            tight += composition.delta(ONE) == bound[0][1]
    random = Random(3)
    mixtures = [[random.choice(members) for _ in range(3)] for _ in range(20)]
    for mixture in mixtures:
        nodes, odds = zip(*mixture, strict=True)
        slot = (odds[0], odds[2])
        expect(Sparse(nodes, odds, slot).within(pure_profile(slot).vertices), "a mixture exceeds the pure bound")
    four = [member for member in members if member[1] == ODDS[0]][:5]
    for node, e_eps in four:
        expect(copies(node, e_eps, 4, 2).within(pure_profile([e_eps] * 2).vertices), "four copies exceed the bound")
    extra = _with_leaking_bystanders(members)
    leaking_ones = [node for node in kinds(THEN_RISING, RISING_PAIRS, 2) if 0 < single_delta(node, ODDS[0]) < 1]
    broken = first_case(
        (node for node in leaking_ones if not copies(node, ODDS[0], 3, 1).within(pure_profile([ODDS[0]]).vertices)),
        "no mechanism with δ > 0 exceeds the pure bound",
    )
    return Outcome(
        verdict="exact",
        scope=f"{len(members)} kinds of two-round (ε,0)-DP mechanisms, symmetric and asymmetric functions: 3 "
        f"copies with 1 and 2 slots, {len(four)} kinds with 4 copies, {len(mixtures)} mixtures; the earlier version's "
        f"stronger form, with bystanders that are only (0,δ)-DP, in {extra} compositions, one of real objects",
        size=2 * len(members) + len(mixtures) + len(four) + extra,
        witness=f"the bound is reached at ε = 0 by {tight} of the compositions",
        control="with δ > 0 the bound of the pure responses fails: "
        f"{copies(broken, ODDS[0], 3, 1).delta(ONE)} > {pure_profile([ODDS[0]])(ONE)}",
        notes=(
            "The earlier version allows any number of approximately private mechanisms that get identical pairs only "
            "(Definition 5.1 with slots (ε_i,0)); this form holds in the compositions above.",
        ),
    )


def _with_leaking_bystanders(members: Sequence[tuple[Node, Fraction]]) -> int:
    """Slots (ε,0) only: M_δ may be created, but gets identical pairs; the bound stays that of the pure responses."""
    e_eps = ODDS[0]
    noisy = assertion_of(announcing_response(PrivacyParameters(e_eps, ZERO)), PrivacyParameters(e_eps, ZERO), ANY)
    bystander = leak(Fraction(1, 2))
    function = catalogue([noisy, bystander], 2).bind(SparseParallel, 1, slots=slots(PrivacyParameters(e_eps, ZERO)))
    composition = game(function, [noisy, bystander], 2, RISING_PAIRS, 5)
    for vertex, claimed in pure_profile([e_eps]).vertices:
        value = least_delta(composition, vertex)
        expect(value <= claimed, f"with a leaking bystander the worlds are {value} > {claimed} apart")
    leaky = standard(unfold(bystander.mechanism, ANY, RISING_PAIRS, 2))
    for node, odds in members:
        crowd = Sparse((node, node, leaky, leaky), (odds, odds, "bystander", "bystander"), (odds,))
        expect(crowd.within(pure_profile([odds]).vertices), "leaking bystanders push a composition beyond the bound")
    return 1 + len(members)
