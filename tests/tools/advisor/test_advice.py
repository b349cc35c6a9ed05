"""Advice: the right theorem, guarantee and reasons; judged by exact audits of worst-case mechanisms."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import combinations
from pathlib import Path
from time import process_time

import pytest

from concomp import advise
from concomp.advisor import Plan
from concomp.advisor.as_text import advice_as_text
from concomp.advisor.guarantees.attack import copies
from concomp.advisor.guarantees.guarantee import OfFilter, OfSlots, exposed
from concomp.advisor.hypotheses.conditions import FEW, FIXED
from concomp.advisor.plans.plan import Mechanism
from concomp.impl.accounting.losses import rational_bounds
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.parameters import with_e_eps
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.composition.single import EventLevel
from concomp.model.files import read_file
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import standing
from concomp.report.layout import lines_of
from tests.tools.advisor.situations import advice, mechanism, rested_on

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
REPAIRED = "HSV26 Theorem 5.4 (repaired)"
PURE, LEAKY = {"E": "3/2"}, {"E": "3/2", "delta": "1/4"}


def test_a_fixed_list_is_composed_optimally() -> None:
    given = advice("fixed", mechanism("a", E="2"), mechanism("b", E="3", delta="1/10"), at_E=["2"])
    assert rested_on(given) == ("HSV26 Theorem 4.10 (repaired)", "")
    expected = best_composition([with_e_eps(2), with_e_eps(3, F(1, 10))]).delta(F(2))
    assert given.at_e[0].delta == expected


@pytest.mark.parametrize(
    ("function", "label", "count", "at_most", "theorem"),
    [
        ("data, then questions", LEAKY, "unbounded", 2, ("HSV26 Corollary 5.15", "")),
        ("choosing at once", LEAKY, "unbounded", 2, ("HSV26 Theorem 5.14", "")),
        ("event level", PURE, "unbounded", 2, ("HSV26 Corollary 5.5", "")),
        ("event level", LEAKY, "unbounded", 1, None),
        ("one-sided", {"E": "3/2", "delta": "1/100"}, 50, 1, (REPAIRED, "at most one")),
        ("event level", {"E": "3/2", "delta": "1/1000"}, 50, 2, (REPAIRED, "both ways round")),
        ("one-sided", {"E": "3/2", "delta": "1/1000"}, 50, 2, (REPAIRED, "twice delta")),
    ],
)
def test_the_theorem_that_covers_a_parallel_plan(
    function: str, label: dict[str, str], count: object, at_most: int, theorem: object
) -> None:
    given = advice("parallel", mechanism(function=function, count=count, **label), at_most=at_most)
    assert rested_on(given) == theorem
    assert given.outcome == "advice"


def test_users_who_are_asked_by_a_server() -> None:
    users = mechanism(function="data, then questions", count=1000, **LEAKY)
    given = advice("local", users, at_most=2, at_E=["2"])
    assert rested_on(given) == ("HSV26 Corollary 8.8", "")
    assert given.at_e[0].delta == best_composition([with_e_eps(F(3, 2), F(1, 4))] * 2).delta(F(2))
    assert rested_on(advice("local", mechanism(count=1000, **LEAKY), at_most=2)) is None
    assert rested_on(advice("local", users, {**users, "name": "others"}, at_most=2)) is None


@pytest.mark.parametrize(
    ("router", "theorem", "outcome"),
    [("proved", "HSV26 Corollary 5.5", "advice"), ("refuted", None, "advice"), ("unknown", None, "undecided")],
)
def test_a_router_is_to_be_proved(router: str, theorem: str | None, outcome: str) -> None:
    given = advice("parallel", mechanism(count="unbounded"), at_most=2, router=router, inputs="Inputs")
    assert (None if given.chosen is None else given.chosen.theorem.statement) == theorem
    assert given.outcome == outcome
    [few] = [one for one in given.considered[4].findings if one[0] is FEW]
    assert few[1].status == {"proved": "holds", "refuted": "fails", "unknown": "unknown"}[router]
    assert (few[1].change == "") == (router == "proved")
    assert bool(few[1].trace) == (router == "refuted")


@pytest.mark.parametrize("router", ["refuted", "unknown"])
def test_what_a_router_hands_out_badly_is_not_covered_as_a_list_either(router: str) -> None:
    fields = {"at_most": 2, "inputs": "Inputs"}
    assert rested_on(advice("parallel", mechanism(count=3, **LEAKY), router="proved", **fields)) is not None
    assert rested_on(advice("parallel", mechanism(count=3, **LEAKY), router=router, **fields)) is None


def test_losses_listed_in_advance_may_be_used_adaptively() -> None:
    assert rested_on(advice("adaptive", mechanism(count=3))) == ("HSV26 Theorem 4.12", "")


@pytest.mark.parametrize("e_eps", ["1001/1000", "6/5"])
def test_a_million_mechanisms_are_advised_on_within_seconds(e_eps: str) -> None:
    begun = process_time()
    given = advice("adaptive", mechanism("m", "one answer", E=e_eps, delta="1e-12", count=10**6), at_E=["3"])
    assert process_time() - begun < 5
    assert rested_on(given) == ("HSV26 Theorem 4.12", "")
    [found] = given.at_e
    assert found.delta is not None
    assert 0 < found.delta.low <= found.delta.high <= 1
    assert found.delta.high - found.delta.low < F(1, 10**12)


def test_many_that_may_be_touched_are_advised_on_within_seconds() -> None:
    begun = process_time()
    given = advice("parallel", mechanism("m", count=10**6, delta="1e-9"), at_most=10**5, at_E=["3"])
    assert process_time() - begun < 5
    assert given.attack is None


def test_every_theorem_that_does_not_apply_says_why() -> None:
    given = advice("parallel", mechanism(count="unbounded", **LEAKY), at_most=1)
    for each in given.considered:
        assert each.guarantee is None
        assert each.failing
        assert all(finding.change for _, finding in each.failing)
    [consistent] = [each for each in given.considered if each.theorem.statement == "HSV26 Theorem 5.14"]
    assert [finding.trace for _, finding in consistent.failing] == [("a trace of first-pair consistent",)]


def test_the_attack_is_exact() -> None:
    given = advice("parallel", mechanism(count="unbounded", E="1", delta="1/4"), at_most=1, at_E=["1"])
    assert given.attack is not None
    assert given.attack.deltas == ((1, F(1, 4)), (2, F(7, 16)), (3, F(37, 64)), (5, F(781, 1024)))
    assert given.attack.claimed == F(1, 4)
    assert given.attack.succeeds


def test_where_the_function_decides_at_once_there_is_no_attack() -> None:
    given = advice("parallel", mechanism(function="data, then questions", count="unbounded", **LEAKY), at_most=1)
    assert given.attack is None


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("e_eps", [F(1), F(5, 4), F(3, 2)])
def test_the_repaired_guarantee_is_met_by_worst_case_mechanisms(count: int, e_eps: F) -> None:
    given = advice("parallel", mechanism(count=count, **LEAKY), at_most=1, at_E=[str(e_eps)])
    [repaired] = [each for each in given.considered if each.theorem.case == "at most one"]
    assert repaired.guarantee is not None
    promised = repaired.guarantee.delta(e_eps)
    assert promised is not None
    assert copies(PrivacyParameters(F(3, 2), F(1, 4)), count, 1, e_eps) == promised.high


def test_bounds_of_what_many_expose() -> None:
    found = exposed([(F(1, 10**9), 10**6)])
    assert found.low < F(1, 1000) - F(1, 2 * 10**6) + F(1, 6 * 10**9) + F(1, 10**12)
    assert 0 < found.high - found.low < F(1, 10**30)
    assert exposed([(F(1, 4), 2)]).value == F(7, 16)


def test_what_many_expose_is_known_well_however_little_it_is() -> None:
    delta, count = F(1, 10**300), 2000
    found = exposed([(delta, count)])
    assert count * delta * (1 - F(1, 10**60)) <= found.low <= found.high <= count * delta * (1 + F(1, 10**60))


def test_a_filter_promises_its_budget_and_the_value_of_its_game() -> None:
    labels = [("3/2", "0"), ("4", "0"), ("2", "1/4")]
    listed = [mechanism(f"m{i}", "one answer", E=e, delta=d) for i, (e, d) in enumerate(labels)]
    given = advice("filter", *listed, budget={"E": "6", "delta": "1/4"}, at_E=["6", "2"])
    assert rested_on(given) == ("HSV26 Theorem 12.4", "")
    at_budget, below = (each.delta for each in given.at_e)
    assert at_budget is not None
    assert at_budget.high <= F(1, 4)
    assert below is not None
    # More than the optimal composition of any list that the budget pays for.
    assert below.value > max(realised_lists(F(2)))


def realised_lists(e_eps: F) -> list[F]:
    """δ of the optimal composition of every list that the budget (6, 1/4) pays for."""
    menu = [(F(3, 2), F(0))] * 4 + [(F(4), F(0)), (F(2), F(1, 4))]
    found = set()
    for size in range(1, len(menu) + 1):
        for chosen in combinations(menu, size):
            total = F(1)
            for each, _ in chosen:
                total *= each
            if total <= 6 and sum(delta for _, delta in chosen) <= F(1, 4):
                found.add(tuple(sorted(chosen)))
    return [best_composition([with_e_eps(*each) for each in chosen]).delta(e_eps).high for chosen in found]


def test_a_filter_whose_game_is_too_long_promises_its_budget_alone() -> None:
    guarantee = OfFilter(with_e_eps(10, F(1, 2)), ((with_e_eps("1001/1000"), None), (with_e_eps("1003/1000"), None)))
    assert "more than 10000 states" in guarantee.obstacle
    assert guarantee.delta(F(9)) is None
    found = guarantee.delta(F(10))
    assert found is not None
    assert found.value == F(1, 2)
    assert guarantee.least_e_eps(F(1, 2)) == Bounds(F(10), F(10))
    assert guarantee.least_e_eps(F(1, 3)) is None


def test_targets() -> None:
    fields = {"function": "data, then questions", "count": "unbounded", "E": "2"}
    reached = advice("parallel", mechanism(**fields), at_most=3, target={"E": "8"})
    assert (reached.reached, reached.outcome) == ("reached", "advice")
    missed = advice("parallel", mechanism(**fields), at_most=5, target={"eps": "2.1"})
    assert (missed.reached, missed.outcome, missed.fewer) == ("missed", "missed", 3)


@pytest.mark.parametrize(("epsilon", "word"), [("0.3", "reached"), ("0.29999999999999999999", "missed")])
def test_losses_given_as_epsilon_add_up_to_the_target_exactly(epsilon: str, word: str) -> None:
    tenth = mechanism(function="data, then questions", count="unbounded", E=None, eps="0.1")
    assert advice("parallel", tenth, at_most=3, target={"eps": epsilon}).reached == word


def test_a_filter_reaches_its_own_budget_in_epsilon() -> None:
    listed = [mechanism(name=name, function="data, then questions", count=9, E=None, eps=eps) for name, eps in EPSILONS]
    budget = {"eps": "1", "delta": "1/100"}
    assert advice("filter", *listed, budget=budget, target=budget).reached == "reached"


EPSILONS = (("a", "0.1"), ("b", "0.25"))


def test_rational_bounds_hold_the_loss_between_them() -> None:
    low, high = rational_bounds(with_e_eps(F(3, 2)).loss)
    assert low == high == F(3, 2)


def test_what_is_not_known_leaves_the_answer_open() -> None:
    given = advice("parallel", mechanism(function="too hard", count="unbounded", **LEAKY), at_most=1)
    assert given.outcome == "undecided"


def test_a_target_is_not_missed_while_a_theorem_may_guarantee_it() -> None:
    label = {"E": "6/5", "delta": "1/1000", "count": 1000}
    unknown, refuted = (
        advice("parallel", mechanism(function=function, **label), at_most=1, target={"E": "6/5", "delta": "1/1000"})
        for function in ("too hard", "one-sided")
    )
    assert (refuted.reached, refuted.outcome) == ("missed", "missed")
    assert (unknown.reached, unknown.outcome) == ("undecided", "undecided")
    assert unknown.chosen is not None
    text = " ".join(" ".join(lines_of(advice_as_text(unknown, standing(this_project())))).split())
    assert "could not be decided: a theorem might guarantee it that asks what was not decided." in text


def test_a_list_of_unboundedly_many_is_no_change_to_begin_with() -> None:
    given = advice("parallel", mechanism(count="unbounded"), at_most=1, router="refuted", inputs="Inputs")
    [fixed] = [finding for each in given.considered for one, finding in each.failing if one is FIXED]
    assert fixed.change.startswith("fix how many mechanisms there are")
    assert given.change is not None
    assert given.change.theorem.statement == "HSV26 Corollary 5.5"


def test_without_discrete_answers_nothing_is_guaranteed() -> None:
    given = advice("fixed", mechanism(), discrete=False)
    assert rested_on(given) is None
    [(_, finding)] = given.considered[0].failing
    assert "grid" in finding.change


def test_own_mechanisms_under_a_filter_are_audited(tmp_path: Path) -> None:
    document = json.loads((EXAMPLES / "filter.json").read_text(encoding="utf-8"))
    names = []
    for number, component in enumerate(document["components"]):
        (tmp_path / f"{number}.json").write_text(json.dumps(component), encoding="utf-8")
        e_eps, delta = document["labels"][number]
        names.append({"name": str(number), "audit": f"{number}.json", "E": e_eps, "delta": delta, "count": 1})
    budget = {"E": document["budget_E"], "delta": document["budget_delta"]}
    given = advice("filter", *names, folder=tmp_path, budget=budget, at_E=["2"])
    exact = Audit(of_document(read_file(EXAMPLES / "filter.json"))).deltas(F(2))
    assert given.at_e[0].exact == max(exact)
    assert {each.source for each in given.situation.kinds} == {"audited"}


def test_python_objects_are_taken() -> None:
    plan = Plan(
        creation="parallel",
        discrete=True,
        at_most=1,
        mechanisms=[Mechanism(name="stream", function=EventLevel(), E="3/2", count="unbounded")],  # type: ignore[arg-type]
    )
    given = advise(plan)
    assert rested_on(given) == ("HSV26 Corollary 5.5", "")
    assert given.situation.kinds[0].facts is not None
    assert given.situation.kinds[0].facts.function == "EventLevel"


@pytest.mark.parametrize("e_eps", [F(1), F(5, 4), F(3, 2), F(9, 4)])
def test_two_that_are_touched_lose_no_more_than_is_guaranteed(e_eps: F) -> None:
    given = advice("parallel", mechanism(count=4, **LEAKY), at_most=2, at_E=[str(e_eps)])
    [repaired] = [each for each in given.considered if each.theorem.case == "both ways round"]
    assert repaired.guarantee is not None
    promised = repaired.guarantee.delta(e_eps)
    assert promised is not None
    assert copies(PrivacyParameters(F(3, 2), F(1, 4)), 4, 2, e_eps) <= promised.high  # type: ignore[operator]


def test_functions_that_tell_the_sides_apart_are_not_promised_what_is_false() -> None:
    """Three copies at E = 10/9 and δ = 1/40, two of them touched, lose 797/6080 at E = 1, more than as printed."""
    lost = F(797, 6080)
    given = advice("parallel", mechanism(function="one-sided", count=3, E="10/9", delta="1/40"), at_most=2, at_E=["1"])
    for each in given.considered:
        if each.guarantee is not None:
            promised = each.guarantee.delta(F(1))
            assert promised is not None
            assert promised.low >= lost
    as_printed = OfSlots((with_e_eps(F(10, 9)),) * 2, exposed([(F(1, 40), 3)])).delta(F(1))
    assert as_printed.high < lost
