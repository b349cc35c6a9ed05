"""What is derived of every member is true in all finite models in which the hypotheses are: random steps, judged.

A step that the kernel makes, or the checker accepts, is evaluated in models that know nothing of either. So that these
see what they look for, each guard is taken away, and false steps are found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from random import Random

import pytest

from concomp.obligations.derivations.kernel import facts, language, logic
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import Constructor, Index, Var
from concomp.obligations.derivations.kernel.language import Formula, Implication, eq, free
from concomp.obligations.derivations.kernel.logic import detach, discharge_all, hypothesis, instance, suppose
from concomp.obligations.derivations.kernel.plurals import said_of_every_one
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems.lemmas import hypotheses_of
from concomp.obligations.derivations.systems.properties import discrete, equivalent, positive, private
from concomp.obligations.derivations.systems.system_rules import as_private
from concomp.obligations.proof_objects.checker.objects import replay
from concomp.obligations.proof_objects.checker.terms import Refused
from concomp.obligations.proof_objects.writing import proof_object
from tests.meta.member_models import Model
from tests.meta.test_said_of_every_one import derived_without_guards

PER_TEST, FULL = 200, 3000
MODELS = [Model(number) for number in range(200)]
SAMPLE = MODELS[:60]
"""Enough for many steps; the others are for attacks that are false in few models."""
COMPOSED_OF = Constructor("composed of", ("function",), "composition", "Composed[{}]")
VARIABLES = {
    "system": (Var("T", "system"), Var("M", "system")),
    "processing": (Var("Q", "processing"),),
    "continual mechanism": (Var("N", "continual mechanism"),),
    "function": (Var("f", "function"), Var("g", "function")),
    "parameters": (Var("p", "parameters"), Var("o", "parameters")),
    "composition": (Var("C", "composition"), Var("E", "composition")),
    "interactive mechanisms": (Var("X", "interactive mechanisms"),),
    "interactive mechanism": (Var("Y", "interactive mechanism"),),
}
PLURALS = {
    "continual mechanism": (systems.EVERY_CREATED, systems.EVERY_EXCEPTIONAL),
    "function": (systems.EVERY_FUNCTION,),
    "parameters": (systems.EVERY_PARAMETERS,),
    "interactive mechanism": (systems.EVERY_INTERACTIVE,),
}
COMPOUNDS = {
    "system": (systems.BEHIND, systems.STARTED, systems.IDENTIFIED, systems.IDENTIFIED),
    "processing": (systems.VERIFIER,),
    "composition": (systems.AS_CONTINUAL, COMPOSED_OF),
}


class Chance:
    """Random terms, sentences and steps; plural: how often an index is one where it can be.

    A step is about few things: most indices are some that it has already.
    """

    def __init__(self, number: int) -> None:
        self.random = Random(number)
        self.known: dict[tuple[str, float], list[Index]] = {}

    def index(self, sort: str, plural: float) -> Index:
        """An index of a sort."""
        known = self.known.setdefault((sort, plural), [])
        if not known or self.random.random() < 0.4:
            known.append(self.another(sort, plural))
        return self.random.choice(known)

    def another(self, sort: str, plural: float) -> Index:
        """An index of a sort, made anew."""
        if sort in PLURALS and self.random.random() < plural:
            return self.made(self.random.choice(PLURALS[sort]), plural)
        if sort in COMPOUNDS and self.random.random() < (0.1 if sort == "composition" else 0.7 * min(1, 2 * plural)):
            return self.made(self.random.choice(COMPOUNDS[sort]), plural)
        return self.random.choice(VARIABLES[sort])

    def made(self, constructor: Constructor, plural: float) -> Index:
        return constructor(*(self.index(sort, plural) for sort in constructor.takes))

    def sentence(self, plural: float) -> Formula:
        """Something that is said of systems or parameters."""

        def of(sort: str) -> Index:
            return self.index(sort, plural)

        return self.random.choice(
            (
                lambda: private(of("system"), of("parameters")),
                lambda: private(of("system"), of("parameters")),
                lambda: equivalent(of("system"), of("system")),
                lambda: discrete(of("system")),
                lambda: positive(of("parameters")),
                lambda: eq(0, self.random.randrange(2)),
            )
        )()

    def formula(self, plural: float, depth: int = 2) -> Formula:
        """A sentence under some suppositions, perhaps an implication among these."""
        if depth == 0 or self.random.random() < 0.3:
            return self.sentence(plural)
        nested = depth > 1 and self.random.random() < 0.3
        premise = Implication(self.sentence(plural), self.sentence(plural)) if nested else self.sentence(plural)
        return Implication(premise, self.formula(plural, depth - 1))

    def at(self, fact: Fact) -> Fact:
        """An instance of a fact."""
        chosen = [each for each in sorted(free(fact.formula), key=repr) if self.random.random() < 0.7]
        return instance(fact, {each: self.index(each.sort, 0.7) for each in chosen})

    def step(self) -> Fact:
        """A step from hypotheses, or from none."""
        return self.random.choice(
            (self.of_a_hypothesis, self.of_every_one, self.of_a_lemma, self.like_another, self.detached)
        )()

    def of_a_hypothesis(self) -> Fact:
        return self.at(given(self.formula(self.random.choice((0.0, 0.0, 0.5)))))

    def of_every_one(self) -> Fact:
        """An instance of a hypothesis that is said of every one already, by one of the variables."""
        supposed = given(Implication(self.sentence(0.9), self.sentence(0.5)))
        listed = sorted(free(supposed.formula), key=repr)
        one = self.random.choice(listed or [Var("C", "composition")])
        return instance(supposed, {one: self.index(one.sort, 0.9)})

    def like_another(self, plural: float = 0.6, supposing: Callable[[Formula], Fact] | None = None) -> Fact:
        """One of two that are equivalent is private, and so is the other."""
        one, other = self.index("system", plural), self.index("system", plural)
        known = private(self.random.choice((one, other)), self.index("parameters", plural))
        return as_private(*map(supposing or given, (equivalent(one, other), known)))

    def of_a_lemma(self) -> Fact:
        """The same as an implication, at some indices, and these at others."""
        conclusion = self.like_another(self.random.choice((0.0, 0.0, 0.6)), suppose)
        lemma = discharge_all(conclusion.premises, conclusion)
        return self.at(self.at(lemma)) if self.random.random() < 0.5 else self.at(lemma)

    def detached(self) -> Fact:
        """What an instance of a hypothesis concludes, if its premise is supposed too."""
        implication = self.of_a_hypothesis()
        if not isinstance(implication.formula, Implication):
            return implication
        return detach(implication, given(implication.formula.premise))


def given(formula: Formula) -> Fact:
    return hypothesis("as supposed", "HSV26 Definition 2.13", formula)


@contextmanager
def without_guards() -> Iterator[None]:
    """The kernel without what it asks of plurals."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logic, "is_distributive", lambda formula: True)
        patch.setattr(logic, "said_of_every_one", lambda formula: frozenset())
        patch.setattr(facts, "_demand_of_every_one", lambda *_: None)
        patch.setattr(language, "ranges", lambda *_: frozenset())
        yield


