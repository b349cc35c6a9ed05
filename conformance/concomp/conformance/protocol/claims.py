"""Claims: what a target says of itself, and is held to."""

from __future__ import annotations

from typing import Literal

from concomp.conformance.protocol.losses import Part
from concomp.conformance.protocol.texts import Text

Name = Literal[
    "filter",
    "odometer",
    "interleaving",
    "sequential",
    "nesting",
    "composition",
    "noise",
    "mechanism",
    "verifier",
    "threads",
    "copies",
    "failures",
]
Form = Literal["count", "repeated", "nested"]


class Claim(Part):
    """A claim.

    measure: of filters, odometers, composition, interleaving and sequential use. grade: of composition, an upper bound
    or exact. forms: in which composition takes a list. arithmetic: exact where a filter decides at the boundary; of
    noise, where it is drawn from a tape as well. law: of noise. name: of a mechanism.
    """

    claim: Name
    measure: Text | None = None
    grade: Literal["upper", "exact"] | None = None
    forms: tuple[Form, ...] | None = None
    arithmetic: Literal["exact"] | None = None
    law: Text | None = None
    name: Text | None = None

    def implies(self, needed: Claim) -> bool:
        """Whether it says all that is needed; what is exact is an upper bound as well."""
        if self.claim != needed.claim or not set(needed.forms or ()) <= set(self.forms or ("count",)):
            return False
        graded = needed.grade in (None, self.grade) or (needed.grade, self.grade) == ("upper", "exact")
        plain = ("measure", "arithmetic", "law", "name")
        return graded and all(getattr(needed, each) in (None, getattr(self, each)) for each in plain)

    def __str__(self) -> str:
        said = (self.measure, self.grade, self.arithmetic and "exact arithmetic", self.law, self.name)
        words = [word for word in said if word] + [f"{form} lists" for form in self.forms or ()]
        return f"{self.claim} ({', '.join(words)})" if words else self.claim
