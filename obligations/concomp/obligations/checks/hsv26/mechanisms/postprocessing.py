"""Interactive post-processing: what it does, that it cannot hurt privacy, and chains of two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.laws.law import ONE, Law
from concomp.model.mechanisms.continual import identifier
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interaction import Adversary, view
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.postprocessing import (
    LEFT,
    RIGHT,
    InteractivePostProcessing,
    Side,
    Unending,
    chain,
    chain_as_printed,
    post_process,
)
from concomp.model.mechanisms.privacy import Game, least_delta
from concomp.model.mechanisms.verification import verifier
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.runs import script
from concomp.obligations.families.small.functions import ANY, PAIRS, named_functions
from concomp.obligations.families.small.laws import ODDS
from concomp.obligations.families.small.mechanisms import BITS, machines, random_machines, trees
from concomp.obligations.families.small.processings import (
    FORWARD,
    MOST_INNER_QUERIES,
    named_processings,
    random_processings,
)

Sent = tuple[State, Side, Message]
SIDES = (LEFT, RIGHT)


def _named(count: int) -> str:
    return f"{named_processings().name} and {random_processings(3, count, seed=214).name}"


def _all_processings(count: int) -> tuple[InteractivePostProcessing, ...]:
    return (*named_processings(), *random_processings(3, count, seed=214))


def _tagged(processing: InteractivePostProcessing) -> InteractiveMechanism:
    """The post-processing as a mechanism whose queries and answers carry the side they come from and go to."""

    def step(state: State, query: Any) -> Law[Any]:
        return processing.respond(state, *query).map(lambda sent: (sent[0], (sent[1], sent[2])))

    return InteractiveMechanism(step, processing.initial_states, tuple(product(SIDES, BITS)), processing.name)


def _courses(
    processing: InteractivePostProcessing, received: Sequence[tuple[Side, Message]]
) -> Law[tuple[tuple[Side, Message], ...]]:
    """The law of what a post-processing sends when it receives messages one after the other, course by course."""

    def go_on(state: State, sent: tuple[tuple[Side, Message], ...], weight: Fraction) -> Iterator[tuple[Any, Fraction]]:
        if len(sent) == len(received):
            yield sent, weight
            return
        for (after, side, message), chance in processing.respond(state, *received[len(sent)]).items():
            yield from go_on(after, (*sent, (side, message)), weight * chance)

    return Law.gather(go_on(processing.initial_states[0], (), ONE))


@check("HSV26 Definition 2.14", "Haney23 Definition 2.15")
def a_post_processing_is_a_mechanism_whose_messages_name_a_side() -> Outcome:
    """What a post-processing sends is what the mechanism answers whose queries and answers are tagged with sides."""
    processings = _all_processings(20)
    received = list(product(product(SIDES, BITS), repeat=2))
    cases = list(product(processings, received))
    for processing, messages in cases:
        asking = Adversary(Law.point(()), lambda _, answers, messages=messages: script(messages)(answers))  # type: ignore[misc]
        seen = view(asking, _tagged(processing), processing.initial_states[0], 2)
        expect(
            seen.map(lambda said: tuple(_untagged(reply) for reply in said[2::2]))
            == _stopped(_courses(processing, messages)),
            f"{processing} sends something else for {messages}",
        )
    mistaken = first_case(
        (
            (processing, message)
            for processing in processings
            for message in BITS
            if _courses(processing, [(LEFT, message)]) != _courses(processing, [(RIGHT, message)])
        ),
        "the side a message comes from never matters",
    )
    return Outcome(
        verdict="exact",
        scope=f"{_named(20)}, all sequences of two messages",
        size=len(cases),
        witness=f"{mistaken[0]} sends {_courses(mistaken[0], [(LEFT, mistaken[1])])} for {mistaken[1]} from the left",
        control=f"taken as coming from the right it sends {_courses(mistaken[0], [(RIGHT, mistaken[1])])}",
    )


def _untagged(reply: Any) -> Any:
    return (LEFT, HALT) if reply is HALT else reply


def _stopped(law: Law[Any]) -> Law[Any]:
    """The law with nothing after a first halt."""

    def cut(sent: tuple[tuple[Side, Message], ...]) -> tuple[tuple[Side, Message], ...]:
        first = next((place for place, (_, message) in enumerate(sent) if message is HALT), len(sent))
        return sent[: first + 1]

    return law.map(cut)


def _as_algorithm(
    processing: InteractivePostProcessing, mechanism: InteractiveMechanism, state: tuple[State, State], message: Message
) -> Law[Any]:
    """One answer of P ∘* M, as the loop of the algorithm goes, each course of it by itself."""

    def loop(of_mechanism: State, sent: Sent, weight: Fraction) -> Iterator[tuple[Any, Fraction]]:
        of_processing, side, content = sent
        if side is LEFT:
            yield ((of_mechanism, of_processing), content), weight
            return
        for (after, answer), chance in mechanism.respond(of_mechanism, content).items():
            for reply, factor in processing.respond(of_processing, RIGHT, answer).items():
                yield from loop(after, reply, weight * chance * factor)

    first = processing.respond(state[1], LEFT, message)
    return Law.gather(course for sent, chance in first.items() for course in loop(state[0], sent, chance))


def _looping(processing: InteractivePostProcessing, mechanism: InteractiveMechanism) -> InteractiveMechanism:
    """The mechanism that answers as the algorithm's loop does."""
    return InteractiveMechanism(
        lambda state, message: _as_algorithm(processing, mechanism, state, message),
        (_start(processing, mechanism),),
        BITS,
    )


