"""The law of the code that runs, by all that it may draw, is that of the model."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from concomp.impl.mechanisms.choices import Exponential
from concomp.impl.mechanisms.closed_forms import Past
from concomp.impl.mechanisms.functions import Choose, Reveal, Score, Secret
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.noisy import AS_DRAWN
from concomp.impl.mechanisms.responses import InteractiveRandomisedResponse, RandomisedResponse
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.sources import SeededRandomness
from concomp.impl.noise.tapes import TapeLaw
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import product_law
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.named.releases import GeometricRelease
from concomp.model.mechanisms.named.releases import RandomisedResponse as ModelResponse
from concomp.model.mechanisms.randomised_response import ASK, interactive_randomised_response
from tests.impl.mechanisms.examples import COMPARING

CUT = Fraction(1, 1 << 8)


def demand_exactly(found: TapeLaw[Any], law: Any) -> None:
    assert found.cut == 0
    assert found.masses == dict(law.items())


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 4)])
def test_responses(delta: Fraction) -> None:
    mechanism, model = RandomisedResponse(3, delta, differing=2), ModelResponse(Fraction(3), delta)
    for sent in product((False, True), repeat=2):
        demand_exactly(mechanism.instance(2).law(sent), product_law(model.answer(bit) for bit in sent))


def test_late_responses() -> None:
    mechanism = InteractiveRandomisedResponse(3, "1/4").instance(2)
    model = interactive_randomised_response(PrivacyParameters(Fraction(3), Fraction(1, 4)))
    for bit in (0, 1):
        law = model.respond(bit, ASK)
        views = law.bind(lambda first: model.respond(first[0], ASK).map(lambda last, first=first: (first[1], last[1])))
        demand_exactly(mechanism.law([Secret(bit=bool(bit)), Reveal()]), views)


@pytest.mark.parametrize("sensitivity", [1, 2])
def test_numbers(sensitivity: int) -> None:
    mechanism = DiscreteLaplace(4, sensitivity=sensitivity, differing=2)
    model = GeometricRelease(mechanism.ratio, None, (0, sensitivity))
    for sent in product(range(sensitivity + 1), repeat=2):
        demand_exactly(mechanism.instance(2).law(sent), product_law(model.answer(value) for value in sent))


def test_an_item_one_apart_makes_a_randomised_response() -> None:
    number, response = DiscreteLaplace("5/2").instance(1), RandomisedResponse("5/2").instance(1)
    for bit in (0, 1):
        shown = {int(answer[1]): mass for (answer,), mass in response.law([bool(bit)]).masses.items()}
        assert {answer: mass for (answer,), mass in number.law([bit]).masses.items()} == shown


def test_choices() -> None:
    found = Exponential(4).instance(3).law([Score(value=1), Score(value=0), Choose()])
    assert (found.cut, found.masses) == (0, {(0, 1, 0): Fraction(2, 3), (0, 1, 1): Fraction(1, 3)})


@pytest.mark.parametrize("which", COMPARING)
def test_sparse_vector_within_what_is_cut(which: str) -> None:
    mechanism = COMPARING[which]
    instance, closed = mechanism.instance(2), mechanism.closed_form()
    sent = [instance.messages[-1], instance.messages[0]]
    found = instance.law(sent, CUT)
    assert found.cut <= CUT
    chances: dict[tuple[object, ...], Fraction] = {}
    for first, past, answer in closed.after(Past(closed.positives), sent[0].value):
        if not past.left:
            chances[answer, HALT] = first
            continue
        for second, _, last in closed.after(past, sent[1].value):
            chances[answer, last] = first * second
    assert sum(chances.values()) == 1
    assert set(found.masses) == set(chances)
    assert all(found.mass(each) <= chance <= found.mass(each) + found.cut for each, chance in chances.items())


def test_sparse_vector_in_closed_form_is_the_model_s() -> None:
    closed = COMPARING["above threshold"].closed_form()
    waiting: list[tuple[Past, Any]] = [(Past(1), ())]
    for past, state in waiting:
        for value in (0, 1) if len(past.below) < 3 else ():
            law = closed.single.mechanism.respond(state, value)
            for chance, after, answer in closed.after(past, value):
                assert sum(mass for (_, said), mass in law.items() if said == answer) == chance
                waiting += [(after, after.below)] if after.left else []
    assert len(waiting) == 1 + 2 + 4 + 8


@pytest.mark.parametrize("value", [-7, 0, 10**30])
def test_what_is_drawn_is_added(value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What tapes do not reach: in production a number goes into the answer as it is, with the noise that was drawn."""

    class Fixed:
        def draw(self, randomness: Randomness) -> int:
            return 3

    for name in ("geometric_noise", "gaussian_noise"):
        monkeypatch.setattr(f"concomp.impl.mechanisms.noisy.{name}", lambda argument: Fixed())
    source, ratio = SeededRandomness(1), Fraction(1, 2)
    assert AS_DRAWN.geometric(ratio)(value, source) == value + 3
    assert AS_DRAWN.gaussian(ratio)(value, source) == value + 3
    assert AS_DRAWN.hidden(ratio)(source) == 3
