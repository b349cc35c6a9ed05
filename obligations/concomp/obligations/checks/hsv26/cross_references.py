"""Table 1 and Appendix B: what they point to, as rows of the registry."""

from __future__ import annotations

from collections.abc import Mapping

from concomp.model.registry.evidence import Outcome
from concomp.model.registry.registry import Registry, load
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect

FIXED, PARALLEL, FILTER = "fixed parameters", "parallel", "filter"
CELLS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("CMs", FIXED): ("HSV26 Theorem 4.12",),
    ("CMs", PARALLEL): ("HSV26 Corollary 5.5", "HSV26 Theorem 5.4"),
    ("CMs", FILTER): ("HSV26 Theorem 12.4",),
    ("IMs", FIXED): ("Haney23 Theorem 1.8", "Lyu22 Theorem 1"),
    ("IMs", PARALLEL): ("HSV26 Corollary 5.15",),
    ("IMs", FILTER): ("Haney23 Corollary 3.5",),
}
"""The cells of Table 1. Of [33] and [34] stands what Haney23 cites of them, of [24] Lyu22, and of [15] Haney23."""
POINTERS: Mapping[str, tuple[str, ...]] = {
    "HSV26 Theorem 1.2": ("HSV26 Theorem 4.10", "HSV26 Theorem 4.12"),
    "HSV26 Theorem 1.5": ("HSV26 Theorem 5.4",),
    "HSV26 Corollary 1.7": ("HSV26 Corollary 5.5",),
    "HSV26 Theorem 1.3": ("HSV26 Corollary 5.15",),
}
"""The formal statements that Appendix B names for the informal ones, with Corollary 5.15 for its Theorem 5.14 (E48)."""
PRINTED = "HSV26 Theorem 5.14"


def as_it_holds(registry: Registry, key: str) -> str:
    """A statement, or what repairs it; Violation if it is neither true nor repaired."""
    registry.lookup(key)
    repair = registry.repair_of(key)
    expect(registry.truth(key) != "false" or repair is not None, f"{key} is false and not repaired")
    return key if repair is None else repair


@check("HSV26 Table 1")
def every_cell_is_a_statement_that_holds() -> Outcome:
    """Each cell is a row that is true, or repaired, and the table rests on exactly these."""
    registry = load()
    cells = {cell: tuple(as_it_holds(registry, key) for key in keys) for cell, keys in CELLS.items()}
    listed = {key for keys in cells.values() for key in keys}
    expect(listed == set(registry.lookup("HSV26 Table 1").depends_on), "the table rests on other statements")
    false = [key for keys in CELLS.values() for key in keys if registry.truth(key) == "false"]
    expect(false == ["HSV26 Theorem 5.4", "Lyu22 Theorem 1"], f"false as printed are {', '.join(false)}")
    return Outcome(
        verdict="exact",
        scope="the six cells, as rows of the registry; how far each is established is the status of that row",
        size=len(listed),
        witness="; ".join(f"{row}, {column}: {', '.join(keys)}" for (row, column), keys in cells.items()),
        control=f"as printed, {' and '.join(false)} are false: their repairs stand in these cells",
    )


@check("HSV26 Appendix B: variants of concurrent composition")
def every_pointer_leads_to_the_formal_statement() -> Outcome:
    """What is named for an informal statement is what its row names; Theorem 5.14 is not, as E48 says."""
    registry = load()
    for informal, formal in POINTERS.items():
        named = {key.removesuffix(" (repaired)") for key in registry.lookup(informal).formal}
        expect(named == set(formal), f"{informal} is {', '.join(sorted(named))}, not {', '.join(formal)}")
    pointed = {as_it_holds(registry, key) for keys in POINTERS.values() for key in keys}
    own = registry.lookup("HSV26 Appendix B: variants of concurrent composition").depends_on
    expect(pointed == set(own), "the appendix rests on other statements")
    wrong = PRINTED not in registry.lookup("HSV26 Theorem 1.3").formal
    expect(wrong and PRINTED in registry.statements, f"{PRINTED} is the formal form of Theorem 1.3")
    return Outcome(
        verdict="exact",
        scope="the four informal statements that the appendix explains, as rows of the registry",
        size=sum(map(len, POINTERS.values())),
        witness="; ".join(f"{informal}: {', '.join(formal)}" for informal, formal in POINTERS.items()),
        control=f"as printed Theorem 1.3 would be {PRINTED}, which is about continual mechanisms",
    )
