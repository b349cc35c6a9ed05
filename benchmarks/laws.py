"""Composition by privacy-loss laws beside a peer's privacy-loss distributions of the same noise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log

from benchmarks.peers import Claim, Peer, dp_accounting_gaussians, dp_accounting_laplace
from benchmarks.timing import in_turns
from concomp.impl.accounting.laws.composition import compose_laws
from concomp.impl.accounting.laws.law import PrivacyLossLaw
from concomp.impl.accounting.laws.noise import discrete_gaussian, discrete_laplace
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.display import epsilon_above
from concomp.impl.accounting.parameters import RationalLoss
from concomp.report.text import columns

HEADING = ("list", "who", "least / median, cpu", "delta at E", "least eps", "eps - truth")
CLOSE = Fraction(1, 10**12)
E_EPS, DELTA = Fraction(2), Fraction(1, 10**6)


@dataclass(frozen=True)
class Noise:
    """So many mechanisms with noise: a width, and the largest change of what it is added to."""

    kind: str
    width: int
    sensitivity: int
    count: int

    @property
    def title(self) -> str:
        """The list in a few words."""
        return f"{self.count} {self.kind} {self.width}, sensitivity {self.sensitivity}"

    def law(self) -> PrivacyLossLaw:
        """The law of one of them."""
        if self.kind == "discrete Gaussian, sigma":
            return discrete_gaussian(self.width**2, self.sensitivity)
        return discrete_laplace(self.width, self.sensitivity)

    def claim(self) -> Claim:
        """What the peer says about them."""
        peer = dp_accounting_gaussians if self.kind == "discrete Gaussian, sigma" else dp_accounting_laplace
        return peer(self.width, self.sensitivity, self.count, log(E_EPS), float(DELTA))


LISTS = (
    *(Noise("discrete Gaussian, sigma", *each) for each in ((10, 1, 100), (30, 1, 1000), (100, 7, 100))),
    Noise("discrete Laplace, scale", 10, 3, 100),
)


def answer(noise: Noise) -> tuple[Bounds, Bounds]:
    """The least δ at E, and the least E for δ; AssertionError if their bounds are not as close as is said."""
    composed = compose_laws([noise.law()] * noise.count)
    delta, least = composed.delta(RationalLoss(E_EPS)), composed.least_e_eps(DELTA)
    if least is None or any(each.high - each.low > CLOSE * each.low for each in (delta, least)):
        raise AssertionError(f"{noise.title}: bounds are too far apart")
    return delta, least


def lines(peers: Mapping[str, Peer]) -> Iterator[str]:
    """The table."""
    yield f"Noise by its privacy-loss law, delta at E = {E_EPS} and the least eps for delta = {float(DELTA):.0e}"
    yield from columns([HEADING, *(row for noise in LISTS for row in _rows(noise, "dp_accounting" in peers))])


def _rows(noise: Noise, beside: bool) -> Iterator[tuple[str, ...]]:
    delta, least = answer(noise)
    truth = epsilon_above(least.high)
    works = {"concomp": lambda: answer(noise)} | ({"dp_accounting": noise.claim} if beside else {})
    times = in_turns(works)
    yield noise.title, "concomp", times["concomp"].seconds, f"{float(delta.high):.12g}", f"{truth:.12g}", "0"
    if beside:
        claim = noise.claim()
        off = f"{claim.high - truth:+.1e}"
        yield "", "dp_accounting", times["dp_accounting"].seconds, f"{claim.delta:.12g}", f"{claim.high:.12g}", off
