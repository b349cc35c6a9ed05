"""Polynomials with many long coefficients as single integers.

The coefficients stand side by side in slots of so many bits: multiplying by a power of the variable is a shift, adding
is adding, as long as no coefficient outgrows its slot. A power of 2 that all of a polynomial has in common is kept
apart, and costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter

from flint import fmpz

Packed = tuple[int, fmpz]
"""(power of 2, integer); with slots of `width` bits a step of the degree is a power of 2^width."""
Term = tuple[int, int, fmpz]
"""(power of 2, odd factor, integer)."""


def gathered(terms: Iterable[Term]) -> Packed:
    """The sum of terms."""
    (lowest, odd, value), *others = sorted(terms, key=itemgetter(0))
    total = value if odd == 1 else value * odd
    for power, odd, value in others:
        scaled = value if odd == 1 else value * odd
        total = total + (scaled if power == lowest else scaled << (power - lowest))
    return lowest, total


def repacked(packed: Packed, width: int, wider: int, dropped: int) -> Packed:
    """The same with slots of another width, both in whole bytes, and as many low bits of each coefficient dropped."""
    start, slots = _aligned(packed, width)
    length = -(-slots.bit_length() // width)
    if dropped:
        slots = (slots >> dropped) & _mask(max(0, length - 1).bit_length(), width, width - dropped)
    data = int(slots).to_bytes(length * width // 8, "little")
    empty = _empty_slots(data, width // 8)
    moved = bytearray((length - empty) * wider // 8)
    for byte in range(min(width, wider) // 8):
        moved[byte :: wider // 8] = data[empty * width // 8 + byte :: width // 8]
    return (start + empty) * wider, fmpz(int.from_bytes(moved, "little"))


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
