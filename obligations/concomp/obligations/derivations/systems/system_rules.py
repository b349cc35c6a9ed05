"""Composed systems in derivations: their weights, and the rules that lead to them and from them.

The weight of a system at (b, h) is the chance that it gives the answers of the transcript h to its messages, where the
secret bit is b; h is of messages that its verifier lets pass. The share of mechanism j is the chance that it gives the
answers of its own part of h. What is proved about systems move by move enters by the rules below, and nothing else.
What a rule concludes is computed from the systems that its premises are about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, derive
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index
from concomp.obligations.derivations.kernel.language import (
    Formula,
    Implication,
    Proposition,
    Quantity,
    Real,
    eq,
    term_at,
)
from concomp.obligations.derivations.kernel.logic import define, solve_in_words
from concomp.obligations.derivations.systems.language import (
    AS_CONTINUAL,
    BEHIND,
    BESIDE,
    CHAIN,
    INTERACTIVE,
    MEMBERS,
    RESPONSES,
    SIMULATORS,
    VERIFIER,
    WAITING_SIMULATORS,
    C,
    M,
    P,
    Q,
    answers,
    consistent,
    exceptional_private,
    members_private,
    members_private_at_zero_too,
    members_pure,
    private,
    responses_behind_player,
    waiting,
)
from concomp.obligations.derivations.systems.links import (
    asked_first,
    association,
    first_pairs,
    neighbouring,
    samples,
    slots,
    transcripts,
)
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, Stage
from concomp.obligations.derivations.systems.shares import (
    CREATED,
    SHARE_OF_SLOT,
    B,
    H,
    J,
    exceptional,
    handed_late,
    mean_product,
    mean_share,
    of_composition,
    ordinary_share,
    own_share,
    share,
    touched,
    weight,
)
from concomp.obligations.derivations.theories.laziness import lazy_simulation
from concomp.obligations.derivations.theories.simulation.simulation_rules import EQUIVALENT, VIEWS

TAPES = Rule(
    "tapes",
    "Mechanisms draw tapes of their own before the first message, and answer by what they drew. Two systems of the "
    "same mechanisms that answer the same to the same messages on all tapes give every transcript the same weight.",
)
DRAWN_FIRST = Rule(
    "drawn first",
    "The answer of a mechanism that is asked once may be drawn before it is asked: a system with it has, as weights, "
    "the means by the law of that answer of the weights that it has once the answer is given.",
)
SIDE_BY_SIDE = Rule(
    "independent tapes",
    "The tapes of different mechanisms are independent. If a composition follows a transcript exactly if each of its "
    "mechanisms follows its part, the weight of the transcript is the product of their shares; if each is given a part "
    "of samples that are drawn first, it is the mean of that product.",
)
PIGEONHOLE = Rule(
    "pigeonhole",
    "If the parameters of some mechanisms form a sub-multiset of those of the slots, and all but one of them hold "
    "different slots with their own parameters, a slot with the parameters of that one is free.",
)
DISTRIBUTIVITY = Rule(
    "finite distributivity",
    "Samples in different slots are independent. If different mechanisms hold different slots, each with its own "
    "parameters, as the transcript determines, then the mean of the product of the shares of j+1 mechanisms is that of "
    "the first j times the mean share of the next, by the law of the response with its parameters; a mechanism without "
    "a slot has a share that no sample enters.",
)
EQUIVALENCE = Rule(
    "equivalence", "Privacy speaks of views only: what is equivalent to something (ε,δ)-DP is (ε,δ)-DP itself."
)
DATA_PROCESSING = Rule(
    "data processing",
    "An adversary with a post-processing inside is an adversary; the view of the adversary alone is a function of its "
    "view; and a function of (ε,δ)-indistinguishable views gives (ε,δ)-indistinguishable ones.",
)
EACH_SIMULATED = Rule(
    "each by its simulator",
    "A lemma about every (ε,δ)-DP mechanism holds of each mechanism of a composition that is one for its own "
    "parameters; a mechanism and a simulator that is equivalent to it have the same share of every transcript.",
)
EACH_WAITING = Rule(
    "each by a simulator that waits",
    "A mechanism answers identical pairs alike in both worlds, so λ may be 1 while all pairs are identical. The first "
    "answer of IRR_ε,0(b) is always that b is not exposed, the second is that of RR_ε,0(b): a simulator that is "
    "equivalent to an (ε,0)-DP mechanism and asks IRR_ε,0 once where λ = 1 is told RR_ε,0(b) when a pair differs, "
    "and what it answers before does not depend on it.",
)
READ_ON = Rule(
    "pair after pair",
    "If a function that has read a pair, whichever it is, admits identical pairs only, it is first-pair consistent.",
)


def solve_stage(stage: Stage) -> Fact:
    """What both solvers prove about described systems."""
    return solve_in_words(stage)


def solve_stages(bisimulation: Bisimulation) -> tuple[Fact, ...]:
    """The three obligations of a relation between two systems."""
    return tuple(solve_stage(stage) for stage in bisimulation.stages)


def _demand_proved(stages: Sequence[Stage], proved: Sequence[Fact], of: str) -> None:
    demand(
        [fact.claim for fact in proved] == list(stages) and not any(fact.assumptions for fact in proved),
        f"the premises are not the {len(stages)} facts about {of}",
    )


def _under_suppositions(bisimulation: Bisimulation, conclusion: Formula) -> Formula:
    for supposed in reversed(bisimulation.supposing):
        conclusion = Implication(supposed, conclusion)
    return conclusion


def tapes(bisimulation: Bisimulation, *proved: Fact) -> Fact:
    """From the three obligations: both systems give every transcript the same weight, if what is supposed holds."""
    _demand_proved(bisimulation.stages, proved, bisimulation.name)
    for system in (bisimulation.one, bisimulation.other):
        demand(system.sort in ("system", "processing"), f"{system} is no system with a weight of its own")
    alike = eq(weight(bisimulation.one), weight(bisimulation.other))
    arguments = {"one": bisimulation.one, "other": bisimulation.other, "supposing": bisimulation.supposing}
    return derive(TAPES, _under_suppositions(bisimulation, alike), *proved, using=arguments)


def ordinary_alike(*proved: Fact) -> Fact:
    """From the obligations of runs that begin identical: if all f_j are consistent, ordinary shares are world 0's."""
    runs = first_pairs.IDENTICAL_RUNS
    _demand_proved(runs.stages, proved, runs.name)
    ordinary = 1 - exceptional(C)
    alike = eq(ordinary * share(MEMBERS(C)), ordinary * ordinary_share(C))
    return derive(TAPES, _under_suppositions(runs, alike), *proved, using={"name": runs.name})


