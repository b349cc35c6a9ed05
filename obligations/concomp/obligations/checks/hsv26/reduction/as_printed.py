"""The construction of HSV26 section 10 as printed: where it breaks, on the smallest mechanism that shows it.

In (ξ.2) a factor δ is missing. As printed ξ may take more than the exposing branch has, and then φ does not exist,
Claim 10.30. With the factor, as the proofs use it, φ exists; but where both worlds answer alike it must differ between
them, so that condition (IV), Lemma 10.32 and Claim 10.33 are false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from pydantic import JsonValue

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.linear import System, refutes
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.privacy import Game, least_delta
from concomp.model.mechanisms.randomised_response import BITS, EXPOSED
from concomp.model.reduction.balanced import after
from concomp.model.reduction.conditions import (
    below_control,
    depending_on_the_world,
    depending_on_the_world_with_budget,
    inconsistent,
    too_far_apart,
)
from concomp.model.reduction.control import WeightPair, control
from concomp.model.reduction.dividing import lazy_exposing_by_division
from concomp.model.reduction.exposing import Stuck, exposing, exposing_as_printed, lazy_budget
from concomp.model.reduction.laziness import (
    History,
    Likelihoods,
    extensions,
    likelihoods,
    queries_of,
    same_answers,
    simulation_system,
    with_budget,
)
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.checks.hsv26.composition.laziness import candidates, game_between_starts, transcripts
from concomp.obligations.checks.hsv26.reduction.intermediate_weights import pair_text
from concomp.obligations.expectation import expect
from concomp.obligations.families.compositions.kinds import ODDS
from concomp.obligations.solvers.linear import Infeasible, settle

SCOPE = (
    "all one- and two-round mechanisms with one query, answers 0 and 1, weights k/1 and k/2; e^ε in 2, 3, 3/2; the "
    "least δ, where it is positive"
)


SOME = 25


@dataclass(frozen=True)
class PrintedCase:
    """A mechanism with its least δ at some e^ε."""

    mechanism: InteractiveMechanism
    game: Game
    chances: Likelihoods
    privacy: PrivacyParameters


def cases() -> Iterator[PrintedCase]:
    """The mechanisms of the family with a positive least δ, by rounds and denominators, at every e^ε."""
    for _, rounds, _, mechanism in candidates():
        game = game_between_starts(mechanism, (0,), rounds)
        chances = likelihoods(game)
        for e_eps in ODDS:
            delta = least_delta(game, e_eps)
            if delta:
                yield PrintedCase(mechanism, game, chances, PrivacyParameters(e_eps, delta))


def _first(fails: Callable[[PrintedCase], bool]) -> JsonValue:
    for number, case in enumerate(cases()):
        if fails(case):
            return {"before": number, "mechanism": repr(case.mechanism), "e_eps": str(case.privacy.e_eps)}
    return None


def _case_named(findings: JsonValue) -> tuple[PrintedCase, int]:
    """The case that findings name, and how many come before it."""
    expect(isinstance(findings, dict), "no mechanism of the family refutes it")
    told: Any = findings
    for number, case in enumerate(cases()):
        if number == told["before"]:
            same = repr(case.mechanism) == told["mechanism"] and str(case.privacy.e_eps) == told["e_eps"]
            expect(same, "the findings name another mechanism than the enumeration; find them again")
            return case, number
    expect(False, "the findings name no mechanism of the enumeration; find them again")
    raise AssertionError


def _describe(case: PrintedCase) -> dict[str, JsonValue]:
    return {
        "mechanism": repr(case.mechanism),
        **transcripts(case.chances),
        "e^ε": str(case.privacy.e_eps),
        "δ (least)": str(case.privacy.delta),
    }


LEAST = "by rounds, queries, answers, denominators; the {} before it are no counterexamples"


# (ξ.2) and Claim 10.30.


def _stuck(case: PrintedCase) -> Stuck | None:
    try:
        exposing_as_printed(case.chances, case.privacy)
    except Stuck as stuck:
        return stuck
    return None


@check_of_findings(
    "HSV26 Claim 10.30", "HSV26 Constraint (xi.2)", find=lambda: _first(lambda case: _stuck(case) is not None)
)
def without_the_factor_nothing_is_left(findings: JsonValue) -> Outcome:
    """The smallest mechanism for which ξ as printed takes more than there is, so that φ does not exist."""
    case, number = _case_named(findings)
    stuck = _stuck(case)
    expect(stuck is not None and stuck.constraints == "(phi.1)-(phi.3)", "φ exists as printed")
    assert stuck is not None
    extended = extensions(case.chances)[stuck.history, stuck.query]
    past, inner = stuck.partial.weights[stuck.history], [stuck.partial.balanced[each] for each in extended]
    delta = case.privacy.delta
    scaled = [(zero / delta, one / delta) for zero, one in inner]
    empty = [bit for bit in BITS if scaled[0][bit] > past[bit] - after(0, scaled, bit)]
    expect(bool(empty), "the bounds for the first answer do not exclude each other")
    repaired = exposing(case.chances, case.privacy)
    return Outcome(
        verdict="refuted",
        scope=SCOPE,
        size=number + 1,
        witness="with δ·φ in (ξ.2) φ exists",
        control="for the mechanisms before it φ exists as printed",
        counterexample={
            **_describe(case),
            "history and query": f"{stuck.history}, {stuck.query}",
            "φ of the history": pair_text(past),
            "ξ of the answers, as printed": ", ".join(map(pair_text, inner)),
            "ξ of the answers, with δ·φ": ", ".join(pair_text(repaired.balanced[each]) for each in extended),
            "(φ.1)": f"x_{empty[0]} ≥ {scaled[0][empty[0]]} for the first answer",
            "(φ.2)": f"x_{empty[0]} ≤ {past[empty[0]] - after(0, scaled, empty[0])} for the first answer",
            "least": LEAST.format(number),
        },
    )


# Condition (IV) and Claim 10.33.


def _equal_exposure(case: PrintedCase) -> System:
    """The system of simulations with the budget δ whose exposing branch ignores the bit where both worlds agree."""
    lazy = same_answers(case.chances)
    return with_budget(simulation_system(case.chances, case.privacy.e_eps, lazy, (EXPOSED,)), case.privacy.delta)


def _ignores_the_world(case: PrintedCase) -> bool:
    """Whether φ by division meets (I), (II) and (III), and is the same in both worlds where these answer alike."""
    lazy = same_answers(case.chances)
    phi = lazy_exposing_by_division(case.chances, case.privacy, lazy)
    return not any(
        True
        for failing in (
            below_control(phi, case.chances, case.privacy),
            too_far_apart(phi, case.chances, case.privacy),
            inconsistent(phi, case.chances),
            (history for history, (zero, one) in phi.items() if zero != one and lazy(queries_of(history))),
        )
        for _ in failing
    )


def _no_equal_exposure() -> JsonValue:
    for number, case in enumerate(cases()):
        if _ignores_the_world(case):
            continue
        settled = settle(_equal_exposure(case))
        if isinstance(settled, Infeasible):
            return {
                "before": number,
                "mechanism": repr(case.mechanism),
                "e_eps": str(case.privacy.e_eps),
                "multipliers": [str(multiplier) for multiplier in settled.multipliers],
            }
    return None


@check_of_findings("HSV26 Condition (IV)", find=_no_equal_exposure)
def no_weights_ignore_the_world(findings: JsonValue) -> Outcome:
    """The smallest mechanism for which no φ with (I) to (III) is the same in both worlds where these answer alike."""
    case, number = _case_named(findings)
    told: Any = findings
    multipliers = [Fraction(multiplier) for multiplier in told["multipliers"]]
    expect(refutes(_equal_exposure(case), multipliers), "the multipliers do not show that there is no such φ")
    budget = PrivacyParameters(case.privacy.e_eps, lazy_budget(case.chances, case.privacy.e_eps))
    phi = exposing(case.chances, budget).weights
    expect(
        not list(depending_on_the_world_with_budget(phi, case.chances, budget)),
        "the larger budget is not enough either",
    )
    return Outcome(
        verdict="refuted",
        scope=SCOPE,
        size=number + 1,
        witness=f"with the budget {budget.delta} in place of δ the condition, repaired, is met",
        control="for the mechanisms before it such a φ exists",
        counterexample={
            **_describe(case),
            "claimed": "some φ with (I), (II), (III) has φ⁰ = φ¹ wherever both worlds answer the queries alike",
            "exact": "the linear system is infeasible (Farkas multipliers)",
            "least": LEAST.format(number),
        },
        notes=("(I) is not asked for in the system: it follows from reproduction and from the odds e^ε of the noise.",),
    )


def _depends(case: PrintedCase) -> bool:
    phi = exposing(case.chances, case.privacy).weights
    return any(True for _ in depending_on_the_world(phi, case.chances, case.privacy.e_eps))


@check_of_findings("HSV26 Claim 10.33", find=lambda: _first(_depends))
def the_weights_depend_on_the_world(findings: JsonValue) -> Outcome:
    """The smallest mechanism whose φ, with the factor in (ξ.2), differs between worlds that answer alike."""
    case, number = _case_named(findings)
    phi = exposing(case.chances, case.privacy).weights
    wrong = list(depending_on_the_world(phi, case.chances, case.privacy.e_eps))
    expect(bool(wrong), "φ meets condition (IV)")
    expect(_stuck(case) is not None, "without the factor φ exists, and might meet the condition")
    return Outcome(
        verdict="refuted",
        scope=SCOPE,
        size=number + 1,
        witness=f"φ exists and meets (I), (II) and (III), but {pair_text(phi[wrong[0]])} is not the same in "
        "both worlds",
        control="for the mechanisms before it φ meets condition (IV)",
        counterexample={
            **_describe(case),
            **{f"φ at {history}": pair_text(phi[history]) for history in wrong},
            "as printed": "without the factor in (ξ.2) there is no φ at all for this mechanism",
            "least": LEAST.format(number),
        },
    )


# Lemma 10.32.


def _below_their_cap(case: PrintedCase) -> list[History]:
    made = exposing(case.chances, case.privacy)
    alike, needed = same_answers(case.chances), control(case.chances, case.privacy.e_eps)
    return [
        history
        for history, pair in made.balanced.items()
        if alike(queries_of(history)) and set(pair) != {_cap(case.chances, needed, history)}
    ]


def _cap(chances: Likelihoods, needed: Mapping[History, WeightPair], history: History) -> Fraction:
    return min(chances[history][0], needed[history][0] + needed[history][1])


@check_of_findings("HSV26 Lemma 10.32", find=lambda: _first(lambda case: bool(_below_their_cap(case))))
def the_cap_is_not_reached(findings: JsonValue) -> Outcome:
    """The smallest mechanism whose ξ, with the factor in (ξ.2), stays below min(μ, L⁰ + L¹) where worlds agree."""
    case, number = _case_named(findings)
    made = exposing(case.chances, case.privacy)
    wrong, needed = _below_their_cap(case), control(case.chances, case.privacy.e_eps)
    expect(bool(wrong), "ξ reaches its cap")
    agreed = _caps_as_printed()
    return Outcome(
        verdict="refuted",
        scope=SCOPE,
        size=number + 1,
        witness="ξ exists, by Claim 10.29",
        control="for the mechanisms before it ξ is what the lemma says",
        counterexample={
            **_describe(case),
            **{
                f"at {history}": f"ξ = {pair_text(made.balanced[history])}, "
                f"claimed {_cap(case.chances, needed, history)} "
                "in both worlds"
                for history in wrong
            },
            "least": LEAST.format(number),
        },
        notes=(
            "With φ in (ξ.2), as printed, ξ is what the lemma says as far as φ exists, which is not far: Claim 10.30. "
            f"So it is at {agreed} histories where ξ is defined and both worlds answer alike, in one in {SOME} of the "
            "family.",
        ),
    )


def _caps_as_printed() -> int:
    """The number of histories at which ξ as printed is defined and worlds agree; Violation where it is not its cap."""
    count = 0
    for case in islice(cases(), 0, None, SOME):
        try:
            made = exposing_as_printed(case.chances, case.privacy)
        except Stuck as stuck:
            made = stuck.partial
        alike, needed = same_answers(case.chances), control(case.chances, case.privacy.e_eps)
        for history, pair in made.balanced.items():
            if alike(queries_of(history)):
                cap = _cap(case.chances, needed, history)
                expect(pair == (cap, cap), f"{case.mechanism} at {history}: as printed ξ is {pair_text(pair)}")
                count += 1
    return count
