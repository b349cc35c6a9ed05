"""Compositions drawn at random, which run functions in odd ways, and functions drawn at random for them to run."""

from __future__ import annotations

import importlib.util
import linecache
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

from concomp.model.composition.messages import Create, Query
from concomp.model.language import Monitor

PAYLOADS = ("a", "b")
PAIRS = tuple(product(PAYLOADS, PAYLOADS))
STATES = range(3)
END = len(STATES)
"""The state in which nothing is accepted any more."""

PREAMBLE = """\
from concomp.model.language import NOTHING, Int, Map, elsewhen, otherwise, register, require, when
from concomp.model.composition.first_pair import first_pair_consistent
from concomp.model.composition.messages import Create, Payload
from concomp.model.composition.suitable import Suitable, admits, begins, continues
"""
COMPOSITION = """
class {name}(Suitable):
    last = register(Map[Int, Payload], NOTHING)

    def add(self, create: Create) -> None:
        super().add(create)
        require(first_pair_consistent(create.function))
        {adding}

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        require((index >= 1) & (index <= self.created))
        require({condition})
        {changing}
        self.last[index] = left
"""


@dataclass(frozen=True, eq=False)
class Automaton:
    """A verification function whose states are numbers: in each, what it says of a pair, and where it goes."""

    verdicts: tuple[tuple[bool, ...], ...]
    later: tuple[tuple[int, ...], ...]
    initial: int = 0

    def advance(self, state: int, pair: tuple[str, str]) -> tuple[bool, int]:
        """The verdict on the sequence that ends with this pair, and the state after it."""
        place = PAIRS.index(pair)
        return self.verdicts[state][place], self.later[state][place]


def automaton(random: Random) -> Automaton:
    """Any function; one of two is invariant under swapping, and one of two rejects for good where it rejects."""
    likely = {pair: 0.85 if pair[0] == pair[1] else 0.4 for pair in PAIRS}
    verdicts = {(state, pair): random.random() < likely[pair] for state in STATES for pair in PAIRS}
    later = {(state, pair): random.choice(STATES) for state in STATES for pair in PAIRS}
    if random.random() < 0.5:
        turned = random.choice([(0, 1, 2, 3), (0, 2, 1, 3)])
        for state, pair in sorted(verdicts):
            if (turned[state], pair[::-1]) > (state, pair):
                verdicts[turned[state], pair[::-1]] = verdicts[state, pair]
                later[turned[state], pair[::-1]] = turned[later[state, pair]]
    if random.random() < 0.5:
        later = {place: state if verdicts[place] else END for place, state in later.items()}
    rows = [tuple(table[state, pair] for pair in PAIRS) for table in (verdicts, later) for state in STATES]
    return Automaton((*rows[:END], (False,) * 4), (*rows[END:], (END,) * 4))


def _meet(
    function: Automaton, runs: Callable[[tuple[str, str]], Sequence[tuple[str, str]]], closed: bool
) -> Iterator[tuple[tuple[str, str], list[bool]]]:
    """What runs of a function that read images of one sequence say at each step, one where the first accepts if
    `closed`."""
    start = (function.initial,) * len(runs(PAIRS[0]))
    waiting, seen = [start], {start}
    while waiting:
        states = waiting.pop()
        for pair in PAIRS:
            said = [function.advance(state, read) for state, read in zip(states, runs(pair), strict=True)]
            yield pair, [verdict for verdict, _ in said]
            later = tuple(state for _, state in said)
            if later not in seen and (said[0][0] or not closed):
                seen.add(later)
                waiting.append(later)


def _worlds(pair: tuple[str, str]) -> Sequence[tuple[str, str]]:
    return pair, (pair[0],) * 2, (pair[1],) * 2


def is_swap_invariant(function: Automaton) -> bool:
    """Whether it says the same of sequences with their sides swapped."""
    return all(one == other for _, (one, other) in _meet(function, lambda pair: (pair, pair[::-1]), False))


def is_diagonal(function: Automaton) -> bool:
    """Whether each side of what it accepts with all prefixes is accepted, paired with itself."""
    return all(left and right for _, (both, left, right) in _meet(function, _worlds, True) if both)


