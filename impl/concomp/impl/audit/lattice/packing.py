"""Polynomials with many long coefficients as single integers.

The coefficients stand side by side in slots of so many bits: multiplying by a power of the variable is a shift, adding
is adding, as long as no coefficient outgrows its slot. A power of 2 that all of a polynomial has in common is kept
apart, and costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from flint import fmpz

Packed = tuple[int, fmpz]
"""(power of 2, integer); with slots of `width` bits a step of the degree is a power of 2^width."""
Step = tuple[int, int, int]
"""(place it comes from, power of 2, odd factor)."""


BLOCK = 1 << 24
"""The bytes of the largest block of memory that is kept for reuse."""


def keep_freed_memory() -> None:
    """Have blocks of memory reused at once.

    The GNU C library gives blocks of more than 128 kB back to the system as they are freed, and every page of the next
    one is a fault, until a larger block was freed: that is this one, whose pages are never touched.
    """
    bytes(BLOCK)


def gathered(layer: Mapping[int, Packed], steps: Sequence[Step]) -> Packed | None:
    """The sum of what comes along steps from the places of a layer; None if nothing does."""
    lowest, total = 0, None
    for source, power, odd in steps:
        packed = layer.get(source)
        if packed is None:
            continue
        start, value = packed[0] + power, packed[1]
        if odd != 1:
            value = value * odd
        if total is None:
            lowest, total = start, value
        elif start > lowest:
            total = total + (value << (start - lowest))
        elif start < lowest:
            lowest, total = start, value + (total << (lowest - start))
        else:
            total = total + value
    return None if total is None else (lowest, total)


def repacked(packed: Packed, width: int, wider: int, dropped: int) -> Packed:
    """The same with slots of another width, both in whole bytes, and as many low bits of each coefficient dropped."""
    start, slots = _aligned(packed, width)
    length = -(-slots.bit_length() // width)
    if dropped:
        slots = (slots >> dropped) & _mask(max(0, length - 1).bit_length(), width, width - dropped)
    data = int(slots).to_bytes(length * width // 8, "little")
    empty = _empty_slots(data, width // 8)
    moved, kept = np.zeros((length - empty, wider // 8), np.uint8), min(width, wider) // 8
    moved[:, :kept] = np.frombuffer(data, np.uint8).reshape(length, width // 8)[empty:, :kept]
    return (start + empty) * wider, fmpz(int.from_bytes(moved.data, "little"))


def coefficients(packed: Packed, width: int) -> tuple[int, list[int]]:
    """(the least degree, the coefficients from there on), for slots of whole bytes."""
    start, slots = _aligned(packed, width)
    size = width // 8
    data = int(slots).to_bytes(-(-slots.bit_length() // width) * size, "little")
    return start, [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


def _aligned(packed: Packed, width: int) -> Packed:
    """(the least degree, the slots)."""
    power, value = packed
    start, rest = divmod(power, width)
    return start, value << rest


def _empty_slots(data: bytes, size: int) -> int:
    """How many slots are zero before the first that is not; all of them if there is no other."""
    return (len(data) - len(data.lstrip(b"\0"))) // size


@lru_cache(maxsize=16)
def _mask(doublings: int, width: int, bits: int) -> fmpz:
    """Ones in the low bits of each of 2^doublings slots."""
    if doublings == 0:
        return (fmpz(1) << bits) - 1
    half = _mask(doublings - 1, width, bits)
    return half | half << (width << doublings - 1)
