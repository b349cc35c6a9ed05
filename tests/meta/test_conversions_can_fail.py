"""Conversions of accumulators and rules: with a premise less, or another one, nothing is derived."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import EMPTY
from concomp.obligations.derivations.kernel.language import eq, le
from concomp.obligations.derivations.kernel.logic import apply_lemma, detach, hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.proofs import establish
from concomp.obligations.derivations.kernel.rules import least
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.systems import valid_rules
from concomp.obligations.derivations.systems.theorems import (
    DISCRETE,
    FILTERED_COMPOSE,
    PRIVATE_MEMBERS,
)
from concomp.obligations.derivations.theories.filters import approximate, conversion, truncation
from concomp.obligations.derivations.theories.filters.conversion import FAR_RUN, FAR_SHOWN, ONE_SHOT, PLAIN
from concomp.obligations.derivations.theories.filters.truncation import NOT_B, B, H, N, S, V
from concomp.obligations.expectation import Violation
from concomp.obligations.proof_objects.checker.objects import replay
from concomp.obligations.proof_objects.checker.terms import Refused
from concomp.obligations.proof_objects.writing import proof_object

WITHIN, NEVER = conversion.AS_FAR.values()
OVER = (S, N)
RULE = hypothesis("the rule is valid", SUPPOSED, le(PLAIN * FAR_RUN, 0))
ACCUMULATOR = hypothesis("the accumulator is valid", SUPPOSED, le(FAR_SHOWN, 0))
FOR_ONE_SHOT = hypothesis("the accumulator is valid for one-shot mechanisms", SUPPOSED, le(ONE_SHOT * FAR_SHOWN, 0))
ANYTHING_ELSE = hypothesis("some other rule is valid", SUPPOSED, le(PLAIN * conversion.AT_ZERO, 0))
TOLD = conversion.telling((), FAR_RUN, OVER, conversion.DISTANCE)
EVERYWHERE = valid_rules.EVERYWHERE


def in_one_view(equal: Fact) -> Fact:
    """That laws agree, said of one world only."""
    (left, right) = equal.formula.left, equal.formula.right  # type: ignore[union-attr]
    return least(V, solve("in one world", le(left - right, 0), equal))


DOES_NOT_FOLLOW: Mapping[str, Callable[[], Fact]] = {
    "an accumulator whose loss nobody may ask for": lambda: solve(
        "what the odometer shows", le(FAR_SHOWN, 0), conversion.over_all(OVER, RULE), WITHIN
    ),
    "an accumulator without its filter": lambda: solve("what the odometer shows", le(FAR_SHOWN, 0), TOLD, WITHIN),
    "an accumulator of another filter": lambda: solve(
        "what the odometer shows", le(FAR_SHOWN, 0), TOLD, conversion.over_all(OVER, ANYTHING_ELSE), WITHIN
    ),
    "an accumulator whose view is another one": lambda: solve(
        "what the odometer shows", le(FAR_SHOWN, 0), TOLD, conversion.over_all(OVER, RULE)
    ),
    "a rule that is valid for more than its accumulator": lambda: solve(
        "what the filter shows", le(PLAIN * FAR_RUN, 0), FOR_ONE_SHOT, WITHIN, conversion.PLAIN_OR_NOT
    ),
    "a rule whose view is another one": lambda: solve(
        "what the filter shows", le(PLAIN * FAR_RUN, 0), ACCUMULATOR, conversion.PLAIN_OR_NOT
    ),
    "a kind that counts below 0": lambda: solve("what the filter shows", le(PLAIN * FAR_RUN, 0), ACCUMULATOR, NEVER),
    "one-shot mechanisms that are none": lambda: solve(
        "among all",
        le(ONE_SHOT * approximate.APART_SHOWN, 0),
        valid_rules.FOR_EVERY,
    ),
    "interactive mechanisms, of which one-shot ones are enough": lambda: solve(
        "among all", le(approximate.APART_SHOWN, 0), valid_rules.FOR_ONE, conversion.ONE_SHOT_OR_NOT
    ),
    "an excess with one world alike": lambda: solve(
        "the same excess", eq(approximate.OF_RUN, approximate.OF_SHOWN), truncation.ALIKE
    ),
    "a view that is not cut at the start": lambda: solve(
        "what is kept of the view", eq(truncation.shown(N, B, S), truncation.worth(B, EMPTY)), truncation.SHOWN
    ),
    "no excess where the start tells": lambda: solve(
        "no excess",
        eq(approximate.OF_SHOWN, 0),
        truncation.SHOWN_IS_EMPTY,
        instance(truncation.SHOWN_IS_EMPTY, {B: NOT_B}),
        approximate.CHANCE,
        approximate.AT_LEAST_1,
    ),
    "no excess below e^ε = 1": lambda: solve(
        "no excess", eq(approximate.OF_SHOWN, 0), truncation.NOTHING_OF_SHOWN, truncation.SHOWN_IS_EMPTY
    ),
    "a filter that launches before it is cut": lambda: solve(
        "what the filter shows",
        eq(truncation.run(N, B, S, EMPTY), truncation.run(N, NOT_B, S, EMPTY)),
        instance(truncation.PUBLIC, {H: EMPTY}),
        truncation.QUIET[0],
    ),
    "0 without budgets that come close": lambda: solve(
        "at 0", le(conversion.AT_ZERO, 0), conversion.FUNCTION_OF_LONGER, conversion.VALID_ABOVE
    ),
    "0 without a function of longer views": lambda: solve(
        "at every ε", le(0 - conversion.BUDGET, 0 - conversion.AT_ZERO), conversion.VALID_ABOVE
    ),
}


@pytest.mark.parametrize("step", DOES_NOT_FOLLOW)
def test_what_does_not_follow_is_refuted(step: str) -> None:
    with pytest.raises(Violation):
        establish(DOES_NOT_FOLLOW[step]())


REFUSED: Mapping[str, Callable[[], object]] = {
    "laws that agree in one world": lambda: detach(conversion.OF_SAME_LAWS, in_one_view(truncation.ALIKE)),
    "laws that agree in one case, used in the other": lambda: detach(conversion.OF_NOTHING, conversion.SAME_LAWS),
    "a filter that tells nothing, and an odometer that may": lambda: detach(
        conversion.OF_NOTHING, conversion.alike(truncation.NOTHING_OF_RUN)
    ),
    "what is supposed, in place of laws": lambda: detach(conversion.OF_SAME_LAWS, RULE),
    "responses without a valid rule": lambda: detach(valid_rules.RESPONSES_ARE_ONE_SHOT, valid_rules.RULE_FOR_ONE_SHOT),
    "a rule that is valid where the loss is told": lambda: detach(
        valid_rules.RESPONSES_ARE_ONE_SHOT, conversion.over_all(EVERYWHERE, valid_rules.FOR_ONE)
    ),
    "a filter that is valid as its responses are": lambda: detach(
        valid_rules.FILTER_IS_OF_ALL,
        detach(valid_rules.RESPONSES_ARE_ONE_SHOT, conversion.over_all(EVERYWHERE, valid_rules.RULE_FOR_ONE_SHOT)),
    ),
    "Theorem 12.4 for mechanisms that are not private": lambda: apply_lemma(FILTERED_COMPOSE, {}, DISCRETE, DISCRETE),
    "Theorem 12.4 without responses": lambda: apply_lemma(
        FILTERED_COMPOSE, {}, DISCRETE, PRIVATE_MEMBERS, PRIVATE_MEMBERS
    ),
    "an accumulator that is valid as it is supposed": lambda: state(
        solve("again", le(FAR_SHOWN, 0), ACCUMULATOR), "Haney23 Lemma 2.19 (repaired)"
    ),
    "a theorem that rests on its premises": lambda: state(
        valid_rules._rule_for_all(valid_rules.RULE_FOR_ONE_SHOT), "Haney23 Theorem 1.20"
    ),
}


@pytest.mark.parametrize("step", REFUSED)
def test_what_does_not_fit_is_refused(step: str) -> None:
    with pytest.raises(WrongStep):
        REFUSED[step]()


PARTS = {"2.19": conversion.GENERAL, "1.26": conversion.RENYI, "1.20": valid_rules.TRANSFER}


@pytest.mark.parametrize("lemma", PARTS)
def test_the_independent_checker_accepts_each(lemma: str) -> None:
    replay(proof_object(PARTS[lemma]))


def less_of(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """An object in which a step has a premise less, but for those of which solvers are asked."""
    facts = data["facts"]
    for place, row in enumerate(facts):
        for premise in row.get("premises", ()) if row["rule"] != "solved" else ():
            rest = [each for each in row["premises"] if each != premise]
            yield {**data, "facts": [*facts[:place], {**row, "premises": rest}, *facts[place + 1 :]]}


def refuses(data: Mapping[str, Any]) -> bool:
    """Whether the independent checker refuses an object."""
    try:
        replay(data)
    except Refused:
        return True
    return False


def test_the_independent_checker_refuses_some_steps_with_a_premise_less() -> None:
    listed = list(less_of(proof_object(PARTS["2.19"])))
    assert len(listed) > 50
    assert all(map(refuses, listed[::10]))


@pytest.mark.full
@pytest.mark.parametrize("lemma", ["2.19", "1.26"])
def test_the_independent_checker_refuses_every_step_with_a_premise_less(lemma: str) -> None:
    assert all(map(refuses, less_of(proof_object(PARTS[lemma]))))


@pytest.mark.full
def test_the_independent_checker_refuses_the_transfer_with_a_premise_less() -> None:
    """The steps that are made for Theorem 1.20, which come after all that is known of Theorem 12.4."""
    data = proof_object(valid_rules.TRANSFER)
    known = len(proof_object((FILTERED_COMPOSE,))["facts"])
    own = [each for each in less_of(data) if each["facts"][:known] == data["facts"][:known]]
    assert len(own) > 20
    assert all(map(refuses, own))
