"""The codes of all sorts.

Every value of the language is a fixed list of scalars: a record lists its fields, a vector its entries, a union the
number of its case and the fields of all cases, and a map is one map for each scalar of its entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from concomp.model.language.syntax import terms
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
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import TotalMap, Value
from concomp.model.language.syntax.vectors.open_vectors import OpenVectorSort
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.encoding.code import (
    Code,
    EnumCode,
    Numbers,
    OpaqueCode,
    ScalarCode,
    ScalarPart,
    Scalars,
    below,
    choice,
    equality,
    nearest_below,
    number,
    pick,
)

SCALARS = (BOOL, INT, REAL)


class Codes:
    """The code between values and scalars, with the numbers of the opaque values that were met."""

    def __init__(self) -> None:
        self._numbers = Numbers()

    def encode(self, sort: Sort, value: Value) -> tuple[Value, ...]:
        """The scalars of a value."""
        return code_of(sort).encode(value, self._numbers)

    def decode(self, sort: Sort, scalars: Iterable[Value]) -> Value:
        """The value of these scalars; Undecodable if there is none."""
        return code_of(sort).decode(iter(scalars), self._numbers)

    def constant(self, sort: Sort, value: Value) -> Scalars:
        """The scalars of a value, as terms."""
        return code_of(sort).constant(value, self._numbers)


@dataclass(frozen=True)
class RecordCode(Code):
    """A record lists its fields."""

    sort: RecordSort

    @cached_property
    def fields(self) -> dict[str, Code]:
        """The codes of the fields, by name."""
        return {name: code_of(inner) for name, inner in self.sort.fields}

    def components(self, name: str) -> tuple[ScalarPart, ...]:
        return tuple(each for field, code in self.fields.items() for each in code.components(f"{name}.{field}"))

    def encode(self, value: Value, numbers: Numbers) -> tuple[Value, ...]:
        return tuple(each for name, code in self.fields.items() for each in code.encode(getattr(value, name), numbers))

    def decode(self, scalars: Iterator[Value], numbers: Numbers) -> Value:
        return self.sort.record.from_values(tuple(code.decode(scalars, numbers) for code in self.fields.values()))

    def field(self, name: str, scalars: Scalars) -> Scalars:
        """The scalars of one field."""
        place = list(self.fields).index(name)
        return _parts(scalars, self.fields.values())[place]

    def legal(self, scalars: Scalars) -> Term:
        return terms.conjunction(code.legal(part) for code, part in self._parts(scalars))

    def clamp(self, scalars: Scalars) -> Scalars:
        return tuple(scalar for code, part in self._parts(scalars) for scalar in code.clamp(part))

    def present(self, scalars: Scalars) -> Scalars:
        return tuple(scalar for code, part in self._parts(scalars) for scalar in code.present(part))

    def absent(self, scalars: Scalars) -> Term:
        return terms.disjunction(code.absent(part) for code, part in self._parts(scalars))

    def _parts(self, scalars: Scalars) -> Iterator[tuple[Code, Scalars]]:
        return zip(self.fields.values(), _parts(scalars, self.fields.values()), strict=True)


@dataclass(frozen=True)
class VectorCode(Code):
    """A vector lists its entries."""

    sort: VectorSort

    @cached_property
    def entry(self) -> Code:
        """The code of each entry."""
        return code_of(self.sort.entry)

    def components(self, name: str) -> tuple[ScalarPart, ...]:
        return tuple(each for place in range(self.sort.size) for each in self.entry.components(f"{name}[{place}]"))

    def encode(self, value: Value, numbers: Numbers) -> tuple[Value, ...]:
        return tuple(each for entry in value for each in self.entry.encode(entry, numbers))

    def decode(self, scalars: Iterator[Value], numbers: Numbers) -> Value:
        return tuple(self.entry.decode(scalars, numbers) for _ in range(self.sort.size))

    def item(self, place: int, scalars: Scalars) -> Scalars:
        """The scalars of one entry."""
        return self._entries(scalars)[place]

    def with_item(self, place: int, scalars: Scalars, entry: Scalars) -> Scalars:
        """The scalars with another entry in one place."""
        entries = self._entries(scalars)
        return tuple(scalar for each in [*entries[:place], entry, *entries[place + 1 :]] for scalar in each)

    def legal(self, scalars: Scalars) -> Term:
        return terms.conjunction(map(self.entry.legal, self._entries(scalars)))

    def clamp(self, scalars: Scalars) -> Scalars:
        return tuple(scalar for part in self._entries(scalars) for scalar in self.entry.clamp(part))

    def present(self, scalars: Scalars) -> Scalars:
        return tuple(scalar for part in self._entries(scalars) for scalar in self.entry.present(part))

    def _entries(self, scalars: Scalars) -> list[Scalars]:
        return _parts(scalars, [self.entry] * self.sort.size)


@dataclass(frozen=True)
class OpenVectorCode(Code):
    """A vector whose length is a parameter stands for itself, until it is looked at at one coordinate."""

    sort: OpenVectorSort

    def components(self, name: str) -> tuple[ScalarPart, ...]:
        return (ScalarPart(name, self.sort, self.sort),)

    def encode(self, value: Value, numbers: Numbers) -> tuple[Value, ...]:
        return (value,)

    def decode(self, scalars: Iterator[Value], numbers: Numbers) -> Value:
        return next(scalars)


@dataclass(frozen=True)
class UnionCode(Code):
    """A union is the number of its case, and the fields of all cases, those of absent ones at their defaults."""

    sort: UnionSort

    @cached_property
    def cases(self) -> tuple[RecordCode, ...]:
        """The codes of the cases."""
        return tuple(map(RecordCode, self.sort.cases))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the cases: of the classes, with their modules and numbers where several have one name."""
        plain = [case.name for case in self.sort.cases]
        qualified = [
            name if plain.count(name) == 1 else f"{case.record.__module__}.{case.record.__qualname__}"
            for name, case in zip(plain, self.sort.cases, strict=True)
        ]
        return tuple(
            name if qualified.count(name) == 1 else f"{name}~{qualified[:place].count(name) + 1}"
            for place, name in enumerate(qualified)
        )

    def components(self, name: str) -> tuple[ScalarPart, ...]:
        tag = ScalarPart(f"{name}.case", INT, self.sort)
        listed = zip(self.names, self.cases, strict=True)
        return (tag, *(each for label, case in listed for each in case.components(f"{name}.{label}")))

    def encode(self, value: Value, numbers: Numbers) -> tuple[Value, ...]:
        tag = next(place for place, case in enumerate(self.sort.cases) if case.contains(value))
        held = [value if place == tag else case.default() for place, case in enumerate(self.sort.cases)]
        fields = [case.encode(each, numbers) for case, each in zip(self.cases, held, strict=True)]
        return (tag, *(each for listed in fields for each in listed))

    def decode(self, scalars: Iterator[Value], numbers: Numbers) -> Value:
        tag = next(scalars)
        return pick([case.decode(scalars, numbers) for case in self.cases], tag, self.sort)

    def case(self, case: Sort, scalars: Scalars) -> Scalars:
        """The scalars of one case."""
        return self._parts(scalars)[self._place(case)]

    def is_case(self, case: Sort, scalars: Scalars) -> Term:
        """Whether the value is of this case."""
        return equality((scalars[0],), (number(self._place(case)),))

    def of_case(self, case: Sort, fields: Scalars) -> Scalars:
        """The scalars of a value of this case."""
        held = [
            fields if each == case else code_of(each).constant(each.default(), Numbers()) for each in self.sort.cases
        ]
        return (number(self._place(case)), *(scalar for listed in held for scalar in listed))

    def legal(self, scalars: Scalars) -> Term:
        cases = [case.legal(part) for case, part in zip(self.cases, self._parts(scalars), strict=True)]
        return terms.conjunction([below(scalars[0], len(self.cases)), *cases])

    def clamp(self, scalars: Scalars) -> Scalars:
        parts = [case.clamp(part) for case, part in zip(self.cases, self._parts(scalars), strict=True)]
        tag = nearest_below(scalars[0], len(self.cases))
        return self.present((tag, *(scalar for part in parts for scalar in part)))

    def present(self, scalars: Scalars) -> Scalars:
        parts = [
            choice(self.is_case(case.sort, scalars), case.present(part), case.constant(case.sort.default(), Numbers()))
            for case, part in zip(self.cases, self._parts(scalars), strict=True)
        ]
        return (scalars[0], *(scalar for part in parts for scalar in part))

    def absent(self, scalars: Scalars) -> Term:
        return terms.disjunction(
            terms.conjunction([self.is_case(case.sort, scalars), case.absent(part)])
            for case, part in zip(self.cases, self._parts(scalars), strict=True)
        )

    def _parts(self, scalars: Scalars) -> list[Scalars]:
        return _parts(scalars[1:], self.cases)

    def _place(self, case: Sort) -> int:
        return [each == case for each in self.sort.cases].index(True)


