"""ExtConComp: how created mechanisms answer, and ExtConComp inside ExtConComp."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.composition.catalogue import Catalogue
from concomp.model.composition.concurrent import CLOSED
from concomp.model.composition.extended import composition_game, creation, extended_concurrent_composition, query_pair
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.suitable import Suitable
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.privacy import least_delta
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.answers import answers
from concomp.obligations.families.compositions.by_hand import answers_by_hand, messages_to
from concomp.obligations.families.compositions.components import Component, describe, menu
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.compositions.verification import of_fixed_parameters
from concomp.obligations.families.small.functions import ANY
from concomp.obligations.families.small.laws import ODDS
from concomp.obligations.families.small.mechanisms import BITS


@check("HSV26 Definition 4.1")
def created_mechanisms_answer_their_own_queries() -> Outcome:
    """ExtConComp answers with the product of the laws of the created mechanisms, acknowledges, and halts as defined."""
    extended = extended_concurrent_composition()
    expect(extended.initial_states == ((),), "ExtConComp does not start with the empty sequence")
    alphabet = [*messages_to((0, 1, 2)), "neither"]
    cases = [words for length in (1, 2) for words in product(alphabet, repeat=length)]
    cases += [(*messages_to(()), *words) for words in product(alphabet, repeat=3)]
    for messages in cases:
        expect(answers(extended, messages) == answers_by_hand(messages), f"ExtConComp answers {messages} otherwise")
    witness = first_case(
        (m for m in cases if any(CLOSED in given and given[-1] in BITS for given in answers(extended, m))),
        "no mechanism ends while another goes on",
    )
    control = first_case(
        (m for m in cases if answers(extended, m) != answers_by_hand([_from_zero(message) for message in m])),
        "counting mechanisms from 0 makes no difference",
    )
    return Outcome(
        verdict="exact",
        scope="all sequences of up to two messages, and of three after two creations, over two creation queries, "
        "queries for mechanisms 0, 1 and 2, and a message that is neither",
        size=len(cases),
        witness=f"after “{describe(witness)}” one mechanism has ended and another answers",
        control=f"counting the created mechanisms from 0 changes the answers to “{describe(control)}”",
        notes=(
            "Conventions: a creation is answered ⊤; a created mechanism that has halted answers `closed`; "
            "a query for a mechanism that does not exist halts everything.",
        ),
    )


def _from_zero(message: Any) -> Any:
    return Query(payload=message.payload, index=message.index + 1) if type(message) is Query else message


def _flattened(messages: Sequence[Any]) -> list[Any] | None:
    """The messages that say the same to one ExtConComp; None if one addresses what is not there."""
    outer: list[int | None] = []
    inner: list[int] = []
    flat: list[Any] = []
    made = 0
    for message in messages:
        nested = type(message) is Query and not isinstance(message.payload, int)
        said = message.payload if nested else message
        if type(said) is Create:
            if isinstance(said.mechanism, InteractiveMechanism) and said.mechanism.name == "ExtConComp":
                outer.append(None)
                continue
            made += 1
            (inner if nested else outer).append(made)
            flat.append(said)
        else:
            known = inner if nested else outer
            if not 1 <= said.index <= len(known) or known[said.index - 1] is None:
                return None
            flat.append(Query(payload=said.payload, index=known[said.index - 1]))
        if nested and not (1 <= message.index <= len(outer) and outer[message.index - 1] is None):
            return None
    return flat


def _itself(function: Any, privacy: PrivacyParameters) -> Any:
    """The creation query for ExtConComp."""
    extended = extended_concurrent_composition()
    return Create(mechanism=extended, initial=(), e_eps=privacy.e_eps, delta=privacy.delta, function=function)


@check("HSV26 Remark 4.2")
def nested_composition_is_the_flattened_one() -> Outcome:
    """ExtConComp created inside ExtConComp answers as if its mechanisms had been created outside, with equal δ."""
    first, second = small_components()
    itself = _itself(ANY, PrivacyParameters(Fraction(1), Fraction(1)))
    inside = [Query(payload=message, index=1) for message in messages_to((1, 2))]
    alphabet = [*messages_to((2, 3)), *inside]
    cases = [
        ((itself, *words), flat)
        for words in product(alphabet, repeat=4)
        if (flat := _flattened((itself, *words))) is not None
    ]
    extended = extended_concurrent_composition()
    for messages, flat in cases:
        expect(
            answers(extended, messages).map(lambda given: given[1:]) == answers(extended, flat),
            f"{messages} is not answered as {flat}",
        )
    witness = first_case(
        (m for m, _ in cases if first.create in m and Query(payload=second.create, index=1) in m and _asks_both(m)),
        "no sequence talks to a mechanism inside and one outside",
    )
    control = first_case(
        (m for m, flat in cases if answers(extended, _unwrapped(m[1:])) != answers(extended, flat)),
        "indices need no translation",
    )
    deltas = [_nested_and_flat(first, second, e_eps) for e_eps in ODDS]
    expect(all(nested == flat for nested, flat in deltas), f"nested and flattened games differ: {deltas}")
    expect(deltas[0][0] > 0, "the nested game tells nothing")
    return Outcome(
        verdict="exact",
        scope="all sequences of four messages to mechanisms inside and outside an inner ExtConComp that address what "
        "is there; the verified composition of two mechanisms at e^ε in 1, 3/2, 3",
        size=len(cases),
        witness=f"“{describe(witness)}”; the game with a nested composition needs δ = {deltas[0][0]} at e^ε = 1, "
        f"as the "
        "flat one",
        control=f"sending what is meant for inside outside, under the same index, answers "
        f"“{describe(control)}” otherwise",
        notes=("Creation queries range over a catalogue of fixed ones, which may hold ExtConComp itself.",),
    )


def _unwrapped(messages: Sequence[Any]) -> list[Any]:
    """The messages with those to the inner ExtConComp sent outside, their indices as they are."""
    return [m if type(m) is Create or isinstance(m.payload, int) else m.payload for m in messages]


def _asks_both(messages: Sequence[Any]) -> bool:
    asked: list[Any] = [message for message in messages if type(message) is Query]
    return any(isinstance(m.payload, int) for m in asked) and any(type(m.payload) is Query for m in asked)


def _nested_and_flat(first: Component, second: Component, e_eps: Fraction) -> tuple[Fraction, Fraction]:
    """The least δ of a composition inside a composition, and of the same one alone."""
    flat = of_fixed_parameters((first, second))
    messages = menu((first, second), 2)
    inner = _itself(flat, PrivacyParameters(Fraction(1), Fraction(1)))
    outer = Catalogue(frozenset({inner})).bind(Suitable)
    nested = (creation(inner), *(query_pair(left, right, 1) for left, right in messages))
    rounds = 4
    return (
        least_delta(composition_game(outer, nested, rounds + 1), e_eps),
        least_delta(composition_game(flat, messages, rounds), e_eps),
    )
