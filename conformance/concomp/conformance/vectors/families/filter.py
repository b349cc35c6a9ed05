"""Filters: what is granted and what is refused, charges before runs, and that nothing of it depends on the data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from concomp.conformance.protocol.losses import Loss, as_guarantee
from concomp.conformance.vectors.families.launches import BY_MEASURE, NONE, TWO, Launches
from concomp.conformance.vectors.messages import Message, about, ask, expect, launch, loss, opened, rho
from concomp.conformance.vectors.oracles.compositions import profile
from concomp.conformance.vectors.oracles.filters import Budget
from concomp.conformance.vectors.vector import Vector
from concomp.model.laws.measures import Measure

VALID: Mapping[str, tuple[str, ...]] = {
    "pure": ("Haney23 Theorem 1.20", "HSV26 Lemma 2.4"),
    "approximate": ("HSV26 Theorem 12.4", "HSV26 Lemma 2.4"),
    "zcdp": ("Haney23 Theorem 4.10",),
}
"""By measure, on what its filters rest, and what attains the bound."""
AT_LAUNCH = "Haney23 Definition 2.7"
"""What is launched is decided by the losses so far, and charged at launch."""
ODOMETER = "Haney23 Definition 1.12"
FEW = 12
"""The most launches of a list that is asked for in the second world as well."""
Step = Mapping[str, Any]
OPEN: Step = {"send": opened("pure", loss("6")), "expect": expect("granted")}
NEGATIVE = ["-0x1.62e42fefa39f0p-1", "-0x1.62e42fefa39efp-1"]
"""The doubles around −ln 2."""
HARDLY_NEGATIVE = ["-0x1.495453e6fd4b7p-7", "-0x1.495453e6fd4b6p-7"]
"""The doubles around ln 99/100."""
ILL_FORMED: Mapping[str, tuple[Message, str]] = {
    "negative": (
        {"e_eps": "1/2", "delta": "0", "epsilon_between": NEGATIVE},
        "A loss is not negative, and refunds nothing.",
    ),
    "nan": (
        {"e_eps": "nan", "delta": "0", "epsilon_between": ["nan", "nan"]},
        "What is no number is below no budget.",
    ),
    "infinite": (
        {"e_eps": "inf", "delta": "0", "epsilon_between": ["inf", "inf"]},
        "An infinite loss fits no budget.",
    ),
    "empty": ({}, "A launch that states no loss is none without loss."),
    "negative-delta": ({**loss("2"), "delta": "-1/10"}, "A δ is not negative, and refunds nothing."),
    "delta-above-one": ({**loss("2"), "delta": "3/2"}, "A δ is at most 1."),
}
"""Losses that are none, and why they must not pass."""
NO_BUDGETS = (
    ("negative", "pure", ILL_FORMED["negative"][0]),
    ("nan", "pure", ILL_FORMED["nan"][0]),
    ("negative-with-delta", "approximate", {**ILL_FORMED["negative"][0], "delta": "1/10"}),
    ("nan-with-delta", "approximate", {**ILL_FORMED["nan"][0], "delta": "1/10"}),
    ("negative-delta", "approximate", {**loss("6"), "delta": "-1/10"}),
    ("hardly-negative", "approximate", {"e_eps": "99/100", "delta": "1/10", "epsilon_between": HARDLY_NEGATIVE}),
    ("negative-rho", "zcdp", rho("-1/2")),
    ("negative-rho-large", "zcdp", rho("-20")),
)
"""Budgets that are none: a name, the measure, and what is sent."""


def build() -> Iterator[Vector]:
    """The vectors of the family."""
    for measure, listed in BY_MEASURE.items():
        for launches in listed:
            yield _decisions(measure, launches, "0")
            if len(launches.losses) <= FEW:
                yield _decisions(measure, launches, "1")
    yield from _runs()
    yield from _asked()
    yield from _failures()
    yield from _ill_formed()
    yield from _worlds()
    yield from _odometers()


def _decisions(measure: str, launches: Launches, data: str) -> Vector:
    """What is decided on each launch, which is the same in both worlds."""
    budget = Budget(_guarantee(launches.budget, measure), launches.is_exact)
    decided = budget.decisions(_guarantee(each, measure) for each in launches.losses)
    first = {"send": opened(measure, launches.budget, data=data), "expect": expect("granted")}
    steps = [
        {"send": launch(1, each), "expect": expect(what)} for each, what in zip(launches.losses, decided, strict=True)
    ]
    claim = {"claim": "filter", "measure": measure, **({"arithmetic": "exact"} if launches.is_exact else {})}
    name = f"{measure}-{launches.name}{'-second-data' if data == '1' else ''}"
    return _vector(name, VALID[measure], [claim], [first, *steps], launches.why)


def _guarantee(written: Message, measure: str) -> Any:
    return as_guarantee(Loss.model_validate(written), Measure(measure))


def _runs() -> Iterator[Vector]:
    """A refused launch sees no data."""
    pure = {"claim": "filter", "measure": "pure"}
    refused = {"send": launch(1, loss("7")), "expect": expect("refused")}
    granted = {"send": launch(1, TWO), "expect": expect("granted")}
    none_ran = {"send": about("ran", 1), "expect": expect("between", field="count", least=0, most=0)}
    some_ran = {"send": about("ran", 1), "expect": expect("between", field="count", least=0, most=1)}
    yield _vector(
        "refused-does-not-run",
        (AT_LAUNCH,),
        [pure],
        [OPEN, refused, none_ran, granted, refused, some_ran],
        "A launch that is refused must not see the data.",
    )


def _asked() -> Iterator[Vector]:
    """Who has answered has seen the data, and is counted."""
    again, large = {"send": launch(1, TWO), "expect": expect("granted")}, {"send": launch(1, loss("50"))}
    refused = {**large, "expect": expect("refused")}
    for name, data, launches in (
        ("two", "0", [again, again]),
        ("three", "1", [again, again, again]),
        ("four", "0", [again, again, again, again]),
        ("five", "1", [again, refused, again, again, again, again]),
        ("none", "1", [refused, refused]),
        ("before-a-refusal", "1", [again, again, refused]),
        ("between-refusals", "0", [refused, again, refused, again]),
    ):
        first = {"send": opened("pure", loss("40"), data=data), "expect": expect("granted")}
        steps = [first]
        for step in launches:
            steps.append(step)
            if step is again:
                steps.append({"send": ask(len(steps)), "expect": expect("granted")})
        ran = launches.count(again)
        steps.append({"send": about("ran", 1), "expect": expect("between", field="count", least=ran, most=ran)})
        claim = {"claim": "filter", "measure": "pure"}
        why = "What has answered has seen the data: whoever says that nothing ran shows nothing by it."
        yield _vector(f"ran-{name}", (AT_LAUNCH,), [claim], steps, why)


def _failures() -> Iterator[Vector]:
    """What fails is charged, and answers nothing."""
    pure, failures = {"claim": "filter", "measure": "pure"}, {"claim": "failures"}
    for fails, data in (("always", "0"), ("always", "1"), ("1", "1")):
        steps = [
            {"send": opened("pure", loss("6"), data=data), "expect": expect("granted")},
            {"send": launch(1, TWO, ("x", "y"), fails=fails), "expect": expect("anything")},
            {"send": ask(2), "expect": expect("equal", "robustness", fields={"failed": True})},
            {"send": ask(2), "expect": expect("equal", "robustness", fields={"failed": True})},
        ]
        why = "What has failed answers that, and no more."
        name = f"failed-{fails}-on-{data}"
        yield _vector(name, (AT_LAUNCH,), [pure, failures], steps, why)
    for fails, name in (("always", "failing"), ("0", "failing-on-its-data")):
        failing = {"send": launch(1, TWO, fails=fails), "expect": expect("anything")}
        too_much = {"send": launch(1, TWO), "expect": expect("refused")}
        yield _vector(
            name,
            (AT_LAUNCH,),
            [pure, failures],
            [OPEN, failing, failing, too_much],
            "A mechanism that fails has seen the data, and is charged.",
        )
    steps = [
        {"send": opened("pure", loss("6"), data="1"), "expect": expect("granted")},
        {"send": launch(1, TWO, fails="0"), "expect": expect("granted")},
        {"send": launch(1, TWO, fails="1"), "expect": expect("anything")},
        {"send": launch(1, TWO), "expect": expect("refused")},
    ]
    why = "Of two mechanisms that were launched one has failed: both are charged."
    yield _vector("failing-on-other-data", (AT_LAUNCH,), [pure, failures], steps, why)
    read = {
        "send": about("spent", 1),
        "expect": expect("covers", profile=profile([Fraction(2)] * 2, [Fraction(0)] * 2)),
    }
    steps = [
        {"send": opened("pure", None, kind="odometer"), "expect": expect("granted")},
        {"send": launch(1, TWO, fails="always"), "expect": expect("anything")},
        {"send": launch(1, TWO, fails="0"), "expect": expect("anything")},
        read,
    ]
    why = "What has failed is read as what was lost."
    claims = [{"claim": "odometer", "measure": "pure"}, failures]
    yield _vector("odometer-failing", (ODOMETER, *VALID["pure"]), claims, steps, why)


def _ill_formed() -> Iterator[Vector]:
    for name, (written, why) in ILL_FORMED.items():
        measure = "approximate" if "delta" in name else "pure"
        first = {"send": opened(measure, loss("6", "1/1000")), "expect": expect("granted")}
        steps = [
            first,
            {"send": launch(1, loss("4")), "expect": expect("granted")},
            {"send": launch(1, written), "expect": expect("declined")},
            {"send": launch(1, TWO), "expect": expect("refused")},
            {"send": launch(1, loss("5/4")), "expect": expect("granted")},
        ]
        claim = {"claim": "filter", "measure": measure}
        yield _vector(f"loss-{name}", (AT_LAUNCH,), [claim], steps, why)
    for name, measure, written in NO_BUDGETS:
        steps = [
            {"send": opened(measure, written), "expect": expect("declined", "robustness")},
            {"send": launch(1, rho("1/8") if measure == "zcdp" else TWO), "expect": expect("refused")},
        ]
        claim = {"claim": "filter", "measure": measure}
        yield _vector(f"budget-{name}", (AT_LAUNCH,), [claim], steps, "Within no budget nothing is granted.")


def _worlds() -> Iterator[Vector]:
    """The same launches on other data, and with other answers: the same decisions."""
    losses = [TWO, loss("4"), TWO, loss("3/2"), loss("5/4")]
    answers = {"0": ["x", "y"], "1": ["z", "z"]}
    for name, data, given, why in (
        ("data", ("0", "1"), (answers, answers), "Decisions that depend on the data tell the data."),
        ("answers", ("0", "0"), (("x",), ("y", "y")), "A filter looks at losses, and at no answer."),
    ):
        first = {"send": opened("pure", loss("6"), data=data[0]), "expect": expect("granted")}
        second = {"send": opened("pure", loss("6"), data=data[1]), "expect": expect("granted")}
        here = [{"send": launch(1, each, given[0]), "expect": expect("anything")} for each in losses]
        there = [
            {"send": launch(2, each, given[1]), "expect": expect("same as", step=place)}
            for place, each in enumerate(losses, 3)
        ]
        claim = {"claim": "filter", "measure": "pure"}
        statements = ("Haney23 Definition 2.6", AT_LAUNCH)
        yield _vector(f"same-for-all-{name}", statements, [claim], [first, second, *here, *there], why)
    claim = {"claim": "filter", "measure": "pure"}
    for name, scripts in (("one", [("x", "x")] * 3), ("several", [("x", "y"), ("y", "y"), ("z",)])):
        launches = [launch(1, TWO, script) for script in scripts]
        why = "Whatever is answered, and however often the same, the third launch of E = 2 exceeds 6."
        yield _vector(f"repeated-answers-of-{name}", statements, [claim], [OPEN, *_all_but_the_last(launches)], why)
    second = {"send": opened("pure", loss("6"), data="1"), "expect": expect("granted")}
    steps = [second, *_all_but_the_last([launch(1, TWO, answers)] * 3)]
    yield _vector("second-data", statements, [claim], steps, "In the second world as much is charged as in the first.")


def _all_but_the_last(launches: Sequence[Message]) -> list[Step]:
    """The launches, all of which are granted but the last."""
    *granted, refused = launches
    return [
        *({"send": each, "expect": expect("granted")} for each in granted),
        {"send": refused, "expect": expect("refused")},
    ]


def _odometers() -> Iterator[Vector]:
    """What was launched is covered by what is read."""
    lists: Mapping[str, Sequence[Message]] = {
        "pure": [TWO, loss("3"), NONE, loss("11/10")],
        "approximate": [loss("2", "1/10"), loss("3"), loss("1", "1/100"), loss("3/2", "1/1000")],
    }
    for measure, losses in lists.items():
        numbers = [[Fraction(each[name]) for each in losses] for name in ("e_eps", "delta")]
        covered = expect("covers", profile=profile(*numbers))
        yield _odometer(measure, losses, covered)
    yield from _long_odometers()
    of_deltas = [loss("1", "1/4"), loss("1", "1/3")]
    of_one = [loss("5", "1/2")]
    for name, losses in (("deltas", of_deltas), ("one-loss", of_one)):
        numbers = [[Fraction(each[part]) for each in losses] for part in ("e_eps", "delta")]
        yield _odometer("approximate", losses, expect("covers", profile=profile(*numbers)), f"-of-{name}")
    yield _odometer("zcdp", [rho("1/4"), rho("1/1000"), rho("2")], expect("covers", rho="2251/1000"))


def _long_odometers() -> Iterator[Vector]:
    """What was launched first is read after a hundred launches that lose nothing, and in the second world."""
    covered = expect("covers", profile=profile([Fraction(4)], [Fraction(0)]))
    claim = {"claim": "odometer", "measure": "pure"}
    first = {"send": opened("pure", None, kind="odometer", data="1"), "expect": expect("granted")}
    read = {"send": about("spent", 1), "expect": covered}
    for name, more, why in (
        ("second-data", 1, "In the second world as much is read as in the first."),
        ("long", 120, "What was launched first is read however much was launched since."),
    ):
        steps = [{"send": launch(1, each), "expect": expect("granted")} for each in [loss("4"), *[NONE] * more]]
        yield _vector(f"odometer-pure-{name}", (ODOMETER, *VALID["pure"]), [claim], [first, *steps, read], why)


def _odometer(measure: str, losses: Sequence[Message], covered: Mapping[str, Any], of: str = "") -> Vector:
    first = {"send": opened(measure, None, kind="odometer"), "expect": expect("granted")}
    steps = [{"send": launch(1, each), "expect": expect("granted")} for each in losses]
    read = {"send": about("spent", 1), "expect": covered}
    claim = {"claim": "odometer", "measure": measure}
    why = "What is read is no less than what was launched loses."
    return _vector(f"odometer-{measure}{of}", (ODOMETER, *VALID[measure]), [claim], [first, *steps, read], why)


def _vector(
    name: str,
    statements: Sequence[str],
    claims: Sequence[Mapping[str, Any]],
    steps: Sequence[Step],
    why: str,
) -> Vector:
    return Vector.model_validate(
        {
            "id": f"filter-{name}",
            "family": "filter",
            "statements": statements,
            "claims": claims,
            "steps": steps,
            "why": why,
        }
    )
