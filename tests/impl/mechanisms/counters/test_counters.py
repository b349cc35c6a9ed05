"""Counters: what an item changes, the law of the code that runs, its loss, and the range of parameters."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import concomp
from concomp.impl.mechanisms.counters.binary_tree import BinaryTreeCounter
from concomp.impl.mechanisms.counters.counter import Counter, NodeCounter
from concomp.impl.mechanisms.counters.factorisations.optimal import Optimal, integers
from concomp.impl.mechanisms.counters.factorisations.square_root import SquareRoot
from concomp.impl.mechanisms.counters.factorised import KINDS, FactorisationCounter
from concomp.impl.mechanisms.counters.two_level import TwoLevelCounter
from concomp.impl.mechanisms.counters.unbounded import UnboundedCounter
from concomp.impl.monitors.stepper import compile_step
from concomp.impl.noise.sources import SeededRandomness
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.named.streams import BinaryTree
from concomp.obligations.families.coupled_releases import differences

COUNTERS: dict[str, NodeCounter] = {
    "tree": BinaryTreeCounter(8, e_eps=16),
    "tree of three": BinaryTreeCounter(3, e_eps=4),
    "tree of one": BinaryTreeCounter(1, e_eps=2),
    "unbounded": UnboundedCounter(e_eps=2),
    "two levels": TwoLevelCounter(3, e_eps=4),
    "blocks of one": TwoLevelCounter(1, e_eps=4),
}
STEPS = {"tree": 8, "tree of three": 3, "tree of one": 1}
"""How many items are sent; 7 unless said."""


def streams(steps: int, seed: int) -> tuple[list[int], list[int], int]:
    """Two streams, one item of which differs by 1, and which."""
    chosen = random.Random(seed)
    left = [chosen.randint(-(10**20), 10**20) for _ in range(steps)]
    place = chosen.randrange(steps) if seed % 2 else 0
    right = [item + (index == place) for index, item in enumerate(left)]
    return left, right, place


@pytest.mark.parametrize("which", COUNTERS)
def test_an_item_loses_no_more_than_its_budget(which: str) -> None:
    counter = COUNTERS[which]
    for place in range(steps := STEPS.get(which, 7)):
        left = list(range(10, 10 + steps))
        right = [item + (index == place) for index, item in enumerate(left)]
        changed = differences(counter, left, right)
        noise = [counter.noises(step + 1) for step in range(steps)]
        assert all(abs(change) <= 1 for change in changed)
        if not isinstance(counter, UnboundedCounter):
            (ratio,) = {each.ratio for multiset in noise for each in multiset}
            assert ratio ** -sum(map(abs, changed)) <= counter.budget.e_eps
        else:
            assert sum(map(abs, changed)) <= (place + 1).bit_length()


@pytest.mark.parametrize("which", COUNTERS)
def test_without_noise_it_counts(which: str) -> None:
    class Silent:
        def geometric(self, ratio: Fraction) -> Any:
            return lambda value, randomness: value

        gaussian = geometric

    counter, steps = COUNTERS[which], STEPS.get(which, 7)
    items = [3, -1, 10**400, 0, 5, -(10**400), 7, 2][:steps]
    respond = counter.start(Silent(), SeededRandomness(0))
    assert [respond(item) for item in items] == [sum(items[: step + 1]) for step in range(steps)]


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_the_law_of_a_tree_is_that_of_the_model(steps: int) -> None:
    counter = BinaryTreeCounter(steps, e_eps=8)
    model = BinaryTree(steps, counter.noise.ratio, (0, 1)).mechanism
    for bits in product((0, 1), repeat=steps):
        law = counter.instance(steps).law(bits)
        assert law.cut == 0
        assert law.masses == dict(_sums(model, bits).items())


def _sums(model: Any, bits: Sequence[int]) -> Law[tuple[int, ...]]:
    """The sums of the largest nodes that the model released."""
    law = Law.point((model.initial_state, (), ()))
    for bit in bits:
        law = law.bind(lambda past, bit=bit: model.respond(past[0], bit).map(lambda out: _after(past, *out)))
    return law.map(lambda past: past[2])


def _after(past: Any, state: Any, complete: tuple[int, ...]) -> tuple[Any, Any, Any]:
    _, nodes, sums = past
    step = len(sums) + 1
    level = len(complete) - 1
    kept = {bit: node for bit, node in nodes if bit > level}
    kept[level] = complete[-1]
    assert sum(1 << bit for bit in kept) == step
    return state, tuple(kept.items()), (*sums, sum(kept.values()))


@pytest.mark.parametrize("which", ["tree of one", "tree of three", "two levels", "blocks of one"])
def test_an_audit_confirms_the_loss_and_no_less(which: str) -> None:
    counter = COUNTERS[which]
    e_eps = counter.budget.e_eps
    file = counter.to_audit(min(3, STEPS.get(which, 3)))
    assert concomp.audit(file, e_eps=e_eps, delta=0)
    assert not concomp.audit(file, e_eps=e_eps - Fraction(1, 1000), delta=0)


def test_an_audit_confirms_the_loss_of_an_epoch() -> None:
    file = COUNTERS["unbounded"].to_audit(3)
    assert concomp.audit(file, e_eps=2, delta=0)
    assert not concomp.audit(file, e_eps=Fraction(199, 100), delta=0)


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_the_profile_of_a_tree_is_that_of_as_many_responses_as_levels(steps: int) -> None:
    counter = BinaryTreeCounter(steps, e_eps=2 ** steps.bit_length())
    profile = concomp.audit(counter.to_audit(steps))
    responses = concomp.compose([concomp.with_e_eps(2)] * counter.levels)
    assert profile.vertices == responses.vertices


def column(counter: FactorisationCounter, place: int) -> list[int]:
    """A column of R."""
    factors = counter.factors
    if isinstance(factors, SquareRoot):
        return [0] * place + list(factors.coefficients[: counter.steps - place])
    assert isinstance(factors, Optimal)
    return [int(entry) for entry in integers(counter.steps, counter.bits, factors.aim)[:, place]]


@pytest.mark.parametrize("factorisation", KINDS)
@pytest.mark.parametrize("steps", [1, 2, 3, 16, 40])
def test_an_item_changes_a_factorisation_no_more_than_it_says(factorisation: str, steps: int) -> None:
    counter = FactorisationCounter(steps, rho=1, factorisation=factorisation)
    for seed in range(4):
        left, right, place = streams(steps, seed)
        changed = differences(counter, left, right, seed)
        assert sum(change * change for change in changed) <= counter.factors.squares
        if factorisation != "buffered":
            assert changed == column(counter, place)
    first = differences(counter, [0] * steps, [1] + [0] * (steps - 1))
    assert sum(change * change for change in first) > counter.factors.squares * Fraction(9, 10)


@pytest.mark.parametrize(
    "counter", [*COUNTERS.values(), *(FactorisationCounter(7, rho=1, factorisation=f) for f in KINDS)]
)
def test_after_its_last_step_it_halts(counter: Counter) -> None:
    respond = counter.begin(SeededRandomness(1))
    answers = [respond(1) for _ in range(9)]
    last = getattr(counter, "steps", 9)
    assert [answer is HALT for answer in answers] == [step >= last for step in range(9)]
    assert all(answer in counter.answers for answer in answers[:last])


def test_a_session_counts_and_a_stream_may_end_early() -> None:
    session = concomp.Session(concomp.ZCDP(2))
    tree = session.create(BinaryTreeCounter(100, rho="1/2"))
    root = session.create(FactorisationCounter(100, rho="1/2"))
    for _ in range(3):
        assert type(tree.send(1)) is int
        assert type(root.send(0)) is Fraction
    short = session.create(BinaryTreeCounter(1, rho="1/8"))
    assert short.send(10**400) is not concomp.HALTED
    assert short.send(1) is concomp.HALTED


def test_a_step_that_differs_by_two_is_no_pair_of_its_function() -> None:
    function = BinaryTreeCounter(4, e_eps=2, differing=2).function
    stepper = compile_step(function)
    accepted, state = stepper.advance(stepper.initial, 5, 6)
    assert accepted
    assert not stepper.advance(state, 5, 7)[0]
    accepted, state = stepper.advance(state, 5, 4)
    assert accepted
    assert not stepper.advance(state, 0, 1)[0]
    assert stepper.advance(state, 0, 0)[0]


@pytest.mark.parametrize("which", [*COUNTERS, *KINDS])
def test_items_that_differ_together_lose_no_more_than_it_says(which: str) -> None:
    if which in KINDS:
        counter: Counter = FactorisationCounter(20, rho=1, factorisation=which, differing=3)
        assert counter.loss == concomp.ZCDP(9)
        left = [0] * 20
        changed = differences(counter, left, [0, 1, 1, 0, 1] + [0] * 15)
        assert sum(change * change for change in changed) <= 9 * counter.factors.squares
    else:
        assert type(COUNTERS[which].loss) is concomp.PureDP


@pytest.mark.parametrize("beta", [Fraction(1, 4), Fraction(1, 20), Fraction(1, 10**6)])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_an_answer_is_as_far_off_as_is_said(beta: Fraction, count: int) -> None:
    counter = BinaryTreeCounter(63, e_eps=64)
    step = (1 << count) - 1
    sizes = np.arange(-400, 401)
    one = (1 - float(counter.noise.ratio)) / (1 + float(counter.noise.ratio)) * float(counter.noise.ratio) ** abs(sizes)
    law = one
    for _ in range(count - 1):
        law = np.convolve(law, one)
    middle = len(law) // 2
    beyond = 2 * np.cumsum(law[:middle])[::-1]
    least = int((beyond > beta).sum())
    assert least <= counter.error_at(step, beta) <= 2 * least + 1
    assert counter.variance(step) == pytest.approx((law * np.arange(-middle, middle + 1) ** 2).sum())


@pytest.mark.parametrize("factorisation", KINDS)
def test_answers_have_the_variance_that_is_said(factorisation: str) -> None:
    """sampled: 500 streams of 8 items, at each step within five standard deviations of what is to be."""
    counter, streams = FactorisationCounter(8, rho="1/8", factorisation=factorisation), 500
    randomness = SeededRandomness(8)
    errors = np.array([[float(respond(0)) for _ in range(8)] for respond in map(counter.begin, [randomness] * streams)])
    wanted = np.array([counter.variance(step) for step in range(1, 9)])
    assert abs((errors**2).mean(axis=0) / wanted - 1).max() < 5 * (2 / streams) ** 0.5
    assert abs(errors.mean(axis=0)).max() < 5 * (wanted.max() / streams) ** 0.5


ERRORS = {
    "no budget": (lambda: BinaryTreeCounter(4), "rho is None: nothing says what an item may lose: give e_eps or rho"),
    "two budgets": (
        lambda: BinaryTreeCounter(4, e_eps=2, rho=1),
        "rho is 1: e_eps is given, too: give one of them, what an item may lose",
    ),
    "no steps": (lambda: BinaryTreeCounter(0, e_eps=2), "steps is 0: give an integer from 1 to 1000000000"),
    "steps that are true": (lambda: BinaryTreeCounter(True, e_eps=2), "steps is True: give an integer from 1 to 10"),
    "nothing to lose": (lambda: UnboundedCounter(e_eps=1), "e_eps is 1: E = e^eps must be above 1"),
    "blocks of none": (lambda: TwoLevelCounter(0, e_eps=2), "block is 0: give an integer from 1"),
    "an unknown factorisation": (
        lambda: FactorisationCounter(4, rho=1, factorisation="best"),
        "factorisation is 'best': give one of 'square root', 'buffered', 'optimal', 'optimal mean'",
    ),
    "no factorisation": (
        lambda: FactorisationCounter(4, rho=1, factorisation=["optimal"]),  # type: ignore[arg-type]
        "factorisation is ['optimal']: give one of 'square root'",
    ),
    "a rounded rho": (lambda: FactorisationCounter(4, rho=0.1), "rho is 0.1: a float"),  # type: ignore[arg-type]
    "too many steps": (
        lambda: FactorisationCounter(1025, rho=1, factorisation="optimal"),
        "steps is 1025: give an integer from 1 to 1024",
    ),
    "too much noise": (
        lambda: FactorisationCounter(4, rho="1e-30"),
        "rho is 1/1000000000000000000000000000000: noise would have the variance 1e+37: "
        "give a rho for which it is from 1e-30 to 1e30",
    ),
    "an error for ever": (
        lambda: UnboundedCounter(e_eps=2).error("1/20"),
        "beta is '1/20': the error grows with the number of items: ask the counter for error_at(step, beta)",
    ),
    "an error at no step": (
        lambda: BinaryTreeCounter(4, e_eps=2).error_at(5, "1/20"),
        "step is 5: give an integer from 1 to 4",
    ),
    "no chance": (lambda: BinaryTreeCounter(4, e_eps=2).error(0), "beta is 0: write a chance between 0 and 1"),
}


def test_a_description_names_both_grounds() -> None:
    described = BinaryTreeCounter(100, e_eps=2).describe()
    assert described.endswith("concomp Proposition 7; how far its numbers differ: concomp Proposition 9")


@pytest.mark.parametrize("which", ERRORS)
def test_errors(which: str) -> None:
    work, text = ERRORS[which]
    with pytest.raises(concomp.ParameterError) as error:
        work()
    assert str(error.value).startswith(text)
