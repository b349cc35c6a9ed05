"""The printed algorithms, run on what they cannot bear."""

from __future__ import annotations

from typing import Any

from concomp.model.filters.as_printed.compositions import (
    concurrent_composition_as_printed,
    concurrent_odometer_as_printed,
    filtered_composition_as_printed,
    filtered_concurrent_composition_as_printed,
)
from concomp.model.filters.as_printed.truncated import at_or_above, not_within, truncated_view_as_printed
from concomp.model.filters.concurrent import concurrent_composition_on
from concomp.model.filters.filtered import filtered_composition, filtered_concurrent_composition
from concomp.model.filters.measures import APPROXIMATE
from concomp.model.filters.messages import (
    PRIVACY_LOSS,
    Ask,
    Launch,
)
from concomp.model.filters.odometers import concurrent_odometer, odometer, truncated_view
from concomp.model.filters.postprocessing import post_process_from_start
from concomp.model.filters.rules import basic, basic_total
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import Adversary
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism, Message
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect
from concomp.obligations.families.filters.noisy_bits import (
    ASK,
    BITS,
    RESTARTABLE,
    at_start,
    loss,
    pure,
    single,
    verified,
)
from concomp.obligations.families.filters.processings import RESTARTING
from concomp.obligations.families.filters.scripts import (
    largest_ratio,
    replies,
    stuck_on,
    texts,
    worst_ratio,
)

AGAIN = (Ask(1, ASK), Ask(1, START), Ask(1, ASK), Ask(1, START), Ask(1, ASK))
"""Queries between which the mechanism is started anew."""
ONCE = (Ask(1, ASK), Ask(1, ASK))
WORLDS = ((0,), (1,))


# The start signal is a legal message.


def _restarts(printed: InteractiveMechanism, repaired: InteractiveMechanism, launch: tuple[Message, ...]) -> Outcome:
    """That with the empty message among the queries a mechanism of one unit loses three."""
    with_starts = worst_ratio(printed, WORLDS, (*launch, *AGAIN))
    without = worst_ratio(printed, WORLDS, (*launch, *ONCE))
    expect(with_starts == 27 and without == 3, f"the printed lines reach {with_starts}, and {without} without restarts")
    mended = worst_ratio(repaired, WORLDS, (*launch, *AGAIN))
    expect(mended == 3, f"the repaired machine reaches {mended}")
    return Outcome(
        verdict="refuted",
        scope="a mechanism that each start allows one noisy answer more, two data sets",
        size=2,
        witness="without (1, λ) among the queries the ratio is 3",
        control="the repaired machine answers (1, λ) by 'invalid query', and the ratio is 3",
        counterexample={
            "mechanism": "on λ it appends 1 to its bits; else, if its last bit is 1, it turns that into 0 and answers "
            "its first bit with odds 3 to 1",
            "messages": texts((*launch, *AGAIN)),
            "largest ratio of views": str(with_starts),
            "e^eps of the mechanism": "3",
        },
    )


@check("Haney23 Algorithm 1")
def the_empty_query_starts_a_mechanism_anew() -> Outcome:
    """As printed ConComp forwards (1, λ) to M_1, which starts anew: three answers where one is paid."""
    return _restarts(concurrent_composition_as_printed([RESTARTABLE]), concurrent_composition_on([RESTARTABLE]), ())


ONE_UNIT = Launch(RESTARTABLE, pure(1))


def trusting(launch: Launch) -> bool:
    """That the launch of the mechanism that is started once says its own loss."""
    return launch == ONE_UNIT


@check("Haney23 Algorithm 6")
def the_odometer_reports_one_unit_of_three() -> Outcome:
    """As printed G-OdomCon(IM) forwards (1, λ), and says one unit where three are lost."""
    printed = concurrent_odometer_as_printed(basic_total, trusting, WORLDS)
    outcome = _restarts(printed, concurrent_odometer(basic_total, trusting, WORLDS), (ONE_UNIT,))
    *_, said = next(iter(replies(printed, WORLDS[0], (ONE_UNIT, *AGAIN, PRIVACY_LOSS))))
    expect(said == pure(1), f"the odometer says {said}")
    return outcome.model_copy(update={"notes": ("The odometer says e^ε = 3 at the end.",)})


