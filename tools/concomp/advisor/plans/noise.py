"""Noise: what a mechanism that adds noise to a number loses.

Laplace noise of scale s on a query of sensitivity Δ, and its twin on the integers with weights proportional to
exp(−|x|/s), lose ε = Δ/s (Dwork, McSherry, Nissim and Smith 2006; Ghosh, Roughgarden and Sundararajan 2009). With
weights proportional to r^|x|, geometric noise, that is e^ε = r^(−Δ), a rational. Gaussian noise of standard deviation
σ, and the discrete Gaussian of parameter σ, which has weights proportional to exp(−x²/2σ²) on the integers, are
Δ²/(2σ²)-zCDP (Bun and Steinke 2016; Canonne, Kamath and Steinke 2020), and what is ρ-zCDP is
(ρ + 2·√(ρ·ln(1/δ)), δ)-DP for every δ > 0 (Bun and Steinke 2016, Proposition 1.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import Annotated, Literal

from flint import arb
from pydantic import BaseModel, ConfigDict, PlainValidator

from concomp.advisor.plans.errors import PlanError
from concomp.impl.accounting.guarantees import ZCDP, GaussianDP
from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.parameters import PrivacyLoss, flint_rational, with_e_eps, with_epsilon
from concomp.model.files.fields import field, refused
from concomp.model.laws.balls import precision
from concomp.model.numbers import NumberError, ParameterError, exact, rational_text, value_text

NoiseKind = Literal["laplace", "gaussian", "discrete laplace", "discrete gaussian", "geometric"]
TWINS: dict[NoiseKind, NoiseKind] = {"laplace": "discrete laplace", "gaussian": "discrete gaussian"}
"""The noise on integers that loses as much."""
PARAMETERS = {
    "laplace": "scale",
    "discrete laplace": "scale",
    "gaussian": "sigma",
    "discrete gaussian": "sigma",
    "geometric": "ratio",
}
BITS = 256
DIGITS = 10**6
"""An irrational ε is rounded up to a multiple of one in so many."""
LARGEST_POWER = 10_000


def _positive(value: object) -> Fraction:
    number = exact(value)
    if number <= 0:
        raise NumberError("write a number above 0")
    return number


def _ratio(value: object) -> Fraction:
    number = exact(value)
    if not 0 < number < 1:
        raise NumberError("write a ratio above 0 and below 1")
    return number


Positive = Annotated[Fraction, PlainValidator(field(_positive))]


def _range(value: object) -> tuple[int, int]:
    ends = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else []
    try:
        low, high = (exact(each) for each in ends)
    except (NumberError, ValueError):
        low = high = Fraction(0)
    if not low < high or {low.denominator, high.denominator} != {1}:
        raise refused('write the least and the largest integer that is answered, like ["-1000", "1000"]')
    return int(low), int(high)


Ratio = Annotated[Fraction, PlainValidator(field(_ratio))]
Range = Annotated[tuple[int, int], PlainValidator(_range)]


class Noise(BaseModel):
    """Noise that is added to a number.

    scale: of Laplace noise. sigma: the standard deviation of Gaussian noise, the parameter of the discrete one.
    ratio: of the weights of neighbouring integers, for geometric noise. sensitivity: the most by which the number
    differs between the two data sets, an integer for noise on integers; in the l1 norm for several numbers with noise
    each, in the l2 norm for Gaussian noise. range: the integers to which answers are rounded and clamped, the least and
    the largest; that is post-processing.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: NoiseKind
    scale: Positive | None = None
    sigma: Positive | None = None
    ratio: Ratio | None = None
    sensitivity: Positive = Fraction(1)
    range: Range | None = None

    @property
    def is_discrete(self) -> bool:
        """Whether the noise is on integers, or what is answered."""
        return self.kind not in TWINS or self.has_range

    @property
    def has_range(self) -> bool:
        """Whether there are finitely many answers."""
        return self.range is not None

    @property
    def is_gaussian(self) -> bool:
        """Whether it is Gaussian, discrete or not."""
        return self.sigma is not None

    @property
    def concentrated(self) -> Fraction:
        """ρ of the zero-concentrated privacy of Gaussian noise."""
        assert self.sigma is not None
        return self.sensitivity**2 / (2 * self.sigma**2)

    def twin(self) -> Noise:
        """The noise on integers that loses as much; this noise if it is on integers already.

        Where the sensitivity is a fraction p/q, the integers count steps of 1/q.
        """
        if self.is_discrete:
            return self
        steps = self.sensitivity.denominator
        scaled = {name: value * steps for name in PARAMETERS.values() if (value := getattr(self, name)) is not None}
        return self.model_copy(update={"kind": TWINS[self.kind], "sensitivity": self.sensitivity * steps, **scaled})

    def loss(self, delta: Fraction, place: str) -> PrivacyLoss:
        """The loss, where so large a δ is allowed; PlanError if a parameter or a δ is missing or does not fit, or if it
        loses more, or less, than the accounting takes.
        """
        self._demand_parameter(place)
        try:
            return self._loss(delta, place)
        except ParameterError as error:
            name = PARAMETERS[self.kind]
            remedy = f"with sensitivity {value_text(self.sensitivity)} {error}; give another {name} or sensitivity"
            raise PlanError(f"{place}: noise.{name}", value_text(getattr(self, name)), remedy) from None

    def in_measure(self, place: str) -> PrivacyLoss | ZCDP | GaussianDP:
        """The loss where no δ has to be chosen: of Gaussian noise μ or ρ, of other noise ε; PlanError as of `loss`."""
        if not self.is_gaussian:
            return self.loss(Fraction(0), place)
        self._demand_parameter(place)
        self._demand_whole(place)
        if self.kind == "gaussian":
            return GaussianDP.of(mu_squared=2 * self.concentrated)
        return ZCDP.of(rho=self.concentrated)

    def _demand_whole(self, place: str) -> None:
        if self.kind not in TWINS and self.sensitivity.denominator != 1:
            value = rational_text(self.sensitivity)
            remedy = "noise on integers needs a whole number: count in steps"
            raise PlanError(f"{place}: noise.sensitivity", value, remedy)

    def _loss(self, delta: Fraction, place: str) -> PrivacyLoss:
        self._demand_whole(place)
        if self.is_gaussian:
            return with_epsilon(self._epsilon_of_gaussian(delta, place), delta)
        if self.scale is not None:
            return with_epsilon(self.sensitivity / self.scale, delta)
        assert self.ratio is not None
        if self.sensitivity > LARGEST_POWER:
            value = rational_text(self.sensitivity)
            raise PlanError(f"{place}: noise.sensitivity", value, f"give at most {LARGEST_POWER}, or Laplace noise")
        return with_e_eps(1 / self.ratio ** int(self.sensitivity), delta)

    def _demand_parameter(self, place: str) -> None:
        """PlanError unless the parameter of this kind of noise is given, and no other."""
        wanted = PARAMETERS[self.kind]
        for name in dict.fromkeys(PARAMETERS.values()):
            given = getattr(self, name)
            if name == wanted and given is None:
                raise PlanError(f"{place}: noise.{name}", "missing", f"{self.kind} noise has one: add it")
            if name != wanted and given is not None:
                remedy = f"{self.kind} noise has none: remove it, and give {wanted}"
                raise PlanError(f"{place}: noise.{name}", rational_text(given), remedy)

    def _epsilon_of_gaussian(self, delta: Fraction, place: str) -> Fraction:
        """ρ + 2·√(ρ·ln(1/δ)), rounded up."""
        if delta == 0:
            raise PlanError(f"{place}: delta", "0", "Gaussian noise has no pure loss: give a delta above 0, like 1e-6")
        with precision(BITS):
            rho = arb(flint_rational(self.concentrated))
            found = bounds(rho + 2 * (rho * -arb(flint_rational(delta)).log()).sqrt())
        return Fraction(ceil(found.high * DIGITS), DIGITS)


def noise_text(noise: Noise) -> str:
    """The noise in words, like "Laplace noise of scale 10"."""
    name = noise.kind.replace("laplace", "Laplace").replace("gaussian", "Gaussian")
    parameter = PARAMETERS[noise.kind]
    return f"{name} noise of {parameter} {rational_text(getattr(noise, parameter))}"


def loss_text(noise: Noise) -> str:
    """What noise loses by its parameters, in words, like "eps = 1/10"."""
    if noise.is_gaussian:
        rho = rational_text(noise.concentrated)
        return f"rho = {rho} in zero-concentrated privacy, so (rho + 2 sqrt(rho ln(1/delta)), delta) for every delta"
    if noise.scale is not None:
        return f"eps = {rational_text(noise.sensitivity / noise.scale)}"
    assert noise.ratio is not None
    return f"E = {rational_text(1 / noise.ratio ** int(noise.sensitivity))}"
