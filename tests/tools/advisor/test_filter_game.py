"""The game of a filter: its value, least E and profile are those that the audit engine finds of the same game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from itertools import chain, repeat
from typing import Any

import pytest

from concomp.advisor.as_text import advice_as_text
from concomp.advisor.guarantees.filter_game import FilterGame
from concomp.advisor.guarantees.guarantee import OfFilter
from concomp.impl.accounting.numbers import known
from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.parameters import with_e_eps, with_epsilon
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.files.schema import FilterFile
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import rational_text
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import standing
from concomp.report.layout import lines_of
from tests.tools.advisor.situations import advice, mechanism, rested_on

CASES = {
    "three kinds": (("6", "1/4"), [("3/2", "0"), ("4", "0"), ("2", "1/4")]),
    "two kinds": (("3", "1/10"), [("3/2", "0"), ("2", "1/20")]),
    "delta alone": (("1", "1/2"), [("1", "1/4"), ("1", "1/3")]),
    "no delta": (("4", "0"), [("2", "0"), ("3/2", "0")]),
    "one kind": (("4", "1/2"), [("3/2", "1/9")]),
}
COUNTS = {
    "one of one kind": (("16", "0"), [("2", "0")], [1]),
    "fewer than the budget pays for": (("16", "0"), [("2", "0")], [3]),
    "more than the budget pays for": (("4", "0"), [("2", "0")], [9]),
    "one kind twice": (("16", "1/2"), [("2", "1/9"), ("2", "1/9")], [1, 2]),
    "two kinds, all of them": (("100", "1"), [("2", "1/9"), ("3", "0")], [2, 1]),
    "two kinds, of one of them few": (("9", "1/4"), [("2", "1/20"), ("3/2", "0")], [1, None]),
    "two kinds, not all of them": (("6", "1/10"), [("3/2", "1/20"), ("2", "1/20")], [2, 2]),
}
"""Some of them with how often each can be launched."""
GRID = [F(1), F(11, 10), F(4, 3), F(3, 2), F(2), F(5, 2), F(3), F(4), F(6), F(10)]


def privacy(label: tuple[str, str]) -> PrivacyParameters:
    return PrivacyParameters(F(label[0]), F(label[1]))


def response(label: PrivacyParameters) -> dict[str, Any]:
    """The randomised response, as a mechanism of one round in a file."""
    truth = (1 - label.delta) * label.e_eps / (label.e_eps + 1)
    rows = {
        f"s|{bit}": [[label.delta, "s", f"sure {bit}"], [truth, "s", bit], [1 - label.delta - truth, "s", other]]
        for bit, other in ("01", "10")
    }
    return {
        "type": "cm",
        "states": ["s"],
        "messages": ["0", "1"],
        "answers": ["0", "1", "sure 0", "sure 1"],
        "init": "s",
        "kernel": {key: [[rational_text(p), *rest] for p, *rest in row if p] for key, row in rows.items()},
        "horizon": 1,
        "verification": {"kind": "any"},
    }


def times(label: PrivacyParameters, budget: PrivacyParameters) -> int:
    """How often one label fits into the budget."""
    count = 0
    while label.e_eps ** (count + 1) <= budget.e_eps and label.delta * (count + 1) <= budget.delta:
        count += 1
    return count


def audited(
    budget: PrivacyParameters, menu: list[PrivacyParameters], counts: Sequence[int | None] | None = None
) -> Audit:
    """The same game, by the engine that keeps histories and beliefs of any mechanisms."""
    most = [times(each, budget) for each in menu]
    if counts is not None:
        most = [paid if count is None else min(paid, count) for paid, count in zip(most, counts, strict=True)]
    listed = list(chain.from_iterable(map(repeat, menu, most)))
    fields = {
        "type": "composition",
        "mode": "filter",
        "components": [response(each) for each in listed],
        "labels": [[rational_text(each.e_eps), rational_text(each.delta)] for each in listed],
        "budget_E": rational_text(budget.e_eps),
        "budget_delta": rational_text(budget.delta),
    }
    return Audit(of_document(FilterFile.model_validate(fields)))


def promised_by(
    budget: PrivacyParameters, menu: list[PrivacyParameters], counts: Sequence[int | None] | None = None
) -> OfFilter:
    labels = [with_e_eps(each.e_eps, each.delta) for each in menu]
    listed = tuple(zip(labels, counts or [None] * len(menu), strict=True))
    return OfFilter(with_e_eps(budget.e_eps, budget.delta), listed)


def unlimited(*menu: PrivacyParameters) -> tuple[tuple[PrivacyParameters, None], ...]:
    return tuple((each, None) for each in menu)


def posed(case: str) -> tuple[PrivacyParameters, list[PrivacyParameters]]:
    budget, menu = CASES[case]
    return privacy(budget), [privacy(each) for each in menu]


@pytest.mark.parametrize("case", CASES)
def test_the_value_is_that_of_an_audit(case: str) -> None:
    budget, menu = posed(case)
    game, audit, promised = FilterGame(budget, unlimited(*menu)), audited(budget, menu), promised_by(budget, menu)
    for e_eps in GRID:
        exact = max(audit.deltas(e_eps))
        assert game.value(e_eps) == exact
        assert promised.delta(e_eps).value == exact  # type: ignore[union-attr]


@pytest.mark.parametrize("case", CASES)
def test_the_least_e_and_the_profile_are_those_of_an_audit(case: str) -> None:
    budget, menu = posed(case)
    game, audit, promised = FilterGame(budget, unlimited(*menu)), audited(budget, menu), promised_by(budget, menu)
    profile = audit.curve.profile()
    assert game.profile() == list(profile.vertices)
    for delta in (F(0), F(1, 20), F(1, 7), F(1, 4), F(1, 3), F(1, 2), F(1)):
        least = profile.least_e_eps(delta)
        assert game.least_e_eps(delta) == least
        found = promised.least_e_eps(delta)
        assert (None if found is None else found.value) == least


@pytest.mark.parametrize("case", COUNTS)
def test_what_there_is_only_so_often_is_launched_no_more(case: str) -> None:
    """Of every kind of filter with counts, the value and the least E are those of an audit of just so many."""
    (budget_text, menu_texts, counts) = COUNTS[case]
    budget, menu = privacy(budget_text), [privacy(each) for each in menu_texts]
    promised, audit = promised_by(budget, menu, counts), audited(budget, menu, counts)
    if case == "one kind twice":
        audit = audited(budget, menu[:1], [3])
    for e_eps in GRID:
        assert promised.delta(e_eps) == known(max(audit.deltas(e_eps)))
    profile = audit.curve.profile()
    for delta in (F(0), F(1, 20), F(1, 4), F(1)):
        least, found = profile.least_e_eps(delta), promised.least_e_eps(delta)
        assert (None if found is None else found.value) == least
    assert promised.profile() == list(profile.vertices)


def test_a_plan_of_a_filter_says_how_many_there_are_or_leaves_it_to_the_budget() -> None:
    budget = {"budget": {"E": "16"}, "at_E": ["1"], "target": {"E": "2"}}
    one = advice("filter", mechanism(E="2", count=1), **budget)
    assert (one.at_e[0].delta, one.reached) == (known(F(1, 3)), "reached")
    assert rested_on(one) == ("HSV26 Theorem 4.12", "")
    for fields in ({}, {"count": "unbounded"}, {"count": 4}, {"count": 9}):
        given = advice("filter", mechanism(E="2", **fields), **budget)
        assert (given.at_e[0].delta, given.reached) == (known(F(13, 27)), "missed")


def test_exact_is_said_of_no_bounds() -> None:
    for loss, words in ((F(11, 10), "the exact worst case"), ("eps", "the worst case, within bounds")):
        fields = {"E": str(loss)} if loss != "eps" else {"E": None, "eps": "1/10"}
        budget = {"E": "2"} if loss != "eps" else {"eps": "1"}
        given = advice("filter", mechanism(**fields), budget=budget, at_E=["11/10"])
        assert words in " ".join(lines_of(advice_as_text(given, standing(this_project()))))


def test_many_launches_are_played_out_exactly() -> None:
    """More than the engine is asked for: the least E meets δ, and slightly less exceeds it."""
    game = FilterGame(
        PrivacyParameters(F(8), F(1, 1000)),
        unlimited(PrivacyParameters(F(6, 5), F(0)), PrivacyParameters(F(3, 2), F(1, 10**4))),
    )
    assert not game.obstacle
    least = game.least_e_eps(F(1, 100))
    assert least is not None
    assert game.value(least) == F(1, 100) < game.value(least * (1 - F(1, 10**9)))


def test_one_kind_is_composed_however_often_it_is_launched() -> None:
    found = promised_by(PrivacyParameters(F(10), F(1, 2)), [PrivacyParameters(F(1001, 1000), F(0))])
    assert found.copies is not None
    assert len(found.copies.components) == 2303
    assert F(1001, 1000) ** 2303 <= 10 < F(1001, 1000) ** 2304
    assert not found.obstacle


def test_what_cannot_be_played_out_says_so() -> None:
    assert FilterGame(
        PrivacyParameters(F(2), F(0)), unlimited(PrivacyParameters(F(3), F(0)), PrivacyParameters(F(4), F(0)))
    ).obstacle
    long = FilterGame(
        PrivacyParameters(F(100), F(0)),
        unlimited(PrivacyParameters(F(1001, 1000), F(0)), PrivacyParameters(F(1002, 1000), F(0))),
    )
    assert "more than 10000 states" in long.obstacle
    with pytest.raises(TooLarge):
        long.value(F(2))


def test_losses_by_epsilon() -> None:
    one = OfFilter(with_epsilon("1/2", "1/100"), ((with_epsilon("1/10", "1/1000"), None),))
    assert one.delta(F(5, 4)) == best_composition([with_epsilon("1/10", "1/1000")] * 5).delta(F(5, 4))
    assert not one.obstacle
    two = OfFilter(with_epsilon("1/2", "1/100"), ((with_epsilon("1/10", "1/1000"), None), (with_e_eps("6/5"), None)))
    assert "given by eps" in two.obstacle
    least = two.least_e_eps(F(1, 100))
    assert least is not None
    assert least.low < least.high < F(1649, 1000)
    assert two.delta(least.low) is None
    assert two.delta(least.high).value == F(1, 100)  # type: ignore[union-attr]
    assert two.least_e_eps(F(1, 1000)) is None
