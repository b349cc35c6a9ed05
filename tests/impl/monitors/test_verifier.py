"""Verifiers check what they read, keep little, and are told apart from their mutants."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from concomp.impl import compile_monitor
from concomp.impl.monitors.subverifiers import SubVerifiers
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.parallel import SparseParallel, SparseParallelWithDeltaBudget
from concomp.model.composition.slots import Parameters
from concomp.model.language import (
    REJECTED,
    Bool,
    Int,
    LanguageError,
    Map,
    Monitor,
    Opaque,
    Real,
    TotalMap,
    register,
    relation,
    require,
    when,
)
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.obligations.families.mutation.mutants import mutants
from tests.model.language.examples import DIFF, EXAMPLES, MORE, SAME, item
from tests.model.language.monitors import AtMostK, Data, EventLevel, Item, OneUser


def test_a_verifier_reads_one_pair_after_the_other() -> None:
    verifier = compile_monitor(AtMostK(k=1))
    assert [verifier.accepts(*pair) for pair in (SAME, DIFF, SAME, MORE, SAME)] == [True, True, True, False, False]
    assert verifier.state is REJECTED
    assert verifier.registers == {"count": 1}


def test_a_reset_begins_a_new_sequence() -> None:
    verifier = compile_monitor(AtMostK(k=1))
    assert [verifier.accepts(*pair) for pair in (DIFF, MORE)] == [True, False]
    verifier.reset()
    assert verifier.accepts(*DIFF)
    assert verifier.state == (1,)


def test_two_verifiers_of_one_monitor_are_apart() -> None:
    one, other = compile_monitor(EventLevel()), compile_monitor(EventLevel())
    assert one.accepts(*DIFF)
    assert (one.registers, other.registers) == ({"used": True}, {"used": False})


@pytest.mark.parametrize("wrong", [None, 3, [], {}, item(1, "a").__dict__, Item])
def test_what_is_no_message_is_rejected_for_ever(wrong: object) -> None:
    fine = item(1, "a")
    for pair in ((wrong, fine), (fine, wrong), (wrong, wrong)):
        verifier = compile_monitor(OneUser())
        assert not verifier.accepts(*pair)
        assert not verifier.accepts(fine, fine)


class SameAsAny(int):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class SameAsAnyFraction(Fraction):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Fraction.__hash__


class Whole(Monitor):
    seen = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | ~self.seen)
        self.seen = True


class Rational(Monitor):
    seen = register(Bool, False)

    def step(self, left: Real, right: Real) -> None:
        require((left == right) | ~self.seen)
        self.seen = True


@pytest.mark.parametrize(
    ("monitor", "number", "value"),
    [
        (Whole(), 1, SameAsAny(1)),
        (Whole(), 1, True),
        (Rational(), Fraction(1, 2), SameAsAny(1)),
        (Rational(), Fraction(1, 2), SameAsAnyFraction(1)),
        (Rational(), 1, True),
    ],
)
def test_numbers_are_of_exact_types(monitor: Monitor, number: object, value: object) -> None:
    same, odd = (number, number), (value, value)
    assert (monitor([same, same]), monitor([same, odd]), monitor([odd])) == (True, False, False)
    assert not compile_monitor(monitor).accepts(*odd)
    verifier = compile_monitor(monitor)
    assert [verifier.accepts(*pair) for pair in (same, odd)] == [True, False]


def test_a_number_of_a_subclass_is_no_constant() -> None:
    with pytest.raises(LanguageError, match=r"a SameAsAny may compute otherwise: write int\(x\)"):
        register(Int, SameAsAny(1))
    with pytest.raises(LanguageError, match="a SameAsAnyFraction may compute otherwise"):
        register(Real, SameAsAnyFraction(1))


def test_a_symbol_is_no_message() -> None:
    [symbol] = {OneUser().definition.left}
    verifier = compile_monitor(OneUser())
    record = object.__new__(Item)
    record.__dict__["_term"] = symbol
    assert not verifier.accepts(record, record)


def test_values_of_parameters_are_needed() -> None:
    with pytest.raises(LanguageError, match="without a value of k"):
        compile_monitor(AtMostK())


class Latest(Monitor):
    """For each key the latest number; keys may be forgotten."""

    latest = register(Map[Int, Int], 0)
    copied = register(Map[Int, Int], 0)

    def step(self, left: Int, right: Int) -> None:
        self.latest[left] = right
        with when(left == 7):
            self.copied = self.latest


class Entries(Monitor):
    """As before, without the copy."""

    latest = register(Map[Int, Int], 0)

    def step(self, left: Int, right: Int) -> None:
        require(self.latest[left] <= right)
        self.latest[left] = right


def test_maps_change_in_place_unless_they_are_looked_at_as_a_whole() -> None:
    assert ".store(" not in compile_monitor(Entries()).source
    verifier = compile_monitor(Latest())
    assert ".store(" in verifier.source
    for pair in ((1, 2), (7, 3), (1, 4)):
        assert verifier.accepts(*pair)
    assert verifier.registers == {"latest": TotalMap(0, {1: 4, 7: 3}), "copied": TotalMap(0, {1: 2, 7: 3})}


def test_entries_that_hold_the_default_take_no_room() -> None:
    verifier = compile_monitor(Entries())
    for key in range(1000):
        assert verifier.accepts(key, 0)
    assert verifier.registers["latest"].entries == {}
    # What the map itself takes: the generated function is the only thing that holds it.
    cells = [cell.cell_contents for cell in verifier.accepts.__closure__ or ()]
    assert max(sys.getsizeof(value) for value in cells if isinstance(value, dict)) < 200


class Person(Opaque):
    """A person."""


friends = relation(Person, Person, symmetric=True)
strangers = relation(Person, Person)


class Friends(Monitor):
    """Both messages are friends, and no strangers."""

    seen = register(Bool, False)

    def step(self, left: Person, right: Person) -> None:
        require(friends(left, right))
        require(~strangers(left, right))
        self.seen = True


def test_declared_relations_are_checked_as_by_the_book() -> None:
    fine = compile_monitor(Friends(friends=lambda x, y: True, strangers=lambda x, y: False))
    assert fine.accepts("a", "b")
    with pytest.raises(LanguageError, match="not decided by the axioms"):
        compile_monitor(Friends(strangers=lambda x, y: False)).accepts("a", "b")
    with pytest.raises(LanguageError, match="not symmetric"):
        compile_monitor(Friends(friends=lambda x, y: x < y, strangers=lambda x, y: False)).accepts("a", "b")
    odd = compile_monitor(Friends(friends=lambda x, y: True, strangers=lambda x, y: "no"))
    with pytest.raises(LanguageError, match="gave 'no'"):
        odd.accepts("a", "b")
    # An error leaves the registers as they were.
    assert odd.registers == {"seen": False}


def test_a_value_whose_equality_answers_with_anything_is_compared_as_by_the_book() -> None:
    class Odd:
        def __eq__(self, other: object) -> str:  # type: ignore[override]
            return "yes"

        def __hash__(self) -> int:
            return 0

    class Kept(Monitor):
        same = register(Bool, False)

        def step(self, left: Data, right: Data) -> None:
            self.same = left == right

    verifier = compile_monitor(Kept())
    assert verifier.accepts(Odd(), Odd())
    assert verifier.registers["same"] is True


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_mutants_compile_and_agree_with_evaluation_by_the_book(example: object) -> None:
    monitor = example.monitor  # type: ignore[attr-defined]
    for mutant in mutants(monitor.definition)[::7]:
        book = DefinitionFunction(mutant.definition, monitor.parameter_values)
        verifier = compile_monitor(book)
        for word in (*example.accepted, *example.rejected):  # type: ignore[attr-defined]
            verifier.reset()
            state = book.initial
            for pair in word:
                verdict, state = book.advance(state, pair)
                assert verifier.accepts(*pair) is verdict
                assert verifier.state == state


class Bits:
    """A mechanism, of which only the query space counts here."""

    queries = frozenset("abcd")


HALF = Parameters(e_eps=Fraction(3, 2), delta=Fraction(1, 8))
FUNCTIONS = (
    lambda **given: SparseParallel(2, slots=(HALF, HALF), **given),
    lambda **given: SparseParallelWithDeltaBudget(2, slots=(HALF, HALF), delta_bound=Fraction(1, 2), **given),
)


def created(mechanism: Bits, function: Monitor) -> tuple[Create, Create]:
    message = Create(mechanism=mechanism, initial="s", e_eps=HALF.e_eps, delta=HALF.delta, function=function)
    return message, message


def asked(index: int, left: str, right: str) -> tuple[Query, Query]:
    return Query(payload=left, index=index), Query(payload=right, index=index)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions_of_compositions_run_their_sub_verifiers_compiled(function: object) -> None:
    established = {"established": lambda *_: True}
    book = function(**established)  # type: ignore[operator]
    verifier = compile_monitor(function(**established, **SubVerifiers().meanings))  # type: ignore[operator]
    mechanisms = [Bits() for _ in range(3)]
    functions = (EventLevel(), AtMostK(k=2), EventLevel())
    creations = [created(mechanism, f) for mechanism, f in zip(mechanisms, functions, strict=True)]
    words = (
        [
            *creations,
            asked(1, "a", "a"),
            asked(2, "a", "b"),
            asked(2, "c", "d"),
            asked(1, "a", "b"),
            asked(1, "b", "b"),
        ],
        [*creations, asked(1, "a", "b"), asked(3, "a", "b"), asked(2, "a", "b")],
        [*creations, asked(1, "a", "b"), asked(1, "a", "b")],
        [creations[0], asked(2, "a", "a")],
        [creations[0], asked(1, "a", "z")],
    )
    verdicts = []
    for word in words:
        verifier.reset()
        state = book.initial
        for pair in word:
            verdict, state = book.advance(state, pair)
            verdicts.append(verdict)
            assert verifier.accepts(*pair) is verdict
    assert verdicts.count(False) == 4
