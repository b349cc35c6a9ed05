"""The program of a child process: it answers what it is sent, for one mechanism of another library.

It reads the mechanism, then messages. What the library prints goes nowhere, as it may tell of records.
"""

from __future__ import annotations

import os
from typing import Any, BinaryIO

from concomp.impl.interop.conversation import converse
from concomp.impl.interop.pickling import read, write
from concomp.impl.interop.pipes import Ended, put, take


def main() -> None:
    """Answer until nobody asks any more."""
    incoming, outgoing = _own(0, "rb"), _own(1, "wb")
    respond = converse(read(take(incoming)))
    while True:
        try:
            message = take(incoming)
        except Ended:
            break
        put(outgoing, _answer(respond, message))
    # Whatever the library would do at its end is nobody's business.
    os._exit(0)


def _answer(respond: Any, message: bytes) -> bytes:
    """The answer, with whether there is one; what is raised is not told."""
    try:
        return write((True, respond(read(message))))
    except Exception:
        return write((False, None))


def _own(number: int, mode: str) -> BinaryIO:
    """A pipe of its own, in whose place the library finds an end of nothing."""
    copied = os.dup(number)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, number)
    os.close(nothing)
    pipe: Any = os.fdopen(copied, mode)
    return pipe  # type: ignore[no-any-return]
