"""`concomp compose` of files with a "measure": against the definitions, on laws that are written out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction as F
from math import comb
from pathlib import Path
from typing import Any

import pytest

from concomp.model.composition.renyi import sparse_moment_bound
from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.concentrated import least_rho, within
from concomp.model.laws.divergences import divergences
from concomp.model.laws.indistinguishability import distance
from concomp.model.laws.law import Law, product_law
from concomp.model.laws.renyi import renyi_moment
from concomp.model.laws.trade_off import TradeOff, canonical_pair, trade_off
from concomp.model.mechanisms.randomised_response import noisy_bit
from tests.tools.cli.composing import data, lines, refused, run

HALVES = [["0", "3/4"], ["1/3", "1/3"], ["3/4", "0"]]
"""f of a choice between two kinds of loss (concomp Proposition 23)."""


def responses(odds: Sequence[F]) -> tuple[Law[Any], Law[Any]]:
    """What randomised responses with these odds tell together, in the two worlds."""
    p, q = (product_law([noisy_bit(each, bit) for each in odds]) for bit in (0, 1))
    return p, q


def pure(odds: Sequence[F]) -> list[dict[str, str]]:
    return [{"e_eps": str(each)} for each in odds]


# Rényi.

ODDS = [F(2), F(3, 2), F(5)]


@pytest.mark.parametrize("order", [2, 3, 5])
def test_moments_are_those_of_the_laws(tmp_path: Path, order: int) -> None:
    """Given as moments, or as pure mechanisms, whose moments are those of responses."""
    expected = renyi_moment(*responses(ODDS), order)
    moments = [{"moment": str(renyi_moment(*responses([each]), order))} for each in ODDS]
    by_moments = data(tmp_path, {"measure": "renyi", "order": str(order), "params": moments})
    by_odds = data(tmp_path, {"measure": "renyi", "order": order, "params": pure(ODDS)})
    assert by_moments["moment"] == by_odds["moment"] == str(expected)
    assert by_moments["basis"] == ["HSV26 Corollary 13.4"]
    assert by_odds["basis"] == ["HSV26 Corollary 13.4", "concomp Proposition 22"]
    assert encloses(by_odds["divergence"], divergence(F(order)))


def divergence(order: F) -> tuple[F, F]:
    with precision(300):
        found = divergences(*responses(ODDS)).at(order)
        return below(found), above(found)


def exponential(number: F) -> tuple[F, F]:
    with precision(300):
        found = ball(number).exp()
        return below(found), above(found)


def encloses(value: Any, number: tuple[F, F], gap: F = F(1, 10**40)) -> bool:
    """Whether bounds lie around a number that is known between others, and close."""
    low, high = F(value["low"]), F(value["high"])
    return low <= number[1] and number[0] <= high and high - low < gap


@pytest.mark.parametrize("order", [F(5, 2), F(11, 10), F(40, 3)])
def test_at_other_orders_there_are_bounds(tmp_path: Path, order: F) -> None:
    found = data(tmp_path, {"measure": "renyi", "order": str(order), "params": pure(ODDS)})
    assert encloses(found["divergence"], divergence(order))
    low, high = (F(found["moment"][end]) for end in ("low", "high"))
    assert F(0) < high - low < F(1, 10**40) * high


def test_divergences_add_up_exactly(tmp_path: Path) -> None:
    params = [{"divergence": "1/10"}, {"divergence": "0.25"}, {"divergence": 0}]
    found = data(tmp_path, {"measure": "renyi", "order": "3", "params": params}, "--count", "2")
    assert found["divergence"] == "7/10"
    assert encloses(found["moment"], exponential(F(7, 5)))
    assert lines(tmp_path, {"measure": "renyi", "order": "3", "params": params})[1:] == [
        "Moment: at most 2.01376",
        "Divergence: 7/20 (0.35) nats",
    ]


MOMENTS = [F(2), F(3), F(7, 2), F(2)]


@pytest.mark.parametrize("few", [0, 1, 2, 3, 4])
def test_few_of_many_are_bounded_by_symmetric_polynomials(tmp_path: Path, few: int) -> None:
    asked = {"measure": "renyi", "order": "2", "params": [{"moment": str(each)} for each in MOMENTS], "at_most": few}
    assert data(tmp_path, asked)["moment"] == str(sparse_moment_bound(MOMENTS, few))
    expected = [F(7, 2)] * 6
    assert data(tmp_path, {**asked, "created_at_most": 6})["moment"] == str(sparse_moment_bound(expected, few))


def test_what_few_of_many_rests_on(tmp_path: Path) -> None:
    asked = {"measure": "renyi", "order": "2", "params": [{"moment": "2"}], "created_at_most": 3}
    assert lines(tmp_path, {**asked, "at_most": 1}) == [
        "Composition of at most 3 mechanisms, each like this one, of which at most 1 gets differing inputs by their "
        "moments of order 2 (concomp Proposition 21).",
        "Moment: 4",
        "Divergence: at most 1.3863 nats",
    ]
    assert data(tmp_path, {**asked, "at_most": 3})["moment"] == data(tmp_path, asked)["moment"] == "8"
    assert data(tmp_path, asked)["basis"] == ["HSV26 Corollary 13.4"]


def test_few_of_what_is_known_between_bounds(tmp_path: Path) -> None:
    """1 + Σ(S_j − 1) of two divergences, between bounds."""
    asked = {"measure": "renyi", "order": "2", "params": [{"divergence": "1/2"}, {"divergence": "1/3"}], "at_most": 1}
    half, third = exponential(F(1, 2)), exponential(F(1, 3))
    assert encloses(data(tmp_path, asked)["moment"], (half[0] + third[0] - 1, half[1] + third[1] - 1))


def test_few_of_pure_mechanisms_lose_what_as_few_responses_do(tmp_path: Path) -> None:
    """However many there are: no moment, being a mixture of hockey-sticks, tells the two apart better."""
    asked = {"measure": "renyi", "order": "3", "params": pure(ODDS), "at_most": 2}
    found = data(tmp_path, asked)
    assert found["moment"] == str(renyi_moment(*responses([F(5), F(2)]), 3))
    assert found["basis"] == ["HSV26 Corollary 5.5", "concomp Proposition 22"]
    many = data(tmp_path, {**asked, "created_at_most": 10**6})
    assert many["moment"] == str(renyi_moment(*responses([F(5), F(5)]), 3))
    assert data(tmp_path, {**asked, "at_most": 0})["moment"] == "1"
    mixed = data(tmp_path, {**asked, "params": [*pure(ODDS), {"moment": "1"}]})
    assert F(mixed["moment"]) > F(found["moment"])
    assert mixed["basis"][0] == "concomp Proposition 21"


def test_infinite_moments_are_an_answer(tmp_path: Path) -> None:
    asked = {"measure": "renyi", "order": "2", "params": [{"moment": "2"}, {"moment": "infinite"}], "delta": "1/10"}
    found = data(tmp_path, {**asked, "e_eps": ["3"]})
    assert (found["moment"], found["divergence"], found["epsilon_high"]) == ("infinite", "infinite", None)
    assert found["results"] == [{"e_eps": "3", "delta_high": "1"}]
    assert data(tmp_path, {**asked, "at_most": 1})["moment"] == "infinite"
    assert data(tmp_path, {**asked, "at_most": 0})["moment"] == "1"
    assert lines(tmp_path, asked)[1:] == [
        "Moment: infinite",
        "Divergence: infinite",
        "For delta = 1/10 (0.1): no eps follows",
    ]
    for measure, entry in (("zcdp", {"rho": "infinite"}), ("tcdp", {"rho": "infinite", "omega": "2"})):
        found = data(tmp_path, {"measure": measure, "params": [entry], "delta": "1/10"})
        assert (found["rho"], found["epsilon_high"]) == ("infinite", None)


# Concentrated.


def test_rho_is_that_of_the_laws(tmp_path: Path) -> None:
    found = data(tmp_path, {"measure": "zcdp", "params": pure(ODDS)})
    assert encloses(found["rho"], divergence(F(1)))
    bounds = least_rho(divergences(*responses(ODDS)), None, F(1, 10**4))
    assert bounds is not None
    assert bounds[0] <= F(found["rho"]["high"])
    assert F(found["rho"]["low"]) <= bounds[1]
    exactly = data(tmp_path, {"measure": "zcdp", "params": [{"rho": "1/3"}, {"rho": "1/6"}]}, "--count", "3")
    assert (exactly["rho"], exactly["basis"]) == ("3/2", ["Haney23 Theorem 4.5"])


def test_the_least_omega_remains(tmp_path: Path) -> None:
    params = [{"rho": "1/3", "omega": "10"}, {"rho": "1/6", "omega": "4"}]
    found = data(tmp_path, {"measure": "tcdp", "params": params, "delta": "1e-6"})
    assert (found["rho"], found["omega"], found["basis"]) == ("1/2", "4", ["Lyu22 Corollary 1"])
    whole = data(tmp_path, {"measure": "zcdp", "params": [{"rho": "1/2"}], "delta": "1e-6"})
    assert F(found["epsilon_high"]) > F(whole["epsilon_high"]), "orders beyond omega are used"
    more = {"measure": "tcdp", "params": [*params, {"e_eps": "2", "omega": "7/2"}]}
    assert lines(tmp_path, more)[1:] == ["rho: at most 0.73105", "omega: 7/2 (3.5)"]


@pytest.mark.parametrize("measure", ["renyi", "zcdp", "tcdp"])
def test_what_follows_is_never_below_the_truth(tmp_path: Path, measure: str) -> None:
    extra = {"renyi": {"order": "4"}}.get(measure, {})
    params = [{**each, **({"omega": "30"} if measure == "tcdp" else {})} for each in pure(ODDS)]
    asked = {"measure": measure, "params": params, **extra, "delta": "1/50", "e_eps": ["10"], "epsilon": ["3"]}
    found = data(tmp_path, asked)
    p, q = responses(ODDS)
    with precision(100):
        at_most = below(ball(F(found["epsilon_high"])).exp())
    assert distance(p, q, at_most) <= F(1, 50)
    at_10, at_3 = found["results"]
    assert distance(p, q, F(10)) <= F(at_10["delta_high"]) < 1
    assert distance(p, q, F("20.0855")) <= F(at_3["delta_high"]) < 1
    assert (at_10["e_eps"], at_3["epsilon"]) == ("10", "3")


def test_a_hundred_responses_are_converted_at_the_best_real_order(tmp_path: Path) -> None:
    """By whole orders alone it is 4.8177, and the truth is 4.5302."""
    asked = {"measure": "zcdp", "params": [{"e_eps": "11/10"}], "delta": "1e-6"}
    assert lines(tmp_path, asked, "--count", "100")[-1] == "For delta = 1/1000000 (0.000001): eps at most 4.80735"


# Trade-off functions.


def test_the_tensor_product_is_exact(tmp_path: Path) -> None:
    found = data(tmp_path, {"measure": "fdp", "params": [HALVES, HALVES], "e_eps": ["1", "3/2"], "delta": "1/2"})
    product = [["0", "9/16"], ["1/9", "7/18"], ["7/18", "1/9"], ["9/16", "0"], ["1", "0"]]
    assert found["trade_off"] == product
    vertices = tuple((F(alpha), F(beta)) for alpha, beta in HALVES)
    p, q = canonical_pair(TradeOff((*vertices, (F(1), F(0)))))
    both = product_law([p, p]), product_law([q, q])
    assert [list(map(str, vertex)) for vertex in trade_off(*both).vertices] == product
    assert [F(each["delta"]) for each in found["results"]] == [distance(*both, F(1)), distance(*both, F(3, 2))]
    least = F(found["e_eps"])
    assert distance(*both, least) == F(1, 2) < distance(*both, least - F(1, 10**9))


def test_parameters_are_trade_off_functions_too(tmp_path: Path) -> None:
    """Under f-DP, and by optimal composition, the same δ."""
    params = [{"e_eps": "2", "delta": "1/10"}, {"e_eps": "3"}]
    found = data(tmp_path, {"measure": "fdp", "params": params, "e_eps": ["5/2"], "delta": "1/5"})
    optimal = data(tmp_path, {"params": [["2", "1/10"], ["3", "0"]], "e_eps": ["5/2"], "delta": "1/5"})
    assert [found[name] for name in ("results", "e_eps", "epsilon")] == [
        optimal[name] for name in ("results", "e_eps", "epsilon")
    ]


@pytest.mark.full
def test_what_bends_too_often_is_bounded(tmp_path: Path) -> None:
    """Forty responses with odds 2 and forty with odds 3, of which i and j tell the truth."""
    asked = {"measure": "fdp", "params": pure([F(2), F(3)]), "e_eps": ["4"]}
    found = data(tmp_path, asked, "--count", "40")
    [bounds] = found["results"]
    ways = {(i, j): comb(40, i) * comb(40, j) for i in range(41) for j in range(41)}
    law = {each: F(count * 2 ** each[0] * 3 ** each[1], 12**40) for each, count in ways.items()}
    exactly = sum(max(F(0), law[i, j] - 4 * law[40 - i, 40 - j]) for i, j in ways)
    assert found["trade_off"] is None
    assert F(bounds["delta_low"]) <= exactly <= F(bounds["delta_high"]) < exactly + F(1, 10**6)


def test_trade_offs_for_people(tmp_path: Path) -> None:
    asked = {"measure": "fdp", "params": [[["0", "1"], ["1/3", "1/3"], ["1", "0"]]], "e_eps": ["3/2"]}
    assert lines(tmp_path, asked) == [
        "Composition of 1 mechanism, of finitely many answers, by their trade-off functions "
        "(HSV26 Corollary 14.7 (repaired)).",
        "Their tensor product, linear between:",
        "  alpha = 0  beta = 1",
        "  alpha = 1/3 (~0.333333)  beta = 1/3 (~0.333333)",
        "  alpha = 1  beta = 0",
        "At E = 3/2 (1.5): delta = 1/6 (~0.166667)",
    ]
    assert "has 22 vertices" in lines(tmp_path, asked, "--count", "20")[1]


# The examples: four responses and a rare leak, under each measure.

EXAMPLES = Path(__file__).parents[3] / "examples" / "compositions"
CHANCE, RIGHT = F(1, 1000), F(63, 64)


def rare_leak(bit: int) -> Law[Any]:
    told = noisy_bit(RIGHT / (1 - RIGHT), bit)
    return Law({**{each: CHANCE * weight for each, weight in told.items()}, "nothing": 1 - CHANCE})


LAWS = [*(responses([odds]) for odds in (F(2), F(2), F(3, 2), F(3, 2))), (rare_leak(0), rare_leak(1))]


def example(measure: str) -> Any:
    return json.loads((EXAMPLES / f"{measure}.json").read_text(encoding="utf-8"))["params"]


def test_the_examples_say_what_the_laws_do() -> None:
    assert [each["moment"] for each in example("renyi")] == [str(renyi_moment(*each, 2)) for each in LAWS]
    functions = [[list(map(str, vertex)) for vertex in trade_off(*each).vertices] for each in LAWS]
    assert example("fdp") == functions
    leak = divergences(*LAWS[-1])
    for measure, omega in (("zcdp", None), ("tcdp", F(5, 2))):
        *pures, last = example(measure)
        assert [each["e_eps"] for each in pures] == ["2", "2", "3/2", "3/2"]
        assert [each.get("omega") for each in (*pures, last)] == [None if omega is None else str(omega)] * 5
        assert within(leak, F(last["rho"]), omega)
        assert not within(leak, F(last["rho"]) - F(2, 10**4), omega)


# What is asked by options.


def test_options_ask_more(tmp_path: Path) -> None:
    asked = {"measure": "zcdp", "params": [{"rho": "1/10"}], "e_eps": ["2"]}
    found = data(tmp_path, asked, "--e-eps", "3", "--eps", "1", "--delta", "1e-3")
    assert [next(iter(each.values())) for each in found["results"]] == ["2", "3", "1"]
    assert found == data(tmp_path, {**asked, "e_eps": ["2", "3"], "epsilon": ["1"], "delta": "1/1000"})
    assert "the file has a delta as well" in refused(run(tmp_path, {**asked, "delta": "1/9"}, "--delta", "1/9"))


def test_of_an_infinite_loss_no_more_follows_than_of_anything(tmp_path: Path) -> None:
    asked = {"measure": "renyi", "order": "2", "params": [{"moment": "infinite"}]}
    assert data(tmp_path, {**asked, "delta": "1"})["epsilon_high"] == "0"
    assert data(tmp_path, {**asked, "delta": "1/2"})["epsilon_high"] is None


def test_of_functions_by_an_irrational_e_bounds_enclose_the_truth(tmp_path: Path) -> None:
    asked = {"measure": "fdp", "params": [{"epsilon": "1/10"}] * 2, "epsilon": ["1/5"], "delta": "0"}
    found = data(tmp_path, asked)
    (at,) = found["results"]
    assert F(at["delta_low"]) == 0 <= F(at["delta_high"]) < F(1, 10**18)
    with precision(300):
        truth = ball(F(1, 5)).exp()
        assert F(found["e_eps_low"]) <= above(truth)
        assert below(truth) <= F(found["e_eps_high"])
    slight = {"measure": "fdp", "params": [{"epsilon": "1e-30"}], "delta": "0"}
    assert F(data(tmp_path, slight)["e_eps_high"]) < 1 + F(2, 10**30)
