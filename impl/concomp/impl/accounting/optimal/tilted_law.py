"""The law of the privacy loss on a lattice, tilted towards the start of a tail, by the quicker of two ways.

With many mechanisms the transform of the law is small almost everywhere, and a few of its values are enough, however
fine the lattice. With few mechanisms it is not, and the law is found by convolution.
"""

from __future__ import annotations

from concomp.impl.accounting.optimal.convolution import convolution
from concomp.impl.accounting.optimal.inversion import spectrum
from concomp.impl.accounting.optimal.lattice import LARGEST
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.optimal.tilting import Flips, Tilted, scale, tilt_for


class TooFine(Undecided):
    """Thrown where the transform does not decay, and the lattice is too fine for a convolution."""


def tilted_law(flips: Flips, start: int, bits: int) -> Tilted:
    """The law whose mean is about `start`, at the present precision, which is a little more than `bits`; TooFine."""
    tilt = tilt_for(flips, start)
    few = spectrum(flips, tilt, bits)
    if few is None and flips.total > LARGEST:
        raise TooFine(f"the losses span {flips.total} units, more than {LARGEST}")
    return Tilted(flips, tilt, few or convolution(flips, tilt, bits * 3 // 4), scale(flips, tilt))
