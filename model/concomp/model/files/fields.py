"""Numbers as fields of the formats: exact, each within its range, an error saying what to do about the value."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

from pydantic import PlainSerializer, PlainValidator
from pydantic_core import PydanticCustomError

from concomp.model.numbers import (
    NumberError,
    exact_delta,
    exact_e_eps,
    exact_epsilon,
    exact_probability,
    rational_text,
)


def refused(remedy: str) -> PydanticCustomError:
    """The error that tells what to do about a value."""
    return PydanticCustomError("refused", "{remedy}", {"remedy": remedy})


def field(reader: Callable[[object], Fraction]) -> Callable[[object], Fraction]:
    """The reader as a validator of a field."""

    def validator(value: object) -> Fraction:
        try:
            return reader(value)
        except NumberError as error:
            raise refused(str(error)) from None

    return validator


_AS_TEXT = PlainSerializer(rational_text, return_type=str)
EEps = Annotated[Fraction, PlainValidator(field(exact_e_eps)), _AS_TEXT]
Epsilon = Annotated[Fraction, PlainValidator(field(exact_epsilon)), _AS_TEXT]
Delta = Annotated[Fraction, PlainValidator(field(exact_delta)), _AS_TEXT]
Probability = Annotated[Fraction, PlainValidator(field(exact_probability)), _AS_TEXT]
