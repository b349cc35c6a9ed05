"""Definitions and sequences of messages drawn at random, so that readings can be compared where nobody looked.

Everything that the language can say of a sort occurs: every operator, every kind of register, unions, maps changed
under conditions, declared relations with axioms, requirements and verdicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from concomp.model.language import (
    Bool,
    Definition,
    Enumeration,
    Int,
    Opaque,
    ParameterDefinition,
    Position,
    Real,
    Record,
    RegisterDefinition,
    Requirement,
    TotalMap,
    function,
    relation,
)
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import (
    BOOL,
    INT,
    REAL,
    EnumSort,
    MapSort,
    OpaqueSort,
    Sort,
    UnionSort,
    VectorSort,
)
from concomp.model.language.syntax.substitution import rebuild
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value


class Colour(Enumeration):
    """An enumeration."""

    RED = 1
    GREEN = 2
    BLUE = 3


class Thing(Opaque):
    """An opaque sort."""


class Point(Record):
    """A record without opaque fields."""

    x: Int
    up: Bool


class Put(Record):
    """One case of a message."""

    key: Int
    thing: Thing
    weight: Real


class Paint(Record):
    """Another."""

    colour: Colour
    point: Point
    key: Int


def alike(left: object, right: object) -> bool:
    """Whether two things begin with the same letter."""
    return str(left)[0] == str(right)[0]


def mark(thing: object, number: int) -> str:
    """The thing with a number, cut so that there are few."""
    return f"{str(thing)[0]}{number % 2}"


close = relation(Thing, Thing, reflexive=True, symmetric=True, meaning=alike)
odd = relation(Put, meaning=lambda put: put.key % 2 == 1)
marked = function(Thing, Int, result=Thing, meaning=mark)

COLOUR, THING = EnumSort(Colour), OpaqueSort(Thing)
MESSAGES: tuple[Sort, ...] = (
    BOOL,
    INT,
    REAL,
    COLOUR,
    THING,
    Point._sort,
    Put._sort,
    VectorSort(BOOL, 2),
    VectorSort(THING, 2),
    UnionSort((Paint._sort, Put._sort)),
)
REGISTERS: tuple[Sort, ...] = (
    BOOL,
    INT,
    REAL,
    COLOUR,
    THING,
    Point._sort,
    Put._sort,
    VectorSort(BOOL, 2),
    VectorSort(Point._sort, 2),
    UnionSort((Paint._sort, Put._sort)),
    MapSort(INT),
    MapSort(BOOL),
    MapSort(THING),
    MapSort(Point._sort),
)
HERE = Position(__file__, 1)


def definition(random: Random) -> Definition:
    """A definition."""
    return _Generator(random).definition()


def value(random: Random, sort: Sort) -> Value:
    """A value of the sort, from few."""
    match sort:
        case EnumSort():
            return random.choice(list(sort.enumeration))
        case OpaqueSort():
            return random.choice(["a0", "a1", "b0", ("c",)])
        case VectorSort():
            return tuple(value(random, sort.entry) for _ in range(sort.size))
        case MapSort():
            return TotalMap(
                value(random, sort.entry), {k: value(random, sort.entry) for k in range(random.randrange(2))}
            )
        case UnionSort():
            return value(random, random.choice(sort.cases))
    if sort == BOOL:
        return random.random() < 0.5
    if sort == INT:
        return random.randrange(-1, 4)
    if sort == REAL:
        return random.choice([Fraction(1, 2), Fraction(3, 2), 1, 2, Fraction(0)])
    return sort.record.from_values(tuple(value(random, field) for _, field in sort.fields))  # type: ignore[attr-defined]


def word(random: Random, sort: Sort, length: int) -> list[tuple[object, object]]:
    """A sequence of pairs of messages, some identical, some not pairs of messages of the sort."""
    found = []
    for _ in range(length):
        left = value(random, sort)
        right = left if random.random() < 0.4 else value(random, sort)
        found.append((left, random.choice([[], {}, "?"])) if random.random() < 0.03 else (left, right))
    return found


class _Generator:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.message = random.choice(MESSAGES)
        sorts = [random.choice(REGISTERS) for _ in range(random.randrange(1, 5))]
        self.registers = [terms.leaf("register", sort, f"register {i}") for i, sort in enumerate(sorts)]
        self.parameters = [terms.leaf("parameter", sort, f"p{i}") for i, sort in enumerate((INT, REAL))]
        self.messages = [terms.leaf("message", self.message, side) for side in ("left", "right")]
        self.pool: dict[Sort, list[Term]] = {}

    def definition(self) -> Definition:
        leaves = [*self.registers, *self.parameters, *self.messages]
        for leaf in leaves:
            self.pool.setdefault(leaf.sort, []).append(leaf)
        for _ in range(self.random.randrange(4, 30)):
            sort = self.random.choice([*self.pool, BOOL, INT])
            self.pool.setdefault(sort, []).append(self.term(sort, 2))
        return Definition(
            "generated",
            self.message,
            tuple(
                RegisterDefinition(terms.leaf_name(r), r, self.start(r.sort), self.update(r)) for r in self.registers
            ),
            tuple(ParameterDefinition(terms.leaf_name(p), p, terms.TRUE) for p in self.parameters),
            tuple(Requirement(self.likely(), HERE) for _ in range(self.random.randrange(3))),
            tuple(Requirement(self.likely(), HERE) for _ in range(self.random.randrange(2))),
            self.membership(),
            HERE,
        )

    def start(self, sort: Sort) -> Term:
        parameters = [p for p in self.parameters if p.sort == sort]
        return parameters[0] if parameters and self.random.random() < 0.5 else self.constant(sort)

    def update(self, register: Term) -> Term:
        changed = self.term(register.sort, 3)
        return terms.choice(self.term(BOOL, 2), changed, register) if self.random.random() < 0.7 else changed

    def likely(self) -> Term:
        return terms.disjunction([self.term(BOOL, 3), self.term(BOOL, 2), self.term(BOOL, 1)])

    def membership(self) -> Term:
        left = self.messages[0]
        if self.random.random() < 0.7:
            return terms.TRUE
        return terms.negation(terms.equality(left, self.constant(self.message)))

    def constant(self, sort: Sort) -> Term:
        return terms.constant(sort, value(self.random, sort))

    def term(self, sort: Sort, depth: int) -> Term:
        known = self.pool.get(sort, [])
        if known and (depth == 0 or self.random.random() < 0.35):
            return self.random.choice(known)
        if depth == 0 or self.random.random() < 0.1:
            return self.constant(sort)
        return self.random.choice(list(self.ways(sort, depth - 1)))()

    def ways(self, sort: Sort, depth: int) -> Iterator[Callable[[], Term]]:
        def made(operator: str, *sorts: Sort, data: object = None) -> Callable[[], Term]:
            def make() -> Term:
                blank = terms.make(operator, tuple(terms.leaf("message", s, "?") for s in sorts), data)
                return rebuild(blank, tuple(self.term(s, depth) for s in sorts))

            return make

        yield made("choice", BOOL, sort, sort)
        if sort == BOOL:
            yield from (made("not", BOOL), made("and", BOOL, BOOL, BOOL), made("or", BOOL, BOOL))
            yield from (made(operator, number, number) for operator in ("less", "at most") for number in (INT, REAL))
            yield from (made("equal", s, s) for s in dict.fromkeys([*self.pool, INT, THING, COLOUR]))
            yield from (
                made("is case", u, data=case) for u in self.pool if isinstance(u, UnionSort) for case in u.cases
            )
            yield from (made("apply", THING, THING, data=close), made("apply", Put._sort, data=odd))
        if sort in (INT, REAL):
            operators = ("sum", "difference", "minimum", "maximum")
            yield from (made(operator, sort, sort) for operator in operators)
            yield from (made("minus", sort), made("absolute", sort))
        if sort == REAL:
            yield from (made("real", INT), made("product", REAL, REAL))
        if sort == THING:
            yield made("apply", THING, INT, data=marked)
        if sort in (Point._sort, Put._sort):
            yield made("record", *(s for _, s in sort.fields), data=sort)
        if isinstance(sort, VectorSort):
            yield made("vector", *[sort.entry] * sort.size, data=sort)
            yield made("with item", sort, sort.entry, data=self.random.randrange(sort.size))
        if isinstance(sort, MapSort):
            yield from [made("store", sort, INT, sort.entry)] * 4
        if isinstance(sort, UnionSort):
            yield from (made("in union", case, data=sort) for case in sort.cases)
        for other in self.pool:
            if isinstance(other, MapSort) and other.entry == sort:
                yield made("read", other, INT)
            if isinstance(other, VectorSort) and other.entry == sort:
                yield made("item", other, data=self.random.randrange(other.size))
            if isinstance(other, UnionSort) and sort in other.cases:
                yield made("as case", other, data=sort)
        for record in (Point._sort, Put._sort, Paint._sort):
            if record in self.pool or self.random.random() < 0.3:
                yield from (made("field", record, data=name) for name, s in record.fields if s == sort)
