"""Random sequences compared step by step: Lemma 11.8 and what it uses, on families."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from pydantic import JsonValue

from concomp.model.laws.coupling import maximal_coupling
from concomp.model.laws.indistinguishability import total_variation
from concomp.model.laws.law import Law
from concomp.model.laws.sequences import (
    PAD,
    common_histories,
    next_law,
    padded,
    prefix_law,
    step_distance,
    worst_exposure,
    worst_exposure_at_the_end,
)
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check, check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.sequences import (
    PairOfSequences,
    geometric,
    pairs_of_sequences,
    random_pairs_of_finite_sequences,
    random_pairs_of_sequences,
)

SHAPES = ((1, 1, 1), (1, 2, 1), (1, 2, 2), (2, 1, 1), (2, 2, 1), (2, 2, 2), (3, 1, 1), (3, 2, 1), (3, 2, 2))
"""(length, symbols, denominator), in the order in which a smallest counterexample is looked for."""
STOPS = tuple(map(Fraction, ("1/4", "1/3", "1/2")))


def _least_beyond_the_end(alive: bool) -> JsonValue:
    """The first pair farther apart than the exposure at the end; with a common history there if `alive`."""
    before = 0
    for shape in SHAPES:
        for p, q in pairs_of_sequences(*shape):
            if total_variation(p, q) > worst_exposure_at_the_end(p, q, shape[0]) and (
                not alive or common_histories(p, q, shape[0] - 1)
            ):
                return {"shape": list(shape), "before": before, "laws": [_law_as_data(p), _law_as_data(q)]}
            before += 1
    return None


def _law_as_data(law: Law[tuple[int, ...]]) -> JsonValue:
    return [[list(sequence), str(weight)] for sequence, weight in sorted(law.items())]


def _law_from_data(told: Any) -> Law[tuple[int, ...]]:
    return Law({tuple(sequence): Fraction(weight) for sequence, weight in told})


def find_the_least() -> JsonValue:
    """The least counterexample, and the least one in which a common history reaches the end."""
    return {"least": _least_beyond_the_end(False), "alive": _least_beyond_the_end(True)}


@check_of_findings("HSV26 Lemma 11.8", find=find_the_least)
def the_last_histories_do_not_bound_the_distance(findings: JsonValue) -> Outcome:
    """The smallest laws that the printed condition lets be farther apart than γ, and those where the end is reached."""
    told: Any = findings
    counterexample: dict[str, JsonValue] = {}
    for name in ("least", "alive"):
        expect(isinstance(told[name], dict), f"no counterexample of the kind “{name}” is in the family")
        length = told[name]["shape"][0]
        p, q = map(_law_from_data, told[name]["laws"])
        apart, claimed = total_variation(p, q), worst_exposure_at_the_end(p, q, length)
        expect(apart > claimed, f"{p} and {q} are {apart} apart, not above {claimed}")
        repaired = worst_exposure(p, q, length)
        expect(apart <= repaired, f"{p} and {q} are {apart} apart, beyond the repaired bound {repaired}")
        counterexample |= {
            f"{name}: laws": f"{p} and {q}",
            f"{name}: common histories before the last step": repr(sorted(common_histories(p, q, length - 1))),
            f"{name}: γ": str(claimed),
            f"{name}: total variation": str(apart),
            f"{name}: γ of the repaired condition": str(repaired),
        }
    expect(common_histories(p, q, length - 1) != frozenset(), "in the second no common history reaches the end")
    return Outcome(
        verdict="refuted",
        scope="all pairs of laws of k ≤ 3 symbols of at most 2, weights 1, then halves",
        size=told["least"]["before"] + 1,
        witness="with the condition after every common history the same laws are within γ",
        control="γ read with S_0 = {()}; with S_0 empty as printed, k = 1 constrains nothing either",
        counterexample=counterexample,
        notes=(
            "“least”: no common history reaches the last step, so that nothing is required; least by length, symbols, "
            "denominator.",
            f"“alive”: the least in which one does; {told['alive']['before']} pairs come before it.",
        ),
    )


def _steps() -> Iterator[tuple[PairOfSequences, tuple[int, ...]]]:
    """Every pair of the families of Equation (6) with each of its common histories before the last step."""
    for family, length in ((pairs_of_sequences(2, 2, 2), 2), (random_pairs_of_sequences(3, 2, 3, 60, seed=118), 3)):
        for p, q in family:
            for before in range(length):
                yield from (((p, q), history) for history in sorted(common_histories(p, q, before)))


@check("HSV26 Equation (6)")
def the_maximal_coupling_of_a_step_meets_with_one_less_its_distance() -> Outcome:
    """Over the common continuations the coupled step meets with 1 − TV, which is 0 where there is no continuation."""
    cases = list(_steps())
    dying = []
    for (p, q), history in cases:
        here, there = next_law(p, history), next_law(q, history)
        coupled = maximal_coupling(here, there)
        common = {h[-1] for h in common_histories(p, q, len(history) + 1) if h[:-1] == history}
        meeting = sum((coupled[symbol, symbol] for symbol in common), Fraction(0))
        expect(
            meeting == 1 - step_distance(p, q, history) == 1 - total_variation(here, there),
            f"after {history} the steps of {p}, {q} meet with {meeting}",
        )
        dying += [(p, q, history)] if not common else []
    witness = first_case(
        (case for case in cases if 0 < step_distance(*case[0], case[1]) < 1), "every step is all or nothing"
    )
    control = first_case(dying, "every common history has a common continuation")
    return Outcome(
        verdict="exact",
        scope=f"{pairs_of_sequences(2, 2, 2).name}; {random_pairs_of_sequences(3, 2, 3, 60, seed=118).name}; "
        "every common history",
        size=len(cases),
        witness=f"after {witness[1]} the steps of {witness[0][0]} and {witness[0][1]} meet with probability "
        f"{1 - step_distance(*witness[0], witness[1])}",
        control=f"the sum is 0 after {control[2]} in {control[0]}, {control[1]}, where the proof divides by it",
    )


@check("HSV26 Lemma 11.8 (repaired)")
def the_worst_exposure_bounds_the_distance() -> Outcome:
    """The total variation is at most the largest 1 − ∏(1 − Δ) after any common history, and can reach it."""
    families = (
        (pairs_of_sequences(2, 2, 2), 2),
        (pairs_of_sequences(2, 2, 3), 2),
        (random_pairs_of_sequences(3, 2, 2, 150, seed=11), 3),
        (random_pairs_of_sequences(3, 3, 3, 60, seed=8), 3),
    )
    cases = [(p, q, length) for family, length in families for p, q in family]
    reached, beyond_end = [], []
    for p, q, length in cases:
        apart, allowed = total_variation(p, q), worst_exposure(p, q, length)
        expect(apart <= allowed, f"{p} and {q} are {apart} apart, above {allowed}")
        reached += [(p, q, apart)] if length > 1 and 0 < apart == allowed < 1 else []
        beyond_end += [(p, q, apart)] if apart > worst_exposure_at_the_end(p, q, length) else []
    witness = first_case(reached, "the bound is reached by none")
    control = first_case(beyond_end, "the condition at the end alone is enough")
    return Outcome(
        verdict="exact",
        scope="; ".join(family.name for family, _ in families),
        size=len(cases),
        witness=f"{witness[0]} and {witness[1]} are {witness[2]} apart, exactly the bound",
        control=f"the condition after the last common histories alone fails for {len(beyond_end)} of them, such as "
        f"{control[0]} and {control[1]}, {control[2]} apart",
    )


@check("HSV26 Lemma 11.5")
def prefixes_of_padded_sequences_come_close_to_the_whole() -> Outcome:
    """The prefixes' distances T_i never fall, T − T_i is at most α(i + 1), and T is the distance of the sequences."""
    family = random_pairs_of_finite_sequences(3, 2, 6, 80, seed=115)
    runs = [(geometric(stop, 8), geometric(other, 8)) for stop in STOPS for other in STOPS if stop < other]
    cases = [(p, q, 3) for p, q in family] + [(p, q, 8) for p, q in runs]
    rising, slow = [], []
    for p, q, length in cases:
        long = [padded(law, length + 1) for law in (p, q)]
        whole = total_variation(p, q)
        distances = [total_variation(*(prefix_law(law, size) for law in long)) for size in range(length + 2)]
        expect(distances == sorted(distances), f"the distances of the prefixes of {p}, {q} fall: {distances}")
        for size in range(length + 1):
            left = sum(law.probability(_goes_on(size)) for law in long)
            expect(whole - distances[size] <= left, f"{p}, {q}: T − T_{size} exceeds α({size + 1})")
        expect(distances[length] == whole, f"{p}, {q}: the padded sequences are not as far apart as the sequences")
        rising += [(p, q, distances)] if len(set(distances)) > 2 else []
        slow += [(p, q, whole)] if distances[length - 1] < whole else []
    witness, control = first_case(rising, "no distance rises twice"), first_case(slow, "the whole is never needed")
    return Outcome(
        verdict="exact",
        scope=f"{family.name}; runs that stop with probability 1/2, 1/3, 1/4, cut at 8",
        size=len(cases),
        witness=f"{witness[0]} and {witness[1]}: {', '.join(map(str, witness[2]))}",
        control=f"prefixes shorter than the longest sequence are not enough: {control[0]} and {control[1]}",
    )


def _goes_on(size: int) -> Callable[[tuple[int | str, ...]], bool]:
    return lambda sequence: sequence[size] != PAD