@dataclass(frozen=True)
class MapCode(Code):
    """A map is one map for each component of its entries."""

    sort: MapSort

    @cached_property
    def entry(self) -> Code:
        """The code of each entry."""
        return code_of(self.sort.entry)

    def components(self, name: str) -> tuple[ScalarPart, ...]:
        return tuple(
            ScalarPart(each.name, _map_of(each.sort, name), each.meaning) for each in self.entry.components(name)
        )

    def encode(self, value: Value, numbers: Numbers) -> tuple[Value, ...]:
        entries = {key: self.entry.encode(entry, numbers) for key, entry in value.entries.items()}
        return tuple(
            TotalMap(default, {key: entry[place] for key, entry in entries.items()})
            for place, default in enumerate(self.entry.encode(value.default, numbers))
        )

    def decode(self, scalars: Iterator[Value], numbers: Numbers) -> Value:
        maps = [next(scalars) for _ in range(self.width)]
        keys = sorted({key for each in maps for key in each.entries})
        default = self.entry.decode(iter([each.default for each in maps]), numbers)
        return TotalMap(default, {key: self.entry.decode(iter([each[key] for each in maps]), numbers) for key in keys})


@cache
def code_of(sort: Sort) -> Code:
    """The code of a sort."""
    match sort:
        case RecordSort():
            return RecordCode(sort)
        case UnionSort():
            return UnionCode(sort)
        case VectorSort():
            return VectorCode(sort)
        case OpenVectorSort():
            return OpenVectorCode(sort)
        case MapSort():
            return MapCode(sort)
        case EnumSort():
            return EnumCode(sort)
        case OpaqueSort():
            return OpaqueCode(sort)
        case _:
            return ScalarCode(sort)


def components(sort: Sort, name: str) -> tuple[ScalarPart, ...]:
    """The scalars that a value of the sort is made of, in order, their names beginning with `name`.

    Raises Unsupported for maps inside maps.
    """
    return code_of(sort).components(name)


def _parts(scalars: Scalars, codes: Iterable[Code]) -> list[Scalars]:
    """The scalars of each part, by the codes of the parts."""
    rest = iter(scalars)
    return [tuple(next(rest) for _ in range(code.width)) for code in codes]


def _map_of(sort: Sort, name: str) -> MapSort:
    if isinstance(sort, OpenVectorSort):
        raise Unsupported(f"{name} is a map of vectors whose length is a parameter; give the length as a number")
    if sort not in SCALARS:
        raise Unsupported(f"{name} is a map of maps, which has no scalar form; keep one map for each of them")
    return MapSort(sort)
