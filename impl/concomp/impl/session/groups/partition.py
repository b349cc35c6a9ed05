"""What a group is made of, read off a router and a mechanism once.

That few mechanisms get differing inputs cannot be seen while they run, where there is one world. It is proved of the
router that hands the inputs out, before it runs, and what was proved is compared with what is to run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from concomp.impl.accounting.guarantees import read_guarantee
from concomp.impl.accounting.rules.rule import Rule
from concomp.impl.accounting.sparse import FIRST_PAIR, SWAP, Exposure, SparseLoss, sparse_loss
from concomp.impl.session.arguments import demand_choice
from concomp.impl.session.charge import Charge
from concomp.impl.session.conversations.exchange import demand_longest, running
from concomp.impl.session.errors import InvalidQuery, NoEvidence
from concomp.impl.session.functions import KnownFunction
from concomp.impl.session.launches.launch import Launch, read_function, read_launch
from concomp.impl.session.launches.trust import demand_property_evidence, demand_trusted, evidence_of
from concomp.impl.session.mechanism import ContinualMechanism
from concomp.impl.session.plain import examples
from concomp.model.composition.routed import Route, RoutedInputs
from concomp.model.files.evidence import PropertyEvidence, parameter_texts, routing_hash
from concomp.model.language.monitor import Monitor
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.processings import DefinitionProcessing
from concomp.model.language.readings.json_values import JsonError
from concomp.model.language.readings.machine import demand_as_read
from concomp.model.language.readings.meanings import meanings_in_use, one_meaning_each
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.sorts import RecordSort
from concomp.model.mechanisms.postprocessing import RIGHT
from concomp.model.numbers import Exact, ParameterError, exact_delta, parameter, value_text

LARGEST = 10_000
"""The most mechanisms that may get differing inputs."""
NEEDED = ("total", "destination", "response", "f → f'")
"""The properties of a router without which it is not known who gets differing inputs."""


@dataclass(frozen=True, eq=False, repr=False)
class Router:
    """A post-processing that hands inputs to many mechanisms, and what is known of it.

    processing: the post-processing. inputs: f, the verification function on what it is sent.
    evidence: that it is total, has the destination and the response property, and takes f to the f' of the group; that
    f is diagonal and public; and what of the mechanism's own function is not in the mechanism's evidence.
    """

    processing: PostProcessing
    inputs: Runnable
    evidence: tuple[PropertyEvidence, ...] = ()


@dataclass(frozen=True, repr=False)
class Request:
    """The group that is asked for, as `Session.partition` is given it; what it says is not checked yet.

    router, mechanism: what hands inputs out, and what gets them. at_most: how many get differing inputs.
    delta_budget: what the δ of all that are created may come to. longest_exchange: the most inputs between two answers.
    trust: "declared" also takes what is declared only.
    """

    router: Router
    mechanism: ContinualMechanism
    at_most: int
    delta_budget: Exact | None
    longest_exchange: int
    trust: Literal["declared"] | None


@dataclass(frozen=True)
class _Terms:
    """How many may get differing inputs, and what the δ of all that are created may come to."""

    at_most: int
    delta_budget: Fraction | None


@dataclass(frozen=True, repr=False)
class Partition:
    """A group that is well formed.

    charge: what is charged for all of it. router, inputs: what runs, and the verification function on what it is sent.
    launch: of each mechanism. at_most, source: how many may get differing inputs, and the statement on what they lose.
    exposure: of the mechanisms that are created; None if they may be any number.
    longest_exchange: the most inputs that the router hands out before it answers.
    """

    charge: Charge
    router: DefinitionProcessing
    inputs: KnownFunction
    launch: Launch
    at_most: int
    source: str
    exposure: Exposure | None
    longest_exchange: int


def read_partition(request: Request, rule: Rule) -> Partition:
    """The group that is asked for, under a rule.

    Raises ParameterError for numbers that are none; InvalidQuery for what is no router or mechanism, or if the two do
    not fit, for a loss that the rule does not count, and for a δ budget that is missing or superfluous; NoEvidence
    where evidence is missing or about something else.
    """
    demand_choice("trust", request.trust, (None, "declared"))
    demand_longest("longest_exchange", request.longest_exchange)
    terms = _read_terms(request.at_most, request.delta_budget)
    router, trusts_declared = request.router, request.trust == "declared"
    if type(router) is not Router:
        raise InvalidQuery(f"a {type(router).__name__} is no router: give a Router, with what is proved of it")
    launch = read_launch(request.mechanism, rule, trusts_declared)
    routing = _read_routing(router, launch.function, terms.at_most)
    _demand_readable(routing.processing, launch)
    name = f"copies of {launch.name} behind {routing.processing.definition.name}"
    demand_property_evidence(name, routing.inputs, routing.evidence, trusts_declared)
    is_declared = routing.demand_evidence(trusts_declared)
    evidence = [*routing.evidence, *launch.properties]
    properties = _properties(launch, evidence, trusts_declared)
    is_declared |= properties != _properties(launch, evidence, False)
    lost = _lost(name, launch, terms, properties)
    kind = "declared" if is_declared else launch.evidence.kind
    charge = Charge(name, lost.loss, kind, launch.evidence.failures_covered)
    return Partition(
        charge,
        routing.processing,
        routing.inputs,
        launch,
        terms.at_most,
        lost.source,
        lost.exposure,
        request.longest_exchange,
    )


def _read_terms(at_most: object, delta_budget: Exact | None) -> _Terms:
    """The terms of a group; ParameterError for numbers that are none."""
    if isinstance(at_most, bool) or not isinstance(at_most, int) or not 1 <= at_most <= LARGEST:
        raise ParameterError("at_most", at_most, f"give a whole number from 1 to {LARGEST}")
    budget = None if delta_budget is None else parameter("delta_budget", exact_delta, delta_budget)
    return _Terms(at_most, budget)


@dataclass(frozen=True, repr=False)
class _Routing:
    """A router as it was read. processing: what runs. inputs: f. outputs: the f' of the group."""

    processing: DefinitionProcessing
    inputs: KnownFunction
    outputs: Monitor
    evidence: tuple[PropertyEvidence, ...]

    def demand_evidence(self, trusts_declared: bool) -> bool:
        """Whether it is declared only that the router keeps to f'; NoEvidence where nothing trusted says so."""
        router = self.processing.definition.name
        sides = f"{self.inputs.function.definition.name} → {self.outputs.definition.name}"
        try:
            known = self._parameters()
            subject = routing_hash(self.processing, self.inputs.function, self.outputs)
        except JsonError as error:
            problem = str(error)
        else:
            is_declared = False
            for needed in NEEDED:
                found = evidence_of(needed, subject, known, self.evidence)
                if not found:
                    raise NoEvidence(
                        f"nothing says that the router {router}, as it stands, has the property {needed!r}, for "
                        f"{sides}: bring what verify finds of this router, these functions and parameters"
                    )
                demand_trusted(f"that the router {router} has the property {needed!r}", found, trusts_declared)
                is_declared |= all(each.kind == "declared" for each in found)
            return is_declared
        raise NoEvidence(f"the router {router} has no hash ({problem}): evidence cannot be about it")

    def _parameters(self) -> Mapping[str, Any]:
        """The values of all parameters; InvalidQuery if one name has two, since a proof takes them for one."""
        known: dict[str, Any] = {}
        for each in (self.processing, self.inputs.function, self.outputs):
            for name, value in parameter_texts(each).items():
                if json.dumps(known.setdefault(name, value)) != json.dumps(value):
                    raise InvalidQuery(
                        f"the parameter {name} is {known[name]} and {value} on the two sides of the router "
                        f"{self.processing.definition.name}: give it one value, or rename one"
                    )
        return known


