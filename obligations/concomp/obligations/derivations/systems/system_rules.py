"""Composed systems in derivations: their weights, and the rules that lead to them and from them.

The weight of a system at (b, h) is the chance that it gives the answers of the transcript h to its messages, where the
secret bit is b. An answer is a message: who halts, as a verifier does at a message that it rejects, gives none, and the
transcript has weight 0. What is proved about systems move by move enters by the rules below, and nothing else. What a
rule concludes is computed from the terms that its premises are about.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, deriving
from concomp.obligations.derivations.kernel.indices import Index, Var
from concomp.obligations.derivations.kernel.language import Formula, Implication, Proposition, eq
from concomp.obligations.derivations.kernel.logic import solve_in_words
from concomp.obligations.derivations.kernel.sealing import demand_exactly
from concomp.obligations.derivations.systems.language import BEHIND, CHAIN, PARAMETERS, M, P, Q
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation
from concomp.obligations.derivations.systems.links.stages import Stage
from concomp.obligations.derivations.systems.properties import discrete, equivalent, private
from concomp.obligations.derivations.systems.shares import TRANSCRIPTS, B, H, weight
from concomp.obligations.derivations.systems.suppositions import supposing
from concomp.obligations.derivations.theories.simulation.simulation_rules import VIEWS, _derive_views

TAPES = Rule(
    "tapes",
    closed=True,
    speaks_of=TRANSCRIPTS,
    binds=frozenset({B, H}),
)
EQUIVALENCE = Rule("equivalence", speaks_of=TRANSCRIPTS)
DATA_PROCESSING = Rule(
    "data processing",
    closed=True,
    speaks_of=TRANSCRIPTS,
    binds=frozenset({B, H}),
)
_derive = deriving(TAPES, EQUIVALENCE, DATA_PROCESSING)


@exactly
def solve_stage(stage: Stage) -> Fact:
    """What both solvers prove about described systems."""
    return solve_in_words(stage.formula, stage.asked)


@exactly
def demand_proved(stages: Sequence[Stage], proved: Sequence[Fact], of: str) -> None:
    """Make sure that facts are those that solvers prove of stages, word by word; WrongStep if not."""
    wanted = [(stage.formula, stage.asked) for stage in stages]
    loose = any(fact.assumptions for fact in proved)
    are_stages = [(fact.formula, fact.claim) for fact in proved] == wanted
    demand(are_stages and not loose, f"the premises are not the {len(stages)} facts about {of}")


@exactly
def tapes(bisimulation: Bisimulation, *proved: Fact) -> Fact:
    """From the three obligations: both systems give every transcript the same weight, if what is supposed holds."""
    return _by_tapes(bisimulation, proved, eq(*map(weight, _of(bisimulation))))


@exactly
def tapes_of_views(bisimulation: Bisimulation, *proved: Fact) -> Fact:
    """From the same: both systems are equivalent, whether their answers are discrete or not."""
    return _by_tapes(bisimulation, proved, equivalent(*_of(bisimulation)))


def _of(bisimulation: Bisimulation) -> tuple[Index, Index]:
    demand_exactly((Bisimulation,), bisimulation)
    return bisimulation.one, bisimulation.other


def _by_tapes(bisimulation: Bisimulation, proved: Sequence[Fact], conclusion: Formula) -> Fact:
    demand_proved(bisimulation.stages, proved, bisimulation.name)
    one, other = _of(bisimulation)
    suppositions = tuple(each.formula for each in bisimulation.supposed)
    using = {"one": one, "other": other, "supposing": suppositions}
    return _derive(TAPES, supposing(bisimulation.supposed, conclusion), *proved, using=using)


@exactly
def related(bisimulation: Bisimulation) -> Fact:
    """That both systems of a link weigh the same, once solvers have proved the obligations."""
    return tapes(bisimulation, *map(solve_stage, bisimulation.stages))


@exactly
def alike(bisimulation: Bisimulation) -> Fact:
    """That both systems of a link are equivalent, once solvers have proved the obligations."""
    return tapes_of_views(bisimulation, *map(solve_stage, bisimulation.stages))


@exactly
def views(of: Index, as_: Index, equal: Fact, *have_discrete_answers: Fact) -> Fact:
    """From equal weights, in both worlds and of all transcripts, of two systems with discrete answers: they are alike.

    have_discrete_answers: that the one has, and that the other has.
    """
    demand(equal.formula == eq(weight(of), weight(as_)), f"{equal.formula} is not about {of} and {as_}")
    wanted = tuple(map(discrete, (of, as_)))
    known = tuple(fact.formula for fact in have_discrete_answers)
    demand(known == wanted, f"{' and '.join(map(str, known))} is not that {of} and {as_} have discrete answers")
    return _derive_views(VIEWS, equivalent(of, as_), equal, *have_discrete_answers, using={"of": of, "as": as_})


@exactly
def as_private(views_alike: Fact, known: Fact) -> Fact:
    """From two equivalent systems, one of which is private: so is the other."""
    said, supposed = views_alike.formula, known.formula
    alike_ = isinstance(said, Proposition) and said.sentence == sentences.EQUIVALENT
    demand(alike_, f"{said} does not say that two systems are equivalent")
    is_private = isinstance(supposed, Proposition) and supposed.sentence == sentences.PRIVATE
    demand(is_private, f"{supposed} does not say that a system is private")
    assert isinstance(said, Proposition)
    assert isinstance(supposed, Proposition)
    system, parameters = supposed.at
    demand(system in said.at, f"{said} is not about {system}")
    one, other = said.at
    of = other if system == one else one
    arguments = {"of": of, "as": system, "parameters": parameters}
    return _derive(EQUIVALENCE, private(of, parameters), views_alike, known, using=arguments)


@exactly
def data_processing(associates: Fact, promise: Var = PARAMETERS) -> Fact:
    """From the association of an adversary, a post-processing and a mechanism: post-processing keeps privacy.

    promise: what privacy is measured by, parameters or a trade-off function.
    """
    demand_exactly((Var,), promise)
    one, other = BEHIND(CHAIN(P, Q), M), BEHIND(P, BEHIND(Q, M))
    demand(associates.formula == equivalent(one, other), f"{associates.formula} is not that {one} is {other}")
    keeps = Implication(private(M, promise), private(BEHIND(Q, M), promise))
    return _derive(DATA_PROCESSING, keeps, associates, using={"parameters": promise})
