"""The verification functions of compositions as subjects of mutation.

For each there are settings, that is values for its parameters and a set from which creation queries are taken, with
the sentence that says what the function accepts there, and an alphabet of messages, right and wrong in many ways. The
mechanisms that are created answer nothing, so that they have whatever privacy parameters a creation query asserts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from concomp.model.composition.catalogue import assertion_of, catalogue
from concomp.model.composition.extended import creation, query_pair
from concomp.model.composition.filtered import Filter, Filtered, FilteredResponses, product_filter, sum_filter
from concomp.model.composition.first_pair import FirstPairConsistentParallel
from concomp.model.composition.fixed import FixedMechanisms, FixedMechanismsAsPrinted, FixedParameters
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.parallel import (
    PureDeltaResponses,
    SparseParallel,
    SparseParallelWithDeltaBudget,
    SparseResponses,
)
from concomp.model.composition.suitable import Suitable, admits, continues
from concomp.model.language import Monitor
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.verification import Pair, Predicate, VerificationFunction, is_valid
from concomp.obligations.families.compositions.components import response_component
from concomp.obligations.families.compositions.small_games import pure_slots, slots
from concomp.obligations.families.functions.parallel_specifications import (
    consistent_parallel,
    pure_delta_responses,
    sparse_parallel,
    sparse_parallel_with_budget,
    sparse_responses,
)
from concomp.obligations.families.functions.specifications import (
    asserted_by_definition,
    filtered,
    filtered_responses,
    fixed_mechanisms,
    fixed_mechanisms_as_printed,
    fixed_parameters,
    suitable,
)
from concomp.obligations.families.mutation.subject import Indifference, MutationSubject, Setting
from concomp.obligations.families.small.functions import ANY, FIRST_PAIR_CONSISTENT, PAIRS, sequences_of
from concomp.obligations.families.small.mechanisms import BITS

ROUNDS = 2

REPEATING = Predicate(lambda sequence: all(pair == sequence[0] for pair in sequence), "the first pair again and again")
"""A function whose every state says which pair was sent, and which side was which; it is first-pair consistent."""

CONTINUOUS = Predicate(lambda sequence: True, "any, answered continuously")
"""A function for which the answers count as not discrete."""

SENT_ONCE = Indifference(
    {admits: 2, continues: 2},
    "a function accepts one message, whichever it is, as those of randomised responses do",
)

SILENT = InteractiveMechanism(lambda state, query: Law.point((state, "")), ("only",), BITS, "silent")


def silent(e_eps: Fraction, delta: Fraction, function: VerificationFunction = ANY) -> Any:
    """A creation query for the silent mechanism, which asserts these parameters."""
    return assertion_of(SILENT, PrivacyParameters(e_eps, delta), function)


def response(e_eps: Fraction, delta: Fraction) -> Any:
    """The creation query for the randomised response with these parameters."""
    return response_component(PrivacyParameters(e_eps, delta)).create


@cache
def false_creations() -> tuple[Any, ...]:
    """Creation queries that assert what is not so: too little privacy loss, another state, one state of two."""
    telling = InteractiveMechanism(lambda state, query: Law.point((state, query)), ("only",), BITS, "telling")
    several = InteractiveMechanism(SILENT.step, ("one", "other"), BITS, "silent from either of two states")
    elsewhere = Create(mechanism=SILENT, initial="elsewhere", e_eps=Fraction(2), delta=ZERO, function=REPEATING)
    from_one = Create(mechanism=several, initial="one", e_eps=Fraction(2), delta=ZERO, function=REPEATING)
    return assertion_of(telling, PrivacyParameters(Fraction(2), ZERO), REPEATING), elsewhere, from_one


def everything(creates: Sequence[Any], top: int) -> tuple[Pair, ...]:
    """Messages that are right, and messages that break each clause of suitability.

    Identical creations, also false ones, and unequal ones either way round; queries with indices from -1 to `top`,
    identical or not, with unequal indices, and outside the query space on either side; creations beside queries.
    """
    first, second, *_ = creates
    ask = Query(payload=0, index=1)
    return (
        *map(creation, (*creates, *false_creations())),
        *(query_pair(left, right, index) for index in range(-1, top + 1) for left, right in PAIRS),
        *_both_ways(first, second),
        *_both_ways(first, ask),
        *_both_ways(ask, Query(payload=0, index=2)),
        *_both_ways(ask, Query(payload=2, index=1)),
        query_pair(2, 2, 1),
    )


def _both_ways(left: Any, right: Any) -> Iterator[Pair]:
    yield from ((left, right), (right, left))


def to_first(count: int, creates: Sequence[Any], pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Creations, and these pairs of queries for the mechanisms 1, …, count."""
    asked = (query_pair(left, right, index) for index in range(1, count + 1) for left, right in pairs)
    return (*map(creation, creates), *asked)


