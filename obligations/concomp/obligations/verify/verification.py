"""What is verified of a function: which properties can be asked of it, and what it is compared with.

The verdicts come from the pipeline; here it is decided what is asked, and of what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from concomp.model.language.monitor import Monitor
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.readings.evaluation import Meanings
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.machine import demand_as_read
from concomp.model.language.readings.meanings import meanings_in_use, one_meaning_each
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.readings.value_classes import demand_sorts
from concomp.model.language.syntax.definition import Definition, ParameterDefinition
from concomp.model.language.syntax.errors import Position
from concomp.model.language.syntax.trace import Requirement
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.case import Case
from concomp.obligations.verify.common_relations import demand_common_axioms
from concomp.obligations.verify.common_values import Member, common_values
from concomp.obligations.verify.doors import demand_pairs, demand_values
from concomp.obligations.verify.encoding.variants import apart, fix_parameters
from concomp.obligations.verify.instances import all_values, at_values, description, instantiate, values_beside
from concomp.obligations.verify.links import Links, demand_links, linked, tie
from concomp.obligations.verify.openings import openings
from concomp.obligations.verify.properties.absences import absences
from concomp.obligations.verify.properties.properties import (
    RELATIONS,
    WITNESS,
    NotAskable,
    Question,
    accepting,
    ask,
)
from concomp.obligations.verify.properties.questions import questions, usual
from concomp.obligations.verify.properties.stated import stated_of_function, with_stated_of_runs
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.pipeline import NO_WITNESS
from concomp.obligations.verify.translation import Speaker, in_sorts_of
from concomp.obligations.verify.verdicts import Opening, Word

if TYPE_CHECKING:
    from concomp.obligations.verify.property_evidence import Identity

Verifiable = Monitor | type[Monitor] | Definition

SECONDS = 60.0
ONE_WORLD = ("diagonal", "public")


@dataclass(frozen=True)
class FunctionCase(Case):
    """A verification function, and the one to compare it with.

    definition: at the values of parameters that are fixed. function: as it was given, with these values.
    stated: what its author says holds throughout, about its registers.
    """

    definition: Definition
    function: Runnable
    within: Definition | None = None
    stated: tuple[Requirement, ...] = ()

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def kind(self) -> str:
        return "verification function"

    @property
    def position(self) -> Position:
        return self.definition.position

    def parameters_of(self, name: str) -> tuple[ParameterDefinition, ...]:
        own = self.definition.parameters
        if self.within is None or not self.compares(name):
            return own
        return (*own, *apart(self.definition, self.within).parameters)

    @property
    def usual(self) -> tuple[str, ...]:
        return usual(self.definition, self.within is not None)

    @property
    def witness(self) -> Inquiry:
        return Inquiry(ask(WITNESS, self.definition), WITNESS, WITNESS, self.values)

    @property
    def no_witness(self) -> str:
        return NO_WITNESS

    @property
    def identity(self) -> Identity:
        from concomp.obligations.verify.property_evidence import identity

        return identity(self.function)

    def rests_on_witness(self, name: str) -> bool:
        # What is said of one world says it as well where no pair differs, and a session asks no more.
        return name not in ONE_WORLD

    def acceptance(self, name: str) -> Inquiry | None:
        return Inquiry(accepting(self.definition), name, name, self.values) if name in ONE_WORLD else None

    def compares(self, name: str) -> bool:
        return name in RELATIONS

    def questions(self, name: str) -> tuple[Question, ...]:
        listed = questions(name, self.definition, self.within)
        return tuple(with_stated_of_runs(question, self.stated, self.values) for question in listed)

    def doubts(self) -> Iterable[tuple[Inquiry, str]]:
        for absence in absences(self.definition):
            yield Inquiry(absence.question(self.definition), WITNESS, WITNESS, self.values), absence.warning()

    def about(self, name: str) -> str:
        return f"{name}: {self.within.name}" if self.compares(name) and self.within is not None else name

    def openings(self, words: Mapping[str, Word]) -> tuple[Opening, ...]:
        return openings(words)


def case_of(
    function: Verifiable,
    within: Verifiable | None = None,
    parameters: Mapping[str, Value] | None = None,
    links: Links | None = None,
    before_stating: Callable[[], None] = lambda: None,
) -> FunctionCase:
    """The case of a function; LanguageError if a value is not one that its parameter may have.

    before_stating: is called when all that is left to be read is what the author states.

    A value that is given holds for a parameter of the same name of the function to compare with as well, and for one
    that is linked; so does one that either was made with, where the other leaves it open. Raises NotAskable for a link
    between what there is not, and of parameters at two values, LanguageError if both give a relation a meaning of
    their own.
    """
    given_values, tied = demand_values(parameters), demand_pairs(links)
    own, others = _at_common_values(function, within, given_values, tied)
    definition, values = read_function(function, own)
    whole = read_whole(function).definition
    beside_it = [] if others is None else [in_sorts_of([whole], read_whole(others).definition)]
    demand_links(definition.name, whole.parameters, beside_it, tied)
    other = None if others is None else beside(others, own, tied, [whole])
    if other is not None:
        one_meaning_each([meanings_of(function), meanings_of(others)])
    shown = values if isinstance(function, Definition) else all_values(read_machine(function), values)
    further = values_of_all([] if others is None else [others]) | linked(whole.parameters, beside_it, tied)
    given = DefinitionFunction(whole, values, meanings_of(function))
    before_stating()
    stated = () if isinstance(function, Definition) else stated_of_function(read_machine(function))
    return FunctionCase(_description(function), shown, further, definition, given, other, stated)


def _at_common_values(
    function: Verifiable, within: Verifiable | None, parameters: Mapping[str, Value], links: Links
) -> tuple[Mapping[str, Value], Verifiable | None]:
    """The values of a function's parameters, those of what it is compared with among them, and that at its values."""
    if within is None:
        return parameters, None
    first, second = read_whole(function), read_whole(within)
    members = [replace(first, values={**first.values, **parameters}), second]
    own, others = common_values(members, links, parameters)
    return {**parameters, **own}, at(within, others)


