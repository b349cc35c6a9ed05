"""Optimal composition of a fixed list of privacy parameters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import overload

from concomp.door.answers import Claim, LeastDelta, LeastEpsilon
from concomp.door.curves import Answer, PrivacyCurve, answer
from concomp.impl.accounting.fixed_list import FixedList, fixed_list
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.display import shortened
from concomp.impl.accounting.optimal.lattice_composition import OptimalComposition
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, with_e_eps
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.numbers import Exact, ParameterError
from concomp.report.quantities import shown


@dataclass(frozen=True)
class _Composition:
    """The source of the curve of a fixed list."""

    of: FixedList

    def delta(self, loss: PureLoss, digits: int) -> tuple[Bounds, Fraction | None]:
        return shortened(self.of.delta(loss)), None

    def epsilon(self, delta: Fraction) -> tuple[Bounds, Bounds] | None:
        epsilon, e_eps = self.of.least_epsilon(delta), self.of.least_e_eps(delta)
        return None if epsilon is None or e_eps is None else (shortened(epsilon), shortened(e_eps))

    def vertices(self) -> tuple[tuple[Fraction, Fraction], ...]:
        if not isinstance(self.of.composition, OptimalComposition):
            raise ParameterError("the composition", self.of.length, "its losses have no common unit: ask at one E")
        return tuple(self.of.composition.profile())

    def summary(self) -> str:
        return f"ε {shown(self.of.total.value)} with δ {shown(self.of.delta_in_the_end)}, less ε with more δ"


@overload
def compose(mechanisms: Iterable[PrivacyLoss | PrivacyParameters]) -> PrivacyCurve: ...


@overload
def compose(mechanisms: Iterable[PrivacyLoss | PrivacyParameters], *, epsilon: Exact) -> LeastDelta: ...


@overload
def compose(mechanisms: Iterable[PrivacyLoss | PrivacyParameters], *, e_eps: Exact) -> LeastDelta: ...


@overload
def compose(mechanisms: Iterable[PrivacyLoss | PrivacyParameters], *, delta: Exact) -> LeastEpsilon: ...


@overload
def compose(mechanisms: Iterable[PrivacyLoss | PrivacyParameters], *, epsilon: Exact, delta: Exact) -> Claim: ...


@overload
def compose(mechanisms: Iterable[PrivacyLoss | PrivacyParameters], *, e_eps: Exact, delta: Exact) -> Claim: ...


def compose(
    mechanisms: Iterable[PrivacyLoss | PrivacyParameters],
    *,
    epsilon: Exact | None = None,
    e_eps: Exact | None = None,
    delta: Exact | None = None,
) -> Answer:
    """Compose a fixed list of privacy parameters optimally: the best bound there is for mechanisms of which only these
    are known, run concurrently and adaptively (HSV26 Theorem 4.10).

    mechanisms: the parameters of each, from `with_epsilon` or `with_e_eps`, in any order; a list like
    `[with_epsilon("0.1")] * 100` is quick.
    epsilon, e_eps: an ε ≥ 0, or an E = e^ε ≥ 1, for which the least δ is asked. delta: a δ from 0 to 1 for which the
    least ε is asked. With both it is asked whether they hold, with neither the whole curve is returned.
    Losses given as ε stay ε, and add up exactly; numbers are as `Exact` says.
    The list must be fixed in advance: parameters that are chosen by looking at answers need a filter.
    Raises ParameterError if the list is empty or longer than a million, or a number is out of range or a float,
    Undecided if bounds do not decide a claim.

    >>> import concomp
    >>> concomp.compose([concomp.with_epsilon("0.1")] * 10, epsilon=1, delta=0)
    <(ε = 1, δ = 0)-DP holds: the least δ = 0, optimal composition of 10 mechanisms, fixed in advance>
    >>> concomp.compose([concomp.with_epsilon("0.1", "1e-9")] * 100, delta="1e-6")
    <ε ≤ 4.78773, E ≤ 120.028, for δ = 1/1000000 (0.000001): optimal composition of 100 mechanisms, fixed in advance>
    """
    listed = _parameters(mechanisms)
    found = fixed_list(listed)
    many = f"{found.length} mechanism{'s' * (found.length > 1)}"
    curve = PrivacyCurve(f"optimal composition of {many}, fixed in advance", _Composition(found))
    return answer(curve, epsilon, e_eps, delta)


def _parameters(mechanisms: Iterable[PrivacyLoss | PrivacyParameters]) -> list[PrivacyLoss]:
    if not isinstance(mechanisms, Iterable):
        raise ParameterError("mechanisms", mechanisms, "give a list of them")
    known: dict[int, PrivacyLoss] = {}
    listed = list(mechanisms)
    for index, each in enumerate(listed):
        if id(each) not in known:
            known[id(each)] = _parameter(each, index)
    return [known[id(each)] for each in listed]


def _parameter(given: object, index: int) -> PrivacyLoss:
    if isinstance(given, PrivacyLoss):
        return given
    if isinstance(given, PrivacyParameters):
        return with_e_eps(given.e_eps, given.delta)
    raise ParameterError(f"mechanisms[{index}]", given, 'write with_epsilon("0.1", "1e-9") or with_e_eps("11/10")')
