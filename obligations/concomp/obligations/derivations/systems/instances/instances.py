"""Descriptions and the model: the same systems on finite instances.

Each described system is run with finite kernels and set beside the objects of the model that it is about. Each
function yields pairs of mechanisms, described and real, that must be equivalent, with the queries to ask them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.composition.inside import composition_inside
from concomp.model.composition.single import Ask, Neighbouring, Start, continual_from_interactive
from concomp.model.language.readings.evaluation import Meanings
from concomp.model.language.syntax.values import TotalMap
from concomp.model.laws.law import Law
from concomp.model.mechanisms.continual import identifier, verified, worlds
from concomp.model.mechanisms.doubling import doubled
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.noninteractive import RUN, NonInteractiveMechanism, as_interactive
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side, chain, post_process
from concomp.model.mechanisms.verification import Predicate, VerificationFunction, verifier
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, Constructor
from concomp.obligations.derivations.systems.descriptions.execution import (
    Execution,
    Kernel,
    kernel_of_mechanism,
    kernel_of_processing,
)
from concomp.obligations.derivations.systems.descriptions.parts import Halting
from concomp.obligations.derivations.systems.descriptions.table import describe
from concomp.obligations.derivations.systems.language import (
    CM,
    IDENTICAL_ALWAYS,
    IDENTICAL_FIRST,
    INTERACTIVE_ONE,
    NEIGHBOURING,
    VERIFIER,
    F,
    exchanged_world,
    guarded_world,
    world,
)
from concomp.obligations.derivations.systems.links import (
    asked_first,
    association,
    doubling,
    inclusion,
    insertion,
    inwards,
    neighbouring,
    samples,
)

Started = tuple[InteractiveMechanism, State]
Instance = tuple[Started, Started, Sequence[Message], int]
"""A described and a real mechanism, each started, the messages to send, and how many."""
BITS = (0, 1)
WORLDS = (BIT_0, BIT_1)
ECHO = InteractiveMechanism(lambda state, message: Law.point((state, message)), ((),), BITS, "echo")
"""What answers its message."""
ECHOING = InteractivePostProcessing(lambda state, origin, message: Law.point((state, LEFT, message)), ((),), "echo")
"""A post-processing that answers its left message: it lacks the response property."""


def start_of(execution: Execution) -> Started:
    """A described system, run from its start."""
    described = execution.mechanism
    return described, described.initial_state


def post_processing(outer: InteractivePostProcessing, inner: Started) -> Started:
    """P ∘* M, started."""
    return post_process(outer, inner[0]), (inner[1], outer.initial_states[0])


def associations(
    processings: Iterable[InteractivePostProcessing], mechanisms: Iterable[InteractiveMechanism]
) -> Iterator[Instance]:
    """Both sides of the association of post-processing, for all pairs of post-processings and all mechanisms."""
    listed = list(processings)
    for p, q, m in product(listed, listed, mechanisms):
        kernels = {"P": kernel_of_processing(p), "Q": kernel_of_processing(q), "M": kernel_of_mechanism(m)}
        parameters = {"P.start": p.initial_states[0], "Q.start": q.initial_states[0], "M.start": m.initial_states[0]}
        start = m, m.initial_states[0]
        for part, real in (
            (association.ON_A_MECHANISM.left, post_processing(chain(p, q), start)),
            (association.ON_A_MECHANISM.right, post_processing(p, post_processing(q, start))),
        ):
            yield start_of(Execution(part, kernels, parameters, {})), real, BITS, 2
        yield from _chains(p, q, start)


def _chains(p: InteractivePostProcessing, q: InteractivePostProcessing, start: Started) -> Iterator[Instance]:
    """Both sides of the association of chains, for P, Q and P again."""
    kernels = {"P": kernel_of_processing(p), "Q": kernel_of_processing(q), "R": kernel_of_processing(p)}
    parameters = {"P.start": p.initial_states[0], "Q.start": q.initial_states[0], "R.start": p.initial_states[0]}
    for part, real in (
        (association.IN_A_CHAIN.left, chain(chain(p, q), p)),
        (association.IN_A_CHAIN.right, chain(p, chain(q, p))),
    ):
        described = Execution(part, kernels, parameters, {}).processing
        yield post_processing(described, start), post_processing(real, start), BITS, 1


def _reading(name: str, function: VerificationFunction) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the unknown function of a described verifier is, and its initial reading."""
    meanings = {
        f"{name}.admits": lambda state, message: function.advance(state, message)[0],
        f"{name}.continues": lambda state, message: function.advance(state, message)[1],
    }
    return meanings, {f"{name}.initial": function.initial}


