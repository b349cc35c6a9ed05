"""What `concomp compose` reads in a file with a "measure", and what it prints then with `--json`."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field, with_config
from typing_extensions import TypedDict

from concomp.schemas.privacy import Answered, BetweenData
from concomp.schemas.values import EXACT, Number, Rational

Infinite: TypeAlias = Literal["infinite"]
Count = Annotated[int, Field(ge=0, description="how many mechanisms")]
Vertices: TypeAlias = list[tuple[Number, Number]]


@with_config(EXACT)
class Pure(TypedDict):
    """A mechanism that is (eps, 0)-DP, by eps or by E = e^eps."""

    epsilon: NotRequired[Number]
    e_eps: NotRequired[Number]


@with_config(EXACT)
class OfOrder(TypedDict):
    """A mechanism at one Rényi order: its moment, its divergence in nats, or, if it is (eps, 0)-DP, eps or E."""

    moment: NotRequired[Number | Infinite]
    divergence: NotRequired[Number | Infinite]
    epsilon: NotRequired[Number]
    e_eps: NotRequired[Number]
    order: NotRequired[Number]


@with_config(EXACT)
class ByRho(Pure):
    """A mechanism by its rho, or by what a pure one has."""

    rho: NotRequired[Number | Infinite]


@with_config(EXACT)
class ByRhoAndOmega(ByRho):
    """The same at the orders below omega."""

    omega: Number


@with_config(EXACT)
class ByParameters(Pure):
    """A mechanism by what (eps, delta) says of its trade-off function."""

    delta: NotRequired[Number]


@with_config(EXACT)
class Asked(TypedDict):
    """What is asked for besides what the measure adds up."""

    e_eps: NotRequired[list[Number]]
    epsilon: NotRequired[list[Number]]
    delta: NotRequired[Number]


@with_config(EXACT)
class RenyiFile(Asked):
    """Mechanisms at one Rényi order; with `at_most`, of which so many get differing inputs."""

    measure: Literal["renyi"]
    order: Number
    params: Annotated[list[OfOrder], Field(min_length=1)]
    at_most: NotRequired[Count]
    created_at_most: NotRequired[Annotated[int, Field(ge=1)]]


@with_config(EXACT)
class ZeroConcentratedFile(Asked):
    """Mechanisms under zero-concentrated differential privacy."""

    measure: Literal["zcdp"]
    params: Annotated[list[ByRho], Field(min_length=1)]


@with_config(EXACT)
class TruncatedConcentratedFile(Asked):
    """Mechanisms under truncated concentrated differential privacy."""

    measure: Literal["tcdp"]
    params: Annotated[list[ByRhoAndOmega], Field(min_length=1)]


@with_config(EXACT)
class TradeOffFile(Asked):
    """Mechanisms under f-differential privacy, by the vertices [alpha, beta] of their functions."""

    measure: Literal["fdp"]
    params: Annotated[list[Vertices | ByParameters], Field(min_length=1)]


@with_config(EXACT)
class DeltaAtMost(TypedDict):
    """A δ that is enough at E or at ε, whichever was asked."""

    e_eps: NotRequired[Rational]
    epsilon: NotRequired[Rational]
    delta_high: Rational


@with_config(EXACT)
class Conversion(TypedDict):
    """The (ε, δ) that follow, where they were asked for; ε is null if none does."""

    results: NotRequired[list[DeltaAtMost]]
    epsilon_high: NotRequired[Rational | None]


Value: TypeAlias = Rational | BetweenData


@with_config(EXACT)
class RenyiOutput(Conversion):
    """The moment and the divergence in nats, exactly or between bounds; infinite together."""

    schema: Literal["concomp.compose.measure/1"]
    measure: Literal["renyi"]
    basis: list[str]
    order: Rational
    moment: Value | Infinite
    divergence: Value | Infinite


@with_config(EXACT)
class ConcentratedOutput(Conversion):
    """ρ, exactly or between bounds, and of truncated concentrated differential privacy ω."""

    schema: Literal["concomp.compose.measure/1"]
    measure: Literal["zcdp", "tcdp"]
    basis: list[str]
    rho: Value | Infinite
    omega: NotRequired[Rational]


@with_config(EXACT)
class TradeOffOutput(Answered):
    """The vertices of the tensor product, null where there are too many, and what was asked for."""

    schema: Literal["concomp.compose.measure/1"]
    measure: Literal["fdp"]
    basis: list[str]
    trade_off: list[list[Rational]] | None


MeasureOutput: TypeAlias = RenyiOutput | ConcentratedOutput | TradeOffOutput
MeasureFile: TypeAlias = RenyiFile | ZeroConcentratedFile | TruncatedConcentratedFile | TradeOffFile
