"""Definition 4.9 and Theorem 4.10 as printed: the least composition of fixed mechanisms that refutes them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from pydantic import JsonValue

from concomp.model.composition.catalogue import holds
from concomp.model.composition.extended import composition_game, creation, query_pair
from concomp.model.composition.fixed import FixedMechanisms, FixedMechanismsAsPrinted
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.interaction import Tree
from concomp.model.mechanisms.interactive import ACKNOWLEDGED
from concomp.model.mechanisms.privacy import Game, attack, least_delta, replay
from concomp.model.mechanisms.verification import Pair, VerificationFunction
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.expectation import Violation, expect
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.compositions.components import Component, describe, menu
from concomp.obligations.families.compositions.interleaving import lies_below
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.compositions.verification import catalogue_of, of_fixed_mechanisms
from concomp.obligations.families.functions.specifications import (
    asserted_by_definition,
    fixed_mechanisms_as_printed,
    suitable,
)
from concomp.obligations.families.small.continual import continual_tree, one_round
from concomp.obligations.families.small.functions import ANY, PAIRS, function_accepting, prefix_closed_functions

LEAST_LABEL = PrivacyParameters(Fraction(2), ZERO)
"""What the first mechanism is said to be: pure, with ε > 0."""


def _least_leak() -> JsonValue:
    """The first composition of one fixed mechanism, in order of size, that exceeds its randomised response."""
    for rounds, denominator in ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2)):
        for function, mechanism in product(_reflexive(), one_round(denominator)):
            part = Component(mechanism, function, LEAST_LABEL, 1)
            if not holds(part.create, 1):
                continue
            game = composition_game(_as_printed(part), menu([part], 1), rounds)
            for e_eps, claimed in response_profile((LEAST_LABEL,)).vertices:
                if least_delta(game, e_eps) > claimed:
                    return _finding(part, game, e_eps, claimed, denominator)
    raise Violation("no composition of one fixed mechanism exceeds its randomised response")


def _reflexive() -> list[Any]:
    """Functions of one pair that accept all identical pairs, the smaller ones first."""
    accepts = [f for f in prefix_closed_functions(PAIRS, 1) if f.holds(((0, 0),)) and f.holds(((1, 1),))]
    return sorted(accepts, key=lambda f: sum(f.holds((pair,)) for pair in PAIRS))


def _finding(part: Component, game: Game, e_eps: Fraction, claimed: Fraction, denominator: int) -> JsonValue:
    path = _only_path(attack(game, e_eps))
    return {
        "k": 1,
        "chance of the answer 1, then it halts": {
            str(bit): str(part.mechanism.respond((), bit).probability(lambda sent: bool(sent[1] == 1)))
            for bit in (0, 1)
        },
        "f accepts": [[left, right] for left, right in _accepted(part.function)],
        "e_eps of the mechanism": str(part.privacy.e_eps),
        "delta of the mechanism": str(part.privacy.delta),
        "adversary": ["creates the mechanism", *([left, right] for left, right in path)],
        "rounds": len(path) + 1,
        "largest denominator": denominator,
        "e_eps": str(e_eps),
        "exact": str(replay(game, attack(game, e_eps), e_eps)),
        "claimed": str(claimed),
    }


def _accepted(function: VerificationFunction) -> list[Any]:
    """The single pairs of bits that a function accepts."""
    return [pair for pair in PAIRS if function.advance(function.initial, pair)[0]]


def _only_path(tree: Tree) -> list[tuple[Any, Any]]:
    """The pairs that an adversary sends to the first mechanism after creating it, where no choice is left."""
    assert tree is not None
    _, ((answer, then),) = tree
    assert answer is ACKNOWLEDGED
    assert then is not None
    (left, right), _ = then
    return [(left.payload, right.payload)]


def _leak(finding: Any) -> tuple[Component, Tree]:
    """The mechanism and the adversary that a finding describes."""
    chances = finding["chance of the answer 1, then it halts"]
    mechanism = continual_tree([(0,), (1,)], [Fraction(chances["0"]), Fraction(chances["1"])])
    function = function_accepting([((left, right),) for left, right in finding["f accepts"]])
    privacy = PrivacyParameters(
        Fraction(finding["e_eps of the mechanism"]), Fraction(finding["delta of the mechanism"])
    )
    part = Component(mechanism, function, privacy, 1)
    tree: Tree = None
    for left, right in reversed(finding["adversary"][1:]):
        tree = query_pair(left, right, 1), tuple((answer, tree) for answer in (0, 1))
    return part, (creation(part.create), ((ACKNOWLEDGED, tree),))


def _as_printed(*parts: Component) -> VerificationFunction:
    alphas = tuple(each.create for each in parts)
    return catalogue_of(parts).bind(FixedMechanismsAsPrinted, len(parts), alphas=alphas)


def _path(tree: Tree) -> list[Pair]:
    return [] if tree is None else [tree[0], *_path(tree[1][0][1])]  # type: ignore[list-item]


@check_of_findings("HSV26 Definition 4.9", find=_least_leak)
def the_print_admits_queries_that_are_not_valid(findings: JsonValue) -> Outcome:
    """The least sequence that the print accepts, although its queries are not valid for the mechanism's function."""
    part, tree = _leak(findings)
    messages = _path(tree)
    asserted = asserted_by_definition(1)
    prefixes = [messages[: length + 1] for length in range(len(messages))]
    alphas = [part.create]
    expect(holds(part.create, 1) and asserted(part.create), "the mechanism is not what it is said to be")
    for prefix in prefixes:
        expect(_accepts(_as_printed(part), prefix), f"the function as printed rejects “{describe(prefix)}”")
        expect(fixed_mechanisms_as_printed(prefix, alphas, asserted), f"the print rejects “{describe(prefix)}”")
    expect(not suitable(messages, asserted), "the sequence is suitable")
    expect(not _accepts(of_fixed_mechanisms(part), messages), "the repaired function accepts it as well")
    further = _further_creation()
    counterexample = _table(findings)
    counterexample["why it must be rejected"] = "the queries of mechanism 1 are not f-valid"
    return Outcome(
        verdict="refuted",
        scope="compositions of one fixed one-round mechanism, in order of rounds and denominators",
        size=len(prefixes),
        witness=f"every prefix of “{describe(messages)}” is accepted as printed",
        control="the repaired definition rejects it",
        counterexample=counterexample,
        notes=(further,),
    )


