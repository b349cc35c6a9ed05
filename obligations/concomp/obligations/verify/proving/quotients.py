"""Quotients: an obligation with registers that are always equal made one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.substitution import substitute, substitute_all
from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.encoding.obligation import Instance, Invariant, Obligation
from concomp.obligations.verify.encoding.sums import Sums


def quotient(obligation: Obligation, equations: Invariant) -> Obligation:
    """The obligation on the first register of each set of equal ones."""
    first = {equation.arguments[1]: equation.arguments[0] for equation in equations}
    elsewhere = {
        leaf: substitute(terms.choice(instance.guard, image, leaf), first)
        for instance in obligation.instances
        for leaf, image in _equal_elsewhere(instance, first)
    }
    mapping = {**first, **elsewhere}
    system = obligation.system
    kept = [register for register in system.registers if register.symbol not in first]
    updates = substitute_all([register.update for register in kept], mapping)
    instances = [
        replace(
            instance,
            guard=substitute_all([instance.guard], mapping)[0],
            mapping=tuple(
                (symbol, substitute_all([image], mapping)[0])
                for symbol, image in instance.mapping
                if symbol not in first
            ),
        )
        for instance in obligation.instances
    ]
    allowed, bad, uncovered = substitute_all([system.allowed, system.bad, obligation.uncovered], mapping)
    stated = tuple(dict.fromkeys(substitute_all(obligation.stated, first)))
    registers = tuple(replace(register, update=update) for register, update in zip(kept, updates, strict=True))
    smaller = replace(system, registers=registers, allowed=allowed, bad=bad)
    return Obligation(smaller, tuple(instances), uncovered, stated, _sums(obligation.sums, mapping))


def _sums(sums: Sums | None, mapping: Mapping[Term, Term]) -> Sums | None:
    if sums is None:
        return None
    parts, keys = (tuple(substitute_all(listed, mapping)) for listed in (sums.parts, sums.keys))
    return replace(sums, parts=parts, keys=keys)


def _equal_elsewhere(instance: Instance, first: Mapping[Term, Term]) -> Iterator[tuple[Term, Term]]:
    """Inputs that stand for an equal register at another index, with what they are equal to there."""
    image = dict(instance.mapping)
    for symbol, leaf in instance.unread:
        if symbol in first:
            yield leaf, image.get(first[symbol], first[symbol])
