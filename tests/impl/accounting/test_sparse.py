"""What a group loses: by which statement, that is not false, and how the δ of all that are created adds up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import FDP, ZCDP, ApproxDP, GaussianDP, PureDP, RenyiDP
from concomp.impl.accounting.sparse import FIRST_PAIR, SWAP, Exposure, sparse_loss
from concomp.impl.accounting.together import losses_of
from concomp.model.composition.catalogue import catalogue
from concomp.model.composition.extended import creation
from concomp.model.composition.messages import Create
from concomp.model.composition.parallel import SparseParallelWithDeltaBudget
from concomp.model.composition.single import EventLevel
from concomp.model.composition.slots import Parameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.numbers import ParameterError
from concomp.model.registry.registry import load

QUARTER = ApproxDP(1, "1/4")


@pytest.mark.parametrize(
    ("loss", "properties", "source"),
    [
        (PureDP(1), set(), "HSV26 Corollary 5.5"),
        (ApproxDP(1), set(), "HSV26 Corollary 5.5"),
        (QUARTER, {FIRST_PAIR}, "HSV26 Theorem 5.14"),
        (QUARTER, set(), "HSV26 Theorem 5.4 (repaired)"),
        (ZCDP(1), {FIRST_PAIR}, "HSV26 Theorem 13.6, which is assumed"),
        (RenyiDP({2: 1}), {FIRST_PAIR}, "HSV26 Theorem 13.6, which is assumed"),
    ],
)
def test_it_rests_on_what_is_not_false(loss: Any, properties: set[str], source: str) -> None:
    budget = Fraction(1, 2) if "5.4" in source else None
    lost = sparse_loss(loss, 3, frozenset(properties), budget)
    assert lost.source == source
    assert load().truth(source.removesuffix(", which is assumed")) != "false"
    assert len(losses_of(lost.loss)) == (4 if budget else 3)


@pytest.mark.parametrize("loss", [GaussianDP(1), FDP({0: 1, "1/4": "1/4", 1: 0})])
def test_losses_that_add_up_over_finitely_many_rounds_only_are_refused(loss: Any) -> None:
    with pytest.raises(ParameterError, match=r"Corollary 14\.8, repaired\), and a group may have any number of copies"):
        sparse_loss(loss, 1, frozenset({FIRST_PAIR, SWAP}))


@pytest.mark.parametrize(
    ("at_most", "properties", "each"), [(1, set(), "1/4"), (2, {SWAP}, "1/4"), (2, set(), "1/2"), (9, set(), "1/2")]
)
def test_what_each_copy_counts(at_most: int, properties: set[str], each: str) -> None:
    exposure = sparse_loss(QUARTER, at_most, frozenset(properties), Fraction(1, 2)).exposure
    assert exposure is not None
    assert exposure.each == Fraction(each)


def mute() -> InteractiveMechanism:
    return InteractiveMechanism(lambda state, query: Law.point((state, "mute")), ("only",), (0, 1), "mute")


@pytest.mark.parametrize("bound", ["781/1024", "780/1024", "1/4", "0", "1"])
def test_as_many_are_created_as_the_papers_function_accepts(bound: str) -> None:
    mechanism, function, delta = mute(), EventLevel(), Fraction(1, 4)
    create = Create(mechanism=mechanism, initial="only", e_eps=Fraction(2), delta=delta, function=function)
    slot = Parameters(e_eps=Fraction(2), delta=Fraction(0))
    kinds = catalogue([create], 8)
    model = kinds.bind(SparseParallelWithDeltaBudget, 1, slots=(slot,), delta_bound=Fraction(bound))
    exposure: Exposure | None = Exposure(Fraction(bound), delta)
    for created in range(1, 8):
        exposure = None if exposure is None else exposure.after_one_more()
        assert (exposure is not None) == model([creation(create)] * created)


def test_many_copies_stay_short_and_are_never_undercounted() -> None:
    exposure, each = Exposure(Fraction(1), Fraction(1, 10**6 + 3)), Fraction(1, 10**6 + 3)
    for _ in range(200):
        after = exposure.after_one_more()
        assert after is not None
        exposure = after
    assert exposure.used >= 1 - (1 - each) ** 200
    assert exposure.used - (1 - (1 - each) ** 200) < Fraction(1, 2**150)
    assert exposure.used.denominator.bit_length() <= 512
