"""Ways to make a falsehood, or anything at all, a fact: each is refused, and says why.

Each attack ends in a statement that would be proved if it got through: the harness states what it makes.
"""

from __future__ import annotations

import ast
import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from concomp.obligations import derivations
from concomp.obligations.checks.derived import Derived
from concomp.obligations.derivations.kernel import rules
from concomp.obligations.derivations.kernel.facts import Fact, Rule, WrongStep, derive
from concomp.obligations.derivations.kernel.indices import (
    BIT_0,
    BIT_1,
    EMPTY,
    EXTENDED,
    NEXT,
    OTHER,
    ZERO,
    Compound,
    Constructor,
    Index,
    Var,
)
from concomp.obligations.derivations.kernel.language import (
    BoundTerm,
    Comparison,
    Conjunction,
    Implication,
    Proposition,
    Quantity,
    Rational,
    Real,
    Summable,
    eq,
    largest,
    le,
    limit,
    lt,
    supremum,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    JOINED,
    SOLVED,
    assume,
    by_cases,
    define,
    define_quotient,
    detach,
    discharge,
    hypothesis,
    induction,
    instance,
    join,
    part,
    rename_bound,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.proofs import prove
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.kernel.steps import SolvedStep
from concomp.obligations.expectation import Violation

LEMMA, ORIGIN = "HSV26 Lemma 4.7", "HSV26 Definition 3.1"
B, N, M, H, Q = Var("b", "bit"), Var("n", "number"), Var("m", "number"), Var("h", "history"), Var("q", "query")
FALSE = eq(0, 1)


def t(*at: Index) -> Quantity:
    return Quantity("t", at)


def f(*at: Index) -> Quantity:
    return Quantity("f", at)


def is_(*equations: Any) -> Fact:
    """What quantities are, all in one."""
    return join(*(define("as defined", ORIGIN, each) for each in equations))


def given(formula: Any) -> Fact:
    return hypothesis("as supposed", SUPPOSED, formula)


CLOCK = Constructor("clock", ("history",), "number", "clock({})")
DIVISOR = (define("at 0", ORIGIN, eq(t(BIT_0), 1)), define("at 1", ORIGIN, eq(t(BIT_1), 2)))


def of_another(name: str, sort: str) -> Fact:
    """What a quantity is at a value of a closed sort that no induction knows."""
    return is_(eq(t(Constructor(name, (), sort, "o")()), 2))


def divided_by_either() -> Fact:
    """0 < t(b) for both bits, and a quotient by t(b) that does not depend on b."""
    zero, one = (solve("positive", lt(0, t(bit)), fact) for bit, fact in zip((BIT_0, BIT_1), DIVISOR, strict=True))
    return define_quotient("by either", ORIGIN, Quantity("q"), by_cases(lt(0, t(B)), B, BIT_0, zero, one))


def quotient_of_what_is_bound() -> Fact:
    """r(n)·t(n) = sup_n f(n), where the n of the supremum is another one."""
    whole = supremum(N, f(N))
    return rules.quotient(Quantity("r", (N,)), given(le(0, whole)), given(le(whole, t(N))))


DEFINITIONS: dict[str, tuple[str, Callable[[], Fact]]] = {
    "q is t(0) and t(1)": ("depends on b", lambda: is_(eq(Quantity("q") - t(B), 0))),
    "q times t(0) is 1, and q times t(1)": ("depends on b", divided_by_either),
    "r(n) is sup r over t(n)": ("binds n", quotient_of_what_is_bound),
    "f(n+1) = 1 + sup f": ("binds n", lambda: is_(eq(f(NEXT(N)), 1 + supremum(N, f(N))))),
    "f(0) = 1 + sup f": ("in a circle", lambda: is_(eq(f(BIT_0), 1 + supremum(B, f(B))), eq(f(BIT_1), 0))),
    "f(0) = f(0) + f(1)": (
        "in a circle",
        lambda: is_(eq(f(BIT_0), f(Var("c", "bit")) + f(OTHER(Var("c", "bit")))), eq(f(BIT_1), 1)),
    ),
    "f(b) = 1 + f(1-b)": ("in a circle", lambda: is_(eq(f(B), 1 + f(OTHER(B))))),
    "f(b) = t(b), t(0) = 1 + f(0)": ("in a circle", lambda: is_(eq(f(B), t(B)), eq(t(BIT_0), 1 + f(BIT_0)))),
    "f is one more at a longer history, for ever": (
        "does not come before",
        lambda: is_(eq(f(EXTENDED(H, Q, NEXT(N))), 1 + largest(0, f(EXTENDED(EXTENDED(H, Q, N), Q, NEXT(ZERO)))))),
    ),
    "at a number that is not known": (
        "does not come before",
        lambda: is_(eq(f(H), t(CLOCK(H))), eq(t(ZERO), 1 + f(EMPTY))),
    ),
    "of a number that is not known": ("is not at arbitrary indices", lambda: is_(eq(t(CLOCK(H)), 1))),
    "a guarded definition that says more": (
        "says more than",
        lambda: define("", ORIGIN, Implication(lt(0, t(N)), Conjunction((eq(f(N) * t(N), 1), FALSE)))),
    ),
    "a third bit": ("an induction does not know", lambda: is_(eq(t(Constructor("z", (), "bit", "z")()), 2))),
    "a number from nowhere": (
        "an induction does not know",
        lambda: is_(eq(t(Constructor("z", (), "number", "z")()), 2)),
    ),
    "a history from nowhere": (
        "an induction does not know",
        lambda: is_(eq(t(Constructor("z", (), "history", "z")()), 2)),
    ),
    "zero, written otherwise": (
        "an induction does not know",
        lambda: is_(eq(t(Constructor("zero", (), "number", "o")()), 2)),
    ),
}


class Odd(int):
    """A number that equals all others."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Name(str):
    """A text that can be changed."""

    __slots__ = ()


def subclass_of(kind: type) -> type:
    return type("Own", (kind,), {"__eq__": lambda self, other: True, "__hash__": lambda self: 0})


ILL_FORMED: dict[str, tuple[str, Callable[[], object]]] = {
    "a greater-than that is read as at most": ("none of", lambda: Comparison(">=", real_(0), real_(1))),  # type: ignore[arg-type]
    "another operator": ("none of", lambda: quantity_("/")),
    "another binder": ("none of", lambda: BoundTerm("inf", N, f(N))),  # type: ignore[arg-type]
    "a conjunction in a conjunction": ("Comparison", lambda: Conjunction((Conjunction((FALSE,)),))),  # type: ignore[arg-type]
    "an implication in a conjunction": ("Comparison", lambda: Conjunction((Implication(FALSE, FALSE),))),  # type: ignore[arg-type]
    "a list that can grow": ("tuple", lambda: Quantity("f", [N])),  # type: ignore[arg-type]
    "conjoined in a list": ("tuple", lambda: Conjunction([FALSE])),  # type: ignore[arg-type]
    "a name of its own class": ("str", lambda: Quantity(Name("f"), (N,))),
    "a number of its own class": ("Fraction", lambda: Rational(Odd(0))),  # type: ignore[arg-type]
    "a float": ("Fraction", lambda: Rational(0.5)),  # type: ignore[arg-type]
    "a term that is none": ("write Rational or", lambda: le(subclass_real(), 0)),
    "a formula that is none": ("write Comparison or", lambda: Implication(FALSE, "so be it")),  # type: ignore[arg-type]
    "a subclass of a variable": ("no subclass", lambda: subclass_of(Var)),
    "a subclass of a quantity": ("no subclass", lambda: subclass_of(Quantity)),
    "a subclass of a rule": ("no subclass", lambda: subclass_of(Rule)),
    "a subclass of a compound": ("no subclass", lambda: subclass_of(Compound)),
    "a subclass of a fact": ("no subclass", lambda: subclass_of(Fact)),
    "a subclass of a claim": ("no subclass", lambda: subclass_of(SolvedStep)),
    "a successor of a history": ("takes", lambda: Compound(NEXT, (H,))),
    "a sort that may be empty": ("none of", lambda: Var("x", "no such thing")),
    "a sum over histories": ("sums and limits are over numbers", lambda: total(H, f(H))),
    "a limit of queries": ("sums and limits are over numbers", lambda: limit(Q, f(Q))),
    "a sum from a query on": ("no number at which", lambda: total(N, f(N), Q)),
    "a supremum from 1 on": ("no number at which", lambda: BoundTerm("sup", N, f(N), NEXT(ZERO))),
    "convergence over queries": ("none of number", lambda: Summable(Q, f(Q))),
    "a text with a place too many": ("place", lambda: Proposition("{} is {}", (N,))),
    "a text with a place too few": ("place", lambda: Proposition("all is well", (N,))),
    "a text that looks inside": ("place", lambda: Proposition("{0.sort} is well", (N,))),
    "a text with half a brace": ("for braces", lambda: Proposition("{", ())),
    "a text that fills": ("place", lambda: Proposition("{:>9999999}", (N,))),
    "a quantity that reads as a number": ("choose another name", lambda: Quantity("0")),
    "a quantity that reads as a product": ("choose another name", lambda: Quantity("δ·δ")),
    "a quantity that reads as another at an index": ("choose another name", lambda: Quantity("f(n)")),
    "a quantity that reads as a supremum": ("choose another name", lambda: Quantity("sup_n f")),
    "a variable that reads as a bit": ("choose another name", lambda: Var("1", "bit")),
    "a constructor of a name that is taken": (
        "the name of another",
        lambda: Constructor("successor", ("number",), "number", "{}′"),
    ),
    "a constructor with a place too few": ("place", lambda: Constructor("pair", ("query", "query"), "query", "{}")),
}


def real_(number: int) -> Real:
    return Rational(Fraction(number))


def quantity_(operator: Any) -> Real:
    return type(f(N) + 1)(operator, (f(N), real_(1)))  # type: ignore[call-arg]


def subclass_real() -> Any:
    """A term of a class of its own, equal to every other."""
    return type("Anything", (Real,), {"__eq__": lambda self, other: True, "__hash__": lambda self: 0})()


def shifting() -> Fact:
    """An instance at values that are other ones when they are looked at again."""

    class Shifting(dict[Var, Index]):
        def items(self) -> Any:
            return ()

    assumption = assume(le(f(N), 1), N)
    return discharge_(instance(assumption, Shifting({N: ZERO})), assumption)


def discharge_(fact: Fact, *suppositions: Fact) -> Fact:
    for supposition in suppositions:
        fact = discharge(supposition, fact)
    return fact


def captured_by_induction() -> Fact:
    """sup_q f(h·q·a, q) would be bound to the q of the step."""
    formula = le(t(H), supremum(Q, f(H, Q)))
    return induction(formula, H, instance(given(formula), {H: EMPTY}), given(formula))


def at_one_place() -> Fact:
    """From 1 ≤ Σ_{n≥0} f(n) alone, 1 ≤ 0."""
    whole = given(le(1, total(N, f(N))))
    return rules.vanishing(ZERO, whole, given(Summable(N, f(N))))  # type: ignore[arg-type]


def over_a_fixed_variable() -> Fact:
    assumption = assume(le(f(N), 1), N)
    return rules.least(N, solve("", le(f(N), 2), assumption))


def equal_under_an_assumption() -> Fact:
    assumption = assume(eq(f(N), 1), N)
    return rules.extensionality(supremum(N, f(N)), assumption)


def deduced_over_what_is_fixed() -> Fact:
    """What follows from f(n) ≤ 1 and t(n) ≤ 1 is, with one of them a premise, still about one n."""
    one, other = suppose(le(f(N), 1)), suppose(le(t(N), 1))
    return instance(discharge(one, solve("", le(f(N) + t(N), 2), one, other)), {N: ZERO})


def cases_of_a_fixed_bit() -> Fact:
    """Cases of b, where f(b) ≤ 1 was supposed of one b."""
    supposed = suppose(le(f(B), 1))
    at_0, at_1 = (solve("", le(t(bit), 2), supposed, given(le(t(bit), 1))) for bit in (BIT_0, BIT_1))
    return by_cases(le(t(B), 2), B, BIT_0, at_0, at_1)


def of_no_claim() -> Fact:
    """An implication of which the premise was never supposed."""
    return discharge(given(le(f(N), 1)), given(FALSE))


STEPS: dict[str, tuple[str, Callable[[], Fact]]] = {
    "an instance that is captured": ("is bound in", lambda: instance(given(le(t(N), supremum(M, f(N, M)))), {N: M})),
    "an instance of another sort": ("is no number", lambda: instance(given(le(t(N), 1)), {N: H})),
    "an instance that shifts": ("is fixed by an assumption", shifting),
    "an induction that captures": ("is bound in", captured_by_induction),
    "a new name that is captured": ("is bound in", lambda: rename_bound(supremum(N, supremum(M, f(N, M))), M)),
    "a new name that is free": ("occurs in", lambda: rename_bound(supremum(N, f(N, M)), M)),
    "a supremum over what is fixed": ("is fixed by an assumption", over_a_fixed_variable),
    "equal terms where it is fixed": ("is fixed by an assumption", equal_under_an_assumption),
    "a deduction over what is fixed": ("is fixed by an assumption", deduced_over_what_is_fixed),
    "an implication from what was not supposed": ("nothing was supposed", of_no_claim),
    "cases of one bit": ("is not", lambda: by_cases(le(t(B), 1), B, BIT_0, *[given(le(t(BIT_0), 1))] * 2)),
    "a part that is another formula": ("is no comparison", lambda: part(given(FALSE), Proposition("anything"))),  # type: ignore[arg-type]
    "a part that is an implication": ("is no comparison", lambda: part(given(FALSE), Implication(FALSE, FALSE))),  # type: ignore[arg-type]
    "cases of a bit that is fixed": ("is fixed by an assumption", cases_of_a_fixed_bit),
    "a supposition about nothing": ("is about no index", lambda: suppose(FALSE)),
    "what follows from no implication": ("is no implication", lambda: detach(given(FALSE), given(FALSE))),
    "a quotient by what nothing bounds": (
        "does not say that something is positive",
        lambda: define_quotient("", ORIGIN, Quantity("q"), given(Proposition("all is positive"))),
    ),
    "a quotient by what may be 0": (
        "divides by what may be 0",
        lambda: define_quotient("", ORIGIN, Quantity("q", (N,)), given(le(0, t(N)))),
    ),
    "a joint fact of no comparison": ("is no comparison", lambda: join(given(Proposition("anything")))),
    "a term of a sum, at a history": ("successor takes", lambda: rules.first_term(given(Summable(N, f(N))), H)),
    "what vanishes at one place only": ("write Var", at_one_place),
    "an induction over 0": ("write Var", lambda: induction(FALSE, ZERO, given(FALSE), given(FALSE))),  # type: ignore[arg-type]
    "cases of a bit that is 0": ("write Var", lambda: by_cases(FALSE, BIT_0, BIT_1, given(FALSE), given(FALSE))),  # type: ignore[arg-type]
    "a fact that was not made": ("made by no rule", lambda: Fact(**fields_of(given(FALSE)))),
    "a fact with another formula": ("made by no rule", lambda: replace(given(le(0, 0)), formula=FALSE)),
    "a fact that rests on less": ("made by no rule", lambda: replace(assume(le(f(N), 1), N), assumptions=frozenset())),
    "a fact with another claim": ("made by no rule", lambda: replace(solved(), claim=None)),
    "a fact from another process": ("cannot be copied", lambda: pickle.loads(pickle.dumps(given(FALSE)))),
    "a copy of a fact": ("cannot be copied", lambda: copy.copy(given(FALSE))),
    "solved without a claim": ("what is solved has a claim", lambda: derive(SOLVED, FALSE)),
    "joined with a claim": ("what is solved has a claim", lambda: derive(JOINED, FALSE, claim=solved().claim)),
    "from what is no fact": ("write Fact", lambda: derive(JOINED, FALSE, FALSE)),  # type: ignore[arg-type]
    "a formula that is none": ("write Comparison", lambda: derive(JOINED, "so be it")),  # type: ignore[arg-type]
    "by what is no rule": ("write Rule", lambda: derive("because", FALSE)),  # type: ignore[arg-type]
    "with values that are none": ("write Var", lambda: derive(JOINED, FALSE, using={"at": {N: "0"}})),  # type: ignore[dict-item]
    "with arguments that are none": ("write str", lambda: derive(JOINED, FALSE, using={"why": [N]})),  # type: ignore[dict-item]
}


def fields_of(fact: Fact) -> dict[str, Any]:
    return {name: getattr(fact, name) for name in Fact.__dataclass_fields__ if name not in ("token", "number")}


def solved() -> Fact:
    return solve("so it is", le(f(N), 2), given(le(f(N), 1)))


def false_fact() -> Fact:
    return solve("falsehood", FALSE, given(le(1, Quantity("q"))), given(le(Quantity("q"), 0)))


STATEMENTS: dict[str, tuple[str, Callable[[], Fact]]] = {
    "a hypothesis": ("supposed or defined", lambda: state(given(FALSE), LEMMA)),
    "a definition": ("supposed or defined", lambda: state(is_alone(), LEMMA)),
    "what rests on itself": ("rests on itself", lambda: state(from_itself(LEMMA), LEMMA)),
    "its own hypothesis": ("is supposed", lambda: state(solve("so", FALSE, given(FALSE)), LEMMA)),
    "its own hypothesis, among others": (
        "is supposed",
        lambda: state(join(solved(), solve("so", le(f(N), 1), given(le(f(N), 1)))), LEMMA),
    ),
    "a hypothesis behind a lemma without quantities": ("is supposed", lambda: state(behind_a_lemma(), LEMMA)),
    "by decree": ("is no statement of the registry", lambda: state(from_itself("nobody said so"), LEMMA)),
    "no statement": ("is no statement of the registry", lambda: state(solved(), "HSV26 Lemma 99.9")),
    "what is only assumed": ("finish the induction", lambda: state(assume(le(f(N), 1), N), LEMMA)),
}


def behind_a_lemma() -> Fact:
    """What is supposed of q stays supposed, though the lemma that follows says nothing of q."""
    low, high = given(le(3, Quantity("q"))), given(le(Quantity("q"), 2))
    lemma = state(solve("absurd", le(1, 0), low, high), "HSV26 Lemma 2.4")
    return solve("so", le(3, Quantity("q")), lemma)


def is_alone() -> Fact:
    return define("as defined", LEMMA, eq(Quantity("q"), 1))


def from_itself(origin: str) -> Fact:
    return solve("so", le(f(N), 2), hypothesis("as the lemma says", origin, le(f(N), 1)))


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_that_could_contradict_something_is_refused(name: str) -> None:
    message, attack = DEFINITIONS[name]
    with pytest.raises((WrongStep, IllFormed), match=message):
        state(attack(), LEMMA)


@pytest.mark.parametrize("name", ILL_FORMED)
def test_what_is_ill_formed_is_refused(name: str) -> None:
    message, attack = ILL_FORMED[name]
    with pytest.raises(IllFormed, match=message):
        attack()


@pytest.mark.parametrize("name", STEPS)
def test_a_step_that_does_not_follow_is_refused(name: str) -> None:
    message, attack = STEPS[name]
    with pytest.raises((WrongStep, IllFormed, ValueError), match=message):
        state(attack(), LEMMA)


@pytest.mark.parametrize("name", STATEMENTS)
def test_what_is_not_derived_is_no_statement(name: str) -> None:
    message, attack = STATEMENTS[name]
    with pytest.raises(WrongStep, match=message):
        attack()


def test_a_check_takes_statements_only() -> None:
    with pytest.raises(ValueError, match="nothing is derived"):
        Derived(LEMMA, "name", "sentence", (), "scope")
    for fact in (hypothesis("by decree", LEMMA, FALSE), is_alone()):
        with pytest.raises(WrongStep, match="supposed or defined"):
            Derived(LEMMA, "name", "sentence", (fact,), "scope")


def test_a_fact_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        solved().formula = FALSE  # type: ignore[misc]
    with pytest.raises(TypeError):
        solved().using["formula"] = FALSE  # type: ignore[index]
    for each in (solved(), f(N), NEXT(N), FALSE, JOINED):
        assert not hasattr(each, "__dict__")


def test_what_is_true_gets_through() -> None:
    """The harness does not refuse everything: recursions of all kinds are definitions, and may be stated."""
    fine = is_(eq(f(ZERO), 0), eq(f(NEXT(N)), 1 + f(N)), eq(t(BIT_0), 1), eq(t(BIT_1), t(BIT_0)))
    assert state(join(fine, define("both", ORIGIN, eq(Quantity("q") - (t(B) + t(OTHER(B))), 0))), LEMMA).origin == LEMMA


def test_contradictory_hypotheses_prove_nothing() -> None:
    with pytest.raises(Violation, match="an interesting case unsat"):
        prove(state(false_fact(), LEMMA))


class Asks:
    """A question that equals another one, and is not that one."""

    name, says = "so it is", "anything"
    negation = "(assert true)\n(check-sat)\n"
    witness, controls = negation, (negation,)

    def __init__(self, like: object) -> None:
        self.like = like

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(self.like)


def test_a_question_that_equals_another_is_asked_by_its_own_text() -> None:
    true = solved()
    prove(true)
    with pytest.raises(Violation, match="expected unsat"):
        prove(derive(SOLVED, Proposition("anything"), claim=Asks(true.claim)))


def modules() -> Iterator[Path]:
    yield from sorted(Path(derivations.__path__[0]).glob("**/*.py"))


def test_only_rules_derive() -> None:
    """Nothing but `facts` makes facts, nothing but modules that say rules derives, nothing but `state` labels."""
    allowed = {"Fact": {"facts.py"}, "derive": set[str](), "label": {"logic.py"}}
    for path in modules():
        called = {_name(node.func) for node in ast.walk(_tree(path)) if isinstance(node, ast.Call)}
        for name in called & allowed.keys():
            assert path.name in allowed[name] or (name == "derive" and "Rule" in called), (path, name)


def test_nothing_else_can_derive() -> None:
    """The doors of `facts` are not brought in anywhere else in the project."""
    inner = set(modules())
    for package in ("model", "impl", "obligations", "tools"):
        for path in (Path(__file__).parents[2] / package).rglob("*.py"):
            if path not in inner and "kernel" in path.read_text(encoding="utf-8"):
                assert not _imported(path) & {"derive", "label", "_TOKEN"}, path


def _imported(path: Path) -> set[str]:
    """What a module brings in from the facts of the kernel."""
    froms = (node for node in ast.walk(_tree(path)) if isinstance(node, ast.ImportFrom))
    return {name.name for node in froms if node.module == Fact.__module__ for name in node.names}


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_no_check_of_a_derivation_is_an_assertion() -> None:
    """`python -O` leaves assertions out: they may only tell the type checker what was demanded."""
    for path in modules():
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Assert):
                assert isinstance(node.test, ast.Call), (path, node.lineno)
                assert _name(node.test.func) == "isinstance", (path, node.lineno)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@pytest.mark.full
def test_nothing_gets_through_without_assertions() -> None:
    others = ("-k", "not without_assertions")
    command = [sys.executable, "-O", "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *others, __file__]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stdout[-3000:]
