"""`make bench`: what is computed here, beside other ways to compute it, and how long each takes.

Enumeration lists every deterministic adversary; backward induction walks over beliefs; the engine merges them.
Seconds depend on the machine, so each is shown beside a fixed loop that is timed in the same run; what counts is the
ratio. `python -m benchmarks composition growth` prints some of the sections: definitions, verification, audits,
composition, measures, theorems, sessions, ledgers, noise, counters, histograms, local, confounding, commands, growth.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from statistics import median

from benchmarks import (
    audits,
    commands,
    compiled,
    composition,
    confounding,
    counters,
    growth,
    histograms,
    ledgers,
    local_protocols,
    measures,
    noise,
    session_peers,
    sessions,
    theorems,
    verification,
)
from benchmarks.figures import table
from benchmarks.timing import calibration, in_turns, seconds
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import strategy_count
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State
from concomp.model.mechanisms.privacy import Game, least_delta, least_delta_by_definition, possible_answers
from concomp.report.text import columns

ENUMERABLE = 50_000
E_EPS = Fraction(3, 2)
HEADING = ("queries", "rounds", "adversaries", "enumeration", "induction", "engine", "ratio", "least delta")


def switching(state: State, query: Message) -> Law[tuple[State, Message]]:
    """A hidden bit is shown with odds 3:2, or 2:1 when it is asked for with query 1 and above; then it may switch."""
    truthful = Fraction(3, 5) if query == 0 else Fraction(2, 3)
    bit = int(str(state))
    return Law(
        {
            (bit, bit): truthful / 2,
            (1 - bit, bit): truthful / 2,
            (bit, 1 - bit): 1 - truthful,
        }
    )


def game(queries: int, rounds: int) -> Game:
    """The game of telling the hidden bit."""
    mechanism = InteractiveMechanism(switching, (0, 1), range(queries))
    return Game(mechanism, (0, 1), tuple(range(queries)), rounds)


def row(queries: int, rounds: int) -> tuple[str, ...]:
    """One line of the table; enumeration is left out where there are too many adversaries."""
    adversaries = strategy_count(queries, len(possible_answers(game(queries, rounds))), rounds)
    # A new game each time: a mechanism remembers its answers.
    works: dict[str, Callable[[], Fraction]] = {
        "induction": lambda: least_delta(game(queries, rounds), E_EPS),
        "engine": lambda: audits.delta(game(queries, rounds)),
    }
    if adversaries <= ENUMERABLE:
        works["enumeration"] = lambda: least_delta_by_definition(game(queries, rounds), E_EPS)
    found = {work() for work in works.values()}
    if len(found) > 1:
        raise AssertionError(f"with {queries} queries and {rounds} rounds there are different answers: {found}")
    times = {name: median(each.wall) for name, each in in_turns(works).items()}
    enumeration = f"{times['enumeration']:.5f} s" if "enumeration" in times else "—"
    ratio = f"{times['enumeration'] / times['engine']:.0f}" if "enumeration" in times else "—"
    return (
        *(str(queries), str(rounds), str(adversaries) if adversaries <= ENUMERABLE else f"{adversaries:.1e}"),
        *(enumeration, f"{times['induction']:.5f} s", f"{times['engine']:.5f} s", ratio, str(found.pop())),
    )


def definitions() -> Iterator[str]:
    """The definitions of privacy and the engine on the same games."""
    yield "Least delta at E = 3/2 by enumeration of adversaries, backward induction and the engine; median of five"
    sizes = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (3, 2), (2, 3), (2, 5)]
    yield from columns([HEADING, *(row(queries, rounds) for queries, rounds in sizes)])


def verifications() -> Iterator[str]:
    """Proofs about verification functions."""
    yield "Verification functions and post-processings; what takes up to a second is the median of five, the rest once"
    yield from table([*verification.figures(), *compiled.figures()])


def engine() -> Iterator[str]:
    """The figures of the audit engine."""
    yield "The audit engine: exact profiles and deltas"
    yield from table(audits.figures())


def theorem() -> Iterator[str]:
    """The figures of searches, evidence and advice."""
    yield "Theorems: searches for what is false, advice, and the evidence of all statements"
    yield from table(theorems.figures())


def session() -> Iterator[str]:
    """The figures of sessions."""
    yield "Sessions: what a launch and a query take over the mechanism's own"
    yield from table(sessions.figures())
    yield from session_peers.lines()


def local() -> Iterator[str]:
    """The figures of local protocols."""
    yield "Local protocols: processor seconds of a core decomposition, least of five"
    yield from table(local_protocols.figures())


def dependent() -> Iterator[str]:
    """The figures of mechanisms on data that depend on a secret."""
    yield "Dependent mechanisms: processor seconds, once"
    yield from table(confounding.figures())


def waiting() -> Iterator[str]:
    """The figures of commands."""
    yield "Commands: seconds on the clock; what takes up to ten is the median of five, the rest once"
    yield from table(commands.figures())


SECTIONS = {
    "definitions": definitions,
    "verification": verifications,
    "audits": engine,
    "composition": composition.lines,
    "measures": measures.lines,
    "theorems": theorem,
    "sessions": session,
    "ledgers": lambda: table(ledgers.figures()),
    "noise": noise.lines,
    "counters": counters.lines,
    "histograms": histograms.lines,
    "local": local,
    "confounding": dependent,
    "commands": waiting,
    "growth": growth.lines,
}


def main(names: list[str]) -> None:
    """Print the sections, all if none is named."""
    unknown = sorted(set(names) - set(SECTIONS))
    if unknown:
        sys.exit(f"benchmarks: {unknown[0]}: there is no such section; name some of {', '.join(SECTIONS)}")
    print(f"calibration: {seconds(calibration):.5f} s for a fixed loop of exact arithmetic")
    for name in names or SECTIONS:
        print()
        for line in SECTIONS[name]():
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
