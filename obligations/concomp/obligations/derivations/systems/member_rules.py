"""The trusted rules about the mechanisms of a composition: what shares they have of a transcript.

The share of mechanism j is the chance that it gives the answers of its own part of a transcript. What holds of every
mechanism of a composition, each with its own function and parameters, holds of each.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, deriving
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, NEXT, ZERO, Index
from concomp.obligations.derivations.kernel.language import (
    Formula,
    Implication,
    Quantity,
    Real,
    eq,
    term_at,
)
from concomp.obligations.derivations.kernel.logic import define
from concomp.obligations.derivations.systems.discrete_rules import composed_members, handed_samples, told_samples
from concomp.obligations.derivations.systems.drawn_slots import OF_SLOTS, WHO_HOLDS, DrawnSlots
from concomp.obligations.derivations.systems.language import (
    ASKED,
    BEHIND,
    CM,
    EVERY_FUNCTION,
    EVERY_PARAMETERS,
    IDENTICAL_FIRST,
    KEPT,
    MEMBERS,
    RR,
    SIMULATORS,
    SUITABLE,
    WAITING_SIMULATORS,
    C,
    F,
    T,
    every_exception,
    every_member,
    filtered,
    guarded_world,
)
from concomp.obligations.derivations.systems.links import transcripts
from concomp.obligations.derivations.systems.properties import (
    discrete,
    finite,
    pure,
    simulated,
    simulated_lazily_by_delta,
)
from concomp.obligations.derivations.systems.shares import (
    CREATED,
    TRANSCRIPTS,
    B,
    H,
    J,
    R,
    admitted,
    exceptional,
    handed_late,
    mean_share,
    ordinary_share,
    share,
    waits,
    weight,
)
from concomp.obligations.derivations.systems.slot_rules import demand_found, demand_slots
from concomp.obligations.derivations.systems.suppositions import consistent
from concomp.obligations.derivations.systems.system_rules import demand_proved

DRAWN_FIRST = Rule(
    "drawn first",
    closed=True,
    speaks_of=TRANSCRIPTS,
    binds=frozenset({B, H, J, R}),
)
SIDE_BY_SIDE = Rule(
    "independent tapes",
    collective=True,
    speaks_of=TRANSCRIPTS | WHO_HOLDS,
    binds=OF_SLOTS,
)
ORDINARY = Rule(
    "identical first pairs",
    closed=True,
    speaks_of=TRANSCRIPTS,
    binds=frozenset({B, H, J}),
)
EACH_SIMULATED = Rule(
    "each by its simulator",
    collective=True,
    speaks_of=TRANSCRIPTS,
    binds=frozenset({B, H, J}),
)
EACH_WAITING = Rule(
    "each by a simulator that waits",
    collective=True,
    speaks_of=TRANSCRIPTS,
    binds=frozenset({B, H, J, R}),
)
AMONG_ALL = Rule("among all", collective=True)
_derive = deriving(DRAWN_FIRST, SIDE_BY_SIDE, ORDINARY, EACH_SIMULATED, EACH_WAITING, AMONG_ALL)


@exactly
def each_simulated(simulators: Fact) -> Fact:
    """From a simulator for every mechanism, or every exceptional one: their shares are those of the simulators."""
    own, played, formula = share(MEMBERS(C)), share(SIMULATORS(C)), simulators.formula
    says: dict[Formula, Formula] = {
        simulated(every_member(C), EVERY_PARAMETERS(C)): eq(own, played),
        simulated(every_exception(C), EVERY_PARAMETERS(C)): eq(exceptional(C) * own, exceptional(C) * played),
    }
    demand(formula in says, f"{formula} is no simulator for every mechanism")
    return _derive(EACH_SIMULATED, says[formula], simulators)


@exactly
def each_waiting(simulators: Fact, no_delta: Fact) -> tuple[Fact, Fact]:
    """From lazy simulators for every mechanism, where δ_j = 0: shares are those of simulators that wait; they do."""
    wanted = simulated_lazily_by_delta(every_member(C), EVERY_PARAMETERS(C))
    demand(simulators.formula == wanted, f"{simulators.formula} is no lazy simulator for every mechanism")
    demand(no_delta.formula == pure(EVERY_PARAMETERS(C)), f"{no_delta.formula} is not that all δ_j are 0")
    same = eq(share(MEMBERS(C)), share(WAITING_SIMULATORS(C)))
    alike = _derive(EACH_WAITING, same, simulators, no_delta, using={"what": "share"})
    return alike, _derive(EACH_WAITING, waits(C), simulators, no_delta, using={"what": "waiting"})


@exactly
def among_exceptions(every: Fact) -> Fact:
    """From discrete answers of every mechanism, or finite communication: the same of every exceptional one."""
    says: dict[Formula, Formula] = {each(every_member(C)): each(every_exception(C)) for each in (discrete, finite)}
    demand(every.formula in says, f"{every.formula} is not that all answers are discrete, nor communication finite")
    return _derive(AMONG_ALL, says[every.formula], every)


@exactly
def ordinary_alike(alike: Fact) -> Fact:
    """From runs that begin identical: if all f_j are first-pair consistent, ordinary shares are those of world 0."""
    worlds = eq(*(weight(guarded_world(IDENTICAL_FIRST(), F, bit, CM)) for bit in (BIT_0, BIT_1)))
    wanted = Implication(consistent(F).formula, worlds)
    demand(alike.formula == wanted, f"{alike.formula} is not about runs that begin identical")
    ordinary = 1 - exceptional(C)
    same = eq(ordinary * share(MEMBERS(C)), ordinary * ordinary_share(C))
    return _derive(ORDINARY, Implication(consistent(EVERY_FUNCTION(C)).formula, same), alike, using={"of": C})


@exactly
def draw_first(simulators: Index, kept: Fact) -> Fact:
    """From `asked when wanted` and `kept`, which weigh alike: the share of a simulator is a mean share."""
    wanted = eq(weight(BEHIND(T, ASKED(RR))), weight(BEHIND(T, KEPT(RR))))
    demand(kept.formula == wanted, f"{kept.formula} is not that a sample may be kept")
    return _derive(DRAWN_FIRST, eq(share(simulators), mean_share(simulators)), kept, using={"simulators": simulators})


@exactly
def product_of(name: str, factor: Real) -> tuple[Real, Fact, Fact]:
    """The product of a factor over the first j mechanisms, with its two defining equations."""
    product, origin = Quantity(name, (C, B, H, J)), "HSV26 Definition 4.1"
    start = define("a product of no factor", origin, eq(term_at(product, {J: ZERO}), 1))
    return product, start, define("a factor more", origin, eq(term_at(product, {J: NEXT(J)}), product * factor))


@exactly
def side_by_side(wanted: Index, product: tuple[Real, Fact, Fact], answers: Fact, *follows: Fact) -> Fact:
    """From what a transcript is to its parts: V[f] ∘* IECC weighs the product over all created mechanisms, or 0.

    wanted: the demand of f. answers: that all mechanisms have discrete answers.
    """
    of_members = share(MEMBERS(C))
    return _product(SUITABLE(C, wanted), composed_members(wanted), of_members, product, answers, follows)


@exactly
def samples_side_by_side(product: tuple[Real, Fact, Fact], answers: Fact, *follows: Fact) -> Fact:
    """The same for simulators under a filter, each told its own fresh sample: the factors are mean shares."""
    return _product(filtered(C), handed_samples(), mean_share(SIMULATORS(C)), product, answers, follows)


def _product(
    function: Index,
    system: Index,
    factor: Real,
    product: tuple[Real, Fact, Fact],
    answers: Fact,
    follows: tuple[Fact, ...],
) -> Fact:
    """What a system that its function guards weighs."""
    _demand_follows(answers, follows)
    of_members, start, more = product
    demand(start.formula == eq(term_at(of_members, {J: ZERO}), 1), f"{start.formula} does not begin a product")
    goes_on = eq(term_at(of_members, {J: NEXT(J)}), of_members * factor)
    demand(more.formula == goes_on, f"{more.formula} does not go on by {factor}")
    equal = eq(weight(system), admitted(function) * term_at(of_members, {J: CREATED(H)}))
    arguments = {"system": system, "product": of_members}
    return _derive(SIDE_BY_SIDE, equal, start, more, answers, *follows, using=arguments)


@exactly
def played_side_by_side(
    function: Index, answers: Fact, follows: tuple[Fact, ...], found: Fact, held: tuple[Fact, ...], *late: Fact
) -> Fact:
    """The same for the player of a theorem with slots, told all samples: it weighs the mean of the product.

    found: that whoever takes a slot finds one. held: what slots are. late: that simulators wait, if samples are handed
    out late.
    """
    _demand_follows(answers, follows)
    demand_found(function, found)
    demand_slots(held)
    handed = handed_late(function)
    demand(tuple(fact.formula for fact in late) == handed, f"the premises are not {', '.join(map(str, handed))}")
    drawn = DrawnSlots(function)
    equal = eq(weight(told_samples(function)), drawn.admitted * term_at(drawn.mean_product, {J: CREATED(H)}))
    return _derive(SIDE_BY_SIDE, equal, answers, *follows, *late, found, *held, *drawn.definitions)


def _demand_follows(answers: Fact, follows: tuple[Fact, ...]) -> None:
    demand(answers.formula == discrete(every_member(C)), f"{answers.formula} is not that all answers are discrete")
    demand_proved([transcripts.start(), transcripts.step()], follows, "transcripts and their parts")
