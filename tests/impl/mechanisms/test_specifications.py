"""Specifications: their losses are those of their own code, and their evidence is about them."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import concomp
from concomp.cli import main
from concomp.impl.mechanisms.functions import FUNCTIONS
from concomp.impl.mechanisms.gaussian import DiscreteGaussian
from concomp.impl.mechanisms.specification import Specification, proved_properties
from concomp.model.files.evidence import definition_hash
from concomp.model.mechanisms.randomised_response import Exposure
from tests.impl.mechanisms.examples import ALL, PURE, TIGHT, messages

WIDE = concomp.ApproxDP(e_eps=10**100, delta="99/100")


def loss_of(specification: Specification) -> tuple[Fraction, Fraction]:
    """E and δ."""
    loss = specification.loss
    assert isinstance(loss, concomp.PureDP | concomp.ApproxDP)
    assert isinstance(loss.loss, concomp.RationalLoss)
    return loss.loss.e_eps, loss.delta if isinstance(loss, concomp.ApproxDP) else Fraction(0)


@pytest.mark.parametrize("which", PURE)
def test_an_audit_confirms_the_loss(which: str) -> None:
    e_eps, delta = loss_of(PURE[which])
    assert concomp.audit(PURE[which].to_audit(), e_eps=e_eps, delta=delta)


@pytest.mark.parametrize("which", ["a number", "sparse vector"])
def test_the_command_confirms_it_too(which: str, tmp_path: Path) -> None:
    file = tmp_path / "mechanism.json"
    file.write_text(json.dumps(PURE[which].to_audit()), encoding="utf-8")
    e_eps, _ = loss_of(PURE[which])
    ran = CliRunner().invoke(main, ["audit", str(file), "--target", f"E={e_eps},delta=0"])
    assert ran.exit_code == 0, ran.output
    assert CliRunner().invoke(main, ["audit", str(file), "--target", "E=101/100,delta=0"]).exit_code == 1


@pytest.mark.parametrize("which", TIGHT)
def test_what_is_tight_loses_no_less(which: str) -> None:
    e_eps, delta = loss_of(TIGHT[which])
    assert not concomp.audit(TIGHT[which].to_audit(), e_eps=e_eps * Fraction(999, 1000), delta=delta)


def test_an_audit_confirms_what_follows_of_a_concentrated_loss() -> None:
    gaussian = DiscreteGaussian("1/8", differing=2)
    assert isinstance(gaussian.loss, concomp.ZCDP)
    file = gaussian.to_audit(1)
    for delta in ("1/10", "1/1000"):
        implied = concomp.ZCDP("1/8").at_delta(delta).loss
        assert isinstance(implied, concomp.ExponentialLoss)
        assert concomp.audit(file, epsilon=implied.epsilon, delta=delta)
        assert not concomp.audit(file, epsilon=implied.epsilon / 5, delta=delta)


def test_an_audit_confirms_what_two_gaussian_numbers_lose_together() -> None:
    file = DiscreteGaussian("1/8", differing=2).to_audit()
    assert file["horizon"] == 2
    implied = concomp.ZCDP("1/4").at_delta("1/100").loss
    assert isinstance(implied, concomp.ExponentialLoss)
    assert concomp.audit(file, epsilon=implied.epsilon, delta="1/100")
    assert not concomp.audit(file, epsilon=implied.epsilon / 5, delta="1/100")


@pytest.mark.parametrize("which", ALL)
def test_a_session_launches_it_as_often_as_one_likes(which: str) -> None:
    specification = ALL[which]
    concentrated = isinstance(specification.loss, concomp.ZCDP)
    budget = concomp.ZCDP(10) if concentrated else WIDE
    sessions = concomp.Session(budget), concomp.Session(budget)
    copies = [specification, copy.deepcopy(specification), pickle.loads(pickle.dumps(specification))]
    assert len(set(copies)) == len({each.digest for each in copies}) == 1
    handles = [session.create(each) for each in copies for session in sessions]
    answers = [handle.send(message) for message in messages(specification) for handle in handles]
    assert concomp.FAILED not in answers
    assert sessions[0].describe().launches == {"theorem": 3}
    assert sessions[0].describe().failures_covered


def test_responses_take_slots_for_trade_off_functions() -> None:
    losses = [concomp.PureDP(e_eps=2), concomp.ApproxDP(e_eps=3, delta="1/4")]
    session = concomp.Session(concomp.tensor_product(losses), rule=concomp.slots(losses))
    first = session.create(concomp.RandomisedResponse(2))
    second = session.create(concomp.InteractiveRandomisedResponse(3, "1/4"))
    assert first.send(True)[1] in (False, True)
    assert second.send(concomp.Secret(bit=True)) in Exposure
    assert second.send(concomp.Reveal()) in (False, True)
    for handle, message in ((first, True), (second, concomp.Reveal())):
        with pytest.raises(concomp.InvalidQuery):
            handle.send(message)
    with pytest.raises(concomp.InsufficientBudget):
        session.create(concomp.RandomisedResponse(2))


def test_a_response_may_lose_nothing_but_by_exposure() -> None:
    nothing, exposure = concomp.RandomisedResponse(1), concomp.RandomisedResponse(1, "1/3")
    assert concomp.audit(nothing.to_audit(), e_eps=1, delta=0)
    assert concomp.audit(exposure.to_audit(), e_eps=1, delta="1/3")
    assert not concomp.audit(exposure.to_audit(), e_eps=1, delta="33/100")
    session = concomp.Session(concomp.PureDP(0))
    assert session.create(nothing).send(True) in nothing.answers


def test_digests_tell_specifications_apart() -> None:
    assert len({each.digest for each in ALL.values()}) == len(ALL)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_packaged_evidence_is_about_the_functions_as_they_are(function: type[concomp.Monitor]) -> None:
    about = [each for each in proved_properties() if each.subject == definition_hash(function())]
    assert {each.property for each in about if each.kind == "certificate"} == {"diagonal", "public"}


def test_a_description_says_what_it_rests_on() -> None:
    assert ALL["sparse vector"].describe() == (
        "mechanism  SparseVector(threshold_ratio=1/4, query_ratio=1/2, positives=2, differing=1)\n"
        "messages   Comparisons(apart=1): Any number of comparisons with the same thresholds, where each number may "
        "differ by at most `apart`.\n"
        "loses      PureDP(e_eps=256)\n"
        "by         concomp Proposition 10"
    )