def identical_beginnings(
    functions: Iterable[Predicate], mechanisms: Iterable[InteractiveMechanism]
) -> Iterator[Instance]:
    """V[f] ∘* I(b) ∘* M whose first pair is identical, for both b."""
    for function, each, bit in product(functions, list(mechanisms), BITS):
        part = describe(guarded_world(IDENTICAL_FIRST(), F, WORLDS[bit], CM))
        yield _guarded_instance(part, function, restricted(function), each, bit)


def identical_pairs(functions: Iterable[Predicate], mechanisms: Iterable[InteractiveMechanism]) -> Iterator[Instance]:
    """V[f] ∘* I(b) ∘* M all of whose pairs are identical, for both b."""
    for function, each, bit in product(functions, list(mechanisms), BITS):
        part = describe(guarded_world(IDENTICAL_ALWAYS(), F, WORLDS[bit], CM))
        yield _guarded_instance(part, function, _identical_only(function), each, bit)


def exchanged_sides(functions: Iterable[Predicate], mechanisms: Iterable[InteractiveMechanism]) -> Iterator[Instance]:
    """V[f] ∘* I(b) ∘* M, and the other world with its pairs exchanged, both beside V[f] ∘* I(b) ∘* M."""
    for function, each, bit in product(functions, list(mechanisms), BITS):
        for system in (world(F, WORLDS[bit], CM), exchanged_world(F, WORLDS[bit], CM)):
            yield _guarded_instance(describe(system), function, function, each, bit)


def _guarded_instance(
    part: Halting, function: Predicate, guard: Predicate, each: InteractiveMechanism, bit: int
) -> Instance:
    meanings, reading = _reading("f", function)
    described = Execution(
        part, {"M": kernel_of_mechanism(each)}, {**reading, "M.start": each.initial_states[0]}, meanings
    )
    real = post_processing(chain(verifier(guard), identifier(bit)), (each, each.initial_states[0]))
    return start_of(described), real, list(product(BITS, repeat=2)), 2


def restricted(function: Predicate) -> Predicate:
    """The function that moreover wants the first pair identical."""
    return Predicate(lambda sequence: sequence[0][0] == sequence[0][1] and function.holds(sequence), function.name)


def _identical_only(function: Predicate) -> Predicate:
    """The function that moreover wants all pairs identical."""
    return Predicate(
        lambda sequence: all(left == right for left, right in sequence) and function.holds(sequence), function.name
    )


def neighbouring_pairs(
    relations: Iterable[Callable[[int, int], bool]], kind: Constructor = NEIGHBOURING
) -> Iterator[Instance]:
    """V[f_~] ∘* M for relations ~ on 0, 1 and 2, and M that shows the pairs that it gets."""
    shows = InteractiveMechanism(lambda state, message: Law.point((state, message)), ((),), EVERYTHING, "shows pairs")
    sides = [*(Start(state=state) for state in range(3)), *(Ask(query=query) for query in range(2))]
    for related in relations:
        function = Neighbouring(neighbouring=related)
        part = Execution(describe(VERIFIER(kind(INTERACTIVE_ONE))), {}, {}, _initial_states(related)).processing
        start = shows, shows.initial_state
        yield (
            post_processing(part, start),
            post_processing(verifier(function), start),
            list(product(sides, repeat=2)),
            2,
        )


def _initial_states(related: Callable[[int, int], bool]) -> dict[str, Callable[..., Any]]:
    """Which messages are initial states, and which of them are neighbours."""
    return {
        "N: is an initial state": lambda message: isinstance(message, Start),
        "N: neighbouring": lambda left, right: related(left.state, right.state),
    }


def _beginning_with(pair: Message) -> Predicate:
    """What wants the first message to be this one."""
    return Predicate(lambda sequence: sequence[0] == pair, "(s_0,s_1) first")


def _asked(mechanism: InteractiveMechanism) -> Kernel:
    """The kernel of a mechanism whose queries come as those of a continual one."""
    return lambda state, asked: mechanism.respond(state, asked.query)


def continual_ones(mechanisms: Iterable[InteractiveMechanism], queries: Sequence[Message]) -> Iterator[Instance]:
    """V[f_~] ∘* I(b) ∘* M told (s_0,s_1) first, and M(s_b) behind what serves it, for each two initial states."""
    for each, bit in product(mechanisms, BITS):
        pair = Start(state=each.initial_states[0]), Start(state=each.initial_states[-1])
        first = _beginning_with(pair)
        function = Neighbouring(neighbouring=lambda left, right: True)
        continual = continual_from_interactive(each, queries)
        guarded = chain(verifier(first), chain(verifier(function), identifier(bit)))
        real = post_processing(guarded, (continual, continual.initial_state))
        meanings = {**_initial_states(lambda left, right: True), "N.starts": lambda message: message.state}
        kernels = {"N": _asked(each)}
        parameters = {"N: s_0": pair[0], "N: s_1": pair[1], "N: not started": None, "bit": bool(bit)}
        sides = [*pair, *(Ask(query=query) for query in queries)]
        for system in (neighbouring.TOLD_FIRST.left, neighbouring.TOLD_FIRST.right):
            yield start_of(Execution(system, kernels, parameters, meanings)), real, list(product(sides, repeat=2)), 3


