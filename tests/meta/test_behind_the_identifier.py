"""Behind the identifier I stands what is the same in both worlds: the secret bit reaches it through I alone.

A randomised response knows the bit by itself. Behind I it answers identical pairs alike whichever side I takes, and
still otherwise in each world: what the rules on identical and on exchanged pairs conclude would be false of it.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from itertools import product
from operator import eq
from pathlib import Path
from typing import Any

import pytest

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.obligations.derivations.kernel import indices
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, OF_THE_WORLD, Constructor, Index
from concomp.obligations.derivations.kernel.logic import instance, state
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems import pairs, theorems
from concomp.obligations.derivations.systems.descriptions import table
from concomp.obligations.derivations.systems.descriptions.execution import Execution, kernel_of_mechanism
from concomp.obligations.derivations.systems.descriptions.table import describe
from concomp.obligations.derivations.systems.language import CM, RR, F
from concomp.obligations.derivations.systems.trade_offs import theorems as trade_offs
from concomp.obligations.proof_objects.checker import objects
from concomp.obligations.proof_objects.checker.schemas import RULES
from concomp.obligations.proof_objects.checker.terms import CONSTRUCTORS, Refused, sort_of
from concomp.obligations.proof_objects.writing import proof_object
from tests.meta.test_one_tape_a_part import spoken_of, variables_of

COROLLARY = "HSV26 Corollary 5.5"
ONE = systems.INTERACTIVE_ONE
OF_PAIRS = {"δ = 0": pairs.PURE_BY_PAIRS, "any budget": pairs.COROLLARY[0], "exchanged": pairs.COROLLARY[3]}
KNOWING: dict[str, Index] = {
    "a response": systems.ASKED(RR),
    "an interactive mechanism that has started": systems.STARTED(ONE),
    "a player told a sample": systems.TOLD(systems.S, RR),
    "what I tells": systems.IDENTIFIED(CM),
    "what I(1) tells": systems.IDENTIFIER(BIT_1, CM),
    "mechanisms behind their own I": systems.BESIDE(systems.MEMBERS(systems.C)),
    "fresh samples": systems.FRESH(systems.C),
    "any system": systems.M,
}
"""What may know the secret bit, each a system."""
RESPONSE = ["asked", ["var", "RR", "one-shot mechanism"]]


@pytest.mark.parametrize("what", KNOWING)
def test_the_kernel_puts_nothing_that_knows_the_bit_behind_the_identifier(what: str) -> None:
    for fact in OF_PAIRS.values():
        with pytest.raises(WrongStep, match="is no continual mechanism"):
            instance(fact, {CM: KNOWING[what]})
    for wrong in (lambda of: systems.IDENTIFIED(of), lambda of: systems.IDENTIFIER(BIT_0, of)):
        with pytest.raises(IllFormed, match="takes"):
            wrong(KNOWING[what])
    with pytest.raises(IllFormed, match="takes"):
        systems.PROCESSED(systems.P, KNOWING[what])


def of_a_response(fact: Fact, folder: Any = objects) -> Any:
    """The facts of an object that goes on from one about all M to M := a response; Refused by a whole checker."""
    data = json.loads(json.dumps(proof_object([fact])))
    last, variable = data["facts"][-1], ["var", "M", "continual mechanism"]
    formula = json.loads(json.dumps(last["formula"]).replace(json.dumps(variable), json.dumps(RESPONSE)))
    using = {"values": [[variable, RESPONSE]]}
    premises = [len(data["facts"]) - 1]
    row = {"rule": "instance", "formula": formula, "premises": premises, "using": using, "states": COROLLARY}
    return folder.replay({**data, "facts": [*data["facts"], row]})


@pytest.mark.parametrize(
    "what", ["δ = 0", *(pytest.param(each, marks=pytest.mark.full) for each in OF_PAIRS if each != "δ = 0")]
)
def test_the_checker_puts_no_response_behind_the_identifier(what: str) -> None:
    with pytest.raises(Refused, match="is not well-formed"):
        of_a_response(OF_PAIRS[what])


@pytest.mark.full
def test_without_its_sort_the_checker_would(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a checker has it that takes what is asked once for what is the same in both worlds."""
    shutil.copytree(Path(objects.__file__).parent, tmp_path / "worldly", ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "worldly" / "language.txt"
    text, asked = path.read_text(encoding="utf-8"), "\nasked\n    one-shot mechanism → "
    assert f"{asked}system" in text
    path.write_text(text.replace(f"{asked}system", f"{asked}continual mechanism"), encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert of_a_response(pairs.PURE_BY_PAIRS, import_module("worldly.objects"))


def test_the_checker_takes_no_constructor_that_makes_a_response_continual(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a kernel has it that makes what is the same in both worlds of what may know the bit."""
    with monkeypatch.context() as unguarded:
        unguarded.setattr(indices, "OF_THE_WORLD", ())
        spying = Constructor("spying mechanism", ("one-shot mechanism",), "continual mechanism", "SpyMechanism[{}]")
    made = proof_object([state(instance(pairs.PURE_BY_PAIRS, {CM: spying(RR)}), COROLLARY)])
    with pytest.raises(Refused, match="no object may have a constructor"):
        objects.replay(made)


@pytest.mark.parametrize("sort", ["bit", "history", "query", "number", "event"])
def test_what_is_the_same_in_both_worlds_does_not_change_with_a_transcript(sort: str) -> None:
    """Else ExtConComp of a composition that is another one for each bit would stand behind I."""
    for makes in ("composition", "function", "step functions", "processing", "player", "continual mechanism"):
        with pytest.raises(IllFormed, match="may change with a bit or a transcript"):
            Constructor(f"{makes} of {sort}", (sort,), makes, "Changing[{}]")
        with pytest.raises(Refused, match="no object may have a constructor"):
            objects.replay({"schema": objects.SCHEMA, "constructors": {"changing": f"{sort} → {makes}"}, "facts": []})


KNOWS = {"system", "one-shot mechanism", "members"}
"""The sorts of what may know the bit; all other sorts are of what is the same in both worlds, or of a transcript."""


def telling(constructors: Mapping[str, tuple[Sequence[str], str]]) -> list[str]:
    """The constructors that make of what may know the bit something that must not."""
    return [name for name, (takes, makes) in constructors.items() if makes not in KNOWS and KNOWS & {*takes}]


def of_the_checker() -> dict[str, tuple[Sequence[str], str]]:
    shapes = {name: shape.split("→ ") for name, shape in CONSTRUCTORS.items()}
    return {name: ([each.strip() for each in takes.split(",")], makes) for name, (takes, makes) in shapes.items()}


def test_nothing_that_must_not_know_the_bit_is_made_of_what_may() -> None:
    kernel = {each.name: (each.takes, each.sort) for each in vars(systems).values() if isinstance(each, Constructor)}
    assert {makes for _, makes in kernel.values()} | {"one-shot mechanism"} > KNOWS
    assert not telling(kernel)
    assert not telling(of_the_checker())
    for makes in ("processing", "player", "simulators", "composition", "function", "continual mechanism"):
        assert telling({**of_the_checker(), "spy": (["one-shot mechanism"], makes)}) == ["spy"]


# By what it does, and not by its sort.

FIXED = [each for each in table._MACHINES if each.sort not in OF_THE_WORLD]


@pytest.mark.parametrize("constructor", FIXED, ids=lambda each: each.name)
def test_no_machine_that_is_the_same_in_both_worlds_speaks_of_the_bit(constructor: Constructor) -> None:
    assert not told(constructor(*variables_of(constructor)))


@pytest.mark.parametrize("what", [each for each in KNOWING if each != "any system"])
def test_machines_of_systems_do(what: str) -> None:
    assert told(KNOWING[what]) or what in ("what I(1) tells", "fresh samples")


def told(index: Index) -> list[str]:
    """By what a machine knows which world it is in."""
    return [name for name in spoken_of(index) if name == "bit" or name.startswith("sample of ")]


# The rules with I in their conclusions, at a mechanism and at a response.

WITH_I = ("identified", "identifier")


def concludes_of_i(rule: str) -> bool:
    """Whether what a rule concludes is about something behind I."""
    schemas = RULES[rule][1]
    return any(name in repr(each[each.index("=>") + 1]) for each in schemas for name in WITH_I)


CONCLUDING = sorted(filter(concludes_of_i, RULES))


def test_rules_that_conclude_of_the_identifier_are_known() -> None:
    """Of M as it stands, or of the mechanisms of a composition: whoever adds one evaluates it below."""
    of_members = ["answers as a continual mechanism", "among all", "first pair by first pair"]
    assert sorted([*of_members, "any responses", "exchanged pairs", "identical pairs"]) == CONCLUDING


@cache
def concluded() -> list[tuple[str, Any]]:
    """Rules, with what they conclude on the way to the theorems."""
    made = proof_object([*pairs.COROLLARY, theorems.INTERACTIVE_COMPOSE, trade_offs.INTERACTIVE_COMPOSE])
    return [(fact["rule"], json.loads(json.dumps(fact["formula"]))) for fact in made["facts"]]


@pytest.mark.parametrize("rule", CONCLUDING)
def test_nothing_is_concluded_of_a_response_behind_the_identifier(rule: str) -> None:
    formulas = [formula for by, formula in concluded() if by == rule]
    assert formulas
    for formula in formulas:
        assert sort_of(objects.frozen(formula), ()) == "formula"
        for each in _behind(formula):
            of_response = json.loads(json.dumps(formula).replace(json.dumps(each), json.dumps(RESPONSE)))
            with pytest.raises(Refused, match="is not well-formed"):
                sort_of(objects.frozen(of_response), ())


def _behind(formula: Any) -> Iterator[Any]:
    """What stands behind I in a formula."""
    if isinstance(formula, list):
        if formula[0] in WITH_I:
            yield formula[-1]
        for part in formula:
            yield from _behind(part)


def response() -> InteractiveMechanism:
    """RR of e^ε = 3 for every query: it shows its initial state, the secret bit."""
    return InteractiveMechanism(
        lambda bit, _: Law.coin(Fraction(3, 4), (bit, bit), (bit, 1 - bit)), (0, 1), (0, 1), "RR"
    )


def echo() -> InteractiveMechanism:
    """What answers its query, by a biased coin: what is secret reaches it in messages."""
    return InteractiveMechanism(
        lambda seen, query: Law.coin(Fraction(3, 4), (seen, query), (seen, 1 - query)), (0,), (0, 1), "echo"
    )


def answers(system: Index, mechanism: InteractiveMechanism, bit: int, queries: Sequence[Any]) -> Law[Any]:
    """The law of what a system answers to some pairs in world b, where f admits all and M is a mechanism."""
    meanings = {"f.admits": lambda read, pair: True, "f.continues": lambda read, pair: read}
    parameters = {"f.initial": (), "M.start": mechanism.initial_states[bit % len(mechanism.initial_states)]}
    run = Execution(
        describe(system), {"M": kernel_of_mechanism(mechanism)}, {**parameters, "bit": bool(bit)}, meanings
    ).mechanism
    law: Law[Any] = Law.point((run.initial_state, ()))
    for query in queries:
        law = law.bind(partial(_after, run, query))
    return law.map(lambda seen: seen[1])


def _after(run: InteractiveMechanism, query: Any, seen: tuple[Any, tuple[Any, ...]]) -> Law[Any]:
    """What was answered before and then, with the state."""
    return run.respond(seen[0], query).map(lambda out: (out[0], (*seen[1], out[1])))


@pytest.mark.parametrize(("mechanism", "holds"), [(echo(), True), (response(), False)], ids=["mechanism", "response"])
def test_the_rules_on_pairs_are_true_of_what_is_the_same_in_both_worlds_only(
    mechanism: InteractiveMechanism, holds: bool
) -> None:
    """Their premises are of one world, I(0) beside I(1), and are true of both; their conclusions are of both worlds."""
    alike = [systems.guarded_world(systems.IDENTICAL_ALWAYS(), F, side, CM) for side in (BIT_0, BIT_1)]
    exchanged = [systems.world(F, BIT_0, CM), systems.exchanged_world(F, BIT_0, CM)]
    identified = systems.verified_mechanism(F, CM)
    identical = list(product([(0, 0), (1, 1)], repeat=2))
    for bit, queries in product((0, 1), identical):
        assert answers(alike[0], mechanism, bit, queries) == answers(alike[1], mechanism, bit, queries)
    every = list(product(product((0, 1), repeat=2), repeat=2))
    for bit, queries in product((0, 1), every):
        assert answers(exchanged[0], mechanism, bit, queries) == answers(exchanged[1], mechanism, bit, queries)
    swapped = [[(right, left) for left, right in queries] for queries in every]

    def same(one: Iterable[Any], other: Iterable[Any]) -> bool:
        """Whether V[f] ∘* I ∘* M answers the one in world 0 as the other in world 1."""
        laws = (map(partial(answers, identified, mechanism, bit), queries) for bit, queries in ((0, one), (1, other)))
        return all(map(eq, *laws))

    waits, changes = same(identical, identical), same(every, swapped)
    assert (waits, changes) == (holds, holds)
