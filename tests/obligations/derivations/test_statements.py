"""Every derivation of HSV26 section 10 answers for its own steps, and uses what the registry says it rests on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from concomp.model.registry.registry import load
from concomp.obligations import checks
from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.checks.hsv26.reduction import control_functions, derivations
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.freshness import ancestry
from concomp.obligations.derivations.kernel.language import comparisons, eq, le
from concomp.obligations.derivations.kernel.logic import GIVEN, hypothesis, solve, state
from concomp.obligations.derivations.kernel.proofs import citations, claims, hypotheses_by_formula, rules, steps
from concomp.obligations.derivations.kernel.sentences import PRIVATE
from concomp.obligations.derivations.kernel.statements import SUPPOSED, hypotheses, suppositions
from concomp.obligations.derivations.systems import postprocessing
from concomp.obligations.derivations.theories.control import control, limits, private, weights
from concomp.obligations.derivations.theories.filters import conversion
from concomp.obligations.derivations.theories.laws import any_distance
from concomp.obligations.derivations.theories.renyi import coins
from concomp.obligations.derivations.theories.simulation import constraints, noise, sharing, simulation, splitting
from concomp.obligations.runner.store import packaged_store
from concomp.obligations.solvers import algebra

STATED = {
    fact.origin: fact
    for module in (weights, control, private, limits, splitting, sharing, simulation, noise, constraints)
    for fact in vars(module).values()
    if isinstance(fact, Fact) and fact.origin is not None and fact.rule not in GIVEN
}
CHECKED = {
    check.statement
    for module in (control_functions, derivations)
    for made in vars(module).values()
    if isinstance(made, list)
    for check in made
    if isinstance(check, Check)
}

FOLDER = Path(checks.__path__[0])
DERIVED: dict[str, list[Fact]] = {}
PARTS: dict[str, tuple[Fact, ...]] = {}
CHECKS: dict[str, list[Check]] = {}
for path in sorted(FOLDER.rglob("*.py")):
    if "checks.derived import" in path.read_text(encoding="utf-8") and path.name != "table.py":
        name = ".".join((checks.__name__, *path.relative_to(FOLDER).with_suffix("").parts))
        for check in checks_of(name):
            DERIVED.setdefault(check.statement, []).extend(check.parts)
            CHECKS.setdefault(check.statement, []).append(check)
            PARTS |= {check.name: check.parts} if check.parts else {}


def test_every_statement_that_is_derived_or_used_has_a_check_of_its_own() -> None:
    assert len(STATED) > 20
    assert set(STATED) <= CHECKED


def test_every_step_is_solved_in_one_statement_or_another() -> None:
    solved = {claim for fact in STATED.values() for claim in claims(fact)}
    assert len(solved) > 150


def test_what_a_derivation_uses_is_what_the_registry_says_it_rests_on() -> None:
    """Where the paper proves two statements by one induction, either may come first. Definitions rest on nothing."""
    registry = load()
    lemmas = {key for key, row in registry.statements.items() if row.kind not in ("definition", "notation")}
    missing = {
        (key, used)
        for key in lemmas & DERIVED.keys()
        for fact in DERIVED[key]
        for used in lemmas & set(citations(fact)) - {key}
        if used not in registry.dependencies(key) and key not in registry.dependencies(used)
    }
    assert not missing


def test_what_a_derivation_uses_is_what_the_other_statement_proves() -> None:
    """A fact that is stated as another statement is put to the solvers there, and must be one of those."""
    proved = {id(fact) for facts in DERIVED.values() for fact in facts}
    assert len(proved) > 80
    for key, facts in DERIVED.items():
        for fact in facts:
            used = [step for step in steps(fact) if step is not fact and step.origin and step.rule not in GIVEN]
            unproved = [f"{step.origin}: {step.formula}" for step in used if id(step) not in proved]
            assert not unproved, f"{key} uses what no check of that statement proves"


FROM_LEMMAS = {
    *("the answers share the weight", "L ≤ μ", "L covers its answers", "at the start"),
    *("condition (I)", "condition (III)", "condition (II)", "(ξ.2) for ξ", "condition (IV), repaired"),
    *("φ is a weight", "φ starts at 1", "the maximum is chosen", "a maximum is chosen"),
    *(
        "ω is the smaller of the two chances",
        "a response RR_{0,Δ} to different bits is Δ apart, other answers are alike",
    ),
    "the concurrent composition of RR_{ε_1,0}, …, RR_{ε_k,0} is (ε,δ)-DP, as Comp of them is",
    *("the server decides by answers alone", "the server keeps to the phases of the protocol"),
    "rows of a mechanism for any two data are a post-processing of the response with its ε and δ",
    "~ is ~_{k,~*}, so that at most k users have data that differ",
}
"""Hypotheses from statements that are more than definitions, read as formulas about other quantities.

