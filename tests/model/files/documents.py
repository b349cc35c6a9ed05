"""Generated files of small mechanisms, as the data that JSON would write."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

STATES, MESSAGES, ANSWERS = ["s", "t"], ["0", "1"], ["a", "b"]
OUTCOMES = list(product(STATES, ANSWERS))
KINDS = ["any", "event level", "data, then questions", "first-pair consistent", "one answer"]
PAIRS = list(product(MESSAGES, MESSAGES))


@st.composite
def rows(draw: st.DrawFn) -> list[list[str]]:
    """A row of a kernel: probabilities with small odds, some zero, not always reduced."""
    odds = draw(st.lists(st.integers(0, 3), min_size=4, max_size=4).filter(any))
    total = sum(odds)
    return [[f"{odd}/{total}", state, answer] for odd, (state, answer) in zip(odds, OUTCOMES, strict=True)]


@st.composite
def mechanisms(draw: st.DrawFn, rounds: int = 2) -> dict[str, Any]:
    """Mechanisms with two queries and a hidden state."""
    return {
        "type": "mechanism",
        "states": STATES,
        "queries": MESSAGES,
        "answers": ANSWERS,
        "init": STATES,
        "kernel": {f"{state}|{query}": draw(rows()) for state in STATES for query in MESSAGES},
        "horizon": draw(st.integers(1, rounds)),
    }


@st.composite
def verifications(draw: st.DrawFn) -> dict[str, Any]:
    """Every kind of verification; listed sequences of at most two pairs, prefixes present or not."""
    kind = draw(st.sampled_from(["accepted", *KINDS]))
    if kind != "accepted":
        return {"kind": kind}
    pair = st.sampled_from([list(pair) for pair in PAIRS])
    return {"kind": kind, "sequences": draw(st.lists(st.lists(pair, min_size=1, max_size=2), max_size=6))}


@st.composite
def continual_mechanisms(draw: st.DrawFn, rounds: int = 2) -> dict[str, Any]:
    """Continual mechanisms on two messages with a hidden state."""
    return {
        "type": "cm",
        "states": STATES,
        "messages": MESSAGES,
        "answers": ANSWERS,
        "init": "s",
        "kernel": {f"{state}|{message}": draw(rows()) for state in STATES for message in MESSAGES},
        "horizon": draw(st.integers(1, rounds)),
        "verification": draw(verifications()),
    }


@st.composite
def compositions(draw: st.DrawFn, rounds: int = 2) -> dict[str, Any]:
    """Compositions of one or two components in every mode, their rules tight or not, their horizons cut or not."""
    count = draw(st.sampled_from([2, 2, 1]))
    components = [draw(continual_mechanisms(rounds)) for _ in range(count)]
    whole = {"type": "composition", "components": components, "horizon": draw(st.none() | st.integers(1, 2 * rounds))}
    mode = draw(st.sampled_from(["concurrent", "parallel", "filter"]))
    labels = draw(st.lists(st.sampled_from([["2", "0"], ["3", "1/4"]]), min_size=count, max_size=count))
    if mode == "parallel":
        params = draw(st.lists(st.sampled_from(["2", ["2", "0"], ["3", "1/4"]]), max_size=2))
        return {**whole, "mode": mode, "labels": labels, "params": params}
    if mode == "filter":
        budget = {"budget_E": draw(st.sampled_from(["1", "2", "4", "9"])), "budget_delta": draw(st.sampled_from("01"))}
        return {**whole, "mode": mode, "labels": labels, **budget}
    return {**whole, "mode": mode}


documents = st.one_of(mechanisms(), continual_mechanisms(), compositions())
e_values = st.fractions(min_value=1, max_value=4, max_denominator=6)


def as_fraction(text: str) -> Fraction:
    """A rational of a file, read another way than the formats read it."""
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator), int(denominator or 1))
