"""Names, numbers, instances and runs that would make an alignment prove what is false are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from concomp.model.language.syntax.operations import Abs, ite
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, Sort
from concomp.model.language.syntax.terms import FALSE, TRUE
from concomp.model.programs import comparisons, neighbours, releases
from concomp.model.programs.laws import Instance
from concomp.model.programs.neighbours import Neighbours
from concomp.model.programs.program import Draw, NoisyProgram, message, parameter, register, term_of, terms_of
from concomp.model.programs.vocabulary import ProgramError
from concomp.obligations.alignments import of_comparisons, witness
from concomp.obligations.alignments.alignment import Alignment, Foretold, spent
from concomp.obligations.alignments.bound import bound
from concomp.obligations.alignments.field import EXAMPLES, SCALED, Example, settle, unaligned
from concomp.obligations.alignments.proving import prove
from concomp.obligations.alignments.trial import compared
from concomp.obligations.expectation import Violation

VALUE = message("value")


def program(answer: object, **given: Any) -> NoisyProgram:
    """It shows this in every step."""
    plain: dict[str, Any] = {
        "name": "leak", "numbers": INT, "first": (), "draws": (), "initially": terms_of(k=0),
        "following": terms_of(k=register("k")), "goes_on": TRUE,
    }  # fmt: skip
    return NoisyProgram(**{**plain, "answer": (term_of(answer),), **given})


def nothing_moved(leak: NoisyProgram, *foretold: Foretold, invariant: object = True) -> Alignment:
    close = neighbours.at_most_one_apart(leak.numbers)
    return Alignment(leak, close, terms_of(), term_of(invariant), terms_of(), foretold)


def foretold_twice() -> Alignment:
    """What is foretold is 0 and 1, so that nothing is possible after it has been seen."""
    facts = [Foretold("f", TRUE, term_of(number), term_of(number)) for number in (0, 1)]
    return nothing_moved(program(VALUE), *facts, invariant=~register("seen.f", BOOL))


def spent_by_a_register() -> Alignment:
    """`spent.0` would be a register of world 0 and what was spent of the ratio 0."""
    counted = {"initially": terms_of(spent=0), "following": terms_of(spent=register("spent") + 1)}
    draws = Draw("x", "0"), Draw("y", "1")
    return nothing_moved(program(ite(register("spent") == 0, 0, VALUE), draws=draws, **counted))


def seen_by_a_register() -> Alignment:
    """`seen.0` would be a register of world 0 and whether an event was seen."""
    leak = program(ite(register("seen", BOOL), VALUE, 0), initially=terms_of(seen=False), following=terms_of(seen=True))
    return nothing_moved(leak, *(Foretold(name, FALSE, term_of(0), term_of(0)) for name in "01"))


MISNAMED: dict[str, tuple[Callable[[], Alignment], str]] = {
    "a fact foretold twice": (foretold_twice, "f, seen.f stands for two things"),
    "a register and a meter": (spent_by_a_register, "the name '0'"),
    "a register and an event": (seen_by_a_register, "the name '0'"),
    "a common input as that of a world": (
        lambda: nothing_moved(program(message("value.0"), common=("value.0",))),
        "the name 'value.0'",
    ),
    "a draw as another's second value": (
        lambda: nothing_moved(program(0, draws=(Draw("nu", "r"), Draw("nu.other", "q")))),
        "the name 'nu.other'",
    ),
    "a common input as a draw's second value": (
        lambda: nothing_moved(program(message("nu.other"), draws=(Draw("nu", "r"),), common=("nu.other",))),
        "the name 'nu.other'",
    ),
    "an input as what is shown": (
        lambda: nothing_moved(program(message("answer"), inputs=("value", "answer"))),
        "answer.0 stands for two things",
    ),
    "a name that ends a comment": (
        lambda: nothing_moved(program(0, draws=(Draw("nu\n(assert false)\n;", "b"),))),
        "the name 'nu",
    ),
    "an input called like a draw": (
        lambda: nothing_moved(program(VALUE, draws=(Draw("value", "b"),))),
        "value stands for two things",
    ),
    "a parameter called like a draw": (
        lambda: nothing_moved(program(parameter("nu"), draws=(Draw("nu", "b"),))),
        "nu stands for two things",
    ),
    "a truth for a private number": (
        lambda: nothing_moved(program(ite(message("value", BOOL), 1, 0))),
        "depends on message value: Bool",
    ),
    "a private input as a register": (lambda: nothing_moved(program(register("value"))), "register value: Int"),
    "a private input as a parameter": (lambda: nothing_moved(program(parameter("value"))), "stands for two things"),
    "an integer for a private real": (
        lambda: nothing_moved(program(VALUE, numbers=REAL)),
        "depends on message value: Int",
    ),
    "a real for a private integer": (lambda: nothing_moved(program(message("value", REAL))), "is of sort Real"),
    "a register of another sort": (lambda: nothing_moved(program(register("k", BOOL))), "register k: Bool"),
    "a register as a message": (lambda: nothing_moved(program(message("k"))), "message k: Int"),
    "a relation on other numbers": (
        lambda: replace(of_comparisons.sparse_vector(REAL), neighbours=neighbours.at_most_one_apart(INT)),
        "relation: depends on message value.0: Int",
    ),
}


@pytest.mark.parametrize(("make", "said"), MISNAMED.values(), ids=MISNAMED)
def test_no_leaf_is_taken_for_another(make: Callable[[], Alignment], said: str) -> None:
    with pytest.raises(ProgramError, match=said.replace(".", r"\.")):
        prove(make())


def three_halves() -> Alignment:
    """A value of which worlds are at most 3/2 apart, shown once with noise."""
    difference, asked = message("value.1", REAL) - message("value.0", REAL), register("asked.0")
    once = program(
        message("value", REAL) + message("eta", REAL), numbers=REAL, draws=(Draw("eta", "b"),),
        initially=terms_of(asked=0), following=terms_of(asked=register("asked") + 1),
        goes_on=term_of(register("asked") < 1),
    )  # fmt: skip
    close = Neighbours("at most 3/2 apart", term_of((difference <= F(3, 2)) & (-difference <= F(3, 2))))
    within = spent("b", REAL) <= ite(asked >= 1, F(3, 2), F(0))
    invariant = (asked == register("asked.1")) & (asked >= 0) & within
    return Alignment(once, close, terms_of(eta=-difference), term_of(invariant), terms_of(b=F(3, 2)))


def test_budgets_are_valued_exactly() -> None:
    assert prove(three_halves()).holds
    assert bound(three_halves(), {"b": F(1, 4)}, {}) == 8
    with pytest.raises(ProgramError, match="irrational"):
        bound(three_halves(), {"b": F(1, 2)}, {})


@pytest.mark.parametrize(
    ("make", "ratios", "parameters", "said"),
    [
        (of_comparisons.sparse_vector, {"a": F(1, 4)}, {"N": 1}, "give exactly a, b"),
        (of_comparisons.sparse_vector, {**SCALED, "c": F(1, 4)}, {"N": 1}, "give exactly a, b"),
        (of_comparisons.sparse_vector, {"a": F(2), "b": F(2)}, {"N": 1}, "strictly between 0 and 1"),
        (of_comparisons.sparse_vector, {"a": 0.5, "b": F(1, 2)}, {"N": 1}, "write a Fraction"),
        (of_comparisons.sparse_vector, SCALED, {"N": -3}, "as the alignment supposes"),
        (of_comparisons.sparse_vector, SCALED, {"N": 10**9}, "its power is too long"),
        (of_comparisons.sparse_vector, SCALED, {}, "give exactly N"),
        (of_comparisons.sparse_vector, SCALED, {"N": F(3, 2)}, "write a value of Int"),
        (of_comparisons.zero_then_constant, SCALED, {"N": 5, "difference": 1}, "as the alignment supposes"),
        (of_comparisons.zero_then_constant, SCALED, {"N": 1, "difference": 7}, "as the alignment supposes"),
    ],
)
def test_a_bound_is_of_what_is_supposed(
    make: Callable[[], Alignment], ratios: Mapping[str, F], parameters: Mapping[str, int], said: str
) -> None:
    with pytest.raises(ProgramError, match=said):
        bound(make(), ratios, parameters)


@pytest.mark.parametrize("number", [F(100), F(-1)])
def test_what_is_no_chance_refutes_nothing(number: F) -> None:
    trial = replace(compared([(0, 1)], []), law=lambda *given: number)
    with pytest.raises(Violation, match="gives what is no chance"):
        trial.ratio(of_comparisons.sparse_vector().program, SCALED, {"N": 1})


def costly(sort: Sort = INT) -> Alignment:
    """With reals it would cost a thousand times as much."""
    right = of_comparisons.sparse_vector(sort)
    times = 2 if sort == INT else 2000
    return replace(right, budget=terms_of(a=1, b=times * parameter("N")))


UNTIED: dict[str, tuple[Callable[[], Example], str]] = {
    "values 5 apart": (
        lambda: replace(
            EXAMPLES[0], subject=unaligned(comparisons.sparse_vector), tried=compared([(0, 5)], [(-5, -10)])
        ),
        "inputs are not neighbours in step 0",
    ),
    "reals cost more": (lambda: replace(EXAMPLES[0], subject=costly), "bounded differently"),
    "one sort for both": (
        lambda: replace(EXAMPLES[0], subject=lambda sort=INT: of_comparisons.sparse_vector()),
        "numbers of one sort only",
    ),
}


@pytest.mark.parametrize(("make", "said"), UNTIED.values(), ids=UNTIED)
def test_an_example_is_tied_to_what_proves_it(make: Callable[[], Example], said: str) -> None:
    with pytest.raises(Violation, match=said):
        settle(make())


def opened(by: object) -> Alignment:
    """Inputs may differ once the relation is open, which `by` says of each step."""
    is_open = register("open", BOOL)
    relation = Neighbours(
        "equal until open", term_of((message("value.0") == message("value.1")) | is_open), terms_of(open=False),
        terms_of(open=by), ("key",),
    )  # fmt: skip
    return replace(nothing_moved(program(0)), neighbours=relation)


def test_inputs_that_differ_are_reached_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    never = opened(register("open", BOOL))
    assert prove(never).vacuous
    later = opened(register("open", BOOL) | message("key", BOOL))
    assert prove(later).holds
    monkeypatch.setattr(witness, "LONGEST", 1)
    assert prove(later).vacuous


def law(of: NoisyProgram, ratios: Mapping[str, Any] = SCALED, **parameters: Any) -> F:
    return Instance(of, ratios, parameters).chance([{"value": 0, "threshold": 0}], [(1,)])


def sent(inputs: Mapping[str, Any], answer: tuple[Any, ...] = (1,)) -> F:
    return Instance(comparisons.sparse_vector(), SCALED, {"N": 1}).chance([inputs], [answer])


def deep() -> NoisyProgram:
    answer = VALUE
    for _ in range(3_000):
        answer = answer + 1
    return program(answer)


def squared() -> Alignment:
    answer = VALUE
    for _ in range(40):
        answer = answer * answer
    return nothing_moved(program(answer))


def halting_by_noise() -> NoisyProgram:
    far = Abs(register("tau"))
    return replace(comparisons.sparse_vector(), goes_on=term_of((far <= 10) | (far >= 14)))


BOTH = {"value": 0, "threshold": 0}
REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "halting by hidden noise": (lambda: law(halting_by_noise(), N=1), "halts by tau, which is hidden"),
    "reals": (lambda: law(comparisons.sparse_vector(REAL), N=1), "the law is one of integers"),
    "half an integer": (lambda: program(ite(message("value", REAL) >= F(1, 2), 1, 0)), "is of sort Real"),
    "nested sums": (deep, "nested more than 128 deep"),
    "ratio 2": (lambda: law(comparisons.sparse_vector(), {"a": F(2), "b": F(2)}, N=1), "strictly between"),
    "ratio missing": (lambda: law(comparisons.sparse_vector(), {"a": F(1, 2)}, N=1), "give exactly a, b"),
    "N missing": (lambda: law(comparisons.sparse_vector()), "give exactly N"),
    "N is 0": (lambda: law(comparisons.sparse_vector(), N=0), "give such as it supposes"),
    "a parameter called nu": (lambda: law(comparisons.sparse_vector(), N=1, nu=9), "give exactly N"),
    "an input called nu": (lambda: sent({**BOTH, "nu": -5}), "give exactly threshold, value"),
    "value missing": (lambda: sent({"threshold": 0}), "give exactly threshold, value"),
    "half a value": (lambda: sent({**BOTH, "value": F(1, 2)}), "write a value of Int"),
    "a text": (lambda: sent({**BOTH, "value": "x"}), "write a value of Int"),
    "an answer too long": (lambda: sent(BOTH, (1, 2)), "give exactly 0"),
    "a true answer": (lambda: sent(BOTH, (True,)), "write a value of Int"),
    "hidden is no register": (lambda: replace(comparisons.sparse_vector(), hidden="zz"), "hidden is 'zz'"),
    "a product of leaves": (lambda: prove(squared()), "is no linear term"),
    "a product of two": (lambda: prove(nothing_moved(program(VALUE * VALUE))), "is no linear term"),
}


@pytest.mark.parametrize(("make", "said"), REFUSED.values(), ids=REFUSED)
def test_a_law_is_of_exactly_what_is_declared(make: Callable[[], object], said: str) -> None:
    with pytest.raises(ProgramError, match=said):
        make()


@pytest.mark.parametrize("winner", [-1, 2])
def test_a_winner_has_a_place(winner: int) -> None:
    with pytest.raises(ValueError, match="winner is "):
        releases.chance_of_winner(F(1, 2), [0, 0], winner)
