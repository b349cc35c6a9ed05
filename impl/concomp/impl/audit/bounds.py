"""Certified bounds on both sides, in bounded memory.

Where the exact places are few enough, curves are kept short, and rounded outward. Where there are too many beliefs,
they are split onto a grid, which bounds from above; the same grid serves as the memory of an adversary, whose plan is
worth exactly what it reaches when it is played against the mechanism, which bounds from below. Of several components
each is bounded by itself where all together are too many: their curves side by side bound from above, whatever the
rule, and adversaries that do not look from one to the other bound from below, where there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce

from concomp.impl.audit.arena import Arena
from concomp.impl.audit.beside import beside
from concomp.impl.audit.curves import STOP, Curve
from concomp.impl.audit.induction import Simplify, curve_at_start, simplified_curve, simplified_curves
from concomp.impl.audit.lattice.counting import counted
from concomp.impl.audit.places import Apart, Whole, explored, together, whole, within
from concomp.impl.audit.rationals import ONE, inside
from concomp.impl.audit.replay.worths import ByCurves
from concomp.impl.audit.setting import Setting, of_game
from concomp.impl.audit.sides import Bounds, Line, Side, highest_line, of_test, tangent
from concomp.impl.audit.simplification import from_above, from_below
from concomp.impl.audit.splitting import onto_grid
from concomp.impl.audit.strategy import good_plan
from concomp.model.mechanisms.distinguisher import chances
from concomp.model.mechanisms.interleaving import FREE
from concomp.model.mechanisms.positions import Allowance, TooLarge
from concomp.model.mechanisms.privacy import Game, exchange_worlds

STEPS = 20_000_000
"""The steps that bounds may take, about a minute."""
SIZES = (256, 64, 16)
"""The most hinges of a curve on exact places, tried one after the other."""
GRIDS = ((1, 16), (2, 16), (4, 32), (8, 32), (16, 64), (32, 128), (64, 256), (128, 256))
"""Cells of a grid and the most hinges of a curve on it, tried one after the other while there are steps."""
GROWTH = 4
"""A finer grid is tried if the steps allow for so many times those of the one before."""
KEPT = 1_000_000
"""The most hinges of all the curves of a grid together, for they are remembered."""
MEMORIES = (6, 3, 1)
"""Bits of the odds that a plan remembers, tried one after the other."""
SHARE = 2
"""An attempt with exact places may take this part of the steps."""
COUNTED_BITS = 128
"""The bits of chances that are counted."""
BESIDE = 512
"""The most hinges of a curve before another component is put beside it."""

PLENTY = 1 << 62
"""Steps for what is bounded by its sizes."""
ROUNDED = "numbers and curves are rounded outward"
TIED = "components are bounded one by one, as if nothing tied them together"

ALL = Curve(ONE, ())
"""The curve of what gives everything away."""
Sized = Callable[[int, Allowance], Simplify]


def bounds(setting: Setting, game: Game, steps: int) -> Bounds:
    """Bounds on both sides; TooLarge if even coarse ones take more steps, and there are no components.

    game: the setting as one game, against which adversaries are played.
    """
    return Bounds(_side(setting, game, steps // 2), _side(exchange(setting), exchange_worlds(game), steps // 2))


def exchange(setting: Setting) -> Setting:
    """The games with their worlds exchanged, those that were one object still one."""
    given = setting.interleaving
    turned = {id(game): exchange_worlds(game) for game in given.components}
    return replace(
        setting, interleaving=replace(given, components=tuple(turned[id(game)] for game in given.components))
    )


def _side(setting: Setting, game: Game, steps: int) -> Side:
    try:
        apart = explored(setting, Allowance(steps // SHARE))
        return _on_exact_places(apart, steps)
    except TooLarge:
        if len(setting.interleaving.components) == 1:
            return _on_grids(setting, game, steps)
    try:
        at_once = _on_grids(setting, game, steps // 2)
    except TooLarge:
        return _of_components(setting, steps)
    by_components = _of_components(setting, steps // 2)
    return Side(
        (*at_once.above, *by_components.above),
        lambda e_eps: highest_line([at_once.below(e_eps), by_components.below(e_eps)], e_eps),
        (*at_once.reasons, *by_components.reasons),
    )


# On exact places.


def _on_exact_places(apart: Apart, steps: int) -> Side:
    below, above = _exact_curves(apart, steps)
    return Side((above,), lambda e_eps: tangent(below, e_eps), (ROUNDED,))


def _exact_curves(apart: Apart, steps: int) -> tuple[Curve, Curve]:
    """Curves below and above by components without choices, which are counted, and by the places of the others."""
    quiet = apart.without_choices() if apart.independent else ()
    rest = [index for index in range(len(apart.components)) if index not in quiet]
    core = together(apart.only(rest) if quiet else apart, Allowance(steps // SHARE)).arena if rest else None
    arenas = [apart.components[index].arena for index in quiet]
    below, above = _without_choices(arenas, steps // 2) if arenas else (STOP, STOP)
    if core is None:
        return below, above
    under, over = _around(core, steps // 2)
    return _beside([below, under], from_below), _beside([above, over], from_above)


def _without_choices(arenas: Sequence[Arena], steps: int) -> tuple[Curve, Curve]:
    """A curve below and one above that of arenas side by side that leave no choice."""
    found = counted(arenas, Allowance(steps), COUNTED_BITS)
    if found is not None:
        return found
    distinct = {id(arena): arena for arena in arenas}
    around = {key: _around(arena, steps // len(distinct)) for key, arena in distinct.items()}
    below, above = zip(*(around[id(arena)] for arena in arenas), strict=True)
    return _beside(below, from_below), _beside(above, from_above)


def _around(arena: Arena, steps: int) -> tuple[Curve, Curve]:
    """A curve below and one above that of the start of an arena, the exact one twice where it is affordable."""
    try:
        exact = curve_at_start(arena, Allowance(steps // 2))
    except TooLarge:
        return _simplest(arena, steps // 4, from_below), _simplest(arena, steps // 4, from_above)
    return exact, exact


def _simplest(arena: Arena, steps: int, simplified: Sized) -> Curve:
    """The curve at the start with as many hinges as are affordable."""
    for size in SIZES:
        allowance = Allowance(steps // len(SIZES))
        try:
            return simplified_curve(arena, allowance, simplified(size, allowance))
        except TooLarge:
            continue
    raise _too_large(steps)


def _beside(curves: Sequence[Curve], simplified: Sized) -> Curve:
    """The product of curves, simplified before each factor, which bounds what it takes."""
    allowance = Allowance(PLENTY)
    simplify = simplified(BESIDE, allowance)
    short = sorted(map(simplify, curves), key=lambda curve: len(curve.hinges))
    return reduce(lambda first, second: beside(simplify(first), second, allowance), short)


# On grids.


def _on_grids(setting: Setting, game: Game, steps: int) -> Side:
    """The side by the finest grid that is affordable."""
    found: tuple[int, Whole, tuple[dict[int, Curve], ...]] | None = None
    left, last = steps, 0
    for cells, size in GRIDS:
        allowance = Allowance(left)
        if GROWTH * last > left:
            break
        try:
            grid = whole(setting, allowance, onto_grid(cells))
            if len(grid.arena.places) * grid.arena.rounds * size > KEPT:
                break
            layers = tuple(simplified_curves(grid.arena, allowance, from_above(size, allowance)))[::-1]
            found = cells, grid, layers
        except TooLarge:
            break
        left, last = allowance.left, left - allowance.left
    if found is None:
        raise _too_large(steps)
    cells, grid, layers = found
    reason = f"beliefs about hidden states are moved onto a grid of {cells} cells"
    return Side((layers[0][grid.arena.start],), lambda e_eps: _play(game, grid, layers, e_eps), (reason,))


def _play(game: Game, grid: Whole, layers: tuple[dict[int, Curve], ...], e_eps: Fraction) -> Line:
    """The chances with which a plan that is good at E speaks up; those of silence if each plan is too large."""
    for bits in MEMORIES:
        try:
            return chances(game, good_plan(grid, ByCurves(layers), inside(e_eps), bits))
        except TooLarge:
            continue
    return Fraction(0), Fraction(0)


# Of components.


@dataclass(frozen=True)
class _Alone:
    """What is known of one component.

    above, below: curves around it. plain: the curve of an adversary that does not adapt to other components.
    """

    above: Curve
    below: Curve
    plain: Curve
    reasons: tuple[str, ...]


def _of_components(setting: Setting, steps: int) -> Side:
    """The side by the components, each by itself."""
    given = setting.interleaving
    distinct = {id(game): (number, game) for number, game in reversed(list(enumerate(given.components, 1)))}
    share = steps // (2 * len(distinct))
    apart = {key: _alone(number, within(game, given.rounds), share) for key, (number, game) in distinct.items()}
    alone = [apart[id(game)] for game in given.components]
    above = _beside([each.above for each in alone], from_above)
    lower = _lower(setting, alone)
    reasons = dict.fromkeys(reason for each in alone for reason in each.reasons)
    return Side((above,), lambda e_eps: highest_line([tangent(each, e_eps) for each in lower], e_eps), (TIED, *reasons))


def _alone(number: int, game: Game, steps: int) -> _Alone:
    """A component on exact places, on a grid, or as if it gave everything away."""
    setting = of_game(game)
    try:
        apart = explored(setting, Allowance(steps // SHARE))
        below, above = _exact_curves(apart, steps)
        plain = below if apart.without_choices() else of_test(tangent(below, Fraction(1)))
        return _Alone(above, below, plain, (ROUNDED,))
    except TooLarge:
        pass
    try:
        side = _on_grids(setting, game, steps)
    except TooLarge:
        return _Alone(ALL, STOP, STOP, (f"component {number} is too large, and is taken to give everything away",))
    test = of_test(side.below(Fraction(1)))
    (above,) = side.above
    return _Alone(above, test, test, side.reasons)


def _lower(setting: Setting, alone: Sequence[_Alone]) -> list[Curve]:
    """Curves of which each is reached: of all components if nothing ties them together, of one if there is no rule."""
    given = setting.interleaving
    if given.rule is not FREE:
        return [STOP]
    if sum(within(game, given.rounds).rounds for game in given.components) > given.rounds:
        return [each.below for each in alone]
    # All but the one with the most to adapt are asked first, and it is asked by what they answered.
    *others, last = sorted(alone, key=lambda each: len(each.below.hinges) * (each.plain != each.below))
    return [_beside([*(each.plain for each in others), last.below], from_below)]


def _too_large(steps: int) -> TooLarge:
    return TooLarge(
        f"even coarse bounds take more than {steps} steps: "
        "lower the horizon, or give fewer components, messages or hidden states"
    )
