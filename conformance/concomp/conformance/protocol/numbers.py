"""Numbers in messages, all exact: "p/q", integers, and doubles in the hexadecimal notation of C.

No adapter needs to take logarithms: whatever is given by E = e^ε comes with two neighbouring doubles around ε.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Annotated

from pydantic import AfterValidator, Field

from concomp.impl.accounting.losses import sum_of
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.parameters import PureLoss
from concomp.model.numbers import NumberError, exact

DOUBLE = r"-?0x[01](\.[0-9a-f]{1,13})?p[+-][0-9]{1,4}"
QUOTIENT = r"-?[0-9]{1,4000}(/[1-9][0-9]{0,3999})?"
INFINITE = "inf"
_DOUBLE = re.compile(DOUBLE)


def _finite(written: int | str) -> int | str:
    """What is written, unless it is beyond all doubles."""
    if written != INFINITE:
        read_number(written)
    return written


Integer = Annotated[int, Field(strict=True)]
Number = Annotated[
    Integer | Annotated[str, Field(pattern=f"^({QUOTIENT}|{DOUBLE})$")],
    Field(union_mode="left_to_right"),
    AfterValidator(_finite),
]
"""A number in a message."""
Double = Annotated[str, Field(pattern=f"^{DOUBLE}$"), AfterValidator(_finite)]
"""A double in a message."""
NumberOrInfinite = Annotated[
    Integer | Annotated[str, Field(pattern=f"^({QUOTIENT}|{DOUBLE}|{INFINITE})$")],
    Field(union_mode="left_to_right"),
    AfterValidator(_finite),
]
"""A number in a reply, or "inf" where no number is enough."""


def read_number(written: object) -> Fraction:
    """The number that a message writes; NumberError for what is none."""
    if isinstance(written, str) and _DOUBLE.fullmatch(written):
        try:
            return Fraction(float.fromhex(written))
        except OverflowError:
            raise NumberError('write a double that is finite, like "0x1.8p+1"') from None
    return exact(written)


def double_text(number: float) -> str:
    """A double as messages write it."""
    return INFINITE if math.isinf(number) else number.hex()


def doubles_around(bounds: Bounds) -> tuple[str, str]:
    """The largest double not above a number, and the least not below it."""
    return double_text(double_below(bounds.low)), double_text(double_above(bounds.high))


def epsilon_between(loss: PureLoss) -> tuple[str, str]:
    """The doubles around ε: two neighbouring ones, or twice the same if ε is a double itself."""
    return doubles_around(sum_of([loss]).value)


def double_below(number: Fraction) -> float:
    """The largest double that is not above a number."""
    nearest = float(number)
    return nearest if Fraction(nearest) <= number else math.nextafter(nearest, -math.inf)


def double_above(number: Fraction) -> float:
    """The least double that is not below a number."""
    nearest = float(number)
    return nearest if Fraction(nearest) >= number else math.nextafter(nearest, math.inf)