def identical_alike(*proved: Fact) -> Fact:
    """From the obligations of runs with identical pairs only: until a pair differs, shares are world 0's."""
    runs = first_pairs.IDENTICAL_ALWAYS
    _demand_proved(runs.stages, proved, runs.name)
    untouched = 1 - touched(C)
    return derive(
        TAPES, eq(untouched * share(MEMBERS(C)), untouched * ordinary_share(C)), *proved, using={"name": runs.name}
    )


def draw_first(simulators: Index, *proved: Fact) -> Fact:
    """From the obligations of `asked when wanted` against `given at once`: a simulator's share is a mean share."""
    _demand_proved(samples.KEPT.stages, proved, samples.KEPT.name)
    return derive(DRAWN_FIRST, eq(share(simulators), mean_share(simulators)), *proved, using={"simulators": simulators})


def simulated_share(private_members: Fact, *lemmas: Fact) -> Fact:
    """From Lemma 4.7, for positive ε or for all: mechanisms that are private have the shares of their simulators."""
    keys = tuple(lemma.origin for lemma in lemmas)
    of_lemma = all(lemma.formula == EQUIVALENT and lemma.rule is VIEWS for lemma in lemmas)
    demand(of_lemma and keys in LEMMAS, "the premises are not Lemma 4.7")
    own, simulated, formula = share(MEMBERS(C)), share(SIMULATORS(C)), private_members.formula
    says: dict[Formula, Formula] = {private_for(C): eq(own, simulated) for private_for in LEMMAS[keys]}
    if len(lemmas) == 1:
        says[exceptional_private(C)] = eq(exceptional(C) * own, exceptional(C) * simulated)
    demand(formula in says, f"{formula} is not what Lemma 4.7 supposes")
    return derive(EACH_SIMULATED, says[formula], private_members, *lemmas)


