"""Groups: any number of copies of one mechanism behind a router, of which few get differing inputs.

The router decides which copy gets what, and a copy begins with the first input that it gets. Which that is, and that it
begins, is the same whatever the records are: that is proved of the router.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from concomp.impl.accounting.sparse import Exposure
from concomp.impl.accounting.together import Asked
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.answers import FAILED, HALTED, FixedAnswer
from concomp.impl.session.charge import Receipt
from concomp.impl.session.conversations.conversation import REFUSED, Reply, Single, admits
from concomp.impl.session.conversations.exchange import Exchange
from concomp.impl.session.events import Hook, Kind
from concomp.impl.session.groups.partition import Partition
from concomp.impl.session.handle import Handle
from concomp.impl.session.isolation import demand_usable
from concomp.impl.session.status import Status
from concomp.model.composition.routed import INDEX, PAYLOAD


class Routed:
    """The conversation with a group."""

    __slots__ = ("_exchange", "_exposure", "_guard", "_launch", "_members", "_randomness", "_stand_in", "fixed")

    def __init__(self, partition: Partition) -> None:
        """Take what is launched."""
        self._launch = partition.launch
        self._guard = partition.inputs.guard()
        self._exchange = Exchange(partition.router, partition.longest_exchange)
        self._stand_in = partition.router.definition.on_right.received.sort.default()
        self._exposure = partition.exposure
        self._members: dict[int, Single] = {}
        self._randomness: Randomness | None = None
        self.fixed: FixedAnswer | None = None

    @property
    def created(self) -> int:
        """How many copies there are."""
        return len(self._members)

    @property
    def exposure(self) -> Exposure | None:
        """How much of the δ budget they have used, if there is one."""
        return self._exposure

    def begin(self, randomness: Randomness) -> Kind | None:
        """Note what copies will draw from; none is there yet."""
        self._randomness = randomness
        return None

    def exchange(self, message: object) -> Reply:
        """The router's answer; FAILED or HALTED where a copy that it asked has failed, has ended or cannot begin.

        Such a copy answers so for ever, and the others go on. HALTED for ever if the router ends.
        """
        if self.fixed is not None:
            return self.fixed, None
        if not admits(self._guard, message):
            return REFUSED
        fixed: list[Reply] = []

        def ask(sent: Any) -> object:
            reply, has_ended = self._ask(getattr(sent, INDEX), getattr(sent, PAYLOAD))
            if not has_ended:
                return reply[0]
            fixed.append(reply)
            # The router takes answers only. What it does is proved for all of them, so that it goes on with any one.
            return self._stand_in

        answer = self._exchange.answer(message, ask)
        if self._exchange.is_over:
            self.fixed = HALTED
            return HALTED, "end"
        if fixed:
            return fixed[0][0], next((kind for _, kind in fixed if kind is not None), None)
        return answer, None

    def _ask(self, index: int, payload: object) -> tuple[Reply, bool]:
        """What the copy of this index comes to, and whether that is what it answers for ever."""
        member, kind = self._members.get(index), None
        if member is None:
            if self._exposure is not None:
                after = self._exposure.after_one_more()
                if after is None:
                    return (HALTED, None), True
                self._exposure = after
            member = self._members[index] = Single(self._launch)
            kind = self._begin(member)
        reply = member.exchange(payload)
        if reply is REFUSED:
            # The router is proved to hand out what is accepted; what is not even so is no answer.
            return (FAILED, "failure"), True
        answer, told = reply
        return (answer, kind or told), member.fixed is not None

    def _begin(self, member: Single) -> Kind | None:
        assert self._randomness is not None
        return member.begin(self._randomness)


@dataclass(frozen=True)
class GroupDescription:
    """A group as it stands.

    name: of the copies and the router. at_most: how many copies get differing inputs. inputs: the verification function
    on what is sent. loss, source: what was charged, and the statement that it is enough.
    created: how many copies there are. exposure: how much of the δ budget these have used; None if there is none.
    """

    name: str
    at_most: int
    inputs: str
    loss: Asked
    source: str
    created: int
    exposure: Exposure | None

    def __str__(self) -> str:
        lines = [
            f"group       {self.name}",
            f"charged     {self.loss!r} ({self.source})",
            f"differing   at most {self.at_most}, by the router's proof",
            f"created     {self.created}",
        ]
        if self.exposure is not None:
            lines.append(f"exposure    {self.exposure.used} of {self.exposure.budget}")
        return "\n".join([*lines, f"The guarantee is for pairs of sequences that {self.inputs} accepts."])


class Group(Handle):
    """A group that was launched in a session; `send` hands a message to its router."""

    __slots__ = ("_partition", "_routed")

    def __init__(self, partition: Partition, receipt: Receipt, routed: Routed, status: Status, hook: Hook) -> None:
        """Take what was charged, what answers, and the session's status; `Session.partition` makes groups."""
        super().__init__(partition.charge, receipt, routed, status, hook)
        self._partition = partition
        self._routed = routed

    def describe(self) -> GroupDescription:
        """The group as it stands; WrongProcess and Reentrant."""
        demand_usable(self._status.process)
        partition = self._partition
        return GroupDescription(
            partition.charge.name,
            partition.at_most,
            partition.inputs.function.definition.name,
            partition.charge.loss,
            partition.source,
            self._routed.created,
            self._routed.exposure,
        )

    def __repr__(self) -> str:
        return f"<Group {self.number}: {self.name}>"