def _unprocessed_answers(
    processing: InteractivePostProcessing, mechanism: InteractiveMechanism
) -> InteractiveMechanism:
    """A false P ∘* M that hands the first answer of M to the left as it is."""

    def step(state: Any, message: Message) -> Law[Any]:
        def passed(sent: Sent) -> Law[Any]:
            if sent[1] is LEFT:
                return Law.point(((state[0], sent[0]), sent[2]))
            return mechanism.respond(state[0], sent[2]).map(lambda reply: ((reply[0], sent[0]), reply[1]))

        return processing.respond(state[1], LEFT, message).bind(passed)

    return InteractiveMechanism(step, (_start(processing, mechanism),), BITS, "without processing of answers")


def _start(processing: InteractivePostProcessing, mechanism: InteractiveMechanism) -> tuple[State, State]:
    return mechanism.initial_states[0], processing.initial_states[0]


@check("HSV26 Definition 2.15", "HSV26 Algorithm 1")
def post_processing_is_its_loop_course_by_course() -> Outcome:
    """P ∘* M answers with the law of the algorithm's loop, followed course by course; P's own queries stay inside."""
    family = random_machines(2, 3, 20, seed=215)
    cases = list(product(_all_processings(12), family))
    asked = 0
    differing = []
    for processing, mechanism in cases:
        composed = post_process(processing, mechanism)
        start = _start(processing, mechanism)
        by_loop = _looping(processing, mechanism)
        expect(
            start in composed.initial_states and equivalent((composed, start), (by_loop, start), BITS, 2),
            f"{composed} is not the algorithm's loop",
        )
        asked += any(side is RIGHT for _, side, _ in processing.respond(start[1], LEFT, 0))
        raw = _unprocessed_answers(processing, mechanism)
        differing += [composed] if not equivalent((composed, start), (raw, start), BITS, 2) else []
    _identifier_forwards(family.members)
    control = first_case(differing, "handing on the first answer unprocessed is always the same")
    return Outcome(
        verdict="exact",
        scope=f"{_named(12)}, on {family.name}; two rounds",
        size=len(cases),
        witness=f"in {asked} cases the first message reaches the mechanism",
        control=f"handing on the first answer unprocessed changes {control}",
        notes=("States are pairs (state of M, state of P).",),
    )


def _identifier_forwards(mechanisms: Sequence[InteractiveMechanism]) -> None:
    """Expect that I(b) ∘* M answers a pair as M answers its side b."""
    for mechanism, pair, bit in product(mechanisms, PAIRS, BITS):
        composed = post_process(identifier(bit), mechanism)
        answers = composed.respond(_start(identifier(bit), mechanism), pair).map(lambda reply: reply[1])
        alone = mechanism.respond(mechanism.initial_states[0], pair[bit]).map(lambda reply: reply[1])
        expect(answers == alone, f"{composed} does not answer {pair} as side {bit}")


