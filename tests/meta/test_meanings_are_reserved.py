"""Quantities of which rules speak are nobody's to define, and what rests on an assumption holds of no other system."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages

import pytest

from concomp.obligations import derivations
from concomp.obligations.derivations.kernel import facts, freshness, sentences
from concomp.obligations.derivations.kernel.facts import Fact, Rule, WrongStep
from concomp.obligations.derivations.kernel.indices import Index, Var
from concomp.obligations.derivations.kernel.language import Implication, Quantity, eq, le
from concomp.obligations.derivations.kernel.logic import (
    define,
    detach,
    discharge,
    hypothesis,
    instance,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.systems import pair_rules
from concomp.obligations.derivations.systems.language import BEHIND, PARAMETERS, M, Q
from concomp.obligations.derivations.systems.pairs import IDENTICAL
from concomp.obligations.derivations.systems.properties import discrete, private
from concomp.obligations.derivations.systems.shares import H, weight
from concomp.obligations.derivations.systems.system_rules import as_private, views
from concomp.obligations.derivations.theories.laziness import alike, least_budget
from concomp.obligations.derivations.theories.simulation.simulation_rules import lazily
from concomp.obligations.proof_objects.checker.objects import replay
from concomp.obligations.proof_objects.checker.schemas import MEANINGS, RULES
from concomp.obligations.proof_objects.checker.terms import Refused, symbols
from concomp.obligations.proof_objects.writing import proof_object
from tests.meta.object_notation import Row, defined, fact, given, proof

S = Var("S", "system")
KEY = "HSV26 Lemma 2.16"
LAZILY = lazily(least_budget.BUDGET, alike.lazy(H))
RESERVED = "is not what weight means"


def is_discrete(system: Index) -> Fact:
    """A hypothesis: that a system has discrete answers."""
    return hypothesis("discrete answers", "HSV26 Definition 2.6", discrete(system))


def converse_of_post_processing() -> Fact:
    """If Q ∘* M is private, M is, as all systems weigh 1."""
    nought, processed = define("a weight", "HSV26 Definition 2.6", eq(weight(M), 1)), BEHIND(Q, M)
    equal = solve("alike", eq(weight(M), weight(processed)), nought, instance(nought, {M: processed}))
    supposed = suppose(private(processed, PARAMETERS))
    alike = views(M, processed, equal, *(is_discrete(each) for each in (M, processed)))
    return state(discharge(supposed, as_private(alike, supposed)), KEY)


def supposed_simulator() -> tuple[Fact, Fact]:
    """What is supposed of one mechanism, so that it has a simulator, and that it has one."""
    c = Quantity("c", (S,))
    one = define("c", "HSV26 Definition 2.6", eq(c, 1))
    assumed = suppose(Implication(le(0, c), LAZILY))
    return assumed, detach(assumed, solve("c", le(0, c), one))


def pairs_of_all_mechanisms() -> Fact:
    """If one mechanism has a simulator, every V[f] ∘* I ∘* M has one, whatever it costs."""
    assumed, lemma = supposed_simulator()
    return state(discharge(assumed, pair_rules.for_pairs(lemma, IDENTICAL)), "HSV26 Lemma 5.6")


def given_simulator() -> Fact:
    """The same, from a hypothesis that one mechanism has a simulator."""
    return pair_rules.for_pairs(hypothesis("a simulator", "by hypothesis", LAZILY), IDENTICAL)


def alike_at_one_history() -> Fact:
    """If two systems weigh one history alike, both are private, or none."""
    equal, known = suppose(eq(weight(M), weight(S))), suppose(private(S, PARAMETERS))
    alike = views(M, S, equal, is_discrete(M), is_discrete(S))
    return discharge(equal, discharge(known, as_private(alike, known)))


ATTACKS: dict[str, tuple[Callable[[], Fact], str]] = {
    "all systems weigh 1": (converse_of_post_processing, RESERVED),
    "a simulator of one mechanism": (pairs_of_all_mechanisms, "rests on an assumption"),
    "a given simulator": (given_simulator, "nothing says what P ∘"),
    "alike at one history": (alike_at_one_history, "b, h is fixed by an assumption"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_kernel_refuses(attack: str) -> None:
    make, reason = ATTACKS[attack]
    with pytest.raises(WrongStep, match=reason):
        make()


@pytest.mark.parametrize(
    "name",
    [
        *("weight", "admits", "share", "e", "t", "ρ", "share given r", "share without sample"),
        *("L∞", "W∞", "D", "μ", "κ", "g", "δ"),
    ],
)
def test_a_rule_on_systems_speaks_of(name: str) -> None:
    assert name in {each for each, _ in pair_rules.WITH_PAIRS.speaks_of}
    if name not in ("W∞", "D"):
        assert name in {each for each, *_ in frozenset().union(*map(symbols, MEANINGS))}


def attacks_that_succeed(monkeypatch: pytest.MonkeyPatch) -> list[Fact]:
    """The attacks on a kernel without guards."""
    monkeypatch.setattr(freshness, "demand_meanings", lambda *_: None)
    monkeypatch.setattr(facts, "_demand_generality", lambda *_: None)
    return [converse_of_post_processing(), pairs_of_all_mechanisms(), alike_at_one_history()]


def test_without_the_guards_the_kernel_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    converse, pairs, _ = attacks_that_succeed(monkeypatch)
    assert str(converse.formula) == "if Q ∘* M is (ε,δ)-DP, then M is (ε,δ)-DP"
    assert str(pairs.formula).startswith("if if 0 ≤ c(S), then P ∘* IRR")


@pytest.mark.parametrize(
    ("place", "reason"),
    [(0, "is not what this means"), (1, "does not follow"), (2, "is fixed by an assumption")],
)
def test_the_checker_refuses_them(monkeypatch: pytest.MonkeyPatch, place: int, reason: str) -> None:
    made = proof_object([attacks_that_succeed(monkeypatch)[place]])
    with pytest.raises(Refused, match=reason):
        replay(made)


def rules_of_derivations() -> dict[str, Rule]:
    """All rules that a module of derivations has, by their names."""
    modules = (import_module(each.name) for each in walk_packages(derivations.__path__, f"{derivations.__name__}."))
    return {value.name: value for module in modules for value in vars(module).values() if isinstance(value, Rule)}


def test_kernel_and_checker_demand_no_assumptions_of_the_same_rules() -> None:
    closed = {name for name, rule in rules_of_derivations().items() if rule.closed}
    listed = {name: [("certain",) in each for each in schemas] for name, (_, schemas) in RULES.items()}
    assert closed == {name for name, demanded in listed.items() if any(demanded)}
    assert all(all(listed[name]) for name in closed)
    assert {name for name, rule in rules_of_derivations().items() if rule.generalises} < closed


def test_a_closed_rule_takes_no_premise_that_rests_on_an_assumption() -> None:
    assumed = suppose(private(S, PARAMETERS))
    for rule in filter(lambda rule: rule.closed, rules_of_derivations().values()):
        with pytest.raises(WrongStep, match="rests on an assumption"):
            facts._derive(rule, assumed.formula, assumed)


IN_WORDS, SHOWN = "(says |{} has discrete answers| M)", "(says |{} and {} are equivalent| M M)"
SUPPOSED = f"(says |{sentences.NO_PAIR_WITH_HALT.text}|)"
ITSELF = "HSV26 Theorem 5.4"


@pytest.mark.parametrize(
    "rows",
    [
        [{**given(IN_WORDS), "states": ITSELF}],
        [{**given("(if (<= 0 0) (<= 1 0))"), "states": ITSELF}],
        [{**defined("(= (x) 1)"), "states": ITSELF}],
        [given(IN_WORDS), fact("instance", IN_WORDS, 0, values=[], states=ITSELF)],
        [
            {**given(SUPPOSED), "from": ITSELF},
            given(f"(if {SUPPOSED} {IN_WORDS})"),
            fact("detached", IN_WORDS, 1, 0, states="HSV26 Lemma 2.16"),
            given(f"(if {IN_WORDS} {SHOWN})"),
            fact("detached", SHOWN, 3, 2, states=ITSELF),
        ],
    ],
    ids=["words", "implication", "definition", "words again", "behind another"],
)
def test_the_checker_takes_no_statement_that_is_supposed(rows: list[Row]) -> None:
    with pytest.raises(Refused, match=r"is defined, not derived|is supposed to be"):
        replay(proof(*rows))


@pytest.mark.parametrize("sort", ["real", "formula"])
def test_a_constructor_makes_indices_only(sort: str) -> None:
    with pytest.raises(Refused, match="no object may have a constructor"):
        replay(proof(constructors={"f": f"number → {sort}"}))
