"""A simulation from made-up weights, and what an attacker would like to pass for one.

An attack takes the module of the rules, so that it can be tried on a spoiled one as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from types import ModuleType
from typing import Any

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, Index, Var
from concomp.obligations.derivations.kernel.language import Formula, Quantity, Real, Summable, eq, le, total
from concomp.obligations.derivations.kernel.logic import ANSWER, QUERY, hypothesis, suppose
from concomp.obligations.derivations.theories.control.weights import G, kappa, mu
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
OF_ITS_ANSWERS = (eq(mu(B, EMPTY), 1), eq(mu(B, HQA), mu(B, H) * kappa(B, H, QUERY, ANSWER)))


def mix(
    rules: Rules,
    *,
    history: Var = H,
    budget: Quantity = BETA,
    of: Callable[[Outcomes], Outcomes] = lambda right: right,
    mixtures: tuple[Fact, ...] = MIXTURES,
    odds: Formula = AT_LEAST_1,
    probability: tuple[Formula, ...] = PROBABILITY,
    law: tuple[Formula, ...] = OF_ITS_ANSWERS,
) -> simulation_rules.Mixture:
    """Weights of outcomes that mix to those of the mechanism, right but for what is changed."""
    ranges, answers = (tuple(map(supposed, each)) for each in (probability, law))
    made: simulation_rules.Mixture = rules.Mixture(
        history, budget, of(outcomes(rules)), mixtures, supposed(odds), ranges, answers
    )
    return made


def simulate(rules: Rules, **changes: Any) -> Fact:
    """The rule "simulation", used right but for what is changed in the weights."""
    made: Fact = rules.simulation(mix(rules, **changes))
    return made


def first(**changes: Formula) -> Callable[[Outcomes], Outcomes]:
    """The first outcome with some of its facts changed."""

    def change(right: Outcomes) -> Outcomes:
        spoiled = replace(right.exposed[0], **{name: supposed(formula) for name, formula in changes.items()})
        return replace(right, exposed=(spoiled, right.exposed[1]))

    return change


def _of_more(rules: Rules) -> Fact:
    """Weights of a history and a number, by which they mix as well."""
    weights = system(rules, "T0", BETA, N)
    right = (1 + G) * weight("T0", H, N) + (G * weight("N0", H) + weight("N1", H))
    mixes = supposed(eq((1 + G) * mu(ZERO, H), right))
    return simulate(
        rules,
        of=lambda right: replace(right, exposed=(weights, right.exposed[1])),
        mixtures=(mixes, MIXTURES[1]),
    )


def _of_a_number(rules: Rules) -> Fact:
    """Weights of a number, which is no history."""
    spoil = first(positive=le(0, Quantity("T0", (N,))))
    return simulate(rules, history=N, of=spoil)


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
    "weights that are said to converge": lambda rules: simulate(
        rules, of=first(positive=Summable(ANSWER, weight("T0", HQA)))
    ),
    "another mass": lambda rules: simulate(rules, of=first(start=eq(weight("T0", EMPTY), 1))),
    "weights of more": _of_more,
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
    "weights of no mechanism": lambda rules: simulate(rules, law=(OF_ITS_ANSWERS[0], eq(mu(B, HQA), mu(ONE, HQA)))),
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
    made: Fact = rules.lazy_equivalence(mix(rules), laziness(rules, **changes), *of_weights)
    return made


ANSWERED = Quantity("ι", (H, QUERY, ANSWER))
HALF_WAY = Quantity("λ", (H, N))
WAITS: Mapping[str, Callable[[Rules], Fact]] = {
    "what does not mix": lambda rules: rules.lazy_equivalence(
        mix(rules, mixtures=MIXTURES[::-1]), laziness(rules), alike("T0", "T1"), alike("N0", "N1")
    ),
    "λ between 0 and 1": lambda rules: wait(rules, waits=eq(waits(H) * waits(H), BETA)),
    "λ of more": lambda rules: rules.lazy_equivalence(
        mix(rules),
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
        mix(rules),
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
LAMBDA = waits(H)


def look(
    rules: Rules,
    lazy: Fact | None = None,
    normalised: Formula = SHARE_OF_NOISE,
    budget: Quantity = BETA,
    noise: Real = R,
    **changes: Fact,
) -> Fact:
    """The rule "two responses", used right but for what is changed."""
    at_once, for_later, both = rules.two_responses(budget, noise)
    shown = {
        f"shown{place}": supposed(eq(both.shows(bit, c), at_once.shows_any(bit) * for_later.shows(bit, c)))
        for place, (bit, c) in enumerate(product(rules.WORLDS, repeat=2))
    }
    complete = {f"law{place}": supposed(eq(for_later.shows_any(bit), 1)) for place, bit in enumerate(rules.WORLDS)}
    known = (tuple((each | changes)[name] for name in each) for each in (shown, complete))
    made: Fact = rules.look_later(budget, LAMBDA, noise, lazy or wait(rules), supposed(normalised), *known)
    return made


AT_A_HISTORY = Quantity("r", (H,))
LOOKS: Mapping[str, Callable[[Rules], Fact]] = {
    "what does not wait": lambda rules: look(rules, lazy=rules.equivalence(BETA, simulate(rules))),
    "what waits with another budget": lambda rules: look(rules, budget=Quantity("δ")),
    "what waits elsewhere": lambda rules: rules.look_later(
        BETA, Quantity("κ", (H,)), R, wait(rules), supposed(SHARE_OF_NOISE), look(rules).premises[2:6], ()
    ),
    "noise that is no share": lambda rules: look(rules, normalised=eq(R * (1 + G), 2)),
    "noise that depends on the history": lambda rules: look(
        rules, noise=AT_A_HISTORY, normalised=eq(AT_A_HISTORY * (1 + G), 1)
    ),
    "a response that shows more": lambda rules: look(rules, shown0=supposed(le(0, BETA))),
    "a second response that need not show a bit": lambda rules: look(rules, law1=supposed(le(0, BETA))),
}
"""Who may not look later."""


ATTACKS: Mapping[str, Callable[[Rules], Fact]] = {
    **SIMULATIONS,
    "an equivalence with another budget": lambda rules: rules.equivalence(Quantity("δ"), simulate(rules)),
    "an equivalence by itself": lambda rules: rules.equivalence(Quantity("δ"), supposed(rules.EQUIVALENT)),
    **WAITS,
    **LOOKS,
}
