"""Verification functions and verifiers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import product
from typing import Any

from concomp.model.composition.extended import creation, extended_concurrent_composition, query_pair
from concomp.model.composition.messages import Create
from concomp.model.laws.law import ZERO, Law
from concomp.model.mechanisms.continual import verified, worlds
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import (
    EVERYTHING,
    HALT,
    START,
    InteractiveMechanism,
    Message,
)
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.mechanisms.verification import (
    Pair,
    Predicate,
    is_valid,
    swap_invariant,
    swapped,
    verifier,
    within,
)
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.runs import law_of, runs, script
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.continual import random_continual_machines, random_continual_trees
from concomp.obligations.families.small.functions import (
    ANY,
    PAIRS,
    all_functions,
    function_accepting,
    named_functions,
    prefix_closed_functions,
    sequences_of,
)
from concomp.obligations.families.small.mechanisms import BITS

TWO_PAIRS: tuple[Pair, Pair] = ((0, 0), (0, 1))
SEQUENCES = sequences_of(PAIRS, 3)


def _prefixes(sequence: Sequence[Pair]) -> list[tuple[Pair, ...]]:
    return [tuple(sequence[:length]) for length in range(1, len(sequence) + 1)]


def _closed(function: Predicate) -> Predicate:
    """The prefix closure: valid where every prefix is."""
    return Predicate(
        lambda sequence: all(function.holds(prefix) for prefix in _prefixes(sequence)), f"prefix closure of {function}"
    )


def _is_prefix_closed(function: Predicate) -> bool:
    return all(function.holds(prefix) for s in SEQUENCES if function.holds(s) for prefix in _prefixes(s))


@check("HSV26 Definition 3.3")
def a_verification_function_is_any_set_of_sequences() -> Outcome:
    """Read message by message, a function gives the verdict of the set of sequences that it stands for."""
    exhaustive = all_functions(TWO_PAIRS, 2)
    functions = (*named_functions(), *exhaustive)
    for function in functions:
        accepted = {sequence for sequence in SEQUENCES if function.holds(sequence)}
        listed = function_accepting(accepted)
        for sequence in SEQUENCES:
            expect(
                is_valid(function, sequence) == is_valid(listed, sequence) == (sequence in accepted),
                f"{function} gives another verdict on {sequence} message by message",
            )
        mirrored = {tuple(map(swapped, sequence)) for sequence in accepted}
        expect(
            swap_invariant(function, SEQUENCES) == (mirrored == accepted),
            f"{function}: invariance under exchanging sides is not that its set is its own mirror image",
        )
    symmetric = [function for function in functions if swap_invariant(function, SEQUENCES)]
    lopsided = first_case(
        (f for f in functions if not swap_invariant(f, SEQUENCES)), "all functions are swap-invariant"
    )
    gappy = first_case((f for f in functions if not _is_prefix_closed(f)), "all functions are prefix-closed")
    return Outcome(
        verdict="exact",
        scope=f"{named_functions().name} and {exhaustive.name}, on all sequences of up to three pairs of bits",
        size=len(functions) * len(SEQUENCES),
        witness=f"{len(symmetric)} of {len(functions)} functions are invariant under exchanging sides",
        control=f"that all are is refuted by '{lopsided}', that all are prefix-closed by '{gappy}'",
    )


@check("HSV26 Remark 3.4")
def one_universe_holds_every_message() -> Outcome:
    """Pairs, creations, queries, answers and signals of the model are hashable members of one universe of messages."""
    mechanism = random_continual_machines(3, 1, seed=34).members[0]
    create = Create(mechanism=mechanism, initial=0, e_eps=2, delta=0, function=ANY)
    game = verified(ANY, extended_concurrent_composition())
    asked = (creation(create), query_pair(0, 1, 1), query_pair(1, 1, 1))
    answered = {
        message for world in worlds(game) for said in law_of(runs(game, world, script(asked), 3)) for message in said
    }
    members: list[Any] = [*PAIRS, *BITS, create, *asked[1], (), "word", HALT, START, *answered]
    for message in members:
        expect(isinstance(message, Hashable) and message in EVERYTHING, f"{message!r} is not in the universe")
        expect(is_valid(ANY, (message,)), f"a verification function is not defined on {message!r}")
    stranger = first_case((m for m in members if m not in BITS), "the bits are all the messages there are")
    return Outcome(
        verdict="exact",
        scope="the messages of a composition of one continual mechanism, the pairs of bits and the signals",
        size=len(members),
        witness=f"{len(answered)} messages occur in the runs of a composition",
        control=f"the smaller universe of bits lacks {stranger}",
    )


def _guarded(function: Predicate, mechanism: InteractiveMechanism) -> InteractiveMechanism:
    """V[f] ∘* X for X that takes pairs."""
    return post_process(verifier(function), mechanism)


def _on_pairs(mechanism: InteractiveMechanism) -> InteractiveMechanism:
    """X: the mechanism that takes a pair and answers it as its left side is answered."""
    return InteractiveMechanism(
        lambda state, pair: mechanism.respond(state, pair[0]), mechanism.initial_states, PAIRS, mechanism.name
    )


def _only_last_verdict(function: Predicate, mechanism: InteractiveMechanism) -> InteractiveMechanism:
    """A false V[f] ∘* X that refuses an invalid sequence but goes on afterwards."""

    def step(state: Any, pair: Message) -> Law[Any]:
        inner, sequence = state
        extended = (*sequence, pair)
        if not function.holds(extended):
            return Law.point(((inner, extended), "refused"))
        return mechanism.respond(inner, pair).map(lambda reply: ((reply[0], extended), reply[1]))

    return InteractiveMechanism(step, ((mechanism.initial_states[0], ()),), PAIRS, "verifier that goes on")


@check("HSV26 Definition 3.5")
def a_verifier_enforces_the_prefix_closure_and_halts_for_ever() -> Outcome:
    """V[f] and V[prefix closure of f] act alike before a mechanism, and halt from the first invalid prefix on."""
    exhaustive = all_functions(TWO_PAIRS, 2)
    functions = (*named_functions(), *exhaustive)
    mechanisms = [_on_pairs(m) for m in random_continual_trees(3, 3, 4, seed=35)]
    cases = list(product(functions, mechanisms))
    going_on = []
    for function, mechanism in cases:
        guarded, closed = _guarded(function, mechanism), _guarded(_closed(function), mechanism)
        expect(
            equivalent((guarded, ((), ())), (closed, ((), ())), PAIRS[:3], 3),
            f"V[{function}] and V[its prefix closure] differ in front of {mechanism}",
        )
    for function, mechanism in product(functions, mechanisms[:1]):
        guarded = _guarded(function, mechanism)
        for sequence in SEQUENCES:
            valid = next((i for i, prefix in enumerate(_prefixes(sequence)) if not function.holds(prefix)), None)
            _halts_at(guarded, sequence, valid)
            going_on += [(function, sequence)] if _lets_pass_later(function, mechanism, sequence, valid) else []
    closed_functions = prefix_closed_functions(TWO_PAIRS, 2)
    expect(all(map(_is_prefix_closed, closed_functions)), "a function listed as prefix-closed is not")
    gappy = [function for function in functions if not _is_prefix_closed(function)]
    control = first_case(going_on, "no invalid prefix is ever followed by a valid sequence")
    return Outcome(
        verdict="exact",
        scope=f"{named_functions().name} and {exhaustive.name}, in front of 4 random mechanisms, three rounds",
        size=len(cases),
        witness=f"{len(gappy)} of {len(functions)} functions are not prefix-closed",
        control=f"one that goes on after a refusal forwards a later message of {control[1]} under '{control[0]}'",
    )


def _halts_at(guarded: InteractiveMechanism, sequence: Sequence[Pair], place: int | None) -> None:
    """Expect answers up to `place` and HALT from there on, though queries go on."""
    state: Any = ((), ())
    for index, pair in enumerate(sequence):
        law = guarded.respond(state, pair)
        halted = place is not None and index >= place
        expect(
            all((answer is HALT) == halted for _, answer in law),
            f"{guarded} on {sequence}: message {index + 1} of which {place} is the first refused",
        )
        state = next(iter(law))[0]


def _lets_pass_later(
    function: Predicate, mechanism: InteractiveMechanism, sequence: Sequence[Pair], place: int | None
) -> bool:
    """Whether a verifier that goes on would forward a message after the first refused one."""
    if place is None:
        return False
    careless = _only_last_verdict(function, mechanism)
    law = law_of(runs(careless, careless.initial_state, script(sequence), len(sequence)))
    return any(answer in BITS for said in law for answer in said[2 * place + 1 :: 2])


ILL_TYPED: tuple[Message, ...] = (0, "01", (0,), (0, 1, 0), (0, 2), (2, 0), ("x", "y"), ((0, 1), 0), (), None, HALT)


@check("HSV26 Remark 3.6")
def ill_typed_messages_halt_and_reach_nobody() -> Outcome:
    """V[f] ∘* I ∘* M has two initial states and halts for ever at a message that is not a pair of queries of M."""
    functions = named_functions()
    mechanisms: Family[InteractiveMechanism] = random_continual_machines(3, 5, seed=36)
    cases = list(product(functions, mechanisms, BITS, ILL_TYPED))
    for function, mechanism, bit, message in cases:
        heard: list[Message] = []
        game = verified(function, _overheard(mechanism, heard))
        expect(len(game.initial_states) == 2, f"{game} has {len(game.initial_states)} initial states")
        state = worlds(game)[bit]
        expect(game.respond(state, message) == Law.point((_halted(game, state, message), HALT)), f"{message!r} passes")
        expect(
            game.respond(_halted(game, state, message), (0, 0)) == Law.point((HALT, HALT)), f"{message!r} is forgotten"
        )
        expect(not heard, f"{mechanism} hears {heard} after the ill-typed {message!r}")
        expect(not is_valid(within(BITS, function), (message, (0, 0))), f"'{function}' forgets {message!r}")
    untyped = first_case(
        (message for message in ILL_TYPED if message is not HALT and is_valid(ANY, (message,))),
        "functions reject ill-typed messages by themselves",
    )
    expect(not is_valid(within(BITS, ANY), (untyped,)), f"{untyped!r} is valid")
    return Outcome(
        verdict="exact",
        scope=f"{functions.name}, {mechanisms.name}, both bits, {len(ILL_TYPED)} ill-typed messages",
        size=len(cases),
        witness=f"well-typed pairs are answered with probability {_answered(mechanisms.members[0])}",
        control=f"the function without the convention accepts {untyped!r}",
    )


def _overheard(mechanism: InteractiveMechanism, heard: list[Message]) -> InteractiveMechanism:
    """The mechanism, noting each query that reaches its step."""

    def step(state: Any, query: Message) -> Law[Any]:
        heard.append(query)
        return mechanism.step(state, query)

    return InteractiveMechanism(step, mechanism.initial_states, mechanism.queries, mechanism.name)


def _halted(game: InteractiveMechanism, state: Any, message: Message) -> Any:
    return next(iter(game.respond(state, message)))[0]


def _answered(mechanism: InteractiveMechanism) -> Any:
    """The probability that a pair of bits is answered by a bit."""
    game = verified(ANY, mechanism)
    law = game.respond(worlds(game)[0], (0, 1))
    return sum((weight for (_, answer), weight in law.items() if answer in BITS), ZERO)
