"""The tests of privacy-loss laws notice what was cut and forgotten, and responses that are moved the wrong way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb

from concomp.impl.accounting.laws import composition, placement, windowed
from concomp.impl.accounting.laws.law import PrivacyLossLaw
from concomp.impl.accounting.laws.noise import discrete_gaussian
from concomp.impl.accounting.laws.windows import Windows
from concomp.impl.accounting.numbers import known
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss, RationalLoss
from tests.impl.accounting.laws.finite_laws import ON_A_LATTICE, POINTS, WITHOUT_A_UNIT, found_wrong, gaussians_wrong

Patch = pytest.MonkeyPatch
ANY = Fraction(1)


def all_right() -> bool:
    """Whether the bounds of some compositions hold, on a lattice, on a grid, and beyond what was cut."""
    far = composition.compose_laws([discrete_gaussian(4)]).delta(RationalLoss(Fraction(10**30)))
    lists = [*ON_A_LATTICE, *WITHOUT_A_UNIT]
    gaussians = gaussians_wrong(9, 20, Fraction(40))
    return far.high > 0 and not gaussians and not any(found_wrong(laws, POINTS, ANY) for laws in lists)


@pytest.fixture(autouse=True)
def few_places(monkeypatch: Patch) -> None:
    """On a coarse grid."""
    monkeypatch.setattr(placement, "PLACES", 1 << 8)


def test_what_is_right_is_not_blamed() -> None:
    assert all_right()


def moved_down(patch: Patch) -> None:
    """From above, too, a response is put on the place below it."""
    mixture = placement._mixture

    def lower(position: arb, loss: PureLoss, weight: arb, cell: Fraction) -> list[tuple[int, PureLoss, arb]]:
        places = mixture(position, loss, weight, cell)
        return [(places[0][0], ExponentialLoss(cell * (places[0][0] // 2)), weight)] if places[0][0] else places

    patch.setattr(placement, "_mixture", lower)


def moved_up(patch: Patch) -> None:
    """From below, too, a response is put on the place above it, as if it had that loss."""
    on_grid = placement._on_grid
    patch.setattr(placement, "_on_grid", lambda laws: replace(on_grid(laws), below=on_grid(laws).above))


def window_too_narrow(patch: Patch) -> None:
    """Laws are cut closer than what is counted for it."""
    around = Windows.around
    patch.setattr(Windows, "around", lambda self, times: around(replace(self, nats=self.nats / 8), times))


def exposure_forgotten(patch: Patch) -> None:
    """What was cut off from a law counts as nothing from above."""
    made = composition.none_of
    patch.setattr(composition, "none_of", lambda chances: known(made([(Fraction(0), n) for _, n in chances]).high))


def twice_the_scale(patch: Patch) -> None:
    """Going back from the tilted law, one scale is forgotten."""
    patch.setattr(windowed, "Tilted", lambda walk, tilt, law, scale: _tilted(walk, tilt, law, scale * 2))


_tilted = windowed.Tilted


@pytest.mark.parametrize(
    "breakage",
    [moved_down, moved_up, window_too_narrow, exposure_forgotten, twice_the_scale],
    ids=lambda each: each.__name__,
)
def test_a_breakage_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert not all_right()


def test_a_law_says_of_what() -> None:
    law: PrivacyLossLaw = discrete_gaussian("5/2", 3)
    assert repr(law) == "<privacy-loss law of discrete Gaussian noise of variance 5/2, sensitivity 3>"
