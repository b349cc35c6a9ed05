"""What the adapters of libraries in Python share: numbers of messages, handles, refusals, copied processes, threads."""

from __future__ import annotations

import copy
import itertools
import math
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from threading import Barrier, Thread
from typing import Any, BinaryIO

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda each: pickle.loads(pickle.dumps(each)),
}
"""How something is copied within its process, by the name that messages have for it."""


BETWEEN_RESTS, REST = 100, 1e-5
"""How many calls and returns are between two rests of threads that launch at once, and the seconds of a rest."""


class Refused(Exception):
    """Thrown where the library refuses, as its documentation says."""


class Unsupported(Exception):
    """Thrown where the library has nothing like what it is asked for."""


def number(written: object) -> Fraction:
    """A number of a message, exactly; ValueError for what is none."""
    text = str(written)
    return Fraction(float.fromhex(text)) if "x" in text else Fraction(text)


def double_up(written: object) -> float:
    """The least double that is not below a number: for a loss."""
    exactly = number(written)
    nearest = float(exactly)
    return nearest if Fraction(nearest) >= exactly else math.nextafter(nearest, math.inf)


def double_down(written: object) -> float:
    """The largest double that is not above a number: for a budget."""
    return 0.0 - double_up(-number(written))


def noise_of(mu: object) -> float:
    """The noise of a Gaussian mechanism, as a multiple of its sensitivity: 1/μ; nan where μ is none."""
    return math.nan if mu == "nan" else 1 / double_up(mu)


def epsilon_of(written: dict[str, Any], side: int) -> float:
    """The double below (side 0) or above (side 1) ε, as messages have it; -inf, inf and nan included."""
    return float.fromhex(written["epsilon_between"][side])


def entries(losses: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], int]]:
    """The losses of a list of lists, each with how often it stands there."""
    for each in losses:
        for loss, count in entries(each["losses"]) if "losses" in each else [(each, 1)]:
            yield loss, count * each.get("count", 1)


class Failed(Exception):
    """Thrown by a scripted mechanism that fails on its data."""


class Script:
    """A scripted mechanism: it gives its answers in order, and fails where it is told to."""

    def __init__(self, mechanism: dict[str, Any]) -> None:
        """Take what the message says."""
        self._answers, self._fails = mechanism.get("answers", []), mechanism.get("fails")

    def start(self, data: str) -> Iterator[str]:
        """Begin on the data, which it has seen from now on; Failed if it fails on them."""
        if self._fails in ("always", data):
            raise Failed("the mechanism fails")
        return iter(self._answers if isinstance(self._answers, list) else self._answers[data])

    def begin(self, data: str) -> Iterator[str] | None:
        """Begin on the data; None of a mechanism that has failed."""
        try:
            return self.start(data)
        except Failed:
            return None


def told(answers: Iterator[str] | None) -> dict[str, Any]:
    """What a scripted mechanism says next."""
    return {"failed": True} if answers is None else {"answer": next(answers)}


class Handles:
    """What was opened and launched, by name."""

    def __init__(self) -> None:
        """Begin without any."""
        self._held: dict[str, Any] = {}

    def hold(self, held: object) -> dict[str, str]:
        """Keep something, and say under which name."""
        name = f"h{len(self._held) + 1}"
        self._held[name] = held
        return {"handle": name}

    def find(self, name: str) -> Any:
        """What has this name; Refused if there is nothing."""
        if name not in self._held:
            raise Refused(f"there is no handle {name!r}: give one that was returned since start")
        return self._held[name]


def storm(launch: Callable[[], object], threads: int, each: int, refusals: type[BaseException]) -> dict[str, int]:
    """Launches from many threads at once, which change places often, and how many of them were granted."""
    together, granted, calls = Barrier(threads), list[bool](), itertools.count()

    def rest(frame: object, event: str, argument: object) -> None:
        # However busy the machine is, no thread does all of its launches before another has begun.
        if next(calls) % BETWEEN_RESTS == 0:
            time.sleep(REST)

    def several() -> None:
        together.wait()
        sys.setprofile(rest)
        for _ in range(each):
            try:
                launch()
            except refusals:
                continue
            granted.append(True)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    started = [Thread(target=several, daemon=True) for _ in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    sys.setswitchinterval(usual)
    return {"granted": len(granted)}


class Forked:
    """A copy of this process, which is told to call a method of the target, and says what comes of it."""

    def __init__(self, target: object) -> None:
        """Copy the process; the copy ends when nobody asks it any more."""
        asked, ask = os.pipe()
        answer, answered = os.pipe()
        if os.fork() == 0:
            os.close(ask)
            with os.fdopen(asked, "rb") as source, os.fdopen(answered, "wb") as sink:
                _serve(target, source, sink)
            os._exit(0)
        os.close(asked)
        os.close(answered)
        self._ask, self._answer = os.fdopen(ask, "wb"), os.fdopen(answer, "rb")

    def call(self, command: str, **fields: object) -> Any:
        """Call a method there."""
        pickle.dump((command, fields), self._ask)
        self._ask.flush()
        kind, result = pickle.load(self._answer)
        if kind is not None:
            raise kind(result)
        return result


class Elsewhere:
    """A handle in a copied process."""

    def __init__(self, process: Forked, name: str) -> None:
        """Hold it."""
        self._process, self._name = process, name

    def launch(self, mechanism: dict[str, Any]) -> Elsewhere:
        """Launch a mechanism there."""
        return Elsewhere(self._process, self._process.call("launch", on=self._name, mechanism=mechanism)["handle"])

    def ask(self, query: Any) -> Any:
        """What is answered there."""
        return self._process.call("ask", on=self._name, query=query)


def _serve(target: object, source: BinaryIO, sink: BinaryIO) -> None:
    while True:
        try:
            command, fields = pickle.load(source)
        except EOFError:
            return
        try:
            told = (None, getattr(target, command)(**fields))
        except Exception as error:
            told = (Refused if isinstance(error, Refused) else RuntimeError, str(error))
        pickle.dump(told, sink)
        sink.flush()
