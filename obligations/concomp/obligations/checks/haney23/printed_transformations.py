"""The printed universal mechanism and transformations, run on what they cannot bear."""

from __future__ import annotations

from typing import Any

from concomp.model.filters.as_printed.transformations import (
    interactive_from_noninteractive_as_printed,
    many_from_two_as_printed,
    with_losses_as_printed,
)
from concomp.model.filters.as_printed.universal import universal_mechanism_as_printed
from concomp.model.filters.filtered import filtered_composition, filtered_concurrent_composition
from concomp.model.filters.messages import (
    INSUFFICIENT_BUDGET,
    INVALID_QUERY,
    Ask,
    Launch,
)
from concomp.model.filters.postprocessing import post_process_from_start
from concomp.model.filters.rules import basic
from concomp.model.filters.transformations import many_from_two
from concomp.model.filters.universal import universal_mechanism
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.haney23.transformations import (
    REDUCTIONS,
    RENYI,
    filter_of,
    moment,
    renyi_launch,
    rest_of,
    truthful,
)
from concomp.obligations.expectation import expect
from concomp.obligations.families.filters.noisy_bits import (
    ASK,
    BITS,
    pure,
    responses,
    single,
    verified,
)
from concomp.obligations.families.filters.scripts import (
    only_replies,
    replies,
    stuck_on,
    texts,
)


@check("Haney23 Algorithm 10")
def the_printed_universal_mechanism_is_stuck_and_accepts_all() -> Outcome:
    """As printed no line reads the state after the start; were it (0, x), a loss of 7 would pass for one of 1."""
    printed = universal_mechanism_as_printed(truthful, BITS)
    dear = renyi_launch(7)
    stuck = stuck_on(printed, 0, (renyi_launch(1),))
    expect(stuck == "line 13: s' has no value", f"after its start U goes on: {stuck!r}")
    [((state, _), _)] = printed.respond((0, 0), dear).items()
    expect(state == (1, "hello"), f"started on (0, x), seven noisy answers leave {state}")
    repaired = universal_mechanism(moment(1), RENYI, truthful, BITS)
    expect(only_replies(repaired, 0, (dear,))[1] is INVALID_QUERY, "the repaired U accepts a loss of 7")
    expect(not RENYI.within(dear.loss, moment(1)), "a loss of 7 is within one of 1")
    return Outcome(
        verdict="refuted",
        scope="bound of one noisy answer for Rényi DP of order 2, a mechanism of seven",
        size=2,
        witness="the state that line 7 leaves holds M's answer in place of its state",
        control="the repaired U answers the launch by 'invalid query'",
        counterexample={
            "bound": "one noisy answer",
            "launch": "seven noisy answers, declared as such",
            "after the start": stuck,
            "in the state (0, x)": "line 6 asks whether M is (alpha, eps_1)-RDP: it is, and is started, on (0, x)",
        },
    )


@check("Haney23 Algorithm 11")
def the_printed_processing_never_reaches_the_filter() -> Outcome:
    """As printed a launch is answered to the adversary, and 'insufficient budget' is taken for a noisy bit."""
    inner = filtered_composition(basic, pure(3), lambda launch: True, BITS)
    printed = post_process_from_start(interactive_from_noninteractive_as_printed(REDUCTIONS), inner)
    launch = single(1)
    _, answer = only_replies(printed, (0, "λ"), (launch,))
    expect(answer == Launch(responses(1), pure(1)), f"the launch is answered by {answer!r}")
    processing = interactive_from_noninteractive_as_printed(REDUCTIONS)
    [(pending, _, _)] = processing.respond("λ", LEFT, launch)
    [outcome] = processing.respond(pending, RIGHT, INSUFFICIENT_BUDGET)
    after: Any = outcome[0]
    told = outcome[2]
    expect(told == "hello", f"'insufficient budget' is answered by {told!r}")
    direct = filtered_concurrent_composition(basic, pure(3), verified, BITS)
    expect(only_replies(direct, 0, (launch,))[1] == "hello", "the filter does not start the mechanism")
    return Outcome(
        verdict="refuted",
        scope="a launch of one noisy answer, within the budget and over it",
        size=2,
        witness="a launch within the budget is answered by itself, with N in place of M",
        control="F-FiltCon(IM) answers it by the first message of the mechanism",
        counterexample={
            "message": repr(launch),
            "answer": repr(answer),
            "answer to 'insufficient budget' from the filter": "hello, and its text is kept as N's output: "
            + repr(after[-1][1]),
        },
    )


@check("Haney23 Algorithm 12")
def the_printed_processing_stops_at_the_second_mechanism() -> Outcome:
    """As printed the start is answered by an error, the first launch by the inner filter, the second by a refusal."""
    budget, limit = moment(3), 3
    script = (renyi_launch(1), renyi_launch(1), Ask(2, ASK), renyi_launch(1))
    direct = filter_of(limit, budget)
    printed = post_process_from_start(many_from_two_as_printed(rest_of(limit, budget)), filter_of(2, budget))
    repaired = post_process_from_start(many_from_two(rest_of(limit, budget)), filter_of(2, budget))
    meant = replies(direct, 0, script)
    said = only_replies(printed, (0, "λ"), script)
    expect(replies(repaired, repaired.initial_states[0], script) == meant, "the repaired one differs")
    expect(said[0] is INVALID_QUERY, f"the start is answered by {said[0]!r}")
    expect(said != next(iter(meant))[: len(said)], "the printed lines answer as they should")
    return Outcome(
        verdict="refuted",
        scope="K = 3, a budget of three noisy answers, three launches of one and a query",
        size=1,
        witness=f"the filter of three answers {', '.join(map(str, texts(next(iter(meant)))))}",
        control="the repaired post-processing answers with the law of the filter of three",
        counterexample={
            "messages": texts(script),
            "answers of the filter of three": texts(next(iter(meant))),
            "answers of the printed P o F_2": texts(said),
        },
    )


@check("Haney23 Algorithm 13")
def the_printed_processing_answers_the_start_by_an_error() -> Outcome:
    """As printed the answer to the start is taken for a query that cannot be parsed."""
    inner = filtered_concurrent_composition(basic, pure(3), verified, BITS)
    printed = post_process_from_start(with_losses_as_printed(lambda d: d), inner)
    first = only_replies(printed, (0, "λ"), ())
    meant = only_replies(inner, 0, ())
    expect(first == (INVALID_QUERY,), f"the start is answered by {first}")
    expect(meant != first, "the filter answers its start by an error")
    junk = only_replies(printed, (0, "λ"), ("what?",))
    expect(junk[1] is INVALID_QUERY, f"what cannot be parsed is answered by {junk[1]!r}")
    return Outcome(
        verdict="refuted",
        scope="the start, losses unchanged",
        size=1,
        witness=f"the filter answers its start by {meant[0]!r}",
        control="the repaired post-processing passes the answer on",
        counterexample={"message": "the start", "answer": repr(first[0]), "answer of the filter": repr(meant[0])},
    )
