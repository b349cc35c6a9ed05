"""The audit engine: the figures it ought to reach, and enumeration of adversaries beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path

from benchmarks.figures import Figure
from benchmarks.machines import beside_releases, ring, sparse_vector
from benchmarks.timing import in_turns
from concomp.door.mechanisms import subject
from concomp.impl.audit.bounds import STEPS as BOUND_STEPS
from concomp.impl.audit.bounds import bounds
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.measures.concentrated import least_rho
from concomp.impl.audit.setting import of_game, of_interleaving
from concomp.model.mechanisms.interleaving import FREE, Interleaving
from concomp.model.mechanisms.privacy import Game

E_EPS = Fraction(3, 2)
LONG_E = Fraction(2**2500)
"""About where the δ of the long walk is neither 0 nor 1."""
NARROW_E = Fraction(21, 20)
GAP = Fraction(1, 10**12)
RELATIVE = Fraction(1, 10**8)
STEPS = 10**9
EXAMPLES = Path(__file__).parents[1] / "examples"


def delta(game: Game) -> Fraction:
    """The least δ at E = 3/2, by the engine."""
    return max(Audit(of_game(game)).deltas(E_EPS))


def profile(game: Game) -> object:
    """The whole profile, by the engine."""
    return Audit(of_game(game), STEPS).curve


def certified(rounds: int, e_eps: Fraction) -> Fraction:
    """How far apart the bounds of δ are for a long walk on a ring of 100."""
    walk = ring(100, 1, rounds)
    low, high = bounds(of_game(walk), walk, BOUND_STEPS).delta(e_eps)
    return close(low, high)


def beside_laplace() -> Fraction:
    """How far apart the bounds of δ are for a sparse vector beside ten Laplace releases."""
    vector = sparse_vector(20, 6)
    low, high = bounds(of_interleaving(beside_releases(vector, 10)), vector, BOUND_STEPS).delta(E_EPS)
    return close(low, high)


def close(low: Fraction, high: Fraction) -> Fraction:
    """The gap of bounds; AssertionError if it is more than 1e-12, or nothing is known."""
    if not 0 < low <= high < 1 or high - low > GAP:
        raise AssertionError(f"bounds {float(low)} and {float(high)} are no certified value within {float(GAP)}")
    return high - low


def named(file: str) -> tuple[Fraction, Fraction]:
    """The least δ of both directions of an example whose kernels are named, exactly."""
    return Audit(subject(EXAMPLES / file).setting).deltas(NARROW_E)


def hidden_sum() -> Fraction:
    """How far apart the bounds of δ are for a clamped running sum of 64 items where any pairs may differ."""
    law = {"law": "two_sided_geometric", "ratio": "10/11"}
    kernel = {"law": "running_sum", "of": law, "clamp": [-16, 80]}
    low, high = (
        subject({"type": "cm", "kernel": kernel, "horizon": 64, "verification": {"kind": "any"}})
        .bounds(BOUND_STEPS)
        .delta(E_EPS)
    )
    if not 0 <= low <= high < 1:
        raise AssertionError(f"bounds {float(low)} and {float(high)} say nothing")
    return high - low


def moment_of_two() -> Fraction:
    """The larger moment of order 2 of two walks of 50 rounds, interleaved."""
    walks = Interleaving((ring(10, 2, 50), ring(4, 2, 50)), FREE, 100, lambda query, index: (index, query))
    found = [each for each in Audit(of_interleaving(walks)).moment(2) if each is not None]
    if len(found) < 2:
        raise AssertionError("a moment of walks is infinite")
    return max(found)


def certified_rho(game: Game) -> Fraction:
    """How far apart the bounds of the least ρ are, relative to it, in the worse direction; at every order at once."""
    audit = Audit(of_game(game))
    found = [least_rho(audit.divergences(suspected), None) for suspected in (0, 1)]
    gaps = [(rho.high - rho.low) / rho.high for rho in found if rho is not None]
    if len(gaps) < 2 or max(gaps) > RELATIVE:
        raise AssertionError(f"bounds of rho are {gaps} apart")
    return max(gaps)


def figures() -> Iterator[Figure]:
    """Processor seconds beside what is to be reached, and what they were before."""
    yield _figure("one E, 2 queries, 300 rounds, 4 states", lambda: delta(ring(4, 2, 300)), 0.5, "3.7")
    yield _figure("one E, 2 queries, 100 rounds, 10 states", lambda: delta(ring(10, 2, 100)), 0.1, "4.0")
    for rounds, limit, before in ((1000, 0.3, "1.6"), (2000, 2.0, "14")):
        work = f"profile, 1 query, {rounds} rounds, 100 states"
        yield _figure(work, partial(profile, ring(100, 1, rounds)), limit, before)
    long = "profile within 1e-12, 1 query, 10000 rounds, 100 states"
    yield _figure(long, lambda: certified(10_000, LONG_E), 60, "about 2400")
    yield _figure("profile, 2 queries, 80 rounds, 4 states", lambda: profile(ring(4, 2, 80)), 0.5, "4.1")
    yield _figure("one E, sparse vector, 20 queries, 13 thresholds", lambda: delta(sparse_vector(20, 6)), 3, "29")
    yield _figure("the same beside 10 Laplace releases, bounds", beside_laplace, 10, "refused")
    yield _figure("running counter, 64 queries", lambda: named("running_counter.json"), 10, "not written")
    vector = "AboveThreshold, 20 queries, beside 10 releases"
    yield _figure(vector, lambda: named("threshold_and_releases.json"), 10, "not written")
    yield _figure("binary tree, 32 leaves, clamped nodes", lambda: named("binary_tree.json"), 10, "not written")
    yield _figure("clamped running sum, any pairs, 64 queries, bounds", hidden_sum, 10, "refused")
    moment = "moment of order 2, two mechanisms of 50 rounds interleaved"
    yield _figure(moment, moment_of_two, 1, "the same")
    for name, machine in (("a walk", ring(10, 2, 10)), ("sparse vector", sparse_vector(10, 6))):
        yield _figure(f"certified zCDP, {name}, 10 rounds", partial(certified_rho, machine), 5, "not written")


def _figure(work: str, run: Callable[[], object], limit: float, before: str) -> Figure:
    times = in_turns({work: run})[work]
    remark = f"before {before}; least of {len(times.cpu)}, wall {min(times.wall):.3g} s"
    return Figure(work, min(times.cpu), limit, "s", remark)
