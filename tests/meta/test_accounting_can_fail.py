"""The tests of accounting notice a rounding in the wrong direction, and error that is left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpz

from concomp.impl.accounting.optimal import convolution, halves, inversion
from concomp.impl.accounting.optimal.decay import Waves
from concomp.impl.accounting.optimal.lines import line, quiet
from concomp.impl.accounting.optimal.tilting import Flips
from concomp.impl.accounting.outcomes import grid_laws, grouped_halves, outcomes, spectra
from tests.impl.accounting.optimal.enclosure import all_enclosed
from tests.impl.accounting.optimal.lines.smooth_lists import all_between
from tests.impl.accounting.optimal.meeting_lists import LISTS, gap_if_enclosed
from tests.impl.accounting.outcomes.exact_convolution import within_its_error

BITS = 24
COARSE, COARSELY = 1e-4, Fraction(1, 100)
"""Smoothing far beyond the places of a lattice, and what bounds are then apart at most."""
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


def not_extrapolated(patch: Patch) -> None:
    """The composition with a little noise is taken for a bound from below as well."""
    delta = line.Line.delta
    patch.setattr(line, "AIM", COARSE)
    patch.setattr(line.Line, "delta", lambda self, epsilon: (delta(self, epsilon)[1],) * 2)


def not_looked_up_to_the_height(patch: Patch) -> None:
    """Smoothing takes the product for quiet from a small height on."""
    patch.setattr(line, "loud_points", lambda *given: quiet.Loud(np.arange(int(20 / given[4])), 0.0))


def turned_too_far(patch: Patch) -> None:
    """The phases of factors are looked at between stretches, not in the middle of them, where they are small."""
    square = quiet._square
    patch.setattr(quiet, "_square", lambda phases, within, share: square(phases + np.int32(1 << 30), within, share))


@pytest.mark.parametrize("aim", [line.AIM, COARSE])
def test_smoothing_that_is_right_is_not_blamed(aim: float, monkeypatch: Patch) -> None:
    monkeypatch.setattr(line, "AIM", aim)
    assert all_between(COARSELY)


@pytest.mark.parametrize(
    "breakage", [not_extrapolated, not_looked_up_to_the_height, turned_too_far], ids=lambda each: each.__name__
)
def test_a_breakage_of_smoothing_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert not all_between(COARSELY)


def shared_out_downwards(patch: Patch) -> None:
    """From above, too, outcomes lose what they are above the lower end of their cell."""
    above = grouped_halves.towards_above

    def lower(group: outcomes.Outcomes, cell: float) -> grid_laws.GridLaw:
        return above(replace(group, losses=np.floor(group.losses / cell) * cell), cell)

    patch.setattr(grouped_halves, "towards_above", lower)


def the_same_from_below(patch: Patch) -> None:
    """What says no less is taken for what says no more."""
    patch.setattr(halves, "meeting_below", halves.meeting_above)


def the_same_from_above(patch: Patch) -> None:
    """What says no more is taken for what says no less."""
    patch.setattr(halves, "meeting_above", halves.meeting_below)


def suspects_one_world_alone(patch: Patch) -> None:
    """The chances in the other world are summed one place too far."""
    meeting = grouped_halves.GridMeeting
    suspected = meeting.suspected
    patch.setattr(meeting, "suspected", lambda self, eps: (suspected(self, eps)[0], suspected(self, eps + 0.1)[1]))


def one_place_too_far(patch: Patch) -> None:
    """The sums of a half begin one place above the one that is asked for."""
    tail = grouped_halves.HalfLaws.tail
    patch.setattr(grouped_halves.HalfLaws, "tail", lambda self, place: tail(self, place + 1))


@pytest.fixture
def few_outcomes(monkeypatch: Patch) -> None:
    """Groups have some eight outcomes, and are brought to a grid of a few places."""
    monkeypatch.setattr(halves, "OUTCOMES", 4)
    monkeypatch.setattr(halves, "IN_GROUP", 8)
    monkeypatch.setattr(halves, "FINE", 4)


def all_halves_enclose() -> bool:
    try:
        return all(gap_if_enclosed([*listed, Fraction(23, 22), Fraction(31, 30)]) is not None for listed in LISTS)
    except ValueError:  # Bounds the wrong way round.
        return False


@pytest.mark.usefixtures("few_outcomes")
def test_halves_that_are_right_are_not_blamed() -> None:
    assert all_halves_enclose()


@pytest.mark.usefixtures("few_outcomes")
@pytest.mark.parametrize(
    "breakage",
    [
        shared_out_downwards,
        the_same_from_below,
        the_same_from_above,
        suspects_one_world_alone,
        one_place_too_far,
    ],
    ids=lambda each: each.__name__,
)
def test_a_breakage_of_halves_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert not all_halves_enclose()


def test_rounding_of_transforms_is_counted(monkeypatch: Patch) -> None:
    assert within_its_error(1000)
    monkeypatch.setattr(spectra, "SLACK", 0)
    assert not within_its_error(1000)
