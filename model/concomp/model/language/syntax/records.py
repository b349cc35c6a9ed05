"""Records and unions.

A record has named fields. Made of concrete values it is itself a concrete, immutable value;
made of symbols it is a symbol. A message that is one of several records, `A | B`, shows its
fields only where the case is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import own_annotations, sort_of
from concomp.model.language.syntax.errors import LanguageError, UnknownName, did_you_mean, no_attribute
from concomp.model.language.syntax.expressions import (
    Bool,
    Symbolic,
    article,
    equal,
    is_symbol,
    lift,
    symbol,
    term_of,
    value_sort,
    wrap,
)
from concomp.model.language.syntax.ownership import demand_own, of_the_language
from concomp.model.language.syntax.sorts import RecordSort, Sort, UnionSort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value


@of_the_language
class RecordType(type):
    """The class of record classes: it refuses to guess the case of a union by `isinstance`."""

    def __instancecheck__(cls, instance: object) -> bool:
        if type(instance) is Union:
            raise LanguageError(
                f"isinstance asks for the case of {term_of(instance)!r}, which is not known here",
                f"write `with case(message, {cls.__name__}) as x:`, `both(...)` or `is_case(...)`",
            )
        return super().__instancecheck__(instance)


@of_the_language
class Record(Symbolic, metaclass=RecordType):
    """A value with named fields; subclass it and annotate them with their sorts."""

    _sort: RecordSort

    def __init_subclass__(cls) -> None:
        fields: dict[str, Sort] = {}
        for base in reversed(cls.__mro__[1:]):
            fields.update(getattr(base.__dict__.get("_sort"), "fields", ()))
        for name, annotation in own_annotations(cls).items():
            _check_field(cls, name)
            fields[name] = sort_of(annotation, f"field {cls.__name__}.{name}")
        cls._sort = RecordSort(cls, tuple(fields.items()))
        demand_record(cls)

    def __init__(self, **fields: Any) -> None:
        """Take a value for each field, by name.

        Raises LanguageError for a field that is missing, not declared, or of another sort.
        """
        sorts = dict(self._sort.fields)
        for name in fields:
            if name not in sorts:
                raise UnknownName(f"{type(self).__name__} has no field {name!r}", did_you_mean(name, sorts))
        missing = [name for name in sorts if name not in fields]
        if missing:
            raise LanguageError(
                f"{type(self).__name__} is made without {', '.join(missing)}", "give a value for each field"
            )
        lifted = {name: lift(fields[name], sort) for name, sort in sorts.items()}
        if any(is_symbol(value) for value in fields.values()):
            self.__dict__["_term"] = terms.make("record", tuple(lifted.values()), self._sort)
        else:
            self.__dict__.update({name: fields[name] for name in sorts})

    @classmethod
    def from_values(cls, values: tuple[Value, ...]) -> Value:
        """The concrete record with these field values, in their order; LanguageError if one is not of its sort."""
        made = object.__new__(cls)
        for (name, sort), value in zip(cls._sort.fields, values, strict=True):
            if not sort.contains(value):
                raise LanguageError(f"field {name!r} of {cls.__name__} is {value!r}", f"give {article(sort.name)}")
            made.__dict__[name] = value
        return made

    def __eq__(self, other: object) -> Bool:  # type: ignore[override]
        return equal(self, other) if is_symbol(self) or is_symbol(other) else _same(self, other)

    def __ne__(self, other: object) -> Bool:  # type: ignore[override]
        return ~equal(self, other) if is_symbol(self) or is_symbol(other) else _different(self, other)

    def __hash__(self) -> int:
        return super().__hash__() if is_symbol(self) else hash((type(self), _values(self)))

    def __bool__(self) -> bool:
        return super().__bool__() if is_symbol(self) else True

    def __repr__(self) -> str:
        if is_symbol(self):
            return super().__repr__()
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"

    def __setattr__(self, name: str, value: object) -> None:
        raise LanguageError(f"field {name!r} of a record is assigned", "records are immutable: make a new one")

    def __reduce__(self) -> tuple[Any, ...]:
        if is_symbol(self):
            return wrap, (self._term.sort, self._term)
        return type(self).from_values, (_values(self),)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__") or name == "_term":
                raise AttributeError(name)
            sorts = dict(self._sort.fields)
            if name not in sorts and not is_symbol(self):
                raise UnknownName(f"{type(self).__name__} has no field {name!r}", did_you_mean(name, sorts))
            if name not in sorts:
                raise no_attribute(name, f"{type(self).__name__} has no field {name!r}", did_you_mean(name, sorts))
            return wrap(sorts[name], terms.field(self._term, name))


class Union(Symbolic):
    """A message that is a record of one of several classes."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            cases = self._term.sort.cases
            owners = [case.name for case in cases if name in dict(case.fields)]
            if not owners:
                known = {field for case in cases for field, _ in case.fields}
                problem = f"no case of {self._term.sort.name} has a field {name!r}"
                raise no_attribute(name, problem, did_you_mean(name, known))
            raise no_attribute(
                name,
                f"field {name!r} belongs to the case {' and '.join(owners)} of {self._term.sort.name}, "
                "and the case is not known here",
                f"write `with both(left, right, {owners[0]}) as (l, r):` or `with case(message, {owners[0]}) as m:`",
            )