def subjects() -> tuple[MutationSubject, ...]:
    """The functions of compositions, among them that of fixed mechanisms as printed."""
    return tuple(map(subject, SUBJECTS))


@cache
def subject(name: str) -> MutationSubject:
    """The function of this name; it is read anew for every value of its sizes, which takes a while."""
    return SUBJECTS[name]()


def build(function: Callable[..., Monitor], offered: Collection[Any], *sizes: int, **given: Any) -> Monitor:
    """The function for compositions whose creation queries are taken from those that are offered."""
    known = {
        **catalogue((), ROUNDS, CONSISTENT).meanings,
        "established": _is_one_of(offered),
        "discrete": lambda mechanism, function: function is not CONTINUOUS,
    }
    declared = function(*sizes).definition.declared
    return function(*sizes, **{name: meaning for name, meaning in known.items() if name in declared}, **given)


def _is_one_of(offered: Collection[Any]) -> Callable[..., bool]:
    return lambda mechanism, initial, e_eps, delta, function: (
        Create(mechanism=mechanism, initial=initial, e_eps=e_eps, delta=delta, function=function) in offered
    )


@cache
def _by_definition() -> Callable[[Any], bool]:
    return asserted_by_definition(ROUNDS)


def as_asserted(offered: Collection[Any]) -> Callable[[Any], bool]:
    """Whether what a creation query asserts is so, and it is one of those that are offered."""
    return lambda create: create in offered and _by_definition()(create)


def _suitable() -> MutationSubject:
    creates = silent(Fraction(2), ZERO, REPEATING), silent(ONE, ZERO), response(Fraction(2), Fraction(1, 4))
    asserted = as_asserted(creates)
    function = build(Suitable, creates)
    setting = Setting(function, lambda words: suitable(words, asserted), everything(creates, 3), 4)
    return MutationSubject("Suitable", (setting,))


def _of_alphas(name: str, function: Callable[..., Monitor], sentence: Callable[..., bool]) -> MutationSubject:
    creates = first, second = silent(Fraction(2), ZERO, REPEATING), silent(ONE, ZERO)
    asserted = as_asserted(creates)
    messages = everything((*creates, response(Fraction(2), Fraction(1, 4))), 3)

    def setting(*alphas: Any) -> Setting:
        bound = build(function, creates, len(alphas), alphas=alphas)
        return Setting(bound, lambda words: sentence(words, alphas, asserted), messages, 4)

    false = false_creations()[0]
    return MutationSubject(
        name, (setting(first, second), setting(second, second), setting(false, first), setting(first, false))
    )


def _fixed_mechanisms() -> MutationSubject:
    return _of_alphas("FixedMechanisms", FixedMechanisms, fixed_mechanisms)


def _fixed_mechanisms_as_printed() -> MutationSubject:
    return _of_alphas("FixedMechanismsAsPrinted", FixedMechanismsAsPrinted, fixed_mechanisms_as_printed)


LABELS = tuple(
    PrivacyParameters(e_eps, delta) for e_eps, delta in product((Fraction(2), Fraction(3)), (ZERO, Fraction(1, 4)))
)
"""Every combination of two e^ε and two δ."""
SLOTS = ((LABELS[0], LABELS[1]), (LABELS[0], LABELS[2]), (LABELS[0], LABELS[3]), (LABELS[3], LABELS[0]))
"""Two slots that differ in δ, in e^ε, and in both, in either order."""
EQUAL = (LABELS[0], LABELS[0])
DIFFERENT = (0, 1)


