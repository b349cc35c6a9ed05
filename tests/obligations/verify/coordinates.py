"""Terms about vectors of any length, drawn at random: whether they are at one coordinate what the interpreter says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Annotated, Any

import z3

from concomp.model.language import Int, Record, Vector, function
from concomp.model.language.readings.evaluation import Program
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import union_of
from concomp.model.language.syntax.definition import RegisterDefinition
from concomp.model.language.syntax.records import record_sort
from concomp.model.language.syntax.sorts import BOOL, INT
from concomp.model.language.syntax.substitution import substitute_all
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.model.language.syntax.vectors.lengths import AtLengths
from concomp.model.language.syntax.vectors.open_vectors import Everywhere, OpenVectorSort, each, every, hollow
from concomp.obligations.verify.encoding.applications import without_applications
from concomp.obligations.verify.encoding.codes import Codes
from concomp.obligations.verify.encoding.coordinates import at_any_coordinate, entry_leaf
from concomp.obligations.verify.encoding.encode import Encoder
from concomp.obligations.verify.encoding.scalars import Lowered, leaves, lower
from concomp.obligations.verify.encoding.systems import System

D = "d"


class Plain(Record):
    """A number."""

    number: Int


class Row(Record):
    """A number and a vector."""

    number: Int
    row: Annotated[Vector[Int], D]


INTS, BOOLS = OpenVectorSort(INT, D), OpenVectorSort(BOOL, D)
MESSAGE = union_of([record_sort(Plain), record_sort(Row)])
ROW = record_sort(Row)
weight = function(Vector(Int, D), result=Int, name="weight")
HELD = [terms.leaf("register", sort, name) for name, sort in (("u", INTS), ("v", INTS), ("b", BOOLS), ("n", INT))]
RECEIVED = [terms.leaf("message", MESSAGE, side) for side in ("left", "right")]


class Drawn:
    """Terms of each kind, at most so deep."""

    def __init__(self, draw: Random) -> None:
        self.draw = draw

    def truth(self, depth: int) -> Term:
        """A truth value."""
        deeper = depth - 1
        kinds = [lambda: terms.make("is case", (self.message(),), ROW)]
        if depth > 0:
            kinds += [
                lambda: terms.equality(self.numbers(deeper), self.numbers(deeper)),
                lambda: every(self.truths(deeper)),
                lambda: terms.equality(self.message(), self.message()),
                lambda: terms.make("less", (self.number(deeper), self.number(deeper))),
                lambda: terms.negation(self.truth(deeper)),
                lambda: terms.conjunction([self.truth(deeper), self.truth(deeper)]),
                lambda: terms.equality(self.truths(deeper), self.truths(deeper)),
            ]
        return self.draw.choice(kinds)()

    def number(self, depth: int) -> Term:
        """An integer."""
        kinds = [
            lambda: HELD[3],
            lambda: terms.constant(INT, self.draw.randrange(2)),
            lambda: terms.field(terms.make("as case", (self.message(),), ROW), "number"),
        ]
        if depth > 0:
            kinds += [
                lambda: terms.make("apply", (self.numbers(depth - 1),), weight),
                lambda: terms.choice(self.truth(depth - 1), self.number(depth - 1), self.number(depth - 1)),
            ]
        return self.draw.choice(kinds)()

    def numbers(self, depth: int) -> Term:
        """A vector of integers."""
        kinds = [
            lambda: HELD[0],
            lambda: HELD[1],
            lambda: terms.field(terms.make("as case", (self.message(),), ROW), "row"),
            lambda: terms.constant(INTS, Everywhere(self.draw.randrange(2))),
        ]
        if depth > 0:
            kinds += [
                lambda: terms.choice(self.truth(depth - 1), self.numbers(depth - 1), self.numbers(depth - 1)),
                lambda: self.each("difference", self.numbers(depth - 1), self.numbers(depth - 1)),
                lambda: self.each("sum", self.numbers(depth - 1), self.number(depth - 1)),
            ]
        return self.draw.choice(kinds)()

    def truths(self, depth: int) -> Term:
        """A vector of truth values."""
        if depth == 0 or self.draw.random() < 0.2:
            return HELD[2]
        operator = self.draw.choice(["less", "at most", "equal"])
        return self.each(operator, self.numbers(depth - 1), self.numbers(depth - 1))

    def message(self) -> Term:
        """A message."""
        return self.draw.choice(RECEIVED)

    def each(self, operator: str, *arguments: Term) -> Term:
        """An operator at each coordinate."""
        hollows = tuple(hollow(place, argument.sort) for place, argument in enumerate(arguments))
        return each(terms.make(operator, hollows), arguments, D)


def is_possible(seed: int, length: int, depth: int = 4) -> bool:
    """Whether the system at one coordinate can have the truth value, and the entries, that the interpreter gives."""
    draw = Random(seed)
    drawn = Drawn(draw)
    truth, vector = drawn.truth(depth), drawn.numbers(depth)
    registers = [RegisterDefinition(terms.leaf_name(each), each, _start(each), each) for each in HELD]
    changing = RegisterDefinition("w", terms.leaf("register", INTS, "w"), _start(HELD[0]), vector)
    lowered = lower(System("drawn", (*registers, changing), tuple(RECEIVED), (), terms.TRUE, truth))
    chosen = _scalars(lowered, draw, length)
    wanted, entries = _by_the_book([truth, vector], chosen, length)
    place = draw.randrange(length)
    looked_at = without_applications(at_any_coordinate(lowered.system).system)
    here = {entry_leaf(leaf): _constant(entry_leaf(leaf), value, place) for leaf, value in chosen.items()}
    update = next(each.update for each in looked_at.registers if each.name.startswith("w["))
    law, held, entry = substitute_all([looked_at.allowed, looked_at.bad, update], here)
    stated = [law, held if wanted else terms.negation(held), terms.equality(entry, terms.constant(INT, entries[place]))]
    witnesses = list(_witnesses(looked_at.inputs, chosen, length))
    solver = z3.Solver()
    solver.add(Encoder()(terms.conjunction([*stated, *witnesses])))
    return bool(solver.check() == z3.sat)


def _witnesses(inputs: Sequence[Term], chosen: Mapping[Term, Value], length: int) -> Iterator[Term]:
    """That each witness is one of the coordinates."""
    copied: dict[str, list[tuple[Term, Value]]] = {}
    vectors = {terms.leaf_name(leaf): value for leaf, value in chosen.items() if isinstance(value, tuple)}
    for leaf in inputs:
        name, _, witness = terms.leaf_name(leaf).partition("[witness ")
        if witness and name in vectors:
            copied.setdefault(witness, []).append((leaf, vectors[name]))
    for listed in copied.values():
        yield terms.disjunction(
            terms.conjunction(terms.equality(leaf, _constant(leaf, value, place)) for leaf, value in listed)
            for place in range(length)
        )


def _start(leaf: Term) -> Term:
    return terms.constant(leaf.sort, leaf.sort.default())


def _scalars(lowered: Lowered, draw: Random, length: int) -> dict[Term, Value]:
    """Legal scalars of all leaves, of vectors lists of them; those of absent cases are anything."""
    held = [each.symbol for each in lowered.system.registers if each.name != "w"]
    return {leaf: _value(leaf, draw, length) for leaf in [*held, *lowered.system.inputs]}


def _value(leaf: Term, draw: Random, length: int) -> Value:
    if isinstance(leaf.sort, OpenVectorSort):
        entries = [draw.random() < 0.5 if leaf.sort.entry == BOOL else draw.randrange(2) for _ in range(length)]
        return tuple(entries)
    return draw.random() < 0.5 if leaf.sort == BOOL else draw.randrange(2)


def _by_the_book(roots: list[Term], chosen: Mapping[Term, Value], length: int) -> tuple[Value, ...]:
    """What the interpreter says, at the length, of the values that the scalars are the code of."""
    at = AtLengths({D: length})
    codes = Codes()
    known = [*HELD, *RECEIVED]
    values = {at.term(leaf): codes.decode(leaf.sort, [chosen[scalar] for scalar in leaves(leaf)]) for leaf in known}
    values = {leaf: _at(leaf, value, length) for leaf, value in values.items()}
    return Program([at.term(root) for root in roots], {"weight": _weight})(values)


def _at(leaf: Term, value: Value, length: int) -> Value:
    """A value with vectors of the length: what an absent case holds has none yet."""
    row: Any = getattr(value, "row", None)
    return Row(number=value.number, row=(row.entry,) * length) if isinstance(row, Everywhere) else value


def _weight(vector: tuple[int, ...]) -> int:
    return sum(place * entry for place, entry in enumerate(vector, start=1))


def _constant(leaf: Term, value: Value, place: int) -> Term:
    return terms.constant(leaf.sort, value[place] if isinstance(value, tuple) else value)


def impossible(seeds: range, lengths: tuple[int, ...] = (1, 2, 3)) -> Iterator[tuple[int, int]]:
    """The seeds and lengths at which it is not."""
    return ((seed, length) for seed in seeds for length in lengths if not is_possible(seed, length))
