"""What is printed of an accepted proof object says what it states, and on which grounds: attacks on the checker alone.

Each of these was accepted, and printed as if nothing, or something true, were supposed.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from concomp.obligations.proof_objects import checker
from concomp.obligations.proof_objects.checker.claims import claim_of
from concomp.obligations.proof_objects.checker.definitions import definition
from concomp.obligations.proof_objects.checker.objects import GENERAL, frozen, replay, trusted
from concomp.obligations.proof_objects.checker.schemas import MEANINGS, RULES
from concomp.obligations.proof_objects.checker.terms import CONSTRUCTORS, SHAPES, Refused, nodes, sort_of
from tests.meta.object_notation import Row, proof

FOLDER = Path(checker.__path__[0])
STATED = "HSV26 Theorem 5.4"
B, H, N, M = ["var", "b", "bit"], ["var", "h", "history"], ["var", "n", "number"], ["var", "M", "system"]
CM = ["var", "M", "continual mechanism"]
WORLDS = [["identifier", [f"bit {bit}"], CM] for bit in (0, 1)]
STAGES = [
    "move by move, {} and {} are alike at the start",
    "move by move, {} and {} are alike, and send the same, after both have heard a message",
    "move by move, {} and {} are alike, and send the same, after one of their mechanisms has answered",
]
_numbers = count()


def weight(system: Any) -> Any:
    return ["quantity", "weight", system, B, H]


def row(rule: str, formula: Any, *premises: int, states: str = "", **using: Any) -> Row:
    made: Row = {"rule": rule, "formula": formula, "premises": list(premises), "using": using}
    return {**made, "states": states} if states else made


def known(rule: str, formula: Any) -> Row:
    return {**row(rule, formula), "from": "HSV26 Definition 2.6"}


def solved(rows: Sequence[Row], formula: Any, *premises: int, states: str = "") -> Row:
    of = [frozen(rows[premise]["formula"]) for premise in premises]
    return {**row("solved", formula, *premises, states=states), "claim": claim_of(of, frozen(formula), ())}


def alike(one: Any, other: Any) -> list[Row]:
    """What is claimed of two systems, in words, with the text of a trivial claim of arithmetic."""
    text = claim_of([], ("<=", ("quantity", "A"), ("quantity", "A")), ())
    return [{**row("solved", ["says", stage, one, other]), "claim": text} for stage in STAGES]


def by_what_is_bound() -> list[Row]:
    """A(0) = 0 and A(m+1) = sup_n A(n) + 1, where m is called as what n is while it is bound."""
    bound = ["var", "bound n", "number"]

    def quantity(at: Any) -> Any:
        return ["quantity", "A", at]

    more = ["+", ["sup", N, quantity(N)], "1"]
    return [
        known("defined", ["=", quantity(["zero"]), "0"]),
        known("defined", ["=", quantity(["successor", bound]), more]),
    ]


def from_equal(left: Any, right: Any) -> list[Row]:
    """Both worlds weigh alike, from a hypothesis that all systems weigh as something does."""
    rows = [known("given", ["=", weight(left), weight(right)])]
    rows += [row("instance", ["=", weight(each), weight(right)], 0, values=[[left, each]]) for each in WORLDS]
    return [*rows, solved(rows, ["=", *map(weight, WORLDS)], 1, 2, states=STATED)]


def post_processing_that_tells() -> list[Row]:
    """Lemma 2.16 of what asks I ∘* s, a sample in world 0 and the message in world 1."""
    p, q, parameters = ["var", "P", "system"], ["var", "Q", "system"], ["var", "(ε,δ)", "parameters"]
    one, other = ["behind", ["chain", p, q], M], ["behind", p, ["behind", q, M]]
    private = [["says", "{} is {}-DP", each, parameters] for each in (M, ["behind", q, M])]
    equivalent = row("tapes", ["says", "{} and {} are equivalent", one, other], 0, 1, 2)
    return [*alike(one, other), equivalent, row("data processing", ["if", *private], 3, states=STATED)]


def one_sample_for_two() -> list[Row]:
    responses = ["responses", ["var", "C", "composition"]]
    one, other = (
        ["told", ["behind", ["identifier", ["bit 0"]], ["told", each, responses]], responses]
        for each in (["behind", ["identical pairs"], M], M)
    )
    return [*alike(one, other), row("tapes", ["=", weight(one), weight(other)], 0, 1, 2, states=STATED)]


@dataclass(frozen=True)
class Attack:
    """Facts, why they are refused, and what makes them accepted: in files of the checker, texts and what replaces them.

    constructors: the object's own.
    """

    rows: list[Row]
    reason: str
    without: tuple[tuple[str, str, str], ...] = ()
    constructors: tuple[tuple[str, str], ...] = ()


ANY_NAME = ("terms.py", "WORD.fullmatch(name) and is_free(name) and sort in SORTS", "sort in SORTS")
ANY_LOOKS = ("objects.py", "for name, _ in called}) == len(called)", "for name, _ in called}) <= len(called)")
ANY_CONSTRUCTORS = ("objects.py", "demand(fit, ", "demand(True, ")
NO_WORDS = ("terms.py", " and name not in RESERVED", "")
EVERY_ONE = ("terms.py", ' and "every" not in name.lower()', "")
ANY_KEY = ("objects.py", "demand(re.fullmatch(WORDS[name]", "demand(True or re.fullmatch(WORDS[name]")
SYSTEM, COMPOSITION = ["var", "S", "system"], ["var", "C", "composition"]


def supposed(formula: Any) -> list[Row]:
    return [known("given", formula)]


def of_nothing() -> list[Row]:
    """A fact of which nothing is supposed."""
    return [solved([], ["<=", "0", "1"])]


ATTACKS: Mapping[str, Attack] = {
    "what is bound by its name": Attack(
        by_what_is_bound(),
        "is not well-formed",
        (ANY_NAME, ("definitions.py", '("bound", bound[1])', 'f"bound {bound[1]}"')),
    ),
    "a system and a function of one name": Attack(
        from_equal(SYSTEM, ["var", "S", "function"]), "calls two things alike", (ANY_LOOKS,)
    ),
    "a Greek letter for a Latin one": Attack(
        from_equal(["var", "\N{GREEK CAPITAL LETTER MU}", "system"], SYSTEM), "is not well-formed", (ANY_NAME,)
    ),
    "what is bound of another sort": Attack(
        supposed(["<=", ["sup", N, ["quantity", "A", ["var", "n", "history"]]], "0"]),
        "calls two things alike",
        (ANY_LOOKS,),
    ),
    "a digit that looks like another": Attack(
        supposed(["<=", ["quantity", "A"], "\N{BENGALI DIGIT FOUR}"]),
        "is not well-formed",
        (("terms.py", "-?[0-9]+", r"-?\d+"),),
    ),
    "a variable called as a constant is written": Attack(
        supposed(["=", weight(["var", "(M)", "system"]), "1"]), "is not well-formed", (ANY_NAME,)
    ),
    "a name of two lines": Attack(
        supposed(["=", weight(["var", "M\n  hypotheses", "system"]), "1"]), "is not well-formed", (ANY_NAME,)
    ),
    "a post-processing that knows the bit": Attack(post_processing_that_tells(), "is not well-formed"),
    "one sample in two places": Attack(one_sample_for_two(), "is not well-formed"),
    **{
        f"sorts of its own for {name}: {shape}": Attack(
            supposed(["<=", "0", "1"]), "no object may have a constructor", (ANY_CONSTRUCTORS,), ((name, shape),)
        )
        for name, shape in (
            ("chain", "system, system → system"),
            ("told", "system, one-shot mechanism → system"),
            ("spy", "system → processing"),
            ("spy", "bit → processing"),
            ("twice", "player → player"),
            ("M\n", "→ event"),
            ("(M)", " → event"),
        )
    },
    **{
        f"a constructor called {name}": Attack(
            supposed(["<=", "0", "1"]), "no object may have a constructor", guards, ((name, "composition → function"),)
        )
        for name, guards in (("suitable", (NO_WORDS,)), ("every one", (EVERY_ONE,)), ("EVERY function", (EVERY_ONE,)))
    },
    "a quantity called as a constructor of the language": Attack(
        supposed(["<=", ["quantity", "slots", COMPOSITION], "0"]), "is not well-formed", (NO_WORDS,)
    ),
    "a quantity called as a constant": Attack(
        supposed(["<", ["quantity", "v"], ["quantity", "A", ["v"]]]),
        "calls two things alike",
        (ANY_LOOKS,),
        (("v", " → event"),),
    ),
    **{
        f"a statement called as what it does not say{blank}": Attack(
            [{**row, "states": f"{STATED}: for every system M: (= (weight M) 1){blank}"} for row in of_nothing()],
            "nothing can be called",
            (ANY_KEY,),
        )
        for blank in ("", "\u2800\u2800  hypotheses: 0", "\n  hypotheses: 0")
    },
    "a hypothesis of what is no statement": Attack(
        [{**row, "from": "\u3164 Definition 2.2"} for row in supposed(["<=", "0", "1"])],
        "nothing can be called",
        (ANY_KEY,),
    ),
    "a quantity that each of several mechanisms defines": Attack(
        [known("defined", ["=", ["quantity", "x", COMPOSITION, B, H], weight(["every mechanism", COMPOSITION])])],
        "is not well-formed",
        (("terms.py", 'len(of) <= (term[0] == "says")', "len(of) <= 1"),),
    ),
    "a claim of arithmetic for words": Attack(
        [
            {
                **row("solved", ["says", "{} has discrete answers", M], states=STATED),
                "claim": claim_of([], ("says", "{} has discrete answers", frozen(M)), ()),
            }
        ],
        "is no comparison",
        (("rules.py", 'demand(fact.formula[0] in RELATIONS, "{} is no comparison", fact.formula)', "pass"),),
    ),
}


def of(attack: Attack) -> dict[str, Any]:
    return proof(*attack.rows, constructors=dict(attack.constructors))


@pytest.mark.parametrize("name", ATTACKS)
def test_what_reads_as_something_else_is_refused(name: str) -> None:
    with pytest.raises(Refused, match=ATTACKS[name].reason):
        replay(of(ATTACKS[name]))


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name, attack in ATTACKS.items() if attack.without])
def test_without_its_guard_it_is_accepted(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weakened = f"unguarded_checker_{next(_numbers)}"
    shutil.copytree(FOLDER, tmp_path / weakened, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in ATTACKS[name].without:
        path = tmp_path / weakened / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    import_module(f"{weakened}.objects").replay(of(ATTACKS[name]))


def test_what_is_bound_is_called_as_nothing_in_an_object() -> None:
    _, _, uses = definition("defined", frozen(["=", ["quantity", "A"], ["sup", N, ["quantity", "B", N]]]))
    [bound] = [each for use in uses for each, _ in nodes(use) if each[0] == "var"]
    with pytest.raises(Refused, match="is not well-formed"):
        sort_of(bound, ())


def printed(*rows: Row, **constructors: str) -> list[str]:
    return list(trusted(replay(proof(*rows, constructors=constructors))))


def test_no_claim_about_systems_is_hidden_by_another_of_its_text() -> None:
    rows = [*alike(*WORLDS), row("tapes", ["=", *map(weight, WORLDS)], 0, 1, 2, states=STATED)]
    trivial = ["<=", ["quantity", "A"], ["quantity", "A"]]
    lines = printed(*rows, solved(rows, trivial))
    assert "claims about systems: 3" in lines
    assert sum("for every continual mechanism M: ('move by move" in line for line in lines) == 3
    assert "claims of arithmetic: 1" in lines


def test_a_quotient_is_printed_as_the_definition_that_it_is() -> None:
    """Else q·1 = 0 is stated of a quantity of which nothing is printed."""
    quotient, positive, below = ["quantity", "q"], ["<=", "0", "0"], ["<=", "0", "1"]
    rows: list[Row] = []
    for each in (positive, below):
        rows.append(solved(rows, each))
    product = ["=", ["*", quotient, "1"], "0"]
    rows.append(row("quotient", ["and", product, ["<=", "0", quotient], ["<=", quotient, "1"]], 0, 1, name=quotient))
    lines = printed(*rows, row("part", product, 2, states=STATED))
    assert lines[:4] == [
        f"{STATED}: (= (* (q) 1) 0)",
        "  hypotheses: 0",
        "  definitions: 1",
        "    quotient: (and (= (* (q) 1) 0) (<= 0 (q)) (<= (q) 1))",
    ]


def test_sorts_are_printed_of_variables_and_of_an_object_s_own_constructors() -> None:
    about = ["quantity", "A", ["var", "k", "number"], ["likelier", B]]
    rows = supposed(["<=", ["sup", ["var", "k", "number"], about], ["quantity", "A", N, ["likelier", B]]])
    both = ["and", rows[0]["formula"]]
    lines = printed(*rows, row("joined", both, 0), likelier="bit → event")
    assert lines[-6:-3] == ["claims of arithmetic: 0", "constructors: 1", "  likelier#1: bit → event"]
    rows.append(solved(rows, ["<", rows[0]["formula"][1], ["+", "1", rows[0]["formula"][2]]], 0, states=STATED))
    lines = printed(*rows, likelier="bit → event")
    assert lines[0].startswith(f"{STATED}: for every bit b, number n: (< (sup k:number (A k (likelier#1 b)))")


def heads(pattern: Any) -> set[str]:
    """What the terms of a schema begin with."""
    if isinstance(pattern, str):
        return set()
    return {pattern[0]}.union(*map(heads, pattern[1:]))


def test_what_supposes_in_its_formula_says_what_it_may_rest_on() -> None:
    conditions = {rule: {part[0] for each in schemas for part in each} for rule, (_, schemas) in RULES.items()}
    assert {rule for rule, listed in conditions.items() if "from" in listed} == {*GENERAL}


def test_what_rules_speak_of_is_of_the_sorts_of_the_language() -> None:
    """Whatever an object says of its own constructors."""
    schemas = [schema for _, listed in RULES.values() for schema in listed]
    formulas = [part for schema in schemas for part in (*schema[: schema.index("=>")], schema[schema.index("=>") + 1])]
    spoken = heads(("", *formulas)).union(*(heads(each) for each in MEANINGS))
    assert spoken - {""} <= {*CONSTRUCTORS, *SHAPES, "quantity", "named", "says", "and", "at", "var"}
