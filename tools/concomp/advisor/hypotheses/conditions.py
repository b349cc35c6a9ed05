"""Hypotheses: what theorems ask of a plan.

A hypothesis decides itself on a situation, and where it fails it says what change to the plan would make it hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from concomp.advisor.facts.functions import CONSISTENT, DATA_FIRST, SYMMETRIC
from concomp.advisor.facts.routers import MEANINGS, RouterFacts
from concomp.advisor.hypotheses.situation import Kind, Situation
from concomp.advisor.plans.noise import loss_text, noise_text
from concomp.impl.accounting.optimal.lattice import is_zero
from concomp.model.numbers import rational_text

GRID = (
    "round all answers to a grid before they are shown, or draw the noise on integers: in place of Laplace noise of "
    "scale s, discrete Laplace noise of the same scale (eps = sensitivity/s), in place of Gaussian noise of standard "
    "deviation sigma, the discrete Gaussian (sensitivity^2/(2 sigma^2)-zCDP); write it as noise, and discrete = true"
)
Status = Literal["holds", "declared", "fails", "unknown"]


@dataclass(frozen=True)
class Finding:
    """Whether a hypothesis holds of a situation.

    reason: why. trace: a sequence of pairs that breaks it. change: what would make it hold; empty if nothing would.
    is_proved: whether the change is proved to help. other_kind: whether the theorem is about another kind of plan.
    """

    status: Status
    reason: str
    trace: tuple[str, ...] = ()
    change: str = ""
    is_proved: bool = False
    other_kind: bool = False


@dataclass(frozen=True)
class Hypothesis:
    """One hypothesis, in words, and how it is decided; brief: what a plan declares that declares it."""

    text: str
    decide: Callable[[Situation], Finding]
    brief: str = ""


def _suitable(situation: Situation) -> Finding:
    if situation.router is not None and situation.router.word == "proved":
        return Finding("holds", f"proved of what the router {situation.router.router} hands out")
    return Finding("declared", "whatever runs the mechanisms has to refuse all other messages")


def _private(situation: Situation) -> Finding:
    reason = "; ".join(f"{each.name}: {_origin(each)}" for each in situation.kinds)
    shown = all(each.source != "declared" and not each.declared for each in situation.kinds)
    return Finding("holds" if shown else "declared", reason)


def _origin(kind: Kind) -> str:
    """Where the loss of a kind comes from, and what that rests on."""
    return f"{kind.source}, which takes as given: {', '.join(kind.declared)}" if kind.declared else kind.source


def _discrete(situation: Situation) -> Finding:
    continuous = [each for each in situation.kinds if each.noise is not None and not each.noise.is_discrete]
    if continuous:
        return _continuous(continuous)
    if situation.discrete and all(each.document is not None for each in situation.kinds):
        return Finding("holds", "the answers of the mechanisms in the files are discrete")
    if situation.discrete:
        return Finding("declared", "the plan says discrete = true")
    return Finding("fails", "the plan says discrete = false", (), GRID)


def _continuous(kinds: Sequence[Kind]) -> Finding:
    """What is wrong with continuous noise, and the discrete noise that loses as much."""
    noises = {each.name: each.noise for each in kinds if each.noise is not None}
    reason = "; ".join(f"{name} adds {noise_text(noise)}, which is continuous" for name, noise in noises.items())
    twins = (f"{noise_text(noise.twin())} ({loss_text(noise.twin())})" for noise in noises.values())
    change = f"add the discrete twin, on integers, which loses as much: {'; '.join(dict.fromkeys(twins))}"
    return Finding("fails", reason, (), change)


def _positive(situation: Situation) -> Finding:
    zero = [each.name for each in situation.kinds if is_zero(each.label.loss)]
    zero += ["a slot" for label, _ in situation.slots if is_zero(label.loss)]
    if not zero:
        return Finding("holds", "every mechanism is stated with a positive eps")
    change = "state an eps above 0, however small: what is private with eps = 0 is so with every larger one"
    return Finding("fails", f"eps = 0 for {', '.join(zero)}", (), change)


def _fixed(situation: Situation) -> Finding:
    if situation.creation == "fixed":
        return Finding("holds", 'the plan says creation = "fixed"')
    number = "fix how many mechanisms there are, and " if situation.created is None else ""
    change = f"{number}set up all mechanisms beforehand"
    return Finding("fails", _says(situation), (), change, other_kind=True)


def _slots(situation: Situation) -> Finding:
    if situation.creation in ("fixed", "adaptive"):
        return Finding("holds", "the plan lists all losses")
    if situation.creation == "parallel" and situation.created is not None:
        if situation.router is not None and situation.router.word != "proved":
            return replace(_by_router(situation.router, situation), change="correct the router")
        return Finding("holds", f"there are at most {situation.created} mechanisms, and the plan lists their losses")
    if situation.creation == "filter" and situation.created is not None:
        return Finding("holds", f"there are at most {situation.created} mechanisms, and the plan lists their losses")
    reason = "a filter looks at losses as they come" if situation.budget else "the number of mechanisms is unbounded"
    change = "fix how many mechanisms there are, and their losses, before the first message"
    return Finding("fails", reason, (), change, other_kind=True)


def _few_differ(situation: Situation) -> Finding:
    if situation.creation != "parallel":
        change = 'write creation = "parallel", if only few of the mechanisms can be touched by one person\'s data'
        return Finding("fails", _says(situation), (), change, other_kind=True)
    return _few_by_declaration(situation) if situation.router is None else _by_router(situation.router, situation)


def _few_by_declaration(situation: Situation) -> Finding:
    reason = (
        f"{_few(situation)} get differing inputs; this cannot be seen while the mechanisms run, where only one of the "
        "two data sets exists: what hands the inputs to the mechanisms, a router, has to be proved to keep to it. Give "
        "it to this plan: router and inputs"
    )
    return Finding("declared", reason)


def _by_router(router: RouterFacts, situation: Situation) -> Finding:
    """Whether the router of the plan keeps to the slots."""
    if router.word == "proved":
        reason = (
            f"proved of the router {router.router}, for inputs of any number: where those of two data sets are a pair "
            f"that {router.inputs} accepts, {_few(situation)} get differing inputs, and each gets what its own "
            "function accepts"
        )
        return Finding("holds", reason)
    if router.word == "unknown":
        change = (
            "write it so that each step touches one mechanism, fix the values of its parameters, or split it into two; "
            "concomp verify says what was tried"
        )
        return Finding("unknown", f"not decided of the router {router.router}: {router.lacking}", (), change)
    change = (
        f"let {router.enough} get differing inputs, with which the router is proved to comply"
        if router.enough is not None
        else f"correct {router.router}, or let {router.inputs} accept less"
    )
    reason = f"the router {router.router} breaks it: {MEANINGS[router.lacking]}"
    return Finding("fails", reason, router.trace, change, is_proved=router.enough is not None)


def _few(situation: Situation) -> str:
    return f"at most {situation.at_most}"


def _says(situation: Situation) -> str:
    return f'the plan says creation = "{situation.creation}"'


def _comparable(situation: Situation) -> Finding:
    if situation.slots:
        return Finding("holds", "each mechanism has a slot that is as large as its loss")
    if situation.touched is not None:
        return Finding("holds", "a largest loss covers each mechanism")
    change = "state all losses by E, or all by eps; or list the slots"
    return Finding("fails", "some losses are given by E and others by eps, and cannot be compared", (), change)


def _pure(situation: Situation) -> Finding:
    approximate = [each.name for each in situation.kinds if each.label.delta > 0]
    if not approximate:
        return Finding("holds", "delta = 0 for every mechanism")
    return Finding("fails", f"delta > 0 for {', '.join(approximate)}", (), "use mechanisms with delta = 0")


def _finitely_many(situation: Situation) -> Finding:
    if situation.created is not None:
        return Finding("holds", f"there are at most {situation.created} mechanisms")
    change = "bound how many mechanisms are created; what all of them may expose, even untouched ones, adds up"
    return Finding("fails", "the number of mechanisms is unbounded", (), change)


def _only_one(situation: Situation) -> Finding:
    if situation.at_most == 1:
        return Finding("holds", "at most one mechanism gets differing inputs")
    several = "any number of mechanisms" if situation.at_most is None else f"{situation.at_most} mechanisms"
    return Finding("fails", f"{several} may get differing inputs", (), "let at_most be 1")


def _local(situation: Situation) -> Finding:
    if situation.creation == "local":
        reason = (
            f"the plan says so, and that at most {situation.at_most} users' data differ; that the server asks each "
            "user only what its mechanism may be asked is for the server to keep"
        )
        return Finding("declared", reason)
    change = 'write creation = "local", if each mechanism runs at a user, on that user\'s data, and a server asks them'
    return Finding("fails", _says(situation), (), change, other_kind=True)


def _alike(situation: Situation) -> Finding:
    if len(situation.kinds) == 1:
        return Finding("holds", f"all are of the kind {situation.kinds[0].name}")
    change = 'let all users run one mechanism, with the largest of the losses; or write creation = "parallel"'
    return Finding("fails", f"there are {len(situation.kinds)} kinds", (), change)


def _waits(situation: Situation) -> Finding:
    known = [
        f"{each.name}: {rational_text(least_waiting(each))}, of at most {rational_text(twice(each))}"
        for each in situation.kinds
        if least_waiting(each) < twice(each)
    ]
    if known:
        return Finding("holds", f"delta to reckon with, for each mechanism: {'; '.join(known)}")
    if all(each.label.delta == 0 for each in situation.kinds):
        return Finding("holds", "delta = 0 for every mechanism")
    change = "give the mechanism itself in a file (audit = …), without a function: then this is computed"
    return Finding("fails", "nothing less than twice its delta is known of any mechanism", (), change)


def twice(kind: Kind) -> Fraction:
    return min(Fraction(1), 2 * kind.label.delta)


def least_waiting(kind: Kind) -> Fraction:
    """The least that is known to do while a mechanism waits for its first differing input."""
    symmetric = [kind.label.delta] if _word(kind, SYMMETRIC) == "proved" else []
    computed = [] if kind.waiting is None else [kind.waiting]
    return min([twice(kind), *symmetric, *computed])


def _by_filter(situation: Situation) -> Finding:
    if situation.creation == "filter":
        return Finding(
            "holds",
            "a filter looks at every loss first; that losses add up even if chosen by looking at answers is known",
        )
    change = 'write creation = "filter" and give a budget; then losses may even depend on earlier answers'
    return Finding("fails", _says(situation), (), change, other_kind=True)


def _all(name: str, good: str, restrict: str) -> Callable[[Situation], Finding]:
    """Whether the functions of all kinds have a property."""

    def decide(situation: Situation) -> Finding:
        lacking = [each for each in situation.kinds if _word(each, name) != "proved"]
        if not lacking:
            return Finding("holds", f"proved of {', '.join(_functions(situation))}")
        broken = next((each for each in lacking if _word(each, name) == "refuted"), None)
        if broken is None or broken.facts is None:
            return Finding("unknown", f"not decided for {', '.join(each.name for each in lacking)}", (), good)
        inside = broken.facts.inside.get(name)
        proved = (
            ", which is proved of the restricted function and leaves the mechanism's loss as it is" if inside else ""
        )
        reason = f"the function {broken.facts.function} of {broken.name} breaks it"
        return Finding("fails", reason, broken.facts.traces.get(name, ()), f"{restrict}{proved}", bool(inside))

    return decide


def _functions(situation: Situation) -> list[str]:
    return list(dict.fromkeys(each.facts.function for each in situation.kinds if each.facts is not None))


def _word(kind: Kind, name: str) -> str:
    return "unknown" if kind.facts is None else kind.facts.words.get(name, "unknown")


SUITABLE = Hypothesis(
    "messages go to mechanisms that exist, and fit what each may be sent", _suitable, "messages that fit"
)
PRIVATE = Hypothesis(
    "each mechanism has the loss stated for it, for inputs that its own function accepts", _private, "losses"
)
DISCRETE = Hypothesis("all answers are discrete", _discrete, "discrete answers")
POSITIVE = Hypothesis("eps > 0 for every mechanism", _positive)
FIXED = Hypothesis("all mechanisms stand before the first message", _fixed)
SLOTS = Hypothesis("the losses of all mechanisms are listed before the first message", _slots)
FEW = Hypothesis("only few mechanisms get inputs that differ between the two data sets", _few_differ, "numbers touched")
COMPARABLE = Hypothesis("the losses of the mechanisms can be compared", _comparable)
PURE = Hypothesis("every mechanism is purely private, delta = 0", _pure)
BOUNDED = Hypothesis("the number of mechanisms is bounded", _finitely_many)
ONLY_ONE = Hypothesis("at most one mechanism gets differing inputs", _only_one)
LOCAL = Hypothesis(
    "each mechanism runs at a user, on that user's data, and a server asks them", _local, "numbers touched"
)
ALIKE = Hypothesis("all users run the same mechanism", _alike)
WAITING = Hypothesis("less than twice its delta is known to do while a mechanism has got no differing input", _waits)
FILTERED = Hypothesis("a filter watches a budget", _by_filter)
ALL_DATA_FIRST = Hypothesis(
    "each mechanism gets its data once, as its first input, and after that the same inputs in both data sets",
    _all(
        DATA_FIRST,
        "show it with concomp verify FILE.py:Name --within",
        "send a mechanism all its data at first, and questions that do not depend on data after that",
    ),
)
ALL_CONSISTENT = Hypothesis(
    "a mechanism whose first input is the same in both data sets gets the same inputs ever after",
    _all(
        CONSISTENT,
        "show it with concomp verify",
        "decide at the first input of a mechanism whether it may differ at all: after an identical first pair accept "
        "identical pairs only",
    ),
)
ALL_SYMMETRIC = Hypothesis(
    "every function treats the two data sets alike: exchanging them changes no verdict",
    _all(
        SYMMETRIC,
        "show it with concomp verify",
        "accept a sequence of pairs only if its mirror image is accepted too",
    ),
)
