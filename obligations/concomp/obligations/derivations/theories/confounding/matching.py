"""Mechanisms that reach the bounds of beliefs: that the constants of Zhang24 Repair R6 are the best possible.

There are two outputs, of which a secret tells the first with a chance that depends on whether it is s, t or another.
With beliefs above floors alone s tells it with 1 − 1/τ and all others with that over the bound. In a band the chance is
c = 1/(τ + 1) times R_s, R_t or R_o, by which the first output multiplies beliefs: 1/τ or τ for all but one of them, and
for that one what makes the mean 1. The second output then moves beliefs less.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.language import Comparison, Quantity, eq, le, lt
from concomp.obligations.derivations.kernel.logic import define, define_quotient, hypothesis, join, solve, state
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.confounding.beliefs import TAU

KEY = "Zhang24 Repair R6"
BY_DEFINITION = "by definition"
ABOVE_1 = hypothesis("τ > 1", SUPPOSED, lt(1, TAU))
LEAST = Quantity("w")
IS_LEAST = define_quotient("w is 1/τ", BY_DEFINITION, LEAST, solve("τ > 0", lt(0, TAU), ABOVE_1))


def _all(*formulas: Comparison, by: tuple[Fact, ...]) -> Fact:
    """Several comparisons from the same premises."""
    return join(*(solve("checked", formula, *by) for formula in formulas))


# Beliefs at least P/τ: the secret s has the chance p, all others have 1 − p.
def _with_floors() -> Fact:
    chance, bound, up, down, mean = (Quantity(name) for name in ("p", "E", "Up", "Down", "m"))
    some = hypothesis("s has a chance", SUPPOSED, lt(0, chance))
    others = hypothesis("others have a chance", SUPPOSED, lt(chance, 1))
    is_bound = define_quotient("E is 1 + (τ − 1)/p", BY_DEFINITION, bound, some, chance + (TAU - 1))
    is_up = define("s tells the first output", BY_DEFINITION, eq(up, 1 - LEAST))
    positive = solve("E > 1", lt(1, bound), is_bound, some, ABOVE_1)
    is_down = define_quotient("others tell it", BY_DEFINITION, down, solve("E > 0", lt(0, bound), positive), up)
    is_mean = define("the chance of the first output", BY_DEFINITION, eq(mean, chance * up + (1 - chance) * down))
    inside = _all(lt(0, up), lt(up, 1), by=(is_up, IS_LEAST, ABOVE_1))
    below = _all(lt(0, down), lt(down, up), by=(is_down, positive, inside))
    at_floor = solve("t at the floor", eq(mean, TAU * down), is_mean, is_down, is_bound, some)
    between = _all(le(0, mean), le(mean, up), by=(is_mean, some, others, below))
    floors = _all(
        le(mean, TAU * up),
        le(mean, TAU * down),
        le(1 - mean, TAU * (1 - up)),
        le(1 - mean, TAU * (1 - down)),
        by=(at_floor, between, below, is_up, IS_LEAST, ABOVE_1),
    )
    odds = solve("the bound is reached", eq(up, bound * down), is_down)
    return state(join(inside, below, floors, odds), KEY, "beliefs at least P/τ: a mechanism that reaches it")


FLOORS_REACHED = _with_floors()

# Beliefs in the band: s, t and the others together have the chances Ps, Pt and Po.
WHO = ("s", "t", "o")
CHANCES = {who: Quantity(f"P{who}") for who in WHO}
MOVED = {who: Quantity(f"R{who}") for who in WHO}
"""By what the first output multiplies the belief in s, t and the others."""
FIRST = Quantity("c")
IS_FIRST = define_quotient("c is 1/(τ + 1)", BY_DEFINITION, FIRST, solve("τ + 1 > 0", lt(0, TAU + 1), ABOVE_1))
LAW = (
    hypothesis("P is a law", SUPPOSED, lt(0, CHANCES["s"])),
    hypothesis("P is a law", SUPPOSED, lt(0, CHANCES["t"])),
    hypothesis("P is a law", SUPPOSED, le(0, CHANCES["o"])),
    hypothesis("P is a law", SUPPOSED, eq(CHANCES["s"] + CHANCES["t"] + CHANCES["o"], 1)),
)


def _in_the_band(name: str, moved: tuple[Fact, ...], odds: Comparison, *condition: Fact) -> Fact:
    """A mechanism that keeps beliefs in the band, and has these odds of the first output for s and t.

    moved: what it multiplies beliefs by. condition: for which laws and τ.
    """
    premises = (*moved, *condition, *LAW, IS_LEAST, ABOVE_1)
    mean = CHANCES["s"] * MOVED["s"] + CHANCES["t"] * MOVED["t"] + CHANCES["o"] * MOVED["o"]
    one = solve("the mean is 1", eq(mean, 1), *moved, *LAW)
    within = _all(*(part for each in MOVED.values() for part in (le(LEAST, each), le(each, TAU))), by=premises)
    told = {who: FIRST * each for who, each in MOVED.items()}
    first_chance = solve("the chance of the first output", eq(FIRST * mean, FIRST), one, whole=(mean,))
    kept = [
        part
        for each in told.values()
        for part in (
            lt(0, each),
            lt(each, 1),
            le(FIRST, TAU * each),
            le(each, TAU * FIRST),
            le(1 - FIRST, TAU * (1 - each)),
            le(1 - each, TAU * (1 - FIRST)),
        )
    ]
    return state(
        join(
            first_chance,
            _all(*kept, by=(within, IS_FIRST, IS_LEAST, ABOVE_1)),
            solve("the bound is reached", odds, *premises),
        ),
        KEY,
        name,
    )


def _by_floors() -> Fact:
    moved = (
        define_quotient(
            "s has what the others leave",
            BY_DEFINITION,
            MOVED["s"],
            LAW[0],
            1 - (1 - CHANCES["s"]) * LEAST,
        ),
        define("t is at the floor", BY_DEFINITION, eq(MOVED["t"], LEAST)),
        define("the others are at the floor", BY_DEFINITION, eq(MOVED["o"], LEAST)),
    )
    return _in_the_band(
        "by the floors of the others: a mechanism that reaches it",
        moved,
        eq(CHANCES["s"] * (FIRST * MOVED["s"]), (CHANCES["s"] + (TAU - 1)) * (FIRST * MOVED["t"])),
        hypothesis("τ ≥ (1 − P(s))/P(s)", SUPPOSED, le(1 - CHANCES["s"], TAU * CHANCES["s"])),
    )


def _by_both() -> Fact:
    others = hypothesis("there are others", SUPPOSED, lt(0, CHANCES["o"]))
    moved = (
        define("s is at the ceiling", BY_DEFINITION, eq(MOVED["s"], TAU)),
        define("t is at the floor", BY_DEFINITION, eq(MOVED["t"], LEAST)),
        define_quotient(
            "the others have what is left",
            BY_DEFINITION,
            MOVED["o"],
            others,
            1 - CHANCES["s"] * TAU - CHANCES["t"] * LEAST,
        ),
    )
    return _in_the_band(
        "by the ceiling of one and the floor of the other: a mechanism that reaches it",
        moved,
        eq(FIRST * MOVED["s"], TAU * TAU * (FIRST * MOVED["t"])),
        others,
        hypothesis("τ ≤ (1 − P(s))/P(s)", SUPPOSED, le(TAU * CHANCES["s"], 1 - CHANCES["s"])),
        hypothesis("τ ≥ P(t)/(1 − P(t))", SUPPOSED, le(CHANCES["t"], TAU * (1 - CHANCES["t"]))),
    )


def _by_ceilings() -> Fact:
    moved = (
        define("s is at the ceiling", BY_DEFINITION, eq(MOVED["s"], TAU)),
        define_quotient(
            "t has what the others leave",
            BY_DEFINITION,
            MOVED["t"],
            LAW[1],
            1 - TAU * (1 - CHANCES["t"]),
        ),
        define("the others are at the ceiling", BY_DEFINITION, eq(MOVED["o"], TAU)),
    )
    return _in_the_band(
        "by the ceilings of the others: a mechanism that reaches it",
        moved,
        eq((1 - TAU * (1 - CHANCES["t"])) * (FIRST * MOVED["s"]), TAU * CHANCES["t"] * (FIRST * MOVED["t"])),
        hypothesis("τ ≤ P(t)/(1 − P(t))", SUPPOSED, le(TAU * (1 - CHANCES["t"]), CHANCES["t"])),
    )


BANDS_REACHED = (_by_floors(), _by_both(), _by_ceilings())
