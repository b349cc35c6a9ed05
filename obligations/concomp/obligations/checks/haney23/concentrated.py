"""Zero-concentrated differential privacy: all orders at once, against single orders and closed forms."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from concomp.model.laws.balls import Undecided
from concomp.model.laws.concentrated import is_concentrated
from concomp.model.laws.law import Law
from concomp.model.laws.renyi import renyi_moment
from concomp.model.mechanisms.randomised_response import noisy_bit
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.laws import laws

RATES = tuple(map(Fraction, ("11/10", "3/2", "3", "10")))
Case = tuple[Law[int], Law[int], Fraction]
LOSSES = tuple(Fraction(k, 16) for k in (1, 4, 8, 16, 25))
ORDERS = range(2, 9)
SPREAD = tuple(law for law in laws(3, 5) if len(law) == 3)


def exceeds_at(p: Law[int], q: Law[int], rho: Fraction, order: int) -> bool:
    """Whether e^((α−1)·D_α) exceeds e^((α−1)·ρ·α), the second from below by partial sums of its series."""
    moment = renyi_moment(p, q, order)
    exponent = rho * order * (order - 1)
    return moment is None or moment > exponential(exponent)[1]


def within_at(p: Law[int], q: Law[int], rho: Fraction, order: int) -> bool:
    """Whether e^((α−1)·D_α) is at most e^((α−1)·ρ·α), whose series is a lower bound."""
    moment = renyi_moment(p, q, order)
    return moment is not None and moment <= exponential(rho * order * (order - 1))[0]


@cache
def exponential(exponent: Fraction, terms: int = 200) -> tuple[Fraction, Fraction]:
    """Rationals below and above e^exponent, for an exponent of 0 to 90: a partial sum, and what bounds the rest."""
    total, term = Fraction(0), Fraction(1)
    for k in range(1, terms):
        total += term
        term *= exponent / k
    return total, total + 2 * term


@check("Haney23 Definition 4.4")
def all_orders_at_once_and_one_by_one() -> Outcome:
    """Two laws are ρ-concentrated only if each integer order says so; noisy bits are so for ε²/2, and not for ε²/6."""
    noisy = [(noisy_bit(rate, 0), noisy_bit(rate, 1)) for rate in RATES]
    pairs = [*((p, q) for p, q in product(SPREAD, repeat=2) if p != q), *noisy]
    holds: list[Case] = []
    fails: list[Case] = []
    at_one: list[Case] = []
    undecided: list[Case] = []
    for (p, q), rho in product(pairs, LOSSES):
        try:
            concentrated = is_concentrated(p, q, rho)
        except Undecided:
            undecided.append((p, q, rho))
            continue
        if concentrated:
            expect(all(within_at(p, q, rho, order) for order in ORDERS), f"{p}, {q} exceed {rho}α at an order")
            holds.append((p, q, rho))
        else:
            beyond = [order for order in ORDERS if exceeds_at(p, q, rho, order)]
            (fails if beyond else at_one).append((p, q, rho))
    expect(not undecided, f"undecided: {undecided}")
    cases = len(pairs) * len(LOSSES)
    for rate, (p, q) in zip(RATES, noisy, strict=True):
        half_square = _half_square_above(rate)
        expect(is_concentrated(p, q, half_square), f"a noisy bit with odds {rate} is not ε²/2-concentrated")
        expect(not is_concentrated(p, q, half_square / 3), f"a noisy bit with odds {rate} is ε²/6-concentrated")
    witness = first_case(holds, "nothing is concentrated")
    control = first_case(fails, "everything is concentrated")
    between = first_case(at_one, "integer orders decide everything")
    return Outcome(
        verdict="exact",
        scope="all pairs of laws on three outcomes with weights k/5, five values of ρ, all real orders, and integer "
        "ones from 2 to 8; noisy bits with odds 11/10, 3/2, 3, 10 to 1, which are ε²/2-concentrated and not ε²/6",
        size=cases + 2 * len(RATES),
        witness=f"{witness[0]} and {witness[1]} are {witness[2]}-concentrated",
        control=f"integer orders are not enough: {between[0]}, {between[1]} are not {between[2]}-concentrated; "
        f"{control[0]}, {control[1]} exceed {control[2]}α at one",
    )


def _half_square_above(rate: Fraction) -> Fraction:
    """A rational just above ε²/2, ε = ln(rate), for a rate of at most e^4: ε is enclosed by halving."""
    low, high = Fraction(0), Fraction(4)
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if exponential(middle)[0] <= rate else (low, middle)
    return high**2 / 2
