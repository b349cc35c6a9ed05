"""Definitions read from JSON: verification functions again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import new_class
from typing import Any

from pydantic import ValidationError

from concomp.model.language.readings.evaluation import Meanings
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.json_forms import (
    SCHEMA,
    WITH_INDEX,
    WITH_SORT,
    DeclaredForm,
    DefinitionForm,
    ParameterForm,
    RegisterForm,
    RequirementForm,
    SortForm,
    TermForm,
    declared_form,
    sort_form,
)
from concomp.model.language.readings.json_values import Json, JsonError, value_from_json
from concomp.model.language.readings.vocabulary import NamedSort, Vocabulary
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, ParameterDefinition, RegisterDefinition
from concomp.model.language.syntax.errors import Position
from concomp.model.language.syntax.expressions import Enumeration, Opaque
from concomp.model.language.syntax.records import Record, record_sort
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import (
    BOOL,
    INT,
    REAL,
    EnumSort,
    MapSort,
    OpaqueSort,
    RecordSort,
    Sort,
    UnionSort,
    VectorSort,
)
from concomp.model.language.syntax.terms import IllSorted, Term
from concomp.model.language.syntax.trace import Requirement
from concomp.model.language.syntax.values import Value

_SCALARS: Mapping[str, Sort] = {"Bool": BOOL, "Int": INT, "Real": REAL}


@dataclass(frozen=True)
class QuotedPosition(Position):
    """A place of which only the text of the line is known."""

    quoted: str = ""

    @property
    def text(self) -> str:
        """The source line."""
        return self.quoted


def from_json(
    text: str,
    known: Vocabulary | None = None,
    parameters: Mapping[str, Value] | None = None,
    meanings: Meanings | None = None,
) -> DefinitionFunction:
    """The verification function that the JSON text describes, with values for its parameters and meanings.

    Classes and declared symbols are taken from `known` where they are there under their names, and made where not.
    Raises JsonError, which names the place, for text that describes no definition.
    """
    form = _parse(text)
    definition = _Reader(form, known or Vocabulary({}, {})).definition()
    return DefinitionFunction(definition, parameters, meanings)


def _parse(text: str) -> DefinitionForm:
    try:
        document = json.loads(text)
    except ValueError as error:
        raise JsonError("the text", f"it is not JSON ({error})", "write what `to_json` writes") from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise JsonError("schema", "it is not a verification function", f'write "schema": "{SCHEMA}"')
    try:
        return DefinitionForm.model_validate(document)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise JsonError(place, str(first["msg"]), "see docs/verification_json.md") from None


class _Reader:
    """Reads the parts of a definition in the order in which they refer to each other."""

    def __init__(self, form: DefinitionForm, known: Vocabulary) -> None:
        self.form = form
        self.known = known
        self.sorts: dict[str, Sort] = dict(_SCALARS)
        self.declared: dict[str, Declared[Any]] = {}
        self.terms: list[Term] = []

    def definition(self) -> Definition:
        for index, sort in enumerate(self.form.sorts):
            self.sorts[sort.name] = self._named_sort(sort, f"sorts[{index}]")
        for index, symbol in enumerate(self.form.declared):
            self.declared[symbol.name] = self._declared_symbol(symbol, f"declared[{index}]")
        for index, term in enumerate(self.form.terms):
            self.terms.append(self._term(term, f"terms[{index}]"))
        definition = Definition(
            self.form.name,
            self._sort(self.form.message, "message"),
            tuple(self._register(r, f"registers[{index}]") for index, r in enumerate(self.form.registers)),
            tuple(self._parameter(p, f"parameters[{index}]") for index, p in enumerate(self.form.parameters)),
            self._requirements(self.form.requirements, "requirements"),
            self._requirements(self.form.verdicts, "verdicts"),
            self._truth(self.form.membership, "membership"),
        )
        _check_leaves(definition)
        return definition

    def _named_sort(self, form: SortForm, place: str) -> Sort:
        if form.name in self.sorts:
            raise JsonError(place, f"a second sort is named {form.name}", "name each once, after those it consists of")
        sort = self.known.sorts.get(form.name) or self._new_sort(form, place)
        if sort_form(sort) != form:
            raise JsonError(place, f"the class {form.name} is another", "give the class of this very form, or none")
        return sort

    def _new_sort(self, form: SortForm, place: str) -> NamedSort:
        if form.members:
            return EnumSort(Enumeration(form.name, form.members))  # type: ignore[call-arg, arg-type]
        if form.fields is None:
            return OpaqueSort(type(form.name, (Opaque,), {}))
        fields = {field.name: self._sort(field.sort, f"{place}.fields") for field in form.fields}
        record = new_class(form.name, (Record,), {}, lambda body: body.update(__annotations__=fields))
        return record_sort(record)

    def _declared_symbol(self, form: DeclaredForm, place: str) -> Declared[Any]:
        symbol = self.known.declared.get(form.name)
        if symbol is None:
            domain = tuple(self._sort(sort, f"{place}.domain") for sort in form.domain)
            symbol = Declared(form.name, domain, self._sort(form.result, place), form.reflexive, form.symmetric)
        if declared_form(symbol) != form:
            raise JsonError(place, f"the known {form.name} is another", "give the one of this very form, or none")
        return symbol

    def _sort(self, form: Json, place: str) -> Sort:
        match form:
            case str() if form in self.sorts:
                return self.sorts[form]
            case {"union": [*names], **rest} if not rest:
                cases = [self._sort(name, place) for name in names]
                records = tuple(case for case in cases if isinstance(case, RecordSort))
                if len(records) == len(cases) > 0:
                    return UnionSort(records)
            case {"vector": entry, "size": int(size), **rest} if not rest and size >= 0:
                return VectorSort(self._sort(entry, place), size)
            case {"map": entry, **rest} if not rest:
                return MapSort(self._sort(entry, place))
        raise JsonError(place, f"{form!r} is no sort", f"the names are {', '.join(self.sorts)}")

    def _term(self, form: TermForm, place: str) -> Term:
        arguments = tuple(self._at(index, f"{place}.args") for index in form.args)
        data = self._data(form, place)
        try:
            return terms.make(form.op, arguments, data)
        except (IllSorted, ValueError, TypeError, AttributeError) as error:
            raise JsonError(place, str(error), "see docs/verification_json.md for the operators") from None

    def _data(self, form: TermForm, place: str) -> Any:
        match form.op:
            case "constant":
                sort = self._sort(form.sort, f"{place}.sort")
                return sort, value_from_json(sort, form.value, f"{place}.value")
            case "register" | "parameter" | "message":
                return self._sort(form.sort, f"{place}.sort"), self._demand(form.name, f"{place}.name")
            case "field":
                return self._demand(form.name, f"{place}.name")
            case "apply":
                name = self._demand(form.name, f"{place}.name")
                if name not in self.declared:
                    raise JsonError(f"{place}.name", f"{name} is not declared", "list it under `declared`")
                return self.declared[name]
        if form.op in WITH_SORT:
            return self._sort(form.sort, f"{place}.sort")
        return self._demand(form.index, f"{place}.index") if form.op in WITH_INDEX else None

    def _demand(self, value: Any, place: str) -> Any:
        if value is None:
            raise JsonError(place, "it is missing", "give it")
        return value

    def _at(self, index: int, place: str) -> Term:
        if not 0 <= index < len(self.terms):
            raise JsonError(place, f"there is no term {index} before it", "terms refer to earlier ones, from 0")
        return self.terms[index]

    def _of(self, sort: Sort, index: int, place: str) -> Term:
        term = self._at(index, place)
        if term.sort != sort:
            raise JsonError(place, f"term {index} is a {term.sort.name}", f"name one of the sort {sort.name}")
        return term

    def _truth(self, index: int, place: str) -> Term:
        return self._of(BOOL, index, place)

    def _register(self, form: RegisterForm, place: str) -> RegisterDefinition:
        sort = self._sort(form.sort, f"{place}.sort")
        initial, update = (
            self._of(sort, form.initial, f"{place}.initial"),
            self._of(sort, form.update, f"{place}.update"),
        )
        return RegisterDefinition(form.name, terms.leaf("register", sort, form.name), initial, update)

    def _parameter(self, form: ParameterForm, place: str) -> ParameterDefinition:
        sort = self._sort(form.sort, f"{place}.sort")
        constraint = self._truth(form.constraint, f"{place}.constraint")
        return ParameterDefinition(form.name, terms.leaf("parameter", sort, form.name), constraint)

    def _requirements(self, forms: Sequence[RequirementForm], place: str) -> tuple[Requirement, ...]:
        return tuple(
            Requirement(
                self._truth(form.condition, f"{place}[{index}].condition"),
                QuotedPosition(f"{self.form.name}, {place}", index, quoted=form.line),
            )
            for index, form in enumerate(forms)
        )


def _check_leaves(definition: Definition) -> None:
    """Raise JsonError for a leaf that is not there where it is read."""
    registers = {register.symbol for register in definition.registers}
    parameters = {parameter.symbol for parameter in definition.parameters}
    messages = {definition.left, definition.right}
    steps = [definition.guard, definition.verdict, *(register.update for register in definition.registers)]
    for place, roots, allowed in (
        ("terms", steps, registers | parameters | messages),
        ("membership", [definition.membership], parameters | {definition.left}),
        ("registers", [register.initial for register in definition.registers], parameters),
        ("parameters", [parameter.constraint for parameter in definition.parameters], parameters),
    ):
        for term in terms.descendants(roots):
            if term.operator in terms.LEAVES and not terms.is_constant(term) and term not in allowed:
                raise JsonError(
                    place, f"{terms.describe(term)} is read, which is not there", "declare it, with its sort"
                )
