"""What a fact is: a formula that holds for all values of its free variables, made by a rule from earlier facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, field
from itertools import count
from types import MappingProxyType, NoneType
from typing import Any, final

from concomp.obligations.derivations.kernel.definitions import Symbol, described, symbols
from concomp.obligations.derivations.kernel.exactness import demand_fields
from concomp.obligations.derivations.kernel.indices import Compound, Index, Values, Var, variables
from concomp.obligations.derivations.kernel.language import FORMULAS, TERMS, Formula, Real
from concomp.obligations.derivations.kernel.plurals import beside_suppositions, said_of_every_one
from concomp.obligations.derivations.kernel.sealing import demand_exactly, demand_one_line, sealed
from concomp.obligations.derivations.kernel.steps import Asked, SolvedStep
from concomp.obligations.derivations.kernel.trusted import SAYS


class WrongStep(ValueError):
    """Thrown by a rule whose premises do not fit."""


@final
@sealed
@dataclass(frozen=True, slots=True)
class Rule:
    """A trusted rule: one of the table, made once, by the module that knows how to conclude by it.

    defines: whether it says what a new quantity is. solves: whether solvers answer for what it makes. generalises:
    whether its conclusion supposes, in its formula, all that its premises rest on. closed: whether its premises must
    rest on no assumption. collective: whether its conclusion need not be said of every one of whom its premises are.
    binds: its own variables: its premises hold for all values of them, and no system, function or the like that it is
    about speaks of one. speaks_of: quantities that have a meaning of their own to it. meanings: all definitions that
    these may have.
    """

    name: str
    defines: bool = False
    solves: bool = False
    generalises: bool = False
    closed: bool = False
    collective: bool = False
    binds: frozenset[Var] = frozenset()
    speaks_of: frozenset[Symbol] = frozenset()
    meanings: frozenset[Formula] = frozenset()

    def __post_init__(self) -> None:
        """Refuse what only looks like these, a rule that is not trusted, and a second one of a name."""
        demand_fields(self)
        demand(self.name in SAYS, f"“{self.name}” is no trusted rule: conclude by those of `trusted`")
        demand(self.name not in _RULES, f"there is a rule “{self.name}” already, with its own conditions: use that one")
        _RULES[self.name] = self

    @property
    def says(self) -> str:
        """What it says, once and precisely."""
        return SAYS[self.name]


_RULES: dict[str, Rule] = {}
"""The rules, by name, once they are made."""


Argument = str | Index | Real | Formula | Values | tuple["Argument", ...]
"""What besides its premises determines what a rule makes of them."""


@final
@sealed
@dataclass(frozen=True, slots=True)
class Assumption:
    """The hypothesis of an induction over `over`: a formula at one value of what it fixes, and all values otherwise."""

    formula: Formula
    over: Var
    fixes: frozenset[Var]

    def __post_init__(self) -> None:
        """Refuse what is no formula or variable."""
        demand_fields(self)


_DERIVED: list[Rule] = []
"""The rules that somebody derives by."""


_TOKEN = object()
"""Who has this makes facts."""


@final
@sealed
@dataclass(frozen=True, eq=False, kw_only=True, slots=True)
class Fact:
    """A formula that holds for all values of its free variables, as far as its assumptions hold; made by `derive` only.

    rule: by which it was made of the premises, with the arguments `using`. origin: the statement that it is, or that it
    comes from. claim: what the solvers were asked, for a solved fact. number: how many facts were made before. symbols:
    the quantities of which the formula speaks.
    """

    formula: Formula
    rule: Rule
    premises: tuple[Fact, ...] = field(repr=False)
    using: Mapping[str, Argument] = field(repr=False)
    assumptions: frozenset[Assumption]
    name: str
    origin: str | None
    claim: SolvedStep | Asked | None
    token: InitVar[object] = None
    number: int = field(default_factory=count().__next__, init=False, repr=False)
    symbols: frozenset[Symbol] = field(init=False, repr=False)

    def __post_init__(self, token: object) -> None:
        """Refuse what was not made by `derive`, nor named by `_label`."""
        demand(token is _TOKEN, f"{self.formula} was made by no rule: a fact is made by the rules of the kernel only")
        object.__setattr__(self, "symbols", symbols(self.formula))

    def __reduce__(self) -> str:
        """Refuse to be copied, or to come from another process."""
        raise WrongStep(f"{self.formula} cannot be copied: derive it where it is used")

    @property
    def fixed(self) -> frozenset[Var]:
        """The variables that the assumptions fix."""
        return frozenset().union(*(assumption.fixes for assumption in self.assumptions))


def demand(holds: bool, otherwise: str) -> None:
    """Go on if a rule's premises fit; raise WrongStep if they do not."""
    if not holds:
        raise WrongStep(otherwise)