Those about servers are proved of a described server, move by move, by certificates and not by derivations.
"""


def test_no_more_hypotheses_come_from_lemmas() -> None:
    """What another statement says is derived from that statement, not supposed in its name."""
    registry = load()
    supposed = {each for facts in DERIVED.values() for fact in facts for each in hypotheses(fact)}
    lemmas = {each for each in supposed if each.origin in registry.statements and _is_lemma(each.origin)}
    assert {each.name for each in lemmas} <= FROM_LEMMAS | UNPROVED


UNPROVED = {
    "M is a post-processing of a pair of laws that is φ-DP",
    "M is a post-processing of a pair of laws that has the trade-off function of M, and this of each with a smaller "
    "one (Blackwell)",
    "P·w^{1/β} is β-dominated by K·Q exactly if Σ P^α·w^{α−1}·Q^{1−α} ≤ K^{α−1}: Above is 0 if it is so of w = l_t and "
    "K = l_{t−1}, where V = l^{α−1} times what the part is worth, otherwise 1",
}
"""Hypotheses that are statements of which there is no derivation, so that what rests on them is conditional."""


def test_what_is_conditional_shows_on_what() -> None:
    """No derivation of it is at hand; and it is among what the registry says that the statement rests on."""
    registry, met = load(), set()
    for key, facts in DERIVED.items():
        for each in (each for fact in facts for each in hypotheses(fact) if each.name in UNPROVED):
            assert each.origin not in DERIVED
            assert each.origin in registry.dependencies(key)
            met.add(each.name)
    assert met == UNPROVED


def _is_lemma(key: str) -> bool:
    return load().statements[key].kind not in ("definition", "notation")


@pytest.mark.parametrize("key", DERIVED)
def test_a_statement_supposes_what_the_registry_says(key: str) -> None:
    """The premises of a theorem, and the hypotheses that come from nowhere else, stand in its row as well."""
    supposed = dict.fromkeys(str(formula) for fact in DERIVED[key] for formula in suppositions(fact))
    written = load().statements[key].supposes
    assert set(written) == set(supposed), f"write in the row of {key}: {json.dumps(list(supposed), ensure_ascii=False)}"


def test_what_nothing_derives_supposes_no_formula() -> None:
    assert {key for key, row in load().statements.items() if row.supposes} <= DERIVED.keys()


def _contradicts(facts: list[Fact]) -> bool:
    """Whether nothing satisfies some hypotheses, read at the same values of their variables."""
    compared = [each for each in facts if comparisons(each.formula)]
    claim = solve("nothing is left out", eq(0, 0), *compared, witness=()).claim
    assert claim is not None
    return algebra.answer("z3", claim.witness, 2000) == "unsat"


def _listed(parts: tuple[Fact, ...]) -> list[list[Fact]]:
    """What is printed as the hypotheses of each formula: those of all, and its own."""
    shared, besides = hypotheses_by_formula(parts)
    return [[*shared, *own] for own in besides]


def test_no_formula_rests_on_a_list_that_contradicts_itself() -> None:
    """Different cases of a statement are different formulas, each with hypotheses of its own."""
    lists = {frozenset(listed): name for name, parts in PARTS.items() for listed in _listed(parts)}
    assert len(lists) > 50
    assert not [name for listed, name in lists.items() if _contradicts(list(listed))]


def test_two_cases_in_one_list_would_contradict() -> None:
    within, _, never, *_ = _listed(conversion.RENYI)
    assert _contradicts([*within, *never])


def test_what_is_printed_of_a_formula_is_all_that_it_rests_on() -> None:
    for parts in PARTS.values():
        for fact, listed in zip(parts, _listed(parts), strict=True):
            assert {str(each.formula) for each in listed} == {str(each.formula) for each in hypotheses(fact)}


ANY_DISTANCE = ("d-D DP", "poset", "any of the considered measures")
OF_A_MEASURE = re.compile(r"eps,\s?delta|e\^|D_alpha|RDP|CDP|LDP|f-DP")
"""What a statement says that is about one distance: (ε,δ)-DP, Rényi DP, its kin, or f-DP."""


def _is_of_a_measure(fact: Fact) -> bool:
    """Whether a formula, or anything that it comes from, is said of one distance, or supposed or defined for it."""
    behind = ancestry(fact)
    said = any(PRIVATE.text in repr(each.formula) for each in behind)
    rows = load().statements
    return said or any(OF_A_MEASURE.search(rows[each.origin].text) for each in behind[:-1] if each.origin in rows)


def _is_general(fact: Fact) -> bool:
    """Whether a formula is about distances in general: something is supposed of them, and of none in particular."""
    return bool(hypotheses(fact)) and bool(rules(fact)) and not _is_of_a_measure(fact)


NAMED = re.compile(r"\(ε,δ\)-DP|Rényi DP")
"""The distances that a formula may be named for."""
GENERAL = re.compile(r"d-D DP|any distance")


def _without_distances(facts: list[Fact]) -> set[str]:
    """What is concluded for a distance that is named, and not for distances in general."""
    general = {GENERAL.sub("", fact.name) for fact in facts if _is_general(fact)}
    of_one = {fact.name for fact in facts if NAMED.search(fact.name) or _is_of_a_measure(fact)}
    return {name for name in of_one if not NAMED.search(name) or NAMED.sub("", name) not in general}


def test_a_conclusion_that_is_general_in_one_part_only_is_noticed() -> None:
    facts = DERIVED["Haney23 Corollary 2.18"]
    assert not _without_distances(facts)
    assert _without_distances([fact for fact in facts if fact.name != "N is d-D DP"]) == {
        "N is (ε,δ)-DP",
        "N is Rényi DP",
    }


def test_what_is_derived_for_some_distances_is_no_proof_for_all() -> None:
    """What is said of every distance has a formula that supposes nothing of (ε,δ)-DP or Rényi DP, or it is a part.

    Such a formula is no rearrangement of its hypotheses: something that is no arithmetic enters. What is concluded for
    a distance that is named is concluded for distances in general too.
    """
    registry, store = load(), packaged_store()
    general = {key for key in DERIVED if any(each in registry.statements[key].text for each in ANY_DISTANCE)}
    assert len(general) >= 5
    found = store.read(((check.path, key) for key in general for check in CHECKS[key]), registry)
    assert {key for _, key in found} == general
    whole = {key for (_, key), each in found.items() if each.outcome.formulas and each.outcome.part is None}
    assert whole
    assert not [key for key in whole if not any(map(_is_general, DERIVED[key]))]
    assert not [key for key in whole if _without_distances(DERIVED[key])]


def test_a_conclusion_for_one_distance_is_named_for_it() -> None:
    """Else it would pass for one that is about none."""
    one, *_ = (fact for fact in DERIVED["Haney23 Corollary 2.18"] if fact.name == "N is (ε,δ)-DP")
    unnamed = state(one, "Haney23 Corollary 2.18", "N is private")
    assert _without_distances([*DERIVED["Haney23 Corollary 2.18"], unnamed]) == {"N is private"}


def test_what_says_which_distance_is_meant_is_noticed() -> None:
    assert not _is_general(coins.DETERMINISTIC_SUFFICE)
    assert _is_of_a_measure(next(fact for fact in DERIVED["Haney23 Theorem 1.23"] if fact.name == "(ε,δ)-DP"))
    assert not any(map(_is_of_a_measure, any_distance.DETERMINISTIC_SUFFICE))
    assert all(map(_is_general, any_distance.DETERMINISTIC_SUFFICE))


def test_what_follows_from_its_hypotheses_by_arithmetic_alone_is_no_proof() -> None:
    inside = le(postprocessing.INSIDE, 0)
    assumed = hypothesis(
        "what is to be shown", "Haney23 Definition 2.1", le(postprocessing.APART, postprocessing.INSIDE)
    )
    alone = solve("alone", le(postprocessing.APART, 0), assumed, hypothesis("given", SUPPOSED, inside))
    assert not _is_general(alone)
    assert _is_general(postprocessing.POST_PROCESSING_AT_ANY_DISTANCE)
