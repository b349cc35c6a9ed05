"""What is guaranteed: of a mechanism its privacy loss, of a session its budget, each under a measure.

Numbers are exact, as everywhere: text, integers, Fractions, Decimals; floats by `rounded_up` for a loss and
`rounded_down` for a budget.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Self

from concomp.impl.accounting.parameters import (
    PrivacyLoss,
    PureLoss,
    RationalLoss,
    flint_rational,
    logarithm,
    pure_loss,
)
from concomp.impl.accounting.rounding import ball_down, ball_up, root_down, root_up
from concomp.model.laws.measures import Measure
from concomp.model.laws.trade_off import TradeOff, inverse, lower_hull
from concomp.model.numbers import (
    Exact,
    NumberError,
    ParameterError,
    exact,
    exact_delta,
    exact_probability,
    parameter,
    rational_text,
    value_text,
)

SMALLEST, LARGEST = Fraction(1, 10**300), Fraction(10**6)
"""The ρ, μ² and Rényi losses that are taken, besides 0."""
MOST_POINTS, SHOWN_POINTS = 1000, 6
"""The most points of a trade-off function that is taken, and that is shown in whole."""
LARGEST_EPSILON, LARGEST_E = 700, 10**304
"""The largest ε and E = e^ε that are taken."""


class _Known:
    """What can be made of numbers that are known to fit."""

    @classmethod
    def of(cls, **numbers: object) -> Self:
        """The guarantee with these attributes, which are not looked at."""
        known = object.__new__(cls)
        known.__dict__.update(numbers)
        return known


class _Pure(_Known):
    """What is guaranteed by an ε, which is given as itself or by E = e^ε."""

    loss: PureLoss

    @cached_property
    def epsilon_up(self) -> Fraction:
        """ε, or a rational just above it."""
        if isinstance(self.loss, RationalLoss):
            return Fraction(0) if self.loss.e_eps == 1 else ball_up(self.loss.logarithm)
        return self.loss.epsilon

    @cached_property
    def epsilon_down(self) -> Fraction:
        """ε, or a rational just below it."""
        if isinstance(self.loss, RationalLoss):
            return Fraction(0) if self.loss.e_eps == 1 else ball_down(self.loss.logarithm)
        return self.loss.epsilon

    @cached_property
    def e_eps_down(self) -> Fraction:
        """E = e^ε, or a rational just below it."""
        loss = self.loss
        return loss.e_eps if isinstance(loss, RationalLoss) else max(Fraction(1), ball_down(lambda: loss.power(1)))

    @property
    def fields(self) -> dict[str, str]:
        """Its numbers, as they are written in a file."""
        return _pure_fields(self.loss)


@dataclass(frozen=True, init=False, repr=False)
class PureDP(_Pure):
    """ε-differential privacy."""

    measure: ClassVar[Measure] = Measure.PURE
    loss: PureLoss

    def __init__(self, epsilon: Exact | None = None, *, e_eps: Exact | None = None) -> None:
        """Take ε or E = e^ε; ParameterError unless it is exactly one of them, and a loss of at most ε = 700."""
        object.__setattr__(self, "loss", _demand_moderate(pure_loss(epsilon, e_eps)))

    def __repr__(self) -> str:
        return f"PureDP({_arguments(self.fields)})"


@dataclass(frozen=True, init=False, repr=False)
class ApproxDP(_Pure):
    """(ε, δ)-differential privacy."""

    measure: ClassVar[Measure] = Measure.APPROXIMATE
    loss: PureLoss
    delta: Fraction

    def __init__(self, epsilon: Exact | None = None, delta: Exact = 0, *, e_eps: Exact | None = None) -> None:
        """Take ε or E = e^ε, and δ; ParameterError unless they are a loss of at most ε = 700 and a probability."""
        object.__setattr__(self, "loss", _demand_moderate(pure_loss(epsilon, e_eps)))
        object.__setattr__(self, "delta", parameter("delta", exact_delta, delta))

    @property
    def parameters(self) -> PrivacyLoss:
        """The same, as optimal composition takes it."""
        return PrivacyLoss(self.loss, self.delta)

    @property
    def fields(self) -> dict[str, str]:
        """Its numbers, as they are written in a file."""
        return {**_pure_fields(self.loss), "delta": rational_text(self.delta)}

    def __repr__(self) -> str:
        return f"ApproxDP({_arguments(self.fields)})"


@dataclass(frozen=True, init=False, repr=False)
class ZCDP(_Known):
    """ρ-zero-concentrated differential privacy: the Rényi divergence of every order α > 1 is at most ρα."""

    measure: ClassVar[Measure] = Measure.ZCDP
    rho: Fraction

    def __init__(self, rho: Exact, *, delta: Exact = 0) -> None:
        """Take ρ; ParameterError if it is negative, tiny or huge, and for a δ of approximate zCDP other than 0."""
        _demand_no_delta(delta, "zCDP", "ZCDP(rho).at_delta(d), with this delta and d added up")
        object.__setattr__(self, "rho", parameter("rho", exact_loss, rho))

    @property
    def fields(self) -> dict[str, str]:
        """Its numbers, as they are written in a file."""
        return {"rho": rational_text(self.rho)}

    def at_delta(self, delta: Exact) -> ApproxDP:
        """(ε, δ)-differential privacy that follows (Bun and Steinke 2016, Proposition 1.3): ε = ρ + 2√(ρ ln(1/δ)).

        ε is rounded up. Raises ParameterError unless δ is positive and at most 1, or where ε is huge.
        """
        number = parameter("delta", _positive_delta, delta)
        if self.rho == 0:
            return ApproxDP(0, number)
        rho = flint_rational(self.rho)
        return ApproxDP(ball_up(lambda: rho + 2 * (rho * logarithm(1 / number)).sqrt()), number)

    def __repr__(self) -> str:
        return f"ZCDP({_arguments(self.fields)})"


@dataclass(frozen=True, init=False, repr=False)
class RenyiDP(_Known):
    """Rényi differential privacy: at each order α, the Rényi divergence is at most its ε."""

    measure: ClassVar[Measure] = Measure.RENYI
    orders: tuple[tuple[Fraction, Fraction], ...]
    """(α, ε), sorted by α."""

    def __init__(self, losses: Mapping[Exact, Exact], *, delta: Exact = 0) -> None:
        """Take α ↦ ε.

        Raises ParameterError if there is none, an α is not above 1, an ε is negative, tiny or huge, and for a δ of
        approximate Rényi differential privacy other than 0.
        """
        _demand_no_delta(delta, "Rényi differential privacy", "ApproxDP(epsilon, delta), by what is known of one order")
        if not isinstance(losses, Mapping) or not losses:
            raise ParameterError("losses", losses, 'give an epsilon for each order, like {2: "1/10"}')
        read = {
            parameter("alpha", exact_order, order): parameter(
                f"epsilon at alpha = {value_text(order)}", exact_loss, loss
            )
            for order, loss in losses.items()
        }
        object.__setattr__(self, "orders", tuple(sorted(read.items())))

    @property
    def fields(self) -> dict[str, str]:
        """Its numbers, as they are written in a file."""
        return {rational_text(order): rational_text(loss) for order, loss in self.orders}

    def __repr__(self) -> str:
        return f"RenyiDP({{{', '.join(f'{_number(order)}: {_number(loss)}' for order, loss in self.orders)}}})"


@dataclass(frozen=True, init=False, repr=False)
class GaussianDP(_Known):
    """μ-Gaussian differential privacy, kept as μ², which adds up."""

    measure: ClassVar[Measure] = Measure.GAUSSIAN
    mu_squared: Fraction

    def __init__(self, mu: Exact) -> None:
        """Take μ; ParameterError if it is negative, tiny or huge."""
        object.__setattr__(self, "mu_squared", parameter("mu", exact_loss, mu) ** 2)

    @property
    def mu_up(self) -> Fraction:
        """μ, or a rational just above it."""
        return root_up(self.mu_squared)

    @property
    def mu_down(self) -> Fraction:
        """A rational just below μ."""
        return root_down(self.mu_squared)

    @property
    def fields(self) -> dict[str, str]:
        """Its numbers, as they are written in a file."""
        return {"mu_squared": rational_text(self.mu_squared)}

    def __repr__(self) -> str:
        mu = self.mu_up
        return f"GaussianDP({_number(mu)})" if mu**2 == self.mu_squared else f"<GaussianDP, mu² = {self.mu_squared}>"


@dataclass(frozen=True, init=False, repr=False)
class FDP(_Known):
    """f-differential privacy: in either order, the worlds are no easier to tell apart than the trade-off function says.

    The function is symmetric, f = f⁻¹ (HL16): what is known of one order only must not be taken for both.
    """

    measure: ClassVar[Measure] = Measure.FDP
    function: TradeOff

    def __init__(self, points: Mapping[Exact, Exact]) -> None:
        """Take α ↦ β, the points between which the function is linear; at least those at 0 and 1.

        Raises ParameterError for what is no trade-off function, convex with a value of at most 1 at 0, and 0 at 1; for
        one that is not symmetric; and for more than MOST_POINTS points.
        """
        object.__setattr__(self, "function", _trade_off(points))

    @property
    def fields(self) -> dict[str, str]:
        """Its numbers, as they are written in a file."""
        return {rational_text(alpha): rational_text(beta) for alpha, beta in self.function.vertices}

    def at_e_eps(self, e_eps: Exact) -> ApproxDP:
        """(ε, δ)-differential privacy that follows at E = e^ε, with the least δ; ParameterError unless E fits."""
        at = ApproxDP(e_eps=e_eps)
        number = parameter("e_eps", exact, e_eps)
        return ApproxDP.of(loss=at.loss, delta=max(1 - beta - number * alpha for alpha, beta in self.function.vertices))

    @property
    def parameters(self) -> tuple[ApproxDP, ...]:
        """The (ε, δ) that say the same together, for each E = e^ε ≥ 1 that is a slope of the function."""
        pieces = pairwise(self.function.vertices)
        slopes = [(high - low) / (right - left) for (left, high), (right, low) in pieces]
        return tuple(self.at_e_eps(slope) for slope in slopes if slope >= 1)

    def __repr__(self) -> str:
        points = self.function.vertices
        if len(points) > SHOWN_POINTS:
            return f"<FDP, {len(points)} points, {_number(points[0][1])} at 0>"
        return f"FDP({{{', '.join(f'{_number(alpha)}: {_number(beta)}' for alpha, beta in points)}}})"


Guarantee = PureDP | ApproxDP | ZCDP | RenyiDP | GaussianDP | FDP
GUARANTEES = frozenset({PureDP, ApproxDP, ZCDP, RenyiDP, GaussianDP, FDP})
"""The classes of guarantees; a subclass of one, whose numbers may be whatever it says, is none."""


def read_guarantee(measure: Measure, fields: Mapping[str, str]) -> Guarantee:
    """The guarantee with this measure that has these `fields`; ParameterError if none has them.

    It is made anew, of numbers that nobody else holds, and that are those of a loss.
    """
    try:
        read = _read(measure, fields)
    except (KeyError, NumberError, ParameterError):
        read = None
    if read is None or read.fields != fields:
        raise ParameterError("the loss", dict(fields), f"write a loss that is {measure} as its `fields` do")
    return read


def _read(measure: Measure, numbers: Mapping[str, str]) -> Guarantee | None:
    match measure:
        case Measure.PURE:
            return PureDP(numbers.get("epsilon"), e_eps=numbers.get("e_eps"))
        case Measure.APPROXIMATE:
            return ApproxDP(numbers.get("epsilon"), numbers["delta"], e_eps=numbers.get("e_eps"))
        case Measure.ZCDP:
            return ZCDP(numbers["rho"])
        case Measure.RENYI:
            return RenyiDP(dict[Exact, Exact](numbers.items()))
        case Measure.GAUSSIAN:
            return GaussianDP.of(mu_squared=_square(numbers["mu_squared"]))
        case Measure.FDP:
            return FDP(dict[Exact, Exact](numbers.items()))
    return None


def _pure_fields(loss: PureLoss) -> dict[str, str]:
    if isinstance(loss, RationalLoss):
        return {"e_eps": rational_text(loss.e_eps)}
    return {"epsilon": rational_text(loss.epsilon)}


def _demand_moderate(loss: PureLoss) -> PureLoss:
    if isinstance(loss, RationalLoss):
        if loss.e_eps > LARGEST_E:
            raise ParameterError("e_eps", loss.e_eps, "give an E of at most 1e304")
    elif loss.epsilon > LARGEST_EPSILON:
        raise ParameterError("epsilon", loss.epsilon, f"give an epsilon of at most {LARGEST_EPSILON}")
    return loss


def _demand_no_delta(delta: Exact, notion: str, conversion: str) -> None:
    """ParameterError for what is approximate, of which no theorem says that it adds up under interleaving."""
    if parameter("delta", exact_delta, delta):
        problem = f"no theorem says that approximate {notion} adds up where mechanisms are interleaved"
        raise ParameterError("delta", delta, f"{problem}: state it as (epsilon, delta), {conversion}")


def exact_loss(value: object) -> Fraction:
    """The ρ, μ or Rényi loss that `value` writes; NumberError unless it is 0 or moderate."""
    number = exact(value)
    if number and not SMALLEST <= number <= LARGEST:
        raise NumberError("give 0, or a number from 1e-300 to 1e6")
    return number


def _square(value: object) -> Fraction:
    number = exact(value)
    if number and not SMALLEST**2 <= number <= LARGEST**2:
        raise NumberError("give the square of a number from 1e-300 to 1e6")
    return number


def _trade_off(points: object) -> TradeOff:
    if not isinstance(points, Mapping) or not 2 <= len(points) <= MOST_POINTS:
        remedy = 'give its value at 0, at 1, and where it bends, like {0: "3/4", "3/8": "3/8", "3/4": 0, 1: 0}, '
        raise ParameterError("points", points, f"{remedy}at most {MOST_POINTS}")
    read = {parameter("alpha", exact_probability, alpha): _beta(alpha, beta) for alpha, beta in points.items()}
    if len(read) < len(points):
        raise ParameterError("points", points, "one alpha is written twice: give its value once")
    if 0 not in read or read.get(Fraction(1)) != 0:
        raise ParameterError("points", points, "a trade-off function goes from alpha = 0 to 1, where it is 0")
    function = lower_hull(read.items())
    above = next((alpha for alpha, beta in read.items() if function(alpha) < beta), None)
    if above is not None:
        remedy = f"a trade-off function is convex: at most {_number(function(above))} is left by the other points"
        raise ParameterError(f"beta at alpha = {_number(above)}", read[above], remedy)
    if inverse(function) != function:
        remedy = "it says different things of the two orders of the worlds: give a symmetric one, that holds in both: "
        raise ParameterError("points", points, f"{remedy}below both f and f^-1 if f was found for one order")
    return function


def _beta(alpha: object, beta: object) -> Fraction:
    return parameter(f"beta at alpha = {value_text(alpha)}", exact_probability, beta)


def exact_order(value: object) -> Fraction:
    """The order α that `value` writes; NumberError unless it is above 1 and moderate."""
    number = exact(value)
    if not 1 < number <= LARGEST:
        raise NumberError("give an order above 1, up to 1e6")
    return number


def _positive_delta(value: object) -> Fraction:
    number = exact_delta(value)
    if number == 0:
        raise NumberError("delta must be above 0: at 0 no epsilon is enough")
    return number


def _arguments(fields: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={_shown(text)}" for name, text in fields.items() if (name, text) != ("delta", "0"))


def _number(number: Fraction) -> str:
    return _shown(rational_text(number))


def _shown(text: str) -> str:
    """A number as one would write it; one that is long, by its first digits."""
    if len(text) <= 40:
        return text if text.isdigit() else repr(text)
    return f"~{float(Fraction(text)):.6g}"
