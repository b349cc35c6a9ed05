"""What a deployment tells, and what can be added to it, for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from concomp.confounded.examination import DeltaAt, Examination, LeastFor, Safe
from concomp.confounded.verdicts import Best, Infeasible, verdict
from concomp.model.confounding.informativeness import Witness
from concomp.model.confounding.privacy import Optimum
from concomp.model.confounding.setting import Pair, Setting, is_invertible
from concomp.model.confounding.target import Target
from concomp.model.files.confounding.addition import Wanted
from concomp.model.files.errors import quoted
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.profile import Profile
from concomp.report.quantities import epsilon_at_most, short

EVENT = 4
"""The most joint answers of an event that are listed."""
BRIEF = 10**6
"""From this on the parts of a number are not written out."""
NAME_PARTS = re.compile("[ _.+-]")
"""What joins the parts of a plain name, each of letters and digits."""
CORNERS = 12
"""The most corners of a profile that are listed."""
MORE = {
    "equal": "Pair by pair, M and N tell equally much of the secret.",
    "first": "Pair by pair, M tells at least as much of the secret as N, and sometimes more.",
    "second": "Pair by pair, N tells at least as much of the secret as M, and sometimes more.",
    "incomparable": "Pair by pair, neither of M and N tells at least as much of the secret as the other.",
}


def examination_lines(found: Examination) -> Iterator[str]:
    """The report of a deployment."""
    deployment = found.deployment
    yield (
        f"Secrets: {', '.join(map(_name, deployment.setting.data))}. Mechanisms on the same data: "
        f"{', '.join(map(_name, deployment.mechanisms))}."
    )
    yield from _flags(deployment.setting)
    for least in found.least:
        yield from _least_lines(least)
    for delta in found.deltas:
        yield from _delta_lines(delta)
    yield MORE[found.comparison.more]
    for name, witness in (("M", found.comparison.first), ("N", found.comparison.second)):
        if witness is not None:
            yield f"  {name} tells more: {_test(witness)}"
    yield f"Exact profile of M, (E, delta): {_corners(found.true)}"


def _least_lines(found: LeastFor) -> Iterator[str]:
    yield f"For delta = {short(found.delta)}, the least E:"
    yield f"  M, the true composition: {_loss(found.true.e_eps)}; needed by {_cause(found.true)}"
    below = f"; below M for {_secrets(found.true.pair)}" if found.is_exceeded else ""
    yield f"  N, the product, not a bound: {_loss(found.product.e_eps)}{below}"
    yield f"  the best safe bound: {_loss(found.safe.value)}, {_by(found.safe)}"


def _flags(setting: Setting[str, str]) -> Iterator[str]:
    if is_invertible(setting):
        yield "Each secret has one data value: M and N are the same."
    for pairs, said in (
        (setting.equal_rows, "have the same law of data: nothing can be learnt of which it is"),
        (setting.singular_rows, "have no data in common: who learns the data learns which it is"),
    ):
        if pairs:
            more = f", and {len(pairs) - 1} more pairs," * (len(pairs) > 1)
            yield f"Secrets {' and '.join(map(quoted, pairs[0]))}{more} {said}."


def _delta_lines(found: DeltaAt) -> Iterator[str]:
    yield f"At E = {short(found.e_eps)}, the least delta:"
    yield f"  M, the true composition: {short(found.true)}; needed by {_secrets(found.pair)}"
    below = f"; below M for {_secrets(found.pair)}" if found.product < found.true else ""
    yield f"  N, the product, not a bound: {short(found.product)}{below}"
    yield f"  the best safe bound: {_loss_free(found.safe)}, {_by(found.safe)}"


def _loss_free(safe: Safe) -> str:
    return "none" if safe.value is None else short(safe.value)


def _by(safe: Safe) -> str:
    return "by none of R1, R4, R5" if safe.value is None else f"by {safe.by}"


def _loss(e_eps: Any) -> str:
    return "no E suffices" if e_eps is None else f"{short(e_eps)}, eps {epsilon_at_most(e_eps)}"


def _cause(needed: Optimum[str]) -> str:
    return f"{_secrets(needed.pair)} at {event_text(needed.event)}"


def event_text(event: frozenset[Any]) -> str:
    """Joint answers, or how many there are."""
    listed = [f"[{', '.join(map(quoted, answers))}]" for answers in sorted(event)]
    return ", ".join(listed) if 0 < len(listed) <= EVENT else f"{len(listed)} joint answers"


def _secrets(pair: Pair[str]) -> str:
    return f"secret {quoted(pair[0])} against {quoted(pair[1])}"


def _name(name: str) -> str:
    """A name as it stands, or quoted where it could be taken for other text of the report."""
    return name if all(part.isalnum() for part in NAME_PARTS.split(name)) else quoted(name)


def _test(witness: Witness[str]) -> str:
    return (
        f"testing {_secrets(witness.pair)} with type I error {short(witness.alpha)}, "
        f"the least type II error is {short(witness.errors[0])} by M and {short(witness.errors[1])} by N"
    )


def _corners(profile: Profile) -> str:
    listed = [f"({_brief(e_eps)}, {_brief(delta)})" for e_eps, delta in profile.vertices[:CORNERS]]
    rest = f" and {len(profile.vertices) - CORNERS} more (--json prints all)" * (len(profile.vertices) > CORNERS)
    return ", ".join(listed) + rest


def addition_lines(wanted: Wanted, target: Target, found: Best | Infeasible) -> Iterator[str]:
    """What can be added, reading the secret or the data, so that the extension keeps the target."""
    yield f"To add, reading the {wanted.reads}, with target {_target(target)}: {verdict(found)}."
    if isinstance(found, Infeasible):
        yield f"  What is deployed already needs {_exceeded(target, found)}"
        return
    gap = found.cost - found.bound
    if wanted.costs is None:
        better = f"has more than {short(1 - found.bound)}" if gap else "has more"
        yield f"  chance to tell the secret: {short(1 - found.cost)}; no other one that keeps the target {better}"
    else:
        better = f"has less than {short(found.bound)}" if gap else "has less"
        yield f"  mean cost: {short(found.cost)}; no other one that keeps the target {better}"
    for given, law in found.kernel.items():
        row = ", ".join(f"{_name(output)} with {_brief(law[output])}" for output in wanted.outputs if law[output])
        yield f"  {_name(given)}: {row}"
    yield f"  the extension: {_kept(target, found)}"
    yield f"  The multipliers of the linear program were checked; {_gap(gap)}."


def _target(target: Target) -> str:
    if isinstance(target, PrivacyParameters):
        return f"(E, delta) = ({_brief(target.e_eps)}, {_brief(target.delta)})"
    return f"(tau, delta) = ({_brief(target.tau)}, {_brief(target.delta)}) of beliefs"


def _exceeded(target: Target, found: Infeasible) -> str:
    if isinstance(target, PrivacyParameters):
        least = "no E suffices" if found.needed.e_eps is None else f"E = {short(found.needed.e_eps)}"
        needed = (
            f"delta {short(found.delta)} at E = {_brief(target.e_eps)}, and for delta = {_brief(target.delta)} {least}"
        )
        return f"{needed}: {_cause(found.needed)}"
    return f"{_tau(found.tau)} at delta = 0: its beliefs are not all within the target"


def _kept(target: Target, found: Best) -> str:
    if isinstance(target, PrivacyParameters):
        kept = f"delta = {short(found.delta)} at E = {_brief(target.e_eps)}"
        return f"{kept}; for delta = {_brief(target.delta)}, E = {_loss(found.e_eps)}"
    return f"beliefs keep {_tau(found.tau)} at delta = 0; for delta = 0, E = {_loss(found.e_eps)}"


def _tau(tau: Fraction | None) -> str:
    return "no tau" if tau is None else f"tau = {short(tau)}"


def _brief(number: Fraction) -> str:
    """A number exactly, or approximately where it is long."""
    return str(number) if max(number.numerator, number.denominator) < BRIEF else short(number)


def _gap(gap: Fraction) -> str:
    return f"the gap between cost and bound is {short(gap)}" if gap else "they show that it is best"


def printed_line(e_eps: Fraction, delta: Fraction) -> str:
    """What the printed program takes for optimal, and the least δ of that at E."""
    return (
        "As printed, the program takes it for optimal to tell the secret, whatever the score and the target: "
        f"delta = {short(delta)} at E = {_brief(e_eps)} (erratum Z27)."
    )
