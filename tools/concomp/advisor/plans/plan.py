"""Plans.

A plan lists the mechanisms that shall run side by side, what each may be sent and loses, and how they come to be. It
is a TOML file, or these objects. Numbers are taken as they are written: integers, or strings like "11/10" and "1e-9".
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictStr, ValidationError
from pydantic_core import ErrorDetails

from concomp.advisor.losses.stated import Stated
from concomp.advisor.plans.errors import PlanError
from concomp.advisor.plans.losses import AnyLoss, Count, Loss, Order, Shape, Slots
from concomp.advisor.plans.noise import Noise
from concomp.impl.accounting.optimal.lattice_composition import COMPONENTS
from concomp.impl.accounting.parameters import PrivacyLoss
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, path, shown
from concomp.model.files.fields import Delta, EEps
from concomp.model.language.monitor import Monitor
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.numbers import rational_text

Creation = Literal["fixed", "adaptive", "parallel", "local", "filter"]
Named = Literal["approximate", "renyi", "zcdp", "tcdp", "fdp"]
"""The measures that a plan can name."""
BYTES = 2**20
"""The largest plan, 1 MiB."""
TYPES = {"int", "str", "none"}
"""Alternatives of a field's type, which pydantic names among the places."""
REMEDIES = {
    "missing": "add it",
    "extra_forbidden": "there is no such field; remove it",
    "greater_than_equal": "give a whole number from 1 on",
    "int_type": "give a whole number",
    "bool_type": "write true or false",
    "string_type": "write a string",
    "list_type": "write a list",
    "too_short": "give at least one",
    "less_than_equal": f"give a whole number up to {COMPONENTS}",
    "model_type": "write a table",
    "dict_type": "write a table",
}


class Mechanism(AnyLoss):
    """One kind of mechanism.

    function: its verification function: FILE.py:Name, the name of a known one, or a Monitor.
    parameters: values of the function's parameters, as typed.
    count: how many of it there are, at most, or "unbounded"; unless it is given, one, or of what a filter launches as
    many as the budget pays for.
    audit: a file with the mechanism itself; if neither E nor ε is given, the least E for its δ is found.
    plan: a file with a plan, if the mechanism is a composition.
    noise: what is added to a number, if that is all the mechanism does; its loss follows.
    record: what the plan's router sends to mechanisms of this kind, if it sends several records.
    """

    name: StrictStr
    function: StrictStr | Monitor | None = None
    parameters: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    count: Count | Literal["unbounded"] | None = None
    audit: StrictStr | None = None
    plan: StrictStr | None = None
    noise: Noise | None = None
    record: StrictStr | None = None

    def component(self, place: str) -> PrivacyLoss:
        """The loss as the accounting takes it, by the noise if that is given; PlanError if it is not stated once."""
        self._demand_noise_alone(place)
        return super().component(place) if self.noise is None else self.noise.loss(self.delta, place)

    def in_measure(self, place: str, order: Fraction | None) -> Stated | None:
        """The loss in another measure than (ε, δ), of noise as well; None if none is given."""
        self._demand_noise_alone(place)
        return super().in_measure(place, order) if self.noise is None else self.noise.in_measure(place)

    def _demand_noise_alone(self, place: str) -> None:
        stated = next((name for name in (*self.measured, "E", "eps") if getattr(self, name) is not None), None)
        if self.noise is not None and stated is not None:
            raise PlanError(f"{place}: {stated}", "given beside noise", "the loss follows from the noise: remove it")


