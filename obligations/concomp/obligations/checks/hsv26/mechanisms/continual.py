"""Continual mechanisms, identifiers, and the three ways to say that a continual mechanism is private."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.composition.single import Ask, EventLevel, Neighbouring, Start, continual_from_interactive
from concomp.model.laws.indistinguishability import distance
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.mechanisms.continual import continual_from_noninteractive, identifier, is_continual, verified, worlds
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interaction import deterministic_strategies
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.mechanisms.privacy import Game, continual_game, least_delta, least_delta_by_definition
from concomp.model.mechanisms.verification import Predicate, swap_invariant
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.runs import (
    Run,
    follow,
    greatest_distance,
    law_of,
    pair_runs,
    runs,
    script,
)
from concomp.obligations.families.small.continual import (
    one_round,
    random_continual_machines,
    random_continual_trees,
    two_stage,
)
from concomp.obligations.families.small.functions import (
    ANY,
    PAIRS,
    named_functions,
    prefix_closed_functions,
    sequences_of,
)
from concomp.obligations.families.small.laws import ODDS, laws
from concomp.obligations.families.small.mechanisms import BITS, machines, random_machines, random_trees

TWO_ODDS = ODDS[::2]


@check("HSV26 Definition 3.1")
def every_mechanism_is_a_continual_one() -> Outcome:
    """A mechanism wrapped as a continual one, its data set or initial state in the first message, answers as before."""
    outputs = laws(2, 3)
    once = list(product(outputs, repeat=2))
    for choice in once:
        wrapper = continual_from_noninteractive(NonInteractiveMechanism(choice.__getitem__, BITS))
        expect(is_continual(wrapper), f"{wrapper} has several initial states")
        for dataset in BITS:
            said = law_of(runs(wrapper, wrapper.initial_state, script((dataset, dataset)), 2))
            answers = said.map(lambda run: run[1::2])
            expected = choice[dataset].map(lambda output: (output, HALT))
            expect(answers == expected, f"the wrapper of {choice} answers {said} to {dataset}")
    family = (*machines(2), *random_machines(2, 3, 30, seed=31), *random_trees(2, 2, 3, 10, seed=31))
    forgetful = []
    for mechanism in family:
        queries = _listed(mechanism)
        wrapper = continual_from_interactive(mechanism, queries)
        expect(is_continual(wrapper) and not is_continual(mechanism), f"{mechanism}: one initial state, or several")
        for start in mechanism.initial_states:
            _wrapped_answers_as_before(wrapper, mechanism, start, queries)
        zero, one = ((mechanism, start) for start in mechanism.initial_states)
        forgetful += [mechanism] if not equivalent(zero, one, queries, 2) else []
    control = first_case(forgetful, "the state given in the first message never matters")
    return Outcome(
        verdict="exact",
        scope=f"mechanisms on two data sets with outputs from {outputs.name}, {machines(2).name}, and 40 random ones "
        "with two queries",
        size=len(once) + len(family),
        witness=f"{len(forgetful)} interactive mechanisms answer differently from their two states",
        control=f"a wrapper that ignores its first message is not equivalent to {control}",
    )


def _wrapped_answers_as_before(
    wrapper: InteractiveMechanism, mechanism: InteractiveMechanism, start: State, queries: Sequence[Message]
) -> None:
    """Expect an acknowledgement of the initial state, and then the answers of the mechanism."""
    for asked in product(queries, repeat=2):
        messages = (Start(state=start), *(Ask(query=query) for query in asked))
        said = law_of(runs(wrapper, wrapper.initial_state, script(messages), 3)).map(lambda run: run[1::2])
        before = law_of(runs(mechanism, start, script(asked), 2)).map(lambda run: (ACKNOWLEDGED, *run[1::2]))
        expect(said == before, f"the wrapper of {mechanism} from {start} answers {asked} otherwise")


@check("HSV26 Definition 3.2")
def an_identifier_forwards_one_side() -> Outcome:
    """I(b) ∘* M answers pairs with the law with which M answers their sides b; identical pairs hide b."""
    family = (*two_stage(2).members[::9], *random_continual_trees(2, 3, 30, seed=32))
    cases = list(product(family, sequences_of(PAIRS, 2)))
    telling = []
    for mechanism, sequence in cases:
        answers = []
        for bit in BITS:
            composed = post_process(identifier(bit), mechanism)
            start = (mechanism.initial_state, bit)
            law = law_of(runs(composed, start, script(sequence), len(sequence))).map(lambda run: run[1::2])
            side = tuple(pair[bit] for pair in sequence)
            alone = law_of(runs(mechanism, mechanism.initial_state, script(side), len(side))).map(lambda run: run[1::2])
            expect(law == alone, f"{composed} answers {sequence} otherwise than {side}")
            answers.append(law)
        identical = all(left == right for left, right in sequence)
        expect(not identical or answers[0] == answers[1], f"{mechanism} tells the bit on identical pairs {sequence}")
        telling += [(mechanism, sequence)] if answers[0] != answers[1] else []
    control = first_case(telling, "no pair tells the bit")
    return Outcome(
        verdict="exact",
        scope=f"every ninth of {two_stage(2).name}, and 30 random ones with weights k/3, all sequences of one or two "
        "pairs",
        size=len(cases),
        witness=f"{len(telling)} cases with different pairs tell the bit",
        control=f"that all pairs hide the bit fails for {control[0]} on {control[1]}",
    )


def _least_deltas_of_pairs(
    mechanism: InteractiveMechanism, function: Predicate, pairs: Sequence[Message], rounds: int
) -> dict[Fraction, Fraction]:
    """The least δ at each of TWO_ODDS over deterministic adversaries that send pairs, without V and I."""
    views = [
        (
            law_of(pair_runs(mechanism, function.holds, 0, follow(tree), rounds)),
            law_of(pair_runs(mechanism, function.holds, 1, follow(tree), rounds)),
        )
        for tree in deterministic_strategies(pairs, BITS, rounds)
    ]
    return {e_eps: greatest_distance(views, e_eps) for e_eps in TWO_ODDS}


@check("HSV26 Definition 3.7", "HSV26 Definition 1.1")
def privacy_of_continual_mechanisms_by_pairs_and_by_induction() -> Outcome:
    """The least δ over all adversaries, followed without V and I, is that of backward induction on V[f] ∘* I ∘* M."""
    short, staged = one_round(3), two_stage(2)
    random = (*random_continual_trees(2, 4, 4, seed=37), *random_continual_machines(3, 4, seed=37))
    functions = prefix_closed_functions(((0, 0), (0, 1)), 2)
    cases: list[tuple[InteractiveMechanism, Predicate, tuple[Message, ...], int]] = [
        *((m, f, PAIRS, 1) for m in short for f in named_functions()),
        *((m, f, PAIRS[:3], 2) for m in random for f in named_functions()),
        *((m, f, ((0, 0), (0, 1)), 2) for m in staged.members[::27] for f in functions),
    ]
    one_way, between = [], []
    for mechanism, function, pairs, rounds in cases:
        game = continual_game(function, mechanism, pairs, rounds)
        for e_eps, delta in _least_deltas_of_pairs(mechanism, function, pairs, rounds).items():
            expect(delta == least_delta(game, e_eps), f"{mechanism} under '{function}' at {e_eps}: two values")
            interesting = rounds == 2 and e_eps > 1 and 0 < delta < 1
            between += [(mechanism, function, delta, e_eps)] if interesting else []
        ignoring = continual_game(ANY, mechanism, pairs, rounds)
        one_way += [(mechanism, function)] if least_delta(ignoring, ONE) > least_delta(game, ONE) else []
    witness = first_case((case for case in between if _lopsided(case[1])), "no asymmetric f has 0 < δ < 1")
    first_case((case for case in between if not _lopsided(case[1])), "no symmetric f has 0 < δ < 1")
    control = first_case(one_way, "the verification function never matters")
    return Outcome(
        verdict="exact",
        scope=f"{short.name} with {named_functions().name}; 8 random two-round ones with the same; every 27th of "
        f"{staged.name} with {functions.name}; e^ε in 1, 3",
        size=len(TWO_ODDS) * len(cases),
        witness=f"{witness[0]} under '{witness[1]}' needs δ = {witness[2]} at e^ε = {witness[3]}",
        control=f"without '{control[1]}' more is told by {control[0]}",
    )


def _lopsided(function: Predicate) -> bool:
    return not swap_invariant(function, sequences_of(PAIRS, 2))


@check("HSV26 Corollary 3.8")
def privacy_under_f_is_privacy_of_the_guarded_mechanism() -> Outcome:
    """The least δ pair by pair is that of the interactive mechanism V[f] ∘* I ∘* M for the universal relation."""
    family = (*two_stage(2).members[::30], *random_continual_trees(2, 4, 3, seed=38))
    pairs = ((0, 1), (0, 0))
    cases = list(product(family, named_functions()))
    strict = []
    for mechanism, function in cases:
        guarded = verified(function, mechanism)
        universal = [(left, right) for left in worlds(guarded) for right in worlds(guarded)]
        for e_eps, delta in _least_deltas_of_pairs(mechanism, function, pairs, 2).items():
            as_interactive = _least_delta_of_relation(guarded, universal, pairs, e_eps)
            expect(delta == as_interactive, f"{mechanism} under '{function}' at {e_eps}: {delta} and {as_interactive}")
            strict += [(mechanism, function, delta)] if 0 < delta < 1 and e_eps > 1 else []
    witness = first_case(strict, "no case has 0 < δ < 1")
    control = first_case(
        ((m, f) for m, f, delta in strict if _least_delta_for_identity(m, f, pairs) < delta),
        "the identity relation would do",
    )
    return Outcome(
        verdict="exact",
        scope=f"every 30th of {two_stage(2).name} and 3 random ones with weights k/4, {named_functions().name}, "
        "two rounds, e^ε in 1, 3",
        size=len(TWO_ODDS) * len(cases),
        witness=f"{witness[0]} under '{witness[1]}' needs δ = {witness[2]} at e^ε = 3",
        control=f"for the identity relation on the initial states {control[0]} under '{control[1]}' would need no δ",
    )


def _least_delta_for_identity(
    mechanism: InteractiveMechanism, function: Predicate, pairs: tuple[Message, ...]
) -> Fraction:
    """What V[f] ∘* I ∘* M needs at e^ε = 3 if each initial state is its only neighbour."""
    guarded = verified(function, mechanism)
    return _least_delta_of_relation(guarded, [(world, world) for world in worlds(guarded)], pairs, TWO_ODDS[-1])


def _least_delta_of_relation(
    mechanism: InteractiveMechanism,
    neighbours: Sequence[tuple[State, State]],
    queries: tuple[Message, ...],
    e_eps: Fraction,
) -> Fraction:
    """The least δ of an interactive mechanism for a relation on its initial states, by enumeration."""
    return max(
        (least_delta_by_definition(Game(mechanism, pair, queries, 2), e_eps) for pair in neighbours), default=ZERO
    )


@check("HSV26 Section 3.1-3.2: DP as pair games")
def privacy_of_initial_states_and_of_streams_are_pair_games() -> Outcome:
    """The pair game has the least δ of the initial states, and for streams that of adversaries with one challenge."""
    family = (*machines(2).members[::4], *random_trees(2, 2, 4, 8, seed=311), *random_machines(2, 3, 8, seed=311))
    streams = (*two_stage(2).members[9::10], *random_continual_trees(2, 4, 10, seed=312))
    telling = [mechanism for mechanism in family if _pair_game_agrees(mechanism)]
    mixed = first_case(telling, "queries that differ never tell more than the initial states")
    stricter = []
    for mechanism, e_eps in product(streams, TWO_ODDS):
        challenged = greatest_distance(_challenges(mechanism), e_eps)
        delta = least_delta(continual_game(EventLevel(), mechanism, PAIRS, 2), e_eps)
        expect(challenged == delta, f"{mechanism} at {e_eps}: one challenge gives {challenged}, the pair game {delta}")
        stricter += [(mechanism, delta, e_eps)] if _least_delta_of_streams(mechanism, e_eps) < delta else []
    control = first_case(stricter, "streams fixed in advance are always as good")
    return Outcome(
        verdict="exact",
        scope=f"every fourth of {machines(2).name} and 16 random ones with two queries; for streams every tenth of "
        f"{two_stage(2).name} and 10 random ones; two rounds, e^ε in 1, 3",
        size=len(TWO_ODDS) * (len(family) + len(streams)),
        witness=f"{mixed} tells more if queries may differ too",
        control=f"streams fixed in advance give less than δ = {control[1]} for {control[0]} at e^ε = {control[2]}",
        notes=("The first pair may consist of identical initial states as well.",),
    )


def _pair_game_agrees(mechanism: InteractiveMechanism) -> bool:
    """Expect one least δ for both formulations; whether queries that may differ would give more."""
    zero, one = mechanism.initial_states
    queries = _listed(mechanism)
    wrapper = continual_from_interactive(mechanism, queries)
    starts = [(Start(state=left), Start(state=right)) for left, right in product((zero, one), repeat=2)]
    asks = [(Ask(query=left), Ask(query=right)) for left, right in product(queries, repeat=2)]
    menu: tuple[Message, ...] = (*starts, *asks)
    function = Neighbouring(neighbouring=lambda left, right: (left, right) == (zero, one))
    for e_eps in TWO_ODDS:
        by_states = least_delta(Game(mechanism, (zero, one), queries, 2), e_eps)
        by_pairs = least_delta(continual_game(function, wrapper, menu, 3), e_eps)
        expect(by_states == by_pairs, f"{mechanism} at {e_eps}: {by_states} by states, {by_pairs} by pairs")
    by_states = least_delta(Game(mechanism, (zero, one), queries, 2), ONE)
    return least_delta(continual_game(ANY, wrapper, menu, 3), ONE) > by_states


def _listed(mechanism: InteractiveMechanism) -> tuple[Message, ...]:
    """The queries of a mechanism of the families, which list them."""
    queries: Any = mechanism.queries
    return tuple(queries)


def _challenges(mechanism: InteractiveMechanism) -> Iterator[tuple[Law[Any], Law[Any]]]:
    """The views, in both worlds, of each deterministic adversary that sends records and at most one challenge pair."""
    for tree in deterministic_strategies((*BITS, *CHALLENGES), BITS, 2):
        yield law_of(_challenge_runs(mechanism, tree, 0)), law_of(_challenge_runs(mechanism, tree, 1))


CHALLENGES = (("challenge", 0, 1), ("challenge", 1, 0))


def _challenge_runs(mechanism: InteractiveMechanism, tree: Any, bit: int) -> Iterator[Run]:
    """Every run of an adversary that sends a record, the same in both worlds, or once a challenge of two records."""

    def go_on(node: Any, state: State, said: tuple[Any, ...], weight: Fraction) -> Iterator[Run]:
        if node is None:
            yield (*said, HALT), weight
            return
        message, deeper = node
        challenge = message in CHALLENGES
        if challenge and any(earlier in CHALLENGES for earlier in said):
            yield (*said, message, HALT), weight
            return
        record = message[1 + bit] if challenge else message
        for (after, answer), chance in mechanism.respond(state, record).items():
            if answer is HALT or len(said) == 2:
                yield (*said, message, answer), weight * chance
            else:
                yield from go_on(dict(deeper)[answer], after, (*said, message, answer), weight * chance)

    return go_on(tree, mechanism.initial_state, (), ONE)


def _least_delta_of_streams(mechanism: InteractiveMechanism, e_eps: Fraction) -> Fraction:
    """The least δ for two streams of records, fixed in advance, that differ in at most one place."""
    streams = list(product(BITS, repeat=2))
    neighbours = ((x, y) for x, y in product(streams, repeat=2) if sum(a != b for a, b in zip(x, y, strict=True)) <= 1)
    return max(distance(_answers_to(mechanism, x), _answers_to(mechanism, y), e_eps) for x, y in neighbours)


def _answers_to(mechanism: InteractiveMechanism, stream: Sequence[Message]) -> Law[Any]:
    """The law of the answers to a stream."""
    return law_of(runs(mechanism, mechanism.initial_state, script(stream), len(stream))).map(lambda run: run[1::2])
