"""The verification functions of concurrent compositions, once more.

Each is a plain predicate on the whole sequence of message pairs, sentence by sentence as the definition has it. There
are no registers here and nothing is shared with the language, so that the functions written there have something
independent to agree with. The definitions of fixed mechanisms, fixed parameters and filters are in this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.composition.filtered import Filter
from concomp.model.composition.messages import Create, Query
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.privacy import continual_game, least_delta_by_definition
from concomp.model.mechanisms.randomised_response import BITS, EXPOSED, NOISY
from concomp.model.mechanisms.verification import is_valid

Messages = Sequence[Any]
Asserted = Callable[[Any], bool]
"""A creation query ↦ whether M is continual with the single initial state s and (ε,δ)-DP with respect to f."""
Clause = Callable[[Messages, int, Asserted], bool]
"""(messages, position from 0, …) ↦ whether the clause holds of the message there."""


def asserted_by_definition(rounds: int) -> Asserted:
    """What a creation query asserts, decided by listing every adversary of at most `rounds` messages."""
    known: dict[Any, bool] = {}

    def asserted(create: Any) -> bool:
        if create not in known:
            known[create] = _is_single(create) and _is_private(create, rounds)
        return known[create]

    return asserted


def _is_single(create: Any) -> bool:
    return bool(create.mechanism.initial_states == (create.initial,))


def _is_private(create: Any, rounds: int) -> bool:
    if create.e_eps < 1 or not 0 <= create.delta <= 1:
        return False
    game = continual_game(create.function, create.mechanism, product(create.mechanism.queries, repeat=2), rounds)
    return bool(least_delta_by_definition(game, create.e_eps) <= create.delta)


def is_creation(message: Any) -> bool:
    """Whether a message is a pair of identical creation queries."""
    return _is_pair_of(message, Create) and bool(message[0] == message[1])


def is_query(message: Any) -> bool:
    """Whether a message is a pair of queries with one index."""
    return _is_pair_of(message, Query) and bool(message[0].index == message[1].index)


def _is_pair_of(message: Any, *kinds: type) -> bool:
    return isinstance(message, tuple) and len(message) == 2 and all(type(side) in kinds for side in message)


def creations(messages: Messages) -> list[Any]:
    """The creation queries of the sequence, one for each creation, in order."""
    return [message[0] for message in messages if is_creation(message)]


def pairs_sent_to(messages: Messages, index: int) -> list[tuple[Any, Any]]:
    """The pairs (q_0, q_1) of the messages ((q_0, index), (q_1, index)), in order."""
    queries = [message for message in messages if is_query(message) and message[0].index == index]
    return [(left.payload, right.payload) for left, right in queries]


def _form(messages: Messages, position: int, asserted: Asserted) -> bool:
    return is_creation(messages[position]) or is_query(messages[position])


def _exists(messages: Messages, position: int, asserted: Asserted) -> bool:
    message = messages[position]
    return not is_query(message) or 1 <= message[0].index <= len(creations(messages[:position]))


def _in_query_space(messages: Messages, position: int, asserted: Asserted) -> bool:
    message = messages[position]
    if not is_query(message):
        return True
    before = creations(messages[:position])
    if not 1 <= message[0].index <= len(before):
        return True
    space = before[message[0].index - 1].mechanism.queries
    return message[0].payload in space and message[1].payload in space


def _as_asserted(messages: Messages, position: int, asserted: Asserted) -> bool:
    return not is_creation(messages[position]) or asserted(messages[position][0])


def _valid_for_each(messages: Messages, position: int, asserted: Asserted) -> bool:
    if not is_creation(messages[position]):
        return True
    number = len(creations(messages[: position + 1]))
    return is_valid(messages[position][0].function, pairs_sent_to(messages, number))


CLAUSES: Mapping[str, Clause] = {
    "(i)": _form,
    "(ii)": _exists,
    "(iii)": _in_query_space,
    "(iv)": _as_asserted,
    "(v)": _valid_for_each,
}
"""The conditions of a suitable sequence; clause (v) with the index of its repair."""


def validity_as_printed(messages: Messages, position: int, asserted: Asserted) -> bool:
    """Clause (v) as printed, which looks for creation j among the messages before it."""
    if not is_creation(messages[position]):
        return True
    before = [place for place in range(position) if is_creation(messages[place])]
    numbers = [number for number, place in enumerate(before, 1) if place == position]
    return all(is_valid(messages[position][0].function, pairs_sent_to(messages, number)) for number in numbers)


def suitable(messages: Messages, asserted: Asserted, clauses: Mapping[str, Clause] = CLAUSES) -> bool:
    """Definition 4.5: whether every clause holds of every message."""
    return all(clause(messages, place, asserted) for place in range(len(messages)) for clause in clauses.values())


def fixed_mechanisms(messages: Messages, alphas: Sequence[Any], asserted: Asserted) -> bool:
    """Definition 4.9 repaired: suitable, the first k messages create α_1, …, α_k, and no later one creates."""
    begun = all(message == (alpha, alpha) for message, alpha in zip(messages, alphas, strict=False))
    return suitable(messages, asserted) and begun and not any(map(is_creation, messages[len(alphas) :]))


def fixed_mechanisms_as_printed(messages: Messages, alphas: Sequence[Any], asserted: Asserted) -> bool:
    """Definition 4.9 as printed: m_1, …, m_k are suitable and create α_1, …, α_k; fewer messages are all tested.

    Of the later ones it says that each is a pair m_j = (m_j^0, m_j^1).
    """
    first = messages[: len(alphas)]
    return (
        all(_is_pair_of(message, Create, Query) for message in messages)
        and suitable(first, asserted)
        and all(message == (alpha, alpha) for message, alpha in zip(first, alphas, strict=False))
    )


def fixed_parameters(
    messages: Messages, slots: Sequence[PrivacyParameters], asserted: Asserted, discrete: Callable[[Any], bool]
) -> bool:
    """Definition 4.11: suitable, at most k creations, all discrete, their parameters a sub-multiset of the slots."""
    created = creations(messages)
    parameters = Counter((create.e_eps, create.delta) for create in created)
    return (
        suitable(messages, asserted)
        and len(created) <= len(slots)
        and all(map(discrete, created))
        and parameters <= Counter((slot.e_eps, slot.delta) for slot in slots)
    )


def filtered(messages: Messages, accepts: Filter, asserted: Asserted) -> bool:
    """Definition 12.2: suitable, and the filter accepts the parameters of all creations so far."""
    parameters = tuple((create.e_eps, create.delta) for create in creations(messages))
    return suitable(messages, asserted) and accepts(parameters)


def filtered_responses(messages: Messages, accepts: Filter, asserted: Asserted) -> bool:
    """Definition 12.3: moreover every created mechanism is the randomised response with its declared parameters."""
    return filtered(messages, accepts, asserted) and all(map(is_response, creations(messages)))


def is_response(create: Any) -> bool:
    """Whether M answers one bit as RR_{ε,δ} does and then halts, and f accepts exactly one pair of bits."""
    pairs = list(product(BITS, repeat=2))
    return (
        all(_answers_as_response(create, bit) for bit in BITS)
        and all(is_valid(create.function, [pair]) for pair in pairs)
        and not any(is_valid(create.function, two) for two in product(pairs, repeat=2))
    )


def _answers_as_response(create: Any, bit: int) -> bool:
    noise: Fraction = (1 - create.delta) / (1 + create.e_eps)
    expected = {(EXPOSED, bit): create.delta, (NOISY, bit): create.e_eps * noise, (NOISY, 1 - bit): noise}
    reply = create.mechanism.respond(create.initial, bit)
    again = [create.mechanism.respond(state, other) for state, _ in reply for other in BITS]
    return reply.map(lambda sent: sent[1]) == Law(expected) and all(
        law.map(lambda sent: sent[1]) == Law.point(HALT) for law in again
    )
