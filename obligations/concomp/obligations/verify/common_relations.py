"""What two functions of two files declare under one name has to be one relation.

Relations of two files are taken to be the same if their names and fields are; a proof about both then says nothing of
two relations with other axioms, or with two meanings.
"""

from __future__ import annotations

from concomp.model.language.syntax.definition import Definition
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.translation import Speaker


def demand_common_axioms(one: Speaker, other: Definition) -> None:
    """Raise NotAskable if relations of one name have other axioms, and so may not be taken for one."""
    for name, symbol in other.declared.items():
        same = one.declared.get(name, symbol)
        if (same.reflexive, same.symmetric) != (symbol.reflexive, symbol.symmetric):
            raise NotAskable(
                f"both functions declare {name}, one of them with other axioms (reflexive, symmetric); declare it "
                "alike in both, or rename one"
            )
