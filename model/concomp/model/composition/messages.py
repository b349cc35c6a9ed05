"""The messages of a concurrent composition.

A creation query (M, s, ε, δ, f) asks for mechanism M in its single initial state s and asserts that it is
(ε,δ)-DP with respect to f. A query (q, i) is for the i-th created mechanism, counted from 1.
"""

from __future__ import annotations

from concomp.model.language import Int, Opaque, Real, Record


class Mechanism(Opaque):
    """A continual mechanism, named by itself."""


class InitialState(Opaque):
    """A state in which a mechanism starts."""


class Function(Opaque):
    """A verification function, named by itself."""


class Payload(Opaque):
    """What is asked of a created mechanism."""


class Create(Record):
    """A creation query (M, s, ε, δ, f); e_eps is e^ε."""

    mechanism: Mechanism
    initial: InitialState
    e_eps: Real
    delta: Real
    function: Function


class Query(Record):
    """A query (payload, index) for the index-th created mechanism."""

    payload: Payload
    index: Int