def _derive(
    rule: Rule,
    formula: Formula,
    *premises: Fact,
    name: str = "",
    using: Mapping[str, Argument] | None = None,
    origin: str | None = None,
    claim: SolvedStep | Asked | None = None,
    supposing: frozenset[Assumption] = frozenset(),
    discharging: frozenset[Assumption] = frozenset(),
) -> Fact:
    """The fact that a rule makes of premises.

    using: the arguments, by name, that with the premises determine the formula, so that the step can be replayed.
    claim: what the solvers answer for. supposing, discharging: the assumptions that it makes, or no longer rests on.
    """
    demand_exactly(FORMULAS, formula)
    demand_exactly((Fact,), *premises)
    demand_exactly((Asked, SolvedStep, NoneType), claim)
    demand_one_line(name, origin or "")
    _demand_arguments(tuple((using or {}).values()))
    demand(rule.solves == (claim is not None), f"{formula}: what is solved has a claim, and nothing else has")
    _demand_generality(rule, premises)
    _demand_of_every_one(rule, formula, premises)
    _demand_apart(rule, formula, *(fact.formula for fact in premises))
    inherited = frozenset[Assumption]().union(*(fact.assumptions for fact in premises))
    return Fact(
        formula=formula,
        rule=rule,
        premises=premises,
        using=MappingProxyType(dict(using or {})),
        assumptions=(inherited - discharging) | supposing,
        name=name,
        origin=origin,
        claim=claim,
        token=_TOKEN,
    )


Derive = Callable[..., Fact]
"""From a rule, a formula and premises, and what else `_derive` is told, a fact."""


def deriving(*rules: Rule) -> Derive:
    """What makes facts by these rules; once for each, for the module that knows how to conclude by it.

    Raises WrongStep for a rule that another module derives by, and for what only looks like a rule.
    """
    demand_exactly((Rule,), *rules)
    for rule in rules:
        demand(_RULES.get(rule.name) is rule, f"“{rule.name}” is not the rule of this name: use that one")
        demand(
            not any(rule is each for each in _DERIVED),
            f"“{rule.name}” is derived by its own module: conclude by the functions there",
        )
        _DERIVED.append(rule)

    def derive(rule: Rule, formula: Formula, *premises: Fact, **more: Any) -> Fact:
        demand_exactly((Rule,), rule)
        demand(any(rule is each for each in rules), f"“{rule.name}” is derived by another module")
        return _derive(rule, formula, *premises, **more)

    return derive


def _demand_generality(rule: Rule, premises: tuple[Fact, ...]) -> None:
    """Make sure that premises hold as generally as a rule needs them to."""
    for fact in premises:
        demand(not (rule.closed and fact.assumptions), f"{fact.formula} rests on an assumption")
        fixed = ", ".join(sorted(map(str, rule.binds & fact.fixed)))
        demand(not fixed, f"{fixed} is fixed by an assumption of {fact.formula}")


def _demand_of_every_one(rule: Rule, formula: Formula, premises: tuple[Fact, ...]) -> None:
    """Make sure that what is said of every one in premises leads to something about every one of these."""
    *said, concluded = beside_suppositions(*(fact.formula for fact in premises), formula)
    supposed = frozenset[Index]().union(*map(said_of_every_one, said))
    lost = ", ".join(sorted(map(str, supposed - said_of_every_one(concluded))))
    demand(rule.collective or not lost, f"{formula} is not about {lost}, as the premises are: there may be none")


def _demand_apart(rule: Rule, *formulas: Formula) -> None:
    """Make sure that no index that stands in a rule's formulas speaks of a variable of the rule's own."""
    for index in (each for formula in formulas if rule.binds for each in described(formula)):
        captured = ", ".join(sorted(map(str, rule.binds & variables(index))))
        demand(not captured, f"{index} speaks of {captured}, which is a variable of “{rule.name}” itself: rename it")


def _demand_arguments(arguments: object) -> None:
    demand_exactly((str, Var, Compound, tuple, dict, *TERMS, *FORMULAS), arguments)
    if isinstance(arguments, tuple | dict):
        for each in arguments:
            _demand_arguments(each)
    if isinstance(arguments, dict):
        demand_exactly((Var, Compound), *arguments.values())


def _label(fact: Fact, origin: str, name: str) -> Fact:
    """The same fact, known as the statement of a key."""
    demand_exactly((Fact,), fact)
    demand_one_line(origin, name)
    return Fact(
        formula=fact.formula,
        rule=fact.rule,
        premises=fact.premises,
        using=fact.using,
        assumptions=fact.assumptions,
        name=name or fact.name,
        origin=origin,
        claim=fact.claim,
        token=_TOKEN,
    )
