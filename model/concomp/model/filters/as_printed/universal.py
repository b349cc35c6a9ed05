"""The printed lines of the universal mechanism."""

from __future__ import annotations

from typing import Any

from concomp.model.filters.as_printed.compositions import EMPTY
from concomp.model.filters.as_printed.lines import unbound
from concomp.model.filters.filtered import Verifier
from concomp.model.filters.messages import INVALID_QUERY, Launch, Next
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, START, InteractiveMechanism
from concomp.model.registry.tags import realises


@realises("Haney23 Algorithm 10")
def universal_mechanism_as_printed(verifies: Verifier, datasets: tuple[Any, ...]) -> InteractiveMechanism:
    """U_{α,ε}; ε_1 on line 6 is the declared loss, there being no other, and ε occurs nowhere. Raises Stuck."""

    def step(s: Any, m: Any) -> Next:
        if m is START:  # 2
            return Law.point((s, EMPTY))  # 3, 4: s' = (0, x) is set, s is returned
        if isinstance(s, tuple) and s[0] == 0 and isinstance(m, Launch):  # 5
            if verifies(m):  # 6
                # 7: the answer and the state change places, M is started in s = (0, x), and is not kept.
                return m.mechanism.respond(s, START).map(lambda sent: ((1, sent[1]), sent[0]))  # type: ignore[no-any-return]
            return Law.point((s, INVALID_QUERY))  # 9
        raise unbound("M" if isinstance(s, tuple) and s[0] == 1 else "s'", 11 if isinstance(s, tuple) else 13)

    return InteractiveMechanism(step, datasets, EVERYTHING, "U as printed")