def _fixed_parameters() -> MutationSubject:
    labelled = [silent(label.e_eps, label.delta) for label in LABELS]
    creates = (silent(Fraction(2), ZERO, REPEATING), *labelled, silent(Fraction(2), ZERO, CONTINUOUS))
    asserted = as_asserted(creates)

    def setting(given: Sequence[PrivacyParameters], messages: tuple[Pair, ...], length: int) -> Setting:
        function = build(FixedParameters, creates, len(given), slots=slots(*given))
        return Setting(function, lambda words: fixed_parameters(words, given, asserted, _is_discrete), messages, length)

    few = to_first(0, labelled, ())
    return MutationSubject(
        "FixedParameters",
        (
            setting(SLOTS[0], everything(creates, 2), 4),
            *(setting(given, few, 3) for given in (EQUAL, *SLOTS)),
        ),
    )


def _is_discrete(create: Any) -> bool:
    return create.function is not CONTINUOUS


def _of_slots(
    name: str,
    creates: Sequence[Any],
    setting: Callable[[Sequence[PrivacyParameters], tuple[Pair, ...], int], Setting],
    **known: Any,
) -> MutationSubject:
    """A function in which exceptional mechanisms take slots.

    The first of the creations has a function that remembers what was sent; the next four have the four labels.
    """
    labelled = creates[1:5]
    few = to_first(2, labelled, ((0, 0), DIFFERENT))
    one, two = (to_first(3, some, (DIFFERENT,)) for some in (labelled[:1], labelled[::3]))
    settings = (
        setting(SLOTS[3], everything(creates, 3), 3),
        setting(EQUAL, one, 6),
        setting(SLOTS[3], two, 6),
        *(setting(given, few, 5) for given in (EQUAL, *SLOTS)),
    )
    return MutationSubject(name, settings, **known)


def _sparse_parallel() -> MutationSubject:
    creates = (silent(Fraction(2), ZERO, REPEATING), *(silent(label.e_eps, label.delta) for label in LABELS))
    asserted = as_asserted(creates)

    def setting(given: Sequence[PrivacyParameters], messages: tuple[Pair, ...], length: int) -> Setting:
        function = build(SparseParallel, creates, len(given), slots=slots(*given))
        return Setting(function, lambda words: sparse_parallel(words, given, asserted), messages, length)

    return _of_slots("SparseParallel", creates, setting)


def _sparse_parallel_with_budget() -> MutationSubject:
    creates = (silent(Fraction(2), ZERO, REPEATING), *(silent(label.e_eps, label.delta) for label in LABELS))
    asserted = as_asserted(creates)
    # Two creations with δ = 1/4 reach the bound with equality.
    bound = Fraction(7, 16)

    def setting(given: Sequence[PrivacyParameters], messages: tuple[Pair, ...], length: int) -> Setting:
        odds = [each.e_eps for each in given]
        function = build(SparseParallelWithDeltaBudget, creates, len(odds), slots=pure_slots(*odds), delta_bound=bound)
        return Setting(
            function, lambda words: sparse_parallel_with_budget(words, odds, bound, asserted), messages, length
        )

    return _of_slots("SparseParallelWithDeltaBudget", creates, setting)


def _consistent_parallel() -> MutationSubject:
    labelled = (silent(label.e_eps, label.delta, FIRST_PAIR_CONSISTENT) for label in LABELS)
    creates = (silent(Fraction(2), ZERO, REPEATING), *labelled, silent(Fraction(2), ZERO))
    asserted = as_asserted(creates)

    def setting(given: Sequence[PrivacyParameters], messages: tuple[Pair, ...], length: int) -> Setting:
        function = build(FirstPairConsistentParallel, creates, len(given), slots=slots(*given))
        return Setting(
            function, lambda words: consistent_parallel(words, given, asserted, _is_consistent), messages, length
        )

    return _of_slots("FirstPairConsistentParallel", creates, setting, listed=EARLY)


CONSISTENT = (REPEATING, FIRST_PAIR_CONSISTENT)
EARLY = dict.fromkeys(
    (
        "exceptional: in its update, drop not(equal(field[payload](…), field[payload](…))) of "
        "and(not(equal(…, …)), not(read(exceptional, …)))",
        "exceptional: in its update, forget what holds unless and(not(equal(…, …)), not(read(exceptional, …)))",
    ),
    "it counts a mechanism as exceptional that got an identical pair; a first-pair consistent function admits no "
    "differing pair after an identical first one, so that no slot is ever wanted for this mechanism",
)


