"""concomp as a target of its own suite."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from itertools import count
from threading import Barrier, Thread
from typing import Any

from concomp.conformance.protocol.commands import At, Mechanism
from concomp.conformance.protocol.functions import read_function, read_pairs
from concomp.conformance.protocol.losses import Listed, Loss, written
from concomp.conformance.reference.claims import CLAIMS
from concomp.conformance.reference.composition import compose
from concomp.conformance.reference.forked import Forked
from concomp.conformance.reference.mechanisms import Running
from concomp.conformance.reference.meters import Meter, open_meter
from concomp.conformance.reference.noise import draw, draw_from_tape
from concomp.conformance.targets.outcomes import Refused, Unsupported
from concomp.impl.monitors.verifier import compile_monitor
from concomp.impl.session.answers import FAILED, HALTED
from concomp.impl.session.errors import SessionError
from concomp.impl.session.handle import Handle
from concomp.impl.session.session import Session
from concomp.model.language.readings.json_values import JsonError
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.numbers import NumberError, ParameterError

COPIES: Mapping[str, Callable[[Session], Session]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda session: pickle.loads(pickle.dumps(session)),
}


@dataclass(frozen=True)
class Elsewhere:
    """A handle in a copied process."""

    process: Forked
    handle: str


class Reference:
    """concomp: its sessions, its compositions, its verifiers and its noise."""

    name = "concomp"
    version = version("concomp")
    claims = CLAIMS

    def __init__(self) -> None:
        """Begin without handles."""
        self._held: dict[str, Meter | Handle | Running | Elsewhere] = {}
        self._names = map("h{}".format, count(1))

    def open(self, kind: str, measure: str, budget: Loss | None, data: str) -> dict[str, Any]:
        """A session on the data."""
        with _refusals():
            return self._hold(open_meter(kind, measure, budget, data))

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        """Charge a mechanism, and start it."""
        held = self._find(on)
        if isinstance(held, Elsewhere):
            there = held.process.ask("launch", {"on": held.handle, "mechanism": mechanism})
            return self._hold(Elsewhere(held.process, there["handle"]))
        with _refusals():
            return self._hold(_meter(held).launch(mechanism))

    def ask(self, on: str, query: Any) -> dict[str, Any]:
        """The answer of a mechanism."""
        held = self._find(on)
        if isinstance(held, Elsewhere):
            return dict(held.process.ask("ask", {"on": held.handle, "query": query}))
        if isinstance(held, Running):
            with _refusals():
                return {"answer": held.ask(query)}
        if not isinstance(held, Handle):
            raise Refused(f"{on} is no mechanism: ask one that was launched")
        with _refusals():
            # Whatever is asked is one query to a script.
            answer = held.query(str(query))
        if answer is HALTED:
            raise Refused(f"{on} has ended: launch another")
        return {"failed": True} if answer is FAILED else {"answer": answer}

    def spent(self, on: str) -> dict[str, Any]:
        """What a session has lost."""
        with _refusals():
            return {"loss": written(_meter(self._find(on)).session.privacy_loss().guarantee)}

    def close(self, on: str) -> None:
        """End a session or a mechanism."""
        held = self._find(on)
        if isinstance(held, Elsewhere):
            raise Unsupported("close, in a copied process")
        with _refusals():
            (held.session if isinstance(held, Meter) else held).close()

    def ran(self, on: str) -> dict[str, Any]:
        """How many scripted mechanisms have seen the data."""
        return {"count": _meter(self._find(on)).ran}

    def duplicate(self, on: str, how: str) -> dict[str, Any]:
        """A session once more; sessions refuse to be copied, and to be used in a copied process."""
        meter = _meter(self._find(on))
        if how == "fork":
            return self._hold(Elsewhere(Forked(self._call), on))
        with _refusals():
            return self._hold(Meter(COPIES[how](meter.session), "0"))

    def storm(self, on: str, mechanism: Mechanism, threads: int, each: int) -> dict[str, Any]:
        """Launches from many threads at once."""
        meter, together, granted = _meter(self._find(on)), Barrier(threads), list[bool]()

        def launch() -> None:
            together.wait()
            for _ in range(each):
                try:
                    meter.launch(mechanism)
                except (SessionError, ParameterError):
                    continue
                granted.append(True)

        started = [Thread(target=launch) for _ in range(threads)]
        for thread in started:
            thread.start()
        for thread in started:
            thread.join()
        return {"granted": len(granted)}

    def compose(self, measure: str, losses: Sequence[Listed], at: At) -> dict[str, Any]:
        """The optimal composition of a fixed list."""
        if measure not in ("pure", "approximate"):
            raise Unsupported(f"measure: {measure}")
        with _refusals():
            return compose(losses, at)

    def draw(self, law: Mapping[str, Any], count: int, tape: Sequence[int] | None) -> dict[str, Any]:
        """Noise; from a tape, by the same code with short words."""
        with _refusals():
            return {"values": draw(law, count)} if tape is None else draw_from_tape(law, count, tape)

    def check(self, function: Mapping[str, Any], parameters: Mapping[str, Any], pairs: Sequence[Any]) -> dict[str, Any]:
        """The verdicts of a verification function."""
        with _refusals():
            read = read_function(function, parameters)
            verifier = compile_monitor(read)
            return {"accepted": [verifier.accepts(left, right) for left, right in read_pairs(read, pairs)]}

    def _call(self, command: str, fields: Mapping[str, Any]) -> Any:
        return getattr(self, command)(**fields)

    def _hold(self, held: Meter | Handle | Running | Elsewhere) -> dict[str, Any]:
        name = next(self._names)
        self._held[name] = held
        return {"handle": name}

    def _find(self, name: str) -> Meter | Handle | Running | Elsewhere:
        if name not in self._held:
            raise Refused(f"there is no handle {name!r}: give one that was returned since start")
        return self._held[name]


def _meter(held: Meter | Handle | Running | Elsewhere) -> Meter:
    if isinstance(held, Meter):
        return held
    raise Refused("the handle is of no session: give one that was opened")


@contextmanager
def _refusals() -> Iterator[None]:
    """What the documentation says is refused."""
    try:
        yield
    except (SessionError, ParameterError, NumberError, JsonError, LanguageError) as error:
        raise Refused(str(error)) from None