@check("Haney23 Theorem 2.17")
def a_processing_that_restarts_triples_the_loss() -> Outcome:
    """A post-processing may send λ as printed; one that does after each answer triples ε with three queries."""
    processed = post_process_from_start(RESTARTING, RESTARTABLE)
    states = tuple((world, "rest") for world in WORLDS)
    reached = [worst_ratio(processed, states, (ASK,) * count) for count in (1, 2, 3)]
    alone = [worst_ratio(RESTARTABLE, WORLDS, (ASK,) * count) for count in (1, 2, 3)]
    expect(reached == [3, 9, 27], f"P ∘ M reaches {reached}")
    expect(alone == [3, 3, 3], f"M reaches {alone}")
    return Outcome(
        verdict="refuted",
        scope="a mechanism that each start allows one noisy answer more; one, two and three queries",
        size=3,
        witness="with one query the ratio is that of M",
        control="M by itself, asked as often, has the ratio 3",
        counterexample={
            "P": "on a query asks it, keeps the answer, sends λ, gives the answer back",
            "queries": 3,
            "largest ratio of views of P o M": str(reached[2]),
            "e^eps of M": "3",
        },
    )


# Lines that cannot go on.


@check("Haney23 Algorithm 2")
def the_printed_filter_cannot_go_on() -> Outcome:
    """As printed a second launch, one at the limit, one that is not verified, and a query after a halt have no line."""
    machine = filtered_composition_as_printed(basic, pure(1), verified, BITS)
    at_limit = filtered_composition_as_printed(basic, pure(1), verified, BITS, limit=0)
    one, two, liar = at_start(1), at_start(2), at_start(2, units=1)
    found = {
        "two launches": stuck_on(machine, 0, (one, one)),
        "a launch at the limit K = 0": stuck_on(at_limit, 0, (one,)),
        "a launch that is not what it says": stuck_on(machine, 0, (liar,)),
        "a query after insufficient budget": stuck_on(machine, 0, (two, "what?")),
    }
    expect(all(found.values()), f"the printed lines go on: {found}")
    expect(not stuck_on(machine, 0, (one,)), "not even one launch is answered")
    repaired = filtered_composition(basic, pure(1), verified, BITS, limit=1)
    scripts = ((one, one), (liar,), (two, "what?"))
    expect(not any(stuck_on(repaired, 0, script) for script in scripts), "the repaired filter cannot go on")
    return Outcome(
        verdict="refuted",
        scope="budget of one unit, launches of one and two noisy bits",
        size=len(found),
        witness="one launch is answered",
        control="the repaired filter answers all of these",
        counterexample=dict(found),
    )


@check("Haney23 Algorithm 3")
def the_printed_concurrent_filter_cannot_go_on() -> Outcome:
    """As printed the state after a query has a part too many for the next, and the state Halt has no line."""
    machine = filtered_concurrent_composition_as_printed(basic, pure(5), verified, BITS)
    two, six = single(2), single(6)
    found = {
        "launch, query, query": stuck_on(machine, 0, (two, Ask(1, ASK), Ask(1, ASK))),
        "a query after insufficient budget": stuck_on(machine, 0, (six, Ask(1, ASK))),
        "a launch that is not what it says": stuck_on(machine, 0, (single(2, units=1),)),
    }
    expect(all(found.values()), f"the printed lines go on: {found}")
    expect(not stuck_on(machine, 0, (two, Ask(1, ASK))), "not even one query is answered")
    repaired = filtered_concurrent_composition(basic, pure(5), verified, BITS)
    expect(not stuck_on(repaired, 0, (two, Ask(1, ASK), Ask(1, ASK))), "the repaired filter cannot go on")
    return Outcome(
        verdict="refuted",
        scope="budget of five units, launches of two and six noisy answers",
        size=len(found),
        witness="one query after one launch is answered",
        control="the repaired filter answers the second query",
        counterexample=dict(found),
    )


