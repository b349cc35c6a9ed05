"""Names of an object that look alike are printed apart: what is no plain letter has a number."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters
from typing import Any

import pytest

from concomp.obligations.proof_objects.checker import objects
from concomp.obligations.proof_objects.checker.objects import SPOKEN, numbers_of, replay, trusted
from concomp.obligations.proof_objects.checker.rules import Fact
from concomp.obligations.proof_objects.checker.terms import PLAIN, RESERVED, nodes, what
from tests.meta.object_notation import Row, proof
from tests.meta.test_what_is_printed import COMPOSITION, STATED, SYSTEM, from_equal, known, row, solved, supposed

CONSTANTS = [
    *(("modern", "modem"), ("w", "vv"), ("d", "cl"), ("I", "l"), ("O0", "OO"), ("x__", "x___"), ("x₁", "x¹")),
    *(("ν", "v"), ("ρ", "p"), ("κ", "k"), ("ι", "i"), ("ω", "w"), ("α", "a"), ("ο", "o"), ("of f′", "of f'")),
]
"""Two constants that look alike."""
LETTERS = {*ascii_letters} - {*"IOlo"}


def less_than_itself(one: str, other: str) -> dict[str, Any]:
    """A(x) < A(x), as it reads, from the definitions A(x) = 0 and A(x) = 1."""
    first, second = (["quantity", "A", [constant]] for constant in (one, other))
    rows = [known("defined", ["=", first, "0"]), known("defined", ["=", second, "1"])]
    rows.append(solved(rows, ["<", first, second], 0, 1, states=STATED))
    return proof(*rows, constructors={one: " → event", other: " → event"})


def of_every_member(every: str) -> dict[str, Any]:
    """What is supposed of parameters, where there are cases, at what looks as if it were those of every member."""

    def cases(parameters: Any) -> Any:
        positive, zero, last = (["says", text, parameters] for text in ("ε > 0 in {}", "ε = 0 in {}", "δ = 0 in {}"))
        return ["if", ["if", positive, zero], last]

    parameters, all_ = ["var", "π", "parameters"], [every, COMPOSITION]
    rows = [*supposed(cases(parameters)), row("instance", cases(all_), 0, states=STATED, values=[[parameters, all_]])]
    return proof(*rows, constructors={every: "composition → parameters"})


def one_formula(formula: Any, **constructors: str) -> dict[str, Any]:
    return proof(*supposed(formula), constructors=constructors)


def systems(one: str, other: str) -> Sequence[Row]:
    return from_equal(["var", one, "system"], ["var", other, "system"])[:1]


OBJECTS = {
    **{f"{one}, {other}": less_than_itself(one, other) for one, other in CONSTANTS},
    "systems": proof(*systems("f'", "f′")),
    "quantities": proof(*supposed(["<=", ["quantity", "v"], "1"]), *supposed(["<=", ["quantity", "ν"], "1"])),
    "a quantity and a constant": one_formula(["<", ["quantity", "v"], ["quantity", "A", ["ν"]]], ν=" → event"),
    "a variable and a constant": one_formula(
        ["<", ["quantity", "A", ["var", "l", "event"]], ["quantity", "A", ["I"]]], I=" → event"
    ),
    "a quantity and a variable": one_formula(["<", ["quantity", "l"], ["quantity", "A", ["var", "I", "event"]]]),
    "a word of the language": one_formula(["<=", ["quantity", "sIots", COMPOSITION], "0"]),
    "a constructor of the language": one_formula(
        ["<=", ["quantity", "A", ["suitabIe", COMPOSITION]], "0"], suitabIe="composition → function"
    ),
    "what rules speak of": one_formula(["<=", ["quantity", "vveight", SYSTEM], "0"]),
    "every one": of_every_member("parameters of eνery member"),
    "letters of two alphabets": of_every_member("ρarameters"),
}


def printed_apart(facts: tuple[Fact, ...]) -> bool:
    """Whether every name of an object has a number of its own, but for plain letters and words that rules speak of."""
    numbers = numbers_of(facts)
    named = {what(each) for fact in facts for each, _ in nodes(fact.formula)}
    chosen = {each for each in named if each not in SPOKEN and each[0] not in {*RESERVED, *LETTERS}}
    return chosen == numbers.keys() and len({*numbers.values()}) == len(numbers)


@pytest.mark.parametrize("name", OBJECTS)
def test_what_looks_alike_is_told_apart_by_a_number(name: str) -> None:
    assert printed_apart(replay(OBJECTS[name]))


def test_a_number_stands_beside_the_name() -> None:
    lines = list(trusted(replay(OBJECTS["modern, modem"])))
    assert lines[0] == f"{STATED}: (< (A (modern#1)) (A (modem#2)))"
    assert lines[3] == "    HSV26 Definition 2.6: (= (A (modern#1)) 0)"
    assert {"  modern#1:  → event", "  modem#2:  → event"} <= {*lines}
    [line] = (line for line in trusted(replay(OBJECTS["every one"])) if line.startswith(STATED))
    assert "('parameters of eνery member'#2 C)" in line


def test_a_name_has_no_number_of_its_own() -> None:
    """Else it could be printed as another one with its number."""
    assert not any(set(name) & set("#") for name in (*RESERVED, *(name for name, _ in SPOKEN)))
    with pytest.raises(objects.Refused, match="no object may have a constructor 'modem#2'"):
        replay(less_than_itself("modern", "modem#2"))


def test_plain_letters_and_words_of_rules_are_told_apart_by_everybody() -> None:
    assert {each for each in map(chr, range(0x3000)) if PLAIN.fullmatch(each)} == LETTERS
    words = {"weight", "admits", "share", "share given r", "share without sample", "holds", "Lower"}
    assert {name for name, _ in SPOKEN} <= words | LETTERS


def test_were_every_name_plain_they_would_be_printed_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    class Anything:
        fullmatch = bool

    monkeypatch.setattr(objects, "PLAIN", Anything)
    assert not printed_apart(replay(OBJECTS["modern, modem"]))