def is_public(function: Automaton) -> bool:
    """Whether a function that is diagonal refuses in its diagonal runs the identical pairs that it refuses."""
    spoken = _meet(function, _worlds, True)
    return not any(left or right for pair, (both, left, right) in spoken if not both and pair[0] == pair[1])


def is_consistent(function: Automaton) -> bool:
    """Whether it accepts identical pairs only after an identical first one."""
    waiting = [(function.advance(function.initial, pair)[1], False) for pair in PAIRS if pair[0] == pair[1]]
    seen = set(waiting)
    while waiting:
        state, differed = waiting.pop()
        for pair in PAIRS:
            said, later = function.advance(state, pair)
            differs = differed or pair[0] != pair[1]
            if said and differs:
                return False
            if (later, differs) not in seen:
                seen.add((later, differs))
                waiting.append((later, differs))
    return True


def functions(random: Random, has: Callable[[Automaton], bool], number: int) -> list[Automaton]:
    """Functions that have a property, accept a pair that differs, and refuse something after that."""
    found: list[Automaton] = []
    while len(found) < number:
        drawn = automaton(random)
        if _is_eventful(drawn) and has(drawn):
            found.append(drawn)
    return found


def _is_eventful(function: Automaton) -> bool:
    reached = {function.initial} | {function.later[function.initial][place] for place in range(4)}
    first = [pair[0] != pair[1] and function.advance(function.initial, pair)[0] for pair in PAIRS]
    return any(first) and len(reached) > 1 and not all(all(function.verdicts[state]) for state in reached)


def compositions(folder: Path, seed: int, number: int) -> list[type[Monitor]]:
    """Compositions that run functions on whatever is at hand."""
    random = Random(seed)
    texts = {f"Composition{place}": _composition(random) for place in range(number)}
    return read_compositions(folder / f"compositions_{seed}.py", texts)


def read_compositions(file: Path, texts: Mapping[str, tuple[str, str, str]]) -> list[type[Monitor]]:
    """The compositions of these names that require this of a pair, do this on a creation, and that with a pair."""
    listed = [COMPOSITION.format(name=name, condition=c, adding=a, changing=g) for name, (c, a, g) in texts.items()]
    file.write_text(PREAMBLE + "".join(listed), encoding="utf-8")
    linecache.checkcache(str(file))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [getattr(module, name) for name in texts]


def _composition(random: Random) -> tuple[str, str, str]:
    def run(symbol: str, plain: float) -> str:
        """What a function says, or where it goes: its own of the pair, or something odd."""
        if random.random() < plain:
            return f"{symbol}(self.function[index], self.progress[index], left, right)"
        function = random.choice(["self.function[index]", "self.function[1]", "self.function[self.created]"])
        state = random.choice(["self.progress[index]", "self.progress[1]", f"begins({function})"])
        pair = random.choice(["left, right", "left, left", "right, left", "self.last[index], right", "right, right"])
        return f"{symbol}({function}, {state}, {pair})"

    admitted = run("admits", 0.6)
    condition = random.choice(
        [admitted, admitted, f"~{admitted}", f"(left == right) | {admitted}", f"(left == right) & ~{admitted}"]
    )
    if random.random() < 0.3:
        condition = f"({condition}) {random.choice('&|')} {run('admits', 0.5)}"
    adding = random.choice(["pass", "pass", "pass", "self.progress[self.created] = self.progress[1]"])
    goes_on = f"self.progress[{random.choice(['index', 'index', 'index', '1'])}] = {run('continues', 0.6)}"
    changing = random.choice([goes_on, goes_on, f"with when({run('admits', 0.7)}):\n            {goes_on}"])
    return condition, adding, changing


def creations(random: Random, listed: Sequence[Automaton]) -> list[tuple[Create, Create]]:
    """Two pairs of messages that create mechanisms with such functions."""
    chosen = [Create(mechanism="M", initial="s", e_eps=2, delta=0, function=each) for each in random.sample(listed, 2)]
    return [(each, each) for each in chosen]


QUERIES = tuple(
    (Query(payload=left, index=index), Query(payload=right, index=index)) for left, right in PAIRS for index in (1, 2)
)
"""All pairs of queries to two mechanisms."""
