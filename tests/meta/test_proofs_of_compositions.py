"""Spoiled findings about the composition theorems are refused, and so are functions for which they are false."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from concomp.model.composition.first_pair import FirstPairConsistentParallel
from concomp.model.composition.fixed import FixedMechanisms
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.parallel import SparseParallel
from concomp.model.composition.suitable import Suitable
from concomp.model.language import both, require
from concomp.obligations.checks.hsv26.composition import proved_compositions
from concomp.obligations.derivations.kernel.proofs import certificate, recheck
from concomp.obligations.derivations.systems import postprocessing, theorems
from concomp.obligations.expectation import Violation

PROVED = {
    "Lemma 2.16": postprocessing.POST_PROCESSING,
    "Theorem 4.12": theorems.FIXED_PARAMETERS_COMPOSE,
    "Theorem 12.4": theorems.FILTERED_COMPOSE,
}


def spoiled(findings: Any, how: str) -> Any:
    """The findings with a link left out, or a question changed."""
    copied = json.loads(json.dumps(findings))
    first = next(iter(copied))
    if how == "a link left out":
        del copied[first]
    if how == "a question made easier":
        copied[first]["negation"] = "(set-logic ALL)\n(assert false)\n(check-sat)\n"
    if how == "a link of another theorem":
        copied["another link"] = copied.pop(first)
    return copied


@pytest.mark.parametrize("how", ["a link left out", "a question made easier", "a link of another theorem"])
@pytest.mark.parametrize("label", PROVED)
def test_spoiled_findings_are_refused(label: str, how: str) -> None:
    with pytest.raises(Violation, match="find it again"):
        recheck(PROVED[label], spoiled(certificate(PROVED[label]), how))


def not_asking_for_consistency(self: FirstPairConsistentParallel, create: Create) -> None:
    """Definition 5.13 without (ii)."""
    SparseParallel.add(self, create)


def creating_after_k(self: FixedMechanisms, left: Create | Query, right: Create | Query) -> None:
    """Definition 4.9 without (iii): more mechanisms may be created once α_1, …, α_k are."""
    Suitable.step(self, left, right)
    with both(left, right, Create) as (create, _):
        for number, alpha in self.prescribed():
            require((self.created != number) | (create == alpha))
    with both(left, right, Query):
        require(self.created >= self.count())


FALSE_COMPOSITIONS = {
    "first-pair consistency not demanded": (
        FirstPairConsistentParallel,
        "add",
        not_asking_for_consistency,
        proved_compositions.consistent_mechanisms_compose_in_parallel,
    ),
    "creations after k": (
        FixedMechanisms,
        "step",
        creating_after_k,
        proved_compositions.fixed_mechanisms_compose,
    ),
}


@pytest.fixture
def forgetful() -> Iterator[None]:
    """What a check remembers of other functions is forgotten before and after."""
    remembering = [each for each in vars(proved_compositions).values() if hasattr(each, "cache_clear")]
    for each in remembering:
        each.cache_clear()
    yield
    for each in remembering:
        each.cache_clear()


@pytest.mark.full
@pytest.mark.parametrize("how", FALSE_COMPOSITIONS)
def test_a_false_composition_violates_its_theorem(how: str, monkeypatch: pytest.MonkeyPatch, forgetful: None) -> None:
    function, part, spoiled_part, [check] = FALSE_COMPOSITIONS[how]
    monkeypatch.setattr(function, part, spoiled_part)
    with pytest.raises(Violation, match="is created"):
        check.recheck.__wrapped__()  # type: ignore[attr-defined]