class Plan(Shape):
    """Mechanisms, and how they come to be.

    creation: fixed: all of them stand before the first message. adaptive: their losses are fixed, the mechanisms are
    created on the way. parallel: any of them, of which at most `at_most` get differing inputs. local: each belongs to
    a user, and a server asks them. filter: whatever the budget still pays for.
    discrete: whether all answers are discrete, which only their author can know.
    slots: in the place of `at_most`, the losses of those that may get differing inputs.
    created_at_most: how many mechanisms are created at most, of all kinds together.
    measure: in which measure losses are counted; unless it is given, in (ε, δ), or in one that all of them are brought
    to. order: of "renyi", the α. finite_communication: whether for some c every mechanism has at most c messages and c
    answers, and ends after at most c of them, which only their author can know.
    router, inputs: what hands inputs to the mechanisms, and which inputs it is sent, as a verification function.
    target: what the whole shall satisfy. at_E, at_delta: where the guarantee is asked for.
    """

    title: StrictStr = ""
    creation: Creation
    discrete: StrictBool
    at_most: Count | None = None
    created_at_most: Count | None = None
    measure: Named | None = None
    order: Order | None = None
    finite_communication: StrictBool = False
    slots: list[Slots] = Field(default_factory=list)
    router: StrictStr | PostProcessing | None = None
    inputs: StrictStr | Monitor | None = None
    mechanisms: Annotated[list[Mechanism], Field(min_length=1)]
    budget: AnyLoss | None = None
    target: Loss | None = None
    at_E: list[EEps] = Field(default_factory=list)
    at_delta: list[Delta] = Field(default_factory=list)

    @property
    def is_measured(self) -> bool:
        """Whether a measure is named, or a loss is stated in another one than (ε, δ)."""
        return self.measure is not None or any(each.measured for each in self.losses)

    @property
    def losses(self) -> tuple[AnyLoss, ...]:
        """Everything that a loss is stated of: the mechanisms, and the budget."""
        return (*self.mechanisms, *(() if self.budget is None else (self.budget,)))

    @property
    def one_order(self) -> Fraction | None:
        """The order of all moments of the plan: its own, or the first that a loss is of; None if there is none."""
        orders = (self.order, *(each.order for each in self.losses))
        return next((each for each in orders if each is not None), None)

    def stated(self, loss: AnyLoss, place: str) -> Stated | None:
        """A loss of the plan as it is stated, in whatever measure; None of a mechanism in a file that says nothing."""
        measured = loss.in_measure(place, self.one_order) if self.is_measured else None
        if measured is not None:
            return measured
        unstated = isinstance(loss, Mechanism) and loss.audit is not None and not loss.is_stated
        return None if unstated else loss.component(place)

    @property
    def created(self) -> int | None:
        """How many mechanisms are created at most, by their counts; None if that is unbounded."""
        counts = [self.count_of(each) for each in self.mechanisms]
        return None if None in counts else sum(each for each in counts if each is not None)

    def count_of(self, mechanism: Mechanism) -> int | None:
        """How many there are of one of the mechanisms at most; None if that is unbounded."""
        if mechanism.count is None:
            return None if self.creation == "filter" else 1
        return mechanism.count if isinstance(mechanism.count, int) else None

    @property
    def has_continuous_noise(self) -> bool:
        """Whether a mechanism adds noise that is not on integers."""
        return any(each.noise is not None and not each.noise.is_discrete for each in self.mechanisms)

    def with_discrete_noise(self) -> Plan:
        """The plan with the discrete twin of each noise."""
        mechanisms = [
            each if each.noise is None else each.model_copy(update={"noise": each.noise.twin()})
            for each in self.mechanisms
        ]
        discrete = self.discrete or all(each.noise is not None for each in mechanisms)
        return self.model_copy(update={"mechanisms": mechanisms, "discrete": discrete})

    @property
    def touched(self) -> int | None:
        """How many mechanisms get differing inputs at most; None if nothing is said of that."""
        return sum(each.count for each in self.slots) if self.slots else self.at_most


