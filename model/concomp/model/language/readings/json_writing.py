"""Definitions written as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from concomp.model.language.readings.json_forms import (
    SCHEMA,
    WITH_INDEX,
    WITH_SORT,
    DefinitionForm,
    ParameterForm,
    RegisterForm,
    RequirementForm,
    TermForm,
    declared_form,
    sort_form,
    sort_name,
)
from concomp.model.language.readings.json_values import value_to_json
from concomp.model.language.readings.vocabulary import vocabulary
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Requirement


class HasDefinition(Protocol):
    """A monitor, or anything else that has a definition."""

    @property
    def definition(self) -> Definition:
        """The definition."""


def to_json(monitor: HasDefinition) -> str:
    """The definition of a monitor as JSON text; JsonError for a constant or a name that has no JSON."""
    document = _form(monitor.definition).model_dump(exclude_defaults=True, by_alias=True)
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _form(definition: Definition) -> DefinitionForm:
    names = vocabulary(definition)
    listed = list(terms.descendants(definition.roots))
    places = {term: place for place, term in enumerate(listed)}
    return DefinitionForm(
        schema=SCHEMA,
        name=definition.name,
        sorts=[sort_form(sort) for sort in names.sorts.values()],
        message=sort_name(definition.message),
        declared=[declared_form(symbol) for symbol in names.declared.values()],
        terms=[term_form(term, places) for term in listed],
        parameters=[
            ParameterForm(name=p.name, sort=sort_name(p.symbol.sort), constraint=places[p.constraint])
            for p in definition.parameters
        ],
        registers=[
            RegisterForm(name=r.name, sort=sort_name(r.symbol.sort), initial=places[r.initial], update=places[r.update])
            for r in definition.registers
        ],
        membership=places[definition.membership],
        requirements=_requirement_forms(definition.requirements, places),
        verdicts=_requirement_forms(definition.verdicts, places),
    )


def _requirement_forms(requirements: Iterable[Requirement], places: Mapping[Term, int]) -> list[RequirementForm]:
    return [RequirementForm(condition=places[each.condition], line=each.position.text) for each in requirements]


def term_form(term: Term, places: Mapping[Term, int]) -> TermForm:
    """The form of a term over earlier ones, whose places are given."""
    form = TermForm(op=term.operator, args=[places[argument] for argument in term.arguments])
    data: Any = term.data
    match term.operator:
        case "constant":
            return form.model_copy(update={"sort": sort_name(term.sort), "value": value_to_json(term.sort, data[1])})
        case "register" | "parameter" | "message":
            return form.model_copy(update={"sort": sort_name(term.sort), "name": data[1]})
        case "field":
            return form.model_copy(update={"name": data})
        case "apply":
            return form.model_copy(update={"name": data.name})
    if term.operator in WITH_SORT:
        return form.model_copy(update={"sort": sort_name(data)})
    return form.model_copy(update={"index": data}) if term.operator in WITH_INDEX else form
