"""Parties: the runs that a system consists of, and whose its registers are.

Registers of several runs go by names of their own, which nobody reads again: of each it is kept whose it is, and which
register of what runs there it stands for.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import RegisterDefinition
from concomp.model.language.syntax.terms import Term


@dataclass(frozen=True)
class Party:
    """One of the runs that a system consists of.

    prefix: what the names of its registers begin with there. words: whose they are, as it is said behind a name.
    """

    prefix: str
    words: str


ITSELF = Party("", "")
"""The run of what a question is about, on the messages as they are."""
OTHER = Party("other:", " of the other function")
SWAPPED = Party("swapped:", " of the run on swapped pairs")
LEFT_ALONE = Party("left:", " of the run on the left side paired with itself")
RIGHT_ALONE = Party("right:", " of the run on the right side paired with itself")
COPIES = (Party("0:", " of copy 0"), Party("1:", " of copy 1"))
"""The copies of a post-processing."""
BEFORE, AFTER = Party("f:", " of f"), Party("f':", " of f'")
"""What is valid on the left of a post-processing, and on its right."""


@dataclass(frozen=True)
class Owned:
    """Whose a register, an input or a parameter of a system is, and which of what runs there it stands for."""

    party: Party
    own: Term


@dataclass(frozen=True)
class OwnedRegister(RegisterDefinition):
    """A register of a system that is one of a run."""

    owned: Owned


def of_party(leaf: Term, party: Party) -> Term:
    """What stands in a system for a register or an input of one of its parties."""
    return terms.leaf(leaf.operator, leaf.sort, f"{party.prefix}{terms.leaf_name(leaf)}")


def owned_register(own: Term, party: Party, initial: Term, update: Term) -> OwnedRegister:
    """A register as one of a party, with these values."""
    symbol = of_party(own, party)
    return OwnedRegister(terms.leaf_name(symbol), symbol, initial, update, Owned(party, own))