def _is_consistent(function: VerificationFunction) -> bool:
    """By the definition, on all sequences of at most three pairs of bits."""
    accepted = [word for word in sequences_of(PAIRS, 3) if is_valid(function, word)]
    return all(left == right for word in accepted if word[0][0] == word[0][1] for left, right in word)


def _pure_delta_responses() -> MutationSubject:
    offered = (
        response(ONE, Fraction(1, 2)),
        response(ONE, Fraction(1, 4)),
        response(Fraction(2), ZERO),
        silent(ONE, ZERO),
    )
    asserted = as_asserted(offered)
    messages = everything((*offered, response(ONE, ZERO)), 2)

    def setting(bound: Fraction) -> Setting:
        function = build(PureDeltaResponses, offered, delta_bound=bound)
        return Setting(function, lambda words: pure_delta_responses(words, bound, asserted), messages, 4)

    return MutationSubject(
        "PureDeltaResponses", tuple(map(setting, (Fraction(5, 8), Fraction(1, 2), ZERO, ONE))), SENT_ONCE
    )


def _sparse_responses() -> MutationSubject:
    responses = (
        response(ONE, Fraction(1, 2)),
        response(Fraction(2), ZERO),
        response(Fraction(2), Fraction(1, 4)),
        response(Fraction(3), ZERO),
    )
    offered = (*responses, silent(Fraction(2), ZERO))
    asserted = as_asserted(offered)
    messages = everything((*offered, response(ONE, ZERO)), 2)

    def setting(odds: Sequence[Fraction], bound: Fraction) -> Setting:
        function = build(SparseResponses, offered, len(odds), slots=pure_slots(*odds), delta_bound=bound)
        return Setting(function, lambda words: sparse_responses(words, odds, bound, asserted), messages, 4)

    settings = (
        ((Fraction(2), Fraction(2)), Fraction(3, 4)),
        ((Fraction(2), Fraction(3)), Fraction(1, 2)),
        ((Fraction(3), Fraction(2)), ZERO),
    )
    return MutationSubject("SparseResponses", tuple(setting(*given) for given in settings), SENT_ONCE)


FILTERS: tuple[Filter, ...] = (
    sum_filter(PrivacyParameters(Fraction(6), Fraction(1, 2))),
    product_filter(PrivacyParameters(Fraction(9), Fraction(7, 16))),
    lambda spent: len(spent) < 2 or spent[-1][0] >= spent[-2][0],
)
"""Two filters that add up, and one that looks at the order."""


def _of_filters(name: str, function: type[Monitor], sentence: Callable[..., bool], *known: Any) -> MutationSubject:
    *offered, _ = known
    asserted = as_asserted(offered)
    messages = everything(known, 2)

    def setting(accepts: Filter) -> Setting:
        bound = build(function, offered, within_budget=accepts)
        return Setting(bound, lambda words: sentence(words, accepts, asserted), messages, 4)

    once = SENT_ONCE if function is FilteredResponses else None
    return MutationSubject(name, tuple(map(setting, FILTERS)), once)


def _filtered() -> MutationSubject:
    creates = (silent(label.e_eps, label.delta) for label in LABELS)
    return _of_filters(
        "Filtered", Filtered, filtered, silent(Fraction(2), ZERO, REPEATING), *creates, silent(ONE, ZERO)
    )


def _filtered_responses() -> MutationSubject:
    responses = (response(label.e_eps, label.delta) for label in LABELS)
    return _of_filters(
        "FilteredResponses",
        FilteredResponses,
        filtered_responses,
        *responses,
        silent(Fraction(2), ZERO),
        response(ONE, ZERO),
    )


SUBJECTS: Mapping[str, Callable[[], MutationSubject]] = {
    "Suitable": _suitable,
    "FixedMechanisms": _fixed_mechanisms,
    "FixedMechanismsAsPrinted": _fixed_mechanisms_as_printed,
    "FixedParameters": _fixed_parameters,
    "SparseParallel": _sparse_parallel,
    "SparseParallelWithDeltaBudget": _sparse_parallel_with_budget,
    "PureDeltaResponses": _pure_delta_responses,
    "SparseResponses": _sparse_responses,
    "FirstPairConsistentParallel": _consistent_parallel,
    "Filtered": _filtered,
    "FilteredResponses": _filtered_responses,
}
"""By their names."""
