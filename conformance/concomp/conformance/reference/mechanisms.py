"""concomp's own mechanisms, as messages name them.

Their data come in messages. So what is asked is a list of two texts, one for each data: the target sends the one that
is for its data.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.targets.outcomes import Refused, Unsupported
from concomp.impl.mechanisms.counters.binary_tree import BinaryTreeCounter
from concomp.impl.mechanisms.functions import Comparison
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.responses import RandomisedResponse
from concomp.impl.mechanisms.thresholds import AboveThreshold, SparseVector
from concomp.impl.session.answers import HALTED
from concomp.impl.session.handle import Handle
from concomp.impl.session.mechanism import ContinualMechanism
from concomp.model.mechanisms.named.catalogue import answer_text

Fields = Mapping[str, Any]
SIDES = ("0", "1")
"""The data that a message has a text for."""


@dataclass(frozen=True)
class Own:
    """A mechanism of concomp's own.

    make: makes it from the fields of the message. message: what is sent for a text.
    """

    make: Callable[[Fields], ContinualMechanism]
    message: Callable[[str], object]


def _response(fields: Fields) -> ContinualMechanism:
    return RandomisedResponse(read_number(fields["e_eps"]), read_number(fields.get("delta", "0")))


def _geometric(fields: Fields) -> ContinualMechanism:
    return DiscreteLaplace(1 / read_number(fields["ratio"]))


def _ratios(fields: Fields) -> dict[str, Any]:
    return {name: read_number(fields[name]) for name in ("threshold_ratio", "query_ratio")}


def _counter(fields: Fields) -> ContinualMechanism:
    return BinaryTreeCounter(int(fields["steps"]), e_eps=read_number(fields["e_eps"]))


OWN: Mapping[str, Own] = {
    "randomised_response": Own(_response, lambda text: text == "1"),
    "two_sided_geometric": Own(_geometric, int),
    "above_threshold": Own(
        lambda fields: AboveThreshold(**_ratios(fields)), lambda text: Comparison(value=int(text), threshold=1)
    ),
    "sparse_vector": Own(
        lambda fields: SparseVector(**_ratios(fields), positives=int(fields["positives"])),
        lambda text: Comparison(value=int(text), threshold=1),
    ),
    "counter": Own(_counter, int),
}
"""The mechanisms by their names."""


@dataclass(frozen=True)
class Running:
    """A mechanism of concomp's own that runs on data."""

    handle: Handle
    own: Own
    data: str

    def ask(self, query: Any) -> object:
        """The answer to the text that is for the data."""
        if not (isinstance(query, list) and len(query) == len(SIDES) and self.data in SIDES):
            raise Refused('query: give a list of two texts, for the data "0" and "1"')
        answer = self.handle.query(self.own.message(str(query[SIDES.index(self.data)])))
        if answer is HALTED:
            raise Refused("the mechanism has ended: launch another")
        return answer if isinstance(answer, int) and not isinstance(answer, bool) else _text(answer)

    def close(self) -> None:
        """End it."""
        self.handle.close()


def own_mechanism(mechanism: Mechanism) -> tuple[Own, ContinualMechanism]:
    """What a message names; Unsupported if there is no such mechanism, Refused if a field of it is missing."""
    own = OWN.get(mechanism.kind)
    if own is None:
        raise Unsupported(f"mechanism: {mechanism.kind}")
    try:
        return own, _made(own, json.dumps(mechanism.model_extra or {}, sort_keys=True))
    except KeyError as error:
        raise Refused(f"mechanism: {error.args[0]} is missing: give it") from None


@lru_cache(maxsize=64)
def _made(own: Own, fields: str) -> ContinualMechanism:
    """A mechanism, which is launched as often as is wished: what it states about itself is found once."""
    return own.make(json.loads(fields))


def _text(answer: object) -> object:
    """An answer as mechanism files write it."""
    if isinstance(answer, tuple):
        answer = tuple(int(part) if isinstance(part, bool) else part for part in answer)
    return answer_text(answer)
