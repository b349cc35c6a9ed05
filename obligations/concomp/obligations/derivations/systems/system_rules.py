"""Composed systems in derivations: their weights, and the rules that lead to them and from them.

The weight of a system at (b, h) is the chance that it gives the answers of the transcript h to its messages, where the
secret bit is b. An answer is a message: who halts, as a verifier does at a message that it rejects, gives none, and the
transcript has weight 0. What is proved about systems move by move enters by the rules below, and nothing else. What a
rule concludes is computed from the terms that its premises are about.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, derive
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Implication, Proposition, eq
from concomp.obligations.derivations.kernel.logic import solve_in_words
from concomp.obligations.derivations.kernel.sealing import demand_exactly
from concomp.obligations.derivations.systems.language import BEHIND, CHAIN, PARAMETERS, M, P, Q
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation
from concomp.obligations.derivations.systems.links.stages import Stage
from concomp.obligations.derivations.systems.properties import private
from concomp.obligations.derivations.systems.shares import TRANSCRIPTS, B, H, weight
from concomp.obligations.derivations.systems.suppositions import supposing
from concomp.obligations.derivations.theories.simulation.simulation_rules import VIEWS

TAPES = Rule(
    "tapes",
    "Mechanisms draw tapes of their own before the first message, and answer by what they drew. Two systems of the "
    "same mechanisms that answer the same to the same messages on all tapes give every transcript the same weight.",
    closed=True,
    speaks_of=TRANSCRIPTS,
    binds=frozenset({B, H}),
)
EQUIVALENCE = Rule(
    "equivalence",
    "Privacy speaks of views only: what is equivalent to something (ε,δ)-DP is (ε,δ)-DP itself.",
    speaks_of=TRANSCRIPTS,
)
DATA_PROCESSING = Rule(
    "data processing",
    "An adversary with a post-processing inside is an adversary; the view of the adversary alone is a function of its "
    "view; and a function of (ε,δ)-indistinguishable views gives (ε,δ)-indistinguishable ones.",
    closed=True,
    speaks_of=TRANSCRIPTS,
    binds=frozenset({B, H}),
)


def solve_stage(stage: Stage) -> Fact:
    """What both solvers prove about described systems."""
    return solve_in_words(stage)


def demand_proved(stages: Sequence[Stage], proved: Sequence[Fact], of: str) -> None:
    """Make sure that facts are those that solvers prove of stages; WrongStep if not."""
    claims = [fact.claim for fact in proved]
    are_stages = all(type(claim) is Stage for claim in claims) and claims == list(stages)
    loose = any(fact.assumptions for fact in proved)
    demand(are_stages and not loose, f"the premises are not the {len(stages)} facts about {of}")


def tapes(bisimulation: Bisimulation, *proved: Fact) -> Fact:
    """From the three obligations: both systems give every transcript the same weight, if what is supposed holds."""
    demand_exactly((Bisimulation,), bisimulation)
    demand(type(bisimulation) is Bisimulation, f"{bisimulation} is no bisimulation")
    one, other = bisimulation.one, bisimulation.other
    demand_proved(bisimulation.stages, proved, bisimulation.name)
    alike = supposing(bisimulation.supposed, eq(weight(one), weight(other)))
    suppositions = tuple(each.formula for each in bisimulation.supposed)
    return derive(TAPES, alike, *proved, using={"one": one, "other": other, "supposing": suppositions})


def related(bisimulation: Bisimulation) -> Fact:
    """The same, once solvers have proved the obligations."""
    return tapes(bisimulation, *map(solve_stage, bisimulation.stages))


def same_views(of: Index, as_: Index, equal: Fact, known: Fact, parameters: Index = PARAMETERS) -> Fact:
    """From equal weights, in both worlds and of all transcripts, and the privacy of one system: that of the other."""
    demand(equal.formula == eq(weight(of), weight(as_)), f"{equal.formula} is not about {of} and {as_}")
    demand(known.formula == private(as_, parameters), f"{known.formula} does not say that {as_} is private")
    equivalent = derive(VIEWS, Proposition(sentences.EQUIVALENT, (of, as_)), equal, using={"of": of, "as": as_})
    arguments = {"of": of, "as": as_, "parameters": parameters}
    return derive(EQUIVALENCE, private(of, parameters), equivalent, known, using=arguments)


def data_processing(associates: Fact) -> Fact:
    """From the association of an adversary, a post-processing and a mechanism: post-processing keeps privacy."""
    one, other = BEHIND(CHAIN(P, Q), M), BEHIND(P, BEHIND(Q, M))
    demand(associates.formula == eq(weight(one), weight(other)), f"{associates.formula} is not that {one} is {other}")
    keeps = Implication(private(M, PARAMETERS), private(BEHIND(Q, M), PARAMETERS))
    return derive(DATA_PROCESSING, keeps, associates)
