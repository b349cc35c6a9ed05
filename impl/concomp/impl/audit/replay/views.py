"""What an adversary sees that asks a component to the end, where that leaves it no choice.

The component is asked by itself; what the whole game's own mechanism answers moves what is believed about its hidden
state in either world. Of all that was answered only the odds of the two worlds matter: on a lattice of losses the
chances of all histories that end in one belief are the coefficients of a polynomial, elsewhere they are kept by odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import islice
from math import lcm

from flint import fmpq, fmpz_poly

from concomp.impl.audit.lattice.losses import Losses, losses
from concomp.impl.audit.rationals import ONE, ZERO, inside
from concomp.impl.audit.rounds import tell
from concomp.model.mechanisms.interactive import HALT, Message
from concomp.model.mechanisms.privacy import Beliefs, Game, at_start, beliefs_after, mass

LONGEST = 1 << 17
"""The longest polynomial."""
END = -1
"""Where nothing more is asked."""

Views = dict[fmpq, fmpq]
"""For each odds of the two worlds, neither excluded, the chance in world 0 of the views with these odds."""
Step = tuple[fmpq, fmpq, int]
"""(chance in world 0, odds, number of the belief after it)."""
Move = tuple[int, int, int]
"""(integer weight, degree, number of the belief after it)."""
IDLE: Step = (ONE, ONE, END)
"""Where nothing is asked."""


def views(game: Game, queries: Sequence[Message], rounds: int) -> Views:
    """The views that exclude no world of who sends so many of some queries, the first that is not refused each time."""
    steps = _explored(game, queries, rounds)
    used = sorted({odds for each in steps for _, odds, _ in each})
    lattice = losses(used, rounds)
    if lattice is None:
        return _by_odds(steps, rounds)
    degrees = {odds: lattice.packed(index) for index, odds in enumerate(used)}
    reach = max([0, *degrees.values()]) - min([0, *degrees.values()])
    return _by_odds(steps, rounds) if reach * rounds > LONGEST else _by_degrees(steps, rounds, lattice, degrees)


def side_by_side(several: Iterable[Views]) -> Views:
    """The views of components together, each of which answers by itself."""
    return reduce(_together, several, {ONE: ONE})


def _together(first: Views, second: Views) -> Views:
    found: Views = {}
    for odds, chance in first.items():
        for more, factor in second.items():
            both = odds * more
            found[both] = found.get(both, ZERO) + chance * factor
    return found


def _explored(game: Game, queries: Sequence[Message], rounds: int) -> list[list[Step]]:
    """The steps from each belief that can be met before the last query, 0 at the start; the others have none."""
    known: dict[Beliefs, int] = {at_start(game): 0}
    found: list[list[Step]] = []
    for _ in range(rounds):
        layer = list(islice(known, len(found), None))
        found.extend([_steps(game, beliefs, queries, known) for beliefs in layer])
    return [*found, *([] for _ in range(len(known) - len(found)))]


def _steps(game: Game, beliefs: Beliefs, queries: Sequence[Message], known: dict[Beliefs, int]) -> list[Step]:
    for query in queries:
        answers = beliefs_after(game, beliefs, query)
        if set(answers) != {HALT}:
            met = [(answer, (zero, one)) for answer, (zero, one) in answers.items() if zero and one]
            return [_step(answer, after, known) for answer, after in met]
    return [IDLE]


def _step(answer: Message, after: Beliefs, known: dict[Beliefs, int]) -> Step:
    """Beliefs after an answer are kept as if it had been certain in either world."""
    p, q = map(mass, after)
    odds = inside(q / p)
    if answer is HALT:
        return inside(p), odds, END
    zero, one = (
        frozenset((state, weight / whole) for state, weight in weights)
        for weights, whole in zip(after, (p, q), strict=True)
    )
    return inside(p), odds, known.setdefault((zero, one), len(known))


def _by_odds(steps: Sequence[Sequence[Step]], rounds: int) -> Views:
    here: dict[tuple[int, fmpq], fmpq] = {(0, ONE): ONE}
    for done in range(1, rounds + 1):
        after: dict[tuple[int, fmpq], fmpq] = {}
        for (place, odds), chance in here.items():
            for p, more, then in steps[place] if place != END else (IDLE,):
                key = then, odds * more
                after[key] = after.get(key, ZERO) + chance * p
        here = after
        tell(done, rounds)
    found: Views = {}
    for (_, odds), chance in here.items():
        found[odds] = found.get(odds, ZERO) + chance
    return found


def _by_degrees(steps: Sequence[Sequence[Step]], rounds: int, lattice: Losses, degrees: dict[fmpq, int]) -> Views:
    """By polynomials of what led to a belief, for half of the rounds, and of what follows it in the others."""
    denominator = lcm(*(int(p.q) for each in steps for p, _, _ in each))
    lowest = min([0, *degrees.values()])

    def integers(each: Sequence[Step]) -> list[Move]:
        """Steps in integers, no degree being negative."""
        return [(int(p.p) * (denominator // int(p.q)), degrees[odds] - lowest, then) for p, odds, then in each]

    moves = {END: [(denominator, -lowest, END)], **{place: integers(each) for place, each in enumerate(steps)}}
    layers: list[set[int]] = [{0}]
    for _ in range(rounds):
        layers.append({then for place in layers[-1] for _, _, then in moves[place]})
    half = rounds // 2
    before = _leading(moves, half, rounds)
    after = _following(moves, layers[half:], rounds)
    total = sum((counts * after[place] for place, counts in before.items()), fmpz_poly([]))
    whole = fmpq(denominator) ** rounds
    return {lattice.odds(degree + lowest * rounds): fmpq(count) / whole for degree, count in enumerate(total) if count}


def _leading(moves: dict[int, list[Move]], until: int, rounds: int) -> dict[int, fmpz_poly]:
    """For each belief all that leads there in so many rounds."""
    here = {0: fmpz_poly([1])}
    for done in range(1, until + 1):
        after: dict[int, fmpz_poly] = {}
        for place, counts in here.items():
            for weight, degree, then in moves[place]:
                moved = counts.left_shift(degree) * weight
                after[then] = after[then] + moved if then in after else moved
        here = after
        tell(done, rounds)
    return here


def _following(moves: dict[int, list[Move]], layers: list[set[int]], rounds: int) -> dict[int, fmpz_poly]:
    """For each belief of the first layer all that follows in the others."""
    later = dict.fromkeys(layers[-1], fmpz_poly([1]))
    for done, layer in enumerate(reversed(layers[:-1]), rounds + 2 - len(layers)):
        later = {
            place: sum(
                (later[then].left_shift(degree) * weight for weight, degree, then in moves[place]), fmpz_poly([])
            )
            for place in layer
        }
        tell(done, rounds)
    return later
