"""What `concomp confounding` prints with `--json`."""

from __future__ import annotations

from typing import Literal, NotRequired

from pydantic import with_config
from typing_extensions import TypedDict

from concomp.schemas.values import EXACT, Rational


@with_config(EXACT)
class NeededData(TypedDict):
    """The least E, null if none is enough, with the secrets and the joint answers that need it."""

    e_eps: Rational | None
    pair: list[str]
    event: list[list[str]]


@with_config(EXACT)
class DeltaOfBoth(TypedDict):
    """The least δ at E of the true composition and of the product, which is no bound; and the best safe bound."""

    e_eps: Rational
    composition: Rational
    pair: list[str]
    product: Rational
    product_is_below: bool
    safe: Rational | None
    safe_by: str


@with_config(EXACT)
class LeastOfBoth(TypedDict):
    """The least E for δ of the true composition and of the product, which is no bound; and the best safe bound."""

    delta: Rational
    composition: NeededData
    product: NeededData
    product_is_below: bool
    safe: Rational | None
    safe_by: str


@with_config(EXACT)
class TestData(TypedDict):
    """The least type II errors of a test, by the true composition and by the product."""

    pair: list[str]
    type_1_error: Rational
    composition: Rational
    product: Rational


@with_config(EXACT)
class AdditionData(TypedDict):
    """The best mechanism to add, with E and δ of the extension; or what is deployed, which exceeds the target.

    A target is E and δ of privacy, or τ and δ of beliefs. No mechanism that keeps it costs less than `bound`, and `gap`
    is how far the cost is above that; "numerical" says that this is more than 10^-8 of the cost.
    """

    reads: Literal["secret", "data"]
    target: NotRequired[list[Rational]]
    target_of_beliefs: NotRequired[list[Rational]]
    verdict: Literal["optimal", "infeasible", "numerical"]
    delta: Rational
    tau: Rational | None
    kernel: NotRequired[dict[str, list[list[str]]]]
    cost: NotRequired[Rational]
    bound: NotRequired[Rational]
    gap: NotRequired[Rational]
    chance: NotRequired[Rational]
    e_eps: NotRequired[Rational | None]
    deployed: NotRequired[NeededData]


@with_config(EXACT)
class PrintedData(TypedDict):
    """What the printed program chooses, and the least δ of the extension by it, at the E of the target."""

    chooses: Literal["to tell the secret"]
    delta: Rational


@with_config(EXACT)
class ConfoundingOutput(TypedDict):
    """`concomp confounding --json`; what was not asked for by an option of its own is left out.

    Of adjacent secrets with equal rows of data nothing can be learnt; those with singular rows have no data in common.
    """

    schema: Literal["concomp.confounding/1"]
    secrets: list[str]
    mechanisms: list[str]
    pairs: list[list[str]]
    is_invertible: bool
    equal_rows: list[list[str]]
    singular_rows: list[list[str]]
    results: list[DeltaOfBoth]
    least: list[LeastOfBoth]
    more_informative: Literal["equal", "composition", "product", "incomparable"]
    composition_tells_more: TestData | None
    product_tells_more: TestData | None
    profile: list[list[Rational]]
    profile_of_product: list[list[Rational]]
    added: NotRequired[AdditionData]
    as_printed: NotRequired[PrintedData]
