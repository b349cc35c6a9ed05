"""Noise by its name: {"law": "discrete_gaussian", "variance": "4"}, or "discrete_gaussian:variance=4"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from concomp.impl.accounting.laws.law import PrivacyLossLaw
from concomp.impl.accounting.laws.noise import discrete_gaussian, discrete_laplace, two_sided_geometric
from concomp.model.numbers import NumberError, ParameterError


class Noise(NamedTuple):
    """How the law of some noise is made, and the name of its one parameter besides the sensitivity."""

    law: Callable[..., PrivacyLossLaw]
    parameter: str
    example: str


NOISE = {
    "discrete_gaussian": Noise(discrete_gaussian, "variance", "4"),
    "discrete_laplace": Noise(discrete_laplace, "scale", "10"),
    "two_sided_geometric": Noise(two_sided_geometric, "ratio", "10/11"),
}


def read_noise(fields: Mapping[str, Any]) -> PrivacyLossLaw:
    """The law of the noise that the fields name; NumberError, whose message is the remedy, if they name none."""
    name = fields.get("law")
    if not isinstance(name, str) or name not in NOISE:
        remedy = 'where a kernel is named, give the mechanism: its file, or in a list {"type": "cm", "kernel": …}'
        raise NumberError(f"name the law of the noise, one of {', '.join(NOISE)}; {remedy}")
    noise = NOISE[name]
    if set(fields) - {"law", "sensitivity"} != {noise.parameter}:
        example = f"{noise.parameter}={noise.example}"
        raise NumberError(
            f"give {noise.parameter} and, unless it is 1, sensitivity, like {name}:{example},sensitivity=2"
        )
    try:
        return noise.law(fields[noise.parameter], fields.get("sensitivity", 1))
    except ParameterError as error:
        raise NumberError(str(error)) from None


def read_noise_text(text: str) -> PrivacyLossLaw:
    """The law that "discrete_gaussian:variance=4,sensitivity=2" writes; NumberError if it writes none."""
    name, _, rest = text.partition(":")
    parts = [part.partition("=") for part in rest.split(",")] if rest else []
    fields = {key.strip(): value.strip() for key, _, value in parts}
    if "law" in fields or len(fields) < len(parts):
        raise NumberError("write each field once, like discrete_gaussian:variance=4,sensitivity=2")
    return read_noise({"law": name.strip(), **fields})
