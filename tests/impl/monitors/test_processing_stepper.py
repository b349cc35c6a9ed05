"""A compiled post-processing does what the book says, message by message."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from concomp.impl.mechanisms.contributions import BoundContributions, Clamp, Contribution
from concomp.impl.monitors.processing_stepper import compile_processing
from concomp.model.applications.histogram import ClampedSteps, HistogramSteps, histogram_mechanism, messages
from concomp.model.language import Int, PostProcessing, common, when
from concomp.model.language.processings import DefinitionProcessing
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT

MEANINGS: dict[str, Any] = {
    "gamma": lambda time, interval: 10 * time + interval,
    "xi": lambda time, interval: time + 2 * interval,
    "query": max,
}


def histogram(columns: int, steps: Any = HistogramSteps) -> DefinitionProcessing:
    return DefinitionProcessing(histogram_mechanism(columns, steps).definition, {}, MEANINGS)


@pytest.mark.parametrize("steps", [HistogramSteps, ClampedSteps])
@pytest.mark.parametrize("columns", [1, 3])
def test_a_histogram_is_compiled_to_what_it_does(columns: int, steps: Any) -> None:
    book, random = histogram(columns, steps), Random(columns)
    compiled, kinds = compile_processing(book), messages(columns)
    registers, state = book.initial, compiled.initial
    origin, message, phases = LEFT, (False,) * columns, set()
    for _ in range(300):
        registers, side, sent = book.respond(registers, origin, message)
        state, *answered = compiled.respond(state, origin, message)
        assert answered == [side, sent]
        assert compiled.registers(state) == registers
        phases.add(registers[0])
        above, noisy = random.random() < 0.4, random.randrange(-5, 900)
        sums = tuple(random.randrange(-3, 9) for _ in range(columns))
        told = kinds.answer(above=above, noisy=noisy, sums=sums)
        origin, message = (RIGHT, told) if side is RIGHT else (LEFT, tuple(each > 2 for each in sums))
    assert len(phases) == 8


def by_the_book(processing: PostProcessing) -> DefinitionProcessing:
    return DefinitionProcessing(processing.definition, processing.parameter_values, processing.meanings)


def test_maps_and_parameters_are_compiled_too() -> None:
    processing = by_the_book(BoundContributions(differing=2, apart=3))
    compiled, registers = compile_processing(processing), processing.initial
    state = compiled.initial
    for user in (1, 2, 1, 1, 2, 2):
        message = Contribution(user=user, number=5)
        registers, side, sent = processing.respond(registers, LEFT, message)
        state, *answered = compiled.respond(state, LEFT, message)
        assert answered == [side, sent]
        assert compiled.registers(state) == registers


@pytest.mark.parametrize("message", [(True,) * 7, (1,) * 8, None, [True] * 8])
def test_what_is_of_another_sort_is_refused_by_both(message: Any) -> None:
    book = histogram(8)
    compiled = compile_processing(book)
    for respond, state in ((book.respond, book.initial), (compiled.respond, compiled.initial)):
        with pytest.raises(LanguageError, match="send it a"):
            respond(state, LEFT, message)


class Silent(PostProcessing):
    """It sends nothing on a negative number."""

    def on_left(self, number: Int) -> None:
        with when(number >= 0):
            self.send_left(number)

    def on_right(self, number: Int) -> None:
        self.send_left(number)


def test_it_is_noticed_where_nothing_is_sent() -> None:
    compiled = compile_processing(by_the_book(Silent()))
    assert compiled.respond(compiled.initial, LEFT, 3)[1:] == (LEFT, 3)
    with pytest.raises(LanguageError, match="exactly one message"):
        compiled.respond(compiled.initial, LEFT, -3)


def test_what_takes_values_from_outside_is_refused() -> None:
    class Drawing(PostProcessing):
        """It answers what is drawn."""

        coin = common(Int)

        def on_left(self, number: Int) -> None:
            self.send_left(self.coin)

        def on_right(self, number: Int) -> None:
            self.send_left(number)

    with pytest.raises(LanguageError, match="takes coin from outside"):
        compile_processing(by_the_book(Drawing()))


def test_a_parameter_without_a_value_is_refused() -> None:
    with pytest.raises(LanguageError, match="without a value of"):
        compile_processing(by_the_book(Clamp(low=1)))