def response_mixtures(
    processings: Iterable[InteractivePostProcessing], responses: Iterable[NonInteractiveMechanism], query: Message
) -> Iterator[Instance]:
    """T ∘* RR(b) beside the mixture, over what RR(b) answers, of T served with the answer, asked for or kept."""
    for processing, response, bit in product(processings, list(responses), BITS):
        asked = InteractiveMechanism(as_interactive(response).step, response.datasets, EVERYTHING, response.name)
        real = post_processing(processing, (asked, bit))
        for part in (samples.SAMPLE_KEPT.left, samples.SAMPLE_KEPT.right):
            yield _mixture(part, processing, response.output(bit)), real, (query,), 2


def _mixture(part: Halting, processing: InteractivePostProcessing, drawn: Law[Any]) -> Started:
    """A described system that is given a sample, drawn at its first message."""
    kernels, start = {"T": kernel_of_processing(processing)}, {"T.start": processing.initial_states[0]}
    given = {sample: start_of(Execution(part, kernels, {**start, "sample of RR": sample}, {})) for sample in drawn}
    return _mixture_of(given, drawn)


def _mixture_of(given: Mapping[Any, Started], drawn: Law[Any]) -> Started:
    """One of several started mechanisms, drawn at the first message."""

    def step(state: Any, message: Message) -> Law[tuple[State, Message]]:
        if state is not None:
            return tagged(state[0], state[1], message)
        return drawn.bind(lambda sample: tagged(sample, given[sample][1], message))

    def tagged(sample: Any, state: State, message: Message) -> Law[tuple[State, Message]]:
        return given[sample][0].respond(state, message).map(lambda reply: ((sample, reply[0]), reply[1]))

    return InteractiveMechanism(step, (None,), EVERYTHING, "mixture"), None


def responses_asked_first(
    functions: Iterable[VerificationFunction],
    players: Iterable[InteractiveMechanism],
    responses: Iterable[NonInteractiveMechanism],
    messages: Sequence[Message],
) -> Iterator[Instance]:
    """V[f] ∘* P ∘* Comp beside the mixture, over the samples, of what P asks for and of what it is told, for both b.

    players: what P does with a pair (samples, message).
    """
    for function, player, response, bit in product(functions, list(players), list(responses), BITS):
        drawn, kernels = response.output((bit,) * len(response.datasets[0])), {"S": kernel_of_mechanism(player)}
        asking = chain(verifier(function), _player_behind(player))
        real = post_processing(asking, (as_interactive(response), (bit,) * len(response.datasets[0])))
        meanings, reading = _reading("f", function)
        for part in (asked_first.ASKED_FIRST.left, asked_first.ASKED_FIRST.right):
            start = {**reading, "S.start": player.initial_state}
            given = {
                sample: start_of(Execution(part, kernels, {**start, "sample of RR": sample}, meanings))
                for sample in drawn
            }
            yield _mixture_of(given, drawn), real, messages, 3


def _player_behind(player: InteractiveMechanism) -> InteractivePostProcessing:
    """P: at its first message it asks for the samples; the player is told them with every message."""

    def step(state: Any, origin: Side, message: Message) -> Law[Any]:
        if state is None:
            return Law.point(((message,), RIGHT, RUN))
        drawn, told, heard = (message, player.initial_state, state[0]) if origin is RIGHT else (*state, message)
        return player.respond(told, (drawn, heard)).map(lambda reply: ((drawn, reply[0]), LEFT, reply[1]))

    return InteractivePostProcessing(step, (None,), "P")


def creation_meanings(composition: str) -> Meanings:
    """What is said about the creation queries of a composition, as the model's creation queries say it."""
    return {
        f"{composition}: in query space": lambda create, message: message in create.mechanism.queries,
        f"{composition}: begins": lambda create: create.function.initial,
        f"{composition}: admits": lambda create, state, message: create.function.advance(state, message)[0],
        f"{composition}: continues": lambda create, state, message: create.function.advance(state, message)[1],
        f"M_j of {composition}.starts": lambda create, number: create.initial,
    }


def blank(composition: str) -> dict[str, Any]:
    """Maps in which nothing is stored yet."""
    names = ("no Message", f"no {composition}: Read", f"no M_j of {composition}.State")
    return {**{name: TotalMap(None) for name in names}, "no Bool": TotalMap(False)}


def creation_kernel(create: Any, state: State, message: Message) -> Law[Any]:
    """The kernel of created mechanisms."""
    answered: Law[Any] = create.mechanism.respond(state, message)
    return answered


