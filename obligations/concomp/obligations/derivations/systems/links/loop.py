"""Algorithm 1 of HSV26, line by line, beside the described system P ∘* M.

The algorithm is written here a second time, with its own registers: the states s^P and s^M, the message m' that is on
its way, the side v that P is told, and whether P or M is asked next. It shares nothing with the description but the
unknown P and M, which answer alike when they are asked alike. A relation between the registers holds at the start, is
kept when both hear a message, and when P or M has answered, and both answer the same. HALT, sent by P or by M, ends
both, as it ends every mechanism.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.kernel.steps import Asked
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import start
from concomp.obligations.derivations.systems.descriptions.messages import HALTING, MESSAGE, apply, declare, halts
from concomp.obligations.derivations.systems.descriptions.parts import Config, System, Turn
from concomp.obligations.derivations.systems.descriptions.table import describe, with_left
from concomp.obligations.derivations.systems.language import BEHIND, M, P
from concomp.obligations.derivations.systems.links.stages import put_to_solvers

POST_PROCESSED = BEHIND(P, M)
OF_P, OF_M = start("P").sort, start("M").sort


@dataclass(frozen=True, slots=True)
class After:
    """What the algorithm has done: its registers, whether it goes on to ask, and what it returns if not."""

    registers: Mapping[str, Term]
    goes_on: Term
    returned: Term


class Algorithm:
    """Algorithm 1, by its lines. tells_side: whether P is told that a message comes from M, as it must be.

    processes_answers: whether answers of M are handed to P, and not returned as they are.
    """

    def __init__(self, tells_side: bool = True, processes_answers: bool = True) -> None:
        """Take the algorithm as it is, or a wrong variant."""
        self.tells_side, self.processes_answers = tells_side, processes_answers
        self.registers: Mapping[str, Term] = {
            "s^P": terms.leaf("register", OF_P, "s^P"),
            "s^M": terms.leaf("register", OF_M, "s^M"),
            "m": terms.leaf("register", MESSAGE, "m"),
            "v": terms.leaf("register", BOOL, "v is R"),
            "asks P": terms.leaf("register", BOOL, "asks P"),
            "over": terms.leaf("register", BOOL, "over"),
        }

    @property
    def initial(self) -> Mapping[str, Term]:
        """Its registers at the start: the states are the initial ones."""
        return {**self.registers, "s^P": start("P"), "s^M": start("M"), "over": FALSE}

    def on_message(self) -> After:
        """(s^P, v, m') ← P(s^P, L, m): P is asked."""
        asked = {**self.registers, "m": HEARD, "v": FALSE, "asks P": TRUE}
        return self._unless_over(terms.disjunction([self.registers["over"], halts(HEARD)]), asked, TRUE, HALTING)

    def on_answer(self) -> After:
        """While v = R: (s^M, m) ← M(s^M, m'); (s^P, v, m') ← P(s^P, R, m). Return m'."""
        at = self.registers
        next_p, to_right, said_p = asked_of("P", (at["s^P"], at["v"], at["m"]))
        next_m, said_m = asked_of("M", (at["s^M"], at["m"]))
        of_p = {**at, "s^P": next_p, "m": said_p, "asks P": FALSE}
        of_m = {**at, "s^M": next_m, "m": said_m, "v": TRUE if self.tells_side else FALSE, "asks P": TRUE}
        after = {name: terms.choice(at["asks P"], of_p[name], of_m[name]) for name in at}
        said = terms.choice(at["asks P"], said_p, said_m)
        goes_on = terms.choice(at["asks P"], to_right, TRUE if self.processes_answers else FALSE)
        return self._unless_over(halts(said), after, goes_on, said)

    def _unless_over(self, over: Term, after: Mapping[str, Term], goes_on: Term, returned: Term) -> After:
        """What is done unless something has halted: then HALT is returned, for ever."""
        return After(
            {**after, "over": over},
            terms.conjunction([terms.negation(over), goes_on]),
            terms.choice(over, HALTING, returned),
        )


def asked_of(kernel: str, arguments: tuple[Term, ...]) -> tuple[Term, ...]:
    """What P or M does, asked something in a state: the same whenever it is asked the same."""
    results = {"P": (OF_P, BOOL, MESSAGE), "M": (OF_M, MESSAGE)}[kernel]
    sorts = tuple(argument.sort for argument in arguments)
    return tuple(
        apply(declare(f"{kernel} result {place}", sorts, result), *arguments) for place, result in enumerate(results)
    )


def lines(algorithm: Algorithm) -> tuple[Asked, Asked, Asked]:
    """What is put to the solvers: the relation at the start, when both hear, and when P or M has answered."""
    system = System(describe(POST_PROCESSED))
    own, at = system.config, algorithm.registers
    initial = {register.name: register.initial for register in system.registers}
    over = own[f"{POST_PROCESSED}.over"]
    before = (*_related(own, at), terms.negation(system.from_right))
    heard, made = system.hear(HEARD), algorithm.on_message()
    moved, answered = _with_results(system), algorithm.on_answer()
    working = (*_related(own, at), terms.negation(over), *_working(own, at))
    started = terms.conjunction(_related(initial, algorithm.initial))
    return (
        put_to_solvers("the start", (), started, TRUE, terms.conjunction([started, initial[f"{POST_PROCESSED}.over"]])),
        put_to_solvers("a message", before, _agree(heard, made), heard.stays, terms.negation(heard.stays)),
        put_to_solvers("an answer", working, _agree(moved, answered), terms.negation(moved.stays), moved.stays),
    )


def _with_results(system: System) -> Turn:
    """What the described system does once P or M has answered, by what these answer."""
    results = {
        result: value
        for call in system.calls
        for result, value in zip(call.results, asked_of(call.kernel, call.arguments), strict=True)
    }
    turn = system.move
    config = {name: substitute(term, results) for name, term in turn.config.items()}
    rest = (turn.stays, turn.to_right, turn.leftwards, turn.rightwards)
    return Turn(config, *(substitute(term, results) for term in rest))


def _related(own: Config, at: Mapping[str, Term]) -> Sequence[Term]:
    """Both are over, or in the same states."""
    over = own[f"{POST_PROCESSED}.over"]
    same = [
        terms.equality(own["P.state"], at["s^P"]),
        terms.equality(own["M.state"], at["s^M"]),
        terms.negation(own["P.over"]),
        terms.negation(own["M.over"]),
    ]
    return terms.equality(over, at["over"]), terms.disjunction([over, terms.conjunction(same)])


def _working(own: Config, at: Mapping[str, Term]) -> Sequence[Term]:
    """Both ask the same of the same."""
    asks_p = own[with_left(POST_PROCESSED)]
    of_p = terms.conjunction(
        [terms.equality(own["P.heard from right"], at["v"]), terms.equality(own["P.heard"], at["m"])]
    )
    return terms.equality(asks_p, at["asks P"]), terms.choice(asks_p, of_p, terms.equality(own["M.heard"], at["m"]))


def _agree(turn: Turn, after: After) -> Term:
    """Both go on and ask the same, or both return the same to the left."""
    returned = terms.conjunction([terms.negation(turn.to_right), terms.equality(turn.message, after.returned)])
    working = terms.conjunction(_working(turn.config, after.registers))
    return terms.conjunction(
        [
            terms.equality(turn.stays, after.goes_on),
            *_related(turn.config, after.registers),
            terms.choice(turn.stays, working, returned),
        ]
    )