def made(number: int) -> Fact | None:
    """The step of a number, None if it is refused."""
    try:
        return Chance(number).step()
    except (WrongStep, IllFormed):
        return None


@cache
def written(number: int) -> tuple[Fact, object] | None:
    """The step of a number as it would be made without guards, and its object."""
    with without_guards():
        fact = made(number)
        return None if fact is None else (fact, proof_object([fact]))


def is_false(fact: Fact, models: Sequence[Model] = SAMPLE) -> bool:
    """Whether a fact is false in a model in which its hypotheses are true."""
    known = [each.formula for each in hypotheses_of(fact)]
    return any(not model.is_true(fact.formula) and all(map(model.is_true, known)) for model in models)


def accepted(number: int) -> bool:
    """Whether the checker accepts a step."""
    step = written(number)
    try:
        replay(step and step[1])
    except Refused:
        return False
    return True


def judged(count: int) -> Counter[str]:
    """How many steps are made, accepted and refused, and which of the first two are false."""
    found = Counter[str]()
    for number in range(count):
        fact, step = made(number), written(number)
        found["made"] += fact is not None
        found["false in the kernel"] += fact is not None and is_false(fact)
        if step is not None:
            holds = accepted(number)
            found["accepted" if holds else "refused"] += 1
            found["false in the checker"] += holds and is_false(step[0])
            found["refused, and false"] += not holds and is_false(step[0])
            found["judged apart"] += holds != (fact is not None)
    return found


def demand_sound(found: Counter[str], count: int) -> None:
    assert (found["false in the kernel"], found["false in the checker"], found["judged apart"]) == (0, 0, 0), found
    assert min(found["made"], found["accepted"], found["refused"]) > count / 20, found
    assert found["refused, and false"] > count / 100, found


def test_what_is_derived_of_every_one_is_true() -> None:
    demand_sound(judged(PER_TEST), PER_TEST)


@pytest.mark.full
def test_what_is_derived_of_every_one_is_true_often() -> None:
    demand_sound(judged(FULL), FULL)


# The models see what is false: attacks, and steps that are made without a guard.

FALSE = (
    *("like every exceptional one", "like every mechanism", "like what is made of every function"),
    *("like every interactive mechanism", "all of some", "by the rule itself", "some of all, by the rule itself"),
    *("from a hypothesis about all", "in a premise only", "of two compositions", "with the parameters of others"),
    *("with the parameters of other interactive ones", "of two compositions that become one"),
)


@pytest.mark.parametrize("attack", FALSE)
def test_an_attack_is_false_in_a_model(attack: str) -> None:
    assert is_false(derived_without_guards(attack), MODELS)


def with_implications(formula: Formula) -> bool:
    """Whether premises are of whom the conclusion is, implications or not."""
    if not isinstance(formula, Implication):
        return True
    supposed, concluded = map(said_of_every_one, (formula.premise, formula.conclusion))
    return supposed <= concluded and with_implications(formula.conclusion)


GUARDS: dict[str, tuple[object, str, Callable[..., object]]] = {
    "an instance": (logic, "is_distributive", lambda formula: True),
    "an instance that supposes an implication": (logic, "is_distributive", with_implications),
    "a rule": (facts, "_demand_of_every_one", lambda *_: None),
}


@pytest.mark.full
@pytest.mark.parametrize("guard", GUARDS)
def test_without_a_guard_something_false_is_derived(guard: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, instead = GUARDS[guard]
    monkeypatch.setattr(module, name, instead)
    steps = (made(number) for number in range(FULL))
    assert any(is_false(step) for step in steps if step is not None)
