"""The audit engine: the figures it ought to reach, and enumeration of adversaries beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from benchmarks.figures import Figure
from benchmarks.machines import ring
from benchmarks.timing import in_turns
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_game
from concomp.model.mechanisms.privacy import Game

E_EPS = Fraction(3, 2)
STEPS = 10**9


def delta(game: Game) -> Fraction:
    """The least δ at E = 3/2, by the engine."""
    return max(Audit(of_game(game)).deltas(E_EPS))


def profile(game: Game) -> object:
    """The whole profile, by the engine."""
    return Audit(of_game(game), STEPS).curve


def figures() -> Iterator[Figure]:
    """Processor seconds beside what is to be reached."""
    yield _figure("profile, 1 query, 100 rounds, 10 states", lambda: profile(ring(10, 1, 100)), 0.3)
    yield _figure("profile, 1 query, 100 rounds, 100 states", lambda: profile(ring(100, 1, 100)), 0.3)
    yield _figure("profile, 1 query, 1000 rounds, 100 states", lambda: profile(ring(100, 1, 1000)), 30)
    yield _figure("one E, 2 queries, 300 rounds, 4 states", lambda: delta(ring(4, 2, 300)), 10)


def _figure(work: str, run: Callable[[], object], limit: float) -> Figure:
    times = in_turns({work: run})[work]
    return Figure(work, min(times.cpu), limit, "s", f"least of {len(times.cpu)}, wall {min(times.wall):.3g} s")
