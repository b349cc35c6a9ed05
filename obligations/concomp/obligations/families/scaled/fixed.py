"""Compositions of fixed mechanisms, and with fixed parameters, at scale."""

from __future__ import annotations

from functools import cache

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.obligations.families.compositions.components import response_component
from concomp.obligations.families.family import Family
from concomp.obligations.families.scaled.components import (
    HALF_EXPOSED,
    LARGE,
    PURE,
    SMALL,
    Parts,
    blur,
    blur_then_show,
    late,
    machines,
    shown_response,
    stream,
    trees,
)
from concomp.obligations.families.scaled.composition import Scaled, relabel
from concomp.obligations.families.scaled.mechanisms import EVENT, RISING_EVENT, RISING_SECRET, SECRET_FIRST
from concomp.obligations.families.scaled.terms import FixedList, FixedSlots


@cache
def fixed_lists() -> Family[Scaled]:
    """Two to four mechanisms, interleaved freely."""
    lists = (*_responses(), *_lasting_lists(), *_hidden_lists())
    return Family(
        "two to four fixed mechanisms with parameters repeated and not: randomised responses; responses to each of up "
        "to 200 messages of which one may differ, responses that are announced within up to 24 rounds, or shown or "
        "blurred over up to 40; mechanisms with a hidden bit or full memory, drawn with fixed seeds; symmetric and "
        "asymmetric functions",
        tuple(Scaled(parts, FixedList()) for parts in lists),
    )


def _responses() -> tuple[Parts, ...]:
    labels = (
        (LARGE, LARGE),
        (LARGE, LARGE, LARGE),
        (LARGE, LARGE, LARGE, LARGE),
        (LARGE, LARGE, SMALL, PURE),
        (SMALL, SMALL, PURE, HALF_EXPOSED),
        (LARGE, SMALL, PURE, HALF_EXPOSED),
    )
    return tuple(tuple(map(response_component, each)) for each in labels)


def _lasting_lists() -> tuple[Parts, ...]:
    return (
        (stream(LARGE, 200, RISING_EVENT),) * 2,
        (stream(LARGE, 40, RISING_EVENT), stream(SMALL, 40, EVENT)),
        (stream(LARGE, 25, RISING_EVENT),) * 3,
        (*(stream(LARGE, 8, RISING_EVENT),) * 2, *(stream(SMALL, 8, EVENT),) * 2),
        (*(stream(LARGE, 6, RISING_EVENT),) * 2, stream(SMALL, 6, EVENT), stream(PURE, 6, RISING_EVENT)),
        (late(LARGE, 24, RISING_EVENT), late(SMALL, 24, EVENT)),
        (late(LARGE, 8, RISING_EVENT),) * 3,
        (*(late(LARGE, 4, RISING_EVENT),) * 2, *(late(SMALL, 4, EVENT),) * 2),
        (shown_response(LARGE, 40, RISING_SECRET), shown_response(SMALL, 40, SECRET_FIRST)),
        (*(shown_response(LARGE, 4, RISING_SECRET),) * 2, *(shown_response(HALF_EXPOSED, 4, SECRET_FIRST),) * 2),
        (blur_then_show(LARGE, 10, RISING_SECRET), blur_then_show(SMALL, 10, SECRET_FIRST)),
        (blur(LARGE, 10, RISING_SECRET), blur(SMALL, 10, SECRET_FIRST)),
        (blur(LARGE, 4, SECRET_FIRST),) * 4,
        (stream(LARGE, 10, EVENT), late(LARGE, 6, RISING_EVENT), shown_response(LARGE, 6, SECRET_FIRST)),
        (
            stream(SMALL, 5, EVENT),
            late(LARGE, 4, RISING_EVENT),
            shown_response(PURE, 4, RISING_SECRET),
            blur(SMALL, 3, EVENT),
        ),
    )


def _hidden_lists() -> tuple[Parts, ...]:
    three, four = (machines(4, 3, EVENT, rounds) for rounds in (3, 2))
    rising = machines(4, 4, RISING_EVENT, 3)
    return (
        machines(2, 3, EVENT, 4),
        three[2:],
        three[:3],
        four,
        rising[:2],
        rising[1:],
        (*trees(2, 6, RISING_EVENT, 2), *trees(2, 7, EVENT, 2)),
        (rising[0], rising[0], three[0]),
        *(machines(2, seed, function, 3) for seed in (5, 6, 7) for function in (RISING_EVENT, SECRET_FIRST)),
        (*machines(2, 8, RISING_EVENT, 2), *trees(2, 8, EVENT, 2)),
    )


@cache
def fixed_slots() -> Family[Scaled]:
    """Mechanisms on offer, of which as many may be created as there are slots."""
    same = (stream(LARGE, 12, RISING_EVENT), late(LARGE, 6, EVENT), shown_response(LARGE, 6, SECRET_FIRST))
    pair = (LARGE, LARGE)
    short = (stream(LARGE, 3, RISING_EVENT), late(LARGE, 3, EVENT), response_component(LARGE))
    small = (stream(SMALL, 3, EVENT), shown_response(SMALL, 3, RISING_SECRET))
    offers = (
        ((*same, *same), pair),
        ((*short, *short, *short), (LARGE, LARGE, LARGE)),
        ((*short, *short, *small, *small), (LARGE, LARGE, SMALL, SMALL)),
        ((stream(LARGE, 40, EVENT), stream(LARGE, 40, RISING_EVENT), late(SMALL, 10, EVENT)), (LARGE, SMALL)),
        (
            (
                *(relabel(blur(LARGE, 6, each), LARGE) for each in (SECRET_FIRST, RISING_SECRET)),
                late(LARGE, 5, EVENT),
            ),
            pair,
        ),
        (_with_one_label(machines(4, 3, EVENT, 2) * 2), None),
        (_with_one_label(machines(4, 4, RISING_EVENT, 3)), None),
        (_with_one_label((*machines(2, 9, EVENT, 2), *machines(2, 9, RISING_EVENT, 2)) * 2), None),
        (_with_one_label((*trees(3, 6, RISING_EVENT, 2), *trees(3, 7, EVENT, 2))), None),
    )
    return Family(
        "offers of three to ten mechanisms, several with one label, of which as many may be created as there are "
        "slots, two to four: responses over up to 40 rounds, symmetric and asymmetric functions, a hidden bit "
        "or full memory",
        tuple(Scaled(parts, FixedSlots(slots or (parts[0].privacy,) * 2)) for parts, slots in offers),
    )


def _with_one_label(parts: Parts) -> Parts:
    """The parts, all labelled with the largest δ of them."""
    largest = PrivacyParameters(parts[0].privacy.e_eps, max(part.privacy.delta for part in parts))
    known = {part: relabel(part, largest) for part in parts}
    return tuple(known[part] for part in parts)
