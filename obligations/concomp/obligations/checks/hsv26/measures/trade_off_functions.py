"""The verification functions of compositions of f-private mechanisms: in the language against the sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from concomp.model.composition.extended import creation, query_pair
from concomp.model.composition.messages import Create
from concomp.model.composition.trade_offs import (
    TradeOffCatalogue,
    TradeOffCreate,
    TradeOffFiltered,
    TradeOffFirstPairConsistentParallel,
    TradeOffFixedParameters,
    TradeOffParallel,
    trade_off_assertion,
    trade_off_catalogue,
)
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.model.laws.trade_off import PERFECT, TradeOff
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.measures.communication import communicates_within
from concomp.model.mechanisms.measures.trade_offs import symmetric_trade_off, trade_off_by_definition
from concomp.model.mechanisms.privacy import continual_game, exchange_worlds
from concomp.model.mechanisms.verification import VerificationFunction
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect
from concomp.obligations.families.functions.agreement import Word, agreement
from concomp.obligations.families.functions.parallel_specifications import consistent_parallel, sparse_parallel
from concomp.obligations.families.functions.specifications import creations, filtered, fixed_parameters
from concomp.obligations.families.small.continual import random_continual_machines, two_stage_mechanism
from concomp.obligations.families.small.functions import ANY, FIRST_PAIR_CONSISTENT

LENGTH = 3
HALF = Fraction(1, 2)
LATE = two_stage_mechanism(HALF, (Fraction(1, 4), Fraction(3, 4), HALF, HALF))
FAINT = two_stage_mechanism(HALF, (Fraction(1, 3), Fraction(2, 3), HALF, HALF))
"""After the answer 0 a noisy bit, after the answer 1 a fair coin."""
ENDLESS = next(iter(random_continual_machines(4, 1, seed=146)))
PAIRS = tuple(product((0, 1), repeat=2))
Sentence = Callable[[Word], bool]


@cache
def own(mechanism: InteractiveMechanism, function: VerificationFunction) -> TradeOff:
    """The largest symmetric f with which a mechanism is f-DP for a function."""
    return symmetric_trade_off(continual_game(function, mechanism, PAIRS, 2))


def late() -> TradeOff:
    """That of the first mechanism, to which differing pairs may be sent at any time."""
    return own(LATE, ANY)


def early() -> TradeOff:
    """That of the second one, for a first-pair consistent function."""
    return own(FAINT, FIRST_PAIR_CONSISTENT)


@cache
def _creates() -> tuple[Any, ...]:
    """Two that hold, the second with a first-pair consistent function; too large an f; one that never ends."""
    return (
        trade_off_assertion(LATE, late(), ANY),
        trade_off_assertion(FAINT, early(), FIRST_PAIR_CONSISTENT),
        trade_off_assertion(LATE, PERFECT, ANY),
        trade_off_assertion(ENDLESS, TradeOff(((ZERO, ZERO), (Fraction(1), ZERO))), ANY),
    )


@cache
def known() -> TradeOffCatalogue:
    """The first two."""
    return trade_off_catalogue(_creates()[:2], 2, [FIRST_PAIR_CONSISTENT])


@dataclass(frozen=True)
class Labels:
    """Privacy functions by number, so that sentences about ε can be read as ones about them."""

    functions: tuple[TradeOff, ...]

    def of(self, function: TradeOff) -> PrivacyParameters:
        """The number of a function, as an e^ε."""
        return PrivacyParameters(Fraction(self.functions.index(function) + 1), ZERO)

    def read(self, words: Word) -> Word:
        """The messages with these numbers in place of functions."""
        return tuple(tuple(map(self._read, word)) if isinstance(word, tuple) else self._read(word) for word in words)

    def _read(self, message: Any) -> Any:
        if type(message) is not TradeOffCreate:
            return message
        kept = {name: getattr(message, name) for name in ("mechanism", "initial", "delta", "function")}
        privacy: Any = message.privacy
        return Create(e_eps=self.of(privacy).e_eps, **kept)

    def asserted(self, create: Any) -> bool:
        """Whether the mechanism is f-DP, by all adversaries of two messages, and communicates finitely."""
        return communicates_within(create.mechanism, 2) and _is_private(
            create.mechanism, create.function, self.functions[int(create.e_eps) - 1]
        )


@cache
def _is_private(mechanism: Any, function: Any, privacy: TradeOff) -> bool:
    game = continual_game(function, mechanism, PAIRS, 2)
    return all(trade_off_by_definition(each) >= privacy for each in (game, exchange_worlds(game)))


@cache
def labels() -> Labels:
    """The functions that are named."""
    return Labels(tuple(dict.fromkeys(create.privacy for create in _creates())))


def _alphabet() -> list[Any]:
    queries = (query_pair(left, right, index) for left, right in ((0, 0), (0, 1)) for index in (1, 2))
    return [*map(creation, _creates()), (_creates()[0], _creates()[1]), *queries, _creates()[0]]


def at_most_one(spent: Any) -> bool:
    """The filter that accepts one creation."""
    return len(spent) <= 1


@cache
def functions() -> Mapping[str, tuple[VerificationFunction, Sentence]]:
    """Each function, and the sentence that defines it."""
    read, asserted, of = labels().read, labels().asserted, labels().of
    return {
        "g_FDP": (
            known().bind(TradeOffFixedParameters, 2, slots=(late(), early())),
            lambda words: fixed_parameters(read(words), (of(late()), of(early())), asserted, lambda create: True),
        ),
        "g_{FDP,∞}": (
            known().bind(TradeOffParallel, 1, slots=(late(),)),
            lambda words: sparse_parallel(read(words), (of(late()),), asserted),
        ),
        "g_{FDP,∞,FPC}": (
            known().bind(TradeOffFirstPairConsistentParallel, 1, slots=(early(),)),
            lambda words: consistent_parallel(
                read(words), (of(early()),), asserted, lambda function: function is FIRST_PAIR_CONSISTENT
            ),
        ),
        "g_FDP^Filt": (
            known().bind(TradeOffFiltered, within_budget=at_most_one),
            lambda words: filtered(read(words), at_most_one, asserted),
        ),
    }


@check("HSV26 Section 14: g_FDP, g_{FDP,inf}, g_{FDP,inf,FPC}, g_FDP^Filt")
def compositions_of_private_functions_in_the_language() -> Outcome:
    """The four functions in the language accept what their sentences accept; what is left out is noticed."""
    compared = accepted = 0
    for name, (function, sentence) in functions().items():
        found = agreement(function, sentence, _alphabet(), LENGTH)
        expect(found.differing is None, f"{name} and its sentence differ on {found.differing}")
        compared, accepted = compared + found.compared, accepted + found.accepted
    read, asserted, slot = labels().read, labels().asserted, labels().of(late())
    parallel = functions()["g_{FDP,∞}"][0]
    wrong: Mapping[str, Sentence] = {
        "endless mechanisms too": lambda words: sparse_parallel(
            read(words), (slot,), lambda create: create.mechanism is ENDLESS or asserted(create)
        ),
        "too large an f": lambda words: sparse_parallel(
            read(words), (slot,), lambda create: communicates_within(create.mechanism, 2)
        ),
        "every created mechanism takes a slot": lambda words: (
            sparse_parallel(read(words), (slot,), asserted) and len(creations(read(words))) <= 1
        ),
        "any exceptional mechanism": lambda words: sparse_parallel(read(words), (slot, labels().of(early())), asserted),
    }
    for name, variant in wrong.items():
        expect(agreement(parallel, variant, _alphabet(), LENGTH).differing is not None, f"{name}: nothing differs")
    return Outcome(
        verdict="exact",
        scope=f"{', '.join(functions())}; all sequences of up to {LENGTH} messages, invalid ones extended no further: "
        "creations of two mechanisms that are as private as they say, of one that is not, of one that never ends, "
        "queries, and what is no pair",
        size=compared,
        witness=f"{accepted} sequences are accepted",
        control=f"{len(wrong)} variants differ: {'; '.join(wrong)}",
    )