def compositions(functions: Iterable[VerificationFunction], menu: Sequence[Message], rounds: int) -> Iterator[Instance]:
    """V[f] ∘* I(b) ∘* ExtConComp and V[f] ∘* IECC(b), for functions of compositions and both b."""
    kernels: dict[str, Kernel] = {"M_j of C": creation_kernel}
    for function, bit in product(functions, BITS):
        meanings = {
            **creation_meanings("C"),
            "D of C: admits": lambda state, message, f=function: f.advance(state, message)[0],
            "D of C: remembers": lambda state, message, f=function: f.advance(state, message)[1],
        }
        parameters = {**blank("C"), "bit": bool(bit), "D of C: at first": function.initial}
        outside = verified(function, extended_concurrent_composition())
        inside = post_processing(verifier(function), (composition_inside(bit), ()))
        for part, real in ((inwards.INWARDS.left, (outside, worlds(outside)[bit])), (inwards.INWARDS.right, inside)):
            yield start_of(Execution(part, kernels, parameters, meanings)), real, menu, rounds


def doublings(
    processings: Iterable[InteractivePostProcessing], mechanisms: Iterable[InteractiveMechanism]
) -> Iterator[Instance]:
    """I(b) ∘* P ∘* M and P² ∘* I(b) ∘* M, for deterministic P and both b."""
    for processing, each, bit in product(processings, list(mechanisms), BITS):
        parameters = {"bit": bool(bit), "P.start": processing.initial_states[0], "M.start": each.initial_states[0]}
        kernels, start = {"M": kernel_of_mechanism(each)}, (each, each.initial_states[0])
        meanings = deterministic_steps(processing)
        for part, real in (
            (doubling.SWAP.left, post_processing(identifier(bit), post_processing(processing, start))),
            (doubling.SWAP.right, post_processing(doubled(processing), post_processing(identifier(bit), start))),
        ):
            yield start_of(Execution(part, kernels, parameters, meanings)), real, list(product(BITS, repeat=2)), 2


def deterministic_steps(processing: InteractivePostProcessing) -> dict[str, Any]:
    """A deterministic post-processing as three functions; where it has halted, HALT to the left."""
    ask = kernel_of_processing(processing)

    def part(place: int) -> Any:
        def value(state: State, from_right: bool, message: Message) -> Any:
            if state is None or message is HALT:
                return (HALT, False, HALT)[place]
            [sent] = ask(state, from_right, message)
            return sent[place]

        return value

    return {"P.next": part(0), "P.to right": part(1), "P.said": part(2)}


def insertions(
    functions: Iterable[tuple[Predicate, Predicate]],
    processings: Iterable[InteractivePostProcessing],
    mechanisms: Iterable[InteractiveMechanism],
) -> Iterator[Instance]:
    """V[f] ∘* P² ∘* I(b) ∘* M and the same with V[f'] inserted, for deterministic P and both b."""
    for (outer, inner), processing, each, bit in product(functions, processings, list(mechanisms), BITS):
        paired = post_processing(identifier(bit), (each, each.initial_states[0]))
        first, second = _reading("f", outer), _reading("f'", inner)
        parameters = {**first[1], **second[1], "P.start": processing.initial_states[0], "M.start": paired[1]}
        meanings = {**deterministic_steps(processing), **first[0], **second[0]}
        guard = chain(verifier(outer), doubled(processing))
        for part, real in (
            (insertion.INSERTION.left, post_processing(guard, paired)),
            (insertion.INSERTION.right, post_processing(guard, post_processing(verifier(inner), paired))),
        ):
            described = Execution(part, {"M": kernel_of_mechanism(paired[0])}, parameters, meanings)
            yield start_of(described), real, list(product(BITS, repeat=2)), 2


def inclusions(
    functions: Iterable[tuple[Predicate, Predicate]], mechanisms: Iterable[InteractiveMechanism]
) -> Iterator[Instance]:
    """V[f] ∘* I(b) ∘* M and V[f] ∘* V[f'] ∘* I(b) ∘* M, for functions f, f' and both b."""
    for (outer, inner), each, bit in product(functions, list(mechanisms), BITS):
        paired = post_processing(identifier(bit), (each, each.initial_states[0]))
        first, second = _reading("f", outer), _reading("f'", inner)
        parameters = {**first[1], **second[1], "M.start": paired[1]}
        for part, real in (
            (inclusion.INCLUSION.left, post_processing(verifier(outer), paired)),
            (inclusion.INCLUSION.right, post_processing(verifier(outer), post_processing(verifier(inner), paired))),
        ):
            described = Execution(part, {"M": kernel_of_mechanism(paired[0])}, parameters, {**first[0], **second[0]})
            yield start_of(described), real, list(product(BITS, repeat=2)), 2
