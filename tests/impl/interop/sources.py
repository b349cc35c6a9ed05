"""A library of one's own, for tests: mechanisms as other libraries have them, importable from a child process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from concomp.impl.accounting.guarantees import Guarantee, PureDP
from concomp.impl.interop.conversation import Source
from concomp.impl.interop.mechanism import BorrowedMechanism, digest_of


@dataclass(frozen=True)
class Asking:
    """A queryable: what it is asked, it does."""

    data: Any

    def __call__(self, asked: Any) -> Any:
        return asked(self.data)


@dataclass(frozen=True)
class Library:
    """A source that makes what it is told to of its data."""

    make: Callable[[Any], Any]

    def run(self, data: Any) -> Any:
        return self.make(data)

    def is_queryable(self, answer: Any) -> bool:
        return isinstance(answer, Asking)


def mechanism_of(source: Source, loss: Guarantee | None = None) -> BorrowedMechanism:
    """A mechanism of this library."""
    return BorrowedMechanism("a mechanism of a library", digest_of("test"), loss or PureDP(1), source)


def same(data: Any) -> Any:
    """The data themselves."""
    return data


def fails(data: Any) -> Any:
    """Raises an exception that tells the data."""
    raise ValueError(f"no {data}")


def crashes(data: Any) -> Any:
    """Ends the process in the midst of an answer, as a library that touches memory of nobody's does."""
    os.kill(os.getpid(), signal.SIGSEGV)
    time.sleep(60)


def prints(data: Any) -> Any:
    """Prints the data, and goes on."""
    os.write(1, f"{data}\n".encode())
    os.write(2, f"{data}\n".encode())
    print(data, flush=True)
    return 7


def process(data: Any) -> Any:
    """The number of the process that runs it."""
    return os.getpid()


def waits(data: Any) -> Any:
    """Answers so late that nobody waits for it."""
    time.sleep(60)
