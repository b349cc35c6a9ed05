"""Dependent mechanisms: whole profiles, the best mechanism to add, the census of small models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from time import process_time
from typing import TypeVar

from benchmarks.figures import Figure
from concomp.impl.confounding.addition import cheapest
from concomp.impl.confounding.certified import certified_profile
from concomp.impl.confounding.region import Region
from concomp.impl.confounding.told import composed
from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.inverse import (
    Problem,
    extended,
    keeps,
    limits_of_privacy,
    reading_the_data,
    reading_the_secret,
)
from concomp.model.confounding.privacy import privacy_profile
from concomp.model.confounding.setting import Setting, all_pairs
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, Law
from concomp.model.laws.profile import Profile
from concomp.obligations.checks.zhang24.incomparable import census

T = TypeVar("T")
SECRETS, DATA, OUTPUTS, DENOMINATOR = 4, 64, 8, 100
DELTA = Fraction(1, 50)
COUNTS = {2: (72, 12), 3: (556, 224), 4: (2288, 1492)}
"""Denominator ↦ in how many dependent models the product tells more, and in how many neither does."""


def figures() -> Iterator[Figure]:
    """Exact profiles beside the definition on fewer mechanisms, floats, linear programs, and the census."""
    deployed, few = deployment(5), deployment(3)
    seconds, exact = _timed(lambda: _profile(deployed))
    title = f"{SECRETS} secrets, {DATA} data, 5 mechanisms of {OUTPUTS} outputs: profile"
    yield Figure(f"{title}, exact", seconds, 3, "s", f"{len(exact.vertices)} vertices")
    seconds, floats = _timed(lambda: certified_profile(deployed))
    gap = max(Fraction(floats(e_eps)) - exact(e_eps) for e_eps in (ONE, Fraction(11, 10), Fraction(3, 2)))
    if not 0 <= gap <= Fraction(1, 10**9):
        raise AssertionError(f"floats are {float(gap)} above the exact profile")
    yield Figure(f"{title}, certified floats", seconds, 0.3, "s", f"at most {float(gap):.0e} above")
    fast, mine = _timed(lambda: _profile(few))
    slow, defined = _timed(lambda: privacy_profile(few.true, few.setting.pairs))
    if mine != defined:
        raise AssertionError("the profile of three mechanisms is not that of the definition")
    yield Figure("3 of these mechanisms: exact, at most the definition's time", fast, slow, "s", f"{slow / fast:.0f} ×")
    yield from additions()
    seconds, counted = _timed(lambda: {denominator: census(denominator) for denominator in COUNTS})
    found = {denominator: (counts["second"], counts["incomparable"]) for denominator, counts in counted.items()}
    if found != COUNTS or any(set(counts) - {"second", "incomparable"} for counts in counted.values()):
        raise AssertionError(f"the census has other numbers: {counted}")
    shown = "; ".join(f"k/{denominator}: N {more}, neither {none}" for denominator, (more, none) in found.items())
    yield Figure("census of all 2×2×2×2 models, denominators to 4", seconds, 60, "s", shown)


def additions() -> Iterator[Figure]:
    """The best mechanism to add to 64 joint answers, of 16 outputs, verified by the definition."""
    deployed, random = deployment(2), Random(7)
    outputs = tuple(f"output {k}" for k in range(16))
    losses = {s: {y: Fraction(random.randrange(20)) for y in outputs} for s in deployed.setting.data}
    for reads, seen in (
        ("secret", reading_the_secret(deployed.true)),
        ("data", reading_the_data(deployed.setting, deployed.joint)),
    ):
        needed = Region(composed(deployed), deployed.setting.pairs).least_e_eps(DELTA)
        assert needed is not None
        limits = limits_of_privacy(deployed.setting.pairs, PrivacyParameters(needed * Fraction(3, 2), DELTA))
        problem = Problem(deployed.setting.prior, seen, outputs, limits, lambda s, y: losses[s][y])
        seconds, gap = _timed(lambda problem=problem: _gap(problem))  # type: ignore[misc]
        unknowns = (len(problem.inputs) + len(limits) * len(problem.told)) * len(outputs)
        yield Figure(f"{unknowns} unknowns, reading the {reads}, verified", seconds, 10, "s", f"gap {float(gap):.0e}")


def _gap(problem: Problem[str]) -> Fraction:
    """How far what is found is above the bound; AssertionError if it does not keep a limit."""
    found = cheapest(problem)
    told = extended(problem.seen, found.kernel)
    if not all(keeps(told, limit) for limit in problem.limits):
        raise AssertionError("what is found does not keep the target")
    return found.cost - found.bound


def deployment(mechanisms: int) -> Deployment:
    """So many mechanisms on random data, all weights with one denominator."""
    random = Random(mechanisms)

    def law(names: list[str]) -> Law[str]:
        return Law.gather((random.choice(names), Fraction(1, DENOMINATOR)) for _ in range(DENOMINATOR))

    secrets, names, answers = (
        [f"{kind}{k}" for k in range(n)] for kind, n in zip("sxy", (SECRETS, DATA, OUTPUTS), strict=True)
    )
    data = {s: law(names) for s in secrets}
    values = list(dict.fromkeys(x for each in data.values() for x in each))
    kernels = {f"m{k}": {x: law(answers) for x in values} for k in range(mechanisms)}
    return Deployment(Setting(Law.uniform(secrets), data, all_pairs(secrets)), kernels)


def _profile(deployed: Deployment) -> Profile:
    return Region(composed(deployed), deployed.setting.pairs).profile


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    start = process_time()
    found = work()
    return process_time() - start, found
