"""The privacy-loss law of a mechanism.

What a mechanism reveals about which of two neighbouring data sets it was given, in whichever order, is at most what a
*mixture of randomised responses* reveals: with probability w_ε it responds with loss ε, with some probability it
exposes the bit. Its profile is δ(E) = exposed + Σ w_ε · (e^ε − E)₊/(1 + e^ε), and every profile that bounds both orders
is one of such a mixture. So privacy parameters (ε, δ) are the law of one response, and laws compose like responses do.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb

from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, RationalLoss, flint_rational
from concomp.model.laws.balls import precision
from concomp.model.numbers import ParameterError

BITS = 384
"""The precision of weights."""

Outcomes = tuple[tuple[Fraction, Fraction], ...]
"""The chances of each outcome in the two worlds."""


@dataclass(frozen=True, eq=False)
class PrivacyLossLaw:
    """The privacy-loss law of a mechanism, certified on both sides.

    name: of what it is the law, in words.
    responses: (loss, weight), the probability as a ball of responding with this loss; different losses.
    exposed: the probability that the bit is exposed. All that was cut off lies between the two ends: below, it is
    taken to reveal nothing, above, to expose the bit. Weights and this probability sum up to 1.
    attained: the chances, in the two worlds, of each outcome that some adversary sees; None if one attains the law.
    """

    name: str
    responses: tuple[tuple[PureLoss, arb], ...]
    exposed: Bounds
    attained: Outcomes | None = None

    def __repr__(self) -> str:
        return f"<privacy-loss law of {self.name}>"

    def delta(self, e_eps: Fraction) -> Bounds:
        """The least δ of the mechanism alone at E = e^ε ≥ 1."""
        with precision(BITS):
            point = arb(flint_rational(e_eps))
            excess = arb(0)
            for loss, weight in self.responses:
                odds = loss.power(1)
                if not odds < point:
                    excess += weight * (odds - point).max(arb(0)) / (1 + odds)
            found = bounds(excess)
        return Bounds(max(Fraction(0), found.low) + self.exposed.low, min(Fraction(1), found.high + self.exposed.high))


def law_of_parameters(parameters: PrivacyLoss) -> PrivacyLossLaw:
    """The law of a mechanism of which only (ε, δ) is known: one response, or the bit itself."""
    with precision(BITS):
        weight = arb(flint_rational(1 - parameters.delta))
    return PrivacyLossLaw(repr(parameters), ((parameters.loss, weight),), known(parameters.delta))


def law_of_profile(name: str, vertices: Sequence[tuple[Fraction, Fraction]]) -> PrivacyLossLaw:
    """The law with this profile: vertices (E, δ) in increasing E from 1 on, linear between, constant after the last.

    Raises ParameterError if there is no mechanism with such a profile in both orders.
    """
    edges = list(itertools.pairwise(vertices))
    slopes = [(low - high) / (right - left) for (left, high), (right, low) in edges] + [Fraction(0)]
    bends = zip((right for _, (right, _) in edges), itertools.pairwise(slopes), strict=True)
    weights = [(RationalLoss(e_eps), (1 + e_eps) * (after - before)) for e_eps, (before, after) in bends]
    exposed = vertices[-1][1] if vertices else Fraction(-1)
    nothing = 1 - exposed - sum((weight for _, weight in weights), Fraction(0))
    if exposed < 0 or vertices[0][0] != 1 or min([nothing, *(weight for _, weight in weights)]) < 0:
        raise ParameterError("the profile", tuple(vertices), "give one that is convex, from E = 1 on")
    listed = [(RationalLoss(Fraction(1)), nothing), *weights]
    with precision(BITS):
        responses = tuple((loss, arb(flint_rational(weight))) for loss, weight in listed if weight)
    return PrivacyLossLaw(name, responses, known(exposed))


def law_of_outcomes(
    name: str, vertices: Sequence[tuple[Fraction, Fraction]], views: Iterable[Outcomes]
) -> PrivacyLossLaw:
    """The law of a mechanism that answers once, which bounds both orders of the worlds.

    vertices: its profile, the larger of those of both orders. views: the outcomes of each question it may be asked.
    Raises ParameterError as `law_of_profile` does.
    """
    law = law_of_profile(name, vertices)
    most = max(views, key=_distance, default=())
    return law if _attains(most, vertices) else replace(law, attained=most)


def _distance(outcomes: Outcomes) -> Fraction:
    return _excess(outcomes, Fraction(1))


def _excess(outcomes: Outcomes, e_eps: Fraction) -> Fraction:
    return sum((max(Fraction(0), p - e_eps * q) for p, q in outcomes), Fraction(0))


def _attains(outcomes: Outcomes, vertices: Sequence[tuple[Fraction, Fraction]]) -> bool:
    """Whether the outcomes have this profile in both orders of the worlds."""
    # A convex function that meets a chord between its ends is the chord.
    between = [((left + right) / 2, (high + low) / 2) for (left, high), (right, low) in itertools.pairwise(vertices)]
    last, end = vertices[-1]
    exchanged = tuple((q, p) for p, q in outcomes)
    return all(
        _excess(each, e_eps) == delta
        for each in (outcomes, exchanged)
        for e_eps, delta in (*vertices, *between, (last + 1, end))
    )
