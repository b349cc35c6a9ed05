"""The checks of HSV26 sections 2 and 3: each passes, and each notices a wrong definition."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from concomp.model.laws.indistinguishability import PrivacyParameters, hockey_stick
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, chain_as_printed
from concomp.model.mechanisms.randomised_response import noisy_bit
from concomp.model.mechanisms.verification import Predicate, verifier
from tests.obligations.checks.establishing import Wrong, checks_in, establishing, noticing

PACKAGE = "concomp.obligations.checks.hsv26"
MODULES = (
    "mechanisms.adversaries",
    "mechanisms.continual",
    "mechanisms.equivalence",
    "laws.indistinguishability",
    "mechanisms.interactive",
    "mechanisms.postprocessing",
    "laws.randomised_response",
    "laws.universality",
    "mechanisms.verification",
)
CHECKS = checks_in(PACKAGE, MODULES)


test_a_check_establishes_its_statement = establishing(CHECKS.values())


def _never_private(*_: object) -> bool:
    return False


def _one_way(p: Law[Any], q: Law[Any], privacy: PrivacyParameters) -> bool:
    return hockey_stick(p, q, privacy.e_eps) <= privacy.delta


def _swapped_sides(bit: int) -> InteractivePostProcessing:
    def step(state: Any, origin: Any, message: Any) -> Law[Any]:
        return Law.point((state, LEFT, message) if origin is RIGHT else (state, RIGHT, message[1 - bit]))

    return InteractivePostProcessing(step, (bit,))


def _never_halting(function: Predicate) -> InteractivePostProcessing:
    def step(state: Any, origin: Any, message: Any) -> Law[Any]:
        return Law.point((state, LEFT if origin is RIGHT else RIGHT, message))

    return InteractivePostProcessing(step, ((),))


def _answering_zero(processing: Any, mechanism: Any) -> InteractiveMechanism:
    start = (mechanism.initial_states[0], processing.initial_states[0])
    return InteractiveMechanism(lambda state, _: Law.point((state, 0)), (start,), mechanism.queries)


WRONG: list[Wrong] = [
    ("HSV26 Definition 2.1", "laws.indistinguishability", "indistinguishable", _one_way),
    ("HSV26 Definition 2.2", "laws.indistinguishability", "is_private", _never_private),
    ("HSV26 Definition 2.2", "laws.indistinguishability", "output_distance", lambda *_: Fraction(0)),
    ("HSV26 Definition 2.3", "laws.randomised_response", "response", lambda privacy, bit: Law.point(bit)),
    ("HSV26 Lemma 2.4", "laws.randomised_response", "distance", lambda *_: Fraction(0)),
    (
        "HSV26 Definition 2.9",
        "laws.randomised_response",
        "response",
        lambda privacy, bit: noisy_bit(privacy.e_eps, bit),
    ),
    ("HSV26 Footnote 12", "laws.randomised_response", "hockey_stick", lambda *_: Fraction(3, 10)),
    ("HSV26 Theorem 2.5", "laws.universality", "distance", lambda *_: Fraction(1)),
    ("HSV26 Theorem 2.5", "laws.universality", "distance", lambda *_: Fraction(0)),
    ("HSV26 Definition 2.6", "mechanisms.interactive", "view", lambda *_: Law.point(((), 0, 0, 0, 0, 0, 0))),
    (
        "HSV26 Section 2.2.1: interaction of two IMs",
        "mechanisms.interactive",
        "interaction",
        lambda *_: Law.point((HALT, 0)),
    ),
    ("HSV26 Definition 2.10", "mechanisms.interactive", "view", lambda *_: Law.point((0, HALT))),
    ("HSV26 Definition 2.11", "mechanisms.equivalence", "equivalent", lambda *_: True),
    ("HSV26 Definition 2.12", "mechanisms.adversaries", "strategy_count", lambda *_: 3),
    ("HSV26 Definition 2.13", "mechanisms.adversaries", "least_delta", lambda *_: Fraction(1, 2)),
    ("HSV26 Definition 2.15", "mechanisms.postprocessing", "post_process", _answering_zero),
    ("HSV26 Lemma 2.16", "mechanisms.postprocessing", "least_delta", lambda game, _: Fraction(1, game.rounds)),
    ("HSV26 Definition 2.17", "mechanisms.postprocessing", "chain", chain_as_printed),
    ("HSV26 Algorithm 2", "mechanisms.postprocessing", "chain", chain_as_printed),
    ("HSV26 Section 3.1-3.2: DP as pair games", "mechanisms.continual", "least_delta", lambda *_: Fraction(1, 3)),
    ("HSV26 Definition 3.1", "mechanisms.continual", "is_continual", lambda _: True),
    ("HSV26 Definition 3.2", "mechanisms.continual", "identifier", _swapped_sides),
    ("HSV26 Definition 3.3", "mechanisms.verification", "is_valid", lambda *_: True),
    ("HSV26 Definition 3.3", "mechanisms.verification", "swap_invariant", lambda *_: True),
    ("HSV26 Definition 3.5", "mechanisms.verification", "verifier", _never_halting),
    ("HSV26 Remark 3.6", "mechanisms.verification", "within", lambda _, function: function),
    ("HSV26 Definition 3.7", "mechanisms.continual", "least_delta", lambda *_: Fraction(0)),
    ("HSV26 Corollary 3.8", "mechanisms.continual", "least_delta_by_definition", lambda *_: Fraction(0)),
]


test_a_wrong_definition_is_noticed = noticing(CHECKS, WRONG, PACKAGE)


def test_a_verifier_that_forwards_everything_is_not_one() -> None:
    """The wrong verifier of the table differs from the right one, so that the table tests something."""
    nothing = Predicate(lambda _: False)
    right, wrong = verifier(nothing), _never_halting(nothing)
    assert right.respond((), LEFT, (0, 0)) != wrong.respond((), LEFT, (0, 0))
