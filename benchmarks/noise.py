"""Exact noise by the operating system's randomness: one number, and a million at once; OpenDP beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec

from benchmarks.figures import Figure, table
from benchmarks.peers import INSTALL
from benchmarks.timing import in_turns, seconds
from concomp.impl.mechanisms.functions import Comparison, Guess
from concomp.impl.mechanisms.gaussian import DiscreteGaussian
from concomp.impl.mechanisms.guess_and_check import GuessAndCheck
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.specification import Specification
from concomp.impl.mechanisms.thresholds import AboveThreshold
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.samplers import Noise, gaussian_noise, geometric_noise, laplace_noise
from concomp.impl.noise.sources import SeededRandomness, SystemRandomness

SINGLE, MANY, OF_PEER = 20_000, 1_000_000, 500
WRONGS = 200
KINDS: dict[str, tuple[Noise, float, float]] = {
    "two-sided geometric, ratio 10/11": (geometric_noise("10/11"), 2, 0.1),
    "discrete Laplace, scale 10": (laplace_noise(10), 2, 0.1),
    "discrete Laplace, scale 1000": (laplace_noise(1000), 2, 0.1),
    "discrete Gaussian, variance 100": (gaussian_noise(100), 3, 0.15),
    "discrete Gaussian, variance 10^6": (gaussian_noise(10**6), 3, 0.15),
}
"""What is drawn, with the microseconds that a number should take at most, one by one and of a million."""
MECHANISMS: dict[str, tuple[Specification, object, float]] = {
    "a number by DiscreteLaplace": (DiscreteLaplace(2), 5, 2),
    "a number by DiscreteGaussian": (DiscreteGaussian("1/200"), 5, 3),
    "a comparison by AboveThreshold": (
        AboveThreshold(threshold_ratio="10/11", query_ratio="20/21"),
        Comparison(value=0, threshold=10**6),
        3,
    ),
}
"""What answers which message, with the microseconds that it should take at most."""


def lines() -> Iterator[str]:
    """The figures, then those of the peer."""
    yield "Exact noise: microseconds a number, one by one and a million at once"
    yield from table(figures())
    yield from table(of_mechanisms())
    yield from table(of_guesses())
    if find_spec("opendp"):
        yield from table(beside_opendp())
    else:
        yield f"opendp is not installed: {INSTALL}"


def figures() -> Iterator[Figure]:
    """The figures."""
    randomness = SystemRandomness()
    for name, (noise, single, many) in KINDS.items():
        one_by_one = repeated(partial(noise.draw, randomness), SINGLE)
        yield Figure(name, seconds(one_by_one) / SINGLE * 1e6, single, "µs")
        at_once = partial(noise.draw_many, MANY, randomness)
        yield Figure(f"{name}, at once", seconds(at_once) / MANY * 1e6, many, "µs")


def of_mechanisms() -> Iterator[Figure]:
    """The time of an answer of a mechanism, outside a session."""
    randomness = SystemRandomness()
    for name, (mechanism, message, limit) in MECHANISMS.items():
        answers = repeated(partial(mechanism.begin(randomness), message), SINGLE)
        yield Figure(name, seconds(answers) / SINGLE * 1e6, limit, "µs")


def of_guesses() -> Iterator[Figure]:
    """The time of a guess by guess-and-check: of many that pass, and of as many as may be wrong."""
    for generator, randomness, limit in (("system", SystemRandomness(), 30), ("seeded", SeededRandomness(1), 10)):
        for said, tolerance in (("passes", 10**6), ("is wrong", 0)):
            mechanism = GuessAndCheck(10**9, wrongs=WRONGS, tolerance=tolerance)
            taken = seconds(repeated(partial(conversation, mechanism, randomness), SINGLE // WRONGS)) / SINGLE * 1e6
            yield Figure(f"a guess that {said} by GuessAndCheck, {generator} generator", taken, limit, "µs")


def conversation(mechanism: Specification, randomness: Randomness) -> None:
    """Many guesses, each far above what it is a guess of."""
    repeated(partial(mechanism.begin(randomness), Guess(value=0, guess=1000)), WRONGS)()


def beside_opendp() -> Iterator[Figure]:
    """The time of a number beside OpenDP's, in turns."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    peer, noise, randomness = dp.m.make_laplace(*space, scale=10.0), laplace_noise(10), SystemRandomness()
    times = in_turns(
        {
            "ours": repeated(lambda: noise.draw(randomness), OF_PEER),
            "theirs": repeated(lambda: peer(0), OF_PEER),
        }
    )
    ours, theirs = (min(times[name].cpu) / OF_PEER * 1e6 for name in ("ours", "theirs"))
    yield Figure("discrete Laplace, scale 10, beside OpenDP's", ours, theirs, "µs")


def repeated(work: Callable[[], object], times: int) -> Callable[[], None]:
    """The work so many times."""

    def run() -> None:
        for _ in range(times):
            work()

    return run
