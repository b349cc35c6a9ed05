"""Two counters and a sparse vector over one stream, under a budget that a ledger keeps.

    python examples/stream_in_ledger.py start LEDGER < numbers
    python examples/stream_in_ledger.py resume LEDGER < numbers

LEDGER is a path, or postgresql://user@host/database (extra `postgres`). The numbers come one a line. Whatever ends the
program, `kill -9` too, what it has launched is spent: `resume` launches anew, within what is left.
`concomp ledger status`, `history --unanswered` and `verify LEDGER` say what there was.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import concomp

BUDGET = concomp.ZCDP(4)
BEGIN = {"start": concomp.Session.start, "resume": concomp.Session.resume}


def count(session: concomp.Session, stream: Iterable[int]) -> None:
    """Answer each item with both sums so far, and whether it is above 45."""
    by_tree = session.create(concomp.BinaryTreeCounter(1024, rho="1/2"))
    by_root = session.create(concomp.FactorisationCounter(1024, rho="1/2", factorisation="square root"))
    alarms = session.create(concomp.SparseVector(threshold_ratio="3/4", query_ratio="6/7", positives=1))
    for step, item in enumerate(stream, start=1):
        answers = by_tree.send(item), float(by_root.send(item))
        alarm = alarms.send(concomp.Comparison(value=item, threshold=45))
        print(f"{step:3}   tree {answers[0]:4}   root {answers[1]:6.1f}", "  above 45" if alarm == "above" else "")
        sys.stdout.flush()


def main(how: str, ledger: str) -> None:
    """Count what comes in, within what the ledger has left."""
    try:
        session = BEGIN[how](ledger, BUDGET, name="stream")
        count(session, map(int, sys.stdin))
        session.close()
    except (concomp.SessionError, concomp.ParameterError) as error:
        sys.exit(str(error))
    print(session.privacy_loss(), "is spent of", session.privacy_budget)


if __name__ == "__main__":
    main(*sys.argv[1:])
