"""What has to be shown to prove that no bad step is reachable.

An invariant is a condition on registers and parameters. It proves a system safe if it holds at the start, is kept by
every allowed step, and excludes the bad ones: three formulas that must be unsatisfiable. Where the system speaks of
one arbitrary index, the invariant holds of every index, so a step may assume it of the indices that it looks at too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.substitution import substitute, substitute_all
from concomp.model.language.syntax.terms import FALSE, Term
from concomp.obligations.verify.encoding.systems import System, check_names

Invariant = tuple[Term, ...]
"""The conjuncts of an invariant: terms over registers and parameters."""


@dataclass(frozen=True)
class Instance:
    """Another index of which the invariant may be assumed.

    guard: whether it is an index at all.
    mapping: what is to be put for the arbitrary index, and for each register that belongs to it.
    unread: for each such register the input that stands for it where no other index read is the same.
    """

    guard: Term
    mapping: tuple[tuple[Term, Term], ...]
    unread: tuple[tuple[Term, Term], ...]

    def of(self, condition: Term) -> Term:
        """What the condition says of this index."""
        image = self.image(condition)
        return terms.TRUE if image is condition else terms.implication(self.guard, image)

    def image(self, condition: Term) -> Term:
        """The condition with this index and its registers in the place of the arbitrary ones."""
        return substitute(condition, dict(self.mapping))


@dataclass(frozen=True)
class Obligation:
    """A system over truth values and numbers alone, to be proved safe.

    instances: where else the invariant may be assumed.
    uncovered: a step that is forbidden at the arbitrary index alone and is not bad; it must not exist, else a run
    could be over at another index while it goes on at this one.
    Raises Unsupported if two registers, inputs or parameters have one name, as no solver could tell them apart.
    """

    system: System
    instances: tuple[Instance, ...] = ()
    uncovered: Term = FALSE

    def __post_init__(self) -> None:
        check_names(self.system)

    @property
    def constraints(self) -> Term:
        """What is assumed of the parameters."""
        return terms.conjunction(parameter.constraint for parameter in self.system.parameters)

    def hypothesis(self, invariant: Iterable[Term]) -> Term:
        """The invariant, wherever a step may assume it."""
        listed = list(invariant)
        elsewhere = [instance.of(conjunct) for instance in self.instances for conjunct in listed]
        return terms.conjunction([*listed, *elsewhere])

    def at_start(self, invariant: Invariant) -> list[Term]:
        """Each conjunct of the initial state."""
        return substitute_all(invariant, {each.symbol: each.initial for each in self.system.registers})

    def after_step(self, invariant: Invariant) -> list[Term]:
        """Each conjunct of the state after a step."""
        return substitute_all(invariant, {each.symbol: each.update for each in self.system.registers})

    def initiation(self, invariant: Invariant) -> Term:
        """A start that violates the invariant."""
        return terms.conjunction([self.constraints, _violation(self.at_start(invariant))])

    def consecution(self, invariant: Invariant) -> Term:
        """An allowed step that leads out of the invariant."""
        return terms.conjunction([self.step(invariant), terms.disjunction(self.departures(invariant))])

    def step(self, invariant: Invariant) -> Term:
        """An allowed step within the invariant."""
        return terms.conjunction([self.constraints, self.hypothesis(invariant), self.system.allowed])

    def departures(self, invariant: Invariant) -> list[Term]:
        """For each conjunct, that it is violated after a step."""
        return list(map(terms.negation, self.after_step(invariant)))

    def safety(self, invariant: Invariant) -> Term:
        """A bad step within the invariant, or one that is uncovered."""
        unwanted = terms.disjunction([self.system.bad, self.uncovered])
        return terms.conjunction([self.constraints, self.hypothesis(invariant), unwanted])

    def with_lemmas(self, lemmas: Invariant) -> Obligation:
        """The same obligation, each step of which may assume lemmas that are known to hold."""
        known = self.hypothesis(lemmas)
        allowed = terms.conjunction([known, self.system.allowed])
        bad = terms.conjunction([known, self.system.bad])
        return replace(self, system=replace(self.system, allowed=allowed, bad=bad))

    def alone(self) -> Obligation:
        """The same obligation, with the invariant assumed at the arbitrary index only."""
        return replace(self, instances=(), uncovered=FALSE)


def _violation(conjuncts: Iterable[Term]) -> Term:
    return terms.disjunction(terms.negation(conjunct) for conjunct in conjuncts)
