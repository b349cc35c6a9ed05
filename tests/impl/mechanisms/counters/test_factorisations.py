"""Factorisations: their figures, the certificates of the optimal ones, and why they are of integers."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from flint import arb

import concomp
from concomp.impl.mechanisms.counters.factorisations.bound import FACTOR, least_variance, resolvent
from concomp.impl.mechanisms.counters.factorisations.buffered import Buffered
from concomp.impl.mechanisms.counters.factorisations.factorisation import Factorisation
from concomp.impl.mechanisms.counters.factorisations.optimal import Optimal, certified_below, integers
from concomp.impl.mechanisms.counters.factorisations.square_root import SquareRoot, inverse_series
from concomp.impl.mechanisms.counters.factorisations.weights import AIMS, Aim
from concomp.impl.mechanisms.counters.factorised import KINDS, FactorisationCounter
from concomp.impl.mechanisms.functions import stream
from concomp.impl.mechanisms.tabled import Tabled
from concomp.impl.mechanisms.tables import Instance, listed
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond


def variance(factorisation: Factorisation, step: int) -> float:
    """At σ² = 1/(2ρ), when one item costs all of ρ."""
    return factorisation.squares * factorisation.spread(step)


def test_the_square_root_is_rounded_to_the_nearest() -> None:
    found = SquareRoot(60, 12).coefficients
    assert list(found) == [round(Fraction(comb(2 * k, k) << 12, 4**k)) for k in range(60)]


@pytest.mark.parametrize(("steps", "largest", "mean"), [(1 << 10, 10.71, 9.67), (1 << 14, 17.27, 15.94)])
def test_the_variance_of_the_square_root(steps: int, largest: float, mean: float) -> None:
    root = SquareRoot(steps, 12)
    real = np.cumprod(np.append(1, 1 - 1 / (2 * np.arange(1, steps))))
    squares = np.cumsum(real**2)
    found = np.array([variance(root, step) for step in range(steps)])
    assert found == pytest.approx(squares[-1] * squares, rel=1e-3)
    assert found[-1] == pytest.approx(squares[-1] ** 2, rel=1e-4)
    assert (round(found[-1], 2), round(found.mean(), 2)) == (largest, mean)


@pytest.mark.parametrize(("steps", "peer"), [(1 << 14, 17.330), (1 << 20, 30.274)])
def test_few_buffers_are_as_good_as_buffered_linear_toeplitz_noise(steps: int, peer: float) -> None:
    buffered = Buffered(steps, 12 + steps.bit_length() // 2)
    assert len(buffered.nodes) <= 13
    assert variance(buffered, steps - 1) < peer
    # On the way, too: the variance never falls.
    assert variance(buffered, steps // 2) < variance(buffered, steps - 1) == variance_of_all(buffered)


def variance_of_all(buffered: Buffered) -> float:
    return buffered.squares * buffered.largest_spread


def test_the_modes_of_few_buffers_are_those_of_the_series() -> None:
    buffered = Buffered(300, 20)
    decays = np.array([1 / (1 + float(y) ** 2) for y in buffered.nodes])
    weights = np.array(buffered.weights) / (1 << 40)
    series = np.append(1, (weights * decays ** np.arange(299)[:, None]).sum(axis=1))
    spreads = np.cumsum(np.cumsum(inverse_series(series)) ** 2)
    assert [buffered.spread(step) * 4**20 for step in (0, 1, 7, 299)] == pytest.approx(list(spreads[[0, 1, 7, 299]]))
    assert (series**2).sum() * 4**20 <= buffered.squares <= (series**2).sum() * 4**20 * (1 + 1e-4)


def test_a_residue_past_64_bits_stays_exact() -> None:
    memories = {factorisation: factorisation.memory() for factorisation in (SquareRoot(9, 12), Optimal(9, 16, "mean"))}
    for factorisation, memory in memories.items():
        first = 10**30 + 1 << factorisation.bits
        memory.add(first)
        assert memory.ahead() == int(factorisation_row(factorisation)) * (10**30 + 1)


def factorisation_row(factorisation: SquareRoot | Optimal) -> int:
    """R_10, by a residue that is small."""
    memory = factorisation.memory()
    memory.add(1 << factorisation.bits)
    return memory.ahead()


@pytest.mark.parametrize("kind", KINDS)
def test_the_finest_grid_is_one_of_exact_integers(kind: str) -> None:
    finest = KINDS[kind].finest
    factors = FactorisationCounter(64, rho=1, factorisation=kind, bits=finest).factors
    if isinstance(factors, Optimal):
        entries = integers(64, finest, factors.aim).astype(object)
        assert factors.squares == max(sum(entry**2 for entry in column) for column in entries.T)
    coarse = FactorisationCounter(64, rho=1, factorisation=kind).factors
    assert variance(factors, 63) == pytest.approx(variance(coarse, 63), rel=1e-3)
    with pytest.raises(concomp.ParameterError, match=f"bits is {finest + 1}: give an integer from 1 to {finest}"):
        FactorisationCounter(64, rho=1, factorisation=kind, bits=finest + 1)


def test_the_sum_that_bounds_a_root_is_no_larger() -> None:
    step = arb(2).log() / 2
    factor = step * 2 / arb.pi() / (1 + 2 * sum(((arb.pi() ** 2 * n / step).sech() for n in range(1, 9)), arb(0)))
    assert float(FACTOR) < factor < float(FACTOR) * (1 + 1e-11)


def test_the_recurrence_is_the_trace_of_a_resolvent() -> None:
    rows, columns = [3, 1, 4, 1], [2, 7, 1, 8]
    prefix = np.tril(np.ones((4, 4)))
    values = np.linalg.eigvals(prefix @ np.diag(columns) @ prefix.T @ np.diag(rows))
    assert float(resolvent(rows, columns, 4)) == pytest.approx(float((values / (values + 4)).sum().real))


OPTIMA = {("largest", 256): 6.41465, ("largest", 512): 7.54290, ("largest", 1024): 8.77027, ("mean", 1024): 8.73470}
"""The optimal variances at σ² = 1/(2ρ), to five places, as the certificates bound them below."""


QUICKLY = 256
CASES = [
    pytest.param(aim, steps, optimum, marks=() if steps <= QUICKLY else pytest.mark.full)
    for (aim, steps), optimum in OPTIMA.items()
]


def certified(aim: Aim, steps: int) -> Fraction:
    """What no variance is below; that of the optimal factorisation is just above it."""
    optimal, below = Optimal(steps, 16, aim), certified_below(steps, aim)
    variances = [variance(optimal, step) for step in range(steps)]
    found = max(variances) if aim == "largest" else sum(variances) / steps
    assert below < found < below * (1 + Fraction(1, 10_000))
    return below


@pytest.mark.parametrize(("aim", "steps", "optimum"), CASES)
def test_the_certificate_of_the_optimal_factorisation(aim: Aim, steps: int, optimum: float) -> None:
    assert round(float(certified(aim, steps)), 5) == optimum


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("steps", [1, 2, 3, 5, 40, pytest.param(1000, marks=pytest.mark.full)])
def test_each_number_of_steps_has_its_certificate(aim: Aim, steps: int) -> None:
    assert certified(aim, steps) > Fraction(999, 1000)


def test_wrong_weights_certify_less() -> None:
    equal = least_variance([1] * 256, [1] * 256)
    assert float(equal) < 6.37 < float(certified_below(256, "mean"))


@pytest.mark.parametrize(
    "factorisation", [pytest.param(kind, marks=() if kind == "square root" else pytest.mark.full) for kind in KINDS]
)
def test_an_audit_confirms_what_a_factorised_counter_loses(factorisation: str) -> None:
    counter = FactorisationCounter(2, rho="1/2", factorisation=factorisation)
    file = counter.to_audit(2)
    for delta in (Fraction(1, 2), Fraction(1, 10)):
        bound = counter.loss.at_delta(delta)
        assert concomp.audit(file, epsilon=bound.epsilon_up, delta=delta)
    assert not concomp.audit(file, e_eps=1, delta=Fraction(1, 10))


def test_without_a_grid_an_audit_refutes_it() -> None:
    """The square root of two steps is 1 and 1/2: after an item that differs, a number has another fraction."""

    def begin(randomness: Randomness) -> Respond:
        disturb, past = Tabled(-1, 3).gaussian(Fraction(5, 4)), Fraction(0)

        def respond(item: int) -> object:
            nonlocal past
            whole, fraction = divmod(item + past / 2, 1)
            past = Fraction(item)
            return disturb(int(whole), randomness) + fraction

        return respond

    file = listed(Instance(begin, stream(1, 1), (0, 1), 2))
    bound = FactorisationCounter(2, rho="1/2").loss.at_delta(Fraction(1, 2))
    assert not concomp.audit(file, epsilon=bound.epsilon_up, delta=Fraction(1, 2))
    assert not concomp.audit(file, e_eps=10**6, delta=Fraction(9, 10))
