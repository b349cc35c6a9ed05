"""Which tells more of the secret: a composition, or the product of its effective mechanisms?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from pydantic import BaseModel, JsonValue

from concomp.model.laws.law import ONE, ZERO
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check, check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.confounding.model import Model, comparison
from concomp.obligations.families.confounding.named import (
    APART,
    CROSSING,
    HALF_OPEN_PARITY,
    MIRRORED,
    SHOWN_TWICE,
    TOLD_TWICE,
)
from concomp.obligations.families.confounding.small import dependent, small_models, thirds

FOUR = Fraction(4)
SEVERAL = (ONE, Fraction(5, 4), Fraction(2))
"""Values of e^ε."""


class _Findings(BaseModel):
    counts: dict[str, dict[str, int]]
    models: dict[str, list[list[list[str]]]]


def census(denominator: int, data: int = 2) -> Counter[str]:
    """How many dependent models there are in which M, N or neither tells more."""
    return Counter(comparison(model).more for model in dependent(small_models(denominator, data)))


def _found() -> JsonValue:
    over, under = _telling("second", 2), _telling("first", 3)
    models = {"N tells more": over[0], "N tells more, with finite E": over[1]}
    models |= {"M tells more": under[0], "M tells more, with finite E": under[1]}
    rows = {name: model.rows() for name, model in models.items()}
    return _Findings(counts=_censuses(), models=rows).model_dump(mode="json")


def _censuses() -> dict[str, dict[str, int]]:
    sizes = {"2 data, weights k/2": (2, 2), "2 data, weights k/3": (3, 2), "2 data, weights k/4": (4, 2)}
    sizes["3 data, weights k/2"] = (2, 3)
    return {name: dict(sorted(census(*size).items())) for name, size in sizes.items()}


def _telling(more: str, data: int) -> tuple[Model, Model]:
    """The dependent models in which M ("first") or N ("second") tells more, by most, with the smallest weights.

    It tells so much more that δ differs at some E; of the second model both need a finite E.
    """
    return _widest(_models_telling(more, data, finite=False), more), _widest(
        _models_telling(more, data, finite=True), more
    )


def _models_telling(more: str, data: int, finite: bool) -> Iterator[list[Model]]:
    """For weights k/2, then k/3, the models in which one tells more."""
    for denominator in (2, 3):
        told = (model for model in dependent(small_models(denominator, data)) if comparison(model).more == more)
        yield [model for model in told if _gap(model) and not (finite and None in model.optima(ZERO))]


def _widest(families: Iterator[list[Model]], more: str) -> Model:
    """Of the first models there are, one in which the δ of M and N differ most."""
    return max(first_case((family for family in families if family), f"{more} never tells more"), key=_gap)


def _gap(model: Model) -> Fraction:
    """How much the δ of M and of N differ, in sum over several E."""
    return sum((abs(joint - apart) for joint, apart in map(model.deltas, SEVERAL)), ZERO)


@check_of_findings(
    "Zhang24 Theorem 1",
    "Zhang24 Theorem 1(iii)",
    "Zhang24 Theorem 3",
    "Zhang24 Theorem 3(ii)",
    find=_found,
)
def the_product_does_not_underestimate(findings: JsonValue) -> Outcome:
    """OPT of the product of effective mechanisms is below that of the composition, above it, or both, by δ."""
    counted, models = _read(findings)
    again = census(2)
    expect(counted["2 data, weights k/2"] == dict(again), f"the census has other numbers: {again}")
    expect("first" not in counted["2 data, weights k/4"], "M tells more with two data")
    for name, model in models.items():
        more = "second" if name.startswith("N") else "first"
        expect(model.is_dependent and comparison(model).more == more, f"{name} is not what {model} does")
        expect(_gap(model) > 0, f"M and N need the same δ: {model}")
        expect("finite" not in name or None not in model.optima(ZERO), f"an infinite E: {model}")
    twice = [model for name, model in models.items() if name.startswith("N")]
    expect(all(model.mechanisms[0] == model.mechanisms[1] for model in twice), f"not one bit told twice: {twice}")
    crossing = first_case((m for m in dependent(thirds()) if _crosses(m)), "no two profiles cross")
    return Outcome(
        verdict="refuted",
        scope="the models of the smallest weights with 2 secrets, 2 data (3 where M tells more) and two mechanisms of "
        f"2 outputs in which L^G is not 0; all of these by which tells more: {_shown_counts(counted)}",
        size=1 + len(models),
        witness=f"the models differ by {', '.join(str(_gap(model)) for model in models.values())} in the sum of the "
        f"least δ at {', '.join(map(str, SEVERAL))}",
        control=f"the inequality holds where M tells more, such as {_deltas(HALF_OPEN_PARITY)}: {HALF_OPEN_PARITY}",
        counterexample={
            **{name: f"{model}: {_deltas(model)}" for name, model in models.items()},
            "M tells more, of four data": f"{HALF_OPEN_PARITY}: {_deltas(HALF_OPEN_PARITY)}",
            "they cross": f"{crossing}: {_deltas(crossing)}",
            "claimed": "if L^G is not 0, OPT(N, δ) < OPT(M, δ) for every δ",
        },
        notes=(
            "Those in which N tells more are one bit told twice, A1 and A2 of the erratum. Its X3, in which M needs "
            "3/2 and N 4/3, has weights k/3: halves are enough. Its C2 is the one of four data.",
        ),
    )


def _read(findings: JsonValue) -> tuple[dict[str, dict[str, int]], dict[str, Model]]:
    read = _Findings.model_validate(findings)
    return read.counts, {name: Model.of_rows(rows) for name, rows in read.models.items()}


def _shown_counts(counted: dict[str, dict[str, int]]) -> str:
    names = {"first": "M", "second": "N", "incomparable": "neither"}
    shown = (
        f"{name}: {', '.join(f'{names[more]} {n}' for more, n in counts.items())}" for name, counts in counted.items()
    )
    return "; ".join(shown)


def _crosses(model: Model) -> bool:
    """Whether M needs less δ than N at E = 1, and more where N needs none."""
    joint, apart = model.optima(ZERO)
    at_one = model.deltas(ONE)
    return joint is not None and apart is not None and joint > apart and at_one[0] < at_one[1]


def _deltas(model: Model) -> str:
    joint, apart = ("∞" if e_eps is None else e_eps for e_eps in model.optima(ZERO))
    at_one, beyond = model.deltas(ONE), model.deltas(Fraction(5, 4))
    return (
        f"the least δ of M and N is {at_one[0]} and {at_one[1]} at E = 1, {beyond[0]} and {beyond[1]} at E = 5/4; "
        f"e^OPT at δ = 0 is {joint} and {apart}"
    )


@check("Zhang24 Repair R2")
def composition_and_product_are_incomparable() -> Outcome:
    """M tells more than N, less, or neither, by the model; and equally much where outputs are independent given s."""
    expected = {"second": TOLD_TWICE, "first": HALF_OPEN_PARITY, "incomparable": CROSSING, "equal": MIRRORED}
    for more, model in expected.items():
        expect(comparison(model).more == more and model.joint != model.product, f"not {more}: {model}")
    expect(comparison(SHOWN_TWICE).more == "second", f"not of full support: {SHOWN_TWICE}")
    expect(APART.joint == APART.product and APART.optima(ZERO) == (FOUR, FOUR), f"M is not N: {APART}")
    same = [model for model in thirds() if not model.is_dependent and model.joint == model.product]
    expect(all(comparison(model).more == "equal" for model in same), "one law tells more than itself")
    return Outcome(
        verdict="exact",
        scope=f"a model of each kind; the {len(same)} of {thirds().name} with M = N",
        size=len(expected) + 2 + len(same),
        witness="; ".join(f"{more}: {model}" for more, model in expected.items()),
        control="M and N may be equally informative though outputs depend on each other given the secret: the last one",
    )
