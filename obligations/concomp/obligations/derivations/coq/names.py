"""What things are called in Coq: each by its own name, transcribed where Coq cannot write it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from concomp.obligations.derivations.kernel.definitions import Symbol
from concomp.obligations.derivations.kernel.indices import Var

TRANSCRIBED: Mapping[int, str] = str.maketrans(
    {
        "∞": "_inf",
        "∏": "Prod_",
        "Σ": "Sum_",
        "₊": "_next",
        "⁺": "_larger",
        "ᶜ": "_c",
        "~": "_tilde",
        "′": "'",
        " ": "_",
        "-": "_",
        **{digit: str(place) for place, digit in enumerate("₀₁₂₃₄₅₆₇₈₉")},
    }
)
"""How Coq writes what it does not take for a letter."""
OF_COQ = "Type Prop Set exists forall fun let in match with end if then else fix cofix as return at by using where for"
OF_LIBRARIES = (
    "R S O I nat bool true false negb le lt eq Rmax Sum Sup Lim Summable Empty Ext Part query history strategy first_ "
    "then_ exchanged at_any law weight outcome response"
)
RESERVED = frozenset((*OF_COQ.split(), *OF_LIBRARIES.split()))
"""What the texts of the exporter and of the library call something by."""
IDENTIFIER = re.compile(r"[^\W\d][\w']*")


class Unwritten(ValueError):
    """Thrown for what Coq has no words for, or the exporter does not know how to say."""


def transcribed(name: str) -> str:
    """A name as an identifier of Coq; Unwritten if it has signs that are not known."""
    written = name.translate(TRANSCRIBED)
    if not IDENTIFIER.fullmatch(written):
        raise Unwritten(f"{name!r} has no name in Coq: give its signs one in `names.TRANSCRIBED`")
    return written


class Names:
    """A name for each variable and each quantity of a derivation, no two alike."""

    def __init__(self, variables: Iterable[Var], symbols: Iterable[Symbol]) -> None:
        """Names for variables first, then for quantities; both in a given order."""
        self._taken: set[str] = set()
        self._variables = {each: self.free(transcribed(each.name)) for each in variables}
        self._symbols = {each: self.free(transcribed(each[0])) for each in symbols}

    def free(self, wanted: str) -> str:
        """A name that nothing has so far, from now on taken: the wanted one if it is free."""
        name = wanted
        while name in RESERVED or name in self._taken or re.fullmatch(r"[fA]\d+|x\d+", name):
            name += "_"
        self._taken.add(name)
        return name

    def add(self, symbol: Symbol, wanted: str) -> None:
        """Give a further quantity a name."""
        self._symbols[symbol] = self.free(wanted)

    def cover(self, variable: Var) -> None:
        """Give a variable of the exporter's own its name."""
        self._variables.setdefault(variable, transcribed(variable.name))

    def of_variable(self, variable: Var) -> str:
        """The name of a variable."""
        return self._variables[variable]

    def of_symbol(self, symbol: Symbol) -> str:
        """The name of a quantity."""
        return self._symbols[symbol]


def theorem_name(key: str, part: int | None) -> str:
    """What the theorem of a statement is called, and its file: of one of several parts with its number."""
    words = re.sub(r"[\W_]+", "_", key).strip("_")
    return words if part is None else f"{words}_{part}"
