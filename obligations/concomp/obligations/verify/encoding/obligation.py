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
from concomp.obligations.verify.encoding.sums import Sums
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
    stated: conditions that somebody says hold throughout; they are tried, and never assumed.
    uncovered: a step that is forbidden at the arbitrary index alone and is not bad; it must not exist, else a run
    could be over at another index while it goes on at this one.
    sums: over all indices, if registers hold some; what each step assumes of them has to be justified.
    Raises Unsupported if two registers, inputs or parameters have one name, as no solver could tell them apart.
    """

    system: System
    instances: tuple[Instance, ...] = ()
    uncovered: Term = FALSE
    stated: Invariant = ()
    sums: Sums | None = None

    def __post_init__(self) -> None:
        check_names(self.system)

    @property
    def constraints(self) -> Term:
        """What is assumed of the parameters."""
        return terms.conjunction(parameter.constraint for parameter in self.system.parameters)

    @property
    def unwanted(self) -> Term:
        """What must not be: a bad step, or one that is uncovered."""
        return terms.disjunction([self.system.bad, self.uncovered])

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
        """An allowed step within the invariant, but for how much sums are."""
        known = self.hypothesis(self.but_for_sums(invariant))
        return terms.conjunction([self.constraints, known, self.system.allowed])

    def departures(self, invariant: Invariant) -> list[Term]:
        """For each conjunct, that it is violated after a step, with how much sums are as far as that is assumed."""
        listed = []
        for conjunct, after in zip(invariant, self.after_step(invariant), strict=True):
            known = self.hypothesis(filter(self._told_sum, self.assumed(conjunct, invariant)))
            listed.append(terms.conjunction([known, terms.negation(after)]))
        return listed

    def assumed(self, conjunct: Term, invariant: Invariant) -> Invariant:
        """The conjuncts that a step may assume where one is to be kept.

        All of them; but where it tells how much a sum is, not how much others are, which makes solvers slow.
        """
        own = self._told_sum(conjunct)
        return tuple(each for each in invariant if own is None or self._told_sum(each) in (None, own))

    def but_for_sums(self, invariant: Invariant) -> Invariant:
        """The conjuncts that do not tell how much a sum is."""
        return tuple(each for each in invariant if self._told_sum(each) is None)

    def _told_sum(self, conjunct: Term) -> Term | None:
        """The sum of which a conjunct tells how much it is; None if it tells nothing like it."""
        if self.sums is None or conjunct.operator != "equal":
            return None
        found = set(self.sums.registers).intersection(terms.descendants([conjunct]))
        return next(iter(found)) if len(found) == 1 else None

    def safety(self, invariant: Invariant) -> Term:
        """An unwanted step within the invariant."""
        return terms.conjunction([self.constraints, self.hypothesis(invariant), self.unwanted])

    def justifications(self, invariant: Invariant) -> tuple[Term, ...]:
        """What must be impossible for sums to be what they are said to be; nothing where there are none.

        A part that begins with another value than 0; one that changes where the step does not look; and a summand
        that is negative. How much sums are is not assumed.
        """
        if self.sums is None:
            return ()
        initial = {each.symbol: each.initial for each in self.system.registers}
        updates = {each.symbol: each.update for each in self.system.registers}
        return (
            terms.conjunction([self.constraints, self.sums.begins_otherwise(initial)]),
            terms.conjunction([self.step(invariant), self.sums.changes_elsewhere(updates)]),
            terms.conjunction([self.constraints, self.hypothesis(self.but_for_sums(invariant)), self.sums.is_negative]),
        )

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
