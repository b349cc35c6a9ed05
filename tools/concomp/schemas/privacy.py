"""What `concomp audit` and `compose` print with `--json`, and the list of parameters that `compose` reads."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from concomp.schemas.values import EXACT, Message, Number, PrivacyText, Rational


@with_config(EXACT)
class DeltaAt(TypedDict):
    """The least δ of a composition at E or at ε, whichever was asked, or bounds of it."""

    e_eps: NotRequired[Rational]
    epsilon: NotRequired[Rational]
    delta: NotRequired[Rational]
    delta_low: NotRequired[Rational]
    delta_high: NotRequired[Rational]


@with_config(EXACT)
class Answered(TypedDict):
    """What a composition answers about (ε, δ): the least δ where it was asked for, and the least E."""

    results: NotRequired[list[DeltaAt]]
    e_eps: NotRequired[Rational | None]
    e_eps_low: NotRequired[Rational]
    e_eps_high: NotRequired[Rational]
    epsilon: NotRequired[float | None]


@with_config(EXACT)
class ComposeOutput(Answered):
    """`concomp compose --json`: what was asked for, by what it holds, and why bounds are apart beyond rounding."""

    schema: Literal["concomp.compose/1"]
    basis: NotRequired[str]
    reasons: NotRequired[list[str]]


@with_config(EXACT)
class AuditedAt(TypedDict):
    """The exact privacy at E: δ of each world over the other, and their maximum."""

    e_eps: Rational
    delta_0: Rational
    delta_1: Rational
    delta: Rational


@with_config(EXACT)
class LeastE(TypedDict):
    """The least E for a δ; null if none suffices."""

    delta: Rational
    e_eps: Rational | None


@with_config(EXACT)
class TargetData(TypedDict):
    """Whether the target is exceeded; at an ε that is asked about, E is taken just below e^ε."""

    epsilon: NotRequired[Rational]
    e_eps: Rational
    delta: Rational
    exceeded: bool


@with_config(EXACT)
class AttackData(TypedDict):
    """The best attacker at E: a decision tree where that is small, and a plan whose steps share what repeats."""

    e_eps: Rational
    suspected: int
    delta: Rational
    tree: Message
    plan: list[Message] | None


@with_config(EXACT)
class BetweenData(TypedDict):
    """Two rationals between which a number lies."""

    low: Rational
    high: Rational


@with_config(EXACT)
class MomentData(TypedDict):
    """Rényi moments of a whole order, of each world over the other; null for infinity.

    divergence: the larger one in nats.
    """

    order: int
    moment_0: Rational | None
    moment_1: Rational | None
    divergence: BetweenData | None


@with_config(EXACT)
class MomentBetween(TypedDict):
    """The same of an order that is not whole."""

    order: Rational
    moment_0: BetweenData | None
    moment_1: BetweenData | None
    divergence: BetweenData | None


@with_config(EXACT)
class ReachedRho(TypedDict):
    """The least ρ of one direction, and an order that reaches `low`; near to it, if it is 1 or ω."""

    low: Rational
    high: Rational
    order: Rational


@with_config(EXACT)
class TargetRho(TypedDict):
    """A ρ that was asked about, and whether it is exceeded."""

    rho: Rational
    exceeded: bool


@with_config(EXACT)
class ConcentratedData(TypedDict):
    """The least ρ at all orders between 1 and ω, null for every order above 1; null where no ρ suffices."""

    omega: Rational | None
    rho: BetweenData | None
    rho_0: ReachedRho | None
    rho_1: ReachedRho | None
    target: NotRequired[TargetRho]


@with_config(EXACT)
class AuditOutput(TypedDict):
    """`concomp audit --json`; what was not asked for by an option of its own is left out."""

    schema: Literal["concomp.audit/1"]
    horizon: int
    results: list[AuditedAt]
    profile: list[list[Rational]] | None
    least: NotRequired[LeastE]
    target: NotRequired[TargetData]
    attackers: NotRequired[list[AttackData]]
    renyi: NotRequired[list[MomentData]]
    renyi_between: NotRequired[list[MomentBetween]]
    concentrated: NotRequired[list[ConcentratedData]]
    trade_off: NotRequired[list[list[Rational]]]


@with_config(EXACT)
class BoundedAt(TypedDict):
    """Bounds of the least δ at E."""

    e_eps: Rational
    delta_low: Rational
    delta_high: Rational


@with_config(EXACT)
class LeastBetween(TypedDict):
    """Bounds of the least E for a δ; null where there is none."""

    delta: Rational
    e_eps_low: Rational | None
    e_eps_high: Rational | None


@with_config(EXACT)
class BoundsOutput(TypedDict):
    """`concomp audit --bounds --json`; with the reasons why bounds are apart, none where they are exact."""

    schema: Literal["concomp.audit.bounds/1"]
    horizon: int
    results: list[BoundedAt]
    reasons: list[str]
    least: NotRequired[LeastBetween]
    target: NotRequired[TargetData]


@with_config(EXACT)
class RecheckOutput(TypedDict):
    """`concomp audit --recheck --json`: whether a simulation certificate holds, and the fault if it does not."""

    schema: Literal["concomp.audit.recheck/1"]
    holds: bool
    e_eps: Rational
    delta: Rational
    histories: int
    fault: str | None


@with_config(EXACT)
class NoiseData(TypedDict):
    """Noise on the integers, by its law."""

    law: Literal["discrete_gaussian", "discrete_laplace", "two_sided_geometric"]
    variance: NotRequired[Number]
    scale: NotRequired[Number]
    ratio: NotRequired[Number]
    sensitivity: NotRequired[Number]


@with_config(EXACT)
class MechanismFile(TypedDict):
    """A mechanism file, by its path from the folder of this one."""

    file: str


@with_config(ConfigDict(extra="allow"))
class MechanismContents(TypedDict):
    """A mechanism as mechanism.json describes it, its kernel listed or named."""

    type: Literal["mechanism", "cm", "composition"]


@with_config(EXACT)
class ComposeFile(TypedDict):
    """What `concomp compose --file` reads: parameters, noise, mechanisms or their files, and what is asked for."""

    params: Annotated[
        list[tuple[Number, Number] | PrivacyText | NoiseData | MechanismContents | MechanismFile], Field(min_length=1)
    ]
    e_eps: NotRequired[list[Number]]
    epsilon: NotRequired[list[Number]]
    delta: NotRequired[Number]
