"""Two described systems, related move by move.

Both hear the same messages and use the same kernels. A relation between their registers that holds at the start, is
kept whenever both hear or both move, and forces both to send the same, makes them the same on every tape; that they
then have the same views is the rule that tapes are drawn alike. Each of the obligations is put to two solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import INT
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Proposition
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.messages import apply, declare, halts
from concomp.obligations.derivations.systems.descriptions.parts import Config, Halting, Part, System, Turn
from concomp.obligations.derivations.systems.descriptions.text import script

Relation = Callable[[Config, Config], Sequence[Term]]


Everywhere = Callable[[Config, Config, Term], Sequence[Term]]
INDEX = terms.leaf("parameter", INT, "any index")


def nothing(left: Config, right: Config) -> Sequence[Term]:
    """No term."""
    return ()


def nothing_everywhere(left: Config, right: Config, index: Term) -> Sequence[Term]:
    """No term at any index."""
    return ()


@dataclass(frozen=True)
class Stage:
    """A question about described systems.

    says: what is proved, in words. known: what may be used. conclusion: what follows. interesting: what a witness
    satisfies besides. variant: what does not follow.
    """

    name: str
    says: str
    known: tuple[Term, ...]
    conclusion: Term
    interesting: Term
    variant: Term

    @cached_property
    def negation(self) -> str:
        """The text that is unsatisfiable exactly if the conclusion follows."""
        return script((*self.known, terms.negation(self.conclusion)))

    @cached_property
    def witness(self) -> str:
        """The text that is satisfiable exactly if an interesting case exists."""
        return script((*self.known, self.interesting))

    @cached_property
    def controls(self) -> tuple[str, ...]:
        """The text that is satisfiable exactly if the variant does not follow."""
        return (script((*self.known, terms.negation(self.variant))),)


@dataclass(frozen=True)
class Bisimulation:
    """Two systems and a relation between their registers.

    one, other: the systems, as the language of systems has them.
    relation: what holds between the registers, unless both are over, whenever both wait for a message or a kernel.
    everywhere: what moreover holds at each index; it is proved for an arbitrary one, INDEX.
    used_at: the other indices at which that is used as hypothesis.
    working: what moreover holds while a kernel is asked.
    given: what is known at the start.
    assumed: instances, at these registers and the message that is heard, of what is known of the functions.
    supposing: in words, what is known by `given` and `assumed`.
    two_sided: whether messages come from the right as well, as they do to post-processings.
    """

    name: str
    one: Index
    other: Index
    left: Halting
    right: Halting
    relation: Relation
    everywhere: Everywhere = nothing_everywhere
    used_at: Relation = nothing
    working: Relation = nothing
    given: tuple[Term, ...] = ()
    assumed: Relation = nothing
    two_sided: bool = False
    supposing: tuple[Proposition, ...] = ()

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """What is put to the solvers: the relation at the start, when both hear, and when both move."""
        left, right = self._copies
        begin = terms.conjunction(self._related(left.initial, right.initial))
        side = () if self.two_sided else (terms.negation(left.system.from_right),)
        hears, moves = (*self._known, *side), (*self._known, *self._running)
        heard, moved = self._agree(left.on_message, right.on_message), self._agree(left.on_answer, right.on_answer)
        answered = terms.conjunction(
            [terms.negation(left.on_answer.stays), terms.negation(halts(left.on_answer.message))]
        )
        both_over = terms.conjunction([begin, left.initial[self.left.over]])
        alike = f"{self.one} and {self.other} are alike"
        return (
            Stage(f"{self.name}: start", f"{alike} at the start", self.given, begin, TRUE, both_over),
            Stage(
                f"{self.name}: message",
                f"{alike}, and send the same, after both have heard a message",
                hears,
                heard,
                left.on_message.stays,
                terms.negation(left.on_message.stays),
            ),
            Stage(
                f"{self.name}: move",
                f"{alike}, and send the same, after one of their mechanisms has answered",
                moves,
                moved,
                answered,
                left.on_answer.stays,
            ),
        )

    @cached_property
    def _copies(self) -> tuple[_Copy, _Copy]:
        return _Copy("1", self.left), _Copy("2", self.right)

    @property
    def _known(self) -> Sequence[Term]:
        left, right = (copy.config for copy in self._copies)
        elsewhere = [
            terms.disjunction([left[self.left.over], *self._conjoined(left, right, index)])
            for index in self.used_at(left, right)
        ]
        return (*self._related(left, right), *elsewhere, *self.assumed(left, right))

    @property
    def _running(self) -> Sequence[Term]:
        left, right = (copy.config for copy in self._copies)
        return (terms.negation(left[self.left.over]), *self.working(left, right))

    def _conjoined(self, left: Config, right: Config, index: Term) -> Sequence[Term]:
        return [terms.conjunction(self.everywhere(left, right, index))]

    def _related(self, left: Config, right: Config) -> Sequence[Term]:
        over, also = left[self.left.over], right[self.right.over]
        related = terms.conjunction([*self.relation(left, right), *self.everywhere(left, right, INDEX)])
        return (terms.equality(over, also), terms.disjunction([over, related]))

    def _agree(self, left: Turn, right: Turn) -> Term:
        """Both ask a kernel, being related and not over; or both send the same, being related."""
        same = [terms.equality(left.to_right, right.to_right), terms.equality(left.message, right.message)]
        working = [terms.negation(left.config[self.left.over]), *self.working(left.config, right.config)]
        return terms.conjunction(
            [
                terms.equality(left.stays, right.stays),
                *self._related(left.config, right.config),
                terms.choice(left.stays, terms.conjunction(working), terms.conjunction(same)),
            ]
        )


class _Copy:
    """A system with its own names for its registers, and shared functions for the results of its kernels."""

    def __init__(self, name: str, part: Part) -> None:
        self.system = System(part)
        self._own = {
            register.symbol: terms.leaf("register", register.sort, f"{name} {register.name}")
            for register in self.system.registers
        }
        results = {
            result: apply(_result(call.kernel, place, call.arguments, result), *map(self._named, call.arguments))
            for call in self.system.calls
            for place, result in enumerate(call.results)
        }
        self._after = {**self._own, **results}

    @cached_property
    def config(self) -> Config:
        """The registers, and the results of kernels, by name."""
        return {terms.leaf_name(leaf): term for leaf, term in self._after.items()}

    @cached_property
    def initial(self) -> Config:
        return {register.name: register.initial for register in self.system.registers}

    @cached_property
    def on_message(self) -> Turn:
        return self._turn(self.system.hear(HEARD))

    @cached_property
    def on_answer(self) -> Turn:
        return self._turn(self.system.move)

    def _named(self, term: Term) -> Term:
        return substitute(term, self._own)

    def _turn(self, turn: Turn) -> Turn:
        config = {name: substitute(term, self._after) for name, term in turn.config.items()}
        rest = (turn.stays, turn.to_right, turn.leftwards, turn.rightwards)
        return Turn(config, *(substitute(term, self._after) for term in rest))


def _result(kernel: str, place: int, arguments: Sequence[Term], result: Term) -> Declared[Any]:
    return declare(f"{kernel} result {place}", tuple(argument.sort for argument in arguments), result.sort)


def same(names: Sequence[str]) -> Relation:
    """The relation that these registers are equal."""
    return lambda left, right: [terms.equality(left[name], right[name]) for name in names]


def none_of(names: Sequence[str]) -> Relation:
    """The relation that these registers are false in both systems."""
    return lambda left, right: [terms.negation(config[name]) for config in (left, right) for name in names]
