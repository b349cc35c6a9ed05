"""The rules on systems and simulators: whatever is changed in a premise or in a conclusion, the step is refused.

The steps are those of the derivations, with their premises as hypotheses.
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
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.proof_objects.checker.objects import replay
from concomp.obligations.proof_objects.checker.rules import rules
from concomp.obligations.proof_objects.checker.terms import Refused
from concomp.obligations.proof_objects.writing import proof_object
from tests.meta.object_notation import Row, proof, spoil_facts
from tests.meta.object_samples import SAMPLES

ON_SYSTEMS = [name for name in rules() if name not in SAMPLES]
WHATEVER_IT_IS_CALLED = {"pair after pair": 1}
"""How often a change changes nothing: a variable of the conclusion alone is given another name."""


@cache
def everything() -> dict[str, Any]:
    """All facts that a module of derivations has, and what they come from."""
    found = walk_packages(derivations.__path__, f"{derivations.__name__}.")
    return proof_object(fact for each in found for fact in _facts(list(vars(import_module(each.name)).values())))


def _facts(values: object) -> Iterator[Fact]:
    if isinstance(values, Fact):
        yield values
    elif isinstance(values, list | tuple):
        for each in values:
            yield from _facts(each)


def steps(rule: str) -> Iterator[list[Row]]:
    """The different steps of the derivations by a rule, each after its premises."""
    facts, seen = everything()["facts"], set()
    for fact in facts:
        if fact["rule"] == rule:
            formulas = [facts[premise]["formula"] for premise in fact.get("premises", ())]
            given = [{"rule": "given", "formula": each, "from": "HSV26 Definition 2.1"} for each in formulas]
            kept = {name: value for name, value in fact.items() if name in ("rule", "formula", "using")}
            rows = [*given, {**kept, "premises": list(range(len(given)))}]
            if json.dumps(rows) not in seen:
                seen.add(json.dumps(rows))
                yield rows


def accepted(rows: list[Row]) -> bool:
    try:
        replay(proof(*rows, constructors=everything()["constructors"]))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("rule", ON_SYSTEMS)
def test_steps_are_accepted_and_spoiled_ones_refused(rule: str) -> None:
    rows = next(steps(rule))
    assert accepted(rows)
    assert not any(map(accepted, islice(spoil_facts(rows), 0, None, 9)))


@pytest.mark.full
@pytest.mark.parametrize("rule", ON_SYSTEMS)
def test_whatever_is_changed_the_step_is_refused(rule: str) -> None:
    listed = list(steps(rule))
    assert all(map(accepted, listed))
    unnoticed = [spoiled for rows in listed for spoiled in spoil_facts(rows) if accepted(spoiled)]
    assert len(unnoticed) == WHATEVER_IT_IS_CALLED.get(rule, 0)
