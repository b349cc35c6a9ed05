"""Messages between two processes: each is its length, and so many bytes."""

from __future__ import annotations

import struct
from typing import BinaryIO

LENGTH = struct.Struct(">Q")


class Ended(Exception):
    """Thrown where the other process has ended, in the midst of a message or before it."""


def put(pipe: BinaryIO, written: bytes) -> None:
    """Write a message; OSError if nobody reads it any more."""
    pipe.write(LENGTH.pack(len(written)))
    pipe.write(written)
    pipe.flush()


def take(pipe: BinaryIO) -> bytes:
    """Read a message; Ended if there is none, or half of one."""
    (length,) = LENGTH.unpack(_take(pipe, LENGTH.size))
    return _take(pipe, length)


def _take(pipe: BinaryIO, length: int) -> bytes:
    taken = pipe.read(length)
    if len(taken) < length:
        raise Ended(f"the other process ended after {len(taken)} of {length} bytes")
    return taken
