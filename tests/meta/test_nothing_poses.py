"""What poses as something else, equal to everything, is refused by all that makes facts: attacks, and a walk over all.

Each of the attacks once ended in a falsehood that was stated and proved with both solvers.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, get_type_hints

import pytest

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import IllSorted, Term
from concomp.obligations import derivations
from concomp.obligations.derivations import systems
from concomp.obligations.derivations.kernel import exactness, language, logic, sealing
from concomp.obligations.derivations.kernel.exactness import exactly, fits
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import Var
from concomp.obligations.derivations.kernel.language import Quantity, eq, le
from concomp.obligations.derivations.kernel.logic import hypothesis, solve
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.kernel.steps import Asked
from concomp.obligations.derivations.systems import theorems
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.guards import identical
from concomp.obligations.derivations.systems.descriptions.messages import declare
from concomp.obligations.derivations.systems.descriptions.table import describe
from concomp.obligations.derivations.systems.descriptions.text import script
from concomp.obligations.derivations.systems.drawn_slots import DrawnSlots
from concomp.obligations.derivations.systems.language import C, F, M, fixed_parameters
from concomp.obligations.derivations.systems.laws.law import Law
from concomp.obligations.derivations.systems.links import first_pairs
from concomp.obligations.derivations.systems.slot_rules import in_numbers
from concomp.obligations.derivations.systems.suppositions import Instance, consistent
from concomp.obligations.derivations.systems.system_rules import related, solve_stage, tapes
from tests.meta.without_assertions import assert_refused_without_assertions

REFUSED = (IllFormed, WrongStep, IllSorted)
FALSE_LINK = first_pairs.UNLIKE_PAIRS


class Everybody(type):
    """The class of classes that equal every other."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return 0


class Poser(metaclass=Everybody):
    """Says that it equals everything, is of every class, and has what another object has."""

    def __init__(self, as_: Any = None) -> None:
        self.as_ = as_

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(self.as_)

    def __getattribute__(self, name: str) -> Any:
        if name in ("as_", "__eq__", "__hash__"):
            return object.__getattribute__(self, name)
        return type(self.as_) if name == "__class__" else getattr(self.as_, name)


class Text(str):
    """A text that equals every other."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return str.__hash__(self)


class Several(tuple[Any, ...]):
    """A tuple that equals every other."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


def law_of_one_s_own() -> Fact:
    """That all pairs are identical, used as a law that equals every law that is supposed."""
    law = Poser(Law((HEARD,), identical(HEARD)))
    used: Any = Poser(consistent(F).law(2, HEARD, HEARD))
    used.as_ = law
    return related(replace(FALSE_LINK, supposed=(consistent(F),), known=lambda left, right: [used]))


def stages_with_the_conclusion() -> Fact:
    """Stages in which what is to be shown is known, and which equal those that were asked for."""
    solved = []
    for stage in FALSE_LINK.stages:
        known: Any = Several((*stage.known, stage.conclusion))
        solved.append(solve_stage(replace(stage, known=known)))
    return tapes(FALSE_LINK, *solved)


def two_formulas() -> Fact:
    """A question that says one thing when it is looked at, and another when it is kept."""
    stage = first_pairs.IDENTICAL_PAIRS.stages[0]
    asked: Any = Poser(stage.asked)
    return logic.solve_in_words(stage.formula, asked)


def text_of_another() -> object:
    """A text that is kept in the place of the one that a rule computes."""
    posing: Any = Poser(FALSE_LINK.stages[1].known[0])
    return script((posing,))


def machine_of_another() -> object:
    posing: Any = Poser(M)
    return describe(posing)


def slots_of_one_s_own() -> Fact:
    """Who holds slots, by what says of any quantity that it is 0 or 1."""
    posing: Any = Poser(DrawnSlots(fixed_parameters(C)))
    return in_numbers(posing, *theorems.SLOTS)


def state_of_another() -> object:
    """A formula that is another one after a rule has made it."""
    made = le(0, 1)
    made.__setstate__([*("<", *(eq(1, 0).left, eq(1, 0).right))])  # type: ignore[attr-defined]
    return made


