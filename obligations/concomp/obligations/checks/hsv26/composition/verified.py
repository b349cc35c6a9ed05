"""The verified composition V[f] ∘* I(b) ∘* ExtConComp and its privacy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.composition.extended import composition_game, creation, extended_concurrent_composition, query_pair
from concomp.model.composition.messages import Create
from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import ZERO, Law
from concomp.model.mechanisms.interaction import Tree
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.privacy import least_delta
from concomp.model.mechanisms.verification import Pair
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.answers import Answers, answers_from
from concomp.obligations.families.compositions.by_hand import answers_by_hand
from concomp.obligations.families.compositions.components import describe, menu, response_component
from concomp.obligations.families.compositions.runs import follow, law_of, pair_runs
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.compositions.verification import of_fixed_parameters
from concomp.obligations.families.functions.specifications import asserted_by_definition, fixed_parameters
from concomp.obligations.families.small.laws import ODDS
from concomp.obligations.families.small.mechanisms import BITS


def _loop(valid: Callable[[tuple[Any, ...]], bool], messages: Sequence[Any], bit: int) -> Law[Answers]:
    """V[f] ∘* I(bit) ∘* ExtConComp written as a loop: is the sequence valid? take one side; whose is it? ask it."""
    cut = next((place for place in range(len(messages)) if not valid(tuple(messages[: place + 1]))), None)
    if cut is None:
        return answers_by_hand([pair[bit] for pair in messages])
    return answers_by_hand([pair[bit] for pair in messages[:cut]]).map(lambda given: (*given, HALT))


@check("HSV26 Definition 4.3")
def the_composition_is_a_loop() -> Outcome:
    """V[f] ∘* I(b) ∘* ExtConComp answers each sequence of pairs with the law of a loop written out by hand."""
    parts = small_components()
    function = of_fixed_parameters(parts)
    slots = tuple(each.privacy for each in parts)
    asserted = asserted_by_definition(2)

    def valid(messages: tuple[Any, ...]) -> bool:
        return fixed_parameters(messages, slots, asserted, lambda create: True)

    alphabet = (*menu(parts, 2), query_pair(0, 1, 3), "no pair")
    cases = [words for length in (1, 2) for words in product(alphabet, repeat=length)]
    cases += [(creation(parts[1].create), *words) for words in product(alphabet, repeat=3)]
    game = composition_game(function, menu(parts, 2), 4)
    other, unchecked = [], []
    for messages, bit in product(cases, BITS):
        law = answers_from(game.mechanism, game.states[bit], messages)
        expect(law == _loop(valid, messages, bit), f"in world {bit} the composition answers {messages!r} otherwise")
        other += [messages] if law != _loop(valid, messages, 1 - bit) else []
        unchecked += [messages] if "no pair" not in messages and law != _loop(lambda _: True, messages, bit) else []
    control = first_case(other, "taking the other side never matters")
    free = first_case(unchecked, "the verification function never matters")
    witness = max(other, key=len)
    return Outcome(
        verdict="exact",
        scope="the composition with fixed parameters of a one-round and a two-round mechanism; all sequences of two "
        "messages, and of three after a creation, in both worlds",
        size=2 * len(cases),
        witness=f"“{describe(witness)}” is answered differently in the two worlds",
        control=f"a loop that takes the other side differs on “{describe(control)}”, one that does not ask f on "
        f"“{describe(free)}”",
    )


def _possible(mechanism: InteractiveMechanism, pairs: Sequence[Pair], valid: Any, rounds: int) -> Iterator[Tree]:
    """Every deterministic strategy that sends valid pairs, with a branch for each answer that can come."""

    def grow(sent: tuple[Any, ...], states: frozenset[Any], left: int) -> list[Tree]:
        trees: list[Tree] = [None]
        for pair in pairs if left else ():
            if not valid((*sent, pair)):
                continue
            outcomes = {outcome for state in states for side in pair for outcome in mechanism.respond(state, side)}
            by_answer: dict[Any, set[Any]] = {}
            for state, answer in outcomes:
                by_answer.setdefault(answer, set()).add(state)
            deeper = [
                [(answer, then) for then in grow((*sent, pair), frozenset(after), left - 1)]
                for answer, after in by_answer.items()
            ]
            trees += [(pair, tuple(chosen)) for chosen in product(*deeper)]
        return trees

    yield from grow((), frozenset(mechanism.initial_states), rounds)


@check("HSV26 Definition 4.4")
def privacy_of_the_composition_is_that_of_extconcomp() -> Outcome:
    """The least δ of V[f] ∘* I ∘* ExtConComp is that of ExtConComp w.r.t. f, every adversary of pairs listed."""
    first, second = small_components()
    response = response_component(PrivacyParameters(Fraction(2), Fraction(1, 4)))
    compositions = [(first,), (second,), (response,), (response, response)]
    extended = extended_concurrent_composition()
    asserted = asserted_by_definition(2)
    cases = 0
    identical_only = []
    reached = []
    for parts, rounds in [(parts, 3 if len(parts) == 1 else 4) for parts in compositions]:
        slots = tuple(each.privacy for each in parts)

        def valid(messages: tuple[Any, ...], slots: tuple[PrivacyParameters, ...] = slots) -> bool:
            return fixed_parameters(messages, slots, asserted, lambda create: True)

        pairs = _telling(menu(dict.fromkeys(parts), len(parts)))
        game = composition_game(of_fixed_parameters(parts), pairs, rounds)
        deltas = dict.fromkeys(ODDS, ZERO)
        for strategy in _possible(extended, pairs, valid, rounds):
            zero, one = (law_of(pair_runs(extended, valid, bit, follow(strategy), rounds)) for bit in BITS)
            deltas = {e_eps: max(delta, distance(zero, one, e_eps)) for e_eps, delta in deltas.items()}
            cases += 1
        for e_eps, delta in deltas.items():
            expect(least_delta(game, e_eps) == delta, f"{parts} at {e_eps}: the two definitions disagree")
        reached += [(parts, delta) for delta in (deltas[ODDS[1]],) if delta > 0]
        identical = tuple(pair for pair in pairs if pair[0] == pair[1])
        identical_only += (
            [parts]
            if least_delta(composition_game(of_fixed_parameters(parts), identical, rounds), ODDS[0]) == 0
            else []
        )
    witness = max(reached, key=lambda each: len(each[0]))
    control = first_case(identical_only, "identical pairs tell the worlds apart")
    return Outcome(
        verdict="exact",
        scope=f"{len(compositions)} compositions of one or two mechanisms with their parameters fixed, at most four "
        "messages, e^ε in 1, 3/2, 3; every deterministic adversary",
        size=cases,
        witness=f"{witness[0]!r} need δ = {witness[1]} at e^ε = 3/2",
        control=f"with identical pairs only, {control!r} would need nothing",
    )


def _telling(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """The pairs without (1,1) and (1,0), so that listing all strategies stays possible."""
    return tuple(pair for pair in pairs if type(pair[0]) is Create or pair[0].payload == 0)  # type: ignore[attr-defined]
