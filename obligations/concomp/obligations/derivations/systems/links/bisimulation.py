"""Two described systems, related move by move.

Both hear the same messages and use the same kernels. A relation between their registers that holds at the start, is
kept whenever both hear or both move, and forces both to send the same, makes them the same on every tape; that they
then have the same views is the rule that tapes are drawn alike. Each of the obligations is put to two solvers.

The systems are terms, their machines are computed; what is known of their functions are instances of the laws of
suppositions, which every obligation has in its formula.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, final

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import BOOL, INT
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.obligations.derivations.kernel.facts import demand
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Formula
from concomp.obligations.derivations.kernel.sealing import sealed
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.messages import apply, declare, halts
from concomp.obligations.derivations.systems.descriptions.parts import Config, Halting, Part, System, Turn
from concomp.obligations.derivations.systems.descriptions.table import demand_names_apart, describe
from concomp.obligations.derivations.systems.links.stages import Stage, move_by_move
from concomp.obligations.derivations.systems.suppositions import Instance, Supposition, supposing

Relation = Callable[[Config, Config], Sequence[Term]]
Everywhere = Callable[[Config, Config, Term], Sequence[Term]]
Instances = Callable[[Config, Config], Sequence[Instance]]
INDEX = terms.leaf("parameter", INT, "any index")


def nothing(left: Config, right: Config) -> Sequence[Term]:
    """No term."""
    return ()


def nothing_everywhere(left: Config, right: Config, index: Term) -> Sequence[Term]:
    """No term at any index."""
    return ()


def no_instance(left: Config, right: Config) -> Sequence[Instance]:
    """No instance of a law."""
    return ()


@final
@sealed
@final
@sealed
@dataclass(frozen=True)
class Bisimulation:
    """Two systems and a relation between their registers; WrongStep if a term stands for no machine.

    The functions are asked once, of the registers as they are: what they say of others is computed by substitution.

    relation: what holds between the registers, unless both are over, whenever both wait for a message or a kernel.
    everywhere: what moreover holds at each index; it is proved for an arbitrary one, INDEX.
    used_at: the other indices at which that is used as hypothesis.
    working: what moreover holds while a kernel is asked.
    supposed: what is supposed of functions and post-processings.
    given: instances of its laws that are used at the start.
    known: those that are used at these registers and the message that is heard.
    """

    name: str
    one: Index
    other: Index
    relation: Relation
    everywhere: Everywhere = nothing_everywhere
    used_at: Relation = nothing
    working: Relation = nothing
    supposed: tuple[Supposition, ...] = ()
    given: tuple[Instance, ...] = ()
    known: Instances = no_instance

    def __post_init__(self) -> None:
        """Compute the machines."""
        demand(self.one.sort == self.other.sort, f"{self.one} is no {self.other.sort}, as {self.other} is")
        demand_names_apart(self.one, self.other, supposed=(each for what in self.supposed for each in what.at))
        for law in (law for what in self.supposed for law in what.laws):
            about_one = INDEX in terms.descendants([law.says])
            demand(not about_one, f"{self.name}: a law is about {INDEX}, which stands for all: let it be a symbol")

    @property
    def left(self) -> Halting:
        """The machine of the first system."""
        return describe(self.one)

    @property
    def right(self) -> Halting:
        """The machine of the second."""
        return describe(self.other)

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """What is put to the solvers: the relation at the start, when both hear, and when both move."""
        left, right = self._copies
        begin = terms.conjunction(self._related(left.initial, right.initial))
        # Messages come from the right to post-processings only.
        side = () if self.one.sort == "processing" else (terms.negation(left.system.from_right),)
        hears, moves = (*self._before, *side), (*self._before, *self._running(left.own, right.own))
        heard, moved = self._agree(left.on_message, right.on_message), self._agree(left.on_answer, right.on_answer)
        answered = terms.conjunction(
            [terms.negation(left.on_answer.stays), terms.negation(halts(left.on_answer.message))]
        )
        both_over = terms.conjunction([begin, left.initial[self.left.over]])
        return (
            Stage(f"{self.name}: start", self.says(AT_START), self._terms(self.given), begin, TRUE, both_over),
            Stage(
                f"{self.name}: message",
                self.says(AFTER_MESSAGE),
                hears,
                heard,
                left.on_message.stays,
                terms.negation(left.on_message.stays),
            ),
            Stage(f"{self.name}: move", self.says(AFTER_MOVE), moves, moved, answered, left.on_answer.stays),
        )

    def says(self, when: str) -> Formula:
        """That both systems are alike, if what is supposed holds."""
        return supposing(self.supposed, move_by_move(when, self.one, self.other))

    def _terms(self, instances: Sequence[Instance]) -> tuple[Term, ...]:
        """What instances say; WrongStep if one is of a law that is not supposed."""
        laws = [law for supposition in self.supposed for law in supposition.laws]
        for instance in instances:
            demand(instance.law in laws, f"{self.name} uses what is not supposed: {instance.law.says}")
        return tuple(instance.term for instance in instances)

    @cached_property
    def _copies(self) -> tuple[_Copy, _Copy]:
        return _Copy("1", self.left), _Copy("2", self.right)

    # The relation is asked for once, of the registers as they are; what it says of others is put in for these.

    @cached_property
    def _relation(self) -> Term:
        left, right = (copy.config for copy in self._copies)
        return terms.conjunction([self._of_registers(self.relation(left, right)), self._everywhere])

    @cached_property
    def _everywhere(self) -> Term:
        left, right = (copy.config for copy in self._copies)
        return self._of_registers(self.everywhere(left, right, INDEX))

    @cached_property
    def _working(self) -> Term:
        left, right = (copy.config for copy in self._copies)
        return self._of_registers(self.working(left, right))

    def _of_registers(self, says: Sequence[Term]) -> Term:
        """A relation between the registers; WrongStep if it is about a message, or a register of neither system."""
        own = {term for copy in self._copies for term in copy.own.values()}
        for term in terms.descendants(says):
            foreign = term.operator == "message" or (term.operator == "register" and term not in own)
            demand(not foreign, f"{self.name}: the relation is about {term}, which is no register of its systems")
        return terms.conjunction(says)

    def _at(self, relation: Term, left: Config, right: Config) -> Term:
        """What a relation says of the registers at other values."""
        values = {
            term: config[name]
            for copy, config in zip(self._copies, (left, right), strict=True)
            for name, term in copy.own.items()
        }
        return substitute(relation, values)

    @property
    def _before(self) -> Sequence[Term]:
        left, right = self._copies
        over = left.own[self.left.over]
        elsewhere = [
            terms.disjunction([over, substitute(self._everywhere, {INDEX: index})])
            for index in self.used_at(left.config, right.config)
        ]
        known = self._terms(self.known(left.config, right.config))
        return (*self._related(left.own, right.own), *elsewhere, *known)

    def _running(self, left: Config, right: Config) -> Sequence[Term]:
        return (terms.negation(left[self.left.over]), self._at(self._working, left, right))

    def _related(self, left: Config, right: Config) -> Sequence[Term]:
        over, also = left[self.left.over], right[self.right.over]
        return (terms.equality(over, also), terms.disjunction([over, self._at(self._relation, left, right)]))

    def _agree(self, left: Turn, right: Turn) -> Term:
        """Both ask a kernel, being related and not over; or both send the same, being related."""
        same = [terms.equality(left.to_right, right.to_right), terms.equality(left.message, right.message)]
        working = self._running(left.config, right.config)
        return terms.conjunction(
            [
                terms.equality(left.stays, right.stays),
                *self._related(left.config, right.config),
                terms.choice(left.stays, terms.conjunction(working), terms.conjunction(same)),
            ]
        )


AT_START = "{} and {} are alike at the start"
AFTER_MESSAGE = "{} and {} are alike, and send the same, after both have heard a message"
AFTER_MOVE = "{} and {} are alike, and send the same, after one of their mechanisms has answered"
"""What the three obligations say of two systems."""


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
    def own(self) -> Config:
        """The registers, by name."""
        return {register.name: self._own[register.symbol] for register in self.system.registers}

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


def all_running(left: Config, right: Config) -> Sequence[Term]:
    """The relation that no part of either system has halted, but for members of compositions."""
    return [
        terms.negation(config[name])
        for config in (left, right)
        for name in config
        if name.endswith(".over") and config[name].sort == BOOL
    ]
