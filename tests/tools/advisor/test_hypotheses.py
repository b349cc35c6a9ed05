"""Facts about verification functions: from the provers, and from all sequences of a finite mechanism."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest

from concomp.advisor.facts.functions import (
    CONSISTENT,
    DATA_FIRST,
    KNOWN,
    SYMMETRIC,
    facts_in_file,
    facts_of,
    facts_of_document,
)
from concomp.advisor.facts.restrictions import ConsistentPart, SymmetricPart
from concomp.model import Abs, Bool, Int, Monitor, register, require, when
from concomp.model.composition.single import EventLevel
from concomp.model.files import read_file
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.proving.stages import new_worker
from concomp.verification.messages import Refusal
from tests.tools.advisor.situations import WORDS

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


class Rising(Monitor):
    """One message may be larger on the left, which is not how mirrors have it."""

    differed = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.differed & (left > right))
            self.differed = True


class Often(Monitor):
    """All messages may differ, by at most 1."""

    begun = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require(Abs(left - right) <= 1)
        self.begun = True


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as each:
        yield each


@pytest.mark.parametrize("name", ["event level", "data, then questions", "one answer"])
def test_what_is_known_of_known_functions(worker: Worker, name: str) -> None:
    facts = facts_of(worker, KNOWN[name](), {})
    assert tuple(facts.words[each] for each in (CONSISTENT, SYMMETRIC, DATA_FIRST)) == WORDS[name]
    refuted = {each for each in facts.words if facts.words[each] == "refuted"}
    assert set(facts.traces) == refuted
    assert set(facts.inside) == refuted - {DATA_FIRST}
    assert not facts.problem


def test_choosing_at_once_is_less_than_getting_all_data_first(worker: Worker) -> None:
    """A function that is consistent, and under which more than one pair may differ."""
    facts = facts_of(worker, ConsistentPart(Often()), {})
    assert (facts.words[CONSISTENT], facts.words[DATA_FIRST]) == ("proved", "refuted")
    assert facts.traces[DATA_FIRST]


def test_the_part_that_is_proved_is_the_largest_one() -> None:
    """Against the definition, on all sequences of up to three pairs."""
    pairs = list(product(range(2), repeat=2))
    sequences = [each for rounds in range(4) for each in product(pairs, repeat=rounds)]
    for inner in (EventLevel, Rising):
        whole, part = inner(), ConsistentPart(inner())
        both = SymmetricPart(inner())
        for sequence in sequences:
            begun_alike = bool(sequence) and sequence[0][0] == sequence[0][1]
            consistent = not begun_alike or all(left == right for left, right in sequence)
            mirrored = [(right, left) for left, right in sequence]
            assert accepts(part, sequence) == (accepts(whole, sequence) and consistent)
            assert accepts(both, sequence) == (accepts(whole, sequence) and accepts(whole, mirrored))


def accepts(monitor: Monitor, sequence: Sequence[tuple[int, int]]) -> bool:
    return monitor(sequence)


def test_a_function_without_a_differing_pair_is_a_problem(worker: Worker) -> None:
    class Nothing(Monitor):
        """Wrong: no pair may differ."""

        def step(self, left: Int, right: Int) -> None:
            require(left == right)

    assert "differ" in facts_of(worker, Nothing(), {}).problem


def test_files_are_refused_with_a_remedy() -> None:
    found = facts_in_file("no_such_file.py", None, {})
    assert isinstance(found, Refusal)
    assert "there is no such file" in found.message


def test_a_finite_mechanism_is_asked_by_its_sequences() -> None:
    document = read_file(EXAMPLES / "attack_2.json").components[0]  # type: ignore[union-attr]
    facts = facts_of_document(document)
    assert (facts.words[CONSISTENT], facts.words[SYMMETRIC]) == ("refuted", "proved")
    assert facts.traces[CONSISTENT] == ("1  0 / 0", "2  0 / 1")
