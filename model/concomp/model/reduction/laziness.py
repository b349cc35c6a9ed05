"""Lazy simulation by an interactive randomised response.

A mechanism M with two starts is to be imitated by a post-processing of IRR_{ε,δ}(b) that learns the branch at once,
but asks for the bit only when it must: as long as the queries so far are *lazy*, that is, cannot tell the two starts
apart, it goes without.

What such a post-processing does is said by weights: for a branch τ, a bit z and a history h of queries and answers,
the chance that it gives these answers to these queries, times the chance of the branch. Weights are those of some
post-processing exactly if they are not negative and those of the continuations of a history add up to its own. That
M is imitated, and that the bit is not used on lazy histories, are linear equations in the weights, and so the
question becomes a linear system. The budget, the chance of the exposing branch, is one of its unknowns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.linear import Point, Row, System
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.randomised_response import ASK, BITS, EXPOSED, NOISY, Exposure
from concomp.model.registry.tags import realises

History = tuple[tuple[Message, Message], ...]
"""((query, answer), …)."""
Likelihoods = Mapping[History, tuple[Fraction, Fraction]]
"""History ↦ its chance, given its queries, in either world."""
Lazy = Callable[[tuple[Message, ...]], bool]
"""Queries so far ↦ whether the bit must not be used to answer them."""

BUDGET = "budget"
BRANCHES = (EXPOSED, NOISY)


def likelihoods(game: Game, most: int | None = None) -> dict[History, tuple[Fraction, Fraction]]:
    """Every history that is possible in one of the two worlds, with its chance given its queries; the empty one too.

    Queries that both worlds surely refuse are left out. Raises TooLarge if the histories have more than `most` queries
    in all.
    """
    starts = tuple({state: ONE} for state in game.states)
    found: dict[History, tuple[Fraction, Fraction]] = {}
    queries = 0

    def visit(history: History, zero: dict[State, Fraction], one: dict[State, Fraction]) -> None:
        nonlocal queries
        queries += len(history)
        if most is not None and queries > most:
            raise TooLarge(f"the histories have more than {most} queries in all: lower the horizon")
        found[history] = (sum(zero.values(), ZERO), sum(one.values(), ZERO))
        if len(history) < game.rounds and not _ended(history):
            for query in game.queries:
                after_zero, after_one = (_after(game.mechanism, weights, query) for weights in (zero, one))
                answers = dict.fromkeys((*after_zero, *after_one))
                for answer in answers if set(answers) != {HALT} else ():
                    visit((*history, (query, answer)), after_zero.get(answer, {}), after_one.get(answer, {}))

    visit((), *starts)
    return found


def _ended(history: History) -> bool:
    return bool(history) and history[-1][1] is HALT


def _after(
    mechanism: InteractiveMechanism, weights: Mapping[State, Fraction], query: Message
) -> dict[Message, dict[State, Fraction]]:
    gathered: dict[Message, dict[State, Fraction]] = {}
    for state, weight in weights.items():
        for (after, answer), chance in mechanism.respond(state, query).items():
            here = gathered.setdefault(answer, {})
            here[after] = here.get(after, ZERO) + weight * chance
    return gathered


def queries_of(history: History) -> tuple[Message, ...]:
    """The queries of a history."""
    return tuple(query for query, _ in history)


def extensions(chances: Likelihoods) -> dict[tuple[History, Message], list[History]]:
    """(history, query) ↦ the histories that continue it by an answer to this query."""
    found: dict[tuple[History, Message], list[History]] = {}
    for history in chances:
        if history:
            found.setdefault((history[:-1], history[-1][0]), []).append(history)
    return found


def same_answers(chances: Likelihoods) -> Lazy:
    """Lazy as Lemma 5.6 has it: the two worlds answer these queries with the same law."""
    different = {queries_of(history) for history, (zero, one) in chances.items() if zero != one}
    return lambda queries: queries not in different


def identical_pairs(queries: Sequence[Any]) -> bool:
    """Lazy as Corollary 5.7 has it: every message is a pair of identical messages."""
    return all(left == right for left, right in queries)


def never(queries: Sequence[Message]) -> bool:
    """No laziness asked: the post-processing may learn the bit before its first answer, as in Lemma 4.7."""
    return False


@realises(
    "HSV26 Lemma 5.6",
    "HSV26 Lemma 5.6 (repaired)",
    "HSV26 Corollary 5.7",
    "HSV26 Corollary 5.7 (repaired)",
    "HSV26 Proposition 1.6",
    "HSV26 Proposition 1.6 (repaired)",
)
def simulation_system(
    chances: Likelihoods, e_eps: Fraction, lazy: Lazy, lazy_branches: Sequence[Exposure] = BRANCHES
) -> System:
    """The system whose solutions are the post-processings of IRR_{ε,BUDGET} that imitate a mechanism lazily.

    chances: the mechanism, by the likelihoods of its histories. lazy: where the bit must not be used.
    lazy_branches: the branches in which that is asked; both, unless a weaker laziness is to be examined.
    Unknowns are BUDGET and (branch, bit, history).
    """
    unknowns = (BUDGET, *product(BRANCHES, BITS, chances))
    rows = (
        *_starts(),
        *_continuations(chances),
        *_imitation(chances, e_eps),
        *_laziness(chances, lazy, lazy_branches),
    )
    return System(unknowns, rows)


def _starts() -> Iterator[Row]:
    """The exposing branch has the budget, the noisy one the rest."""
    for bit in BITS:
        yield Row((((EXPOSED, bit, ()), ONE), (BUDGET, -ONE)), ZERO)
        yield Row((((NOISY, bit, ()), ONE), (BUDGET, ONE)), ONE)


def _continuations(chances: Likelihoods) -> Iterator[Row]:
    following = extensions(chances)
    for branch, bit in product(BRANCHES, BITS):
        for (past, _), extended in following.items():
            parts = [((branch, bit, history), ONE) for history in extended]
            yield Row((*parts, ((branch, bit, past), -ONE)), ZERO)


def _imitation(chances: Likelihoods, e_eps: Fraction) -> Iterator[Row]:
    """In world b the exposing branch shows b, the noisy one shows b with odds e_eps to 1."""
    shown, hidden = e_eps / (1 + e_eps), 1 / (1 + e_eps)
    for history, weights in chances.items():
        if history:
            for bit in BITS:
                exposed = ((EXPOSED, bit, history), ONE)
                noisy = (((NOISY, bit, history), shown), ((NOISY, 1 - bit, history), hidden))
                yield Row((exposed, *noisy), weights[bit])


def _laziness(chances: Likelihoods, lazy: Lazy, branches: Sequence[Exposure]) -> Iterator[Row]:
    for history in chances:
        if history and lazy(queries_of(history)):
            for branch in branches:
                yield Row((((branch, 0, history), ONE), ((branch, 1, history), -ONE)), ZERO)


def with_budget(system: System, delta: Fraction) -> System:
    """The system in which the budget is delta."""
    return System(system.unknowns, (*system.rows, Row(((BUDGET, ONE),), delta)))


@realises("HSV26 Lemma 5.6 (repaired)", "HSV26 Corollary 5.7 (repaired)")
def simulator(point: Point, chances: Likelihoods, lazy: Lazy) -> InteractivePostProcessing:
    """The post-processing that a solution of the system stands for; it asks IRR for the bit only when not lazy.

    It halts on queries that both worlds refuse. States: the empty tuple; (past, query, branch or None) while it waits
    for IRR; (past, branch, bit or None, "heard") after an answer.
    """
    following = extensions(chances)

    def step(state: Any, origin: Side, message: Message) -> Law[tuple[State, Side, Message]]:
        if state == ():
            return Law.point((((), message, None), RIGHT, ASK))
        if origin is LEFT:
            past, branch, bit, _ = state
            return continue_with(past, message, branch, bit)
        past, query, branch = state
        return continue_with(past, query, message, None) if branch is None else play(past, query, branch, message)

    def continue_with(past: History, query: Message, branch: Any, bit: Any) -> Law[tuple[State, Side, Message]]:
        if bit is None and not lazy((*queries_of(past), query)):
            return Law.point(((past, query, branch), RIGHT, ASK))
        return play(past, query, branch, bit)

    def play(past: History, query: Message, branch: Any, bit: Any) -> Law[tuple[State, Side, Message]]:
        known = 0 if bit is None else bit
        whole = point[branch, known, past]
        extended = following.get((past, query))
        if extended is None:
            return Law.point((HALT, LEFT, HALT))
        return Law.gather(
            (((history, branch, bit, "heard"), LEFT, history[-1][1]), point[branch, known, history] / whole)
            for history in extended
        )

    return InteractivePostProcessing(step, ((),), "lazy simulator")
