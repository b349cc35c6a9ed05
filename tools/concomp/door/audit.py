"""The exact privacy of a finite mechanism against every adaptive adversary."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import overload

from concomp.door.answers import Claim, LeastDelta, LeastEpsilon
from concomp.door.curves import Answer, PrivacyCurve, answer
from concomp.door.mechanisms import Mechanism, Subject, subject
from concomp.impl.accounting.losses import decimals_around, epsilon_of
from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.parameters import PureLoss
from concomp.impl.audit.bounds import STEPS as BOUND_STEPS
from concomp.impl.audit.engine import STEPS
from concomp.impl.audit.engine import Audit as Engine
from concomp.impl.audit.sides import Bounds as CertifiedBounds
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import Exact
from concomp.report.quantities import short

VERTICES = 6
"""The most vertices of a curve that are printed."""


@dataclass(frozen=True, eq=False)
class _Audit:
    """The source of the curve of a mechanism: exact, or between certified bounds where that takes too much."""

    subject: Subject
    of: Engine

    def delta(self, loss: PureLoss, digits: int) -> tuple[Bounds, Fraction | None]:
        around = decimals_around(loss, digits)
        try:
            low, high = (max(self.of.deltas(e_eps)) for e_eps in (around.high, around.low))
        except TooLarge:
            low, high = self._between.delta(around.high)[0], self._between.delta(around.low)[1]
        return Bounds(low, high), None if around.is_exact else around.low

    def epsilon(self, delta: Fraction) -> tuple[Bounds, Bounds] | None:
        try:
            least = self.of.curve.profile().least_e_eps(delta)
        except TooLarge:
            return self._epsilon_between(delta)
        return None if least is None else (epsilon_of(known(least)), known(least))

    def _epsilon_between(self, delta: Fraction) -> tuple[Bounds, Bounds]:
        low, high = self._between.least_e_eps(delta)
        if high is None:
            raise Undecided(f"no ε is known to suffice for δ = {short(delta)}: ask for another δ, or lower the horizon")
        e_eps = Bounds(low, high)
        return epsilon_of(e_eps), e_eps

    def reasons(self, bounds: Bounds) -> tuple[str, ...]:
        is_certified = "_between" in self.__dict__ and bounds.low != bounds.high
        return self._between.reasons if is_certified else ()

    @cached_property
    def _between(self) -> CertifiedBounds:
        return self.subject.bounds(BOUND_STEPS)

    def vertices(self) -> tuple[tuple[Fraction, Fraction], ...]:
        return self.of.curve.profile().vertices

    def summary(self) -> str:
        listed = self.vertices()
        points = ", ".join(f"{short(delta)} at E = {short(e_eps)}" for e_eps, delta in listed[:VERTICES])
        more = f" and {len(listed) - VERTICES} more" * (len(listed) > VERTICES)
        return f"δ = {points}{more}, linear between"


@overload
def audit(mechanism: Mechanism) -> PrivacyCurve: ...


@overload
def audit(mechanism: Mechanism, *, epsilon: Exact) -> LeastDelta: ...


@overload
def audit(mechanism: Mechanism, *, e_eps: Exact) -> LeastDelta: ...


@overload
def audit(mechanism: Mechanism, *, delta: Exact) -> LeastEpsilon: ...


@overload
def audit(mechanism: Mechanism, *, epsilon: Exact, delta: Exact) -> Claim: ...


@overload
def audit(mechanism: Mechanism, *, e_eps: Exact, delta: Exact) -> Claim: ...


def audit(
    mechanism: Mechanism,
    *,
    epsilon: Exact | None = None,
    e_eps: Exact | None = None,
    delta: Exact | None = None,
) -> Answer:
    """Compute the exact privacy of a mechanism against every adaptive adversary (HSV26 Definitions 2.13 and 3.7).

    mechanism: a `game`; a pair of laws, for a mechanism that answers once; or a mechanism file, as its path or as what
    it holds.
    epsilon, e_eps: an ε ≥ 0, or an E = e^ε ≥ 1, for which the least δ is asked. delta: a δ from 0 to 1 for which the
    least ε is asked. With both it is asked whether they hold, with neither the whole curve is returned.
    An answer at E is exact. At an ε, E is taken just below e^ε, so that δ is not understated, and the answer says so.
    Where an exact δ or ε would take more than about a minute, the answer lies between certified bounds, and says how
    far they are apart, and why (`reasons`).
    Raises ParameterError for a number that is out of range or a float, MechanismError or FormatError for what is no
    mechanism, TooLarge if the whole curve, or even bounds, would take too much, Undecided if a claim is not decided.

    >>> import concomp
    >>> from fractions import Fraction
    >>> yes = concomp.Law({"yes": Fraction(3, 4), "no": Fraction(1, 4)})
    >>> no = concomp.Law({"yes": Fraction(1, 4), "no": Fraction(3, 4)})
    >>> concomp.audit((yes, no), e_eps=2)
    <δ = 1/4 (0.25) at E = 2: against every adaptive adversary, at most 1 query>
    >>> concomp.audit((yes, no), delta=0)
    <ε ≤ 1.09862, E = 3, for δ = 0: against every adaptive adversary, at most 1 query>
    >>> bool(concomp.audit((yes, no), epsilon="1.1", delta=0))
    True
    """
    curve = _curve(mechanism)
    if epsilon is None and e_eps is None and delta is None:
        # All of it is asked, and it is here that it may be too large.
        curve.vertices  # noqa: B018
    return answer(curve, epsilon, e_eps, delta)


def claim(mechanism: Mechanism, *, epsilon: Exact | None, e_eps: Exact | None, delta: Exact) -> Claim:
    """Whether a mechanism is (ε, δ)-DP; raises what `audit` raises."""
    return _curve(mechanism).claim(epsilon=epsilon, e_eps=e_eps, delta=delta)


def _curve(mechanism: Mechanism) -> PrivacyCurve:
    found = subject(mechanism)
    queries = "1 query" if found.horizon == 1 else f"{found.horizon} queries"
    source = _Audit(found, Engine(found.setting, STEPS))
    return PrivacyCurve(f"against every adaptive adversary, at most {queries}", source)
