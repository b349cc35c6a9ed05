"""`make bench`: the two definitions of privacy on the same games, proofs about verification functions, and times.

Enumeration lists every deterministic adversary; backward induction walks over beliefs. Seconds depend on the machine,
so each is shown beside a fixed loop that is timed in the same run; what counts is the ratio.
"""

from __future__ import annotations

from fractions import Fraction

from benchmarks import compiled, verification
from benchmarks.figures import table
from benchmarks.timing import calibration, seconds
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import strategy_count
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State
from concomp.model.mechanisms.privacy import Game, least_delta, least_delta_by_definition, possible_answers
from concomp.obligations.report.text import columns

ENUMERABLE = 50_000
E_EPS = Fraction(3, 2)
HEADING = ("queries", "rounds", "adversaries", "enumeration", "induction", "ratio", "least delta")


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
    found = least_delta(game(queries, rounds), E_EPS)
    induction = seconds(lambda: least_delta(game(queries, rounds), E_EPS))
    if adversaries > ENUMERABLE:
        return str(queries), str(rounds), f"{adversaries:.1e}", "—", f"{induction:.5f} s", "—", str(found)
    if least_delta_by_definition(game(queries, rounds), E_EPS) != found:
        raise AssertionError(f"the two definitions disagree with {queries} queries and {rounds} rounds")
    enumeration = seconds(lambda: least_delta_by_definition(game(queries, rounds), E_EPS))
    ratio = f"{enumeration / induction:.0f}"
    return str(queries), str(rounds), str(adversaries), f"{enumeration:.5f} s", f"{induction:.5f} s", ratio, str(found)


def main() -> None:
    """Print the table."""
    print("Least delta at E = 3/2 by enumeration of adversaries and by backward induction, median of five")
    print(f"calibration: {seconds(calibration):.5f} s for a fixed loop of exact arithmetic\n")
    sizes = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (3, 2), (2, 3), (2, 5)]
    for line in columns([HEADING, *(row(queries, rounds) for queries, rounds in sizes)]):
        print(line)
    print(
        "\nVerification functions and post-processings; what takes up to a second is the median of five, the rest once"
    )
    for line in table([*verification.figures(), *compiled.figures()]):
        print(line)


if __name__ == "__main__":
    main()
