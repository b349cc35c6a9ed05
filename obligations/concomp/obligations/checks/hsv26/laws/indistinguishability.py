"""Indistinguishability of laws, and privacy of mechanisms that answer once."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from concomp.model.laws.indistinguishability import (
    PrivacyParameters,
    bounded_by_events,
    distance,
    events,
    hockey_stick,
    indistinguishable,
    indistinguishable_by_events,
)
from concomp.model.laws.law import ZERO, Law
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism, is_private, output_distance
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.laws import ODDS, laws, pairs_of_laws, random_pairs_of_laws

DELTAS = tuple(Fraction(k, 6) for k in range(7))


@check("HSV26 Definition 2.1")
def hockey_stick_agrees_with_all_events() -> Outcome:
    """The hockey-stick in both directions decides indistinguishability as the list of all events does."""
    small, large = pairs_of_laws(3, 3), random_pairs_of_laws(6, 12, 12, seed=21)
    cases = [(p, q, PrivacyParameters(e, d)) for p, q in (*small, *large) for e, d in product(ODDS, DELTAS)]
    for p, q, privacy in cases:
        expect(
            indistinguishable(p, q, privacy) == indistinguishable_by_events(p, q, privacy),
            f"the two definitions disagree on {p}, {q} at {privacy}",
        )
    tight = first_case(
        ((p, q, e) for p, q in small for e in ODDS if e > 1 and 0 < distance(p, q, e) < 1),
        "no pair of laws has a least delta strictly between 0 and 1",
    )
    one_way = first_case(
        (
            (p, q, privacy)
            for p, q, privacy in cases
            if hockey_stick(p, q, privacy.e_eps) <= privacy.delta and not indistinguishable_by_events(p, q, privacy)
        ),
        "one direction alone decides indistinguishability",
    )
    return Outcome(
        verdict="exact",
        scope=f"{small.name} and {large.name}, e^ε in 1, 3/2, 3 and δ in sixths",
        size=len(cases),
        witness=f"{tight[0]} and {tight[1]} at e^ε = {tight[2]} need δ = {distance(*tight)}",
        control=f"one direction only would accept {one_way[0]} and {one_way[1]} "
        f"at e^ε = {one_way[2].e_eps}, δ = {one_way[2].delta}",
    )


@check("HSV26 Equation (1)")
def one_direction_by_events_and_by_the_hockey_stick() -> Outcome:
    """Every event S has P(S) ≤ e^ε·Q(S) + δ exactly if the hockey-stick is within δ; both ways give Definition 2.1."""
    small, large = pairs_of_laws(3, 3), random_pairs_of_laws(5, 12, 12, seed=1)
    cases = [(p, q, PrivacyParameters(e, d)) for p, q in (*small, *large) for e, d in product(ODDS, DELTAS)]
    one_way = []
    for p, q, privacy in cases:
        here, back = bounded_by_events(p, q, privacy), bounded_by_events(q, p, privacy)
        expect(
            here == (hockey_stick(p, q, privacy.e_eps) <= privacy.delta)
            and (here and back) == indistinguishable(p, q, privacy),
            f"one direction and the hockey-stick disagree on {p}, {q} at {privacy}",
        )
        one_way += [(p, q, privacy)] if here and not back else []
    witness = first_case(
        (case for case in cases if 0 < hockey_stick(*case[:2], case[2].e_eps) < 1), "δ is always 0 or 1"
    )
    control = first_case(one_way, "one direction gives the other, as it would for a symmetric relation only")
    return Outcome(
        verdict="exact",
        scope=f"{small.name} and {large.name}, e^ε in 1, 3/2, 3 and δ in sixths",
        size=len(cases),
        witness=f"{witness[0]} over {witness[1]} needs {hockey_stick(*witness[:2], witness[2].e_eps)} at "
        f"e^ε = {witness[2].e_eps}",
        control=f"the pair in one order only would accept {control[0]}, {control[1]} at e^ε = {control[2].e_eps}, "
        f"δ = {control[2].delta}, which Definition 2.1 refuses",
    )


def _least_delta_by_events(p: Law[int], q: Law[int], e_eps: Fraction) -> Fraction:
    """The largest excess of an event's probability, in either direction."""
    probabilities = [(sum((p[x] for x in event), ZERO), sum((q[x] for x in event), ZERO)) for event in events(p, q)]
    return max(max(on_p - e_eps * on_q, on_q - e_eps * on_p) for on_p, on_q in probabilities)


@check("HSV26 Definition 2.2", "Haney23 Definition 1.1")
def privacy_of_outputs_is_the_worst_neighbouring_pair() -> Outcome:
    """The least delta of each mechanism and relation is the largest excess of an event over its neighbouring pairs."""
    datasets = (0, 1, 2)
    outputs = laws(2, 3)
    everything = [(x0, x1) for x0 in datasets for x1 in datasets]
    relations: list[list[tuple[int, int]]] = [[], [(0, 1)], [(0, 1), (1, 2)], [(1, 0), (0, 1), (2, 2)], everything]
    cases = [(choice, relation, e) for choice in product(outputs, repeat=3) for relation in relations for e in ODDS]
    only_first = []
    between = []
    for choice, relation, e_eps in cases:
        mechanism = NonInteractiveMechanism(choice.__getitem__, datasets)
        worst = max((_least_delta_by_events(choice[x0], choice[x1], e_eps) for x0, x1 in relation), default=ZERO)
        expect(
            output_distance(mechanism, relation, e_eps) == worst,
            f"least delta of {choice} for {relation} at {e_eps} is not {worst}",
        )
        expect(
            is_private(mechanism, relation, PrivacyParameters(e_eps, worst))
            and (worst == 0 or not is_private(mechanism, relation, PrivacyParameters(e_eps, worst / 2))),
            f"{choice} for {relation} at {e_eps}: private exactly from {worst} on",
        )
        only_first += [(choice, relation)] if worst > output_distance(mechanism, relation[:1], e_eps) else []
        between += [(choice, relation, e_eps, worst)] if 0 < worst < 1 and e_eps > 1 else []
    witness = first_case(between, "no mechanism has a least delta strictly between 0 and 1")
    control = first_case(only_first, "the first neighbouring pair always decides")
    return Outcome(
        verdict="exact",
        scope=f"all mechanisms on three data sets with outputs from {outputs.name}, five relations, e^ε in 1, 3/2, 3",
        size=len(cases),
        witness=f"outputs {witness[0]} with neighbours {witness[1]} need δ = {witness[3]} at e^ε = {witness[2]}",
        control=f"only the first of the neighbouring pairs {control[1]} would pass outputs {control[0]}",
    )
