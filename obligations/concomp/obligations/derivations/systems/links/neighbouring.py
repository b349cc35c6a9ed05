"""f_~: a pair of neighbouring or identical initial states, then identical queries.

Once f_~ has read a pair it admits identical pairs only, whatever the states, the queries and the relation ~ are.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.messages import (
    HALTING,
    MESSAGE,
    apply,
    declare,
    first,
    paired,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import (
    Config,
    Halting,
    Register,
    Relay,
    Turn,
    branch,
    send,
)
from concomp.obligations.derivations.systems.links.bisimulation import Stage
from concomp.obligations.derivations.systems.links.first_pairs import identical

STARTS = declare("is an initial state", (MESSAGE,), BOOL)
NEIGHBOURS = declare("neighbouring", (MESSAGE, MESSAGE), BOOL)
STARTED = Register("started", BOOL, FALSE)


@dataclass(frozen=True)
class NeighbouringVerifier(Relay):
    """V[f_~]. queries_identical: false in a false variant, whose queries may differ."""

    queries_identical: bool = True
    registers: tuple[Register, ...] = (STARTED,)

    def admits(self, started: Term, message: Term) -> Term:
        """Whether the sequence read so far may go on with a message."""
        starts = [apply(STARTS, side(message)) for side in (first, second)]
        related = terms.disjunction([identical(message), apply(NEIGHBOURS, first(message), second(message))])
        begins = terms.conjunction([terms.negation(started), *starts, related])
        same = [identical(message)] if self.queries_identical else []
        goes_on = terms.conjunction([started, *map(terms.negation, starts), *same])
        return terms.conjunction([paired(message), terms.disjunction([begins, goes_on])])

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        forward = send({**config, STARTED.name: TRUE}, TRUE, message)
        checked = branch(self.admits(config[STARTED.name], message), forward, send(config, FALSE, HALTING))
        return branch(from_right, send(config, FALSE, message), checked)


def verifier(function: NeighbouringVerifier) -> Halting:
    """V[f_~]."""
    return Halting("f_~", function)


def stages(function: NeighbouringVerifier) -> tuple[Stage, ...]:
    """A pair admitted after the first is identical, and a pair admitted has been read."""
    started = STARTED.symbol
    heard = function.hear({STARTED.name: started}, FALSE, HEARD)
    passes = heard.to_right
    return (
        Stage(
            "f_~: a pair has been read",
            "f_~ has read a pair once it has admitted one",
            (passes,),
            heard.config[STARTED.name],
            terms.negation(started),
            started,
        ),
        Stage(
            "f_~: pairs after the first",
            "f_~ admits identical pairs only once it has read one",
            (passes,),
            terms.implication(started, identical(HEARD)),
            started,
            identical(HEARD),
        ),
    )


STAGES = stages(NeighbouringVerifier())
UNLIKE_QUERIES = stages(NeighbouringVerifier(queries_identical=False))
"""A false variant: queries may differ."""
