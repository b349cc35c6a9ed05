"""What is certain of pairs of laws, by their definitions, beside what accounting says of them."""

from __future__ import annotations

from fractions import Fraction

from concomp.impl.accounting.guarantees import FDP, PureDP, RenyiDP
from concomp.impl.accounting.measures.conversion import delta_at, to_approximate
from concomp.impl.accounting.measures.curves import RenyiCurve
from concomp.impl.accounting.measures.guaranteed import curve_of
from concomp.impl.accounting.measures.renyi import RenyiLoss, compose_at_order
from concomp.impl.accounting.measures.sparse import sparse_curve, sparse_moment
from concomp.impl.accounting.measures.trade_off_composition import compose_trade_offs, profile_of
from concomp.impl.accounting.parameters import RationalLoss
from concomp.model.composition.renyi import sparse_moment_bound
from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.divergences import divergences
from concomp.model.laws.indistinguishability import distance
from concomp.model.laws.law import Law, product_law
from concomp.model.laws.renyi import renyi_moment
from concomp.model.laws.trade_off import TradeOff, conjugate, greatest_below, inverse, tensor, trade_off
from concomp.model.mechanisms.randomised_response import noisy_bit
from concomp.model.numbers import Exact

BITS = 512
"""The precision of what is certain, beyond that of accounting."""
ODDS = tuple(Fraction(odds) for odds in ("11/10", "3/2", "3"))
ORDERS = tuple(Fraction(order) for order in ("1001/1000", "3/2", "2", "7/2", "20"))
DELTAS = (Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 3))
E_EPS = tuple(Fraction(odds) for odds in ("1", "6/5", "2", "4"))


def responses() -> tuple[Law[int], Law[int]]:
    """What responses with these odds, side by side, show in the two worlds."""
    here, there = (product_law([noisy_bit(odds, bit) for odds in ODDS]) for bit in (0, 1))
    return here, there  # type: ignore[return-value]


def response_curves() -> list[RenyiCurve]:
    """What accounting knows of them, one by one."""
    return [curve_of(PureDP(e_eps=odds)) for odds in ODDS]


def is_above(curve: RenyiCurve, p: Law[int], q: Law[int]) -> bool:
    """Whether a curve is nowhere below what the laws have in either order, at some orders up to its last."""
    with precision(BITS):
        return all(
            above(curve.log_moment(order)) >= below(ball(order - 1) * laws.at(order))
            for order in ORDERS
            if curve.last is None or order <= curve.last
            for laws in (divergences(p, q), divergences(q, p))
        )


def is_enough(curve: RenyiCurve, p: Law[int], q: Law[int]) -> bool:
    """Whether the laws are as close as the (ε,δ) that follow of a curve say."""
    for delta in DELTAS:
        with precision(BITS):
            e_eps = above(ball(to_approximate(curve, delta).epsilon).exp())
        if distance(p, q, e_eps) > delta:
            return False
    return all(distance(p, q, e_eps) <= delta_at(curve, RationalLoss(e_eps)) for e_eps in E_EPS)


def is_rounded_up(curve: RenyiCurve) -> bool:
    """Whether an ε is not below what its order says, by balls that are more precise."""
    for delta in DELTAS:
        found = to_approximate(curve, delta)
        if found.order is not None:
            with precision(BITS):
                order = ball(found.order)
                said = (curve.log_moment(found.order) - (order * ball(delta)).log()) / (order - 1)
                if found.epsilon < below(said + (1 - 1 / order).log()):
                    return False
    return True


def moments_multiply() -> bool:
    """Whether moments of one order compose to those of independent draws."""
    here, there = responses()
    for order in (2, 3, 5):
        each = [renyi_moment(noisy_bit(odds, 0), noisy_bit(odds, 1), order) for odds in ODDS]
        composed = compose_at_order([RenyiLoss(Fraction(order), moment) for moment in each])
        if composed.moment != renyi_moment(here, there, order):
            return False
    return True


def is_between_orders() -> bool:
    """Whether what is listed at few orders is above what the laws have at all orders between."""
    p, q = responses()
    with precision(BITS):
        stated = {order: above(divergences(p, q).at(order)) for order in (Fraction(5, 4), Fraction(3), Fraction(24))}
    curve = curve_of(RenyiDP(dict[Exact, Exact](stated.items())))
    return is_above(curve, p, q) and is_enough(curve, p, q)


def few_of_many() -> bool:
    """Whether sparse bounds are those of the model, exactly at whole orders and by balls."""
    for order in (2, 3):
        each = [moment for odds in ODDS if (moment := renyi_moment(noisy_bit(odds, 0), noisy_bit(odds, 1), order))]
        for few in range(len(ODDS) + 1):
            known = sparse_moment_bound(each, few)
            if sparse_moment(each, few) != known:
                return False
            with precision(BITS):
                found = sparse_curve(response_curves(), few).log_moment(Fraction(order)).exp()
                if not below(found) <= known <= above(found) < known + Fraction(1, 2**300):
                    return False
    return True


def symmetric_functions() -> tuple[TradeOff, ...]:
    """Functions with slopes on a lattice, and with others."""
    found = []
    for p, q in ((noisy_bit(Fraction(3), 0), noisy_bit(Fraction(3), 1)), responses()):
        found.append(trade_off(p, q))
    leaky = trade_off(Law({0: Fraction(3, 4), 1: Fraction(1, 4)}), Law({0: Fraction(1, 2), 2: Fraction(1, 2)}))
    return (*found, greatest_below([leaky, inverse(leaky)]))


def tensors_are_exact() -> bool:
    """Whether tensor products, and δ by them, are those of the model."""
    functions = symmetric_functions()
    product = tensor(*functions, functions[0])
    composed = compose_trade_offs([FDP(dict(each.vertices)) for each in (*functions, functions[0])])
    curve = conjugate(product)
    return composed.function == product and all(
        composed.delta(RationalLoss(e_eps)).value == curve(e_eps) == profile_of(product)(e_eps) for e_eps in E_EPS
    )
