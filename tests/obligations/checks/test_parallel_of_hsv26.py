"""The checks of HSV26 section 5: each passes, every row has one, and each notices what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from concomp.model.composition.messages import Create, Query
from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.checks.hsv26.composition import budget_repaired, first_pair, laziness, parallel, responses
from concomp.obligations.checks.hsv26.functions import parallel_functions
from concomp.obligations.expectation import Violation
from concomp.obligations.families.compositions import bounds
from concomp.obligations.families.compositions.budget_bounds import product_bound
from concomp.obligations.families.compositions.kinds import kinds
from concomp.obligations.families.compositions.sparse import Sparse
from concomp.obligations.families.functions import specifications
from concomp.obligations.families.small.functions import RISING_PAIRS
from concomp.obligations.families.small.leaking import THEN_EITHER, THEN_RISING
from tests.obligations.checks.establishing import assert_establishes, for_each
from tests.thinning import thinned

PACKAGE = "concomp.obligations.checks.hsv26"
MODULES = (
    "composition.budget_as_printed",
    "composition.budget_repaired",
    "composition.pure",
    "composition.first_pair",
    "composition.laziness",
    "composition.parallel",
    "functions.parallel_functions",
    "composition.responses",
)
CHECKS = [made for module in MODULES for made in checks_of(f"{PACKAGE}.{module}")]
DISTINCT = {made.path: made for made in CHECKS}


def _numbers(text: str) -> list[str]:
    return text.split()


FOUND: dict[str, Any] = {
    "the_sum_bound_fails": {
        "mechanism": "opposed kinds, u = 1/5, x = 1/5, or a noisy bit, e^ε = 5/4",
        "e_eps": "5/4",
        "tested": "1",
        "copies": 3,
        "slots": 2,
        "family": "three first answers, denominators up to 9",
    },
    "the_product_bound_fails": {
        "mechanism": "a: probability 1/2, then 1 with probability 0 on 0, 1/2 on 1; "
        "b: probability 1/2, then 1 with probability 1/2 on 0, 0 on 1",
        "e_eps": "2",
        "tested": "1",
        "copies": 3,
        "slots": 2,
        "family": "two first answers, weights k/2",
    },
    "some_mechanism_has_no_lazy_simulator": {
        "before": 359,
        "mechanism": "tree 1/2 0 1/2 1/2 1/2 0",
        "rounds": 2,
        "denominator": 2,
        "e_eps": "2",
        "multipliers": _numbers("4 0 0 0 4 4 0 0 0 4 0 0 0 0 0 0 0 0 -4 8 0 0 0 0 0 0 8 -4 0 0 -4 0 4"),
    },
    "some_continual_mechanism_has_no_lazy_simulator": {
        "number": 93,
        "denominator": 2,
        "e_eps": "2",
        "multipliers": _numbers(
            "4 0 0 0 4 4 0 0 4 0 -4 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 8 -4 0 0 0 0 0 0 -4 8 "
            "0 0 0 0 -4 0 0 0 0 0 0 0 4"
        ),
    },
}
"""What the long searches find; the searches themselves run with the heavy tests."""


def _findings(made: Check) -> Any:
    return deepcopy(_found(made.path))


@cache
def _found(path: str) -> Any:
    made = DISTINCT[path]
    name = path.rpartition(".")[2]
    return FOUND[name] if name in FOUND else made.find() if made.find else None


@for_each(CHECKS)
def test_a_check_establishes_its_statement(made: Check) -> None:
    assert_establishes(made, _findings(made))


@pytest.mark.full
@pytest.mark.parametrize("name", FOUND)
def test_the_search_finds_what_is_rechecked(name: str) -> None:
    made = next(made for made in CHECKS if made.path.endswith(name))
    assert made.find is not None
    assert made.find() == FOUND[name]


CACHED = type(cache(lambda: None))
"""What remembers its results."""


def _broken(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, value: object) -> None:
    monkeypatch.setattr(module, name, value)
    for each in vars(module).values():
        if isinstance(each, CACHED) and each.__module__ == module.__name__:
            each.cache_clear()


def _raises(function: Callable[[], object]) -> None:
    with pytest.raises(Violation):
        function()


def _check(name: str) -> Callable[[], object]:
    made = next(made for made in CHECKS if made.path.endswith(name))
    return lambda: made.recheck(_findings(made))


@pytest.mark.full
def test_a_product_bound_for_asymmetric_functions_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _broken(monkeypatch, budget_repaired, "doubled_bound", product_bound)
    _raises(_check("swap_invariance_or_doubled_deltas_or_one_slot_suffice"))


def test_a_composition_that_keeps_the_bound_is_noticed() -> None:
    made = next(made for made in CHECKS if made.path.endswith("the_product_bound_fails"))
    _raises(lambda: made.recheck({**_findings(made), "slots": 1}))
    _raises(lambda: made.recheck(None))


@pytest.mark.full
def test_an_asymmetric_family_taken_for_the_symmetric_one_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _broken(monkeypatch, laziness, "THEN_EITHER", THEN_RISING)
    _raises(_check("swap_invariant_functions_need_delta_only"))


def test_multipliers_of_something_else_are_noticed() -> None:
    made = next(made for made in CHECKS if made.path.endswith("some_mechanism_has_no_lazy_simulator"))
    findings: Any = _findings(made)
    findings["multipliers"][-1] = "0"
    _raises(lambda: made.recheck(findings))


@pytest.mark.full
def test_a_bound_without_the_exposure_of_bystanders_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _broken(monkeypatch, parallel, "exposure", lambda delta, count: delta)
    _raises(_check("the_exposure_budget_is_reached"))
    _raises(_check("copies_of_a_leak_reveal_the_bit"))


def test_a_bound_of_one_response_less_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    profile = bounds.response_profile
    _broken(monkeypatch, first_pair, "response_profile", lambda parameters: profile(tuple(parameters)[1:]))
    _raises(_check("consistent_mechanisms_pay_for_their_slots_only"))
    _raises(_check("interactive_mechanisms_compose_in_parallel"))
    _raises(_check("noninteractive_mechanisms_compose_in_parallel"))


def test_inconsistent_functions_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _broken(monkeypatch, first_pair, "FIRST_PAIR_CONSISTENT", THEN_EITHER)
    _broken(monkeypatch, first_pair, "IDENTICAL_AFTER_FIRST", THEN_EITHER)
    _raises(_check("consistent_mechanisms_pay_for_their_slots_only"))


def test_a_certificate_of_another_step_is_noticed() -> None:
    made = next(made for made in CHECKS if made.statement == "HSV26 Lemma 5.9")
    other = next(made for made in CHECKS if made.statement == "HSV26 Lemma 5.11")
    _raises(lambda: made.recheck(_findings(other)))


def test_a_budget_of_the_largest_delta_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _broken(monkeypatch, responses, "reachable", lambda deltas, budget, count: max(d for d in deltas if d <= budget))
    _raises(_check("exposures_stay_within_their_budget"))


@pytest.mark.parametrize(
    ("name", "sentence"),
    thinned(
        [
            ("parallel_composition_in_the_language", "sparse_parallel"),
            ("parallel_composition_with_a_budget_in_the_language", "sparse_parallel_with_budget"),
            ("exposing_responses_in_the_language", "pure_delta_responses"),
            ("noisy_and_exposing_responses_in_the_language", "sparse_responses"),
            ("consistent_parallel_composition_in_the_language", "consistent_parallel"),
        ],
        5,
    ),
)
def test_a_sentence_that_forbids_a_third_creation_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, sentence: str
) -> None:
    original = getattr(parallel_functions, sentence)

    def stricter(messages: Any, *given: Any) -> bool:
        return original(messages, *given) and len(specifications.creations(messages)) < 3

    monkeypatch.setattr(parallel_functions, sentence, stricter)
    _raises(_check(name))


def test_the_alphabet_reaches_every_kind_of_message() -> None:
    messages = parallel_functions.alphabet(parallel_functions.small_parts())
    pairs = [message for message in messages if isinstance(message, tuple)]
    assert len(pairs) == len(messages) - 1
    assert {type(left) for left, _ in pairs} == {Create, Query}
    assert {left.index for left, _ in pairs if isinstance(left, Query)} == {0, 1, 2, 3}


def test_mixtures_use_labels_of_both_kinds() -> None:
    members = kinds(THEN_RISING, RISING_PAIRS, 2)
    mixed = list(budget_repaired._mixtures(members, 3, 1))
    assert all(isinstance(composition, Sparse) for composition, _ in mixed)
    assert {label for composition, _ in mixed for label in composition.labels} == {Fraction(2), Fraction(3)}


def test_modules_are_found() -> None:
    assert all(import_module(f"{PACKAGE}.{module}").__doc__ for module in MODULES)
