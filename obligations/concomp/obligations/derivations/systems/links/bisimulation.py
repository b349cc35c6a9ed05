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
from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.exactness import demand_fields
from concomp.obligations.derivations.kernel.facts import demand
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Formula, Proposition
from concomp.obligations.derivations.kernel.sealing import demand_exactly, sealed
from concomp.obligations.derivations.kernel.sentences import Sentence
from concomp.obligations.derivations.systems.descriptions.exact_terms import demand_terms
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.messages import apply, declare, halts
from concomp.obligations.derivations.systems.descriptions.parts import Config, Halting, Part, System, Turn
from concomp.obligations.derivations.systems.descriptions.table import demand_names_apart, describe
from concomp.obligations.derivations.systems.links.stages import Stage
from concomp.obligations.derivations.systems.suppositions import (
    Instance,
    Supposition,
    demand_own_predicates,
    supposing,
)

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
@dataclass(frozen=True, slots=True)
class Bisimulation:
    """Two systems and a relation between their registers; WrongStep if a term stands for no machine.

    The functions are asked of the registers as they are: what they say of others is computed by substitution.

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
        """Make sure that both have machines, and that what is supposed is of things apart."""
        demand_fields(self)
        demand(self.one.sort == self.other.sort, f"{self.one} is no {self.other.sort}, as {self.other} is")
        demand_names_apart(self.one, self.other, supposed=(each for what in self.supposed for each in what.at))
        demand_own_predicates(self.supposed)

    @property
    def left(self) -> Halting:
        """The machine of the first system."""
        return describe(self.one)

    @property
    def right(self) -> Halting:
        """The machine of the second."""
        return describe(self.other)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """What is put to the solvers: the relation at the start, when both hear, and when both move."""
        return _Obligations(self).stages

    def says(self, when: Sentence) -> Formula:
        """That both systems are alike, if what is supposed holds."""
        return supposing(self.supposed, Proposition(when, (self.one, self.other)))


class _Obligations:
    """What is to be proved of two systems, computed anew from them and from what their relation says once."""

    def __init__(self, link: Bisimulation) -> None:
        self.link = link
        self.copies = left, right = _Copy("1", link.left), _Copy("2", link.right)
        self.everywhere = self._of_registers(link.everywhere(left.config, right.config, INDEX))
        says = self._of_registers(link.relation(left.config, right.config))
        self.relation = terms.conjunction([says, self.everywhere])
        self.working = self._of_registers(link.working(left.config, right.config))

    @property
    def stages(self) -> tuple[Stage, ...]:
        link, (left, right) = self.link, self.copies
        begin = terms.conjunction(self._related(left.initial, right.initial))
        # Messages come from the right to post-processings only.
        side = () if link.one.sort == "processing" else (terms.negation(left.system.from_right),)
        before = self._before()
        hears, moves = (*before, *side), (*before, *self._running(left.own, right.own))
        heard, moved = self._agree(left.on_message, right.on_message), self._agree(left.on_answer, right.on_answer)
        answered = terms.conjunction(
            [terms.negation(left.on_answer.stays), terms.negation(halts(left.on_answer.message))]
        )
        both_over = terms.conjunction([begin, left.initial[link.left.over]])
        return (
            Stage(
                f"{link.name}: start",
                link.says(sentences.ALIKE_AT_START),
                self._terms(link.given),
                begin,
                TRUE,
                both_over,
            ),
            Stage(
                f"{link.name}: message",
                link.says(sentences.ALIKE_AFTER_MESSAGE),
                hears,
                heard,
                left.on_message.stays,
                terms.negation(left.on_message.stays),
            ),
            Stage(
                f"{link.name}: move",
                link.says(sentences.ALIKE_AFTER_MOVE),
                moves,
                moved,
                answered,
                left.on_answer.stays,
            ),
        )

    def _terms(self, instances: Sequence[Instance]) -> tuple[Term, ...]:
        """What instances say; WrongStep if one is of a law that is not supposed."""
        listed = tuple(instances)
        demand_exactly((Instance,), *listed)
        for supposition, values in ((each.supposition, each.values) for each in listed):
            known = supposition in self.link.supposed
            demand(known, f"{self.link.name} uses what is not supposed: {supposition.formula}")
            heard = not supposition.of_heard or {*values} <= {HEARD}
            demand(heard, f"{self.link.name} uses “{supposition.formula}” of what is not heard")
        return tuple(instance.term for instance in listed)

    def _of_registers(self, says: Sequence[Term]) -> Term:
        """A relation between the registers; WrongStep if it is about a message, or a register of neither system."""
        own = {term for copy in self.copies for term in copy.own.values()}
        listed = tuple(says)
        demand_terms(*listed)
        said = terms.conjunction(listed)
        for term in terms.descendants([said]):
            foreign = term.operator == "message" or (term.operator == "register" and term not in own)
            demand(not foreign, f"{self.link.name}: the relation is about {term}, which is no register of its systems")
        return said

    def _at(self, relation: Term, left: Config, right: Config) -> Term:
        """What a relation says of the registers at other values."""
        values = {
            term: config[name]
            for copy, config in zip(self.copies, (left, right), strict=True)
            for name, term in copy.own.items()
        }
        return substitute(relation, values)

    def _before(self) -> Sequence[Term]:
        left, right = self.copies
        over = left.own[self.link.left.over]
        indices = tuple(self.link.used_at(left.config, right.config))
        demand_terms(*indices)
        elsewhere = [terms.disjunction([over, substitute(self.everywhere, {INDEX: index})]) for index in indices]
        known = self._terms(self.link.known(left.config, right.config))
        return (*self._related(left.own, right.own), *elsewhere, *known)

    def _running(self, left: Config, right: Config) -> Sequence[Term]:
        return (terms.negation(left[self.link.left.over]), self._at(self.working, left, right))

    def _related(self, left: Config, right: Config) -> Sequence[Term]:
        over, also = left[self.link.left.over], right[self.link.right.over]
        return (terms.equality(over, also), terms.disjunction([over, self._at(self.relation, left, right)]))

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


def with_mechanism(left: Config, right: Config) -> Sequence[Term]:
    """The relation that the message is with what stands last, in all rows of both systems."""
    return [terms.negation(config[name]) for config in (left, right) for name in config if name.endswith(".with left")]
