"""Every reading of a definition agrees with evaluation by the book, on verdicts and on registers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.monitors.stepper import compile_step
from concomp.impl.monitors.verifier import compile_monitor
from concomp.model.language import REJECTED, Conjunction, DefinitionFunction, Monitor, Product, Projection
from concomp.model.language.readings.json_reading import from_json
from concomp.model.language.readings.json_writing import to_json
from concomp.model.language.readings.vocabulary import vocabulary
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import OPERATORS
from tests.model.language.compositions import Create, Query
from tests.model.language.examples import DIFF, EXAMPLES, MORE, SAME, Example, create, item, query
from tests.model.language.generated import definition, word
from tests.model.language.monitors import AtMostK, EventLevel, ExactlyOne, Item, OneUser, Phases

SEEDS = st.integers(0, 2**32)
GIVEN = {"p0": 2, "p1": Fraction(1, 2)}


def drawn(seed: int) -> DefinitionFunction:
    return DefinitionFunction(definition(Random(seed)), GIVEN)


@settings(max_examples=300, deadline=None)
@given(SEEDS, SEEDS)
def test_compiled_functions_agree_on_generated_definitions(seed: int, played: int) -> None:
    book = drawn(seed)
    verifier, stepper = compile_monitor(book), compile_step(book)
    random = Random(played)
    for _ in range(4):
        verifier.reset()
        state, flat = book.initial, stepper.initial
        assert verifier.state == state
        for left, right in word(random, book.definition.message, 6):
            verdict, state = book.advance(state, (left, right))
            assert verifier.accepts(left, right) is verdict
            accepted, flat = stepper.advance(flat, left, right)
            assert accepted is verdict
            assert verifier.state == state
            assert stepper.state(flat) == state


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_compiled_functions_agree_on_the_examples(example: Example) -> None:
    verifier, stepper = compile_monitor(example.monitor), compile_step(example.monitor)
    for words in (*example.accepted, *example.rejected):
        verifier.reset()
        state, flat = example.monitor.initial, stepper.initial
        for left, right in (*words, words[0]):
            verdict, state = example.monitor.advance(state, (left, right))
            assert verifier.accepts(left, right) is verdict
            accepted, flat = stepper.advance(flat, left, right)
            assert (accepted, stepper.state(flat)) == (verdict, state)
            assert verifier.state == state


def test_generated_definitions_use_every_operator_and_are_neither_all_nor_never_accepting() -> None:
    used: set[str] = set()
    verdicts: list[bool] = []
    for seed in range(400):
        book = drawn(seed)
        used |= {term.operator for term in terms.descendants([*book.definition.roots])}
        state = book.initial
        for pair in word(Random(seed), book.definition.message, 5):
            verdict, state = book.advance(state, pair)
            verdicts.append(verdict)
    assert used == set(OPERATORS)
    assert 0.2 < sum(verdicts) / len(verdicts) < 0.9


def test_after_a_rejection_the_registers_are_those_before_it() -> None:
    book = next(b for b in map(drawn, range(200)) if any(b.advance(b.initial, p)[1] is REJECTED for p in played(b)))
    verifier = compile_monitor(book)
    before = verifier.registers
    left, right = next(p for p in played(book) if book.advance(book.initial, p)[1] is REJECTED)
    assert not verifier.accepts(left, right)
    assert verifier.state is REJECTED
    assert verifier.registers == before


ON_DATA = (EventLevel(), AtMostK(k=1), AtMostK(k=2), ExactlyOne(), Phases())
PAIRS = (SAME, DIFF, MORE, ("b", "b"))
BEGINS = create(2, Fraction(1, 2))


def composed(random: Random) -> tuple[Monitor, list[tuple[object, object]]]:
    """A monitor made by the surface of the language, and pairs that it may read."""
    parts = [random.choice(ON_DATA) for _ in range(random.randrange(1, 4))]
    whole = Conjunction(*parts) if len(parts) > 1 else parts[0]
    match random.randrange(3):
        case 0:
            return whole, [*PAIRS, ("a", [])]
        case 1:
            projected = Conjunction(OneUser(), Projection(whole, Item, "value"))
            return projected, [(item(user, left), item(user, right)) for user in (1, 2) for left, right in PAIRS]
    asked = [query(index, left, right) for index in (1, 2) for left, right in PAIRS]
    return Product(whole, Create, Query), [BEGINS, BEGINS, *asked]


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_every_reading_of_a_composed_monitor_agrees(seed: int) -> None:
    random = Random(seed)
    book, pairs = composed(random)
    read = from_json(to_json(book), vocabulary(book.definition), book.parameter_values)
    verifier, again, stepper = compile_monitor(book), compile_monitor(read), compile_step(book)
    for _ in range(3):
        verifier.reset()
        again.reset()
        state, other, flat = book.initial, read.initial, stepper.initial
        for pair in [random.choice(pairs) for _ in range(6)]:
            verdict, state = book.advance(state, pair)
            accepted, other = read.advance(other, pair)
            stepped, flat = stepper.advance(flat, *pair)
            assert accepted is stepped is verifier.accepts(*pair) is again.accepts(*pair) is verdict
            assert state == other == verifier.state == again.state == stepper.state(flat)


def played(book: DefinitionFunction) -> list[tuple[object, object]]:
    return word(Random(0), book.definition.message, 10)
