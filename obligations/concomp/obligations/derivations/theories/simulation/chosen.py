"""What is chosen obeys what it is chosen by: HSV26 constraints (ξ.1) to (ξ.4) and (φ.1) to (φ.3), and Equation (3).

ξ and δ·φ are the greatest pairs of Claims 10.29 and 10.30 (repaired). Both are chosen answer by answer, and what the
choices before an answer leave is Left and Rest there.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.language import Conjunction, le, total
from concomp.obligations.derivations.kernel.logic import instance, join, solve, state
from concomp.obligations.derivations.kernel.rules import first_term
from concomp.obligations.derivations.theories.control.weights import HQA, WORLDS, A, solve_each
from concomp.obligations.derivations.theories.simulation.constraints import (
    PHI,
    PHI_FEASIBLE,
    PHI_MAXIMAL,
    XI,
    XI_CONVERGES,
    XI_MAXIMAL,
    chosen,
    final,
    temporary,
    unexposed,
    xi,
)
from concomp.obligations.derivations.theories.simulation.splitting import K

OF_XI, OF_PHI = "HSV26 Constraints (xi.1)-(xi.4)", "HSV26 Constraints (phi.1)-(phi.3)"


def _obeyed(known: Fact, constraints: Conjunction, places: slice, key: str) -> Fact:
    """Some of the constraints, of the pair that obeys all of them."""
    return state(solve_each("it obeys them all", Conjunction(constraints.parts[places]), known), key)


XI_OBEYS = state(XI, OF_XI, "ξ obeys (ξ.1) to (ξ.4)")
XI_LARGEST = state(instance(XI_MAXIMAL, {}), OF_XI, "no pair that obeys them is larger than ξ, on either side")
COVERS_CONTROL = _obeyed(XI_OBEYS, temporary(xi), slice(0, 2), "HSV26 Constraint (xi.1)")
LEAVES_ENOUGH = _obeyed(XI_OBEYS, temporary(xi), slice(2, 4), "HSV26 Constraint (xi.2) (repaired)")
KEEPS_CLOSE = _obeyed(XI_OBEYS, temporary(xi), slice(4, 6), "HSV26 Constraint (xi.3)")
KEEPS_BELOW = _obeyed(XI_OBEYS, temporary(xi), slice(6, 10), "HSV26 Constraint (xi.4)")

PHI_OBEYS = state(solve_each("it obeys them all", final(chosen), PHI), OF_PHI, "δ·φ obeys (φ.1) to (φ.3)")
PHI_LARGEST = state(
    instance(PHI_MAXIMAL, {}), OF_PHI, "no pair that obeys them is larger than δ·φ, on either side, ε > 0"
)
COVERS_XI = _obeyed(PHI_OBEYS, final(chosen), slice(0, 2), "HSV26 Constraint (phi.1)")
LEAVES_XI = _obeyed(PHI_OBEYS, final(chosen), slice(2, 4), "HSV26 Constraint (phi.2)")
KEEPS_EXPOSED_CLOSE = _obeyed(PHI_OBEYS, final(chosen), slice(4, 6), "HSV26 Constraint (phi.3)")

REST_COVERS = state(
    join(
        *(
            solve(
                "what is left covers ξ from k on",
                le(total(A, xi(bit, HQA), K), unexposed(bit, K)),
                PHI_FEASIBLE,
                first_term(XI_CONVERGES[bit], K),
            )
            for bit in WORLDS
        )
    ),
    "HSV26 Equation (3)",
)
"""δ times Equation (3)."""