def demand_record(record: type[Record]) -> None:
    """Raise LanguageError if a record of the class is not what its fields say, alone, or they are read otherwise."""
    for name, _ in record._sort.fields:
        holder = next((base for base in record.__mro__ if name in vars(base)), None)
        if holder is not None:
            who = record.__name__ if holder is record else f"{holder.__name__}, a base of {record.__name__},"
            raise LanguageError(
                f"{who} has an attribute {name!r}, which is read in the place of the field",
                "rename one of them; a value is given where a record is made",
            )
    demand_own(record, Record, "every record", {"_sort"})


def record_sort(record: type[Record]) -> RecordSort:
    """The sort of the records of a class."""
    return record._sort


def is_case(message: object, record: type[Record]) -> Bool:
    """Whether a message of a union is a record of the class."""
    term, sort = _union_term(message, record)
    return symbol(Bool, terms.make("is case", (term,), sort))


def as_case(message: object, record: type[Record]) -> Any:
    """The message as a record of the class; where it is another, every field holds its sort's default."""
    term, sort = _union_term(message, record)
    return wrap(sort, terms.make("as case", (term,), sort))


def same_case(left: object, right: object) -> Bool:
    """Whether both messages of a union are records of one class."""
    sort = _union_sort(left)
    lifted = lift(left, sort), lift(right, sort)
    both = [terms.conjunction(terms.make("is case", (side,), case) for side in lifted) for case in sort.cases]
    return symbol(Bool, terms.disjunction(both))


@wrap.register
def _(sort: RecordSort, term: Term) -> Any:
    return symbol(sort.record, term)


@wrap.register
def _(sort: UnionSort, term: Term) -> Any:
    return symbol(Union, term)


@value_sort.register
def _(value: Record) -> Sort:
    return value._sort


def _union_sort(message: object) -> UnionSort:
    sort = term_of(message).sort if isinstance(message, Symbolic) and is_symbol(message) else None
    if not isinstance(sort, UnionSort):
        raise LanguageError(f"{message!r} is not a union, so its case is known", "use its fields directly")
    return sort


def _union_term(message: object, record: type[Record]) -> tuple[Term, RecordSort]:
    sort = _union_sort(message)
    if record_sort(record) not in sort.cases:
        raise LanguageError(f"{record.__name__} is no case of {sort.name}", f"the cases are {sort.name}")
    return lift(message, sort), record_sort(record)


def _check_field(record: type[Record], name: str) -> None:
    if name.startswith("_"):
        raise LanguageError(f"field {record.__name__}.{name} begins with an underscore", "give it a plain name")
    if name in record.__dict__:
        raise LanguageError(f"field {record.__name__}.{name} has a default", "give a value where a record is made")


def _values(record: Record) -> tuple[Value, ...]:
    return tuple(record.__dict__.values())


def _same(left: Record, right: object) -> Any:
    return type(left) is type(right) and left.__dict__ == right.__dict__


def _different(left: Record, right: object) -> Any:
    return not _same(left, right)
