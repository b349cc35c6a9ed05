"""What is launched, read off a mechanism once, so that nothing that is checked can change before it is used."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import lru_cache
from typing import Any, NamedTuple

from concomp.impl.accounting.guarantees import GUARANTEES, Guarantee, read_guarantee
from concomp.impl.accounting.rules.rule import Rule
from concomp.impl.monitors.guard import Guard
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.charge import Charge
from concomp.impl.session.errors import InvalidQuery, NoEvidence
from concomp.impl.session.events import warn
from concomp.impl.session.functions import KnownFunction, known_function
from concomp.impl.session.launches.trust import demand_loss_evidence, demand_property_evidence
from concomp.impl.session.mechanism import ForExperiments, Respond
from concomp.impl.session.outcome import INTERRUPTS, answer_unless_interrupted, outcome_of
from concomp.impl.session.plain import is_finite_space, plain_space
from concomp.impl.session.same import VerySame
from concomp.model.files.evidence import LossEvidence, PropertyEvidence
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.definition import Definition
from concomp.model.laws.measures import Measure
from concomp.model.numbers import ParameterError

LONGEST_NAME = 200
FINITE_ONLY = {
    Measure.GAUSSIAN: "Gaussian losses add up",
    Measure.FDP: "trade-off functions multiply",
}
"""The measures whose theorem on interleaving is about finitely many answers and rounds, and what it says."""
PARTS: dict[str, Callable[[Any], bool]] = {
    "name": lambda name: type(name) is str and 0 < len(name) <= LONGEST_NAME and name.isprintable(),
    "digest": lambda digest: type(digest) is str,
    "function": lambda function: type(getattr(function, "definition", None)) is Definition,
    "loss": lambda loss: type(loss) in GUARANTEES,
    "evidence": lambda evidence: evidence is None or type(evidence) is LossEvidence,
    "properties": lambda properties: (
        type(properties) in (tuple, list) and all(type(each) is PropertyEvidence for each in properties)
    ),
    "answers": lambda answers: isinstance(answers, Container),
    "begin": callable,
}
"""The attributes of a mechanism, and what each must be."""


class Launch(NamedTuple):
    """A launch that is well formed.

    loss: as the rule counts it. function: with respect to which it is lost. properties: the evidence about it.
    guard: makes the guard of a handle. horizon: the most messages; None if there is no most.
    """

    name: str
    loss: Guarantee
    evidence: LossEvidence
    function: KnownFunction
    properties: tuple[PropertyEvidence, ...]
    guard: Callable[[], Guard]
    answers: Container[Any]
    begin: Callable[[Randomness], Respond]

    @property
    def horizon(self) -> int | None:
        """The most messages that the evidence is about."""
        return self.evidence.horizon

    @property
    def charge(self) -> Charge:
        """What it is charged for."""
        return Charge(self.name, self.loss, self.evidence.kind, self.evidence.failures_covered, self.evidence)


def read_launch(mechanism: object, rule: Rule, trusts_declared: bool) -> Launch:
    """The launch of a mechanism under a rule; `contain` it, for it reads what somebody brings.

    Raises InvalidQuery for what is no mechanism, or has a loss that the rule does not count; then NoEvidence where its
    evidence is missing or about something else.
    """
    parts = _parts(mechanism)
    name, evidence, answers, properties = parts["name"], parts["evidence"], parts["answers"], tuple(parts["properties"])
    loss = _read_loss(name, parts["loss"])
    counted = _counted(name, rule, loss)
    function = read_function(f"the verification function of {name}", parts["function"])
    if evidence is None:
        raise NoEvidence(f"{name} brings no evidence of its loss: give it a LossEvidence")
    _demand_evidence(name, parts["digest"], VerySame(function, loss, evidence, *properties), trusts_declared)
    if rule.budget.measure in FINITE_ONLY:
        _demand_finite(name, rule.budget.measure, answers, evidence)
    return Launch(name, counted, evidence, function, properties, function.guard, plain_space(answers), parts["begin"])


@lru_cache(256)
def _demand_evidence(name: str, digest: str, said: VerySame, trusts_declared: bool) -> None:
    """Raise NoEvidence unless the evidence holds; none of what is said ever changes, so that one look is enough."""
    function, loss, evidence, *properties = said.objects
    demand_loss_evidence(name, digest, function, loss, evidence, trusts_declared)
    demand_property_evidence(name, function, properties, trusts_declared)


def _parts(mechanism: object) -> dict[str, Any]:
    """Each attribute, read once; InvalidQuery if one is missing or cannot be read."""
    kind = type(mechanism).__name__
    if issubclass(type(mechanism), ForExperiments):
        remedy = "it is for experiments: give a ContinualMechanism, such as DiscreteGaussian"
        raise InvalidQuery(
            f"what is created, of type {kind}, is drawn in floating point, so its loss is not known: {remedy}"
        )
    parts: dict[str, Any] = {}
    _, error = outcome_of(_read_parts, mechanism, parts)
    answer_unless_interrupted((None, error))
    if error is not None:
        warn("a mechanism raised an exception when it was read")
    if len(parts) < len(PARTS):
        wrong = next(part for part in PARTS if part not in parts)
        raise InvalidQuery(f"what is created, of type {kind}, has no right {wrong}: give a ContinualMechanism")
    return parts


def _read_parts(mechanism: object, parts: dict[str, Any]) -> None:
    for part, is_right in PARTS.items():
        value = getattr(mechanism, part)
        if is_right(value):
            parts[part] = value


def _read_loss(name: str, loss: Guarantee) -> Guarantee:
    """The loss that is stated, made anew: what is compared with the evidence is what is charged, whoever holds it."""
    try:
        return _anew(VerySame(loss))
    except ParameterError as error:
        text = str(error)
    raise InvalidQuery(f"{name}: {text}")


@lru_cache(256)
def _anew(stated: VerySame) -> Guarantee:
    (loss,) = stated.objects
    return read_guarantee(loss.measure, loss.fields)


def _counted(name: str, rule: Rule, loss: Guarantee) -> Guarantee:
    try:
        return rule.convert(loss)
    except ParameterError as error:
        text = str(error)
    raise InvalidQuery(f"{name}: {text}")


def read_function(what: str, function: Runnable) -> KnownFunction:
    """A verification function that runs; InvalidQuery, naming it by `what`, if it does not."""
    try:
        known = known_function(function)
        _ = known.guard
    except INTERRUPTS:
        raise
    except BaseException as error:
        problem = f"{type(error).__name__}: {error}"
    else:
        return known
    raise InvalidQuery(f"{what} does not run: {problem}")


def _demand_finite(name: str, measure: Measure, answers: Container[Any], evidence: LossEvidence) -> None:
    if not is_finite_space(answers) or evidence.horizon is None:
        raise NoEvidence(
            f"{name} has infinitely many answers or messages, for which no theorem says that {FINITE_ONLY[measure]}: "
            "count rho instead, or round and clamp the answers, list them, and bound the number of messages"
        )
