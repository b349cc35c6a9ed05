"""A finite mechanism, made ready for a session: audited, and its verification function explored."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from concomp.door.audit import claim
from concomp.door.mechanisms import demand_rounds, game
from concomp.impl.accounting.conversions import as_approx
from concomp.impl.accounting.guarantees import FDP, ApproxDP, PureDP
from concomp.impl.accounting.parameters import RationalLoss
from concomp.impl.audit.simulation import NotPrivate, certify
from concomp.impl.monitors.exploration import explored_properties, messages
from concomp.impl.session.errors import NoEvidence
from concomp.impl.session.functions import known_function
from concomp.impl.session.kernel import Kernel, KernelMechanism, tabulate
from concomp.impl.session.launches.trust import demand_property_evidence
from concomp.model.files.certificates import Names, certificate_text, read_certificate
from concomp.model.files.errors import FormatError
from concomp.model.files.evidence import LossEvidence, PropertyEvidence, function_hash
from concomp.model.files.replacing import replace
from concomp.model.language.monitor import Monitor
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.demands import MechanismError
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.privacy import Game
from concomp.model.numbers import ParameterError, value_text
from concomp.model.reduction.certificate import CertificateError, check_certificate
from concomp.report.attackers import plain


def deploy(
    mechanism: InteractiveMechanism,
    *,
    function: Monitor,
    rounds: int,
    loss: PureDP | ApproxDP | FDP,
    name: str | None = None,
    properties: Sequence[PropertyEvidence] | None = None,
    certificate: str | Path | None = None,
) -> KernelMechanism:
    """The mechanism as `Session.create` takes it, with the evidence of an exact audit, or of a certificate.

    mechanism: has one initial state; its queries are all the messages of the verification function, finitely many.
    function: the verification function with respect to which it has the loss.
    rounds: the largest number of messages; a session answers HALTED to more.
    loss: what it loses; the audit is against every adaptive adversary.
    name: what it is called; by its own name unless given.
    properties: what is known of the function, like `concomp.verify(function, …).evidence`; explored unless given.
    certificate: a file to which a certificate of the loss is written, by whose hash the evidence names it;
    `concomp audit FILE.py:NAME --recheck` checks it against `concomp.game` of the same mechanism, function and rounds.
    Raises NoEvidence if it loses more, or a refusal of the function could tell records; ParameterError,
    MechanismError or TooLarge for what cannot be audited, certified or explored; OSError if the file cannot be written.

    >>> from fractions import Fraction
    >>> import concomp
    >>> from concomp.model import Bool, InteractiveMechanism, Law, Monitor
    >>> class Anything(Monitor):
    ...     def step(self, left: Bool, right: Bool) -> None:
    ...         "Every pair is accepted."
    >>> def noisy(state, bit):
    ...     return Law({(state, bit): Fraction(3, 4), (state, not bit): Fraction(1, 4)})
    >>> response = InteractiveMechanism(noisy, ("start",), (False, True), "a response")
    >>> concomp.deploy(response, function=Anything(), rounds=2, loss=concomp.PureDP(e_eps=9))
    <a response: PureDP(e_eps=9), by audit>
    """
    _demand_parts(mechanism, function, loss)
    called = name or mechanism.name
    wanted = messages(function.definition.message)
    queries = mechanism.queries
    if not isinstance(queries, tuple | list) or {(type(q), q) for q in queries} != {(type(m), m) for m in wanted}:
        raise MechanismError(f"the queries of {called} are not all the messages of {function!r}: give these as queries")
    known = _explored(function) if properties is None else _given(properties)
    demand_property_evidence(called, known_function(function), known, False)
    demand_rounds(rounds)
    game(mechanism, rounds=rounds, function=function)
    # What is audited is the table, for it is the table that runs.
    kernel = tabulate(mechanism, wanted, rounds)
    played = game(kernel.as_mechanism(wanted, called), rounds=rounds, function=function)
    for asked in loss.parameters if isinstance(loss, FDP) else (as_approx(loss),):
        pure = asked.loss
        epsilon, e_eps = (None, pure.e_eps) if isinstance(pure, RationalLoss) else (pure.epsilon, None)
        found = claim(played, epsilon=epsilon, e_eps=e_eps, delta=asked.delta)
        if not found:
            raise NoEvidence(f"{called} does not have the loss {loss!r}: {found!r}")
    certificates = () if certificate is None else (_certificate(called, kernel, played, loss, certificate),)
    evidence = LossEvidence(
        subject=kernel.digest,
        function=function_hash(function),
        kind="certificate" if certificates else "audit",
        certificates=certificates,
        measure=loss.measure,
        loss=loss.fields,
        horizon=rounds,
        failures_covered=True,
    )
    return KernelMechanism(called, function, loss, evidence, known, kernel)


def _certificate(called: str, kernel: Kernel, played: Game, loss: PureDP | ApproxDP | FDP, file: str | Path) -> str:
    """The hash of a certificate of the loss, which is written to a file, read again and checked."""
    if isinstance(loss, FDP):
        raise ParameterError(
            "certificate", file, "it is about one (epsilon, delta): deploy without, or state such a loss"
        )
    if not isinstance(file, str | Path):
        raise ParameterError("certificate", file, "name a file, by text or by a Path")
    stated = as_approx(loss)

    def answer(place: Any) -> Any:
        return plain(None if place is HALT else kernel.places[place])

    names = Names(plain, answer)
    try:
        text = certificate_text(certify(played, PrivacyParameters(stated.e_eps_down, stated.delta)), names)
        check_certificate(read_certificate(text.encode(), played, names), played)
    except (NotPrivate, FormatError, CertificateError) as error:
        problem = str(error)
    else:
        replace(file, text.encode())
        return sha256(text.encode()).hexdigest()
    raise NoEvidence(f"there is no certificate that {called} has the loss {loss!r}: {problem}: deploy without one")


def _given(properties: Sequence[PropertyEvidence]) -> tuple[PropertyEvidence, ...]:
    """The evidence that somebody brings; ParameterError if it is something else."""
    if not isinstance(properties, list | tuple) or not all(type(each) is PropertyEvidence for each in properties):
        raise ParameterError("properties", properties, "give PropertyEvidence in a list, as concomp.verify(…).evidence")
    return tuple(properties)


def _explored(function: Monitor) -> tuple[PropertyEvidence, ...]:
    """The evidence that the function is diagonal and public; NoEvidence if it is not."""
    properties = explored_properties(function)
    if len(properties) < 2:
        known = " and ".join(each.property for each in properties) or "neither diagonal nor public"
        raise NoEvidence(f"a refusal of {function!r} could tell records, for it is {known} only")
    return properties


def _demand_parts(mechanism: object, function: object, loss: object) -> None:
    """MechanismError or ParameterError unless they are a mechanism, a function and a loss that can be audited."""
    if not isinstance(mechanism, InteractiveMechanism):
        raise MechanismError(f"the mechanism is {value_text(mechanism)}: give an InteractiveMechanism")
    if not isinstance(function, Monitor):
        raise MechanismError(f"function is {value_text(function)}: give a Monitor, made like Function()")
    if type(loss) not in (PureDP, ApproxDP, FDP):
        raise ParameterError("the loss", loss, "an audit finds (epsilon, delta): give PureDP(…), ApproxDP(…) or FDP(…)")
