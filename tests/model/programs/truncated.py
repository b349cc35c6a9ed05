"""Chances of what a program shows, with noise of a window only: each run is evaluated by the book."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.programs.laws import Answer, Inputs, Instance
from concomp.model.programs.program import Draw
from concomp.model.programs.vocabulary import leaves


def bracket(
    instance: Instance, inputs: Sequence[Inputs], answers: Sequence[Answer], window: int
) -> tuple[Fraction, Fraction]:
    """A lower and an upper bound of the chance: noise within the window, and with all that lies outside."""
    inside = sum(_runs(instance, inputs, answers, window), Fraction(0))
    program = instance.program
    each_step = _whole(instance, program.draws, window)
    whole = _whole(instance, program.first, window) * each_step ** len(answers)
    return inside, inside + 1 - whole


def _runs(instance: Instance, inputs: Sequence[Inputs], answers: Sequence[Answer], window: int) -> Iterator[Fraction]:
    program = instance.program
    states: dict[tuple[tuple[str, object], ...], Fraction] = defaultdict(Fraction)
    for noise, weight in _noise(instance, program.first, window):
        states[_values(program.initially, {**instance.parameters, **noise})] += weight
    for given, answer in zip(inputs, answers, strict=True):
        after: dict[tuple[tuple[str, object], ...], Fraction] = defaultdict(Fraction)
        for state, weight in states.items():
            for noise, more in _noise(instance, program.draws, window):
                known = {**instance.parameters, **dict(state), **given, **noise}
                if tuple(_value(term, known) for term in program.answer) == tuple(answer):
                    after[_values(program.following, known)] += weight * more
        states = after
    yield from states.values()


def _noise(instance: Instance, draws: Sequence[Draw], window: int) -> Iterator[tuple[dict[str, int], Fraction]]:
    laws = [TwoSidedGeometric(instance.ratios[each.ratio] ** each.rate) for each in draws]
    for noise in product(range(-window, window + 1), repeat=len(draws)):
        weight = prod((law.mass(z) for law, z in zip(laws, noise, strict=True)), start=Fraction(1))
        yield {each.name: z for each, z in zip(draws, noise, strict=True)}, weight


def _whole(instance: Instance, draws: Sequence[Draw], window: int) -> Fraction:
    return sum((weight for _, weight in _noise(instance, draws, window)), Fraction(0))


def _values(listed: Mapping[str, Term], known: Mapping[str, object]) -> tuple[tuple[str, object], ...]:
    return tuple((name, _value(term, known)) for name, term in listed.items())


def _value(term: Term, known: Mapping[str, object]) -> object:
    return evaluate(term, {leaf: known[terms.leaf_name(leaf)] for leaf in leaves([term])})