def _secret_in_its_state(processing: InteractivePostProcessing) -> InteractivePostProcessing:
    """The post-processing that moreover may start in the state 1 of the secret, which it answers at once."""

    def step(state: State, origin: Side, message: Message) -> Law[Any]:
        return Law.point((state, LEFT, 1)) if state == "secret" else processing.step(state, origin, message)

    return InteractivePostProcessing(step, (processing.initial_states[0], "secret"), processing.name)


@check("HSV26 Lemma 2.16")
def post_processing_does_not_tell_more() -> Outcome:
    """The least δ of P ∘* M, by backward induction, is never above that of M asked as often as P may ask."""
    rounds = 2
    all_trees, all_machines = trees(1, 3), machines(2)
    random = random_machines(2, 3, 8, seed=216)
    processings = _all_processings(8)
    mechanisms = (*all_trees, *all_machines.members[::5], *random)
    cases = [(p, m, e) for p in processings for m in mechanisms for e in ODDS[::2]]
    inner = {
        (m, e): least_delta(Game(m, _pair(m.initial_states), BITS, rounds * MOST_INNER_QUERIES), e)
        for m in mechanisms
        for e in ODDS[::2]
    }
    tight, strict = [], []
    for processing, mechanism, e_eps in cases:
        composed = post_process(processing, mechanism)
        outer = least_delta(Game(composed, _pair(composed.initial_states), BITS, rounds), e_eps)
        expect(outer <= inner[mechanism, e_eps], f"{composed} needs δ = {outer} at e^ε = {e_eps}, {mechanism} less")
        tight += [(composed, outer, e_eps)] if e_eps > 1 and 0 < outer == inner[mechanism, e_eps] < 1 else []
        strict += [(composed, outer)] if 0 < outer < inner[mechanism, e_eps] else []
    witness = first_case(tight, "no post-processing keeps a δ strictly between 0 and 1")
    first_case(strict, "no post-processing loses a part of δ")
    control = first_case(
        (m for m in mechanisms if _least_delta_with_a_second_state(m) > inner[m, ODDS[0]]),
        "a post-processing whose initial state is the secret tells no more",
    )
    return Outcome(
        verdict="exact",
        scope=f"{_named(8)}, on {all_trees.name}, every fifth of {all_machines.name}, and "
        f"{random.name}; two rounds, e^ε in 1, 3",
        size=len(cases),
        witness=f"{witness[0]} keeps δ = {witness[1]} at e^ε = {witness[2]}; {len(strict)} others lose a part",
        control=f"if the initial state of P may depend on the world, {control} gives away more",
    )


def _pair(states: Sequence[State]) -> tuple[State, State]:
    zero, one = states
    return zero, one


def _least_delta_with_a_second_state(mechanism: InteractiveMechanism) -> Fraction:
    """The least δ at e^ε = 1 of a post-processing that starts in another state in world 1."""
    ignore = next(p for p in named_processings() if p.name == "ignore")
    composed = post_process(_secret_in_its_state(ignore), mechanism)
    zero, one = mechanism.initial_states
    return least_delta(Game(composed, ((zero, ignore.initial_states[0]), (one, "secret")), (0,), 1), ODDS[0])


def _nested(
    left: InteractivePostProcessing, right: InteractivePostProcessing, mechanism: InteractiveMechanism
) -> tuple[InteractiveMechanism, State]:
    """P_1 ∘* (P_2 ∘* M), started."""
    inner = post_process(right, mechanism)
    return post_process(left, inner), ((_start(right, mechanism)), left.initial_states[0])


def _chained(chained: InteractivePostProcessing, mechanism: InteractiveMechanism) -> tuple[InteractiveMechanism, State]:
    return post_process(chained, mechanism), _start(chained, mechanism)


CHAINED_ROUNDS = 2


def _associative(
    chained: InteractivePostProcessing,
    left: InteractivePostProcessing,
    right: InteractivePostProcessing,
    mechanism: InteractiveMechanism,
) -> bool:
    """Whether a chain of two acts on M as the two one after the other; a chain that never answers does not."""
    try:
        return equivalent(_chained(chained, mechanism), _nested(left, right, mechanism), BITS, CHAINED_ROUNDS)
    except Unending:
        return False


