"""The program of a child process: it answers what it is sent, for one mechanism of another library.

It reads the mechanism, then messages. What the library prints goes nowhere, as it may tell of records.
"""

from __future__ import annotations

import os
from threading import Thread
from typing import Any

from concomp.impl.interop.conversation import converse
from concomp.impl.interop.pickling import read, write
from concomp.impl.interop.pipes import Ended, put, take


def main(incoming: int, outgoing: int, living: int) -> None:
    """Answer until nobody asks any more, by pipes of its own; whatever it is at, end with whoever started it."""
    Thread(target=_end_with, args=(living,), daemon=True).start()
    asked, answered = os.fdopen(incoming, "rb"), os.fdopen(outgoing, "wb")
    respond = converse(read(take(asked)))
    while True:
        try:
            message = take(asked)
        except Ended:
            break
        put(answered, _answer(respond, message))
    # Whatever the library would do at its end is nobody's business.
    os._exit(0)


def _answer(respond: Any, message: bytes) -> bytes:
    """The answer, with whether there is one; what is raised is not told."""
    try:
        return write((True, respond(read(message))))
    except Exception:
        return write((False, None))


def _end_with(living: int) -> None:
    """End at once when the other end of a pipe is closed, to which nobody writes."""
    os.read(living, 1)
    os._exit(0)
