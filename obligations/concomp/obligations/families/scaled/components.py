"""What the compositions at scale are made of: lasting mechanisms with their functions and labels.

Responses that are shown some time keep the label of the response; the other mechanisms get their least δ from the audit
engine. Whoever values a composition makes sure that the labels hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random

from concomp.model.files.functions import Registers
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.verification import Predicate
from concomp.obligations.families.compositions.components import Component
from concomp.obligations.families.compositions.engine_games import own_delta
from concomp.obligations.families.scaled.composition import label_by_audit, relabel
from concomp.obligations.families.scaled.mechanisms import (
    blurred_response,
    blurred_then_shown_response,
    delayed_response,
    late_reveal,
    response_stream,
)
from concomp.obligations.families.small.continual import (
    continual_tree,
    random_continual_machines,
    random_continual_trees,
)
from concomp.obligations.families.small.leaking import opposed_kinds, opposed_or_noisy, staged_mechanism
from concomp.obligations.families.small.mechanisms import chances, histories

LARGE, SMALL, PURE, HALF_EXPOSED = (
    PrivacyParameters(Fraction(2), Fraction(1, 4)),
    PrivacyParameters(Fraction(3), Fraction(1, 10)),
    PrivacyParameters(Fraction(3, 2), ZERO),
    PrivacyParameters(Fraction(4, 3), Fraction(1, 2)),
)
"""Labels."""
Parts = tuple[Component, ...]
Function = Registers | Predicate
ODDS = tuple(map(Fraction, ("2", "3", "4", "6", "9", "27")))
"""The e^ε that purely private mechanisms that are drawn may be labelled with."""


@cache
def stream(privacy: PrivacyParameters, rounds: int, function: Function) -> Component:
    """A response to each of many messages, of which one may differ."""
    return Component(response_stream(privacy), function, privacy, rounds)


@cache
def late(privacy: PrivacyParameters, rounds: int, function: Function) -> Component:
    """A response that is announced some time."""
    return Component(delayed_response(privacy, rounds, Fraction(1, 3)), function, privacy, rounds)


@cache
def shown_response(privacy: PrivacyParameters, rounds: int, function: Function) -> Component:
    """A response to the first message that is shown some time."""
    return Component(late_reveal(privacy, rounds, Fraction(1, 4)), function, privacy, rounds)


@cache
def blur(privacy: PrivacyParameters, rounds: int, function: Function) -> Component:
    """A response to the first message that is never shown, only noisy copies of it."""
    return label_by_audit(blurred_response(privacy, rounds, Fraction(2)), function, privacy.e_eps, rounds)


@cache
def blur_then_show(privacy: PrivacyParameters, rounds: int, function: Function) -> Component:
    """The same, and shown at last."""
    return Component(blurred_then_shown_response(privacy, rounds, Fraction(2)), function, privacy, rounds)


@cache
def machines(count: int, seed: int, function: Function, rounds: int, most: Fraction = ONE) -> Parts:
    """Mechanisms with a hidden bit of state, drawn with a fixed seed: the first ones with 0 < δ < most at e^ε = 2."""
    drawn = random_continual_machines(4, 8 * count, seed)
    return first_below(most, (label_by_audit(each, function, Fraction(2), rounds) for each in drawn), count)


@cache
def trees(count: int, seed: int, function: Function, rounds: int, most: Fraction = ONE) -> Parts:
    """Mechanisms that remember all, drawn with a fixed seed: the first ones with 0 < δ < most at e^ε = 2."""
    drawn = random_continual_trees(rounds, 4, 16 * count, seed)
    return first_below(most, (label_by_audit(each, function, Fraction(2), rounds) for each in drawn), count)


def first_below(most: Fraction, parts: Iterable[Component], count: int) -> Parts:
    """The first so many of the parts with 0 < δ < most; ValueError if there are fewer."""
    found = tuple(islice((part for part in parts if 0 < part.privacy.delta < most), count))
    if len(found) < count:
        raise ValueError(f"only {len(found)} of the parts have 0 < δ < {most}: draw more to get {count}")
    return found


@cache
def pure_trees(count: int, seed: int, function: Function, rounds: int) -> Parts:
    """Mechanisms that remember all, their weights inside k/4 and drawn with a fixed seed, labelled as (ε,0)-DP."""
    random, nodes = Random(seed), list(histories(2, rounds))
    drawn = (continual_tree(nodes, [random.choice(chances(4)[1:-1]) for _ in nodes]) for _ in range(count))
    return tuple(_pure(each, function, rounds) for each in drawn)


def _pure(mechanism: InteractiveMechanism, function: Function, rounds: int) -> Component:
    """The component with the first e^ε of ODDS at which its δ is 0; ValueError if there is none."""
    part = Component(mechanism, function, PrivacyParameters(ONE, ONE), rounds)
    for e_eps in ODDS:
        if own_delta(part.game, e_eps) == 0:
            return relabel(part, PrivacyParameters(e_eps, ZERO))
    raise ValueError(f"{mechanism} is (ε,0)-DP for none of {', '.join(map(str, ODDS))}: give a larger e^ε")


@cache
def opposite_noise(privacy: PrivacyParameters, function: Function) -> Component:
    """Two kinds of noise that lean to opposite sides, announced: purely private, and never lazily so at once."""
    shown_response, hidden = privacy.e_eps / (1 + privacy.e_eps), 1 / (1 + privacy.e_eps)
    mechanism = staged_mechanism(
        {"a": (Fraction(1, 2), (shown_response, hidden)), "b": (Fraction(1, 2), (hidden, shown_response))}
    )
    return Component(replace(mechanism, name="noise of opposite kinds"), function, privacy, 2)


@cache
def opposite(chance: Fraction, e_eps: Fraction, function: Function) -> Component:
    """Two kinds of danger for opposite sides, announced."""
    return label_by_audit(opposed_kinds(chance), function, e_eps, 2)


@cache
def opposite_or_noisy(e_eps: Fraction, function: Function) -> Component:
    """The same, or noise."""
    return label_by_audit(opposed_or_noisy(Fraction(3, 10), Fraction(1, 10), e_eps), function, e_eps, 2)