def read_whole(function: Verifiable) -> Member[Definition]:
    """A function, no parameter of which is fixed, and the values that it was made with."""
    if isinstance(function, Definition):
        return Member(read_function(function, {})[0], {})
    machine = read_machine(function)
    return Member(machine.definition, machine.parameter_values)


def at(function: Verifiable, values: Mapping[str, Value]) -> Verifiable:
    """A function at further values of its parameters."""
    if isinstance(function, Definition):
        return fix_parameters(function, values)
    return at_values(read_machine(function), values)


def values_of_all(functions: Iterable[Verifiable]) -> dict[str, Value]:
    """What other functions were made with, each behind its name."""
    return values_beside([read_machine(each) for each in functions if not isinstance(each, Definition)])


def meanings_of(function: Verifiable | None) -> Meanings:
    """The meanings of relations and functions that a function runs with, by name."""
    if function is None:
        return {}
    if isinstance(function, Definition):
        return meanings_in_use(function.declared, {})
    monitor = read_machine(function)
    return meanings_in_use(monitor.definition.declared, monitor.meanings)


def beside(function: Verifiable, values: Mapping[str, Value], links: Links, known: Sequence[Speaker]) -> Definition:
    """The definition of another function in the sorts of those that are known, its parameters linked, with those of
    the values that are of its own.

    A value may be of a sort of its own, or of those that are known. Raises NotAskable if it declares a relation of a
    known name with other axioms.
    """
    definition = tie(read_function(function, {})[0], links)
    given = {p.name: values[p.name] for p in definition.parameters if p.name in values}
    own = {p.name for p in definition.parameters if p.name in given and p.symbol.sort.contains(given[p.name])}
    here = in_sorts_of(known, fix_parameters(definition, {name: given[name] for name in own}))
    for each in known:
        demand_common_axioms(each, here)
    return fix_parameters(here, {name: value for name, value in given.items() if name not in own})


def read_function(function: Verifiable, parameters: Mapping[str, Value]) -> tuple[Definition, Mapping[str, Value]]:
    """The definition of a function with its parameters fixed at these values and its own, and all these values."""
    if type(function) is Definition:
        demand_sorts(function.sorts)
        return fix_parameters(function, parameters), dict(parameters)
    if isinstance(function, Definition):
        raise NotAskable(f"{function.name} is of a class below Definition; give a Definition itself")
    monitor = read_machine(function)
    values = {**monitor.parameter_values, **parameters}
    return fix_parameters(monitor.definition, values), values


def read_machine(function: Monitor | type[Monitor]) -> Monitor:
    """The monitor, or one of the class; NotAskable if it is something else, LanguageError if it runs otherwise."""
    owner = function if isinstance(function, type) else type(function)
    if issubclass(owner, PostProcessing):
        raise NotAskable(f"{owner.__name__} is a post-processing; use concomp.verify_post_processing")
    monitor = instantiate(function) if isinstance(function, type) else function
    if not isinstance(monitor, Monitor):
        raise NotAskable(f"{function!r} is no verification function; give a Monitor, its class or a Definition")
    demand_as_read(monitor)
    return monitor


def _description(function: Verifiable) -> str:
    if isinstance(function, Definition):
        return ""
    return description(function if isinstance(function, type) else type(function))
