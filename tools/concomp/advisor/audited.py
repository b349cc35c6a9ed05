"""Whether the mechanism in a file has the loss that a plan states for it in another measure than (ε, δ)."""

from __future__ import annotations

from fractions import Fraction

from concomp.advisor.guarantees.guarantee import STEPS
from concomp.advisor.hypotheses.situation import Source
from concomp.advisor.losses.stated import Stated
from concomp.advisor.plans.errors import PlanError
from concomp.impl.accounting.guarantees import FDP, ZCDP
from concomp.impl.accounting.measures.concentrated import TCDP
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.impl.accounting.measures.trade_off_composition import profile_of
from concomp.impl.accounting.optimal import tails
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.measures.directions import Rhos
from concomp.impl.audit.setting import of_document
from concomp.model.files.schema import Continual
from concomp.model.laws.balls import Undecided
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import rational_text
from concomp.report.quantities import from_to

TOLD = (TooLarge, Undecided, tails.Undecided)
"""What an audit ends with that says neither that a loss is as stated nor that it is larger."""


def audited(document: Continual, stated: Stated, place: str, within: str = "") -> Source:
    """Where the loss comes from; PlanError, which says within what, if the mechanism in the file loses more."""
    audit = Audit(of_document(document), STEPS)
    try:
        match stated:
            case RenyiLoss():
                return _of_moment(audit, stated, place, within)
            case ZCDP():
                return _of_rho(audit.rhos(None), stated.rho, place, within)
            case TCDP():
                return _of_rho(audit.rhos(stated.omega), stated.rho, place, within)
            case FDP():
                return _of_function(audit, stated, place, within)
    except TOLD:
        pass
    return "declared"


def least_moment(document: Continual, order: int, place: str) -> Fraction | None:
    """The largest moment of the mechanism in a file, None if it is infinite; PlanError if that takes too much."""
    try:
        found = Audit(of_document(document), STEPS).moment(order)
    except TooLarge as error:
        remedy = f"give one: the file is too large to find it ({error})"
        raise PlanError(f"{place}: moment", "missing", remedy) from None
    return None if None in found else max(each for each in found if each is not None)


def _of_moment(audit: Audit, stated: RenyiLoss, place: str, within: str) -> Source:
    if stated.moments is None:
        return "audited"
    order, found = rational_text(stated.order), audit.moments(stated.order).of_worlds
    larger = [each for each in found if each is None or each[0] > stated.moments.high]
    if larger:
        value = rational_text(stated.moments.low) if stated.moments.is_exact else str(float(stated.moments.high))
        raise PlanError(
            f"{place}: moment", value, f"the file's moment of order {order} is {_said(larger)}{within}; state that"
        )
    return "audited" if all(each is not None and each[1] <= stated.moments.low for each in found) else "declared"


def _said(larger: list[tuple[Fraction, Fraction] | None]) -> str:
    known = [each for each in larger if each is not None]
    if len(known) < len(larger):
        return "infinite"
    low, high = max(known)
    return rational_text(low) if low == high else from_to(low, high)


def _of_rho(found: Rhos, rho: Fraction, place: str, within: str) -> Source:
    if not found.exceed(rho):
        return "audited"
    larger = found.larger
    least = "infinite" if larger is None else from_to(*larger)
    raise PlanError(
        f"{place}: rho", rational_text(rho), f"the file's least rho is {least}{within}; state at least that"
    )


def _of_function(audit: Audit, stated: FDP, place: str, within: str) -> Source:
    exact, claimed = audit.curve.profile(), profile_of(stated.function)
    for e_eps in sorted({e_eps for profile in (exact, claimed) for e_eps, _ in profile.vertices}):
        if exact(e_eps) > claimed(e_eps):
            says = f"delta = {rational_text(claimed(e_eps))} at E = {rational_text(e_eps)}"
            remedy = f"the file's exact delta there is {rational_text(exact(e_eps))}{within}; state a function below"
            raise PlanError(f"{place}: trade_off", says, remedy)
    return "audited"
