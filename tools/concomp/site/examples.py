"""The examples of the repository that meet the hypotheses of a statement, or violate them."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.about.examples import examples

WORDS = {
    "opened": "meets what it asks of it",
    "not opened": "violates a hypothesis",
    "counterexample": "lets it be broken: it is false as printed",
}


@dataclass(frozen=True)
class Example:
    """An example, what becomes of the statement, and the command that tells more."""

    name: str
    outcome: str
    command: str


def examples_of(key: str) -> list[Example]:
    """The examples that speak about a statement, those that meet it first."""
    return [
        Example(name, WORDS[verdict], f"concomp explain --about {name}")
        for verdict in WORDS
        for name, found in examples().items()
        if key in found.get(verdict, ())
    ]
