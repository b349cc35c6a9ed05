"""Mechanisms under bad parameters, bad sources, bad messages, forks and threads."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import concomp
from concomp.impl.mechanisms.choices import Exponential
from concomp.impl.mechanisms.functions import Choose, Comparison, Reveal, Score, Secret
from concomp.impl.mechanisms.gaussian import DiscreteGaussian
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.responses import InteractiveRandomisedResponse, RandomisedResponse
from concomp.impl.mechanisms.specification import Specification
from concomp.impl.mechanisms.thresholds import AboveThreshold, SparseVector
from concomp.impl.noise.randomness import Randomness
from concomp.model.numbers import ParameterError
from tests.impl.mechanisms.examples import ALL, PURE, RATIOS, messages

WIDE = concomp.ApproxDP(e_eps=10**100, delta="99/100")

REFUSED: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: AboveThreshold(threshold_ratio=0, query_ratio="1/2"),
        "threshold_ratio is 0: write a ratio between 0 and 1",
    ),
    (lambda: AboveThreshold(threshold_ratio="1/2", query_ratio=1), "query_ratio is 1: write a ratio between 0 and 1"),
    (lambda: AboveThreshold(threshold_ratio="1/2", query_ratio=2), "query_ratio is 2: write a ratio between 0 and 1"),
    (lambda: AboveThreshold(threshold_ratio=0.5, query_ratio="1/2"), "threshold_ratio is 0.5: a float"),  # type: ignore[arg-type]
    (lambda: SparseVector(**RATIOS, positives=0), "positives is 0: give an integer from 1 to 1000"),
    (lambda: SparseVector(**RATIOS, positives=1000), "e_eps is .*: give an E of at most 1e304"),
    (lambda: AboveThreshold(**RATIOS).to_audit(0), "rounds is 0: give an integer from 1 to 30"),
    (lambda: AboveThreshold(**RATIOS).to_audit(31), "rounds is 31: give an integer from 1 to 30"),
    (
        lambda: DiscreteLaplace(1),
        "e_eps is 1: E = e\\^eps must be above 1, like 1.105 for eps = 1/10: what loses nothing does not",
    ),
    (lambda: RandomisedResponse("9/10"), "e_eps is '9/10': E = e\\^eps must be at least 1: for eps = 1/10 write 1.105"),
    (lambda: DiscreteLaplace("1/2"), "e_eps is '1/2': E = e\\^eps must be above 1"),
    (lambda: DiscreteLaplace("1e30"), "e_eps is .*: give one whose root"),
    (lambda: DiscreteLaplace(2, sensitivity=0), "sensitivity is 0: give an integer from 1 to 1000000000"),
    (lambda: DiscreteLaplace(2, sensitivity=10**10), "sensitivity is 10000000000: give an integer"),
    (lambda: DiscreteLaplace(2, sensitivity=True), "sensitivity is True: give an integer"),
    (lambda: DiscreteLaplace(2, sensitivity=1.0), "sensitivity is 1.0: give an integer"),  # type: ignore[arg-type]
    (lambda: DiscreteLaplace("1." + "0" * 8 + "1", sensitivity=10**6), "e_eps is .*: give one whose root"),
    (lambda: DiscreteLaplace(2, differing=1001), "differing is 1001: give an integer from 1 to 1000"),
    (lambda: DiscreteLaplace(2).error(0), "beta is 0: write a chance between 0 and 1"),
    (
        lambda: Exponential("3/2").to_audit(),
        "e_eps is 3/2: a choice draws one of 255649166405809 numbers, too many to list",
    ),
    (lambda: Exponential(2).error("1/20"), "candidates is None: the error grows with them: give how many"),
    (lambda: DiscreteLaplace(2).error("1"), "beta is '1': write a chance between 0 and 1"),
    (lambda: DiscreteLaplace(2).to_audit(0), "rounds is 0: give an integer from 1"),
    (lambda: DiscreteLaplace(2, sensitivity=100, differing=3).to_audit(), "rounds is 3: there are more than 10000"),
    (lambda: DiscreteGaussian(0), "rho is 0: rho must be above 0"),
    (lambda: DiscreteGaussian("1e-40"), "the variance is .*: write a number from 1e-30 to 1e30"),
    (lambda: DiscreteGaussian("1e40"), "rho is .*: give 0, or a number from 1e-300 to 1e6"),
    (lambda: DiscreteGaussian("nan"), "rho is 'nan'"),
    (lambda: RandomisedResponse(2, "3/2"), "delta is '3/2': delta must be from 0 to 1"),
    (lambda: Exponential(2, largest=10**5), "largest is 100000: give an integer from 1 to 10000"),
]


@pytest.mark.parametrize(("make", "text"), REFUSED)
def test_bad_parameters_are_refused_at_once(make: Callable[[], Any], text: str) -> None:
    with pytest.raises(ParameterError, match=text):
        make()


@pytest.mark.parametrize("e_eps", [1 + 10**-6, "1.000001", "1e9"])
def test_extreme_losses_are_drawn(e_eps: Any) -> None:
    mechanism = DiscreteLaplace(str(e_eps))
    assert type(concomp.Session(WIDE).create(mechanism).send(-(10**400))) is int


@pytest.mark.parametrize("rho", ["1e-29", "1e6"])
def test_extreme_variances_are_drawn(rho: str) -> None:
    mechanism = DiscreteGaussian(rho)
    randomness = concomp.impl.SystemRandomness()
    assert type(mechanism.begin(randomness)(10**400)) is int


def test_integers_of_numpy_are_parameters() -> None:
    assert DiscreteLaplace(2, sensitivity=np.int64(3)) == DiscreteLaplace(2, sensitivity=3)
    assert type(DiscreteLaplace(2, sensitivity=np.int64(3)).sensitivity) is int


JUNK = [None, True, 1.0, math.nan, math.inf, "1", np.int64(1), np.float64(1), (1,), b"1", 1j]


@pytest.mark.parametrize("which", ["a number", "a Gaussian number"])
@pytest.mark.parametrize("junk", JUNK)
def test_numbers_are_integers(which: str, junk: Any) -> None:
    session = concomp.Session(concomp.ZCDP(10))
    handle = session.create(ALL[which])
    with pytest.raises(concomp.InvalidQuery):
        handle.send(junk)
    assert type(handle.send(1)) is int


@pytest.mark.parametrize(
    ("mechanism", "sent", "refused"),
    [
        (DiscreteLaplace(2, differing=2), [0, 0], 0),
        (RandomisedResponse(2), [True], True),
        (RandomisedResponse(2), [], 1),
        (InteractiveRandomisedResponse(2), [], Reveal()),
        (InteractiveRandomisedResponse(2), [Secret(bit=True)], Secret(bit=True)),
        (InteractiveRandomisedResponse(2), [Secret(bit=True), Reveal()], Secret(bit=True)),
        (Exponential(2), [], Choose()),
        (Exponential(2), [Score(value=1)], Score(value=-1)),
        (Exponential(2), [Score(value=1)], Score(value=1001)),
        (Exponential(2), [Score(value=1), Choose()], Score(value=1)),
        (AboveThreshold(**RATIOS), [], 3),
    ],
)
def test_what_is_not_to_be_sent_is_refused_and_costs_nothing(
    mechanism: Specification, sent: list[Any], refused: Any
) -> None:
    session = concomp.Session(WIDE)
    handle = session.create(mechanism)
    assert all(handle.send(message) is not concomp.FAILED for message in sent)
    before = session.privacy_loss()
    with pytest.raises(concomp.InvalidQuery):
        handle.send(refused)
    assert session.privacy_loss() == before


def accepts(mechanism: Specification, *pairs: tuple[Any, Any]) -> bool:
    """Whether the verification function accepts these pairs."""
    return bool(mechanism.function(pairs))  # type: ignore[operator]


def against(value: int, threshold: int = 5) -> Comparison:
    return Comparison(value=value, threshold=threshold)


def test_what_is_too_far_apart_is_refused_by_the_function() -> None:
    for mechanism in (DiscreteLaplace(2, sensitivity=3), DiscreteGaussian(1, sensitivity=3)):
        assert accepts(mechanism, (5, 8))
        assert accepts(mechanism, (8, 5))
        assert not accepts(mechanism, (5, 9))
        assert not accepts(mechanism, (5, 5), (5, 5))
    comparing = AboveThreshold(**RATIOS)
    assert accepts(comparing, (against(1), against(2)), (against(2), against(1)))
    assert not accepts(comparing, (against(1), against(3)))
    assert not accepts(comparing, (against(1), against(1, 6)))
    assert accepts(AboveThreshold(**RATIOS, differing=2), (against(1), against(3)))


class Answering(Randomness):
    """A source whose numbers are none below the bound, or not even integers."""

    def __init__(self, answer: Callable[[int], Any]) -> None:
        self.answer = answer

    def below(self, bound: int) -> int:
        return self.answer(bound)  # type: ignore[no-any-return]


@pytest.mark.parametrize("answer", [lambda n: n, lambda n: -1, lambda n: 0.5, lambda n: True])
@pytest.mark.parametrize("which", PURE)
def test_a_bad_source_makes_no_noise(which: str, answer: Callable[[int], Any]) -> None:
    session = concomp.Session(WIDE, randomness=Answering(answer), trust="seeded")
    handle = session.create(PURE[which])
    answers = [handle.send(message) for message in messages(PURE[which])]
    assert answers[-1] is concomp.FAILED


def noise(handle: concomp.Handle) -> int:
    return handle.send(0)  # type: ignore[no-any-return]


WIDE_NOISE = DiscreteLaplace("1.000001", differing=1000)


def test_threads_draw_different_noise() -> None:
    handles = [concomp.Session(WIDE).create(WIDE_NOISE) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        drawn = list(threads.map(lambda handle: [noise(handle) for _ in range(100)], handles))
    assert len({tuple(each) for each in drawn}) == 4
    assert all(len(set(each)) > 90 for each in drawn)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_child_and_its_parent_draw_different_noise() -> None:
    source = concomp.impl.SystemRandomness()
    respond = WIDE_NOISE.begin(source)
    respond(0)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, repr([respond(0) for _ in range(5)]).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 1000).decode() != repr([respond(0) for _ in range(5)])


def test_a_stream_may_end_early() -> None:
    session = concomp.Session(WIDE)
    handle = session.create(SparseVector(**RATIOS, positives=5))
    before = session.privacy_loss()
    handle.send(against(0))
    handle.close()
    with pytest.raises(concomp.ClosedHandle):
        handle.send(against(0))
    assert session.privacy_loss() == before
