"""The weights of the optimal factorisations: `python -m concomp.obligations.factorisations` finds them anew.

They maximise the sum of singular values ‖D_u^½·A·D_v^½‖_*, which is concave in the weights and bounds the variance of
every factorisation from below; SciPy's L-BFGS-B climbs, in the logarithms of the weights. What is written is package
data of `concomp.impl.mechanisms.counters`; what it is worth is checked in rationals there, and rests on nothing here.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from concomp.impl.mechanisms.counters.factorisations.weights import (
    AIMS,
    DATA,
    MOST_STEPS,
    Aim,
    Weights,
    as_integers,
    first_guess,
)

Numbers = NDArray[np.float64]
OPTIONS = {"maxiter": 400, "maxcor": 60, "ftol": 1e-16, "gtol": 1e-7}
SCALE = 1000
"""What is minimised is so many times the logarithm, as the options are about its size."""


def best_weights(steps: int, aim: Aim) -> list[int]:
    """The weights of columns, to integers."""
    found = minimize(_objective, first_guess(steps), args=(aim,), jac=True, method="L-BFGS-B", options=OPTIONS)
    return as_integers(_normalised(found.x))


def _objective(logarithms: Numbers, aim: Aim) -> tuple[float, Numbers]:
    """−log ‖D_u^½·A·D_v^½‖_* for weights that sum to 1, and its gradient."""
    weights = _normalised(logarithms)
    values, vectors = Weights(aim, list(weights)).spectrum()
    share = (vectors**2) @ values / values.sum()
    # Where the largest variance counts, a weight stands for a row, too.
    factor = 1 if aim == "largest" else 1 / 2
    return -SCALE * float(np.log(values.sum())), -SCALE * factor * (share - weights)


def _normalised(logarithms: Numbers) -> Numbers:
    weights = np.exp(logarithms - logarithms.max())
    return np.asarray(weights / weights.sum())


def write() -> None:
    """Find all of them, and write them, a line each."""
    sizes = [1 << exponent for exponent in range(MOST_STEPS.bit_length())]
    found = {aim: {str(steps): best_weights(steps, aim) for steps in sizes} for aim in AIMS}
    lines = [
        f'"{aim}": {{\n' + ",\n".join(f'"{steps}": {json.dumps(line)}' for steps, line in of_aim.items()) + "\n}"
        for aim, of_aim in found.items()
    ]
    Path(str(DATA)).write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    write()
