"""Lyu22's control functions, on families of systems."""

from __future__ import annotations

from concomp.model.mechanisms.privacy import least_delta_by_definition
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.reduction.control import control, lower
from concomp.model.reduction.lyu import upper
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.reductions.systems import SCOPE, instances, proper, proper_one


@check("Lyu22 Definition 2", "Lyu22 Claim 1")
def the_control_function_starts_at_the_least_delta() -> Outcome:
    """The larger Lower^b at the start is the least δ over all deterministic adversaries, so it is at most δ."""
    few = [each for each in instances() if each.game.rounds * len(each.game.queries) < 5]
    one_way = []
    for instance in few:
        by_listing = least_delta_by_definition(instance.game, instance.privacy.e_eps)
        at_start = [
            max(
                values[bit] for (past, _), values in lower(instance.chances, instance.privacy.e_eps).items() if not past
            )
            for bit in BITS
        ]
        expect(max(at_start) == by_listing == instance.privacy.delta, f"{instance}: Lower starts at {at_start}")
        one_way += [instance] if at_start[0] < by_listing else []
    control_case = first_case(one_way, "one world's control function is always enough")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(few),
        witness=f"{proper_one()}",
        control=f"Lower⁰ alone is less for {control_case}",
    )


@check("Lyu22 Claim 2")
def lower_is_at_most_upper_and_the_discounted_other_lower() -> Outcome:
    """Lower^b ≤ Upper^b + e^{−ε}·Lower^{1−b} at every history and query, the last round included."""
    nodes = [
        (instance, asked, values, upper(instance.chances[asked[0]], instance.privacy.e_eps))
        for instance in instances()
        for asked, values in lower(instance.chances, instance.privacy.e_eps).items()
    ]
    strict, needed = [], []
    for instance, asked, values, ahead in nodes:
        for bit in BITS:
            bound = ahead[bit] + values[1 - bit] / instance.privacy.e_eps
            expect(values[bit] <= bound, f"{instance} at {asked}: {values[bit]} > {bound}")
            strict += [(instance, asked)] if values[bit] < bound else []
            needed += [(instance, asked)] if values[bit] > ahead[bit] else []
    witness, control_case = first_case(strict, "it is always an equality"), first_case(needed, "Upper alone is enough")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=2 * len(nodes),
        witness=f"strict for {witness[0]} at {witness[1]}",
        control=f"without the other world's Lower it fails for {control_case[0]} at {control_case[1]}",
    )


@check("Lyu22 Remark 1")
def upper_can_be_negative_where_lower_is_not() -> Outcome:
    """Upper is negative at some histories, so that weights that start from 0 instead of Lower break the constraint."""
    negative = []
    for instance in instances():
        floors = control(instance.chances, instance.privacy.e_eps)
        for history, weights in instance.chances.items():
            ahead = upper(weights, instance.privacy.e_eps)
            if min(ahead) < 0:
                bit = ahead.index(min(ahead))
                required = floors[history][1 - bit]
                expect(required > 0, f"{instance} at {history}: nothing is required although Upper is {min(ahead)}")
                negative.append((instance, history, ahead))
    witness = first_case((case for case in negative if proper(case[0])), "Upper is never negative")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=sum(len(instance.chances) for instance in instances()),
        witness=f"Upper is {min(witness[2])} for {witness[0]} at {witness[1]}; so at {len(negative)} histories",
        control="weights 0 for both worlds there would have to be at most Upper",
    )
