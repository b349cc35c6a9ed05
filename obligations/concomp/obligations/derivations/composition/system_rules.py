"""Composed systems in derivations: their weights, and the rules that lead to them and from them.

The weight of a system at (b, h) is the chance that it gives the answers of the transcript h to its messages, where the
secret bit is b; h is of messages that its verifier lets pass. The share of mechanism j is the chance that it gives the
answers of its own part of h. What is proved about systems move by move enters by the rules below, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from concomp.obligations.derivations.composition.tapewise import slots, transcripts
from concomp.obligations.derivations.composition.tapewise.bisimulation import Bisimulation, Stage
from concomp.obligations.derivations.kernel.facts import SOLVED, Fact, Rule, demand, derived, given
from concomp.obligations.derivations.kernel.indices import BIT_0, NEXT, ZERO, Constructor, Index, Var
from concomp.obligations.derivations.kernel.language import Proposition, Quantity, Real, at, eq, total
from concomp.obligations.derivations.reduction.simulation_rules import VIEWS

B, H, J, R = Var("b", "bit"), Var("h", "history"), Var("j", "number"), Var("r", "number")
CREATED = Constructor("created", ("history",), "number", "n({})")
"""How many mechanisms a transcript creates."""

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
MODUS_PONENS = Rule("lemma applied", "What a lemma says about all systems holds of those at hand.")


def weight(system: str) -> Real:
    """The weight that a system gives to a transcript."""
    return Quantity(f"⟨{system}⟩", (B, H))


def share(system: str, mechanism: Index = J) -> Real:
    """The share of a mechanism: the weight that it gives to its own part of a transcript."""
    return Quantity(f"⟨{system}⟩", (B, H, mechanism))


def private(system: str) -> Proposition:
    """That a system is (ε,δ)-DP."""
    return Proposition(f"{system} is (ε,δ)-DP")


def answered(stage: Stage) -> Fact:
    """What both solvers prove about described systems."""
    return replace(derived(SOLVED, Proposition(stage.says), name=stage.name), claim=stage)


def related(bisimulation: Bisimulation) -> tuple[Fact, ...]:
    """The three obligations of a relation between two systems."""
    return tuple(answered(stage) for stage in bisimulation.stages)


def _demand_stages(bisimulation: Bisimulation, proved: tuple[Fact, ...]) -> None:
    demand(
        [fact.claim for fact in proved] == list(bisimulation.stages) and not any(fact.assumptions for fact in proved),
        f"{bisimulation.name}: the premises are not its three obligations",
    )


def tapes(bisimulation: Bisimulation, *proved: Fact) -> Fact:
    """From the three obligations: both systems give every transcript the same weight."""
    _demand_stages(bisimulation, proved)
    return derived(TAPES, eq(weight(bisimulation.one), weight(bisimulation.other)), *proved)


def same_share(system: str, where: Real, bisimulation: Bisimulation, *proved: Fact) -> Fact:
    """From the three obligations of a relation between its runs in two worlds: a share is the same in both.

    where: 1 for the mechanisms that the relation is about, 0 for the others.
    """
    _demand_stages(bisimulation, proved)
    return derived(TAPES, eq(where * share(system), where * at(share(system), {B: BIT_0})), *proved)


def drawn_first(term: Real, law: Real, given_sample: Real, bisimulation: Bisimulation, *proved: Fact) -> Fact:
    """From the three obligations of `asked when wanted` against `given at once`: a share is a mean over samples."""
    _demand_stages(bisimulation, proved)
    return derived(DRAWN_FIRST, eq(term, total(R, law * given_sample)), *proved)


def product_of(name: str, factor: Real) -> tuple[Real, Fact, Fact]:
    """The product of a factor over the first j mechanisms, with its two defining equations."""
    product, origin = Quantity(name, (B, H, J)), "HSV26 Definition 4.1"
    start = given("a product of no factor", origin, eq(at(product, {J: ZERO}), 1))
    return product, start, given("a factor more", origin, eq(at(product, {J: NEXT(J)}), product * factor))


def side_by_side(system: str, product: Real, *follows: Fact) -> Fact:
    """From what a transcript is to its parts: the weight is the product over all created mechanisms."""
    _demand_follows(follows)
    return derived(SIDE_BY_SIDE, eq(weight(system), at(product, {J: CREATED(H)})), *follows)


def sampled_side_by_side(
    mean: Real, bisimulation: Bisimulation, asked: Sequence[Fact], follows: Sequence[Fact]
) -> Fact:
    """The same for a system that asks for its samples first: the weight is the mean of the product."""
    _demand_stages(bisimulation, tuple(asked))
    _demand_follows(follows)
    return derived(SIDE_BY_SIDE, eq(weight(bisimulation.one), at(mean, {J: CREATED(H)})), *asked, *follows)


def _demand_follows(proved: Sequence[Fact]) -> None:
    demand(
        [fact.claim for fact in proved] == [transcripts.start(), transcripts.step()],
        "the premises are not the two facts about transcripts and their parts",
    )


SUB_MULTISET = Proposition("the parameters of those that hold a slot, or take one, form a sub-multiset of the slots'")
FREE = Proposition("whoever takes a slot finds a free one with its own parameters")


def free_slot(sub_multiset: Fact, *slots: Fact) -> Fact:
    """From what a verification function demands, and what slots are: there is a slot to take."""
    demand(sub_multiset.formula == SUB_MULTISET, f"{sub_multiset.formula} is not about a sub-multiset")
    _demand_slots(slots)
    return derived(PIGEONHOLE, FREE, sub_multiset, *slots)


def distributed(mean: Real, mean_share: Real, free: Fact, *slots: Fact) -> tuple[Fact, Fact]:
    """From what slots are, and that there is one to take: the mean of the product, of none and of one share more."""
    demand(free.formula == FREE, f"{free.formula} does not say that a slot is free")
    _demand_slots(slots)
    start = derived(DISTRIBUTIVITY, eq(at(mean, {J: ZERO}), 1), free, *slots)
    return start, derived(DISTRIBUTIVITY, eq(at(mean, {J: NEXT(J)}), mean * mean_share), free, *slots)


def _demand_slots(proved: tuple[Fact, ...]) -> None:
    stages = [slots.start(), slots.step(slots.Rules()), slots.injective()]
    demand([fact.claim for fact in proved] == stages, "the premises are not the three facts about slots")


def same_views(of: str, as_: str, equal: Fact, known: Fact) -> Fact:
    """From equal weights and the privacy of one system: that of the other."""
    demand(equal.formula == eq(weight(of), weight(as_)), f"{equal.formula} is not about {of} and {as_}")
    demand(known.formula == private(as_), f"{known.formula} does not say that {as_} is private")
    equivalent = derived(VIEWS, Proposition(f"{of} and {as_} are equivalent"), equal)
    return derived(EQUIVALENCE, private(of), equivalent, known)


def simulated_share(member: str, simulator: str, *lemmas: Fact, where: Real | None = None) -> Fact:
    """From Lemma 4.7, for positive ε or for all: each mechanism has the share of its simulator with its response.

    where: if given, 1 for the mechanisms to which the lemma is applied, 0 for the others.
    """
    keys = ["HSV26 Lemma 4.7", "HSV26 Section 4.2: Lemma 4.7 at eps = 0"]
    demand([lemma.origin for lemma in lemmas] in (keys[:1], keys), "the premises are not Lemma 4.7")
    own, simulated = share(member), share(simulator)
    return derived(MODUS_PONENS, eq(own, simulated) if where is None else eq(where * own, where * simulated), *lemmas)


POST_PROCESSED = Proposition("if M is (ε,δ)-DP, so is P ∘* M")


def post_processed(associates: Fact, one: str, other: str) -> Fact:
    """From the association of an adversary, a post-processing and a mechanism: post-processing keeps privacy."""
    demand(associates.formula == eq(weight(one), weight(other)), f"{associates.formula} is not that {one} is {other}")
    return derived(DATA_PROCESSING, POST_PROCESSED, associates)


def applied(lemma: Fact, processing: str, system: str, known: Fact) -> Fact:
    """From the post-processing lemma and the privacy of a system: that of what post-processes it."""
    demand(lemma.formula == POST_PROCESSED, f"{lemma.formula} is not the post-processing lemma")
    demand(known.formula == private(system), f"{known.formula} does not say that {system} is private")
    return derived(MODUS_PONENS, private(f"{processing} ∘* {system}"), lemma, known)


def consequence(says: str, theorem: Fact, case: Fact) -> Fact:
    """From a theorem, and what makes something a case of it: what the theorem says of it."""
    demand(theorem.origin is not None, f"{theorem.formula} is not known as a statement")
    return derived(MODUS_PONENS, Proposition(says), theorem, case)