def waiting_share(pure_members: Fact, *proved: Fact) -> tuple[Fact, Fact]:
    """From Lemma 5.6 as repaired, with budget 0 for δ = 0: shares are those of simulators that wait, which they do.

    proved: the obligations of runs with identical pairs only.
    """
    runs = first_pairs.IDENTICAL_ALWAYS
    _demand_proved(runs.stages, proved, runs.name)
    demand(pure_members.formula == members_pure(C), f"{pure_members.formula} is not that all mechanisms are pure")
    premises = (pure_members, lazy_simulation.SIMULATED, lazy_simulation.PURE, *proved)
    simulators = WAITING_SIMULATORS(C)
    alike = derive(EACH_WAITING, eq(share(MEMBERS(C)), share(simulators)), *premises, using={"what": "share"})
    return alike, derive(EACH_WAITING, waiting(simulators), *premises, using={"what": "waiting"})


LEMMAS: Mapping[tuple[str | None, ...], tuple[Callable[[Index], Proposition], ...]] = {
    ("HSV26 Lemma 4.7",): (members_private,),
    ("HSV26 Lemma 4.7", "HSV26 Section 4.2: Lemma 4.7 at eps = 0"): (members_private, members_private_at_zero_too),
}
"""What the lemma's two halves suppose of the mechanisms of a composition."""


def product_of(name: str, factor: Real) -> tuple[Real, Fact, Fact]:
    """The product of a factor over the first j mechanisms, with its two defining equations."""
    product, origin = Quantity(name, (C, B, H, J)), "HSV26 Definition 4.1"
    start = define("a product of no factor", origin, eq(term_at(product, {J: ZERO}), 1))
    return product, start, define("a factor more", origin, eq(term_at(product, {J: NEXT(J)}), product * factor))


def side_by_side(members: Index, function: Index, product: tuple[Real, Fact, Fact], *follows: Fact) -> Fact:
    """From what a transcript is to its parts: the weight is the product over all created mechanisms."""
    _demand_follows(follows)
    of_members, start, more = product
    factor = own_share(members)
    demand(start.formula == eq(term_at(of_members, {J: ZERO}), 1), f"{start.formula} does not begin a product")
    demand(
        more.formula == eq(term_at(of_members, {J: NEXT(J)}), of_members * factor),
        f"{more.formula} does not go on by the share of {members}",
    )
    system = BEHIND(VERIFIER(function), BESIDE(members))
    equal = eq(weight(system), term_at(of_members, {J: CREATED(H)}))
    arguments = {"members": members, "function": function, "product": of_members}
    return derive(SIDE_BY_SIDE, equal, start, more, *follows, using=arguments)


def sampled_side_by_side(
    function: Index, asked: Sequence[Fact], follows: Sequence[Fact], shown: Fact, *late: Fact
) -> Fact:
    """The same for P, which asks for its samples first: the weight is the mean of the product.

    late: that simulators wait, if P hands samples out late.
    """
    _, composition = of_composition(function)
    _demand_proved(asked_first.ASKED_FIRST.stages, asked, asked_first.ASKED_FIRST.name)
    _demand_follows(follows)
    supposed = (answers(RESPONSES(composition)),)
    demand(shown.formula in supposed, f"{shown.formula} is not that {supposed[0]}")
    handed = handed_late(function)
    demand(tuple(fact.formula for fact in late) == handed, f"the premises are not {', '.join(map(str, handed))}")
    equal = eq(
        weight(responses_behind_player(function, RESPONSES(composition))),
        term_at(mean_product(function), {J: CREATED(H)}),
    )
    return derive(SIDE_BY_SIDE, equal, *asked, *follows, shown, *late, using={"function": function})


