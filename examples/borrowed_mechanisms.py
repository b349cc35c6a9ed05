"""Two interactive mechanisms of OpenDP and one of concomp, interleaved under one budget that a ledger keeps.

    python examples/borrowed_mechanisms.py LEDGER

LEDGER is a path, or postgresql://user@host/database; a new book is begun in it. It takes OpenDP:
pip install 'concomp[peers]'. `concomp ledger history LEDGER` shows afterwards what was charged.
"""

from __future__ import annotations

import sys
from typing import Any

import opendp.prelude as dp

import concomp
from concomp.interop import data, from_opendp, query

dp.enable_features("contrib")
SPACE = dp.atom_domain(T=bool), dp.discrete_distance()
BIT = True
"""The data: one bit."""
RESPONSE = dp.c.make_approximate(dp.c.make_pureDP_to_zCDP(dp.m.make_randomized_response_bool(0.6)))
"""A response under approximate zCDP, for which nobody has proved that interactive mechanisms may be interleaved."""
RHO, EACH = (0.1, 0.0), (0.2, 0.0)


def interactive() -> Any:
    """A mechanism of OpenDP that answers two responses, chosen one after the other."""
    return dp.c.make_adaptive_composition(*SPACE, RESPONSE.output_measure, 1, [RHO, RHO])


def within_opendp() -> str:
    """What OpenDP says when two of these are interleaved under its own compositor."""
    compositor = dp.c.make_adaptive_composition(*SPACE, RESPONSE.output_measure, 1, [EACH, EACH])(BIT)
    first, second = compositor(interactive()), compositor(interactive())
    second(RESPONSE)
    try:
        first(RESPONSE)
    except dp.OpenDPException as error:
        return str(error.message)
    return "both are answered"


def within_concomp(ledger: str) -> None:
    """The same under our filter, where what loses (ρ, 0) is zCDP, which may be interleaved; and one of ours between."""
    session = concomp.Session.start(ledger, concomp.ZCDP("1/2"))
    first, second = (session.create(from_opendp(interactive(), 1), trust="declared") for _ in range(2))
    ours = session.create(concomp.InteractiveRandomisedResponse("3/2"))
    first.send(data(BIT))
    ours.send(concomp.Secret(bit=BIT))
    second.send(data(BIT))
    print("the first answers", first.send(query(RESPONSE)))
    print("the second answers", second.send(query(RESPONSE)))
    print("ours answers", ours.send(concomp.Reveal()))
    print("the first answers again", first.send(query(RESPONSE)))
    print("the second answers again", second.send(query(RESPONSE)))
    print("spent", session.privacy_loss(), "of", session.privacy_budget)
    session.close()


if __name__ == "__main__":
    print("OpenDP by itself:", within_opendp())
    within_concomp(sys.argv[1])
