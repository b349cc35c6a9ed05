"""What is said of every one of several is so of each, sentence by sentence: attacks on the kernel and on the checker.

Each of these was derived, and accepted: a plural dropped out on the way to the conclusion, which was then so though
there was none of which to say it, or plurals that did not range together were taken as if they did.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from concomp.obligations.derivations.kernel import facts, language, logic
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import OF_INTERACTIVE, OF_MEMBERS, Constructor, Index, Var
from concomp.obligations.derivations.kernel.language import Formula, Implication, Quantity, eq, le, lt
from concomp.obligations.derivations.kernel.logic import (
    apply_lemma,
    define,
    define_quotient,
    discharge,
    discharge_all,
    hypothesis,
    instance,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.rules import quotient, upper
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.systems.drawn_slots import COUNT
from concomp.obligations.derivations.systems.language import (
    AS_CONTINUAL,
    EVERY_CREATED,
    EVERY_EXCEPTIONAL,
    EVERY_FUNCTION,
    EVERY_INTERACTIVE,
    EVERY_PARAMETERS,
    IDENTIFIED,
    INTERACTIVE,
    PARAMETERS,
    STARTED,
    C,
    F,
    M,
    Q,
    every_exception,
    every_member,
    verified_mechanism,
)
from concomp.obligations.derivations.systems.postprocessing import POST_PROCESSING
from concomp.obligations.derivations.systems.properties import discrete, equivalent, positive, private
from concomp.obligations.derivations.systems.shares import weight
from concomp.obligations.derivations.systems.system_rules import as_private
from concomp.obligations.derivations.systems.theorems import FIXED_PARAMETERS_COMPOSE, SIMULATOR
from concomp.obligations.proof_objects import checker
from concomp.obligations.proof_objects.checker.objects import replay
from concomp.obligations.proof_objects.checker.schemas import RULES
from concomp.obligations.proof_objects.checker.terms import CONSTRUCTORS, Refused
from concomp.obligations.proof_objects.writing import proof_object

FOLDER = Path(checker.__path__[0])
THEOREM, ELSEWHERE = "HSV26 Theorem 5.4", "HSV26 Definition 2.13"
T, E = Var("T", "system"), Var("E", "composition")
ONE, OTHER = every_member(C), every_member(E)


def given(formula: Formula) -> Fact:
    return hypothesis("as supposed", ELSEWHERE, formula)


def as_another(one: Index, other: Index, parameters: Index = PARAMETERS) -> Fact:
    """If one system is equivalent to another, and that is private, so is the one."""
    known = suppose(equivalent(one, other)), suppose(private(other, parameters))
    return discharge_all(known, as_private(*known))


def as_every_one(values: Mapping[Var, Index]) -> Fact:
    return state(instance(as_another(T, M), values), THEOREM)


def by_contradiction() -> Fact:
    """No number is 0 and 1; so there is no member, and then 0 = 1."""
    known = [suppose(eq(weight(ONE), value)) for value in (0, 1)]
    return state(discharge_all(known, solve("so", eq(0, 1), *known)), THEOREM)


def bounded_by_every_one() -> Fact:
    """What every member bounds is bounded, also where there is no member."""
    n = Var("n", "number")
    return upper(n, given(le(Quantity("w", (n,)), Quantity("t", (ONE,)))))


def divided_by_every_one() -> Fact:
    return define_quotient("a quotient", ELSEWHERE, Quantity("q", (C,)), given(lt(0, Quantity("w", (ONE,)))))


def quotient_of_every_one() -> Fact:
    one, other = Quantity("v", (ONE,)), Quantity("w", (ONE,))
    return quotient(Quantity("q", (ONE,)), given(le(0, one)), given(le(one, other)))


def sum_from_every_one() -> Fact:
    put_together = Constructor("put together", ("function",), "composition", "Together[{}]")
    n = Var("n", "number")
    return given(eq(language.total(n, Quantity("w", (n,)), COUNT(put_together(EVERY_FUNCTION(C)))), 0))


def merged() -> Fact:
    """Of C and of E all members are equivalent to each other; of C alone each is so to itself."""
    return instance(given(Implication(equivalent(ONE, OTHER), private(T, PARAMETERS))), {E: C})


def of_the_same_parameters() -> Fact:
    """If all are (ε,δ)-DP, so is T; therefore, if each is (ε_j,δ_j)-DP, so is T, for every j."""
    return instance(given(Implication(private(ONE, PARAMETERS), private(T, PARAMETERS))), {PARAMETERS: OWN})


def of_the_same_parameters_and_members() -> Fact:
    """If all mechanisms are (ε,δ)-DP, so are they with a function; but not, therefore, with the parameters of each."""
    alone, with_function = IDENTIFIED(EVERY_CREATED(C)), verified_mechanism(F, EVERY_CREATED(C))
    all_ = given(Implication(private(alone, PARAMETERS), private(with_function, PARAMETERS)))
    return instance(all_, {PARAMETERS: OWN})


def nested() -> Fact:
    case = Implication(discrete(M), private(M, PARAMETERS))
    return instance(given(Implication(case, equivalent(T, M))), {M: ONE})


def nested_contradiction() -> Fact:
    case = suppose(Implication(positive(PARAMETERS), eq(0, 1)))
    return instance(discharge(case, case), {PARAMETERS: OWN})


def every_one_of_every_one() -> Fact:
    composed_of = Constructor("composed of", ("function",), "composition", "Composed[{}]")
    return given(discrete(every_member(composed_of(EVERY_FUNCTION(C)))))


OWN = EVERY_PARAMETERS(C)
NOT_EACH, ONE_SENTENCE, A_NUMBER, LOST = "is so of each", "of one composition", "is of one thing", "there may be none"


@dataclass(frozen=True)
class Attack:
    """A derivation, and why the kernel and the checker refuse it."""

    make: Callable[[], Fact]
    reason: str
    by_checker: str


INSTANCES: dict[str, Mapping[Var, Index]] = {
    "like every exceptional one": {M: every_exception(C)},
    "like every mechanism": {M: IDENTIFIED(EVERY_CREATED(C))},
    "like what is made of every function": {M: verified_mechanism(EVERY_FUNCTION(C), Var("M", "continual mechanism"))},
    "like every interactive mechanism": {M: STARTED(EVERY_INTERACTIVE(INTERACTIVE))},
    "some of all": {T: every_exception(C), M: IDENTIFIED(EVERY_CREATED(C))},
    "all of some": {T: ONE, M: every_exception(C)},
}
TWO: dict[str, Callable[[], Fact]] = {
    "of two compositions": lambda: as_every_one({M: ONE, T: OTHER}),
    "with the parameters of others": lambda: as_every_one({M: ONE, PARAMETERS: EVERY_PARAMETERS(E)}),
    "with the parameters of other interactive ones": lambda: as_every_one(
        {M: STARTED(EVERY_INTERACTIVE(INTERACTIVE)), PARAMETERS: OWN}
    ),
    "of two compositions that become one": merged,
    "every one of every one": every_one_of_every_one,
}
NUMBERS: dict[str, Callable[[], Fact]] = {
    "in a claim": by_contradiction,
    "in a bound": bounded_by_every_one,
    "in a definition": lambda: define("defined", ELSEWHERE, eq(Quantity("x", (C,)), Quantity("w", (ONE,)))),
    "under a guard": divided_by_every_one,
    "in a quotient": quotient_of_every_one,
    "where a sum starts": sum_from_every_one,
}
ATTACKS: dict[str, Attack] = {
    **{
        name: Attack(lambda values=values: as_every_one(values), NOT_EACH, NOT_EACH)  # type: ignore[misc]
        for name, values in INSTANCES.items()
    },
    "by the rule itself": Attack(lambda: as_another(T, every_exception(C)), LOST, "is not said of every one"),
    "some of all, by the rule itself": Attack(
        lambda: as_another(IDENTIFIED(EVERY_CREATED(C)), IDENTIFIED(EVERY_EXCEPTIONAL(C))),
        LOST,
        "is not said of every one",
    ),
    "from a hypothesis about all": Attack(
        lambda: as_private(given(equivalent(T, ONE)), given(private(ONE, PARAMETERS))), LOST, "is not said of every one"
    ),
    "in a premise only": Attack(
        lambda: apply_lemma(given(Implication(discrete(M), positive(PARAMETERS))), {M: ONE}, given(discrete(ONE))),
        NOT_EACH,
        NOT_EACH,
    ),
    "the same parameters": Attack(of_the_same_parameters, "already", NOT_EACH),
    "the same parameters of the same members": Attack(of_the_same_parameters_and_members, "already", NOT_EACH),
    "in what a theorem concludes": Attack(
        lambda: instance(FIXED_PARAMETERS_COMPOSE, {PARAMETERS: OWN}), "already", NOT_EACH
    ),
    "an implication of every one": Attack(nested, NOT_EACH, NOT_EACH),
    "that a contradiction is of every one": Attack(nested_contradiction, NOT_EACH, NOT_EACH),
    **{name: Attack(make, ONE_SENTENCE, "is not well-formed") for name, make in TWO.items()},
    **{name: Attack(make, A_NUMBER, "is not well-formed") for name, make in NUMBERS.items()},
}


@pytest.mark.parametrize("name", ATTACKS)
def test_the_kernel_refuses(name: str) -> None:
    with pytest.raises((WrongStep, IllFormed), match=ATTACKS[name].reason):
        ATTACKS[name].make()


@cache
def made_without_guards(name: str) -> dict[str, Any]:
    """The object of an attack on a kernel without guards."""
    return proof_object([derived_without_guards(name)])


@cache
def derived_without_guards(name: str) -> Fact:
    """What an attack derives of a kernel without guards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logic, "is_distributive", lambda formula: True)
        patch.setattr(logic, "said_of_every_one", lambda formula: frozenset())
        patch.setattr(facts, "_demand_of_every_one", lambda *_: None)
        patch.setattr(language, "plurals", lambda *_: frozenset())
        patch.setattr(language, "ranges", lambda *_: frozenset())
        return ATTACKS[name].make()


