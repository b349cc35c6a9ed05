"""The universal mechanism, and the post-processings by which one composition becomes another."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from concomp.model.filters.filtered import filtered_composition, filtered_concurrent_composition
from concomp.model.filters.measures import APPROXIMATE, Extended, renyi
from concomp.model.filters.messages import INVALID_QUERY, PRIVACY_LOSS, READY, Ask, Launch, only
from concomp.model.filters.odometers import halting_odometer
from concomp.model.filters.postprocessing import post_process_from_start
from concomp.model.filters.rules import additive, basic, basic_total
from concomp.model.filters.transformations import (
    Reduction,
    filter_from_odometer,
    interactive_from_noninteractive,
    many_from_two,
    odometer_from_filter,
    with_losses_as,
)
from concomp.model.filters.universal import universal_mechanism
from concomp.model.filters.validity import rule_of
from concomp.model.laws.law import Law
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import START, InteractiveMechanism, Message, State
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import (
    ASK,
    BITS,
    EXHAUSTED,
    HELLO,
    answers,
    pure,
    responses,
    single,
    verified,
)

JUNK: tuple[Any, ...] = (Ask(1, START), "what?")


def starts(machine: InteractiveMechanism) -> list[tuple[State, Message]]:
    """The state after the start and the answer to it, in either world."""
    return [only(machine.respond(state, START)) for state in machine.initial_states]


def same(first: InteractiveMechanism, second: InteractiveMechanism, messages: Sequence[Message], rounds: int) -> bool:
    """Whether two machines answer their start, and every sequence of messages after it, by the same laws."""
    return all(
        reply == other and equivalent((first, state), (second, then), messages, rounds)
        for (state, reply), (then, other) in zip(starts(first), starts(second), strict=True)
    )


def agreement(
    processing: InteractivePostProcessing,
    inner: InteractiveMechanism,
    direct: InteractiveMechanism,
    messages: Sequence[Message],
    rounds: int,
    without: InteractiveMechanism,
) -> Outcome:
    """That P ∘ (inner composition) is the direct one, in law, and that without P it is not."""
    made = post_process_from_start(processing, inner)
    expect(same(made, direct, messages, rounds), f"{made} is not {direct}")
    expect(not same(without, direct, messages, rounds), f"{without} is {direct} as well")
    return Outcome(
        verdict="exact",
        scope=f"all sequences of {rounds} among {len(messages)} messages, in two worlds: launches that are accepted, "
        "over the budget and not verified, queries, and what is no query",
        size=2 * len(messages) ** rounds,
        witness=f"{made} and {direct} have the same law",
        control="the composition that is processed has another one by itself",
    )


# The universal mechanism.

RENYI = renyi(2)


def moment(count: int) -> Fraction:
    """The loss of `count` noisy answers for Rényi DP of order 2, as a moment: (7/3)^count."""
    return Fraction(7, 3) ** count


def renyi_launch(count: int, said: int | None = None) -> Launch:
    """The launch of noisy answers with their loss for Rényi DP of order 2, or another one."""
    return Launch(answers(count), moment(count if said is None else said))


@cache
def truthful(launch: Launch) -> bool:
    """Whether a launch of noisy answers, or of a filter, says at least its own loss."""
    own = {answers(count): moment(count) for count in range(1, 8)}.get(launch.mechanism)
    return own is None or own <= launch.loss


@check("Haney23 Algorithm 10 (repaired)")
def the_universal_mechanism_becomes_its_first_query() -> Outcome:
    """After any first query U answers as the mechanism that it names, if that loses no more, and else as before."""
    bound = moment(2)
    machine = universal_mechanism(bound, RENYI, truthful, BITS)
    launches = [renyi_launch(count, said) for count in (1, 2, 3) for said in (1, 2, 3)]
    accepted, refused = [], []
    for launch, bit in product(launches, BITS):
        waiting, reply = only(machine.respond(bit, START))
        expect(reply is READY, f"U answers its start by {reply!r}")
        then, first = only(machine.respond(waiting, launch))
        is_right = truthful(launch) and RENYI.within(launch.loss, bound)
        if is_right:
            [(running, hello)] = launch.mechanism.respond(bit, START)
            expect(first == hello, f"U answers {launch} by {first!r}")
            expect(equivalent((machine, then), (launch.mechanism, running), (ASK,), 4), f"U is not {launch} afterwards")
            again = machine.respond(then, START)
            expect(again == Law.point((then, INVALID_QUERY)), "a second start is more than an invalid query")
            accepted.append(launch)
        else:
            expect((then, first) == (waiting, INVALID_QUERY), f"U answers {launch} by {first!r}")
            refused.append(launch)
    dearer = first_case((each for each in refused if truthful(each)), "nothing true is refused")
    return Outcome(
        verdict="exact",
        scope="bound (7/3)² for Rényi DP of order 2; one to three noisy answers, declared as one to three; 4 queries",
        size=len(launches) * 2,
        witness=f"after {accepted[0]} it answers as that does",
        control=f"a U that asked only whether what is declared is true would accept {dearer}",
    )


# From non-interactive mechanisms.


def _give_out(state: Any, origin: Side, message: Any) -> Law[Any]:
    """Keeps the noisy bits that it hears, says HELLO, and gives them out one by one."""
    if origin is RIGHT:
        return Law.point((message, LEFT, HELLO))
    return Law.point((state[1:], LEFT, state[0]) if state else (state, LEFT, EXHAUSTED))


GIVE_OUT = InteractivePostProcessing(_give_out, ((),), "gives noisy bits out one by one")
REDUCTIONS = {answers(count): Reduction(responses(count), GIVE_OUT) for count in (1, 2, 3)}


def _said_of_reduced(launch: Launch) -> bool:
    """Whether a launch of noisy bits at once says at least its own loss."""
    own = {responses(count): pure(count) for count in (1, 2, 3)}.get(launch.mechanism)
    return own is not None and APPROXIMATE.within(own, launch.loss)


@check("Haney23 Algorithm 11 (repaired)")
def the_interactive_filter_from_the_noninteractive_one() -> Outcome:
    """P ∘ F-Filt(NIM), with noisy bits that are drawn at once and given out one by one, is F-FiltCon(IM) in law."""
    inner = filtered_composition(basic, pure(3), _said_of_reduced, BITS, limit=2)
    direct = filtered_concurrent_composition(basic, pure(3), verified, BITS, limit=2)
    messages = (single(1), single(2), single(3, units=2), Ask(1, ASK), Ask(2, ASK), *JUNK)
    processing = interactive_from_noninteractive(REDUCTIONS)
    outcome = agreement(processing, inner, direct, messages, 4, inner)
    note = "P must remember a halt: of itself it would answer (j, q) afterwards."
    return outcome.model_copy(update={"notes": (note,)})


# From two mechanisms to many.


def filter_of(limit: int, budget: Extended) -> InteractiveMechanism:
    """F_K-FiltCon(IM) for Rényi DP of order 2."""
    return filtered_concurrent_composition(additive, budget, truthful, BITS, limit)


def rest_of(limit: int, budget: Fraction) -> Any:
    """The launch of the filter of one mechanism fewer with what the first one leaves of the budget."""
    return lambda spent: Launch(filter_of(limit - 1, budget / spent), budget / spent)


@check("Haney23 Algorithm 12 (repaired)")
def the_filter_of_many_from_that_of_two() -> Outcome:
    """P ∘ F_2-FiltCon(IM) is F_K-FiltCon(IM) in law, for K from 2 to 4."""
    messages = (renyi_launch(1), renyi_launch(2), renyi_launch(3, 2), Ask(1, ASK), Ask(2, ASK), Ask(3, ASK), *JUNK[:1])
    sizes = []
    for limit, budget, rounds in ((2, moment(3), 3), (3, moment(3), 4), (4, moment(3), 3), (3, moment(1), 3)):
        inner, direct = filter_of(2, budget), filter_of(limit, budget)
        made = post_process_from_start(many_from_two(rest_of(limit, budget)), inner)
        expect(same(made, direct, messages, rounds), f"{made} is not the filter of {limit} mechanisms")
        sizes.append(2 * len(messages) ** rounds)
    budget = moment(3)
    inner, direct = filter_of(2, budget), filter_of(3, budget)
    expect(not same(inner, direct, messages, 4), "the filter of two is that of three")
    one_less = post_process_from_start(many_from_two(rest_of(2, budget)), inner)
    expect(not same(one_less, direct, messages, 4), "an inner filter of one mechanism is enough for three")
    return Outcome(
        verdict="exact",
        scope="K = 2, 3, 4, budgets of three and of one noisy answer for Rényi DP of order 2; launches that are "
        "accepted, over the budget and not verified, queries to 1, 2, 3 and no query, up to four, in two worlds",
        size=sum(sizes),
        witness="for K = 3 three mechanisms run, the second and third within the second of two",
        control="with an inner filter of one mechanism the third is refused",
        notes=("P must remember a halt of the inner filter; otherwise M_1 answers on.",),
    )


# From Rényi DP to zCDP.


@check("Haney23 Algorithm 13 (repaired)")
def the_filter_for_zcdp_from_that_for_renyi() -> Outcome:
    """P ∘ F^(α)-FiltCon(IM), with losses ρ passed on as ρα, is the filter for zCDP, for α = 2, 3, 5."""
    rho = {answers(count): Fraction(count) for count in (1, 2, 3)}
    messages = (
        Launch(answers(1), Fraction(1)),
        Launch(answers(2), Fraction(2)),
        Launch(answers(3), Fraction(2)),
        Ask(1, ASK),
        Ask(2, ASK),
        *JUNK,
    )
    outcome = None
    for order in (2, 3, 5):

        def fits(losses: tuple[Any, ...], budget: Any) -> bool:
            return bool(sum(losses) <= budget)

        direct = filtered_concurrent_composition(fits, Fraction(3), lambda m: rho[m.mechanism] <= m.loss, BITS)
        inner = filtered_concurrent_composition(
            fits,
            3 * Fraction(order),
            lambda m, a=order: a * rho[m.mechanism] <= m.loss,  # type: ignore[misc]
            BITS,
        )
        processing = with_losses_as(lambda d, a=order: d * a)  # type: ignore[misc]
        outcome = agreement(processing, inner, direct, messages, 3, inner)
    assert outcome is not None
    return outcome.model_copy(update={"size": 3 * (outcome.size or 0)})


# Between filters and odometers.

WITH_READINGS = (single(1), single(2), single(2, units=1), Ask(1, ASK), PRIVACY_LOSS, *JUNK[:1])
HALTING = halting_odometer(basic_total, pure(3), APPROXIMATE, verified, BITS)
FILTER = filtered_concurrent_composition(rule_of(basic_total, APPROXIMATE), pure(3), verified, BITS)


@check("Haney23 Algorithm 14")
def the_halting_odometer_from_the_filter() -> Outcome:
    """P ∘ F-FiltCon(IM), which says the loss itself, is the odometer that halts rather than leave d, in law."""
    return agreement(odometer_from_filter(basic_total), FILTER, HALTING, WITH_READINGS, 4, FILTER)


@check("Haney23 Algorithm 15")
def the_filter_from_the_halting_odometer() -> Outcome:
    """P ∘ (halting odometer), which refuses to say the loss, is F-FiltCon(IM) in law."""
    return agreement(filter_from_odometer(), HALTING, FILTER, WITH_READINGS, 4, HALTING)
