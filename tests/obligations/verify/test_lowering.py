"""The lowering is judged: its terms, evaluated, agree step by step with interpreter and compiled step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.monitors.stepper import compile_step
from concomp.model.language import REJECTED, Declared, DefinitionFunction
from concomp.model.language.readings.evaluation import Program
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import is_absent
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.encoding.codes import UnionCode, components
from concomp.obligations.verify.encoding.scalars import Lowered, leaves, lower
from concomp.obligations.verify.encoding.systems import System
from tests.model.language.examples import EXAMPLES, Example
from tests.model.language.generated import definition, value
from tests.obligations.verify.test_names import First, Remembered, Second

SEEDS = st.integers(0, 2**32)
PARAMETERS = {"p0": 2, "p1": Fraction(1, 2)}
Pair = tuple[Value, Value]


class LoweredFunction:
    """The scalar system of a function, run: what certificates speak of, and nothing else."""

    def __init__(self, function: DefinitionFunction) -> None:
        said = function.definition
        allowed = terms.conjunction([said.allowed, said.guard])
        step = System("step", said.registers, (said.left, said.right), said.parameters, allowed, said.verdict)
        self.lowered = lower(step)
        self.definition = said
        system, meanings = self.lowered.system, scalar_meanings(self.lowered, function)
        values = function.parameter_values
        self.rigid = self.coded((each.symbol, values[each.name]) for each in said.parameters)
        self.symbols = [each.symbol for each in system.registers]
        initial = Program([each.initial for each in system.registers], meanings)(self.rigid)
        self.registers = dict(zip(self.symbols, initial, strict=True))
        self.program = Program([system.allowed, system.bad, *(each.update for each in system.registers)], meanings)

    def coded(self, held: Iterable[tuple[Term, Value]]) -> dict[Term, Value]:
        """The scalars of leaves that hold values."""
        listed = (
            (leaf, zip(leaves(leaf), self.lowered.codes.encode(leaf.sort, each), strict=True)) for leaf, each in held
        )
        return {scalar: number for _, pairs in listed for scalar, number in pairs}

    def advance(self, left: Value, right: Value) -> tuple[bool, bool]:
        """Whether the step may be taken, and the verdict on it."""
        inputs = self.coded([(self.definition.left, left), (self.definition.right, right)])
        allowed, verdict, *updated = self.program({**self.rigid, **self.registers, **inputs})
        self.registers = dict(zip(self.symbols, updated, strict=True))
        return allowed, verdict


def scalar_meanings(lowered: Lowered, function: DefinitionFunction) -> dict[str, Callable[..., Value]]:
    """What the scalar symbols are, by their names, if the declared ones mean what the function says."""
    return {
        component.name: scalar_meaning(lowered, symbol, function.meanings.get(symbol.name, symbol.meaning), place)
        for symbol in lowered.functions
        for place, component in enumerate(components(symbol.result, symbol.name))
    }


def scalar_meaning(lowered: Lowered, symbol: Declared[Any], meaning: Any, place: int) -> Callable[..., Value]:
    """One scalar of what a declared symbol gives, as a function of the scalars of its arguments."""

    def scalar(*numbers: Value) -> Value:
        rest = iter(numbers)
        values = [lowered.codes.decode(sort, [next(rest) for _ in components(sort, "")]) for sort in symbol.domain]
        result = symbol.result.default() if any(map(is_absent, values)) else meaning(*values)
        return lowered.codes.encode(symbol.result, result)[place]

    return scalar


def steps_in_agreement(function: DefinitionFunction, word: Sequence[Pair]) -> int:
    """How many steps the three readings take alike until one rejects for good; fails where they differ."""
    ours, stepper = LoweredFunction(function), compile_step(function)
    state, flat = function.initial, stepper.initial
    for number, (left, right) in enumerate(word):
        allowed, verdict = ours.advance(left, right)
        accepted, state = function.advance(state, (left, right))
        assert (allowed, allowed and verdict) == (state is not REJECTED, accepted)
        compiled, flat = stepper.advance(flat, left, right)
        assert (compiled, stepper.state(flat)) == (accepted, state)
        if state is REJECTED:
            return number
        held = zip((each.symbol for each in function.definition.registers), state, strict=True)
        assert ours.coded(held) == ours.registers
    return len(word)


def of_monitor(monitor: Any) -> DefinitionFunction:
    return DefinitionFunction(monitor.definition, monitor.parameter_values, monitor.meanings)


def generated_word(seed: int, function: DefinitionFunction, length: int) -> list[Pair]:
    """Pairs of messages, some of them identical."""
    random = Random(seed)
    lefts = [value(random, function.definition.message) for _ in range(length)]
    return [(left, left if random.random() < 0.4 else value(random, function.definition.message)) for left in lefts]


def steps_of_generated(seed: int, played: int) -> int:
    function = DefinitionFunction(definition(Random(seed)), PARAMETERS)
    return sum(steps_in_agreement(function, generated_word(played + each, function, 6)) for each in range(3))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_lowered_examples_agree(example: Example) -> None:
    function = of_monitor(example.monitor)
    taken = [steps_in_agreement(function, [*word, *word]) for word in (*example.accepted, *example.rejected)]
    assert any(taken)


@settings(max_examples=15, deadline=None)
@given(SEEDS, SEEDS)
def test_lowered_functions_agree_on_generated_definitions(seed: int, played: int) -> None:
    steps_of_generated(seed, played)


@pytest.mark.full
@settings(max_examples=400, deadline=None)
@given(SEEDS, SEEDS)
def test_lowered_functions_agree_on_many_generated_definitions(seed: int, played: int) -> None:
    steps_of_generated(seed, played)


def test_generated_definitions_take_steps() -> None:
    taken = [steps_of_generated(seed, seed) for seed in range(8)]
    assert sum(taken) > 24


WORD = [(First(v=5), First(v=5)), (Second(v=5), Second(v=5)), (First(v=5), First(v=5)), (First(v=0), Second(v=1))]


def test_records_of_one_name_agree() -> None:
    assert steps_in_agreement(of_monitor(Remembered()), WORD) == 4


def test_a_lowering_that_takes_one_case_for_another_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UnionCode, "_place", lambda self, case: 0)
    with pytest.raises(AssertionError):
        steps_in_agreement(of_monitor(Remembered()), WORD)