@pytest.mark.parametrize("name", ATTACKS)
def test_the_checker_refuses(name: str) -> None:
    with pytest.raises(Refused, match=ATTACKS[name].by_checker):
        replay(made_without_guards(name))


GUARDS = (
    ("rules.py", "demand((fit and not plurals(general.formula)) or not several", "demand(True"),
    ("rules.py", "demand((fit and not plurals(general.formula)) or not several", "demand(fit or not several"),
    ("rules.py", 'premise[0] != "if" and plurals(premise)', "plurals(premise)"),
    ("schemas.py", 'demand(("collective",) in conditions or not several', "demand(True"),
    ("terms.py", 'len(of) <= (term[0] == "says")', 'len(of) <= 2 * (term[0] == "says")'),
    ("terms.py", 'len(of) <= (term[0] == "says")', "len(of) <= 1"),
)
"""What the checker demands, and less."""


@pytest.mark.full
@pytest.mark.parametrize("place", range(len(GUARDS)))
def test_without_a_guard_the_checker_accepts_something(
    place: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, old, new = GUARDS[place]
    weakened = f"checker_without_plurals_{place}"
    shutil.copytree(FOLDER, tmp_path / weakened, ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / weakened / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    judge, refused = import_module(f"{weakened}.objects").replay, import_module(f"{weakened}.terms").Refused
    assert any(_accepted(judge, refused, name) for name in ATTACKS)


def _accepted(judge: Callable[[Any], object], refused: type[Exception], name: str) -> bool:
    try:
        judge(made_without_guards(name))
    except refused:
        return False
    return True


# What is so of every one gets through.

ACCEPTED: dict[str, Callable[[], Fact]] = {
    "post-processing of every one": lambda: instance(POST_PROCESSING, {M: ONE, PARAMETERS: OWN}),
    "the same post-processing of each, by its function": lambda: instance(
        POST_PROCESSING, {Q: Var("R", "processing"), M: STARTED(EVERY_INTERACTIVE(INTERACTIVE))}
    ),
    "interactive ones with the parameters of members": lambda: instance(
        POST_PROCESSING,
        {M: STARTED(EVERY_INTERACTIVE(INTERACTIVE)), PARAMETERS: EVERY_PARAMETERS(AS_CONTINUAL(INTERACTIVE))},
    ),
    "one mechanism with every one's parameters": lambda: instance(SIMULATOR, {PARAMETERS: OWN}),
    "all premises of some": lambda: instance(SIMULATOR, {M: every_exception(C), PARAMETERS: OWN}),
    "of every one, by the rule itself": lambda: as_another(ONE, IDENTIFIED(EVERY_CREATED(C))),
    "a theorem about another composition": lambda: instance(FIXED_PARAMETERS_COMPOSE, {C: E}),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_is_so_of_every_one_gets_through(name: str) -> None:
    replay(proof_object([ACCEPTED[name]()]))


def test_kernel_and_checker_have_the_same_collective_rules() -> None:
    marked = {rule: [("collective",) in schema for schema in schemas] for rule, (_, schemas) in RULES.items()}
    assert all(all(each) or not any(each) for each in marked.values())
    assert {rule for rule, each in marked.items() if any(each)} | {"instance"} == {
        rule.name for rule in facts._RULES.values() if rule.collective
    }


def test_kernel_and_checker_have_the_same_plurals() -> None:
    assert {name for name in CONSTRUCTORS if "every" in name} == OF_MEMBERS | {OF_INTERACTIVE}


def as_they_are(*formulas: Formula) -> tuple[Formula, ...]:
    return formulas


def supposing(*formulas: Formula) -> tuple[Formula, ...]:
    """Each formula, if every exceptional mechanism is private."""
    return tuple(Implication(private(every_exception(C), OWN), each) for each in formulas)


@pytest.mark.parametrize("under", [as_they_are, supposing])
def test_a_supposition_about_every_one_makes_up_for_nothing(under: Callable[..., tuple[Formula, ...]]) -> None:
    said, of_one = under(discrete(every_exception(C)), discrete(M))
    with pytest.raises(WrongStep, match="is not about"):
        facts._demand_of_every_one(logic.JOINED, of_one, (suppose(said),))
    facts._demand_of_every_one(logic.DETACHED, of_one, (suppose(said),))
    facts._demand_of_every_one(logic.JOINED, said, (suppose(said),))
