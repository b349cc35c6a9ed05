"""What machines are made of: the functions and parameters that what they do depends on.

A law about an unknown part may speak of what the machine of that part is made of, which is computed here from what it
does, and so of no other part, of no register and no message, and never of the secret bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import WORLD
from concomp.obligations.derivations.systems.descriptions.parts import System
from concomp.obligations.derivations.systems.descriptions.table import describe
from concomp.obligations.derivations.systems.descriptions.text import KNOWN


def vocabulary(systems: Iterable[Index]) -> frozenset[object]:
    """What the machines of some terms are made of."""
    return spoken_of(term for each in systems for term in _does(System(describe(each)))) - {WORLD}


def spoken_of(said: Iterable[Term]) -> frozenset[object]:
    """The functions, and the symbols that stand for something unknown, that terms speak of."""
    found = list(terms.descendants(list(said)))
    functions = {term.data for term in found if term.operator == "apply"}
    unknown = {term for term in found if term.operator == "parameter" and not terms.is_constant(term)}
    return frozenset({each for each in functions if getattr(each, "name", "") not in KNOWN} | unknown)


def _does(system: System) -> Iterator[Term]:
    """All that a machine does, as terms."""
    yield from (register.initial for register in system.registers)
    yield from (argument for call in system.calls for argument in call.arguments)
    for turn in (system.hear(HEARD), system.move):
        yield from (*turn.config.values(), turn.stays, turn.to_right, turn.leftwards, turn.rightwards)
