"""The weights of composed systems, and the shares that their mechanisms have in them.

A transcript is any sequence of messages with their answers. Where a verification function rejects one of its messages,
that is not answered, so the transcript has weight 0, whatever the mechanisms would have answered: what a composition
weighs is a product of shares where its function admits the transcript, and there only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from concomp.obligations.derivations.kernel.definitions import Symbol, symbols
from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import WrongStep, demand
from concomp.obligations.derivations.kernel.indices import BIT_0, Compound, Constructor, Index, Var
from concomp.obligations.derivations.kernel.language import Comparison, Quantity, Real, eq, term_at, total
from concomp.obligations.derivations.systems.language import (
    MEMBERS,
    OF_ALPHAS,
    OF_EXCEPTIONS,
    OF_PARAMETERS,
    OF_PURE,
    SIMULATORS,
    SUITABLE,
    WAITING_SIMULATORS,
    C,
    F,
    M,
)

B, H, J, R = Var("b", "bit"), Var("h", "history"), Var("j", "number"), Var("r", "number")
CREATED = Constructor("created", ("history",), "number", "n({})")
"""How many mechanisms a transcript creates."""


@exactly
def weight(system: Index) -> Real:
    """The weight that a system gives to a transcript."""
    return Quantity("weight", (system, B, H))


@exactly
def admitted(function: Index) -> Real:
    """1 for a transcript that a verification function admits, 0 for the others.

    It admits all of its messages, and all that are admitted as creation queries are acknowledged: no other answer to
    these has a chance, and none is in the part of any mechanism.
    """
    return Quantity("admits", (function, H))


@exactly
def share(members: Index) -> Real:
    """The share of mechanism j: the weight that it gives to its own part of a transcript."""
    return Quantity("share", (members, B, H, J))


@exactly
def exceptional(composition: Index) -> Real:
    """1 for a mechanism whose first pair differs, 0 for the others: where it is 1, the mechanism is exceptional."""
    return Quantity("e", (composition, H, J))


@exactly
def touched(composition: Index) -> Real:
    """1 for a mechanism that has got a differing pair, 0 for the others."""
    return Quantity("t", (composition, H, J))


@exactly
def response_law(composition: Index) -> Real:
    """The chance that the randomised response with the parameters of mechanism j answers r.

    The parameters are those that the j-th creation query of the transcript names.
    """
    return Quantity("ρ", (composition, B, H, J, R))


@exactly
def informed_share(simulators: Index) -> Real:
    """The share of T_j once its sample is r."""
    return Quantity("share given r", (simulators, H, J, R))


@exactly
def unsampled_share(simulators: Index) -> Real:
    """The share of T_j as long as it is told no sample."""
    return Quantity("share without sample", (simulators, H, J))


@exactly
def mean_share(simulators: Index) -> Real:
    """The mean of the share of T_j by the law of its sample."""
    demand(
        isinstance(simulators, Compound) and simulators.constructor in (SIMULATORS, WAITING_SIMULATORS),
        f"{simulators} have no samples",
    )
    assert isinstance(simulators, Compound)
    return total(R, response_law(simulators.arguments[0]) * informed_share(simulators))


TRANSCRIPTS: frozenset[Symbol] = frozenset().union(
    *map(
        symbols,
        (
            weight(M),
            admitted(F),
            share(MEMBERS(C)),
            exceptional(C),
            touched(C),
            response_law(C),
            informed_share(SIMULATORS(C)),
            unsampled_share(WAITING_SIMULATORS(C)),
        ),
    )
)
"""What a transcript weighs, and all that this consists of: nobody defines it, as the rules on systems speak of it."""


@exactly
def ordinary_share(composition: Index) -> Real:
    """The share of a mechanism in world 0."""
    return term_at(share(MEMBERS(composition)), {B: BIT_0})


@exactly
def either_share(composition: Index) -> Real:
    """An exceptional mechanism has a sample, an ordinary one runs as in world 0."""
    with_sample = exceptional(composition) * mean_share(SIMULATORS(composition))
    return with_sample + (1 - exceptional(composition)) * ordinary_share(composition)


@exactly
def touched_share(composition: Index) -> Real:
    """A simulator is told its sample when it gets a differing pair."""
    with_sample = touched(composition) * mean_share(WAITING_SIMULATORS(composition))
    return with_sample + (1 - touched(composition)) * before_its_sample(composition)


@exactly
def before_its_sample(composition: Index) -> Real:
    """The share of a simulator that has got no differing pair."""
    return unsampled_share(WAITING_SIMULATORS(composition))


@exactly
def waits(composition: Index) -> Comparison:
    """That what a simulator answers does not depend on its sample while all pairs are identical."""
    untouched, simulators = 1 - touched(composition), WAITING_SIMULATORS(composition)
    return eq(untouched * informed_share(simulators), untouched * unsampled_share(simulators))


@exactly
def always_sampled(composition: Index) -> Real:
    """Every mechanism has a sample from the start."""
    return mean_share(SIMULATORS(composition))


@dataclass(frozen=True)
class Taking:
    """Who takes a slot, by the demand of a function.

    simulators: of those that do. without: the share of mechanism j if it has no slot. share: its mean share as P plays
    it. takes: 1 for those that take one, 0 for others; none if all mechanisms that are created do.
    """

    simulators: Constructor
    without: Callable[[Index], Real]
    share: Callable[[Index], Real]
    takes: Callable[[Index], Real] | None = None


DEMANDS: Mapping[Index, Taking] = MappingProxyType(
    {
        OF_ALPHAS: Taking(SIMULATORS, always_sampled, always_sampled),
        OF_PARAMETERS: Taking(SIMULATORS, always_sampled, always_sampled),
        OF_EXCEPTIONS: Taking(SIMULATORS, ordinary_share, either_share, exceptional),
        OF_PURE: Taking(WAITING_SIMULATORS, before_its_sample, touched_share, touched),
    }
)


@exactly
def handed_late(function: Index) -> tuple[Comparison, ...]:
    """What P needs to know of simulators whose samples it hands out when a pair differs that is not the first."""
    composition, wanted = of_composition(function)
    return (waits(composition),) if wanted == OF_PURE else ()


@exactly
def of_composition(function: Index) -> tuple[Index, Index]:
    """The composition that a function is of, and its demand; WrongStep if it does not say who takes slots."""
    match function:
        case Compound(constructor, (composition, wanted)) if constructor == SUITABLE and wanted in DEMANDS:
            return composition, wanted
    raise WrongStep(f"{function} does not say who takes slots")
