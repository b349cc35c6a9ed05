"""Questions at lengths: the same question where the lengths of vectors have values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from concomp.model.language.readings.at_lengths import definition_at
from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import INT
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.vectors.lengths import AtLengths, lengths_of
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.properties.copies import CopiesQuestion
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.validity import Validity

MOST = 12
"""The largest length that is thought of as a small one."""


def open_lengths(question: Question) -> tuple[str, ...]:
    """The names of the parameters that are lengths of vectors in a question, and have no value."""
    system = question.system
    symbols = [*(each.symbol for each in system.registers), *system.inputs]
    return tuple(sorted(lengths_of(each.sort for each in symbols)))


def small_lengths(question: Question) -> tuple[int, ...]:
    """The least lengths that the parameters may have, two at most; Unsupported if there is none of a few.

    A length may be any for which a declared function has to answer: whether there is such a function, the system asks.
    """
    names = open_lengths(question)
    bounds = [each for each in question.system.parameters if each.name in names and not _is_open(each.constraint)]
    allowed = (n for n in range(1, MOST + 1) if all(evaluate(p.constraint, {p.symbol: n}) for p in bounds))
    found = tuple(islice(allowed, 2))
    if not found:
        raise Unsupported(f"no length {', '.join(names)} from 1 to {MOST} satisfies its constraint; allow a small one")
    return found


def _is_open(constraint: Term) -> bool:
    """Whether a declared function, of which nothing is known, decides a constraint."""
    return any(isinstance(each.data, Declared) for each in terms.descendants([constraint]))


def system_at_length(question: Question, length: int) -> System:
    """What is asked, where every vector whose length is a parameter has this length."""
    lengths = dict.fromkeys(open_lengths(question), length)
    return _system(question.system, AtLengths(lengths), lengths)


def at_length(question: Question, length: int) -> Question:
    """The question where every vector whose length is a parameter has this length, one that it may have."""
    lengths = dict.fromkeys(open_lengths(question), length)
    at = AtLengths(lengths)
    definitions = tuple(definition_at(each, at) for each in question.definitions)
    system = _system(question.system, at, lengths)
    if not isinstance(question, CopiesQuestion):
        return replace(question, definitions=definitions, system=system)
    known = {name for name in lengths if name in {each.name for each in question.machine.definition.parameters}}
    return replace(
        question,
        definitions=definitions,
        system=system,
        machine=question.machine.with_values(**{name: lengths[name] for name in known}),
        validity=None if question.validity is None else _validity(question.validity, at),
        sensitive=tuple(Sensitivity(at.symbol(each.function)) for each in question.sensitive),
    )


def _system(system: System, at: AtLengths, lengths: Mapping[str, int]) -> System:
    return System(
        system.name,
        tuple(
            replace(each, symbol=at.term(each.symbol), initial=at.term(each.initial), update=at.term(each.update))
            for each in system.registers
        ),
        tuple(map(at.term, system.inputs)),
        tuple(_parameter(each, at, lengths) for each in system.parameters),
        at.term(system.allowed),
        at.term(system.bad),
        tuple((at.term(leaf), owned) for leaf, owned in system.renamed),
    )


def _parameter(parameter: ParameterDefinition, at: AtLengths, lengths: Mapping[str, int]) -> ParameterDefinition:
    stated = [at.term(parameter.constraint)]
    if parameter.name in lengths:
        stated.append(terms.equality(parameter.symbol, terms.constant(INT, lengths[parameter.name])))
    return replace(parameter, symbol=at.term(parameter.symbol), constraint=terms.conjunction(stated))


def _validity(validity: Validity, at: AtLengths) -> Validity:
    drawn = {name: definition_at(each, at) for name, each in validity.drawn.items()}
    return replace(
        validity, left=definition_at(validity.left, at), right=definition_at(validity.right, at), drawn=drawn
    )
