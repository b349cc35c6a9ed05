"""The weights of composed systems, and the shares that their mechanisms have in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from concomp.obligations.derivations.kernel.facts import demand
from concomp.obligations.derivations.kernel.indices import BIT_0, Compound, Constructor, Index, Var
from concomp.obligations.derivations.kernel.language import Proposition, Quantity, Real, term_at, total
from concomp.obligations.derivations.systems.language import (
    CONSISTENT_PARALLEL,
    FIXED_MECHANISMS,
    FIXED_PARAMETERS,
    INFORMED,
    MEMBERS,
    PURE_PARALLEL,
    SIMULATORS,
    WAITING_SIMULATORS,
    waiting,
)

B, H, J, R = Var("b", "bit"), Var("h", "history"), Var("j", "number"), Var("r", "number")
CREATED = Constructor("created", ("history",), "number", "n({})")
"""How many mechanisms a transcript creates."""


def weight(system: Index) -> Real:
    """The weight that a system gives to a transcript."""
    return Quantity("weight", (system, B, H))


def share(members: Index) -> Real:
    """The share of mechanism j: the weight that it gives to its own part of a transcript."""
    return Quantity("share", (members, B, H, J))


def exceptional(composition: Index) -> Real:
    """1 for a mechanism whose first pair differs, 0 for the others."""
    return Quantity("e", (composition, H, J))


def touched(composition: Index) -> Real:
    """1 for a mechanism that has got a differing pair, 0 for the others."""
    return Quantity("t", (composition, H, J))


def response_law(composition: Index) -> Real:
    """The chance that the randomised response with the parameters of mechanism j answers r."""
    return Quantity("ρ", (composition, B, J, R))


def informed_share(simulators: Index) -> Real:
    """The share of T_j once its sample is r."""
    return Quantity("share given r", (simulators, H, J, R))


def mean_share(simulators: Index) -> Real:
    """The mean of the share of T_j by the law of its sample."""
    demand(
        isinstance(simulators, Compound) and simulators.constructor in (SIMULATORS, WAITING_SIMULATORS),
        f"{simulators} have no samples",
    )
    assert isinstance(simulators, Compound)
    return total(R, response_law(simulators.arguments[0]) * informed_share(simulators))


def ordinary_share(composition: Index) -> Real:
    """The share of a mechanism in world 0."""
    return term_at(share(MEMBERS(composition)), {B: BIT_0})


def either_share(composition: Index) -> Real:
    """An exceptional mechanism has a sample, an ordinary one runs as in world 0."""
    with_sample = exceptional(composition) * mean_share(SIMULATORS(composition))
    return with_sample + (1 - exceptional(composition)) * ordinary_share(composition)


def touched_share(composition: Index) -> Real:
    """A mechanism that has got a differing pair has a sample, another one runs as in world 0."""
    with_sample = touched(composition) * mean_share(WAITING_SIMULATORS(composition))
    return with_sample + (1 - touched(composition)) * ordinary_share(composition)


def always_sampled(composition: Index) -> Real:
    """Every mechanism has a sample from the start."""
    return mean_share(SIMULATORS(composition))


SHARE_OF_SLOT: Mapping[Constructor, Callable[[Index], Real]] = {
    FIXED_MECHANISMS: always_sampled,
    FIXED_PARAMETERS: always_sampled,
    CONSISTENT_PARALLEL: either_share,
    PURE_PARALLEL: touched_share,
}
"""The mean share of mechanism j as P plays it, by the function that says who takes a slot."""


def handed_late(function: Index) -> tuple[Proposition, ...]:
    """What P needs to know of simulators whose samples it hands out when a pair differs that is not the first."""
    constructor, composition = of_composition(function)
    return (waiting(WAITING_SIMULATORS(composition)),) if constructor is PURE_PARALLEL else ()


def of_composition(function: Index) -> tuple[Constructor, Index]:
    demand(
        isinstance(function, Compound) and function.constructor in SHARE_OF_SLOT,
        f"{function} does not say who takes slots",
    )
    assert isinstance(function, Compound)
    return function.constructor, function.arguments[0]


def mean_product(function: Index) -> Real:
    """The mean, over all samples, of the product of the shares of the first j mechanisms, as P plays them."""
    return Quantity("mean of ∏", (function, B, H, J))


def own_share(members: Index) -> Real:
    """The share of members, which for simulators that are given samples, each its own, is a mean."""
    match members:
        case Compound(constructor, (simulators,)) if constructor is INFORMED:
            return mean_share(simulators)
    return share(members)
