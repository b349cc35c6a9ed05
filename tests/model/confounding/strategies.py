"""Generated settings, and mechanisms on their data."""

from hypothesis import strategies as st

from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.setting import Setting, equally_likely
from tests.model.laws.strategies import laws

DATA = 3


@st.composite
def settings_of_two(draw: st.DrawFn) -> Setting[int, int]:
    """Two secrets and three data."""
    return equally_likely({secret: draw(laws(DATA)) for secret in (0, 1)})


@st.composite
def mechanisms(draw: st.DrawFn, outputs: int = 2) -> Kernel[int, int]:
    """Mechanisms on these data."""
    return {x: draw(laws(outputs)) for x in range(DATA)}