def begun_again() -> object:
    """A formula that is begun again, as another one."""
    made = le(0, 1)
    made.__init__("<", eq(1, 0).left, eq(1, 0).right)  # type: ignore[misc]
    return made


def fact_begun_again() -> Fact:
    """A fact that is begun again: its formula is set before anybody asks by which rule."""
    made = hypothesis("x", "HSV26 Definition 2.2", le(0, 1))
    kept = {
        name: getattr(made, name) for name in ("rule", "premises", "using", "assumptions", "name", "origin", "claim")
    }
    with contextlib.suppress(WrongStep):
        made.__init__(**{**kept, "formula": le(1, 0)})  # type: ignore[misc]
    return made


def register_of_another() -> Term:
    """One register in the place of all that are made after it."""
    return terms.make("register", (), (BOOL, Text("1 of whatever is called so")))


ATTACKS: dict[str, Callable[[], object]] = {
    each.__name__.replace("_", " "): each
    for each in (
        law_of_one_s_own,
        stages_with_the_conclusion,
        two_formulas,
        text_of_another,
        machine_of_another,
        slots_of_one_s_own,
        state_of_another,
        begun_again,
        fact_begun_again,
        register_of_another,
    )
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_poses_is_refused(attack: str) -> None:
    with pytest.raises(REFUSED):
        ATTACKS[attack]()


def test_without_the_demand_a_poser_gets_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a rule is given is only looked at: if it may be anything, it is what it says."""
    monkeypatch.setattr(exactness, "_demand_fit", lambda *_: None)
    assert "holds" in str(slots_of_one_s_own().formula)


def test_what_is_handed_out_is_nobody_s_memory() -> None:
    """A machine, a term or a function that a caller changes is not that which a rule then reads."""
    zero, one = (describe(each) for each in (FALSE_LINK.one, FALSE_LINK.other))
    assert describe(FALSE_LINK.one) == zero
    zero.__init__(one.name, one.inner)  # type: ignore[misc]
    assert describe(FALSE_LINK.one) != zero
    conclusion = FALSE_LINK.stages[1].conclusion
    for name, value in (("operator", "constant"), ("arguments", ()), ("data", (BOOL, True))):
        with pytest.raises(AttributeError, match="never changed"):
            setattr(conclusion, name, value)
    function = declare("a function of whoever", (BOOL,), BOOL)
    function.__init__("another one", (BOOL,), BOOL)  # type: ignore[misc]
    with pytest.raises(WrongStep, match="is now called another one"):
        declare("a function of whoever", (BOOL,), BOOL)


def modules() -> Iterator[Any]:
    """The modules of the kernel, of systems, and of all rules."""
    for each in walk_packages(derivations.__path__, f"{derivations.__name__}."):
        module = import_module(each.name)
        if not each.ispkg and ("deriving" in called(module) or ".theories." not in each.name):
            yield module


def called(module: Any) -> set[str]:
    """The functions that a module calls by their names."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {each.id for each in calls if isinstance(each, ast.Name)}


def public_functions(module: Any) -> Iterator[Callable[..., Any]]:
    """The functions that a module has for others."""
    for name, value in vars(module).items():
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_"):
            yield value


@pytest.fixture(scope="module")
def rules() -> list[Callable[..., Any]]:
    return [function for module in modules() if "deriving" in called(module) for function in public_functions(module)]


def test_rules_are_found(rules: list[Callable[..., Any]]) -> None:
    names = {function.__name__ for function in rules}
    assert {"solve", "summation", "tapes", "in_numbers", "takers", "simulation", "for_pairs", "each_waiting"} <= names
    assert len(rules) > 70


def test_no_rule_takes_anything_that_poses(rules: list[Callable[..., Any]]) -> None:
    unguarded = [name_of(rule) for rule in rules if rule.__code__ is not exactly(lambda: None).__code__]
    assert unguarded == [], "they take anything: let them be @exactly"
    assert [name_of(rule) for rule in rules if hasattr(rule, "__wrapped__")] == []
    assert [f"{name} of {name_of(rule)}" for rule in rules for name in what_may_be_anything(rule)] == []


def name_of(rule: Callable[..., Any]) -> str:
    return f"{rule.__module__.rsplit('.', 1)[1]}.{rule.__name__}"


def what_may_be_anything(rule: Callable[..., Any]) -> list[str]:
    """The parameters of a rule in the place of which it takes a poser."""
    hints = get_type_hints(rule, vars(import_module(rule.__module__)))
    return [name for name in inspect.signature(rule).parameters if fits(hints[name])(Poser())]


def test_an_argument_is_looked_at_wherever_it_stands() -> None:
    x = Var("x", "number")
    good = hypothesis("x", "HSV26 Definition 2.2", le(0, Quantity("q", (x,))))
    posing: Any = Poser(good)
    half: Any = Poser(Quantity("q", (x,)))
    for attempt in (
        lambda: logic.join(good, posing),
        lambda: logic.instance(good, values={x: posing}),
        lambda: logic.instance(good, {x: posing}),
        lambda: solve("so", le(0, 1), good, whole=(half,)),
        lambda: solve("so", le(0, 1), good, witness=(posing,)),
        lambda: hypothesis(Text("x"), "HSV26 Definition 2.2", good.formula),
        lambda: hypothesis("x", Text("HSV26 Definition 2.2"), good.formula),
        lambda: hypothesis("x]\n 1 = 1 [y", "HSV26 Definition 2.2", good.formula),
        lambda: logic.state(good, Text("HSV26 Theorem 5.4")),
    ):
        with pytest.raises(IllFormed):
            attempt()


@pytest.fixture(scope="module")
def made() -> dict[type, Any]:
    """One object of each sealed class that derivations are made of."""
    instance = consistent(F).law(2, HEARD, HEARD)
    found: dict[type, Any] = {Law: consistent(F).laws[2], Instance: instance, DrawnSlots: DrawnSlots(F)}
    for each in gc.get_objects():
        kind = type(each)
        if type(kind) is type and sealing.is_sealed(kind) and is_dataclass(kind):
            held = [getattr(each, field.name) for field in fields(kind) if field.init and hasattr(each, field.name)]
            if kind not in found or sum(map(bool, held)) > sum(map(bool, map(_value, [found[kind]]))):
                found[kind] = each
    return found


def _value(made_: Any) -> int:
    return sum(bool(getattr(made_, field.name, None)) for field in fields(made_))


def test_what_derivations_are_made_of_is_found(made: dict[type, Any]) -> None:
    needed = {Law, Instance, Asked, DrawnSlots, type(FALSE_LINK), type(FALSE_LINK.stages[0]), *language.TERMS}
    assert needed <= made.keys()


def test_no_field_is_something_that_poses(made: dict[type, Any]) -> None:
    """Neither the field, nor a tuple of another class, nor one of what it holds; facts are made by rules only."""
    taken = [
        f"{kind.__name__}.{field.name} = {type(posing).__name__}"
        for kind, object_ in made.items()
        for field in (fields(kind) if kind is not Fact else ())
        if field.init and field.name != "token"
        for posing in posing_as(getattr(object_, field.name))
        if takes(object_, field.name, posing)
    ]
    assert taken == []


def posing_as(value: Any) -> list[Any]:
    """What poses as a value, unless that is a function."""
    if callable(value):
        return []
    posing: list[Any] = [Poser(value)]
    if type(value) is str:
        posing.append(Text(value))
    if type(value) is tuple:
        posing += [Several(value), list(value), *([(Poser(value[0]), *value[1:])] if value else [])]
    return posing


def takes(object_: Any, name: str, posing: Any) -> bool:
    """Whether an object of the same class can be made with what poses as this field."""
    try:
        replace(object_, **{name: posing})
    except REFUSED:
        return False
    return True


def test_numbers_are_of_their_own_class() -> None:
    class Half(Fraction):
        """A fraction that equals all others."""

        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = Fraction.__hash__

    with pytest.raises(IllFormed):
        language.Rational(Half(1, 2))
    assert systems.__path__


@pytest.mark.full
def test_posers_are_refused_without_assertions() -> None:
    assert_refused_without_assertions(__file__)
