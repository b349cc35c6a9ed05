"""The tests of accounting notice a rounding in the wrong direction, and error that is left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpz

from concomp.impl.accounting.optimal import convolution, inversion
from concomp.impl.accounting.optimal.decay import Waves
from concomp.impl.accounting.optimal.lines import extremal, integrand, line, products, quiet, stretches
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.optimal.tilting import Flips
from concomp.impl.accounting.outcomes import grid_laws, on_grid, outcomes, spectra, suspicion
from tests.impl.accounting.optimal.enclosure import all_enclosed
from tests.impl.accounting.optimal.lines.lattice_lists import all_between
from tests.impl.accounting.optimal.meeting_lists import LISTS, gap_if_enclosed, on_a_coarse_grid
from tests.impl.accounting.outcomes.exact_convolution import within_its_error

BITS = 24
COARSE, COARSELY = 1e-4, Fraction(1, 100)
"""Damping far beyond the places of a lattice, and what bounds are then apart at most."""
Patch = pytest.MonkeyPatch


def rounded_up(patch: Patch) -> None:
    """Probabilities in fixed point are rounded up."""
    rounded_down = convolution._round

    def up(slots: fmpz, length: int, bits: int) -> fmpz:
        every_slot = ((fmpz(1) << (2 * bits + 2) * length) - 1) // ((fmpz(1) << 2 * bits + 2) - 1)
        return rounded_down(slots, length, bits) + every_slot

    patch.setattr(convolution, "_round", up)


def nothing_missing(patch: Patch) -> None:
    """What rounding may have lost is not counted."""
    product = convolution.Packed.__mul__
    patch.setattr(convolution.Packed, "__mul__", lambda self, other: replace(product(self, other), missing=0))
    patch.setattr(convolution.Packed, "flipped", _without_missing(convolution.Packed.flipped))
    patch.setattr(convolution, "arb", _Exactly)


class _Exactly(arb):
    """A ball whose radius is forgotten."""

    def __new__(cls, middle: object, radius: float = 0.0) -> arb:  # type: ignore[misc]
        return arb(middle)


def _without_missing(flipped: Callable[..., convolution.Packed]) -> Callable[..., convolution.Packed]:
    return lambda self, *flip: replace(flipped(self, *flip), missing=0)


def tail_dropped(patch: Patch) -> None:
    """The law is cut too close around its mean."""
    bell = Flips.bell
    patch.setattr(Flips, "bell", lambda self, tilt, nats: bell(self, tilt, nats / 8))


def error_forgotten(patch: Patch) -> None:
    """The ends of the bell, and the values of the transform that are not evaluated, count as zero."""
    made = inversion.Spectrum
    patch.setattr(inversion, "Spectrum", lambda bell, values, rest: made(bell, values, arb(0)))


def too_much_damping(patch: Patch) -> None:
    """The transform is believed to decay four times as fast as it does."""
    damping = Waves.damping
    patch.setattr(Waves, "damping", lambda self, t: 4 * damping(self, t))


def test_what_is_right_is_not_blamed() -> None:
    assert all_enclosed(BITS)


@pytest.mark.parametrize(
    "breakage",
    [rounded_up, nothing_missing, tail_dropped, error_forgotten, too_much_damping],
    ids=lambda each: each.__name__,
)
def test_a_breakage_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert not all_enclosed(BITS)


def dampings_spoiled(patch: Patch, spoil: Callable[[extremal.Dampings], extremal.Dampings]) -> None:
    """The transforms of the functions above and below are damped otherwise."""
    dampings = extremal.Extremal.dampings
    patch.setattr(line, "AIM", COARSE)
    patch.setattr(extremal.Extremal, "dampings", lambda self, places: spoil(dampings(self, places)))


def the_one_above_from_below(patch: Patch) -> None:
    """The function above is taken for the one below."""
    dampings_spoiled(patch, lambda found: replace(found, below=found.above))


def the_one_below_from_above(patch: Patch) -> None:
    """The function below is taken for the one above."""
    dampings_spoiled(patch, lambda found: replace(found, above=found.below))


def undamped(patch: Patch) -> None:
    """The transforms of the functions above and below end without being damped."""
    dampings_spoiled(
        patch, lambda found: replace(found, above=np.ones_like(found.above), below=np.ones_like(found.below))
    )


def turned_to_other_columns(patch: Patch) -> None:
    """The columns of the product are those of points a little farther on."""
    of_columns = products._of_columns
    patch.setattr(products, "_of_columns", lambda losses, columns, tilt: of_columns(losses, columns * (1 + 1e-6), tilt))


def not_looked_up_to_the_height(patch: Patch) -> None:
    """The product is taken for quiet from a small height on."""
    patch.setattr(integrand, "loud_points", lambda *given: quiet.Loud(np.arange(int(20 / given[4])), 0.0))


def turned_too_far(patch: Patch) -> None:
    """The factors that are multiplied are those of other points."""
    of_rows = quiet._Factors._of_rows
    patch.setattr(quiet._Factors, "_of_rows", lambda self, kinds, rows: of_rows(self, kinds, rows + 1))


def stretches_moved(patch: Patch) -> None:
    """Whole stretches are bounded at the phases of other ones."""
    square = stretches._square
    patch.setattr(stretches, "_square", lambda phases, within, share: square(phases + np.int32(1 << 30), within, share))


def copies_forgotten(patch: Patch) -> None:
    """What is known of the copies of the composition is not taken away."""
    patch.setattr(line.Line, "_known_copies", lambda self, epsilon: (arb(0), arb(0)))


def all_lines_hold() -> bool:
    try:
        return all_between(COARSELY)
    except ValueError:  # Bounds the wrong way round.
        return False


@pytest.mark.parametrize("aim", [line.AIM, COARSE])
def test_lines_that_are_right_are_not_blamed(aim: float, monkeypatch: Patch) -> None:
    monkeypatch.setattr(line, "AIM", aim)
    assert all_lines_hold()


@pytest.mark.parametrize(
    "breakage",
    [
        the_one_above_from_below,
        the_one_below_from_above,
        undamped,
        turned_to_other_columns,
        not_looked_up_to_the_height,
        turned_too_far,
        stretches_moved,
        copies_forgotten,
    ],
    ids=lambda each: each.__name__,
)
def test_a_breakage_of_lines_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert not all_lines_hold()


def shared_out_upwards(patch: Patch) -> None:
    """From above, too, outcomes gain shortfall, up to the upper end of their cell."""
    above = on_grid.towards_above

    def upper(group: outcomes.Outcomes, cell: float) -> grid_laws.GridLaw:
        return above(replace(group, shortfalls=np.ceil(group.shortfalls / cell) * cell), cell)

    patch.setattr(on_grid, "towards_above", upper)


def the_same_from_below(patch: Patch) -> None:
    """What says no less is taken for what says no more."""
    patch.setattr(on_grid.GridMeeting, "_from_below", on_grid.GridMeeting._from_above)


def the_same_from_above(patch: Patch) -> None:
    """What says no more is taken for what says no less."""
    patch.setattr(on_grid.GridMeeting, "_from_above", on_grid.GridMeeting._from_below)


def suspects_one_world_alone(patch: Patch) -> None:
    """The weights in the other world are not summed."""
    sums = suspicion.sums_with
    for room in (suspicion, on_grid):
        patch.setattr(room, "sums_with", lambda *given: replace(sums(*given), loss=0.0))


def one_place_too_few(patch: Patch) -> None:
    """The sums on the grid end one place below the one that is asked for."""
    up_to = on_grid.OnGrid.up_to
    patch.setattr(on_grid.OnGrid, "up_to", lambda self, places: up_to(self, places - 1))


def all_halves_enclose() -> bool:
    try:
        longer = [[*listed, Fraction(23, 22), Fraction(31, 30)] for listed in LISTS]
        return all(gap_if_enclosed(listed, by=on_a_coarse_grid) is not None for listed in longer)
    except (ValueError, Undecided):  # Bounds the wrong way round, or an E that is never found.
        return False


def test_halves_that_are_right_are_not_blamed() -> None:
    assert all_halves_enclose()


@pytest.mark.parametrize(
    "breakage",
    [
        shared_out_upwards,
        the_same_from_below,
        the_same_from_above,
        suspects_one_world_alone,
        one_place_too_few,
    ],
    ids=lambda each: each.__name__,
)
def test_a_breakage_of_halves_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert not all_halves_enclose()


def cut_too_soon(patch: Patch) -> None:
    """Outcomes are cut that count."""
    patch.setattr(outcomes, "NOTHING_MORE", 0.5)


def cut_too_much(patch: Patch) -> None:
    """More is cut than what is said to be."""
    monkeyed = outcomes.Outcomes.and_kind
    patch.setattr(outcomes, "CUT", 1e-4)
    patch.setattr(outcomes.Outcomes, "and_kind", lambda self, *kind: replace(monkeyed(self, *kind), cut=0.0))


def all_listed_enclose() -> bool:
    listed = [Fraction(1000), Fraction(999), Fraction(3, 2), Fraction(50), Fraction(7, 5)]
    try:
        return gap_if_enclosed(listed) is not None
    except ValueError:  # Bounds the wrong way round.
        return False


def test_lists_that_are_right_are_not_blamed() -> None:
    assert all_listed_enclose()


@pytest.mark.parametrize("breakage", [cut_too_soon, cut_too_much], ids=lambda each: each.__name__)
def test_a_breakage_of_lists_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert not all_listed_enclose()


def test_rounding_of_transforms_is_counted(monkeypatch: Patch) -> None:
    assert within_its_error(1000)
    monkeypatch.setattr(spectra, "SLACK", 0)
    assert not within_its_error(1000)
