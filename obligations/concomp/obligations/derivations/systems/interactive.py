"""Interactive mechanisms as continual ones for f_~: what HSV26 Corollary 5.15 needs of Theorem 5.14's hypotheses.

V[f_~] ∘* I ∘* M, M told its initial state first, is private if the interactive mechanism is: behind (s_0,s_1) it is
M(s_b) behind what hands on one of two identical queries, and post-processing keeps privacy. f_~ is first-pair
consistent, since it admits identical pairs only once it has read one.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, deriving
from concomp.obligations.derivations.kernel.indices import Index, Var
from concomp.obligations.derivations.kernel.language import Formula
from concomp.obligations.derivations.kernel.logic import apply_lemma, hypothesis, suppose
from concomp.obligations.derivations.systems.language import (
    AS_CONTINUAL,
    BEGINNING,
    BEHIND,
    CHAIN,
    CONTINUAL,
    EVERY_FUNCTION,
    EVERY_INTERACTIVE,
    EVERY_PARAMETERS,
    EVERY_TRADE_OFF,
    IDENTIFIED,
    INTERACTIVE,
    INTERACTIVE_ONE,
    NEIGHBOURING,
    PARAMETERS,
    SERVING,
    STARTED,
    VERIFIER,
    M,
    Q,
    every_exception,
    every_member,
)
from concomp.obligations.derivations.systems.links import neighbouring
from concomp.obligations.derivations.systems.postprocessing import KEEPS
from concomp.obligations.derivations.systems.properties import discrete, private
from concomp.obligations.derivations.systems.suppositions import consistent, neighbouring_states
from concomp.obligations.derivations.systems.system_rules import alike, as_private, demand_proved, solve_stage

READ_ON = Rule("pair after pair")
FIRST_PAIR = Rule("first pair by first pair", collective=True)
ANSWERS = Rule("answers as a continual mechanism", collective=True)
_derive = deriving(READ_ON, FIRST_PAIR, ANSWERS)
COMPOSITION, EVERY = AS_CONTINUAL(INTERACTIVE), EVERY_INTERACTIVE(INTERACTIVE)


@exactly
def told_first(interactive: Index) -> Index:
    """V[f_~] ∘* I ∘* M whose first pair is (s_0,s_1)."""
    guard = CHAIN(BEGINNING(interactive), VERIFIER(NEIGHBOURING(interactive)))
    return BEHIND(guard, IDENTIFIED(CONTINUAL(interactive)))


@exactly
def served(interactive: Index) -> Index:
    """M(s_b) behind what hands on one of two identical queries."""
    return BEHIND(SERVING(interactive), STARTED(interactive))


@exactly
def neighbouring_consistent(*proved: Fact) -> Fact:
    """From what f_~ admits after its first pair: it is first-pair consistent, whatever ~ and the mechanisms are."""
    demand_proved(neighbouring.STAGES, proved, "f_~")
    return _derive(READ_ON, consistent(EVERY_FUNCTION(COMPOSITION)).formula, *proved)


@exactly
def answers_discretely(interactive: Fact) -> Fact:
    """From discrete answers of interactive mechanisms: those of continual ones."""
    demand(interactive.formula == discrete(EVERY), f"{interactive.formula} is not about every interactive mechanism")
    return _derive(ANSWERS, discrete(every_member(COMPOSITION)), interactive)


@exactly
def private_exceptions(of_first_pairs: Fact) -> Fact:
    """From privacy behind every first pair that differs: the privacy of exceptional mechanisms, by what it was."""
    says: dict[Formula, Formula] = {
        private(told_first(EVERY), own): private(every_exception(COMPOSITION), own)
        for own in (EVERY_PARAMETERS(COMPOSITION), EVERY_TRADE_OFF(COMPOSITION))
    }
    known = of_first_pairs.formula
    demand(known in says, f"{known} is not {next(iter(says))}, nor the same by trade-off functions")
    return _derive(FIRST_PAIR, says[known], of_first_pairs)


@exactly
def exceptions_of(private_interactive: Fact, promise: Var, own: Index) -> Fact:
    """From the privacy of interactive mechanisms: that of exceptional ones, whose first pair is (s_0,s_1).

    promise, own: what privacy is measured by, and what this is of every member.
    """
    of_every = {INTERACTIVE_ONE: EVERY}
    states = hypothesis("s_0 ~ s_1", "HSV26 Definition 2.13", neighbouring_states(EVERY).formula)
    as_started = apply_lemma(alike(neighbouring.TOLD_FIRST), of_every, states)
    values = {Q: SERVING(EVERY), M: STARTED(EVERY), promise: own}
    processed = apply_lemma(KEEPS[promise], values, private_interactive)
    return private_exceptions(as_private(as_started, processed))


DISCRETE = suppose(discrete(EVERY))
OWN = EVERY_PARAMETERS(COMPOSITION)
PRIVATE = suppose(private(STARTED(EVERY), OWN))
INTERACTIVE_PREMISES: Sequence[Fact] = (DISCRETE, PRIVATE)
INTERACTIVE_CONSISTENT = neighbouring_consistent(*map(solve_stage, neighbouring.STAGES))
ANSWERS_OF_INTERACTIVE = answers_discretely(DISCRETE)
INTERACTIVE_PRIVATE = exceptions_of(PRIVATE, PARAMETERS, OWN)
