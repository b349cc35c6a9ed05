"""Lazy simulation by an interactive randomised response.

Whether a finite mechanism can be imitated without the bit while its pairs are identical is decided by a linear
system; how large the chance of the exposing branch must be is the optimum of a linear program, and the solver's
answers are accepted by their certificates only. A second formulation needs no solver: what an adversary can make
the simulator pay for its waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice, product
from typing import Any

from pydantic import JsonValue

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, Law
from concomp.model.laws.linear import refutes
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.mechanisms.privacy import Game, continual_game, least_delta
from concomp.model.mechanisms.randomised_response import NOISY, interactive_randomised_response
from concomp.model.mechanisms.verification import Pair, Predicate
from concomp.model.reduction.laziness import (
    BRANCHES,
    BUDGET,
    Lazy,
    Likelihoods,
    identical_pairs,
    likelihoods,
    never,
    same_answers,
    simulation_system,
    simulator,
    with_budget,
)
from concomp.model.reduction.waiting import waiting_budget
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check, check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.kinds import ODDS
from concomp.obligations.families.small.agreeing import agreeing_trees
from concomp.obligations.families.small.functions import BOTH_WAYS, RISING_PAIRS
from concomp.obligations.families.small.leaking import THEN_EITHER, THEN_RISING, opposed_kinds, two_kinds
from concomp.obligations.families.small.mechanisms import trees
from concomp.obligations.solvers.linear import Feasible, Infeasible, settle
from concomp.obligations.solvers.optimum import minimise


def budget_needed(chances: Likelihoods, e_eps: Fraction, lazy: Lazy) -> Fraction:
    """The least chance of the exposing branch with which a lazy simulator exists, by linear programming."""
    return minimise(simulation_system(chances, e_eps, lazy), BUDGET).point[BUDGET]


def game_between_starts(mechanism: InteractiveMechanism, queries: Sequence[Any], rounds: int) -> Game:
    """The game between the two initial states of an interactive mechanism."""
    zero, one = mechanism.initial_states
    return Game(mechanism, (zero, one), tuple(queries), rounds)


# The printed lemma.


def candidates() -> Iterator[tuple[str, int, int, InteractiveMechanism]]:
    """Interactive mechanisms with one query, in the order of rounds and denominators."""
    for rounds, denominator in ((1, 1), (1, 2), (2, 1), (2, 2)):
        for mechanism in trees(rounds, denominator):
            yield f"{rounds} {denominator}", rounds, denominator, mechanism


def least_without_a_lazy_simulator() -> JsonValue:
    """The first mechanism and e^ε for which no lazy simulator exists, with the multipliers that show it."""
    for number, (_, rounds, denominator, mechanism) in enumerate(candidates()):
        game = game_between_starts(mechanism, (0,), rounds)
        chances = likelihoods(game)
        for e_eps in ODDS:
            delta = least_delta(game, e_eps)
            settled = settle(with_budget(simulation_system(chances, e_eps, same_answers(chances)), delta))
            if isinstance(settled, Infeasible):
                return {
                    "before": number,
                    "mechanism": repr(mechanism),
                    "rounds": rounds,
                    "denominator": denominator,
                    "e_eps": str(e_eps),
                    "multipliers": [str(multiplier) for multiplier in settled.multipliers],
                }
    return None


@check_of_findings(
    "HSV26 Lemma 5.6",
    "HSV26 Proposition 1.6",
    "HSV26 Section 10: restatement of Lemma 5.6",
    find=least_without_a_lazy_simulator,
)
def some_mechanism_has_no_lazy_simulator(findings: JsonValue) -> Outcome:
    """The smallest mechanism whose simulator must know the bit too early: Farkas multipliers show there is none."""
    expect(isinstance(findings, dict), "every mechanism of the family has a lazy simulator")
    told: Any = findings
    rounds, e_eps = told["rounds"], Fraction(told["e_eps"])
    mechanism = next(each for each in trees(rounds, told["denominator"]) if repr(each) == told["mechanism"])
    game = game_between_starts(mechanism, (0,), rounds)
    chances, delta = likelihoods(game), least_delta(game, e_eps)
    system = with_budget(simulation_system(chances, e_eps, same_answers(chances)), delta)
    multipliers = [Fraction(multiplier) for multiplier in told["multipliers"]]
    expect(refutes(system, multipliers), "the multipliers do not show that there is no lazy simulator")
    weaker = with_budget(simulation_system(chances, e_eps, same_answers(chances), (NOISY,)), delta)
    expect(isinstance(settle(weaker), Infeasible), "laziness in the noisy branch alone is possible")
    eager = with_budget(simulation_system(chances, e_eps, never), delta)
    expect(isinstance(settle(eager), Feasible), "not even an eager simulator exists, as Lemma 4.7 says")
    least = budget_needed(chances, e_eps, same_answers(chances))
    return Outcome(
        verdict="refuted",
        scope="all one- and two-round mechanisms with one query, answers 0 and 1, weights k/1 and k/2; "
        "e^ε in 2, 3, 3/2",
        size=told["before"] + 1,
        witness="an eager simulator exists, so that it is the laziness that fails",
        control=f"with the budget {least} in place of δ = {delta} a lazy simulator exists",
        counterexample={
            "mechanism": "two rounds, one query; in the first round both worlds answer 0 or 1 with the same chances",
            **transcripts(chances),
            "e^ε": str(e_eps),
            "δ (least)": str(delta),
            "claimed": f"a simulator that asks IRR_{{ε,δ}} only once in the first round, exposing with δ = {delta}",
            "exact": f"the linear system is infeasible (Farkas multipliers); the least exposure is {least}",
            "also": "infeasible even if the simulator may see all of RR_{0,δ} at once; feasible without laziness",
            "least": f"by rounds, queries, answers, denominators; the {told['before']} before it are feasible",
        },
        notes=_numbers_of_the_erratum(),
    )


def transcripts(chances: Likelihoods) -> dict[str, JsonValue]:
    longest = max(map(len, chances))
    return {
        "transcript " + ", ".join(str(answer) for _, answer in history): f"{zero} in world 0, {one} in world 1"
        for history, (zero, one) in chances.items()
        if len(history) == longest
    }


@cache
def _numbers_of_the_erratum() -> tuple[str, ...]:
    """Erratum E1 at e^ε = 3: infeasible with δ = x/2, feasible with 2δ, which is least; Violation otherwise."""
    e_eps, told = Fraction(3), []
    for x in map(Fraction, ("1/2", "2/3", "1/10")):
        game = continual_game(THEN_RISING, opposed_kinds(x), RISING_PAIRS, 2)
        chances = likelihoods(game)
        delta = least_delta(game, e_eps)
        expect(delta == x / 2, f"the mechanism with x = {x} needs δ = {delta}")
        for branches in (BRANCHES, (NOISY,)):
            system = simulation_system(chances, e_eps, identical_pairs, branches)
            expect(isinstance(settle(with_budget(system, delta)), Infeasible), f"x = {x} has a lazy simulator")
        least = budget_needed(chances, e_eps, identical_pairs)
        expect(least == 2 * delta, f"the least budget at x = {x} is {least}")
        told.append(
            f"Recomputed: e^ε = 3, x = {x}: δ = {delta} infeasible, also with laziness asked of the noisy "
            f"branch alone; the least feasible budget is {least}."
        )
    return tuple(told)


def least_without_a_lazy_simulator_for_pairs() -> JsonValue:
    """The first continual mechanism, under (0,0)-then-rising, for which no lazy simulator exists."""
    for denominator in (1, 2):
        for number, mechanism in enumerate(two_kinds(denominator)):
            game = continual_game(THEN_RISING, mechanism, RISING_PAIRS, 2)
            chances = likelihoods(game)
            for e_eps in ODDS:
                delta = least_delta(game, e_eps)
                settled = settle(with_budget(simulation_system(chances, e_eps, identical_pairs), delta))
                if isinstance(settled, Infeasible):
                    return {
                        "number": number,
                        "denominator": denominator,
                        "e_eps": str(e_eps),
                        "multipliers": [str(multiplier) for multiplier in settled.multipliers],
                    }
    return None


@check_of_findings("HSV26 Corollary 5.7", find=least_without_a_lazy_simulator_for_pairs)
def some_continual_mechanism_has_no_lazy_simulator(findings: JsonValue) -> Outcome:
    """The smallest continual mechanism under an asymmetric function without a lazy simulator, by Farkas multipliers."""
    expect(isinstance(findings, dict), "every mechanism of the family has a lazy simulator")
    told: Any = findings
    e_eps = Fraction(told["e_eps"])
    mechanism = two_kinds(told["denominator"]).members[told["number"]]
    game = continual_game(THEN_RISING, mechanism, RISING_PAIRS, 2)
    chances, delta = likelihoods(game), least_delta(game, e_eps)
    system = with_budget(simulation_system(chances, e_eps, identical_pairs), delta)
    multipliers = [Fraction(multiplier) for multiplier in told["multipliers"]]
    expect(refutes(system, multipliers), "the multipliers do not show that there is no lazy simulator")
    least = budget_needed(chances, e_eps, identical_pairs)
    both_ways = continual_game(THEN_EITHER, mechanism, BOTH_WAYS, 2)
    symmetric = budget_needed(likelihoods(both_ways), e_eps, identical_pairs)
    own = least_delta(both_ways, e_eps)
    expect(symmetric == own, f"with exchanged pairs allowed the budget {symmetric} exceeds δ = {own}")
    return Outcome(
        verdict="refuted",
        scope=f"{two_kinds(1)!r}, and those with weights k/2; first pair (0,0), then (0,0) or (0,1); e^ε in 2, 3, 3/2",
        size=len(two_kinds(1)) + told["number"] + 1,
        witness=f"the least exposure of a lazy simulator is {least}, not δ = {delta}",
        control=f"when (1,0) is allowed with (0,1) the mechanism has δ = {own}, and this is enough",
        counterexample={
            "mechanism": repr(mechanism),
            "verification function": repr(THEN_RISING),
            **_transcripts_for_pairs(chances),
            "e^ε": str(e_eps),
            "δ (least)": str(delta),
            "claimed": "a simulator that asks IRR_{ε,δ} at most once while all pairs are identical",
            "exact": f"the linear system is infeasible (Farkas multipliers); the least exposure is {least}",
            "least": "by answers and denominators, among all two-round mechanisms with two kinds; none has one round",
        },
    )


def _transcripts_for_pairs(chances: Likelihoods) -> dict[str, JsonValue]:
    longest = max(map(len, chances))
    return {
        "transcript "
        + ", ".join(f"{pair} ↦ {answer}" for pair, answer in history): f"{zero} in world 0, {one} in world 1"
        for history, (zero, one) in chances.items()
        if len(history) == longest and zero != one
    }


# The repaired lemma.


@check(
    "HSV26 Lemma 5.6 (repaired)",
    "HSV26 Proposition 1.6 (repaired)",
    "HSV26 Section 10: restatement of Lemma 5.6 (repaired)",
)
def waiting_costs_what_an_adversary_can_make_of_it() -> Outcome:
    """The least budget is the waiting budget, at most min(1, 2δ); a simulator is built from it and is equivalent."""
    return _lazy_simulators_exist()


@cache
def _lazy_simulators_exist() -> Outcome:
    games = [game_between_starts(mechanism, (0,), 2) for mechanism in islice(trees(2, 2), 0, None, 3)]
    families = (agreeing_trees(2, 2, 1, 2, 24, 21), agreeing_trees(1, 3, 2, 3, 24, 22))
    games += [game_between_starts(mechanism, (0, 1), 2) for mechanism in families[0]]
    games += [game_between_starts(mechanism, (0,), 3) for mechanism in families[1]]
    known = [(game, likelihoods(game)) for game in games]
    chosen = [(game, chances) for game, chances in known if same_answers(chances)((0,))]
    settled = [_cost(game, chances, ODDS[0], same_answers(chances)) for game, chances in chosen]
    more = [(delta, least) for delta, least in settled if least > delta > 0]
    expect(bool(more), "no mechanism of the family needs more than δ")
    most = max(least / delta for delta, least in more)
    return Outcome(
        verdict="exact",
        scope=f"{len(chosen)} mechanisms, e^ε = 2: every third of the two-round ones with one query and weights k/2 "
        f"whose first answers agree; {families[0]!r}; {families[1]!r}",
        size=len(chosen),
        witness=f"{len(more)} of them need more than δ, at most {most} times as much; the simulator of each is built "
        "from its linear program, is equivalent to the mechanism, and does not ask for the bit while the laws agree",
        control=f"with δ itself as the budget the lemma fails for these {len(more)}",
        notes=("The least budget equals the waiting budget, the second formulation, in every case.",),
    )


def _cost(game: Game, chances: Likelihoods, e_eps: Fraction, lazy: Lazy) -> tuple[Fraction, Fraction]:
    """(δ, least budget) of a game, the simulator with this budget tried out; Violation if the lemma fails."""
    delta = least_delta(game, e_eps)
    minimum = minimise(simulation_system(chances, e_eps, lazy), BUDGET)
    least = minimum.point[BUDGET]
    waiting = waiting_budget(chances, e_eps, lazy)
    expect(least == waiting, f"{game.mechanism!r} needs the budget {least}, waiting costs {waiting}")
    expect(delta <= least <= min(ONE, 2 * delta), f"{game.mechanism!r} needs the budget {least}, δ = {delta}")
    processing = simulator(minimum.point, chances, lazy)
    source = interactive_randomised_response(PrivacyParameters(e_eps, least))
    imitation = post_process(processing, source)
    patient = tuple(query for query in game.queries if lazy((query,)))
    calm = max(n for n in range(game.rounds + 1) if all(map(lazy, product(patient, repeat=n))))
    waiting_imitation = post_process(processing, branch_only(source))
    for bit in (0, 1):
        expect(
            equivalent((waiting_imitation, (bit, ())), (game.mechanism, game.states[bit]), patient, calm),
            f"the simulator of {game.mechanism!r} asks for the bit too early in world {bit}",
        )
        expect(
            equivalent((imitation, (bit, ())), (game.mechanism, game.states[bit]), game.queries, game.rounds),
            f"the simulator of {game.mechanism!r} is not equivalent to it in world {bit}",
        )
    return delta, least


def branch_only(source: InteractiveMechanism) -> InteractiveMechanism:
    """The mechanism that answers one query as `source` does and then halts."""

    def step(state: Any, query: Any) -> Law[Any]:
        return Law.point((HALT, HALT)) if state == "asked" else source.respond(state, query).map(_asked_once)

    return InteractiveMechanism(step, source.initial_states, source.queries, "the branch only")


def _asked_once(sent: tuple[Any, Any]) -> tuple[Any, Any]:
    return "asked", sent[1]


@check("HSV26 Corollary 5.7 (repaired)")
def swap_invariant_functions_need_delta_only() -> Outcome:
    """Two-round continual mechanisms: δ is enough if pairs may be exchanged or δ = 0, min(1, 2δ) always."""
    either = _costs(THEN_EITHER, BOTH_WAYS)
    rising = _costs(THEN_RISING, RISING_PAIRS)
    for delta, least in either:
        expect(least == delta, f"a swap-invariant function needs the budget {least}, δ = {delta}")
    for delta, least in rising:
        expect(least <= min(ONE, 2 * delta), f"the budget {least} exceeds min(1, 2δ), δ = {delta}")
        expect(delta > 0 or least == 0, f"a pure mechanism needs the budget {least}")
    doubled = first_case(((d, least) for d, least in rising if 0 < least == 2 * d < 1), "no mechanism needs 2δ")
    return Outcome(
        verdict="exact",
        scope=f"every fifth of {two_kinds(2)!r}; first pair (0,0), then (0,0), (0,1) and, for the swap-invariant "
        "function, (1,0); e^ε = 2",
        size=len(either) + len(rising),
        witness=f"{sum(0 < delta < 1 for delta, _ in either)} swap-invariant cases with 0 < δ < 1 have a simulator "
        f"with δ; 2δ is needed by a mechanism with δ = {doubled[0]}",
        control=f"with δ alone {sum(least > delta for delta, least in rising)} of the asymmetric cases are infeasible",
        notes=("The simulators are equivalent, also where IRR halts on a second query and all pairs are identical.",),
    )


@cache
def _costs(function: Predicate, pairs: tuple[Pair, ...]) -> tuple[tuple[Fraction, Fraction], ...]:
    return tuple(_costs_of(islice(two_kinds(2), 0, None, 5), function, pairs))


def _costs_of(
    mechanisms: Iterable[InteractiveMechanism], function: Predicate, pairs: tuple[Pair, ...]
) -> Iterator[tuple[Fraction, Fraction]]:
    for mechanism in mechanisms:
        game = continual_game(function, mechanism, pairs, 2)
        yield _cost(game, likelihoods(game), ODDS[0], identical_pairs)
