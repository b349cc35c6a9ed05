"""Interactive mechanisms as continual ones: HSV26 section 5.3.1.

Once f_~ has read a pair it admits identical pairs only, whatever the initial states, the queries and the relation ~
are: it is first-pair consistent. And V[f_~] ∘* I(b) ∘* M, told (s_0,s_1) first, answers as M(s_b) behind what hands on
one of two identical queries.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import FALSE, Term
from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.indices import Constructor
from concomp.obligations.derivations.kernel.language import Proposition
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.guards import identical
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.table import describe, with_left
from concomp.obligations.derivations.systems.language import (
    BEGINNING,
    BEHIND,
    CHAIN,
    CONTINUAL,
    IDENTIFIED,
    INTERACTIVE_ONE,
    NEIGHBOURING,
    NEIGHBOURING_AT_FIRST,
    SERVING,
    STARTED,
    VERIFIER,
)
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same
from concomp.obligations.derivations.systems.links.stages import Stage
from concomp.obligations.derivations.systems.suppositions import Instance, neighbouring_states


def stages(kind: Constructor) -> tuple[Stage, ...]:
    """A pair admitted after the first is identical, and a pair admitted has been read, by the functions of a kind."""
    function = kind(INTERACTIVE_ONE)
    machine = describe(VERIFIER(function)).inner
    [register] = machine.registers
    started = register.symbol
    heard = machine.hear({register.name: started}, FALSE, HEARD)
    passes = heard.to_right
    return (
        Stage(
            "f_~: a pair has been read",
            Proposition(sentences.HAS_READ_A_PAIR, (function,)),
            (passes,),
            heard.config[register.name],
            terms.negation(started),
            started,
        ),
        Stage(
            "f_~: pairs after the first",
            Proposition(sentences.IDENTICAL_ONCE_READ, (function,)),
            (passes,),
            terms.implication(started, identical(HEARD)),
            started,
            identical(HEARD),
        ),
    )


STAGES = stages(NEIGHBOURING)
UNLIKE_QUERIES = stages(NEIGHBOURING_AT_FIRST)
"""What is false: queries may differ."""


def _told_first(name: str, kind: Constructor) -> Bisimulation:
    function, guard = kind(INTERACTIVE_ONE), BEGINNING(INTERACTIVE_ONE)
    before, continual = CHAIN(guard, VERIFIER(function)), IDENTIFIED(CONTINUAL(INTERACTIVE_ONE))
    one, other = BEHIND(before, continual), BEHIND(SERVING(INTERACTIVE_ONE), STARTED(INTERACTIVE_ONE))
    supposed, n = neighbouring_states(INTERACTIVE_ONE), str(INTERACTIVE_ONE)

    def related(left: Config, right: Config) -> Sequence[Term]:
        begun = left[f"{guard}.begun"]
        server = f"{SERVING(INTERACTIVE_ONE)}.begun"
        flags = [left[f"{VERIFIER(function)}.started"], left[f"{n}.running"], right[server]]
        at_start = describe(STARTED(INTERACTIVE_ONE)).registers[1].initial
        first_state = terms.equality(right[f"{n}.state"], at_start)
        same_state = terms.equality(left[f"{n}.state"], right[f"{n}.state"])
        return [
            *(terms.equality(begun, flag) for flag in flags),
            right[f"{n}.running"],
            terms.choice(begun, same_state, first_state),
            *all_running(left, right),
        ]

    def working(left: Config, right: Config) -> Sequence[Term]:
        places = [left[with_left(one)], left[with_left(continual)], right[with_left(other)]]
        return [left[f"{guard}.begun"], *map(terms.negation, places), *same([f"{n}.heard"])(left, right)]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        return [supposed.law(0)]

    return Bisimulation(name, one, other, related, working=working, supposed=(supposed,), known=known)


TOLD_FIRST = _told_first("the first pair is (s_0,s_1)", NEIGHBOURING)
TOLD_FIRST_ONLY = _told_first("the first pair is (s_0,s_1), and queries may differ", NEIGHBOURING_AT_FIRST)
"""What is false: queries may differ."""
