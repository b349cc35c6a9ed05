"""The trusted rule by which a reduction to randomised responses is one to pairs of laws.

A reduction supposes simulators with responses, and derives from the privacy of the responses that of the composition.
Nothing is used of the responses but what all one-shot mechanisms have that answer with countably many values: this is
read from the derivation itself, from its rules and its hypotheses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import final

from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.exactness import demand_fields, exactly
from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, deriving
from concomp.obligations.derivations.kernel.freshness import ancestry
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Formula, Proposition, Summable, eq, le, total
from concomp.obligations.derivations.kernel.sealing import sealed
from concomp.obligations.derivations.kernel.statements import HYPOTHESIS
from concomp.obligations.derivations.systems.drawn_slots import DrawnSlots
from concomp.obligations.derivations.systems.language import (
    EVERY_FUNCTION,
    EVERY_PARAMETERS,
    EVERY_TRADE_OFF,
    OF_CONSISTENT_TRADE_OFFS,
    OF_EXCEPTIONS,
    OF_FILTER,
    OF_FILTERED_TRADE_OFFS,
    OF_PARAMETERS,
    OF_TRADE_OFFS,
    PAIRS_OF,
    RESPONSES_OF,
    SIMULATORS,
    SUITABLE,
    TRADE_OFF,
    C,
    every_exception,
    every_member,
    pairs,
    pairs_of_filter,
    responses,
    responses_of_filter,
    verified_composition,
)
from concomp.obligations.derivations.systems.lemmas import implication
from concomp.obligations.derivations.systems.properties import (
    discrete,
    pairs_fit,
    private,
    simulated,
    simulated_by_own_pair,
    simulated_by_pair,
)
from concomp.obligations.derivations.systems.shares import R, informed_share, response_law
from concomp.obligations.derivations.systems.slot_rules import sub_multiset
from concomp.obligations.derivations.systems.suppositions import answers, consistent, responses_fit

ANY_RESPONSES = Rule("any responses", closed=True, collective=True)
_derive = deriving(ANY_RESPONSES)

OF_ANY_RESPONSES = frozenset(
    {"given", "defined", "solved", "instance", "joined", "part", "assumed", "deduced", "induction", "detached"}
    | {"extensionality", "comparison", "combination", "summation", "weights determine views", "tapes", "equivalence"}
    | {"data processing", "drawn first", "each by its simulator", "discrete answers together", "among all"}
    | {"identical first pairs", "independent tapes", "free slots", "slots in numbers", "takers hold one slot"}
)
"""The rules by which nothing is known of the laws of responses."""


@final
@sealed
@dataclass(frozen=True, slots=True)
class Reduction:
    """That a composition is φ-DP, if what it is reduced to is; by responses and parameters, or as the rule has it.

    demand: that of its function. there_are: that there are responses, which answer. fits: what the function demands of
    parameters. by: the simulators. asked: what it is reduced to.
    """

    demand: Index
    there_are: Formula
    fits: tuple[Formula, ...]
    consistency: tuple[Formula, ...]
    by: Formula
    asked: Index

    def __post_init__(self) -> None:
        """Refuse what is no index or formula."""
        demand_fields(self)

    @property
    def formula(self) -> Formula:
        """What it says."""
        suppositions = (self.there_are, *self.fits, *self.consistency, discrete(every_member(C)), self.by)
        private_one, whole = private(self.asked, TRADE_OFF), verified_composition(C, self.demand)
        return implication((*suppositions, private_one), private(whole, TRADE_OFF))


OWN, TRADE_OFFS = EVERY_PARAMETERS(C), EVERY_TRADE_OFF(C)
SHOWN, SHOWN_OF_PAIRS = answers(RESPONSES_OF(C)).formula, answers(PAIRS_OF(C)).formula
CONSISTENT = consistent(EVERY_FUNCTION(C)).formula


@exactly
def trade_offs_fit(wanted: Index) -> Proposition:
    """What a function demands of the trade-off functions of the mechanisms that take slots."""
    return Proposition(sentences.SUB_MULTISET_OF_TRADE_OFFS, (SUITABLE(C, wanted),))


def _parameters_fit(wanted: Index) -> Formula:
    return sub_multiset(SUITABLE(C, wanted))


BY_RESPONSES: Mapping[Index, tuple[Reduction, Reduction]] = MappingProxyType(
    {
        OF_PARAMETERS: (
            Reduction(
                OF_PARAMETERS,
                SHOWN,
                (_parameters_fit(OF_PARAMETERS),),
                (),
                simulated(every_member(C), OWN),
                responses(C),
            ),
            Reduction(
                OF_TRADE_OFFS,
                SHOWN_OF_PAIRS,
                (trade_offs_fit(OF_TRADE_OFFS),),
                (),
                simulated_by_pair(every_member(C), TRADE_OFFS),
                pairs(C),
            ),
        ),
        OF_EXCEPTIONS: (
            Reduction(
                OF_EXCEPTIONS,
                SHOWN,
                (_parameters_fit(OF_EXCEPTIONS),),
                (CONSISTENT,),
                simulated(every_exception(C), OWN),
                responses(C),
            ),
            Reduction(
                OF_CONSISTENT_TRADE_OFFS,
                SHOWN_OF_PAIRS,
                (trade_offs_fit(OF_CONSISTENT_TRADE_OFFS),),
                (CONSISTENT,),
                simulated_by_pair(every_exception(C), TRADE_OFFS),
                pairs(C),
            ),
        ),
        OF_FILTER: (
            Reduction(
                OF_FILTER,
                responses_fit(C).formula,
                (),
                (),
                simulated(every_member(C), OWN),
                responses_of_filter(C),
            ),
            Reduction(
                OF_FILTERED_TRADE_OFFS,
                pairs_fit(C),
                (),
                (),
                simulated_by_own_pair(every_member(C), TRADE_OFFS),
                pairs_of_filter(C),
            ),
        ),
    }
)
"""The reductions to responses, by the demands of their functions, each with what it becomes."""


def _laws(wanted: Index) -> frozenset[Formula]:
    """What else may be supposed by a demand: that samples and shares have laws."""
    if wanted == OF_FILTER:
        return frozenset()
    share, of_slot = informed_share(SIMULATORS(C)), DrawnSlots(SUITABLE(C, wanted)).law
    chances = {each for law in (of_slot, response_law(C)) for each in (le(0, law), Summable(R, law))}
    return frozenset(chances | {eq(total(R, of_slot), 1), le(0, share), le(share, 1)})


@exactly
def with_pairs(reduction: Fact, wanted: Index) -> Fact:
    """From a reduction to responses, by the demand of its function: the same to pairs of laws."""
    demand(wanted in BY_RESPONSES, f"nothing is reduced to responses by {wanted}")
    to_responses, to_pairs = BY_RESPONSES[wanted]
    demand(reduction.formula == to_responses.formula, f"{reduction.formula} is no reduction to responses")
    laws = _laws(wanted)
    for fact in ancestry(reduction):
        known = fact.rule.name in OF_ANY_RESPONSES
        demand(known, f"{fact.formula} may know of the laws of responses, by “{fact.rule.name}”")
        supposed = fact.rule == HYPOTHESIS and fact.formula not in laws
        demand(not supposed, f"{fact.formula} is supposed, and perhaps not so of pairs of laws")
    return _derive(ANY_RESPONSES, to_pairs.formula, reduction)
