"""A function that has the name of another one's."""

from __future__ import annotations

from concomp.model import Int, Monitor, parameter, require


class Near(Monitor):
    """Every message may differ, by at most k."""

    k = parameter(Int, where=lambda k: k >= 0)

    def step(self, left: Int, right: Int) -> None:
        require((left - right <= self.k) & (right - left <= self.k))
