"""What a runner asks: one message a line, answered in the order in which they were sent."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from concomp.conformance.protocol.losses import Listed, Loss, Part
from concomp.conformance.protocol.numbers import Double, Number

PROTOCOL = 1
Handle = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[str, Field(max_length=200)]


class _Command(Part):
    seq: int


class Start(_Command):
    """Begin: say who you are, and forget every handle there was."""

    cmd: Literal["start"] = "start"
    protocol: int
    suite: str


class Open(_Command):
    """Open a filter, an odometer or a session on the data; an odometer has no budget."""

    cmd: Literal["open"] = "open"
    kind: Literal["filter", "odometer", "session"]
    measure: Name
    budget: Loss | None = None
    data: Name = "0"


class Mechanism(Part):
    """A mechanism to be launched.

    kind: "scripted", "session", "table", or one that the target has. loss: what it is charged; of a session its budget.
    answers: in the order of the questions, or a list of them for each data. fails: "always", or the data with which it
    does. Whatever else a mechanism of the target's own takes stands beside these.
    """

    model_config = ConfigDict(extra="allow", frozen=True)

    kind: Name
    loss: Loss | None = None
    budget: Loss | None = None
    answers: list[str] | dict[str, list[str]] | None = None
    fails: Name | None = None
    table: dict[str, Any] | None = None


class Launch(_Command):
    """Launch a mechanism: charge it, then run it on the data."""

    cmd: Literal["launch"] = "launch"
    on: Handle
    mechanism: Mechanism


class Ask(_Command):
    """Ask a mechanism that was launched."""

    cmd: Literal["ask"] = "ask"
    on: Handle
    query: Any


class Spent(_Command):
    """Say what a filter, odometer or session has spent."""

    cmd: Literal["spent"] = "spent"
    on: Handle


class Close(_Command):
    """Close a handle, and with it all that was launched on it."""

    cmd: Literal["close"] = "close"
    on: Handle


class Ran(_Command):
    """Say how many scripted mechanisms that were launched on a handle have seen the data."""

    cmd: Literal["ran"] = "ran"
    on: Handle


class Duplicate(_Command):
    """Try to have a filter, odometer or session twice."""

    cmd: Literal["duplicate"] = "duplicate"
    on: Handle
    how: Literal["copy", "deepcopy", "pickle", "fork"]


class Storm(_Command):
    """Launch a mechanism `each` times in each of so many threads at once, and count what was granted."""

    cmd: Literal["storm"] = "storm"
    on: Handle
    mechanism: Mechanism
    threads: Annotated[int, Field(ge=1, le=64)]
    each: Annotated[int, Field(ge=1, le=10_000)]


class At(Part):
    """Where a composition is asked: at a δ for ε, or at an ε for δ."""

    delta: Number | None = None
    e_eps: Number | None = None
    epsilon: Number | None = None
    epsilon_between: tuple[Double, Double] | None = None


class Compose(_Command):
    """Compose a list of losses that is fixed in advance."""

    cmd: Literal["compose"] = "compose"
    measure: Name = "approximate"
    losses: list[Listed]
    at: At


class Draw(_Command):
    """Draw so many values of a law, each independent of the others.

    tape: the only randomness that there is: the answers, one after the other, to what is drawn below a bound.
    """

    cmd: Literal["draw"] = "draw"
    law: dict[str, Any]
    count: Annotated[int, Field(ge=1, le=200_000)]
    tape: list[Annotated[int, Field(ge=0)]] | None = None


class Check(_Command):
    """Judge a sequence of pairs by a verification function, with values for its parameters: each prefix of it."""

    cmd: Literal["check"] = "check"
    function: dict[str, Any]
    parameters: Annotated[dict[str, Any], Field(default_factory=dict)]
    pairs: list[tuple[Any, Any]]


class Stop(_Command):
    """End."""

    cmd: Literal["stop"] = "stop"


Command = Annotated[
    Start | Open | Launch | Ask | Spent | Close | Ran | Duplicate | Storm | Compose | Draw | Check | Stop,
    Field(discriminator="cmd"),
]
"""A message of the runner."""
COMMAND: TypeAdapter[Command] = TypeAdapter(Command)
