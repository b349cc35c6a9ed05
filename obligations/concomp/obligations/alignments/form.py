"""The form of an alignment: what each part may depend on, so that its claims give what the rule supposes.

Leaves are compared whole, with kind and sort: what is not declared cannot be written, and no name stands for two
things, given or derived. Terms are linear, which solvers decide within their limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, REAL
from concomp.model.language.syntax.terms import Term
from concomp.model.programs.vocabulary import (
    ProgramError,
    demand_apart,
    demand_leaves,
    demand_names,
    demand_sort,
    demand_terms,
    leaves,
    sorts_of,
)
from concomp.obligations.alignments.alignment import ANSWER, OTHER, SEEN, SPENT, Alignment, in_world, private

WORLDS = (0, 1)


@dataclass(frozen=True)
class _Leaves:
    """The leaves of an alignment, by what they are."""

    alignment: Alignment

    @cached_property
    def registers(self) -> list[Term]:
        """The registers of both worlds, what was spent, and which events were seen."""
        program = self.alignment.program
        return [
            *(in_world(name, sort, world) for name, sort in program.sorts.items() for world in WORLDS),
            *(terms.leaf("register", program.numbers, SPENT + ratio) for ratio in program.ratios),
            *(terms.leaf("register", BOOL, SEEN + each.name) for each in self.alignment.foretold),
        ]

    @cached_property
    def relation(self) -> list[Term]:
        """The registers of the relation."""
        return [terms.leaf("register", term.sort, name) for name, term in self.alignment.neighbours.initially.items()]

    @cached_property
    def inputs(self) -> list[Term]:
        """The inputs of both worlds, and the common ones that are read."""
        program, relation = self.alignment.program, self.alignment.neighbours
        common = {*program.common, *relation.common}
        read = leaves([*program.roots, *self.alignment.roots])
        sorts = sorts_of("common inputs", (leaf for leaf in read if _is_of(leaf, "message", common)))
        return [
            *(private(name, program.numbers, world) for name in program.inputs for world in WORLDS),
            *(terms.leaf("message", sort, name) for name, sort in sorts.items()),
        ]

    @cached_property
    def first(self) -> list[Term]:
        """What is drawn before the first step."""
        return self.alignment.program.noise(self.alignment.program.first)

    @cached_property
    def draws(self) -> list[Term]:
        """What a step draws."""
        return self.alignment.program.noise(self.alignment.program.draws)

    @cached_property
    def answers(self) -> list[Term]:
        """What a step shows."""
        return [
            terms.leaf("message", term.sort, f"{ANSWER}{place}")
            for place, term in enumerate(self.alignment.program.answer)
        ]

    @cached_property
    def foretold(self) -> list[Term]:
        """What is known beforehand."""
        return [terms.leaf("parameter", each.value.sort, each.name) for each in self.alignment.foretold]

    @cached_property
    def parameters(self) -> list[Term]:
        """The parameters of the program and of the relation."""
        return [terms.leaf("parameter", sort, name) for name, sort in self.alignment.parameter_sorts.items()]

    @property
    def names(self) -> list[str]:
        """Every name, given or derived, as often as it is."""
        program, relation = self.alignment.program, self.alignment.neighbours
        derived = [*self.registers, *self.answers, *(leaf for leaf in self.inputs if "." in terms.leaf_name(leaf))]
        drawn = [terms.leaf_name(each) for each in (*self.first, *self.draws)]
        return [
            *program.initially, *program.inputs, *program.common, *program.ratios, *drawn,
            *relation.initially, *relation.common, *self.alignment.parameter_sorts,
            *(each.name for each in self.alignment.foretold),
            *map(terms.leaf_name, derived), *(name + OTHER for name in drawn),
        ]  # fmt: skip


def demand_form(alignment: Alignment) -> None:
    """Make sure that the claims of an alignment give what the rule supposes; ProgramError if not."""
    program, relation, parts = alignment.program, alignment.neighbours, _Leaves(alignment)
    _demand_given(alignment)
    _demand_linear(program.name, [*program.roots, *alignment.roots])
    demand_apart(f"{program.name}: alignment", parts.names)
    public = [*parts.inputs, *parts.relation, *parts.parameters]
    known = [*parts.registers, *public, *parts.foretold]
    demand_leaves("relation", [relation.holds, *relation.following.values()], public)
    demand_leaves("relation, at first", [relation.parameters, *relation.initially.values()], parts.parameters)
    demand_leaves("invariant", [alignment.invariant], [leaf for leaf in known if leaf not in parts.inputs])
    demand_leaves("budget", alignment.budget.values(), parts.parameters)
    for each in alignment.foretold:
        demand_leaves(f"{each.name}, foretold", [each.event, each.value], [*public, *parts.answers])
        demand_leaves(f"{each.name}, by default", [each.default], parts.parameters)
    for name, shift in alignment.shifts.items():
        at_first = terms.leaf("message", program.numbers, name) in parts.first
        before_all = [*parts.parameters, *parts.foretold]
        demand_leaves(f"shift of {name}", [shift], before_all if at_first else [*known, *parts.draws])
        _demand_translation(name, shift, set(parts.draws))


def _demand_given(alignment: Alignment) -> None:
    """What is given is of the sorts that are wanted, and about what is there."""
    program, numbers = alignment.program, alignment.program.numbers
    demand_terms(f"{program.name}: alignment", alignment.roots, numbers)
    demand_names(f"{program.name}: foretold", [each.name for each in alignment.foretold])
    demand_sort("invariant", alignment.invariant, BOOL)
    drawn = {each.name for each in (*program.first, *program.draws)}
    for place, given, there in (
        ("is moved", alignment.shifts, drawn),
        ("has a budget", alignment.budget, program.ratios),
    ):
        for name, term in given.items():
            if name not in there:
                raise ProgramError(f"{name} {place} and is not drawn; name one of {', '.join(sorted(there))}")
            demand_sort(f"{name} {place}", term, *{INT, numbers})
    for each in alignment.foretold:
        demand_sort(f"{each.name}, foretold, its event", each.event, BOOL)
        demand_sort(f"{each.name}, by default", each.default, each.value.sort)
        if each.value.sort == REAL:
            raise ProgramError(f"{each.name} is foretold and a real; foretell one of countably many cases")


def _demand_linear(place: str, roots: Iterable[Term]) -> None:
    varies: dict[Term, bool] = {}
    for term in terms.descendants(roots):
        is_leaf = term.operator in terms.LEAVES and not terms.is_constant(term)
        varies[term] = is_leaf or any(varies[each] for each in term.arguments)
        if term.operator == "product" and all(varies[each] for each in term.arguments):
            raise ProgramError(f"{place}: {terms.describe(term, 2)} is no linear term; multiply by constants only")


def _demand_translation(name: str, shift: Term, draws: set[Term]) -> None:
    """Noise of the step decides by how much noise is moved through conditions alone, so that volumes are kept."""
    waiting, seen = [shift], {shift}
    while waiting:
        term = waiting.pop()
        if term in draws:
            grown = terms.leaf_name(term)
            raise ProgramError(f"shift of {name}: grows with the noise {grown}; put it in conditions only")
        parts = set(term.arguments[1:] if term.operator == "choice" else term.arguments) - seen
        waiting.extend(parts)
        seen |= parts


def _is_of(leaf: Term, kind: str, names: set[str]) -> bool:
    return leaf.operator == kind and terms.leaf_name(leaf) in names