def _accepts(function: VerificationFunction, messages: Sequence[Any]) -> bool:
    verdict, state = True, function.initial
    for message in messages:
        verdict, state = function.advance(state, message)
    return verdict


def _table(findings: Any) -> dict[str, JsonValue]:
    return dict(findings)


def _further_creation() -> str:
    """That moreover a creation after message k is accepted, and what it gives away."""
    first, _ = small_components()
    echo = Component(continual_tree([(0,), (1,)], (ZERO, ONE)), ANY, PrivacyParameters(ONE, ONE), 1)
    known = catalogue_of((first, echo))
    printed = known.bind(FixedMechanismsAsPrinted, 1, alphas=(first.create,))
    repaired = known.bind(FixedMechanisms, 1, alphas=(first.create,))
    messages = [creation(first.create), creation(echo.create), query_pair(0, 1, 2)]
    prefixes = [messages[: length + 1] for length in range(3)]
    expect(all(_accepts(printed, prefix) for prefix in prefixes), "the print rejects a creation after message k")
    expect([_accepts(repaired, prefix) for prefix in prefixes] == [True, False, False], "the repair accepts it")
    reached = least_delta(composition_game(printed, tuple(messages), 3), ONE)
    expect(reached == 1, f"creating the echo after message k gives δ = {reached} at e^ε = 1")
    return (
        "A creation after message k is accepted as well: create any mechanism, then one that echoes its message and "
        "is (0,1)-DP, and send (0,1) to it; the total variation is 1. The repaired function rejects the second message."
    )


@check_of_findings("HSV26 Theorem 4.10", find=_least_leak)
def the_print_composes_to_more(findings: JsonValue) -> Outcome:
    """The least composition of fixed mechanisms as printed that tells the worlds apart better than the responses do."""
    part, tree = _leak(findings)
    table = _table(findings)
    e_eps, exact, claimed = (Fraction(str(table[name])) for name in ("e_eps", "exact", "claimed"))
    rounds = int(str(table["rounds"]))
    messages = menu([part], 1)
    expect(holds(part.create, 1), "the mechanism is not what it is said to be")
    expect(part.privacy.e_eps > 1, "the theorem asks for ε > 0")
    game = composition_game(_as_printed(part), messages, rounds)
    expect(replay(game, tree, e_eps) == exact, "the adversary does not reach what was found")
    expect(response_profile((part.privacy,))(e_eps) == claimed < exact, "the randomised response is not exceeded")
    shorter = composition_game(_as_printed(part), messages, rounds - 1)
    expect(least_delta(shorter, ONE) == 0, "fewer rounds suffice")
    mended = composition_game(of_fixed_mechanisms(part), messages, rounds)
    expect(
        lies_below(lambda e: least_delta(mended, e), response_profile((part.privacy,)).vertices),
        "the repaired composition exceeds the randomised response",
    )
    return Outcome(
        verdict="refuted",
        scope="compositions of one fixed one-round mechanism, in order of rounds and denominators",
        size=1,
        witness=f"δ = {exact} is reached at e^ε = {e_eps}, where {claimed} is claimed",
        control="with the repaired function the same composition stays within the randomised response",
        counterexample=table,
        notes=(_further_creation(),),
    )
