"""Records behind a clamp, and a bound on what a user contributes."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

import concomp
from concomp.impl.mechanisms.contributions import ROUTES, Contribution, OneUser
from concomp.impl.mechanisms.functions import Stream, stream
from concomp.impl.mechanisms.gaussian import DiscreteGaussian
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.noisy import Clamped, Noisy
from concomp.impl.mechanisms.processed import NEEDED, ClampedNumbers, UserContributions
from concomp.impl.mechanisms.specification import Grounds, Integers, Specification, by_theorem, proved_properties
from concomp.impl.mechanisms.tables import Instance
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.files.evidence import routing_hash
from concomp.model.numbers import Exact, ParameterError


@dataclass(frozen=True, repr=False)
class Noise(Specification):
    """Each number of a stream, with noise of ratio 1/2."""

    differing: int
    ratio: Fraction = Fraction(1, 2)

    @property
    def function(self) -> Stream:
        return stream(self.differing, 1)

    @property
    def loss(self) -> concomp.PureDP:
        return concomp.PureDP(e_eps=2**self.differing)

    @property
    def grounds(self) -> Grounds:
        return by_theorem("concomp Proposition 7")

    @property
    def answers(self) -> Container[int]:
        return Integers()

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        disturb = noisy.geometric(self.ratio)
        return lambda number: disturb(number, randomness)

    def error(self, beta: Exact) -> int:
        return DiscreteLaplace(1 / self.ratio).error(beta)

    def instance(self, rounds: int) -> Instance:
        ends = Clamped(0, 1)
        return Instance(lambda source: self.start(ends, source), self.function, (0, 1), rounds)


def contribution(user: int, number: int) -> Contribution:
    return Contribution(user=user, number=number)


@pytest.mark.parametrize(
    ("mechanism", "e_eps"),
    [
        (ClampedNumbers(DiscreteLaplace(4, sensitivity=2), low=7), 4),
        (ClampedNumbers(DiscreteLaplace(2, differing=2)), 4),
        (ClampedNumbers(Noise(1)), 2),
    ],
)
def test_an_audit_confirms_the_loss_of_the_mechanism(mechanism: ClampedNumbers, e_eps: int) -> None:
    assert mechanism.loss == mechanism.mechanism.loss
    assert concomp.audit(mechanism.to_audit(), e_eps=e_eps, delta=0)
    assert not concomp.audit(mechanism.to_audit(), e_eps=e_eps * Fraction(99, 100), delta=0)


def test_a_user_s_first_contributions_count() -> None:
    bounded = UserContributions(Noise(1))
    assert concomp.audit(bounded.to_audit(2), e_eps=2, delta=0)
    assert not concomp.audit(bounded.to_audit(2), e_eps="199/100", delta=0)
    law = bounded.instance(3).law
    sent = [contribution(1, 5), contribution(1, 5), contribution(2, -3)]
    assert law(sent) == Noise(1).instance(3).law([1, 0, 0])
    assert UserContributions(Noise(2)).instance(3).law(sent) == Noise(2).instance(3).law([1, 1, 0])


def test_a_counter_counts_the_contributions_that_are_handed_on() -> None:
    counter = UserContributions(concomp.BinaryTreeCounter(4, e_eps=8, differing=2))
    assert counter.loss == counter.mechanism.loss
    assert concomp.audit(counter.to_audit(2), e_eps=64, delta=0)
    session = concomp.Session(concomp.PureDP(e_eps=64))
    handle = session.create(counter)
    answers = [handle.send(contribution(user, 10**6)) for user in (1, 1, 1, 2, 2)]
    assert [type(answer) for answer in answers[:4]] == [int] * 4
    assert answers[4] is concomp.HALTED


def test_digests_know_what_stands_behind() -> None:
    class DiscreteLaplace(concomp.DiscreteLaplace):
        """Another mechanism of the same name."""

    assert DiscreteLaplace(2).name == concomp.DiscreteLaplace(2).name
    assert ClampedNumbers(DiscreteLaplace(2)).digest != ClampedNumbers(concomp.DiscreteLaplace(2)).digest


def test_contributions_of_one_user_may_differ() -> None:
    function = OneUser()
    one, other = (contribution(1, 5), contribution(1, 500)), (contribution(2, 3), contribution(2, 4))
    assert function([one, one, (other[0], other[0])])
    assert not function([one, other])
    assert not function([(contribution(1, 5), contribution(2, 5))])


def test_a_session_launches_them() -> None:
    session = concomp.Session(concomp.PureDP(e_eps=16))
    clamped, bounded = session.create(ClampedNumbers(DiscreteLaplace(2))), session.create(UserContributions(Noise(2)))
    assert type(clamped.send(10**400)) is int
    assert type(bounded.send(contribution(10**400, -(10**400)))) is int
    with pytest.raises(concomp.InvalidQuery):
        bounded.send(3)
    assert repr(session.privacy_loss()) == "PureDP(e_eps=8)"
    assert concomp.Session(concomp.ZCDP(1)).create(ClampedNumbers(DiscreteGaussian("1/8"))).send(5) != concomp.FAILED


@pytest.mark.parametrize("route", ROUTES)
def test_the_packaged_evidence_is_about_the_post_processings_as_they_are(route: Any) -> None:
    processing, inputs, outputs = route
    subject = routing_hash(processing(), inputs(), outputs())
    assert {each.property for each in proved_properties() if each.subject == subject} == set(NEEDED)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: ClampedNumbers(concomp.RandomisedResponse(2)), "give a mechanism that takes numbers"),
        (lambda: ClampedNumbers(3), "mechanism is 3: give a mechanism that takes numbers"),  # type: ignore[arg-type]
        (lambda: ClampedNumbers(DiscreteLaplace(2), low="1/2"), "low is '1/2': give an integer"),  # type: ignore[arg-type]
        (lambda: ClampedNumbers(DiscreteLaplace(2), low=10**4000), "write a number with at most 50 digits"),
        (lambda: UserContributions(DiscreteLaplace(2)), "give a mechanism that takes a stream of numbers"),
    ],
)
def test_what_does_not_fit_is_refused(make: Any, text: str) -> None:
    with pytest.raises(ParameterError, match=text):
        make()


def test_without_a_proof_nothing_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concomp.impl.mechanisms.processed.proved_properties", lambda: ())
    with pytest.raises(ParameterError, match="it is not proved that this sends it what it may be sent"):
        ClampedNumbers(DiscreteLaplace(2))
