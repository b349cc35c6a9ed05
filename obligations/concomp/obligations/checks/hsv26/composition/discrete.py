"""Discrete answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.laws.indistinguishability import distance
from concomp.model.laws.law import ZERO, Law
from concomp.model.mechanisms.answers import next_answer
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side, post_process
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.answers import answers, answers_from
from concomp.obligations.families.small.mechanisms import BITS, random_machines
from concomp.obligations.families.small.tables import mechanism_of_table


def _masses(mechanism: InteractiveMechanism, history: Sequence[Any], query: Any) -> dict[Any, Fraction] | None:
    """The masses of the answer to a query after a history of (query, answer), from those of whole transcripts."""
    queries = [*(asked for asked, _ in history), query]
    whole = answers(mechanism, queries)
    past = tuple(answer for _, answer in history)
    joint = {given[-1]: weight for given, weight in whole.items() if given[:-1] == past}
    total = sum(joint.values(), ZERO)
    return {answer: weight / total for answer, weight in joint.items()} if total else None


@check("HSV26 Definition 4.6")
def finite_mechanisms_have_discrete_answers() -> Outcome:
    """After every history the next answer has the masses that whole transcripts give; rounding loses no privacy."""
    machines = [
        InteractiveMechanism(m.step, m.initial_states[:1], m.queries, m.name)
        for m in random_machines(2, 3, 20, seed=46)
    ]
    cases = 0
    stateful = []
    for mechanism in machines:
        for queries in product(BITS, repeat=2):
            for past in product(BITS, repeat=2):
                history = list(zip(queries, past, strict=True))
                for query in BITS:
                    masses = _masses(mechanism, history, query)
                    law = next_answer(mechanism, mechanism.initial_state, history, query)
                    expect((masses is None) == (law is None), f"{mechanism}: whether {history} can be is unclear")
                    if masses is None or law is None:
                        continue
                    cases += 1
                    expect(sum(masses.values()) == 1, f"{mechanism}: the masses after {history} sum to another number")
                    expect(Law(masses) == law, f"{mechanism}: the next answer after {history} has other masses")
                    at_once = answers(mechanism, [query]).map(lambda given: given[0])
                    stateful += [mechanism] if Law(masses) != at_once else []
    control = first_case(stateful, "the answer never depends on the history")
    coarser = [_rounded_deltas(step) for step in (2, 4, 8)]
    expect(all(after <= before for before, after, _ in coarser), f"rounding makes δ larger: {coarser}")
    return Outcome(
        verdict="exact",
        scope="20 random mechanisms on two hidden states, every history of two rounds of positive probability; "
        "a discrete Laplace law on multiples of 1/8 rounded to coarser multiples",
        size=cases + len(coarser),
        witness=f"rounded to multiples of 1 it needs δ = {coarser[-1][1]} at e^ε = 1 instead of {coarser[-1][0]}, "
        f"with {coarser[-1][2]} answers left",
        control=f"the unconditional law of an answer of {control} is not the conditional one",
        notes=("Every mechanism of the model has finitely many answers, so that `discrete` is true of all of them.",),
    )


def _rounded_deltas(step: int) -> tuple[Fraction, Fraction, int]:
    """δ at e^ε = 1 of a bit with noise on multiples of 1/8, before and after rounding, and the number of answers."""
    noise = {place: Fraction(3, 4) ** abs(place) for place in range(-24, 25)}
    total = sum(noise.values())
    fine = {bit: Law({place + 8 * bit: mass / total for place, mass in noise.items()}) for bit in BITS}
    table = {("start", bit): fine[bit].map(lambda place: ("done", place)) for bit in BITS}
    mechanism = mechanism_of_table(table, ("start",), BITS, "discrete Laplace")
    rounding = InteractivePostProcessing(_round_to(step), ("rounding",), "rounding")
    rounded = post_process(rounding, mechanism)
    (start,) = rounded.initial_states
    unrounded = [answers(mechanism, [bit]) for bit in BITS]
    before = distance(unrounded[0], unrounded[1], Fraction(1))
    zero, one = (answers_from(rounded, start, [bit]) for bit in BITS)
    return before, distance(zero, one, Fraction(1)), len(zero.support | one.support)


def _round_to(step: int) -> Callable[[Any, Side, Any], Law[Any]]:
    def respond(state: Any, origin: Side, message: Any) -> Law[Any]:
        return Law.point((state, RIGHT, message) if origin is LEFT else (state, LEFT, message // step * step))

    return respond
