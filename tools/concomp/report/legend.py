"""What the columns of the table and the statuses in it mean, in a line each."""

from __future__ import annotations

from collections.abc import Collection

from concomp.model.registry.statuses import STRENGTH, StatusKind
from concomp.report.layout import Table

MEANINGS: dict[StatusKind, str] = {
    "proved": "for every length and parameter of its scope, accepted by two solvers",
    "proved to n": "exhaustively, or by solvers, up to the length n",
    "exact": "computed in rationals, in every case of the family that is named",
    "tested": "on random cases, or against another implementation",
    "sampled": "statistically",
    "assumed": "cited from elsewhere",
    "stated": "realised by code, and nothing was checked",
    "not encoded": "no code realises it",
    "stale": "evidence is there, but of other sources or another wording of the statement",
    "missing": "it has a check, whose evidence file is not there",
    "failed": "its check did not confirm the evidence",
    "vacuous": "its check met no interesting case",
    "repaired": "refuted as printed, and its repaired row is tested at least",
    "refuted": "a counterexample was found, and is replayed each time",
}
COLUMNS = {
    "status": "how far the statement itself is established",
    "rests on": "the kinds of status among all the statements that it uses, the weakest first",
    "truth": "how the print fares; not examined: no check, and no erratum says otherwise",
}


def legend(kinds: Collection[StatusKind]) -> Table:
    """A table of the columns and of the statuses that occur, the strongest first."""
    shown = sorted(kinds, key=lambda kind: (-STRENGTH[kind], kind))
    meanings: dict[str, str] = {**COLUMNS, **{kind: MEANINGS[kind] for kind in shown}}
    return Table(tuple(meanings.items()), indent=2, verdict=0)