def _read_routing(router: Router, function: KnownFunction, at_most: int) -> _Routing:
    """The router, whose parts fit each other and the mechanism's function."""
    processing, inputs = router.processing, router.inputs
    evidence = tuple(router.evidence) if type(router.evidence) in (tuple, list) else None
    if not isinstance(processing, PostProcessing):
        raise InvalidQuery(f"a {type(processing).__name__} does not route: write a PostProcessing")
    if not type(processing).__name__.isprintable():
        raise InvalidQuery("the class of the router has a name that cannot be printed: rename it")
    if evidence is None or any(type(each) is not PropertyEvidence for each in evidence):
        raise InvalidQuery(f"the evidence of the router {processing!r} is none: give a tuple of PropertyEvidence")
    known = read_function(f"the inputs of {processing!r}", inputs)
    try:
        demand_as_read(processing)
        runs = running(processing)
        outputs = RoutedInputs([Route(_record(runs), function.function)], [at_most])
        received = runs.definition.on_left.received.sort
        message = known.function.definition.message
        if received != message:
            raise LanguageError(
                f"it receives a {received.name}, and {known.function.definition.name} reads a {message.name}",
                "name the function on what it receives",
            )
        parts = (runs, known.function, function.function)
        one_meaning_each(meanings_in_use(each.definition.declared, each.meanings) for each in parts)
    except LanguageError as error:
        problem = str(error)
    else:
        return _Routing(runs, known, outputs, evidence)
    raise InvalidQuery(f"the router {processing!r} does not fit: {problem}")


def _demand_readable(router: DefinitionProcessing, launch: Launch) -> None:
    """Raise InvalidQuery if the mechanism has an answer that the router does not read."""
    sort = router.definition.on_right.received.sort
    unread = next((answer for answer in examples(launch.answers) if not sort.contains(answer)), None)
    if unread is not None:
        raise InvalidQuery(
            f"the router {router.definition.name} reads answers of sort {sort.name}, and {launch.name} may answer "
            f"{value_text(unread)}: annotate the answer of on_right by the sort of the mechanism's answers"
        )


def _record(router: DefinitionProcessing) -> RecordSort:
    """What the router sends to mechanisms; LanguageError if that is no record."""
    handlers = (router.definition.on_left, router.definition.on_right)
    sent = {send.message.sort for handler in handlers for send in handler.sends if send.side is RIGHT}
    if len(sent) == 1 and isinstance(record := next(iter(sent)), RecordSort):
        return record
    names = ", ".join(sorted(sort.name for sort in sent)) or "nothing"
    raise LanguageError(f"{router!r} sends {names} to its right", "send one record, with an index and a payload")


def _properties(launch: Launch, evidence: Iterable[PropertyEvidence], trusts_declared: bool) -> frozenset[str]:
    """Which of the properties on which the loss depends the mechanism's function is known to have."""
    function, listed = launch.function, list(evidence)
    trusted = [each for each in listed if trusts_declared or each.kind != "declared"]
    return frozenset(
        each for each in (FIRST_PAIR, SWAP) if evidence_of(each, function.definition_hash, function.parameters, trusted)
    )


def _lost(name: str, launch: Launch, terms: _Terms, properties: frozenset[str]) -> SparseLoss:
    loss = read_guarantee(launch.evidence.measure, launch.evidence.loss)
    try:
        return sparse_loss(loss, terms.at_most, properties, terms.delta_budget)
    except ParameterError as error:
        problem = str(error)
    raise InvalidQuery(f"{name}: {problem}")
