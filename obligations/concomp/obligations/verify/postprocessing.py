"""Verification of a post-processing: whether a composition of private parts keeps private what it is told.

The composition theorem for modular mechanisms takes a post-processing that is total, keeps destination and response,
and maps f-valid sequences to f'-valid ones. It is offered only where all four are proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from reprlib import repr as short_text

from concomp.model.files.evidence import PropertyEvidence
from concomp.model.language import Declared, Monitor, PostProcessing
from concomp.model.language.handlers import PostProcessingDefinition
from concomp.model.language.readings.machine import demand_as_read
from concomp.model.language.readings.meanings import meanings_in_use, one_meaning_each
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, ParameterDefinition
from concomp.model.language.syntax.errors import Position, did_you_mean
from concomp.model.language.syntax.sorts import INT, VectorSort
from concomp.model.language.syntax.trace import Requirement
from concomp.model.language.syntax.values import Value
from concomp.model.language.syntax.vectors.open_vectors import OpenVectorSort
from concomp.obligations.solvers.installed import demand_solvers
from concomp.obligations.verify.case import Case
from concomp.obligations.verify.common_values import Member, common_values
from concomp.obligations.verify.doors import at_callers_line, demand_pairs, demand_values
from concomp.obligations.verify.encoding.variants import fix_processing
from concomp.obligations.verify.instances import all_values, at_values, description, instantiate
from concomp.obligations.verify.lemmas import propose, report_by
from concomp.obligations.verify.links import Links, demand_links, linked
from concomp.obligations.verify.openings import Door, openings
from concomp.obligations.verify.properties.copies import (
    PROPERTIES,
    CopiesQuestion,
    ask_copies,
    asks_something,
    maps_validity,
    sends_a_difference,
    takes_a_difference,
)
from concomp.obligations.verify.properties.copies_replay import SPEAKS_OF
from concomp.obligations.verify.properties.properties import WITNESS, NotAskable
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.stated import stated_of_processing, with_stated
from concomp.obligations.verify.properties.validity import MAPS, Validity
from concomp.obligations.verify.property_evidence import Identity, routing_identity
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.translation import Speaker, in_sorts_of
from concomp.obligations.verify.verdicts import Opening, Report, Word
from concomp.obligations.verify.verification import (
    Verifiable,
    at,
    beside,
    meanings_of,
    read_function,
    read_machine,
    read_whole,
    values_of_all,
)

SECONDS = 120.0
PARTS_PRIVATE = "the composition of the parts is (ε, δ)-DP with respect to f'"
TERMINATES = "for each message from the left, it sends finitely many to the right"
DOORS = tuple(
    Door(theorem, (*PROPERTIES, MAPS), (PARTS_PRIVATE, TERMINATES))
    for theorem in ("HSV26 Theorem 6.1", "HSV26 Corollary 6.6 (repaired)")
)


@dataclass(frozen=True)
class ProcessingCase(Case):
    """A post-processing, and what is valid on its sides; without that, f → f' is not asked.

    stated: what its author says holds throughout, about the registers of two copies.
    """

    machine: PostProcessing
    validity: Validity | None = None
    sensitive: tuple[Sensitivity, ...] = ()
    stated: tuple[Requirement, ...] = ()

    @property
    def name(self) -> str:
        return self.machine.definition.name

    @property
    def kind(self) -> str:
        return "post-processing"

    @property
    def position(self) -> Position:
        return self.machine.definition.position

    def parameters_of(self, name: str) -> tuple[ParameterDefinition, ...]:
        own = fix_processing(self.machine.definition, self.machine.parameter_values).parameters
        known = self.validity if self.compares(name) else None
        functions = () if known is None else (known.left, known.right, *known.drawn.values())
        return (*own, *(each for function in functions for each in function.parameters))

    @property
    def usual(self) -> tuple[str, ...]:
        return (*PROPERTIES, MAPS) if self.validity else tuple(PROPERTIES)

    @property
    def witness(self) -> Inquiry:
        return Inquiry(self._witness(), WITNESS, WITNESS, self.values_of(WITNESS))

    @property
    def no_witness(self) -> str:
        return "no pair that is sent to the right differs, so the property says nothing"

    @property
    def identity(self) -> Identity:
        known = None if self.validity is None else self.validity.authors
        if known is None:
            raise NotAskable(
                f"there is evidence of {self.name} only for an f and an f' that it takes one to the other, as they "
                "stand: name both, without linking parameters or values from outside"
            )
        return routing_identity(self.machine, *known)

    def evidence(self, name: str, certificates: Sequence[str]) -> PropertyEvidence | None:
        # What it is compared with is a part of what evidence knows it by.
        if any(question.given for question in self.questions(name)):
            return None
        return self.identity.evidence(name, certificates)

    def rests_on_witness(self, name: str) -> bool:
        return name == MAPS

    def acceptance(self, name: str) -> Inquiry | None:
        if name not in SPEAKS_OF:
            return None
        return Inquiry(asks_something(name, self.machine, self.sensitive), name, name, self.values)

    def no_acceptance(self, name: str) -> str:
        return f"in no first step {SPEAKS_OF[name]}, so the property says nothing"

    def compares(self, name: str) -> bool:
        return name in (MAPS, WITNESS) and self.validity is not None

    def questions(self, name: str) -> tuple[CopiesQuestion, ...]:
        if name == WITNESS:
            return (self._witness(),)
        if name != MAPS:
            return (self._with_stated(ask_copies(name, self.machine, self.sensitive)),)
        if self.validity is None:
            raise NotAskable(f"{MAPS!r} compares what is valid on both sides; name f by `from` and f' by `within`")
        return (self._with_stated(maps_validity(self.machine, self.validity, self.sensitive)),)

    def about(self, name: str) -> str:
        if name != MAPS or self.validity is None:
            return name
        drawn = [f"{value} of {function.name}" for value, function in self.validity.drawn.items()]
        return f"{name}: {', '.join([self.validity.left.name, *drawn])} → {self.validity.right.name}"

    def openings(self, words: Mapping[str, Word]) -> tuple[Opening, ...]:
        known = (*self._from_outside(), *(each.words for each in self.sensitive))
        return tuple(replace(each, hypotheses=(*each.hypotheses, *known)) for each in openings(words, DOORS))

    def _from_outside(self) -> Iterable[str]:
        """What is supposed of the values that it takes from outside."""
        for leaf in self.machine.definition.common:
            yield f"{terms.leaf_name(leaf)} is the same in two copies that received the same messages from the right"
        for name, function in self.validity.drawn.items() if self.validity else ():
            yield f"the pairs of {name} in two copies are valid for {function.name}"

    def _with_stated(self, question: CopiesQuestion) -> CopiesQuestion:
        return with_stated(question, self.stated, self.machine.parameter_values)

    def _witness(self) -> CopiesQuestion:
        if self.validity is None:
            return takes_a_difference(self.machine, self.sensitive)
        return sends_a_difference(self.machine, self.validity, self.sensitive)


def verify_post_processing(
    machine: PostProcessing | type[PostProcessing],
    validity: Validity | None = None,
    sensitive: Iterable[Sensitivity] = (),
    parameters: Mapping[str, Value] | None = None,
    seconds: float = SECONDS,
    progress: Callable[[str], None] = lambda name: None,
    assuming: Iterable[str] | str = (),
) -> Report:
    """Settle whether a post-processing is total, has the destination and response properties, and maps f to f'.

    machine: the post-processing, or its class; parameters without a value stay symbolic. validity: f and f'; without
    them the last property is not asked, and no theorem is opened.
    sensitive: which of the functions that it uses are known to be 1-sensitive.
    parameters: values of some parameters. seconds: the limit for each property.
    progress is told the name of what is being settled. assuming: properties of it that others may be proved by.
    Raises NotAskable if it is no post-processing, or if f or f' reads other messages than it receives or sends,
    LanguageError for values that a parameter may not have, SolverMissing if a solver is not installed.
    """
    with at_callers_line():
        case = processing_case(machine, validity, sensitive, parameters)
        proposed = propose(case, assuming)
    demand_solvers("verify_post_processing")
    with new_worker() as worker:
        return report_by(worker, case, proposed, case.properties_to_ask(None), seconds, progress)


def processing_case(
    machine: PostProcessing | type[PostProcessing],
    validity: Validity | None = None,
    sensitive: Iterable[Sensitivity] = (),
    parameters: Mapping[str, Value] | None = None,
    links: Links | None = None,
) -> ProcessingCase:
    """The case of a post-processing; a value holds for parameters of the same name, or linked, of f and f' as well.

    Raises NotAskable for a link between what there is not.
    """
    owner = machine if isinstance(machine, type) else type(machine)
    if issubclass(owner, Monitor):
        raise NotAskable(f"{owner.__name__} is a verification function; use concomp.verify")
    instance = instantiate(machine) if isinstance(machine, type) else machine
    if not isinstance(instance, PostProcessing):
        raise NotAskable(f"{machine!r} is no post-processing; give a PostProcessing or its class")
    if not isinstance(validity, Validity | None):
        raise NotAskable(f"validity is {short_text(validity)}; give concomp.validity_of(f, f', {{}})")
    demand_as_read(instance)
    given, tied = demand_values(parameters), demand_pairs(links)
    fixed = at_values(instance, given)
    if validity is not None:
        fixed, validity = _at_common_values(fixed, validity, given, tied)
    values = fixed.parameter_values
    others = () if validity is None else tuple(read_whole(each).definition for each in validity.functions)
    known = fixed.definition
    demand_links(known.name, known.parameters, [in_sorts_of([known], each) for each in others], tied)
    sides = None if validity is None else _beside(known, validity, values, tied)
    if sides is not None:
        functions = (sides.left, sides.right, *sides.drawn.values())
        declared = [meanings_in_use(each.declared, sides.meanings) for each in functions]
        one_meaning_each([*declared, meanings_in_use(fixed.definition.declared, fixed.meanings)])
    shown = all_values(fixed, values)
    beside_it = {**(validity.values if validity else {}), **linked(known.parameters, others, tied)}
    stated = stated_of_processing(fixed, sides)
    return ProcessingCase(description(type(instance)), shown, beside_it, fixed, sides, tuple(sensitive), stated)


def _at_common_values(
    machine: PostProcessing, validity: Validity, given: Mapping[str, Value], links: Links
) -> tuple[PostProcessing, Validity]:
    """A post-processing and what is valid on its sides, at those values of parameters that they have in common."""
    listed: list[Member[Speaker]] = [
        Member(machine.definition, machine.parameter_values),
        *map(read_whole, validity.functions),
    ]
    own, *others = common_values(listed, links, given)
    left, right, *drawn = map(at, validity.functions, others)
    return at_values(machine, own), validity_of(left, right, dict(zip(validity.drawn, drawn, strict=True)))


def validity_of(left: Verifiable, right: Verifiable, drawn: Mapping[str, Verifiable]) -> Validity:
    """f, f', and what is valid of values per copy, by name, from functions as people write them.

    Raises LanguageError if two of them give a relation meanings of their own.
    """
    known = {name: read_function(each, {})[0] for name, each in drawn.items()}
    meanings = one_meaning_each(map(meanings_of, (left, right, *drawn.values())))
    values = values_of_all([left, right, *drawn.values()])
    sides = read_function(left, {})[0], read_function(right, {})[0]
    authors = None if drawn else _authors(left, right)
    return Validity(*sides, known, meanings, values, authors, (left, right, *drawn.values()))


def sensitivity(machine: PostProcessing, name: str) -> Sensitivity:
    """That the declared function of this name is 1-sensitive; NotAskable if it is none of a vector of integers."""
    known: Mapping[str, Declared[object]] = machine.definition.declared
    if name not in known:
        raise NotAskable(f"{machine.definition.name} uses no function {name!r}; {did_you_mean(name, known)}")
    function = known[name]
    vectors = [isinstance(each, VectorSort | OpenVectorSort) and each.entry == INT for each in function.domain]
    if vectors != [True] or function.result != INT:
        raise NotAskable(f"{name!r} is no function of one vector of integers with integer values, which is 1-sensitive")
    return Sensitivity(function)


def _beside(
    machine: PostProcessingDefinition, validity: Validity, values: Mapping[str, Value], links: Links
) -> Validity:
    """The validity in the sorts of a post-processing, at these values of parameters, some of which are linked."""
    listed: list[Definition] = []
    for each in (validity.left, validity.right, *validity.drawn.values()):
        listed.append(beside(each, values, links, [machine, *listed]))
    left, right, *drawn = listed
    authors = None if links else validity.authors
    known = dict(zip(validity.drawn, drawn, strict=True))
    return Validity(left, right, known, validity.meanings, validity.values, authors)


def _authors(left: Verifiable, right: Verifiable) -> tuple[Runnable, Runnable] | None:
    """f and f' as their authors wrote them; None where there is but a definition."""
    if isinstance(left, Definition) or isinstance(right, Definition):
        return None
    return read_machine(left), read_machine(right)
