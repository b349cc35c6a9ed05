"""Concurrent composition, filters and odometers as machines, against what they must answer to a whole history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from concomp.model.composition.concurrent import concurrent_composition
from concomp.model.filters.concurrent import concurrent_composition_on
from concomp.model.filters.filtered import filtered_composition, filtered_concurrent_composition
from concomp.model.filters.messages import PRIVACY_LOSS, Ask, Launch
from concomp.model.filters.odometers import concurrent_odometer, odometer
from concomp.model.filters.rules import basic, basic_total
from concomp.model.laws.law import Law
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import START, InteractiveMechanism, Message
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import (
    ASK,
    BITS,
    answers,
    at_start,
    pure,
    single,
    verified,
)
from concomp.obligations.families.filters.specification import History, Specification, differing, under

BUDGET = pure(3)
JUNK: tuple[Any, ...] = (START, Ask(1, START), Ask(1, "what?"), Ask(9, ASK))
"""What no composition forwards: the empty message, alone or as a query, an unknown query, an index of nothing."""
TALK = (Ask(1, ASK), Ask(2, ASK))
FROM_ONE_SHOT: tuple[Any, ...] = (at_start(1), at_start(2), at_start(2, units=1), Ask(1, ASK), *JUNK[:2])
INTERLEAVED: tuple[Any, ...] = (single(1), single(2), single(2, units=1), *TALK, *JUNK[:2])


def compare(
    machine: InteractiveMechanism, specification: Specification, messages: Sequence[Message], rounds: int
) -> tuple[int, History]:
    """How many histories are compared, and one of the longest; Violation where the two differ."""
    count, longest = 0, ()
    for history, agrees in differing(machine, specification, messages, rounds):
        expect(agrees, f"{machine} differs from what it must answer in {history}")
        count, longest = count + 1, max(longest, history, key=_interest)  # type: ignore[assignment]
    return count, longest


def _interest(history: History) -> int:
    """How much happens in a history: how many different kinds of answers it has."""
    return len({reply for _, reply in history})


def controls(
    machine: InteractiveMechanism, variants: dict[str, Specification], messages: Sequence[Message], rounds: int
) -> str:
    """That every deliberately false specification differs from the machine, and where."""
    found = []
    for name, variant in variants.items():
        history = first_case(
            (history for history, agrees in differing(machine, variant, messages, rounds) if not agrees),
            f"nothing tells {machine} from one with {name}",
        )
        found.append(f"{name}: differs after {len(history) - 1} messages")
    return "; ".join(found)


def in_words(history: History) -> str:
    """A history as text."""
    return ", ".join(f"{message!r} → {reply!r}" for message, reply in history)


def outcome(machine: InteractiveMechanism, specification: Specification, messages: Sequence[Message], rounds: int,
            variants: dict[str, Specification]) -> Outcome:  # fmt: skip
    """The outcome of comparing a machine with its specification, and with false ones."""
    count, longest = compare(machine, specification, messages, rounds)
    return Outcome(
        verdict="exact",
        scope=f"every history of up to {rounds} messages among {len(messages)}, in two worlds: launches of noisy bits, "
        "one that claims too little, queries, and what is no query",
        size=count,
        witness=in_words(longest),
        control=controls(machine, variants, messages, rounds),
    )


def _counts_late(losses: tuple[Any, ...]) -> bool:
    """The rule without the mechanism that is to be launched."""
    return basic(losses[:-1], BUDGET)


TRUSTING: Callable[[Launch], bool] = lambda launch: True  # noqa: E731
"""What takes every launch to be what it says."""
FALSE_FILTERS = {
    "no limit": Specification(verified, under(basic, BUDGET)),
    "no verification": Specification(TRUSTING, under(basic, BUDGET), limit=2),
    "a rule that looks back only": Specification(verified, _counts_late, limit=3),
}
"""What the filters, which take two launches, must not be."""
FALSE_ODOMETERS = {
    "a filter's refusals": Specification(verified, under(basic, BUDGET), basic_total),
    "no verification": Specification(TRUSTING, accumulator=basic_total),
    "the last launch not counted": Specification(verified, accumulator=lambda losses: basic_total(losses[:-1])),
}
"""What the odometers must not be."""


@check("Haney23 Definition 1.10", "Haney23 Definition 2.5", "Haney23 Algorithm 2 (repaired)")
def the_filter_answers_what_its_history_demands() -> Outcome:
    """F-Filt(NIM) answers every history as the launches accepted in it demand, each output with its own chance."""
    machine = filtered_composition(basic, BUDGET, verified, BITS, limit=2)
    return outcome(
        machine,
        Specification(verified, under(basic, BUDGET), limit=2),
        FROM_ONE_SHOT,
        3,
        FALSE_FILTERS,
    )


@check("Haney23 Definition 2.7", "Haney23 Algorithm 3 (repaired)")
def the_concurrent_filter_answers_what_its_history_demands() -> Outcome:
    """F-FiltCon(IM) charges at launches only, and each mechanism answers as if it ran by itself."""
    machine = filtered_concurrent_composition(basic, BUDGET, verified, BITS, limit=2)
    return outcome(
        machine,
        Specification(verified, under(basic, BUDGET), limit=2),
        INTERLEAVED,
        4,
        FALSE_FILTERS,
    )


@check("Haney23 Definition 1.16", "Haney23 Definition 2.9", "Haney23 Algorithm 4")
def the_odometer_answers_what_its_history_demands() -> Outcome:
    """G-Odom(NIM) refuses no launch for its loss, and says at any time what the accepted ones come to."""
    machine = odometer(basic_total, verified, BITS)
    return outcome(
        machine,
        Specification(verified, accumulator=basic_total),
        (*FROM_ONE_SHOT, PRIVACY_LOSS),
        3,
        FALSE_ODOMETERS,
    )


@check("Haney23 Definition 2.13", "Haney23 Algorithm 6 (repaired)")
def the_concurrent_odometer_answers_what_its_history_demands() -> Outcome:
    """G-OdomCon(IM) says the same loss from one launch to the next, whatever is asked in between."""
    machine = concurrent_odometer(basic_total, verified, BITS)
    return outcome(
        machine,
        Specification(verified, accumulator=basic_total),
        (*INTERLEAVED, PRIVACY_LOSS),
        4,
        FALSE_ODOMETERS,
    )


@cache
def _pair() -> tuple[InteractiveMechanism, InteractiveMechanism]:
    return answers(1), answers(2)


@check("Haney23 Algorithm 1 (repaired)")
def concurrent_composition_answers_what_its_history_demands() -> Outcome:
    """ConComp forwards (j, q) to M_j alone, whose answers have the chances they have when it runs by itself."""
    machine = concurrent_composition_on(_pair())
    return outcome(
        machine,
        Specification(verified, listed=_pair()),
        (*TALK, single(1), *JUNK),
        4,
        {"the two exchanged": Specification(verified, listed=_pair()[::-1])},
    )


@check("Haney23 Definition 2.4")
def the_two_concurrent_compositions_are_one() -> Outcome:
    """ConComp of mechanisms that were started answers (j, q) as the machine that starts them does."""
    datasets = [(first, second) for first in BITS for second in BITS]
    machine = concurrent_composition_on(_pair())
    fixed = concurrent_composition(_pair())
    queries = [(ASK, 1), (ASK, 2)]
    agreeing: list[Any] = []
    apart: list[Any] = []
    for bit in BITS:
        [(running, _)] = machine.respond(bit, START)
        for states in datasets:
            started = tuple(
                state
                for mechanism, dataset in zip(_pair(), states, strict=True)
                for state, _ in mechanism.respond(dataset, START)
            )
            same = equivalent((_turned(machine), running), (fixed, started), queries, 4)
            expect(same == (states == (bit, bit)), f"on {bit} it is equivalent to ConComp on {states}: {same}")
            (agreeing if same else apart).append((bit, states))
    return Outcome(
        verdict="exact",
        scope="one and two noisy answers side by side, four rounds of queries, every pair of data sets",
        size=len(agreeing) + len(apart),
        witness=f"started on {agreeing[0][0]} the machine is ConComp on {agreeing[0][1]}",
        control=f"it is not ConComp on {apart[0][1]}",
        notes=("The paper starts all mechanisms on one data set; the list of data sets is then constant.",),
    )


def _turned(machine: InteractiveMechanism) -> InteractiveMechanism:
    """The machine with queries (q, j) in place of (j, q)."""

    def step(state: Any, message: Any) -> Law[Any]:
        query, index = message
        return machine.respond(state, Ask(index, query))

    return InteractiveMechanism(step, machine.initial_states, ((ASK, 1), (ASK, 2)))
