"""The verification functions of parallel compositions, once more.

Each is a plain predicate on the whole sequence of message pairs, sentence by sentence as the definition has it, and
shares nothing with the language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.obligations.families.functions.specifications import (
    Asserted,
    Messages,
    creations,
    is_response,
    pairs_sent_to,
    suitable,
)


def exceptional(messages: Messages) -> list[Any]:
    """The creation queries of the mechanisms in J: those that got a pair (q_0, q_1) with q_0 ≠ q_1."""
    return [
        create
        for index, create in enumerate(creations(messages), 1)
        if any(left != right for left, right in pairs_sent_to(messages, index))
    ]


def sparse_parallel(messages: Messages, slots: Sequence[PrivacyParameters], asserted: Asserted) -> bool:
    """Definition 5.1: suitable, and the parameters of the exceptional mechanisms are a sub-multiset of the slots."""
    taken = Counter((create.e_eps, create.delta) for create in exceptional(messages))
    return suitable(messages, asserted) and taken <= Counter((slot.e_eps, slot.delta) for slot in slots)


def within_delta(messages: Messages, delta: Fraction) -> bool:
    """1 − ∏(1 − δ'_j) ≤ delta over all created mechanisms."""
    return 1 - prod((1 - create.delta for create in creations(messages)), start=Fraction(1)) <= delta


def sparse_parallel_with_budget(
    messages: Messages, odds: Sequence[Fraction], delta: Fraction, asserted: Asserted
) -> bool:
    """Definition 5.3: suitable, the e^ε of the exceptional ones a sub-multiset of `odds`, and δ' ≥ 1 − ∏(1 − δ'_j)."""
    taken = Counter(create.e_eps for create in exceptional(messages))
    return suitable(messages, asserted) and taken <= Counter(odds) and within_delta(messages, delta)


def pure_delta_responses(messages: Messages, delta: Fraction, asserted: Asserted) -> bool:
    """Definition 5.8: suitable, all created mechanisms are RR_{0,δ'_j} with their functions, δ ≥ 1 − ∏(1 − δ'_j)."""
    return (
        suitable(messages, asserted)
        and all(is_response(create) and create.e_eps == 1 for create in creations(messages))
        and within_delta(messages, delta)
    )


def sparse_responses(messages: Messages, odds: Sequence[Fraction], delta: Fraction, asserted: Asserted) -> bool:
    """Definition 5.10: suitable; responses with ε'_j = 0 or δ'_j = 0; positive ε'_j among the slots; δ' as above."""
    created = creations(messages)
    return (
        suitable(messages, asserted)
        and all(is_response(create) and (create.e_eps == 1 or create.delta == 0) for create in created)
        and Counter(create.e_eps for create in created if create.e_eps > 1) <= Counter(odds)
        and within_delta(messages, delta)
    )


def consistent_parallel(
    messages: Messages, slots: Sequence[PrivacyParameters], asserted: Asserted, consistent: Callable[[Any], bool]
) -> bool:
    """Definition 5.13: as Definition 5.1, and the function of every created mechanism is first-pair consistent."""
    return sparse_parallel(messages, slots, asserted) and all(
        consistent(create.function) for create in creations(messages)
    )
