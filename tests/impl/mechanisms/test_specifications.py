"""Specifications: their losses are those of their own code, and their evidence is about them."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import pytest

import concomp
from concomp.impl.mechanisms.functions import FUNCTIONS
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.responses import RandomisedResponse
from concomp.impl.mechanisms.specification import Specification, proved_properties
from concomp.model.files.evidence import definition_hash

EXAMPLES: dict[str, Specification] = {
    "a response": RandomisedResponse(3),
    "a response that may expose": RandomisedResponse("5/2", "1/4"),
    "two responses": RandomisedResponse(3, "1/8", differing=2),
    "a number": DiscreteLaplace(e_eps=2),
    "a number of a rational root": DiscreteLaplace(e_eps=4, sensitivity=2),
    "a number of another root": DiscreteLaplace(e_eps=3, sensitivity=2),
    "two numbers": DiscreteLaplace(e_eps=2, differing=2),
}
WIDE = concomp.ApproxDP(e_eps=10**6, delta="99/100")


@pytest.mark.parametrize("which", EXAMPLES)
def test_an_audit_confirms_the_loss_and_no_less(which: str) -> None:
    specification = EXAMPLES[which]
    loss = specification.loss
    assert isinstance(loss, concomp.PureDP | concomp.ApproxDP)
    assert isinstance(loss.loss, concomp.RationalLoss)
    file = specification.to_audit()
    delta = loss.delta if isinstance(loss, concomp.ApproxDP) else Fraction(0)
    assert concomp.audit(file, e_eps=loss.loss.e_eps, delta=delta)
    assert not concomp.audit(file, e_eps=loss.loss.e_eps - Fraction(1, 1000), delta=delta)


@pytest.mark.parametrize("which", EXAMPLES)
def test_a_session_launches_it_as_often_as_one_likes(which: str) -> None:
    specification = EXAMPLES[which]
    first, second = concomp.Session(WIDE), concomp.Session(WIDE)
    copies = [specification, copy.deepcopy(specification), pickle.loads(pickle.dumps(specification))]
    assert len(set(copies)) == 1
    handles = [session.create(each) for each in copies for session in (first, second)]
    assert all(handle.send(False if "response" in which else 0) is not concomp.FAILED for handle in handles)
    assert first.describe().launches == {"theorem": 3}


def test_the_evidence_is_about_the_functions_as_they_are() -> None:
    for function in FUNCTIONS:
        about = [each for each in proved_properties() if each.subject == definition_hash(function())]
        assert {(each.property, each.kind) for each in about} == {
            ("diagonal", "certificate"),
            ("public", "certificate"),
        }
