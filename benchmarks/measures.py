"""Composition in Rényi, concentrated and f-differential privacy beside other accountants, and what it ought to take.

All answer the same question by the same bound, at some order: peers by floats, dp-accounting at 60 orders, autodp and
concomp at the best real one. No peer may say less than concomp by more than rounding.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import TypeVar

from benchmarks.composition import NOISE
from benchmarks.figures import Figure, table
from benchmarks.peers import INSTALL
from benchmarks.timing import in_turns
from concomp.impl.accounting.guarantees import FDP, ZCDP, PureDP
from concomp.impl.accounting.measures.conversion import to_approximate
from concomp.impl.accounting.measures.guaranteed import curve_of
from concomp.impl.accounting.measures.renyi import compose_renyi
from concomp.impl.accounting.measures.sparse import sparse_curve
from concomp.impl.accounting.measures.trade_off_composition import compose_trade_offs
from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.optimal.display import epsilon_above
from concomp.impl.accounting.parameters import RationalLoss, with_e_eps
from concomp.report.text import columns

T = TypeVar("T")
HEADING = ("list", "who", "least / median, cpu", "ratio", "least eps", "eps - concomp's")
ORDERS = tuple(quarters / 4 for quarters in range(5, 65))
DELTA = Fraction(1, 10**6)
SEGMENTS = FDP({0: 1, "1/8": "1/2", "1/2": "1/8", 1: 0})
"""Three segments, of slopes 4, 1 and 1/4."""
COUNT = 1000


@dataclass(frozen=True)
class Question:
    """Mechanisms, each ρ-zCDP by a Gaussian or a response with an E; asked is the least ε for DELTA."""

    title: str
    losses: tuple[ZCDP | PureDP, ...]
    floats: tuple[float, ...]

    @property
    def is_gaussian(self) -> bool:
        """Whether `floats` are σ at sensitivity 1, and not E."""
        return isinstance(self.losses[0], ZCDP)


def questions() -> Iterator[Question]:
    """The lists."""
    random = Random(COUNT)
    sigmas = [Fraction(random.randint(30_000, 60_000), 1000) for _ in range(COUNT)]
    gaussians = tuple(ZCDP(1 / (2 * sigma**2)) for sigma in sigmas)
    yield Question(f"{COUNT} different Gaussians", gaussians, tuple(map(float, sigmas)))
    odds = [Fraction(random.randint(1010, 1090), 1000) for _ in range(200)]
    yield Question("200 different responses", tuple(PureDP(e_eps=e) for e in odds), tuple(map(float, odds)))
    yield Question("100 responses, E = 11/10", (PureDP(e_eps="11/10"),) * 100, (1.1,) * 100)


def answer(question: Question) -> float:
    """What concomp says, rounded up."""
    curve = compose_renyi([curve_of(loss) for loss in question.losses])
    return float(to_approximate(curve, DELTA).epsilon)


def dp_accounting(question: Question) -> float:
    """Rényi divergences at 60 orders."""
    import dp_accounting as library
    from dp_accounting.rdp import RdpAccountant

    accountant = RdpAccountant(ORDERS, library.NeighboringRelation.REPLACE_ONE)
    for number in question.floats:
        event = (
            library.GaussianDpEvent(number)
            if question.is_gaussian
            else library.RandomizedResponseDpEvent(2 / (1 + number), 2)
        )
        accountant.compose(event)
    return float(accountant.get_epsilon(float(DELTA)))


def autodp(question: Question) -> float:
    """Rényi divergences as functions, minimised over real orders."""
    from autodp import mechanism_zoo, transformer_zoo

    made = [
        mechanism_zoo.GaussianMechanism(number)
        if question.is_gaussian
        else mechanism_zoo.RandresponseMechanism(number / (1 + number))
        for number in question.floats
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        composed = transformer_zoo.Composition()(made, [1] * len(made))
        return float(composed.get_approxDP(float(DELTA)))


PEERS: dict[str, Callable[[Question], float]] = {"dp_accounting": dp_accounting, "autodp": autodp}


def lines() -> Iterator[str]:
    """The tables."""
    peers = {name: peer for name, peer in PEERS.items() if find_spec(name)}
    yield f"Rényi divergences: the least eps for delta = {float(DELTA):.0e}; dp_accounting has {len(ORDERS)} orders"
    yield from (f"{name} is not installed: {INSTALL}" for name in PEERS if name not in peers)
    yield from columns([HEADING, *(row for question in questions() for row in compared(question, peers))])
    exact = best_composition((with_e_eps("11/10"),) * 100).least_e_eps(DELTA)
    assert exact is not None
    yield f"Of the last list the least eps there is, by optimal composition, is {epsilon_above(exact.high):.10g}"
    yield ""
    yield "What compositions ought to take at most, in seconds of the processor"
    yield from table(figures())


def compared(question: Question, peers: dict[str, Callable[[Question], float]]) -> Iterator[tuple[str, ...]]:
    """The rows of one list, concomp first; AssertionError if a peer says less by more than rounding."""
    found = answer(question)
    works = {"concomp": answer, **peers}
    times = in_turns({name: partial(work, question) for name, work in works.items()})
    yield question.title, "concomp", times["concomp"].seconds, "1", f"{found:.12g}", "0"
    for name, peer in peers.items():
        said = peer(question)
        if said < found * (1 - NOISE):
            raise AssertionError(f"{question.title}: {name} says {said}, less than {found}")
        ratio = min(times[name].cpu) / min(times["concomp"].cpu)
        yield "", name, times[name].seconds, f"{ratio:.1f}", f"{said:.12g}", f"{said - found:+.1e}"


def figures() -> Iterator[Figure]:
    """The figures of compositions without a peer."""
    composed = compose_trade_offs([SEGMENTS] * COUNT)
    points = [RationalLoss(Fraction(4) ** power) for power in (400, 470)]
    seconds, deltas = _timed(lambda: [composed.delta(point) for point in points])
    gap = max(float(delta.high - delta.low) for delta in deltas)
    if gap > 1e-12:
        raise AssertionError(f"a delta of the tensor power is known to {gap} only")
    yield Figure("tensor power 1000 of three segments, delta at two E", seconds, 1, "s", f"bounds within {gap:.0e}")
    seconds, found = _timed(lambda: to_approximate(sparse_curve([curve_of(ZCDP("1/100"))] * 50, 2), DELTA))
    yield Figure("2 of 50 zCDP mechanisms, least eps", seconds, 1, "s", f"{float(found.epsilon):.6g}")


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    start = process_time()
    found = work()
    return process_time() - start, found
