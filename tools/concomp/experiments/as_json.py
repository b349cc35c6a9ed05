"""What experiments found, for machines."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from concomp.experiments.correlation import Joined
from concomp.experiments.membership import Areas, Size, Tested
from concomp.impl.confounding.membership import Pool
from concomp.model.numbers import rational_text

if TYPE_CHECKING:
    from concomp.schemas.experiments import AreasData, CorrelationOutput, MembershipOutput, TestedData


def membership_data(tests: Sequence[Tested], pool: Pool, source: str, size: Size, seed: int) -> MembershipOutput:
    """Everything that the experiment measured."""
    people, places = pool.genotypes.shape
    return {
        "schema": "concomp.experiment.membership/1",
        "genotypes": source,
        "people": people,
        "places": places,
        "repeats": size.repeats,
        "releases": size.releases,
        "scored": size.people,
        "seed": seed,
        "tests": [_tested(each, size) for each in tests],
    }


def _tested(each: Tested, size: Size) -> TestedData:
    return {
        "table": "VIII" if each.table == "Table VIII" else "IX",
        "epsilon": rational_text(each.row.epsilon),
        "epsilon_of_each": rational_text(each.row.each),
        "composition": _areas(each.composition),
        "single": _areas(each.single),
        "expected": each.expected,
        "gaussian": each.gaussian,
        "ceiling": each.most,
        "printed": [[float(one.mean), float(one.deviation)] for one in each.row.measured],
        "impossible_by": each.impossible_by,
        "exceeds": each.exceeds(size.repeats),
    }


def _areas(found: Areas) -> AreasData:
    return {"informed": list(found.informed), "by_frequencies": list(found.by_frequencies)}


def correlation_data(rows: Sequence[Joined], epsilon: Fraction, delta: Fraction) -> CorrelationOutput:
    """What both answers tell, by the correlation of their noises."""
    return {
        "schema": "concomp.experiment.correlation/1",
        "epsilon": rational_text(epsilon),
        "delta": rational_text(delta),
        "at_epsilon": rational_text(2 * epsilon),
        "rows": [
            {
                "correlation": rational_text(row.correlation),
                "one_sign": {"mu_squared": rational_text(row.one_sign[0]), "delta": row.one_sign[1]},
                "opposite": {"mu_squared": rational_text(row.opposite[0]), "delta": row.opposite[1]},
            }
            for row in rows
        ],
    }
