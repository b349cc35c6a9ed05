"""What a deployment tells, and what can be added to it, for machines."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from concomp.confounded.examination import DeltaAt, Examination, LeastFor
from concomp.confounded.verdicts import Best, Infeasible, verdict
from concomp.model.confounding.informativeness import Order, Witness
from concomp.model.confounding.privacy import Optimum
from concomp.model.confounding.setting import is_invertible
from concomp.model.confounding.target import Target
from concomp.model.files.confounding.addition import Wanted
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.profile import Profile
from concomp.model.numbers import rational_text

if TYPE_CHECKING:
    from concomp.schemas.confounding import (
        AdditionData,
        ConfoundingOutput,
        DeltaOfBoth,
        LeastOfBoth,
        NeededData,
        PrintedData,
        TestData,
    )

Told = Literal["equal", "composition", "product", "incomparable"]
NAMES: Mapping[Order, Told] = {
    "equal": "equal",
    "first": "composition",
    "second": "product",
    "incomparable": "incomparable",
}


def examination_data(found: Examination) -> ConfoundingOutput:
    """The report of a deployment."""
    setting = found.deployment.setting
    return {
        "schema": "concomp.confounding/1",
        "secrets": list(setting.data),
        "mechanisms": list(found.deployment.mechanisms),
        "pairs": [list(pair) for pair in sorted(setting.pairs)],
        "is_invertible": is_invertible(setting),
        "equal_rows": [list(pair) for pair in setting.equal_rows],
        "singular_rows": [list(pair) for pair in setting.singular_rows],
        "results": list(map(_delta_data, found.deltas)),
        "least": list(map(_least_data, found.least)),
        "more_informative": NAMES[found.comparison.more],
        "composition_tells_more": _test_data(found.comparison.first),
        "product_tells_more": _test_data(found.comparison.second),
        "profile": _corners(found.true),
        "profile_of_product": _corners(found.product),
    }


def addition_data(wanted: Wanted, target: Target, found: Best | Infeasible) -> AdditionData:
    """What can be added so that the extension keeps the target."""
    data: AdditionData = {
        "reads": wanted.reads,
        "verdict": verdict(found),
        "delta": rational_text(found.delta),
        "tau": _optional(found.tau),
    }
    if isinstance(target, PrivacyParameters):
        data["target"] = [rational_text(target.e_eps), rational_text(target.delta)]
    else:
        data["target_of_beliefs"] = [rational_text(target.tau), rational_text(target.delta)]
    if isinstance(found, Infeasible):
        return {**data, "deployed": _needed_data(found.needed)}
    best: AdditionData = {
        **data,
        "kernel": {
            given: [[rational_text(chance), output] for output, chance in law.items()]
            for given, law in found.kernel.items()
        },
        "cost": rational_text(found.cost),
        "bound": rational_text(found.bound),
        "gap": rational_text(found.cost - found.bound),
        "e_eps": _optional(found.e_eps),
    }
    return best if wanted.costs is not None else {**best, "chance": rational_text(1 - found.cost)}


def printed_data(delta: Fraction) -> PrintedData:
    """What the printed program takes for optimal, and the least δ of that at the E of the target."""
    return {"chooses": "to tell the secret", "delta": rational_text(delta)}


def _delta_data(found: DeltaAt) -> DeltaOfBoth:
    return {
        "e_eps": rational_text(found.e_eps),
        "composition": rational_text(found.true),
        "pair": list(found.pair),
        "product": rational_text(found.product),
        "product_is_below": found.product < found.true,
        "safe": _optional(found.safe.value),
        "safe_by": found.safe.by,
    }


def _least_data(found: LeastFor) -> LeastOfBoth:
    return {
        "delta": rational_text(found.delta),
        "composition": _needed_data(found.true),
        "product": _needed_data(found.product),
        "product_is_below": found.is_exceeded,
        "safe": _optional(found.safe.value),
        "safe_by": found.safe.by,
    }


def _needed_data(found: Optimum[str]) -> NeededData:
    return {
        "e_eps": _optional(found.e_eps),
        "pair": list(found.pair),
        "event": [list(answers) for answers in sorted(found.event)],
    }


def _test_data(witness: Witness[str] | None) -> TestData | None:
    if witness is None:
        return None
    composition, product = map(rational_text, witness.errors)
    return {
        "pair": list(witness.pair),
        "type_1_error": rational_text(witness.alpha),
        "composition": composition,
        "product": product,
    }


def _corners(profile: Profile) -> list[list[str]]:
    return [[rational_text(e_eps), rational_text(delta)] for e_eps, delta in profile.vertices]


def _optional(number: Fraction | None) -> str | None:
    return None if number is None else rational_text(number)
