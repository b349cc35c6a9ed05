"""Transition systems over terms.

Every property of a verification function becomes one question: can this system, started in its initial state and
moving only by allowed steps, come to a step that is bad? The system is made of the language's own terms, so that
what is asked is independent of any solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, ParameterDefinition, RegisterDefinition
from concomp.model.language.syntax.sorts import Sort
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.encoding.parties import Owned, OwnedRegister, Party, of_party, owned_register


@dataclass(frozen=True)
class System:
    """A transition system with a question.

    registers: symbol, initial value (a term over parameters) and next value (over registers, inputs, parameters).
    inputs: the leaves that are chosen afresh in each step, messages among them.
    parameters: the rigid leaves and the constraints on them.
    allowed: holds of each step that may be taken, over registers before it, inputs and parameters.
    bad: holds of a step that violates the property; the step itself need not be allowed.
    renamed: whose those inputs and parameters are that go by other names than their own.
    """

    name: str
    registers: tuple[RegisterDefinition, ...]
    inputs: tuple[Term, ...]
    parameters: tuple[ParameterDefinition, ...]
    allowed: Term
    bad: Term
    renamed: tuple[tuple[Term, Owned], ...] = field(default=(), compare=False)

    @property
    def owned(self) -> Mapping[Term, Owned]:
        """Whose registers, inputs and parameters are, of those of which that is known."""
        registers = [each for each in self.registers if isinstance(each, OwnedRegister)]
        return {**{each.symbol: each.owned for each in registers}, **dict(self.renamed)}

    def with_question(self, name: str, bad: Term) -> System:
        """The same system with another question."""
        return replace(self, name=name, bad=bad)


def check_names(system: System) -> None:
    """Raise Unsupported if a solver, which knows registers, inputs and parameters by name, takes one for another."""
    for kind, listed in (
        ("registers", [register.symbol for register in system.registers]),
        ("inputs", list(system.inputs)),
        ("parameters", [parameter.symbol for parameter in system.parameters]),
    ):
        twice = [name for name, times in Counter(map(terms.leaf_name, listed)).items() if times > 1]
        if twice:
            raise Unsupported(f"two {kind} of {system.name} have the name {twice[0]!r}; rename what they are made of")


@dataclass(frozen=True)
class Run:
    """One instance of a definition inside a system: what it says of a step, over renamed registers.

    guard: the requirements hold. accepts: they do, and so does the verdict on this very prefix.
    """

    registers: tuple[RegisterDefinition, ...]
    guard: Term
    verdict: Term

    @property
    def accepts(self) -> Term:
        """The sequence that ends with this step is accepted, if none before failed a requirement."""
        return terms.conjunction([self.guard, self.verdict])


def run(definition: Definition, party: Party, left: Term, right: Term) -> Run:
    """The definition on the messages `left` and `right`, its registers renamed as those of a party; parameters stay."""
    renamed = {register.symbol: of_party(register.symbol, party) for register in definition.registers}
    mapping: dict[Term, Term] = {**renamed, definition.left: left, definition.right: right}
    return Run(
        tuple(
            owned_register(register.symbol, party, register.initial, substitute(register.update, mapping))
            for register in definition.registers
        ),
        substitute(definition.guard, mapping),
        substitute(definition.verdict, mapping),
    )


def ghost(name: str, sort: Sort, initial: Term, update: Term) -> RegisterDefinition:
    """A register that watches a system; `update` may use the symbol `terms.leaf("register", sort, name)`."""
    return RegisterDefinition(name, terms.leaf("register", sort, name), initial, update)
