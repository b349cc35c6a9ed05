"""The checks of certificates notice spoiled evidence, wrong labels and certificates, a checker that sees nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from concomp.impl.audit import simulation
from concomp.model.files.certificates import BY_REPR, certificate_data
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.reduction import certificate as checker
from concomp.model.reduction.certificate import Certificate, CertificateError
from concomp.model.reduction.dividing import exposing_by_division
from concomp.obligations.checks.hsv26.composition import certified as composed
from concomp.obligations.checks.hsv26.reduction import certified
from concomp.obligations.expectation import Violation
from concomp.obligations.families.simulation.mechanisms import KINDS, SimulatedMechanism, long, short

Patch = pytest.MonkeyPatch
FEW = tuple(next(subject for subject in short() if subject.kind == kind) for kind in KINDS)
ONE = (long()[-1],)
LEMMA = certified.certificates_of_a_family_hold[0].recheck
THEOREM = composed.certified_mechanisms_compose_like_responses[0].recheck


@pytest.fixture(autouse=True)
def small(monkeypatch: Patch) -> Iterator[None]:
    """A member of each kind, and one with many histories."""
    for module in (certified, composed):
        monkeypatch.setattr(module, "short", lambda: FEW)
        monkeypatch.setattr(module, "long", lambda: ONE)
    composed._curve.cache_clear()
    yield
    composed._curve.cache_clear()


@cache
def found_once() -> str:
    return json.dumps(certified.build())


def findings() -> Any:
    return json.loads(found_once())


def test_unbroken_they_hold() -> None:
    assert LEMMA(findings()).witness


def entry(told: Any, part: str = "whole", subject: SimulatedMechanism = FEW[0], e_eps: str = "3/2") -> Any:
    return told[part][repr(subject)][e_eps]


def steps(told: Any) -> Any:
    return entry(told)["steps"]


def another_share(told: Any) -> None:
    shares = steps(told)[0][3]
    place = max(place for place, share in enumerate(shares) if share is not None)
    shares[place] = str(Fraction(shares[place]) / 2)


def a_leaf_left_out(told: Any) -> None:
    steps(told).pop()


def a_history_too_long(told: Any) -> None:
    steps(told)[1][0] = 3


def a_smaller_label(told: Any) -> None:
    entry(told)["delta"] = str(Fraction(entry(told)["delta"]) * Fraction(99, 100))


def a_larger_label_with_its_certificate(told: Any) -> None:
    """The certificate is right, but δ is not the least."""
    larger = PrivacyParameters(Fraction(3, 2), (Fraction(entry(told)["delta"]) + 1) / 2)
    told["whole"][repr(FEW[0])]["3/2"] = certificate_data(simulation.certify(FEW[0].game, larger), BY_REPR)


def the_certificate_of_another(told: Any) -> None:
    told["whole"][repr(FEW[0])] = copy.deepcopy(told["whole"][repr(FEW[2])])


def a_member_left_out(told: Any) -> None:
    del told["whole"][repr(FEW[3])]


def the_certificate_of_other_odds(told: Any) -> None:
    told["whole"][repr(FEW[0])]["3/2"] = copy.deepcopy(told["whole"][repr(FEW[0])]["3"])


def an_odds_left_out(told: Any) -> None:
    del told["whole"][repr(FEW[0])]["3/2"]


def another_digest(told: Any) -> None:
    entry(told, "digests", ONE[0])["digest"] = entry(told, "digests", ONE[0], "1")["digest"]


def another_delta_of_a_digest(told: Any) -> None:
    entry(told, "digests", ONE[0])["delta"] = "1"


SPOILED = [
    another_share,
    a_leaf_left_out,
    a_history_too_long,
    a_smaller_label,
    a_larger_label_with_its_certificate,
    the_certificate_of_another,
    the_certificate_of_other_odds,
    a_member_left_out,
    an_odds_left_out,
    another_digest,
    another_delta_of_a_digest,
]


@pytest.mark.parametrize("spoil", SPOILED, ids=[spoil.__name__ for spoil in SPOILED])
def test_spoiled_evidence_is_noticed(spoil: Callable[[Any], None]) -> None:
    told = findings()
    spoil(told)
    with pytest.raises(Violation):
        LEMMA(told)


def test_a_wrong_construction_is_not_written_down(monkeypatch: Patch) -> None:
    """The exposing weights of the two worlds are exchanged: what is built does not pass the checker."""
    right = exposing_by_division

    def wrong(chances: Any, privacy: PrivacyParameters) -> Any:
        return {history: (one, zero) for history, (zero, one) in right(chances, privacy).items()}

    monkeypatch.setattr(simulation, "exposing_by_division", wrong)
    with pytest.raises(CertificateError):
        certified.build()


def whatever_is_private(patch: Patch) -> None:
    """The builder does not look whether δ is enough."""

    def generous(game: Any, privacy: PrivacyParameters) -> Certificate:
        try:
            return simulation.certify(game, privacy)
        except simulation.NotPrivate:
            return Certificate(privacy, {})

    patch.setattr(certified, "certify", generous)


def a_checker_that_sees_nothing(patch: Patch) -> None:
    patch.setattr(certified, "check_certificate", lambda certificate, game: 1)


def a_checker_of_world_0(patch: Patch) -> None:
    patch.setattr(checker, "BITS", (0,))


def adversaries_that_gain_less(patch: Patch) -> None:
    patch.setattr(certified, "advantage", lambda *_: Fraction(0))


def a_family_without_pure_ones(patch: Patch) -> None:
    impure = tuple(subject for subject in FEW if subject.kind != "purely private")
    patch.setattr(certified, "short", lambda: impure)


BROKEN = [
    whatever_is_private,
    a_checker_that_sees_nothing,
    a_checker_of_world_0,
    adversaries_that_gain_less,
    a_family_without_pure_ones,
]


@pytest.mark.parametrize("breakage", BROKEN, ids=[breakage.__name__ for breakage in BROKEN])
def test_a_broken_check_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    told = findings()
    breakage(monkeypatch)
    told["whole"] = {repr(each): told["whole"][repr(each)] for each in certified.short()}
    with pytest.raises(Violation):
        LEMMA(told)


# Compositions.


def fewer_responses(patch: Patch) -> None:
    right = composed.response_profile
    patch.setattr(composed, "response_profile", lambda labels: right(labels[1:] or labels))


def labels_below_the_least(patch: Patch) -> None:
    right = SimulatedMechanism.privacy

    def wrong(self: SimulatedMechanism, e_eps: Fraction) -> PrivacyParameters:
        label = right(self, e_eps)
        return replace(label, delta=label.delta * Fraction(99, 100))

    patch.setattr(SimulatedMechanism, "privacy", wrong)


def nothing_is_reached(patch: Patch) -> None:
    patch.setattr(composed, "delta_at", lambda curve, e_eps: Fraction(0))


def tables_that_halt(patch: Patch) -> None:
    right = composed.certify
    patch.setattr(composed, "certify", lambda game, privacy: replace(right(game, privacy), table={}))


@pytest.fixture
def composable(monkeypatch: Patch) -> None:
    monkeypatch.setattr(composed, "short", lambda: short()[5:12])
    monkeypatch.setattr(composed, "TRIPLES", 2)
    monkeypatch.setattr(composed, "QUADRUPLES", 1)


@pytest.mark.usefixtures("composable")
def test_unbroken_compositions_stay_within() -> None:
    assert THEOREM(None).control


COMPOSED = [fewer_responses, labels_below_the_least, nothing_is_reached, tables_that_halt]


@pytest.mark.usefixtures("composable")
@pytest.mark.parametrize("breakage", COMPOSED, ids=[breakage.__name__ for breakage in COMPOSED])
def test_a_broken_composition_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    with pytest.raises(Violation):
        THEOREM(None)
