"""Privacy curves: δ as a function of ε, and ε as one of δ."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from concomp.door.answers import Claim, LeastDelta, LeastEpsilon, Quantity
from concomp.door.numbers import asked_delta
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.parameters import PureLoss, pure_loss
from concomp.model.numbers import Exact
from concomp.report.quantities import approximate, short

DIGITS = (12, 24, 48, 72)
"""The digits to which an E near e^ε is taken, one after the other, until a claim is decided."""


class Source(Protocol):
    """What a curve is computed from."""

    def delta(self, loss: PureLoss, digits: int) -> tuple[Bounds, Fraction | None]:
        """Bounds of the least δ at a loss, and the E just below e^ε that was taken to so many digits, if any."""

    def epsilon(self, delta: Fraction) -> tuple[Bounds, Bounds] | None:
        """Bounds of the least ε for a δ, and of E = e^ε; None if none suffices."""

    def reasons(self, bounds: Bounds) -> tuple[str, ...]:
        """Why bounds that it gave are apart, each in words; none where they are not, or it is not said."""

    def vertices(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The vertices (E, δ) of the curve over E ≥ 1."""

    def summary(self) -> str:
        """The curve in a few words."""


@dataclass(frozen=True, repr=False)
class PrivacyCurve(Quantity):
    """The least δ for every ε, of a mechanism or of a composition.

    scope: what it is about and against whom, in words.

    >>> import concomp
    >>> curve = concomp.compose([concomp.with_e_eps("3/2")] * 2)
    >>> curve.delta(e_eps=2).value
    Fraction(1, 25)
    >>> curve.epsilon(delta="1/25").e_eps.value
    Fraction(2, 1)
    """

    scope: str
    _source: Source = field(compare=False)

    def delta(self, *, epsilon: Exact | None = None, e_eps: Exact | None = None) -> LeastDelta:
        """The least δ at ε, or at E = e^ε ≥ 1; ParameterError unless exactly one of them is given."""
        return self._delta(pure_loss(epsilon, e_eps), DIGITS[0])

    def epsilon(self, *, delta: Exact) -> LeastEpsilon:
        """The least ε for a δ from 0 to 1."""
        asked = asked_delta(delta)
        found = self._source.epsilon(asked)
        epsilon, e_eps = (None, None) if found is None else found
        reasons = () if e_eps is None else self._source.reasons(e_eps)
        return LeastEpsilon(self.scope, asked, epsilon, e_eps, reasons)

    def claim(self, *, epsilon: Exact | None = None, e_eps: Exact | None = None, delta: Exact) -> Claim:
        """Whether (ε, δ)-DP holds; Undecided if the least δ is too close to this one."""
        asked = asked_delta(delta)
        least = self.delta(epsilon=epsilon, e_eps=e_eps)
        for digits in DIGITS:
            least = self._delta(least.loss, digits)
            if not least.bounds.low <= asked < least.bounds.high:
                return Claim(least, asked, least.bounds.high <= asked)
        low, high = approximate(least.bounds.low), approximate(least.bounds.high)
        why = f" ({'; '.join(least.reasons)})" if least.reasons else ""
        raise Undecided(
            f"the least δ lies between {low} and {high}{why}, on both sides of {short(asked)}: ask for another δ"
        )

    @property
    def vertices(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The curve itself: (E, δ) in increasing E from 1 on; linear in E between them, constant after the last.

        Raises ParameterError where they are not rational, or too many.
        """
        return self._source.vertices()

    def _delta(self, loss: PureLoss, digits: int) -> LeastDelta:
        bounds, chosen = self._source.delta(loss, digits)
        return LeastDelta(self.scope, loss, chosen, bounds, self._source.reasons(bounds))

    def __repr__(self) -> str:
        return f"<{self._source.summary()}: {self.scope}>"


Answer = PrivacyCurve | LeastDelta | LeastEpsilon | Claim


def answer(curve: PrivacyCurve, epsilon: Exact | None, e_eps: Exact | None, delta: Exact | None) -> Answer:
    """What a curve says about what is given: all of it, δ for an ε, ε for a δ, or whether both together hold."""
    if epsilon is None and e_eps is None:
        return curve if delta is None else curve.epsilon(delta=delta)
    if delta is None:
        return curve.delta(epsilon=epsilon, e_eps=e_eps)
    return curve.claim(epsilon=epsilon, e_eps=e_eps, delta=delta)