def _demand_follows(proved: Sequence[Fact]) -> None:
    _demand_proved([transcripts.start(), transcripts.step()], proved, "transcripts and their parts")


def sub_multiset(function: Index) -> Proposition:
    """What a function demands of the parameters of the mechanisms that take slots."""
    return Proposition(
        "by {}, the parameters of those that hold a slot, or take one, form a sub-multiset of the slots'", (function,)
    )


def finds_free_slot(function: Index) -> Proposition:
    """That there is a slot to take."""
    return Proposition("by {}, whoever takes a slot finds a free one with its own parameters", (function,))


def free_slot(fits: Fact, function: Index, *proved: Fact) -> Fact:
    """From what a verification function demands, and what slots are: there is a slot to take."""
    demand(fits.formula == sub_multiset(function), f"{fits.formula} is not about a sub-multiset by {function}")
    _demand_slots(proved)
    return derive(PIGEONHOLE, finds_free_slot(function), fits, *proved, using={"function": function})


def distribute(function: Index, there_is_one: Fact, *proved: Fact) -> tuple[Fact, Fact]:
    """From what slots are, and that there is one to take: the mean of the product, of none and of one share more."""
    constructor, composition = of_composition(function)
    demand(
        there_is_one.formula == finds_free_slot(function),
        f"{there_is_one.formula} does not say that {finds_free_slot(function)}",
    )
    _demand_slots(proved)
    mean, of_next = mean_product(function), SHARE_OF_SLOT[constructor](composition)
    none, more = eq(term_at(mean, {J: ZERO}), 1), eq(term_at(mean, {J: NEXT(J)}), mean * of_next)
    return (
        derive(DISTRIBUTIVITY, none, there_is_one, *proved, using={"function": function, "at": ZERO}),
        derive(DISTRIBUTIVITY, more, there_is_one, *proved, using={"function": function, "at": NEXT(J)}),
    )


def _demand_slots(proved: Sequence[Fact]) -> None:
    _demand_proved([slots.start(), slots.step(slots.Rules()), slots.injective()], proved, "slots")


def same_views(of: Index, as_: Index, equal: Fact, known: Fact) -> Fact:
    """From equal weights and the privacy of one system: that of the other."""
    demand(equal.formula == eq(weight(of), weight(as_)), f"{equal.formula} is not about {of} and {as_}")
    demand(known.formula == private(as_), f"{known.formula} does not say that {as_} is private")
    equivalent = derive(VIEWS, Proposition("{} and {} are equivalent", (of, as_)), equal, using={"of": of, "as": as_})
    return derive(EQUIVALENCE, private(of), equivalent, known)


def data_processing(associates: Fact) -> Fact:
    """From the association of an adversary, a post-processing and a mechanism: post-processing keeps privacy."""
    one, other = association.ON_A_MECHANISM.one, association.ON_A_MECHANISM.other
    demand(associates.formula == eq(weight(one), weight(other)), f"{associates.formula} is not that {one} is {other}")
    demand((one, other) == (BEHIND(CHAIN(P, Q), M), BEHIND(P, BEHIND(Q, M))), f"{one} does not become {other}")
    return derive(DATA_PROCESSING, Implication(private(M), private(BEHIND(Q, M))), associates)


def neighbouring_consistent(*proved: Fact) -> Fact:
    """From what f_~ admits after its first pair: it is first-pair consistent, whatever ~ and the mechanisms are."""
    _demand_proved(neighbouring.STAGES, proved, "f_~")
    return derive(READ_ON, consistent(AS_CONTINUAL(INTERACTIVE)), *proved)
