"""What a mechanism that is written in Python has to be: demanded when it is made, and of every law when it is run."""

from __future__ import annotations

from collections.abc import Container, Hashable
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.numbers import value_text

LAW = "return a Law of pairs (new state, answer)"
DETERMINED = "state and query determine the law: what is random belongs into the Law, what is remembered into the state"


class MechanismError(ValueError):
    """Thrown for what is no mechanism; the message names it, its value and the remedy."""


def demand_parts(name: str, step: object, initial_states: object, queries: object) -> None:
    """MechanismError unless they are a function, states, and a space of queries."""
    if not callable(step):
        raise _refusal(f"step of {name}", step, "give a function of state and query that returns a Law")
    if not isinstance(initial_states, tuple | list):
        raise _refusal(f"initial_states of {name}", initial_states, "give a tuple of states")
    for index, state in enumerate(initial_states):
        demand_message(f"initial_states[{index}] of {name}", state)
    if isinstance(queries, str) or not isinstance(queries, Container):
        raise _refusal(f"queries of {name}", queries, "give a tuple of queries")
    if isinstance(queries, tuple | list):
        for index, query in enumerate(queries):
            demand_message(f"queries[{index}] of {name}", query)


def demand_message(place: str, value: object) -> None:
    """MechanismError unless a value can be told from others: hashable, and equal to itself."""
    if (problem := _problem(value)) is not None:
        raise _refusal(place, value, problem)


def demand_law(name: str, state: object, query: object, law: object) -> Law[Any]:
    """What a step returned, if it is a law of pairs of a state and an answer; MechanismError otherwise."""
    if not isinstance(law, Law):
        raise _refusal(f"{_place(name, state, query)}: what it returns", law, LAW)
    for outcome in law:
        if not isinstance(outcome, tuple) or len(outcome) != 2:
            raise _refusal(f"{_place(name, state, query)}: an outcome", outcome, LAW)
        for part, value in zip(("state", "answer"), outcome, strict=True):
            if (problem := _problem(value)) is not None:
                raise _refusal(f"{_place(name, state, query)}: the {part} in an outcome", value, problem)
    return law


def demand_same(name: str, state: object, query: object, law: Law[Any], again: Law[Any]) -> None:
    """MechanismError if a step that is asked again answers by another law; its states may be objects of their own."""
    answers, then = (each.map(lambda outcome: outcome[1]) for each in (law, again))
    if answers != then:
        place = f"{_place(name, state, query)}: the law of its answers, {value_text(answers)} before,"
        raise _refusal(place, then, DETERMINED)


def _place(name: str, state: object, query: object) -> str:
    return f"step of {name} at {(state, query)!r}"


def _problem(value: object) -> str | None:
    """Why a value cannot be told from others, and what to write instead; None if it can."""
    try:
        hash(value)
    except TypeError:
        return "it is not hashable: write a tuple, or a frozen dataclass"
    return None if _equals_itself(value) else "it is not equal to itself: write text instead, like 'nan'"


def _equals_itself(value: Hashable) -> bool:
    # A tuple takes what is one object for equal.
    return all(map(_equals_itself, value)) if isinstance(value, tuple | frozenset) else bool(value == value)


def _refusal(place: str, value: object, remedy: str) -> MechanismError:
    return MechanismError(f"{place} is {value_text(value)}: {remedy}")
