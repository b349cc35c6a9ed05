"""The composition of a fixed list of mechanisms: of each, its parameters are known, its privacy-loss law, or a profile.

A mechanism that answers once loses what its law says. One that is asked again and again may have a profile that no
single law reaches; of it, one point (E, δ) counts, as a randomised response with these parameters (HSV26 Lemma 4.7).
Whichever points are taken, the bound from above holds; the least of several is given. From below, what is attained
without some of the mechanisms is attained with them: each profile by itself, and all that have none.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Protocol

from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.laws.composition import compose_laws
from concomp.impl.accounting.laws.law import PrivacyLossLaw, law_of_parameters
from concomp.impl.accounting.losses import epsilon_of, rational_bounds
from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.lattice_composition import COMPONENTS
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, with_e_eps
from concomp.model.laws.profile import Profile
from concomp.model.numbers import ParameterError

CHOICES = 64
"""The most choices of points that are compared."""


@dataclass(frozen=True, eq=False)
class ProfilePoints:
    """A mechanism that is asked again and again, and its exact profile: each vertex is parameters that hold."""

    name: str
    profile: Profile

    @cached_property
    def points(self) -> tuple[PrivacyLoss, ...]:
        """The parameters at the vertices."""
        return tuple(with_e_eps(e_eps, delta) for e_eps, delta in self.profile.vertices)


Component = PrivacyLoss | PrivacyLossLaw | ProfilePoints


class Composition(Protocol):
    """The composition of a fixed list, asked by a loss or by δ."""

    def delta(self, loss: PureLoss) -> Bounds:
        """The least δ at a loss, exactly or between bounds."""

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        """The least E = e^ε for a δ; None if none is enough."""

    def least_epsilon(self, delta: Fraction) -> Bounds | None:
        """The least ε for a δ; None if none is enough."""

    @property
    def delta_in_the_end(self) -> Bounds:
        """The δ that is left however large ε is."""


@dataclass(frozen=True)
class Alone:
    """A mechanism by itself, of which the profile is known exactly."""

    profile: Profile

    def delta(self, loss: PureLoss) -> Bounds:
        """The least δ at a loss."""
        low, high = rational_bounds(loss)
        return Bounds(self.profile(high), self.profile(low))

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        """The least E = e^ε for a δ; None if none is enough."""
        least = self.profile.least_e_eps(delta)
        return None if least is None else known(least)

    def least_epsilon(self, delta: Fraction) -> Bounds | None:
        """The least ε for a δ; None if none is enough."""
        least = self.least_e_eps(delta)
        return None if least is None else epsilon_of(least)

    @property
    def delta_in_the_end(self) -> Bounds:
        """The δ that is left however large ε is."""
        return known(self.profile.vertices[-1][1])


@dataclass(frozen=True)
class Between:
    """The best of several compositions that bound the same mechanisms from above, and what bounds them from below.

    above: each bounds all the mechanisms. below: what some of them attain.
    """

    above: tuple[Composition, ...]
    below: tuple[Composition, ...]

    def delta(self, loss: PureLoss) -> Bounds:
        """Bounds of the least δ at a loss."""
        return _between([each.delta(loss) for each in self.above], [each.delta(loss) for each in self.below])

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        """Bounds of the least E for a δ; None if none is enough, Undecided if that is not known."""
        return self._least(lambda each: each.least_e_eps(delta))

    def least_epsilon(self, delta: Fraction) -> Bounds | None:
        """Bounds of the least ε for a δ; None if none is enough, Undecided if that is not known."""
        return self._least(lambda each: each.least_epsilon(delta))

    @property
    def delta_in_the_end(self) -> Bounds:
        """The δ that is left however large ε is."""
        return _between([each.delta_in_the_end for each in self.above], [each.delta_in_the_end for each in self.below])

    def _least(self, ask: Callable[[Composition], Bounds | None]) -> Bounds | None:
        attained = [each for each in map(ask, self.below) if each is not None]
        if len(attained) < len(self.below):
            return None
        enough = [each for each in map(ask, self.above) if each is not None]
        if not enough:
            raise Undecided("no E is enough at any points of the profiles, which do not say that none is")
        return _between(enough, attained)


def _between(above: Sequence[Bounds], below: Sequence[Bounds]) -> Bounds:
    high = min(each.high for each in above)
    return Bounds(min(high, max(each.low for each in below)), high)


def compose_mechanisms(components: Sequence[Component]) -> Composition:
    """The composition of a fixed list of mechanisms; ParameterError if it is empty or too long."""
    if not 1 <= len(components) <= COMPONENTS:
        raise ParameterError("the number of components", len(components), f"give between 1 and {COMPONENTS}")
    distinct = list({id(each): each for each in components if isinstance(each, ProfilePoints)}.values())
    most = _points_each([len(each.points) for each in distinct])
    choices = itertools.product(*(_spread(each.points, most) for each in distinct))
    compositions = []
    for choice in choices:
        chosen = {id(each): point for each, point in zip(distinct, choice, strict=True)}
        compositions.append(_composition([chosen.get(id(each), each) for each in components]))
    if not distinct:
        return compositions[0]
    rest = [each for each in components if not isinstance(each, ProfilePoints)]
    below = (*(Alone(each.profile) for each in distinct), *([_composition(rest)] if rest else []))
    return Between(tuple(compositions), below)


def basis(components: Sequence[Component]) -> str:
    """By what the composition holds, in words."""
    kinds = {type(each) for each in components}
    if kinds == {PrivacyLoss}:
        return "optimal composition"
    if ProfilePoints in kinds:
        laws = ", the others by their privacy-loss laws" if PrivacyLossLaw in kinds else ""
        return f"composition by HSV26 Theorem 4.12 at a point of each profile{laws}"
    parameters = " and optimally by their parameters" if PrivacyLoss in kinds else ""
    return f"composition by privacy-loss laws{parameters}"


def _composition(components: Sequence[Component]) -> Composition:
    parameters = [each for each in components if isinstance(each, PrivacyLoss)]
    if len(parameters) == len(components):
        return fixed_list(parameters)
    # A long list mostly repeats a few objects, and so does the list of their laws.
    laws: dict[int, PrivacyLossLaw] = {}
    for each in components:
        if id(each) not in laws and not isinstance(each, ProfilePoints):
            laws[id(each)] = each if isinstance(each, PrivacyLossLaw) else law_of_parameters(each)
    return compose_laws([laws[id(each)] for each in components])


def _points_each(counts: Sequence[int]) -> int:
    """How many points of each profile are taken, so that there are at most CHOICES of all; at least one."""
    most = max(counts, default=1)
    while most > 1 and prod(min(count, most) for count in counts) > CHOICES:
        most -= 1
    return most


def _spread(points: tuple[PrivacyLoss, ...], most: int) -> tuple[PrivacyLoss, ...]:
    """So many of the points, over their whole length, the last one among them."""
    if len(points) <= most:
        return points
    return tuple(points[-1 - place * len(points) // most] for place in range(most))
