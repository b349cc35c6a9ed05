"""Suitable sequences: what is written in the language against the five clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.composition.catalogue import Catalogue, catalogue
from concomp.model.composition.extended import creation, query_pair
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.suitable import Suitable
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect
from concomp.obligations.families.compositions.components import describe, response_component
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.functions.agreement import agreement
from concomp.obligations.families.functions.specifications import (
    CLAUSES,
    asserted_by_definition,
    suitable,
    validity_as_printed,
)
from concomp.obligations.families.small.functions import ANY
from concomp.obligations.families.small.mechanisms import random_trees


def suitable_alphabet() -> list[Any]:
    """Messages that are right, and messages that break each clause."""
    first, second = small_components()
    response = response_component(PrivacyParameters(Fraction(2), Fraction(1, 4)))
    overstated = Create(
        mechanism=second.mechanism, initial=(), e_eps=second.privacy.e_eps, delta=ZERO, function=second.function
    )
    elsewhere = Create(
        mechanism=first.mechanism,
        initial="another state",
        e_eps=first.privacy.e_eps,
        delta=first.privacy.delta,
        function=first.function,
    )
    several = random_trees(2, 1, 2, 1, seed=45).members[0]
    not_continual = Create(
        mechanism=several, initial=several.initial_states[0], e_eps=Fraction(1), delta=Fraction(1), function=ANY
    )
    return [
        *(creation(each.create) for each in (first, second, response)),
        (first.create, second.create),
        creation(overstated),
        creation(elsewhere),
        creation(not_continual),
        (first.create, Query(payload=0, index=1)),
        first.create,
        "neither",
        *(query_pair(left, right, index) for left, right in ((0, 0), (0, 1), (1, 0)) for index in (1, 2)),
        query_pair(0, 0, 0),
        query_pair(0, 1, 4),
        query_pair(0, 0, -1),
        (Query(payload=0, index=1), Query(payload=0, index=2)),
        query_pair(0, 2, 1),
        query_pair(2, 2, 2),
    ]


def suitable_catalogue() -> Catalogue:
    """The creation queries of the alphabet that assert what is so."""
    return catalogue((each.create for each in small_components()), 2)


@check("HSV26 Definition 4.5")
def suitable_sequences_by_clauses() -> Outcome:
    """The function in the language accepts the sequences that satisfy the five clauses, and each clause is needed."""
    alphabet = suitable_alphabet()
    function = suitable_catalogue().bind(Suitable)
    asserted = asserted_by_definition(2)
    length = 4
    agreed = agreement(function, lambda words: suitable(words, asserted), alphabet, length)
    expect(agreed.differing is None, f"the function and the clauses differ on {agreed.differing!r}")
    for words in product(alphabet, repeat=2):
        accepted = function(words)
        expect(accepted == suitable(words, asserted), f"the function and the clauses differ on {words!r}")
    needed = []
    for clause in CLAUSES:
        fewer = {name: holds for name, holds in CLAUSES.items() if name != clause}
        without = agreement(function, _suitable_by(fewer, asserted), alphabet, 3)
        expect(without.differing is not None, f"clause {clause} is never needed")
        needed.append(f"{clause} “{describe(without.differing or ())}”")
    printed = agreement(function, _suitable_by({**CLAUSES, "(v)": validity_as_printed}, asserted), alphabet, 3)
    expect(printed.differing is not None, "clause (v) as printed is the intended one")
    return Outcome(
        verdict="exact",
        scope=f"all sequences of up to {length} messages, invalid ones extended no further, over {len(alphabet)} "
        "messages: creations that are right, false, unequal, of mechanisms with two initial states or the wrong one; "
        "queries with indices −1, 0, 1, 2, 4, with two indices, outside the query space; and what is no pair",
        size=agreed.compared,
        witness=f"{agreed.accepted} sequences are accepted, such as “{describe(agreed.longest)}”",
        control=f"with clause (v) as printed “{describe(printed.differing or ())}” is accepted, not being f-valid",
        notes=(
            "Sequences that one clause alone rejects: " + ", ".join(needed),
            "As printed, clause (v) looks for the creation m_j among m_1, …, m_{j−1}, where it never is.",
            "Clause (iv) is decided by backward induction in the one formulation, by listing adversaries in the other.",
        ),
    )


def _suitable_by(clauses: Mapping[str, Any], asserted: Any) -> Callable[[tuple[Any, ...]], bool]:
    return lambda words: suitable(words, asserted, clauses)
