"""The verification functions of fixed mechanisms and of fixed parameters: in the language against the sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from concomp.model.composition.catalogue import catalogue
from concomp.model.composition.extended import creation, query_pair
from concomp.model.composition.fixed import FixedMechanisms, FixedMechanismsAsPrinted, FixedParameters
from concomp.model.composition.messages import Create
from concomp.model.composition.slots import Parameters
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.hsv26.composition.fixed import _labels
from concomp.obligations.expectation import expect
from concomp.obligations.families.compositions.components import Component, describe, response_component
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.functions.agreement import agreement
from concomp.obligations.families.functions.differences import Sentence, control_by_variants, difference, differences
from concomp.obligations.families.functions.specifications import (
    asserted_by_definition,
    creations,
    fixed_mechanisms,
    fixed_mechanisms_as_printed,
    fixed_parameters,
    suitable,
)


def _alphabet(parts: Sequence[Component], further: Sequence[Any] = ()) -> list[Any]:
    """Creations, right ones and an unequal one; queries with indices from 0 to one too many; and what is no pair."""
    creates = [each.create for each in parts]
    return [
        *map(creation, creates),
        *further,
        (creates[0], creates[1]),
        *(query_pair(left, right, index) for left, right in ((0, 0), (0, 1), (1, 0)) for index in range(3)),
        query_pair(0, 2, 1),
        creates[0],
    ]


@check("HSV26 Definition 4.9 (repaired)")
def fixed_mechanisms_in_the_language() -> Outcome:
    """The function in the language accepts what the repaired sentence accepts, and the printed one what is printed."""
    first, second = small_components()
    third = response_component(PrivacyParameters(Fraction(2), Fraction(1, 4)))
    alphas = (first.create, second.create)
    asserted = asserted_by_definition(2)
    known = catalogue(alphas, 2)
    alphabet = _alphabet((first, second, third))
    length = 5
    repaired = known.bind(FixedMechanisms, 2, alphas=alphas)
    agreed = agreement(repaired, lambda words: fixed_mechanisms(words, alphas, asserted), alphabet, length)
    expect(agreed.differing is None, f"the function and the sentence differ on “{describe(agreed.differing or ())}”")
    printed = known.bind(FixedMechanismsAsPrinted, 2, alphas=alphas)
    as_printed = agreement(
        printed, lambda words: fixed_mechanisms_as_printed(words, alphas, asserted), alphabet, length - 1
    )
    expect(as_printed.differing is None, f"the two printed forms differ on “{describe(as_printed.differing or ())}”")
    variants: dict[str, Sentence] = {
        "as printed": lambda words: fixed_mechanisms_as_printed(words, alphas, asserted),
        "without suitability": lambda words: _in_order(words, alphas),
        "with the α in any order": lambda words: _in_any_order(words, alphas, asserted),
        "with later creations": lambda words: (
            suitable(words, asserted) and fixed_mechanisms_as_printed(words, alphas, asserted)
        ),
    }
    return Outcome(
        verdict="exact",
        scope=f"two fixed mechanisms; all sequences of up to {length} messages, invalid ones extended no further, over "
        f"{len(alphabet)} messages: three creations, an unequal one, queries with indices 0 to 2 and outside the query "
        "space, and what is no pair",
        size=agreed.compared,
        witness=f"{agreed.accepted} sequences are accepted, such as “{describe(agreed.longest)}”",
        control=control_by_variants(differences(repaired, variants, alphabet, 4)),
        notes=("The function as printed agrees with the printed sentence in the same way, up to one message less.",),
    )


def _in_order(messages: Sequence[Any], alphas: Sequence[Any]) -> bool:
    begun = all(message == (alpha, alpha) for message, alpha in zip(messages, alphas, strict=False))
    return begun and not creations(messages[len(alphas) :])


def _in_any_order(messages: Sequence[Any], alphas: Sequence[Any], asserted: Any) -> bool:
    first = creations(messages[: len(alphas)])
    return (
        suitable(messages, asserted)
        and len(first) == min(len(messages), len(alphas))
        and Counter(first) <= Counter(alphas)
        and not creations(messages[len(alphas) :])
    )


@check("HSV26 Definition 4.11")
def fixed_parameters_in_the_language() -> Outcome:
    """The function in the language accepts what the sentence accepts: exact labels, each slot once, any order."""
    first, second = small_components()
    response = response_component(PrivacyParameters(Fraction(2), Fraction(1, 4)))
    modest = Component(first.mechanism, first.function, PrivacyParameters(Fraction(3), Fraction(1, 8)), 2)
    known = catalogue([each.create for each in (first, second, modest)], 2)
    asserted = asserted_by_definition(2)
    slots = (first.privacy, first.privacy, second.privacy)
    given = tuple(Parameters(e_eps=slot.e_eps, delta=slot.delta) for slot in slots)
    alphabet = _alphabet((first, second, response), [creation(modest.create)])
    length = 5

    def sentence(words: tuple[Any, ...], slots: Sequence[PrivacyParameters] = slots) -> bool:
        return fixed_parameters(words, slots, asserted, lambda create: True)

    function = known.bind(FixedParameters, len(slots), slots=given)
    agreed = agreement(function, sentence, alphabet, length)
    expect(agreed.differing is None, f"the function and the sentence differ on “{describe(agreed.differing or ())}”")
    continuous = FixedParameters(
        len(slots),
        slots=given,
        established=known.establishes,
        discrete=lambda mechanism, function: mechanism is not second.mechanism,
    )
    discrete = agreement(
        continuous,
        lambda words: fixed_parameters(words, slots, asserted, lambda c: c.mechanism is not second.mechanism),
        alphabet,
        4,
    )
    expect(discrete.differing is None, f"they differ on discreteness at “{describe(discrete.differing or ())}”")
    variants: dict[str, Sentence] = {
        "labels at most those of the slots": lambda words: sentence(tuple(map(_rounded_up, words))),
        "labels a subset": lambda words: (
            suitable(words, asserted)
            and {(c.e_eps, c.delta) for c in creations(words)} <= {(s.e_eps, s.delta) for s in slots}
        ),
        "one slot fewer": lambda words: sentence(words, slots[1:]),
    }
    noticed = [
        *differences(function, variants, alphabet, 4),
        difference(continuous, "no answers need be discrete", sentence, alphabet, 4),
    ]
    return Outcome(
        verdict="exact",
        scope=f"slots {_labels(slots)}; all sequences of up to {length} messages, invalid ones extended no further, "
        f"over {len(alphabet)} messages: four creations, an unequal one, queries with indices 0 to 2 and outside the "
        "query space, and what is no pair; once more, up to four messages, with a mechanism that is not discrete",
        size=agreed.compared + discrete.compared,
        witness=f"{agreed.accepted} sequences are accepted, such as “{describe(agreed.longest)}”",
        control=control_by_variants(noticed),
    )


def _rounded_up(message: Any) -> Any:
    """A creation with a label below that of the slot (3, 1/4), as if it fitted there."""
    if not isinstance(message, tuple) or type(message[0]) is not Create:
        return message
    create: Any = message[0]
    fits = create.e_eps == Fraction(3) and 0 < create.delta < Fraction(1, 4)
    return creation(small_components()[1].create) if fits else message
