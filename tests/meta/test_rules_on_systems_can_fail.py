"""The rules on systems and simulators: whatever is changed in a premise or in a conclusion, the step is refused.

The steps are those of the derivations; how their premises were derived is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from pkgutil import walk_packages
from typing import Any

import pytest

from concomp.obligations import derivations
from concomp.obligations.derivations.kernel import facts as kernel
from concomp.obligations.proof_objects.checker.objects import conclude, fact_of
from concomp.obligations.proof_objects.checker.rules import Fact, rules
from concomp.obligations.proof_objects.checker.terms import CONSTRUCTORS, Refused, demand, sort_of
from concomp.obligations.proof_objects.writing import proof_object
from tests.meta.object_notation import Row, spoil_facts
from tests.meta.object_samples import SAMPLES

ON_SYSTEMS = [name for name in rules() if name not in SAMPLES]
HARMLESS = {"pair after pair": 1, "every mechanism": 1, "identical pairs": 2, "exchanged pairs": 1}
"""How many changes are none: a variable of the conclusion alone is called otherwise; 1 ≤ e^ε is supposed as 1 < e^ε,
where ε > 0 is said."""


@cache
def everything() -> dict[str, Any]:
    """All facts that a module of derivations has, and what they come from."""
    found = walk_packages(derivations.__path__, f"{derivations.__name__}.")
    return proof_object(fact for each in found for fact in _facts(list(vars(import_module(each.name)).values())))


def _facts(values: object) -> Iterator[kernel.Fact]:
    if isinstance(values, kernel.Fact):
        yield values
    elif isinstance(values, list | tuple):
        for each in values:
            yield from _facts(each)


def steps(rule: str) -> Iterator[list[Row]]:
    """The different steps of the derivations by a rule, each after its premises."""
    facts, seen = everything()["facts"], set()
    for fact in facts:
        if fact["rule"] == rule:
            premises = [facts[premise] for premise in fact.get("premises", ())]
            known = [{"rule": each["rule"], "formula": each["formula"]} for each in premises]
            kept = {name: value for name, value in fact.items() if name in ("rule", "formula", "using")}
            rows = [*known, {**kept, "premises": list(range(len(known)))}]
            if json.dumps(rows) not in seen:
                seen.add(json.dumps(rows))
                yield rows


def accepted(rows: list[Row]) -> bool:
    """Whether the last of some facts follows from the others."""
    constructors = {**CONSTRUCTORS, **everything()["constructors"]}
    facts: list[Fact] = []
    try:
        for row in rows:
            facts.append(fact_of(row, facts, constructors))
            demand(sort_of(facts[-1].formula, constructors) == "formula", "no formula")
        conclude(facts[-1])
    except Refused:
        return False
    return True


def spoiled(rows: list[Row]) -> Iterator[list[Row]]:
    """The step with one thing changed. That a hypothesis of a lemma is named beside the lemma changes nothing."""
    for each in spoil_facts(rows):
        left_out = {*rows[-1]["premises"]} - {*each[-1]["premises"]}
        if not any(rows[place]["rule"] == "given" and rows[0]["rule"] != "given" for place in left_out):
            yield each


@pytest.mark.parametrize("rule", ON_SYSTEMS)
def test_steps_are_accepted_and_spoiled_ones_refused(rule: str) -> None:
    rows = next(steps(rule))
    assert accepted(rows)
    assert not any(map(accepted, islice(spoiled(rows), 0, None, 9)))


@pytest.mark.full
@pytest.mark.parametrize("rule", ON_SYSTEMS)
def test_whatever_is_changed_the_step_is_refused(rule: str) -> None:
    listed = list(steps(rule))
    assert all(map(accepted, listed))
    unnoticed = [each for rows in listed for each in spoiled(rows) if accepted(each)]
    assert len(unnoticed) == HARMLESS.get(rule, 0)
