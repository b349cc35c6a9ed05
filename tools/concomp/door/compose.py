"""Composition of a fixed list of mechanisms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import overload

from concomp.door.answers import Claim, LeastDelta, LeastEpsilon
from concomp.door.curves import Answer, PrivacyCurve, answer
from concomp.door.laws import Composable, component
from concomp.impl.accounting.fixed_list import FixedList
from concomp.impl.accounting.fixed_mechanisms import Component, Composition, basis, compose_mechanisms
from concomp.impl.accounting.gaps import reasons
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.display import shortened
from concomp.impl.accounting.optimal.lattice_composition import COMPONENTS, OptimalComposition
from concomp.impl.accounting.parameters import PureLoss
from concomp.model.numbers import Exact, ParameterError
from concomp.report.quantities import shown


@dataclass(frozen=True)
class _Composition:
    """The source of the curve of a fixed list."""

    of: Composition
    length: int

    def delta(self, loss: PureLoss, digits: int) -> tuple[Bounds, Fraction | None]:
        return shortened(self.of.delta(loss)), None

    def epsilon(self, delta: Fraction) -> tuple[Bounds, Bounds] | None:
        epsilon, e_eps = self.of.least_epsilon(delta), self.of.least_e_eps(delta)
        return None if epsilon is None or e_eps is None else (shortened(epsilon), shortened(e_eps))

    def reasons(self, bounds: Bounds) -> tuple[str, ...]:
        return reasons(self.of, [bounds])

    def vertices(self) -> tuple[tuple[Fraction, Fraction], ...]:
        if not isinstance(self.of, FixedList):
            raise ParameterError("the composition", self.length, "its laws are known between bounds: ask at one E")
        if not isinstance(self.of.composition, OptimalComposition):
            raise ParameterError("the composition", self.length, "its losses have no common unit: ask at one E")
        return tuple(self.of.composition.profile())

    def summary(self) -> str:
        if not isinstance(self.of, FixedList):
            return f"δ {shown(shortened(self.of.delta_in_the_end))} however large ε, more δ with less ε"
        return f"ε {shown(self.of.total.value)} with δ {shown(self.of.delta_in_the_end)}, less ε with more δ"


@overload
def compose(mechanisms: Iterable[Composable]) -> PrivacyCurve: ...


@overload
def compose(mechanisms: Iterable[Composable], *, epsilon: Exact) -> LeastDelta: ...


@overload
def compose(mechanisms: Iterable[Composable], *, e_eps: Exact) -> LeastDelta: ...


@overload
def compose(mechanisms: Iterable[Composable], *, delta: Exact) -> LeastEpsilon: ...


@overload
def compose(mechanisms: Iterable[Composable], *, epsilon: Exact, delta: Exact) -> Claim: ...


@overload
def compose(mechanisms: Iterable[Composable], *, e_eps: Exact, delta: Exact) -> Claim: ...


def compose(
    mechanisms: Iterable[Composable],
    *,
    epsilon: Exact | None = None,
    e_eps: Exact | None = None,
    delta: Exact | None = None,
) -> Answer:
    """Compose a fixed list of mechanisms, run concurrently and adaptively, each by what is known of it.

    Of parameters this is the best bound there is (HSV26 Theorem 4.12). A mechanism that answers once composes by its
    privacy-loss law, and of one that is asked again and again, a point of its profile counts, whichever is best.
    Of parameters the answer is exact where their losses have a common unit. Else there are bounds on both sides, close
    ones for noise and for what shows its whole profile by one question in both orders of its data sets. For other
    mechanisms they may be far apart: from below counts what is attained for certain, all data sets in the same order.

    mechanisms: of each its parameters, from `with_epsilon` or `with_e_eps`; its law, from `discrete_gaussian`,
    `discrete_laplace` or `two_sided_geometric`; or what `audit` takes. In any order; a list like
    `[with_epsilon("0.1")] * 100` is quick.
    epsilon, e_eps: an ε ≥ 0, or an E = e^ε ≥ 1, for which the least δ is asked. delta: a δ from 0 to 1 for which the
    least ε is asked. With both it is asked whether they hold, with neither the whole curve is returned.
    Losses given as ε stay ε, and add up exactly; numbers are as `Exact` says.
    The list must be fixed in advance: parameters that are chosen by looking at answers need a filter.
    Raises ParameterError if the list is empty or longer than a million, or a number is out of range or a float,
    Undecided if bounds do not decide a claim, and for what is audited what `audit` raises.

    >>> import concomp
    >>> concomp.compose([concomp.with_epsilon("0.1")] * 10, epsilon=1, delta=0)
    <(ε = 1, δ = 0)-DP holds: the least δ = 0, optimal composition of 10 mechanisms, fixed in advance>
    >>> concomp.compose([concomp.with_epsilon("0.1", "1e-9")] * 100, delta="1e-6")
    <ε ≤ 4.78773, E ≤ 120.028, for δ = 1/1000000 (0.000001): optimal composition of 100 mechanisms, fixed in advance>
    >>> concomp.compose([concomp.discrete_gaussian("100")] * 100, epsilon=5)
    <δ ≤ 5.79239E-7 at ε = 5: composition by privacy-loss laws of 100 mechanisms, fixed in advance>
    """
    listed = _components(mechanisms)
    found = compose_mechanisms(listed)
    many = f"{len(listed)} mechanism{'s' * (len(listed) > 1)}"
    curve = PrivacyCurve(f"{basis(listed)} of {many}, fixed in advance", _Composition(found, len(listed)))
    return answer(curve, epsilon, e_eps, delta)


def _components(mechanisms: Iterable[Composable]) -> list[Component]:
    if not isinstance(mechanisms, Iterable) or isinstance(mechanisms, str | Mapping):
        raise ParameterError("mechanisms", mechanisms, "give a list of them")
    listed = list(islice(mechanisms, COMPONENTS + 1))
    if len(listed) > COMPONENTS:
        raise ParameterError("mechanisms", f"more than {COMPONENTS}", f"give between 1 and {COMPONENTS}")
    known: dict[int, Component] = {}
    for index, each in enumerate(listed):
        if id(each) not in known:
            known[id(each)] = component(each, f"mechanisms[{index}]")
    return [known[id(each)] for each in listed]
