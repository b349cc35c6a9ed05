"""A simulation from made-up weights, and what an attacker would like to pass for one.

An attack takes the module of the rules, so that it can be tried on a spoiled one as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import ModuleType

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, Index, Var
from concomp.obligations.derivations.kernel.language import Formula, Quantity, Real, Summable, eq, le, total
from concomp.obligations.derivations.kernel.logic import ANSWER, QUERY, hypothesis, suppose
from concomp.obligations.derivations.theories.control.weights import G, mu
from concomp.obligations.derivations.theories.simulation import simulation_rules

H, N, B = Var("h", "history"), Var("n", "number"), Var("b", "bit")
HQA = EXTENDED(H, QUERY, ANSWER)
BETA, R, AT_A_BIT = Quantity("β"), Quantity("r"), Quantity("β", (B,))
ZERO, ONE = simulation_rules.WORLDS
AT_LEAST_1 = le(1, G)
Outcomes = simulation_rules.Outcomes
Rules = ModuleType


def supposed(formula: Formula) -> Fact:
    """What the attacker says."""
    return hypothesis("so they say", "by hypothesis", formula)


def weight(name: str, history: Index, *more: Index) -> Real:
    """The weight of an outcome."""
    return Quantity(name, (history, *more))


def system(rules: Rules, name: str, mass: Real, *more: Index) -> simulation_rules.Weights:
    """The weights of an outcome of this mass, which may depend on more than the history."""
    of_answer = weight(name, HQA, *more)
    made: simulation_rules.Weights = rules.Weights(
        supposed(le(0, weight(name, H, *more))),
        supposed(eq(weight(name, EMPTY, *more), mass)),
        supposed(Summable(ANSWER, of_answer)),
        supposed(eq(total(ANSWER, of_answer), weight(name, H, *more))),
    )
    return made


def outcomes(rules: Rules, budget: Real = BETA) -> Outcomes:
    """The weights of the four."""
    exposed, noisy = (
        tuple(system(rules, f"{kind}{bit}", mass) for bit in (0, 1))
        for kind, mass in (("T", budget), ("N", 1 - budget))
    )
    made: Outcomes = rules.Outcomes(exposed, noisy)
    return made


def mixed(bit: Index, exposed: str, noisy: str, other: str) -> Fact:
    """That three outcomes mix to the mechanism."""
    right = (1 + G) * weight(exposed, H) + (G * weight(noisy, H) + weight(other, H))
    return supposed(eq((1 + G) * mu(bit, H), right))


MIXTURES = (mixed(ZERO, "T0", "N0", "N1"), mixed(ONE, "T1", "N1", "N0"))
PROBABILITY = (le(0, BETA), le(BETA, 1))


def simulate(
    rules: Rules,
    *,
    history: Var = H,
    budget: Quantity = BETA,
    of: Callable[[Outcomes], Outcomes] = lambda right: right,
    mixtures: tuple[Fact, ...] = MIXTURES,
    odds: Formula = AT_LEAST_1,
    probability: tuple[Formula, ...] = PROBABILITY,
) -> Fact:
    """The rule "simulation", used right but for what is changed."""
    ranges = tuple(map(supposed, probability))
    made: Fact = rules.simulation(history, budget, of(outcomes(rules)), mixtures, supposed(odds), ranges)
    return made


def first(**changes: Formula) -> Callable[[Outcomes], Outcomes]:
    """The first outcome with some of its facts changed."""

    def change(right: Outcomes) -> Outcomes:
        spoiled = replace(right.exposed[0], **{name: supposed(formula) for name, formula in changes.items()})
        return replace(right, exposed=(spoiled, right.exposed[1]))

    return change


def _on_more(rules: Rules) -> Fact:
    """Weights of a history and a number."""
    weights = system(rules, "T0", BETA, N)
    return simulate(rules, of=lambda right: replace(right, exposed=(weights, right.exposed[1])))


def _of_a_number(rules: Rules) -> Fact:
    """Weights of a number, which is no history."""
    return simulate(rules, history=N)


def _assuming(rules: Rules) -> Fact:
    """A weight that is positive for one history only, which is supposed."""
    positive = suppose(le(0, weight("T0", H)))
    return simulate(
        rules, of=lambda right: replace(right, exposed=(replace(right.exposed[0], positive=positive), right.exposed[1]))
    )


def _mixing_for_one(rules: Rules) -> Fact:
    """Weights that mix to the mechanism at one history only."""
    wanted = mixed(ZERO, "T0", "N0", "N1").formula
    return simulate(rules, mixtures=(suppose(wanted), mixed(ONE, "T1", "N1", "N0")))


SIMULATIONS: Mapping[str, Callable[[Rules], Fact]] = {
    "sums that diverge": lambda rules: simulate(rules, of=first(converges=Summable(ANSWER, weight("T1", HQA)))),
    "sums over something else": lambda rules: simulate(
        rules, of=first(sums=eq(total(ANSWER, weight("T0", HQA)), weight("T1", H)))
    ),
    "a negative weight": lambda rules: simulate(rules, of=first(positive=le(-1 * BETA, weight("T0", H)))),
    "a weight below 0": lambda rules: simulate(rules, of=first(positive=eq(0, weight("T0", H)))),
    "another mass": lambda rules: simulate(rules, of=first(start=eq(weight("T0", EMPTY), 1))),
    "weights of more": _on_more,
    "weights of a number": _of_a_number,
    "an assumption": _assuming,
    "an assumption about the mixture": _mixing_for_one,
    "a post-processing for each bit": lambda rules: simulate(
        rules, mixtures=(mixed(ZERO, "T0", "N0", "N1"), mixed(ONE, "S1", "S2", "S3"))
    ),
    "the other bit exposed": lambda rules: simulate(
        rules, mixtures=(mixed(ZERO, "T1", "N0", "N1"), mixed(ONE, "T0", "N1", "N0"))
    ),
    "noise for the other bit": lambda rules: simulate(
        rules, mixtures=(mixed(ZERO, "T0", "N1", "N0"), mixed(ONE, "T1", "N0", "N1"))
    ),
    "one world only": lambda rules: simulate(rules, mixtures=(mixed(ZERO, "T0", "N0", "N1"),)),
    "more than certain": lambda rules: simulate(rules, probability=(le(0, BETA), le(BETA, 2))),
    "less than impossible": lambda rules: simulate(rules, probability=(le(-1, BETA), le(BETA, 1))),
    "no odds": lambda rules: simulate(rules, odds=le(0, G)),
    "a budget at an index": lambda rules: simulate(
        rules,
        budget=AT_A_BIT,
        of=lambda _: outcomes(rules, AT_A_BIT),
        probability=(le(0, AT_A_BIT), le(AT_A_BIT, 1)),
    ),
}
"""What is no simulation."""


def waits(history: Index) -> Real:
    """λ."""
    return Quantity("λ", (history,))


GOES_ON = Quantity("ι", (H, QUERY))


def laziness(rules: Rules, **changes: Formula) -> simulation_rules.Laziness:
    """Where to wait, right but for what is changed."""
    right: dict[str, Formula] = {
        "waits": eq(waits(H) * waits(H), waits(H)),
        "start": eq(waits(EMPTY), 1),
        "step": eq(waits(HQA), waits(H) * GOES_ON),
        "goes_on": eq(GOES_ON * GOES_ON, GOES_ON),
    }
    made: simulation_rules.Laziness = rules.Laziness(
        **{name: supposed(formula) for name, formula in (right | changes).items()}
    )
    return made


def alike(one: str, other: str) -> Fact:
    """That two outcomes weigh the same where λ = 1."""
    return supposed(eq(waits(H) * weight(one, H), waits(H) * weight(other, H)))


def wait(rules: Rules, exposed: Fact | None = None, noisy: Fact | None = None, **changes: Formula) -> Fact:
    """The rule "laziness", used right but for what is changed."""
    of_weights = exposed or alike("T0", "T1"), noisy or alike("N0", "N1")
    made: Fact = rules.lazy_equivalence(simulate(rules), laziness(rules, **changes), *of_weights)
    return made


ANSWERED = Quantity("ι", (H, QUERY, ANSWER))
HALF_WAY = Quantity("λ", (H, N))
WAITS: Mapping[str, Callable[[Rules], Fact]] = {
    "what was not simulated": lambda rules: rules.lazy_equivalence(
        supposed(simulate(rules).formula), laziness(rules), alike("T0", "T1"), alike("N0", "N1")
    ),
    "λ between 0 and 1": lambda rules: wait(rules, waits=eq(waits(H) * waits(H), BETA)),
    "λ of more": lambda rules: rules.lazy_equivalence(
        simulate(rules),
        laziness(
            rules,
            waits=eq(HALF_WAY * HALF_WAY, HALF_WAY),
            start=eq(Quantity("λ", (EMPTY, N)), 1),
            step=eq(Quantity("λ", (HQA, N)), HALF_WAY * GOES_ON),
        ),
        supposed(eq(HALF_WAY * weight("T0", H), HALF_WAY * weight("T1", H))),
        supposed(eq(HALF_WAY * weight("N0", H), HALF_WAY * weight("N1", H))),
    ),
    "a wait that does not begin": lambda rules: wait(rules, start=eq(waits(EMPTY), 0)),
    "a wait that the answer ends": lambda rules: wait(
        rules, step=eq(waits(HQA), waits(H) * ANSWERED), goes_on=eq(ANSWERED * ANSWERED, ANSWERED)
    ),
    "a wait that begins again": lambda rules: wait(rules, step=eq(waits(HQA), GOES_ON)),
    "a wait that goes on elsewhere": lambda rules: wait(rules, step=eq(waits(H), waits(H) * GOES_ON)),
    "a wait that is half over": lambda rules: wait(rules, goes_on=eq(GOES_ON, GOES_ON)),
    "a bound on λ": lambda rules: wait(rules, waits=le(waits(H) * waits(H), waits(H))),
    "λ supposed": lambda rules: rules.lazy_equivalence(
        simulate(rules),
        replace(laziness(rules), waits=suppose(eq(waits(H) * waits(H), waits(H)))),
        alike("T0", "T1"),
        alike("N0", "N1"),
    ),
    "exposed outcomes that differ": lambda rules: wait(rules, exposed=alike("T0", "T0")),
    "noisy outcomes that differ": lambda rules: wait(rules, noisy=alike("N0", "S1")),
    "one outcome in place of another": lambda rules: wait(rules, exposed=alike("T0", "N0"), noisy=alike("T1", "N1")),
}
"""Where nobody may wait."""


SHARE_OF_NOISE = eq(R * (1 + G), 1)


def look(rules: Rules, lazy: Fact | None = None, normalised: Formula = SHARE_OF_NOISE, **changes: Fact) -> Fact:
    """The rule "two responses", used right but for what is changed."""
    at_once, for_later, both = rules.two_responses(BETA, R)
    shown = {
        f"{place}": supposed(eq(both.shows(bit, c), at_once.shows_any(bit) * for_later.shows(bit, c)))
        for place, (bit, c) in enumerate((bit, c) for bit in rules.WORLDS for c in rules.WORLDS)
    }
    complete = {f"law{place}": supposed(eq(for_later.shows_any(bit), 1)) for place, bit in enumerate(rules.WORLDS)}
    of_noise = tuple(changes.get(f"shown{place}", fact) for place, fact in shown.items())
    of_law = tuple(changes.get(name, fact) for name, fact in complete.items())
    made: Fact = rules.look_later(lazy or wait(rules), supposed(normalised), of_noise, of_law)
    return made


LOOKS: Mapping[str, Callable[[Rules], Fact]] = {
    "what does not wait": lambda rules: look(rules, lazy=rules.equivalence(simulate(rules))),
    "what is said to wait": lambda rules: look(rules, lazy=supposed(wait(rules).formula)),
    "noise that is no share": lambda rules: look(rules, normalised=eq(R * (1 + G), 2)),
    "noise that is no product": lambda rules: look(rules, normalised=eq(R, 1)),
    "a response that shows more": lambda rules: look(rules, shown0=supposed(le(0, BETA))),
    "a second response that need not show a bit": lambda rules: look(rules, law1=supposed(le(0, BETA))),
}
"""Who may not look later."""
ATTACKS: Mapping[str, Callable[[Rules], Fact]] = {
    **SIMULATIONS,
    "an equivalence by decree": lambda rules: rules.equivalence(supposed(simulate(rules).formula)),
    "an equivalence by definition": lambda rules: rules.equivalence(supposed(rules.EQUIVALENT)),
    **WAITS,
    **LOOKS,
}
