"""Generated laws."""

from fractions import Fraction

from hypothesis import strategies as st

from concomp.model.laws.law import Law


@st.composite
def laws(draw: st.DrawFn, size: int = 4) -> Law[int]:
    """Laws on at most `size` numbers, with small integer odds."""
    odds = draw(st.lists(st.integers(0, 6), min_size=size, max_size=size).filter(any))
    return Law({outcome: Fraction(odd, sum(odds)) for outcome, odd in enumerate(odds)})


e_eps = st.fractions(min_value=1, max_value=8, max_denominator=12)
deltas = st.fractions(min_value=0, max_value=1, max_denominator=12)