def read_plan(file: Path) -> Plan:
    """The plan in a file; PlanError if there is none."""
    try:
        fields = tomllib.loads(read_bytes(file, BYTES).decode("utf-8"))
    except FormatError as error:
        raise PlanError(str(file), error.value, error.remedy) from None
    except UnicodeDecodeError:
        raise PlanError(str(file), "is no UTF-8", "write the plan as TOML in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise PlanError(str(file), str(error), "write the plan as TOML") from None
    except RecursionError:
        raise PlanError(str(file), "lists within lists, too deep to be read", "write the plan as TOML") from None
    return make_plan(fields, str(file))


def make_plan(fields: dict[str, Any], source: str = "the plan") -> Plan:
    """The plan that these fields write; PlanError if they contradict each other or one cannot be used."""
    try:
        plan = Plan.model_validate(fields)
    except ValidationError as error:
        details = error.errors(include_url=False)[0]
        raise PlanError(f"{source}: {path(_place(details))}", _found(details), _remedy(details)) from None
    demand_consistent(plan, source)
    return plan


def demand_consistent(plan: Plan, source: str) -> None:
    """PlanError if the fields of the plan contradict each other."""
    filtered = plan.creation == "filter"
    _demand_few(plan, source)
    _demand_router(plan, source)
    _demand_measure(plan, source)
    if filtered != (plan.budget is not None):
        remedy = "say what the filter may spend" if filtered else 'remove it, or write creation = "filter"'
        raise PlanError(f"{source}: budget", "missing" if filtered else "given", remedy)
    created = plan.created
    if created is None and plan.creation in ("fixed", "adaptive"):
        raise PlanError(f"{source}: count", '"unbounded"', f"a {plan.creation} list has an end; give numbers")
    if created is not None and created > COMPONENTS:
        raise PlanError(f"{source}: count", f"{created} in all", f"give at most {COMPONENTS}")
    most = plan.touched
    if created is not None and most is not None and most > created:
        place = "slots" if plan.slots else "at_most"
        raise PlanError(f"{source}: {place}", str(most), f"there are {created} mechanisms; give no more")
    names = [each.name for each in plan.mechanisms]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise PlanError(f"{source}: mechanisms", f'two are called "{twice}"', "give each its own name")
    for each in plan.mechanisms:
        _demand_consistent(each, plan, f"{source}: {each.name}")
    if plan.budget is not None:
        plan.stated(plan.budget, f"{source}: budget")
    if plan.target is not None:
        plan.target.component(f"{source}: target")


def _demand_few(plan: Plan, source: str) -> None:
    """PlanError unless it is said, of a plan for which that matters, how many mechanisms get differing inputs."""
    if plan.creation in ("parallel", "local"):
        if plan.slots and plan.at_most is not None:
            raise PlanError(f"{source}: at_most", "given beside slots", "the slots say how many; remove one of the two")
        if plan.touched is None:
            raise PlanError(f"{source}: at_most", "missing", "say how many get differing inputs at once")
    elif plan.touched is not None:
        place, value = ("slots", "given") if plan.slots else ("at_most", str(plan.at_most))
        raise PlanError(f"{source}: {place}", value, 'remove it, or write creation = "parallel"')
    for number, each in enumerate(plan.slots):
        each.component(f"{source}: slots[{number}]")


def _demand_measure(plan: Plan, source: str) -> None:
    """PlanError if what belongs to a measure stands without it, or a bound on creations is none."""
    if plan.order is not None and plan.measure not in (None, "renyi"):
        remedy = f'{plan.measure} is about no one order: remove it, or write measure = "renyi"'
        raise PlanError(f"{source}: order", rational_text(plan.order), remedy)
    if plan.measure == "renyi" and plan.one_order is None:
        raise PlanError(f"{source}: order", "missing", "say at which order above 1 Renyi divergences are counted")
    if plan.measure == "tcdp" and plan.one_order is None and all(each.omega is None for each in plan.losses):
        raise PlanError(f"{source}: measure", '"tcdp"', "no loss has an omega: state one, or write zcdp")
    if plan.is_measured and plan.slots:
        raise PlanError(f"{source}: slots", "given", "slots are (eps, delta): say at_most, of a plan in a measure")
    most = plan.created_at_most
    if most is not None and plan.creation != "parallel":
        raise PlanError(f"{source}: created_at_most", str(most), 'remove it, or write creation = "parallel"')
    if most is not None and plan.touched is not None and most < plan.touched:
        remedy = f"{plan.touched} of them may get differing inputs: give no less"
        raise PlanError(f"{source}: created_at_most", str(most), remedy)


def _demand_router(plan: Plan, source: str) -> None:
    """PlanError unless a router stands with what it is sent, in a plan for one."""
    if (plan.router is None) != (plan.inputs is None):
        place, remedy = (
            ("inputs", "say which inputs the router is sent: FILE.py:Name, a verification function")
            if plan.inputs is None
            else ("router", "say what hands the inputs out: FILE.py:Name, a post-processing; or remove inputs")
        )
        raise PlanError(f"{source}: {place}", "missing", remedy)
    if plan.router is not None and plan.creation != "parallel":
        raise PlanError(f"{source}: router", "given", 'remove it, or write creation = "parallel"')
    for each in plan.mechanisms:
        if plan.router is not None and each.function is None:
            remedy = "a router is proved against a function in the language: FILE.py:Name"
            raise PlanError(f"{source}: {each.name}: function", "missing", remedy)
        if plan.router is None and each.record is not None:
            raise PlanError(f"{source}: {each.name}: record", f'"{each.record}"', "there is no router; remove it")


def _demand_consistent(mechanism: Mechanism, plan: Plan, place: str) -> None:
    if mechanism.audit is not None and mechanism.plan is not None:
        raise PlanError(place, "both audit and plan", "a mechanism is one or the other; remove one")
    if mechanism.audit is None and mechanism.plan is None and mechanism.function is None:
        raise PlanError(f"{place}: function", "missing", "say what it may be sent: FILE.py:Name, or a known name")
    if mechanism.function is not None and mechanism.plan is not None:
        raise PlanError(f"{place}: function", "given", "what a nested plan may be sent follows from it; remove it")
    other = next((name for name in ("audit", "plan") if getattr(mechanism, name) is not None), None)
    if mechanism.noise is not None and other is not None:
        raise PlanError(f"{place}: noise", f"given beside {other}", "a mechanism is one or the other; remove one")
    if plan.is_measured and mechanism.plan is not None and (mechanism.measured or not mechanism.is_stated):
        raise PlanError(place, "neither E nor eps", "the loss of a nested plan is stated by E or eps, and delta")
    if plan.stated(mechanism, place) is None and mechanism.function is not None:
        raise PlanError(
            place, "neither E nor eps", "give one: the audit is about the function in the file, not this one"
        )


def _place(details: ErrorDetails) -> tuple[str | int, ...]:
    """The location without what only names an alternative of a type."""
    return tuple(
        each for each in details["loc"] if isinstance(each, int) or (each.isidentifier() and each not in TYPES)
    )


def _found(details: ErrorDetails) -> str:
    value = details["input"]
    return "missing" if details["type"] == "missing" else shown(str(value) if isinstance(value, float) else value)


def _remedy(details: ErrorDetails) -> str:
    if details["type"] == "literal_error":
        return f"write {details['ctx']['expected']}"
    return REMEDIES.get(details["type"], details["msg"])