@check("HSV26 Definition 2.17", "HSV26 Algorithm 2 (repaired)")
def chains_associate() -> Outcome:
    """(P_1 ∘* P_2) ∘* M and P_1 ∘* (P_2 ∘* M) answer every history of two queries with the same law."""
    random = random_processings(2, 4, seed=217)
    processings = (*named_processings(), *random)
    family = random_machines(2, 2, 4, seed=217)
    cases = list(product(processings, processings, family))
    for left, right, mechanism in cases:
        expect(
            _associative(chain(left, right), left, right, mechanism),
            f"({left} ∘* {right}) ∘* {mechanism} differs from {left} ∘* ({right} ∘* {mechanism})",
        )
    order = first_case(
        (case for case in cases if not _associative(chain(case[1], case[0]), *case)),
        "the order of the two never matters",
    )
    printed = first_case(
        (case for case in cases if not _associative(chain_as_printed(case[0], case[1]), *case)),
        "the printed pseudocode passes",
    )
    return Outcome(
        verdict="exact",
        scope=f"all pairs of {named_processings().name} and {random.name}, on {family.name}; two rounds",
        size=len(cases),
        witness=f"the order of {order[0]} and {order[1]} matters on {order[2]}",
        control=f"the pseudocode as printed fails for {printed[0]} and {printed[1]} on {printed[2]}",
        notes=("States are pairs (state of P_1, state of P_2).",),
    )


@check("HSV26 Algorithm 2")
def the_printed_chain_of_verifier_and_identifier_never_forwards() -> Outcome:
    """The chain of V[f] and I(b), run as printed on one pair, forwards that side for none of the named f and no b."""
    cases = [(function, bit) for function in named_functions() if function.holds((PAIR,)) for bit in BITS]
    for function, bit in cases:
        intended = chain(verifier(function), identifier(bit))
        expect(
            _sent(intended) == Law.point((RIGHT, PAIR[bit])),
            f"the repaired chain of V[{function}] and I({bit}) does not forward side {bit}",
        )
        expect(
            _sent(chain_as_printed(verifier(function), identifier(bit))) != Law.point((RIGHT, PAIR[bit])),
            f"the printed chain of V[{function}] and I({bit}) forwards side {bit}",
        )
    endless = [case for case in cases if _sent(chain_as_printed(verifier(case[0]), identifier(case[1]))) is None]
    expect((ANY, 0) in endless, "the printed chain of V[any] and I(0) answers")
    expect(_sent(chain_as_printed(FORWARD, FORWARD)) is None, "the printed chain of two forwarders answers")
    return Outcome(
        verdict="refuted",
        scope="V[f] ∘* I(b) for every named f that accepts the pair (0,1), one message from the left",
        size=len(cases),
        witness="the repaired chain forwards side b in every case",
        control="the repaired chain is not refuted in the same cases",
        counterexample={
            "chain": "V[any] ∘* I(0)",
            "message from the left": "(0,1)",
            "rounds": 1,
            "intended": "(R, 0)",
            "as printed": "the pair goes to and fro and never leaves the chain, while the state of V grows",
            "first steps": [*_steps_as_printed(10)],
        },
        notes=(
            f"{len(endless)} of the {len(cases)} chains never answer, the others halt as f rejects the repeated pair.",
            "Two post-processings of one state each that only forward never answer either.",
        ),
    )


PAIR = (0, 1)


def _sent(chained: InteractivePostProcessing) -> Law[Any] | None:
    """What a chain sends for the pair from the left, None if it never does."""
    try:
        return chained.respond(chained.initial_states[0], LEFT, PAIR).map(lambda sent: sent[1:])
    except Unending:
        return None


def _steps_as_printed(count: int) -> Iterator[str]:
    """The first turns of the printed loop for V[any] and I(0), none of which ends it; Violation if one does."""
    parts = {LEFT: ("V", verifier(ANY)), RIGHT: ("I", identifier(0))}
    states: dict[Side, State] = {side: part.initial_states[0] for side, (_, part) in parts.items()}
    turn: Side = LEFT
    message: Message = PAIR
    for _ in range(count):
        name, part = parts[turn]
        ((states[turn], goes_to, message),) = part.respond(states[turn], turn, message)
        expect(goes_to is not turn, f"{name} ends the printed loop")
        yield f"{name}, told that {message} comes from {turn!r}, sends it to {goes_to!r}; state of V: {states[LEFT]}"
        turn = goes_to
    expect(states[LEFT] == (PAIR,) * (count // 2), f"the state of V after {count} turns is {states[LEFT]}")
