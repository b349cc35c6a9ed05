"""A person in the middle: what P ∘ M answers, and what is seen of it as a function of what is seen of M."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.filters.as_printed.lines import Stuck
from concomp.model.filters.as_printed.postprocessing import adversary_inside_as_printed, outer_view_as_printed
from concomp.model.filters.messages import only
from concomp.model.filters.postprocessing import adversary_inside, inner_view, outer_view, post_process_from_start
from concomp.model.laws.law import ONE, Law
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interaction import Adversary, deterministic_adversary
from concomp.model.mechanisms.interactive import EVERYTHING, START, InteractiveMechanism, Message, State
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.mechanisms.privacy import Game, views
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import ASK, BITS, answers
from concomp.obligations.families.filters.processings import FORWARD, PROCESSINGS, QUERIES, plans

NOISY = answers(3)
Course = tuple[tuple[State, Message], Fraction]


def by_the_lines(
    processing: InteractivePostProcessing, mechanism: InteractiveMechanism, s: Any, m: Message
) -> Iterator[Course]:
    """One call of (P ∘ M)(s, m), line by line, each course of it by itself; s is the data set at the start."""

    def loop(of_m: State, of_p: State, v: Side, message: Message, weight: Fraction) -> Iterator[Course]:
        if v is LEFT:  # 7: v is A
            yield ((of_m, of_p), message), weight  # 11
            return
        for (then, reply), chance in mechanism.respond(of_m, message).items():  # 9
            for (after, side, sent), factor in processing.respond(of_p, RIGHT, reply).items():  # 10
                yield from loop(then, after, side, sent, weight * chance * factor)

    if m is START:  # 2
        return loop(s, processing.initial_states[0], RIGHT, START, ONE)  # 3
    of_m, of_p = s  # 5
    first = processing.respond(of_p, LEFT, m)  # 6
    return (course for (after, side, sent), chance in first.items() for course in loop(of_m, after, side, sent, chance))


@check("Haney23 Definition 2.16", "Haney23 Algorithm 7")
def a_started_processing_answers_as_its_lines_say() -> Outcome:
    """P ∘ M, by the post-processing that passes the start on, answers all queries as the printed loop does."""
    compared, told = 0, []
    for processing, bit in product(PROCESSINGS, BITS):
        machine = post_process_from_start(processing, NOISY)
        lines = InteractiveMechanism(
            lambda state, message, p=processing: Law.gather(by_the_lines(p, NOISY, state, message)),  # type: ignore[misc]
            BITS,
            EVERYTHING,
        )
        (by_model,), (by_lines,) = (m.respond(s, START) for m, s in ((machine, (bit, "rest")), (lines, bit)))
        expect(by_model == by_lines == ((by_model[0]), "hello"), f"{processing} answers the start by {by_model}")
        same = equivalent((machine, by_model[0]), (lines, by_lines[0]), QUERIES, 3)
        expect(same, f"{machine} differs from its lines")
        compared += 1
        passing = post_process_from_start(FORWARD, NOISY)
        if not equivalent((machine, by_model[0]), (passing, by_model[0]), QUERIES, 3):
            told.append(machine)
    alone = equivalent((post_process_from_start(FORWARD, NOISY), ((0, 3), "rest")), (NOISY, (0, 3)), (ASK,), 3)
    expect(alone, "what passes all on changes something")
    control = first_case(told, "no post-processing makes a difference")
    return Outcome(
        verdict="exact",
        scope="three noisy answers behind post-processings that pass all on, ask twice, answer by a coin, or pass half "
        "on; every sequence of three queries, two worlds",
        size=compared * len(QUERIES) ** 3,
        witness="what passes all on leaves the mechanism as it is",
        control=f"{control} is not what passes all on",
    )


@check("Haney23 Algorithm 8 (repaired)", "Haney23 Algorithm 9 (repaired)")
def what_is_seen_of_the_processed_mechanism_is_a_function_of_what_is_seen_of_it() -> Outcome:
    """The view of A against P ∘ M has the law of g of the view of A′, which holds A and P, against M."""
    cases, longest = 0, 0
    different = []
    for processing in PROCESSINGS:
        machine = post_process_from_start(processing, NOISY)
        game = Game(machine, ((0, "rest"), (1, "rest")), QUERIES, 2)
        for plan, bit in product(list(plans(game))[::5], BITS):
            adversary = deterministic_adversary(plan)
            seen = views(Game(machine, ((bit, "rest"),) * 2, QUERIES, 3), plan)[0].map(lambda view: view[2::2])
            inside = inner_view(adversary_inside(adversary, processing), NOISY, bit)
            mapped = inside.map(lambda view, a=adversary, p=processing: outer_view(view, a, p))  # type: ignore[misc]
            expect(seen == mapped, f"{plan} sees {seen} of {machine}, and {mapped} by what A' sees")
            cases, longest = cases + 1, max(longest, max(len(view) for view in inside))
            raw = inside.map(lambda view: tuple(heard for heard, _ in view))
            different += [(machine, raw, seen)] if raw != seen else []
    control = first_case(different, "A' sees what A sees")
    return Outcome(
        verdict="exact",
        scope="three noisy answers, three post-processings, every fifth deterministic adversary of two queries after "
        "the start, two worlds",
        size=cases,
        witness=f"A' hears up to {longest} messages where A hears 3",
        control=f"without g the two views of {control[0]} differ",
    )


HELLO_AND_BITS = ("hello", 0, 1, 1, 0)
"""What a mechanism answers in a run."""
ASKING = Adversary(Law.point(()), lambda _, answers: ASK)


@check("Haney23 Algorithm 8")
def the_printed_adversary_returns_answers_as_queries() -> Outcome:
    """As printed A′ sends the mechanism its own first answer, then reads v, which nobody kept; if kept, it goes on."""
    state, sent = adversary_inside_as_printed(ASKING, FORWARD, START, HELLO_AND_BITS[0])
    expect(sent == "hello", f"A' sends {sent!r} on the first answer")
    forgotten = type(state)(state.of_adversary, state.of_processing, None)
    try:
        adversary_inside_as_printed(ASKING, FORWARD, forgotten, HELLO_AND_BITS[1])
        stuck = ""
    except Stuck as error:
        stuck = str(error)
    expect(stuck == "line 8: v has no value", f"the second call is not stuck: {stuck!r}")
    _, second = adversary_inside_as_printed(ASKING, FORWARD, state, HELLO_AND_BITS[1])
    expect(second == 0, f"with v kept A' sends {second!r} on the answer 0")
    inside = adversary_inside(ASKING, FORWARD)
    said: Any = only(inside.respond(START, "hello"))[1]
    expect(said.message == ASK, f"repaired, A' sends {said.message!r}")
    return Outcome(
        verdict="refuted",
        scope="a post-processing that passes all on, an adversary that always asks, the answers hello, 0",
        size=2,
        witness=f"with v kept A' sends {second!r} on the answer {second!r}",
        control="repaired, A' sends the adversary's query on the first answer",
        counterexample={
            "post-processing": "passes all messages on",
            "adversary": "always sends 'ask'",
            "first answer of M": "hello",
            "A' sends": str(sent),
            "second call": stuck,
            "with v kept, A' sends": f"{second}, the answer itself",
        },
    )


@check("Haney23 Algorithm 9")
def the_printed_view_is_of_the_adversary_itself() -> Outcome:
    """As printed g feeds the adversary its own messages, and records queries as if they had been heard."""
    printed = outer_view_as_printed(HELLO_AND_BITS, ASKING, FORWARD)
    expect(printed == (ASK, 0, ASK, 1, ASK), f"the printed lines give {printed}")
    seen = tuple((heard, (0, 0)) for heard in HELLO_AND_BITS)
    repaired = outer_view(seen, ASKING, FORWARD)
    expect(repaired == HELLO_AND_BITS, f"repaired, g gives {repaired}")
    return Outcome(
        verdict="refuted",
        scope="a post-processing that passes all on, an adversary that always asks, five answers",
        size=1,
        witness=f"printed: {', '.join(map(str, printed))}",
        control=f"repaired: {', '.join(map(str, repaired))}",
        counterexample={
            "post-processing": "passes all messages on",
            "adversary": "always sends 'ask'",
            "answers of M": [str(heard) for heard in HELLO_AND_BITS],
            "g as printed": [str(heard) for heard in printed],
            "what A hears": [str(heard) for heard in HELLO_AND_BITS],
        },
    )
