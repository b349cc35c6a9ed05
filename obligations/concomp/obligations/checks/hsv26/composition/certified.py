"""Compositions of mechanisms whose simulation by one randomised response is certified.

With T_1, …, T_k at hand Theorem 4.10 is a single step: a post-processing draws all responses and plays the mechanisms
by the T_j. So the composition of certified mechanisms stays within that of the responses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random

from concomp.impl.audit.curves import Curve
from concomp.impl.audit.simulation import certify
from concomp.model.composition.catalogue import catalogue
from concomp.model.composition.fixed import FixedMechanisms
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.postprocessing import InteractivePostProcessing
from concomp.model.mechanisms.privacy import continual_game
from concomp.model.reduction.certificate import described
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.compositions.components import Component, menu
from concomp.obligations.families.compositions.engine_games import curve_of, delta_at, free
from concomp.obligations.families.compositions.processing import is_simulated, sampling
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.simulation.mechanisms import RESPONSE, SimulatedMechanism, long, short

Group = tuple[SimulatedMechanism, ...]
Labels = tuple[PrivacyParameters, ...]
ODDS = (Fraction(3, 2), Fraction(3))
TRIPLES, QUADRUPLES = 20, 6
SLIGHTLY_LESS = Fraction(99, 100)


def groups() -> Iterator[tuple[Group, Labels]]:
    """All pairs of certified continual mechanisms at every choice of e^ε, and random triples and quadruples."""
    few, many = ([subject for subject in each if subject.takes_pairs] for each in (short(), long()))
    random = Random(410)
    pairs = [*combinations_with_replacement(few, 2), *combinations_with_replacement(many, 2)]
    yield from ((pair, _labels(pair, odds)) for pair in pairs for odds in product(ODDS, repeat=2))
    for size, count in ((3, TRIPLES), (4, QUADRUPLES)):
        for _ in range(count):
            group = tuple(random.choice(few) for _ in range(size))
            yield group, _labels(group, [random.choice(ODDS) for _ in group])


def groups_of_responses() -> Iterator[tuple[Group, Labels]]:
    """Two to four different responses, some of them in two rounds, at their own parameters."""
    responses = [subject for subject in short() if subject.takes_pairs and subject.kind == RESPONSE]
    for size in range(2, len(responses) + 1):
        for group in combinations(responses, size):
            yield group, _labels(group, [subject.corner for subject in group])


def _labels(group: Group, odds: Sequence[Fraction]) -> Labels:
    return tuple(subject.privacy(e_eps) for subject, e_eps in zip(group, odds, strict=True))


@cache
def _curve(group: Group) -> Curve:
    return curve_of(free([subject.game for subject in group]))


def _exceeds(group: Group, labels: Labels) -> bool:
    """Whether the composition goes beyond responses with these labels at some E."""
    return any(delta_at(_curve(group), e_eps) > claimed for e_eps, claimed in response_profile(labels).vertices)


@check("HSV26 Theorem 4.10 (repaired)")
def certified_mechanisms_compose_like_responses() -> Outcome:
    """The engine's exact δ of certified mechanisms stays within their responses; run with the T_j, P is ExtConComp."""
    cases, responses, met = list(groups()), list(groups_of_responses()), []
    for group, labels in cases:
        for e_eps, claimed in response_profile(labels).vertices:
            delta = delta_at(_curve(group), e_eps)
            expect(delta <= claimed, f"{group} reaches δ = {delta} at e^ε = {e_eps}, {claimed} is claimed")
            met += [(group, e_eps, delta)] if e_eps > 1 and 0 < delta == claimed < 1 else []
    for group, labels in responses:
        for e_eps, claimed in response_profile(labels).vertices:
            expect(delta_at(_curve(group), e_eps) == claimed, f"{group} do not attain δ = {claimed} at {e_eps}")
    witness = first_case((each for each in met if len({*each[0]}) > 1), "the bound is met by none where ε > 0")
    less = first_case(
        (each for each in cases if _exceeds(each[0], _with_less(each[1]))), "a hundredth of δ never counts"
    )
    fewer = first_case((each for each in cases if _exceeds(each[0], each[1][1:])), "one response fewer is enough")
    _run_by_certificates()
    few, many = (sum(subject.takes_pairs for subject in each) for each in (short(), long()))
    return Outcome(
        verdict="exact",
        scope=f"the {few} certified continual mechanisms with few histories, all pairs of them with e^ε in 3/2, 3, "
        f"{TRIPLES} triples and {QUADRUPLES} quadruples (seed 410), all pairs of the {many} with many; each at its "
        "least δ; two to four responses at their own parameters; every E ≥ 1",
        size=len(cases) + len(responses),
        witness=f"{_group_text(witness[0])} reach δ = {witness[2]} at e^ε = {witness[1]} with equality, one of "
        f"{len(met)} "
        f"cases with ε > 0; all {len(responses)} groups of two to four different responses attain it at every E",
        control=f"with 99/100 of the first δ {_group_text(less[0])} exceed the bound, without the first response "
        f"{_group_text(fewer[0])}",
        notes=(
            "That each of these mechanisms is a post-processing of its response is certified, not taken from Lemma "
            "4.7.",
            "Two certified components are run besides: P ∘* Comp[RR_1, RR_2], P with the T_j of the certificates, "
            "is equivalent to ExtConComp; not so with the two certificates exchanged.",
        ),
    )


def _with_less(labels: Labels) -> Labels:
    return (PrivacyParameters(labels[0].e_eps, labels[0].delta * SLIGHTLY_LESS), *labels[1:])


def _group_text(group: Group) -> str:
    return " and ".join(map(repr, group))


def _run_by_certificates() -> None:
    parts = small_components()
    alphas = tuple(part.create for part in parts)
    function = catalogue(alphas, 2).bind(FixedMechanisms, len(parts), alphas=alphas)
    labels = [part.privacy for part in parts]
    played = [_certified(part) for part in parts]

    def agree(simulators: Sequence[InteractivePostProcessing]) -> bool:
        processing = sampling(dict(zip(alphas, simulators, strict=True)), labels)
        return is_simulated(function, processing, labels, menu(parts, 2), 4)

    expect(agree(played), "P with the certified T_j is not the composition")
    expect(not agree(played[::-1]), "the certificates of the two components may be exchanged")


def _certified(part: Component) -> InteractivePostProcessing:
    game = continual_game(part.function, part.mechanism, part.pairs, part.rounds)
    return described(certify(game, part.privacy))
