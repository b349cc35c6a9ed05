"""Two neighbouring initial states of an interactive mechanism."""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.obligations.derivations.systems.descriptions.messages import halts
from concomp.obligations.derivations.systems.descriptions.neighbours import Interactive
from concomp.obligations.derivations.systems.laws.law import Law


def initial_states(name: str) -> tuple[Law, ...]:
    """s_0 and s_1 are initial states, no HALT, and neighbours."""
    interactive = Interactive(name)
    zero, one = interactive.first_pair
    both = [says for state in (zero, one) for says in (interactive.starts(state), terms.negation(halts(state)))]
    return (Law((), terms.conjunction([*both, interactive.neighbours(zero, one)])),)
