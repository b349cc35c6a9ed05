"""What machine a term stands for: one table, from constructors to descriptions.

A machine is computed from its term, and all unknown kernels, functions and parameters in it are called after the
variables and terms that they belong to. So two terms share exactly what they have in common, and a term cannot be
given the machine of another one. No symbol is called as a variable is: what belongs to x is called x and something
more, so that no variable is the secret bit or an arbitrary index. An unknown part stands for a variable only: a term
that the table does not know, such as one that a theorem has put in for a variable, has no machine of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import WrongStep
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, OTHER, Compound, Constructor, Index, Var
from concomp.obligations.derivations.systems import language
from concomp.obligations.derivations.systems.descriptions import (
    deterministic,
    filters,
    guards,
    kernels,
    neighbours,
    responses,
    slots,
    verifiers,
)
from concomp.obligations.derivations.systems.descriptions.members import Creations, Members, created_part
from concomp.obligations.derivations.systems.descriptions.parts import Halting, InARow


@exactly
def describe(index: Index) -> Halting:
    """The machine of a term; WrongStep if the table has none."""
    if isinstance(index, Var):
        if index.sort not in _UNKNOWN:
            raise WrongStep(f"{index} is a {index.sort}, of which there is no machine")
        return _UNKNOWN[index.sort](index.name)
    if index.constructor not in _MACHINES:
        raise WrongStep(f"nothing says what machine {index} is")
    return _MACHINES[index.constructor](str(index), *index.arguments)


def over(index: Index) -> str:
    """The register that says whether the machine of a term has halted."""
    return describe(index).over


def with_left(index: Index) -> str:
    """The register that says whether, of two machines in a row, the message is with the left one."""
    return f"{index}.with left"


def demand_names_apart(*systems: Index, supposed: Iterable[Index] = ()) -> None:
    """Make sure that neither two terms of a sort, two variables, nor two registers of one system are called alike.

    Nor two parts that draw a tape: one of them would answer as the other has drawn.
    supposed: of what moreover something is supposed. WrongStep if some are.
    """
    named: dict[tuple[str, str], Index] = {}
    for index in (part for each in (*systems, *supposed) for part in _parts_of(each)):
        kind = "variable" if isinstance(index, Var) else index.sort
        alike = {named.setdefault((kind, str(index)), index), named.setdefault((index.sort, str(index)), index)}
        if alike != {index}:
            raise WrongStep(f"two different terms are called {index}")
    for system in systems:
        machine = describe(system)
        for names in ([register.name for register in machine.registers], machine.tapes):
            if len(set(names)) < len(names):
                raise WrongStep(f"{system} has one part twice: call one of them otherwise")


def _parts_of(index: Index) -> list[Index]:
    arguments = index.arguments if isinstance(index, Compound) else ()
    return [index, *(part for argument in arguments for part in _parts_of(argument))]


def _variable(index: Index) -> str:
    """The name of what is unknown; WrongStep if it is put together of something."""
    if not isinstance(index, Var):
        raise WrongStep(f"{index} is a term of its own: prove it of a variable, and put it in")
    return index.name


def _bit(bit: Index) -> Term:
    """A bit as a term: whether it is 1."""
    known = {BIT_0: FALSE, BIT_1: TRUE}
    if bit in known:
        return known[bit]
    if isinstance(bit, Compound) and bit.constructor is OTHER:
        return terms.negation(_bit(bit.arguments[0]))
    return terms.leaf("parameter", BOOL, f"{_variable(bit)}.bit")


def _in_a_row(name: str, left: Index, right: Index) -> Halting:
    return Halting(name, InARow(name, describe(left), describe(right)))


def _identified(name: str, continual: Index) -> Halting:
    return Halting(name, InARow(name, kernels.identifier("I", kernels.WORLD), describe(continual)))


def _identified_at(name: str, bit: Index, continual: Index) -> Halting:
    identifier = kernels.identifier(f"I({bit})", _bit(bit))
    return Halting(name, InARow(name, identifier, describe(continual)))


def _verifier(name: str, function: Index) -> Halting:
    match function:
        case Var(known):
            return Halting(name, kernels.Verifier(known))
        case Compound(constructor, (composition, demand)) if constructor in _SUITABLE:
            known = _composition(composition)
            return verifiers.suitable(name, Creations(known), _demand(name, known, demand), read=_SUITABLE[constructor])
        case Compound(constructor, (interactive,)) if constructor in _NEIGHBOURING:
            return neighbours.neighbouring(name, _variable(interactive), _NEIGHBOURING[constructor])
    raise WrongStep(f"nothing says what {name} is")


_SUITABLE = {language.SUITABLE: True, language.QUERIES_UNREAD: False}
_NEIGHBOURING = {language.NEIGHBOURING: True, language.NEIGHBOURING_AT_FIRST: False}
"""Functions by their constructors, and whether they read queries."""


def _composition(composition: Index) -> str:
    """The name of a composition: a variable, or the responses to one."""
    if isinstance(composition, Compound) and composition.constructor == language.RESPONSES_TO:
        return language.RESPONSES_TO.written.format(_variable(composition.arguments[0]))
    return _variable(composition)


def _demand(verifier: str, composition: str, demand: Index) -> verifiers.Demand:
    if demand in (language.OF_FILTER, language.OF_FILTERED_RESPONSES):
        return filters.Filtered(verifier, composition, demand == language.OF_FILTERED_RESPONSES)
    # What it demands may depend on the composition: on the parameters of its slots, for one.
    return verifiers.Unknown(f"{_variable(demand)} of {composition}")


def _extended(name: str, composition: Index) -> Halting:
    return Halting(name, Members(name, created_part(Creations(_composition(composition)))))


def _beside(name: str, members: Index) -> Halting:
    """What brings pairs of queries to the members, and the members."""
    composed = Members(name, describe(members))
    return Halting(name, InARow(name, verifiers.regroup("G"), Halting("IECC", composed)))


def _members(name: str, composition: Index) -> Halting:
    """V[f_j] ∘* (I ∘* M_j)."""
    creations = Creations(_composition(composition))
    identifier = kernels.identifier("I_j", kernels.WORLD)
    identified = Halting("I ∘* M_j", InARow("I ∘* M_j", identifier, created_part(creations)))
    return Halting(name, InARow(name, verifiers.inside("V_j", creations), identified))


def _fresh(name: str, composition: Index) -> Halting:
    known = _variable(composition)
    return filters.fresh(name, known, Creations(language.RESPONSES_TO.written.format(known)))


def _dealing(name: str, composition: Index, demand: Index, player: Index) -> Halting:
    known = _composition(composition)
    return slots.dealing(name, slots.Slots(known), _handing(known, demand), describe(player))


def _handing(composition: str, demand: Index) -> slots.Handing:
    """Who takes a slot of a composition, by a demand; WrongStep for a demand by which nobody does."""
    if isinstance(demand, Var):
        return slots.AnyHanding(f"{demand} of {composition}")
    if demand not in _HANDING:
        raise WrongStep(f"by {demand} nobody takes a slot")
    return _HANDING[demand]


_HANDING: Mapping[Index, slots.Handing] = {
    language.OF_ALPHAS: slots.AtCreation(by_number=True),
    language.OF_PARAMETERS: slots.AtCreation(by_number=False),
    language.OF_EXCEPTIONS: slots.AtPair(only_first=True),
    language.OF_PURE: slots.AtPair(only_first=False),
}
_UNKNOWN: Mapping[str, Callable[[str], Halting]] = {
    "system": kernels.mechanism,
    "continual mechanism": kernels.mechanism,
    "player": kernels.mechanism,
    "processing": kernels.processing,
}
"""Machines of which nothing is known, by the sorts of variables."""
_MACHINES: Mapping[Constructor, Callable[..., Halting]] = {
    language.BEHIND: _in_a_row,
    language.PROCESSED: _in_a_row,
    language.CHAIN: _in_a_row,
    language.VERIFIER: _verifier,
    language.IDENTIFIER: _identified_at,
    language.IDENTIFIED: _identified,
    language.DETERMINISTIC: lambda name, steps: deterministic.once(name, _variable(steps)),
    language.DOUBLED: lambda name, steps: deterministic.twice(name, _variable(steps)),
    language.EXCHANGING: guards.exchanging,
    language.IDENTICAL_FIRST: guards.identical_first,
    language.IDENTICAL_ALWAYS: guards.identical_always,
    language.ASKED: lambda name, response: responses.asked(str(response)),
    language.KEPT: lambda name, response: responses.kept(name, str(response)),
    language.KEPT_FOR_EVER: lambda name, response: responses.kept(name, str(response), again=True),
    language.ASKING: lambda name, player: responses.asking_first(name, describe(player)),
    language.TOLD: lambda name, player, response: responses.told(name, describe(player), str(response)),
    language.DEALING: _dealing,
    language.EXTENDED_CONCURRENT: _extended,
    language.BESIDE: _beside,
    language.MEMBERS: _members,
    language.ACQUIRING: lambda name, of, player: filters.acquiring(name, _variable(of), describe(player)),
    language.HANDED: lambda name, player: filters.handed(name, describe(player)),
    language.FRESH: _fresh,
    language.BEGINNING: lambda name, interactive: neighbours.beginning(name, _variable(interactive)),
    language.SERVING: lambda name, interactive: neighbours.serving(name, _variable(interactive)),
    language.CONTINUAL: lambda name, interactive: neighbours.as_continual(name, _variable(interactive)),
    language.STARTED: lambda name, interactive: neighbours.started(name, _variable(interactive)),
}
