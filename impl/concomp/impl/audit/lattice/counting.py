"""Curves without choices.

Where every place has one move at most, an adversary only counts. On a lattice of losses the weights of all histories
that end in one place are the coefficients of a polynomial, integers over a common denominator, and a round is a
multiplication by small polynomials. Half of the rounds are counted from the start, half from the end, so that no
intermediate polynomial is as long as the result; coefficients get room as they grow, or lose their low bits, where
bounds are enough. Arenas that do not know of one another are counted apart, and their polynomials are multiplied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, lcm

from flint import fmpq, fmpz, fmpz_poly

from concomp.impl.audit.arena import EXCLUDED, NEVER, Arena, Branch
from concomp.impl.audit.curves import Curve, Hinge
from concomp.impl.audit.lattice.losses import Losses, losses
from concomp.impl.audit.lattice.packing import Packed, coefficients, gathered, keep_freed_memory, repacked
from concomp.impl.audit.rationals import ONE
from concomp.impl.audit.rounds import tell
from concomp.impl.audit.simplification import rounded_down
from concomp.model.mechanisms.positions import Allowance

LONGEST = 1 << 17
"""The longest polynomial."""
WORD = 1 << 17
"""Bits of a polynomial that count as one step."""
STAGES = 8
"""How often coefficients get more room."""
LATER = 1.5
"""How much longer later stages are: coefficients are moved at a cost, which more rounds of long ones make good."""
HEADROOM = 64
"""The bits that coefficients may grow by before their low bits are dropped."""

Step = tuple[int, int, int]
"""(place after it, degree, weight)."""
Layer = dict[int, Packed]


@dataclass(frozen=True)
class Stage:
    """Some rounds in a row: the width of the slots, and the low bits that are dropped before."""

    rounds: int
    width: int
    dropped: int


@dataclass(frozen=True)
class Walk:
    """An arena without choices in integers: for each place its steps, with weights over a common denominator."""

    steps: tuple[tuple[Step, ...], ...]
    start: int
    rounds: int
    denominator: int

    @property
    def branches(self) -> int:
        """The most branches of a place."""
        return max(map(len, self.steps))


@dataclass(frozen=True)
class Counts:
    """A polynomial z^start·Σ counts[i]·z^i over a denominator, and the chance that no world is excluded.

    A coefficient over the denominator is a chance in world 0, or somewhat less where low bits were dropped.
    """

    start: int
    counts: fmpz_poly
    denominator: fmpq
    kept: fmpq

    def __mul__(self, other: Counts) -> Counts:
        """The counts of both side by side."""
        return Counts(
            self.start + other.start,
            self.counts * other.counts,
            self.denominator * other.denominator,
            self.kept * other.kept,
        )


def counted(arenas: Sequence[Arena], allowance: Allowance, bits: int | None = None) -> tuple[Curve, Curve] | None:
    """The curve at the start of arenas side by side, below and above; None where there is a choice, or no lattice.

    bits: how precise chances are kept; without it both curves are the exact one. Raises TooLarge if it takes more than
    is allowed.
    """
    if any(arena.has_choices for arena in arenas):
        return None
    used = sorted({odds for arena in arenas for branches in _moves(arena) for odds, _, _ in _open(branches)})
    numbers, rounds = arenas[0].numbers, sum(arena.rounds for arena in arenas)
    lattice = losses([numbers.odds.values[odds] for odds in used], rounds)
    if lattice is None:
        return None
    packed = {odds: lattice.packed(index) for index, odds in enumerate(used)}
    reach = max([0, *packed.values()]) - min([0, *packed.values()])
    if reach * rounds > LONGEST:
        return None
    total = Counts(0, fmpz_poly([1]), ONE, ONE)
    for arena in arenas:
        total = total * _counts(_walk(arena, packed), reach, bits, allowance)
    return _curves(total, lattice, bits is not None)


def _moves(arena: Arena) -> Iterator[tuple[Branch, ...]]:
    return (branches for place in range(len(arena.places)) for branches in arena.options(place))


def _open(branches: Sequence[Branch]) -> list[Branch]:
    """The branches that exclude no world."""
    return [branch for branch in branches if branch[0] not in (NEVER, EXCLUDED)]


def _walk(arena: Arena, packed: dict[int, int]) -> Walk:
    """The walk of an arena; a place without a move stays."""
    weights = arena.numbers.weights.values
    denominator = lcm(*(int(weights[weight].q) for moves in _moves(arena) for _, weight, _ in _open(moves)))
    steps = []
    for place in range(len(arena.places)):
        moves = arena.options(place)
        steps.append(
            tuple(
                (then, packed[odds], int(weights[weight].p) * (denominator // int(weights[weight].q)))
                for odds, weight, then in _open(moves[0])
            )
            if moves
            else ((place, 0, denominator),)
        )
    return Walk(tuple(steps), arena.start, arena.rounds, denominator)


def _counts(walk: Walk, reach: int, bits: int | None, allowance: Allowance) -> Counts:
    start = walk.steps[walk.start]
    if bits is None and start and all(then == walk.start for then, _, _ in start):
        return _power(start, walk, allowance)
    return _met(walk, reach, bits, allowance)


def _power(steps: Sequence[Step], walk: Walk, allowance: Allowance) -> Counts:
    """The counts where play always comes back to the start: a power of the law of a round."""
    lowest, highest = min(degree for _, degree, _ in steps), max(degree for _, degree, _ in steps)
    bits = walk.denominator.bit_length() * walk.rounds
    allowance.spend(2 * (highest - lowest + 1) * walk.rounds * (1 + 8 * bits // WORD))
    law = [0] * (highest - lowest + 1)
    for _, degree, weight in steps:
        law[degree - lowest] += weight
    kept = fmpq(sum(law), walk.denominator) ** walk.rounds
    denominator = fmpq(walk.denominator) ** walk.rounds
    return Counts(lowest * walk.rounds, fmpz_poly(law) ** walk.rounds, denominator, kept)


def _met(walk: Walk, reach: int, bits: int | None, allowance: Allowance) -> Counts:
    """The counts of all histories, counted from both sides."""
    ahead, behind = walk.rounds // 2, walk.rounds - walk.rounds // 2
    if bits is None:
        _expect(walk, reach, allowance)
    layers = _reachable(walk)
    reached, width, lost = _in_stages(
        walk,
        {walk.start: (0, fmpz(1))},
        _stages(behind, walk.denominator, bits),
        layers[1 : behind + 1],
        _reversed(walk.steps),
        0,
        allowance,
    )
    follows, other, also_lost = _in_stages(
        walk,
        dict.fromkeys(layers[-1], (0, fmpz(1))),
        _stages(ahead, walk.denominator, bits),
        layers[-2 : behind - 1 : -1] if ahead else (),
        walk.steps,
        behind,
        allowance,
    )
    start, counts = _products(
        [(reached[place], follows[place]) for place in sorted(reached.keys() & follows.keys())], width, other
    )
    kept = _kept(walk)
    return Counts(start, counts, fmpq(walk.denominator) ** walk.rounds / (1 << lost + also_lost), kept)


def _products(pairs: Sequence[tuple[Packed, Packed]], width: int, other: int) -> tuple[int, fmpz_poly]:
    """(the least degree, the sum of products from there on), for slots of either width on either side."""
    apart = [(coefficients(before, width), coefficients(after, other)) for before, after in pairs]
    start = min((first + second for (first, _), (second, _) in apart), default=0)
    total = fmpz_poly([])
    for (first, counts), (second, more) in apart:
        total = total + fmpz_poly([0] * (first + second - start) + counts) * fmpz_poly(more)
    return start, total


def _expect(walk: Walk, reach: int, allowance: Allowance) -> None:
    """Refuse what would take too long before it is begun."""
    half, edges = walk.rounds / 2, sum(map(len, walk.steps))
    bits = reach * walk.denominator.bit_length() * half**3 / 3
    allowance.spend(edges * walk.rounds + int(edges * 2 * bits / (3 * WORD)))


def _stages(rounds: int, denominator: int, bits: int | None) -> list[Stage]:
    """The stages of so many rounds, with room for the coefficients to grow.

    The coefficients of a layer add up to at most denominator^rounds, less the bits dropped before, and with `bits` to
    at most 2^bits where a stage begins.
    """
    if bits is None:
        ends = [ceil(rounds * (stage / STAGES) ** LATER) for stage in range(1, STAGES + 1)]
    else:
        length = max(1, HEADROOM // denominator.bit_length())
        ends = [*range(length, rounds, length), rounds]
    found, done, dropped = list[Stage](), 0, 0
    for end in sorted(set(ends) - {0}):
        drop = 0 if bits is None else max(0, (denominator**done).bit_length() - dropped - bits)
        dropped += drop
        found.append(Stage(end - done, _bytes((denominator**end).bit_length() - dropped + 1), drop))
        done = end
    return found


def _bytes(bits: int) -> int:
    """So many bits in whole bytes."""
    return -(-bits // 8) * 8


def _in_stages(
    walk: Walk,
    layer: Layer,
    stages: Sequence[Stage],
    arrivals: Sequence[frozenset[int]],
    steps: Sequence[Sequence[Step]],
    done: int,
    allowance: Allowance,
) -> tuple[Layer, int, int]:
    """The layer after all stages, the width of its slots, and how many bits were dropped in all.

    arrivals: the places of each layer to come. steps: for each place where what comes there is from. done: the rounds
    of the walk that are counted before.
    """
    keep_freed_memory()
    width, lost, coming = 8, 0, iter(arrivals)
    for stage in stages:
        layer = {place: repacked(packed, width, stage.width, stage.dropped) for place, packed in layer.items()}
        layer = {place: packed for place, packed in layer.items() if packed[1]}
        width, lost = stage.width, lost + stage.dropped
        shifted = _shifted(steps, width)
        for _ in range(stage.rounds):
            layer, done = _advance(layer, next(coming), shifted), done + 1
            tell(done, walk.rounds)
        bits = sum(int(value.bit_length()) for _, value in layer.values())
        allowance.spend(stage.rounds * walk.branches * (len(layer) + bits // WORD))
    return layer, width, lost


def _advance(layer: Layer, places: Iterable[int], steps: Sequence[Sequence[Step]]) -> Layer:
    """What comes to some places from the layer before."""
    found: Layer = {}
    for place in places:
        arrived = gathered(layer, steps[place])
        if arrived is not None:
            found[place] = arrived
    return found


def _shifted(steps: Sequence[Sequence[Step]], width: int) -> list[list[Step]]:
    """For each place its steps as (the other place, power of 2, odd factor)."""
    return [
        [
            (other, degree * width + power, weight >> power)
            for other, degree, weight in each
            for power in [(weight & -weight).bit_length() - 1]
        ]
        for each in steps
    ]


def _reachable(walk: Walk) -> list[frozenset[int]]:
    """The places that can be reached in so many rounds, from none to all."""
    after = [frozenset(then for then, _, _ in steps) for steps in walk.steps]
    layers, known = [frozenset({walk.start})], dict[frozenset[int], frozenset[int]]()
    for _ in range(walk.rounds):
        here = layers[-1]
        if here not in known:
            known[here] = frozenset().union(*(after[place] for place in here))
        layers.append(known[here])
    return layers


def _reversed(steps: Sequence[Sequence[Step]]) -> list[list[Step]]:
    """For each place the steps that lead to it, with where they come from."""
    found: list[list[Step]] = [[] for _ in steps]
    for place, each in enumerate(steps):
        for then, degree, weight in each:
            found[then].append((place, degree, weight))
    return found


def _kept(walk: Walk) -> fmpq:
    """The chance in world 0 that no world is excluded."""
    if all(sum(weight for _, _, weight in steps) == walk.denominator for steps in walk.steps):
        return ONE
    reached = {walk.start: 1}
    for _ in range(walk.rounds):
        after: dict[int, int] = {}
        for place, count in reached.items():
            for then, _, weight in walk.steps[place]:
                after[then] = after.get(then, 0) + count * weight
        reached = after
    return fmpq(sum(reached.values()), walk.denominator**walk.rounds)


def _curves(total: Counts, lattice: Losses, short: bool) -> tuple[Curve, Curve]:
    """The curves of the outcomes by their odds, with weights rounded down if they are to be short.

    What is missing to `kept` may have been anything, which costs at most itself.
    """
    hinges, missing = list[Hinge](), total.kept - fmpq(total.counts(1)) / total.denominator
    for degree, count in enumerate(total.counts):
        if count:
            odds = lattice.odds(degree + total.start)
            exact = odds * (fmpq(count) / total.denominator)
            weight = rounded_down(exact) if short else exact
            hinges.append((1 / odds, weight))
            if weight != exact:
                missing += (exact - weight) / odds
    ordered = tuple(sorted(hinges, key=lambda hinge: hinge[0]))
    return Curve(ONE - total.kept, ordered), Curve(ONE - total.kept + missing, ordered)
