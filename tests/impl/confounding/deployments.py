"""Generated deployments."""

from fractions import Fraction as F
from random import Random

from hypothesis import strategies as st

from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.kernels import side_by_side
from concomp.model.confounding.setting import Setting, all_pairs
from concomp.model.laws.law import Law
from tests.model.laws.strategies import laws


@st.composite
def deployments(draw: st.DrawFn) -> Deployment:
    """Two or three secrets, up to three data, up to three mechanisms, whose noises may depend on each other."""
    secrets = [f"s{k}" for k in range(draw(st.integers(2, 3)))]
    names = [f"x{k}" for k in range(draw(st.integers(1, 3)))]
    data = {s: draw(laws(len(names))).map(names.__getitem__) for s in secrets}
    values = sorted({x for law in data.values() for x in law})
    mechanisms = {f"m{k}": {x: draw(laws(2)).map(str) for x in values} for k in range(draw(st.integers(1, 3)))}
    setting = Setting(Law.uniform(secrets), data, all_pairs(secrets))
    alike = draw(st.booleans()) and len(mechanisms) == 1
    joint = side_by_side(*mechanisms.values())
    twice = {x: law.map(lambda answers: answers * 2) for x, law in joint.items()}
    return (
        Deployment(setting, mechanisms | {"again": mechanisms["m0"]}, twice)
        if alike
        else Deployment(setting, mechanisms)
    )


def large(secrets: int, data: int, mechanisms: int, outputs: int, denominator: int) -> Deployment:
    """A random deployment whose weights have one denominator."""
    random = Random(denominator)

    def law(names: list[str]) -> Law[str]:
        return Law.gather((random.choice(names), F(1, denominator)) for _ in range(denominator))

    named = [f"s{k}" for k in range(secrets)]
    told = {s: law([f"x{k}" for k in range(data)]) for s in named}
    values = list(dict.fromkeys(x for each in told.values() for x in each))
    answers = [f"y{k}" for k in range(outputs)]
    kernels = {f"m{k}": {x: law(answers) for x in values} for k in range(mechanisms)}
    return Deployment(Setting(Law.uniform(named), told, all_pairs(named)), kernels)
