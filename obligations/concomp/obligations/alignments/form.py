"""The form of an alignment: what each part may depend on, so that its claims give what the rule supposes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import REAL
from concomp.model.language.syntax.terms import Term
from concomp.model.programs.program import ProgramError, leaves
from concomp.obligations.alignments.alignment import ANSWER, SEEN, SPENT, Alignment

WORLDS = (0, 1)


@dataclass(frozen=True)
class _Names:
    """The names of an alignment, by what they are."""

    alignment: Alignment

    @cached_property
    def registers(self) -> set[str]:
        """The registers of both worlds, what was spent, and which events were seen."""
        program = self.alignment.program
        return (
            {f"{name}.{world}" for name in program.initially for world in WORLDS}
            | {SPENT + ratio for ratio in program.ratios}
            | {SEEN + each.name for each in self.alignment.foretold}
        )

    @cached_property
    def relation(self) -> set[str]:
        """The registers of the relation."""
        return set(self.alignment.neighbours.initially)

    @cached_property
    def inputs(self) -> set[str]:
        """The inputs of both worlds, and the common ones."""
        program = self.alignment.program
        own = {f"{name}.{world}" for name in program.inputs for world in WORLDS}
        return own | set(program.common) | set(self.alignment.neighbours.common)

    @cached_property
    def first(self) -> set[str]:
        """What is drawn before the first step."""
        return {each.name for each in self.alignment.program.first}

    @cached_property
    def draws(self) -> set[str]:
        """What a step draws."""
        return {each.name for each in self.alignment.program.draws}

    @cached_property
    def answers(self) -> set[str]:
        """What a step shows."""
        return {f"{ANSWER}{place}" for place in range(len(self.alignment.program.answer))}

    @cached_property
    def foretold(self) -> set[str]:
        """What is known beforehand."""
        return {each.name for each in self.alignment.foretold}

    @cached_property
    def parameters(self) -> set[str]:
        """The parameters of the program and of the relation."""
        program, relation = self.alignment.program, self.alignment.neighbours
        listed = (
            *program.initially.values(),
            *program.answer,
            *program.following.values(),
            program.goes_on,
            program.parameters,
            relation.holds,
            *relation.initially.values(),
            *relation.following.values(),
            relation.parameters,
        )
        return {terms.leaf_name(leaf) for leaf in leaves(listed) if leaf.operator == "parameter"}


def demand_form(alignment: Alignment) -> None:
    """Make sure that the claims of an alignment give what the rule supposes; ProgramError if not."""
    names, relation = _Names(alignment), alignment.neighbours
    _demand_apart(names)
    public = names.inputs | names.relation | names.parameters
    known = names.registers | public | names.foretold
    _demand_only("relation", [relation.holds, *relation.following.values()], public)
    _demand_only("relation, at first", [relation.parameters, *relation.initially.values()], names.parameters)
    _demand_only("program, its parameters", [alignment.program.parameters], names.parameters)
    _demand_only("invariant", [alignment.invariant], known - names.inputs)
    _demand_only("budget", alignment.budget.values(), names.parameters)
    for each in alignment.foretold:
        _demand_only(f"{each.name}, foretold", [each.event, each.value], public | names.answers)
        _demand_only(f"{each.name}, by default", [each.default], names.parameters)
        if each.value.sort == REAL:
            raise ProgramError(f"{each.name} is foretold and a real; foretell one of countably many cases")
    for name, shift in alignment.shifts.items():
        if name not in names.first | names.draws:
            raise ProgramError(f"{name} is moved and not drawn; name one of {_listed(names.first | names.draws)}")
        before_all = names.parameters | names.foretold
        _demand_only(f"shift of {name}", [shift], before_all if name in names.first else known | names.draws)
        _demand_translation(name, shift, names.draws)


def _demand_apart(names: _Names) -> None:
    """No name stands for two things."""
    kinds = (
        names.registers, names.relation, names.inputs, names.first, names.draws, names.answers, names.foretold,
        names.parameters,
    )  # fmt: skip
    seen: set[str] = set()
    for kind in kinds:
        twice = seen & kind
        if twice:
            raise ProgramError(f"{_listed(twice)} stands for two things; rename one")
        seen |= kind


def _demand_only(place: str, roots: Iterable[Term], known: set[str]) -> None:
    unknown = {terms.leaf_name(leaf) for leaf in leaves(list(roots))} - known
    if unknown:
        raise ProgramError(f"{place}: depends on {_listed(unknown)}; it may depend on {_listed(known) or 'nothing'}")


def _demand_translation(name: str, term: Term, draws: set[str]) -> None:
    """Noise of the step decides by how much noise is moved through conditions alone, so that volumes are kept."""
    if term.operator == "choice":
        parts = term.arguments[1:]
    elif term.operator == "message" and terms.leaf_name(term) in draws:
        raise ProgramError(f"shift of {name}: grows with the noise {terms.leaf_name(term)}; put it in conditions only")
    else:
        parts = term.arguments
    for each in parts:
        _demand_translation(name, each, draws)


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names))
