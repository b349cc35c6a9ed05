"""Lists of launches, and the budgets in which they are asked for; what is decided on each is for the oracle to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.conformance.vectors.messages import Message, loss, rho
from concomp.model.numbers import rational_text


@dataclass(frozen=True)
class Launches:
    """A list of launches within a budget.

    is_exact: whether it goes to the boundary, where exact arithmetic alone decides.
    What lies beyond the budget by 2e-9 of it is no boundary: no rounding of doubles grants it.
    """

    name: str
    budget: Message
    losses: Sequence[Message]
    why: str
    is_exact: bool = False


def _over(number: str) -> str:
    """A number, and 4e-9 of it more."""
    return rational_text(Fraction(number) * (1 + Fraction(4, 10**9)))


def _over_e_eps(number: str) -> str:
    """A number E from 2 on, and 1e-8 of it more, which is 1e-9 of ε or more up to E = e^10."""
    return rational_text(Fraction(number) * (1 + Fraction(1, 10**8)))


def _hardly_over(number: str) -> str:
    """A number, and 1e-30 more."""
    return rational_text(Fraction(number) + LEAST)


MILLIONTH = "1/1000000"
LEAST = Fraction(1, 10**30)
BEYOND = "No rounding excuses what lies 2e-9 of a budget beyond it."
NO_UNIT = "Who decides exactly refuses what exceeds the budget by 1e-30."
NONE, TWO = loss("1"), loss("2")
ELEVENTH, TENTH = loss(epsilon="1/11"), loss(epsilon="1/10")
SMALLEST = loss(epsilon=f"1/{10**300}")
PURE = (
    Launches("sum", loss("6"), [TWO] * 3, "2·2·2 exceeds 6, which 2·2 does not."),
    Launches("first", loss("6"), [loss("7"), TWO], "The first launch has to fit as well."),
    Launches(
        "after-refusal",
        loss("6"),
        [TWO, loss("4"), TWO, TWO],
        "A refusal spends nothing: what still fits is granted.",
    ),
    Launches(
        "zero-budget",
        NONE,
        [NONE, TWO, NONE, loss("1001/1000")],
        "A budget of nothing admits what loses nothing, and nothing else.",
        is_exact=True,
    ),
    Launches(
        "huge",
        loss("6"),
        [loss(epsilon="700"), TWO],
        "Where e^ε is near the largest double, too much is asked all the same.",
    ),
    Launches("smallest", TWO, [SMALLEST] * 20, "The smallest losses are losses, and fit."),
    Launches(
        "full",
        TWO,
        [TWO, loss(epsilon=f"1/{10**18}"), SMALLEST],
        "A full budget has no room, however little is asked; in doubles the sum does not move.",
        is_exact=True,
    ),
    Launches(
        "boundary",
        loss("6"),
        [TWO, loss("3"), loss("1000001/1000000")],
        "ln 2 + ln 3 is ln 6: it fits, and fills the budget.",
        is_exact=True,
    ),
    Launches(
        "elevenths",
        loss(epsilon="1"),
        [ELEVENTH] * 12,
        "Eleven times 1/11 is 1, which sums of doubles miss.",
        is_exact=True,
    ),
    Launches(
        "elevenths-inside",
        loss(epsilon="1"),
        [*[ELEVENTH] * 10, loss(epsilon="2/11"), loss(epsilon="1/12")],
        "Ten times 1/11 leaves room for 1/12, not for 2/11.",
    ),
    Launches(
        "tenths",
        loss(epsilon="3/10"),
        [TENTH] * 4,
        "Three times 1/10 is 3/10; as doubles it is more.",
        is_exact=True,
    ),
    Launches(
        "long",
        loss(epsilon="1"),
        [*[loss(epsilon="1/300")] * 299, loss(epsilon="1/100")],
        "After 299 launches there is room for one like these, not for three.",
    ),
    Launches(
        "first-of-many",
        loss("6"),
        [loss("4"), *[NONE] * 120, TWO, loss("5/4")],
        "After 120 launches that lose nothing, the first one still counts.",
    ),
    Launches(
        "unequal",
        loss("100"),
        [TWO, loss("5"), loss("7"), loss("3"), loss("4/3")],
        "Losses of all sizes add up.",
    ),
    Launches("just-over", loss(epsilon="1"), [loss(epsilon=_over("1")), loss(epsilon="9/10")], BEYOND),
    Launches("just-over-small", loss(epsilon="1/1000"), [loss(epsilon=_over("1/2000"))] * 2, BEYOND),
    Launches("just-over-large", loss(epsilon="50"), [loss(epsilon="25"), loss(epsilon=_over("25")), TWO], BEYOND),
    Launches("just-over-by-many", loss(epsilon="1"), [loss(epsilon=_over("1/100"))] * 100, BEYOND),
    Launches("hardly-over", loss("6"), [loss(_hardly_over("6")), TWO, loss(_hardly_over("3"))], NO_UNIT, is_exact=True),
)
APPROXIMATE = (
    Launches(
        "epsilon",
        loss("6", "1/1000"),
        [TWO] * 3,
        "With hardly any δ, three launches of E = 2 exceed E = 6.",
    ),
    Launches(
        "delta",
        loss("2", "1/4"),
        [loss("1", "1/10")] * 3,
        "1 − (9/10)³ is above 1/4: δ is spent as ε is.",
    ),
    Launches(
        "too-much-delta",
        loss("8", "1/100"),
        [loss("2", "1/200"), loss("2", "1/50"), TWO],
        "Too much δ is refused while there is ε left.",
    ),
    Launches(
        "no-delta",
        loss("8", "0"),
        [loss("2", "1/1000000000"), TWO, TWO],
        "A budget without δ admits none.",
        is_exact=True,
    ),
    Launches(
        "tiny-delta",
        loss("8", "1/1000000000000"),
        [loss("2", "3/10000000000000"), loss("2", "2/1000000000000")],
        "δ of 1e-12 is metered like any other.",
    ),
    Launches(
        "boundary",
        loss("6", "1/10"),
        [loss("2", "1/20"), loss("3", "1/20"), TWO, loss("1", "1/10")],
        "ln 2 + ln 3 is ln 6, and 1/20 + 1/20 is 1/10: both fit, and fill the budget.",
        is_exact=True,
    ),
    Launches(
        "boundary-of-epsilon",
        loss("4", "1/10"),
        [TWO, TWO, loss("1", "1/20"), loss("1", "1/10")],
        "A budget whose ε is full has room for δ, while there is any.",
        is_exact=True,
    ),
    Launches(
        "boundary-of-delta",
        loss("1", "3/8"),
        [loss("1", "1/8"), loss("1", "1/8"), loss("1", "1/8"), loss("1", "1/8")],
        "Three times 1/8 is 3/8: basic composition grants it, and no fourth.",
        is_exact=True,
    ),
    Launches("certain", loss("8", "1/2"), [loss("1", "1"), loss("2", "1/8")], "δ = 1 tells all."),
    Launches(
        "large-after-nothings",
        loss("4", "1/8"),
        [*[NONE] * 80, loss("8"), TWO],
        "The mean of many losses is small, and their number of no use, where one of them is too large.",
    ),
    Launches(
        "large-after-small",
        loss("4", "1/8"),
        [*[loss("1001/1000")] * 120, loss("9"), loss("5/4")],
        "The same where all of them lose something.",
    ),
    Launches(
        "large-among-nothings",
        loss("4", "1/8"),
        [TWO, *[NONE] * 90, loss("7"), loss("3/2")],
        "The same where the first loses much, and the last too much.",
    ),
    Launches(
        "large-at-much-delta",
        loss("1000", "3/4"),
        [loss("7000"), loss("900")],
        "Where δ is 3/4 a loss may exceed the budget, though not seven times.",
    ),
    Launches(
        "larger-at-much-delta",
        loss("10000", "4/5"),
        [loss("300000"), loss("9000")],
        "Where δ is 4/5, not thirty times.",
    ),
    Launches(
        "largest-at-much-delta",
        loss("1000000", "3/4"),
        [loss("20000000"), TWO, loss("400000")],
        "Nor twenty times, where the budget is large.",
    ),
    Launches(
        "pure-within",
        loss("100", "1/1000000"),
        [TWO, loss("5"), loss("3"), loss("4"), loss("3")],
        "Without δ of their own, launches have the ε of the budget, and hardly more.",
    ),
    Launches(
        "just-over-epsilon",
        loss("6", MILLIONTH),
        [loss(_over_e_eps("6"), MILLIONTH), loss("2", "1/2000000"), loss(_over_e_eps("3"), "1/2000000"), TWO],
        BEYOND,
    ),
    Launches(
        "just-over-epsilon-by-many",
        loss("1024", "0"),
        [*[TWO] * 9, loss(_over_e_eps("2")), loss("15/8")],
        BEYOND,
    ),
    Launches("just-over-delta", loss("2", MILLIONTH), [loss("1", _over(MILLIONTH)), loss("1", "1/2000000")], BEYOND),
    Launches("just-over-delta-by-many", loss("2", f"1/{10**12}"), [loss("1", _over(f"1/{10**13}"))] * 10, BEYOND),
    Launches(
        "hardly-over-epsilon",
        loss("6", "1/10"),
        [loss(_hardly_over("6"), "1/10"), loss("6", "1/10"), loss(_hardly_over("1"))],
        NO_UNIT,
        is_exact=True,
    ),
    Launches(
        "hardly-over-delta",
        loss("6", "1/10"),
        [loss("2", _hardly_over("1/10")), loss("2", "1/10"), loss("1", rational_text(LEAST))],
        NO_UNIT,
        is_exact=True,
    ),
)
ZCDP = (
    Launches("sum", rho("1/2"), [rho("1/5")] * 3 + [rho("1/20")], "ρ adds up."),
    Launches(
        "boundary",
        rho("1/2"),
        [rho("1/4"), rho("1/4"), rho("1/1000000")],
        "ρ fills the budget, and no more.",
        is_exact=True,
    ),
    Launches(
        "after-refusal",
        rho("1/2"),
        [rho("1/4"), rho("1"), rho("1/5")],
        "A refusal of ρ = 1 spends nothing.",
    ),
    Launches(
        "long",
        rho("1"),
        [*[rho("1/150")] * 149, rho("1/20")],
        "After 149 launches there is room for one like these.",
    ),
    Launches("just-over", rho("1/2"), [rho(_over("1/2")), rho("1/4"), rho(_over("1/4")), rho("1/5")], BEYOND),
    Launches("just-over-small", rho("1/1000"), [rho(_over("1/2000"))] * 2, BEYOND),
    Launches("just-over-by-many", rho("1"), [rho(_over("1/100"))] * 100, BEYOND),
    Launches(
        "hardly-over",
        rho("1/2"),
        [rho(_hardly_over("1/2")), rho("1/4"), rho(_hardly_over("1/4")), rho("1/4"), rho(rational_text(LEAST))],
        NO_UNIT,
        is_exact=True,
    ),
)
BY_MEASURE = {"pure": PURE, "approximate": APPROXIMATE, "zcdp": ZCDP}
