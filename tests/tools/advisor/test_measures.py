"""Advice in other measures: the right theorem and loss, leaks against exact audits, and all measures side by side."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from concomp.advisor.advice import Advice
from concomp.advisor.guarantees.guarantee import exposed
from concomp.advisor.losses.gaussian import piecewise_linear
from concomp.advisor.losses.stated import Stated
from concomp.advisor.losses.worst import worst
from concomp.advisor.measures.guarantees import OfCurve, OfTradeOffs, of_few, of_list
from concomp.advisor.measures.leaks import lost, seen
from concomp.impl.accounting.guarantees import FDP, ZCDP, GaussianDP
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.parameters import with_e_eps
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.files.schema import ContinualFile, ParallelFile
from concomp.model.laws.concentrated import within
from concomp.model.laws.divergences import divergences
from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.laws.trade_off import TradeOff, tensor
from concomp.model.numbers import rational_text
from tests.tools.advisor.situations import advice, rested_on

RENYI: dict[str, Any] = {"measure": "renyi", "order": 2}
FINITELY: dict[str, Any] = {"measure": "fdp", "finite_communication": True}
CLEAR = [["0", "3/4"], ["3/4", "0"], ["1", "0"]]
"""f_{0,1/4}."""
NOISY = [["0", "1"], ["1/3", "1/3"], ["1", "0"]]
"""f_{ln 2,0}."""
NOISE = {"kind": "gaussian", "sigma": "10"}


def each(function: str = "one answer", name: str = "each", **fields: Any) -> dict[str, Any]:
    return {"name": name, "function": function, **fields}


def curve(given: Advice) -> OfCurve:
    assert given.chosen is not None
    assert isinstance(given.chosen.guarantee, OfCurve)
    return given.chosen.guarantee


@pytest.mark.parametrize(
    ("creation", "function", "loss", "plan", "theorem"),
    [
        ("fixed", "one answer", {"moment": "3/2", "count": 3}, RENYI, "HSV26 Corollary 13.4"),
        ("adaptive", "event level", {"rho": "1/2", "count": 3}, {"measure": "zcdp"}, "HSV26 Corollary 13.4"),
        ("parallel", "data, then questions", {"moment": "3/2"}, RENYI, "HSV26 Corollary 13.7"),
        ("parallel", "choosing at once", {"moment": "3/2"}, RENYI, "HSV26 Theorem 13.6"),
        ("parallel", "choosing at once", {"rho": "1/2"}, {"measure": "zcdp"}, "HSV26 Theorem 13.6"),
        ("parallel", "event level", {"moment": "3/2"}, RENYI, None),
        ("parallel", "event level", {"rho": "1/2"}, {"measure": "zcdp"}, None),
        ("parallel", "event level", {"rho": "1/2", "omega": "9"}, {"measure": "tcdp"}, None),
        (
            "parallel",
            "event level",
            {"rho": "1/2"},
            {"measure": "zcdp", "created_at_most": 9},
            "concomp Proposition 21",
        ),
        ("filter", "event level", {"rho": "1/2"}, {"measure": "zcdp", "budget": {"rho": 3}}, "HSV26 Corollary 13.8"),
        ("fixed", "event level", {"trade_off": CLEAR}, FINITELY, "HSV26 Corollary 14.7 (repaired)"),
        ("parallel", "data, then questions", {"trade_off": CLEAR}, FINITELY, "HSV26 Corollary 14.9 (repaired)"),
        ("parallel", "choosing at once", {"trade_off": CLEAR}, FINITELY, "HSV26 Corollary 14.8 (repaired)"),
        ("parallel", "event level", {"trade_off": CLEAR}, FINITELY, None),
        ("fixed", "event level", {"trade_off": CLEAR}, {"measure": "fdp"}, None),
        ("filter", "event level", {"E": "2"}, {**FINITELY, "budget": {"E": 4}}, "HSV26 Corollary 14.10"),
        ("filter", "event level", {"trade_off": CLEAR}, {**FINITELY, "budget": {"trade_off": CLEAR}}, None),
    ],
)
def test_the_theorem_that_covers_a_plan_in_a_measure(
    creation: str, function: str, loss: dict[str, Any], plan: dict[str, Any], theorem: str | None
) -> None:
    few = {"at_most": 2} if creation == "parallel" else {}
    unbounded = {"count": "unbounded"} if creation == "parallel" else {}
    given = advice(creation, each(function, **unbounded, **loss), **few, **plan)
    assert (None if given.chosen is None else given.chosen.theorem.statement) == theorem
    assert (given.leak is not None) == (creation == "parallel" and function == "event level")


def test_moments_multiply_and_only_those_of_the_touched() -> None:
    given = advice("parallel", each(moment="3/2", count="unbounded"), at_most=3, **RENYI)
    assert curve(given).curve == RenyiLoss(F(2), F(27, 8))
    listed = advice("fixed", each(moment="3/2", count=2), each(name="b", epsilon="1/10"), **RENYI)
    assert curve(listed).curve == RenyiLoss(F(2), F(9, 4), F(1, 10))


def announcing(announces: F, tells: F) -> dict[str, Any]:
    """M_{p,q} of Theorem 13.5 as a file."""
    rows = {f"ready|{bit}": [(announces, "open", "open"), (1 - announces, "over", "over")] for bit in "01"}
    for bit, other in ("01", "10"):
        rows[f"open|{bit}"] = [(tells, "over", bit), (1 - tells, "over", other)]
        rows[f"over|{bit}"] = [(F(1), "over", "over")]
    return {
        "type": "cm",
        "states": ["ready", "open", "over"],
        "messages": ["0", "1"],
        "answers": ["open", "over", "0", "1"],
        "init": "ready",
        "kernel": {key: [[rational_text(p), *rest] for p, *rest in row] for key, row in rows.items()},
        "horizon": 2,
        "verification": {"kind": "at_most_one_difference"},
    }


@pytest.mark.parametrize("at_most", [1, 2])
def test_a_leak_is_what_the_best_adversary_reaches(at_most: int) -> None:
    given = advice("parallel", each("event level", moment=2, count="unbounded"), at_most=at_most, **RENYI)
    assert given.leak is not None
    copy = ContinualFile.model_validate(announcing(given.leak.announces, given.leak.tells))
    assert Audit(of_document(copy)).moment(2) == (2, 2)
    for count in range(at_most, 4):
        fields = {"components": [copy] * count, "labels": ["1"] * count, "params": ["1"] * at_most}
        together = ParallelFile.model_validate({"type": "composition", "mode": "parallel", **fields})
        found = lost(given.leak.loss, given.leak.announces, given.leak.tells, count, at_most)
        assert Audit(of_document(together)).moment(2) == (found.value, found.value)
    if at_most == 1:
        assert [each.value for _, each in given.leak.reached[:3]] == [2, F(183, 64), F(14737, 4096)]
        assert given.leak.limit.value == F(73, 9)


def test_copies_of_a_concentrated_mechanism_leak() -> None:
    given = advice("parallel", each("event level", rho="1/2", count="unbounded"), at_most=1, measure="zcdp")
    assert given.leak is not None
    assert (given.leak.announces, given.leak.tells) == (F(1, 1000), F(63, 64))
    assert within(divergences(*seen(given.leak.announces, given.leak.tells)), F(1, 2))
    lows = [each.low for _, each in given.leak.reached]
    assert F(483, 1000) < lows[0] < F(1, 2) < lows[1] < lows[2] < given.leak.limit.low
    assert given.leak.limit.low > 4


def test_what_leaks_stays_below_the_bound_for_a_declared_number() -> None:
    fields = {"at_most": 1, "created_at_most": 3}
    given = advice("parallel", each("event level", moment=2, count="unbounded"), **fields, **RENYI)
    assert curve(given).curve == RenyiLoss(F(2), F(4))
    assert given.leak is not None
    assert [count for count, _ in given.leak.reached] == [1, 2, 3]
    assert max(each.high for _, each in given.leak.reached) < 4
    two = of_few([(RenyiLoss(F(2), F(2)), 2), (RenyiLoss(F(2), F(3)), 1)], 2)
    assert two.curve == RenyiLoss(F(2), F(1 + (1 + 1 + 2) + (1 + 2 + 2)))


def test_a_trade_off_function_that_is_below_1_at_0_leaks_all() -> None:
    given = advice("parallel", each("event level", trade_off=CLEAR, count="unbounded"), at_most=1, **FINITELY)
    assert given.leak is not None
    assert [each.value for _, each in given.leak.reached] == [F(1, 4), F(7, 16), F(37, 64), F(781, 1024)]
    assert given.leak.limit.value == 1


def test_trade_off_functions_have_their_tensor_product() -> None:
    given = advice("fixed", each(trade_off=CLEAR), each(name="b", trade_off=NOISY), at_E=["3/2"], **FINITELY)
    assert given.chosen is not None
    guarantee = given.chosen.guarantee
    assert isinstance(guarantee, OfTradeOffs)
    functions = [TradeOff(tuple((F(a), F(b)) for a, b in listed)) for listed in (CLEAR, NOISY)]
    assert guarantee.composition.function == tensor(*functions)
    assert given.at_e[0].delta == best_composition([with_e_eps(1, F(1, 4)), with_e_eps(2)]).delta(F(3, 2))


def test_gaussian_noise_has_no_finite_communication_unless_it_is_clamped() -> None:
    given = advice("adaptive", each(noise=NOISE, count=10), measure="fdp")
    assert given.chosen is None
    assert given.change is not None
    assert given.change.is_enough
    assert "clamp" in given.change.finding.change
    assert given.discrete is None
    clamped = {**NOISE, "range": ["-1000", "1000"]}
    better = advice("adaptive", each(noise=clamped, count=10), at_delta=["1e-6"], **FINITELY)
    assert rested_on(better) == ("HSV26 Corollary 14.7 (repaired)", "")
    [(_, least)] = better.at_delta
    assert least is not None
    assert GaussianTradeOff(F(1, 10)).delta(least.high)[1] <= F(1, 10**6)


def test_lines_lie_below_the_trade_off_function_of_normal_laws() -> None:
    function, exactly = piecewise_linear(F(1, 4)).function, GaussianTradeOff(F(1, 4))
    for place in range(0, 101, 4):
        alpha = F(place, 100)
        assert exactly(alpha)[0] - F(1, 1000) < function(alpha) <= exactly(alpha)[1]


@pytest.mark.parametrize(
    ("losses", "measure"),
    [
        ([{"E": "11/10"}, {"rho": "1/100"}], "zcdp"),
        ([{"E": "11/10"}, {"rho": "1/100"}, {"moment": "3/2", "order": 3}], "tcdp, omega 3"),
        ([{"E": "11/10", "delta": "1e-9"}, {"trade_off": NOISY}], "fdp"),
        ([{"E": "11/10", "delta": "1e-9"}, {"rho": "1/100"}], None),
    ],
)
def test_losses_in_several_measures_are_brought_to_one(losses: list[dict[str, Any]], measure: str | None) -> None:
    kinds = [each(name=str(number), **loss) for number, loss in enumerate(losses)]
    given = advice("fixed", *kinds, finite_communication=True)
    measured = given.situation.measured
    assert (None if measured is None else str(measured.scale)) == measure
    assert given.chosen is not None


def test_a_delta_has_no_finite_moment() -> None:
    given = advice("fixed", each(E="2", delta="1e-9"), **RENYI)
    assert given.chosen is None
    assert given.change is not None
    assert "no moment is finite" in given.change.finding.reason
    assert given.beside[0].least is not None, "(eps, delta) says something"


def test_measures_side_by_side_are_sorted_and_never_below_the_exact_composition() -> None:
    given = advice("fixed", each(E="11/10", count=100), measure="zcdp", at_delta=["1e-6"], finite_communication=True)
    exact = best_composition([with_e_eps(F(11, 10))] * 100).least_e_eps(F(1, 10**6))
    assert exact is not None
    found = [each.least for each in given.beside]
    known = [each.high for each in found if each is not None]
    assert len(known) == len(found) == 4
    assert known == sorted(known)
    assert all(each >= exact.low for each in known)
    assert {str(each.scale).split(",")[0] for each in given.beside} == {"approximate", "fdp", "renyi", "zcdp"}


def test_normal_laws_do_not_hide_a_worse_function() -> None:
    bad = FDP({0: "1/10", "1/10": 0, 1: 0})
    for order in ([0, 1], [1, 0]):
        losses: list[tuple[Stated, int | None]] = [(GaussianDP("1/1000"), None), (bad, None)]
        [(loss, taken)] = worst([losses[place] for place in order], 1)
        assert isinstance(loss, FDP)
        assert bad.function >= loss.function
        assert taken == 1


def test_the_worst_choice_is_of_the_largest_losses() -> None:
    losses: list[tuple[Stated, int | None]] = [(ZCDP("1/10"), None), (ZCDP(1), 2)]
    assert worst(losses[1:], 3) == losses[1:]
    assert worst(losses, 3) == [(ZCDP(1), 2), (ZCDP("1/10"), 1)]
    steep = FDP({0: "1/2", "1/2": 0, 1: 0})
    flat = FDP({0: 1, "1/10": "1/10", 1: 0})
    [(below, count)] = worst([(steep, 2), (flat, 1)], 2)
    assert isinstance(below, FDP)
    assert count == 2
    assert steep.function >= below.function
    assert flat.function >= below.function


def test_a_million_mechanisms_in_a_measure() -> None:
    given = of_list([(RenyiLoss(F(2), F(1_000_001, 1_000_000)), 10**4), (RenyiLoss(F(2), epsilon=F(1, 10**6)), 10**6)])
    assert isinstance(given, OfCurve)
    assert given.delta(F(100)).high < 1


def test_a_declared_number_bounds_what_all_expose_in_other_measures_too() -> None:
    leaky = {"function": "event level", "E": "3/2", "delta": "1/1000"}
    fields: dict[str, Any] = {"at_most": 1, "at_E": ["3/2"]}
    declared = advice("parallel", {**each(**leaky), "count": "unbounded"}, created_at_most=50, **fields)
    assert rested_on(declared) == ("HSV26 Theorem 5.4 (repaired)", "at most one")
    assert declared.at_e == advice("parallel", {**each(**leaky), "count": 50}, **fields).at_e


@pytest.mark.parametrize("count", [10, 2000])
def test_a_tiny_delta_of_many_is_not_lost(count: int) -> None:
    tiny = F(1, 10**300)
    found = exposed([(tiny, count)])
    assert count * tiny * (1 - tiny * count) <= found.high <= count * tiny * F(1_000_001, 1_000_000)


def test_orders_near_1_leak_nothing_that_can_be_shown() -> None:
    given = advice(
        creation="parallel", at_most=1, measure="renyi", order="1.000001", mechanisms=[each("event level", moment="2")]
    )
    assert given.leak is None


def test_losses_in_words_are_never_below_the_truth() -> None:
    long = F(136157451234567890123456789, 10**28)
    told = [
        of_list([(loss, 1)]).words
        for loss in (ZCDP(long), GaussianDP.of(mu_squared=long), RenyiLoss(F(2), 1 + long**3))
    ]
    assert "with rho at most 0.0136158" in told[0]
    assert "mu^2 at most 0.0136158" in told[1]
    assert F(told[2].split(" is at most ")[1].split(",")[0]) >= 1 + long**3
