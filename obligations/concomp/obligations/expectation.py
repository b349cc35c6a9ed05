"""What a check demands while it goes through its cases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


class Violation(AssertionError):
    """Thrown by a check that met a case in which its statement, or its control, does not hold as expected."""


def expect(holds: bool, otherwise: str) -> None:
    """Go on if something holds; raise Violation with the message `otherwise` if it does not."""
    if not holds:
        raise Violation(otherwise)


def first_case(cases: Iterable[T], otherwise: str) -> T:
    """The first of `cases`: a witness, or a case in which a control fails; Violation if there is none."""
    for case in cases:
        return case
    raise Violation(otherwise)