# Views that are cut too late.

TWO_LAUNCHES = Adversary(Law.point(()), lambda _, heard: (at_start(1), at_start(1), HALT)[len(heard) - 1])
SUMMING = odometer(basic_total, verified, BITS)


@check("Haney23 Algorithm 5")
def the_reply_that_exceeds_stays_in_the_view() -> Outcome:
    """As printed the loss is read before the reply: at budgets of 0 and 1 unit the views have the ratios 3 and 9."""
    kept: list[Any] = []
    mended: list[Any] = []
    for units in range(3):
        leaves = not_within(APPROXIMATE, pure(units))
        printed = [truncated_view_as_printed(TWO_LAUNCHES, SUMMING, bit, leaves, 3) for bit in BITS]
        kept.append((largest_ratio(*printed), max(len(view) for view in printed[0])))
        repaired = [truncated_view(TWO_LAUNCHES, SUMMING, bit, pure(units), APPROXIMATE, 3) for bit in BITS]
        mended.append((largest_ratio(*repaired), max(len(view) - 1 for view in repaired[0])))
    expect(kept == [(3, 2), (9, 3), (9, 3)], f"the printed views have ratios and lengths {kept}")
    expect(mended == [(1, 1), (3, 2), (9, 3)], f"the repaired views have ratios and lengths {mended}")
    return Outcome(
        verdict="refuted",
        scope="two launches of a noisy bit each, thresholds of 0, 1 and 2 units",
        size=3,
        witness="at a threshold of two units the ratio is 9, as it may be",
        control="with the loss read after the reply the ratios are 1, 3 and 9",
        counterexample={
            "launches": 2,
            "threshold 0": "ratio 3, allowed 1, two messages kept",
            "threshold of one unit": "ratio 9, allowed 3, three messages kept",
        },
    )


@check("Haney23 Definition 1.13")
def the_printed_cut_keeps_too_much_and_too_little() -> Outcome:
    """Read before the reply, a threshold of (3/2, 1/100) keeps a noisy bit of ratio 3; at δ = 0 no launch is kept."""
    threshold = loss("3/2", "1/100")
    views = [truncated_view_as_printed(TWO_LAUNCHES, SUMMING, bit, at_or_above(threshold), 3) for bit in BITS]
    expect(not APPROXIMATE.close(views[0], views[1], threshold), "the printed views are close")
    ratio = largest_ratio(*views)
    expect(ratio == 3, f"the printed views have the ratio {ratio}")
    generous = [truncated_view_as_printed(TWO_LAUNCHES, SUMMING, bit, at_or_above(pure(5)), 3) for bit in BITS]
    expect(max(len(view) for view in generous[0]) == 1, f"at five units with δ = 0 the view is {generous[0]}")
    repaired = [truncated_view(TWO_LAUNCHES, SUMMING, bit, threshold, APPROXIMATE, 3) for bit in BITS]
    expect(APPROXIMATE.close(repaired[0], repaired[1], threshold), "the repaired views are not close")
    whole = truncated_view(TWO_LAUNCHES, SUMMING, 0, pure(5), APPROXIMATE, 3)
    expect(max(len(view) - 1 for view in whole) == 3, "the repaired view at five units is cut")
    return Outcome(
        verdict="refuted",
        scope="two launches of a noisy bit each, thresholds (3/2, 1/100) and (3^5, 0)",
        size=2,
        witness="at (3^5, 0) only the answer to the start is kept, for 0 ≥ 0",
        control="read after the reply, and cut where the loss is not ⪯, the views are close, and whole at (3^5, 0)",
        counterexample={
            "threshold": "e^eps = 3/2, delta = 1/100",
            "launches": "two noisy bits of odds 3 to 1",
            "largest ratio of truncated views": str(ratio),
        },
    )
